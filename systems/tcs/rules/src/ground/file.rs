//! The map as a module writes it, and how the ground is made of it, with all mistakes at once.

use board::{Direction, HexId, MapBuilder, MapError};
use hex::Hex;
use kernel::Bounds;
use serde::Deserialize;
use std::{collections::BTreeMap, fmt};

use super::{Chart, Ground, MOST_HEXES};

/// `map.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    pub columns: u16,
    pub rows: u16,
    /// tcs.general.scale
    pub hex_metres: u16,
    /// tcs.arty: the direction that a 1 stands for when a mission scatters; the others follow clockwise.
    pub scatter_1: String,
    /// Metres between the contours people see.
    pub contour_metres: u8,
    /// A letter a hex, row by row.
    pub terrain: String,
    /// tcs.los.metres: a number a hex, row by row.
    pub elevation: String,
    /// What a letter stands for: a base terrain, or a base terrain and what lies on top of it, as in `open+buildings`.
    pub letters: BTreeMap<String, String>,
    #[serde(default)]
    pub hexside: Vec<HexsideFile>,
    #[serde(default)]
    pub route: Vec<RouteFile>,
    #[serde(default)]
    pub place: Vec<PlaceFile>,
    /// Bottlenecks besides the roads across hedgerows and water.
    #[serde(default)]
    pub bottlenecks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideFile {
    pub kind: String,
    #[serde(default)]
    pub name: Option<String>,
    /// Pairs of labels, as in `0413-0414`.
    pub sides: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteFile {
    pub kind: String,
    #[serde(default)]
    pub name: Option<String>,
    pub path: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceFile {
    pub hex: String,
    pub name: String,
    pub kind: String,
}

impl MapFile {
    /// The ground, or everything that is wrong with the file.
    pub fn ground(&self, chart: Chart) -> Result<Ground, Vec<GroundError>> {
        let mut errors = Vec::new();
        let mut builder = MapBuilder::new(chart.legend(), self.columns, self.rows);
        let hexes = usize::from(self.columns) * usize::from(self.rows);
        if MOST_HEXES < hexes {
            errors.push(GroundError::TooLarge { hexes });
        }
        self.put_terrain(&mut builder, &mut errors);
        let metres = self.put_heights(&mut builder, &mut errors);
        for it in &self.hexside {
            for (from, to) in pairs(&it.sides, &mut errors) {
                builder.side_between(from, to, &it.kind);
            }
        }
        for it in &self.route {
            builder.route(&it.kind, &it.path);
        }
        for it in &self.place {
            builder.place(&it.hex, &it.name, &it.kind);
        }
        let mut gaps: Vec<(Hex, Direction)> = Vec::new();
        for (from, to) in pairs(&self.bottlenecks, &mut errors) {
            let hexes = (from.parse::<Hex>(), to.parse::<Hex>());
            let gap = match hexes {
                (Ok(a), Ok(b)) => a.direction_to(b).map(|it| (a, it)),
                _ => None,
            };
            match gap {
                Some(it) => gaps.push(it),
                None => errors.push(GroundError::Pair { text: format!("{from}-{to}") }),
            }
        }
        if Direction::from_name(&self.scatter_1).is_none() {
            errors.push(GroundError::Direction { text: self.scatter_1.clone() });
        }
        match builder.build() {
            Ok(map) if errors.is_empty() => {
                let gap = |it: &(Hex, Direction)| map.id(it.0).map(|hex| (hex, it.1));
                let gaps: Vec<(HexId, Direction)> = gaps.iter().filter_map(gap).collect();
                Ok(Ground::new(map, chart, self.hex_metres, &metres, &gaps))
            }
            Ok(_) => Err(errors),
            Err(more) => {
                errors.extend(more.into_iter().map(GroundError::Map));
                Err(errors)
            }
        }
    }

    fn put_terrain(&self, builder: &mut MapBuilder, errors: &mut Vec<GroundError>) {
        for (label, letter) in self.cells(&self.terrain, "terrain", errors) {
            match self.letters.get(letter) {
                Some(kinds) => {
                    let mut kinds = kinds.split('+');
                    builder.terrain(&label, kinds.next().unwrap_or_default());
                    for it in kinds {
                        builder.feature(&label, it);
                    }
                }
                None => errors.push(GroundError::Letter { label, letter: letter.to_owned() }),
            }
        }
    }

    /// Metres by hex; the board gets the number of the contour below.
    fn put_heights(&self, builder: &mut MapBuilder, errors: &mut Vec<GroundError>) -> Vec<i16> {
        let contour = i16::from(self.contour_metres).at_least(1);
        let mut metres = Vec::new();
        for (label, text) in self.cells(&self.elevation, "elevation", errors) {
            let Ok(height) = text.parse::<i16>() else {
                errors.push(GroundError::Height { label, text: text.to_owned() });
                continue;
            };
            metres.push(height);
            let level = height.div_euclid(contour).at_most(i16::from(i8::MAX));
            builder.elevation(&label, i8::try_from(level).unwrap_or(i8::MIN));
        }
        metres
    }

    /// The words of a drawn map with the labels of their hexes.
    fn cells<'a>(
        &self,
        text: &'a str,
        what: &'static str,
        errors: &mut Vec<GroundError>,
    ) -> Vec<(String, &'a str)> {
        let lines: Vec<&str> = text.lines().filter(|it| !it.trim().is_empty()).collect();
        if lines.len() != usize::from(self.rows) {
            errors.push(GroundError::Rows { what, found: lines.len(), rows: self.rows });
        }
        let mut cells = Vec::new();
        for (line, row) in lines.into_iter().zip(1..=self.rows) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.len() != usize::from(self.columns) {
                errors.push(GroundError::Columns { what, row, found: words.len() });
            }
            for (word, column) in words.into_iter().zip(1..=self.columns) {
                cells.push((hex::Offset::new(column as i16, row as i16).to_string(), word));
            }
        }
        cells
    }
}

/// Pairs of labels; those that are none are reported.
fn pairs<'a>(sides: &'a [String], errors: &mut Vec<GroundError>) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    for it in sides {
        match it.split_once('-') {
            Some(pair) => found.push(pair),
            None => errors.push(GroundError::Pair { text: it.clone() }),
        }
    }
    found
}

/// What is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundError {
    TooLarge { hexes: usize },
    Rows { what: &'static str, found: usize, rows: u16 },
    Columns { what: &'static str, row: u16, found: usize },
    Letter { label: String, letter: String },
    Height { label: String, text: String },
    Pair { text: String },
    Direction { text: String },
    Map(MapError),
}

impl fmt::Display for GroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroundError::TooLarge { hexes } => {
                write!(f, "a map of {hexes} hexes; at most {MOST_HEXES} are possible")
            }
            GroundError::Rows { what, found, rows } => {
                write!(f, "{what} has {found} rows, the map {rows}")
            }
            GroundError::Columns { what, row, found } => {
                write!(f, "row {row} of {what} has {found} hexes")
            }
            GroundError::Letter { label, letter } => {
                write!(f, "hex {label}: the letter \"{letter}\" stands for nothing")
            }
            GroundError::Height { label, text } => {
                write!(f, "hex {label}: \"{text}\" is no height in metres")
            }
            GroundError::Pair { text } => {
                write!(f, "\"{text}\" is no pair of neighbouring hexes, as in 0413-0414")
            }
            GroundError::Direction { text } => {
                write!(f, "\"{text}\" is none of the six directions E, NE, NW, W, SW, SE")
            }
            GroundError::Map(it) => it.fmt(f),
        }
    }
}

impl std::error::Error for GroundError {}
