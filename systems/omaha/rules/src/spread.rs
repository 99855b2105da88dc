//! Section 9.3: which units are hit when several positions fire (omaha.hit.spread-basic, omaha.hit.spread-algorithm).
//!
//! Hits flow from the root to positions (as many as the hit limit), on to the slots of units (one each) and back to the
//! root. What a hit is worth is packed into one number, so that the best flow is the best assignment:
//!
//! ```text
//!           limit      shot         one hit      first hit of a unit is worth most
//!    root -------- position ------- slot ------- unit ======= root
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
    /// Edges by the node they leave: `out[first[n]..first[n + 1]]`.
    first: SmallVec<[u16; 64]>,
    out: SmallVec<[u16; 128]>,
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

/// Source and sink in one: flow goes round.
const ROOT: u16 = 0;
const FIRST_POSITION: u16 = 1;

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
            first: SmallVec::new(),
            out: SmallVec::new(),
            potential: SmallVec::new(),
        };
        spread.build();
        spread.index();
        // The best with one hit more is the best so far, changed along one path that begins with that hit.
        for (i, limit) in limits.iter().enumerate() {
            let made = (0..*limit).take_while(|_| spread.augment(i)).count();
            spread.edges[2 * i].left += *limit - made as u8;
        }
        // Where everything hits, nothing is left to choose.
        if (0..shots.len()).any(|it| !spread.is_made(it)) {
            spread.potentials();
        }
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
        for by in 0..self.positions as u8 {
            let open = (0..self.shots.len()).filter(|it| {
                self.shots[*it].by == by
                    && !self.edges[self.edge_of(*it)].fixed
                    && self.is_possible(*it, &circles)
                    && self.makes_a_difference(*it, &circles)
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

    /// Positions may hit nobody yet.
    fn build(&mut self) {
        for position in 0..self.positions {
            self.connect(ROOT, FIRST_POSITION + position, 0, 0);
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
                [0, only] | [only, 0] => self.connect(only, ROOT, 1, UNIT),
                both => {
                    let node = self.nodes;
                    self.nodes += 1;
                    both.into_iter().for_each(|it| self.connect(it, node, 1, 0));
                    self.connect(node, ROOT, 1, UNIT);
                    self.connect(node, ROOT, 1, 0);
                }
            }
        }
    }

    fn connect(&mut self, from: u16, to: u16, left: u8, worth: i64) {
        self.edges.push(Edge { from, to, left, worth, fixed: false });
        self.edges.push(Edge { from: to, to: from, left: 0, worth: -worth, fixed: false });
    }

    fn index(&mut self) {
        let n = usize::from(self.nodes);
        self.first = SmallVec::from_elem(0, n + 1);
        self.out = SmallVec::from_elem(0, self.edges.len());
        for edge in &self.edges {
            self.first[usize::from(edge.from) + 1] += 1;
        }
        for node in 0..n {
            self.first[node + 1] += self.first[node];
        }
        let mut next = self.first.clone();
        for (i, edge) in self.edges.iter().enumerate() {
            let at = &mut next[usize::from(edge.from)];
            self.out[usize::from(*at)] = i as u16;
            *at += 1;
        }
    }

    /// Edges that leave a node.
    fn leaving(&self, node: u16) -> &[u16] {
        let from = usize::from(self.first[usize::from(node)]);
        let to = usize::from(self.first[usize::from(node) + 1]);
        &self.out[from..to]
    }

    fn is_tight(&self, edge: usize) -> bool {
        let it = &self.edges[edge];
        let at = |node: u16| self.potential[usize::from(node)];
        it.left != 0 && !it.fixed && at(it.from) + it.worth == at(it.to)
    }

    /// A position may make one hit more: everything changes so that it is worth most. False if nothing is gained.
    fn augment(&mut self, position: usize) -> bool {
        const UNREACHED: i64 = i64::MIN / 2;
        let n = usize::from(self.nodes);
        let mut best: SmallVec<[i64; 64]> = SmallVec::from_elem(UNREACHED, n);
        let mut via: SmallVec<[u16; 64]> = SmallVec::from_elem(u16::MAX, n);
        let start = FIRST_POSITION + position as u16;
        best[usize::from(start)] = 0;
        let mut queue: SmallVec<[u16; 64]> = SmallVec::from_slice(&[start]);
        let mut at = 0;
        while at < queue.len() {
            let node = queue[at];
            at += 1;
            for i in self.leaving(node) {
                let edge = &self.edges[usize::from(*i)];
                let worth = best[usize::from(node)] + edge.worth;
                let to = usize::from(edge.to);
                if edge.left != 0 && edge.to != start && best[to] < worth {
                    best[to] = worth;
                    via[to] = *i;
                    if edge.to != ROOT && !queue[at..].contains(&edge.to) {
                        queue.push(edge.to);
                    }
                }
            }
        }
        if best[usize::from(ROOT)] <= 0 {
            return false;
        }
        let mut node = ROOT;
        while node != start {
            let edge = usize::from(via[usize::from(node)]);
            self.push(edge);
            node = self.edges[edge].from;
        }
        // The hit it may make and makes: flow from the root that nothing can add to, only take away.
        self.edges[2 * position + 1].left += 1;
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

    /// Whether some best assignment makes this shot.
    fn is_possible(&self, shot: usize, circles: &[u16]) -> bool {
        self.is_made(shot) || self.is_on_circle(self.edge_of(shot), circles)
    }

    /// Whether the slot of a shot may also be hit to another effect, or not at all.
    fn makes_a_difference(&self, shot: usize, circles: &[u16]) -> bool {
        let slot = self.edges[self.edge_of(shot)].to;
        let effect = self.shots[shot].effect;
        let mut is_hit = false;
        for edge in self.leaving(slot).iter().map(|it| usize::from(*it)) {
            // Backwards to a position, or on to the unit.
            if edge & 1 == 0 {
                if self.is_on_circle(edge ^ 1, circles) {
                    return true;
                }
                continue;
            }
            let other = edge / 2 - usize::from(self.positions);
            is_hit |= self.is_made(other);
            if self.shots[other].effect != effect && self.is_possible(other, circles) {
                return true;
            }
        }
        !is_hit
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
        let mut stack: SmallVec<[u16; 64]> = SmallVec::from_slice(&[start]);
        while let Some(node) = stack.pop() {
            for i in self.leaving(node) {
                let to = self.edges[usize::from(*i)].to;
                let new = to != start && via[usize::from(to)] == u16::MAX;
                if new && self.is_tight(usize::from(*i)) {
                    via[usize::from(to)] = *i;
                    stack.push(to);
                }
            }
        }
        if via[usize::from(goal)] == u16::MAX {
            return false;
        }
        let mut node = goal;
        while node != start {
            let i = usize::from(via[usize::from(node)]);
            self.push(i);
            node = self.edges[i].from;
        }
        self.push(edge);
        true
    }
}

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
        let spread = self.spread;
        for edge in spread.leaving(node).iter().map(|it| usize::from(*it)) {
            if !spread.is_tight(edge) {
                continue;
            }
            let to = spread.edges[edge].to;
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
