//! Who may come onto a sheet that exists, and command checks.

use board::HexId;
use kernel::{Rule, rules};

use super::order::{Life, Order};
use super::{Situation, Status, Unit};
use crate::id::UnitId;
use crate::tables::Tables;

rules! {
    FORCE = "tcs.cmd.one-force-a-sheet", "All units of a sheet belong to one force";
    ADD = "tcs.prep.add-implemented", "Inside the operations area and near a unit of the sheet";
    ADD_PREPARING = "tcs.prep.add-preparing", "No roll while the sheet is prepared";
    LOCATION = "tcs.prep.add-prepared-location", "Its unit location lies in the objective";
    CHECK = "tcs.cmd.check", "A die above the Command Prep value";
    RESERVE = "tcs.prep.reserve-check", "The Reserve is released";
    RESERVE_CONTACT = "tcs.prep.reserve-contact", "A unit of the Reserve was fired upon";
    ALTERNATE = "tcs.prep.alternate-check", "The Alternate takes the place of the sheet";
    RALLY_FIRST = "tcs.end.withdraw-new-sheet", "Implementation waits until every unit has rallied";
    ARRIVED = "tcs.reinf.prepare", "Implementation waits for a unit on the map";
}

/// Whether a unit may join: on a sheet in preparation by right, on one in force by a command check besides.
pub fn may_join<S: Situation>(s: &S, order: &Order, id: UnitId) -> Result<(), Rule> {
    let unit = s.unit(id);
    let force = order.members.first().map(|it| s.unit(it.unit).force);
    if force != Some(unit.force) {
        return Err(FORCE);
    }
    match order.life {
        Life::Preparing => Ok(()),
        // In force it would be at once.
        Life::Implemented if unit.status == Status::Withdrawing => Err(RALLY_FIRST),
        Life::Implemented if is_near(s, order, &unit) => Ok(()),
        _ => Err(ADD),
    }
}

/// tcs.prep.add-implemented
fn is_near<S: Situation>(s: &S, order: &Order, unit: &Unit) -> bool {
    let reach = u32::from(s.tables().limits.add_distance);
    let map = s.ground().map();
    let Some(hex) = unit.place() else { return false };
    let mut others = order.members.iter().filter_map(|it| s.unit(it.unit).place());
    order.plan.area.contains(hex) && others.any(|it| map.distance(hex, it) <= reach)
}

/// tcs.prep.add-prepared-location: asked of a Prepared Defence alone.
pub fn may_locate(order: &Order, hex: HexId) -> Result<(), Rule> {
    if order.plan.objective.contains(hex) { Ok(()) } else { Err(LOCATION) }
}

/// tcs.cmd.check: what one die says.
#[must_use]
pub fn succeeds(tables: &Tables, command_prep: u8, modifier: i32, roll: i32) -> bool {
    let check = &tables.command_check;
    // A natural 6 and a natural 1 are what they are, whatever is added.
    roll != check.never && (roll == check.always || i32::from(command_prep) < roll + modifier)
}

/// The rolls of six that succeed.
#[must_use]
pub fn chances(tables: &Tables, command_prep: u8, modifier: i32) -> u8 {
    (1..=6).filter(|it| succeeds(tables, command_prep, modifier, *it)).count() as u8
}

/// tcs.prep.reserve-contact
#[must_use]
pub fn reserve_modifier<S: Situation>(s: &S, order: &Order) -> i32 {
    let contact = order.members.iter().any(|it| s.unit(it.unit).fired_upon);
    if contact { s.tables().command_check.reserve_contact } else { 0 }
}

/// Whether nothing about its units keeps a prepared sheet from its throw.
pub fn may_implement<S: Situation>(s: &S, order: &Order) -> Result<(), Rule> {
    let units = || order.members.iter().map(|it| s.unit(it.unit)).filter(|it| 0 < it.steps);
    if units().any(|it| it.status == Status::Withdrawing) {
        return Err(RALLY_FIRST);
    }
    if units().all(|it| it.hex.is_none()) {
        return Err(ARRIVED);
    }
    Ok(())
}
