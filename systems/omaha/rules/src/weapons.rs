//! Section 6.2: who has which weapons.

use board::HexId;

use crate::attack::terrain::crossing;
use crate::data::{Reach, UnitId, UnitKind, Weapons};
use crate::state::Day;

/// A tank has its machine guns and riflemen with it so close to the target (omaha.weap.tank-near).
const TANK_NEAR: u32 = 3;

/// Weapons a unit brings to an attack on a hex, by the weapons chart. What several bring is taken together
/// (omaha.weap.union); FL is nobody's (omaha.weap.flanking).
#[must_use]
pub fn of(g: &Day, unit: UnitId, target: HexId) -> Weapons {
    let chart = &g.data().tables.weapons;
    let Some(hex) = g[unit].hex() else { return Weapons::NONE };
    match g.kind(unit) {
        UnitKind::Infantry | UnitKind::Ranger => infantry(g, unit, hex, target),
        // omaha.weap.tank-far
        UnitKind::Tank if TANK_NEAR < g.data().map.distance(hex, target) => chart.tank_far,
        UnitKind::Tank => chart.tank_near,
        // omaha.weap.artillery, omaha.weap.other-constant
        UnitKind::Artillery | UnitKind::SpArtillery | UnitKind::DukwArtillery => chart.artillery,
        // omaha.weap.anti-tank, omaha.weap.anti-air, omaha.weap.sp-anti-air
        UnitKind::AntiTank => chart.anti_tank,
        UnitKind::AntiAir => chart.anti_air,
        UnitKind::SpAntiAir => chart.sp_anti_air,
        // omaha.weap.hq is for those it commands: see `attack::strength::weapons`.
        UnitKind::Hq | UnitKind::General => Weapons::NONE,
    }
}

/// omaha.weap.full-infantry, omaha.weap.heavy-adjacent, omaha.weap.heavy-distant
fn infantry(g: &Day, unit: UnitId, hex: HexId, target: HexId) -> Weapons {
    let chart = &g.data().tables.weapons;
    let Some(line) = g.data().units[unit.index()].line(g[unit].steps) else {
        return Weapons::NONE;
    };
    // omaha.weap.reduced-infantry
    if !g.is_full(unit) {
        return line.weapons;
    }
    match line.range {
        Reach::None => chart.infantry,
        // omaha.weap.heavy-across-bluff: where it may not attack it only fires; down a bluff it may
        // (omaha.ruling.heavy-down-bluff).
        _ if crossing(g, hex, target).is_none() => chart.heavy_distant,
        _ => chart.heavy_adjacent,
    }
}

/// Does the unit itself have a radio (omaha.naval.reduced-radio)?
#[must_use]
pub fn has_radio(g: &Day, unit: UnitId, target: HexId) -> bool {
    of(g, unit, target).contains(crate::data::Weapon::Rd)
}
