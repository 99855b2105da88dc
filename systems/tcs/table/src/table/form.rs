//! How whole values are filled in: set-ups, throws, checks, joins, and op sheets drawn on the map.

use play::wire::{
    EachCell, EachRow, FieldChoice, FieldKind, Form, FormKind, ReadyPlan, RecordField, RecordKind,
    SomeRow,
};
use serde::Serialize;
use serde_json::{Value, json};
use tcs::Battle;
use tcs::command::papers::{self, Join};
use tcs::id::{SheetId, Side, UnitId};
use tcs::plan::Plan;
use tcs::question::{Question, Topic};
use tcs::sheet::value::Echelon;
use tcs::sheet::{Life, Mission, Order, join, prep};
use tcs::state::CommandStep;
use tcs::text::Names;

use super::question::piece;
use super::words;

/// Of a list that people fill in; the judge knows no limit.
const MOST: usize = 60;
const LONGEST_LINE: usize = 200;

pub(super) fn form(g: &Battle, ask: &Question, ready: &[Plan]) -> Form {
    let side = ask.who;
    let (kind, field) = match ask.topic {
        Topic::SetUp => (set_up(g, side, ready), "set-up"),
        Topic::Sheets(CommandStep::Implement) => (throws(g, side), "throws"),
        Topic::Sheets(CommandStep::Checks) => (checks(g, side, ready), "checks"),
        Topic::Sheets(CommandStep::Add) => (joins(g, side, ready), "joins"),
        _ => (sheets(g, side, ask.topic == Topic::SetUpSheets), "sheets"),
    };
    let ready = ready.iter().map(|it| ReadyPlan { label: words::plan(g, it), plan: value(it) });
    Form { field: Some(field.into()), ..Form::new(kind, ready.collect()) }
}

fn value<T: Serialize>(it: &T) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}

/// A record for each unit with a choice: where it begins.
fn set_up(g: &Battle, side: Side, ready: &[Plan]) -> FormKind {
    let Some(Plan::SetUp(placed)) = ready.first() else {
        return FormKind::Records { kinds: vec![], at_least: 0, at_most: 0 };
    };
    let names = Names(g.data());
    let kind = |id: UnitId| {
        let mut fields = vec![field("/hex", "Hex", FieldKind::Cell).needed().drawn("location")];
        if g.card(id).start.may_dig_in {
            let cell =
                |label: &str, value: bool| FieldChoice { label: label.into(), value: value.into() };
            let choices = vec![cell("Dug-In", true), cell("Not dug in", false)];
            fields.push(field("/dug_in", "Position", FieldKind::One { choices }));
        }
        RecordKind {
            label: names.unit(id).into(),
            how: Some(words::small_print(g, id)),
            fixed: json!({ "unit": id.0 }),
            fields,
        }
    };
    let count = placed.len();
    let _ = side;
    let kinds = placed.iter().map(|it| kind(it.unit)).collect();
    FormKind::Records { kinds, at_least: count, at_most: count }
}

/// Command step 3: sheets in preparation, with what each needs.
fn throws(g: &Battle, side: Side) -> FormKind {
    let may = papers::may_throw(g, side);
    let rows: Vec<SomeRow> = may
        .iter()
        .filter_map(|id| {
            let order = g.orders.get(side, *id)?;
            let needs = prep::needs_of(g, order).ok()?;
            Some(SomeRow {
                label: order.sheet.name.clone(),
                piece: None,
                place: order.plan.objective.iter().next().map(Into::into),
                note: Some(format!(
                    "needs {} or more on two dice as tens and units: {} in 36",
                    needs.figure, needs.chances
                )),
                value: value(id),
                costs: vec![],
                refused: None,
            })
        })
        .collect();
    let at_most = rows.len();
    FormKind::Some { rows, budgets: vec![], at_least: 0, at_most }
}

/// Command step 4: for each Reserve a branch, for each Alternate a yes.
fn checks(g: &Battle, side: Side, ready: &[Plan]) -> FormKind {
    let possible: Vec<_> = ready
        .iter()
        .filter_map(|it| match it {
            Plan::Checks(list) => list.first().copied(),
            _ => None,
        })
        .collect();
    let mut rows: Vec<EachRow> = Vec::new();
    for (i, order) in g.orders.of(side).iter().enumerate() {
        let id = SheetId(i as u8);
        let mine = possible.iter().filter(|it| it.sheet == id);
        let mut cells = vec![none("Not now")];
        cells.extend(mine.map(|it| some(words::check(g, *it), value(it))));
        if 1 < cells.len() {
            let force =
                order.members.first().map_or(0, |it| g.data().force_of(it.unit).command_prep);
            let modifier = join::reserve_modifier(g, order);
            let chances = join::chances(&g.data().tables, force, modifier);
            rows.push(EachRow {
                label: order.sheet.name.clone(),
                piece: None,
                place: order.plan.objective.iter().next().map(Into::into),
                note: Some(format!("{chances} in 6")),
                cells,
            });
        }
    }
    FormKind::Each { rows, budgets: vec![] }
}

/// Command step 5: for each stack without orders a sheet.
fn joins(g: &Battle, side: Side, ready: &[Plan]) -> FormKind {
    let names = Names(g.data());
    let possible = ready.iter().filter_map(|it| match it {
        Plan::Joins(list) => list.first(),
        _ => None,
    });
    let mut rows: Vec<EachRow> = Vec::new();
    for it in possible {
        let Join { sheet, units, .. } = it;
        let label = names.units(units.iter().copied().collect());
        let at = rows.iter().position(|row| row.label == label).unwrap_or_else(|| {
            rows.push(EachRow {
                label,
                piece: units.first().map(|it| piece(*it)),
                place: units.first().and_then(|it| g.hex(*it)).map(Into::into),
                note: None,
                cells: vec![none("Stays without orders")],
            });
            rows.len() - 1
        });
        let name = g.orders.get(side, *sheet).map_or("", |it| it.sheet.name.as_str());
        rows[at].cells.push(some(format!("Joins {name}"), value(it)));
    }
    FormKind::Each { rows, budgets: vec![] }
}

fn none(label: &str) -> EachCell {
    EachCell { label: label.into(), value: None, costs: vec![], refused: None }
}

fn some(label: String, value: Value) -> EachCell {
    EachCell { label, value: Some(value), costs: vec![], refused: None }
}

/// Command step 6, and sheets drawn at set-up: records of what is done with sheets.
fn sheets(g: &Battle, side: Side, set_up: bool) -> FormKind {
    let mut kinds: Vec<RecordKind> = Mission::ALL
        .into_iter()
        .map(|mission| RecordKind {
            label: format!("New {} sheet", mission.name()),
            how: Some(about(mission).into()),
            fixed: json!({ "draw": { "drawing": { "mission": mission.key() } } }),
            fields: drawing(g, side, mission, "/draw"),
        })
        .collect();
    let orders = g.orders.of(side).iter().enumerate();
    for (i, order) in orders.filter(|it| !set_up && !it.1.life.is_over()) {
        kinds.extend(of_sheet(g, side, i as u8, order));
    }
    FormKind::Records { kinds, at_least: 0, at_most: MOST }
}

/// What may be done with a sheet there is.
fn of_sheet(g: &Battle, side: Side, number: u8, order: &Order) -> Vec<RecordKind> {
    let name = &order.sheet.name;
    let names = Names(g.data());
    let plain = |label: String, how: &str, fixed: Value| RecordKind {
        label,
        how: Some(how.into()),
        fixed,
        fields: vec![],
    };
    let mut kinds = vec![plain(
        format!("Cancel {name}"),
        "Its units have no orders any more.",
        json!({ "cancel": number }),
    )];
    if order.life == Life::Implemented {
        let how = "Its units withdraw to the rally hex.";
        kinds.push(plain(format!("Give up {name}"), how, json!({ "fail": number })));
    }
    let members = order
        .members
        .iter()
        .map(|it| FieldChoice { label: names.unit(it.unit).into(), value: it.unit.0.into() });
    kinds.push(RecordKind {
        label: format!("Take a unit off {name}"),
        how: None,
        fixed: json!({ "take-off": { "sheet": number } }),
        fields: vec![
            field("/take-off/unit", "Unit", FieldKind::One { choices: members.collect() }).needed(),
        ],
    });
    if order.life == Life::Preparing {
        for mission in Mission::ALL {
            kinds.push(RecordKind {
                label: format!("Redraw {name} as {}", mission.name()),
                how: Some("A new drawing starts its preparation anew.".into()),
                fixed: json!({
                    "redraw": { "sheet": number, "with": { "drawing": { "mission": mission.key() } } }
                }),
                fields: drawing(g, side, mission, "/redraw/with"),
            });
        }
    }
    kinds
}

const fn about(mission: Mission) -> &'static str {
    match mission {
        Mission::Attack => {
            "Its units cross the line of departure, follow their axis and take the objective; they may fire, assault and \
             overrun. Needs units, an objective, a line of departure with an assembly hex behind it, an axis or direction, \
             and where to rally if it fails."
        }
        Mission::Move => {
            "Its units go to the objective by their way and do not attack. It comes through sooner than any other."
        }
        Mission::HastyDefence => "Its units hold the objective, fire from it and may dig in.",
        Mission::PreparedDefence => {
            "Each unit holds a hex of its own in the objective, dug in. It takes longest to prepare and is hardest to break."
        }
        Mission::Reserve => {
            "Its units wait in the objective; a die releases them into one of the branches, which are complete drawings. \
             Branches are copied from a ready sheet."
        }
    }
}

/// The fields of a sheet with this mission, below a pointer; which of them it needs says the table.
fn drawing(g: &Battle, side: Side, mission: Mission, at: &str) -> Vec<RecordField> {
    use tcs::tables::Requirement;
    let tables = &g.data().tables.required;
    let row = match mission {
        Mission::Attack => &tables.attack,
        Mission::Move => &tables.moving,
        Mission::HastyDefence => &tables.hasty_defence,
        Mission::PreparedDefence => &tables.prepared_defence,
        Mission::Reserve => &tables.reserve,
    };
    let mut fields = vec![
        field("/name", "Name", FieldKind::Text { at_most: 60 }).needed(),
        field("/force", "Force", FieldKind::One { choices: forces(g, side) }).needed(),
        field("/units", "Units", units(g, side)).needed(),
    ];
    // What the table does not use is not asked for.
    let mut add = |requirement: Requirement, all: Vec<RecordField>| match requirement {
        Requirement::Unused => (),
        Requirement::Required => fields.extend(all.into_iter().map(Further::needed)),
        Requirement::Optional | Requirement::WithLineOfDeparture => fields.extend(all),
    };
    add(
        row.objective,
        vec![
            field(
                "/drawing/objective/name",
                "Name of the objective",
                FieldKind::Text { at_most: 60 },
            ),
            field("/drawing/objective/hexes", "Objective", FieldKind::Cells { at_most: MOST })
                .drawn("objective"),
        ],
    );
    add(
        row.line_of_departure,
        vec![field("/drawing/departure/line", "Line of departure", line()).drawn("departure")],
    );
    add(
        row.assembly_hex,
        vec![field("/drawing/assembly", "Assembly hex", FieldKind::Cell).drawn("assembly")],
    );
    add(row.advance, vec![field("/drawing/advances", "Axes and directions", advances(g, side))]);
    add(row.phase_lines, vec![field("/drawing/phases", "Phase lines", phases(g))]);
    add(row.boundaries, vec![field("/drawing/boundaries", "Boundaries", boundaries(g, side))]);
    add(
        row.unit_locations,
        vec![field("/drawing/locations", "Unit locations", locations(g, side))],
    );
    add(row.smoke_areas, vec![field("/drawing/smoke", "Smoke areas", smoke(g))]);
    add(
        row.failure,
        vec![
            field("/drawing/failure/rally", "Rally hex if it fails", FieldKind::Cell)
                .drawn("rally"),
        ],
    );
    if row.failure != Requirement::Unused {
        fields.extend([
            field(
                "/drawing/failure/loss_percent",
                "It fails at losses of (per cent)",
                FieldKind::Number { least: 1, most: 100 },
            ),
            field("/drawing/failure/time_limit", "It fails if not done by", clock(g)),
            field("/drawing/failure/route", "Way back", FieldKind::Way { at_most: MOST })
                .drawn("route"),
        ]);
    }
    if row.line_of_departure != Requirement::Unused {
        fields.extend([
            field("/drawing/departure/start_time", "Not crossed before", clock(g)),
            field("/drawing/support", "Support units, which stay behind the line", units(g, side)),
        ]);
    }
    fields.push(field("/note", "Note to yourself", FieldKind::Text { at_most: 400 }));
    for it in &mut fields {
        it.at = format!("{at}{}", it.at);
    }
    fields
}

fn forces(g: &Battle, side: Side) -> Vec<FieldChoice> {
    let mine = g.data().forces.iter().filter(|it| it.side == side);
    mine.map(|it| FieldChoice { label: it.name.clone(), value: it.key.clone().into() }).collect()
}

/// Units of the side that are still there, by their keys.
fn units(g: &Battle, side: Side) -> FieldKind {
    let mine = g.data().units_of[side.index()].iter().filter(|it| 0 < g[*it].steps);
    let row = |id: UnitId| SomeRow {
        label: g.card(id).name.clone(),
        piece: Some(piece(id)),
        place: g.hex(id).map(Into::into),
        note: Some(words::small_print(g, id)),
        value: g.card(id).key.clone().into(),
        costs: vec![],
        refused: None,
    };
    let rows: Vec<SomeRow> = mine.map(row).collect();
    let at_most = rows.len();
    FieldKind::Some { rows, at_least: 0, at_most }
}

fn one_unit(g: &Battle, side: Side) -> FieldKind {
    let mine = g.data().units_of[side.index()].iter().filter(|it| 0 < g[*it].steps);
    let choice = |id: UnitId| FieldChoice {
        label: g.card(id).name.clone(),
        value: g.card(id).key.clone().into(),
    };
    FieldKind::One { choices: mine.map(choice).collect() }
}

const fn line() -> FieldKind {
    FieldKind::Line { at_most: LONGEST_LINE }
}

/// Turns that are still to come.
fn clock(g: &Battle) -> FieldKind {
    let turns = g.data().turns.iter().skip(usize::from(g.turn));
    let time = |it: String| FieldChoice { label: it.clone(), value: it.into() };
    FieldKind::One { choices: turns.map(|it| time(it.clock.to_string())).collect() }
}

fn advances(g: &Battle, side: Side) -> FieldKind {
    let entry = vec![
        field("/name", "Name", FieldKind::Text { at_most: 60 }).needed(),
        field("/path", "Way", FieldKind::Way { at_most: MOST }).needed().drawn("axis"),
        field(
            "/half_width",
            "Half width of an axis; nothing for a direction",
            FieldKind::Number { least: 0, most: 6 },
        ),
        field("/units", "Units bound to it; the rest follow the first", units(g, side)),
    ];
    FieldKind::List { entry, at_most: 9 }
}

fn phases(g: &Battle) -> FieldKind {
    let plain = |label: &str, value: Value| FieldChoice { label: label.into(), value };
    let mut choices =
        vec![plain("All units are up to it", "all-up".into()), plain("Nothing", "none".into())];
    if let FieldKind::One { choices: times } = clock(g) {
        choices.extend(times.into_iter().map(|it| FieldChoice {
            label: format!("The time is {}", it.label),
            value: json!({ "time": it.value }),
        }));
    }
    let entry = vec![
        field("/name", "Name", FieldKind::Text { at_most: 60 }).needed(),
        field("/line", "Phase line", line()).needed().drawn("phase"),
        field("/release", "Crossed when", FieldKind::One { choices }),
    ];
    FieldKind::List { entry, at_most: 9 }
}

fn boundaries(g: &Battle, side: Side) -> FieldKind {
    let choices =
        Echelon::ALL.map(|it| FieldChoice { label: it.name().into(), value: it.key().into() });
    let companies = g.data().companies.iter().filter(|it| {
        let force = g.data().battalions[it.battalion.index()].force;
        g.data().forces[force.index()].side == side
    });
    let rows: Vec<SomeRow> = companies
        .map(|it| SomeRow {
            label: it.name.clone(),
            piece: None,
            place: None,
            note: None,
            value: it.key.clone().into(),
            costs: vec![],
            refused: None,
        })
        .collect();
    let entry = vec![
        field("/echelon", "Of", FieldKind::One { choices: choices.into() }).needed(),
        field("/line", "Boundary", line()).needed().drawn("boundary"),
        field(
            "/companies",
            "Between which companies",
            FieldKind::Some { rows, at_least: 0, at_most: 2 },
        ),
    ];
    FieldKind::List { entry, at_most: 9 }
}

fn locations(g: &Battle, side: Side) -> FieldKind {
    let entry = vec![
        field("/unit", "Unit", one_unit(g, side)).needed(),
        field("/hex", "Hex", FieldKind::Cell).needed().drawn("location"),
    ];
    FieldKind::List { entry, at_most: MOST }
}

fn smoke(g: &Battle) -> FieldKind {
    let mut choices = Vec::new();
    if let FieldKind::One { choices: times } = clock(g) {
        choices.extend(times.into_iter().map(|it| FieldChoice {
            label: format!("From {} on", it.label),
            value: json!({ "time": it.value }),
        }));
    }
    let entry = vec![
        field("/hexes", "Hexes", FieldKind::Cells { at_most: MOST }).needed().drawn("smoke"),
        field("/trigger", "When", FieldKind::One { choices }).needed(),
    ];
    FieldKind::List { entry, at_most: 9 }
}

fn field(at: &str, label: &str, kind: FieldKind) -> RecordField {
    RecordField {
        at: at.into(),
        label: label.into(),
        note: None,
        needed: false,
        symbol: None,
        kind,
    }
}

/// Shorter ways to say more of a field.
trait Further {
    fn needed(self) -> RecordField;
    fn drawn(self, symbol: &str) -> RecordField;
}

impl Further for RecordField {
    fn needed(self) -> RecordField {
        RecordField { needed: true, ..self }
    }
    fn drawn(self, symbol: &str) -> RecordField {
        RecordField { symbol: Some(symbol.into()), ..self }
    }
}
