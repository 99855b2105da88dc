//! Orders of every kind on the drill ground, through the page: a line of departure before its time, a company that stays in
//! its sector, a phase line that waits for another sheet's signal, a Reserve that is released into a branch, and aircraft.

use std::process::ExitCode;

use e2e::{Grid, Page, Seat, Stage, eventually};
use serde_json::{Value, json};

/// A Reserve with the best Command Prep is released by 2 or more on a die, once a turn (tcs.cmd.check). All the dice of all
/// turns would have to show a 1.
const TURNS: usize = 11;
/// To choose a unit, its mode, to go.
const STEPS: usize = 12;
const SIDE_BY_SIDE: &str = "A and B: side by side";

fn main() -> ExitCode {
    e2e::run(&[
        ("lines_are_kept_by_time_by_company_and_by_signal", lines_are_kept),
        ("a_reserve_is_released_into_a_branch", a_reserve_is_released_into_a_branch),
        ("a_sortie_is_flown_with_its_odds_in_sight", a_sortie_is_flown_with_its_odds_in_sight),
    ])
}

fn lines_are_kept(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    program.bring("tcs", "drill");
    let seat = Seat::begin(program, ["tcs", "drill", "drill"]);
    let map = Grid::new(&seat);

    // At 0600 the line of departure is shut until 0620; the other company's ground is shut for good.
    to_a_step(&seat, "1/A");
    seat.open(page);
    let why = refused_by_click(page, &seat, &map, "0405", "tcs.check.start-time");
    assert!(why.contains("0620"), "it says {why:?}");
    page.shot("drill-start-time");
    page.browser.size(390, 844, true);
    page.shot("drill-start-time-phone");
    page.browser.size(1440, 900, false);
    seat.open(page);
    let why = refused_by_click(page, &seat, &map, "0504", "tcs.check.boundary");
    assert!(why.contains(SIDE_BY_SIDE), "it says {why:?}");
    page.shot("drill-sector");
    step_by_click(page, &seat, &map, "0304");
    // What is answered from here on would be asked for behind its back.
    page.browser.go("about:blank");

    // At 0620 it is open. Two hexes on is phase line Able, which waits for the signal from the copse.
    let turn = seat.view()["now"]["turn"].clone();
    seat.go_on_until(|_| seat.view()["now"]["turn"] != turn);
    to_a_step(&seat, "1/A");
    seat.open(page);
    step_by_click(page, &seat, &map, "0405");
    step_by_click(page, &seat, &map, "0406");
    let why = refused_by_click(page, &seat, &map, "0407", "tcs.check.phase-line");
    assert!(why.contains("Able") && why.contains("S: to the copse"), "it says {why:?}");
    page.shot("drill-signal-waited-for");

    // The other sheet attains its objective, and that is the signal.
    let now = seat.question();
    seat.answer(&now);
    // There is one way to go, so it is gone without a question.
    to_a_step(&seat, "1/S");
    let now = seat.question();
    seat.answer(&now);
    to_a_step(&seat, "1/A");
    seat.open(page);
    step_by_click(page, &seat, &map, "0407");
    page.shot("drill-signal-given");
    page.assert_clean(program);
}

fn a_reserve_is_released_into_a_branch(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    program.bring("tcs", "drill");
    let seat = Seat::begin(program, ["tcs", "drill", "drill"]);
    for turn in 1..=TURNS {
        let now = seat.go_on_until(|it| it["form"]["field"] == "checks");
        assert_eq!(mission(&seat, "R: reserve").as_deref(), Some("Reserve"));
        seat.open(page);
        page.browser.wait_for(".form:not([hidden]) [data-testid=seal]");
        let said = page.browser.text("[data-testid=form]");
        assert!(said.contains("R: reserve") && said.contains("5 in 6"), "it says {said:?}");
        // Not now, the corner, down the edge.
        page.browser.click(".form .form-row[data-row=\"0\"] input[data-cell=\"2\"]");
        if turn == 1 {
            page.shot("drill-branches");
            page.browser.size(390, 844, true);
            page.shot("drill-branches-phone");
            page.browser.size(1440, 900, false);
        }
        page.browser.click("[data-testid=seal]");
        let next = seat.next_after(&now);
        if mission(&seat, "R: reserve").as_deref() == Some("Move") {
            eventually("the log says so", || {
                let log = page.log();
                if log.iter().any(|it| it.contains("R: reserve")) {
                    Ok(())
                } else {
                    Err(format!("{log:?}"))
                }
            });
            page.shot("drill-released");
            // What it waited for is where it may go now.
            let _ = next;
            to_a_step(&seat, "1/R");
            seat.open(page);
            step_by_click(page, &seat, &Grid::new(&seat), "1304");
            return page.assert_clean(program);
        }
    }
    panic!("the Reserve is not released in {TURNS} turns");
}

fn a_sortie_is_flown_with_its_odds_in_sight(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    program.bring("tcs", "drill");
    let seat = Seat::begin(program, ["tcs", "drill", "drill"]);
    let map = Grid::new(&seat);
    let now = seat.go_on_until(|it| Seat::labelled(it, "Thunderbolts").is_some());
    seat.open(page);
    click_option(page, &seat, &now, "Thunderbolts");
    let now = seat.next_after(&now);
    // A hex with an enemy, by a click on the map; pointed at, it shows the chances.
    let place = map.cell("0714");
    let options = now["options"].as_array().expect("options");
    let target = options.iter().find(|it| it["place"] == json!(place));
    let target = target.unwrap_or_else(|| panic!("0714 is not offered: {now}"));
    page.browser.wait_for("[data-testid=prompt] .chip");
    Grid::whole(page);
    let index = target["index"].as_u64().expect("an index") as usize;
    page.browser.hover(&format!(".hints .badge[data-option=\"{index}\"]"));
    page.browser.wait_for("[data-testid=odds] .bars");
    page.shot("drill-sortie-target");
    page.click_map(index);
    let log = eventually("the sortie is in the log", || {
        let log = page.log();
        let said = log.iter().filter(|it| it.contains("Thunderbolts")).count();
        if said == 0 { Err(format!("{log:?}")) } else { Ok(log) }
    });
    page.shot("drill-sortie-flown");
    let said = log.join("\n");
    assert!(said.contains("0714"), "{said}");
    page.assert_clean(program);
}

// Moving.

/// Until the next hex of this unit is asked for, by whatever leads there.
#[track_caller]
fn to_a_step(seat: &Seat<'_>, unit: &str) {
    let now = seat.go_on_until(|it| Seat::labelled(it, unit).is_some());
    seat.choose(&now, &Seat::labelled(&now, unit).expect("it is offered"));
    for _ in 0..STEPS {
        let now = seat.question();
        let options = now["options"].as_array().expect("options");
        if options.iter().any(|it| it["kind"] == "place") {
            return;
        }
        let next =
            ["Move", "Change to Move mode", unit].iter().find_map(|it| Seat::labelled(&now, it));
        seat.choose(&now, &next.unwrap_or_else(|| panic!("{unit} cannot move: {now}")));
    }
    panic!("{unit} is not asked where to go");
}

/// Clicks a hex that is offered, and waits until that is done.
#[track_caller]
fn step_by_click(page: &Page, seat: &Seat<'_>, map: &Grid, label: &str) {
    let now = seat.question();
    let place = json!(map.cell(label));
    let options = now["options"].as_array().expect("options");
    let option = options.iter().find(|it| it["place"] == place);
    let option = option.unwrap_or_else(|| panic!("{label} is not offered: {now}"));
    page.browser.wait_for("[data-testid=prompt] .chip");
    let before = page.settled();
    page.click_map(option["index"].as_u64().expect("an index") as usize);
    seat.next_after(&now);
    // The server is ahead of the page: the next click is meant for what the page shows then.
    page.moved_on(&before);
}

/// Clicks a hex that is refused: the page says why, by this statement and with the line, and nothing happens.
#[track_caller]
fn refused_by_click(page: &Page, seat: &Seat<'_>, map: &Grid, label: &str, rule: &str) -> String {
    let now = seat.question();
    let place = map.cell(label);
    let refused = now["refused"].as_array().cloned().unwrap_or_default();
    let no = refused.iter().find(|it| it["place"] == json!(place));
    let no = no.unwrap_or_else(|| panic!("{label} is not refused: {now}"));
    assert_eq!(no["rule"]["code"], rule, "{no}");
    let badge = format!(".hints .badge.no[data-place=\"{place}\"]");
    page.browser.wait_for(&badge);
    Grid::whole(page);
    page.browser.click(&badge);
    page.browser.wait_for("[data-testid=crossed]");
    assert_eq!(page.browser.count(&format!("[data-testid=why] [data-rule=\"{rule}\"]")), 1);
    assert_eq!(seat.question()["id"], now["id"], "nothing has happened");
    page.browser.text("[data-testid=why]")
}

// Answering.

#[track_caller]
fn click_option(page: &Page, seat: &Seat<'_>, now: &Value, label: &str) {
    let option = Seat::labelled(now, label).unwrap_or_else(|| panic!("no {label}: {now}"));
    page.browser.wait_for("[data-testid=prompt] .chip");
    assert_eq!(seat.question()["id"], now["id"]);
    page.click_chip(option["index"].as_u64().expect("an index") as usize);
}

/// The mission of a sheet, as the display has it.
fn mission(seat: &Seat<'_>, name: &str) -> Option<String> {
    let view = seat.view();
    let groups = view["displays"].as_array()?.iter().flat_map(|it| it["groups"].as_array());
    let mine = groups.flatten().find(|it| it["title"] == name)?;
    let said = mine["rows"][0]["value"].as_str()?;
    said.split_once(", ").map(|it| it.0.to_string())
}
