//! Tables of fire, spotting, morale, AT rolls and sorties.

use kernel::Bounds as _;
use serde::Deserialize;

use super::{Column, Figure, Flag};
use crate::ground::TerrainClass;

/// tcs.fire.results
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum FireResult {
    NoEffect,
    /// tcs.fire.check-always: a Morale Check, after this many steps are lost.
    Check(u8),
}

impl TryFrom<String> for FireResult {
    type Error = String;
    fn try_from(text: String) -> Result<FireResult, String> {
        match text.as_str() {
            "NE" => Ok(FireResult::NoEffect),
            "MC" => Ok(FireResult::Check(0)),
            _ => match text.strip_prefix('-').and_then(|it| it.parse().ok()) {
                Some(steps @ 1..=9) => Ok(FireResult::Check(steps)),
                _ => Err(format!("\"{text}\" is no result: NE, MC or -1 to -9")),
            },
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireColumn {
    pub label: String,
    /// The least area strength that enters here.
    pub from: u16,
    pub cells: Column<FireResult>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnusedColumn {
    pub reading: String,
    pub label: String,
    pub cells: Column<FireResult>,
}

impl super::Tables {
    /// tcs.area.4-column: the column that contains a strength.
    #[must_use]
    pub fn area_column(&self, strength: u16) -> i32 {
        self.fire.iter().rposition(|it| it.from <= strength).unwrap_or_default() as i32
    }
    /// tcs.point.header
    #[must_use]
    pub fn point_column(&self, steps: u16) -> i32 {
        let band = self.point_steps.bands.iter().rfind(|it| it.from <= steps);
        let label = band.map_or("", |it| it.column.as_str());
        self.fire.iter().position(|it| it.label == label).unwrap_or_default() as i32
    }
    /// tcs.fire.left-edge, tcs.fire.right-edge
    #[must_use]
    pub fn fire_column(&self, column: i32) -> Option<&FireColumn> {
        let last = self.fire.len() as i32 - 1;
        usize::try_from(column.at_most(last)).ok().and_then(|it| self.fire.get(it))
    }
    /// tcs.morale.low-end, tcs.morale.high-end
    #[must_use]
    pub fn morale_column(&self, sum: i32) -> &MoraleColumn {
        let last = self.morale.len() as i32;
        &self.morale[(sum.at_most(last).at_least(1) - 1) as usize]
    }
}

/// tcs.table.p-header
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointSteps {
    pub flag: Flag,
    pub bands: Vec<PointBand>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointBand {
    pub from: u16,
    pub column: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stacking {
    pub bands: Vec<StackingBand>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackingBand {
    pub from: u16,
    pub shift: i32,
    /// tcs.area.stacking-star: only against artillery and unspotted SFAs.
    pub starred: bool,
}

impl Stacking {
    #[must_use]
    pub fn shift(&self, steps: u16, starred_too: bool) -> i32 {
        match self.bands.iter().rfind(|it| it.from <= steps) {
            Some(it) if starred_too || !it.starred => it.shift,
            _ => 0,
        }
    }
}

kernel::words! {
    /// tcs.unit.trajectories
    pub enum Trajectory: "trajectory" {
        Inf = "inf", "infantry";
        Low = "low";
        High = "high";
        Mortar = "mortar";
    }
}

impl Trajectory {
    /// tcs.unit.low-trajectory
    #[must_use]
    pub const fn is_low(self) -> bool {
        matches!(self, Trajectory::Inf | Trajectory::Low)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaRange {
    /// Where each band of distances begins.
    pub from: Vec<u16>,
    pub inf: Vec<i32>,
    pub low: Vec<i32>,
    pub high: Vec<i32>,
    pub mortar: Vec<i32>,
}

impl AreaRange {
    #[must_use]
    pub fn shift(&self, class: Trajectory, distance: u32) -> i32 {
        let band = self.from.iter().rposition(|it| u32::from(*it) <= distance).unwrap_or_default();
        let row = match class {
            Trajectory::Inf => &self.inf,
            Trajectory::Low => &self.low,
            Trajectory::High => &self.high,
            Trajectory::Mortar => &self.mortar,
        };
        row[band]
    }
    pub(super) fn is_whole(&self) -> bool {
        let rows = [&self.inf, &self.low, &self.high, &self.mortar];
        !self.from.is_empty() && rows.iter().all(|it| it.len() == self.from.len())
    }
}

/// tcs.point.2-range
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointRange {
    pub close: i32,
    pub nominal: i32,
    pub long: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differential {
    pub bands: Vec<DifferentialBand>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferentialBand {
    pub from: i32,
    pub shift: i32,
}

impl Differential {
    /// tcs.point.differential-floor: `None` is not allowed.
    #[must_use]
    pub fn shift(&self, differential: i32) -> Option<i32> {
        self.bands.iter().rfind(|it| it.from <= differential).map(|it| it.shift)
    }
}

/// tcs.table.terrain-pairs: the normal figure, then the one against an unspotted target.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostureTable {
    pub flag: Flag,
    pub billiard: PostureRow,
    pub open: PostureRow,
    pub partly_protective: PostureRow,
    pub protective: PostureRow,
    /// tcs.area.terrain-star
    pub billiard_vehicles: StarRow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostureRow {
    #[serde(rename = "move")]
    pub moving: [i32; 2],
    pub fire: [i32; 2],
    pub dug_in: [i32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StarRow {
    #[serde(rename = "move")]
    pub moving: i32,
    pub fire: i32,
}

impl PostureTable {
    #[must_use]
    pub const fn row(&self, class: TerrainClass) -> &PostureRow {
        match class {
            TerrainClass::Billiard => &self.billiard,
            TerrainClass::Open | TerrainClass::Other => &self.open,
            TerrainClass::PartlyProtective => &self.partly_protective,
            TerrainClass::Protective => &self.protective,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireModifiers {
    pub night: Figure,
    pub lit_or_twilight: Figure,
    pub road_moving: Figure,
    pub all_suppressed_or_paralysed: Figure,
    pub tank_cover: Figure,
    pub firer_suppressed_or_paralysed: Figure,
    pub cross_fire: Figure,
    pub attack_zone: Figure,
    pub smoke: Figure,
}

/// tcs.morale.results, from good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoraleResult {
    NoEffect,
    Suppressed,
    Syr,
    Paralysed,
    Surrender,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleColumn {
    pub label: String,
    pub sum: i32,
    pub cells: Column<MoraleResult>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleModifiers {
    pub attack_zone: Figure,
    pub paralysed: Figure,
    pub night: Figure,
    pub dug_in: Figure,
    pub armour: Figure,
    pub cross_fire: Figure,
    pub cover: Figure,
    pub no_low_trajectory: Figure,
    pub unassigned: Figure,
}

/// tcs.spot.range-scale
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spotting {
    pub scale: Vec<u8>,
    pub start: SpottingStart,
    pub shifts: SpottingShifts,
}

impl Spotting {
    /// tcs.spot.shifts-columns, tcs.spot.clamp: from the place of `start`, so many places along; `None` is unlimited.
    #[must_use]
    pub fn distance(&self, start: u8, shift: i32) -> Option<u8> {
        let place = self.scale.iter().position(|it| *it == start).unwrap_or_default() as i32;
        let place = (place + shift).at_least(0);
        self.scale.get(place as usize).copied()
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpottingStart {
    pub a_target: u8,
    pub at_gun: u8,
    pub infantry_gun: u8,
    pub aa_gun: u8,
    pub artillery: u8,
    pub vehicle: u8,
    pub carrier: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpottingShifts {
    pub billiard: Figure,
    pub cover: Figure,
    pub fired: Figure,
    pub road_moving: Figure,
    pub move_mode: Figure,
    pub night: Figure,
    pub night_lit: Figure,
    pub twilight: Figure,
    pub target_dug_in: Figure,
    pub spotter_dug_in: Figure,
    pub smoke: Figure,
    pub attack_zone: Figure,
    pub suppressed_or_paralysed: Figure,
}

/// tcs.arty.adj-throw
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shoot {
    NoShoot,
    Scatter,
    BadShoot,
    GoodShoot,
}

/// tcs.at.throw
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// In the hex, at one hex.
    pub billiard_or_open: [i32; 2],
    pub partly_protective: [i32; 2],
    pub protective: [i32; 2],
    pub raw_loss: i32,
    pub dark_visibility: u8,
    pub soft_defence: u8,
    pub smoke: Figure,
    pub with_infantry: Figure,
    pub firer_suppressed_or_paralysed: Figure,
    pub attack_zone: Figure,
    pub dark: Figure,
    pub road_moving: Figure,
    pub soft: Figure,
}

impl At {
    #[must_use]
    pub const fn needed(&self, class: TerrainClass, distance: u32) -> i32 {
        let row = match class {
            TerrainClass::Billiard | TerrainClass::Open | TerrainClass::Other => {
                &self.billiard_or_open
            }
            TerrainClass::PartlyProtective => &self.partly_protective,
            TerrainClass::Protective => &self.protective,
        };
        row[if distance == 0 { 0 } else { 1 }]
    }
}

/// tcs.air.success-throw
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sortie {
    pub open_or_billiard: i32,
    pub partly_or_protective: i32,
    pub full_woods: i32,
    pub vehicle_or_carrier: Figure,
    pub move_mode: Figure,
    pub aa_gun: Figure,
    pub no_spotter: Figure,
}

/// tcs.air.point-throw
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortiePoint {
    pub soft_defence: u8,
    pub cover: Figure,
    pub move_mode: Figure,
    pub soft: Figure,
    pub dug_in: Figure,
}
