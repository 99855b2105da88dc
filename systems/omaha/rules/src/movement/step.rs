//! Section 11.2: terrain. May a counter step into the next hex, and how?

use board::{Direction, HexId};
use kernel::{Rule, rules};
use smallvec::SmallVec;

use crate::data::{Data, Hexes, UnitId, UnitKind};
use crate::ground::{Side, Terrain};
use crate::state::{Day, Sites};
use crate::tables::{Pass, Passage};
use crate::{control, headquarters};

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
    /// Those on hexes of positions.
    pub held: Sites,
    /// Where nobody goes: these, and the sea, what is under water, the sector that is not played.
    pub closed: Hexes,
    /// Inside the range of engineer bases.
    pub served: Hexes,
    /// Inside the range of bases that give free moves this turn.
    pub traffic: Hexes,
}

impl Outlook {
    #[must_use]
    pub fn new(g: &Day) -> Outlook {
        let held = g.held_sites();
        let germans = control::occupied_by(g, held);
        let closed = g.lookup().closed[g.tide() as usize].union(&germans);
        let (served, traffic) = headquarters::lanes(g);
        Outlook { germans, held, closed, served, traffic }
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
    let served = [from, to].map(|it| outlook.served.contains(it));
    over(data, Column::of(g.kind(unit)), from, direction, to, served)
}

/// The same where it may be made: what [`step`] says, looked up.
#[must_use]
#[inline]
pub fn way(
    g: &Day,
    outlook: &Outlook,
    unit: UnitId,
    from: HexId,
    direction: Direction,
    to: HexId,
) -> Option<Way> {
    let served = || [from, to].map(|it| outlook.served.contains(it));
    let way = match outlook.closed.contains(to) {
        true => None,
        false => g.lookup().ways.get(Column::of(g.kind(unit)), from, direction, served()),
    };
    debug_assert_eq!(way, step(g, outlook, unit, from, direction, to).ok());
    way
}

/// All steps that a counter may make, counterclockwise from the east.
#[inline]
pub fn ways(
    g: &Day,
    outlook: &Outlook,
    unit: UnitId,
    from: HexId,
) -> impl Iterator<Item = (HexId, Way)> {
    let steps = g.lookup().ways.steps(Column::of(g.kind(unit)), from);
    let serves = !outlook.served.is_empty();
    steps.iter().filter_map(move |step| {
        let way = if serves {
            way(g, outlook, unit, from, step.direction, step.to)
        } else {
            step.way.filter(|_| !outlook.closed.contains(step.to))
        };
        way.map(|it| (step.to, it))
    })
}

/// What the ground says to every step, looked up by column of the table, hex, and whether a base serves the hexes.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    ways: [Vec<[Hexsides; 3]>; 3],
    /// Steps that may be made with a base or without.
    steps: [Vec<SmallVec<[Step; 6]>>; 3],
}

/// By direction.
type Hexsides = [Option<Way>; 6];

#[derive(Clone, Copy, Debug)]
struct Step {
    to: HexId,
    direction: Direction,
    /// Where no base serves.
    way: Option<Way>,
}

impl Ways {
    pub(crate) fn new(data: &Data) -> Ways {
        let columns = [Column::Infantry, Column::Leader, Column::Other];
        let ways = columns.map(|column| {
            let of = |from: HexId, served: [bool; 2]| {
                let mut sides = Hexsides::default();
                for (direction, to) in data.map.neighbours(from) {
                    let way = over(data, column, from, direction, to, served);
                    sides[direction.index()] = way.ok();
                }
                sides
            };
            let served = [[false, false], [true, false], [true, true]];
            data.map.hexes().map(|from| served.map(|it| of(from, it))).collect::<Vec<_>>()
        });
        let steps = columns.map(|column| {
            let of = |from: HexId| {
                let sides = &ways[column as usize][from.index()];
                let all = data.map.neighbours(from);
                let open = all.filter(|it| sides.iter().any(|by| by[it.0.index()].is_some()));
                let step = |it: (Direction, HexId)| {
                    let way = sides[0][it.0.index()];
                    Step { to: it.1, direction: it.0, way }
                };
                open.map(step).collect()
            };
            data.map.hexes().map(of).collect()
        });
        Ways { ways, steps }
    }

    #[inline]
    fn steps(&self, column: Column, from: HexId) -> &[Step] {
        &self.steps[column as usize][from.index()]
    }

    #[inline]
    fn get(
        &self,
        column: Column,
        from: HexId,
        direction: Direction,
        served: [bool; 2],
    ) -> Option<Way> {
        // A hexside is served from either hex, mines only in the hex that is entered.
        let by_base = match served {
            [_, true] => 2,
            [true, false] => 1,
            [false, false] => 0,
        };
        self.ways[column as usize][from.index()][by_base][direction.index()]
    }
}

/// A step as far as the ground is concerned.
fn over(
    data: &Data,
    column: Column,
    from: HexId,
    direction: Direction,
    to: HexId,
    served: [bool; 2],
) -> Result<Way, Rule> {
    let road = data.ground.road(from, direction).is_some();
    enter(data, column, to, road, served[1])?;
    cross(data, column, data.ground.side(from, direction), road, served)
}

/// Into the hex. What is closed except along roads opens there; mines and rough do not (omaha.terr.road-override).
fn enter(data: &Data, column: Column, to: HexId, road: bool, served: bool) -> Result<(), Rule> {
    let tables = &data.tables;
    // omaha.base.lanes
    if data.ground.mined.contains(to)
        && column.pass(&tables.move_mined) != Pass::Yes
        && !(tables.move_mined.engineer && served)
    {
        return Err(MINED);
    }
    let terrain = data.ground.terrain(to);
    // The sea has no row.
    match tables.move_hex.get(terrain as usize).map(|it| column.pass(it)) {
        Some(Pass::Yes) => Ok(()),
        Some(Pass::Road) if road => Ok(()),
        _ => Err(hex_rule(terrain)),
    }
}

/// Over the hexside. A base serves all hexsides of the hexes in its range (omaha.base.hexsides, omaha.base.lanes);
/// seawalls stay as they are (omaha.base.seawall).
fn cross(
    data: &Data,
    column: Column,
    side: Side,
    road: bool,
    served: [bool; 2],
) -> Result<Way, Rule> {
    let passage = &data.tables.move_side[side as usize].pass;
    match column.pass(passage) {
        Pass::Yes => Ok(Way::Walk),
        // omaha.terr.bluff-road
        Pass::Road | Pass::Climb if road => Ok(Way::Walk),
        Pass::Climb => Ok(Way::Bluff),
        Pass::ClimbCliff => Ok(Way::Cliff),
        Pass::No | Pass::Road => {
            let opened = passage.engineer && served.contains(&true);
            if opened { Ok(Way::Walk) } else { Err(side_rule(side)) }
        }
    }
}

/// The columns of the table.
#[derive(Clone, Copy)]
enum Column {
    Infantry,
    Leader,
    Other,
}

impl Column {
    #[inline]
    fn of(kind: UnitKind) -> Column {
        if kind.is_infantry() {
            Column::Infantry
        } else if kind.is_leader() {
            Column::Leader
        } else {
            Column::Other
        }
    }
    fn pass(self, passage: &Passage) -> Pass {
        match self {
            Column::Infantry => passage.infantry,
            Column::Leader => passage.leader,
            Column::Other => passage.other,
        }
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
