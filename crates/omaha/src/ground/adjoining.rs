//! Which hexes adjoin which, asked for whole sets at once.

use board::{HexId, Map};
use hex::Direction;

use crate::data::Hexes;

/// Steps from hex to hex. Hexes are numbered row by row, so that those to the east, say, of all hexes of a set are the
/// set moved on by one: a handful of such moves stand for the neighbours of any number of hexes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Adjoining(Vec<Shift>);

/// The hexes from which a step leads so many numbers on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shift {
    by: i32,
    from: Hexes,
}

impl Adjoining {
    /// The steps for which `counts` holds.
    pub(super) fn new(map: &Map, counts: impl Fn(HexId, Direction, HexId) -> bool) -> Adjoining {
        let mut shifts: Vec<Shift> = Vec::new();
        for hex in map.hexes() {
            for (direction, next) in map.neighbours(hex) {
                if !counts(hex, direction, next) {
                    continue;
                }
                let by = i32::from(next.0) - i32::from(hex.0);
                match shifts.iter_mut().find(|it| it.by == by) {
                    Some(shift) => {
                        shift.from.insert(hex);
                    }
                    None => shifts.push(Shift { by, from: [hex].into_iter().collect() }),
                }
            }
        }
        Adjoining(shifts)
    }

    /// Hexes to which a step leads from one of the set.
    #[must_use]
    pub fn around(&self, set: &Hexes) -> Hexes {
        let mut hexes = Hexes::EMPTY;
        for shift in &self.0 {
            hexes.add_shifted(&set.intersect(&shift.from), shift.by);
        }
        hexes
    }

    /// Hexes that can be reached from those of a set that are not barred, through such hexes alone; they themselves
    /// too.
    #[must_use]
    pub fn reach(&self, from: &Hexes, barred: &Hexes) -> Hexes {
        let mut reached = from.and_not(barred);
        loop {
            let further = self.around(&reached).and_not(barred).union(&reached);
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }
}
