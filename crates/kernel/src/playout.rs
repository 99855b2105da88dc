//! Playout: dice from a generator, decisions from a policy, never stops.

use std::convert::Infallible;

use crate::cx::{Ask, Cx, Game, Picks};
use crate::dice::{Dice, Throw};
use crate::policy::{Policy, Rng};
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

    fn pick_each(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        n: impl Fn(usize) -> usize,
        opt: impl Fn(usize, usize) -> G::Opt,
    ) -> Result<Picks, Infallible> {
        let mut picks = Picks::with_capacity(asks.len());
        for (k, ask) in asks.iter().enumerate() {
            picks.push(match n(k) {
                1 => 0,
                many => self.pick(g, *ask, many, |i| opt(k, i))?,
            });
        }
        Ok(picks)
    }
}
