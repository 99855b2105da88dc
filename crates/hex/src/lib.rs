//! Hex coordinates, hexsides, labels and exact tracing. Integers only, no dependencies, no allocation.
//!
//! Hexes stand on a point. Axial coordinates `q` grow to the east, `r` to the south; the third cube coordinate
//! is `s = -q - r`.
//!
//! ```text
//!            N                        directions, counterclockwise from the east
//!          /   \
//!     NW /       \ NE                 0 E  (+1, 0)     3 W  (-1, 0)
//!      /           \                  1 NE (+1,-1)     4 SW (-1,+1)
//!     |             |                 2 NW ( 0,-1)     5 SE ( 0,+1)
//!   W |             | E
//!     |             |                 a hexside is named by its hex and one of E, NE, NW;
//!      \           /                  a vertex by its hex and one of North, South:
//!     SW \       / SE                 every side and every vertex has exactly one such name
//!          \   /
//!            S
//! ```
//!
//! Labels are printed CCRR, column then row, both counted from 1 at the north-west corner. Even rows are
//! shifted half a hex to the east:
//!
//! ```text
//!     / \   / \   / \
//!    |0101 |0201 |0301 |         row 1
//!     \ / \ / \ / \ / \
//!      |0102 |0202 |0302 |       row 2, shifted
//!     / \ / \ / \ / \ /
//!    |0103 |0203 |0303 |         row 3
//!     \ /   \ /   \ /
//! ```
//!
//! Invariants: nothing here rounds, allocates, or knows that maps have edges.
#![forbid(unsafe_code)]

mod direction;
mod label;
mod side;
mod trace;

use std::ops::{Add, Mul, Sub};

pub use crate::{
    direction::Direction,
    label::{LabelError, Offset},
    side::{Hexside, Vertex, VertexEnd},
    trace::{Leg, Trace, trace},
};

/// A hex, or the way from one hex to another, in axial coordinates.
///
/// ```
/// use hex::{Direction, Hex};
/// let here = Hex::new(2, 3);
/// assert_eq!(here.neighbour(Direction::NE), Hex::new(3, 2));
/// assert_eq!(here.distance(Hex::new(5, 1)), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Grows to the east.
    pub q: i16,
    /// Grows to the south.
    pub r: i16,
}

impl Hex {
    /// The hex at axial coordinates `q`, `r`.
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The third cube coordinate; the three always sum to nothing.
    pub const fn s(self) -> i16 {
        -self.q - self.r
    }

    /// The hex on the other side of the hexside that faces `direction`.
    pub const fn neighbour(self, direction: Direction) -> Hex {
        let step = direction.step();
        Hex::new(self.q + step.q, self.r + step.r)
    }

    /// The six hexes around this one, counterclockwise from the east.
    pub fn neighbours(self) -> impl Iterator<Item = (Direction, Hex)> {
        Direction::ALL.into_iter().map(move |it| (it, self.neighbour(it)))
    }

    /// The direction in which `other` adjoins this hex, if it does.
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        let way = other - self;
        Direction::ALL.into_iter().find(|it| it.step() == way)
    }

    /// How many steps from hex to hex lead from here to `other`.
    #[inline]
    pub const fn distance(self, other: Hex) -> u32 {
        let q = other.q as i32 - self.q as i32;
        let r = other.r as i32 - self.r as i32;
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The hexes at distance `n` exactly, counterclockwise from the corner in the east.
    ///
    /// ```
    /// use hex::Hex;
    /// assert_eq!(Hex::new(0, 0).ring(3).count(), 18);
    /// assert_eq!(Hex::new(0, 0).ring(0).count(), 1);
    /// ```
    pub fn ring(self, n: u8) -> impl Iterator<Item = Hex> {
        let n = i16::from(n);
        let centre = (n == 0).then_some(self);
        let around = Direction::ALL.into_iter().flat_map(move |it| {
            let along = it.left().left().step();
            (0..n).map(move |i| self + it.step() * n + along * i)
        });
        centre.into_iter().chain(around)
    }

    /// The hexes at distance `n` or less, this one included, row by row from the north-west.
    ///
    /// ```
    /// use hex::Hex;
    /// assert_eq!(Hex::new(4, 4).range(2).count(), 19);
    /// ```
    pub fn range(self, n: u8) -> impl Iterator<Item = Hex> {
        let n = i16::from(n);
        (-n..=n).flat_map(move |r| {
            let west = if r < 0 { -n - r } else { -n };
            let east = if r < 0 { n } else { n - r };
            (west..=east).map(move |q| self + Hex::new(q, r))
        })
    }
}

impl Add for Hex {
    type Output = Hex;
    fn add(self, way: Hex) -> Hex {
        Hex::new(self.q + way.q, self.r + way.r)
    }
}

impl Sub for Hex {
    type Output = Hex;
    fn sub(self, other: Hex) -> Hex {
        Hex::new(self.q - other.q, self.r - other.r)
    }
}

impl Mul<i16> for Hex {
    type Output = Hex;
    fn mul(self, n: i16) -> Hex {
        Hex::new(self.q * n, self.r * n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_holds_exactly_the_hexes_at_its_distance() {
        let here = Hex::new(-2, 5);
        for n in 0..6u8 {
            let mut ring: Vec<Hex> = here.ring(n).collect();
            let mut at_distance: Vec<Hex> =
                here.range(8).filter(|it| here.distance(*it) == u32::from(n)).collect();
            ring.sort();
            at_distance.sort();
            assert_eq!(ring, at_distance, "ring {n}");
        }
    }

    #[test]
    fn a_range_holds_every_hex_once() {
        let here = Hex::new(3, -4);
        let mut all: Vec<Hex> = here.range(5).collect();
        assert_eq!(all.len(), 91);
        assert!(all.iter().all(|it| here.distance(*it) <= 5));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 91);
    }

    #[test]
    fn distance_is_the_length_of_a_shortest_walk() {
        let mut seen = vec![Hex::default()];
        let mut border = seen.clone();
        for n in 1..6 {
            let mut next = Vec::new();
            for (_, hex) in border.iter().flat_map(|it| it.neighbours()) {
                if !seen.contains(&hex) {
                    assert_eq!(Hex::default().distance(hex), n);
                    seen.push(hex);
                    next.push(hex);
                }
            }
            border = next;
        }
    }
}
