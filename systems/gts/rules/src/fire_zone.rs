//! Sections 6 to 8: sighting, ranges and Fire Zones.

use board::HexId;
use kernel::{Bounds, rules};

use crate::data::{Colour, PrintedRange, Side, UnitId, Weather};
use crate::set::{HexSet, UnitSet};
use crate::state::Battle;

// How a line runs is worked out by `board::sight`, by these statements: gts.los.adjacent, gts.los.end-hexes, gts.los.light-cover,
// gts.los.crest-exception, gts.los.crest-two, gts.los.hexside-s0, gts.los.hexside-s1, gts.los.hexside-crest-s0, gts.ruling.vertex.

rules! {
    RANGE_ADJACENT = "gts.range.adjacent-enemy", "Next to an enemy: range 1";
    ZONE = "gts.fz.definition", "Fire Zone";
    LOS = "gts.los.definition", "Line of sight";
    LOS_BLOCKERS = "gts.los.blockers", "Barrages and blocking terrain";
    LOS_LIGHT = "gts.los.light-cover", "The second hex of light cover blocks";
    LOS_CREST = "gts.los.crest-exception", "A crest blocks unless it is the only one and borders an end";
    LOS_CREST_ALONG = "gts.los.hexside-s1", "A line along a hexside";
    LOS_STRONGPOINT = "gts.los.strongpoint", "A strongpoint sees through two blockers";
    SIGHTING = "gts.los.sighting-s0", "Sighting range";
    BOCAGE = "gts.los.bocage-spotting", "A unit in bocage is seen only from next to it";
}

/// T13: how far anybody sees this turn, as worked out when the turn began.
#[must_use]
#[inline]
pub fn sighting_range(g: &Battle) -> u8 {
    g.sighting
}

/// gts.los.sighting-s0, gts.los.sighting-s1, gts.los.overcast-night-s1: to be called when turn or weather change.
pub fn note_sighting_range(g: &mut Battle) {
    let (table, edition) = (&g.data().tables.sighting, g.scene.edition());
    g.sighting = match (g.weather, g.is_night()) {
        (Weather::Rain, _) => table.rain,
        (Weather::Fog, _) => table.fog,
        // gts.los.sighting-extra
        (Weather::Mist, _) => table.mist,
        (Weather::Sandstorm, _) => table.sandstorm,
        (Weather::Storm, false) => table.storm_day,
        (Weather::Storm, true) => table.storm_night,
        (Weather::Clear, true) => edition.sighting_clear_night,
        (Weather::Overcast, true) => edition.sighting_overcast_night,
        (_, false) => table.day,
    };
}

/// Current Direct Fire range; `None` for a unit that cannot Direct Fire (gts.range.none).
#[must_use]
#[inline]
pub fn direct_range(g: &Battle, id: UnitId) -> Option<u8> {
    let unit = &g[id];
    // gts.fz.suppressed: a Suppressed unit has Fire Rating No. gts.beach.drift-in-turn: it is still wading.
    if unit.suppressed || 0 < unit.drift {
        return None;
    }
    let face = g.face(id);
    let (_, colour) = face.fire?;
    let limits = &g.data().tables.limits;
    let range = match colour {
        Colour::Green => return None,
        // gts.range.artillery
        Colour::Orange | Colour::Black | Colour::Brown => limits.artillery_direct_range,
        // gts.range.printed, gts.range.unprinted
        _ => match face.range {
            PrintedRange::Unprinted => limits.unprinted_range,
            PrintedRange::Hexes(range) => range,
            // gts.range.star
            PrintedRange::Any => u8::MAX,
        },
    };
    // gts.range.smallest: these are limits on Direct Fire alone (gts.range.direct-only). gts.range.adjacent-enemy,
    // gts.range.barrage-s0, gts.range.barrage-s1
    let spared = unit.parked && g.scene.edition().barrage_range_park_exempt;
    let shelled = || !spared && unit.hex().is_some_and(|hex| g.barrage(hex).is_some());
    if g.close.contains(id) || shelled() {
        return Some(range.at_most(limits.restricted_range));
    }
    Some(range)
}

/// Is the hex in the unit's Fire Zone (gts.fz.definition)? Without Direct Fire range there is none (gts.fz.none); a light
/// mortar has one like any other (gts.fz.light-mortar), and a barrage leaves one of range 1 (gts.fz.under-barrage).
#[must_use]
#[inline]
pub fn in_zone(g: &Battle, id: UnitId, hex: HexId) -> bool {
    let Some(from) = g[id].hex() else { return false };
    // Most see nothing of a hex: the cheapest question first.
    let plain = !g.scene.strongpoint.contains(from);
    if plain && !g.data().sight.field(from, g.sighting).contains(hex) {
        return false;
    }
    let Some(range) = direct_range(g, id) else { return false };
    let range = range.at_most(g.sighting);
    // gts.fz.entry-hex-unit; entry hexes are in nobody's zone.
    if from == hex || g.is_entry_hex(from) || g.is_entry_hex(hex) {
        return false;
    }
    sees(g, from, hex, range)
}

/// Line of sight within `range`, with what barrages and strongpoints change.
#[must_use]
#[inline]
pub fn sees(g: &Battle, from: HexId, to: HexId, range: u8) -> bool {
    let scene = &g.scene;
    if is_strongpoint(g, from) {
        // gts.los.strongpoint: the observer's privilege; nobody looks back through it (gts.los.one-way).
        return u32::from(range) >= scene.data.map.distance(from, to) && {
            let through = scene.data.tables.limits.strongpoint_see_through;
            blockers(g, from, to) <= through
        };
    }
    if !scene.data.sight.field(from, range).contains(to) {
        return false;
    }
    !is_barrage_between(g, from, to) || blockers(g, from, to) == 0
}

/// Could a barrage lie on the line? Every hex a line touches is on a shortest way between its ends, which is quickly seen.
#[inline]
fn is_barrage_between(g: &Battle, from: HexId, to: HexId) -> bool {
    let map = &g.data().map;
    !g.barrages.is_empty() && {
        let whole = map.distance(from, to);
        g.barrages.iter().any(|(hex, _)| map.distance(from, *hex) + map.distance(*hex, to) == whole)
    }
}

/// Does a barrage lie so near that it could hide anything within `range`?
#[inline]
fn is_barrage_near(g: &Battle, from: HexId, range: u8) -> bool {
    let map = &g.data().map;
    g.barrages.iter().any(|(hex, _)| map.distance(from, *hex) <= u32::from(range))
}

/// gts.barrage.rubble destroys a Strongpoint.
#[inline]
fn is_strongpoint(g: &Battle, hex: HexId) -> bool {
    g.scene.strongpoint.contains(hex) && !g.rubble.contains(&hex)
}

/// Blocking hexes and hexsides between two hexes, barrages included (gts.los.count-blockers).
#[must_use]
pub fn blockers(g: &Battle, from: HexId, to: HexId) -> u8 {
    let data = g.data();
    if g.barrages.is_empty() {
        return data.sight.blockers(from, to);
    }
    let veil: smallvec::SmallVec<[HexId; 8]> = g.barrages.iter().map(|(hex, _)| *hex).collect();
    data.sight.blockers_with(&data.map, &veil, from, to)
}

/// The whole Fire Zone of a unit.
#[must_use]
pub fn zone(g: &Battle, id: UnitId) -> HexSet {
    let none = HexSet::default();
    let Some(from) = g[id].hex() else { return none };
    let Some(range) = direct_range(g, id) else { return none };
    let range = range.at_most(g.sighting);
    if g.is_entry_hex(from) || range == 0 {
        return none;
    }
    let scene = &g.scene;
    let mut zone = match scene.strongpoint_field(from, range).filter(|_| is_strongpoint(g, from)) {
        Some(field) => *field,
        None => scene.data.sight.field(from, range).set(),
    };
    zone.remove(from);
    zone = zone.and_not(&scene.entry[0]).and_not(&scene.entry[1]);
    if is_barrage_near(g, from, range) {
        for hex in zone.iter() {
            if !sees(g, from, hex, range) {
                zone.remove(hex);
            }
        }
    }
    zone
}

/// Every hex in the Fire Zone of some unit of `side`: the enemy Fire Zone of the other (gts.fz.efz, gts.fz.no-cancel).
#[must_use]
pub fn zones(g: &Battle, side: Side) -> HexSet {
    let scene = &g.scene;
    let mut all = HexSet::default();
    for (id, from) in g.on_map(side) {
        let Some(range) = direct_range(g, id) else { continue };
        let range = range.at_most(g.sighting);
        if scene.strongpoint.contains(from) || is_barrage_near(g, from, range) {
            all = all.union(&zone(g, id));
        } else if 0 < range && !g.is_entry_hex(from) {
            all.add_words(scene.data.sight.field(from, range).words());
        }
    }
    all.and_not(&scene.entry[0]).and_not(&scene.entry[1])
}

/// Is the hex in an enemy Fire Zone, seen from `side`?
#[must_use]
pub fn is_in_enemy_zone(g: &Battle, side: Side, hex: HexId) -> bool {
    let watched = watching(g, side.other(), hex)
        .iter()
        .any(|from| g.stack(from).any(|id| in_zone(g, id, hex)));
    debug_assert_eq!(watched, g.on_map(side.other()).any(|(id, _)| in_zone(g, id, hex)));
    watched
}

/// Where units of `side` stand that may have the hex in their Fire Zone. The table of sight is the same both ways, so it is
/// asked once, not for every unit; what a strongpoint sees is not in it.
pub(crate) fn watching(g: &Battle, side: Side, hex: HexId) -> HexSet {
    let seen: HexSet = g.data().sight.field(hex, g.sighting).set();
    g.occupied[side.index()].intersect(&seen.union(&g.scene.strongpoint))
}

/// gts.los.bocage-spotting (S0): a unit in bocage is not seen unless an enemy stands next to it.
#[must_use]
pub fn is_hidden(g: &Battle, target: UnitId) -> bool {
    let Some(hex) = g[target].hex() else { return true };
    let data = g.data();
    g.scene.edition().bocage_hides
        && g.scene.bocage[data.map.terrain(hex).index()]
        && !is_next_to(g, hex, &g.occupied[g.side(target).other().index()])
}

/// Does the hex border one of these?
#[inline]
fn is_next_to(g: &Battle, hex: HexId, hexes: &HexSet) -> bool {
    let mut words = g.data().sight.field(hex, 1).words().iter().zip(hexes.words());
    words.any(|(a, b)| a & b != 0)
}

/// Remember who stands next to an enemy as an action begins (gts.range.adjacent-enemy, gts.range.adjacent-trigger).
pub fn note_close_units(g: &mut Battle) {
    let mut close = UnitSet::EMPTY;
    for side in Side::BOTH {
        let enemy = g.occupied[side.other().index()].and_not(&g.scene.entry[side.other().index()]);
        for hex in g.occupied[side.index()].iter() {
            if is_next_to(g, hex, &enemy) {
                for id in g.stack(hex) {
                    close.insert(id);
                }
            }
        }
    }
    g.close = close;
}
