//! Nothing happens by accident: a whole turn in which, at the very moment a question appears, what was clicked last is
//! clicked again and keys are pressed. The journal has what was meant, and nothing else.
//!
//! The stray clicks and keys come from a script in the page, so that they fall into the transition however slow the
//! machine is; what is meant comes from the driver, as a person's clicks do.

use std::process::ExitCode;

use e2e::{Page, Program, Stage, eventually};
use serde_json::{Value, json};

const DECISIONS: usize = 400;

/// At every change of the question and a moment later: a click where the pointer was, the keys of the first options, and
/// what Enter and Space would do to whatever has the focus.
const STRAY: &str = "
window.strays = 0;
let spot = null;
addEventListener('pointerdown', (e) => { if (e.isTrusted) spot = [e.clientX, e.clientY]; }, true);
const stray = () => {
  if (!spot) return;
  window.strays += 1;
  const hit = document.elementFromPoint(...spot);
  const how = { bubbles: true, cancelable: true, clientX: spot[0], clientY: spot[1], pointerType: 'mouse', detail: 2 };
  hit?.dispatchEvent(new PointerEvent('pointerdown', how));
  hit?.dispatchEvent(new PointerEvent('pointerup', how));
  hit?.dispatchEvent(new PointerEvent('click', how));
  for (const key of ['1', '2', ' ', 'Enter']) {
    const at = document.activeElement ?? document.body;
    at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    if ((key === ' ' || key === 'Enter') && at.matches('button')) at.click();
  }
};
new MutationObserver(() => {
  const shown = performance.now();
  stray();
  // The second click of a double click comes a little later; one that comes late was meant.
  setTimeout(() => { if (performance.now() - shown < 250) stray(); }, 90);
}).observe(document.querySelector('[data-testid=prompt] h1'), { childList: true, subtree: true, characterData: true });
";

fn main() -> ExitCode {
    e2e::run(&[
        ("stray_clicks_and_keys", stray_clicks_and_keys),
        ("what_ends_is_asked_once_more", what_ends_is_asked_once_more),
    ])
}

fn stray_clicks_and_keys(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    page.hurry();
    page.browser.script(STRAY, json!([]));
    let mut meant = Vec::new();
    let mut now = page.settled();
    for n in 0.. {
        assert!(n < DECISIONS, "turn 1 is not over after {DECISIONS} decisions: {now:?}");
        if now.is_over || now.turn == 2 {
            break;
        }
        let hint = program.get(&game.path("hint"));
        if page.is_form() {
            page.browser.click("[data-testid=seal]");
            now = page.moved_on(&now);
            continue;
        }
        let choice = hint["option"].as_u64().unwrap_or(0) as usize;
        let chip = format!("[data-testid=prompt] .chip[data-option=\"{choice}\"]");
        if page.browser.count(&format!("{chip}[data-ends]")) == 0 {
            page.click_chip(choice);
        } else {
            page.browser.click(&chip);
            // Neither the second click nor a key has answered what the first click asked.
            page.browser.wait_for("[data-testid=sure]");
            assert_eq!(page.moment().map(|it| it.length), Ok(now.length));
            page.browser.click("[data-testid=sure]");
        }
        meant.push(choice as u64);
        now = page.moved_on(&now);
        focus_rests(page);
    }
    let done = by_hand(program, &game.id);
    assert_eq!(done, meant, "the journal has other answers than were meant");
    assert!(30 < meant.len(), "only {} answers in a turn", meant.len());
    let strays = page.browser.script("return window.strays", json!([])).as_u64().unwrap_or(0);
    assert!(meant.len() as u64 <= strays, "only {strays} stray clicks");
    page.assert_clean(program);
    println!("  {} answers meant and given, {strays} stray clicks and keys", meant.len());
}

/// Options that seat 0 has chosen itself, in order.
fn by_hand(program: &Program, id: &str) -> Vec<u64> {
    let journal = program.get(&format!("/api/games/{id}/journal"));
    let answers = journal["answers"].as_array().cloned().unwrap_or_default();
    answers.iter().filter_map(decided).collect()
}

/// An entry as the journal writes it: kind, seat, tag, of, value, and "ordered" where a standing order gave it.
fn decided(entry: &Value) -> Option<u64> {
    let is_ours = entry[0] == "decided" && entry[1] == json!(0) && entry[5] != json!("ordered");
    is_ours.then(|| entry[4].as_u64()).flatten()
}

/// Never on an option that nobody has chosen: a key would press it.
fn focus_rests(page: &Page) {
    let on = page
        .browser
        .script("return document.activeElement?.matches('.chip[data-option]') ?? false", json!([]));
    assert_eq!(on, json!(false), "an option has the focus by itself");
}

/// The chit of a formation whose units have not acted: its end is asked once more, and *Go on* leads back.
fn what_ends_is_asked_once_more(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    page.hurry();
    let mut now = page.settled();
    for _ in 0..DECISIONS {
        if page.browser.count("[data-testid=prompt] .chip[data-ends]") != 0 {
            break;
        }
        let choice = program.get(&game.path("hint"))["option"].as_u64();
        if page.is_form() {
            page.browser.click("[data-testid=seal]");
        } else {
            page.click_chip(choice.unwrap_or(0) as usize);
        }
        now = page.moved_on(&now);
    }
    page.browser.click("[data-testid=prompt] .chip[data-ends]");
    page.browser.wait_for("[data-testid=sure]");
    let asked = page.moment().unwrap_or_else(|it| panic!("{it}"));
    assert!(asked.sentence.contains("could still act"), "it says {:?}", asked.sentence);
    page.shot("ends-asked");
    page.browser.click("[data-testid=not-yet]");
    let back = page.settled();
    assert_eq!((back.length, &back.sentence), (now.length, &now.sentence));
    // Undo says what it takes back.
    page.browser.click("[data-testid=prompt] .chip[data-ends]");
    page.browser.click("[data-testid=sure]");
    let after = page.moved_on(&now);
    let undo = "return document.querySelector('[data-testid=undo]').title";
    let title = page.browser.script(undo, json!([])).as_str().unwrap_or_default().to_string();
    if title.contains("takes back") {
        page.browser.click("[data-testid=undo]");
        eventually("it is taken back", || {
            let now = page.moment()?;
            if now.length < after.length { Ok(()) } else { Err(format!("{now:?}")) }
        });
    }
    page.assert_clean(program);
}
