//! What a mission allows (tcs.cmd.two-limits: the mission limits what, the drawing where).

use board::HexId;
use kernel::{Rule, rules};

use super::Status;
use super::order::Order;
use super::value::Mission;
use crate::id::UnitId;
use crate::tables::{Permission, PermissionRow, Tables};

rules! {
    ATTACK = "tcs.cmd.attack-may", "An attacker does not dig in";
    HASTY = "tcs.cmd.hasty-may", "A Hasty Defence fights in its objective, and neither breaches nor digs in";
    PREPARED = "tcs.cmd.prepared-may", "A Prepared Defence holds its unit locations";
    MOVE = "tcs.cmd.move-may", "A unit on a Move sheet does not attack";
    RESERVE = "tcs.cmd.reserve-may", "A Reserve waits in its holding area";
    WITHDRAWING = "tcs.cmd.withdrawing-may", "A Withdrawing unit goes to its rally hex and nothing else";
    NO_SFA = "tcs.cmd.unassigned-no-sfa", "An Unassigned unit makes no SFA";
    NO_ATTACK = "tcs.cmd.unassigned-no-attack", "An Unassigned unit does not attack, breach, smoke or dig in";
    TABLE = "tcs.cmd.permission-table", "What a mission allows";
}

/// An action of step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Move,
    Sfa,
    Pfa,
    Overwatch,
    Assault,
    Overrun,
    Breach,
    MineCrossing,
    UnitSmoke,
    DigIn,
    Observe,
    Impulse,
    Mount,
}

impl Action {
    pub const ALL: [Action; 13] = [
        Action::Move,
        Action::Sfa,
        Action::Pfa,
        Action::Overwatch,
        Action::Assault,
        Action::Overrun,
        Action::Breach,
        Action::MineCrossing,
        Action::UnitSmoke,
        Action::DigIn,
        Action::Observe,
        Action::Impulse,
        Action::Mount,
    ];
}

/// The cell of the table for a unit of this status under these orders.
#[must_use]
pub fn permission(
    tables: &Tables,
    status: Status,
    order: Option<&Order>,
    action: Action,
) -> Permission {
    cell(row(tables, status, order.map(Order::mission)), action)
}

fn row(tables: &Tables, status: Status, mission: Option<Mission>) -> &PermissionRow {
    let rows = &tables.permissions;
    match (status, mission) {
        (Status::Withdrawing, _) => &rows.withdrawing,
        (Status::Assigned, Some(Mission::Attack)) => &rows.attack,
        (Status::Assigned, Some(Mission::Move)) => &rows.moving,
        (Status::Assigned, Some(Mission::HastyDefence)) => &rows.hasty_defence,
        (Status::Assigned, Some(Mission::PreparedDefence)) => &rows.prepared_defence,
        (Status::Assigned, Some(Mission::Reserve)) => &rows.reserve,
        (Status::Unassigned, _) | (Status::Assigned, None) => &rows.unassigned,
    }
}

fn cell(row: &PermissionRow, action: Action) -> Permission {
    match action {
        Action::Move => row.moving,
        Action::Sfa => row.sfa,
        Action::Pfa => row.pfa,
        Action::Overwatch => row.overwatch,
        Action::Assault => row.assault,
        Action::Overrun => row.overrun,
        Action::Breach => row.breach,
        Action::MineCrossing => row.mine_crossing,
        Action::UnitSmoke => row.unit_smoke,
        Action::DigIn => row.dig_in,
        Action::Observe => row.observe,
        Action::Impulse => row.impulse,
        Action::Mount => row.mount,
    }
}

/// Whether a unit of this status may do this at this hex: the hex it stands in, or the one it enters. Steps are put to the step test
/// besides, which asks here first.
pub fn may(
    tables: &Tables,
    id: UnitId,
    status: Status,
    order: Option<&Order>,
    action: Action,
    hex: HexId,
) -> Result<(), Rule> {
    let in_objective = || order.is_some_and(|it| it.plan.objective.contains(hex));
    let allowed = match permission(tables, status, order, action) {
        Permission::No => false,
        Permission::Objective => action == Action::Move || in_objective(),
        Permission::UnitLocation => {
            action == Action::Move || order.and_then(|it| it.plan.location_of(id)) == Some(hex)
        }
        // The step test asks where.
        Permission::Yes
        | Permission::PermittedSet
        | Permission::HoldingArea
        | Permission::TowardsRally
        | Permission::NotNearer => true,
    };
    if allowed { Ok(()) } else { Err(why(status, order.map(Order::mission), action)) }
}

fn why(status: Status, mission: Option<Mission>, action: Action) -> Rule {
    match (status, mission) {
        (Status::Withdrawing, _) => WITHDRAWING,
        (Status::Assigned, Some(Mission::Attack)) => ATTACK,
        (Status::Assigned, Some(Mission::HastyDefence)) => HASTY,
        (Status::Assigned, Some(Mission::PreparedDefence)) => PREPARED,
        (Status::Assigned, Some(Mission::Move)) => MOVE,
        (Status::Assigned, Some(Mission::Reserve)) => RESERVE,
        (Status::Unassigned, _) | (Status::Assigned, None) if action == Action::Sfa => NO_SFA,
        (Status::Unassigned, _) | (Status::Assigned, None) => NO_ATTACK,
    }
}
