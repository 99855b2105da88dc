//! The map of a situation: open ground at 100 m, and what a case puts on it.

use std::collections::BTreeMap;

use tcs::ground::file::{HexsideFile, MapFile, RouteFile};
use tcs::ground::{Chart, Ground, Lies};

use super::base;
use crate::cases::words::{Read, Words, is_hex, wrong};

/// Letters of the map rows.
const LETTERS: [(&str, &str); 8] = [
    (".", "open"),
    ("w", "woods"),
    ("s", "swamp"),
    ("b", "beach"),
    ("v", "city_village"),
    ("o", "orchard"),
    ("u", "open+buildings"),
    ("f", "forest"),
];

/// What a case has said of its map.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) rows_open: bool,
    rows: Vec<Vec<String>>,
    size: Option<(u16, u16)>,
    /// What lies in single hexes, on hexsides, along roads: its line, its row of the chart, where.
    lies: Vec<(usize, String, Vec<String>)>,
    heights: Vec<(String, i16)>,
    bottlenecks: Vec<String>,
}

impl Drawn {
    /// Is this a row of the map?
    pub(super) fn row(&mut self, text: &str) -> bool {
        let row: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let is_row = row.iter().all(|it| LETTERS.iter().any(|letter| letter.0 == it));
        self.rows_open &= is_row;
        if self.rows_open {
            self.rows.push(row);
        }
        self.rows_open
    }

    /// `map 8x6`, `height 120 0303 0304`, `woods 0303`, `bocage 0303-0304`, `secondary-road 0101 0102`
    pub(super) fn statement(&mut self, word: &str, words: &mut Words) -> Read<()> {
        match word {
            "map" => match words.next() {
                None => self.rows_open = true,
                Some(size) => {
                    let size = size.split_once('x');
                    let size = size.and_then(|it| Some((it.0.parse().ok()?, it.1.parse().ok()?)));
                    if size.is_none() {
                        return words.wrong("write: map 8x6, or map and its rows below");
                    }
                    self.size = size;
                }
            },
            "height" => {
                let metres = words.number("metres")?;
                self.heights.extend(words.rest().into_iter().map(|it| (it, metres)));
            }
            "bottleneck" => self.bottlenecks.extend(words.rest()),
            _ => {
                let id = word.replace('-', "_");
                let known = base().ground.chart();
                if !known.rows().any(|it| it.id == id) {
                    let all: Vec<&str> = known.rows().map(|it| it.id.as_str()).collect();
                    return words.wrong(format!(
                        "\"{word}\" is no statement and no terrain: {}",
                        all.join(", ")
                    ));
                }
                self.lies.push((words.line, id, words.rest()));
            }
        }
        words.end()
    }

    pub(super) fn ground(&self) -> Read<Ground> {
        let chart: Chart = base().ground.chart().clone();
        let (columns, rows) = match (self.rows.first(), self.size) {
            (Some(row), _) => (row.len() as u16, self.rows.len() as u16),
            (None, Some(size)) => size,
            (None, None) => (10, 10),
        };
        let label = |c: u16, r: u16| format!("{:02}{:02}", c + 1, r + 1);
        let mut cells: BTreeMap<String, String> = BTreeMap::new();
        let mut metres: BTreeMap<String, i16> = BTreeMap::new();
        for r in 0..rows {
            for c in 0..columns {
                let letter = self.rows.get(usize::from(r)).and_then(|it| it.get(usize::from(c)));
                let drawn = letter.and_then(|it| LETTERS.iter().find(|letter| letter.0 == it));
                cells.insert(label(c, r), drawn.map_or("open", |it| it.1).to_owned());
                metres.insert(label(c, r), 100);
            }
        }
        for (hex, height) in &self.heights {
            match metres.get_mut(hex) {
                Some(it) => *it = *height,
                None => return wrong(0, format!("there is no hex {hex} to give a height to")),
            }
        }
        let (mut hexside, mut route) = (Vec::new(), Vec::new());
        for (line, id, places) in &self.lies {
            let row = chart.rows().find(|it| it.id == *id);
            let Some(row) = row else { continue };
            match row.place {
                Lies::Hexside => {
                    hexside.push(HexsideFile {
                        kind: id.clone(),
                        name: None,
                        sides: places.clone(),
                    });
                }
                Lies::Road => {
                    route.push(RouteFile { kind: id.clone(), name: None, path: places.clone() });
                }
                Lies::Hex => {
                    let on_top = row.foot == tcs::ground::Figure::None;
                    for hex in places {
                        let Some(cell) = cells.get_mut(hex).filter(|_| is_hex(hex)) else {
                            return wrong(*line, format!("there is no hex {hex}"));
                        };
                        *cell = if on_top { format!("{cell}+{id}") } else { id.clone() };
                    }
                }
            }
        }
        let grid = |of: &dyn Fn(&str) -> String| -> String {
            let row = |r: u16| -> String {
                (0..columns).map(|c| format!("{} ", of(&label(c, r)))).collect()
            };
            (0..rows).map(|r| format!("{}\n", row(r))).collect()
        };
        let file = MapFile {
            columns,
            rows,
            hex_metres: base().ground.hex_metres(),
            scatter_1: "NE".into(),
            contour_metres: 10,
            terrain: grid(&|it| cells[it].clone()),
            elevation: grid(&|it| metres[it].to_string()),
            letters: cells.values().map(|it| (it.clone(), it.clone())).collect(),
            hexside,
            route,
            place: Vec::new(),
            bottlenecks: self.bottlenecks.clone(),
        };
        let line = self.lies.first().map_or(0, |it| it.0);
        file.ground(chart).or_else(|errors| {
            let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
            wrong(line, format!("the map: {}", all.join("; ")))
        })
    }
}
