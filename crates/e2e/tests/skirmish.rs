//! Figures on a free table: two turns with the mouse, and two with the keyboard alone; a move that is too long is
//! refused at the figure; before anybody fires, cover, blast and odds are shown.

use std::cell::Cell;
use std::process::ExitCode;

use e2e::{Game, Moment, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// Enough for two turns of a squad a side.
const DECISIONS: usize = 120;
const ENTER: &str = "\u{e007}";

fn main() -> ExitCode {
    e2e::run(&[
        ("two_turns_with_the_mouse", two_turns_with_the_mouse),
        ("two_turns_with_the_keyboard_alone", two_turns_with_the_keyboard_alone),
        ("a_move_by_finger", a_move_by_finger),
        ("cover_blast_and_odds_of_fire", cover_blast_and_odds_of_fire),
    ])
}

fn two_turns_with_the_mouse(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = start(page, program);
    let (mut moved, mut refused) = (0, 0);
    play(page, |now| {
        let form = form_of(program, &game);
        if form["kind"] != "figures" || form["way"] != true {
            return answer_by_mouse(page, &form, now);
        }
        // Much too far first: the judge says so at a figure, and nothing is lost.
        if refused == 0 {
            let (_, far) = drag_all(page, &form, 5.0);
            page.browser.click("[data-testid=seal]");
            page.browser.wait_for(".figures [data-testid=form-no] a.rule");
            let rule = page.browser.text(".figures [data-testid=form-no] a.rule");
            assert!(rule.starts_with("skirmish."), "{rule:?} is the rule of a move of {far}");
            page.browser.wait_for(".fig-ghost.wrong");
            page.shot("skirmish-refused");
            page.browser.click("[data-testid=figures-clear]");
            refused += 1;
        }
        let before = stands(program, &game, &form);
        drag_all(page, &form, 0.3);
        if moved == 0 {
            // What the ground costs, beside the length of the way.
            eventually("the ground has its price", || {
                let ruler = "return document.querySelector('.fig-ruler')?.textContent ?? ''";
                let said = page.browser.script(ruler, json!([])).to_string();
                if said.contains("costs") { Ok(()) } else { Err(said) }
            });
            page.shot("skirmish-dragged");
        }
        page.browser.click("[data-testid=seal]");
        if is_refused(page, now) {
            page.browser.click(".form-ready [data-option=\"0\"]");
            page.browser.click("[data-testid=seal]");
        } else if before != stands(program, &game, &form) {
            moved += 1;
        }
    });
    assert!(0 < moved, "no figure was dragged anywhere");
    assert_eq!(refused, 1, "no move was refused");
    page.shot("skirmish-two-turns");
    let complaints = page.browser.complaints();
    let others = complaints.iter().filter(|it| !it.contains("422")).count();
    assert_eq!(others, 0, "the console has complaints: {complaints:#?}");
}

fn two_turns_with_the_keyboard_alone(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = start(page, program);
    let mut moved = 0;
    play(page, |now| {
        let form = form_of(program, &game);
        if form.is_null() {
            // Each option has its number.
            return page.browser.press(&(option(now) + 1).to_string());
        }
        let words = "[data-testid=figures-words]";
        if form["kind"] == "figures" && form["way"] == true {
            let before = stands(program, &game, &form);
            page.browser.tab_to(words);
            page.browser.press(&format!("move 2 inches bearing 000{ENTER}"));
            let told = page.browser.text("[data-testid=figures-told]");
            assert!(told.starts_with("2.0"), "it tells {told:?}");
            send_by_keys(page);
            if !is_refused(page, now) {
                moved += usize::from(before != stands(program, &game, &form));
                return;
            }
        }
        if form["kind"] == "figures" {
            page.browser.tab_to(words);
            page.browser.press(&format!("candidate 1{ENTER}"));
        }
        send_by_keys(page);
    });
    assert!(0 < moved, "no figure was sent anywhere");
    page.shot("skirmish-by-keys");
}

fn a_move_by_finger(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(390, 844, true);
    let game = start(page, program);
    let moved = Cell::new(false);
    play_until(
        page,
        |_| moved.get(),
        |now| {
            let form = form_of(program, &game);
            if form["kind"] != "figures" || form["way"] != true {
                return answer_by_mouse(page, &form, now);
            }
            page.shot("skirmish-390");
            let wide = page
                .browser
                .script("return document.documentElement.scrollWidth > innerWidth", json!([]));
            assert_eq!(wide, json!(false), "something reaches beyond the screen");
            // A ready way by one tap, and sent.
            page.browser.click(".form-ready [data-option=\"1\"]");
            page.browser.wait_for(".fig-ghost");
            page.shot("skirmish-ghosts-390");
            page.browser.click("[data-testid=seal]");
            moved.set(true);
        },
    );
}

/// Two teams in sight of each other: whom to fire at is chosen with the odds of each shot and of all together, and on the
/// table each figure shows its cover, and the shell how far it reaches.
fn cover_blast_and_odds_of_fire(stage: &mut Stage) {
    let Stage { program, page } = stage;
    program.kill();
    program.modules = Some("crates/e2e/modules".into());
    program.start_again();
    page.browser.size(1440, 900, false);
    let game = fire_declaration(program);
    page.browser.go(&format!("{}#/game/{}?seat=0", program.address(), game.id));
    eventually("a game is on the page", || page.moment());
    page.settled();
    // Each shot has its odds, and all weapons together have theirs.
    let offered = page.browser.text("[data-testid=prompt] .form");
    assert!(offered.contains("to kill"), "the shots have no odds: {offered}");
    assert!(offered.contains("all its weapons at Rifle group"), "nor has the element: {offered}");
    let view = program.get(&game.path("view"));
    let pieces = view["pieces"].as_array().cloned().unwrap_or_default();
    let own =
        pieces.iter().find(|it| it["name"].as_str().is_some_and(|it| it.contains("Launcher")));
    let own = own.and_then(|it| it["id"].as_str()).expect("a figure of the launcher team");
    let spot = eventually("the figure is there", || {
        page.browser.spot(&format!(".units [data-piece=\"{own}\"]"))
    });
    page.browser.click_at(spot.x, spot.y);
    page.browser.press("z");
    page.browser.wait_for(".tint-label");
    page.shot("skirmish-fire");
    let labels = page.browser.script(
        "return [...document.querySelectorAll('.tint-label')].map((it) => it.textContent)",
        json!([]),
    );
    let labels: Vec<&str> =
        labels.as_array().expect("labels").iter().filter_map(Value::as_str).collect();
    assert_eq!(labels.len(), 3, "one for each figure: {labels:?}");
    assert!(labels.iter().any(|it| it.contains("Light Cover, 5+")), "{labels:?}");
    assert!(labels.iter().any(|it| it.contains("In the Open, 4+")), "{labels:?}");
    assert_eq!(labels.iter().filter(|it| it.contains(" %")).count(), 1, "{labels:?}");
    let blasts = page.browser.script(
        "return [...document.querySelectorAll('circle.tint.fire')].map((it) => it.getBoundingClientRect().width)",
        json!([]),
    );
    let blasts = blasts.as_array().cloned().unwrap_or_default();
    assert_eq!(blasts.len(), 3, "a blast about each figure: {blasts:?}");
    assert!(blasts.iter().all(|it| 20.0 < it.as_f64().unwrap_or_default()), "{blasts:?}");
    page.assert_clean(program);
}

/// Both sides set up as suggested, and nobody moves.
fn fire_declaration(program: &Program) -> Game {
    let wanted = json!({
        "system": "skirmish", "module": "range", "scenario": "range", "seats": ["human", "human"],
    });
    let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
    for _ in 0..40 {
        for seat in [0, 1] {
            let game = Game { id: id.clone(), seat: Some(seat) };
            let question = program.get(&game.path("view"))["question"].clone();
            if question["rule"]["code"] == "skirmish.turn.declare-first" {
                return Game { seat: Some(0), ..game };
            }
            let mut answer = json!({ "seat": seat, "question": question["id"] });
            if let Some(ready) = question["form"]["ready"].as_array() {
                answer["plan"] = ready[0]["plan"].clone();
            } else if let Some(options) = question["options"].as_array() {
                let stop = options.iter().position(|it| it["kind"] == "stop");
                answer["option"] = json!(stop.unwrap_or(0));
            } else {
                continue;
            }
            program.post(&format!("/api/games/{id}/answer"), &answer);
        }
    }
    panic!("nobody is asked at whom to fire");
}

/// A first game. It is not begun from the list: a program built without optimisation draws all its maps too slowly.
fn start(page: &Page, program: &Program) -> Game {
    let wanted = json!({
        "system": "skirmish", "module": "platoon-actions", "scenario": "gate", "seats": ["human", "computer"],
    });
    let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
    page.browser.go(&format!("{}#/game/{id}?seat=0", program.address()));
    eventually("a game is on the page", || page.moment());
    page.hurry();
    page.game()
}

/// Answers until the third turn begins.
fn play(page: &Page, answer: impl FnMut(&Moment)) {
    play_until(page, |now| 3 <= now.turn, answer);
}

fn play_until(page: &Page, is_done: impl Fn(&Moment) -> bool, mut answer: impl FnMut(&Moment)) {
    let mut now = page.settled();
    for _ in 0..DECISIONS {
        if now.is_over || is_done(&now) {
            return;
        }
        answer(&now);
        if is_done(&now) {
            return;
        }
        now = page.moved_on(&now);
    }
    panic!("two turns are not over after {DECISIONS} answers: {now:?}");
}

fn form_of(program: &Program, game: &Game) -> Value {
    program.get(&game.path("view"))["question"]["form"].clone()
}

/// Options by their chip, forms as they are or by what is ready.
fn answer_by_mouse(page: &Page, form: &Value, now: &Moment) {
    if form.is_null() {
        return page.click_chip(option(now));
    }
    if form["kind"] == "figures" {
        page.browser.click(".form-ready [data-option=\"0\"]");
    }
    page.browser.click("[data-testid=seal]");
}

/// The first that is on offer: an element, its fastest order.
fn option(now: &Moment) -> usize {
    now.offers.first().map_or(0, |it| it.index)
}

/// Drags all figures, by so much of their reach to the upper edge; gives back how far that was on the screen.
fn drag_all(page: &Page, form: &Value, part: f64) -> (String, f64) {
    let piece = form["movers"][0]["piece"].as_str().expect("a piece").to_string();
    let css = format!(".units [data-piece=\"{piece}\"]");
    page.whole_map();
    // The number of a ready way may lie over it; it is taken hold of all the same.
    let spot = eventually("the first figure is there", || page.browser.spot(&css));
    let reach = "return document.querySelector('.fig-reach').getBoundingClientRect().width / 2";
    let far = page.browser.script(reach, json!([])).as_f64().expect("a ring of reach") * part;
    // Much too far may be off the table; it is too far all the same.
    let up = far.min(spot.y - 70.0).max(10.0);
    let side = (far * far - up * up).max(0.0).sqrt();
    page.browser.drag((spot.x, spot.y), (side.min(400.0), -up));
    page.browser.wait_for(".fig-ghost");
    (piece, far)
}

/// Where the figures of a form stand now, as the server says.
fn stands(program: &Program, game: &Game, form: &Value) -> Vec<Value> {
    let view = program.get(&game.path("view"));
    let pieces = view["pieces"].as_array().cloned().unwrap_or_default();
    let movers = form["movers"].as_array().cloned().unwrap_or_default();
    let place =
        |it: &Value| pieces.iter().find(|p| p["id"] == it["piece"]).map(|p| p["place"].clone());
    movers.iter().filter_map(place).collect()
}

fn send_by_keys(page: &Page) {
    page.browser.tab_to("[data-testid=seal]");
    page.browser.press(ENTER);
}

/// Waits for what becomes of an answer: the judge objects, or the game goes on.
fn is_refused(page: &Page, before: &Moment) -> bool {
    eventually("the answer is taken or refused", || {
        if page.browser.count("[data-testid=form-no]") != 0 {
            return Ok(true);
        }
        let now = page.moment()?;
        if now.length != before.length { Ok(false) } else { Err(format!("the page shows {now:?}")) }
    })
}
