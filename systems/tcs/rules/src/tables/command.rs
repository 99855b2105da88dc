//! Tables of command.

use serde::Deserialize;

use super::Flag;

/// tcs.prep.row, tcs.prep.column
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandPrep {
    /// By Command Prep plus size, from 1; 0 is a dash (tcs.prep.dash).
    pub rows: Vec<[u8; 11]>,
    pub thresholds: Thresholds,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    pub prepared_defence: [u16; 11],
    pub attack: [u16; 11],
    pub hasty_defence: [u16; 11],
    #[serde(rename = "move")]
    pub moving: [u16; 11],
}

/// tcs.prep.wt-unassigned and following; without a sign (tcs.table.weights-positive)
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedTurns {
    pub unassigned: u16,
    pub assigned_or_night: u16,
    pub contact: u16,
    pub vehicle_sheet: u16,
}

/// tcs.prep.size
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetSize {
    pub flag: Flag,
    /// tcs.prep.alternate-cost
    pub alternate_adds: u8,
    pub bands: Vec<SizeBand>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeBand {
    pub from: u16,
    pub size: u8,
}

/// tcs.cmd.check
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandCheck {
    pub flag: Flag,
    pub always: i32,
    pub never: i32,
    /// tcs.prep.reserve-contact
    pub reserve_contact: i32,
}

/// tcs.cmd.permission-table
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Permissions {
    pub flag: Flag,
    pub attack: PermissionRow,
    pub hasty_defence: PermissionRow,
    pub prepared_defence: PermissionRow,
    #[serde(rename = "move")]
    pub moving: PermissionRow,
    pub reserve: PermissionRow,
    pub withdrawing: PermissionRow,
    pub unassigned: PermissionRow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PermissionRow {
    #[serde(rename = "move")]
    pub moving: Permission,
    pub sfa: Permission,
    pub pfa: Permission,
    pub overwatch: Permission,
    pub assault: Permission,
    pub overrun: Permission,
    pub breach: Permission,
    pub mine_crossing: Permission,
    pub unit_smoke: Permission,
    pub dig_in: Permission,
    pub observe: Permission,
    pub impulse: Permission,
    pub mount: Permission,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
    Yes,
    No,
    PermittedSet,
    Objective,
    UnitLocation,
    HoldingArea,
    TowardsRally,
    #[serde(rename = "not-nearer-within-12")]
    NotNearer,
}

/// tcs.draw.required-attack and following
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Required {
    pub flag: Flag,
    pub attack: RequiredRow,
    #[serde(rename = "move")]
    pub moving: RequiredRow,
    pub hasty_defence: RequiredRow,
    pub prepared_defence: RequiredRow,
    pub reserve: RequiredRow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredRow {
    pub objective: Requirement,
    pub boundaries: Requirement,
    pub line_of_departure: Requirement,
    pub assembly_hex: Requirement,
    pub phase_lines: Requirement,
    pub advance: Requirement,
    pub unit_locations: Requirement,
    pub smoke_areas: Requirement,
    pub failure: Requirement,
    pub branches: Requirement,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Requirement {
    Required,
    Optional,
    WithLineOfDeparture,
    Unused,
}
