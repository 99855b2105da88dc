//! A way in: the first page with many games, an address that leads nowhere, what wins and where, what a counter says, and
//! the notes of a first game. In all four systems.

use std::process::ExitCode;

use e2e::{Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// The shortest game of each system, and how many seats it has.
const FIRST: [(&str, &str, &str, usize); 4] = [
    ("gts", "periers-ridge", "hillman", 2),
    ("omaha", "omaha-beach", "east-half", 1),
    ("tcs", "hill-151", "the-farm", 2),
    ("skirmish", "platoon-actions", "gate", 2),
];

fn main() -> ExitCode {
    e2e::run(&[
        ("first_page_with_many_games", first_page_with_many_games),
        ("nowhere_is_a_page", nowhere_is_a_page),
        ("what_wins_and_what_a_counter_says", what_wins_and_what_a_counter_says),
        ("notes_of_a_first_game", notes_of_a_first_game),
        ("large_text", large_text),
    ])
}

fn begin(
    program: &Program,
    (system, module, scenario, seats): (&str, &str, &str, usize),
) -> String {
    let seats: Vec<&str> = ["human", "computer"].into_iter().take(seats).collect();
    let wanted =
        json!({ "system": system, "module": module, "scenario": scenario, "seats": seats });
    program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string()
}

fn first_page_with_many_games(stage: &mut Stage) {
    let Stage { program, page } = stage;
    for _ in 0..14 {
        begin(program, FIRST[0]);
    }
    let other = begin(program, FIRST[3]);
    for (width, height, phone, rows) in [(1440, 900, false, 3), (390, 844, true, 1)] {
        page.browser.size(width, height, phone);
        page.open_list(program);
        page.browser.wait_for("[data-testid=game]");
        assert_eq!(page.browser.count("[data-testid=game]"), rows);
        let top = "return document.querySelector('[data-testid^=play-]').getBoundingClientRect().top / innerHeight";
        let top = page.browser.script(top, json!([])).as_f64().unwrap_or(9.0);
        assert!(top < 1.0, "Play is {top} screens down at {width} px");
        page.shot(&format!("first-page-{width}"));
    }
    // The shortest game of each system comes first.
    let first = "return [...document.querySelectorAll('.scenario')].slice(0, 4).map((it) => it.dataset.testid).sort()";
    let mut shortest: Vec<Value> =
        FIRST.iter().map(|it| json!(format!("scenario-{}", it.2))).collect();
    shortest.sort_by_key(Value::to_string);
    assert_eq!(page.browser.script(first, json!([])), Value::Array(shortest));

    page.browser.size(1440, 900, false);
    page.open_list(program);
    page.browser.wait_for("[data-testid=games-all]");
    page.browser.click("[data-testid=games-all]");
    assert_eq!(page.browser.count("[data-testid=game]"), 12, "a page of them");
    page.browser.click("[data-testid=games-next]");
    assert_eq!(page.browser.count("[data-testid=game]"), 3, "the rest");
    page.browser.click("[data-testid=games-search]");
    page.browser.press("gate");
    listed(page, 1);
    // Renamed and deleted.
    page.browser.click("[data-testid=rename]");
    page.browser.wait_for("[data-testid=new-title]");
    page.browser.script(
        "document.querySelector('[data-testid=new-title]').value = 'The gate at noon'",
        json!([]),
    );
    page.browser.click("[data-testid=rename-save]");
    eventually("the game has its title", || {
        let games = program.get("/api/games");
        let game = games.as_array().and_then(|it| it.iter().find(|it| it["id"] == json!(other)));
        match game.map(|it| it["title"].clone()) {
            Some(title) if title == "The gate at noon" => Ok(()),
            other => Err(format!("it is {other:?}")),
        }
    });
    page.browser.click("[data-testid=delete]");
    page.browser.click("[data-testid=confirm-yes]");
    eventually("it is gone", || match program.get("/api/games").as_array().map(Vec::len) {
        Some(14) => Ok(()),
        other => Err(format!("{other:?} games")),
    });
    page.assert_clean(program);
}

fn listed(page: &Page, n: usize) {
    eventually("so many games are listed", || match page.browser.count("[data-testid=game]") {
        it if it == n => Ok(()),
        it => Err(format!("{it} instead of {n}")),
    });
}

fn nowhere_is_a_page(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.go(&format!("{}no/such/page", program.address()));
    page.browser.wait_for("[data-testid=nowhere]");
    page.shot("nowhere");
    page.browser.click("[data-testid=nowhere] a");
    page.browser.wait_for("[data-testid=scenario-hillman]");
    // A program still gets an answer it can read.
    let reply = program.ask("GET", "/no/such/page", None);
    assert!(
        reply.json()["error"].is_object() || reply.json()["message"].is_string(),
        "{:?}",
        reply.json()
    );
}

fn what_wins_and_what_a_counter_says(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    for first in FIRST {
        let id = begin(program, first);
        page.browser.go(&format!("{}#/game/{id}?seat=0", program.address()));
        page.browser.wait_for("[data-testid=goal]");
        let goal = program.get(&format!("/api/games/{id}/view?seat=0"))["goal"].clone();
        let stands = goal["stands"].as_str().unwrap_or_default().to_string();
        assert!(
            !stands.is_empty() && goal["text"].as_str().is_some_and(|it| !it.is_empty()),
            "{goal}"
        );
        eventually("the panel says how it stands", || {
            let text = page.browser.text("[data-testid=goal]");
            if text.contains(&stands) { Ok(()) } else { Err(text) }
        });
        let places = goal["places"].as_array().map_or(0, Vec::len);
        assert_ne!(places, 0, "{} has no place that counts", first.0);
        assert_eq!(page.browser.count("[data-testid=goal-badge]"), places);
        page.shot(&format!("goal-{}", first.0));
        page.browser.press("l");
        page.browser.wait_for("dialog[data-testid=legend]");
        if first.0 != "skirmish" {
            assert_ne!(
                page.browser.count("[data-testid=anatomy]"),
                0,
                "{}: no counter is explained",
                first.0
            );
        }
        page.shot(&format!("anatomy-{}", first.0));
        page.browser.press("\u{e00c}");
    }
    page.assert_clean(program);
}

fn notes_of_a_first_game(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    page.browser.script("localStorage.setItem('bocage.guide', 'first')", json!([]));
    for first in FIRST {
        let id = begin(program, first);
        page.browser.go(&format!("{}#/game/{id}?seat=0", program.address()));
        page.browser.wait_for("[data-testid=prompt]");
        if program.get(&format!("/api/games/{id}/view?seat=0"))["question"].is_null() {
            continue;
        }
        page.browser.wait_for("[data-testid=guide]:not([hidden])");
        page.shot(&format!("guide-{}", first.0));
        page.browser.click("[data-testid=guide-ok]");
        assert_eq!(page.browser.count("[data-testid=guide]:not([hidden])"), 0);
    }
    // The same kind of question needs no second note.
    let id = begin(program, FIRST[0]);
    page.browser.go(&format!("{}#/game/{id}?seat=0", program.address()));
    page.settled();
    assert_eq!(page.browser.count("[data-testid=guide]:not([hidden])"), 0);
    page.assert_clean(program);
}

/// Twice the size of letters: nothing of the top bar is cut off, at any width.
fn large_text(stage: &mut Stage) {
    let Stage { program, page } = stage;
    let id = begin(program, FIRST[0]);
    for (width, height) in [(1440, 900), (768, 1024), (390, 844)] {
        page.browser.size(width, height, width < 500);
        page.browser.go(&format!("{}#/game/{id}?seat=0", program.address()));
        page.settled();
        page.browser.script("document.documentElement.style.fontSize = '200%'", json!([]));
        let cut = "return [...document.querySelectorAll('.top *')].filter((it) => {
          const box = it.getBoundingClientRect();
          return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1 || box.bottom > document.querySelector('.top').getBoundingClientRect().bottom + 1);
        }).map((it) => it.outerHTML.slice(0, 80))";
        let cut = page.browser.script(cut, json!([]));
        page.shot(&format!("large-text-{width}"));
        assert_eq!(cut, json!([]), "cut off at {width} px");
    }
}
