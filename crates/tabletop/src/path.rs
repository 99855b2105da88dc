//! What a walk costs, and where a figure is on its way.
//!
//! A path is a list of corners; its legs are straight. The length of a leg is rounded up to whole units, so is the surcharge
//! for difficult ground, and a crossing belongs to the leg that arrives at it: the cost of a path is the sum of its legs, and
//! an obstacle under a corner is paid once.
//!
//! ```text
//!   start o----->+         leg 1: 3 inches, and a hedge
//!            |   |
//!          hedge v
//!                o end     leg 2: 2 inches
//! ```

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{
    geometry::{INCH, Point, Spot, Units, at_least, length},
    judge::Why,
    line::{Line, Place, Span, Spans, take_out, unite},
    table::{Piece, Table},
};

/// The corners of a figure's way, without its start; the last is where it ends. Empty if the figure stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Path(pub Vec<Spot>);

/// What one leg, or a whole path, comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leg {
    /// How long it is. Stairs are as long as they cost.
    pub length: Units,
    /// What it costs.
    pub cost: Units,
}

/// Something on a leg that costs more than its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toll {
    /// What it is.
    pub piece: Piece,
    /// Where it begins.
    pub at: Point,
    /// What it adds.
    pub cost: Units,
}

/// A number of checkpoints: one for each started inch of the longest path, at least one, beside checkpoint 0.
pub fn checkpoints(longest: Units) -> u32 {
    at_least((longest + INCH - 1) / INCH, 1) as u32
}

impl Path {
    /// Where it ends, for a figure that begins here.
    pub fn end(&self, start: Spot) -> Spot {
        self.0.last().copied().unwrap_or(start)
    }

    /// Its legs, for a figure that begins here.
    pub fn legs(&self, start: Spot) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        let from = std::iter::once(start).chain(self.0.iter().copied());
        from.zip(self.0.iter().copied())
    }
}

impl Table {
    /// What a path comes to, or what is wrong with its first bad leg.
    pub fn walk(&self, start: Spot, path: &Path) -> Result<Leg, Misstep> {
        let mut whole = Leg::default();
        for (a, b) in path.legs(start) {
            let leg = self.leg(a, b)?;
            whole.length += leg.length;
            whole.cost += leg.cost;
        }
        Ok(whole)
    }

    /// What a leg comes to.
    #[inline]
    pub fn leg(&self, a: Spot, b: Spot) -> Result<Leg, Misstep> {
        self.pace(a, b, &mut |_| ())
    }

    /// Everything on a leg that costs more than its length.
    pub fn tolls(&self, a: Spot, b: Spot) -> Result<Vec<Toll>, Misstep> {
        let mut tolls = Vec::new();
        self.pace(a, b, &mut |it| tolls.push(it))?;
        Ok(tolls)
    }

    fn pace(&self, a: Spot, b: Spot, toll: &mut impl FnMut(Toll)) -> Result<Leg, Misstep> {
        if a.floor != b.floor {
            return self.stairs(a, b);
        }
        let length = length(a.point(), b.point());
        let line = Line::new(a.point(), b.point());
        if a.floor != 0 {
            self.keeps_to_floor(&line, a.floor)?;
        }
        let pieces = self.grid.along(&line);
        let mut cost = length;
        let movement = &self.legend.movement;
        // Floors are free ground: what lies under a building costs nothing.
        let mut indoors = Spans::new();
        for it in pieces.buildings() {
            let walls = self.walls(&line, it);
            let inside = self.buildings[it].outline.spans(&line);
            if 0 < walls {
                let price = Units::from(walls) * movement.wall;
                cost += price;
                let wall = inside.iter().flat_map(|it| [it.from, it.to]);
                let place = wall.into_iter().find(|&it| it != Place::START && it != Place::END);
                let at = line.at(place.unwrap_or_default());
                toll(Toll { piece: Piece::Building(it), at, cost: price });
            }
            indoors.extend(inside);
        }
        if a.floor != 0 {
            return Ok(Leg { length, cost });
        }
        let mut dear: Spans = Spans::new();
        let mut dearest = 1;
        for it in pieces.areas() {
            let kind = self.area_kind(it);
            if kind.cost == Some(1) {
                continue;
            }
            let spans = self.outdoors(&line, it, &indoors);
            let Some(first) = spans.first() else { continue };
            let at = line.at(first.from);
            let Some(price) = kind.cost else {
                return Err(Misstep { why: Why::Impassable, at, piece: Some(Piece::Area(it)) });
            };
            dearest = at_least(dearest, price);
            let cost = surcharge(length, std::slice::from_ref(&spans)) * Units::from(price - 1);
            toll(Toll { piece: Piece::Area(it), at, cost });
            dear.extend(spans);
        }
        if 1 < dearest {
            cost += self.difficult(&line, length, dear, dearest, &indoors);
        }
        for it in pieces.obstacles() {
            for (p, q) in self.obstacles[it].edges() {
                let Some(crossing) = line.crossing(p, q) else { continue };
                // A crossing belongs to the leg that arrives at it.
                let start = if line.first == a.point() { 0 } else { crossing.denominator };
                if crossing.numerator != start {
                    let price = self.obstacle_kind(it).cost;
                    cost += price;
                    let at = line.at(crossing.place());
                    toll(Toll { piece: Piece::Obstacle(it), at, cost: price });
                }
            }
        }
        Ok(Leg { length, cost })
    }

    /// The surcharge for difficult ground: where areas overlap the dearest counts.
    fn difficult(
        &self,
        line: &Line,
        length: Units,
        dear: Spans,
        dearest: u8,
        indoors: &Spans,
    ) -> Units {
        let mut steps: SmallVec<[Spans; 2]> = SmallVec::new();
        for step in 2..=dearest {
            let mut spans = if step == 2 {
                dear.clone()
            } else {
                let pieces = self.grid.along(line).areas();
                let dear =
                    pieces.filter(|&it| self.area_kind(it).cost.is_some_and(|it| step <= it));
                dear.flat_map(|it| self.outdoors(line, it, indoors)).collect()
            };
            unite(&mut spans);
            steps.push(spans);
        }
        surcharge(length, &steps)
    }

    fn outdoors(&self, line: &Line, area: usize, indoors: &Spans) -> Spans {
        let mut spans = self.areas[area].outline.spans(line);
        if !spans.is_empty() {
            for &it in indoors {
                take_out(&mut spans, it);
            }
        }
        spans
    }

    /// One floor up or down, at one place in one building.
    fn stairs(&self, a: Spot, b: Spot) -> Result<Leg, Misstep> {
        let price = self.legend.movement.floor;
        let building = self.building_at(a.point());
        let there = a.floor.abs_diff(b.floor) == 1 && self.has_floor(a) && self.has_floor(b);
        if a.point() == b.point() && building.is_some() && there {
            return Ok(Leg { length: price, cost: price });
        }
        Err(Misstep { why: Why::Stairs, at: b.point(), piece: building.map(Piece::Building) })
    }

    /// On an upper floor a way stays in buildings that have it.
    fn keeps_to_floor(&self, line: &Line, floor: u8) -> Result<(), Misstep> {
        let mut held = Spans::new();
        let mut first = None;
        for it in self.grid.along(line).buildings() {
            let building = &self.buildings[it];
            if floor < building.floors {
                if building.outline.covers(line) {
                    return Ok(());
                }
                held.extend(building.outline.belonging(line));
                first = first.or(Some(it));
            }
        }
        unite(&mut held);
        if held.as_slice() == [Span::WHOLE] {
            return Ok(());
        }
        let ends = held.iter().flat_map(|it| [it.from, it.to]);
        let leaves = ends.into_iter().find(|&it| it != Place::START && it != Place::END);
        let at = line.at(leaves.unwrap_or_default());
        Err(Misstep { why: Why::NoFloor, at, piece: first.map(Piece::Building) })
    }

    /// How often a way along a line passes an outer wall of a building. An outline belongs to its building.
    pub(crate) fn walls(&self, line: &Line, building: usize) -> u8 {
        let outline = &self.buildings[building].outline;
        let spans = outline.belonging(line);
        if spans.is_empty() {
            // It stays in or out, or only touches: in at one end and out at the other is a wall.
            return u8::from(outline.contains(line.first) != outline.contains(line.last));
        }
        let mut walls = 0;
        let begins = outline.contains(line.first);
        let ends = outline.contains(line.last);
        let mut here = begins.then_some(Place::START);
        for it in &spans {
            if here != Some(it.from) {
                walls += u8::from(here.is_some()) + 1;
            }
            here = Some(it.to);
            if it.to != Place::END {
                walls += 1;
                here = None;
            }
        }
        if ends != here.is_some() {
            walls += 1;
        }
        walls
    }
}

/// What is wrong with a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misstep {
    /// What.
    pub why: Why,
    /// Where.
    pub at: Point,
    /// The piece of terrain, if one has to do with it.
    pub piece: Option<Piece>,
}

/// The part of a length that lies in spans, rounded up. A place is rounded down, so a span may seem longer than it is by less
/// than one place: that much is taken off first, lest three whole inches of wood cost a unit more.
fn surcharge(length: Units, steps: &[Spans]) -> Units {
    let places: i64 = steps.iter().flatten().map(|it| it.places() - 1).sum();
    let whole = i64::from(Place::END.0);
    ((i64::from(length) * places + whole - 1) / whole) as Units
}

impl Table {
    /// Where a figure on this path is at `k` of `n` checkpoints: so much of the length of its own path, each coordinate
    /// rounded toward zero. On the way between two floors it is on the one it goes to.
    pub fn checkpoint(&self, start: Spot, path: &Path, k: u32, n: u32) -> Spot {
        let stairs = self.legend.movement.floor;
        let long = |(a, b): (Spot, Spot)| {
            i64::from(if a.floor == b.floor { length(a.point(), b.point()) } else { stairs })
        };
        let n = i64::from(at_least(n, 1));
        let whole: i64 = path.legs(start).map(long).sum();
        // All lengths times n.
        let mut left = whole * i64::from(k);
        let mut here = start;
        for (a, b) in path.legs(start) {
            let leg = long((a, b)) * n;
            if left <= 0 {
                break;
            }
            if leg <= left {
                left -= leg;
                here = b;
                continue;
            }
            let along = |from: Units, to: Units| {
                let way = i64::from(to) - i64::from(from);
                ((i64::from(from) * leg + way * left) / leg) as Units
            };
            return Spot { x: along(a.x, b.x), y: along(a.y, b.y), floor: b.floor };
        }
        here
    }
}
