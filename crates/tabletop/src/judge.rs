//! Is this move allowed? The same answer for people, computer players, candidates and replays.
//!
//! Of a move that is not, the first thing wrong is named: figure by figure its path, then where the figures end, then
//! whether they hang together.

use smallvec::SmallVec;

use crate::{
    geometry::{
        Point, Spot, Units, at_least, dot, linked, near, nearer, on_segment, square, within,
    },
    path::{Leg, Misstep, Path, checkpoints},
    table::{Piece, Table},
};

/// What a move is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'t> {
    /// Where the figures begin.
    pub starts: &'t [Spot],
    /// What the path of each may cost.
    pub allowance: Units,
    /// Figures of others, friend or foe, from whom everybody keeps apart at the end.
    pub others: &'t [Spot],
    /// Figures that nobody comes near on the way unless he only moves away.
    pub enemies: &'t [Spot],
    /// How near: exactly this is too near.
    pub clear: Units,
    /// The figures must end linked.
    pub linked: bool,
    /// Stretches of the edge by which figures leave: who ends there is gone, and no end place is asked of him.
    pub exits: &'t [(Point, Point)],
}

impl Terms<'_> {
    /// Nobody, nowhere, nothing to keep.
    pub const NONE: Terms<'static> = Terms {
        starts: &[],
        allowance: 0,
        others: &[],
        enemies: &[],
        clear: 0,
        linked: false,
        exits: &[],
    };
}

/// A move that is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// What each path costs.
    pub costs: SmallVec<[Units; 8]>,
    /// The length of the longest path.
    pub longest: Units,
    /// Checkpoints run from 0 to this.
    pub checkpoints: u32,
    /// A bit for each figure that has left the table.
    pub left: u64,
}

/// A move that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The figure, from 0; the first that is cut off if they are not linked.
    pub figure: usize,
    /// What is wrong.
    pub why: Why,
    /// Where.
    pub at: Point,
    /// The piece of terrain, if one has to do with it.
    pub piece: Option<Piece>,
}

/// What can be wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Not one path for each figure.
    Figures,
    /// A path has too many legs.
    Legs,
    /// A corner is off the table.
    OffTable,
    /// A figure goes up or down where that is not possible, or more than one floor at once.
    Stairs,
    /// A path on an upper floor leaves the building.
    NoFloor,
    /// A path enters ground that cannot be entered.
    Impassable,
    /// A path comes too near to an enemy.
    Enemy,
    /// A path costs too much.
    TooLong {
        /// What it costs.
        cost: Units,
        /// What it may cost.
        allowance: Units,
    },
    /// A figure ends in ground that cannot be entered, or on its outline.
    ImpassableEnd,
    /// A figure ends too near to an obstacle or a wall.
    Wall,
    /// A figure ends too near to another.
    Crowded,
    /// The figures are not linked.
    Unlinked,
}

/// Judges a move: one path for each figure.
pub fn judge(table: &Table, terms: &Terms<'_>, paths: &[Path]) -> Result<Judged, Refusal> {
    if paths.len() != terms.starts.len() {
        let at = terms.starts.first().map(|it| it.point()).unwrap_or_default();
        return Err(Refusal { figure: paths.len(), why: Why::Figures, at, piece: None });
    }
    // Nothing off the table is measured: products of coordinates rest on its size.
    for (figure, path) in paths.iter().enumerate() {
        if let Some(it) = path.0.iter().find(|it| !table.holds(it.point())) {
            return Err(Refusal { figure, why: Why::OffTable, at: it.point(), piece: None });
        }
    }
    let mut judged = Judged { costs: SmallVec::new(), longest: 0, checkpoints: 1, left: 0 };
    for (figure, (path, &start)) in paths.iter().zip(terms.starts).enumerate() {
        let leg = way(table, terms, start, path).map_err(|it| it.of(figure))?;
        judged.costs.push(leg.cost);
        judged.longest = at_least(judged.longest, leg.length);
    }
    judged.checkpoints = checkpoints(judged.longest);
    let mut ends: SmallVec<[Spot; 8]> = SmallVec::new();
    for (figure, (path, &start)) in paths.iter().zip(terms.starts).enumerate() {
        let end = path.end(start);
        if terms.exits.iter().any(|&(a, b)| on_segment(a, b, end.point())) {
            judged.left |= 1 << (figure % 64);
            continue;
        }
        table.place(end).map_err(|it| it.of(figure))?;
        apart(table, end, terms.others).map_err(|it| it.of(figure))?;
        apart(table, end, &ends).map_err(|it| it.of(figure))?;
        ends.push(end);
    }
    let reach = table.legend.figures.coherency;
    if terms.linked && !linked(&ends, reach) {
        let cut = (1..ends.len()).find(|&it| !linked(&ends[..=it], reach)).unwrap_or(0);
        return Err(Refusal {
            figure: cut,
            why: Why::Unlinked,
            at: ends[cut].point(),
            piece: None,
        });
    }
    Ok(judged)
}

/// One figure's way, without its end.
pub(crate) fn way(
    table: &Table,
    terms: &Terms<'_>,
    start: Spot,
    path: &Path,
) -> Result<Leg, Misstep> {
    if table.legend.movement.most_legs < path.0.len() {
        return Err(Misstep { why: Why::Legs, at: path.end(start).point(), piece: None });
    }
    let whole = table.walk(start, path)?;
    for (a, b) in path.legs(start) {
        keeps_clear(a, b, terms.enemies, terms.clear)?;
    }
    if terms.allowance < whole.cost {
        let why = Why::TooLong { cost: whole.cost, allowance: terms.allowance };
        return Err(Misstep { why, at: path.end(start).point(), piece: None });
    }
    Ok(whole)
}

/// Nobody comes near an enemy on his floor, unless he began near him and only moves away.
///
/// Every leg is judged so; who is near at the start of a later leg has been near from the start.
pub(crate) fn keeps_clear(a: Spot, b: Spot, enemies: &[Spot], clear: Units) -> Result<(), Misstep> {
    for it in enemies {
        if it.floor != b.floor || !near(a.point(), b.point(), it.point(), clear) {
            continue;
        }
        // Who comes up the stairs beside him was not near before.
        let was_near = a.floor == b.floor && within(a.point(), it.point(), clear);
        let away = dot(a.point(), b.point(), it.point()) <= 0;
        if !(was_near && away) {
            return Err(Misstep { why: Why::Enemy, at: it.point(), piece: None });
        }
    }
    Ok(())
}

/// The spot is far enough from all of these on its floor.
pub(crate) fn apart(table: &Table, spot: Spot, others: &[Spot]) -> Result<(), Misstep> {
    // Exactly the separation is far enough.
    let far = square(table.legend.figures.separation);
    let crowds = |it: &&Spot| it.floor == spot.floor && it.point().squared(spot.point()) < far;
    match others.iter().find(crowds) {
        Some(it) => Err(Misstep { why: Why::Crowded, at: it.point(), piece: None }),
        None => Ok(()),
    }
}

impl Table {
    /// A figure may end here, as far as the table goes: on it, on a floor that is there, not in or on impassable ground, clear
    /// of obstacles and walls.
    pub fn place(&self, spot: Spot) -> Result<(), Misstep> {
        let p = spot.point();
        let wrong = |why, piece| Err(Misstep { why, at: p, piece });
        if !self.holds(p) {
            return wrong(Why::OffTable, None);
        }
        if !self.has_floor(spot) {
            return wrong(Why::NoFloor, self.building_at(p).map(Piece::Building));
        }
        let clear = self.legend.figures.wall_clear;
        let pieces = self.grid.around(p, clear);
        for it in pieces.areas() {
            if self.area_kind(it).cost.is_none() && self.areas[it].outline.contains(p) {
                return wrong(Why::ImpassableEnd, Some(Piece::Area(it)));
            }
        }
        for it in pieces.obstacles() {
            if self.obstacles[it].edges().any(|(a, b)| nearer(a, b, p, clear)) {
                return wrong(Why::Wall, Some(Piece::Obstacle(it)));
            }
        }
        for it in pieces.buildings() {
            if self.buildings[it].outline.outline_nearer(p, clear) {
                return wrong(Why::Wall, Some(Piece::Building(it)));
            }
        }
        Ok(())
    }
}

impl Misstep {
    fn of(self, figure: usize) -> Refusal {
        Refusal { figure, why: self.why, at: self.at, piece: self.piece }
    }
}
