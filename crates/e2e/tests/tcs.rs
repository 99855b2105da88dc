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
    e2e::run(&[
        ("an_attack_is_drawn_refused_and_sealed", an_attack_is_drawn_refused_and_sealed),
        (
            "an_alternate_is_filled_in_and_goes_through_text",
            an_alternate_is_filled_in_and_goes_through_text,
        ),
        ("a_line_of_sight_has_its_section", a_line_of_sight_has_its_section),
    ])
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

/// Parts of a form: an Alternate with its trigger and a drawing of its own. Then all of it as TOML, with a mistake that is
/// named by its line, and back.
fn an_alternate_is_filled_in_and_goes_through_text(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = at_the_sheets(page, program);
    page.browser.click(".form-ready [data-option=\"1\"]");
    choose(page, "/draw/alternate", "0");
    choose(page, "/draw/alternate/trigger", "2");
    choose(page, "/draw/alternate/drawing", "2");
    page.browser.click("[data-at=\"/draw/alternate/drawing/objective/name\"] input");
    page.browser.press("The ditch");
    draw(page, "[data-at=\"/draw/alternate/drawing/objective/hexes\"]", &[(0.5, 0.5)]);
    draw(page, "[data-at=\"/draw/alternate/drawing/failure/rally\"]", &[(0.5, 0.3)]);
    page.shot("tcs-alternate");
    let draft = |what: &str| program.get(&game.path("draft"))["draft"].pointer(what).cloned();
    eventually("the draft has the alternate", || {
        let found = draft("/sheets/0/draw/alternate");
        let is =
            |it: &Value| it["trigger"] == "attained" && it["drawing"]["mission"] == "hasty-defence";
        found
            .filter(|it| is(it) && it["drawing"]["failure"]["rally"].is_string())
            .ok_or("not yet".into())
    });

    // As text, in the words of the files.
    page.browser.click("[data-testid=text] > summary");
    let text = eventually("it is written", || {
        let text = page
            .browser
            .script("return document.querySelector('[data-testid=as-text]').value", json!([]));
        let text = text.as_str().unwrap_or_default().to_string();
        if text.contains("[sheet.value.alternate.drawing") { Ok(text) } else { Err(text) }
    });
    assert!(
        text.contains("trigger = \"attained\"") && text.contains("name = \"The ditch\""),
        "{text}"
    );
    page.shot("tcs-text");
    take(page, &text.replace("hasty-defence", "hasty-defense"));
    let line = 1 + text.lines().position(|it| it.contains("hasty-defence")).expect("the mission");
    eventually("the mistake is named by its line", || {
        let said = page.browser.text("[data-testid=text-said]");
        if said.contains(&format!("Line {line}:")) { Ok(()) } else { Err(said) }
    });
    page.shot("tcs-text-wrong");
    assert_eq!(draft("/sheets/0/draw/alternate/drawing/objective/name"), Some("The ditch".into()));
    take(page, &text.replace("The ditch", "The sunken lane"));
    eventually("it is taken in", || {
        let found = draft("/sheets/0/draw/alternate/drawing/objective/name");
        if found == Some("The sunken lane".into()) { Ok(()) } else { Err(format!("{found:?}")) }
    });

    // The same on a telephone.
    page.browser.size(390, 844, true);
    page.shot("tcs-alternate-phone");
    page.browser.size(1440, 900, false);
    page.assert_clean(program);
}

fn a_line_of_sight_has_its_section(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = at_the_sheets(page, program);
    // A game that is looked at has no form over its map.
    page.browser.go(&format!("{}#/game/{}", program.address(), game.id));
    page.browser.wait_for(".cells polygon");
    let size = page.browser.script(
        "const it = document.querySelector('.view').getBoundingClientRect(); return [it.x, it.y, it.width, it.height]",
        json!([]),
    );
    let at = |x: f64, y: f64| {
        let number = |n: usize| size[n].as_f64().unwrap_or_default();
        (number(0) + number(2) * x, number(1) + number(3) * y)
    };
    let (x, y) = at(0.4, 0.35);
    page.browser.hover_at(x, y);
    page.browser.press("s");
    page.browser.wait_for("[data-testid=overlay]:not([hidden])");
    let (x, y) = at(0.6, 0.7);
    page.browser.click_at(x, y);
    page.browser.wait_for("[data-testid=sight] [data-testid=section]");
    page.shot("tcs-section");
    let words = page.browser.script(
        "return document.querySelector('[data-testid=section]').getAttribute('aria-label')",
        json!([]),
    );
    assert!(words.as_str().is_some_and(|it| it.contains("the line at")), "it says {words}");
    page.assert_clean(program);
}

/// Chooses the kind of a part of the form.
fn choose(page: &Page, at: &str, value: &str) {
    let select = format!("[data-at=\"{at}\"] > .rec-in > select");
    page.browser.wait_for(&select);
    page.browser.script(
        "const it = document.querySelector(arguments[0]); it.value = arguments[1]; it.dispatchEvent(new Event('change'))",
        json!([select, value]),
    );
}

/// Pastes a text and takes it.
fn take(page: &Page, text: &str) {
    page.browser.script(
        "document.querySelector('[data-testid=as-text]').value = arguments[0]",
        json!([text]),
    );
    page.browser.click("[data-testid=take-text]");
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
