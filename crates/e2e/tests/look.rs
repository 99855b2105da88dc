//! Pictures to be looked at, wide and narrow, light and dark: `target/e2e-shots/`. It passes if they can be made.
//!
//! `BOCAGE_AXE=…/axe.min.js` also runs axe-core on each and prints what it finds.

use std::process::ExitCode;
use std::{env, fs};

use e2e::{Game, Moment, Page, Program, Stage, eventually};
use serde_json::{Value, json};

const WIDE: (u32, u32) = (1440, 900);
const NARROW: (u32, u32) = (390, 844);

fn main() -> ExitCode {
    e2e::run(&[("pictures_at_1440_px", wide), ("pictures_at_390_px", narrow)])
}

fn wide(stage: &mut Stage) {
    stage.page.browser.size(WIDE.0, WIDE.1, false);
    pictures(stage, "1440", false);
}

fn narrow(stage: &mut Stage) {
    stage.page.browser.size(NARROW.0, NARROW.1, true);
    pictures(stage, "390", true);
}

fn pictures(stage: &mut Stage, name: &str, phone: bool) {
    let Stage { program, page } = stage;
    let shot = |what: &str| {
        page.shot(&format!("{name}-{what}"));
        axe(page, &format!("{name}-{what}"));
    };
    page.open_list(program);
    pictures_are_loaded(page);
    shot("list-empty");
    let game = page.start("hillman", "play-0");
    page.hurry();
    page.settled();
    map_is_drawn(page);
    shot("board");

    // On to a question that says no to something, and one with a risk.
    let asked = play_until(page, program, &game, "something is refused", |it| 0 < it.refused);
    shot("question");
    if 0 < asked.refused {
        page.browser.click("[data-testid=refused]");
        page.browser.wait_for("[data-testid=why]:not([hidden])");
        shot("why-not");
        page.browser.press("\u{e00c}");
    }
    play_until(page, program, &game, "a unit moves", |it| it.sentence.contains("move?"));
    shot("move");
    let risk = play_until(page, program, &game, "a shot can be fired", |it| {
        it.sentence.contains(" fire?") && it.offers.iter().any(|it| it.has_odds)
    });
    let risk = risk.offers.iter().find(|it| it.has_odds).expect("a risk").index;
    page.browser.click(&format!("[data-odds=\"{risk}\"]"));
    page.browser.wait_for("[data-testid=odds]:not(.empty) .bars td.fr");
    shot("odds");
    page.click_chip(risk);
    if phone {
        page.browser.click("[data-testid=confirm-option]");
    }
    page.settled();
    if phone {
        show_tab(page, "log");
    }
    unfold(page, 3);
    shot("log");
    if phone {
        show_tab(page, "status");
        shot("status");
    }
    for (key, what) in [("z", "zones"), ("c", "command")] {
        page.browser.press(key);
        page.browser.wait_for("[data-testid=overlay]:not([hidden])");
        shot(what);
        page.browser.press("\u{e00c}");
    }
    for (key, what) in [("l", "legend"), ("?", "keys"), ("/", "options")] {
        page.browser.press(key);
        page.browser.wait_for("dialog[open]");
        shot(what);
        page.browser.press("\u{e00c}");
    }
    page.browser.click("[data-testid=menu]");
    page.browser.wait_for("dialog[open]");
    shot("menu");
    page.browser.press("\u{e00c}");
    page.browser.press(",,");
    eventually("it is a replay", || {
        let now = page.moment()?;
        if now.is_live { Err(format!("{now:?}")) } else { Ok(()) }
    });
    shot("replay");
    dark(page, true);
    page.browser.click("[data-testid=live]");
    page.settled();
    shot("dark-board");
    if !phone {
        page.browser.press("z");
        page.browser.wait_for("[data-testid=overlay]:not([hidden])");
        shot("dark-zones");
        page.browser.press("\u{e00c}");
    }

    // The end, and the list with a game to continue and one to replay.
    dark(page, false);
    page.open_list(program);
    page.start("hillman", "play-watch");
    page.browser.wait_for("[data-testid=move-now]");
    map_is_drawn(page);
    shot("watching");
    page.hurry();
    let mut seen = 0;
    while !page.moment().is_ok_and(|it| it.is_over) {
        seen = eventually("the computer moves on", || {
            let now = page.moment()?;
            if seen < now.length || now.is_over { Ok(now.length) } else { Err(format!("{now:?}")) }
        });
    }
    page.browser.wait_for("dialog[data-testid=outcome]");
    shot("end");
    page.open_list(program);
    page.browser.wait_for("[data-testid=replay]");
    pictures_are_loaded(page);
    shot("list");
    dark(page, true);
    shot("dark-list");
    dark(page, false);
}

/// Follows the computer's advice until a question is of this kind.
fn play_until(
    page: &Page,
    program: &Program,
    game: &Game,
    what: &str,
    is_it: impl Fn(&Moment) -> bool,
) -> Moment {
    let mut now = page.settled();
    for _ in 0..600 {
        if is_it(&now) {
            return now;
        }
        assert!(!now.is_over, "the game is over before {what}");
        let shot = now.offers.iter().find(|it| it.label == "Direct Fire").map(|it| it.index);
        let question = program.get(&game.path("view"))["question"]["id"].clone();
        let mut answer = json!({ "seat": 0, "question": question });
        match shot {
            Some(shot) => answer["option"] = json!(shot),
            // Advice is an option or a whole value.
            None => {
                let hint = program.get(&game.path("hint"));
                let what = if hint["plan"].is_null() { "option" } else { "plan" };
                answer[what] = hint[what].clone();
            }
        }
        program.post(&format!("/api/games/{}/answer", game.id), &answer);
        now = page.moved_on(&now);
    }
    panic!("600 decisions, and still not: {what}");
}

fn unfold(page: &Page, lines: usize) {
    let text = "for (const it of [...document.querySelectorAll('[data-testid=log] summary')].slice(0, arguments[0])) it.click()";
    page.browser.script(text, json!([lines]));
    page.browser.wait_for("[data-testid=log] details[open] .detail");
}

fn show_tab(page: &Page, tab: &str) {
    page.browser.click(&format!("[data-tab={tab}]"));
    if page.browser.count(".side.folded") != 0 {
        page.browser.click(&format!("[data-tab={tab}]"));
    }
}

/// As the page keeps it; its button goes round all themes.
fn dark(page: &Page, on: bool) {
    let theme = if on { "dark" } else { "light" };
    let text = "localStorage.setItem('bocage.theme', arguments[0]); document.documentElement.dataset.theme = arguments[0]";
    page.browser.script(text, json!([theme]));
}

fn pictures_are_loaded(page: &Page) {
    eventually("the maps on the list are drawn", || {
        let text = "for (const it of document.images) it.loading = 'eager';
                    return [...document.images].every((it) => it.complete && it.naturalWidth > 0)";
        if page.browser.script(text, json!([])) == json!(true) {
            Ok(())
        } else {
            Err("not yet".into())
        }
    });
}

/// The map takes a moment to come and to be painted.
fn map_is_drawn(page: &Page) {
    page.browser.script_async(
        "const done = arguments[arguments.length - 1];
         const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
         document.querySelector('.world img').decode().then(painted, painted)",
        json!([]),
    );
}

/// What axe-core finds here, if it was given.
fn axe(page: &Page, name: &str) {
    let Ok(file) = env::var("BOCAGE_AXE") else { return };
    let source = fs::read_to_string(&file).unwrap_or_else(|it| panic!("{file}: {it}"));
    page.browser.script(&format!("if (!window.axe) {{ {source} }}"), json!([]));
    let found = page.browser.script_async(
        "const done = arguments[arguments.length - 1];
         axe.run(document).then((it) => done(it), (e) => done({ violations: [{ help: String(e) }], passes: [] }))",
        json!([]),
    );
    let many = |what: &str| found[what].as_array().map_or(0, Vec::len);
    println!("  axe {name}: {} rules hold, {} do not", many("passes"), many("violations"));
    let found = &found["violations"];
    for it in found.as_array().unwrap_or(&Vec::new()) {
        println!("    {} ({}): {}", it["id"], it["impact"], it["help"]);
        for node in it["nodes"].as_array().unwrap_or(&Vec::<Value>::new()).iter().take(4) {
            println!("      {} {}", node["target"], node["failureSummary"]);
        }
    }
}
