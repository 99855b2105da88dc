//! Where things are on the drawing. The page gets centres and outlines from here (`play::wire::MapHead`).
//!
//! ```text
//!           N                    pointy-top, corner radius 40, width 69.28, row pitch 60;
//!        NW   NE                 rows of odd index are shifted right by 34.64
//!        SW   SE
//!           S                    a corner is a pair of integers: half hex widths east and thirds of a
//!                                row pitch south of the centre of the first hex
//! ```

use board::{Direction, HexId, Map};

use crate::{noise, svg::Point};

pub const RADIUS: f64 = 40.0;
pub const COLUMN_PITCH: f64 = 69.28;
pub const ROW_PITCH: f64 = 60.0;
/// Paper around the hexes.
pub const MARGIN: f64 = 22.0;

/// Measures of one map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Geometry {
    /// Centre of the first hex.
    pub left: f64,
    pub top: f64,
    /// Of the whole drawing.
    pub width: f64,
    pub height: f64,
    columns: i32,
    rows: i32,
}

/// The measures of this map.
pub fn geometry(map: &Map) -> Geometry {
    let (columns, rows) = (i32::from(map.columns()), i32::from(map.rows()));
    let shifted = if 1 < rows { 0.5 } else { 0.0 };
    Geometry {
        left: MARGIN + COLUMN_PITCH / 2.0,
        top: MARGIN + RADIUS,
        width: 2.0 * MARGIN + COLUMN_PITCH * (f64::from(columns) + shifted),
        height: 2.0 * MARGIN + ROW_PITCH * f64::from(rows - 1) + 2.0 * RADIUS,
        columns,
        rows,
    }
}

impl Geometry {
    /// The centre of a hex.
    pub fn centre(&self, hex: HexId) -> Point {
        self.centre_of(self.cell(hex))
    }

    /// The corners of a hex, clockwise from the north.
    pub fn corners(&self, hex: HexId) -> [Point; 6] {
        self.cell(hex).corners().map(|it| self.corner(it))
    }

    pub fn cell(&self, hex: HexId) -> Cell {
        let index = i32::from(hex.0);
        Cell { column: index % self.columns, row: index / self.columns }
    }

    pub fn centre_of(&self, cell: Cell) -> Point {
        self.corner(cell.middle())
    }

    pub fn corner(&self, (x, y): Corner) -> Point {
        Point::new(
            self.left + COLUMN_PITCH / 2.0 * f64::from(x),
            self.top + ROW_PITCH / 3.0 * f64::from(y),
        )
    }

    /// A point moved a little: what is printed on the ground does not follow the grid to the point. All layers use
    /// this one field, so a wood that ends at a stream ends at the stream.
    pub fn sway(&self, p: Point, by: f64) -> Point {
        let dx = noise::smooth(p.x, p.y, 31.0, 11) + 0.5 * noise::smooth(p.x, p.y, 13.0, 12);
        let dy = noise::smooth(p.x, p.y, 31.0, 13) + 0.5 * noise::smooth(p.x, p.y, 13.0, 14);
        p.plus(dx * by, dy * by)
    }

    /// The hex of the map a cell shows; beyond the edge the nearest one, since the ground goes on there.
    pub fn shown(&self, cell: Cell) -> HexId {
        let within = |value: i32, limit: i32| {
            if value < 0 {
                0
            } else if limit <= value {
                limit - 1
            } else {
                value
            }
        };
        HexId(
            (within(cell.row, self.rows) * self.columns + within(cell.column, self.columns)) as u16,
        )
    }

    pub fn is_on_map(&self, cell: Cell) -> bool {
        0 <= cell.column && cell.column < self.columns && 0 <= cell.row && cell.row < self.rows
    }

    /// All cells of the map and a ring of one around it.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (-1..=rows).flat_map(move |row| (-1..=columns).map(move |column| Cell { column, row }))
    }
}

/// Column and row from 0, also beyond the edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    pub column: i32,
    pub row: i32,
}

/// See the drawing above.
pub type Corner = (i32, i32);

impl Cell {
    pub fn middle(self) -> Corner {
        (2 * self.column + (self.row & 1), 3 * self.row)
    }

    /// Clockwise from the north.
    pub fn corners(self) -> [Corner; 6] {
        let (x, y) = self.middle();
        [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| (x + dx, y + dy))
    }

    /// The ends of a side, clockwise around the cell.
    pub fn side(self, direction: Direction) -> (Corner, Corner) {
        let corners = self.corners();
        let first = match direction {
            Direction::NE => 0,
            Direction::E => 1,
            Direction::SE => 2,
            Direction::SW => 3,
            Direction::W => 4,
            Direction::NW => 5,
        };
        (corners[first], corners[(first + 1) % 6])
    }

    pub fn next(self, direction: Direction) -> Cell {
        let odd = self.row & 1;
        let (column, row) = match direction {
            Direction::E => (1, 0),
            Direction::W => (-1, 0),
            Direction::NE => (odd, -1),
            Direction::NW => (odd - 1, -1),
            Direction::SE => (odd, 1),
            Direction::SW => (odd - 1, 1),
        };
        Cell { column: self.column + column, row: self.row + row }
    }
}

#[cfg(test)]
mod tests {
    use board::{Legend, MapBuilder, TerrainKind, TerrainSight};

    use super::*;

    #[test]
    fn cells_and_the_board_agree_on_neighbours_and_sides() {
        let legend = Legend {
            terrains: vec![TerrainKind::new("clear", "Clear", TerrainSight::Open)],
            ..Legend::default()
        };
        let mut builder = MapBuilder::new(legend, 5, 4);
        builder.fill("clear");
        let map = builder.build().unwrap();
        let g = geometry(&map);
        for hex in map.hexes() {
            assert_eq!(g.shown(g.cell(hex)), hex);
            for direction in Direction::ALL {
                let next = g.cell(hex).next(direction);
                assert_eq!(g.is_on_map(next), map.neighbour(hex, direction).is_some());
                if let Some(it) = map.neighbour(hex, direction) {
                    assert_eq!(g.shown(next), it);
                }
                let (a, b) = g.cell(hex).side(direction);
                assert_eq!(next.side(direction.opposite()), (b, a));
            }
        }
        let second_row = g.centre(HexId(5));
        assert!(
            (second_row.x - g.left - 34.64).abs() < 1e-9
                && (second_row.y - g.top - 60.0).abs() < 1e-9
        );
    }
}
