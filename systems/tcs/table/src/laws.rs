//! What the Tactical Combat Series states about itself.

use kernel::Rng;
use tcs::Battle;
use tcs::event::Event;
use tcs::id::{Side, UnitId};
use tcs::question::{Action, Opt, Question};
use tcs::sheet::{Life, Status};
use tcs::state::{Phase, Place};
use testkit::laws::Lawful;

use crate::Tcs;

impl Lawful for Tcs {
    /// One game in eight has all ready sheets drawn and judged, which takes most of the time.
    const IN_TEST: u64 = 10;

    fn holds(g: &Battle, start: &Battle) -> Result<(), String> {
        places(g)?;
        units(g)?;
        orders(g)?;
        for (i, left) in g.ammunition.iter().enumerate() {
            if start.ammunition[i] < *left {
                return Err(format!("battery {i} has {left} rounds, more than at the start"));
            }
        }
        let mut fresh = g.clone();
        fresh.survey();
        if fresh != *g {
            return Err("smoke, zones and light are not those of the markers".into());
        }
        Ok(())
    }

    fn holds_at_rest(g: &Battle, _: &Battle) -> Result<(), String> {
        if g.fight.is_some() || g.attack.is_some() || !g.moving.is_empty() {
            return Err("a step has ended in the middle of a fight, an attack or a move".into());
        }
        // tcs.stack.no-enemies
        if g.occupied[0].intersects(&g.occupied[1]) {
            return Err("tcs.stack.no-enemies: both sides are in one hex".into());
        }
        // tcs.stack.limit, once the owner's Action Phase is over.
        if g.phase == Phase::CleanUp {
            for side in Side::BOTH {
                for hex in g.occupied[side.index()].iter() {
                    let limits = &g.data.tables.limits;
                    let foot = tcs::stacking::steps(g, side, hex, false);
                    let motor = tcs::stacking::steps(g, side, hex, true);
                    let free = phasing_last(g) != side;
                    if !free
                        && (limits.stack_limit_foot_steps < foot
                            || limits.stack_limit_vehicle_steps < motor)
                    {
                        return Err(format!(
                            "tcs.stack.limit: {foot} and {motor} steps in {}",
                            g.data.map().label(hex)
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn follows(g: &Battle, before: &Battle) -> Result<(), String> {
        if g.turn < before.turn {
            return Err(format!("turn {} follows turn {}", g.turn, before.turn));
        }
        for id in g.data.ids() {
            if before[id].steps < g[id].steps {
                return Err(format!("{} has won steps", name(g, id)));
            }
            if before[id].place == Place::Lost && g[id].place != Place::Lost {
                return Err(format!("{} is back from the dead", name(g, id)));
            }
        }
        for (now, then) in g.ammunition.iter().zip(&before.ammunition) {
            if then < now {
                return Err("a battery has won ammunition".into());
            }
        }
        for side in Side::BOTH {
            if g.lost[side.index()] < before.lost[side.index()] {
                return Err("lost steps have been found again".into());
            }
            let sheets = g.orders.of(side).iter().zip(before.orders.of(side));
            for (now, then) in sheets {
                // tcs.end.failed-is-over
                if then.life.is_over() && now.life != then.life {
                    return Err(format!("sheet {} lives again", then.sheet.name));
                }
            }
        }
        Ok(())
    }

    /// tcs.general.sheets-secret: what a side sees is the same whatever the sheets of the other are.
    fn probe(g: &Battle, _: &mut Rng) -> Result<(), String> {
        if g.outcome.is_some() {
            return Ok(());
        }
        for side in Side::BOTH {
            let seen = g.seen_by(Some(side));
            let mut blind = g.clone();
            blind.orders = tcs::command::Orders::default();
            for order in g.orders.of(side) {
                blind.orders.add(order.clone());
            }
            for id in g.data.units_of[side.other().index()].iter() {
                blind[id].sheet = None;
                blind[id].rally = None;
            }
            if *seen != *blind.seen_by(Some(side)) {
                return Err(format!("{side:?} sees something of the other's sheets"));
            }
        }
        Ok(())
    }

    fn stands_alone(_: Opt) -> bool {
        false
    }
    /// Who only wants to be done never gets anywhere.
    fn urge(_: &Battle, opt: Opt) -> u32 {
        match opt {
            Opt::Done | Opt::Act(Action::Finish) | Opt::Nobody => 1,
            Opt::Act(Action::Assault | Action::Overrun | Action::PointFire | Action::Suppress) => 6,
            Opt::Act(_) | Opt::Hex(_) | Opt::Road(_) | Opt::Area | Opt::Point => 3,
            _ => 2,
        }
    }
    fn hear(g: &Battle, event: &Event) {
        let _ = event.words(g.data());
    }
    fn read(g: &Battle, ask: &Question, options: &[Opt]) {
        let seen = g.seen_by(Some(ask.who));
        for opt in options {
            let _ = <Tcs as play::System>::chosen(&seen, ask, *opt);
        }
    }
    /// Every unit of every turn can be asked about each of its actions, every hex it enters, every reply.
    fn most_decisions(start: &Battle) -> u64 {
        let turns = start.data.turns.len() as u64;
        (turns + 1) * (start.units.len() as u64 + 2) * 400
    }
}

/// Whose Action Phase came last this turn.
fn phasing_last(g: &Battle) -> Side {
    g.leads.other()
}

fn name(g: &Battle, id: UnitId) -> &str {
    &g.card(id).name
}

/// Where a unit stands is kept twice; both must say the same.
fn places(g: &Battle) -> Result<(), String> {
    let mut listed = 0;
    for hex in g.data.map().hexes() {
        let mut before = None;
        for id in g.stack(hex) {
            listed += 1;
            if g[id].place != Place::Hex(hex) || before.is_some_and(|it| id <= it) {
                return Err(format!("{} is wrongly listed", name(g, id)));
            }
            if !g.holds(g.side(id), hex) || !g.present[g.side(id).index()].contains(id) {
                return Err(format!("{} is not marked as present", name(g, id)));
            }
            before = Some(id);
        }
    }
    let on_map = g.data.ids().filter(|it| g[*it].is_on_map()).count();
    if listed == on_map { Ok(()) } else { Err("a unit on the map is in no stack".into()) }
}

fn units(g: &Battle) -> Result<(), String> {
    for id in g.data.ids() {
        let unit = &g[id];
        if g.card(id).steps < unit.steps {
            return Err(format!("{} has {} steps", name(g, id), unit.steps));
        }
        // tcs.loss.no-steps
        if (unit.steps == 0) != (unit.place == Place::Lost) {
            return Err(format!("{}: {} steps, {:?}", name(g, id), unit.steps, unit.place));
        }
        // tcs.carrier.capacity
        if let Place::Aboard(carrier) = unit.place
            && (g[carrier].steps == 0 || g.card(carrier).capacity == 0)
        {
            return Err(format!("{} is aboard nothing", name(g, id)));
        }
        // tcs.at.limit
        if unit.record.at_limit < unit.record.at_rolls {
            return Err(format!("tcs.at.limit: {} rolls too often", name(g, id)));
        }
    }
    Ok(())
}

/// tcs.cmd.unit-status, tcs.cmd.one-implemented, tcs.cmd.one-preparing
fn orders(g: &Battle) -> Result<(), String> {
    for side in Side::BOTH {
        for id in g.data.units_of[side.index()].iter().filter(|it| 0 < g[*it].steps) {
            let on = |life: Life| {
                let all = g.orders.of(side).iter();
                all.filter(|it| it.life == life && it.has(id)).count()
            };
            if 1 < on(Life::Implemented) || 1 < on(Life::Preparing) {
                return Err(format!("{} is on too many sheets", name(g, id)));
            }
            if (g[id].status == Status::Assigned) != (on(Life::Implemented) == 1) {
                return Err(format!(
                    "{}: {:?}, on {} sheets in force",
                    name(g, id),
                    g[id].status,
                    on(Life::Implemented)
                ));
            }
        }
    }
    Ok(())
}
