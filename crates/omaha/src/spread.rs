//! Section 9.3: which units are hit when several positions fire (omaha.hit.spread-basic, omaha.hit.spread-algorithm).
//!
//! Hits flow from the source to positions (as many as the hit limit), on to the slots of units (one each) and to the
//! sink. What a hit is worth is packed into one number, so that the best flow is the best assignment:
//!
//! ```text
//!            limit      shot         one hit      first hit of a unit is worth most
//!    source ------- position ------- slot ------- unit ======= sink
//! ```
//!
//! A unit has a slot for the loss of a step and one for pure disruption (omaha.hit.spread-slots). A position has one
//! dot in a hex, so never both on one unit. Where several assignments are best the player decides
//! (omaha.hit.priority-player): they differ by circles in the residual graph that cost nothing.

use smallvec::SmallVec;

use crate::data::{FireClass, MOST_UNITS, UnitId};

/// A hit that a position could make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Which of the positions that fire.
    pub by: u8,
    pub unit: UnitId,
    pub class: FireClass,
    pub distance: u8,
    /// Of the unit, now.
    pub steps: u8,
    /// Costs a step; else it only disrupts.
    pub step: bool,
    /// Shots of equal effect on one unit are the same to the player: who makes them is no choice
    /// (omaha.ruling.same-outcome).
    pub effect: u8,
}

/// The best assignment, and what is left to the player.
#[derive(Clone)]
pub struct Spread {
    shots: SmallVec<[Shot; 32]>,
    positions: u16,
    edges: SmallVec<[Edge; 128]>,
    nodes: u16,
    /// Of each node; along an edge that some best assignment may use, worth and potentials agree.
    potential: SmallVec<[i64; 64]>,
}

/// A choice of the player among assignments that are equally good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tie {
    pub by: u8,
    /// Indices of shots, one of which is made.
    pub shots: SmallVec<[u16; 8]>,
    /// Or none of them: another position makes a hit in its place.
    pub nobody: bool,
}

/// One direction; the other is its neighbour in the list.
#[derive(Clone, Copy)]
struct Edge {
    from: u16,
    to: u16,
    /// How much more can flow.
    left: u8,
    worth: i64,
    /// Settled: flow here changes no more.
    fixed: bool,
}

const SOURCE: u16 = 0;
const SINK: u16 = 1;
const FIRST_POSITION: u16 = 2;

// In the order of omaha.hit.spread-algorithm; each step is more than all later ones together can be.
const STEPS: i64 = 1;
const DISTANCE: i64 = 1 << 11;
const STEADY: i64 = 1 << 25;
const INTENSE: i64 = 1 << 33;
const HIT: i64 = 1 << 41;
const UNIT: i64 = 1 << 49;

impl Spread {
    /// The best assignment of shots to positions with these hit limits.
    #[must_use]
    pub fn new(limits: &[u8], shots: &[Shot]) -> Spread {
        let mut spread = Spread {
            shots: SmallVec::from_slice(shots),
            positions: limits.len() as u16,
            edges: SmallVec::new(),
            nodes: FIRST_POSITION + limits.len() as u16,
            potential: SmallVec::new(),
        };
        spread.build(limits);
        while spread.augment() {}
        spread.potentials();
        spread
    }

    /// Indices of the shots made.
    pub fn hits(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.shots.len()).filter(|it| self.is_made(*it))
    }

    #[must_use]
    pub fn is_made(&self, shot: usize) -> bool {
        self.edges[self.edge_of(shot) ^ 1].left != 0
    }

    /// The next choice the player has, position by position. Only shots of some best assignment are offered, and only
    /// those that make a difference to the units.
    #[must_use]
    pub fn tie(&self) -> Option<Tie> {
        // Without a shot that is as good as those made there is none.
        let rival = |it: usize| !self.is_made(it) && self.is_tight(self.edge_of(it));
        if !(0..self.shots.len()).any(rival) {
            return None;
        }
        let circles = self.circles();
        let possible =
            |it: usize| self.is_made(it) || self.is_on_circle(self.edge_of(it), &circles);
        for by in 0..self.positions as u8 {
            let open = (0..self.shots.len()).filter(|it| {
                self.shots[*it].by == by
                    && !self.edges[self.edge_of(*it)].fixed
                    && possible(*it)
                    && self.makes_a_difference(*it, &circles, possible)
            });
            let shots: SmallVec<[u16; 8]> = open.map(|it| it as u16).collect();
            if !shots.is_empty() {
                let nobody = self.clone().drop_all(&shots);
                return Some(Tie { by, shots, nobody });
            }
        }
        None
    }

    /// What the player chose: one of the shots of the tie, or none.
    pub fn settle(&mut self, tie: &Tie, choice: Option<u16>) {
        match choice {
            Some(shot) => {
                let edge = self.edge_of(usize::from(shot));
                if !self.is_made(usize::from(shot)) {
                    self.turn(edge);
                }
                self.fix(edge);
            }
            None => {
                self.drop_all(&tie.shots);
            }
        }
    }

    fn edge_of(&self, shot: usize) -> usize {
        2 * (usize::from(self.positions) + shot)
    }

    fn build(&mut self, limits: &[u8]) {
        for (i, limit) in limits.iter().enumerate() {
            self.connect(SOURCE, FIRST_POSITION + i as u16, *limit, 0);
        }
        let mut slots = [[0_u16; 2]; MOST_UNITS];
        let mut units: SmallVec<[UnitId; 32]> = SmallVec::new();
        for i in 0..self.shots.len() {
            let shot = self.shots[i];
            let own = &mut slots[shot.unit.index()];
            if *own == [0; 2] {
                units.push(shot.unit);
            }
            let slot = &mut own[usize::from(shot.step)];
            if *slot == 0 {
                *slot = self.nodes;
                self.nodes += 1;
            }
            let to = *slot;
            self.connect(FIRST_POSITION + u16::from(shot.by), to, 1, worth(&shot));
        }
        for unit in units {
            match slots[unit.index()] {
                [0, only] | [only, 0] => self.connect(only, SINK, 1, UNIT),
                both => {
                    let node = self.nodes;
                    self.nodes += 1;
                    both.into_iter().for_each(|it| self.connect(it, node, 1, 0));
                    self.connect(node, SINK, 1, UNIT);
                    self.connect(node, SINK, 1, 0);
                }
            }
        }
    }

    fn connect(&mut self, from: u16, to: u16, left: u8, worth: i64) {
        self.edges.push(Edge { from, to, left, worth, fixed: false });
        self.edges.push(Edge { from: to, to: from, left: 0, worth: -worth, fixed: false });
    }

    fn is_open(&self, edge: usize) -> bool {
        let it = &self.edges[edge];
        it.left != 0 && !it.fixed
    }

    fn is_tight(&self, edge: usize) -> bool {
        let it = &self.edges[edge];
        let at = |node: u16| self.potential[usize::from(node)];
        self.is_open(edge) && at(it.from) + it.worth == at(it.to)
    }

    /// One more hit where it is worth most; false if there is none.
    fn augment(&mut self) -> bool {
        const UNREACHED: i64 = i64::MIN / 2;
        let n = usize::from(self.nodes);
        let mut best: SmallVec<[i64; 64]> = SmallVec::from_elem(UNREACHED, n);
        let mut via: SmallVec<[u16; 64]> = SmallVec::from_elem(u16::MAX, n);
        best[usize::from(SOURCE)] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (i, edge) in self.edges.iter().enumerate() {
                let from = best[usize::from(edge.from)];
                let to = usize::from(edge.to);
                if edge.left != 0 && UNREACHED < from && best[to] < from + edge.worth {
                    best[to] = from + edge.worth;
                    via[to] = i as u16;
                    changed = true;
                }
            }
        }
        if best[usize::from(SINK)] <= 0 {
            return false;
        }
        let mut node = SINK;
        while node != SOURCE {
            let edge = usize::from(via[usize::from(node)]);
            self.push(edge);
            node = self.edges[edge].from;
        }
        true
    }

    fn push(&mut self, edge: usize) {
        self.edges[edge].left -= 1;
        self.edges[edge ^ 1].left += 1;
    }

    fn potentials(&mut self) {
        self.potential = SmallVec::from_elem(0, usize::from(self.nodes));
        let mut changed = true;
        while changed {
            changed = false;
            for edge in self.edges.iter().filter(|it| it.left != 0) {
                let worth = self.potential[usize::from(edge.from)] + edge.worth;
                let to = &mut self.potential[usize::from(edge.to)];
                if *to < worth {
                    *to = worth;
                    changed = true;
                }
            }
            // Hits more or fewer: source and sink are one place.
            let ends = [SOURCE, SINK].map(|it| self.potential[usize::from(it)]);
            if ends[0] != ends[1] {
                let high = if ends[0] < ends[1] { ends[1] } else { ends[0] };
                [SOURCE, SINK].into_iter().for_each(|it| self.potential[usize::from(it)] = high);
                changed = true;
            }
        }
    }

    /// For each node a number; nodes with the same number lie on circles of tight edges.
    fn circles(&self) -> SmallVec<[u16; 64]> {
        let n = usize::from(self.nodes);
        let mut finder = Circles {
            spread: self,
            number: SmallVec::from_elem(0, n),
            low: SmallVec::from_elem(0, n),
            circle: SmallVec::from_elem(u16::MAX, n),
            stack: SmallVec::new(),
            count: 0,
        };
        for node in 0..self.nodes {
            if finder.number[usize::from(node)] == 0 {
                finder.visit(node);
            }
        }
        finder.circle
    }

    fn is_on_circle(&self, edge: usize, circles: &[u16]) -> bool {
        let it = &self.edges[edge];
        self.is_tight(edge) && circles[usize::from(it.from)] == circles[usize::from(it.to)]
    }

    /// Whether the slot of a shot may also be hit to another effect, or not at all.
    fn makes_a_difference(
        &self,
        shot: usize,
        circles: &[u16],
        possible: impl Fn(usize) -> bool,
    ) -> bool {
        let slot = self.edges[self.edge_of(shot)].to;
        let effect = self.shots[shot].effect;
        let into = |it: &usize| self.edges[self.edge_of(*it)].to == slot;
        let all = 0..self.shots.len();
        let other =
            all.clone().filter(into).any(|it| self.shots[it].effect != effect && possible(it));
        let unhit = !all.clone().filter(into).any(|it| self.is_made(it));
        let out = (0..self.edges.len()).step_by(2).find(|it| self.edges[*it].from == slot);
        other || unhit || out.is_some_and(|it| self.is_on_circle(it ^ 1, circles))
    }

    /// Settles that none of these shots is made; false if every best assignment has one.
    fn drop_all(&mut self, shots: &[u16]) -> bool {
        for shot in shots {
            let edge = self.edge_of(usize::from(*shot));
            if self.is_made(usize::from(*shot)) && !self.turn(edge ^ 1) {
                return false;
            }
            self.fix(edge);
        }
        true
    }

    fn fix(&mut self, edge: usize) {
        self.edges[edge].fixed = true;
        self.edges[edge ^ 1].fixed = true;
    }

    /// Sends flow once around a circle of tight edges through this one; false if there is none.
    fn turn(&mut self, edge: usize) -> bool {
        let (start, goal) = (self.edges[edge].to, self.edges[edge].from);
        if !self.is_tight(edge) {
            return false;
        }
        let mut via: SmallVec<[u16; 64]> = SmallVec::from_elem(u16::MAX, usize::from(self.nodes));
        let mut queue: SmallVec<[u16; 64]> = SmallVec::from_slice(&[start]);
        while let Some(node) = queue.pop() {
            if node == goal {
                break;
            }
            self.for_each_tight(node, |i, to| {
                if to != start && via[usize::from(to)] == u16::MAX {
                    via[usize::from(to)] = i;
                    queue.push(to);
                }
            });
        }
        if via[usize::from(goal)] == u16::MAX && goal != start {
            return false;
        }
        let mut node = goal;
        while node != start {
            let i = via[usize::from(node)];
            node = match i {
                BRIDGE => [SINK, SOURCE][usize::from(node == SINK)],
                _ => {
                    self.push(usize::from(i));
                    self.edges[usize::from(i)].from
                }
            };
        }
        self.push(edge);
        true
    }

    /// Tight edges out of a node, with where they lead; source and sink are joined by a bridge.
    fn for_each_tight(&self, node: u16, mut visit: impl FnMut(u16, u16)) {
        if node == SOURCE || node == SINK {
            visit(BRIDGE, if node == SOURCE { SINK } else { SOURCE });
        }
        for (i, edge) in self.edges.iter().enumerate() {
            if edge.from == node && self.is_tight(i) {
                visit(i as u16, edge.to);
            }
        }
    }
}

/// Stands for the edge between source and sink.
const BRIDGE: u16 = u16::MAX - 1;

fn worth(shot: &Shot) -> i64 {
    let class = match shot.class {
        FireClass::Intense => INTENSE,
        FireClass::Steady => STEADY,
        FireClass::Sporadic => 0,
    };
    HIT + class - DISTANCE * i64::from(shot.distance & 63) + STEPS * i64::from(shot.steps)
}

/// Tarjan's strongly connected components.
struct Circles<'a> {
    spread: &'a Spread,
    number: SmallVec<[u16; 64]>,
    low: SmallVec<[u16; 64]>,
    circle: SmallVec<[u16; 64]>,
    stack: SmallVec<[u16; 64]>,
    count: u16,
}

impl Circles<'_> {
    fn visit(&mut self, node: u16) {
        let at = usize::from(node);
        self.count += 1;
        self.number[at] = self.count;
        self.low[at] = self.count;
        self.stack.push(node);
        let mut next: SmallVec<[u16; 8]> = SmallVec::new();
        self.spread.for_each_tight(node, |_, to| next.push(to));
        for to in next {
            let to_at = usize::from(to);
            if self.number[to_at] == 0 {
                self.visit(to);
                self.low[at] = self.low[at].min(self.low[to_at]);
            } else if self.circle[to_at] == u16::MAX {
                self.low[at] = self.low[at].min(self.number[to_at]);
            }
        }
        if self.low[at] == self.number[at] {
            while let Some(top) = self.stack.pop() {
                self.circle[usize::from(top)] = node;
                if top == node {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
