//! The map of a situation.

use std::collections::BTreeSet;

use board::{MapBuilder, Sight, SightRules};

use super::Reader;
use crate::cases::words::{Read, Wrong};
use crate::load::furthest_sight;

/// Letters of the map rows.
pub(super) const LETTERS: [(&str, &str); 26] = [
    (".", "clear"),
    ("D", "desert"),
    ("p", "polder"),
    ("o", "orchard"),
    ("y", "vineyard"),
    ("s", "scrub"),
    ("w", "woods"),
    ("W", "brushwoods"),
    ("v", "village"),
    ("t", "town"),
    ("c", "city"),
    ("f", "fortified"),
    ("r", "rubble"),
    ("b", "bocage"),
    ("h", "hill"),
    ("d", "sand-dunes"),
    ("e", "beach"),
    ("m", "marsh"),
    ("M", "swamp"),
    ("~", "flooded"),
    ("u", "buildings"),
    ("R", "runway"),
    ("k", "brush"),
    ("g", "sugar-cane"),
    ("x", "rocky"),
    ("C", "cave"),
];

impl Reader {
    pub(super) fn map(&mut self) -> Read<()> {
        let line = self.line;
        let wrong = |line: usize, message: String| Wrong { line, message };
        let legend = self.data.map.legend().clone();
        let (columns, rows) = match (&self.size, self.rows.first()) {
            (_, Some(row)) => (row.len() as u16, self.rows.len() as u16),
            (Some((columns, rows, _)), None) => (*columns, *rows),
            (None, None) => (6, 5),
        };
        if 1024 < u32::from(columns) * u32::from(rows) {
            return Err(wrong(
                line,
                format!("{columns} columns and {rows} rows are more than 1024 hexes"),
            ));
        }
        let mut builder = MapBuilder::new(legend.clone(), columns, rows);
        builder.fill(self.size.as_ref().map_or("clear", |it| &it.2));
        for (r, row) in self.rows.iter().enumerate() {
            if row.len() != usize::from(columns) {
                let message = format!(
                    "row {} of the map has {} hexes, the first row has {columns}",
                    r + 1,
                    row.len()
                );
                return Err(wrong(line, message));
            }
            for (c, letter) in row.iter().enumerate() {
                let key = &self.letters[letter];
                builder.terrain(&format!("{:02}{:02}", c + 1, r + 1), key);
            }
        }
        let mut marked = BTreeSet::new();
        for (line, word, hexes) in &self.ground {
            let before = builder.errors().len();
            if let Some(key) = word.strip_prefix("terrain ") {
                for hex in hexes {
                    if !self.rows.is_empty() || !marked.insert(hex.clone()) {
                        return Err(wrong(*line, "\"terrain\" goes with \"map 6x5\", once a hex; else draw it in the rows".into()));
                    }
                    builder.terrain(hex, key);
                }
            } else if legend.side(word).is_some() {
                for pair in hexes {
                    let Some((from, to)) = pair.split_once(['-', '>']) else {
                        return Err(wrong(
                            *line,
                            format!(
                                "a hexside is written 0101-0201 (or 0101>0201 uphill), not \"{pair}\""
                            ),
                        ));
                    };
                    builder.side_between(from, to, word);
                }
            } else if legend.route(word).is_some() {
                builder.route(word, hexes);
            } else {
                for hex in hexes {
                    builder.feature(hex, word);
                }
            }
            if let Some(error) = builder.errors().get(before) {
                return Err(wrong(*line, error.to_string()));
            }
        }
        self.data.map = builder.build().map_err(|it| {
            wrong(line, it.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        })?;
        let rules = SightRules {
            crest_along_line_blocks: self
                .data
                .tables
                .edition(self.data.edition)
                .crest_along_line_blocks,
            heights: false,
            max_range: furthest_sight(&self.data.tables),
        };
        self.data.sight = Sight::new(&self.data.map, rules, &[]);
        Ok(())
    }
}
