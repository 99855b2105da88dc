//! Section 11.2: terrain. May a counter step into the next hex, and how?

use board::{Direction, HexId};
use kernel::Rule;

use crate::data::{Hexes, UnitId, UnitKind};
use crate::ground::{Side, Terrain};
use crate::headquarters;
use crate::rule::rules;
use crate::state::Day;
use crate::tables::{Pass, Passage};

rules! {
    NOT_ADJACENT = "omaha.move.one-hex", "A step leads to an adjacent hex";
    NO_GERMAN = "omaha.move.no-german", "A German unit stands there";
    NO_SEA = "omaha.move.no-sea", "The sea is closed";
    SUBMERGED = "omaha.tide.no-entry", "The hex is under water";
    EAST_ONLY = "omaha.ruling.east-half-boundary", "Only one sector is played";
    WOODS = "omaha.terr.woods", "Woods and orchards: only along a road or trail";
    BOCAGE = "omaha.terr.bocage", "Bocage: only along a road or trail";
    ROUGH = "omaha.terr.rough", "Rough ground is closed";
    MINED = "omaha.terr.mined", "The road is mined";
    HEDGE = "omaha.terr.hedge", "Hedge: only where a road or trail crosses";
    SEAWALL = "omaha.terr.seawall", "Seawall: only where a road crosses";
    SHINGLE = "omaha.terr.shingle", "Shingle stops vehicles and guns";
    DITCH = "omaha.terr.at-ditch", "The anti-tank ditch stops vehicles and guns";
    WALL = "omaha.terr.at-wall", "The anti-tank wall stops vehicles and guns";
    SLOPE = "omaha.terr.slope", "Slope: only where a road or trail crosses";
    BLUFF = "omaha.terr.bluff", "Bluff: only where a road or trail crosses";
    SCALEABLE = "omaha.terr.scaleable", "Only infantry climbs the cliff";
    SHEER = "omaha.terr.sheer", "Nobody climbs a sheer cliff";
    OPEN = "omaha.terr.open", "Open ground";
    BUILDINGS = "omaha.terr.buildings", "Buildings are open to all";
    UNMARKED = "omaha.map.side-none", "Nothing on the hexside";
}

/// How a step crosses its hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Walk,
    /// Infantry over a bluff where no road leads (omaha.terr.bluff).
    Bluff,
    /// Infantry over a scaleable cliff.
    Cliff,
}

/// What stays the same while the moves of many units are listed.
pub struct Outlook {
    pub germans: Hexes,
    /// Inside the range of engineer bases.
    pub served: Hexes,
    /// Inside the range of bases that give free moves this turn.
    pub traffic: Hexes,
}

impl Outlook {
    #[must_use]
    pub fn new(g: &Day) -> Outlook {
        let mut germans = Hexes::EMPTY;
        for (_, hex) in g.germans_on_map() {
            germans.insert(hex);
        }
        let (served, traffic) = headquarters::lanes(g);
        Outlook { germans, served, traffic }
    }
}

/// May this counter step into this hex, as far as Germans, tide and terrain are concerned?
pub fn may_step(g: &Day, unit: UnitId, from: HexId, to: HexId) -> Result<Way, Rule> {
    let direction = g.data().map.direction(from, to).ok_or(NOT_ADJACENT)?;
    step(g, &Outlook::new(g), unit, from, direction, to)
}

/// The same with the outlook at hand. Empty positions may be entered (omaha.move.empty-position), the boundary of
/// sectors may be crossed (omaha.move.boundary).
pub fn step(
    g: &Day,
    outlook: &Outlook,
    unit: UnitId,
    from: HexId,
    direction: Direction,
    to: HexId,
) -> Result<Way, Rule> {
    let data = g.data();
    let terrain = data.ground.terrain(to);
    if terrain == Terrain::Sea {
        return Err(NO_SEA);
    }
    if g.is_submerged(to) {
        return Err(SUBMERGED);
    }
    if outlook.germans.contains(to) {
        return Err(NO_GERMAN);
    }
    if data.plan.only.is_some_and(|it| it != data.ground.sector(to)) {
        return Err(EAST_ONLY);
    }
    let kind = data.units[unit.index()].kind;
    let road = data.ground.road(from, direction).is_some();
    enter(g, outlook, kind, terrain, to, road)?;
    cross(g, outlook, kind, data.ground.side(from, direction), [from, to], road)
}

/// Into the hex. What is closed except along roads opens there; mines and rough do not (omaha.terr.road-override).
fn enter(
    g: &Day,
    outlook: &Outlook,
    kind: UnitKind,
    terrain: Terrain,
    to: HexId,
    road: bool,
) -> Result<(), Rule> {
    let tables = &g.data().tables;
    // omaha.base.lanes
    if g.data().ground.mined.contains(to)
        && pass(&tables.move_mined, kind) != Pass::Yes
        && !(tables.move_mined.engineer && outlook.served.contains(to))
    {
        return Err(MINED);
    }
    match pass(&tables.move_hex[terrain as usize], kind) {
        Pass::Yes => Ok(()),
        Pass::Road if road => Ok(()),
        _ => Err(hex_rule(terrain)),
    }
}

/// Over the hexside. A base serves all hexsides of the hexes in its range (omaha.base.hexsides, omaha.base.lanes);
/// seawalls stay as they are (omaha.base.seawall).
fn cross(
    g: &Day,
    outlook: &Outlook,
    kind: UnitKind,
    side: Side,
    hexes: [HexId; 2],
    road: bool,
) -> Result<Way, Rule> {
    let passage = &g.data().tables.move_side[side as usize].pass;
    match pass(passage, kind) {
        Pass::Yes => Ok(Way::Walk),
        // omaha.terr.bluff-road
        Pass::Road | Pass::Climb if road => Ok(Way::Walk),
        Pass::Climb => Ok(Way::Bluff),
        Pass::ClimbCliff => Ok(Way::Cliff),
        Pass::No | Pass::Road => {
            let opened =
                passage.engineer && hexes.into_iter().any(|it| outlook.served.contains(it));
            if opened { Ok(Way::Walk) } else { Err(side_rule(side)) }
        }
    }
}

/// The column of the table for a kind of counter.
fn pass(passage: &Passage, kind: UnitKind) -> Pass {
    if kind.is_infantry() {
        passage.infantry
    } else if kind.is_leader() {
        passage.leader
    } else {
        passage.other
    }
}

const fn hex_rule(terrain: Terrain) -> Rule {
    match terrain {
        Terrain::Beach | Terrain::Pavilion | Terrain::Draw | Terrain::Clear => OPEN,
        Terrain::Woods | Terrain::Orchard => WOODS,
        Terrain::Bocage => BOCAGE,
        Terrain::Buildings => BUILDINGS,
        Terrain::Rough => ROUGH,
        Terrain::Sea => NO_SEA,
    }
}

const fn side_rule(side: Side) -> Rule {
    match side {
        Side::None => UNMARKED,
        Side::Hedge => HEDGE,
        Side::Seawall => SEAWALL,
        Side::Shingle => SHINGLE,
        Side::Ditch => DITCH,
        Side::Wall => WALL,
        Side::Slope => SLOPE,
        Side::Bluff => BLUFF,
        Side::Scaleable => SCALEABLE,
        Side::Sheer => SHEER,
    }
}
