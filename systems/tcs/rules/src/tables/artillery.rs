//! Tables of off-map artillery.

use serde::Deserialize;

use super::{Column, Figure, Share, Shoot};
use kernel::Bounds as _;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjustmentColumn {
    pub column: i32,
    pub cells: Column<Shoot>,
}

impl super::Tables {
    /// tcs.arty.adj-clamp
    #[must_use]
    pub fn adjustment_column(&self, column: i32) -> &AdjustmentColumn {
        let last = self.adjustment.len() as i32;
        &self.adjustment[(column.at_most(last).at_least(1) - 1) as usize]
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjustment {
    pub observer_prepared_defence: Figure,
    pub observer_unassigned_or_move: Figure,
    pub observer_higher: Figure,
    pub twilight: Figure,
    pub night: Figure,
    pub night_lit: Figure,
    pub range_4: Figure,
    pub range_7: Figure,
    /// Metres that count as higher.
    pub height: i32,
    pub near: u32,
    pub far: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrage {
    pub bands: Vec<BarrageBand>,
    pub battery_radius: u8,
    pub battalion_radius: u8,
    pub battalion_batteries: Figure,
    pub he: Strengths,
    pub continuous: Strengths,
    pub fast: Fast,
    /// Of each battery, for one mission.
    pub ammunition: Figure,
}

/// tcs.arty.value
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrageBand {
    pub from: u16,
    pub battery_good: u16,
    pub battery_bad: u16,
    pub battalion_good: u16,
    pub battalion_bad: u16,
}

impl Barrage {
    #[must_use]
    pub fn value(&self, calibre: u16, battalion: bool, good: bool) -> u16 {
        let band = self.bands.iter().rfind(|it| it.from <= calibre).unwrap_or(&self.bands[0]);
        match (battalion, good) {
            (false, true) => band.battery_good,
            (false, false) => band.battery_bad,
            (true, true) => band.battalion_good,
            (true, false) => band.battalion_bad,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strengths {
    pub zone: Share,
    pub adjacent: Share,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fast {
    pub most_mm: u16,
    pub ammunition: u16,
    pub strength: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtilleryPoint {
    pub needed: i32,
    pub small_mm: u16,
    pub fast_fire: Figure,
    pub bad_shoot: Figure,
    pub target_move_mode: Figure,
    pub continuous_fire: Figure,
    pub small_calibre: Figure,
}

/// tcs.arty.scatter-distance
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// By the distance die; beyond the list the opponent places the mission.
    pub hexes: Vec<u8>,
    pub opponent_within: u8,
}
