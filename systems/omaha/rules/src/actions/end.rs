//! The close of the US action phase: stacking (section 10.4), then the tide (section 2).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::Said;
use crate::data::{Hexes, UnitId};
use crate::losses;
use crate::question::{Topic, ask};
use crate::state::{Climb, Day, Place};

rules! {
    STACKING = "omaha.stack.excess", "Too many units in one hex: who is given up";
    TIDE = "omaha.tide.death", "Drowned by the rising tide";
    TIDE_LEADER = "omaha.tide.death-leaders", "A leader is lost to the tide";
    TIDE_CLIMB = "omaha.tide.climb-spared", "On the cliff, above the water";
}

/// omaha.seq.stack-check
pub fn end<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    stacking(cx, g)?;
    if !g.has_ended() {
        tide(cx, g);
    }
    Ok(())
}

/// Units over the limit are eliminated, the player says which. The limit holds at this moment only
/// (omaha.stack.only-then, omaha.stack.landing-overflow), for units, not for leaders and markers
/// (omaha.stack.two, omaha.stack.free-leaders, omaha.lead.any-number).
fn stacking<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let limit = usize::from(g.data().tables.constants.stacking_limit);
    for hex in crowded(g, limit) {
        loop {
            let units: SmallVec<[UnitId; 8]> = g.troops_at(hex).collect();
            if units.len() <= limit {
                break;
            }
            let unit = cx.choose(g, ask(STACKING, Topic::Stacking(hex)), &units)?;
            losses::eliminate(cx, g, unit, STACKING);
            if g.has_ended() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Hexes with more units than the limit, ascending.
fn crowded(g: &Day, limit: usize) -> SmallVec<[HexId; 4]> {
    let (mut seen, mut crowded) = (Hexes::EMPTY, Hexes::EMPTY);
    for (_, hex) in g.troops() {
        if !seen.insert(hex) && limit < g.troops_at(hex).count() {
            crowded.insert(hex);
        }
    }
    crowded.iter().collect()
}

/// Everybody in a submerged hex drowns, a hero with his unit; who hangs on the cliff does not, as long as he keeps
/// climbing (omaha.tide.climb-spared-later). Losses count as any others (omaha.tide.regular-loss).
fn tide<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    let under: SmallVec<[UnitId; 8]> =
        g.on_map().filter(|it| g.is_submerged(it.1)).map(|it| it.0).collect();
    for unit in under {
        if g.kind(unit).is_leader() {
            losses::take_away(g, unit, Place::Lost);
            cx.say(TIDE_LEADER, || Said::LeaderDrowned(unit).into());
        } else if matches!(g[unit].climb, Climb::Cliff(_)) {
            cx.say(TIDE_CLIMB, || Said::Spared(unit).into());
        } else {
            losses::eliminate(cx, g, unit, TIDE);
            if g.has_ended() {
                return;
            }
        }
    }
}
