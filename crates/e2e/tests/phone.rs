//! On a phone, 390 px wide: a whole turn by tapping. Where something is at stake the first tap shows the odds and the
//! second confirms.

use std::process::ExitCode;

use e2e::{Moment, Page, Stage, eventually};
use serde_json::json;

const DECISIONS: usize = 400;
/// What a finger hits, in px.
const FINGER: f64 = 40.0;

fn main() -> ExitCode {
    e2e::run(&[("a_whole_turn_by_tapping", a_whole_turn_by_tapping)])
}

fn a_whole_turn_by_tapping(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(390, 844, true);
    page.open_list(program);
    fits(page);
    let game = page.start("hillman", "play-0");
    page.hurry();
    let (mut chips, mut places, mut confirmed) = (0, 0, 0);
    let mut now = page.settled();
    for n in 0.. {
        assert!(n < DECISIONS, "turn 1 is not over after {DECISIONS} decisions: {now:?}");
        assert!(!now.is_over, "the game is over in turn {}: {now:?}", now.turn);
        if now.turn == 2 {
            break;
        }
        fits(page);
        let choice = program.get(&game.path("hint"))["option"].as_u64().unwrap_or(0) as usize;
        let offer =
            now.offer(choice).unwrap_or_else(|| panic!("{choice} is not on offer: {now:?}"));
        if n % 2 == 0 && offer.on_map && page.click_map_in_sight(choice) {
            places += 1;
        } else {
            page.click_chip(choice);
            chips += 1;
        }
        if offer.has_odds {
            confirm(page, &now);
            confirmed += 1;
        }
        now = page.moved_on(&now);
    }
    assert!(0 < chips && 0 < places, "{chips} chips, {places} places");
    page.agrees_with(&program.get(&game.path("view"))).unwrap_or_else(|it| panic!("{it}"));
    page.assert_clean(program);
    println!(
        "  turn 2 after {} answers: {chips} chips, {places} places, {confirmed} confirmed",
        now.position
    );
}

/// The first tap has shown the odds and decided nothing; the button beneath them decides.
fn confirm(page: &Page, before: &Moment) {
    page.browser.wait_for("[data-testid=odds]:not(.empty) .bars td.fr");
    let now = page.settled();
    assert_eq!(now.length, before.length, "one tap was enough for a risk");
    page.browser.click("[data-testid=confirm-option]");
}

/// Nothing sticks out at the side, the prompt is on the screen, chips are large enough for a finger.
fn fits(page: &Page) {
    eventually("the page fits the screen", || {
        let it = page.browser.script(
            "const prompt = document.querySelector('[data-testid=prompt]')?.getBoundingClientRect();
             const chips = [...document.querySelectorAll('[data-testid=prompt] .chip[data-option]')];
             return {
               wide: document.scrollingElement.scrollWidth - innerWidth,
               below: prompt ? prompt.bottom - innerHeight : 0,
               low: Math.min(...chips.map((it) => it.getBoundingClientRect().height)),
             };",
            json!([]),
        );
        let number = |name: &str| it[name].as_f64();
        if number("wide").is_some_and(|it| 0.5 < it) || number("below").is_some_and(|it| 0.5 < it) {
            return Err(format!("it does not: {it}"));
        }
        if number("low").is_some_and(|it| it < FINGER) {
            return Err(format!("a chip is too small to tap: {it}"));
        }
        Ok(())
    });
}
