//! Op sheets and what they allow.

use kernel::Rule;
use tcs::command::{self, Deed, papers};
use tcs::id::Side;
use tcs::sheet::step::Line;
use tcs::sheet::{Life, Order, Sheet, Situation as _, end, join, judge, prep, proposals};
use tcs::state::Battle;

use super::{Found, or_rule, unit_of};
use crate::cases::drawing;
use crate::cases::words::{self, Read, Words};
use crate::table::drawings::drawings;

const DEEDS: [(&str, Deed); 13] = [
    ("move", Deed::Move),
    ("sfa", Deed::Sfa),
    ("pfa", Deed::Pfa),
    ("overwatch", Deed::Overwatch),
    ("assault", Deed::Assault),
    ("overrun", Deed::Overrun),
    ("breach", Deed::Breach),
    ("mine-crossing", Deed::MineCrossing),
    ("unit-smoke", Deed::UnitSmoke),
    ("dig-in", Deed::DigIn),
    ("observe", Deed::Observe),
    ("impulse", Deed::Impulse),
    ("mount", Deed::Mount),
];

pub(super) fn value(g: &Battle, first: &str, words: &mut Words) -> Read<Option<Found>> {
    let map = g.data.map();
    Ok(Some(Found::Text(match first {
        "sheet" => {
            let side = words::side(words)?;
            let order = order(g, side, words)?;
            return Ok(Some(Found::Facts(facts(g, order))));
        }
        "sheets" => {
            let all = g.orders.of(words::side(words)?).iter();
            words::or_none(all.map(|it| it.sheet.name.clone()).collect())
        }
        // The symbols on the owner's map: `departure 0640`, `phase P1`.
        "symbols" => {
            let side = words::side(words)?;
            let drawn = drawings(g, side).into_iter();
            return Ok(Some(Found::Facts(
                drawn.map(|it| format!("{} {}", it.symbol, it.label).trim().to_owned()).collect(),
            )));
        }
        // A field of the sheet as a file, by its name there: `toml A s1 drawing.objective.hexes`.
        "toml" => {
            let side = words::side(words)?;
            let order = order(g, side, words)?;
            field(&order.sheet, words)?
        }
        // Everything that is wrong with a sheet as it is drawn: `objections A s1 attack …`, `objections-at` with the places.
        "objections" | "objections-at" => {
            let side = words::side(words)?;
            let sheet = drawing::sheet(words, &g.data, side)?;
            let all = judge::objections(g, side, g.orders.of(side), &sheet).into_iter();
            let all = all.map(|it| match first {
                "objections" => it.rule.code.to_owned(),
                _ => format!("{} {}", it.rule.code, it.at),
            });
            or_none(all.collect(), ", ")
        }
        // `forecast A s1 3: 1/12 1/9 1/6 later 2/3`, `forecast-by A s1 3: 1/12 …`: the coming turns.
        "forecast" | "forecast-by" => {
            let side = words::side(words)?;
            let order = order(g, side, words)?;
            let turns = words.number("how many turns")?;
            match prep::forecast_of(g, order, turns) {
                Ok(it) if first == "forecast" => {
                    let turns = it.turns.iter().map(|it| share(*it));
                    turns
                        .chain([format!("later {}", share(it.later))])
                        .collect::<Vec<_>>()
                        .join(" ")
                }
                Ok(it) => {
                    let turns = (0..it.turns.len()).map(|turn| share(it.by(turn)));
                    turns.collect::<Vec<_>>().join(" ")
                }
                Err(rule) => rule.code.to_owned(),
            }
        }
        // `check-chances A s1: 4`: rolls of six that succeed.
        "check-chances" => {
            let side = words::side(words)?;
            let order = order(g, side, words)?;
            let prep = order.members.first().map_or(0, |it| g.data.force_of(it.unit).command_prep);
            let modifier = join::reserve_modifier(g, order);
            join::chances(&g.data.tables, prep, modifier).to_string()
        }
        // `ready A attack: NAME; NAME`, `ready A attack 2: FACTS`, `ready A attack 2 FIELD: …` as in a file, `ready A attack any 17: NAME`.
        "ready" => {
            let side = words::side(words)?;
            let mission = words.word()?;
            let orders = g.orders.of(side);
            if words.take("any") {
                let random = words.number("any number")?;
                let one = proposals::one(g, side, orders, mission, random);
                return Ok(Some(Found::Text(one.map_or_else(|| "none".into(), |it| it.name))));
            }
            let all = proposals::ready(g, side, orders, mission);
            let Some(number) = words.next() else {
                let names = all.into_iter().map(|it| it.name);
                return Ok(Some(Found::Text(or_none(names.collect(), "; "))));
            };
            let number = number.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            let Some(sheet) = number.and_then(|it| all.into_iter().nth(it)) else {
                return words.wrong("there is no such ready drawing");
            };
            if words.peek().is_none() {
                let order = Order::new(g, side, sheet);
                return Ok(Some(Found::Facts(facts(g, &order))));
            }
            field(&sheet, words)?
        }
        "near-zone" => {
            let side = words::side(words)?;
            words::labels(map, order(g, side, words)?.plan.near_zone().iter())
        }
        "operations-area" => {
            let side = words::side(words)?;
            let order = order(g, side, words)?;
            match words.next() {
                Some(key) => match g.find_company(&key) {
                    Some(it) => words::labels(map, order.plan.area_of(it).iter()),
                    None => return words.wrong(format!("there is no company \"{key}\"")),
                },
                None => words::labels(map, order.plan.area.iter()),
            }
        }
        "zone" => {
            let side = words::side(words)?;
            let order = order(g, side, words)?;
            words::labels(map, order.plan.zone(words.number("its number")?).iter())
        }
        "permitted" => {
            let id = unit_of(words, g)?;
            let Some(order) = command::order_of(g, id) else {
                return words.wrong("the unit is on no sheet");
            };
            words::labels(map, order.plan.permitted(id, &g.unit(id)).iter())
        }
        "displaced" => {
            let id = unit_of(words, g)?;
            let order = command::order_of(g, id);
            super::yes(order.is_some_and(|it| it.is_displaced(g, id)))
        }
        "smoke-area" => words::labels(map, command::smoke_area(g, words::side(words)?).iter()),
        // `may a1 sfa`, `may a1 assault 0304`
        "may" => {
            let id = unit_of(words, g)?;
            let deed = deed(words)?;
            match words.peek() {
                Some(_) => or_rule(command::may_at(g, id, deed, words::hex(words, map)?)),
                None => or_rule(command::may(g, id, deed)),
            }
        }
        // The step test: `step a1 0304`, `step a1 0304 assault`
        "step" => {
            let id = unit_of(words, g)?;
            let to = words::hex(words, map)?;
            let test = command::Tests::new(g, tcs::set::UnitSet::of(id));
            match words.next().as_deref() {
                None => or_rule(test.step(g, to)),
                Some("assault") => or_rule(command::may_step(g, id, to, Deed::Assault)),
                Some("overrun") => or_rule(command::may_step(g, id, to, Deed::Overrun)),
                Some(other) => return words.wrong(format!("\"{other}\" is no kind of step")),
            }
        }
        // The line of the sheet that is in the way: `line a1 0304: phase 1`.
        "line" => {
            let id = unit_of(words, g)?;
            let to = words::hex(words, map)?;
            let why = command::Tests::new(g, tcs::set::UnitSet::of(id)).why(to);
            match why.err().and_then(|it| it.line) {
                Some(Line::Boundary(i)) => format!("boundary {}", i + 1),
                Some(Line::Departure) => "departure".into(),
                Some(Line::Phase(i)) => format!("phase {}", i + 1),
                None => "none".into(),
            }
        }
        "must-step" => super::yes(command::must_step(g, unit_of(words, g)?)),
        "ready-sheets" => {
            let side = words::side(words)?;
            papers::ready_sheets(g, side).len().to_string()
        }
        _ => return Ok(None),
    })))
}

/// A field of a sheet as TOML, by its name there. What is read from that is the same value.
fn field(sheet: &Sheet, words: &mut Words) -> Read<String> {
    let file = toml::Value::try_from(sheet);
    let file = file.or_else(|it| words.wrong(format!("it cannot be written: {it}")))?;
    if file.clone().try_into::<Sheet>().as_ref() != Ok(sheet) {
        return words.wrong(format!("this is read as another sheet: {file:?}"));
    }
    let path = words.need("the name of a field")?;
    let field = path.split('.').try_fold(&file, |at, key| match key.parse::<usize>() {
        Ok(i) => at.get(i),
        Err(_) => at.get(key),
    });
    match field.map(serde_json::to_string) {
        Some(Ok(it)) => Ok(it),
        _ => words.wrong(format!("it has no {path}: {file:?}")),
    }
}

fn share(it: prep::Fraction) -> String {
    format!("{}/{}", it.part(), it.whole())
}

fn or_none(all: Vec<String>, between: &str) -> String {
    if all.is_empty() { "none".into() } else { all.join(between) }
}

fn deed(words: &mut Words) -> Read<Deed> {
    let word = words.need("an action")?;
    match DEEDS.iter().find(|it| it.0 == word) {
        Some(it) => Ok(it.1),
        None => words.wrong(format!("\"{word}\" is nothing that a mission allows or not")),
    }
}

fn order<'a>(g: &'a Battle, side: Side, words: &mut Words) -> Read<&'a Order> {
    let id = words::sheet(words, g, side)?;
    match g.orders.get(side, id) {
        Some(it) => Ok(it),
        None => words.wrong("there is no such sheet"),
    }
}

/// All that can be said of a sheet.
fn facts(g: &Battle, order: &Order) -> Vec<String> {
    let map = g.data.map();
    let life = match order.life {
        Life::Preparing => "preparing",
        Life::Implemented => "implemented",
        Life::Complete => "complete",
        Life::Failed => "failed",
        Life::Cancelled => "cancelled",
    };
    let units = order.members.iter().map(|it| it.unit);
    let (value, why) = prep::weighted_turns(g, order);
    let (had, lost) = end::losses(g, order);
    let needs = papers::throw_needs(g, order);
    let companies = units.clone().map(|it| g.card(it).company);
    let rule = |it: Rule| it.code.to_owned();
    let mut facts = vec![
        life.to_owned(),
        order.mission().key().to_owned(),
        format!("turns {}", order.weighted_turns),
        format!("name {}", order.sheet.name),
        format!("units {}", words::keys(&g.data, units)),
        format!("objective {}", words::labels(map, order.plan.objective.iter())),
        format!("worth {value} by {}", why.code),
        format!("worth {value}"),
        format!("losses {lost} of {had}"),
        format!("size {}", prep::size(&g.data.tables, companies)),
        format!("row {}", prep::row_of(g, order).map_or_else(rule, |it| it.to_string())),
        format!("pace {}", prep::pace(&order.sheet).key()),
        format!("note {}", order.sheet.note),
    ];
    match needs {
        Ok(it) => {
            facts.push(format!("column {}", it.column));
            facts.push(format!("needs {}", it.figure));
        }
        Err(it) => facts.push(format!("needs {}", it.code)),
    }
    let drawing = &order.sheet.drawing;
    facts.extend(drawing.assembly.iter().map(|it| format!("assembly {it}")));
    facts.extend(drawing.failure.iter().map(|it| format!("rally {}", it.rally)));
    for it in &drawing.advances {
        let path: Vec<String> = it.path.iter().map(ToString::to_string).collect();
        facts.push(format!("path {}", path.join(" ")));
        facts.extend(it.half_width.map(|it| format!("width {it}")));
    }
    if order.progress.attained {
        facts.push("attained".into());
    }
    if order.is_triggered(g) {
        facts.push("triggered".into());
    }
    for (i, phase) in order.sheet.drawing.phases.iter().enumerate() {
        if order.is_released(g, g.orders.of(order.side), i) {
            facts.push(format!("released {}", phase.name));
        }
        if order.progress.crossed >> i & 1 == 1 {
            facts.push(format!("crossed {}", phase.name));
        }
    }
    facts
}
