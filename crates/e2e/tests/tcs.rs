//! Op sheets in the page: an attack is drawn on the map, refused where something is missing, sealed, and seen there.

use std::process::ExitCode;

use e2e::{Game, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// From the set-up to the first sheets there are no more questions than this.
const ANSWERS: usize = 40;
/// Where the line of departure is, and the assembly hex, in an Attack.
const LINE: &str = "[data-at=\"/draw/drawing/departure/line\"]";
const ASSEMBLY: &str = "[data-at=\"/draw/drawing/assembly\"]";

fn main() -> ExitCode {
    e2e::run(&[("an_attack_is_drawn_refused_and_sealed", an_attack_is_drawn_refused_and_sealed)])
}

fn an_attack_is_drawn_refused_and_sealed(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = at_the_sheets(page, program);
    let before = drawings(program, &game);
    assert!(0 < before, "the sheet in force is drawn on the map");
    assert_eq!(page.browser.count(".layer.drawings .staff"), before);

    // An attack with a name and two of its symbols drawn: it is refused, and nothing is lost.
    page.browser.click(".rec-add [data-testid=write]");
    page.browser.click("[data-at=\"/draw/name\"] input");
    page.browser.press("Over the brook");
    draw(page, ASSEMBLY, &[(0.5, 0.5)]);
    draw(page, LINE, &[(0.45, 0.4), (0.7, 0.4)]);
    page.browser.wait_for(".layer.plan .staff.departure");
    page.shot("tcs-drawn");
    let kept = eventually("the draft has the line", || {
        let draft = program.get(&game.path("draft"))["draft"].clone();
        let line = draft.pointer("/sheets/0/draw/drawing/departure/line").cloned();
        line.filter(|it| it.as_array().is_some_and(|it| 1 < it.len()))
            .ok_or(format!("it is {draft}"))
    });
    page.browser.click("[data-testid=seal]");
    page.browser.wait_for(".records [data-testid=form-no], .form-whole [data-testid=form-no]");
    page.shot("tcs-refused");

    // A reload keeps it.
    page.browser.script("location.reload()", json!([]));
    page.browser.wait_for(".layer.plan .staff.departure");
    let draft = program.get(&game.path("draft"))["draft"].clone();
    assert_eq!(draft.pointer("/sheets/0/draw/drawing/departure/line"), Some(&kept));

    // A ready attack instead is sealed; from then on it is drawn on the map.
    page.browser.click(".form-ready [data-option=\"1\"]");
    page.browser.click("[data-testid=seal]");
    eventually("the new sheet is drawn on the map", || {
        let now = drawings(program, &game);
        if before < now { Ok(()) } else { Err(format!("{now} symbols, {before} before")) }
    });
    page.shot("tcs-sealed");
}

/// A first game, answered without the page until sheets can be drawn.
fn at_the_sheets(page: &Page, program: &Program) -> Game {
    let wanted = json!({
        "system": "tcs", "module": "hill-151", "scenario": "the-farm", "seats": ["human", "computer"],
    });
    let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
    let game = Game { id, seat: Some(0) };
    program.post(&format!("/api/games/{}/pace", game.id), &json!({ "millis": 0 }));
    for _ in 0..ANSWERS {
        let question = eventually("it is our decision", || {
            let view = program.get(&game.path("view"));
            let question = view["question"].clone();
            if question.is_null() { Err("nothing is asked".into()) } else { Ok(question) }
        });
        let form = &question["form"];
        if form["field"] == "sheets" {
            page.browser.go(&format!("{}#/game/{}?seat=0", program.address(), game.id));
            page.browser.wait_for(".form:not([hidden]) .records");
            return game;
        }
        let hint = program.get(&game.path("hint"));
        let mut answer = json!({ "seat": 0, "question": question["id"] });
        let what = if form.is_null() { "option" } else { "plan" };
        answer[what] = hint[what].clone();
        program.post(&format!("/api/games/{}/answer", game.id), &answer);
    }
    panic!("no sheets are asked for in {ANSWERS} answers");
}

fn drawings(program: &Program, game: &Game) -> usize {
    let view = program.get(&game.path("view"));
    view["drawings"].as_array().map_or(0, Vec::len)
}

/// Takes the pen of a field in hand and clicks these parts of the map.
fn draw(page: &Page, field: &str, at: &[(f64, f64)]) {
    page.browser.click(&format!("{field} [data-testid=draw]"));
    page.browser.wait_for(".pen-bar:not([hidden])");
    let size: Value = page.browser.script(
        "const it = document.querySelector('.view').getBoundingClientRect(); return [it.x, it.y, it.width, it.height]",
        json!([]),
    );
    let number = |n: usize| size[n].as_f64().unwrap_or_default();
    for (x, y) in at {
        page.browser.click_at(number(0) + number(2) * x, number(1) + number(3) * y);
    }
    // A single place is done by itself.
    if page.browser.count(".pen-bar:not([hidden])") != 0 {
        page.browser.click("[data-testid=pen-done]");
    }
}
