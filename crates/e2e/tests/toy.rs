//! The toy through the same page as any other game: sealed values, a proposed path, options, dice, to the end.

use std::process::ExitCode;

use e2e::{Moment, Page, Stage};
use serde_json::Value;

/// Two secrets, and twice six hours.
const DECISIONS: usize = 14;

fn main() -> ExitCode {
    e2e::run(&[
        ("the_courier_to_the_end", |stage| to_the_end(stage, 0)),
        ("the_guard_to_the_end", |stage| to_the_end(stage, 1)),
    ])
}

fn to_the_end(stage: &mut Stage, seat: u8) {
    let Stage { program, page } = stage;
    // The toy is not in the list unless its folder is named.
    let listed = program.get("/api/modules").to_string();
    assert!(listed.contains("hillman") && !listed.contains("one-night"), "{listed}");
    program.kill();
    program.modules = Some("systems/toy/modules".into());
    program.start_again();
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("one-night", &format!("play-{seat}"));
    page.hurry();
    let mut now = page.settled();
    let (mut values, mut options) = (0, 0);
    for n in 0.. {
        assert!(n < DECISIONS, "the night is not over: {now:?}");
        if now.is_over {
            break;
        }
        let view = program.get(&game.path("view"));
        page.agrees_with(&view).unwrap_or_else(|it| panic!("{it}"));
        let hint = program.get(&game.path("hint"));
        let ready = &view["question"]["form"]["ready"];
        if let Some(ready) = ready.as_array() {
            values += 1;
            give(page, ready.iter().position(|it| it["plan"] == hint["plan"]).unwrap_or(0));
        } else {
            options += 1;
            page.click_chip(choice(&now, &hint));
        }
        now = page.moved_on(&now);
    }
    let view = program.get(&game.path("view"));
    let names = ["Courier", "Guard"];
    let winner = names[view["outcome"]["winner"].as_u64().expect("a winner") as usize];
    page.browser.wait_for("dialog[data-testid=outcome]");
    let title = page.browser.text("dialog[data-testid=outcome] h2");
    assert!(title.contains(winner), "{title}, but {winner} has won");
    // Both secrets lie open now.
    assert_eq!(view["markers"].as_array().map(Vec::len), Some(2), "{}", view["markers"]);
    // The courier gives values only; the guard one, and then options.
    assert!(if seat == 0 { 2 <= values && options == 0 } else { values == 1 && 1 <= options });
    page.shot(&format!("toy-{seat}"));
    page.assert_clean(program);
    println!("  {winner} wins after {} answers", now.length);
}

/// A ready value: at once where it is a button, by its form where there is one.
fn give(page: &Page, index: usize) {
    let chip = format!(".chip[data-option=\"{index}\"]");
    if page.browser.count(&chip) == 0 {
        page.browser.click("[data-testid=all-ready]");
    }
    page.browser.click(&chip);
    if page.browser.count("[data-testid=form]:not([hidden]) [data-testid=seal]") != 0 {
        page.browser.click("[data-testid=seal]");
    }
}

/// What the computer would do, if it is on offer.
fn choice(now: &Moment, hint: &Value) -> usize {
    let wanted = hint["option"].as_u64().unwrap_or(0) as usize;
    now.offer(wanted).map_or(now.offers[0].index, |it| it.index)
}
