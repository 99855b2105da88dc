//! How whole values are filled in: set-ups, throws, checks, joins, and op sheets drawn on the map.

mod sheet;

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
use tcs::sheet::{join, prep};
use tcs::state::CommandStep;
use tcs::text::Names;

use super::question::piece;
use super::words;

pub(super) fn form(g: &Battle, ask: &Question, ready: &[Plan]) -> Form {
    let side = ask.who;
    let (kind, field) = match ask.topic {
        Topic::SetUp => (set_up(g, side, ready), "set-up"),
        Topic::Sheets(CommandStep::Implement) => (throws(g, side), "throws"),
        Topic::Sheets(CommandStep::Checks) => (checks(g, side, ready), "checks"),
        Topic::Sheets(CommandStep::Add) => (joins(g, side, ready), "joins"),
        _ => (sheet::sheets(g, side, ask.topic == Topic::SetUpSheets), "sheets"),
    };
    let ready = ready.iter().map(|it| ReadyPlan { label: words::plan(g, it), plan: value(it) });
    Form { field: Some(field.into()), text: field == "sheets", ..Form::new(kind, ready.collect()) }
}

fn value<T: Serialize>(it: &T) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}

/// A record for each unit with a choice: where it begins.
fn set_up(g: &Battle, side: Side, ready: &[Plan]) -> FormKind {
    let Some(Plan::SetUp(placed)) = ready.first() else {
        return FormKind::Records { kinds: vec![], parts: vec![], at_least: 0, at_most: 0 };
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
    FormKind::Records { kinds, parts: vec![], at_least: count, at_most: count }
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
        cells.extend(mine.map(|it| some(words::check_alone(g, *it), value(it))));
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
    /// Of a text: words there are already.
    fn known(self, words: Vec<String>) -> RecordField;
}

impl Further for RecordField {
    fn needed(self) -> RecordField {
        RecordField { needed: true, ..self }
    }
    fn drawn(self, symbol: &str) -> RecordField {
        RecordField { symbol: Some(symbol.into()), ..self }
    }
    fn known(mut self, words: Vec<String>) -> RecordField {
        if let FieldKind::Text { known, .. } = &mut self.kind {
            *known = words;
        }
        self
    }
}
