//! Ground for tests: a square of open ground at 100 m, and what a test puts on it.

use std::collections::BTreeMap;

use board::MapBuilder;
use hex::{Direction, Offset};

use super::{Chart, Ground, TerrainRow};

pub(crate) const SIZE: u16 = 16;

/// What a test draws.
pub(crate) struct Sample {
    builder: MapBuilder,
    metres: Vec<i16>,
}

impl Sample {
    pub(crate) fn terrain(&mut self, label: &str, key: &str) -> &mut Sample {
        self.builder.terrain(label, key);
        self
    }
    pub(crate) fn feature(&mut self, label: &str, key: &str) -> &mut Sample {
        self.builder.feature(label, key);
        self
    }
    pub(crate) fn side(&mut self, pair: &str, key: &str) -> &mut Sample {
        let (from, to) = pair.split_once('-').unwrap();
        self.builder.side_between(from, to, key);
        self
    }
    pub(crate) fn route(&mut self, key: &str, path: &[&str]) -> &mut Sample {
        self.builder.route(key, path);
        self
    }
    pub(crate) fn height(&mut self, label: &str, metres: i16) -> &mut Sample {
        let at: Offset = label.parse().unwrap();
        self.metres[((at.row - 1) * SIZE as i16 + at.column - 1) as usize] = metres;
        self
    }
}

/// Nothing on it; worked out once for all tests.
pub(crate) fn plain() -> Ground {
    static PLAIN: std::sync::OnceLock<Ground> = std::sync::OnceLock::new();
    PLAIN.get_or_init(|| ground(|_| ())).clone()
}

pub(crate) fn ground(draw: impl FnOnce(&mut Sample)) -> Ground {
    let chart = chart();
    let mut builder = MapBuilder::new(chart.legend(), SIZE, SIZE);
    builder.fill("open");
    let mut sample = Sample { builder, metres: vec![100; usize::from(SIZE * SIZE)] };
    draw(&mut sample);
    let none: &[(board::HexId, Direction)] = &[];
    Ground::new(sample.builder.build().unwrap(), chart, 125, &sample.metres, none)
}

/// The rows of the document that the tests need.
pub(crate) fn chart() -> Chart {
    #[derive(serde::Deserialize)]
    struct Rows {
        terrain: Vec<TerrainRow>,
        heights: BTreeMap<String, u8>,
    }
    let rows: Rows = toml::from_str(ROWS).unwrap();
    Chart::new(&rows.terrain, &rows.heights, 2, &[])
}

const ROWS: &str = r#"
terrain = [
  { id = "open", name = "Open", terrain_class = "open", place = "hex", foot = { kind = "cost", sixths = 6 }, tracked = { kind = "cost", sixths = 6 }, wheeled = { kind = "cost", sixths = 12 } },
  { id = "swamp", name = "Swamp", terrain_class = "partly_protective", place = "hex", foot = { kind = "cost", sixths = 18 }, tracked = { kind = "cost", sixths = 24 }, wheeled = { kind = "prohibited" } },
  { id = "woods", name = "Woods", terrain_class = "partly_protective", place = "hex", foot = { kind = "cost", sixths = 6 }, tracked = { kind = "cost", sixths = 12 }, wheeled = { kind = "cost", sixths = 18 } },
  { id = "city_village", name = "Village", terrain_class = "protective", place = "hex", foot = { kind = "cost", sixths = 3 }, tracked = { kind = "cost", sixths = 2 }, wheeled = { kind = "cost", sixths = 2 } },
  { id = "buildings", name = "Buildings", terrain_class = "partly_protective", place = "hex", foot = { kind = "none" }, tracked = { kind = "none" }, wheeled = { kind = "none" } },
  { id = "hedge", name = "Hedge", terrain_class = "partly_protective", place = "hexside", foot = { kind = "none" }, tracked = { kind = "add", sixths = 6 }, wheeled = { kind = "add", sixths = 12 } },
  { id = "bocage", name = "Bocage", terrain_class = "partly_protective", place = "hexside", foot = { kind = "add", sixths = 12 }, tracked = { kind = "prohibited" }, wheeled = { kind = "prohibited" }, bottleneck = true },
  { id = "stream", name = "Stream", terrain_class = "other", place = "hexside", foot = { kind = "add", sixths = 6 }, tracked = { kind = "add", sixths = 18 }, wheeled = { kind = "add", sixths = 30 }, bottleneck = true },
  { id = "secondary_road", name = "Secondary Road", terrain_class = "other", place = "road", foot = { kind = "cost", sixths = 3 }, tracked = { kind = "cost", sixths = 3 }, wheeled = { kind = "cost", sixths = 3 } },
]
[heights]
woods = 15
city_village = 10
buildings = 10
hedge = 2
bocage = 5
"#;
