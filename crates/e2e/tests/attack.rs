//! An attack by a drawing of one's own: drawn on the map, waited for, over the line of departure, and refused when straying,
//! with the statement and the line that would be crossed.

use std::process::ExitCode;

use e2e::{Game, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// From one question to another that is looked for there are no more answers than this.
const ANSWERS: usize = 400;
/// How often the dice for the order are thrown again, turn by turn.
const THROWS: usize = 80;
/// How often a unit is chosen to move.
const TIMES: usize = 12;
/// How many games from the same beginning may go wrong before somebody has crossed: he is fired at.
const GAMES: usize = 8;
const NAME: &str = "Over the brook";
/// The row behind the line of departure.
const BEHIND: u32 = 8;

fn main() -> ExitCode {
    e2e::run(&[
        ("an_attack_is_drawn_waited_for_and_kept_to", an_attack_is_drawn_waited_for_and_kept_to),
        ("a_mission_is_placed_with_its_odds_in_sight", a_mission_is_placed_with_its_odds_in_sight),
    ])
}

fn an_attack_is_drawn_waited_for_and_kept_to(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = begin(program);
    go_on_until(program, &game, |it| it["form"]["field"] == "sheets");
    open(page, program, &game);
    page.browser.wait_for(".form:not([hidden]) .records");
    draw_the_attack(page, program, &game);
    page.shot("attack-drawn");
    let before = question(program, &game)["id"].clone();
    page.browser.click("[data-testid=seal]");
    eventually("the sheet is taken", || match life(program, &game) {
        Some(it) => Ok(it),
        None => Err(format!("still at {before}: {}", page.browser.text(".form-foot"))),
    });

    let game = wait_for_it(program, game);
    assert_eq!(life(program, &game).as_deref(), Some("in force"));
    let now = program.get(&game.path("view"))["position"].clone();
    let crosses = (0..GAMES).any(|_| {
        let again = fork(program, &game, &now);
        cross_and_stray(page, program, &again)
    });
    assert!(crosses, "nobody crosses the line");
}

/// Guns, what they fire, who observes; then a hex is pointed at, and the zone, the adjustment and the scatter are shown.
fn a_mission_is_placed_with_its_odds_in_sight(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = begin(program);
    go_on_until(program, &game, |it| it["rule"]["code"] == "tcs.seq.air-arty-3-place");
    // All guns of the battalion, then what is offered first.
    let now = question(program, &game);
    let guns = now["options"].as_array().and_then(|it| it.last()).expect("options").clone();
    choose(program, &game, &now, &guns);
    let now = first_until(program, &game, "tcs.arty.observer-los");
    assert_eq!(now["rule"]["code"], "tcs.arty.observer-los", "{}", now["prompt"]);
    open(page, program, &game);
    page.browser.wait_for("[data-testid=prompt] .chip");
    // Farm hexes are in sight of somebody; any other hex does as well.
    let options = now["options"].as_array().expect("options");
    let target = &options[options.len() / 2];
    let badge = format!(".cells polygon[data-place=\"{}\"]", target["place"]);
    page.whole_map();
    eventually("the map rests", || match page.browser.count(".flying") {
        0 => Ok(()),
        _ => Err("it is gliding".into()),
    });
    page.browser.hover(&badge);
    page.browser.wait_for("[data-testid=odds] .bars");
    page.browser.wait_for(".layer.overlay .tint-label");
    let said = page.browser.text("[data-testid=odds]");
    assert!(said.contains("Good Shoot") && said.contains("Adjustment column"), "it says {said:?}");
    page.shot("attack-mission");
    // You are here, on the chart of a mission.
    page.browser.press("y");
    page.browser.wait_for("[data-chart=mission] [aria-current=step]");
    page.shot("attack-chart");
    // The tables of the book, with a mark on what is not plain.
    page.browser.press("b");
    page.browser.wait_for(".grid td.doubt");
    page.shot("attack-tables");
    page.assert_clean(program);
}

/// A first game; the computer holds the farm.
fn begin(program: &Program) -> Game {
    let wanted = json!({
        "system": "tcs", "module": "hill-151", "scenario": "the-farm", "seats": ["human", "computer"],
    });
    let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
    hurry(program, Game { id, seat: Some(0) })
}

fn hurry(program: &Program, game: Game) -> Game {
    program.post(&format!("/api/games/{}/pace", game.id), &json!({ "millis": 0 }));
    game
}

fn open(page: &Page, program: &Program, game: &Game) {
    page.browser.go(&format!("{}#/game/{}?seat=0", program.address(), game.id));
}

// Drawing.

fn draw_the_attack(page: &Page, program: &Program, game: &Game) {
    let head = program.get(&game.path("head"));
    let map = Map { page, cells: &head["map"]["cells"] };
    page.browser.click(".rec-add [data-testid=write]");
    write(page, "/draw/name", NAME);
    for key in ["f1", "f2", "f3"] {
        let row = row_of(&question(program, game), key);
        page.browser.click(&format!("[data-at=\"/draw/units\"] input[data-row=\"{row}\"]"));
    }
    write(page, "/draw/drawing/objective/name", "The orchard");
    map.draw("/draw/drawing/objective/hexes", &["2012", "2112"]);
    map.draw("/draw/drawing/assembly", &["2007"]);
    // From the western edge of the map to the eastern, between two rows.
    map.take_pen("/draw/drawing/departure/line");
    let (x, _, _, top) = map.hex("0109");
    page.browser.click_at(x, top + 1.0);
    let (x, _, bottom, _) = map.hex("2808");
    page.browser.click_at(x, bottom - 1.0);
    page.browser.click("[data-testid=pen-done]");
    page.browser.click("[data-at=\"/draw/drawing/advances\"] [data-testid=add-entry]");
    write(page, "/draw/drawing/advances/0/name", "Mill road");
    map.draw("/draw/drawing/advances/0/path", &["2108", "2209", "2211", "2012"]);
    write(page, "/draw/drawing/advances/0/half_width", "1");
    map.draw("/draw/drawing/failure/rally", &["2004"]);
    page.browser.wait_for(".layer.plan .staff.departure");
    page.browser.wait_for(".layer.plan .staff.axis");
}

fn write(page: &Page, at: &str, text: &str) {
    page.browser.click(&format!("[data-at=\"{at}\"] input"));
    page.browser.press(text);
}

/// Where a unit stands in the list to choose from.
fn row_of(question: &Value, key: &str) -> usize {
    let fields = question["form"]["kinds"][0]["fields"].as_array().expect("fields");
    let units = fields.iter().find(|it| it["at"] == "/draw/units").expect("units");
    let rows = units["rows"].as_array().expect("rows");
    rows.iter().position(|it| it["value"] == key).unwrap_or_else(|| panic!("no unit {key}"))
}

/// The map on the page.
struct Map<'a> {
    page: &'a Page,
    cells: &'a Value,
}

impl Map<'_> {
    fn draw(&self, field: &str, labels: &[&str]) {
        self.take_pen(field);
        for label in labels {
            let (x, y, ..) = self.hex(label);
            self.page.browser.click_at(x, y);
        }
        // A single place is done by itself.
        if self.page.browser.count(".pen-bar:not([hidden])") != 0 {
            self.page.browser.click("[data-testid=pen-done]");
        }
    }

    fn take_pen(&self, field: &str) {
        self.page.browser.click(&format!("[data-at=\"{field}\"] [data-testid=draw]"));
        self.page.browser.wait_for(".pen-bar:not([hidden])");
        self.page.whole_map();
        eventually("the map rests", || match self.page.browser.count(".flying") {
            0 => Ok(()),
            _ => Err("it is gliding".into()),
        });
    }

    /// The middle of a hex on the screen, its lower and its upper edge.
    fn hex(&self, label: &str) -> (f64, f64, f64, f64) {
        let all = self.cells.as_array().expect("cells");
        let cell = all.iter().position(|it| it["label"] == label).expect("a hex of the map");
        let found = self.page.browser.script(
            "const it = document.querySelector(`.cells polygon[data-place=\"${arguments[0]}\"]`).getBoundingClientRect();
             return [it.x + it.width / 2, it.y + it.height / 2, it.bottom, it.top]",
            json!([cell]),
        );
        let number = |n: usize| found[n].as_f64().expect("a number");
        (number(0), number(1), number(2), number(3))
    }
}

// Waiting.

/// Turn by turn until it is in force. Where the dice say no it is thrown again in a what-if, so that nobody waits for long.
fn wait_for_it(program: &Program, mut game: Game) -> Game {
    for _ in 0..5 {
        go_on_until(program, &game, |it| it["form"]["field"] == "throws");
        let asked = program.get(&game.path("view"));
        for _ in 0..THROWS {
            let now = question(program, &game);
            answer(program, &game, &now);
            eventually("the throws are made", || {
                let next = program.get(&game.path("view"))["question"].clone();
                let is_new = !next.is_null() && next["form"]["field"] != "throws";
                if is_new { Ok(()) } else { Err("still asked".into()) }
            });
            if life(program, &game).as_deref() == Some("in force") {
                return game;
            }
            game = fork(program, &game, &asked["position"]);
        }
        let now = question(program, &game);
        answer(program, &game, &now);
    }
    panic!("the order does not come through");
}

/// A what-if from there, with other dice.
fn fork(program: &Program, game: &Game, at: &Value) -> Game {
    let wanted = json!({ "at": at, "seat": 0 });
    let made = program.post(&format!("/api/games/{}/fork", game.id), &wanted);
    let id = made["id"].as_str().expect("an id").to_string();
    hurry(program, Game { id, seat: Some(0) })
}

/// How our sheet stands: "in preparation", "in force".
fn life(program: &Program, game: &Game) -> Option<String> {
    let view = program.get(&game.path("view"));
    let groups = view["displays"].as_array()?.iter().flat_map(|it| it["groups"].as_array());
    let mine = groups.flatten().find(|it| it["title"] == NAME)?;
    let said = mine["rows"][0]["value"].as_str()?;
    said.split_once(", ").map(|it| it.1.to_string())
}

// Moving.

/// Whether somebody came so far before the game was over.
fn cross_and_stray(page: &Page, program: &Program, game: &Game) -> bool {
    let mut tried: Vec<Value> = Vec::new();
    for _ in 0..ANSWERS {
        let now = question(program, game);
        if now.is_null() {
            return false;
        }
        let options = now["options"].as_array().expect("options").clone();
        // First it changes its mode, then it moves; more often a unit is not asked.
        let often = |it: &Value| tried.iter().filter(|label| **label == it["label"]).count();
        let unit = options.iter().find(|it| it["kind"] == "piece" && often(it) < TIMES);
        let labelled = |label: &str| options.iter().find(|it| it["label"] == label);
        let go = labelled("Move").or_else(|| labelled("Change to Move mode"));
        if let Some((option, over)) = southward(&options) {
            if !over {
                choose(program, game, &now, &option);
            } else if steps_over(page, program, game, &option) {
                return true;
            }
        } else if let Some(option) = go.or(unit) {
            if option["kind"] == "piece" {
                tried.push(option["label"].clone());
            }
            choose(program, game, &now, option);
        } else {
            answer(program, game, &now);
        }
    }
    false
}

/// The step that leads farthest south, and whether it is the one over the line.
fn southward(options: &[Value]) -> Option<(Value, bool)> {
    let row = |it: &Value| -> Option<u32> {
        if it["kind"] != "place" {
            return None;
        }
        let label: String =
            it["label"].as_str()?.chars().filter(char::is_ascii_digit).take(4).collect();
        label.get(2..4)?.parse().ok()
    };
    let rows: Vec<(u32, &Value)> = options.iter().filter_map(|it| Some((row(it)?, it))).collect();
    let (most, option) = rows.iter().max_by_key(|it| it.0)?;
    Some(((*option).clone(), *most == BEHIND + 1))
}

/// Crosses by a click on the map; then back over the line is refused, by its statement and with the line on the map.
fn steps_over(page: &Page, program: &Program, game: &Game, option: &Value) -> bool {
    open(page, program, game);
    let index = option["index"].as_u64().expect("an index") as usize;
    page.browser.wait_for("[data-testid=prompt] .chip");
    let before = question(program, game)["id"].clone();
    page.click_map(index);
    let now = eventually("the step is made", || {
        let now = program.get(&game.path("view"))["question"].clone();
        if now.is_null() || now["id"] == before { Err("not yet".into()) } else { Ok(now) }
    });
    let refused = now["refused"].as_array().cloned().unwrap_or_default();
    let back = |it: &Value| it["rule"]["code"] == "tcs.check.one-way";
    let Some(i) = refused.iter().position(back) else { return false };
    assert!(refused[i]["sides"].as_array().is_some_and(|it| 20 < it.len()), "{:?}", refused[i]);
    let place = &refused[i]["place"];
    page.shot("attack-over");
    // The hex behind is asked for by a click, like any other.
    let badge = format!(".hints .badge.no[data-place=\"{place}\"]");
    page.browser.wait_for(&badge);
    page.browser.click(&badge);
    page.browser.wait_for("[data-testid=crossed]");
    let why = page.browser.text("[data-testid=why]");
    assert!(why.contains("Lines are not crossed back") && why.contains(NAME), "it says {why:?}");
    assert_eq!(page.browser.count("[data-testid=why] [data-rule=\"tcs.check.one-way\"]"), 1);
    page.shot("attack-straying");
    // Nothing has happened.
    assert_eq!(question(program, game)["id"], now["id"]);
    page.assert_clean(program);
    true
}

// Answering.

/// What is asked of us, as soon as it is; nothing when the game is over.
fn question(program: &Program, game: &Game) -> Value {
    eventually("it is our decision", || {
        let view = program.get(&game.path("view"));
        if !view["outcome"].is_null() {
            return Ok(Value::Null);
        }
        let question = view["question"].clone();
        let sealed = !question["form"]["sealed"].is_null();
        if question.is_null() || sealed { Err("nothing is asked".into()) } else { Ok(question) }
    })
}

/// Does as little as possible until something is asked.
fn go_on_until(program: &Program, game: &Game, is_it: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..ANSWERS {
        let now = question(program, game);
        assert!(!now.is_null(), "the game is over before it is asked");
        if is_it(&now) {
            return now;
        }
        answer(program, game, &now);
    }
    panic!("it is not asked in {ANSWERS} answers");
}

/// Takes what is offered first until this is asked.
fn first_until(program: &Program, game: &Game, code: &str) -> Value {
    for _ in 0..4 {
        let now = question(program, game);
        if now["rule"]["code"] == code {
            return now;
        }
        choose(program, game, &now, &now["options"][0]);
    }
    panic!("{code} is not asked");
}

/// The first ready value, or the option that ends something, or the first.
fn answer(program: &Program, game: &Game, now: &Value) {
    let mut reply = json!({ "seat": 0, "question": now["id"] });
    if now["form"].is_null() {
        let options = now["options"].as_array().expect("options");
        let stop = options.iter().find(|it| it["kind"] == "stop").unwrap_or(&options[0]);
        reply["option"] = stop["index"].clone();
    } else {
        reply["plan"] = now["form"]["ready"][0]["plan"].clone();
    }
    program.post(&format!("/api/games/{}/answer", game.id), &reply);
}

fn choose(program: &Program, game: &Game, now: &Value, option: &Value) {
    let reply = json!({ "seat": 0, "question": now["id"], "option": option["index"] });
    program.post(&format!("/api/games/{}/answer", game.id), &reply);
}
