//! Leaving the map (omaha.move.exit).

use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::Said;
use super::party::TOGETHER;
use crate::actions::allowance;
use crate::data::{ExitId, UnitId};
use crate::losses;
use crate::question::{Topic, ask};
use crate::state::{Day, Place};

rules! {
    EXIT = "omaha.move.exit", "Off the map by an exit";
}

/// The exit a unit stands on (omaha.move.exit-turns: on any turn). Leaders have no reason to leave.
#[must_use]
pub fn exit_at(g: &Day, unit: UnitId) -> Option<ExitId> {
    let hex = g[unit].hex().filter(|it| g.lookup().exits.contains(*it))?;
    let exit = g.data().exits.iter().position(|it| it.hex == hex)?;
    (!g.kind(unit).is_leader()).then_some(ExitId(exit as u8))
}

/// A unit leaves by the exit it stands on, others of its hex with it for the same paid action.
pub(super) fn leave<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) -> Result<(), C::Halt> {
    let Some(exit) = exit_at(g, unit) else { return Ok(()) };
    let leaving = gather(cx, g, unit)?;
    if allowance::always_free(g, unit).is_none() {
        allowance::pay_one(cx, g);
    }
    for unit in leaving {
        let steps = g[unit].steps;
        g.exited.push((unit, exit, steps));
        losses::take_away(g, unit, Place::Exited(exit));
        // omaha.cat.not-counted: who left is no loss.
        let division = g.data().units[unit.index()].division;
        g.losses[division.index()].remove(unit);
        cx.say(EXIT, || Said::Exits { unit, exit, steps }.into());
    }
    Ok(())
}

/// Who shares the paid action; a unit that leaves free has nothing to share.
fn gather<C: Cx<Day>>(cx: &mut C, g: &Day, unit: UnitId) -> Result<SmallVec<[UnitId; 4]>, C::Halt> {
    let mut leaving: SmallVec<[UnitId; 4]> = SmallVec::from_slice(&[unit]);
    let Some(hex) = g[unit].hex() else { return Ok(leaving) };
    let pays = |it: &UnitId| allowance::always_free(g, *it).is_none();
    while pays(&unit) {
        let able = |it: &UnitId| allowance::can_act(g, *it) && allowance::has_turn(g, *it).is_ok();
        let others = g.troops_at(hex).filter(|it| !leaving.contains(it) && able(it) && pays(it));
        let mut options: SmallVec<[Option<UnitId>; 8]> = SmallVec::from_slice(&[None]);
        options.extend(others.map(Some));
        match cx.choose(g, ask(TOGETHER, Topic::LeaveAlong { unit, hex }), &options)? {
            Some(other) => leaving.push(other),
            None => break,
        }
    }
    Ok(leaving)
}
