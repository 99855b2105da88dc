//! An attack by a drawing of one's own: drawn on the map, waited for, over the line of departure, and refused when straying,
//! with the statement and the line that would be crossed. On the drill ground, where nobody fires and an order of one company
//! of tanks comes through in the eighth turn at the latest.

use std::process::ExitCode;

use e2e::{Grid, Page, Seat, Stage, eventually};
use serde_json::Value;

/// In the eighth turn a sheet of the first has 63 weighted turns: the column from 61 on asks for 11, and every throw has that.
const TURNS: usize = 8;
/// To choose a unit, its mode, its first steps.
const STEPS: usize = 40;
const NAME: &str = "Over the line";
/// The row behind the line of departure.
const BEHIND: u32 = 6;
/// The column of the axis.
const AXIS: u32 = 9;

fn main() -> ExitCode {
    e2e::run(&[
        ("an_attack_is_drawn_waited_for_and_kept_to", an_attack_is_drawn_waited_for_and_kept_to),
        ("a_mission_is_placed_with_its_odds_in_sight", a_mission_is_placed_with_its_odds_in_sight),
    ])
}

fn an_attack_is_drawn_waited_for_and_kept_to(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    program.bring("tcs", "drill");
    let seat = Seat::begin(program, ["tcs", "drill", "drill"]);
    seat.go_on_until(|it| it["form"]["field"] == "sheets");
    seat.open(page);
    page.browser.wait_for(".form:not([hidden]) .records");
    draw_the_attack(page, &seat);
    page.shot("attack-drawn");
    let before = seat.question()["id"].clone();
    page.browser.click("[data-testid=seal]");
    eventually("the sheet is taken", || match life(&seat) {
        Some(it) => Ok(it),
        None => Err(format!("still at {before}: {}", page.browser.text(".form-foot"))),
    });

    wait_for_it(&seat);
    assert_eq!(life(&seat).as_deref(), Some("in force"));
    cross_and_stray(page, &seat);
}

/// Guns, what they fire, who observes; then a hex is pointed at, and the zone, the adjustment and the scatter are shown.
fn a_mission_is_placed_with_its_odds_in_sight(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let seat = Seat::begin(program, ["tcs", "hill-151", "the-farm"]);
    let now = seat.go_on_until(|it| it["rule"]["code"] == "tcs.seq.air-arty-3-place");
    // All guns of the battalion, then what is offered first.
    let guns = now["options"].as_array().and_then(|it| it.last()).expect("options").clone();
    seat.choose(&now, &guns);
    let now = first_until(&seat, "tcs.arty.observer-los");
    seat.open(page);
    page.browser.wait_for("[data-testid=prompt] .chip");
    // Farm hexes are in sight of somebody; any other hex does as well.
    let options = now["options"].as_array().expect("options");
    let target = &options[options.len() / 2];
    let badge = format!(".cells polygon[data-place=\"{}\"]", target["place"]);
    Grid::whole(page);
    page.browser.hover(&badge);
    page.browser.wait_for("[data-testid=odds] .bars");
    page.browser.wait_for(".layer.overlay .tint-label");
    let said = page.browser.text("[data-testid=odds]");
    assert!(said.contains("Good Shoot") && said.contains("Adjustment column"), "it says {said:?}");
    // What is written on the map can be read with all of it in sight.
    let size = page.browser.script(
        "return document.querySelector('.layer.overlay .tint-label').getBoundingClientRect().height",
        serde_json::json!([]),
    );
    assert!(size.as_f64().is_some_and(|it| 9.0 <= it), "labels are {size} px high");
    page.shot("attack-mission");
    // You are here, on the chart of a mission.
    page.browser.press("y");
    page.browser.wait_for("[data-chart=mission] [aria-current=step]");
    page.shot("attack-chart");
    // The tables of the book, with a mark on what is not plain.
    page.browser.press("b");
    page.browser.wait_for(".grid td.doubt");
    page.shot("attack-tables");
    page.assert_clean(program);
}

// Drawing.

fn draw_the_attack(page: &Page, seat: &Seat<'_>) {
    let map = Grid::new(seat);
    page.browser.click(".rec-add [data-testid=write]");
    write(page, "/draw/name", NAME);
    for key in ["t1", "t2"] {
        let row = row_of(&seat.question(), key);
        page.browser.click(&format!("[data-at=\"/draw/units\"] input[data-row=\"{row}\"]"));
    }
    write(page, "/draw/drawing/objective/name", "The edge of the wood");
    map.draw(page, "/draw/drawing/objective/hexes", &["0909", "1009"]);
    map.draw(page, "/draw/drawing/assembly", &["0902"]);
    // From the western edge of the map to the eastern, between two rows.
    Grid::take_pen(page, "/draw/drawing/departure/line");
    let (x, _, _, top) = map.hex(page, "0107");
    page.browser.click_at(x, top + 1.0);
    let (x, _, bottom, _) = map.hex(page, "1406");
    page.browser.click_at(x, bottom - 1.0);
    page.browser.click("[data-testid=pen-done]");
    page.browser.click("[data-at=\"/draw/drawing/advances\"] [data-testid=add-entry]");
    write(page, "/draw/drawing/advances/0/name", "Straight on");
    map.draw(page, "/draw/drawing/advances/0/path", &["0904", "0909"]);
    write(page, "/draw/drawing/advances/0/half_width", "1");
    map.draw(page, "/draw/drawing/failure/rally", &["0901"]);
    page.browser.wait_for(".layer.plan .staff.departure");
    page.browser.wait_for(".layer.plan .staff.axis");
}

fn write(page: &Page, at: &str, text: &str) {
    page.browser.click(&format!("[data-at=\"{at}\"] input"));
    page.browser.press(text);
}

/// Where a unit stands in the list to choose from.
fn row_of(question: &Value, key: &str) -> usize {
    let fields = question["form"]["kinds"][0]["fields"].as_array().expect("fields");
    let units = fields.iter().find(|it| it["at"] == "/draw/units").expect("units");
    let rows = units["rows"].as_array().expect("rows");
    rows.iter().position(|it| it["value"] == key).unwrap_or_else(|| panic!("no unit {key}"))
}

// Waiting.

/// Turn by turn until it is in force.
fn wait_for_it(seat: &Seat<'_>) {
    for _ in 1..TURNS {
        let now = seat.go_on_until(|it| it["form"]["field"] == "throws");
        // The sheet is thrown for: the first ready value throws for everything.
        assert_eq!(life(seat).as_deref(), Some("in preparation"));
        seat.answer(&now);
        seat.next_after(&now);
        if life(seat).as_deref() == Some("in force") {
            return;
        }
    }
    panic!("the order does not come through in {TURNS} turns");
}

/// How our sheet stands: "in preparation", "in force".
fn life(seat: &Seat<'_>) -> Option<String> {
    let view = seat.view();
    let groups = view["displays"].as_array()?.iter().flat_map(|it| it["groups"].as_array());
    let mine = groups.flatten().find(|it| it["title"] == NAME)?;
    let said = mine["rows"][0]["value"].as_str()?;
    said.split_once(", ").map(|it| it.1.to_string())
}

// Moving.

/// A tank goes to the line and over it by a click; back again is refused.
fn cross_and_stray(page: &Page, seat: &Seat<'_>) {
    let tank = |it: &Value| it["label"].as_str().is_some_and(|it| it.contains("/T"));
    for _ in 0..STEPS {
        let now = seat.question();
        assert!(!now.is_null(), "the game is over before anybody has crossed");
        let options = now["options"].as_array().expect("options").clone();
        let go =
            Seat::labelled(&now, "Move").or_else(|| Seat::labelled(&now, "Change to Move mode"));
        let unit = options.iter().find(|it| it["kind"] == "piece" && tank(it));
        if let Some((option, over)) = southward(&options) {
            if over {
                return steps_over(page, seat, &option);
            }
            seat.choose(&now, &option);
        } else if let Some(option) = go.as_ref().or(unit) {
            seat.choose(&now, option);
        } else {
            seat.answer(&now);
        }
    }
    panic!("nobody crosses the line");
}

/// The step that leads farthest south, nearest to the axis, and whether it is the one over the line.
fn southward(options: &[Value]) -> Option<(Value, bool)> {
    let at = |it: &Value| -> Option<(u32, u32)> {
        if it["kind"] != "place" {
            return None;
        }
        let label: String =
            it["label"].as_str()?.chars().filter(char::is_ascii_digit).take(4).collect();
        let (column, row) = label.split_at_checked(2)?;
        Some((row.parse().ok()?, column.parse::<u32>().ok()?.abs_diff(AXIS)))
    };
    let rows = options.iter().filter_map(|it| Some((at(it)?, it)));
    let ((row, _), option) = rows.max_by_key(|((row, off), _)| (*row, std::cmp::Reverse(*off)))?;
    Some((option.clone(), row == BEHIND + 1))
}

/// Crosses by a click on the map; then back over the line is refused, by its statement and with the line on the map.
fn steps_over(page: &Page, seat: &Seat<'_>, option: &Value) {
    seat.open(page);
    let index = option["index"].as_u64().expect("an index") as usize;
    page.browser.wait_for("[data-testid=prompt] .chip");
    let before = seat.question();
    page.click_map(index);
    let now = seat.next_after(&before);
    let refused = now["refused"].as_array().cloned().unwrap_or_default();
    let back = |it: &Value| it["rule"]["code"] == "tcs.check.one-way";
    let no = refused.iter().find(|it| back(it)).unwrap_or_else(|| panic!("back is allowed: {now}"));
    assert!(no["sides"].as_array().is_some_and(|it| 20 < it.len()), "{no:?}");
    page.shot("attack-over");
    // The hex behind is asked for by a click, like any other.
    let badge = format!(".hints .badge.no[data-place=\"{}\"]", no["place"]);
    page.browser.wait_for(&badge);
    page.browser.click(&badge);
    page.browser.wait_for("[data-testid=crossed]");
    let why = page.browser.text("[data-testid=why]");
    assert!(why.contains("Lines are not crossed back") && why.contains(NAME), "it says {why:?}");
    assert_eq!(page.browser.count("[data-testid=why] [data-rule=\"tcs.check.one-way\"]"), 1);
    page.shot("attack-straying");
    // Nothing has happened.
    assert_eq!(seat.question()["id"], now["id"]);
    page.assert_clean(seat.program);
}

// Answering.

/// Takes what is offered first until this is asked.
fn first_until(seat: &Seat<'_>, code: &str) -> Value {
    for _ in 0..4 {
        let now = seat.question();
        if now["rule"]["code"] == code {
            return now;
        }
        seat.choose(&now, &now["options"][0]);
    }
    panic!("{code} is not asked");
}
