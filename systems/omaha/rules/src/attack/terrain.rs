//! Section 12.5: terrain and defence.

use board::HexId;
use kernel::{Rule, rules};

use super::who::Muster;
use crate::data::GermanId;
use crate::ground::{Side, Terrain, between};
use crate::headquarters;
use crate::state::Day;
use crate::tables::Multiplier;
use crate::version;

rules! {
    BUILDINGS = "omaha.def.buildings", "Defender in buildings";
    BOCAGE = "omaha.def.bocage", "Defender in bocage";
    WOODS = "omaha.def.woods", "Defender in woods";
    ORCHARD = "omaha.def.orchard", "Defender in an orchard";
    PAVILION_DRAW = "omaha.def.pavilion-draw", "Defender in a pavilion or draw hex";
    HIGH_CLEAR = "omaha.def.high-clear", "Defender on clear high ground";
    SLOPE = "omaha.def.slope", "Attack across a slope";
    BLUFF_DOWN = "omaha.def.bluff-down", "Attack down across a bluff";
    SHINGLE = "omaha.def.shingle", "Attack across shingle";
    DITCH = "omaha.def.at-ditch", "Attack across an anti-tank ditch";
    WALL = "omaha.def.at-wall", "Attack across an anti-tank wall";
    SEAWALL = "omaha.def.seawall", "Attack across a seawall";
    HEDGE = "omaha.def.hedge", "Attack across a hedge";
    UNMARKED = "omaha.def.unmarked", "Attack across an unmarked hexside";
    SHEER = "omaha.def.sheer", "No attack across a sheer cliff";
    SCALEABLE = "omaha.def.scaleable", "No attack across a scaleable cliff";
    BLUFF_UP = "omaha.def.bluff-up", "No attack up a bluff";
    ARMOUR = "omaha.arm.attack", "Armour has no help of the terrain";
}

const NOTHING: Multiplier = Multiplier { unit: 1, depth: 1 };

/// What helps the defender in an attack, and which line of the terrain defence table it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    pub by: Multiplier,
    pub unit_by: Rule,
    pub depth_by: Rule,
}

/// The larger of hex and hexside, for the unit and for the depth marker (omaha.def.not-cumulative).
#[must_use]
pub fn cover(g: &Day, target: HexId, muster: &Muster, unit: GermanId) -> Cover {
    let data = g.data();
    if data.germans[unit.index()].kind.is_armour() {
        return Cover { by: NOTHING, unit_by: ARMOUR, depth_by: ARMOUR };
    }
    let terrain = data.ground.terrain(target);
    let hex = data.tables.defence_hex.get(terrain as usize).copied().unwrap_or(NOTHING);
    let (side, side_rule) = across(g, target, muster);
    let rule = |side_is_more| if side_is_more { side_rule } else { hex_rule(terrain) };
    Cover {
        by: Multiplier { unit: hex.unit.max(side.unit), depth: hex.depth.max(side.depth) },
        unit_by: rule(hex.unit < side.unit),
        depth_by: rule(hex.depth < side.depth),
    }
}

#[must_use]
pub fn multiplier(g: &Day, target: HexId, muster: &Muster, unit: GermanId) -> Multiplier {
    cover(g, target, muster, unit).by
}

/// The hexside attacked across, if it is the same for all (omaha.def.all-through); several help the defender as little as an
/// unmarked one (omaha.def.least-useful). Those who fire do not matter (omaha.def.ranged-ignored).
fn across(g: &Day, target: HexId, muster: &Muster) -> (Multiplier, Rule) {
    if version::ONE_HEXSIDE_FOR_ALL.holds(g) {
        let mut hexes = muster.adjacent(g, target).map(|it| it.1);
        let first = hexes.next().filter(|first| hexes.all(|it| it == *first));
        let side = first.and_then(|it| passage(g, it, target).ok());
        return side.unwrap_or((NOTHING, UNMARKED));
    }
    // The one least useful to the defender.
    let sides = muster.adjacent(g, target).filter_map(|it| passage(g, it.1, target).ok());
    sides.min_by_key(|it| (it.0.unit, it.0.depth)).unwrap_or((NOTHING, UNMARKED))
}

/// What a hexside does for the defender; nothing if it may not be attacked across, or the hexes do not touch.
#[must_use]
pub fn crossing(g: &Day, from: HexId, target: HexId) -> Option<Multiplier> {
    passage(g, from, target).ok().map(|it| it.0)
}

/// An attack from one hex into another: what the hexside gives the defender by which line of the table, or why there
/// can be none.
pub fn passage(g: &Day, from: HexId, target: HexId) -> Result<(Multiplier, Rule), Rule> {
    let data = g.data();
    let side = between(data, from, target).ok_or(super::who::INFANTRY)?;
    // omaha.att.bluff-up: from the low ground nobody attacks up; omaha.att.bluff-down: down one may.
    if side == Side::Bluff && data.ground.is_low(from) && data.ground.is_high(target) {
        return Err(BLUFF_UP);
    }
    let side = if is_opened(g, side, from, target) { Side::None } else { side };
    let by = data.tables.defence_side[side as usize].ok_or(side_rule(side))?;
    Ok((by, side_rule(side)))
}

/// Shingle and anti-tank obstacles in the range of an engineer base do not help the defender
/// (omaha.def.cleared-obstacle, omaha.base.hexsides).
fn is_opened(g: &Day, side: Side, from: HexId, target: HexId) -> bool {
    let engineer = g.data().tables.move_side[side as usize].pass.engineer;
    engineer && (headquarters::serves(g, from) || headquarters::serves(g, target))
}

/// The line of the table for the defender's hex.
const fn hex_rule(terrain: Terrain) -> Rule {
    match terrain {
        Terrain::Buildings => BUILDINGS,
        Terrain::Bocage => BOCAGE,
        Terrain::Woods => WOODS,
        Terrain::Orchard => ORCHARD,
        Terrain::Pavilion | Terrain::Draw => PAVILION_DRAW,
        Terrain::Clear | Terrain::Beach | Terrain::Rough | Terrain::Sea => HIGH_CLEAR,
    }
}

/// The line of the table for a hexside; a slope is the same both ways (omaha.def.slope-direction).
const fn side_rule(side: Side) -> Rule {
    match side {
        Side::None => UNMARKED,
        Side::Hedge => HEDGE,
        Side::Seawall => SEAWALL,
        Side::Shingle => SHINGLE,
        Side::Ditch => DITCH,
        Side::Wall => WALL,
        Side::Slope => SLOPE,
        Side::Bluff => BLUFF_DOWN,
        Side::Scaleable => SCALEABLE,
        Side::Sheer => SHEER,
    }
}
