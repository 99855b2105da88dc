//! Points and exact comparisons.
//!
//! Nothing is rounded and no root is drawn to decide anything: distances are compared as squares, directions as cross
//! products. A table is at most 256 inches wide ([`crate::Table::MOST_INCHES`]), so a coordinate has 17 bits with its sign, a
//! difference 18, a square or cross product 36, and all of them fit 64 bits with room to spare.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Lengths and coordinates: 256 to the inch.
pub type Units = i32;

/// One inch.
pub const INCH: Units = 256;

/// A place in plan: x eastward, y northward from the south-west corner of the table.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Point {
    /// Eastward.
    pub x: Units,
    /// Northward.
    pub y: Units,
}

impl Point {
    /// A point from units.
    pub const fn new(x: Units, y: Units) -> Point {
        Point { x, y }
    }

    /// A point from whole inches.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point { x: x * INCH, y: y * INCH }
    }

    /// The square of the distance.
    #[inline]
    pub fn squared(self, to: Point) -> i64 {
        let (dx, dy) = (i64::from(to.x) - i64::from(self.x), i64::from(to.y) - i64::from(self.y));
        dx * dx + dy * dy
    }

    /// On the ground here.
    pub const fn ground(self) -> Spot {
        Spot { x: self.x, y: self.y, floor: 0 }
    }

    /// On this floor here.
    pub const fn on(self, floor: u8) -> Spot {
        Spot { x: self.x, y: self.y, floor }
    }
}

impl fmt::Display for Point {
    /// In inches, `(12.5, 3)`, rounded to hundredths.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |it: Units| {
            let hundredths = (i64::from(it) * 100 + 128).div_euclid(256);
            let (whole, part) = (hundredths / 100, (hundredths % 100).abs());
            let sign = if hundredths < 0 && whole == 0 { "-" } else { "" };
            match (part, part % 10) {
                (0, _) => format!("{sign}{whole}"),
                (_, 0) => format!("{sign}{whole}.{}", part / 10),
                _ => format!("{sign}{whole}.{part:02}"),
            }
        };
        write!(f, "({}, {})", number(self.x), number(self.y))
    }
}

/// Where a figure stands: a place in plan and a floor. Outside buildings the floor is 0.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Eastward.
    pub x: Units,
    /// Northward.
    pub y: Units,
    /// Floors of a building count from 0.
    #[serde(default)]
    pub floor: u8,
}

impl Spot {
    /// The place in plan.
    #[inline]
    pub const fn point(self) -> Point {
        Point { x: self.x, y: self.y }
    }
}

impl From<Point> for Spot {
    fn from(it: Point) -> Spot {
        it.ground()
    }
}

/// Two centres are at most `r` apart in plan: exactly `r` is within.
#[inline]
pub fn within(a: Point, b: Point, r: Units) -> bool {
    a.squared(b) <= square(r)
}

/// Twice the area of the triangle: positive if `p` is left of the way from `a` to `b`, 0 if on it.
#[inline]
pub fn cross(a: Point, b: Point, p: Point) -> i64 {
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (px, py) = (i64::from(p.x) - i64::from(a.x), i64::from(p.y) - i64::from(a.y));
    dx * py - dy * px
}

/// The point is at most `r` from the segment.
///
/// Where the foot of the perpendicular lies on the segment the distance is `cross / length`; else that to an end.
#[inline]
pub fn near(a: Point, b: Point, p: Point, r: Units) -> bool {
    compare_distance(a, b, p, r).is_le()
}

/// The point is less than `r` from the segment.
#[inline]
pub fn nearer(a: Point, b: Point, p: Point, r: Units) -> bool {
    compare_distance(a, b, p, r).is_lt()
}

/// The distance of the point from the segment, compared with `r`.
pub fn compare_distance(a: Point, b: Point, p: Point, r: Units) -> std::cmp::Ordering {
    let length = a.squared(b);
    let along = dot(a, b, p);
    if along <= 0 {
        return a.squared(p).cmp(&square(r));
    }
    if length <= along {
        return b.squared(p).cmp(&square(r));
    }
    let off = i128::from(cross(a, b, p));
    (off * off).cmp(&(i128::from(square(r)) * i128::from(length)))
}

/// The scalar product of the way from `a` to `b` and that from `a` to `p`.
#[inline]
pub fn dot(a: Point, b: Point, p: Point) -> i64 {
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (px, py) = (i64::from(p.x) - i64::from(a.x), i64::from(p.y) - i64::from(a.y));
    dx * px + dy * py
}

/// The point lies on the segment, ends included.
#[inline]
pub fn on_segment(a: Point, b: Point, p: Point) -> bool {
    let between = |low: Units, high: Units, it: Units| {
        if low <= high { low <= it && it <= high } else { high <= it && it <= low }
    };
    cross(a, b, p) == 0 && between(a.x, b.x, p.x) && between(a.y, b.y, p.y)
}

/// The spots hang together by steps of at most `r`, on the same floor or one floor apart.
///
/// ```
/// use tabletop::{INCH, Point, linked};
/// let row = [Point::inches(0, 0).ground(), Point::inches(4, 0).ground(), Point::inches(2, 0).ground()];
/// assert!(linked(&row, 2 * INCH));
/// assert!(!linked(&row[..2], 2 * INCH));
/// ```
pub fn linked(spots: &[Spot], r: Units) -> bool {
    // Elements have a handful of figures; a bit for each of the first 64 is room enough.
    let count = at_most(spots.len(), 64);
    if count == 0 {
        return true;
    }
    let mut reached: u64 = 1;
    let mut fresh: u64 = 1;
    while fresh != 0 {
        let here = spots[fresh.trailing_zeros() as usize];
        fresh &= fresh - 1;
        for (index, &it) in spots[..count].iter().enumerate() {
            let bit = 1 << index;
            let close = it.floor.abs_diff(here.floor) <= 1;
            if reached & bit == 0 && close && within(here.point(), it.point(), r) {
                reached |= bit;
                fresh |= bit;
            }
        }
    }
    reached.count_ones() as usize == count
}

/// The length of a leg: the root of the square, rounded up.
pub fn length(a: Point, b: Point) -> Units {
    let squared = a.squared(b).unsigned_abs();
    let root = squared.isqrt();
    Units::try_from(root + u64::from(root * root < squared)).unwrap_or(Units::MAX)
}

/// The square of a length.
#[inline]
pub fn square(r: Units) -> i64 {
    i64::from(r) * i64::from(r)
}

/// `n`, or the limit if that is less.
#[inline]
pub(crate) fn at_most<T: Ord>(n: T, limit: T) -> T {
    if limit < n { limit } else { n }
}

/// `n`, or the limit if that is more.
#[inline]
pub(crate) fn at_least<T: Ord>(n: T, limit: T) -> T {
    if n < limit { limit } else { n }
}
