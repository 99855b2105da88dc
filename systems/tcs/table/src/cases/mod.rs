//! Cases of the Tactical Combat Series: what is its own in `situation`, `play` and `expect` fences.

mod answer;
mod drawing;
mod expect;
mod fields;
mod situation;
mod words;

use kernel::{PendingAsk, Rule};
use tcs::Battle;
use tcs::event::Event;
use tcs::plan::Plan;
use tcs::question::{Opt, Question};
use testkit::cases::{Case, Played, Situation, Text};

use self::words::{Read, Words};
use crate::Tcs;

impl Played for Tcs {
    type Draws = ();
    const SEATS: &'static [&'static str] = &["A", "B"];
    const PRINTED: &'static [&'static str] = expect::PRINTED;

    fn situation(case: &Case) -> Read<Situation<Tcs>> {
        situation::build(case)
    }
    /// A step is one action, one part of a phase; what has been begun in it is not at its end.
    fn rests(g: &Battle, _: &Question, begun: bool) -> bool {
        !begun && g.fight.is_none() && g.attack.is_none()
    }
    /// `run to action B`, `run to command 3`, `run to turn 3`.
    fn reached(g: &Battle, words: &mut Words) -> Read<bool> {
        if words.take("turn") {
            return Ok(words.number::<u8>("the turn")? <= g.turn);
        }
        Ok(words::phase(words)? == g.phase)
    }

    fn phrases(g: &Battle, opt: Opt) -> Vec<String> {
        answer::phrases(g, opt)
    }
    fn read_plan(g: &Battle, asked: &PendingAsk<Battle>, line: usize, text: &str) -> Read<Plan> {
        answer::plan(g, asked, line, text)
    }
    fn refusal(
        g: &Battle,
        asked: &PendingAsk<Battle>,
        line: usize,
        label: &str,
    ) -> Read<Option<Rule>> {
        answer::refusal(g, asked, line, label)
    }

    fn told(g: &Battle, _: Rule, event: &Event) -> String {
        event.words(g.data()).0
    }
    fn stands(g: &Battle, text: &Text) -> Read<()> {
        expect::stands(g, text)
    }
}
