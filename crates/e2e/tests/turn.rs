//! A whole turn against the computer, by clicking what the page offers, and everything a player looks at on the way.

use std::process::ExitCode;

use e2e::{Game, Moment, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// A turn of Hillman takes about a hundred decisions.
const DECISIONS: usize = 400;

/// A hex in the west that no British unit sees: 0410.
const FAR: usize = 183;

fn main() -> ExitCode {
    e2e::run(&[("a_whole_turn_by_clicking", a_whole_turn_by_clicking)])
}

fn a_whole_turn_by_clicking(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    // Two clicks to a running game: the first starts it, the second is the first decision.
    let game = page.start("hillman", "play-0");
    assert_eq!(game.seat, Some(0), "the game is opened for the British");
    let first = page.settled();
    assert!(first.who.starts_with("British"), "{first:?}");
    assert_eq!((first.position, first.turn), (0, 1), "{first:?}");
    page.hurry();

    let mut looked = Looked::default();
    let (mut chips, mut places, mut keys, mut blind) = (0, 0, 0, 0);
    let mut now = first;
    for n in 0.. {
        assert!(n < DECISIONS, "turn 1 is not over after {DECISIONS} decisions: {now:?}");
        assert!(!now.is_over, "the game is over in turn {}: {now:?}", now.turn);
        if 2 <= now.turn && looked.at_everything() {
            break;
        }
        assert!(ends_a_sentence(&now.sentence), "the prompt is no sentence: {now:?}");
        looked.around(page, program, &game, &now);
        if let Some(far) = looked.walk(page, program, &game, &now) {
            now = far;
            continue;
        }
        let choice = advice(program, &game, &now, !looked.odds_of_a_shot);
        let offer =
            now.offer(choice).unwrap_or_else(|| panic!("{choice} is not on offer: {now:?}"));
        // Now this way, now that: on the map, by its chip, by its key.
        match n % 3 {
            0 | 1 if offer.on_map => {
                page.click_map(choice);
                places += 1;
            }
            2 if choice < 9 && !page.is_form() => {
                let ends =
                    format!("[data-testid=prompt] .chip[data-option=\"{choice}\"][data-ends]");
                let ends = page.browser.count(&ends) != 0;
                page.browser.press(&(choice + 1).to_string());
                if ends {
                    page.browser.click("[data-testid=sure]");
                }
                keys += 1;
            }
            _ => {
                page.click_chip(choice);
                chips += 1;
            }
        }
        let is_shot = offer.label == "Direct Fire" && !offer.has_odds;
        let next = page.moved_on(&now);
        if is_shot && now.length + 1 < next.length {
            blind += 1;
        }
        now = next;
    }
    assert_eq!(blind, 0, "shots were fired whose odds could not be seen before");
    assert!(0 < chips && 0 < places && 0 < keys, "{chips} chips, {places} places, {keys} keys");
    let view = program.get(&game.path("view"));
    assert_eq!(view["position"], json!(now.position));
    assert_eq!(view["now"]["turn"], json!(now.turn));
    page.agrees_with(&view).unwrap_or_else(|it| panic!("{it}"));
    page.assert_clean(program);
    println!(
        "  turn 2 after {} answers: {chips} chips, {places} places, {keys} keys",
        now.position
    );
}

/// What a sensible player would choose; a shot where there has been none yet.
fn advice(program: &Program, game: &Game, now: &Moment, wants_a_shot: bool) -> usize {
    let shot = now.offers.iter().find(|it| it.label == "Direct Fire");
    match shot {
        Some(shot) if wants_a_shot => shot.index,
        _ => program.get(&game.path("hint"))["option"].as_u64().unwrap_or(0) as usize,
    }
}

fn ends_a_sentence(text: &str) -> bool {
    let text =
        text.trim_end_matches("Or click it on the map.").trim_end_matches("Or click on the map.");
    text.trim_end().ends_with(['?', '.', '!'])
}

/// Everything that a player looks at once.
#[derive(Default, Debug)]
struct Looked {
    why_not: bool,
    why_not_on_the_map: bool,
    odds: bool,
    odds_of_a_shot: bool,
    log: bool,
    overlays: bool,
    undo_by_key: bool,
    undo_by_button: bool,
    replay: bool,
    hint: bool,
    card: bool,
    walk: bool,
}

impl Looked {
    fn at_everything(&self) -> bool {
        let Looked { why_not, why_not_on_the_map, odds, odds_of_a_shot, log, .. } = *self;
        let Looked { overlays, undo_by_key, undo_by_button, replay, hint, card, walk, .. } = *self;
        let first = [why_not, why_not_on_the_map, odds, odds_of_a_shot, log, overlays];
        first
            .into_iter()
            .chain([undo_by_key, undo_by_button, replay, hint, card, walk])
            .all(|it| it)
    }

    /// Whatever can be looked at now for the first time. The page is left as it was.
    fn around(&mut self, page: &Page, program: &Program, game: &Game, now: &Moment) {
        // Choosing a unit throws no die and asks nobody else.
        let is_harmless = now.sentence.contains("acts next?");
        if !self.undo_by_key && is_harmless {
            self.undo_by_key = true;
            misclick(page, program, game, now, || page.browser.press("u"));
        } else if !self.undo_by_button && is_harmless {
            self.undo_by_button = true;
            misclick(page, program, game, now, || page.browser.click("[data-testid=undo]"));
        }
        if !self.why_not && 0 < now.refused {
            self.why_not = true;
            ask_why_not(page);
        }
        if !self.why_not_on_the_map && 0 < now.refused_on_map {
            self.why_not_on_the_map = true;
            point_at_refused(page);
        }
        let is_shot = now.sentence.contains(" fire?");
        let with_odds = now.offers.iter().find(|it| it.has_odds && it.as_chip);
        if let Some(offer) = with_odds
            && (!self.odds || (is_shot && !self.odds_of_a_shot))
        {
            self.odds = true;
            self.odds_of_a_shot |= is_shot;
            see_odds(page, offer.index, is_shot);
        }
        if !self.log && page.browser.count("[data-testid=log] summary") != 0 {
            self.log = true;
            unfold_the_log(page);
        }
        if !self.overlays && now.sentence.contains("move?") {
            self.overlays = true;
            toggle_overlays(page, program, game);
        }
        if !self.card && now.sentence.contains("acts next?") {
            self.card = true;
            see_a_card(page);
        }
        if !self.replay && 12 < now.position {
            self.replay = true;
            go_back_and_forth(page, program, game, now);
        }
        if !self.hint && now.sentence.contains(" do?") {
            self.hint = true;
            page.browser.press("h");
            // Others may still be there: what was taken back before says so too.
            eventually("the computer says what it would do", || {
                let last = page.browser.text("#toasts .toast:last-child");
                let says = last.starts_with("The computer would choose: ");
                if says { Ok(()) } else { Err(last) }
            });
            page.browser.click("#toasts .toast:last-child button");
        }
        let after = page.settled();
        assert_eq!(
            (after.length, &after.sentence),
            (now.length, &now.sentence),
            "looking changed the game"
        );
    }
}

impl Looked {
    /// A click on a hex further off takes the moving unit there step by step.
    fn walk(
        &mut self,
        page: &Page,
        program: &Program,
        game: &Game,
        now: &Moment,
    ) -> Option<Moment> {
        if self.walk || !now.sentence.contains("move?") || now.offers.iter().any(|it| it.has_odds) {
            return None;
        }
        let view = program.get(&game.path("view"));
        let piece = view["focus"]["pieces"][0].as_str()?;
        let reach = program.get(&game.path(&format!("overlay/reach?piece={piece}")));
        let taken = |place: &Value| {
            view["pieces"].as_array().is_some_and(|it| it.iter().any(|it| it["place"] == *place))
        };
        let reach = reach["places"].as_array()?.iter();
        let far = reach.filter(|it| {
            it["path"].as_array().is_some_and(|it| it.len() == 2) && !taken(&it["place"])
        });
        let place = far.map(|it| it["place"].as_u64()).next()??;
        page.whole_map();
        page.browser.click(&format!(".cells [data-place=\"{place}\"]"));
        let after = page.moved_on(now);
        let view = program.get(&game.path("view"));
        let walked = view["pieces"].as_array()?.iter().find(|it| it["id"] == piece)?;
        if walked["place"] == json!(place) {
            self.walk = true;
        } else {
            // A leader who may stay behind, a shot: the walk ends where somebody has to decide.
            let is_interrupted =
                !after.sentence.starts_with("Where does") || now.length + 1 < after.length;
            assert!(is_interrupted, "it stopped short without need: {after:?}");
        }
        Some(after)
    }
}

/// A decision taken by mistake is taken back: position, question and counters are as before.
fn misclick(page: &Page, program: &Program, game: &Game, now: &Moment, undo: impl Fn()) {
    let before = program.get(&game.path("view"));
    let lines = page.log();
    page.click_chip(now.offers[0].index);
    let after = page.moved_on(now);
    assert!(now.length < after.length, "{after:?}");
    undo();
    let back = page.settled_when("the misclick is taken back", |it| it.length == now.length);
    assert_eq!((&back.sentence, &back.offers), (&now.sentence, &now.offers));
    assert_eq!(page.log(), lines, "the log is as before");
    let view = program.get(&game.path("view"));
    assert_eq!(view["pieces"], before["pieces"]);
    assert_eq!(view["position"], before["position"]);
    page.agrees_with(&view).unwrap_or_else(|it| panic!("{it}"));
}

/// A refused option says why, names its rule, and the rule has a text.
fn ask_why_not(page: &Page) {
    page.browser.click("[data-testid=refused]");
    page.browser.wait_for("[data-testid=why]:not([hidden]) a.rule");
    let reason = page.browser.text("[data-testid=why] p");
    assert!(10 < reason.len(), "the reason is {reason:?}");
    let rule = page.browser.text("[data-testid=why] a.rule");
    assert!(rule.starts_with("gts."), "the rule is {rule:?}");
    page.browser.click("[data-testid=why] a.rule");
    eventually(&format!("the text of {rule} is shown"), || {
        let text = page.browser.text("dialog[data-testid=rule] .rule-text");
        let is_text =
            20 < text.len() && !text.starts_with("Looking") && !text.contains("not in this copy");
        if is_text { Ok(()) } else { Err(format!("it shows {text:?}")) }
    });
    escape_until_gone(page, "dialog[open]");
    escape_until_gone(page, "[data-testid=why]:not([hidden])");
}

/// Pointing at a dashed hex is enough to be told why.
fn point_at_refused(page: &Page) {
    eventually("pointing at a refused hex says why not", || {
        let spot = page.browser.spot(".hints .badge.no")?;
        if !spot.covered_by.is_empty() {
            page.whole_map();
            return Err(format!("{} lies over it", spot.covered_by));
        }
        page.browser.hover_at(spot.x, spot.y);
        let rule = page.browser.text("[data-testid=why]:not([hidden]) a.rule");
        if rule.starts_with("gts.") { Ok(()) } else { Err(format!("the rule shown is {rule:?}")) }
    });
    page.browser.hover_at(5.0, 5.0);
    escape_until_gone(page, "[data-testid=why]:not([hidden])");
}

/// Before a risk is taken: exact fractions that sum to one, and for a shot the modifiers with their rules. Where a
/// fraction is too long to read (an assault over several rounds) there is a per cent only.
fn see_odds(page: &Page, offer: usize, is_shot: bool) {
    page.browser.hover(&format!("[data-testid=prompt] .chip[data-option=\"{offer}\"]"));
    page.browser.wait_for("[data-testid=odds]:not(.empty) .bars td.fr");
    let rows = page.browser.script(
        "return [...document.querySelectorAll('[data-testid=odds] :not(.part) > .bars tr')]
           .map((it) => [it.querySelector('.fr').textContent, it.querySelector('.pc').textContent])",
        json!([]),
    );
    let rows = rows.as_array().expect("rows");
    let fraction = |row: &Value| -> Option<f64> {
        let text = row[0].as_str()?;
        let (a, b) = text.split_once('/').unwrap_or((text, "1"));
        Some(a.trim().parse::<f64>().ok()? / b.trim().parse::<f64>().ok()?)
    };
    let shares: Vec<f64> = rows.iter().filter_map(fraction).collect();
    let sum: f64 = shares.iter().sum();
    assert!(1 < rows.len(), "a risk has more than one result: {rows:?}");
    if shares.len() == rows.len() {
        assert!((sum - 1.0).abs() < 1e-9, "{rows:?} sum to {sum}");
    } else {
        assert!(
            rows.iter().all(|it| it[1].as_str().is_some_and(|it| it.contains('%'))),
            "{rows:?}"
        );
    }
    if is_shot {
        assert_eq!(shares.len(), rows.len(), "not all are fractions: {rows:?}");
        let rules = page.browser.count("[data-testid=odds] .ledger a.rule");
        assert!(0 < rules, "the modifiers of a shot name their rules");
    }
    page.browser.hover_at(5.0, 5.0);
}

/// A line of the log unfolds into dice, modifiers and rules.
fn unfold_the_log(page: &Page) {
    page.browser.click("[data-testid=log] summary");
    page.browser.wait_for("[data-testid=log] details[open] .detail");
    assert_ne!(
        page.browser.count("[data-testid=log] details[open] a.rule"),
        0,
        "it names its rules"
    );
    page.browser.click("[data-testid=log] details[open] summary");
    eventually("the line folds again", || {
        let open = page.browser.count("[data-testid=log] details[open]");
        if open == 0 { Ok(()) } else { Err("it is still open".into()) }
    });
}

/// Each overlay comes by its key and goes again; sight gives a verdict with reasons.
fn toggle_overlays(page: &Page, program: &Program, game: &Game) {
    let shown = "[data-testid=overlay]:not([hidden])";
    for (key, kind) in [("c", "command"), ("r", "reach")] {
        page.browser.press(key);
        page.browser.wait_for(&format!("{shown} h2"));
        page.browser.wait_for(&format!(".overlay .tint.{kind}"));
        page.browser.press(key);
        gone(page, shown);
    }
    // Fire zones: theirs, mine, none.
    page.browser.press("z");
    page.browser.wait_for(".overlay .tint.zones.theirs");
    page.browser.press("z");
    page.browser.wait_for(".overlay .tint.zones.mine");
    page.browser.press("z");
    gone(page, shown);
    // Sight from the hex under the mouse to a far one: the verdict names what blocks it.
    page.browser.press("0");
    let view = program.get(&game.path("view"));
    let place = view["pieces"]
        .as_array()
        .expect("pieces")
        .iter()
        .find_map(|it| it["place"].as_u64())
        .expect("a place");
    page.browser.hover(&format!(".units .stack[data-place=\"{place}\"]"));
    page.browser.press("s");
    page.browser.wait_for(".overlay .tint.sight");
    page.browser.click(&format!(".cells [data-place=\"{FAR}\"]"));
    page.browser.wait_for("[data-testid=sight] h3");
    assert_ne!(
        page.browser.count("[data-testid=sight] .reasons a.rule"),
        0,
        "the verdict names its rules"
    );
    escape_until_gone(page, shown);
    page.browser.hover_at(5.0, 5.0);
}

/// A click on a unit that has nothing to decide shows its card.
fn see_a_card(page: &Page) {
    page.browser.script("document.querySelector('[data-testid=map]').focus()", json!([]));
    page.browser.press("\u{e014}");
    page.browser.press("i");
    page.browser.wait_for("[data-testid=inspector]:not(.empty) .ratings tr");
    escape_until_gone(page, "[data-testid=inspector]:not(.empty)");
}

/// The strip goes back to any moment and home again; the map follows.
fn go_back_and_forth(page: &Page, program: &Program, game: &Game, now: &Moment) {
    // Steps go from question to question: nothing can be seen between two dice.
    let back = |from: usize| {
        let view = program.get(&game.path(&format!("view?at={from}")));
        view["back"].as_u64().expect("somebody was asked before") as usize
    };
    let one = back(now.length);
    let two = back(one);
    page.browser.click("[data-testid=step-back]");
    at(page, program, game, one);
    page.browser.press(",");
    at(page, program, game, two);
    page.browser.press(".");
    at(page, program, game, one);
    page.browser.script("document.querySelector('[data-testid=scrub]').focus()", json!([]));
    page.browser.press("\u{e011}");
    at(page, program, game, 0);
    page.browser.click("[data-testid=live]");
    let live = page.settled_when("the game is live again", |it| it.is_live);
    assert_eq!((live.position, &live.sentence), (now.position, &now.sentence));
    page.agrees_with(&program.get(&game.path("view"))).unwrap_or_else(|it| panic!("{it}"));
}

/// The page shows the position after so many answers.
fn at(page: &Page, program: &Program, game: &Game, position: usize) {
    let then = program.get(&game.path(&format!("view?at={position}")));
    eventually(&format!("position {position} is shown"), || {
        let now = page.moment()?;
        if now.is_live || now.position != position || !now.who.starts_with("Replay") {
            return Err(format!("{now:?}"));
        }
        assert_eq!(then["position"], json!(position));
        if !now.sentence.starts_with(&format!("Position {position} of {}", now.length)) {
            return Err(format!("the prompt says {}", now.sentence));
        }
        page.agrees_with(&then)
    });
}

fn gone(page: &Page, css: &str) {
    eventually(&format!("{css} has gone"), || {
        if page.browser.count(css) == 0 { Ok(()) } else { Err("it is there".into()) }
    });
}

fn escape_until_gone(page: &Page, css: &str) {
    if page.browser.count(css) != 0 {
        page.browser.press("\u{e00c}");
    }
    gone(page, css);
}
