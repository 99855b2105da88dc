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
        let words = set.words();
        let filled = |it: &u64| *it != 0;
        let Some(first) = words.iter().position(filled) else { return Hexes::EMPTY };
        let last = words.iter().rposition(filled).unwrap_or(first);
        let mut found = *Hexes::EMPTY.words();
        for shift in &self.0 {
            // Whole words to the next hex, rounded down, and bits beyond them.
            let (skip, bits) = (shift.by.div_euclid(64) as isize, shift.by.rem_euclid(64));
            let from = words[first..=last].iter().zip(&shift.from.words()[first..=last]);
            for (i, (word, mask)) in from.enumerate() {
                let word = word & mask;
                let to = (first + i).wrapping_add_signed(skip);
                if let Some(it) = found.get_mut(to) {
                    *it |= word << bits;
                }
                // In two steps: a word cannot be moved by all of its 64 bits at once.
                if let Some(it) = found.get_mut(to.wrapping_add(1)) {
                    *it |= word >> 1 >> (63 - bits);
                }
            }
        }
        Hexes::from_words(&found)
    }

    /// Hexes that can be reached from those of a set that are not barred, through such hexes alone; they themselves
    /// too.
    #[must_use]
    pub fn reach(&self, from: &Hexes, barred: &Hexes) -> Hexes {
        let mut reached = from.and_not(barred);
        let mut edge = reached;
        while !edge.is_empty() {
            edge = self.around(&edge).and_not(barred).and_not(&reached);
            reached = reached.union(&edge);
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use board::{Legend, MapBuilder, TerrainKind, TerrainSight};

    use super::*;

    fn map(columns: u16, rows: u16) -> Map {
        let clear = TerrainKind::new("clear", "Clear", TerrainSight::Open);
        let legend = Legend { terrains: vec![clear], ..Legend::default() };
        MapBuilder::new(legend, columns, rows).fill("clear").clone().build().expect("a plain map")
    }

    /// Every few hexes, from here and there.
    fn some(map: &Map, every: usize, from: usize) -> Hexes {
        map.hexes().skip(from).step_by(every).collect()
    }

    #[test]
    fn a_set_has_the_neighbours_of_its_hexes() {
        for (columns, rows) in [(1, 1), (7, 5), (36, 22), (64, 13), (63, 4), (100, 8), (832, 1)] {
            let map = map(columns, rows);
            let adjoining = Adjoining::new(&map, |_, _, _| true);
            for (every, from) in [(1, 0), (2, 1), (5, 3), (13, 60), (61, 0), (400, 130)] {
                let set = some(&map, every, from);
                let next = set.iter().flat_map(|it| map.neighbours(it)).map(|it| it.1).collect();
                assert_eq!(adjoining.around(&set), next, "{columns} × {rows}, every {every}");
            }
        }
    }

    #[test]
    fn rows_reach_as_far_as_steps_do() {
        for (columns, rows) in [(1, 1), (2, 9), (36, 22), (63, 13), (64, 13), (17, 48)] {
            let map = map(columns, rows);
            let adjoining = Adjoining::new(&map, |_, _, _| true);
            for seed in 1..60 {
                let mut it = seed * 2_654_435_761_u64;
                let mut some = |one_of: u64| -> Hexes {
                    let chance = |_: &HexId| {
                        it = it.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        (it >> 33).is_multiple_of(one_of)
                    };
                    map.hexes().filter(chance).collect()
                };
                let (from, barred) = (some(100), some(2 + seed % 3));
                let found = crate::ground::rows::reach(&map, &from, &barred);
                let expected = (columns <= 63).then(|| adjoining.reach(&from, &barred));
                assert_eq!(found, expected, "{columns} × {rows}, seed {seed}");
            }
        }
    }

    #[test]
    fn a_reach_ends_at_barred_hexes_and_at_steps_that_do_not_count() {
        let map = map(36, 22);
        // A wall with a gap, beyond it a ditch that is crossed southwards only.
        let barred: Hexes = map.hexes().filter(|it| it.0 / 36 == 5 && it.0 % 36 != 20).collect();
        let steps = Adjoining::new(&map, |from, _, to| !(from.0 / 36 == 15 && to.0 / 36 == 14));
        let from_the_north: Hexes = [HexId(0)].into_iter().collect();
        let open: Hexes = map.hexes().filter(|it| !barred.contains(*it)).collect();
        assert_eq!(steps.reach(&from_the_north, &barred), open);
        let from_the_south: Hexes = [HexId(791)].into_iter().collect();
        let south: Hexes = map.hexes().filter(|it| 15 <= it.0 / 36).collect();
        assert_eq!(steps.reach(&from_the_south, &barred), south);
        assert!(steps.reach(&barred, &barred).is_empty());
    }
}
