//! `odds` expectations: exact fractions from the moment of the check to the end of the step in progress.

use std::hash::Hash;

use gts::event::Event;
use gts::question::{Opt, Question};
use gts::state::Battle;
use kernel::{
    Answer, Cut, Cx, Dice, Game, Kind, Mass, Odds, PendingAsk, Picks, Policy, Rule, Rules, Sum,
    Throw,
};

use super::play::find_option;

/// Takes the first of the wishes that is offered, else the first option.
#[derive(Clone)]
struct Wishes(Vec<String>);

impl Policy<Battle> for Wishes {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let asked = PendingAsk { ask, options: (0..n).map(opt).collect() };
        self.0.iter().find_map(|it| find_option(g, &asked, it).ok()).unwrap_or(0)
    }
}

/// Answers from the tape, then from the odds.
struct Replay<'a> {
    tape: &'a [Answer],
    pos: usize,
    then: &'a mut Odds<Wishes>,
}

impl Replay<'_> {
    fn recorded(&mut self) -> Option<u32> {
        let answer = self.tape.get(self.pos)?;
        self.pos += 1;
        Some(answer.value)
    }
}

impl Cx<Battle> for Replay<'_> {
    type Halt = Cut;
    type Ledger = Sum;

    fn throw(
        &mut self,
        g: &Battle,
        ask: Question,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Cut> {
        match self.recorded() {
            Some(value) => Ok(Throw(value)),
            None => self.then.throw(g, ask, dice, same),
        }
    }
    fn pick(
        &mut self,
        g: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Cut> {
        match self.recorded() {
            Some(value) => Ok(value as usize),
            None => self.then.pick(g, ask, n, opt),
        }
    }
    fn pick_each(
        &mut self,
        g: &Battle,
        asks: &[Question],
        n: impl Fn(usize) -> usize,
        opt: impl Fn(usize, usize) -> Opt,
    ) -> Result<Picks, Cut> {
        let mut picks = Picks::new();
        for (k, ask) in asks.iter().enumerate() {
            let given = self.tape[self.pos..]
                .iter()
                .find(|it| it.kind == Kind::Secret && it.seat == Battle::seat(ask.who));
            picks.push(match (n(k), given) {
                (1, _) => 0,
                (_, Some(answer)) => answer.value as usize,
                (many, None) => self.then.pick(g, *ask, many, |i| opt(k, i))?,
            });
        }
        while self.tape.get(self.pos).is_some_and(|it| it.kind == Kind::Secret) {
            self.pos += 1;
        }
        Ok(picks)
    }
    fn mark(&mut self, g: &Battle, rule: Rule, locals: impl Hash) -> Result<(), Cut> {
        if self.pos < self.tape.len() { Ok(()) } else { self.then.mark(g, rule, locals) }
    }
    fn say(&mut self, _: Rule, _: impl FnOnce() -> Event) {}
}

/// The mass of courses in which `holds`, of the whole mass; `lost` is what could not be followed.
pub(super) fn mass(
    base: &Battle,
    tape: &[Answer],
    wishes: Vec<String>,
    mut holds: impl FnMut(&Battle) -> bool,
) -> (Mass, Mass) {
    let mut odds = Odds::new(Wishes(wishes));
    odds.budget = 20_000_000;
    let mut held: Mass = 0;
    odds.every(
        base,
        |cx, g| Battle::step(&mut Replay { tape, pos: 0, then: cx }, g),
        |mass, (), g| {
            if holds(g) {
                held += mass;
            }
        },
    );
    (held, odds.lost)
}
