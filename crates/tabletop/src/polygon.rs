//! Simple polygons: hills, areas, buildings, zones.
//!
//! A point on the outline belongs to the polygon. A line passes through it only where it is strictly inside: neither touching
//! a corner nor running along an edge counts.

use std::fmt;

use smallvec::SmallVec;

use crate::{
    geometry::{Point, Units, at_least, at_most, cross, near, nearer, on_segment},
    line::{Line, Place, Span, Spans, take_out, unite},
};

/// A simple polygon: its edges meet at its corners only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polygon {
    corners: Vec<Point>,
    low: Point,
    high: Point,
    turns_left: bool,
}

/// What keeps corners from being a simple polygon. Edge `n` runs from corner `n` to the next; both count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Fewer than three corners.
    Few,
    /// Two corners lie on the same place.
    Repeated {
        /// The first of them.
        first: usize,
        /// The other.
        second: usize,
        /// Where.
        at: Point,
    },
    /// Two edges cross, touch or run along each other.
    Crossing {
        /// The first of them.
        first: usize,
        /// The other.
        second: usize,
        /// Where, to the nearest unit.
        at: Point,
    },
}

impl Polygon {
    /// A polygon from its corners, in either direction.
    pub fn new(corners: Vec<Point>) -> Result<Polygon, Flaw> {
        if corners.len() < 3 {
            return Err(Flaw::Few);
        }
        if let Some(flaw) = flaw(&corners) {
            return Err(flaw);
        }
        let (mut low, mut high) = (corners[0], corners[0]);
        let mut area = 0;
        for (index, &it) in corners.iter().enumerate() {
            low = Point::new(at_most(low.x, it.x), at_most(low.y, it.y));
            high = Point::new(at_least(high.x, it.x), at_least(high.y, it.y));
            area += cross(corners[0], it, corners[(index + 1) % corners.len()]);
        }
        // Edges that do not touch enclose something: the area of a simple polygon is never 0.
        Ok(Polygon { corners, low, high, turns_left: 0 < area })
    }

    /// The corners, as given.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The edges, each from a corner to the next.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let last = self.corners[self.corners.len() - 1];
        let before = std::iter::once(last).chain(self.corners.iter().copied());
        // From the last corner to the first comes first; for most uses the order does not matter.
        before.zip(self.corners.iter().copied())
    }

    /// The south-west and north-east corners of the box around it.
    pub fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// The corners run counter-clockwise: the inside is left of every edge.
    pub fn turns_left(&self) -> bool {
        self.turns_left
    }

    /// The point is inside or on the outline.
    pub fn contains(&self, p: Point) -> bool {
        let boxed =
            self.low.x <= p.x && p.x <= self.high.x && self.low.y <= p.y && p.y <= self.high.y;
        if !boxed {
            return false;
        }
        let mut inside = false;
        for (a, b) in self.edges() {
            if on_segment(a, b, p) {
                return true;
            }
            if (a.y <= p.y) != (b.y <= p.y) {
                // Does the edge pass to the east of the point?
                let left = 0 < cross(a, b, p);
                if left == (a.y < b.y) {
                    inside = !inside;
                }
            }
        }
        inside
    }

    /// The point lies on the outline.
    pub fn on_outline(&self, p: Point) -> bool {
        self.edges().any(|(a, b)| on_segment(a, b, p))
    }

    /// The point is at most `r` from the outline.
    pub fn outline_near(&self, p: Point, r: Units) -> bool {
        self.edges().any(|(a, b)| near(a, b, p, r))
    }

    /// The point is less than `r` from the outline.
    pub fn outline_nearer(&self, p: Point, r: Units) -> bool {
        self.edges().any(|(a, b)| nearer(a, b, p, r))
    }

    /// The parts of a line that lie strictly inside.
    ///
    /// The line, continued beyond its ends, goes in and out by turns; then the parts that only run along an edge go.
    #[inline]
    pub fn spans(&self, line: &Line) -> Spans {
        let (mut spans, along) = self.by_turns(line);
        for it in along {
            take_out(&mut spans, it);
        }
        spans
    }

    /// The parts of a line that belong to the polygon, but for those that only touch it: where a line inside runs along an
    /// edge for a while it has not left.
    pub(crate) fn belonging(&self, line: &Line) -> Spans {
        let (by_turns, along) = self.by_turns(line);
        if along.is_empty() {
            return by_turns;
        }
        let mut strict = by_turns.clone();
        for &it in &along {
            take_out(&mut strict, it);
        }
        let mut all = by_turns;
        all.extend(along);
        unite(&mut all);
        all.retain(|it| strict.iter().any(|part| part.common(*it).is_some()));
        all
    }

    /// The whole line lies inside or on the outline.
    pub fn covers(&self, line: &Line) -> bool {
        if line.squared == 0 {
            return self.contains(line.first);
        }
        let (mut spans, along) = self.by_turns(line);
        spans.extend(along);
        unite(&mut spans);
        spans.as_slice() == [Span::WHOLE]
    }

    /// The parts inside by the rule of the left, and the edges that lie on the line.
    #[inline]
    fn by_turns(&self, line: &Line) -> (Spans, SmallVec<[Span; 2]>) {
        let mut places: SmallVec<[Place; 8]> = SmallVec::new();
        let mut along = SmallVec::new();
        let mut before = self.corners[self.corners.len() - 1];
        let mut before_side = line.side(before);
        for &corner in &self.corners {
            let side = line.side(corner);
            if let Some(it) = line.meeting(before, before_side, corner, side) {
                places.push(it.place());
            } else if side == 0 && before_side == 0 {
                along.extend(line.along(before, corner));
            }
            (before, before_side) = (corner, side);
        }
        places.sort_unstable();
        let mut spans = Spans::new();
        for pair in places.chunks_exact(2) {
            if pair[0] < pair[1] {
                spans.push(Span { from: pair[0], to: pair[1] });
            }
        }
        (spans, along)
    }
}

/// The first two edges that touch where they must not.
fn flaw(corners: &[Point]) -> Option<Flaw> {
    let count = corners.len();
    for second in 0..count {
        for first in 0..second {
            if corners[first] == corners[second] {
                let at = corners[first];
                return Some(Flaw::Repeated { first: first + 1, second: second + 1, at });
            }
        }
    }
    let edge = |it: usize| (corners[it], corners[(it + 1) % count]);
    for second in 0..count {
        for first in 0..second {
            let (a, b) = edge(first);
            let (c, d) = edge(second);
            let next = second == first + 1;
            let at = if next || (first == 0 && second + 1 == count) {
                // Neighbours share a corner; what else they share is a fault.
                let (middle, one, other) = if next { (b, a, d) } else { (a, b, c) };
                if on_segment(middle, one, other) {
                    Some(other)
                } else {
                    on_segment(middle, other, one).then_some(one)
                }
            } else {
                touching(a, b, c, d)
            };
            if let Some(at) = at {
                return Some(Flaw::Crossing { first: first + 1, second: second + 1, at });
            }
        }
    }
    None
}

/// Where two segments touch, to the nearest unit, if they do.
pub(crate) fn touching(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    for (p, q, it) in [(a, b, c), (a, b, d), (c, d, a), (c, d, b)] {
        if on_segment(p, q, it) {
            return Some(it);
        }
    }
    let apart = |p: i64, q: i64| (p < 0) != (q < 0);
    let (sc, sd) = (cross(a, b, c), cross(a, b, d));
    if apart(sc, sd) && apart(cross(c, d, a), cross(c, d, b)) {
        let line = Line::new(a, b);
        return line.crossing(c, d).map(|it| line.at(it.place()));
    }
    None
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Few => write!(f, "a polygon has at least three corners"),
            Flaw::Repeated { first, second, at } => {
                write!(f, "corners {first} and {second} are the same place, {at}")
            }
            Flaw::Crossing { first, second, at } => {
                write!(
                    f,
                    "edge {first} and edge {second} meet at {at}; an outline may not cross or touch itself"
                )
            }
        }
    }
}
