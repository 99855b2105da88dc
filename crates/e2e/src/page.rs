//! The page as a player knows it: the prompt, what is on offer and where, the strip, the log. Knows the page's marks
//! (`data-testid`, `data-option`) and nothing of its insides.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::program::{Program, folder};
use crate::stage::eventually;

/// So often a click that the page did not take is made again.
const TRIES: usize = 8;

pub struct Page {
    pub browser: Browser,
}

/// A game as its address names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub id: String,
    pub seat: Option<u8>,
}

/// What the page shows at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The position shown, and the length of the game as the strip has it.
    pub position: usize,
    pub length: usize,
    pub is_live: bool,
    /// Where the turn track stands.
    pub turn: usize,
    pub is_busy: bool,
    pub is_thinking: bool,
    pub is_over: bool,
    /// The two lines of the prompt.
    pub who: String,
    pub sentence: String,
    pub offers: Vec<Offer>,
    /// Refusals shown as chips, and on the map.
    pub refused: usize,
    pub refused_on_map: usize,
}

/// Something that may be chosen, and where it can be clicked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub index: usize,
    pub label: String,
    pub as_chip: bool,
    pub on_map: bool,
    pub has_odds: bool,
}

impl Moment {
    pub fn is_asked(&self) -> bool {
        self.is_live && !self.is_thinking && !self.is_over && !self.offers.is_empty()
    }

    pub fn offer(&self, index: usize) -> Option<&Offer> {
        self.offers.iter().find(|it| it.index == index)
    }
}

impl Game {
    /// A path of the API about this game as this seat sees it.
    pub fn path(&self, what: &str) -> String {
        let mark = if what.contains('?') { '&' } else { '?' };
        match self.seat {
            Some(seat) => format!("/api/games/{}/{what}{mark}seat={seat}", self.id),
            None => format!("/api/games/{}/{what}", self.id),
        }
    }
}

impl Page {
    pub(crate) fn new(browser: Browser) -> Page {
        Page { browser }
    }

    /// The first page, with its scenarios.
    #[track_caller]
    pub fn open_list(&self, program: &Program) {
        self.browser.go(&program.address());
        self.browser.wait_for("[data-testid=scenario-hillman]");
    }

    /// From the first page to a game: one click on a button of a scenario.
    #[track_caller]
    pub fn start(&self, scenario: &str, button: &str) -> Game {
        // "module/scenario" where two modules have one of that name.
        let (module, scenario) = match scenario.split_once('/') {
            Some((module, scenario)) => (format!("[data-module={module}]"), scenario),
            None => (String::new(), scenario),
        };
        let card = format!("[data-testid=scenario-{scenario}]{module}");
        self.browser.click(&format!("{card} [data-testid={button}]"));
        eventually("a game is on the page", || self.moment());
        self.game()
    }

    /// The game in the address.
    #[track_caller]
    pub fn game(&self) -> Game {
        let address = self.browser.address();
        let Some((_, rest)) = address.split_once("#/game/") else {
            panic!("{address} is not the address of a game");
        };
        let (id, query) = rest.split_once('?').unwrap_or((rest, ""));
        let seat = query.split('&').find_map(|it| it.strip_prefix("seat="));
        Game { id: id.to_string(), seat: seat.and_then(|it| it.parse().ok()) }
    }

    /// The computer moves at once, as chosen beneath the map.
    #[track_caller]
    pub fn hurry(&self) {
        self.browser.script("document.querySelector('[data-testid=pace]').focus()", json!([]));
        self.browser.press("A");
        eventually("the pace is At once", || {
            let pace = "return document.querySelector('[data-testid=pace]').value";
            match self.browser.script(pace, json!([])) {
                Value::String(it) if it == "0" => Ok(()),
                other => Err(format!("it is {other}")),
            }
        });
        self.browser.script("document.activeElement.blur()", json!([]));
    }

    pub fn moment(&self) -> Result<Moment, String> {
        let it = self.browser.try_script(MOMENT, &json!([]))?;
        if it.is_null() {
            return Err("no board is on the page".into());
        }
        let number = |it: &Value| it.as_u64().unwrap_or_default() as usize;
        let flag = |it: &Value| it.as_bool().unwrap_or_default();
        let text = |it: &Value| it.as_str().unwrap_or_default().to_string();
        let offers = it["offers"].as_array().cloned().unwrap_or_default();
        Ok(Moment {
            position: number(&it["position"]),
            length: number(&it["length"]),
            is_live: flag(&it["live"]),
            turn: number(&it["turn"]),
            is_busy: flag(&it["busy"]),
            is_thinking: flag(&it["thinking"]),
            is_over: flag(&it["over"]),
            who: text(&it["who"]),
            sentence: text(&it["sentence"]),
            offers: offers
                .iter()
                .map(|it| Offer {
                    index: number(&it["index"]),
                    label: text(&it["label"]),
                    as_chip: flag(&it["chip"]),
                    on_map: flag(&it["map"]),
                    has_odds: flag(&it["odds"]),
                })
                .collect(),
            refused: number(&it["refused"]),
            refused_on_map: number(&it["refusedOnMap"]),
        })
    }

    /// Waits until it is our decision, or the game is over.
    #[track_caller]
    pub fn settled(&self) -> Moment {
        self.settled_when("it is our decision, or the game is over", |_| true)
    }

    /// As `settled`, when something else is so as well.
    #[track_caller]
    pub fn settled_when(&self, what: &str, is_so: impl Fn(&Moment) -> bool) -> Moment {
        eventually(what, || {
            let now = self.moment()?;
            let settled = !now.is_busy && (now.is_asked() || now.is_over);
            if settled && is_so(&now) { Ok(now) } else { Err(format!("the page shows {now:?}")) }
        })
    }

    /// Waits until the page has moved on from `before`.
    #[track_caller]
    pub fn moved_on(&self, before: &Moment) -> Moment {
        self.settled_when(
            &format!("the page has moved on from position {}", before.length),
            |now| now.length != before.length,
        )
    }

    /// Clicks an option where it is written: its chip, or its line in the list of all. In a form a chip is only what one
    /// starts from: it is sent as it is.
    #[track_caller]
    pub fn click_chip(&self, offer: usize) {
        let chip = format!("[data-testid=prompt] .chip[data-option=\"{offer}\"]");
        if self.browser.count(&chip) == 0 {
            self.browser.click("[data-testid=all-options]");
            self.browser.click(&format!("dialog [data-option=\"{offer}\"]"));
            if self.browser.count("[data-testid=sure]") != 0 {
                self.browser.click("[data-testid=sure]");
            }
            return;
        }
        let in_a_form = self.is_form();
        let ends = self.browser.count(&format!("{chip}[data-ends]")) != 0;
        if ends {
            return self.click_and_be_sure(&chip);
        }
        self.browser.click(&chip);
        if in_a_form {
            self.browser.click("[data-testid=seal]");
        }
    }

    /// What ends something asks once more. A click that came too soon for the page is not taken, then a person clicks again;
    /// it is taken at once where the page has learned meanwhile that nobody is left to act.
    fn click_and_be_sure(&self, chip: &str) {
        const SURE: &str = "[data-testid=sure]";
        let asked = || self.browser.text("[data-testid=prompt] h1");
        let before = asked();
        let is_asked = || self.browser.count(SURE) != 0;
        // That of the answer before may be closing yet.
        eventually("nothing else is asked once more", || {
            if is_asked() { Err("it is".into()) } else { Ok(()) }
        });
        let mut sure = false;
        self.browser.click(chip);
        for _ in 0..TRIES {
            thread::sleep(Duration::from_millis(400));
            if is_asked() {
                let spot = self.browser.spot(SURE);
                if let Some(spot) = spot.ok().filter(|it| it.covered_by.is_empty()) {
                    self.browser.click_at(spot.x, spot.y);
                    sure = true;
                }
            } else if sure || asked() != before || self.browser.count(chip) == 0 {
                return;
            } else {
                self.browser.click(chip);
            }
        }
    }

    /// A whole value is wanted, and not sealed yet.
    pub fn is_form(&self) -> bool {
        self.browser.count(".form:not([hidden]) [data-testid=seal]") != 0
    }

    /// Clicks an option where it lies on the map: its number. Where it is out of sight the whole map is shown first.
    #[track_caller]
    pub fn click_map(&self, offer: usize) {
        let badge = format!(".hints .badge[data-option=\"{offer}\"]");
        self.map_rests();
        eventually(&format!("option {offer} can be clicked on the map"), || {
            let spot = self.browser.spot(&badge)?;
            if spot.covered_by.is_empty() {
                self.browser.click_at(spot.x, spot.y);
                return Ok(());
            }
            self.whole_map();
            Err(format!("{} lies over it", spot.covered_by))
        });
    }

    /// As `click_map`, if it can be seen as the map lies now.
    pub fn click_map_in_sight(&self, offer: usize) -> bool {
        if self.browser.is_touch() {
            return self.tap_map_in_sight(offer);
        }
        let badge = format!(".hints .badge[data-option=\"{offer}\"]");
        self.map_rests();
        let spot = self.browser.spot(&badge).ok();
        let spot = spot.filter(|it| it.covered_by.is_empty());
        if let Some(spot) = &spot {
            self.browser.click_at(spot.x, spot.y);
        }
        spot.is_some()
    }

    /// A finger taps the place itself: it would cover a number. Where several options are there, a list asks which.
    fn tap_map_in_sight(&self, offer: usize) -> bool {
        self.map_rests();
        let spot = self.browser.script(RING, json!([offer]));
        let (Some(x), Some(y)) = (spot["x"].as_f64(), spot["y"].as_f64()) else { return false };
        self.browser.click_at(x, y);
        if spot["alone"] == json!(false) {
            self.browser.click(&format!(".why.which [data-option=\"{offer}\"]"));
        }
        true
    }

    /// While the map still glides to what is asked, a click would land beside it.
    fn map_rests(&self) {
        eventually("the map rests", || match self.browser.count(".flying") {
            0 => Ok(()),
            _ => Err("it is gliding".into()),
        });
    }

    /// Shows the whole map, by its button.
    #[track_caller]
    pub fn whole_map(&self) {
        self.browser.click(".zoom button[aria-label^=\"Whole map\"]");
    }

    /// Where the counters lie, as drawn: pairs of piece and cell. Only the two topmost of a stack are drawn.
    pub fn drawn(&self) -> Vec<(String, u64)> {
        let drawn = self.browser.script(DRAWN, json!([]));
        let pairs = drawn.as_array().cloned().unwrap_or_default();
        let pair = |it: &Value| Some((it[0].as_str()?.to_string(), it[1].as_u64()?));
        pairs.iter().filter_map(pair).collect()
    }

    /// Does the map show what the server says? Every counter drawn lies where it says; every stack is drawn.
    pub fn agrees_with(&self, view: &Value) -> Result<(), String> {
        let drawn = self.drawn();
        let pieces = view["pieces"].as_array().cloned().unwrap_or_default();
        for (piece, cell) in &drawn {
            let told = pieces.iter().find(|it| it["id"] == piece.as_str());
            if told.and_then(|it| it["place"].as_u64()) != Some(*cell) {
                return Err(format!("{piece} is drawn in cell {cell}; the server says {told:?}"));
            }
        }
        for it in &pieces {
            let Some(cell) = it["place"].as_u64() else { continue };
            if !drawn.iter().any(|(_, at)| *at == cell) {
                return Err(format!(
                    "nothing is drawn in cell {cell}, where {} stands",
                    it["name"]
                ));
            }
        }
        Ok(())
    }

    /// The numbers of the lines of the log, and their texts, oldest first.
    pub fn log(&self) -> Vec<String> {
        let lines = self.browser.script(
            "return [...document.querySelectorAll('[data-testid=log] li.line .said')].map((it) => it.textContent)",
            json!([]),
        );
        let lines = lines.as_array().cloned().unwrap_or_default();
        lines.iter().rev().filter_map(|it| it.as_str().map(str::to_string)).collect()
    }

    /// Nothing went wrong unseen: no error in the console, no failed request, no breach of the security policy, nothing
    /// asked of another machine, no error shown to the player.
    #[track_caller]
    pub fn assert_clean(&self, program: &Program) {
        let complaints = self.browser.complaints();
        assert!(complaints.is_empty(), "the console has complaints: {complaints:#?}");
        let failed = self.browser.script(REQUESTS, json!([program.address()]));
        assert_eq!(failed, json!([]), "requests failed or went elsewhere");
        let toasts = self.browser.text("#toasts .toast.bad");
        assert_eq!(toasts, "", "an error is shown");
    }

    /// A picture for people, into `target/e2e-shots`.
    pub fn shot(&self, name: &str) -> PathBuf {
        let picture = self.browser.screenshot().unwrap_or_else(|it| panic!("no picture: {it}"));
        let file = folder("e2e-shots").join(format!("{name}.png"));
        fs::write(&file, picture).unwrap_or_else(|it| panic!("{}: {it}", file.display()));
        file
    }
}

const MOMENT: &str = "
const one = (css, from = document) => from.querySelector(css);
const all = (css, from = document) => [...from.querySelectorAll(css)];
const prompt = one('[data-testid=prompt]');
const scrub = one('[data-testid=scrub]');
const words = (el) => (el?.textContent ?? '').replace(/\\s+/g, ' ').trim();
if (!prompt || !words(one('h1', prompt))) return null;
const offers = new Map();
const offer = (el) => {
  const index = Number(el.getAttribute('data-option'));
  if (!offers.has(index)) offers.set(index, { index, label: '', chip: false, map: false, odds: false });
  return offers.get(index);
};
for (const el of all('.chip[data-option]', prompt)) {
  const it = offer(el);
  it.chip = true;
  it.label = words(el.querySelector('span')?.firstChild ?? el);
}
for (const el of all('[data-odds]', prompt)) offers.get(Number(el.getAttribute('data-odds'))).odds = true;
for (const el of all('.hints .badge[data-option]')) offer(el).map = true;
return {
  position: Number(scrub.value),
  length: Number(scrub.max),
  live: words(one('[data-testid=position]')).endsWith('live'),
  turn: all('.track li').findIndex((it) => it.getAttribute('aria-current') === 'step') + 1,
  busy: document.querySelector('[data-settling]') !== null || prompt.getAttribute('aria-busy') === 'true',
  thinking: prompt.classList.contains('thinking'),
  over: words(one('.who', prompt)) === 'The game is over',
  who: words(one('.who', prompt)),
  sentence: words(one('h1', prompt)),
  offers: [...offers.values()].sort((a, b) => a.index - b.index),
  refused: all('[data-testid=refused]', prompt).length,
  refusedOnMap: all('.hints .badge.no').length,
};
";

/// The middle of the place of an option, where nothing else lies over it.
const RING: &str = "
const ring = [...document.querySelectorAll('.hints .legal')]
  .find((it) => (it.getAttribute('data-for') ?? '').split(' ').includes(String(arguments[0])));
if (!ring || document.querySelector('[data-settling], [data-testid=prompt][aria-busy=true]')) return {};
const box = ring.getBoundingClientRect();
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
const there = document.elementFromPoint(x, y)?.closest('[data-place]');
if (there?.getAttribute('data-place') !== ring.getAttribute('data-at')) return {};
return { x, y, alone: !ring.getAttribute('data-for').includes(' ') };
";

const DRAWN: &str = "
return [...document.querySelectorAll('.units .counter')]
  .map((it) => [it.getAttribute('data-piece'), Number(it.getAttribute('data-place'))]);
";

const REQUESTS: &str = "
return performance.getEntriesByType('resource')
  .filter((it) => it.responseStatus >= 400 || !(it.name.startsWith(arguments[0]) || it.name.startsWith('data:')))
  .map((it) => `${it.responseStatus} ${it.name}`);
";
