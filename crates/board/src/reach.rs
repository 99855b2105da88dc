//! How far a unit gets: shortest ways by cost, in half movement points or whatever the caller counts in.
//!
//! Costs are small integers, so the queue is a row of buckets, one for each cost up to the budget: no heap, no
//! comparison, and ties resolve in a fixed order (the hex reached first, neighbours from the east round).

use hex::Direction;

use crate::map::{HexId, Map, NOWHERE};

/// Where one gets from `from` within `budget`; `step` says what entering the next hex costs, if it may be entered.
///
/// For hot loops keep a [`Reacher`].
pub fn reach(
    map: &Map,
    from: HexId,
    budget: u16,
    step: impl FnMut(HexId, Direction, HexId) -> Option<u16>,
) -> Reach {
    let mut reacher = Reacher::new(map);
    reacher.reach(map, from, budget, step);
    reacher.reach
}

/// What is wrong with a path somebody has drawn; the number of the hex in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misstep {
    /// It does not adjoin the one before.
    Apart(usize),
    /// The budget does not reach so far, or it may not be entered.
    TooFar(usize),
}

/// Follows a path from `from`, step by step: what is left of the budget at its end.
pub fn follow(
    map: &Map,
    from: HexId,
    path: &[HexId],
    budget: u16,
    mut step: impl FnMut(HexId, Direction, HexId) -> Option<u16>,
) -> Result<u16, Misstep> {
    let (mut at, mut left) = (from, budget);
    for (i, next) in path.iter().enumerate() {
        let known = next.index() < map.len();
        let direction = if known { map.direction(at, *next) } else { None };
        let direction = direction.ok_or(Misstep::Apart(i))?;
        let cost = step(at, direction, *next).ok_or(Misstep::TooFar(i))?;
        left = left.checked_sub(cost).ok_or(Misstep::TooFar(i))?;
        at = *next;
    }
    Ok(left)
}

/// The hexes within reach, the least cost of each and the way there.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    cost: Vec<u16>,
    previous: Vec<u16>,
    reached: Vec<HexId>,
}

/// Stands in the table of costs for a hex out of reach.
const NEVER: u16 = u16::MAX;

impl Reach {
    /// The least cost to get to the hex, if one gets there.
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.cost.get(hex.index()).copied().filter(|it| *it != NEVER)
    }

    /// The hex before this one on the way there; nothing for the start and for hexes out of reach.
    pub fn previous(&self, hex: HexId) -> Option<HexId> {
        self.previous.get(hex.index()).copied().filter(|it| *it != NOWHERE).map(HexId)
    }

    /// The hexes within reach, the start first, nearest first.
    pub fn hexes(&self) -> &[HexId] {
        &self.reached
    }

    /// A cheapest way to every hex within reach, without the start: the first is to stay.
    pub fn paths(&self) -> Vec<Vec<HexId>> {
        self.reached.iter().map(|it| self.path_to(*it).split_off(1)).collect()
    }

    /// A cheapest way, both ends included; empty if the hex is out of reach.
    pub fn path_to(&self, hex: HexId) -> Vec<HexId> {
        let mut path = Vec::new();
        let mut at = self.cost(hex).map(|_| hex);
        while let Some(hex) = at {
            path.push(hex);
            at = self.previous(hex);
        }
        path.reverse();
        path
    }
}

/// A [`Reach`] with its scratch space, to be used again and again: no allocation once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Reacher {
    reach: Reach,
    /// Hexes waiting, by cost. A hex found cheaper later stays in its old bucket and is skipped there.
    buckets: Vec<Vec<HexId>>,
}

impl Reacher {
    /// Room for this map; another map may be used later.
    pub fn new(map: &Map) -> Reacher {
        let mut reacher = Reacher::default();
        reacher.clear(map.len());
        reacher
    }

    /// See [`reach()`].
    pub fn reach(
        &mut self,
        map: &Map,
        from: HexId,
        budget: u16,
        mut step: impl FnMut(HexId, Direction, HexId) -> Option<u16>,
    ) -> &Reach {
        self.clear(map.len());
        // The highest number marks what is out of reach.
        let budget = if budget == NEVER { NEVER - 1 } else { budget };
        self.offer(from, 0, NOWHERE);
        let mut cost = 0;
        // Buckets grow as costs are found; the loop ends at the dearest.
        while usize::from(cost) < self.buckets.len() {
            let mut i = 0;
            // A step that costs nothing puts a hex into the bucket in hand, so its length may grow.
            while let Some(&hex) = self.buckets[usize::from(cost)].get(i) {
                i += 1;
                if self.reach.cost[hex.index()] != cost {
                    continue;
                }
                self.reach.reached.push(hex);
                for (direction, next) in map.neighbours(hex) {
                    // Never dearer than what is known: saves the caller's closure, which may be costly.
                    if self.reach.cost[next.index()] <= cost {
                        continue;
                    }
                    let Some(more) = step(hex, direction, next) else { continue };
                    let total = cost.saturating_add(more);
                    if total <= budget && total < self.reach.cost[next.index()] {
                        self.offer(next, total, hex.0);
                    }
                }
            }
            self.buckets[usize::from(cost)].clear();
            cost += 1;
        }
        &self.reach
    }

    /// The result of the last search.
    pub fn last(&self) -> &Reach {
        &self.reach
    }

    fn offer(&mut self, hex: HexId, cost: u16, previous: u16) {
        self.reach.cost[hex.index()] = cost;
        self.reach.previous[hex.index()] = previous;
        let bucket = usize::from(cost);
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(hex);
    }

    fn clear(&mut self, n: usize) {
        let Reach { cost, previous, reached } = &mut self.reach;
        if cost.len() == n {
            // Only what the last search touched; it may have been a small corner of a large map.
            for hex in reached.drain(..) {
                cost[hex.index()] = NEVER;
                previous[hex.index()] = NOWHERE;
            }
        } else {
            reached.clear();
            *cost = vec![NEVER; n];
            *previous = vec![NOWHERE; n];
        }
    }
}
