//! The tables of the book beside the map. Cells that our sources do not give plainly are marked (tcs.table.fire-uncertain), and
//! odds that rest on one say so.

use play::wire::{Detail, Display, DisplayGroup, Grid, GridRow, RuleRef};
use tcs::Battle;
use tcs::artillery;
use tcs::fire;
use tcs::tables::{Cell, Figure, FireColumn, FireResult, Flag, MoraleResult, Shoot, Tables};

/// Most steps a result of the fire table takes.
const MOST_STEPS: u8 = 9;

pub(super) fn display(g: &Battle) -> Display {
    let tables = &g.data().tables;
    let grids = vec![fire_grid(tables), morale_grid(tables), adjustment_grid(tables)];
    let group = DisplayGroup {
        title: "Two dice, read as tens and units".into(),
        seat: None,
        colour: None,
        rows: vec![],
        boxes: vec![],
        cards: vec![],
        grids,
    };
    Display {
        key: "tables".into(),
        letter: "B".into(),
        title: "Tables of the book".into(),
        groups: vec![group],
    }
}

fn fire_grid(tables: &Tables) -> Grid {
    let results: Vec<FireResult> = std::iter::once(FireResult::NoEffect)
        .chain((0..=MOST_STEPS).map(FireResult::Check))
        .collect();
    let rows = tables.fire.iter().map(|it| row(it.label.clone(), it.cells.cells(), &results));
    Grid {
        title: "Fire".into(),
        text: "By strength: no effect, a Morale Check, or steps lost and a Morale Check. A cell with a question mark is \
               printed unclearly in our source and put where it fits best, or closes a gap."
            .into(),
        columns: results.iter().map(|it| fire_word(*it)).collect(),
        rows: rows.collect(),
    }
}

fn morale_grid(tables: &Tables) -> Grid {
    let results = [
        (MoraleResult::NoEffect, "No effect"),
        (MoraleResult::Suppressed, "Suppressed"),
        (MoraleResult::Syr, "Save Yourself"),
        (MoraleResult::Paralysed, "Paralysed"),
        (MoraleResult::Surrender, "Surrender"),
    ];
    let which = results.map(|it| it.0);
    let rows =
        tables.morale.iter().zip(1..).map(|(it, n)| row(n.to_string(), it.cells.cells(), &which));
    Grid {
        title: "Morale".into(),
        text: "By the sum of morale and modifiers; it is complete in our source.".into(),
        columns: results.iter().map(|it| it.1.into()).collect(),
        rows: rows.collect(),
    }
}

fn adjustment_grid(tables: &Tables) -> Grid {
    let results = [
        (Shoot::GoodShoot, "Good Shoot"),
        (Shoot::BadShoot, "Bad Shoot"),
        (Shoot::Scatter, "Scatter"),
        (Shoot::NoShoot, "No Shoot"),
    ];
    let which = results.map(|it| it.0);
    let rows = tables.adjustment.iter();
    let rows = rows.map(|it| row(it.column.to_string(), it.cells.cells(), &which));
    Grid {
        title: "Adjustment of artillery".into(),
        text: "By the column of the guns and its shifts; it is complete in our source.".into(),
        columns: results.iter().map(|it| it.1.into()).collect(),
        rows: rows.collect(),
    }
}

/// Which throws give each result.
fn row<T: Copy + PartialEq>(label: String, cells: &[Cell<T>], results: &[T]) -> GridRow {
    let of = |result: T| cells.iter().filter(move |it| it.result == result);
    let throws = |it: &Cell<T>| match it.lo == it.hi {
        true => it.lo.to_string(),
        false => format!("{}–{}", it.lo, it.hi),
    };
    let doubtful = |result: T| of(result).any(|it| it.flag != Flag::Certain);
    GridRow {
        symbol: None,
        label,
        cells: results
            .iter()
            .map(|it| of(*it).map(throws).collect::<Vec<_>>().join(", "))
            .collect(),
        doubts: (0..results.len()).filter(|i| doubtful(results[*i])).collect(),
    }
}

fn fire_word(result: FireResult) -> String {
    match result {
        FireResult::NoEffect => "none".into(),
        FireResult::Check(0) => "check".into(),
        FireResult::Check(n) => format!("−{n}"),
    }
}

const fn flag_words(flag: Flag) -> Option<&'static str> {
    match flag {
        Flag::Certain => None,
        Flag::Aligned => Some("is printed, and put where it fits best"),
        Flag::Inferred => Some("is not printed and closes a gap"),
        Flag::RepairedSign => Some("is printed without its minus"),
        Flag::RepairedLayout => Some("is printed in a damaged layout"),
        Flag::Suspect => Some("is printed, but probably a slip"),
        Flag::Reported => Some("comes from articles, not from the rules"),
        Flag::Ruling => Some("is our ruling"),
    }
}

/// What is uncertain in the tables these ledgers lead to.
pub(super) fn doubts(g: &Battle, ledgers: &[Detail]) -> Vec<String> {
    let tables = &g.data().tables;
    let mut all: Vec<String> = Vec::new();
    for it in ledgers {
        if it.rule == RuleRef::of(fire::COLUMN) {
            let column = it.total.and_then(|it| tables.fire_column(it));
            all.extend(column.and_then(doubt_of_column));
        }
        if it.rule == RuleRef::of(artillery::COLUMN) {
            let lines = it.ledger.iter().filter_map(|line| {
                let how = flag_words(adjustment_figure(tables, &line.rule)?.flag)?;
                Some(format!("“{}” {how}.", line.text))
            });
            all.extend(lines);
        }
    }
    all.dedup();
    all
}

fn doubt_of_column(column: &FireColumn) -> Option<String> {
    let cells = || column.cells.cells().iter().filter(|it| it.flag != Flag::Certain);
    let first = cells().next()?;
    let words: Vec<String> = cells().map(|it| fire_word(it.result)).collect();
    Some(format!(
        "Fire table, column {}: {} (throws from {} on) are printed unclearly in our source.",
        column.label,
        words.join(", "),
        first.lo
    ))
}

fn adjustment_figure(tables: &Tables, rule: &RuleRef) -> Option<Figure> {
    let table = &tables.adjustment_modifiers;
    let rows = [
        (artillery::PREPARED, table.observer_prepared_defence),
        (artillery::UNASSIGNED, table.observer_unassigned_or_move),
        (artillery::HIGHER, table.observer_higher),
        (artillery::TWILIGHT, table.twilight),
        (artillery::NIGHT, table.night),
        (artillery::RANGE_4, table.range_4),
        (artillery::RANGE_7, table.range_7),
    ];
    rows.into_iter().find(|it| it.0.code == rule.code).map(|it| it.1)
}
