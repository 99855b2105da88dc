//! Its laws, for random play: what holds of every position, what time cannot undo, and that a side's view does not
//! depend on what is hidden from it.

use kernel::Rng;
use skirmish::Skirmish;
use skirmish::data::{ElementId, Side, Start};
use skirmish::event::Event;
use skirmish::question::{Opt, Question};
use skirmish::state::{Level, Phase, Presence};
use skirmish::tables::{FiresIn, Order};
use skirmish::{fire, movement};
use tabletop::Spot;
use testkit::laws::Lawful;

/// Pairs of places whose sight is compared at each probe.
const PAIRS: u32 = 40;

impl Lawful for crate::Skirmish {
    /// Candidate moves take their time.
    const IN_TEST: u64 = 20;

    fn holds(g: &Skirmish, _: &Skirmish) -> Result<(), String> {
        for id in g.ids() {
            element(g, id).map_err(|it| format!("{}: {it}", g.data(id).key))?;
        }
        counters(g)?;
        if g.smoke.iter().any(|it| !is_smoke(g, it.hindrances)) {
            return Err(format!("smoke of no known thickness: {:?}", g.smoke));
        }
        Ok(())
    }

    fn holds_at_rest(g: &Skirmish, _: &Skirmish) -> Result<(), String> {
        let walks = matches!(g.phase, Phase::Movement { .. });
        if g.walk.is_some() && !walks {
            return Err("somebody still walks".into());
        }
        if (g.phase == Phase::Over) != g.outcome.is_some() {
            return Err(format!("{:?} with the outcome {:?}", g.phase, g.outcome));
        }
        if g.combat.is_some() && g.phase != Phase::Combats {
            return Err("a combat goes on outside of its phase".into());
        }
        Ok(())
    }

    fn follows(g: &Skirmish, before: &Skirmish) -> Result<(), String> {
        if g.turn < before.turn {
            return Err("a turn ran backwards".into());
        }
        for id in g.ids() {
            let (now, then) = (&g[id], &before[id]);
            let back = match then.presence {
                Presence::Gone => now.presence != Presence::Gone,
                // skirmish.hide.one-way
                Presence::Revealed => matches!(now.presence, Presence::Hidden | Presence::Away),
                Presence::Hidden => now.presence == Presence::Away,
                Presence::Away => false,
            };
            if back {
                let key = &g.data(id).key;
                return Err(format!("{key} went from {:?} to {:?}", then.presence, now.presence));
            }
            if then.he_rounds < now.he_rounds || then.smoke_rounds < now.smoke_rounds {
                return Err(format!("{} found rounds", g.data(id).key));
            }
            // One level up at a time (skirmish.rally.result).
            if now.level < then.level && now.level != then.level.up() {
                return Err(format!("{} rose from {:?}", g.data(id).key, then.level));
            }
        }
        let rises =
            g.figures.iter().zip(&before.figures).any(|(now, then)| now.alive && !then.alive);
        if rises { Err("a figure rose from the dead".into()) } else { Ok(()) }
    }

    /// Asked although there is nothing to mark (skirmish.ruling.mark-asked).
    fn stands_alone(opt: Opt) -> bool {
        opt == Opt::Done
    }

    /// Who wants something moves and marks; who does not says that he is done.
    fn urge(_: &Skirmish, opt: Opt) -> u32 {
        match opt {
            Opt::Done | Opt::Stop | Opt::No => 1,
            Opt::Order(Order::MoveFire | Order::Cautious) => 4,
            Opt::Mark { .. } => 2,
            _ => 3,
        }
    }

    fn hear(g: &Skirmish, event: &Event) {
        let _ = event.words(&g.scene);
    }

    fn read(g: &Skirmish, ask: &Question, options: &[Opt]) {
        let names = skirmish::text::Names(&g.scene);
        let _ = names.prompt(ask);
        for it in options {
            let _ = names.option(*it);
        }
    }

    fn most_decisions(start: &Skirmish) -> u64 {
        // Three turns beyond the scheduled ones at most (skirmish.end.roll), and a handful of answers for each element.
        let turns = u64::from(start.scene.turns) + 4;
        turns * (20 + 12 * start.elements.len() as u64)
    }

    fn probe(g: &Skirmish, rng: &mut Rng) -> Result<(), String> {
        symmetry(g, rng)?;
        for side in Side::BOTH {
            secrecy(g, side, rng)?;
            offers(g, side)?;
        }
        Ok(())
    }
}

/// Figures of the table stand on it, on floors that are there; who is gone has nobody.
fn element(g: &Skirmish, id: ElementId) -> Result<(), String> {
    let (it, data) = (&g[id], g.data(id));
    let living = g.alive(id).count();
    match it.presence {
        Presence::Gone if 0 < living => return Err("gone, but alive".into()),
        Presence::Hidden | Presence::Revealed if living == 0 => {
            return Err("on the table without a figure".into());
        }
        Presence::Hidden | Presence::Revealed => {
            // skirmish.move.table-edge; on the way over its own edge an element stands on the rim.
            if let Some((_, at)) = g.spots(id).find(|(_, at)| !g.is_place(*at)) {
                return Err(format!("off the table or on no floor: {at:?}"));
            }
        }
        Presence::Gone | Presence::Away => (),
    }
    if it.level == Level::Dispersed && it.presence != Presence::Gone {
        return Err("Dispersed, but still there".into());
    }
    // skirmish.order.broken; an order given before it broke stays for the turn.
    if data.dummy && (it.presence == Presence::Revealed || it.order == Some(Order::Fire)) {
        return Err("a dummy acts".into());
    }
    // skirmish.opp.commits
    if it.marker.is_some() && it.order != Some(Order::Fire) {
        return Err(format!("marks opportunity fire under {:?}", it.order));
    }
    let reserve = matches!(data.start, Start::Reserve { .. });
    if it.presence == Presence::Away && !reserve && g.turn != 0 {
        return Err("was never set up".into());
    }
    Ok(())
}

/// Each hidden element has one counter, on its lowest-numbered living figure (skirmish.hide.counter).
fn counters(g: &Skirmish) -> Result<(), String> {
    if matches!(g.phase, Phase::SetUp { .. }) {
        return Ok(());
    }
    for id in g.ids().filter(|it| g.is_hidden(*it)) {
        let of_it: Vec<Spot> =
            g.counters.iter().filter(|it| it.of == Some(id)).map(|it| it.at).collect();
        let first = g.spots(id).next().map(|(_, at)| at);
        if of_it.len() != 1 || of_it.first().copied() != first {
            return Err(format!("{} has the counters {of_it:?}", g.data(id).key));
        }
    }
    let hidden = g.ids().filter(|it| g.is_hidden(*it)).count();
    if hidden == g.counters.len() {
        return Ok(());
    }
    Err(format!("{} counters for {hidden} hidden elements", g.counters.len()))
}

fn is_smoke(g: &Skirmish, hindrances: u8) -> bool {
    let table = &g.tables().smoke;
    hindrances == table.fresh || hindrances == table.thinning
}

/// skirmish.eng.both-ways: blocking and hindrances are the same both ways.
fn symmetry(g: &Skirmish, rng: &mut Rng) -> Result<(), String> {
    for _ in 0..PAIRS {
        let (a, b) = (anywhere(g, rng), anywhere(g, rng));
        if g.sight(a, b) != g.sight(b, a) {
            return Err(format!("sight from {a:?} to {b:?} is not that back"));
        }
    }
    Ok(())
}

/// A place on the table, on any floor there.
fn anywhere(g: &Skirmish, rng: &mut Rng) -> Spot {
    let size = g.scene.table.size();
    let x = rng.below(size.x as u32 + 1) as i32;
    let y = rng.below(size.y as u32 + 1) as i32;
    let floor = rng.below(4) as u8;
    let at = Spot { x, y, floor };
    if g.scene.table.has_floor(at) { at } else { Spot { floor: 0, ..at } }
}

/// skirmish.eng.secrecy: whatever is changed of what is hidden from a side, it sees the same. When the game is over all is
/// shown.
fn secrecy(g: &Skirmish, side: Side, rng: &mut Rng) -> Result<(), String> {
    if g.phase == Phase::Over {
        return Ok(());
    }
    let mut other = g.clone();
    let hidden: Vec<ElementId> = g.of_side(side.other()).filter(|it| g.is_hidden(*it)).collect();
    for id in &hidden {
        let it = &mut other[*id];
        it.level = if rng.below(2) == 0 { Level::Suppressed } else { Level::Broken };
        it.order = Some(Order::Cautious);
        it.hits = rng.below(4) as u8;
        it.severe = true;
        it.he_rounds = Some(rng.below(9) as u8);
        // All but the figure under the counter.
        for figure in g.alive(*id).skip(1) {
            other[figure].at = anywhere(g, rng);
            other[figure].alive = rng.below(2) == 0;
        }
    }
    // Who lies under which counter: nobody can tell.
    let mine: Vec<usize> =
        (0..other.counters.len()).filter(|i| other.counters[*i].side == side.other()).collect();
    if let [first, .., last] = mine[..] {
        let (a, b) = (other.counters[first].of, other.counters[last].of);
        (other.counters[first].of, other.counters[last].of) = (b, a);
    }
    if g.seen_by(Some(side)) == other.seen_by(Some(side)) {
        return Ok(());
    }
    Err(format!("{side:?} can tell what is hidden"))
}

/// skirmish.eng.secrecy, skirmish.eng.one-judge: what is offered is that of what is seen.
fn offers(g: &Skirmish, side: Side) -> Result<(), String> {
    let seen = g.seen_by(Some(side));
    if matches!(g.phase, Phase::Movement { .. }) {
        for id in g.of_side(side) {
            if movement::orders(g, id) != movement::orders(&seen, id) {
                return Err(format!("the orders of {} tell a secret", g.data(id).key));
            }
        }
    }
    if matches!(g.phase, Phase::StationaryFire) {
        let when = FiresIn::StationaryFire;
        if fire::ready(g, side, when) != fire::ready(&seen, side, when) {
            return Err(format!("the targets of {side:?} tell a secret"));
        }
    }
    Ok(())
}
