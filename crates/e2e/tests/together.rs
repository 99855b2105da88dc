//! What belongs together is asked together: a click on a unit offers its moves, targets and actions at once, one more
//! click gives all the answers; a way is shown before it is gone; what happens is seen on the map.

use std::process::ExitCode;

use e2e::{Game, Program, Stage, eventually};
use serde_json::json;

const ANSWERS: usize = 60;

fn main() -> ExitCode {
    e2e::run(&[("a_unit_and_what_it_does", a_unit_and_what_it_does)])
}

fn a_unit_and_what_it_does(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    page.browser.script("localStorage.setItem('bocage.together', 'on')", json!([]));
    let game = at_first_unit(program);
    page.browser.go(&format!("{}#/game/{}?seat=0", program.address(), game.id));
    page.browser.wait_for(".hints .badge");
    let before = page.settled();

    // The first unit on offer: no answer yet, but all that it can do.
    page.click_map(0);
    page.browser.wait_for("[data-testid=back]");
    let menu = page.settled();
    assert_eq!(menu.length, before.length, "to look at a unit is no answer");
    assert!(menu.sentence.contains("what does it do?"), "{:?}", menu.sentence);
    assert_ne!(page.browser.count(".hints .legal"), 0, "nothing of it is on the map");
    page.shot("together-1440");

    // Back, and to it again.
    page.browser.press("\u{e00c}");
    let back = page.settled();
    assert_eq!(back.sentence, before.sentence);
    page.click_map(0);
    page.browser.wait_for("[data-testid=back]");

    // The last option but for going back: whatever it is, one click gives all answers that lead to it.
    let menu = page.settled();
    let offer = menu.offers.iter().rfind(|it| it.as_chip).expect("something to do").clone();
    page.click_chip(offer.index);
    eventually("the answers are given", || {
        let now = page.moment()?;
        if before.length + 1 < now.length { Ok(()) } else { Err(format!("{now:?}")) }
    });
    page.browser.wait_for("[data-testid=last] li");
    page.assert_clean(program);
}

/// A game of two people at the first choice among units.
fn at_first_unit(program: &Program) -> Game {
    let wanted = json!({
        "system": "gts", "module": "periers-ridge", "scenario": "hillman", "seats": ["human", "human"],
    });
    for _ in 0..20 {
        let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
        for _ in 0..ANSWERS {
            let waiting = program.get(&format!("/api/games/{id}/view"))["waiting_for"].clone();
            let seats: Vec<u8> = serde_json::from_value(waiting).expect("seats");
            for seat in seats {
                let game = Game { id: id.clone(), seat: Some(seat) };
                let question = program.get(&game.path("view"))["question"].clone();
                let options = question["options"].as_array().cloned().unwrap_or_default();
                let units =
                    options.iter().filter(|it| it["kind"] == "piece" && it["odds"] == json!(false));
                if seat == 0 && 3 < units.count() && options[0]["kind"] == "piece" {
                    return game;
                }
                let hint = program.get(&game.path("hint"));
                let mut answer = json!({ "seat": seat, "question": question["id"] });
                let kind = if hint["plan"].is_null() { "option" } else { "plan" };
                answer[kind] = hint[kind].clone();
                program.post(&format!("/api/games/{id}/answer"), &answer);
            }
        }
    }
    panic!("nobody was asked which unit acts");
}
