//! Cases of the landing on Omaha Beach: what is its own in `situation`, `play` and `expect` fences.

mod answer;
mod draws;
mod expect;
mod fields;
mod situation;
mod words;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use kernel::{Cx, Rules as _};
use module::Shape;
use omaha::Day;
use omaha::data::Data;
use omaha::question::{Opt, Question};
use omaha::state::Phase;
use testkit::cases::{Begins, BlockKind, Case, Played, Situation, Text};

use self::words::{Read, Words};
use crate::Omaha;

impl Played for Omaha {
    type Draws = draws::Draws;
    const PRINTED: &'static [&'static str] = expect::PRINTED;

    fn situation(case: &Case) -> Read<Situation<Omaha>> {
        let scene = situation::build(case)?;
        let begins = if scene.runs { Begins::Running } else { Begins::Standing };
        let new_game = scene.day.phase == Phase::SetUp;
        Ok(Situation { g: scene.day, begins, new_game, draws: scene.draws })
    }
    /// A step is an action, a check, a phase; only German fire takes several.
    fn rests(g: &Day, _: &Question, begun: bool) -> bool {
        !begun && group(g.phase) == g.phase
    }
    fn has_ended(then: &Day, now: &Day) -> bool {
        (then.turn, group(then.phase)) != (now.turn, group(now.phase))
    }
    fn reached(g: &Day, words: &mut Words) -> Read<bool> {
        match words.next().as_deref() {
            Some("phase") => Ok(g.phase == words::phase(words)?),
            Some("turn") => Ok(g.turn == words.number::<u8>("the turn")?),
            _ => words.wrong("run, run to phase fire east, run to turn 6, run to over"),
        }
    }

    fn phrases(g: &Day, opt: Opt) -> Vec<String> {
        answer::phrases(g, opt)
    }

    fn stands(g: &Day, text: &Text) -> Read<()> {
        expect::stands(g, text)
    }
    /// Over every card left and every face that a counter could have, whatever `next card` has settled.
    fn odds_from(base: &Day, now: &Day) -> Day {
        Day::clone(&base.seen_since(now))
    }
    /// The fire of a sector is played out, as where expectations are checked.
    fn course<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
        let phase = group(g.phase);
        loop {
            Day::step(cx, g)?;
            if g.is_over() || group(g.phase) != phase || !matches!(phase, Phase::FireCard(_)) {
                return Ok(());
            }
        }
    }
    fn whereabouts(g: &Day) -> String {
        format!("turn {}, phase {}", g.turn, words::phase_text(g.phase))
    }
}

/// German fire of a sector is one phase in some steps.
fn group(phase: Phase) -> Phase {
    match phase {
        Phase::FireHits(sector) | Phase::GermanActions(sector) => Phase::FireCard(sector),
        other => other,
    }
}

/// The position a text of `situation` statements describes, for tests and examples.
pub fn position(text: &str) -> Result<Day, String> {
    testkit::cases::position::<Omaha>(text)
}

type Shelf = BTreeMap<String, Result<Arc<Data>, String>>;

/// A scenario of the shipped module, `first-waves` or with variants `first-waves+armour`, loaded once.
pub fn data(scenario: &str) -> Result<Arc<Data>, String> {
    static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);
    let mut shelf = SHELF.lock().unwrap_or_else(|it| it.into_inner());
    shelf.entry(scenario.to_owned()).or_insert_with(|| load(scenario)).clone()
}

fn load(scenario: &str) -> Result<Arc<Data>, String> {
    let mut parts: Vec<&str> = scenario.split('+').collect();
    parts[1..].sort_unstable();
    let loaded = module::Library::embedded(&[Shape::of::<Omaha>()])
        .load::<Omaha>("omaha-beach", &parts.join("+"));
    Ok(loaded.map_err(|it| it.to_string())?.data)
}
