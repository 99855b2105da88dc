//! Cheapest ways: a lattice of one-inch steps over the table, worked out once, and floods over it.
//!
//! Nodes stand in the middle of every square inch, so that walls and hedges drawn on whole inches run between them, and on every
//! upper floor of a building. A way found on the lattice is straightened afterwards; where the straight leg is no dearer
//! it is taken in the first place.

use std::{cmp::Reverse, collections::BinaryHeap};

use smallvec::SmallVec;

use crate::{
    geometry::{INCH, Point, Spot, Units, within},
    judge::{Terms, keeps_clear},
    path::Path,
    table::Table,
};

/// The lattice of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lattice {
    columns: i32,
    rows: i32,
    spots: Vec<Spot>,
    /// The upper floors of the node below, if there are any: nodes of floor 1, 2, … follow each other.
    above: Vec<u32>,
    /// Edges of node `n` are those from entry `n` to the next.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    cost: Units,
}

const NONE: u32 = u32::MAX;

const STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Lattice {
    pub(crate) fn new(table: &Table) -> Lattice {
        let (columns, rows) = (table.size.x / INCH, table.size.y / INCH);
        let mut lattice = Lattice { columns, rows, ..Lattice::default() };
        for row in 0..rows {
            for column in 0..columns {
                let middle = Point::new(column * INCH + INCH / 2, row * INCH + INCH / 2);
                lattice.spots.push(middle.ground());
            }
        }
        let ground = lattice.spots.len();
        lattice.above = vec![NONE; ground];
        for node in 0..ground {
            let p = lattice.spots[node].point();
            let floors = table.building_at(p).map_or(1, |it| table.buildings[it].floors);
            for floor in 1..floors {
                if floor == 1 {
                    lattice.above[node] = lattice.spots.len() as u32;
                }
                lattice.spots.push(p.on(floor));
            }
        }
        lattice.join(table);
        lattice
    }

    fn join(&mut self, table: &Table) {
        for node in 0..self.spots.len() {
            self.starts.push(self.edges.len() as u32);
            let here = self.spots[node];
            let (column, row) = (here.x / INCH, here.y / INCH);
            let near = STEPS.map(|(dx, dy)| self.node(column + dx, row + dy, here.floor));
            let up = self.node(column, row, here.floor + 1);
            let down = here.floor.checked_sub(1).and_then(|it| self.node(column, row, it));
            for to in near.into_iter().chain([up, down]).flatten() {
                if let Ok(leg) = table.leg(here, self.spots[to as usize]) {
                    self.edges.push(Edge { to, cost: leg.cost });
                }
            }
        }
        self.starts.push(self.edges.len() as u32);
    }

    fn node(&self, column: i32, row: i32, floor: u8) -> Option<u32> {
        let on = 0 <= column && column < self.columns && 0 <= row && row < self.rows;
        if !on {
            return None;
        }
        let ground = (row * self.columns + column) as u32;
        if floor == 0 {
            return Some(ground);
        }
        let first = self.above[ground as usize];
        let node = first.checked_add(u32::from(floor) - 1)?;
        let spot = self.spots.get(node as usize)?;
        let here = spot.floor == floor && spot.point() == self.spots[ground as usize].point();
        (first != NONE && here).then_some(node)
    }

    /// The four nodes around a spot, on its floor.
    fn around(&self, spot: Spot) -> impl Iterator<Item = u32> + '_ {
        let column = (spot.x - INCH / 2).div_euclid(INCH);
        let row = (spot.y - INCH / 2).div_euclid(INCH);
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
        corners.into_iter().filter_map(move |(dx, dy)| self.node(column + dx, row + dy, spot.floor))
    }

    /// What it costs to come to a spot from everywhere, on the empty table.
    pub(crate) fn field(&self, table: &Table, to: Spot) -> Vec<Units> {
        let mut flood = Flood::default();
        let terms = Terms { allowance: Units::MAX / 2, ..Terms::NONE };
        flood.run(table, &terms, to, &Watched::default());
        flood.costs
    }

    /// The node nearest to a spot, on its floor.
    pub(crate) fn nearest(&self, spot: Spot) -> Option<u32> {
        self.around(spot).min_by_key(|&it| self.spots[it as usize].point().squared(spot.point()))
    }

    /// The next node on the way down a field, if there is one.
    pub(crate) fn downhill(&self, field: &[Units], node: u32) -> Option<u32> {
        let edges = self.edges_of(node);
        let next =
            edges.iter().min_by_key(|it| (field[it.to as usize].saturating_add(it.cost), it.to))?;
        (field[next.to as usize] < field[node as usize]).then_some(next.to)
    }

    /// Where a node is.
    pub(crate) fn spot(&self, node: u32) -> Spot {
        self.spots[node as usize]
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// The nodes from which a step may come too near to somebody; elsewhere nobody need look.
#[derive(Debug, Default)]
pub(crate) struct Watched(Vec<bool>);

impl Watched {
    pub(crate) fn new(lattice: &Lattice, terms: &Terms<'_>) -> Watched {
        if terms.enemies.is_empty() {
            return Watched::default();
        }
        let mut watched = vec![false; lattice.spots.len()];
        // A step is at most a diagonal long.
        let reach = terms.clear + 2 * INCH;
        let cells = reach / INCH + 1;
        for it in terms.enemies {
            let (column, row) = (it.x / INCH, it.y / INCH);
            for dy in -cells..=cells {
                for dx in -cells..=cells {
                    // His floor, and those from which stairs lead to it.
                    for floor in it.floor.saturating_sub(1)..=it.floor.saturating_add(1) {
                        if let Some(node) = lattice.node(column + dx, row + dy, floor) {
                            watched[node as usize] = true;
                        }
                    }
                }
            }
        }
        Watched(watched)
    }

    #[inline]
    fn looks(&self, node: u32) -> bool {
        self.0.get(node as usize).copied().unwrap_or(false)
    }
}

/// What it costs a figure to come to every node within its allowance, and from where.
#[derive(Debug, Default)]
pub(crate) struct Flood {
    start: Spot,
    costs: Vec<Units>,
    from: Vec<u32>,
    queue: BinaryHeap<Reverse<(Units, u32)>>,
}

/// Beyond the allowance.
pub(crate) const FAR: Units = Units::MAX;

impl Flood {
    /// Floods from a start, as far as the allowance goes.
    pub(crate) fn run(&mut self, table: &Table, terms: &Terms<'_>, start: Spot, watched: &Watched) {
        let lattice = &table.lattice;
        let count = lattice.spots.len();
        self.start = start;
        self.costs.clear();
        self.costs.resize(count, FAR);
        self.from.clear();
        self.from.resize(count, NONE);
        self.queue.clear();
        for node in lattice.around(start) {
            let there = lattice.spots[node as usize];
            if let Some(cost) = leg(table, terms, start, there)
                && cost <= terms.allowance
            {
                self.costs[node as usize] = cost;
                self.queue.push(Reverse((cost, node)));
            }
        }
        while let Some(Reverse((cost, node))) = self.queue.pop() {
            if self.costs[node as usize] < cost {
                continue;
            }
            for edge in lattice.edges_of(node) {
                let there = cost + edge.cost;
                let to = edge.to as usize;
                if terms.allowance < there || self.costs[to] <= there {
                    continue;
                }
                if watched.looks(node) {
                    let (a, b) = (lattice.spots[node as usize], lattice.spots[to]);
                    if keeps_clear(a, b, terms.enemies, terms.clear).is_err() {
                        continue;
                    }
                }
                self.costs[to] = there;
                self.from[to] = node;
                self.queue.push(Reverse((there, edge.to)));
            }
        }
    }

    /// The nodes it has reached, with what they cost.
    pub(crate) fn reached<'f>(
        &'f self,
        table: &'f Table,
    ) -> impl Iterator<Item = (Spot, Units)> + 'f {
        let costs = self.costs.iter().enumerate().filter(|it| *it.1 != FAR);
        costs.map(|(node, &cost)| (table.lattice.spots[node], cost))
    }

    /// What it costs to come to a spot.
    pub(crate) fn cost(&self, table: &Table, terms: &Terms<'_>, goal: Spot) -> Option<Units> {
        self.last_leg(table, terms, goal).map(|it| it.0)
    }

    /// The cost, and the node from which the last leg starts: none if that is the start itself.
    fn last_leg(&self, table: &Table, terms: &Terms<'_>, goal: Spot) -> Option<(Units, u32)> {
        if !within(self.start.point(), goal.point(), terms.allowance) {
            return None;
        }
        let mut best = None;
        if self.start.floor == goal.floor
            && let Ok(it) = table.leg(self.start, goal)
            && it.cost <= terms.allowance
            && keeps_clear(self.start, goal, terms.enemies, terms.clear).is_ok()
        {
            if it.cost == it.length {
                return Some((it.cost, NONE));
            }
            best = Some((it.cost, NONE));
        }
        for node in table.lattice.around(goal) {
            let here = self.costs[node as usize];
            if here == FAR || best.is_some_and(|it| it.0 <= here) {
                continue;
            }
            if let Some(more) = leg(table, terms, table.lattice.spots[node as usize], goal)
                && here + more <= terms.allowance
                && best.is_none_or(|it| here + more < it.0)
            {
                best = Some((here + more, node));
            }
        }
        best
    }

    /// The way to a spot, straightened, if it is within the allowance and has few enough legs.
    pub(crate) fn path(&self, table: &Table, terms: &Terms<'_>, goal: Spot) -> Option<Path> {
        if goal == self.start {
            return Some(Path::default());
        }
        let (whole, mut node) = self.last_leg(table, terms, goal)?;
        // The corners with what it costs to come there, the goal first.
        let mut way: Way = Way::new();
        way.push((goal, whole));
        while node != NONE {
            way.push((table.lattice.spots[node as usize], self.costs[node as usize]));
            node = self.from[node as usize];
        }
        way.reverse();
        let path = straighten(table, terms, self.start, &way);
        (path.0.len() <= table.legend.movement.most_legs).then_some(path)
    }
}

type Way = SmallVec<[(Spot, Units); 24]>;

/// Leaves corners out while the way does not become dearer.
fn straighten(table: &Table, terms: &Terms<'_>, start: Spot, way: &Way) -> Path {
    let mut path = Path::default();
    let mut here = start;
    let mut spent = 0;
    let mut next = 0;
    while next < way.len() {
        let mut last = next;
        // What the way has cost so far, and what has been saved on it since `here`.
        let mut saved = 0;
        for (n, &(there, cost)) in way.iter().enumerate().skip(next + 1) {
            match leg(table, terms, here, there) {
                Some(straight) if straight + saved <= cost - spent => {
                    saved = cost - spent - straight;
                    last = n;
                }
                _ => break,
            }
        }
        path.0.push(way[last].0);
        (here, spent) = way[last];
        next = last + 1;
    }
    path
}

/// What a leg costs, if it can be walked and keeps clear.
fn leg(table: &Table, terms: &Terms<'_>, a: Spot, b: Spot) -> Option<Units> {
    if a == b {
        return Some(0);
    }
    keeps_clear(a, b, terms.enemies, terms.clear).ok()?;
    table.leg(a, b).ok().map(|it| it.cost)
}
