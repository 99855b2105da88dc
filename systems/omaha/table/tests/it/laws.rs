//! The landing: bad cases are refused with their place, and the laws hold in random games.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use ::omaha::Day;
use ::omaha::cards::cards;
use ::omaha::data::{Sector, UnitId};
use ::omaha::event::Event;
use ::omaha::fire;
use ::omaha::losses::Said;
use ::omaha::question::{Opt, Question, Topic};
use ::omaha::state::{Hit, Phase};
use kernel::{Cx, Dice, First, Playout, Rng, Rule, Rules, Sum, Throw, Uniform};
use omaha_table::{Omaha, laws as omaha};
use testkit::cases::{Played, run_text};
use testkit::laws::{laws, scenarios};

/// Optimised builds play more.
const GAMES: u64 = if cfg!(debug_assertions) { 20 } else { 300 };

#[test]
fn the_laws_hold_in_every_landing() {
    for (name, start) in scenarios::<Omaha>().expect("what we ship loads") {
        let tally =
            laws::<Omaha>(&start, 0..GAMES, 44, 10).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(tally.games, GAMES);
        assert!(0 < tally.replayed && 0 < tally.undone);
    }
}

#[test]
fn the_laws_hold_to_the_end_of_the_day_and_in_every_variant() {
    for (name, start) in omaha::variants().expect("what we ship loads") {
        let tally = laws::<Omaha>(&start, 0..GAMES / 10, 44, 10)
            .unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(tally.games, GAMES / 10);
    }
}

#[test]
fn the_preview_of_a_fire_card_is_what_the_card_does() {
    let basic = previews("omaha/omaha-beach/first-waves", |g| !g.has_german_actions());
    assert!(100 < basic.hits, "{basic:?}");
}

/// Positions act one after the other there, and some draw from pools.
#[test]
fn so_it_is_with_german_actions() {
    let extended = previews("omaha/omaha-beach/long-day to the end", Day::has_german_actions);
    assert!(100 < extended.hits && 10 < extended.draws, "{extended:?}");
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    cards: usize,
    hits: usize,
    /// Cards on which counters were drawn.
    draws: usize,
}

/// Random games of a scenario; at every fire card that is wanted, one of those left is looked at beforehand.
fn previews(scenario: &str, wanted: impl Fn(&Day) -> bool) -> Compared {
    let mut all = scenarios::<Omaha>().expect("what we ship loads");
    all.extend(omaha::variants().expect("what we ship loads"));
    let (_, start) = all.into_iter().find(|it| it.0 == scenario).expect("is there");
    let mut compared = Compared::default();
    for seed in 0..GAMES / 5 {
        let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed + 1)));
        let mut g = start.clone();
        while !g.is_over() {
            if let Phase::FireCard(sector) = g.phase
                && wanted(&g)
            {
                let card = Rng(seed + u64::from(g.turn)).below(g.deck.undrawn.count_ones());
                compare_with_preview(&g, sector, card as usize, &mut compared)
                    .unwrap_or_else(|it| panic!("{scenario}, game {seed}: {it}"));
            }
            let Ok(()) = Day::step(&mut cx, &mut g);
        }
    }
    compared
}

/// Whoever takes the first option sees the hits foreseen, in their order, and loses the steps. The same generator draws
/// for both once the card has been drawn.
fn compare_with_preview(
    before: &Day,
    sector: Sector,
    nth: usize,
    compared: &mut Compared,
) -> Result<(), String> {
    let Some(card) = cards(before.deck.undrawn).get(nth).copied() else { return Ok(()) };
    let foreseen = fire::preview(before, sector, card);
    let mut after = before.clone();
    after.deck.undrawn = 1 << card.0;
    let mut cx =
        Watch { step: Playout::new(Rng(0), First), throws: 0, shown: vec![], overrun: vec![] };
    let mut drawn = false;
    while matches!(after.phase, Phase::FireCard(it) | Phase::GermanActions(it) | Phase::FireHits(it) if it == sector)
    {
        let Ok(()) = Day::step(&mut cx, &mut after);
        if !drawn {
            // Only the card was settled; the rest of the deck is there, and the generator begins.
            after.deck.undrawn = before.deck.undrawn & !(1 << card.0);
            (cx.step.rng, cx.throws, drawn) = (Rng(0), 0, true);
        }
    }
    compared.cards += 1;
    compared.hits += foreseen.len();
    compared.draws += usize::from(0 < cx.throws);
    if after.is_over() {
        return Ok(());
    }
    if cx.shown != foreseen.to_vec() {
        let (turn, shown) = (before.turn, &cx.shown);
        return Err(format!(
            "turn {turn}, card {}: foreseen {foreseen:?}\nshown {shown:?}",
            card.0
        ));
    }
    for unit in before.all_units() {
        let lost = before[unit].steps - after[unit].steps;
        let hits = foreseen.iter().filter(|it| it.unit == unit && it.step).count();
        let steps = hits + cx.overrun.iter().filter(|it| **it == unit).count();
        if usize::from(lost) != steps {
            return Err(format!(
                "turn {}, card {}: unit {} loses {lost}, not {steps}",
                before.turn, card.0, unit.0
            ));
        }
    }
    Ok(())
}

/// Takes the first option and keeps what is shown; counts the throws.
struct Watch {
    step: Playout<First>,
    throws: usize,
    shown: Vec<Hit>,
    /// Who lost a step to a German advance, which is no hit (omaha.gact.advance-success).
    overrun: Vec<UnitId>,
}

impl Cx<Day> for Watch {
    type Halt = Infallible;
    type Ledger = Sum;

    fn throw(
        &mut self,
        g: &Day,
        ask: Question,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        self.throws += 1;
        self.step.throw(g, ask, dice, same)
    }

    fn pick(
        &mut self,
        g: &Day,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Infallible> {
        if matches!(ask.topic, Topic::Volley(..)) {
            self.shown.extend_from_slice(&g.today.volley);
        }
        self.step.pick(g, ask, n, opt)
    }

    fn propose(
        &mut self,
        g: &Day,
        ask: Question,
        judge: impl Fn(&kernel::Never) -> Result<(), kernel::Objection>,
        ready: impl Fn(kernel::Wanted) -> Vec<kernel::Never>,
    ) -> Result<kernel::Never, Infallible> {
        self.step.propose(g, ask, judge, ready)
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> Event) {
        if rule.code == "omaha.gact.advance-success"
            && let Event::Loss(Said::Lost { unit, .. } | Said::Eliminated { unit, .. }) = event()
        {
            self.overrun.push(unit);
        }
    }
}

#[test]
fn a_bad_case_is_refused_with_its_place() {
    let case = |situation: &str, play: &str, expect: &str| {
        let text = format!(
            "## A case\nCovers: omaha.x\n```situation\n{situation}\n```\n```play\n{play}\n```\n```expect\n{expect}\n```\n"
        );
        let report = run_text(&[("omaha", Omaha::case)], "omaha", Path::new("x.md"), &text);
        assert_eq!(report.passed, 0, "{situation}\n{play}\n{expect}");
        report.to_string()
    };
    let acts = "turn 5; phase us-actions; unit 16-E at 2305";
    for (situation, play, expect, wanted) in [
        ("unt 16-E", "", "turn: 1", "x.md:4: A case\n    there is no statement \"unt\""),
        ("scenario utah", "", "turn: 1", "utah"),
        ("unit 16-Z at 2305", "", "turn: 1", "there is no US unit \"16-Z\""),
        ("unit 16-E at 9999", "", "turn: 1", "there is no hex 9999"),
        ("unit 16-E steps 2", "", "turn: 1", "where is it?"),
        ("unit 16-E at 2305 steps 9", "", "turn: 1", "it has 3 steps, not 9"),
        ("german 62 plain", "", "turn: 1", "62 has two hexes: 62N, 62S"),
        ("german C5 strength 9", "", "turn: 1", "no such unit is left; there are:"),
        ("german 62N; german 62N", "", "turn: 1", "a German unit is there already"),
        ("german 62N; unit 16-E at 62N", "", "turn: 1", "a German unit is in that hex"),
        ("turn 40", "", "turn: 1", "the turns are 1 to 32"),
        ("phase tea", "", "turn: 1", "there is no phase \"tea\""),
        ("pool T 12", "", "turn: 1", "there are only 9 in it"),
        ("next card 99", "", "turn: 1", "there is no card 99"),
        ("next card event tea", "", "turn: 1", "there is no event \"tea\""),
        ("next card 12", "", "turn: 1", "this is never drawn"),
        (
            "turn 5; phase fire east; next card fire orange red blue green",
            "",
            "turn: 1",
            "no such card is in the deck; considered:",
        ),
        (acts, "16-F -> 2306", "turn: 5", "no option is called \"16-f moves to 2306\""),
        (acts, "run to phase end", "turn: 5", "before phase end this has to be answered"),
        (acts, "16-E -> 2306", "at 16-E: 2305", "expected 2305\n    found    2306"),
        (acts, "", "disrupted 16-E", "found: it is not so"),
        (acts, "", "nonsense", "is no expectation"),
        (acts, "", "happy 16-E: yes", "is no expectation"),
        (acts, "", "asks: omaha.x.y", "found: ["),
        (acts, "", "constant tea: 5", "there is no constant \"tea\""),
        (acts, "", "odds done => lost 16-E", "write: odds"),
        (acts, "", "odds lost 16-E = many", "\"many\" is no fraction"),
        (acts, "", "odds lost 16-Z = 1/2", "there is no US unit \"16-Z\""),
        (acts, "", "odds lost 16-E = 1/2", "expected 1/2\n    found    0/1"),
    ] {
        let found = case(situation, play, expect);
        assert!(found.contains(wanted), "expected: {wanted}\nfound: {found}");
    }
}

#[test]
fn any_text_whatever_is_answered_by_a_report() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/omaha/cards.md");
    let all = fs::read_to_string(root).expect("a file of cases");
    // Cut off, doubled and garbled lines: never a panic.
    let lines: Vec<&str> = all.lines().collect();
    for i in 0..lines.len() {
        let mut text = lines.clone();
        text.remove(i);
        let _ = run_text(&[("omaha", Omaha::case)], "omaha", Path::new("x.md"), &text.join("\n"));
        let garbled = lines[i].replace([' ', '='], ":");
        text.insert(i, &garbled);
        let _ = run_text(&[("omaha", Omaha::case)], "omaha", Path::new("x.md"), &text.join("\n"));
    }
}
