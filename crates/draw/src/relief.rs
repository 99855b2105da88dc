//! Relief from the levels of the hexes: a smooth surface through them, tinted by height, shaded from the north-west
//! and contoured. No filters: shade is a few translucent areas on top of each other.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::{
    geometry::{COLUMN_PITCH, Cell, ROW_PITCH},
    noise,
    sheet::Sheet,
    svg::{Path, Point},
};

/// Distance of the points at which the surface is known.
const STEP: f64 = 11.0;
/// How far the levels of hexes are blurred: for lines, and for shade, which shows every small step.
const NARROW: f64 = 28.0;
const WIDE: f64 = 38.0;
/// How much contours wander, in levels.
const RIPPLE: f64 = 0.13;

/// Tints by height: meadow green in the low ground, then paper, then warmer with each level.
pub(crate) fn tint(sheet: &Sheet) -> String {
    let Some(surface) = Surface::new(sheet, RIPPLE, NARROW) else { return String::new() };
    let mut out = surface.above(f64::MIN).element("fill=\"#cddcab\" opacity=\".34\"");
    for (i, level) in surface.levels().enumerate() {
        let attributes = match i {
            0 => "fill=\"#f0e8cc\" opacity=\".34\"",
            1 => "fill=\"#f2e4bf\" opacity=\".3\"",
            _ => "fill=\"#cf9f5e\" opacity=\".07\"",
        };
        out += &surface.above(level).element(attributes);
    }
    out
}

/// Shade on the slopes that face away from the north-west, light on those that face it.
pub(crate) fn shade(sheet: &Sheet) -> String {
    let Some(surface) = Surface::new(sheet, 0.0, WIDE) else { return String::new() };
    let mut out = String::new();
    let slope = surface.slope();
    for limit in [0.22, 0.36, 0.5, 0.66, 0.84, 1.05] {
        let _ = write!(out, "{}", slope.above(limit).element("fill=\"#5a421f\" opacity=\".043\""));
    }
    let lit = slope.negative();
    for limit in [0.22, 0.38, 0.56, 0.76, 1.0] {
        let _ = write!(out, "{}", lit.above(limit).element("fill=\"#fffdf0\" opacity=\".13\""));
    }
    out
}

/// Contour lines: three for each step between levels, so that steep ground shows as a bundle.
pub(crate) fn contours(sheet: &Sheet) -> String {
    let Some(surface) = Surface::new(sheet, RIPPLE, NARROW) else { return String::new() };
    let (mut thin, mut thick) = (Path::default(), Path::default());
    for level in surface.levels() {
        thick.push(&surface.above(level));
        let by = surface.interval * 0.27;
        thin.push(&surface.above(level - by));
        thin.push(&surface.above(level + by));
    }
    thin.element("fill=\"none\" stroke=\"#a8753c\" stroke-width=\".6\" opacity=\".42\"")
        + &thick.element("fill=\"none\" stroke=\"#9a6730\" stroke-width=\".95\" opacity=\".5\"")
}

/// Values on a square lattice.
struct Surface {
    columns: i32,
    rows: i32,
    values: Vec<f64>,
    low: i32,
    high: i32,
    /// Levels from one contour to the next.
    interval: f64,
}

impl Surface {
    /// Nothing if the ground is level.
    fn new(sheet: &Sheet, ripple: f64, blur: f64) -> Option<Surface> {
        let heights: Vec<i32> =
            sheet.map.hexes().map(|it| i32::from(sheet.map.elevation(it))).collect();
        let (low, high) = (*heights.iter().min()?, *heights.iter().max()?);
        if low == high {
            return None;
        }
        let interval = f64::from((high - low + 9) / 10);
        let (columns, rows) =
            ((sheet.g.width / STEP) as i32 + 3, (sheet.g.height / STEP) as i32 + 3);
        let mut values = Vec::with_capacity((columns * rows) as usize);
        for j in 0..rows {
            for i in 0..columns {
                let p = node(i, j);
                values.push(
                    height(sheet, p, blur) + ripple * interval * noise::smooth(p.x, p.y, 44.0, 31),
                );
            }
        }
        Some(Surface { columns, rows, values, low, high, interval })
    }

    fn levels(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, interval) = (f64::from(self.low), self.interval);
        let n = (f64::from(self.high - self.low) / interval).ceil() as i32;
        (0..n).map(move |it| low + (f64::from(it) + 0.5) * interval)
    }

    /// How much each point falls away from the light, in levels of contour per hex.
    fn slope(&self) -> Surface {
        let at =
            |i: i32, j: i32| self.value(i.clamp(0, self.columns - 1), j.clamp(0, self.rows - 1));
        let mut values = Vec::with_capacity(self.values.len());
        for j in 0..self.rows {
            for i in 0..self.columns {
                let (dx, dy) = (at(i + 1, j) - at(i - 1, j), at(i, j + 1) - at(i, j - 1));
                values.push(-(dx * 0.62 + dy * 0.78) / (2.0 * STEP) * COLUMN_PITCH / self.interval);
            }
        }
        Surface { values, ..*self }
    }

    fn negative(&self) -> Surface {
        Surface { values: self.values.iter().map(|it| -it).collect(), ..*self }
    }

    fn value(&self, i: i32, j: i32) -> f64 {
        self.values[(j * self.columns + i) as usize]
    }

    /// The area where the surface is above a limit, by marching squares; the edge of the sheet closes it.
    fn above(&self, limit: f64) -> Path {
        let value = |i: i32, j: i32| {
            let inside = 0 <= i && i < self.columns && 0 <= j && j < self.rows;
            if inside { self.value(i, j) } else { f64::NEG_INFINITY }
        };
        // A crossing is named by the lattice edge it lies on: the upper or left node, and across or down.
        type Crossing = (i32, i32, bool);
        let mut next: BTreeMap<Crossing, Crossing> = BTreeMap::new();
        for j in -1..self.rows {
            for i in -1..self.columns {
                // Clockwise from the upper left; edge k leads from corner k to the next.
                let inside = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                    .map(|it| limit < value(it.0, it.1));
                let edges = [(i, j, false), (i + 1, j, true), (i, j + 1, false), (i, j, true)];
                for k in 0..4 {
                    if inside[k] || !inside[(k + 1) % 4] {
                        continue;
                    }
                    let leaves = (k + 1..k + 4).find(|it| inside[it % 4] && !inside[(it + 1) % 4]);
                    if let Some(it) = leaves {
                        next.insert(edges[k], edges[it % 4]);
                    }
                }
            }
        }
        let place = |(i, j, down): Crossing| {
            let (k, l) = if down { (i, j + 1) } else { (i + 1, j) };
            let (a, b) = (value(i, j), value(k, l));
            let t = if a.is_infinite() || b.is_infinite() { 0.5 } else { (limit - a) / (b - a) };
            node(i, j).to(node(k, l), t)
        };
        let mut path = Path::default();
        while let Some((start, mut at)) = next.pop_first() {
            let mut points = vec![place(start)];
            while at != start {
                points.push(place(at));
                match next.remove(&at) {
                    Some(it) => at = it,
                    None => break,
                }
            }
            if 3 < points.len() {
                path.blob(&thin_out(&points));
            }
        }
        path
    }
}

/// Every second point of a long ring is enough for a smooth curve.
fn thin_out(points: &[Point]) -> Vec<Point> {
    if points.len() < 12 { points.to_vec() } else { points.iter().copied().step_by(2).collect() }
}

fn node(i: i32, j: i32) -> Point {
    Point::new((f64::from(i) - 0.5) * STEP, (f64::from(j) - 0.5) * STEP)
}

/// The mean level of the hexes around, the nearer the weightier.
fn height(sheet: &Sheet, p: Point, blur: f64) -> f64 {
    let row = ((p.y - sheet.g.top) / ROW_PITCH).round() as i32;
    let column = ((p.x - sheet.g.left) / COLUMN_PITCH).round() as i32;
    let (mut sum, mut weights) = (0.0, 0.0);
    for row in row - 2..=row + 2 {
        for column in column - 2..=column + 2 {
            let cell = Cell { column, row };
            let d = sheet.g.centre_of(cell).distance(p);
            let weight = (-d * d / (2.0 * blur * blur)).exp();
            sum += weight * f64::from(sheet.map.elevation(sheet.g.shown(cell)));
            weights += weight;
        }
    }
    sum / weights
}
