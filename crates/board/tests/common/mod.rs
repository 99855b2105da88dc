//! Boards for tests: a drawing of letters, one row of hexes a line; even rows are drawn indented for the eye.
#![allow(dead_code)] // Each test program uses its share.

use board::{
    Direction, FeatureKind, HexId, Legend, Map, MapBuilder, RouteKind, SideKind, SideSight,
    SightRules, TerrainKind, TerrainSight,
};

pub(crate) const S0: SightRules =
    SightRules { crest_along_line_blocks: false, heights: false, max_range: 13 };
pub(crate) const S1: SightRules = SightRules { crest_along_line_blocks: true, ..S0 };
pub(crate) const HEIGHTS: SightRules = SightRules { heights: true, ..S0 };

pub(crate) fn legend() -> Legend {
    Legend {
        terrains: vec![
            TerrainKind::new("clear", "Clear", TerrainSight::Open),
            TerrainKind::new("woods", "Woods", TerrainSight::Blocks),
            TerrainKind::new("orchard", "Orchard", TerrainSight::Pair),
        ],
        sides: vec![
            SideKind::new("stream", "Stream", SideSight::Open),
            SideKind::new("embankment", "Embankment", SideSight::Blocks),
            SideKind::new("crest", "Crest", SideSight::Crest),
            SideKind::new("slope_up", "Slope", SideSight::Open).one_way(),
        ],
        routes: vec![RouteKind::new("road", "Road"), RouteKind::new("railroad", "Railroad")],
        features: vec![FeatureKind::new("strongpoint", "Strongpoint")],
    }
}

/// `.` clear, `w` woods, `o` orchard, digits clear ground of that level.
pub(crate) fn draw(drawing: &str) -> MapBuilder {
    let rows: Vec<Vec<char>> =
        drawing.lines().map(|it| it.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    let rows: Vec<Vec<char>> = rows.into_iter().filter(|it| !it.is_empty()).collect();
    let mut builder = MapBuilder::new(legend(), rows[0].len() as u16, rows.len() as u16);
    for (r, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), rows[0].len(), "rows of equal length");
        for (c, letter) in row.iter().enumerate() {
            let label = format!("{:02}{:02}", c + 1, r + 1);
            match letter {
                'w' => builder.terrain(&label, "woods"),
                'o' => builder.terrain(&label, "orchard"),
                _ => builder.terrain(&label, "clear"),
            };
            if let Some(level) = letter.to_digit(10) {
                builder.elevation(&label, level as i8);
            }
        }
    }
    builder
}

pub(crate) fn at(map: &Map, label: &str) -> HexId {
    map.find(label).unwrap_or_else(|| panic!("no hex {label}"))
}

/// A small generator: tests must not depend on anything but their text.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    pub(crate) fn hex(&mut self, map: &Map) -> HexId {
        HexId(self.below(map.len() as u64) as u16)
    }
}

/// A map with a bit of everything: `density` percent of hexes and half of that of hexsides bear something.
pub(crate) fn random_map(seed: u64, columns: u16, rows: u16, density: u64) -> Map {
    let mut random = Random(seed * 2 + 1);
    let mut builder = MapBuilder::new(legend(), columns, rows);
    builder.fill("clear");
    for row in 1..=rows {
        for column in 1..=columns {
            let label = format!("{column:02}{row:02}");
            if random.below(100) < density {
                builder.terrain(&label, if random.below(2) == 0 { "woods" } else { "orchard" });
            }
            if random.below(100) < density {
                builder.elevation(&label, random.below(4) as i8);
            }
            for direction in Direction::ALL {
                let key = match random.below(1000) {
                    it if it < density => "embankment",
                    it if it < 5 * density => "crest",
                    _ => continue,
                };
                let offset = hex::Offset::new(column as i16, row as i16);
                let next = hex::Offset::from(hex::Hex::from(offset).neighbour(direction));
                let inside = 1 <= next.column && next.column <= columns as i16 && 1 <= next.row;
                if inside && next.row <= rows as i16 {
                    builder.side(&label, direction, key);
                }
            }
        }
    }
    builder.build().expect("a sound map")
}
