//! Section 11.4: climbing, and taking markers off again.

use board::HexId;
use kernel::{Cx, Rule, rules};

use super::Said;
use super::step::{Outlook, Way};
use crate::data::UnitId;
use crate::state::{Climb, Day};

rules! {
    BLUFF = "omaha.climb.bluff", "Over the bluff, with a climb marker";
    REST = "omaha.climb.bluff-next", "The climb marker comes off";
    CLIFF_BEGINS = "omaha.climb.cliff-1", "The climb up the cliff begins";
    CLIFF_CROSSED = "omaha.climb.cliff-2", "Over the cliff";
    CLIFF_AT_ONCE = "omaha.xmove.cliff", "Over the cliff at once, with a climb marker";
    ABORT = "omaha.climb.cliff-abort", "The climb is given up";
    BLOCKED = "omaha.climb.cliff-blocked", "A German unit stands above";
    SUBMERGED = "omaha.tide.no-entry", "The hex below is under water";
    RECOVER = "omaha.disr.removal-free", "The disrupted marker comes off";
    SAME_PHASE = "omaha.disr.same-phase", "Disruption of this phase stays on";
}

/// The hexside named when the climb began is the one that is crossed (omaha.climb.cliff-side), up or down
/// (omaha.climb.cliff-down).
pub fn may_cross_cliff(g: &Day, outlook: &Outlook, to: HexId) -> Result<(), Rule> {
    if outlook.germans.contains(to) {
        Err(BLOCKED)
    } else if g.is_submerged(to) {
        Err(SUBMERGED)
    } else {
        Ok(())
    }
}

/// Only what was there before the phase began may be removed (omaha.disr.same-phase). A climb marker waits
/// (omaha.disr.with-climb).
pub fn may_recover(g: &Day, unit: UnitId) -> Result<(), Rule> {
    if g[unit].just_disrupted { Err(SAME_PHASE) } else { Ok(()) }
}

/// A unit gets its climb-cliff marker and stays.
pub(super) fn begin_cliff<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId, to: HexId) {
    g[unit].climb = Climb::Cliff(to);
    cx.say(CLIFF_BEGINS, || Said::BeginsCliff { unit, to }.into());
}

/// The marker of a unit that has crossed, and the rule. Bluffs leave one on basic turns, upwards and downwards
/// (omaha.climb.both-ways, omaha.xmove.bluff).
pub(super) fn marker(g: &Day, unit: UnitId, way: Way) -> Option<Rule> {
    match way {
        // Leaders too, over a bluff (omaha.climb.leaders).
        Way::Walk => None,
        Way::Bluff if g.is_extended() => None,
        Way::Bluff => Some(BLUFF),
        Way::Cliff if matches!(g[unit].climb, Climb::Cliff(_)) => Some(CLIFF_CROSSED),
        Way::Cliff => Some(CLIFF_AT_ONCE),
    }
}

pub(super) fn abort<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) {
    g[unit].climb = Climb::None;
    cx.say(ABORT, || Said::GivesUp(unit).into());
}

/// After a bluff or a cliff (omaha.climb.bluff-next, omaha.climb.cliff-3).
pub(super) fn rest<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) {
    g[unit].climb = Climb::None;
    cx.say(REST, || Said::Rests(unit).into());
}

pub(super) fn recover<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) {
    g[unit].disrupted = false;
    cx.say(RECOVER, || Said::Recovers(unit).into());
}
