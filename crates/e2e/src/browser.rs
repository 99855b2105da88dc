//! A WebDriver client, small enough to read: chromedriver is started, told what to do over HTTP, and ended.
//!
//! The pointer goes where a person's would: to a place on the screen. An element counts as clickable when it is what
//! lies on top there; what covers it is named.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, thread};

use serde_json::{Value, json};

use crate::http;
use crate::program::Scratch;
use crate::stage::eventually;

const FLAGS: [&str; 14] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    // The map does not fly and nothing breathes: what is measured stays where it is.
    "--force-prefers-reduced-motion",
    "--lang=en-GB",
    "--window-size=1440,900",
];

/// So many presses of Tab lead around a page, whatever is on it.
const TABS: usize = 250;

pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// A finger instead of a mouse.
    touch: bool,
    _profile: Scratch,
}

/// Where an element is on the screen, and whether it can be clicked there.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    pub x: f64,
    pub y: f64,
    /// What lies over it: empty if nothing does.
    pub covered_by: String,
}

impl Browser {
    /// Chromium and its driver, where Debian puts them, or in `PATH`.
    pub fn installed() -> Result<(PathBuf, PathBuf), String> {
        let chromium = find(&["chromium", "chromium-browser", "google-chrome"]);
        let driver = find(&["chromedriver"]);
        match (chromium, driver) {
            (Some(chromium), Some(driver)) => Ok((chromium, driver)),
            (None, _) => {
                Err("Chromium is missing: apt-get install chromium chromium-driver".into())
            }
            (_, None) => Err("chromedriver is missing: apt-get install chromium-driver".into()),
        }
    }

    pub fn start(chromium: &Path, driver: &Path) -> Browser {
        let profile = Scratch::new();
        let mut driver = Command::new(driver)
            .args(["--port=0", "--log-level=SEVERE"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|it| panic!("{}: {it}", driver.display()));
        let mut said = BufReader::new(driver.stdout.take().expect("a pipe"));
        let mut port = None;
        let mut line = String::new();
        while port.is_none() && said.read_line(&mut line).is_ok_and(|it| it != 0) {
            port = line
                .split_once("started successfully on port ")
                .and_then(|(_, it)| it.trim().trim_end_matches('.').parse().ok());
            line.clear();
        }
        thread::spawn(move || io::copy(&mut said, &mut io::sink()));
        let port = port.expect("chromedriver says at which port it listens");
        let mut browser =
            Browser { driver, port, session: String::new(), touch: false, _profile: profile };
        let mut args: Vec<String> = FLAGS.iter().map(|it| it.to_string()).collect();
        args.push(format!("--user-data-dir={}", browser._profile.path().display()));
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": chromium, "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let made = browser.call("POST", "/session", &wanted);
        browser.session = made["sessionId"].as_str().expect("a session").to_string();
        // Tests answer one question after the other and need no notes, unless they are about that.
        let step_by_step = "try { for (const it of ['together', 'guide']) \
            if (!localStorage.getItem('bocage.' + it)) localStorage.setItem('bocage.' + it, 'off') } catch {}";
        browser
            .devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": step_by_step }));
        browser
    }

    /// A command of the session.
    #[track_caller]
    fn tell(&self, method: &str, path: &str, body: Value) -> Value {
        self.call(method, &format!("/session/{}{path}", self.session), &body)
    }

    #[track_caller]
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        match self.try_call(method, path, body) {
            Ok(value) => value,
            Err(error) => panic!("chromedriver: {method} {path}: {error}"),
        }
    }

    fn try_call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let text = (method == "POST").then(|| body.to_string());
        let reply =
            http::ask(self.port, method, path, text.as_deref()).map_err(|it| it.to_string())?;
        let value = reply.json()["value"].take();
        if reply.status == 200 {
            return Ok(value);
        }
        let message = value["message"].as_str().unwrap_or(&reply.body);
        Err(message.lines().next().unwrap_or_default().to_string())
    }

    /// A Chrome DevTools command, where WebDriver has none.
    #[track_caller]
    fn devtools(&self, command: &str, params: Value) -> Value {
        self.tell("POST", "/goog/cdp/execute", json!({ "cmd": command, "params": params }))
    }

    // Looking.

    #[track_caller]
    pub fn go(&self, address: &str) {
        self.tell("POST", "/url", json!({ "url": address }));
    }

    pub fn address(&self) -> String {
        self.tell("GET", "/url", Value::Null).as_str().unwrap_or_default().to_string()
    }

    /// Exactly so many pixels of page. A phone has a finger instead of a mouse.
    pub fn size(&mut self, width: u32, height: u32, phone: bool) {
        self.touch = phone;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone }));
    }

    /// A finger instead of a mouse?
    pub fn is_touch(&self) -> bool {
        self.touch
    }

    /// The body of a function; its arguments are `arguments`.
    #[track_caller]
    pub fn script(&self, text: &str, args: Value) -> Value {
        self.tell("POST", "/execute/sync", json!({ "script": text, "args": args }))
    }

    /// As `script`, for what may be gone while it is looked at.
    pub fn try_script(&self, text: &str, args: &Value) -> Result<Value, String> {
        let path = format!("/session/{}/execute/sync", self.session);
        self.try_call("POST", &path, &json!({ "script": text, "args": args }))
    }

    /// A script that ends when it calls its last argument.
    #[track_caller]
    pub fn script_async(&self, text: &str, args: Value) -> Value {
        self.tell("POST", "/execute/async", json!({ "script": text, "args": args }))
    }

    /// How many elements there are.
    #[track_caller]
    pub fn count(&self, css: &str) -> usize {
        let found =
            self.tell("POST", "/elements", json!({ "using": "css selector", "value": css }));
        found.as_array().map_or(0, Vec::len)
    }

    /// The text of the first such element, as it is read on the screen; empty if there is none.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        let text = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.script(text, json!([css])).as_str().unwrap_or_default().trim().to_string()
    }

    #[track_caller]
    pub fn wait_for(&self, css: &str) {
        eventually(&format!("the page shows {css}"), || {
            if self.count(css) == 0 { Err("it is not there".into()) } else { Ok(()) }
        });
    }

    pub fn screenshot(&self) -> Result<Vec<u8>, String> {
        let path = format!("/session/{}/screenshot", self.session);
        let picture = self.try_call("GET", &path, &Value::Null)?;
        decode(picture.as_str().unwrap_or_default()).ok_or_else(|| "no picture came".into())
    }

    /// What the page, and the browser about it, wrote to the console since the last call: errors, refused and failed
    /// requests, breaches of the content security policy.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.tell("POST", "/se/log", json!({ "type": "browser" }));
        let lines = log.as_array().cloned().unwrap_or_default().into_iter();
        lines
            .filter(|it| it["level"] == "SEVERE" || it["level"] == "WARNING")
            .map(|it| it["message"].as_str().unwrap_or_default().to_string())
            .collect()
    }

    // Doing.

    /// Where the first such element is. It is scrolled to, as a person would.
    pub fn spot(&self, css: &str) -> Result<Spot, String> {
        let found = self.try_script(SPOT, &json!([css]))?;
        let number = |it: &Value| it.as_f64().ok_or_else(|| format!("there is no {css}"));
        let (x, y) = (number(&found["x"])?, number(&found["y"])?);
        Ok(Spot { x, y, covered_by: found["covered"].as_str().unwrap_or_default().to_string() })
    }

    /// Clicks or taps the first such element as soon as it is there and nothing lies over it.
    #[track_caller]
    pub fn click(&self, css: &str) {
        eventually(&format!("{css} can be clicked"), || {
            let spot = self.spot(css)?;
            if !spot.covered_by.is_empty() {
                return Err(format!("{} lies over it", spot.covered_by));
            }
            self.try_click_at(spot.x, spot.y)
        });
    }

    /// Clicks or taps a place on the screen, whatever is there.
    #[track_caller]
    pub fn click_at(&self, x: f64, y: f64) {
        if let Err(error) = self.try_click_at(x, y) {
            panic!("a click at {x}, {y}: {error}");
        }
    }

    fn try_click_at(&self, x: f64, y: f64) -> Result<(), String> {
        self.point(
            x,
            y,
            &[
                json!({ "type": "pointerDown", "button": 0 }),
                json!({ "type": "pointerUp", "button": 0 }),
            ],
        )
    }

    /// Moves the mouse there.
    #[track_caller]
    pub fn hover(&self, css: &str) {
        eventually(&format!("the mouse can point at {css}"), || {
            let spot = self.spot(css)?;
            if !spot.covered_by.is_empty() {
                return Err(format!("{} lies over it", spot.covered_by));
            }
            self.point(spot.x, spot.y, &[])
        });
    }

    /// Takes hold of a place on the screen, goes by so much, step by step, and lets go.
    #[track_caller]
    pub fn drag(&self, from: (f64, f64), by: (f64, f64)) {
        const STEPS: i32 = 5;
        let step = |n: i32| {
            let part = f64::from(n) / f64::from(STEPS);
            json!({
                "type": "pointerMove", "origin": "viewport", "duration": 20,
                "x": (from.0 + by.0 * part).round() as i64,
                "y": (from.1 + by.1 * part).round() as i64,
            })
        };
        let mut then = vec![json!({ "type": "pointerDown", "button": 0 })];
        then.extend((1..=STEPS).map(step));
        then.push(json!({ "type": "pointerUp", "button": 0 }));
        if let Err(error) = self.point(from.0, from.1, &then) {
            panic!("a drag from {from:?} by {by:?}: {error}");
        }
    }

    /// Moves the pointer to a place on the screen.
    pub fn hover_at(&self, x: f64, y: f64) {
        let _ = self.point(x, y, &[]);
    }

    fn point(&self, x: f64, y: f64, then: &[Value]) -> Result<(), String> {
        let kind = if self.touch { "touch" } else { "mouse" };
        let mut moves = vec![json!({
            "type": "pointerMove", "origin": "viewport", "duration": 0,
            "x": x.round() as i64, "y": y.round() as i64,
        })];
        moves.extend_from_slice(then);
        let body = json!({ "actions": [{
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": moves,
        }] });
        self.try_call("POST", &format!("/session/{}/actions", self.session), &body).map(drop)
    }

    /// Chooses a file in a file field.
    #[track_caller]
    pub fn upload(&self, css: &str, file: &Path) {
        let found = self.tell("POST", "/element", json!({ "using": "css selector", "value": css }));
        let id = found.as_object().and_then(|it| it.values().next()).and_then(Value::as_str);
        let id = id.unwrap_or_else(|| panic!("there is no {css}"));
        self.tell(
            "POST",
            &format!("/element/{id}/value"),
            json!({ "text": file.display().to_string() }),
        );
    }

    /// Goes on with the Tab key until something like this has the focus.
    #[track_caller]
    pub fn tab_to(&self, css: &str) {
        let is_there = "return document.activeElement?.matches(arguments[0]) ?? false";
        for _ in 0..TABS {
            if self.script(is_there, json!([css])) == json!(true) {
                return;
            }
            self.press("\u{e004}");
        }
        panic!("{css} is not reached by {TABS} presses of Tab");
    }

    /// Presses and releases keys one after the other, wherever the focus is.
    #[track_caller]
    pub fn press(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|it| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": it })))
            .collect();
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.tell("POST", "/actions", body);
    }
}

/// The middle of the visible part of an element, or for the outline of a hex its middle; and what lies over it.
const SPOT: &str = "
const el = document.querySelector(arguments[0]);
if (!el) return {};
let box = el.getBoundingClientRect();
const out = box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
const scrolled = el.closest('.chips, .form-room, .prompt, .side, .sheet-body, .log, ol, ul');
if (out || scrolled) {
  el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  box = el.getBoundingClientRect();
}
const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
const top = document.elementFromPoint(x, y);
const hit = top && (el === top || el.contains(top) || top.closest('label')?.control === el);
// A question that has only just appeared takes no answer yet.
const settling = el.closest('.prompt, .view, .side, dialog')
  && document.querySelector('[data-settling], [data-testid=prompt][aria-busy=true]');
const name = (it) => it ? `<${it.tagName.toLowerCase()} class=\"${it.getAttribute('class') ?? ''}\">` : 'the edge of the screen';
return { x, y, covered: !hit ? name(top) : settling ? 'a question that has only just appeared' : '' };
";

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends its Chromium with the session; without this it would stay.
        if !self.session.is_empty() {
            let _ = self.try_call("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path)
        .chain([PathBuf::from("/usr/bin"), PathBuf::from("/usr/lib/chromium")])
        .collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |it| it.join(name)))
        .find(|it| it.is_file())
}

/// Base64, as WebDriver sends pictures.
fn decode(text: &str) -> Option<Vec<u8>> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    for letter in text.bytes().filter(|it| *it != b'=' && !it.is_ascii_whitespace()) {
        let six = LETTERS.iter().position(|it| *it == letter)? as u32;
        held = (held << 6) | six;
        bits += 6;
        if 8 <= bits {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}
