//! What fire has done: take a suppression, roll against it or buy it off; and every other check a Command Point buys.

use gts::Battle;
use gts::data::UnitId;
use gts::question::{Opt, Stake};

use crate::staff::worth::{self, COHESION, SUPPRESSION};

/// A check turns the suppression into a Cohesion Hit.
pub(crate) fn suppression(g: &Battle, id: UnitId, options: &[Opt]) -> Opt {
    let unit = &g[id];
    // Suppressed already: both ends are the same hit. A third hit costs a step, which is worse than lying down.
    if unit.suppressed || unit.cohesion == g.data().tables.limits.cohesion_max || unit.steps == 0 {
        return Opt::No;
    }
    let gain = need(g, id) - COHESION;
    if gain <= 0 {
        return Opt::No;
    }
    let fails = 10 - worth::passes(g, id);
    let price = worth::command_point(g, g.division(id));
    if options.contains(&Opt::SpendCp) && price < gain * fails / 10 {
        return Opt::SpendCp;
    }
    Opt::Roll
}

/// The same for whoever spends nothing.
pub(crate) fn unbought(g: &Battle, id: UnitId) -> Opt {
    suppression(g, id, &[Opt::No, Opt::Roll])
}

/// A check that may be bought: for the price of what failing would cost.
pub(crate) fn check(g: &Battle, id: UnitId, stake: Stake) -> Opt {
    let fails = 10 - worth::passes(g, id);
    let stake = match stake {
        // A failed S? may still be turned into a Cohesion Hit.
        Stake::Suppression => {
            let cohesion_left = g[id].cohesion < g.data().tables.limits.cohesion_max;
            if g[id].suppressed || cohesion_left { need(g, id) * 7 / 10 } else { need(g, id) * 2 }
        }
        // All defenders are lost with one die.
        Stake::Charge => {
            let hex = g[id].hex();
            let lost = hex.map_or(0, |hex| {
                g.stack(hex).map(|it| worth::step(g, it) * i32::from(g[it].steps)).sum()
            });
            lost + SUPPRESSION
        }
        Stake::Other => COHESION,
    };
    let price = worth::command_point(g, g.division(id));
    if price < stake * fails / 10 { Opt::SpendCp } else { Opt::Roll }
}

/// What being Suppressed costs this unit now: most in an assault or next to the enemy, little where nothing happens.
fn need(g: &Battle, id: UnitId) -> i32 {
    let Some(hex) = g[id].hex() else { return 0 };
    let fights = g.fight.is_some_and(|it| it.assaulters.contains(id) || it.hex == hex);
    let moves = g.mover.as_ref().is_some_and(|it| it.units.iter().any(|(unit, _)| *unit == id));
    let enemy = &g.occupied[g.side(id).other().index()];
    let close = g.data().map.neighbours(hex).any(|(_, it)| enemy.contains(it));
    let holds = g.data().victory.hexes.iter().any(|it| it.hex == hex);
    SUPPRESSION
        + if fights { SUPPRESSION } else { 0 }
        + if moves { SUPPRESSION / 4 } else { 0 }
        + if close { SUPPRESSION / 3 } else { 0 }
        + if holds { SUPPRESSION / 3 } else { 0 }
}
