//! Referee at a real table, on a phone: a turn of both sides on one sheet, by tapping; a reload loses nothing; a step back; numbers
//! without the sheet by keyboard.

use std::process::ExitCode;

use e2e::{Page, Program, Stage, eventually};
use serde_json::{Value, json};

const ENTER: &str = "\u{e007}";
/// What a finger hits, in px.
const FINGER: f64 = 40.0;

fn main() -> ExitCode {
    e2e::run(&[
        ("a_turn_on_a_phone", a_turn_on_a_phone),
        ("numbers_by_keyboard", numbers_by_keyboard),
    ])
}

fn a_turn_on_a_phone(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(390, 844, true);
    page.browser.go(&program.address());
    page.browser.wait_for("[data-testid=referee-gate]");
    page.browser.click("[data-testid=referee-gate]");
    clock(page, "Turn 1 of 4 · Spotting Phase");
    fits(page, "referee-spotting");
    next(page, "Rally Phase");
    next(page, "Initiative");
    // Equal dice are thrown again; who wins moves second, so that we know who is first only by the sheet.
    for _ in 0..20 {
        act(page, "act-initiative");
        roll(page);
        if report(page).contains("has the initiative") {
            break;
        }
    }
    next(page, "First Side Movement");
    let mover =
        if page.browser.count("[data-testid=act-order-us-rifles]") == 1 { "us" } else { "ge" };
    let other = if mover == "us" { "ge" } else { "us" };
    act(page, &format!("act-order-{mover}-rifles"));
    page.browser.click("[data-testid=in-order-double]");
    fits(page, "referee-order");
    page.browser.click("[data-testid=ref-go]");
    has(page, &format!("{mover}-rifles"), "At the Double");
    // A second order is refused, by its rule.
    page.browser.click(&format!("[data-testid=act-order-{mover}-rifles]"));
    page.browser.wait_for("[data-testid=ref-why] a.rule");
    assert_eq!(page.browser.text("[data-testid=ref-why] a.rule"), "skirmish.order.one");
    page.browser.press("\u{e00c}");
    more(page, &format!("{other}-support"));
    act(page, &format!("act-mark-{other}-support"));
    page.browser.click("[data-testid=ref-go]");
    has(page, &format!("{other}-support"), "Marks");
    next(page, "Second Side Movement");
    next(page, "Stationary Fire Phase");
    // Numbers with their reasons and exact odds before a die is thrown; the range is set with the thumb.
    act(page, &format!("act-fire-{other}-support"));
    page.browser.wait_for("[data-testid=chances] .bars td.fr");
    for _ in 0..3 {
        page.browser.click("[data-testid=more-range]");
    }
    let number = page.browser.text("[data-testid=number]");
    assert!(number.starts_with("To hit: "), "{number:?}");
    let rules = page.browser.count("[data-testid=chances] .mods a.rule");
    assert!(2 <= rules, "{rules} reasons have a rule");
    fits(page, "referee-fire");
    // Out of reach is refused at its input.
    let too_far = "const box = document.querySelector('[data-testid=in-range]'); box.value = 119;
        box.dispatchEvent(new Event('change'))";
    page.browser.script(too_far, json!([]));
    eventually("the range is refused", || {
        let said = page.browser.text("[data-testid=ref-no]");
        if said.contains("skirmish.weap.range") { Ok(()) } else { Err(said) }
    });
    page.shot("referee-refused");
    page.browser.script(&too_far.replace("119", "4"), json!([]));
    page.browser.wait_for("[data-testid=chances] .bars td.fr");
    // Our own dice: the server says what each is for.
    page.browser.click("[data-testid=hand] summary");
    let mut told = String::new();
    for _ in 0..60 {
        if page.browser.count("[data-testid=ref-done]") == 1 {
            break;
        }
        let said = eventually("the next die is asked for", || {
            let now = page.browser.text("[data-testid=hand-told]");
            let done = page.browser.count("[data-testid=ref-done]") == 1;
            if done || (!now.is_empty() && now != told) { Ok(now) } else { Err(now) }
        });
        told = said;
        if page.browser.count("[data-testid=hand-6]") == 1 {
            page.browser.click("[data-testid=hand-6]");
        }
    }
    page.browser.wait_for("[data-testid=rolled] .die[data-face=\"6\"]");
    page.shot("referee-rolled");
    page.browser.click("[data-testid=ref-done]");
    let fired = report(page);
    assert!(fired.contains("fires at") && !fired.contains(" 0 kills"), "{fired}");
    // A reload loses nothing.
    let before = sheet(page);
    page.browser.script("location.reload()", json!([]));
    clock(page, "Turn 1 of 4 · Stationary Fire Phase");
    assert_eq!(sheet(page), before);
    // One step back takes the shot back, and a shot thrown by the phone comes in its place.
    page.browser.click("[data-testid=ref-back]");
    eventually("the shot is taken back", || {
        let now = sheet(page);
        if now != before { Ok(()) } else { Err(now) }
    });
    act(page, &format!("act-fire-{other}-support"));
    roll(page);
    next(page, "Moving Fire Phase");
    next(page, "Morale Phase");
    let testing = page.browser.count(".ref-rows [data-testid^=act-test-]");
    if testing == 1 {
        act(page, &format!("act-test-{mover}-rifles"));
        roll(page);
    }
    next(page, "Melee Phase");
    next(page, "End Turn Phase");
    page.browser.click("[data-testid=act-next]");
    clock(page, "Turn 2 of 4 · Spotting Phase");
    page.browser.click("[data-testid=ref-report]");
    page.browser.wait_for("[data-testid=ref-lines] .die");
    fits(page, "referee-report");
    looks_right(page, "referee");
    quiet(page, program);
}

fn numbers_by_keyboard(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(360, 740, false);
    page.browser.go(&format!("{}#/referee/skirmish/platoon-actions/gate", program.address()));
    page.browser.wait_for("[data-testid=ref-charts]");
    page.browser.tab_to("[data-testid=ref-charts]");
    page.browser.press(ENTER);
    page.browser.wait_for("[data-testid=chances] .bars td.fr");
    let first = page.browser.text("[data-testid=number]");
    assert_eq!(first, "To hit: 4 or more; To kill: 4 or more");
    page.browser.tab_to("[data-testid=more-hindrances]");
    page.browser.press(ENTER);
    eventually("a hindrance makes it harder", || {
        let now = page.browser.text("[data-testid=number]");
        if now == "To hit: 5 or more; To kill: 4 or more" { Ok(()) } else { Err(now) }
    });
    page.browser.tab_to("[data-testid=ref-go]");
    page.browser.press(ENTER);
    page.browser.wait_for("[data-testid=rolled] .die");
    fits(page, "referee-numbers-360");
    for theme in ["light", "dark"] {
        page.browser
            .script(&format!("document.documentElement.dataset.theme = '{theme}'"), json!([]));
        looks_right(page, &format!("referee-numbers-{theme}"));
    }
    quiet(page, program);
}

/// Opens what belongs to an act.
fn act(page: &Page, name: &str) {
    page.browser.click(&format!("[data-testid={name}]"));
    page.browser.wait_for("[data-testid=ref-ask]");
}

/// What the step does not ask for lies behind "More".
fn more(page: &Page, row: &str) {
    page.browser.click(&format!("[data-testid=row-{row}] summary"));
}

/// The phone throws, and we have read it. One tap each: when the odds have come in below, nothing has moved.
fn roll(page: &Page) {
    const GO: &str = "[data-testid=ref-go]";
    let before = eventually("the button is there", || page.browser.spot(GO));
    page.browser.wait_for(".ask .answer[aria-busy=false]");
    let spot = eventually("the button can be tapped", || page.browser.spot(GO));
    assert_eq!(before, spot, "the button has moved when the odds came in");
    page.browser.click_at(spot.x, spot.y);
    let open = || page.browser.count("[data-testid=ref-ask]") == 1;
    let lie = || page.browser.count("[data-testid=rolled] .die") != 0;
    eventually("the dice lie there, or nothing is left to read", || {
        if lie() || !open() { Ok(()) } else { Err("the button has not been felt".into()) }
    });
    if lie() {
        page.browser.click("[data-testid=ref-done]");
    }
    eventually("the dialog is closed", || if open() { Err("it is open".into()) } else { Ok(()) });
}

fn next(page: &Page, phase: &str) {
    page.browser.click("[data-testid=act-next]");
    clock(page, &format!("Turn 1 of 4 · {phase}"));
}

#[track_caller]
fn clock(page: &Page, wanted: &str) {
    eventually(&format!("it is {wanted}"), || {
        let now = page.browser.text("[data-testid=ref-clock]");
        if now == wanted { Ok(()) } else { Err(format!("it is {now:?}")) }
    });
}

fn has(page: &Page, row: &str, tag: &str) {
    eventually(&format!("{row} has {tag}"), || {
        let now = page.browser.text(&format!("[data-testid=row-{row}] .tags"));
        if now.contains(tag) { Ok(()) } else { Err(now) }
    });
}

/// The last line of the report, and back to the sheet.
fn report(page: &Page) -> String {
    page.browser.click("[data-testid=ref-report]");
    page.browser.wait_for("[data-testid=ref-lines] li");
    let line = page.browser.text("[data-testid=ref-lines] li");
    page.browser.click("[data-testid=ref-sheet]");
    line
}

fn sheet(page: &Page) -> String {
    page.browser.wait_for(".ref-rows");
    let text = "return [...document.querySelectorAll('.ref-rows > li')].map((it) => it.textContent).join('|')";
    page.browser.script(text, json!([])).as_str().unwrap_or_default().to_string()
}

/// Nothing sticks out at the side, and what is tapped is large enough for a finger; a picture for people.
fn fits(page: &Page, name: &str) {
    page.shot(name);
    let it = page.browser.script(
        "const wide = document.scrollingElement.scrollWidth - innerWidth;
         const small = [...document.querySelectorAll('.referee .chip, .ask .chip, .stepper button, .ref-tabs button, .choose span, .faces button')]
           .filter((it) => it.checkVisibility())
           .filter((it) => it.getBoundingClientRect().height < arguments[0]).map((it) => it.textContent);
         return { wide, small };",
        json!([FINGER]),
    );
    assert!(it["wide"].as_f64().is_some_and(|it| it <= 0.5), "{name} is too wide: {it}");
    assert_eq!(it["small"], json!([]), "{name} has small targets");
}

/// axe-core, if it was given: nothing that it finds is left.
fn looks_right(page: &Page, name: &str) {
    let Some(axe) = std::env::var_os("BOCAGE_AXE") else { return };
    let source = std::fs::read_to_string(axe).expect("axe-core");
    page.browser.script(&format!("if (!window.axe) {{ {source} }}"), json!([]));
    let found = page.browser.script_async(
        "const done = arguments[arguments.length - 1];
         axe.run(document).then((it) => done(it.violations.map((v) => [v.help, v.nodes.map((n) => n.target.join(' '))])), (e) => done([String(e)]))",
        json!([]),
    );
    println!("  axe {name}: {found}");
    assert_eq!(found, Value::Array(Vec::new()), "{name}");
}

/// Nothing went wrong but what was refused on purpose.
fn quiet(page: &Page, _: &Program) {
    let complaints = page.browser.complaints();
    let others: Vec<&String> = complaints.iter().filter(|it| !it.contains("422")).collect();
    assert!(others.is_empty(), "the console has complaints: {others:#?}");
    assert_eq!(page.browser.text("#toasts .toast.bad"), "", "an error is shown");
}
