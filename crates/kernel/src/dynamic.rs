//! The same rules compiled once for every driver that is not hot.

use std::convert::Infallible;

use crate::cx::{Ask, Cx, Game};
use crate::dice::{Dice, Throw};
use crate::live::{Live, Stop};
use crate::plan::{Objection, Wanted};
use crate::playout::Playout;
use crate::policy::Policy;
use crate::rule::{Itemised, Rule};

type Same<'a> = &'a dyn Fn(Throw, Throw) -> bool;
type Opts<'a, G> = &'a dyn Fn(usize) -> <G as Game>::Opt;
type Judge<'a, G> = &'a dyn Fn(&<G as Game>::Plan) -> Result<(), Objection>;
type Ready<'a, G> = &'a dyn Fn(Wanted) -> Vec<<G as Game>::Plan>;
type JudgeEach<'a, G> = &'a dyn Fn(usize, &<G as Game>::Plan) -> Result<(), Objection>;
type ReadyEach<'a, G> = &'a dyn Fn(usize, Wanted) -> Vec<<G as Game>::Plan>;

/// `Cx` without generics. `&mut dyn DynCx<G>` is a `Cx<G>`.
pub trait DynCx<G: Game> {
    fn throw_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: Same<'_>,
    ) -> Result<Throw, Stop>;
    fn pick_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: Opts<'_, G>,
    ) -> Result<usize, Stop>;
    fn propose_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: Judge<'_, G>,
        ready: Ready<'_, G>,
    ) -> Result<G::Plan, Stop>;
    fn declare_dyn(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: JudgeEach<'_, G>,
        ready: ReadyEach<'_, G>,
    ) -> Result<Vec<G::Plan>, Stop>;
    /// Does this driver want events and ledgers?
    fn is_loud(&self) -> bool;
    fn say_dyn(&mut self, _: Rule, _: G::Event) {}
    fn book_dyn(&mut self, _: Rule, _: &Itemised) {}
}

impl<G: Game> Cx<G> for &mut dyn DynCx<G> {
    type Halt = Stop;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Stop> {
        self.throw_dyn(g, ask, dice, &same)
    }
    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Stop> {
        self.pick_dyn(g, ask, n, &opt)
    }
    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Stop> {
        self.propose_dyn(g, ask, &judge, &ready)
    }
    fn declare(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: impl Fn(usize, &G::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<G::Plan>,
    ) -> Result<Vec<G::Plan>, Stop> {
        self.declare_dyn(g, asks, &judge, &ready)
    }
    fn say(&mut self, rule: Rule, event: impl FnOnce() -> G::Event) {
        if self.is_loud() {
            self.say_dyn(rule, event());
        }
    }
    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        if self.is_loud() {
            self.book_dyn(rule, ledger);
        }
    }
}

impl<G: Game> DynCx<G> for Live<'_, G> {
    fn throw_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: Same<'_>,
    ) -> Result<Throw, Stop> {
        self.throw(g, ask, dice, same)
    }
    fn pick_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: Opts<'_, G>,
    ) -> Result<usize, Stop> {
        self.pick(g, ask, n, opt)
    }
    fn propose_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: Judge<'_, G>,
        ready: Ready<'_, G>,
    ) -> Result<G::Plan, Stop> {
        self.propose(g, ask, judge, ready)
    }
    fn declare_dyn(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: JudgeEach<'_, G>,
        ready: ReadyEach<'_, G>,
    ) -> Result<Vec<G::Plan>, Stop> {
        self.declare(g, asks, judge, ready)
    }
    fn is_loud(&self) -> bool {
        true
    }
    fn say_dyn(&mut self, rule: Rule, event: G::Event) {
        self.say(rule, || event);
    }
    fn book_dyn(&mut self, rule: Rule, ledger: &Itemised) {
        self.book(rule, ledger);
    }
}

fn never<T>(result: Result<T, Infallible>) -> Result<T, Stop> {
    let Ok(value) = result;
    Ok(value)
}

impl<G: Game, P: Policy<G>> DynCx<G> for Playout<P> {
    fn throw_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: Same<'_>,
    ) -> Result<Throw, Stop> {
        never(Cx::<G>::throw(self, g, ask, dice, same))
    }
    fn pick_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: Opts<'_, G>,
    ) -> Result<usize, Stop> {
        never(Cx::<G>::pick(self, g, ask, n, opt))
    }
    fn propose_dyn(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: Judge<'_, G>,
        ready: Ready<'_, G>,
    ) -> Result<G::Plan, Stop> {
        never(Cx::<G>::propose(self, g, ask, judge, ready))
    }
    fn declare_dyn(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: JudgeEach<'_, G>,
        ready: ReadyEach<'_, G>,
    ) -> Result<Vec<G::Plan>, Stop> {
        never(Cx::<G>::declare(self, g, asks, judge, ready))
    }
    fn is_loud(&self) -> bool {
        false
    }
}
