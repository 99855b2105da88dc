//! Sight worked out the plain way, pair by pair, leg by leg of the line, in exact fractions: what the tables must agree with.

use board::HexId;
use hex::{Hex, Hexside, Leg, Vertex, trace};

use super::{Ground, Hexes};

/// Whether a sees b.
pub(super) fn sees(ground: &Ground, smoke: &Hexes, a: HexId, b: HexId) -> bool {
    let (start, end) = (ground.map().hex(a), ground.map().hex(b));
    if start.distance(end) < 2 {
        return true;
    }
    let line = Line { ground, smoke, start, end };
    let mut last = start;
    for leg in trace(start, end) {
        let blocked = match leg {
            Leg::Through { side, at_vertex: false, .. } => line.side_blocks(side),
            Leg::Through { side, at_vertex: true, .. } => {
                let corner = side.vertices().into_iter().find(|it| line.passes(*it));
                line.corner_blocks(corner.unwrap())
            }
            Leg::Along { side, left, right, hex } => {
                let corners = side.vertices();
                assert!(corners.iter().all(|it| line.passes(*it)));
                let met = |it: &Vertex| it.hexes().contains(&last) || it.hexes().contains(&hex);
                assert!(corners.iter().all(met));
                let flanks = line.hex_blocks(left) && line.hex_blocks(right);
                flanks || corners.into_iter().any(|it| line.corner_blocks(it))
            }
        };
        last = leg.hex();
        if blocked || last != end && line.hex_blocks(last) {
            return false;
        }
    }
    true
}

struct Line<'a> {
    ground: &'a Ground,
    smoke: &'a Hexes,
    start: Hex,
    end: Hex,
}

impl Line<'_> {
    /// A point as a sum of `n` centres: whether something of this height there stands above the line. In the plane a hex
    /// lies at (2q + r, r√3) halves; the √3 cancels when products of two rows are tripled.
    fn is_below(&self, top: i16, points: &[Hex]) -> bool {
        let n = points.len() as i64;
        let at = |it: Hex| (2 * i64::from(it.q) + i64::from(it.r), i64::from(it.r));
        let ((x0, y0), (x1, y1)) = (at(self.start), at(self.end));
        let (dx, dy) = (x1 - x0, y1 - y0);
        let (sx, sy) =
            points.iter().map(|it| at(*it)).fold((0, 0), |s, it| (s.0 + it.0, s.1 + it.1));
        let along = (sx - n * x0) * dx + 3 * (sy - n * y0) * dy;
        let whole = n * (dx * dx + 3 * dy * dy);
        let id = |it: Hex| self.ground.map().id(it).unwrap();
        let eye = i64::from(self.ground.chart().eye_metres);
        let from = i64::from(self.ground.metres(id(self.start))) + eye;
        let to = i64::from(self.ground.metres(id(self.end))) + eye;
        from * whole + along * (to - from) < i64::from(top) * whole
    }

    fn passes(&self, corner: Vertex) -> bool {
        let way = self.end - self.start;
        let sum =
            corner.hexes().into_iter().fold(Hex::default(), |sum, it| sum + (it - self.start));
        i64::from(sum.q) * i64::from(way.r) == i64::from(sum.r) * i64::from(way.q)
    }

    /// Off the map there is no way past.
    fn hex_blocks(&self, hex: Hex) -> bool {
        let Some(id) = self.ground.map().id(hex) else { return true };
        self.smoke.contains(id) || self.is_below(self.ground.relief[id.index()].top, &[hex])
    }

    fn side_top(&self, side: Hexside) -> Option<i16> {
        if side.borders(self.start) || side.borders(self.end) {
            return None;
        }
        let (hex, direction) = side.name();
        let id = self.ground.map().id(hex)?;
        self.ground.relief[id.index()].sides[direction.index()]
    }

    fn side_blocks(&self, side: Hexside) -> bool {
        self.side_top(side).is_some_and(|it| self.is_below(it, &side.hexes()))
    }

    fn corner_blocks(&self, corner: Vertex) -> bool {
        let [a, b, c] = corner.hexes();
        let sides = [(a, b), (b, c), (c, a)].map(|it| Hexside::between(it.0, it.1).unwrap());
        let tops: Vec<i16> = sides.into_iter().filter_map(|it| self.side_top(it)).collect();
        1 < tops.len() && tops.iter().any(|it| self.is_below(*it, &corner.hexes()))
    }
}
