//! One game of the staff against itself, told line by line, to see how it plays.
//!
//! `cargo run --release -p gts-table --example narrate -- [seed] [scenario] [module]`

use gts::data::{Side, UnitId};
use gts::event::Event;
use gts::{Battle, Shared, victory};
use kernel::{Item, Seed, Session};

fn main() {
    let mut args = std::env::args().skip(1);
    let seed: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let scenario = args.next().unwrap_or_else(|| "ridge".into());
    let module = args.next().unwrap_or_else(|| "periers-ridge".into());
    let loaded = gts_table::library().load::<gts_table::Gts>(&module, &scenario);
    let loaded = loaded.expect("the module we ship loads");
    let data = loaded.data;
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
        let choice = gts_table::staff::decide(&seen, asked.ask, &asked.options);
        if session.answer(seat, choice, &seed).is_none() {
            break;
        }
    }
}

fn tell(g: &Battle, event: &Event) {
    let name = |id: &UnitId| g.kind(*id).name.clone();
    let hex = |hex: board::HexId| g.data().map.label(hex).to_string();
    match event {
        Event::TurnBegins(turn) => {
            let score = Side::BOTH.map(|side| victory::score(g, side));
            let points: Vec<String> =
                g.points.iter().map(|it| format!("{}cp {}dp", it.cp, it.dp)).collect();
            println!("=== turn {turn} {score:?} {points:?}");
        }
        Event::Moved { unit, from, to } => {
            println!("    {} {} -> {}", name(unit), hex(*from), hex(*to))
        }
        Event::Activated { unit, action } => {
            let at = g[*unit].hex().map_or("-".into(), hex);
            println!(
                "  {} at {at}: {action:?} {}",
                name(unit),
                if g[*unit].column { "(column)" } else { "" }
            );
        }
        Event::Fired { firer, target, result, op } => {
            println!(
                "    {} fires at {}: {result:?}{}",
                name(firer),
                name(target),
                if *op { " (op)" } else { "" }
            );
        }
        Event::AssaultBegins { from, hex: to } => {
            println!("    assault {} -> {}", hex(*from), hex(*to))
        }
        Event::Eliminated(unit) => println!("    *** {} eliminated", name(unit)),
        Event::StepLost(unit) => println!("    *   {} loses a step", name(unit)),
        Event::Checked { .. } | Event::OpFireFailed(_) => (),
        Event::LeaderMoved { leader, unit } => println!("    leader {leader:?} to {}", name(unit)),
        Event::Suppressed(unit) => println!("    {} suppressed", name(unit)),
        Event::CohesionHit { unit, level } => println!("    {} cohesion {level}", name(unit)),
        other => println!("    {other:?}"),
    }
}
