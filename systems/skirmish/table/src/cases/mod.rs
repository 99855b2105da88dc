//! Cases of skirmish: what is its own in `situation`, `play` and `expect` fences. The words are told in `cases/README.md`.

mod expect;
mod fields;
mod phases;
mod places;
mod plans;
mod situation;

use kernel::{PendingAsk, Rule};
use skirmish::Skirmish;
use skirmish::event::Event;
use skirmish::question::{Opt, Plan, Question};
use testkit::cases::words::{Read, Words};
use testkit::cases::{Case, Played, Situation, Text};

/// The tables that all modules share: cases are played by them, and every number of the sheet is looked up in them.
const TABLES: &str = include_str!("../../../../../modules/skirmish/tables.toml");

impl Played for crate::Skirmish {
    type Draws = ();
    const SEATS: &'static [&'static str] = &places::SIDES;
    const PRINTED: &'static [&'static str] = expect::PRINTED;

    fn situation(case: &Case) -> Read<Situation<crate::Skirmish>> {
        situation::build(case)
    }
    /// A phase is judged at its end, when all of it has taken effect; a combat when it is over.
    fn rests(g: &Skirmish, _: &Question, begun: bool) -> bool {
        !begun && !phases::is_halfway(g.phase) && g.combat.is_none()
    }
    fn has_ended(then: &Skirmish, now: &Skirmish) -> bool {
        (phases::name(then.phase), then.turn) != (phases::name(now.phase), now.turn)
    }
    /// `run to morale`, `run to turn 2`
    fn reached(g: &Skirmish, words: &mut Words) -> Read<bool> {
        if words.take("turn") {
            return Ok(words.number::<u8>("a turn")? <= g.turn);
        }
        let phase = phases::read(words)?;
        Ok(phases::name(phase) == phases::name(g.phase))
    }

    /// Orders by their letter, elements by their key, markers as `b1 2`.
    fn phrases(g: &Skirmish, opt: Opt) -> Vec<String> {
        match opt {
            Opt::Element(id) => vec![g.data(id).key.clone()],
            Opt::Order(order) => vec![g.tables().order(order).letter.to_string()],
            Opt::Mark { element, checkpoint } => {
                vec![format!("{} {checkpoint}", g.data(element).key)]
            }
            Opt::Combat(id) => vec![format!("combat {}", g.data(id).key)],
            Opt::Done => vec!["done".into()],
            _ => Vec::new(),
        }
    }
    fn read_plan(
        g: &Skirmish,
        asked: &PendingAsk<Skirmish>,
        line: usize,
        text: &str,
    ) -> Read<Plan> {
        plans::read(g, asked, line, text)
    }
    fn refusal(
        g: &Skirmish,
        asked: &PendingAsk<Skirmish>,
        line: usize,
        label: &str,
    ) -> Read<Option<Rule>> {
        expect::refusal(g, asked, line, label)
    }

    fn told(g: &Skirmish, _: Rule, event: &Event) -> String {
        event.words(&g.scene).text
    }
    fn stands(g: &Skirmish, text: &Text) -> Read<()> {
        expect::stands(g, text)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use testkit::cases::{Played, run_cases};

    /// All of `cases/skirmish`, also before the system is registered.
    #[test]
    fn every_case_comes_out_as_written() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../cases/skirmish");
        let report = run_cases(&[("skirmish", crate::Skirmish::case)], Path::new(dir));
        assert!(report.is_clean(), "{report}");
    }
}
