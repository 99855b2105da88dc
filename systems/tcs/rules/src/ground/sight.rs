//! Line of sight: straight from centre to centre (tcs.los.centres), over heights in metres, exactly.
//!
//! Units, attack zones and darkness do not block (tcs.los.units-no-block): only ground, what stands on it, and smoke.
//!
//! A line passes *stations*: hexes whose inside it crosses, pairs of hexes between which it runs, hexsides, corners. At
//! each the height of the line is compared with the top of what stands there. Everything is in whole numbers: with the
//! way from a to b as a vector `d`, a point `p` lies abreast of the fraction `(p - a)·d / d·d` of the line, and
//! centres, middles of sides and corners are sums of one, two and three centres; so all fractions have the
//! denominator `6 d·d`.
//!
//! ```text
//!        / \ / \            hex A to hex B: the line passes the inside of C, D, E, the sides between them;
//!       | A | C |           where it meets a corner (*) it slips past a single hedge that ends there,
//!        \ / \ / \          not past two (tcs.los.corner)
//!         | D * E |
//!          \ / \ /
//!           | F | B |
//! ```
//!
//! What a line meets depends on its way alone, not on where it starts: `lines` has that once for each way. All pairs are
//! worked out once ([`Sight`]); smoke is looked for on the lines that are clear without it.

use std::ops::ControlFlow;

use board::{Direction, HexId};
use hex::{Hex, Leg, trace};
use smallvec::SmallVec;

use super::{
    Ground, Hexes,
    lines::{dot, is_forward},
};

/// Who sees whom without smoke: a row of bits for each hex.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    rows: Vec<Hexes>,
}

impl Sight {
    pub(super) fn new(ground: &Ground) -> Sight {
        let map = ground.map();
        let mut rows = vec![Hexes::EMPTY; map.len()];
        for a in map.hexes() {
            rows[a.index()].insert(a);
            // tcs.los.symmetric: the line back is the same line.
            for b in map.hexes().skip(a.index() + 1) {
                if is_clear(ground, &Hexes::EMPTY, a, b) {
                    rows[a.index()].insert(b);
                    rows[b.index()].insert(a);
                }
            }
        }
        Sight { rows }
    }
}

impl Ground {
    /// Whether nothing but smoke could block the line.
    #[must_use]
    #[inline]
    pub fn sees(&self, a: HexId, b: HexId) -> bool {
        self.sight.rows[a.index()].contains(b)
    }

    /// Whether a sees b with smoke in these hexes (tcs.los.smoke).
    #[must_use]
    #[inline]
    pub fn sees_past(&self, smoke: &Hexes, a: HexId, b: HexId) -> bool {
        self.sees(a, b) && (smoke.is_empty() || self.is_clear_of(smoke, a, b))
    }

    /// The hexes that can be seen from here if there is no smoke, this one included.
    #[must_use]
    #[inline]
    pub fn field(&self, hex: HexId) -> &Hexes {
        &self.sight.rows[hex.index()]
    }

    /// Smoke on a line lies on a shortest way from end to end, so most lines need no walk.
    fn is_clear_of(&self, smoke: &Hexes, a: HexId, b: HexId) -> bool {
        let distance = self.map.distance(a, b);
        let near = |it: HexId| {
            it != a && it != b && self.map.distance(a, it) + self.map.distance(it, b) == distance
        };
        !smoke.iter().any(near) || is_clear(self, smoke, a, b)
    }

    /// The sides through which a line from `from` enters `target`: two where it comes through a corner, none if the
    /// hexes are the same. For cover on hexsides and for cross fire.
    #[must_use]
    pub fn entry(&self, from: HexId, target: HexId) -> SmallVec<[Direction; 2]> {
        let (start, end) = (self.map.hex(from), self.map.hex(target));
        let mut sides = SmallVec::new();
        let mut last = start;
        for leg in trace(start, end) {
            if leg.hex() == end {
                // The only lines through a corner of their own ends run along the side before it.
                let others: SmallVec<[Hex; 2]> = match leg {
                    Leg::Through { .. } => SmallVec::from_slice(&[last]),
                    Leg::Along { left, right, .. } => SmallVec::from_slice(&[left, right]),
                };
                sides.extend(others.into_iter().filter_map(|it| end.direction_to(it)));
            }
            last = leg.hex();
        }
        sides
    }
}

/// A place on the line at which something may rise above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Station {
    /// tcs.los.crossed: the line passes its inside.
    Hex(HexId),
    /// tcs.los.along-side: it runs between these two; one of them may lie off the map.
    Between([Option<HexId>; 2]),
    /// tcs.los.hexside-obstacle: it crosses the side between these two, on which something stands.
    Side([HexId; 2]),
    /// tcs.los.corner: it meets the corner of these three, and at least two of the sides have something on them.
    Corner([Option<HexId>; 3]),
}

/// What a line meets at a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub station: Station,
    /// How far along the line, as a fraction of it in [`Line::unit`]s.
    pub at: i32,
    /// Metres above the sea of what stands there; where the line runs between two hexes, of the lower of both.
    pub top: i16,
    /// Nothing passes, whatever its height: smoke, between smoke and what blocks, or between a hex that blocks and the edge.
    pub shut: bool,
}

/// The height of a line between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Eyes at both ends, metres above the sea.
    pub from: i16,
    pub to: i16,
    /// The length, in the measure of [`Meeting::at`].
    pub unit: i32,
}

impl Line {
    /// tcs.los.eye
    pub(super) fn new(ground: &Ground, a: HexId, b: HexId) -> Line {
        let d = ground.map.hex(b) - ground.map.hex(a);
        let eye = ground.chart.eye_metres;
        let unit = 6 * dot(d, d);
        Line { from: ground.metres(a) + eye, to: ground.metres(b) + eye, unit }
    }

    /// The height of the line there, times [`Line::unit`].
    #[must_use]
    pub fn height(&self, at: i32) -> i32 {
        i32::from(self.from) * self.unit + at * i32::from(self.to - self.from)
    }

    /// tcs.los.block, tcs.los.equal-clear
    #[must_use]
    pub fn is_below(&self, top: i16, at: i32) -> bool {
        self.height(at) < i32::from(top) * self.unit
    }

    #[must_use]
    pub fn is_blocked(&self, meeting: &Meeting) -> bool {
        meeting.shut || self.is_below(meeting.top, meeting.at)
    }
}

fn is_clear(ground: &Ground, smoke: &Hexes, a: HexId, b: HexId) -> bool {
    let line = Line::new(ground, a, b);
    let blocked = walk(ground, smoke, a, b, |it| match line.is_blocked(&it) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    blocked.is_continue()
}

/// Goes along the line from a to b and hands over what it meets, in order, until told to stop.
pub(super) fn walk(
    ground: &Ground,
    smoke: &Hexes,
    a: HexId,
    b: HexId,
    mut each: impl FnMut(Meeting) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (lines, map) = (&ground.lines, &ground.map);
    let way = map.hex(b) - map.hex(a);
    // Half of the lines are kept; the others are these from their other end.
    if is_forward(way) {
        let from = lines.place(a);
        for it in lines.along(way) {
            lines.meet(it, from, smoke).map_or(ControlFlow::Continue(()), &mut each)?;
        }
    } else {
        let (from, unit) = (lines.place(b), Line::new(ground, a, b).unit);
        for it in lines.along(map.hex(a) - map.hex(b)).iter().rev() {
            let met = lines.meet(it, from, smoke).map(|it| Meeting { at: unit - it.at, ..it });
            met.map_or(ControlFlow::Continue(()), &mut each)?;
        }
    }
    ControlFlow::Continue(())
}
