//! Solve: expectimax over dice and both sides' decisions, by the same odometer. Values are fixed-point integers, so
//! that every machine finds the same best decision.

use std::convert::Infallible;

use crate::cx::{Ask, Cx, Game};
use crate::dice::{Dice, Throw};
use crate::odds::classify;
use crate::plan::{Objection, Wanted};
use crate::rule::Sum;

/// One point of worth: values are `i64` in units of `1 / ONE`.
pub const ONE: i64 = 1 << 24;

enum Kind {
    Chance { classes: Vec<(Throw, u32)>, faces: u32 },
    Max { n: usize },
    Min { n: usize },
}

struct Node {
    kind: Kind,
    at: usize,
    acc: i128,
    best: usize,
}

pub struct Solve<G: Game> {
    path: Vec<Node>,
    pos: usize,
    me: G::Side,
    /// The best first decision, once `value` has returned.
    pub best: Option<usize>,
    pub leaves: u64,
}

impl<G: Game> Solve<G> {
    pub fn new(me: G::Side) -> Solve<G> {
        Solve { path: Vec::new(), pos: 0, me, best: None, leaves: 0 }
    }

    /// Value of the procedure for `me` under best play of both, in units of `1 / ONE`.
    pub fn value(
        &mut self,
        start: &G,
        procedure: impl Fn(&mut Solve<G>, &mut G) -> Result<(), Infallible>,
        worth: impl Fn(&G) -> i32,
    ) -> i64 {
        loop {
            let mut g = start.clone();
            let Ok(()) = procedure(self, &mut g);
            self.leaves += 1;
            let mut value = i128::from(worth(&g)) * i128::from(ONE);
            self.pos = 0;
            loop {
                let first = self.path.len() == 1;
                let Some(node) = self.path.last_mut() else { return value as i64 };
                let n = match &node.kind {
                    Kind::Chance { classes, .. } => {
                        node.acc += value * i128::from(classes[node.at].1);
                        classes.len()
                    }
                    Kind::Max { n } | Kind::Min { n } => {
                        let better = match node.kind {
                            Kind::Max { .. } => node.acc < value,
                            _ => value < node.acc,
                        };
                        if node.at == 0 || better {
                            (node.acc, node.best) = (value, node.at);
                        }
                        *n
                    }
                };
                node.at += 1;
                if node.at < n {
                    break;
                }
                value = match node.kind {
                    Kind::Chance { faces, .. } => node.acc / i128::from(faces),
                    _ => node.acc,
                };
                if first && !matches!(node.kind, Kind::Chance { .. }) {
                    self.best = Some(node.best);
                }
                self.path.pop();
            }
        }
    }
}

impl<G: Game> Cx<G> for Solve<G> {
    type Halt = Infallible;
    type Ledger = Sum;

    fn throw(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        if self.pos == self.path.len() {
            let mut classes = Vec::new();
            classify(dice, same, &mut classes);
            let kind = Kind::Chance { classes, faces: dice.faces() };
            self.path.push(Node { kind, at: 0, acc: 0, best: 0 });
        }
        let node = &self.path[self.pos];
        self.pos += 1;
        match &node.kind {
            Kind::Chance { classes, .. } => Ok(classes[node.at].0),
            _ => unreachable!("same course, same questions"),
        }
    }

    fn pick(
        &mut self,
        _: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        _: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Infallible> {
        Ok(self.branch(ask, n))
    }

    /// Ready values are the options.
    fn propose(
        &mut self,
        _: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Infallible> {
        let mut ready = ready(Wanted::All);
        debug_assert_eq!(ready.iter().find_map(|it| judge(it).err()), None, "ready for {ask:?}");
        let at = self.branch(ask, ready.len());
        Ok(ready.swap_remove(at))
    }
}

impl<G: Game> Solve<G> {
    /// Which of `n` answers this course takes.
    fn branch(&mut self, ask: Ask<G::Side, G::Topic>, n: usize) -> usize {
        if self.pos == self.path.len() {
            let kind = if ask.who == self.me { Kind::Max { n } } else { Kind::Min { n } };
            self.path.push(Node { kind, at: 0, acc: 0, best: 0 });
        }
        self.pos += 1;
        self.path[self.pos - 1].at
    }
}
