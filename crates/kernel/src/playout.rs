//! Playout: dice from a generator, decisions from a policy, never stops.

use std::convert::Infallible;

use crate::cx::{Ask, Cx, Game};
use crate::dice::{Dice, Throw};
use crate::plan::{Objection, Wanted};
use crate::policy::{Policy, Rng, planned};
use crate::rule::Sum;

pub struct Playout<P> {
    pub rng: Rng,
    pub policy: P,
    /// Decisions made so far.
    pub decisions: u64,
}

impl<P> Playout<P> {
    pub fn new(rng: Rng, policy: P) -> Playout<P> {
        Playout { rng, policy, decisions: 0 }
    }
}

impl<G: Game, P: Policy<G>> Cx<G> for Playout<P> {
    type Halt = Infallible;
    type Ledger = Sum;

    #[inline]
    fn throw(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        Ok(Throw(self.rng.below(dice.faces())))
    }

    #[inline]
    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Infallible> {
        self.decisions += 1;
        Ok(self.policy.decide(g, ask, n, opt))
    }

    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Infallible> {
        self.decisions += 1;
        Ok(planned(&mut self.policy, g, ask, judge, ready))
    }
}
