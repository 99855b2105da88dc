//! A straight line between two points, and where it meets other things.
//!
//! A line is always followed from the end with the smaller (x, y) to the other, and a corner that lies exactly on it counts
//! as left of it. So a line and its reverse meet the same things at the same places, and a corner that two edges share is
//! met once or not at all, never twice:
//!
//! ```text
//!          q                  q   p---q        p   q
//!         /                  /                  \ /
//!   a----p----b        a----p----b         a-----o-----b
//!       /                                 left, left, left: no crossing
//!      o                left: no crossing
//!   o right, p left: one crossing, and none of p-q
//! ```

use smallvec::SmallVec;

use crate::geometry::{Point, Units, at_least, at_most, cross, square};

/// A place on a line, from 0 at its first end to [`Place::END`] at the other, rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub i32);

impl Place {
    /// How many bits a place has.
    pub const BITS: u32 = 20;
    /// The first end.
    pub const START: Place = Place(0);
    /// The other end.
    pub const END: Place = Place(1 << Place::BITS);

    /// A fraction of the line, held to its ends. The denominator is positive.
    #[inline]
    fn new(numerator: i64, denominator: i64) -> Place {
        if numerator <= 0 {
            Place::START
        } else if denominator <= numerator {
            Place::END
        } else {
            // Numerators have at most 37 bits, so this fits 64.
            Place(((numerator << Place::BITS) / denominator) as i32)
        }
    }
}

/// A part of a line, longer than nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
}

/// Parts of a line, in order and apart from each other.
pub type Spans = SmallVec<[Span; 4]>;

/// Where a line meets an edge: the fraction of the line, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// From 0 to the denominator.
    pub numerator: i64,
    /// Positive.
    pub denominator: i64,
}

/// The end of a line from which something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The end with the smaller (x, y).
    First,
    /// The other.
    Last,
}

/// A straight line between two points.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The end with the smaller (x, y).
    pub first: Point,
    /// The other end.
    pub last: Point,
    /// The square of the length.
    pub squared: i64,
}

impl Line {
    /// The line between two points, in whichever order.
    #[inline]
    pub fn new(a: Point, b: Point) -> Line {
        let (first, last) = if a <= b { (a, b) } else { (b, a) };
        Line { first, last, squared: a.squared(b) }
    }

    /// Positive if the point is left of the line, 0 if on it (or on its continuation).
    #[inline]
    pub fn side(&self, p: Point) -> i64 {
        cross(self.first, self.last, p)
    }

    /// Where the line meets the edge between two points, if it does.
    #[inline]
    pub fn crossing(&self, p: Point, q: Point) -> Option<Crossing> {
        let it = self.meeting(p, self.side(p), q, self.side(q))?;
        (0 <= it.numerator && it.numerator <= it.denominator).then_some(it)
    }

    /// Where the line, continued beyond its ends, meets the edge; `sp` and `sq` say on which side its corners are.
    #[inline]
    pub(crate) fn meeting(&self, p: Point, sp: i64, q: Point, sq: i64) -> Option<Crossing> {
        if (0 <= sp) == (0 <= sq) {
            return None;
        }
        let numerator = cross(p, q, self.first);
        let denominator = sq - sp;
        Some(if denominator < 0 {
            Crossing { numerator: -numerator, denominator: -denominator }
        } else {
            Crossing { numerator, denominator }
        })
    }

    /// The point at a place, rounded to the nearest units: for showing only.
    pub fn at(&self, place: Place) -> Point {
        let along = |from: Units, to: Units| {
            let way = i64::from(to) - i64::from(from);
            let half = 1 << (Place::BITS - 1);
            from + ((way * i64::from(place.0) + half) >> Place::BITS) as Units
        };
        Point::new(along(self.first.x, self.last.x), along(self.first.y, self.last.y))
    }

    /// The place so far from an end: the line's other end if it is shorter.
    pub fn distant(&self, from: End, r: Units) -> Place {
        if self.squared <= square(r) {
            return match from {
                End::First => Place::END,
                End::Last => Place::START,
            };
        }
        // Both are rounded down, as every place is. A length has at most 17 bits, so its square with 40 more fits 128.
        let share = (square(r) as u128) << (2 * Place::BITS);
        let squared = self.squared as u128;
        let down = (share / squared).isqrt();
        match from {
            End::First => Place(down as i32),
            End::Last => {
                let up = down + u128::from(down * down * squared < share);
                Place(Place::END.0 - up as i32)
            }
        }
    }

    /// How long so much of the line is, in whole units, rounded down.
    pub fn measure(&self, places: i64) -> Units {
        let squared = self.squared as u128 * (places as u128 * places as u128);
        (squared.isqrt() >> Place::BITS) as Units
    }

    /// The spans of an edge that lies on the line: from corner to corner, if both are on it.
    pub(crate) fn along(&self, p: Point, q: Point) -> Option<Span> {
        if self.squared == 0 {
            return None;
        }
        let place = |it| Place::new(crate::geometry::dot(self.first, self.last, it), self.squared);
        let (a, b) = (place(p), place(q));
        let span = Span { from: at_most(a, b), to: at_least(a, b) };
        (span.from < span.to).then_some(span)
    }
}

impl Crossing {
    /// Its place on the line.
    #[inline]
    pub fn place(&self) -> Place {
        Place::new(self.numerator, self.denominator)
    }

    /// It is at most `r` from that end of the line.
    #[inline]
    pub fn within(&self, line: &Line, from: End, r: Units) -> bool {
        let share = match from {
            End::First => self.numerator,
            End::Last => self.denominator - self.numerator,
        };
        let (share, whole) = (i128::from(share), i128::from(self.denominator));
        share * share * i128::from(line.squared) <= i128::from(square(r)) * whole * whole
    }
}

impl Span {
    /// The whole line.
    pub const WHOLE: Span = Span { from: Place::START, to: Place::END };

    /// How many places it has.
    #[inline]
    pub fn places(self) -> i64 {
        i64::from(self.to.0 - self.from.0)
    }

    /// What two spans share.
    #[inline]
    pub fn common(self, other: Span) -> Option<Span> {
        let from = at_least(self.from, other.from);
        let to = at_most(self.to, other.to);
        (from < to).then_some(Span { from, to })
    }
}

/// Takes a span out of others.
pub(crate) fn take_out(spans: &mut Spans, out: Span) {
    let mut left = Spans::new();
    for &it in spans.iter() {
        if out.to <= it.from || it.to <= out.from {
            left.push(it);
            continue;
        }
        if it.from < out.from {
            left.push(Span { from: it.from, to: out.from });
        }
        if out.to < it.to {
            left.push(Span { from: out.to, to: it.to });
        }
    }
    *spans = left;
}

/// Sorts spans and joins those that touch or overlap.
pub(crate) fn unite(spans: &mut Spans) {
    spans.sort_unstable_by_key(|it| (it.from, it.to));
    let mut joined = Spans::new();
    for &it in spans.iter() {
        match joined.last_mut() {
            Some(last) if it.from <= last.to => last.to = at_least(last.to, it.to),
            _ => joined.push(it),
        }
    }
    *spans = joined;
}
