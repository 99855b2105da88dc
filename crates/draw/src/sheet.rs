//! What all layers of a map share: the map, its measures, how each hex is drawn, and what lies where already.

use std::collections::{BTreeMap, BTreeSet};

use board::{Direction, Map};

use crate::{
    geometry::{COLUMN_PITCH, Cell, Geometry, ROW_PITCH, geometry},
    ground::Ground,
    svg::Point,
};

pub struct Sheet<'a> {
    pub map: &'a Map,
    pub g: Geometry,
    /// By `HexId`.
    ground: Vec<Ground>,
    /// Points along roads and water, which trees and houses keep clear of.
    lines: BTreeMap<(i32, i32), Vec<Point>>,
}

/// The side of a bucket of `Sheet::lines`.
const BUCKET: f64 = 32.0;

impl<'a> Sheet<'a> {
    pub fn new(map: &'a Map) -> Sheet<'a> {
        let ground = map.hexes().map(|it| Ground::of(map, map.terrain(it))).collect();
        Sheet { map, g: geometry(map), ground, lines: BTreeMap::new() }
    }

    pub fn ground(&self, cell: Cell) -> Ground {
        self.ground[self.g.shown(cell).index()]
    }

    pub fn cells(&self, is: impl Fn(Ground) -> bool) -> BTreeSet<Cell> {
        self.g.cells().filter(|it| is(self.ground(*it))).collect()
    }

    /// The cell under a point.
    pub fn cell_at(&self, p: Point) -> Cell {
        let row = ((p.y - self.g.top) / ROW_PITCH).round() as i32;
        let mut best = (f64::MAX, Cell { column: 0, row });
        for row in row - 1..=row + 1 {
            let column = (p.x - self.g.left) / COLUMN_PITCH - 0.5 * f64::from(row & 1);
            let cell = Cell { column: column.round() as i32, row };
            let d = self.g.centre_of(cell).distance(p);
            if d < best.0 {
                best = (d, cell);
            }
        }
        best.1
    }

    /// How far a point lies inside the region of hexes `is` holds for; negative outside. Corners are rounded.
    pub fn depth(&self, p: Point, is: impl Fn(Ground) -> bool) -> f64 {
        let cell = self.cell_at(p);
        if !is(self.ground(cell)) {
            return -1.0;
        }
        let c = self.g.centre_of(cell);
        let mut depth = f64::MAX;
        let open: Vec<Direction> =
            Direction::ALL.into_iter().filter(|it| !is(self.ground(cell.next(*it)))).collect();
        for direction in &open {
            let next = self.g.centre_of(cell.next(*direction));
            let way = c.towards(next);
            let d = COLUMN_PITCH / 2.0 - ((p.x - c.x) * way.x + (p.y - c.y) * way.y);
            depth = depth.min(d);
            if open.contains(&direction.left()) {
                let (corner, _) = cell.side(*direction);
                let d = self.g.corner(corner).distance(p) - 6.0;
                depth = depth.min(d * 0.8);
            }
        }
        depth
    }

    pub fn keep_clear(&mut self, line: &[Point]) {
        for (p, _) in crate::svg::march(line, 4.0) {
            self.lines.entry(bucket(p)).or_default().push(p);
        }
    }

    /// Whether a road or stream passes within `d` (at most a bucket) of the point.
    pub fn is_near_line(&self, p: Point, d: f64) -> bool {
        let (x, y) = bucket(p);
        (x - 1..=x + 1).any(|x| {
            (y - 1..=y + 1).any(|y| {
                self.lines.get(&(x, y)).is_some_and(|it| it.iter().any(|q| q.distance(p) < d))
            })
        })
    }

    /// The rectangle of the printed map inside its paper margin: left, top, width, height.
    pub fn frame(&self) -> (f64, f64, f64, f64) {
        let m = crate::geometry::MARGIN;
        (m, m, self.g.width - 2.0 * m, self.g.height - 2.0 * m)
    }
}

fn bucket(p: Point) -> (i32, i32) {
    ((p.x / BUCKET).floor() as i32, (p.y / BUCKET).floor() as i32)
}
