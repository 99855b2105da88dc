//! Which pieces of terrain are worth looking at: a grid of cells, each with the set of pieces that may touch it.
//!
//! A point of a piece and a point of a line that are the same point lie in the same cell, so a line asks the cells it runs
//! through and misses nothing. What it gets may be too much: the caller looks at the pieces themselves.

use crate::{
    geometry::{INCH, Point, Units, at_least, at_most},
    line::Line,
    table::{Area, Building, Hill, Obstacle, Table},
};

/// The width of a cell.
const CELL: Units = 4 * INCH;
/// Words of 64 bits: enough for all pieces, with each of the four lists in words of its own.
const WORDS: usize = Table::MOST_PIECES / 64 + 4;

/// The cells of a table.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    columns: usize,
    rows: usize,
    /// Where the words of hills, areas, obstacles and buildings begin, and where they end.
    starts: [usize; 5],
    bits: Vec<u64>,
}

/// Some pieces of each list, in the order of the lists.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    starts: [usize; 5],
    bits: [u64; WORDS],
}

impl Grid {
    pub(crate) fn new(
        size: Point,
        hills: &[Hill],
        areas: &[Area],
        obstacles: &[Obstacle],
        buildings: &[Building],
    ) -> Grid {
        let words = |count: usize| count.div_ceil(64);
        let mut starts = [0; 5];
        let counts = [hills.len(), areas.len(), obstacles.len(), buildings.len()];
        for (n, count) in counts.into_iter().enumerate() {
            starts[n + 1] = starts[n] + words(count);
        }
        let columns = (size.x / CELL) as usize + 1;
        let rows = (size.y / CELL) as usize + 1;
        let bits = vec![0; columns * rows * starts[4]];
        let mut grid = Grid { columns, rows, starts, bits };
        for (n, it) in hills.iter().enumerate() {
            grid.insert(0, n, it.outline.bounds());
        }
        for (n, it) in areas.iter().enumerate() {
            grid.insert(1, n, it.outline.bounds());
        }
        for (n, it) in obstacles.iter().enumerate() {
            for (a, b) in it.edges() {
                let low = Point::new(at_most(a.x, b.x), at_most(a.y, b.y));
                let high = Point::new(at_least(a.x, b.x), at_least(a.y, b.y));
                grid.insert(2, n, (low, high));
            }
        }
        for (n, it) in buildings.iter().enumerate() {
            grid.insert(3, n, it.outline.bounds());
        }
        grid
    }

    fn insert(&mut self, list: usize, n: usize, (low, high): (Point, Point)) {
        let word = self.starts[list] + n / 64;
        for row in self.row(low.y)..=self.row(high.y) {
            for column in self.column(low.x)..=self.column(high.x) {
                let cell = (row * self.columns + column) * self.starts[4];
                self.bits[cell + word] |= 1 << (n % 64);
            }
        }
    }

    /// The pieces that may hold a point.
    #[inline]
    pub(crate) fn at(&self, p: Point) -> Pieces {
        let mut pieces = self.none();
        self.add(&mut pieces, self.row(p.y), self.column(p.x));
        pieces
    }

    /// The pieces that may come as near to a point as this.
    pub(crate) fn around(&self, p: Point, r: Units) -> Pieces {
        let mut pieces = self.none();
        for row in self.row(p.y - r)..=self.row(p.y + r) {
            for column in self.column(p.x - r)..=self.column(p.x + r) {
                self.add(&mut pieces, row, column);
            }
        }
        pieces
    }

    /// The pieces that may touch a line, row of cells by row of cells.
    #[inline]
    pub(crate) fn along(&self, line: &Line) -> Pieces {
        let mut pieces = self.none();
        // Of the two ends the southern one comes first here.
        let (low, high) = if line.first.y <= line.last.y {
            (line.first, line.last)
        } else {
            (line.last, line.first)
        };
        let (dx, dy) = (i64::from(high.x - low.x), i64::from(high.y - low.y));
        let (west, east) = (line.first.x, line.last.x);
        let mut x = low.x;
        for row in self.row(low.y)..=self.row(high.y) {
            // Where the line leaves this row, give or take a unit.
            let top = (row as Units + 1) * CELL;
            let next = if high.y <= top || dy == 0 {
                high.x
            } else {
                low.x + (dx * i64::from(top - low.y) / dy) as Units
            };
            let from = at_least(at_most(x, next) - 1, west);
            let to = at_most(at_least(x, next) + 1, east);
            for column in self.column(from)..=self.column(to) {
                self.add(&mut pieces, row, column);
            }
            x = next;
        }
        pieces
    }

    fn none(&self) -> Pieces {
        Pieces { starts: self.starts, bits: [0; WORDS] }
    }

    #[inline]
    fn add(&self, pieces: &mut Pieces, row: usize, column: usize) {
        let words = self.starts[4];
        let cell = (row * self.columns + column) * words;
        for (it, more) in pieces.bits.iter_mut().zip(&self.bits[cell..cell + words]) {
            *it |= more;
        }
    }

    #[inline]
    fn row(&self, y: Units) -> usize {
        at_most((at_least(y, 0) / CELL) as usize, self.rows - 1)
    }

    #[inline]
    fn column(&self, x: Units) -> usize {
        at_most((at_least(x, 0) / CELL) as usize, self.columns - 1)
    }
}

impl Pieces {
    #[inline]
    pub(crate) fn hills(self) -> Numbers {
        self.list(0)
    }

    #[inline]
    pub(crate) fn areas(self) -> Numbers {
        self.list(1)
    }

    #[inline]
    pub(crate) fn obstacles(self) -> Numbers {
        self.list(2)
    }

    #[inline]
    pub(crate) fn buildings(self) -> Numbers {
        self.list(3)
    }

    #[inline]
    fn list(self, list: usize) -> Numbers {
        let (word, end) = (self.starts[list], self.starts[list + 1]);
        Numbers { bits: self.bits, word, end, start: word }
    }
}

/// The numbers of pieces of one list, in order.
pub(crate) struct Numbers {
    bits: [u64; WORDS],
    start: usize,
    word: usize,
    end: usize,
}

impl Iterator for Numbers {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < self.end {
            let bits = &mut self.bits[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some((self.word - self.start) * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}
