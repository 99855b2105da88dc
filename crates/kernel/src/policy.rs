//! Who decides where no person does.

use crate::cx::{Ask, Game};
use crate::odds::Fingerprint;
use crate::plan::{Objection, Wanted};

/// Decides for whoever is asked.
pub trait Policy<G: Game> {
    fn decide(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> usize;

    /// How many ready values [`plan`](Policy::plan) is to choose from.
    #[inline]
    fn wants(&self) -> Wanted {
        Wanted::All
    }

    /// A whole value: one of `ready`, which is never empty, or any other that the judge of the question accepts.
    fn plan(&mut self, _: &G, _: Ask<G::Side, G::Topic>, ready: &[G::Plan]) -> G::Plan {
        ready[0].clone()
    }

    /// What of the state matters to the question whose odds are asked: courses that agree in it are merged at a mark.
    /// The whole state, unless whoever asks knows better (who takes the hex does not depend on the wounds of those
    /// who have dropped out).
    #[inline]
    fn matters(&self, g: &G, to: &mut Fingerprint) {
        g.hash(to);
    }
}

/// Small fast generator (SplitMix64) for playouts. Live dice never come from it: see `Seed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 bits. Not an iterator: it never ends and is never adapted.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// Every option alike.
#[derive(Clone, Debug)]
pub struct Uniform(pub Rng);

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn decide(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        n: usize,
        _: impl Fn(usize) -> G::Opt,
    ) -> usize {
        self.0.below(n as u32) as usize
    }

    /// The number that `plan` will draw: games at random are the same, whether a system heeds it or not.
    fn wants(&self) -> Wanted {
        Wanted::One(self.0.clone().next())
    }

    fn plan(&mut self, _: &G, _: Ask<G::Side, G::Topic>, ready: &[G::Plan]) -> G::Plan {
        ready[self.0.below(ready.len() as u32) as usize].clone()
    }
}

/// Always the first option ("no", "stop").
#[derive(Clone, Copy, Debug)]
pub struct First;

impl<G: Game> Policy<G> for First {
    #[inline]
    fn decide(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        _: usize,
        _: impl Fn(usize) -> G::Opt,
    ) -> usize {
        0
    }
}

/// Always the last option.
#[derive(Clone, Copy, Debug)]
pub struct Last;

impl<G: Game> Policy<G> for Last {
    #[inline]
    fn decide(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        n: usize,
        _: impl Fn(usize) -> G::Opt,
    ) -> usize {
        n - 1
    }

    fn plan(&mut self, _: &G, _: Ask<G::Side, G::Topic>, ready: &[G::Plan]) -> G::Plan {
        ready[ready.len() - 1].clone()
    }
}

/// The policy's value for a question. What it answers, and all that is ready, has to pass the judge.
#[inline]
pub(crate) fn planned<G: Game, P: Policy<G>>(
    policy: &mut P,
    g: &G,
    ask: Ask<G::Side, G::Topic>,
    judge: impl Fn(&G::Plan) -> Result<(), Objection>,
    ready: impl Fn(Wanted) -> Vec<G::Plan>,
) -> G::Plan {
    let ready = ready(policy.wants());
    debug_assert_eq!(ready.iter().find_map(|it| judge(it).err()), None, "ready for {ask:?}");
    let plan = policy.plan(g, ask, &ready);
    debug_assert_eq!(judge(&plan), Ok(()), "{plan:?} for {ask:?}");
    plan
}
