//! Every line within range, traced once. Lines are the same wherever they start, so what is kept is offsets into
//! the arrays of [`Ground`]: tracing a pair of hexes is then a walk over a short list.

use std::ops::Range;

use hex::{Hex, Leg, trace};

use super::ground::Ground;

/// All lines up to a length, in half of the directions: the other half is the same lines from the other end.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    limit: i32,
    /// By way, `(dr, dq + limit)`: place in `all`.
    places: Vec<u32>,
    all: Vec<Line>,
    crossings: Vec<Crossing>,
    forks: Vec<Fork>,
    touched: Vec<Hex>,
}

/// One line, relative to its start.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From start to end.
    pub(super) way: Hex,
    pub(super) distance: u8,
    /// In `crossings`; empty if the line runs along hexsides, which it does all the way or never.
    crossings: Range<usize>,
    /// In `forks`; empty if it does not.
    forks: Range<usize>,
    touched: Range<usize>,
    /// Square of the length, in the measure of [`Crossing::at`].
    pub(super) length: i32,
}

/// The line crosses a side and enters a hex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) side: i32,
    pub(super) hex: i32,
    /// How far along the line the hex lies abreast, from 0 to [`Line::length`].
    pub(super) at: i32,
}

/// The line runs between two hexes and enters a third.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    pub(super) along: i32,
    pub(super) flanks: [Flank; 2],
    pub(super) flank_at: i32,
    pub(super) hex: i32,
    pub(super) at: i32,
}

/// One of the two ways past a hexside: over the near side, the hex, the far side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flank {
    pub(super) near: i32,
    pub(super) hex: i32,
    pub(super) far: i32,
}

impl Lines {
    pub(super) fn new(ground: &Ground, limit: u8) -> Lines {
        let width = 2 * usize::from(limit) + 1;
        let mut lines = Lines {
            limit: i32::from(limit),
            places: vec![u32::MAX; (usize::from(limit) + 1) * width],
            all: Vec::new(),
            crossings: Vec::new(),
            forks: Vec::new(),
            touched: Vec::new(),
        };
        for way in Hex::default().range(limit).filter(|it| is_forward(*it)) {
            let place = lines.place(way);
            lines.places[place] = lines.all.len() as u32;
            lines.add(ground, way);
        }
        lines
    }

    pub(super) fn all(&self) -> &[Line] {
        &self.all
    }

    pub(super) fn crossings(&self, line: &Line) -> &[Crossing] {
        &self.crossings[line.crossings.clone()]
    }

    pub(super) fn forks(&self, line: &Line) -> &[Fork] {
        &self.forks[line.forks.clone()]
    }

    /// The hexes on the line and on its flanks, without its ends, relative to its start.
    pub(super) fn touched(&self, line: &Line) -> &[Hex] {
        &self.touched[line.touched.clone()]
    }

    /// The line that goes this way, which must be forward and within range.
    pub(super) fn line(&self, way: Hex) -> &Line {
        &self.all[self.places[self.place(way)] as usize]
    }

    fn place(&self, way: Hex) -> usize {
        (i32::from(way.r) * (2 * self.limit + 1) + i32::from(way.q) + self.limit) as usize
    }

    fn add(&mut self, ground: &Ground, way: Hex) {
        let start = Hex::default();
        let (crossings, forks, touched) =
            (self.crossings.len(), self.forks.len(), self.touched.len());
        let mut last = start;
        for leg in trace(start, way) {
            match leg {
                Leg::Through { hex, .. } => {
                    let side = ground.side_offset(last, hex);
                    self.crossings.push(Crossing {
                        side,
                        hex: ground.offset(hex),
                        at: dot(hex, way),
                    });
                }
                Leg::Along { left, right, hex, .. } => {
                    let flank = |it| Flank {
                        near: ground.side_offset(last, it),
                        hex: ground.offset(it),
                        far: ground.side_offset(it, hex),
                    };
                    self.touched.extend([left, right]);
                    self.forks.push(Fork {
                        along: ground.side_offset(left, right),
                        flanks: [flank(left), flank(right)],
                        flank_at: dot(left, way),
                        hex: ground.offset(hex),
                        at: dot(hex, way),
                    });
                }
            }
            if leg.hex() != way {
                self.touched.push(leg.hex());
            }
            last = leg.hex();
        }
        self.all.push(Line {
            way,
            distance: start.distance(way) as u8,
            crossings: crossings..self.crossings.len(),
            forks: forks..self.forks.len(),
            touched: touched..self.touched.len(),
            length: dot(way, way),
        });
    }
}

/// Of each line and its reverse, the one that is kept.
pub(super) fn is_forward(way: Hex) -> bool {
    0 < way.r || way.r == 0 && 0 < way.q
}

/// Twice the scalar product of two ways, in hex widths squared: how far `a` leads along `b`.
pub(super) fn dot(a: Hex, b: Hex) -> i32 {
    let [aq, ar, bq, br] = [a.q, a.r, b.q, b.r].map(i32::from);
    2 * aq * bq + 2 * ar * br + aq * br + ar * bq
}
