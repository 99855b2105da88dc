//! The first turn of the long landing by clicking: ships, batteries, craft, beaches, and the displays people keep an eye on.

use std::process::ExitCode;

use e2e::{Moment, Page, Stage, eventually};

/// A turn of D-Day asks the British some two hundred times.
const DECISIONS: usize = 700;

fn main() -> ExitCode {
    e2e::run(&[("the_first_turn_of_the_landing", the_first_turn_of_the_landing)])
}

fn the_first_turn_of_the_landing(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("d-day", "play-0");
    page.hurry();

    let mut now = page.settled();
    let (mut landed, mut looked) = (0, Looked::default());
    for n in 0.. {
        assert!(n < DECISIONS, "turn 1 is not over after {DECISIONS} decisions: {now:?}");
        if 2 <= now.turn {
            break;
        }
        looked.around(page, &now);
        landed += usize::from(now.sentence.contains("lands next"));
        let hint = program.get(&game.path("hint"));
        let choice = hint["option"].as_u64().unwrap_or(0) as usize;
        let offer =
            now.offer(choice).unwrap_or_else(|| panic!("{choice} is not on offer: {now:?}"));
        if n % 2 == 0 && offer.on_map && page.click_map_in_sight(choice) {
            // On the map, where it can be seen.
        } else {
            page.click_chip(choice);
        }
        now = page.moved_on(&now);
    }
    assert!(looked.at_everything(), "{looked:?}");
    let view = program.get(&game.path("view"));
    page.agrees_with(&view).unwrap_or_else(|it| panic!("{it}"));
    let ashore = view["pieces"].as_array().expect("pieces").iter();
    let ashore = ashore.filter(|it| !it["place"].is_null() && it["seat"] == 0).count();
    // How many live through the first wave is up to the dice.
    assert!(5 < ashore, "only {ashore} British units are on the map after the first wave");
    page.shot("landing-turn-2");
    page.assert_clean(program);
    println!("  turn 2 after {} answers, {landed} times a craft was chosen", now.position);
}

/// What a player of the landing looks at once.
#[derive(Default, Debug)]
struct Looked {
    naval: bool,
    divisions: bool,
    chart: bool,
    ship: bool,
}

impl Looked {
    fn at_everything(&self) -> bool {
        self.naval && self.divisions && self.chart && self.ship
    }

    fn around(&mut self, page: &Page, now: &Moment) {
        if !self.divisions {
            self.divisions = true;
            see_display(page, "d", "3rd Infantry Division");
        }
        if !self.naval {
            self.naval = true;
            see_display(page, "n", "HMS Warspite");
        }
        if !self.ship && now.offers.iter().any(|it| it.has_odds) && now.sentence.contains("HMS") {
            self.ship = true;
            page.shot("landing-ship");
        }
        if !self.chart && now.sentence.contains("lands next") {
            self.chart = true;
            page.browser.wait_for("[data-testid=chart]:not(.empty)");
            let text = page.browser.text("[data-testid=chart]");
            assert!(text.contains("Naval"), "the chart in play is not shown: {text:?}");
            page.shot("landing-chart");
        }
    }
}

/// A display comes by its key, names what is in it, and goes by the same key.
fn see_display(page: &Page, key: &str, name: &str) {
    page.browser.press(key);
    eventually(&format!("the display of {key} names {name}"), || {
        let text = page.browser.text("[data-testid=displays]");
        if text.contains(name) { Ok(()) } else { Err(format!("it shows {text:?}")) }
    });
    page.shot(&format!("landing-display-{key}"));
    page.browser.press(key);
    eventually("the display is closed again", || {
        let open = page.browser.count("[data-testid=displays]:not([hidden])");
        if open == 0 { Ok(()) } else { Err("it is open".into()) }
    });
}
