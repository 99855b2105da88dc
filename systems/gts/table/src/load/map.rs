//! `map.toml` to a [`board::Map`].

use std::collections::{BTreeMap, BTreeSet};

use board::{Legend, MapBuilder};
use gts::data::MoveClass;
use gts::tables::{Crossing, HexsideRow, Tables};
use hex::Offset;

use crate::load::{format::Map as MapText, tables::legend};
use module::{
    Errors,
    ground::{inside, neighbours},
    problem::Span,
    read::{Page, first_line, quoted},
    suggest::nearest,
    values::{At, HexLabel},
};

/// Hexes of a map. Sight is kept for every pair of them.
const MOST_HEXES: u16 = 1024;
/// Labels have two digits each way.
const LONGEST_SIDE: u16 = 99;

/// The map, or `None` with what is wrong.
pub(crate) fn map(
    page: &Page<MapText>,
    tables: &Tables,
    errors: &mut Errors,
) -> Option<board::Map> {
    let before = errors.count();
    let raw = &page.raw;
    let (columns, rows) = (raw.columns.value, raw.rows.value);
    let Some(size) = Size::of(raw) else {
        let message =
            format!("{columns} columns and {rows} rows: a map has at most {MOST_HEXES} hexes");
        errors.at(&page.path, raw.columns.span, message);
        return None;
    };
    let legend = legend(tables);
    let mut builder = MapBuilder::new(legend.clone(), size.columns, size.rows);
    terrain(page, &legend, size, &mut builder, errors);
    elevation(page, size, &mut builder, errors);
    hexsides(page, &legend, size, &mut builder, errors);
    bridges(page, tables, errors);
    for route in &raw.route {
        let known = kind(
            page,
            &route.kind,
            "route",
            legend.routes.iter().map(|it| it.key.as_str()),
            errors,
        );
        let good = hexes(page, &route.path, size, errors);
        for pair in route.path.windows(2) {
            if let [from, to] = pair
                && known
                && good
                && neighbours(&page.path, to.span, from, to, errors)
            {
                builder.route(&route.kind, &[&from.0, &to.0]);
            }
        }
    }
    for feature in &raw.feature {
        let known = kind(
            page,
            &feature.kind,
            "feature",
            legend.features.iter().map(|it| it.key.as_str()),
            errors,
        );
        hexes(page, &feature.hexes, size, errors);
        for hex in feature.hexes.iter().filter(|it| known && size.holds(it)) {
            builder.feature(hex, &feature.kind);
        }
    }
    for place in &raw.place {
        if hexes(page, std::slice::from_ref(&place.hex), size, errors) {
            builder.place(&place.hex, &place.name, place.kind.value.key());
        }
    }
    if errors.count() != before {
        return None;
    }
    match builder.build() {
        Ok(map) => Some(map),
        Err(wrong) => {
            for it in wrong {
                errors.whole(&page.path, it.to_string(), None);
            }
            None
        }
    }
}

/// Columns and rows of a map that may not have been built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

impl Size {
    /// The size a map file claims, for checks where the map itself cannot be built.
    pub(crate) fn of(raw: &MapText) -> Option<Size> {
        let side = |it: i64| u16::try_from(it).ok().filter(|it| 0 < *it && *it <= LONGEST_SIDE);
        let size = Size { columns: side(raw.columns.value)?, rows: side(raw.rows.value)? };
        (size.columns * size.rows <= MOST_HEXES).then_some(size)
    }

    pub(crate) fn holds(self, label: &str) -> bool {
        let inside = |it: Offset| {
            0 < it.column
                && it.column as u16 <= self.columns
                && 0 < it.row
                && it.row as u16 <= self.rows
        };
        label.parse::<Offset>().is_ok_and(inside)
    }

    pub(crate) fn on_edge(self, label: &str) -> bool {
        let edge = |it: Offset| {
            it.column == 1
                || it.row == 1
                || it.column as u16 == self.columns
                || it.row as u16 == self.rows
        };
        label.parse::<Offset>().is_ok_and(edge)
    }

    /// A sentence about a hex that is not there.
    pub(crate) fn off(self, label: &str) -> String {
        let Size { columns, rows } = self;
        format!(
            "there is no hex {} on this map of {columns} columns and {rows} rows",
            quoted(label)
        )
    }
}

fn terrain(
    page: &Page<MapText>,
    legend: &Legend,
    size: Size,
    builder: &mut MapBuilder,
    errors: &mut Errors,
) {
    let raw = &page.raw;
    let mut letters: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for (letter, key) in &raw.letters {
        let known =
            kind(page, key, "terrain", legend.terrains.iter().map(|it| it.key.as_str()), errors);
        letters.insert(letter, known.then_some(key.as_str()));
        if letter.is_empty() || letter.contains(char::is_whitespace) {
            errors.at(&page.path, letter.span, format!("{} is not one word", quoted(letter)));
        }
    }
    let mut unknown = BTreeSet::new();
    for (label, word, span) in grid(page, &raw.terrain, "terrain", size, errors) {
        match letters.get(word) {
            Some(Some(key)) => {
                builder.terrain(&label, key);
            }
            Some(None) => {}
            None if !unknown.insert(word) => {}
            None => {
                let message = format!("hex {label}: {} is not in [letters]", quoted(word));
                errors.suggest(&page.path, span, message, nearest(word, letters.keys().copied()));
            }
        }
    }
}

fn elevation(page: &Page<MapText>, size: Size, builder: &mut MapBuilder, errors: &mut Errors) {
    let Some(text) = &page.raw.elevation else { return };
    for (label, word, span) in grid(page, text, "elevation", size, errors) {
        match word.parse::<i8>() {
            Ok(level) => {
                builder.elevation(&label, level);
            }
            Err(_) => {
                errors.at(
                    &page.path,
                    span,
                    format!("hex {label}: the level {} is not a small number", quoted(word)),
                );
            }
        }
    }
}

/// The words of a drawing with their hexes. Rows of the wrong length are reported and what fits is used.
fn grid<'a>(
    page: &'a Page<MapText>,
    text: &'a At<String>,
    what: &str,
    size: Size,
    errors: &mut Errors,
) -> Vec<(String, &'a str, Span)> {
    let (content, start) = inside(&page.text, text);
    let place = |part: &str| match start {
        Some(start) => {
            let offset = start + (part.as_ptr() as usize - content.as_ptr() as usize);
            Span { start: offset, end: offset + part.len() }
        }
        None => first_line(&page.text, text.span),
    };
    let mut out = Vec::new();
    let mut count: u16 = 0;
    for line in content.lines().filter(|it| !it.trim().is_empty()) {
        count = count.saturating_add(1);
        if size.rows < count {
            continue;
        }
        let words: Vec<&str> =
            line.split_whitespace().take(usize::from(size.columns) + 1).collect();
        if words.len() != usize::from(size.columns) {
            let (found, wanted) = (line.split_whitespace().count(), size.columns);
            let message =
                format!("{what}: row {count} has {found} hexes, the map has {wanted} columns");
            errors.at(&page.path, place(line.trim()), message);
        }
        for (column, word) in (1..=size.columns).zip(words) {
            out.push((format!("{column:02}{count:02}"), word, place(word)));
        }
    }
    if count != size.rows {
        let message = format!("{what}: there are {count} rows, the map has {}", size.rows);
        errors.at(&page.path, first_line(&page.text, text.span), message);
    }
    out
}

fn hexsides(
    page: &Page<MapText>,
    legend: &Legend,
    size: Size,
    builder: &mut MapBuilder,
    errors: &mut Errors,
) {
    for group in &page.raw.hexside {
        let known = kind(
            page,
            &group.kind,
            "hexside",
            legend.sides.iter().map(|it| it.key.as_str()),
            errors,
        );
        let directed = legend.sides.iter().any(|it| it.key == *group.kind.value && it.directed);
        for side in &group.sides {
            let Some((from, to)) = side.split_once(['-', '>']) else { continue };
            let off: Vec<&str> = [from, to].into_iter().filter(|it| !size.holds(it)).collect();
            for label in &off {
                errors.at(&page.path, side.span, size.off(label));
            }
            if !off.is_empty() || !known {
                continue;
            }
            if directed != side.contains('>') {
                let (message, right) = if directed {
                    (format!("{} is crossed one way", quoted(&group.kind)), format!("{from}>{to}"))
                } else {
                    (
                        format!("{} is the same from both hexes", quoted(&group.kind)),
                        format!("{from}-{to}"),
                    )
                };
                errors.suggest(&page.path, side.span, message, Some(right));
                continue;
            }
            if neighbours(&page.path, side.span, from, to, errors) {
                builder.side_between(from, to, &group.kind);
            }
        }
    }
}

/// gts.move.bridge: a bridge leads over something that bars the way; without it the bridge would bar the way itself.
fn bridges(page: &Page<MapText>, tables: &Tables, errors: &mut Errors) {
    let rows = |key: &str| tables.hexside.iter().find(|it| it.key == key);
    let bars = |row: &HexsideRow| {
        let mut ways = [MoveClass::Leg, MoveClass::Wheeled, MoveClass::Tracked]
            .into_iter()
            .flat_map(|it| [(it, false), (it, true)]);
        row.crossing == Crossing::Add && ways.any(|it| row.cost.of(it.0, it.1).is_none())
    };
    let ends = |side: &str| {
        let (from, to) = side.split_once(['-', '>'])?;
        Some(if from < to {
            (from.to_owned(), to.to_owned())
        } else {
            (to.to_owned(), from.to_owned())
        })
    };
    let groups = || page.raw.hexside.iter().filter_map(|it| Some((it, rows(&it.kind)?)));
    let barred: BTreeSet<(String, String)> = groups()
        .filter(|it| bars(it.1))
        .flat_map(|it| it.0.sides.iter().filter_map(|it| ends(it)))
        .collect();
    for (group, _) in groups().filter(|it| it.1.crossing == Crossing::Bridge) {
        for side in &group.sides {
            if let Some((from, to)) = ends(side).filter(|it| !barred.contains(it)) {
                let kind = quoted(&group.kind);
                let message = format!("there is no water under the {kind} {from}-{to}");
                errors.at(&page.path, side.span, message);
            }
        }
    }
}

/// Whether a key is one of the legend's.
fn kind<'a>(
    page: &Page<MapText>,
    key: &At<String>,
    what: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    errors: &mut Errors,
) -> bool {
    let found = known.clone().any(|it| it == key.value);
    if !found {
        let message = format!("there is no {what} {} in tables.toml", quoted(key));
        errors.suggest(&page.path, key.span, message, nearest(key, known));
    }
    found
}

/// Whether all hexes are on the map.
fn hexes(page: &Page<MapText>, labels: &[At<HexLabel>], size: Size, errors: &mut Errors) -> bool {
    let mut all = true;
    for label in labels.iter().filter(|it| !size.holds(it)) {
        errors.at(&page.path, label.span, size.off(label));
        all = false;
    }
    all
}
