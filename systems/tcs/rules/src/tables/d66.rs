//! A column of a table read by two dice as tens and units (tcs.general.d66, tcs.general.d66-first-die-tens).

use kernel::Throw;
use serde::Deserialize;

use super::Flag;

/// How many results two dice read as tens and units have.
const FACES: usize = 36;

/// A run of equal results, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell<T> {
    pub result: T,
    pub lo: u8,
    pub hi: u8,
    #[serde(default)]
    pub flag: Flag,
}

/// A whole column, and what each of the 36 throws gives.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Vec<Cell<T>>", bound(deserialize = "T: Copy + Deserialize<'de>"))]
pub struct Column<T: Copy> {
    cells: Vec<Cell<T>>,
    faces: [T; FACES],
}

impl<T: Copy> Column<T> {
    #[must_use]
    #[inline]
    pub fn at(&self, throw: Throw) -> T {
        self.faces[throw.index() % FACES]
    }
    #[must_use]
    pub fn cells(&self) -> &[Cell<T>] {
        &self.cells
    }
}

/// tcs.table.partition: each of the 36 values exactly once, in order.
impl<T: Copy> TryFrom<Vec<Cell<T>>> for Column<T> {
    type Error = String;

    fn try_from(cells: Vec<Cell<T>>) -> Result<Column<T>, String> {
        let Some(first) = cells.first() else { return Err("the column has no cell".into()) };
        let mut faces = [first.result; FACES];
        let mut next = 0;
        for cell in &cells {
            let (Some(lo), Some(hi)) = (face(cell.lo), face(cell.hi)) else {
                return Err(format!("{} to {} are no throws of two dice", cell.lo, cell.hi));
            };
            if lo != next || hi < lo {
                let wanted = 10 * (next / 6 + 1) + next % 6 + 1;
                return Err(format!("a cell begins at {}, and {wanted} comes next", cell.lo));
            }
            faces[lo..=hi].fill(cell.result);
            next = hi + 1;
        }
        if next < FACES {
            return Err("the column ends before 66".into());
        }
        Ok(Column { cells, faces })
    }
}

/// The place of a throw among the 36.
#[must_use]
pub fn face(value: u8) -> Option<usize> {
    let (tens, units) = (value / 10, value % 10);
    let is_die = |it: u8| (1..=6).contains(&it);
    (is_die(tens) && is_die(units)).then(|| usize::from(tens - 1) * 6 + usize::from(units - 1))
}
