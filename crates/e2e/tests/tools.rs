//! The tools on the map, by mouse, by keyboard and by finger: what they measure is so, and nothing is sent.

use std::process::ExitCode;

use e2e::{Game, Page, Program, Stage, eventually};
use serde_json::{Value, json};

const ESCAPE: &str = "\u{e00c}";
const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

fn main() -> ExitCode {
    e2e::run(&[
        ("by_mouse_and_keyboard", by_mouse_and_keyboard),
        ("by_finger", by_finger),
        ("on_another_map", on_another_map),
    ])
}

fn by_mouse_and_keyboard(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    let before = page.settled();
    page.whole_map();
    let middle = middle(program, &game);

    // Three hexes of 500 m.
    page.browser.press("t");
    page.browser.wait_for("[data-testid=tool-ruler][aria-pressed=true]");
    at(page, middle);
    at(page, middle + 3);
    measures(page, 1500);
    assert_eq!(places(page), vec![json!(middle), json!(middle + 3)], "cells by their numbers");
    page.shot("1440-tool-ruler");
    // The next click begins anew.
    at(page, middle + 1);
    assert_eq!(places(page), vec![json!(middle + 1)]);

    page.browser.press("t");
    page.browser.wait_for("[data-testid=tool-path][aria-pressed=true]");
    for step in [0, 1, 3, 2] {
        at(page, middle + step);
    }
    measures(page, 2000);
    page.browser.press("\u{e003}");
    measures(page, 1500);
    page.browser.click("[data-testid=tool-done]");
    page.shot("1440-tool-path");

    // By keyboard: to the right, and down and up again to where it was.
    page.browser.press("t");
    page.browser.click("[data-testid=tool-ruler]");
    page.browser.script("document.querySelector('[data-testid=map]').focus()", json!([]));
    page.browser.press(&format!("{RIGHT}{ENTER}{RIGHT}{RIGHT}{ENTER}"));
    measures(page, 1000);
    let cells: Vec<u64> = places(page).iter().filter_map(Value::as_u64).collect();
    let [first, second] = cells[..] else { panic!("two cells: {cells:?}") };
    assert_eq!(second, first + 2, "to the right along the row");
    page.browser.press(&format!("{ENTER}{DOWN}{DOWN}{ENTER}"));
    let head = program.get(&game.path("head"));
    let x = |cell: u64| head["map"]["cells"][cell as usize]["at"][0].clone();
    let below = places(page)[1].as_u64().expect("a cell");
    assert!(x(second) == x(below) && second < below, "straight down: {second} to {below}");

    for (tool, corners) in [("line", 3), ("area", 4), ("circle", 2)] {
        page.browser.click(&format!("[data-testid=tool-{tool}]"));
        for (dx, dy) in
            [(0.0, 0.0), (230.0, 40.0), (150.0, 190.0), (-60.0, 120.0)].into_iter().take(corners)
        {
            page.browser.click_at(480.0 + dx, 260.0 + dy);
        }
        page.browser.press(ENTER);
        if tool != "circle" {
            page.browser.click("[data-testid=tool-done]");
        }
        let drawn = places(page);
        assert_eq!(drawn.len(), corners, "{tool}: {drawn:?}");
        assert!(drawn.iter().all(|it| it.as_array().is_some_and(|it| it.len() == 3)), "points");
        page.shot(&format!("1440-tool-{tool}"));
    }
    page.browser.press(ESCAPE);
    assert_eq!(page.browser.count("[data-testid=tools-card]:not([hidden])"), 0);
    assert_eq!(page.browser.count(".layer.tools > *"), 0, "wiped off");
    assert_eq!(page.settled().length, before.length, "nothing was answered");
    page.assert_clean(program);
}

fn by_finger(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(390, 844, true);
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    let before = page.settled();
    page.shot("390-tool-none");
    let middle = middle(program, &game);
    page.browser.click("[data-testid=menu]");
    page.browser.click("dialog [data-testid=menu-T]");
    page.browser.wait_for("[data-testid=tool-ruler][aria-pressed=true]");
    for (x, y) in [(90.0, 330.0), (250.0, 420.0)] {
        page.browser.click_at(x, y);
    }
    assert_eq!(places(page).len(), 2, "two taps, near {middle}");
    page.shot("390-tool-ruler");
    page.browser.click("[data-testid=tool-area]");
    for (x, y) in [(90.0, 320.0), (250.0, 330.0), (220.0, 450.0), (80.0, 440.0)] {
        page.browser.click_at(x, y);
    }
    page.browser.click("[data-testid=tool-back]");
    page.browser.click("[data-testid=tool-done]");
    assert_eq!(places(page).len(), 3);
    page.shot("390-tool-area");
    page.browser.click("[data-testid=tool-close]");
    assert_eq!(page.browser.count(".layer.tools > *"), 0, "wiped off");
    assert_eq!(page.settled().length, before.length, "nothing was answered");
    page.assert_clean(program);
}

/// Another system, whose map has boxes beside its hexes.
fn on_another_map(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("omaha-beach/first-waves", "play-0");
    page.settled();
    page.whole_map();
    let head = program.get(&game.path("head"));
    let cells = head["map"]["cells"].as_array().expect("cells");
    let hexes = cells.iter().position(|it| it["shape"] == 1).expect("boxes") as u64;
    page.browser.press("t");
    let last = cells.len() as u64 - 1;
    at(page, hexes / 2);
    at(page, last);
    assert_eq!(places(page), vec![json!(hexes / 2), json!(last)], "a hex, and a landing box");
    page.shot("1440-tool-omaha");
    page.browser.press(ESCAPE);
    page.browser.size(390, 844, true);
    page.shot("390-omaha");
    page.assert_clean(program);
}

/// A cell in the middle of the map.
fn middle(program: &Program, game: &Game) -> u64 {
    let head = program.get(&game.path("head"));
    let map = &head["map"];
    let half = |it: &Value| it.as_f64().unwrap_or(0.0) / 2.0;
    let (x, y) = (half(&map["width"]), half(&map["height"]));
    let cells = map["cells"].as_array().expect("cells").iter().enumerate();
    let far = cells.map(|(cell, it)| {
        let at = [&it["at"][0], &it["at"][1]].map(|it| it.as_f64().unwrap_or(0.0));
        ((at[0] - x).hypot(at[1] - y), cell as u64)
    });
    far.min_by(|a, b| a.0.total_cmp(&b.0)).expect("a cell").1
}

/// Clicks a cell, whatever stands there.
fn at(page: &Page, cell: u64) {
    let css = format!(".cells [data-place=\"{cell}\"]");
    let spot = page.browser.spot(&css).unwrap_or_else(|it| panic!("{it}"));
    page.browser.click_at(spot.x, spot.y);
}

fn measures(page: &Page, metres: i64) {
    eventually(&format!("it measures {metres} m"), || {
        let told = page.browser.text("[data-testid=tool-value]");
        let digits: String = told.chars().filter(char::is_ascii_digit).collect();
        let close = digits.parse::<i64>().is_ok_and(|it| (it - metres).abs() <= 2);
        if close { Ok(()) } else { Err(format!("it says {told:?}")) }
    });
}

/// The places drawn, as they would be sent.
fn places(page: &Page) -> Vec<Value> {
    let told = page.browser.script(
        "return document.querySelector('[data-testid=tool-value]').dataset.places",
        json!([]),
    );
    let told = told.as_str().unwrap_or_default();
    let place = |it: &str| match it.contains(',') {
        true => serde_json::from_str(&format!("[{it}]")).unwrap_or_default(),
        false => serde_json::from_str(it).unwrap_or_default(),
    };
    told.split_whitespace().map(place).collect()
}
