//! One course of a procedure with what it says: dice from whoever asks, decisions by the wishes of the chart.

use kernel::{
    Ask, Cx, Dice, Game, Item, Itemised, Line, Objection, PendingAsk, Policy as _, Rule, Throw,
    Wanted,
};
use play::reckon::Misfit;
use testkit::cases::{Played, Wishes};

/// Where its dice come from.
pub(crate) type Throws<'d> = dyn FnMut(Dice, Rule) -> Result<Throw, Misfit> + 'd;

pub(crate) struct Course<'a, 'd, S: Played> {
    pub(crate) wishes: Wishes<S>,
    /// The answers of the chart: a rule that refuses one of them ends the course.
    pub(crate) answers: &'a [String],
    pub(crate) dice: &'a mut Throws<'d>,
    pub(crate) lines: Vec<Line<S::Game>>,
}

impl<S: Played> Course<'_, '_, S> {
    fn note(&mut self, rule: Rule, item: Item<S::Game>) {
        self.lines.push(Line { at: 0, rule, secret: false, item });
    }

    /// What a rule keeps from being offered here is refused by that rule.
    fn refused(&self, g: &S::Game, asked: &PendingAsk<S::Game>) -> Result<(), Misfit> {
        let rules = self.answers.iter().filter_map(|it| S::refusal(g, asked, 0, it).ok().flatten());
        rules.map(Misfit::by).next().map_or(Ok(()), Err)
    }
}

impl<S: Played> Cx<S::Game> for Course<'_, '_, S> {
    type Halt = Misfit;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        _: &S::Game,
        ask: play::Ask<S>,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Misfit> {
        let throw = (self.dice)(dice, ask.rule)?;
        self.note(ask.rule, Item::Threw { ask, dice, throw });
        Ok(throw)
    }

    fn pick(
        &mut self,
        g: &S::Game,
        ask: Ask<<S::Game as Game>::Side, <S::Game as Game>::Topic>,
        n: usize,
        opt: impl Fn(usize) -> <S::Game as Game>::Opt,
    ) -> Result<usize, Misfit> {
        let asked = PendingAsk { ask, options: (0..n).map(&opt).collect(), ready: None };
        if !self.wishes.is_met(g, &asked) {
            self.refused(g, &asked)?;
        }
        Ok(self.wishes.decide(g, ask, n, opt))
    }

    fn propose(
        &mut self,
        g: &S::Game,
        ask: play::Ask<S>,
        _: impl Fn(&<S::Game as Game>::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<<S::Game as Game>::Plan>,
    ) -> Result<<S::Game as Game>::Plan, Misfit> {
        let ready = ready(self.wishes.wants());
        Ok(self.wishes.plan(g, ask, &ready))
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> <S::Game as Game>::Event) {
        self.note(rule, Item::Happened(event()));
    }

    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.note(rule, Item::Counted(ledger.clone()));
    }
}
