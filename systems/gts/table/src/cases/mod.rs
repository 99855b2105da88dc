//! Cases of the Grand Tactical Series: what is its own in `situation`, `play` and `expect` fences.

mod expect;
mod fields;
mod play;
mod situation;
mod words;

use gts::Battle;
use gts::event::Event;
use gts::purchase::Purchase;
use gts::question::{Opt, Question, Topic};
use kernel::{Dice, PendingAsk, Rule};
use testkit::cases::{BlockKind, Case, Played, Situation, Text, numbered};

use self::words::Read;
use crate::Gts;

impl Played for Gts {
    type Draws = ();
    const SEATS: &'static [&'static str] = &["A", "B"];
    const DIE: &'static str = "d10";
    const PRINTED: &'static [&'static str] = &["class", "crt", "distance"];

    fn situation(case: &Case) -> Read<Situation<Gts>> {
        situation::build(case).map(Situation::at_question)
    }
    /// A step is an activation, a check, a purchase; an activation has two actions, and only an assault takes several steps.
    fn rests(g: &Battle, ask: &Question, begun: bool) -> bool {
        (!begun || matches!(ask.topic, Topic::SecondAction(_))) && g.fight.is_none()
    }

    /// gts.ruling.order-of-fire: in the order of the list, unless the case says who is next.
    fn usual(asked: &PendingAsk<Battle>) -> Option<usize> {
        asked.options.iter().position(|it| *it == Opt::InThisOrder)
    }

    /// Nothing, and each purchase by itself: of these every plan is made.
    fn is_simple(plan: &Vec<Purchase>) -> bool {
        plan.len() < 2
    }
    fn read_plan(
        g: &Battle,
        _: &PendingAsk<Battle>,
        line: usize,
        text: &str,
    ) -> Read<Vec<Purchase>> {
        play::purchases(g, line, text)
    }
    fn refusal(
        g: &Battle,
        asked: &PendingAsk<Battle>,
        line: usize,
        label: &str,
    ) -> Read<Option<Rule>> {
        expect::refusal(g, asked, line, label)
    }
    /// `draw formation A1`, or a number where it is no chit.
    fn draw(g: &Battle, ask: &Question, dice: Dice, line: usize, text: &str) -> Read<u32> {
        match ask.topic {
            Topic::DrawChit => play::chit_in_mug(g, line, text),
            _ => numbered(dice, line, text),
        }
    }

    fn told(g: &Battle, _: Rule, event: &Event) -> String {
        event.words(g.data()).0
    }
    fn stands(g: &Battle, text: &Text) -> Read<()> {
        expect::stands(g, text)
    }
    fn is_outcome(g: &Battle, line: usize, outcome: &str) -> Read<bool> {
        expect::holds(g, line, outcome)
    }
}

/// The position a text of `situation` statements describes, for tests and examples.
pub fn position(text: &str) -> Result<Battle, String> {
    testkit::cases::position::<Gts>(text)
}
