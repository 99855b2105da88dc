//! The printed tables, row by row, and what is printed on counters.

use std::fmt::Display;

use kernel::{Dice, Throw};
use tcs::data::TargetType;
use tcs::sheet::Mission;
use tcs::state::Battle;
use tcs::tables::{Cell, FireResult, Flag, MoraleResult, Shoot};

use super::unit_of;
use crate::cases::words::{Read, Words};

pub(super) fn value(g: &Battle, first: &str, words: &mut Words) -> Read<Option<String>> {
    Ok(Some(match first {
        "table" => return table(g, words).map(Some),
        "card" => card(g, words)?,
        // Two dice, in the order in which they were thrown.
        "d66" => {
            let dice: (i32, i32) =
                (words.number("the first die")?, words.number("the second die")?);
            match (0..Dice::D66.faces()).map(Throw).find(|it| it.pair() == dice) {
                Some(it) => it.d66().to_string(),
                None => return words.wrong("no throw shows this"),
            }
        }
        "clock" => {
            let turn: usize = words.number("a turn")?;
            let turn = turn.checked_sub(1).and_then(|it| g.data.turns.get(it));
            turn.map_or("none".into(), |it| it.clock.to_string())
        }
        _ => return Ok(None),
    }))
}

/// `table fire 17-20`, `table morale 5`, `table adjustment 11`, `table prep 3`, `table threshold attack`, …
fn table(g: &Battle, words: &mut Words) -> Read<String> {
    let tables = &g.data.tables;
    let name = words.need("a table")?;
    let row = if words.peek().is_some() { words.rest().join(" ") } else { String::new() };
    let none = || words.wrong(format!("table {name} has no row \"{row}\""));
    Ok(match name.as_str() {
        "fire" => match tables.fire.iter().find(|it| it.label == row) {
            Some(it) => cells(it.cells.cells(), fire_word),
            None => return none(),
        },
        "fire-flags" => match tables.fire.iter().find(|it| it.label == row) {
            Some(it) => flags(it.cells.cells()),
            None => return none(),
        },
        "morale" => match tables.morale.iter().find(|it| it.label == row) {
            Some(it) => cells(it.cells.cells(), |it| morale_word(it).into()),
            None => return none(),
        },
        "adjustment" => match tables.adjustment.iter().find(|it| it.column.to_string() == row) {
            Some(it) => cells(it.cells.cells(), |it| shoot_word(it).into()),
            None => return none(),
        },
        "prep" => {
            let n = row.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            match n.and_then(|it| tables.command_prep.rows.get(it)) {
                Some(it) => {
                    list(it.iter().map(|it| if *it == 0 { "-".into() } else { it.to_string() }))
                }
                None => return none(),
            }
        }
        "threshold" => {
            let all = &tables.command_prep.thresholds;
            let row = match Mission::read(&row) {
                Some(Mission::PreparedDefence) => &all.prepared_defence,
                Some(Mission::Attack) => &all.attack,
                Some(Mission::HastyDefence) => &all.hasty_defence,
                Some(Mission::Move) => &all.moving,
                _ => return none(),
            };
            list(row)
        }
        _ => return words.wrong(format!("there is no table \"{name}\" here")),
    })
}

/// `steps 5, morale 4, target A, …` of a counter.
fn card(g: &Battle, words: &mut Words) -> Read<String> {
    let card = g.card(unit_of(words, g)?);
    Ok(match words.need("what is printed")?.as_str() {
        "kind" => card.kind.key().into(),
        "steps" => card.steps.to_string(),
        "morale" => card.morale.map_or("none".into(), |it| it.to_string()),
        "target" => match card.target {
            TargetType::A => "A".into(),
            TargetType::P(n) => format!("P-{n}"),
            TargetType::B(n) => format!("B-{n}"),
        },
        "observer" => super::yes(card.observer),
        "at-rolls" => super::yes(card.at_rolls),
        "combat" => super::yes(card.is_combat()),
        "battalion" => g.data.battalions[card.battalion.index()].name.clone(),
        "company" => g.data.companies[card.company.index()].key.clone(),
        "force" => g.data.forces[card.force.index()].key.clone(),
        "prep" => g.data.forces[card.force.index()].command_prep.to_string(),
        "trajectory" => card.area.as_ref().map_or("none".into(), |it| it.class.key().into()),
        other => return words.wrong(format!("\"{other}\" is not printed")),
    })
}

fn cells<T: Copy>(cells: &[Cell<T>], word: impl Fn(T) -> String) -> String {
    let cell = |it: &Cell<T>| match it.lo == it.hi {
        true => format!("{} {}", word(it.result), it.lo),
        false => format!("{} {}-{}", word(it.result), it.lo, it.hi),
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(", ")
}

/// `-3 inferred, -4 aligned`: what is not certain.
fn flags(cells: &[Cell<FireResult>]) -> String {
    let cell = |it: &Cell<FireResult>| {
        let word = match it.flag {
            Flag::Certain => return None,
            Flag::Aligned => "aligned",
            Flag::Inferred => "inferred",
            _ => "repaired",
        };
        Some(format!("{} {word}", fire_word(it.result)))
    };
    let all: Vec<String> = cells.iter().filter_map(cell).collect();
    if all.is_empty() { "certain".into() } else { all.join(", ") }
}

fn list<T: Display>(row: impl IntoIterator<Item = T>) -> String {
    row.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

fn fire_word(result: FireResult) -> String {
    match result {
        FireResult::NoEffect => "NE".into(),
        FireResult::Check(0) => "MC".into(),
        FireResult::Check(n) => format!("-{n}"),
    }
}

const fn morale_word(result: MoraleResult) -> &'static str {
    match result {
        MoraleResult::NoEffect => "NE",
        MoraleResult::Suppressed => "S",
        MoraleResult::Syr => "SYR",
        MoraleResult::Paralysed => "P",
        MoraleResult::Surrender => "Surr",
    }
}

const fn shoot_word(shoot: Shoot) -> &'static str {
    match shoot {
        Shoot::NoShoot => "No",
        Shoot::Scatter => "Sc",
        Shoot::BadShoot => "Bad",
        Shoot::GoodShoot => "Good",
    }
}
