//! `tables/*.toml` to a table; what is wrong with a piece stands at that piece.

use std::sync::Arc;

use module::problem::Span;
use module::read::{Page, first_line, quoted};
use module::suggest::nearest;
use module::{Errors, values::At};
use tabletop::build::{AreaRow, BuildingRow, HillRow, LineRow};
use tabletop::{Fault, Legend, List, Table, TableFile, Wrong};

use super::format::Ground;

/// skirmish.terr.table, skirmish.terr.types
pub(crate) fn table(
    page: &Page<Ground>,
    legend: &Arc<Legend>,
    errors: &mut Errors,
) -> Option<Table> {
    let raw = &page.raw;
    let side = |it: usize| raw.size.get(it).and_then(|it| u16::try_from(*it).ok()).unwrap_or(0);
    let file = TableFile {
        size: [side(0), side(1)],
        hill: (raw.hill.iter())
            .map(|it| HillRow {
                key: it.key.value.0.clone(),
                title: it.title.clone(),
                level: it.level,
                outline: it.outline.value.clone(),
            })
            .collect(),
        area: (raw.area.iter())
            .map(|it| AreaRow {
                key: it.key.value.0.clone(),
                title: it.title.clone(),
                kind: it.kind.value.clone(),
                outline: it.outline.value.clone(),
            })
            .collect(),
        line: (raw.line.iter())
            .map(|it| LineRow {
                key: it.key.value.0.clone(),
                title: it.title.clone(),
                kind: it.kind.value.clone(),
                points: it.points.value.clone(),
            })
            .collect(),
        building: (raw.building.iter())
            .map(|it| BuildingRow {
                key: it.key.value.0.clone(),
                title: it.title.clone(),
                kind: it.kind.value.clone(),
                floors: it.floors,
                outline: it.outline.value.clone(),
            })
            .collect(),
    };
    match file.build(legend.clone()) {
        Ok(table) => Some(table),
        Err(faults) => {
            faults.iter().for_each(|it| tell(page, legend, it, errors));
            None
        }
    }
}

/// A fault where it was made, with the statement it offends and what was perhaps meant.
fn tell(page: &Page<Ground>, legend: &Legend, fault: &Fault, errors: &mut Errors) {
    let rule = match fault.wrong {
        Wrong::Kind(_) => "skirmish.terr.types",
        _ => "skirmish.terr.table",
    };
    let (span, kinds) = place(page, legend, fault);
    let meant = match &fault.wrong {
        Wrong::Kind(it) => nearest(it, kinds.iter().map(String::as_str)),
        _ => None,
    };
    let span = first_line(&page.text, span);
    errors.suggest(&page.path, span, format!("{fault} ({rule})"), meant);
}

/// Where a fault lies, and the kinds that may stand in its list.
fn place(page: &Page<Ground>, legend: &Legend, fault: &Fault) -> (Span, Vec<String>) {
    let raw = &page.raw;
    let nowhere = (raw.size.span, Vec::new());
    let Some((list, row, _)) = &fault.row else { return nowhere };
    let at = |key: Span, kind: Option<Span>, outline: Span| match fault.wrong {
        Wrong::Key | Wrong::Nothing | Wrong::Tall => key,
        Wrong::Kind(_) => kind.unwrap_or(key),
        _ => outline,
    };
    match list {
        List::Hill => raw
            .hill
            .get(*row)
            .map_or(nowhere, |it| (at(it.key.span, None, it.outline.span), Vec::new())),
        List::Area => raw.area.get(*row).map_or(nowhere, |it| {
            let kinds = legend.areas.iter().map(|it| it.key.clone());
            (at(it.key.span, Some(it.kind.span), it.outline.span), kinds.collect())
        }),
        List::Line => raw.line.get(*row).map_or(nowhere, |it| {
            let kinds = legend.obstacles.iter().map(|it| it.key.clone());
            (at(it.key.span, Some(it.kind.span), it.points.span), kinds.collect())
        }),
        List::Building => raw.building.get(*row).map_or(nowhere, |it| {
            let kinds = legend.buildings.iter().map(|it| it.key.clone());
            (at(it.key.span, Some(it.kind.span), it.outline.span), kinds.collect())
        }),
    }
}

/// The one that is meant, by its key; otherwise that there is none.
pub(crate) fn find<'k>(
    path: &str,
    what: &str,
    name: &At<String>,
    known: impl Iterator<Item = &'k str> + Clone,
    errors: &mut Errors,
) -> Option<usize> {
    let found = known.clone().position(|it| it == name.value);
    if found.is_none() {
        let message = format!("there is no {what} {}", quoted(name));
        errors.suggest(path, name.span, message, nearest(name, known));
    }
    found
}
