//! One game of the staff against itself, told line by line, to see how it plays.
//!
//! `cargo run --release -p staff --example narrate -- [seed] [scenario] [module]`

use gts::data::{Side, UnitId};
use gts::event::Event;
use gts::{Battle, Shared, victory};
use kernel::{Item, Seed, Session};

fn main() {
    let mut args = std::env::args().skip(1);
    let seed: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let scenario = args.next().unwrap_or_else(|| "ridge".into());
    let module = args.next().unwrap_or_else(|| "periers-ridge".into());
    let loaded = module::Library::embedded().load("gts", &module, &scenario);
    let loaded = loaded.expect("the module we ship loads");
    let data = loaded.game.gts().expect("a gts scenario");
    let seed = Seed::from_number(seed);
    let start = Battle::new(Shared::new(data));
    let Ok(mut session) = Session::open(start, Vec::new(), &seed) else { return };
    let mut told = 0;
    loop {
        for line in &session.log()[told.min(session.log().len())..] {
            if let Item::Happened(event) = &line.item {
                tell(session.now(), event);
            }
        }
        told = session.log().len();
        let Some(pending) = session.pending() else { break };
        let asked = &pending.asks[0];
        let seat = asked.ask.who as u8;
        let seen = session.now().seen_by(Some(asked.ask.who));
        let choice = staff::gts::decide(&seen, asked.ask, &asked.options);
        if session.answer(seat, choice, &seed).is_none() {
            break;
        }
    }
}

fn tell(g: &Battle, event: &Event) {
    let name = |id: &UnitId| g.kind(*id).name.clone();
    let hex = |hex: board::HexId| g.data().map.label(hex).to_string();
    match event {
        Event::Sequence(gts::sequence::Said::TurnBegins(turn)) => {
            let score = Side::BOTH.map(|side| victory::score(g, side));
            let points: Vec<String> =
                g.points.iter().map(|it| format!("{}cp {}dp", it.cp, it.dp)).collect();
            println!("=== turn {turn} {score:?} {points:?}");
        }
        Event::Movement(gts::movement::Said::Moved { unit, from, to }) => {
            println!("    {} {} -> {}", name(unit), hex(*from), hex(*to))
        }
        Event::Activation(gts::activation::Said::Activated { unit, action }) => {
            let at = g[*unit].hex().map_or("-".into(), hex);
            println!(
                "  {} at {at}: {action:?} {}",
                name(unit),
                if g[*unit].column { "(column)" } else { "" }
            );
        }
        Event::DirectFire(gts::direct_fire::Said::Fired { firer, target, result, op }) => {
            println!(
                "    {} fires at {}: {result:?}{}",
                name(firer),
                name(target),
                if *op { " (op)" } else { "" }
            );
        }
        Event::Assault(gts::assault::Said::AssaultBegins { from, hex: to }) => {
            println!("    assault {} -> {}", hex(*from), hex(*to))
        }
        Event::Result(gts::result::Said::Eliminated(unit)) => {
            println!("    *** {} eliminated", name(unit))
        }
        Event::Result(gts::result::Said::StepLost(unit)) => {
            println!("    *   {} loses a step", name(unit))
        }
        Event::TroopQuality(gts::troop_quality::Said::Checked { .. })
        | Event::DirectFire(gts::direct_fire::Said::OpFireFailed(_)) => (),
        Event::Leader(gts::leader::Said::LeaderMoved { leader, unit }) => {
            println!("    leader {leader:?} to {}", name(unit))
        }
        Event::Result(gts::result::Said::Suppressed(unit)) => {
            println!("    {} suppressed", name(unit))
        }
        Event::Result(gts::result::Said::CohesionHit { unit, level }) => {
            println!("    {} cohesion {level}", name(unit))
        }
        other => println!("    {other:?}"),
    }
}
