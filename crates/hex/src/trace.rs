//! The straight line between two hex centres, side by side, exactly.
//!
//! With `u = q - r`, `v = r - s`, `w = s - q` a hex around its centre is the set of points where none of the
//! three is more than 1 away from the centre's, and each of the six sides is one of those limits:
//!
//! ```text
//!   u = +1 NE    v = -1 NW    w = +1 W
//!   u = -1 SW    v = +1 SE    w = -1 E
//! ```
//!
//! A line leaves a hex through the limit it reaches first, at the time `(centre + 1) / speed` on that axis;
//! fractions are compared by multiplying out. Two limits reached together are a vertex, and then the third
//! axis says what follows: its sign picks the side on which the line goes on, zero means that the line runs
//! along the side between the other two hexes.
//!
//! ```text
//!            / \
//!          /     \
//!         |   A   |
//!         |   :   |              along: from A to B the line passes no hex between,
//!        / \  :  / \             it lies on the side between left and right
//!      /     \:/     \           (left and right as seen on the way from A to B)
//!     |       *       |
//!     | right * left  |
//!     |       *       |
//!      \     /:\     /
//!        \ /  :  \ /
//!         |   :   |
//!         |   B   |
//!          \     /
//!            \ /
//! ```
//!
//! Nothing is rounded and no tie is broken by fiat, so the line back is the same line.

use crate::{Direction, Hex, Hexside};

/// Follows the straight line from the centre of `from` to the centre of `to`; empty if they are the same.
///
/// ```
/// use hex::{Hex, Leg, trace};
/// let straight: Vec<Hex> = trace(Hex::new(0, 0), Hex::new(3, -1)).map(|it| it.hex()).collect();
/// assert_eq!(straight, [Hex::new(1, 0), Hex::new(2, -1), Hex::new(3, -1)]);
///
/// let along: Vec<Leg> = trace(Hex::new(0, 0), Hex::new(2, -1)).collect();
/// assert!(matches!(along[..], [Leg::Along { left, right, hex, .. }]
///     if left == Hex::new(1, -1) && right == Hex::new(1, 0) && hex == Hex::new(2, -1)));
/// ```
pub fn trace(from: Hex, to: Hex) -> Trace {
    let axes = |it: Hex| {
        let (q, r) = (i64::from(it.q), i64::from(it.r));
        let s = -q - r;
        [q - r, r - s, s - q]
    };
    let (start, end) = (axes(from), axes(to));
    let speed = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
    Trace { hex: from, to, centre: [0; 3], speed }
}

/// How the line leaves the previous hex and enters the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leg {
    /// Across a side, straight into the next hex.
    Through {
        /// The side that is crossed.
        side: Hexside,
        /// The hex that is entered.
        hex: Hex,
        /// The side is crossed exactly at one of its end points; the third hex that meets there is only
        /// touched in that point and plays no part.
        at_vertex: bool,
    },
    /// Out at a vertex, along a side between two hexes, and in at the far vertex.
    Along {
        /// The side on which the line lies.
        side: Hexside,
        /// The hex to the left of the line.
        left: Hex,
        /// The hex to the right of the line.
        right: Hex,
        /// The hex that is entered.
        hex: Hex,
    },
}

impl Leg {
    /// The hex this leg enters.
    pub const fn hex(&self) -> Hex {
        match *self {
            Leg::Through { hex, .. } | Leg::Along { hex, .. } => hex,
        }
    }
}

/// The legs of a line, in order; the last one enters the far end. Made by [`trace`].
#[derive(Clone, Debug)]
pub struct Trace {
    hex: Hex,
    to: Hex,
    /// Of `hex`, relative to the start, on the axes u, v, w.
    centre: [i64; 3],
    /// What the whole line covers on each axis.
    speed: [i64; 3],
}

impl Iterator for Trace {
    type Item = Leg;

    fn next(&mut self) -> Option<Leg> {
        if self.hex == self.to {
            return None;
        }
        let [u, v, w] = [self.limit(0), self.limit(1), self.limit(2)];
        let uv = u.compare(v);
        let first = if uv.is_le() { u } else { v };
        let leg = match first.compare(w) {
            // One limit comes first: its side is crossed between the ends.
            std::cmp::Ordering::Greater => self.through(2, false),
            std::cmp::Ordering::Less if uv.is_lt() => self.through(0, false),
            std::cmp::Ordering::Less if uv.is_gt() => self.through(1, false),
            // Two limits come together: a vertex. The third axis decides.
            std::cmp::Ordering::Less => self.at_vertex(0, 1),
            std::cmp::Ordering::Equal if uv.is_lt() => self.at_vertex(0, 2),
            std::cmp::Ordering::Equal => self.at_vertex(1, 2),
        };
        Some(leg)
    }
}

impl Trace {
    /// When the line reaches the side of the present hex on this axis.
    fn limit(&self, axis: usize) -> Time {
        let speed = self.speed[axis];
        Time { way: self.centre[axis] * speed.signum() + 1, speed: speed.abs() }
    }

    fn at_vertex(&mut self, a: usize, b: usize) -> Leg {
        let third = 3 - a - b;
        if self.speed[third] == 0 {
            return self.along(a, b);
        }
        // Crossing the side on axis `a` shifts the centre against `a` on both others; the line stays in the
        // hex behind it exactly when the third axis moves that way too.
        let behind_a = self.speed[third].signum() == -self.speed[a].signum();
        self.through(if behind_a { a } else { b }, true)
    }

    fn through(&mut self, axis: usize, at_vertex: bool) -> Leg {
        let direction = self.direction(axis);
        let side = Hexside::new(self.hex, direction);
        self.enter(axis);
        self.hex = self.hex.neighbour(direction);
        Leg::Through { side, hex: self.hex, at_vertex }
    }

    fn along(&mut self, a: usize, b: usize) -> Leg {
        let (a_side, b_side) = (self.direction(a), self.direction(b));
        let (left, right) =
            if a_side == b_side.left() { (a_side, b_side) } else { (b_side, a_side) };
        let here = self.hex;
        self.enter(a);
        self.enter(b);
        self.hex = here.neighbour(left).neighbour(right);
        let (left_hex, right_hex) = (here.neighbour(left), here.neighbour(right));
        // Seen from the hex on the left, the one on the right lies two turns to the right of the way there.
        let side = Hexside::new(left_hex, right.right());
        Leg::Along { side, left: left_hex, right: right_hex, hex: self.hex }
    }

    /// Moves the centre across the side on `axis`: two on that axis, one back on the others.
    fn enter(&mut self, axis: usize) {
        let sign = self.speed[axis].signum();
        for it in &mut self.centre {
            *it -= sign;
        }
        self.centre[axis] += 3 * sign;
    }

    /// The side towards which the line moves on `axis`.
    fn direction(&self, axis: usize) -> Direction {
        let forward = [Direction::NE, Direction::SE, Direction::W][axis];
        if 0 < self.speed[axis] { forward } else { forward.opposite() }
    }
}

/// The fraction `way / speed`; with no speed it is never reached.
#[derive(Clone, Copy)]
struct Time {
    way: i64,
    speed: i64,
}

impl Time {
    fn compare(self, other: Time) -> std::cmp::Ordering {
        match (self.speed == 0, other.speed == 0) {
            (false, false) => (self.way * other.speed).cmp(&(other.way * self.speed)),
            (never, other_never) => never.cmp(&other_never),
        }
    }
}
