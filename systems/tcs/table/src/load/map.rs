//! `map.toml` to a [`Ground`].

use std::collections::BTreeSet;

use board::Direction;
use hex::Offset;
use module::{
    Errors,
    ground::{inside, neighbours},
    problem::Span,
    read::{Page, first_line, quoted},
    suggest::nearest,
    values::{At, HexLabel, HexPair},
};
use tcs::ground::file::{HexsideFile, MapFile, PlaceFile, RouteFile};
use tcs::ground::{Chart, Ground, MOST_HEXES, TerrainRow};
use tcs::tables::Tables;

use super::format::Map as MapText;

/// The ground, or `None` with what is wrong.
pub(crate) fn ground(
    page: &Page<MapText>,
    tables: &Tables,
    own: &[TerrainRow],
    errors: &mut Errors,
) -> Option<Ground> {
    let before = errors.count();
    let raw = &page.raw;
    let eye = i16::try_from(tables.height.eye.value).unwrap_or_default();
    let chart = Chart::new(&tables.terrain, &tables.height.by_id(), eye, own);
    let size = Size { columns: raw.columns.value as u16, rows: raw.rows.value as u16 };
    if MOST_HEXES < usize::from(size.columns) * usize::from(size.rows) {
        let message = format!(
            "{} columns and {} rows: a map has at most {MOST_HEXES} hexes",
            size.columns, size.rows
        );
        errors.at(&page.path, raw.columns.span, message);
        return None;
    }
    let mut check = Check { page, chart: &chart, size, errors };
    check.letters();
    check.terrain();
    check.heights();
    check.lines();
    if Direction::from_name(&raw.scatter_1).is_none() {
        let message = format!("{} is none of E, NE, NW, W, SW, SE", quoted(&raw.scatter_1));
        errors.at(&page.path, raw.scatter_1.span, message);
    }
    if errors.count() != before {
        return None;
    }
    match file(raw).ground(chart) {
        Ok(ground) => Some(ground),
        Err(wrong) => {
            for it in wrong {
                errors.whole(&page.path, it.to_string(), None);
            }
            None
        }
    }
}

/// The map as the rules read it.
fn file(raw: &MapText) -> MapFile {
    let pairs = |all: &[At<HexPair>]| all.iter().map(|it| it.0.clone()).collect();
    let name = |it: &Option<At<String>>| it.as_ref().map(|it| it.value.clone());
    MapFile {
        columns: raw.columns.value as u16,
        rows: raw.rows.value as u16,
        hex_metres: raw.hex_metres.value as u16,
        scatter_1: raw.scatter_1.value.clone(),
        contour_metres: raw.contour_metres.value as u8,
        terrain: raw.terrain.value.clone(),
        elevation: raw.elevation.value.clone(),
        letters: raw.letters.iter().map(|(a, b)| (a.value.clone(), b.value.clone())).collect(),
        hexside: raw
            .hexside
            .iter()
            .map(|it| HexsideFile {
                kind: it.kind.value.clone(),
                name: name(&it.name),
                sides: pairs(&it.sides),
            })
            .collect(),
        route: raw
            .route
            .iter()
            .map(|it| RouteFile {
                kind: it.kind.value.clone(),
                name: name(&it.name),
                path: it.path.iter().map(|it| it.0.clone()).collect(),
            })
            .collect(),
        place: raw
            .place
            .iter()
            .map(|it| PlaceFile {
                hex: it.hex.0.clone(),
                name: it.name.value.clone(),
                kind: it.kind.value.key().to_owned(),
            })
            .collect(),
        bottlenecks: pairs(&raw.bottlenecks),
    }
}

#[derive(Clone, Copy)]
struct Size {
    columns: u16,
    rows: u16,
}

impl Size {
    fn holds(self, label: &str) -> bool {
        let inside = |it: Offset| {
            0 < it.column
                && it.column as u16 <= self.columns
                && 0 < it.row
                && it.row as u16 <= self.rows
        };
        label.parse::<Offset>().is_ok_and(inside)
    }
}

struct Check<'a> {
    page: &'a Page<MapText>,
    chart: &'a Chart,
    size: Size,
    errors: &'a mut Errors,
}

impl Check<'_> {
    /// Every letter stands for a base terrain, and perhaps something on top of it.
    fn letters(&mut self) {
        let legend = self.chart.legend();
        for (letter, kinds) in &self.page.raw.letters {
            if letter.is_empty() || letter.contains(char::is_whitespace) {
                let message = format!("{} is not one word", quoted(letter));
                self.errors.at(&self.page.path, letter.span, message);
            }
            let (bases, tops): (Vec<&str>, Vec<&str>) = (
                legend.terrains.iter().map(|it| it.key.as_str()).collect(),
                legend.features.iter().map(|it| it.key.as_str()).collect(),
            );
            for (i, kind) in kinds.split('+').enumerate() {
                let known = if i == 0 { &bases } else { &tops };
                if !known.contains(&kind) {
                    let what = if i == 0 { "fills a hex" } else { "lies on top of a hex" };
                    let message = format!("there is no {} in the chart that {what}", quoted(kind));
                    let near = nearest(kind, known.iter().copied());
                    self.errors.suggest(&self.page.path, kinds.span, message, near);
                }
            }
        }
    }

    fn terrain(&mut self) {
        let raw = &self.page.raw;
        let mut unknown = BTreeSet::new();
        for (label, word, span) in self.grid(&raw.terrain, "terrain") {
            if !raw.letters.keys().any(|it| it.value == word) && unknown.insert(word.clone()) {
                let message = format!("hex {label}: {} is not in [letters]", quoted(&word));
                let near = nearest(&word, raw.letters.keys().map(|it| it.value.as_str()));
                self.errors.suggest(&self.page.path, span, message, near);
            }
        }
    }

    fn heights(&mut self) {
        for (label, word, span) in self.grid(&self.page.raw.elevation, "elevation") {
            if !word.parse::<i16>().is_ok_and(|it| (-500..=9000).contains(&it)) {
                let message = format!("hex {label}: {} is no height in metres", quoted(&word));
                self.errors.at(&self.page.path, span, message);
            }
        }
    }

    fn lines(&mut self) {
        let legend = self.chart.legend();
        let raw = &self.page.raw;
        for group in &raw.hexside {
            self.kind(
                &group.kind,
                "lies on hexsides",
                legend.sides.iter().map(|it| it.key.as_str()),
            );
            group.sides.iter().for_each(|it| self.pair(it));
        }
        raw.bottlenecks.iter().for_each(|it| self.pair(it));
        for route in &raw.route {
            self.kind(&route.kind, "is a road", legend.routes.iter().map(|it| it.key.as_str()));
            let good = route.path.iter().filter(|it| self.hex(it)).count() == route.path.len();
            for pair in route.path.windows(2).filter(|_| good) {
                if let [from, to] = pair {
                    neighbours(&self.page.path, to.span, from, to, self.errors);
                }
            }
        }
        for place in &raw.place {
            self.hex(&place.hex);
        }
    }

    fn kind<'k>(
        &mut self,
        key: &At<String>,
        what: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) {
        if !known.clone().any(|it| it == key.value) {
            let message = format!("there is no {} in the chart that {what}", quoted(key));
            self.errors.suggest(&self.page.path, key.span, message, nearest(key, known));
        }
    }

    fn pair(&mut self, side: &At<HexPair>) {
        let Some((from, to)) = side.split_once('-') else {
            let message = format!("{} is the same from both hexes", quoted(side));
            let right = side.replace('>', "-");
            return self.errors.suggest(&self.page.path, side.span, message, Some(right));
        };
        let off: Vec<&str> = [from, to].into_iter().filter(|it| !self.size.holds(it)).collect();
        for label in &off {
            self.off(label, side.span);
        }
        if off.is_empty() {
            neighbours(&self.page.path, side.span, from, to, self.errors);
        }
    }

    fn hex(&mut self, label: &At<HexLabel>) -> bool {
        let good = self.size.holds(label);
        if !good {
            self.off(label, label.span);
        }
        good
    }

    fn off(&mut self, label: &str, span: Span) {
        let Size { columns, rows } = self.size;
        let message = format!(
            "there is no hex {} on this map of {columns} columns and {rows} rows",
            quoted(label)
        );
        self.errors.at(&self.page.path, span, message);
    }

    /// The words of a drawing with their hexes. Rows of the wrong length are reported and what fits is used.
    fn grid(&mut self, text: &At<String>, what: &str) -> Vec<(String, String, Span)> {
        let (content, start) = inside(&self.page.text, text);
        let place = |part: &str| match start {
            Some(start) => {
                let offset = start + (part.as_ptr() as usize - content.as_ptr() as usize);
                Span { start: offset, end: offset + part.len() }
            }
            None => first_line(&self.page.text, text.span),
        };
        let Size { columns, rows } = self.size;
        let mut out = Vec::new();
        let mut count: u16 = 0;
        for line in content.lines().filter(|it| !it.trim().is_empty()) {
            count = count.saturating_add(1);
            if rows < count {
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().take(usize::from(columns) + 1).collect();
            if words.len() != usize::from(columns) {
                let found = line.split_whitespace().count();
                let message =
                    format!("{what}: row {count} has {found} hexes, the map has {columns} columns");
                self.errors.at(&self.page.path, place(line.trim()), message);
            }
            for (column, word) in (1..=columns).zip(words) {
                out.push((format!("{column:02}{count:02}"), word.to_owned(), place(word)));
            }
        }
        if count != rows {
            let message = format!("{what}: there are {count} rows, the map has {rows}");
            self.errors.at(&self.page.path, first_line(&self.page.text, text.span), message);
        }
        out
    }
}
