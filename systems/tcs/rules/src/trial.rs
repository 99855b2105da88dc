//! A driver for tests: dice and answers by script, every ledger kept.

use std::collections::VecDeque;

use kernel::{Ask, Cx, Dice, Itemised, Objection, Rule, Throw};

use crate::event::Event;
use crate::id::{Side, UnitId};
use crate::plan::Plan;
use crate::question::{Opt, Topic};
use crate::state::{ActionStep, Battle, Phase};

/// Dice as people read them (d66 42, two dice 9, one die 4) and the options wanted, each taken the first time it is offered;
/// where nothing wanted is offered, the first option is taken.
#[derive(Default)]
pub(crate) struct Trial {
    pub(crate) dice: VecDeque<i32>,
    pub(crate) wants: Vec<Opt>,
    pub(crate) books: Vec<(Rule, Itemised)>,
    pub(crate) events: Vec<(Rule, Event)>,
    pub(crate) asked: Vec<(Side, Rule, Topic)>,
}

impl Trial {
    pub(crate) fn new(dice: &[i32], wants: &[Opt]) -> Trial {
        let dice = dice.iter().copied().collect();
        Trial { dice, wants: wants.to_vec(), ..Trial::default() }
    }

    /// The lines of the n-th ledger of this rule.
    pub(crate) fn lines(&self, rule: Rule, n: usize) -> Vec<(&'static str, i32)> {
        let ledgers = self.books.iter().filter(|it| it.0 == rule);
        let ledger = ledgers.map(|it| &it.1).nth(n).expect("no such ledger");
        ledger.0.iter().map(|it| (it.0.code, it.1)).collect()
    }
    pub(crate) fn total(&self, rule: Rule, n: usize) -> i32 {
        self.lines(rule, n).iter().map(|it| it.1).sum()
    }
    pub(crate) fn said(&self, rule: Rule) -> bool {
        self.events.iter().any(|it| it.0 == rule)
    }
    pub(crate) fn was_asked(&self, is: impl Fn(Topic) -> bool) -> bool {
        self.asked.iter().any(|it| is(it.2))
    }
    /// Nothing of the script is left over.
    pub(crate) fn done(&self) {
        assert!(self.dice.is_empty(), "dice left: {:?}", self.dice);
        assert!(self.wants.is_empty(), "never offered: {:?}", self.wants);
    }
}

impl Cx<Battle> for Trial {
    type Halt = ();
    type Ledger = Itemised;

    fn throw(
        &mut self,
        _: &Battle,
        ask: Ask<Side, Topic>,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, ()> {
        let wanted = self.dice.pop_front();
        let wanted = wanted.unwrap_or_else(|| panic!("no die left for {ask:?}"));
        let read = |it: Throw| match dice {
            Dice::D66 => it.d66(),
            Dice::TwoD6 => it.two_d6(),
            _ => it.d6(),
        };
        let fits = (0..dice.faces()).map(Throw).find(|it| read(*it) == wanted);
        Ok(fits.unwrap_or_else(|| panic!("{wanted} is no throw of {dice:?} for {ask:?}")))
    }

    fn pick(
        &mut self,
        _: &Battle,
        ask: Ask<Side, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, ()> {
        self.asked.push((ask.who, ask.rule, ask.topic));
        for (w, want) in self.wants.iter().enumerate() {
            if let Some(i) = (0..n).find(|i| opt(*i) == *want) {
                self.wants.remove(w);
                return Ok(i);
            }
        }
        Ok(0)
    }

    fn propose(
        &mut self,
        _: &Battle,
        _: Ask<Side, Topic>,
        _: impl Fn(&Plan) -> Result<(), Objection>,
        ready: impl Fn(kernel::Wanted) -> Vec<Plan>,
    ) -> Result<Plan, ()> {
        Ok(ready(kernel::Wanted::All).remove(0))
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> Event) {
        self.events.push((rule, event()));
    }
    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.books.push((rule, ledger.clone()));
    }
}

/// The Action Phase of a side, begun.
pub(crate) fn acting(mut g: Battle, side: Side) -> Battle {
    let mut cx = Trial::default();
    g.phase = Phase::Action(side, ActionStep::Begin);
    g.leads = side;
    assert_eq!(crate::sequence::step(&mut cx, &mut g), Ok(()));
    g.phase = Phase::Action(side, ActionStep::Actions);
    g
}

/// One step of the game by a script, which has to fit exactly.
pub(crate) fn play(g: &mut Battle, dice: &[i32], wants: &[Opt]) -> Trial {
    let mut cx = Trial::new(dice, wants);
    assert_eq!(crate::sequence::step(&mut cx, g), Ok(()));
    cx.done();
    cx
}

/// A unit's action of step 4.
pub(crate) fn act(g: &mut Battle, id: UnitId, dice: &[i32], wants: &[Opt]) -> Trial {
    let all: Vec<Opt> = std::iter::once(Opt::Unit(id)).chain(wants.iter().copied()).collect();
    play(g, dice, &all)
}
