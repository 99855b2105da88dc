//! Areas: parts of the map cut along lines, connected sets, steps counted over hexes.

use board::{Direction, HexId};
use smallvec::SmallVec;

use super::line::Cut;
use crate::ground::{Ground, Hexes, MOST_HEXES};

/// The part of `within`, cut along `cut`, that contains `from`; empty if `from` is not in it.
#[must_use]
pub fn part(ground: &Ground, within: &Hexes, cut: &Cut, from: HexId) -> Hexes {
    spread(ground, within, cut, from, usize::MAX)
}

/// The hexes of `within` at most `steps` steps from `from`, counted over hexes of `within` without crossing `cut`.
#[must_use]
pub fn spread(ground: &Ground, within: &Hexes, cut: &Cut, from: HexId, steps: usize) -> Hexes {
    let mut found = Hexes::EMPTY;
    if !within.contains(from) {
        return found;
    }
    found.insert(from);
    let mut border = vec![from];
    let mut n = 0;
    while n < steps && !border.is_empty() {
        let mut next = Vec::new();
        for hex in border {
            for (direction, to) in ground.map().neighbours(hex) {
                if within.contains(to) && !cut.shuts(hex, direction) && found.insert(to) {
                    next.push(to);
                }
            }
        }
        border = next;
        n += 1;
    }
    found
}

/// Whether the set is in one piece; the empty set is.
#[must_use]
pub fn is_connected(ground: &Ground, set: &Hexes) -> bool {
    let Some(first) = set.iter().next() else { return true };
    part(ground, set, &Cut::default(), first) == *set
}

/// The hexes at most `n` from any of the set, on the map.
#[must_use]
pub fn widened(ground: &Ground, set: &Hexes, n: u8) -> Hexes {
    set.iter().flat_map(|it| ground.map().within(it, n)).collect()
}

/// Steps to the nearest hex of a set over hexes that may be entered (tcs.check.nearer).
#[derive(Clone, Debug)]
pub struct Way {
    steps: [u8; MOST_HEXES],
}

impl Way {
    const NONE: u8 = u8::MAX;

    /// The search goes backwards from the goal and as far as `until`. `held` says whether a hex must not be entered and is asked once of
    /// each hex the search comes to; `may(from, direction)` whether the ground allows the step.
    pub fn new(
        ground: &Ground,
        goal: &Hexes,
        until: HexId,
        mut held: impl FnMut(HexId) -> bool,
        may: impl Fn(HexId, Direction) -> bool,
    ) -> Way {
        let mut way = Way { steps: [Way::NONE; MOST_HEXES] };
        let mut found: SmallVec<[HexId; 128]> = goal.iter().collect();
        for it in &found {
            way.steps[it.index()] = 0;
        }
        let mut next = 0;
        while let Some(to) = found.get(next).copied() {
            next += 1;
            let n = way.steps[to.index()];
            if way.steps[until.index()] <= n || n == Way::NONE - 1 {
                break;
            }
            if held(to) {
                continue;
            }
            for (direction, from) in ground.map().neighbours(to) {
                if way.steps[from.index()] == Way::NONE && may(from, direction.opposite()) {
                    way.steps[from.index()] = n + 1;
                    found.push(from);
                }
            }
        }
        way
    }

    /// Nothing if there is no way, or it is longer than that from the hex the search went up to.
    #[must_use]
    pub fn steps(&self, from: HexId) -> Option<u8> {
        Some(self.steps[from.index()]).filter(|it| *it != Way::NONE)
    }

    /// Whether the step leads nearer.
    #[must_use]
    pub fn is_nearer(&self, from: HexId, to: HexId) -> bool {
        match (self.steps(from), self.steps(to)) {
            (Some(here), Some(there)) => there < here,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::sample;

    #[test]
    fn a_cut_parts_the_map_only_where_it_goes_through() {
        let ground = sample::plain();
        let map = ground.map();
        let west = map.find("0108").unwrap();
        // Between rows 8 and 9, all the way across; then with one side left out.
        let mut sides = Vec::new();
        for hex in map.hexes().filter(|it| map.hex(*it).r == 7) {
            for (direction, _) in map.neighbours(hex).filter(|it| map.hex(it.1).r == 8) {
                sides.push(crate::sheet::line::side_of(map, hex, direction));
            }
        }
        let north = part(&ground, &ground.all(), &Cut::new(map, &sides), west);
        assert_eq!(north.count(), u32::from(sample::SIZE) * 8);
        sides.pop();
        assert_eq!(part(&ground, &ground.all(), &Cut::new(map, &sides), west), ground.all());
        assert_eq!(spread(&ground, &north, &Cut::default(), west, 1).count(), 4);
    }

    #[test]
    fn nearer_counts_steps_round_what_cannot_be_entered() {
        let ground = sample::plain();
        let at = |it: &str| ground.map().find(it).unwrap();
        let wall: Hexes = ["0604", "0605", "0606"].iter().map(|it| at(it)).collect();
        let goal: Hexes = [at("0705")].into_iter().collect();
        let way = Way::new(&ground, &goal, at("0505"), |to| wall.contains(to), |_, _| true);
        assert_eq!(way.steps(at("0505")), Some(5));
        assert!(way.is_nearer(at("0505"), at("0504")) || way.is_nearer(at("0505"), at("0506")));
        assert!(!way.is_nearer(at("0505"), at("0405")));
        let shut = Way::new(&ground, &goal, at("0505"), |_| true, |_, _| true);
        assert_eq!(shut.steps(at("0505")), None);
    }
}
