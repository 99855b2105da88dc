//! Turns 1 to 3 of the first waves on Omaha Beach by clicking, with a look at everything a player of the landing keeps an
//! eye on: landing boxes, cards, hits before they are applied, fields of fire, odds, the score.

use std::process::ExitCode;

use e2e::{Game, Moment, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// Three turns ask some sixty times.
const DECISIONS: usize = 400;
const TURNS: usize = 3;

fn main() -> ExitCode {
    e2e::run(&[
        ("the_first_three_turns_of_the_first_waves", the_first_three_turns),
        ("variants_are_chosen_before_the_landing", variants),
        ("a_landing_that_gets_nowhere_is_a_defeat", defeat),
    ])
}

/// The form lists what the scenario allows and warns of a pair of which one is idle; the game says what is in force,
/// on its page, in its menu and in the list.
fn variants(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let card = "[data-testid=scenario-first-waves][data-module=omaha-beach]";
    page.browser.click(&format!("{card} [data-testid=variants] summary"));
    let offered = page.browser.text(&format!("{card} fieldset"));
    for words in ["Effective bombardment", "begins on turn 4", "It costs 5 points", "Pointe du Hoc"]
    {
        assert!(offered.contains(words), "{words:?} is not offered: {offered:?}");
    }
    assert!(!offered.contains("armour"), "German armour is not for the first waves: {offered:?}");

    let note = format!("{card} [data-testid=variant-note]");
    page.browser.click(&format!("{card} [data-testid=variant-bombardment]"));
    assert_eq!(page.browser.text(&note), "");
    page.browser.click(&format!("{card} [data-testid=variant-tanks-safe]"));
    see(page, &note, "only the score changes");
    page.shot("omaha-variants");
    page.browser.click(&format!("{card} [data-testid=variant-tanks-safe]"));
    page.browser.click(&format!("{card} [data-testid=variant-no-rangers]"));
    assert_eq!(page.browser.text(&note), "");

    let game = page.start("omaha-beach/first-waves", "play-0");
    page.settled();
    see(page, "[data-testid=in-force]", "with Effective bombardment, Rangers to Pointe du Hoc");
    let view = program.get(&game.path("view"));
    assert_eq!(view["now"]["turn"], 4, "a bombarded beach is landed on from turn 4");
    page.browser.click("[data-testid=menu]");
    see(page, "dialog", "Variant: Rangers to Pointe du Hoc");
    page.open_list(program);
    see(
        page,
        "[data-testid=game-variants]",
        "with Effective bombardment, Rangers to Pointe du Hoc",
    );
    page.assert_clean(program);
}

fn the_first_three_turns(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("omaha-beach/first-waves", "play-0");

    let mut now = page.settled();
    let mut looked = Looked::default();
    for n in 0.. {
        assert!(n < DECISIONS, "turn {TURNS} is not over after {DECISIONS} decisions: {now:?}");
        if TURNS < now.turn || now.is_over {
            break;
        }
        looked.around(page, &now);
        let hint = program.get(&game.path("hint"));
        let choice = hint["option"].as_u64().expect("a hint") as usize;
        choose(program, page, &game, choice, n);
        now = page.moved_on(&now);
    }
    assert!(looked.at_everything(), "{looked:?}");
    let view = program.get(&game.path("view"));
    page.agrees_with(&view).unwrap_or_else(|it| panic!("{it}"));
    // Off the map it is said where; in a landing box too.
    let is_ashore =
        |it: &&Value| it["seat"] == 0 && it["place"].is_number() && it["off_map"].is_null();
    let ashore = view["pieces"].as_array().expect("pieces").iter().filter(is_ashore).count();
    assert!(8 < ashore, "only {ashore} American units are ashore after three turns");
    page.shot("omaha-turn-4");
    page.assert_clean(program);
    println!("  turn 4 after {} answers", now.position);
}

/// Nobody leaves the beach. Alone at the table one loses; nobody calls it a draw.
fn defeat(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let wanted = json!({
        "system": "omaha", "module": "omaha-beach", "scenario": "east-half", "seats": ["human"],
    });
    let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
    let game = Game { id, seat: Some(0) };
    for n in 0.. {
        assert!(n < DECISIONS, "the game is not over after {DECISIONS} decisions");
        let view = program.get(&game.path("view"));
        let Some(question) = view["question"]["id"].as_str() else { break };
        let body = json!({ "seat": 0, "question": question, "option": 0 });
        program.post(&format!("/api/games/{}/answer", game.id), &body);
    }
    page.open_list(program);
    page.browser.click("[data-testid=replay]");
    page.browser.click("[data-testid=prompt] .chip.on");
    see(page, "dialog[data-testid=outcome] h2", "Defeat");
    page.assert_clean(program);
}

/// Takes an option as a person would: its unit first where it belongs to one, then the option, on the map or in the
/// prompt by turns.
fn choose(program: &Program, page: &Page, game: &Game, choice: usize, n: usize) {
    let view = program.get(&game.path("view"));
    let option = &view["question"]["options"][choice];
    if let Some(group) = option["group"].as_u64() {
        page.browser.click(&format!("[data-testid=prompt] [data-group=\"{group}\"]"));
        page.browser.wait_for("[data-testid=back]");
    }
    if n.is_multiple_of(2) && page.click_map_in_sight(choice) {
        return;
    }
    page.click_chip(choice);
}

/// What a player of the landing looks at once.
#[derive(Default, Debug)]
struct Looked {
    displays: bool,
    field: bool,
    odds: bool,
    unit: bool,
    hits: bool,
    card: bool,
}

impl Looked {
    fn at_everything(&self) -> bool {
        self.displays && self.field && self.odds && self.unit && self.hits && self.card
    }

    fn around(&mut self, page: &Page, now: &Moment) {
        if !self.displays {
            self.displays = true;
            see_display(page, "b", "ER3");
            see_display(page, "k", "What the Germans could do next, by colour");
            see_display(page, "e", "Tactical reserves");
            see_display(page, "v", "If it ended now");
        }
        if !self.card {
            self.card = true;
            page.browser.wait_for("[data-testid=open-cards] .open-card");
            let text = page.browser.text("[data-testid=open-cards]");
            assert!(text.contains("Card "), "no card lies open: {text:?}");
        }
        if now.sentence.contains("about to be applied") && !self.hits {
            self.hits = true;
            let text = page.browser.text("[data-testid=notes]");
            assert!(text.contains(" hits "), "the hits are not told: {text:?}");
            page.browser.wait_for(".arrows .arrow");
            page.browser.wait_for(".overlay .tint.fire");
            page.shot("omaha-hits");
        }
        let acts = now.sentence.contains("choose a unit");
        if acts && !self.odds {
            self.odds = true;
            see(page, "[data-testid=how]", "Click one of your units");
            // A hint opens the unit it is about and marks what it would do.
            page.browser.click("[data-testid=hint]");
            see(page, "#toasts", "The computer would choose");
            page.browser.wait_for("[data-testid=prompt] .chip.on");
            if page.browser.count("[data-testid=back]") != 0 {
                page.browser.click("[data-testid=back]");
            }
            page.browser.click("[data-testid=prompt] [data-odds=\"0\"]");
            see(page, "[data-testid=odds]", "German fire of turn");
            page.shot("omaha-odds");
        }
        if acts && !self.unit {
            self.unit = true;
            page.browser.press("z");
            see(page, "[data-testid=overlay]", "German fire");
            page.shot("omaha-fire");
            page.browser.press("z");
            page.browser.click("[data-testid=prompt] .chip.group");
            page.browser.wait_for("[data-testid=back]");
            page.shot("omaha-unit");
            page.browser.click("[data-testid=back]");
        }
        if acts && !self.field {
            self.field = true;
            let piece = "document.querySelector('.units .counter[data-seat=\"1\"]')";
            let event = "new MouseEvent('contextmenu', { bubbles: true })";
            page.browser.script(&format!("{piece}.dispatchEvent({event})"), Value::Array(vec![]));
            see(page, "[data-testid=inspector]", "Called up");
            page.browser.press("f");
            see(page, "[data-testid=overlay]", "Field of");
            page.shot("omaha-field");
            page.browser.press("f");
        }
    }
}

fn see(page: &Page, css: &str, words: &str) {
    eventually(&format!("{css} says {words}"), || {
        let text = page.browser.text(css);
        if text.contains(words) { Ok(()) } else { Err(format!("it shows {text:?}")) }
    });
}

/// A display comes by its key, names what is in it, and goes by the same key.
fn see_display(page: &Page, key: &str, name: &str) {
    page.browser.press(key);
    see(page, "[data-testid=displays]", name);
    page.shot(&format!("omaha-display-{key}"));
    page.browser.press(key);
    eventually("the display is closed again", || {
        let open = page.browser.count("[data-testid=displays]:not([hidden])");
        if open == 0 { Ok(()) } else { Err("it is open".into()) }
    });
}
