//! Prefix: replay a tape, then hand over to another driver. Search from the middle of a step; odds shown while a
//! player is being asked.

use std::hash::Hash;

use crate::cx::{Ask, Cx, Game};
use crate::dice::{Dice, Throw};
use crate::journal::Answer;
use crate::plan::{Objection, Wanted, declared, parse_plan};
use crate::rule::Rule;

pub struct Prefix<'t, T> {
    tape: &'t [Answer],
    pos: usize,
    pub then: &'t mut T,
}

impl<'t, T> Prefix<'t, T> {
    pub fn new(tape: &'t [Answer], then: &'t mut T) -> Prefix<'t, T> {
        Prefix { tape, pos: 0, then }
    }

    fn recorded(&mut self, tag: u32) -> Option<u32> {
        let answer = self.tape.get(self.pos)?;
        debug_assert_eq!(answer.tag, tag, "the tape was made by this procedure");
        self.pos += 1;
        answer.value()
    }
}

impl<G: Game, T: Cx<G>> Cx<G> for Prefix<'_, T> {
    type Halt = T::Halt;
    type Ledger = T::Ledger;

    #[inline]
    fn throw(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, T::Halt> {
        match self.recorded(ask.rule.tag()) {
            Some(value) => Ok(Throw(value)),
            None => self.then.throw(g, ask, dice, same),
        }
    }

    #[inline]
    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, T::Halt> {
        match self.recorded(ask.rule.tag()) {
            Some(value) => Ok(value as usize),
            None => self.then.pick(g, ask, n, opt),
        }
    }

    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, T::Halt> {
        if let Some(answer) = self.tape.get(self.pos) {
            debug_assert_eq!(answer.tag, ask.rule.tag(), "the tape was made by this procedure");
            if let Some(plan) = answer.plan().and_then(parse_plan) {
                self.pos += 1;
                return Ok(plan);
            }
        }
        self.then.propose(g, ask, judge, ready)
    }

    fn declare(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: impl Fn(usize, &G::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<G::Plan>,
    ) -> Result<Vec<G::Plan>, T::Halt> {
        match declared(g, asks, &self.tape[self.pos..]) {
            Some((used, plans)) => {
                self.pos += used;
                Ok(plans)
            }
            None => self.then.declare(g, asks, judge, ready),
        }
    }

    /// What lies before the end of the tape is past: no course can be merged there.
    #[inline]
    fn mark(&mut self, g: &G, rule: Rule, locals: impl Hash) -> Result<(), T::Halt> {
        if self.pos < self.tape.len() { Ok(()) } else { self.then.mark(g, rule, locals) }
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> G::Event) {
        self.then.say(rule, event);
    }

    fn book(&mut self, rule: Rule, ledger: &T::Ledger) {
        self.then.book(rule, ledger);
    }
}
