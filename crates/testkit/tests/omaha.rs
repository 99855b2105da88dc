//! The landing: bad cases are refused with their place, and the laws hold in random games.

use std::fs;
use std::path::Path;

use ::omaha::Day;
use ::omaha::cards::cards;
use ::omaha::data::Sector;
use ::omaha::fire;
use ::omaha::state::Phase;
use kernel::{First, Playout, Rng, Rules, Uniform};
use testkit::cases::run_text;
use testkit::laws::{laws, omaha};

/// Optimised builds play more.
const GAMES: u64 = if cfg!(debug_assertions) { 20 } else { 300 };

#[test]
fn the_laws_hold_in_every_landing() {
    for (name, start) in omaha::scenarios().expect("what we ship loads") {
        let tally = laws(&start, 0..GAMES, 44, 10).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(tally.games, GAMES);
        assert!(0 < tally.replayed && 0 < tally.undone);
    }
}

#[test]
fn the_laws_hold_to_the_end_of_the_day_and_in_every_variant() {
    for (name, start) in omaha::variants().expect("what we ship loads") {
        let tally = laws(&start, 0..GAMES / 10, 44, 10).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(tally.games, GAMES / 10);
    }
}

#[test]
fn the_preview_of_a_fire_card_is_what_the_card_does() {
    let scenarios = omaha::scenarios().expect("what we ship loads");
    for (name, start) in scenarios.iter().filter(|it| it.0.ends_with("first-waves")) {
        for seed in 0..GAMES / 10 {
            let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed + 1)));
            let mut g = start.clone();
            while !g.is_over() {
                if let Phase::FireCard(sector) = g.phase {
                    compare_with_preview(&g, sector).unwrap_or_else(|it| panic!("{name}: {it}"));
                }
                let Ok(()) = Day::step(&mut cx, &mut g);
            }
        }
    }
}

/// Whoever takes the first option loses the steps foreseen.
fn compare_with_preview(before: &Day, sector: Sector) -> Result<(), String> {
    let Some(card) = cards(before.deck.undrawn).last().copied() else { return Ok(()) };
    let seen = fire::preview(before, sector, card);
    let mut after = before.clone();
    after.deck.undrawn = 1 << card.0;
    let mut cx = Playout::new(Rng(0), First);
    while matches!(after.phase, Phase::FireCard(it) | Phase::FireHits(it) if it == sector) {
        let Ok(()) = Day::step(&mut cx, &mut after);
    }
    for unit in before.all_units().filter(|_| !after.is_over()) {
        let lost = before[unit].steps - after[unit].steps;
        let foreseen = seen.iter().filter(|it| it.unit == unit && it.step).count();
        if usize::from(lost) != foreseen {
            return Err(format!("card {}: unit {} loses {lost}", card.0, unit.0));
        }
    }
    Ok(())
}

#[test]
fn a_bad_case_is_refused_with_its_place() {
    let case = |situation: &str, play: &str, expect: &str| {
        let text = format!(
            "## A case\nCovers: omaha.x\n```situation\n{situation}\n```\n```play\n{play}\n```\n```expect\n{expect}\n```\n"
        );
        let report = run_text("omaha", Path::new("x.md"), &text);
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
    ] {
        let found = case(situation, play, expect);
        assert!(found.contains(wanted), "expected: {wanted}\nfound: {found}");
    }
}

#[test]
fn any_text_whatever_is_answered_by_a_report() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/omaha/cards.md");
    let all = fs::read_to_string(root).expect("a file of cases");
    // Cut off, doubled and garbled lines: never a panic.
    let lines: Vec<&str> = all.lines().collect();
    for i in 0..lines.len() {
        let mut text = lines.clone();
        text.remove(i);
        let _ = run_text("omaha", Path::new("x.md"), &text.join("\n"));
        let garbled = lines[i].replace([' ', '='], ":");
        text.insert(i, &garbled);
        let _ = run_text("omaha", Path::new("x.md"), &text.join("\n"));
    }
}
