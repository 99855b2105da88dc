//! Prefix: replay a tape, then hand over to another driver. Search from the middle of a step; odds shown while a
//! player is being asked.

use std::hash::Hash;

use crate::cx::{Ask, Cx, Game, Picks};
use crate::dice::{Dice, Throw};
use crate::journal::{Answer, Kind};
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
        Some(answer.value)
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

    /// Seats whose secret answer is not on the tape are asked of the driver that follows.
    fn pick_each(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        n: impl Fn(usize) -> usize,
        opt: impl Fn(usize, usize) -> G::Opt,
    ) -> Result<Picks, T::Halt> {
        let mut picks: Vec<Option<usize>> =
            (0..asks.len()).map(|k| if n(k) == 1 { Some(0) } else { None }).collect();
        while picks.contains(&None) {
            let Some(answer) = self.tape.get(self.pos).filter(|it| it.kind == Kind::Secret) else {
                break;
            };
            let slot = (0..asks.len())
                .find(|k| picks[*k].is_none() && G::seat(asks[*k].who) == answer.seat);
            let Some(slot) = slot else { break };
            picks[slot] = Some(answer.value as usize);
            self.pos += 1;
        }
        for (k, pick) in picks.iter_mut().enumerate() {
            if pick.is_none() {
                *pick = Some(self.then.pick(g, asks[k], n(k), |i| opt(k, i))?);
            }
        }
        Ok(picks.into_iter().flatten().collect())
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
