//! By ear and by keyboard: a whole turn without a pointer, as a screen reader would speak it; and what axe-core finds on the
//! pages and dialogs, light and dark, where it is there (`AXE_JS` names its file).

use std::process::ExitCode;
use std::{env, fs};

use e2e::{Page, Stage, folder};
use serde_json::{Value, json};

const DECISIONS: usize = 400;

/// Notes what is spoken: live regions when they change, and what gets the focus, by name and role.
const EAR: &str = "
window.spoken = [];
const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
const say = (text) => { const it = tidy(text); if (it && spoken[spoken.length - 1] !== it) spoken.push(it); };
const visible = (el) => [...el.childNodes].map((it) => it.nodeType === 3 ? it.textContent
  : it.nodeType === 1 && it.getAttribute('aria-hidden') !== 'true' && !it.hidden ? (it.getAttribute('aria-label') ?? visible(it)) : '').join(' ');
const name = (el) => el.getAttribute('aria-label') ?? ([...(el.labels ?? [])].map(visible).join(' ').trim() || visible(el).trim() || el.title);
new MutationObserver((all) => {
  const regions = new Set(all.map((it) => (it.target.nodeType === 1 ? it.target : it.target.parentElement)?.closest('[aria-live], [role=status], [role=alert]')));
  regions.forEach((it) => it && !it.closest('[hidden]') && say(visible(it)));
}).observe(document.body, { childList: true, subtree: true, characterData: true });
addEventListener('focusin', (e) => {
  const el = e.target;
  const role = el.getAttribute('role') ?? { BUTTON: 'button', A: 'link', INPUT: 'field', SELECT: 'choice', SECTION: 'region', SUMMARY: 'disclosure' }[el.tagName] ?? '';
  say(`${tidy(name(el)).slice(0, 160)}${role ? `, ${role}` : ''}`);
  if (!tidy(name(el))) (window.nameless ??= []).push(el.outerHTML.slice(0, 120));
});
";

fn main() -> ExitCode {
    e2e::run(&[("a_turn_by_ear", a_turn_by_ear), ("axe_finds_nothing", axe_finds_nothing)])
}

fn a_turn_by_ear(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    page.hurry();
    page.browser.script(EAR, json!([]));
    let mut now = page.settled();
    let mut answers = 0;
    while !now.is_over && now.turn < 2 {
        assert!(answers < DECISIONS, "turn 1 is not over after {DECISIONS} decisions");
        let hint = program.get(&game.path("hint"));
        if page.is_form() {
            page.browser.tab_to("[data-testid=seal]");
            page.browser.press("\u{e007}");
        } else {
            by_keyboard(page, hint["option"].as_u64().unwrap_or(0) as usize);
        }
        answers += 1;
        now = page.moved_on(&now);
    }
    let spoken = page.browser.script("return window.spoken", json!([]));
    let lines: Vec<&str> =
        spoken.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let file = folder("spoken").join("hillman-turn-1.txt");
    fs::write(&file, lines.join("\n")).expect("the transcript is written");
    // Every decision was asked aloud and its answer was heard when it got the focus; nothing was nameless.
    assert!(answers <= lines.len(), "{} lines for {answers} answers", lines.len());
    for words in ["Which unit acts next?", ", button"] {
        assert!(lines.iter().any(|it| it.contains(words)), "nobody said {words:?}");
    }
    let nameless = page.browser.script("return window.nameless ?? []", json!([]));
    assert_eq!(nameless, json!([]), "focus rested on something without a name");
    page.assert_clean(program);
    println!("  {answers} answers by keyboard, {} lines spoken: {}", lines.len(), file.display());
}

/// To an option with Tab, and Enter; what ends something is asked once more. An option that is no button is in the list.
fn by_keyboard(page: &Page, option: usize) {
    let mut chip = format!("[data-testid=prompt] .chip[data-option=\"{option}\"]");
    if page.browser.count(&chip) == 0 {
        page.browser.press("/");
        chip = format!("dialog [data-option=\"{option}\"]");
        page.browser.wait_for(&chip);
    }
    let ends = page.browser.count(&format!("{chip}[data-ends]")) != 0;
    page.browser.tab_to(&chip);
    page.settled();
    page.browser.press("\u{e007}");
    if ends || page.browser.count("[data-testid=sure]") != 0 {
        page.browser.wait_for("[data-testid=sure]");
        page.settled();
        page.browser.tab_to("[data-testid=sure]");
        page.browser.press("\u{e007}");
    }
}

fn axe_finds_nothing(stage: &mut Stage) {
    let Some(axe) = env::var_os("AXE_JS") else {
        println!("  not looked for: AXE_JS does not name axe-core's file");
        return;
    };
    let axe = fs::read_to_string(axe).expect("axe-core can be read");
    let Stage { program, page } = stage;
    let games = [
        ("gts", "periers-ridge", "hillman", 2),
        ("omaha", "omaha-beach", "east-half", 1),
        ("tcs", "hill-151", "the-farm", 2),
        ("skirmish", "platoon-actions", "gate", 2),
    ];
    let games = games.map(|(system, module, scenario, seats)| {
        let wanted = json!({ "system": system, "module": module, "scenario": scenario, "seats": vec!["human"; seats] });
        program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string()
    });
    for theme in ["light", "dark"] {
        for (width, phone) in [(1440, false), (390, true)] {
            page.browser.size(width, 900, phone);
            page.open_list(program);
            page.browser
                .script("localStorage.setItem('bocage.theme', arguments[0])", json!([theme]));
            page.open_list(program);
            page.browser.script("location.reload()", json!([]));
            page.browser.wait_for("[data-testid=scenario-hillman]");
            nothing(page, &axe, &format!("the first page, {theme}, {width}"));
            for id in &games {
                page.browser.go(&format!("{}#/game/{id}?seat=0", program.address()));
                page.browser.wait_for("[data-testid=prompt]");
                page.settled_when("somebody is asked", |_| true);
                nothing(page, &axe, &format!("{id}, {theme}, {width}"));
                for (key, dialog) in [("l", "legend"), ("?", "help"), ("m", "menu")] {
                    page.browser.press(key);
                    if page.browser.count(&format!("dialog[data-testid={dialog}]")) == 0 {
                        continue;
                    }
                    nothing(page, &axe, &format!("{dialog} of {id}, {theme}, {width}"));
                    page.browser.press("\u{e00c}");
                }
            }
        }
    }
}

fn nothing(page: &Page, axe: &str, what: &str) {
    page.browser.script("if (!window.axe) (0, eval)(arguments[0])", json!([axe]));
    let found = page.browser.script_async(
        "const done = arguments[arguments.length - 1];
         axe.run(document, { resultTypes: ['violations'] }).then((it) => done(it.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`)));",
        json!([]),
    );
    assert_eq!(found, json!([]), "axe-core at {what}");
}
