//! Standing orders on the page: left for one unit from the question itself, listed, changed, refused, removed; and what
//! they hold back is not asked again.

use std::process::ExitCode;

use e2e::{Game, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// Enough for somebody to move under the eyes of somebody else.
const ANSWERS: usize = 400;
const GAMES: usize = 20;

fn main() -> ExitCode {
    e2e::run(&[("orders_for_op_fire", orders_for_op_fire)])
}

fn orders_for_op_fire(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = at_op_fire(program);
    page.browser.go(&format!(
        "{}#/game/{}?seat={}",
        program.address(),
        game.id,
        game.seat.unwrap_or_default()
    ));
    page.browser.wait_for("[data-testid=orders]:not([hidden])");
    page.shot("orders-offered");

    // For one of the firers, from the question itself.
    let piece = choose(page, 1);
    page.browser.click("[data-testid=orders] [data-order=within]");
    expect_orders(program, &game, &json!([order(&piece, json!({ "within": 2 }))]));
    page.browser.wait_for("[data-testid=orders]:not([hidden])");
    page.browser.click("[data-testid=orders-list]");
    page.browser.wait_for("[data-testid=order-list] input");
    let text = page.browser.text("[data-testid=order-list]");
    assert!(text.contains("only within 2 hexes") && !text.contains("all units"), "{text:?}");
    page.shot("orders-listed");

    // Changed, and removed.
    number(page, 5);
    expect_orders(program, &game, &json!([order(&piece, json!({ "within": 5 }))]));
    page.browser.click("[data-testid=order-list] button");
    expect_orders(program, &game, &json!([]));
    page.browser.wait_for("[data-testid=order-list] .muted");
    page.browser.press("\u{e00c}"); // Escape

    // For all of them: a chance of more than all is refused by name, and the order stays as it was.
    choose(page, 0);
    page.browser.click("[data-testid=orders] [data-order=at-least]");
    expect_orders(program, &game, &json!([order(&Value::Null, json!({ "at-least": 30 }))]));
    page.browser.click("[data-testid=orders-list]");
    page.browser.wait_for("[data-testid=order-list] input");
    number(page, 101);
    page.browser.wait_for("#toasts .toast.bad");
    let said = page.browser.text("#toasts .toast.bad");
    assert!(said.contains("1 to 100 %"), "{said:?}");
    expect_orders(program, &game, &json!([order(&Value::Null, json!({ "at-least": 30 }))]));
    page.browser.press("\u{e00c}");

    // Held back for good: the question goes, answered in the player's name.
    let asked = program.get(&game.path("view"))["question"]["id"].clone();
    page.browser.click("[data-testid=orders] [data-order=never]");
    eventually("the question is declined", || {
        let now = program.get(&game.path("view"))["question"]["id"].clone();
        if now == asked { Err(format!("it is still {now}")) } else { Ok(()) }
    });
    // The log says so with the next thing that happens.
    let log = || program.get(&game.path("log")).to_string();
    for _ in 0..ANSWERS {
        if log().contains("(standing order)") {
            break;
        }
        answer_as_advised(program, &game.id, |_| false);
    }
    assert!(log().contains("(standing order)"), "the log does not say who declined: {}", log());
    page.shot("orders-declined");
}

fn order(piece: &Value, limit: Value) -> Value {
    json!({ "about": "op-fire", "piece": piece, "limit": limit })
}

fn expect_orders(program: &Program, game: &Game, expected: &Value) {
    eventually(&format!("the orders are {expected}"), || {
        let left = program.get(&game.path("orders"))["orders"].clone();
        let left = left.as_array().cloned().unwrap_or_default();
        let orders: Vec<&Value> = left.iter().map(|it| &it["order"]).collect();
        if json!(orders) == *expected { Ok(()) } else { Err(format!("they are {orders:?}")) }
    });
}

/// For whom the order is to be, by the line of the list.
fn choose(page: &Page, line: usize) -> Value {
    page.browser.script(
        "const it = document.querySelector('[data-testid=order-for]');
         it.selectedIndex = arguments[0]; it.dispatchEvent(new Event('change')); return it.value",
        json!([line]),
    )
}

fn number(page: &Page, number: u32) {
    page.browser.script(
        "const it = document.querySelector('[data-testid=order-list] input');
         it.value = arguments[0]; it.dispatchEvent(new Event('change'))",
        json!([number]),
    );
}

/// A game of two people, played by the computer's advice to where one of several units may make Op Fire.
fn at_op_fire(program: &Program) -> Game {
    let wanted = json!({
        "system": "gts", "module": "periers-ridge", "scenario": "hillman", "seats": ["human", "human"],
    });
    let several_may_fire = |question: &Value| {
        let options = question["options"].as_array().cloned().unwrap_or_default();
        let mut firers: Vec<&str> = options.iter().filter_map(|it| it["piece"].as_str()).collect();
        firers.dedup();
        question["orders"].as_array().is_some_and(|it| !it.is_empty()) && 1 < firers.len()
    };
    // It depends on the dice: in some games it never comes to that.
    for _ in 0..GAMES {
        let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
        // Without those a game begins with, so that everything is asked.
        for seat in 0..2 {
            let none = json!({ "orders": [] });
            program.ask("PUT", &format!("/api/games/{id}/orders?seat={seat}"), Some(&none));
        }
        let found = (0..ANSWERS).find_map(|_| answer_as_advised(program, &id, several_may_fire));
        if let Some(game) = found {
            return game;
        }
    }
    panic!("no two could make Op Fire in {GAMES} games");
}

/// Everybody who is asked follows the advice, unless this is a question to stop at.
fn answer_as_advised(program: &Program, id: &str, stop: impl Fn(&Value) -> bool) -> Option<Game> {
    let waiting = program.get(&format!("/api/games/{id}/view"))["waiting_for"].clone();
    let seats: Vec<u8> = serde_json::from_value(waiting).expect("seats");
    for seat in seats {
        let game = Game { id: id.into(), seat: Some(seat) };
        let question = program.get(&game.path("view"))["question"].clone();
        if stop(&question) {
            return Some(game);
        }
        let hint = program.get(&game.path("hint"));
        let mut answer = json!({ "seat": seat, "question": question["id"] });
        let kind = if hint["plan"].is_null() { "option" } else { "plan" };
        answer[kind] = hint[kind].clone();
        program.post(&format!("/api/games/{id}/answer"), &answer);
    }
    None
}
