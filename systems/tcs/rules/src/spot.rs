//! Spotting and visibility.

use board::HexId;
use kernel::{Ledger, rules};

use crate::data::{Kind, Light};
use crate::ground::TerrainClass;
use crate::id::{Side, UnitId};
use crate::set::UnitSet;
use crate::state::{Battle, Mode, Place};

rules! {
    SPOT = "tcs.spot.needs-los", "Spotting: line of sight, and no farther than the shifted distance and the visibility";
    BILLIARD = "tcs.spot.shift-billiard", "Target on Billiard Table";
    COVER = "tcs.spot.shift-cover", "Target in Partly Protective or Protective terrain";
    FIRED = "tcs.spot.shift-fired", "Target has a Fired marker or is a Fire Trigger";
    ROAD = "tcs.spot.shift-road", "Target Road Moving";
    MOVE = "tcs.spot.shift-move", "Target in Move mode";
    NIGHT = "tcs.spot.shift-night", "Night";
    TWILIGHT = "tcs.spot.shift-twilight", "Twilight";
    TARGET_DUG_IN = "tcs.spot.shift-target-dug-in", "Target Dug-In";
    SPOTTER_DUG_IN = "tcs.spot.shift-firer-dug-in", "Spotter Dug-In";
    SMOKE = "tcs.spot.shift-smoke", "Smoke";
    ZONE = "tcs.spot.shift-zone", "Artillery attack zone";
    SHAKEN = "tcs.spot.shift-morale", "Suppressed or Paralysed";
}

/// May `spotter` spot `target` now (tcs.spot.per-unit, tcs.spot.continuous)?
#[must_use]
pub fn spots(g: &Battle, spotter: UnitId, target: UnitId) -> bool {
    // tcs.spot.who: passengers do not spot and are no targets of their own.
    if !g[spotter].is_on_map() || !g[target].is_on_map() {
        return false;
    }
    let (Some(from), Some(to)) = (g.hex(spotter), g.hex(target)) else { return false };
    let distance = g.data.distance(from, to);
    if !is_visible(g, to, distance) {
        return false;
    }
    let mut shift = kernel::Sum::default();
    shifts(g, spotter, target, &mut shift);
    let reach = g.data.tables.spotting.distance(start(g, target), shift.total());
    // The line is looked at last: smoke on the way takes longest.
    reach.is_none_or(|it| distance <= u32::from(it)) && g.data.ground.sees_past(&g.smoke, from, to)
}

/// tcs.spot.start-by-kind: tcs.spot.start-a-at, tcs.spot.start-ig-aa-arty, tcs.spot.start-vehicle
#[must_use]
pub fn start(g: &Battle, target: UnitId) -> u8 {
    let start = &g.data.tables.spotting.start;
    match g.card(target).kind {
        Kind::AtGun => start.at_gun,
        Kind::InfantryGun => start.infantry_gun,
        Kind::AaGun => start.aa_gun,
        Kind::Artillery => start.artillery,
        Kind::Vehicle => start.vehicle,
        Kind::Carrier => start.carrier,
        Kind::Infantry | Kind::MachineGun | Kind::Mortar => start.a_target,
    }
}

/// Places along the scale, for one spotter and one target.
pub fn shifts(g: &Battle, spotter: UnitId, target: UnitId, ledger: &mut impl Ledger) {
    let table = &g.data.tables.spotting.shifts;
    let (Some(from), Some(to)) = (g.hex(spotter), g.hex(target)) else { return };
    let unit = &g[target];
    // tcs.spot.cover-hex-only
    match g.data.ground.class(to) {
        TerrainClass::Billiard => ledger.add(BILLIARD, table.billiard.value),
        TerrainClass::PartlyProtective | TerrainClass::Protective => {
            ledger.add(COVER, table.cover.value);
        }
        TerrainClass::Open | TerrainClass::Other => (),
    }
    // tcs.spot.shift-fired-once: whoever is a Fire Trigger has the marker already.
    if unit.fired {
        ledger.add(FIRED, table.fired.value);
    }
    // tcs.spot.shift-road-and-move
    if unit.road_moving {
        ledger.add(ROAD, table.road_moving.value);
    }
    match unit.mode {
        Mode::Move => ledger.add(MOVE, table.move_mode.value),
        Mode::DugIn => ledger.add(TARGET_DUG_IN, table.target_dug_in.value),
        Mode::Fire => (),
    }
    match g.light() {
        // tcs.night.lit-replaces, tcs.night.lit-target
        Light::Night if g.lit.contains(to) => ledger.add(NIGHT, table.night_lit.value),
        Light::Night => ledger.add(NIGHT, table.night.value),
        Light::Twilight => ledger.add(TWILIGHT, table.twilight.value),
        Light::Day => (),
    }
    if g[spotter].mode == Mode::DugIn {
        ledger.add(SPOTTER_DUG_IN, table.spotter_dug_in.value);
    }
    for hex in [from, to] {
        if g.smoke.contains(hex) {
            ledger.add(SMOKE, table.smoke.value);
        }
        if g.zone.contains(hex) {
            ledger.add(ZONE, table.attack_zone.value);
        }
    }
    for id in [spotter, target] {
        if !g[id].is_normal() {
            ledger.add(SHAKEN, table.suppressed_or_paralysed.value);
        }
    }
}

/// tcs.spot.by-side
#[must_use]
pub fn is_spotted(g: &Battle, by: Side, target: UnitId) -> bool {
    let Place::Hex(to) = g[target].place else { return false };
    let eyes = g.occupied[by.index()].intersect(g.data.ground.field(to));
    eyes.iter().any(|hex| g.stack_of(by, hex).any(|it| spots(g, it, target)))
}

/// Enemy combat units that a side has spotted.
#[must_use]
pub fn spotted(g: &Battle, by: Side) -> UnitSet {
    let enemies = g.on_map(by.other()).filter(|it| g.card(it.0).is_combat());
    enemies.map(|it| it.0).filter(|it| is_spotted(g, by, *it)).collect()
}

/// Line of sight within visibility (tcs.vis.limit, tcs.los.smoke).
#[must_use]
#[inline]
pub fn sees(g: &Battle, from: HexId, to: HexId) -> bool {
    is_visible(g, to, g.data.distance(from, to)) && g.data.ground.sees_past(&g.smoke, from, to)
}

#[inline]
fn is_visible(g: &Battle, target: HexId, distance: u32) -> bool {
    visibility(g, target).is_none_or(|it| distance <= u32::from(it))
}

/// How far this hex can be seen; `None` is unlimited (tcs.vis.source, tcs.vis.lit-hex).
#[must_use]
pub fn visibility(g: &Battle, target: HexId) -> Option<u8> {
    match g.light() {
        Light::Night if !g.lit.contains(target) => g.data.visibility.night,
        light => of_light(g, light),
    }
}

/// The visibility of the turn, without illumination.
#[must_use]
pub fn of_turn(g: &Battle) -> Option<u8> {
    match g.light() {
        Light::Night => g.data.visibility.night,
        light => of_light(g, light),
    }
}

/// tcs.vis.weather-table: the weather changes day and twilight; what is lit at night is seen as by day.
fn of_light(g: &Battle, light: Light) -> Option<u8> {
    if let Some(row) = g.weather.and_then(|it| g.data.weather.get(usize::from(it))) {
        return row.visibility;
    }
    match light {
        Light::Twilight => g.data.visibility.twilight,
        Light::Day | Light::Night => g.data.visibility.day,
    }
}
