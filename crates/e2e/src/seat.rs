//! A seat at the table whose answers come from here where the page has nothing to show for them, and from the page where
//! it has.

use serde_json::{Value, json};

use crate::page::{Game, Page};
use crate::program::Program;
use crate::stage::eventually;

/// From one question to another that is looked for there are no more answers than this.
const ANSWERS: usize = 400;

/// The first seat of a game against the computer.
pub struct Seat<'a> {
    pub program: &'a Program,
    pub game: Game,
}

impl<'a> Seat<'a> {
    /// A new game; the computer has the other seat and takes no time.
    #[track_caller]
    pub fn begin(program: &'a Program, [system, module, scenario]: [&str; 3]) -> Seat<'a> {
        let wanted = json!({
            "system": system, "module": module, "scenario": scenario, "seats": ["human", "computer"],
        });
        let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
        program.post(&format!("/api/games/{id}/pace"), &json!({ "millis": 0 }));
        Seat { program, game: Game { id, seat: Some(0) } }
    }

    pub fn open(&self, page: &Page) {
        page.browser.go(&format!("{}#/game/{}?seat=0", self.program.address(), self.game.id));
    }

    pub fn view(&self) -> Value {
        self.program.get(&self.game.path("view"))
    }

    /// What is asked of us, as soon as it is; nothing when the game is over.
    #[track_caller]
    pub fn question(&self) -> Value {
        eventually("it is our decision", || {
            let view = self.view();
            if !view["outcome"].is_null() {
                return Ok(Value::Null);
            }
            let question = view["question"].clone();
            let sealed = !question["form"]["sealed"].is_null();
            if question.is_null() || sealed { Err("nothing is asked".into()) } else { Ok(question) }
        })
    }

    /// Waits until something else than this is asked.
    #[track_caller]
    pub fn next_after(&self, before: &Value) -> Value {
        eventually("something else is asked", || {
            let now = self.question();
            if now["id"] == before["id"] {
                Err(format!("still {}", now["prompt"]))
            } else {
                Ok(now)
            }
        })
    }

    /// Does as little as possible until something is asked.
    #[track_caller]
    pub fn go_on_until(&self, is_it: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..ANSWERS {
            let now = self.question();
            assert!(!now.is_null(), "the game is over before it is asked");
            if is_it(&now) {
                return now;
            }
            self.answer(&now);
        }
        panic!("it is not asked in {ANSWERS} answers");
    }

    /// The first ready value, or the option that ends something, or the first.
    #[track_caller]
    pub fn answer(&self, now: &Value) {
        let mut reply = json!({ "seat": 0, "question": now["id"] });
        if now["form"].is_null() {
            let options = now["options"].as_array().expect("options");
            let stop = options.iter().find(|it| it["kind"] == "stop").unwrap_or(&options[0]);
            reply["option"] = stop["index"].clone();
        } else {
            reply["plan"] = now["form"]["ready"][0]["plan"].clone();
        }
        self.program.post(&format!("/api/games/{}/answer", self.game.id), &reply);
    }

    #[track_caller]
    pub fn choose(&self, now: &Value, option: &Value) {
        let reply = json!({ "seat": 0, "question": now["id"], "option": option["index"] });
        self.program.post(&format!("/api/games/{}/answer", self.game.id), &reply);
    }

    /// The option of this label.
    #[must_use]
    pub fn labelled(now: &Value, label: &str) -> Option<Value> {
        now["options"].as_array()?.iter().find(|it| it["label"] == label).cloned()
    }
}

/// The hexes of the map on the page.
pub struct Grid {
    cells: Vec<Value>,
}

impl Grid {
    #[track_caller]
    pub fn new(seat: &Seat<'_>) -> Grid {
        let head = seat.program.get(&seat.game.path("head"));
        let cells = head["map"]["cells"].as_array().expect("cells").clone();
        Grid { cells }
    }

    /// The number of a hex.
    #[track_caller]
    pub fn cell(&self, label: &str) -> usize {
        let found = self.cells.iter().position(|it| it["label"] == label);
        found.unwrap_or_else(|| panic!("the map has no hex {label}"))
    }

    /// The middle of a hex on the screen, its lower and its upper edge.
    #[track_caller]
    pub fn hex(&self, page: &Page, label: &str) -> (f64, f64, f64, f64) {
        let found = page.browser.script(
            "const it = document.querySelector(`.cells polygon[data-place=\"${arguments[0]}\"]`).getBoundingClientRect();
             return [it.x + it.width / 2, it.y + it.height / 2, it.bottom, it.top]",
            json!([self.cell(label)]),
        );
        let number = |n: usize| found[n].as_f64().expect("a number");
        (number(0), number(1), number(2), number(3))
    }

    /// The whole map, at rest.
    #[track_caller]
    pub fn whole(page: &Page) {
        page.whole_map();
        eventually("the map rests", || match page.browser.count(".flying") {
            0 => Ok(()),
            _ => Err("it is gliding".into()),
        });
    }

    /// Takes the pen of a field of the form.
    #[track_caller]
    pub fn take_pen(page: &Page, field: &str) {
        page.browser.click(&format!("[data-at=\"{field}\"] [data-testid=draw]"));
        page.browser.wait_for(".pen-bar:not([hidden])");
        Grid::whole(page);
    }

    /// Draws a field of the form by clicks on these hexes.
    #[track_caller]
    pub fn draw(&self, page: &Page, field: &str, labels: &[&str]) {
        Grid::take_pen(page, field);
        for label in labels {
            let (x, y, ..) = self.hex(page, label);
            page.browser.click_at(x, y);
        }
        // A single place is done by itself.
        if page.browser.count(".pen-bar:not([hidden])") != 0 {
            page.browser.click("[data-testid=pen-done]");
        }
    }
}
