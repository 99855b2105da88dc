//! What the tests share: the shipped legend and tables, tables drawn in a few lines, a small generator.
#![allow(dead_code)]

use std::{fs, path::PathBuf, sync::Arc};

use tabletop::{Conditions, Fault, INCH, Legend, LegendFile, Point, Sight, Spot, Table, TableFile};

pub(crate) const SHIPPED: [&str; 3] = ["farm", "bridge", "gate"];

pub(crate) fn modules() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../modules/skirmish")
}

pub(crate) fn legend() -> Arc<Legend> {
    let text = fs::read_to_string(modules().join("tables.toml")).unwrap();
    let file: LegendFile = toml::from_str(&text).unwrap();
    Arc::new(file.legend().unwrap())
}

pub(crate) fn shipped(name: &str) -> Table {
    let path = modules().join(format!("platoon-actions/tables/{name}.toml"));
    let file: TableFile = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    file.build(legend()).unwrap_or_else(|faults| panic!("{name}: {}", words(&faults)))
}

/// A table of 40 by 40 inches with these pieces.
pub(crate) fn table(pieces: &str) -> Table {
    try_table(pieces).unwrap_or_else(|faults| panic!("{}", words(&faults)))
}

pub(crate) fn try_table(pieces: &str) -> Result<Table, Vec<Fault>> {
    let size = if pieces.contains("size") { "" } else { "size = [40, 40]\n" };
    let file: TableFile = toml::from_str(&format!("{size}{pieces}")).unwrap();
    file.build(legend())
}

pub(crate) fn words(faults: &[Fault]) -> String {
    faults.iter().map(|it| it.to_string()).collect::<Vec<_>>().join("\n")
}

/// One piece: `hedge 0,10 20,10`, `stone 5,5 9,5 9,9 5,9`, `hill 3,1 …`; kinds of three lists never share a name.
pub(crate) fn drawn(pieces: &[&str]) -> Table {
    let legend = legend();
    let mut toml = String::new();
    for (n, piece) in pieces.iter().enumerate() {
        let mut parts = piece.split_whitespace();
        let kind = parts.next().unwrap();
        let mut number = 1;
        let mut points = Vec::new();
        for part in parts {
            match part.split_once(',') {
                Some((x, y)) => points.push(format!("[{x}, {y}]")),
                None => number = part.parse().unwrap(),
            }
        }
        let points = points.join(", ");
        let row = if kind == "hill" {
            format!("[[hill]]\nlevel = {number}\noutline = [{points}]\n")
        } else if legend.areas.iter().any(|it| it.key == kind) {
            format!("[[area]]\nkind = \"{kind}\"\noutline = [{points}]\n")
        } else if legend.obstacles.iter().any(|it| it.key == kind) {
            format!("[[line]]\nkind = \"{kind}\"\npoints = [{points}]\n")
        } else {
            format!("[[building]]\nkind = \"{kind}\"\nfloors = {number}\noutline = [{points}]\n")
        };
        toml.push_str(&format!("{row}key = \"{kind}-{n}\"\n"));
    }
    table(&toml)
}

/// A spot in quarter inches, `at(12.25, 3.0)`: floats are exact there, and only tests write them.
pub(crate) fn at(x: f64, y: f64) -> Spot {
    let units = |it: f64| (it * f64::from(INCH)).round() as i32;
    Point::new(units(x), units(y)).ground()
}

pub(crate) fn on(x: f64, y: f64, floor: u8) -> Spot {
    Spot { floor, ..at(x, y) }
}

pub(crate) const BLOCKED: Option<u8> = None;

/// The hindrances between two spots, none if blocked; looked at from both ends and with the reasons.
pub(crate) fn sees(table: &Table, a: Spot, b: Spot) -> Option<u8> {
    sees_in(table, a, b, Conditions::default())
}

pub(crate) fn sees_in(table: &Table, a: Spot, b: Spot, conditions: Conditions<'_>) -> Option<u8> {
    let sight = table.sight(a, b, conditions);
    assert_eq!(sight, table.sight(b, a, conditions), "the same both ways");
    assert_eq!(sight, table.explain(a, b, conditions).sight, "the same with reasons");
    match sight {
        Sight::Blocked => None,
        Sight::Clear { hindrances } => Some(hindrances),
    }
}

/// The key of the class of cover.
pub(crate) fn cover(table: &Table, from: Spot, target: Spot) -> String {
    table.legend().covers[usize::from(table.cover(from, target).cover.0)].clone()
}

/// A small generator (SplitMix64); the same numbers in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    pub(crate) fn below(&mut self, limit: i32) -> i32 {
        (self.word() % limit as u64) as i32
    }

    pub(crate) fn point(&mut self, table: &Table) -> Point {
        let size = table.size();
        let p = Point::new(self.below(size.x + 1), self.below(size.y + 1));
        // Every other one on the half-inch lattice, where corners and outlines are met exactly.
        if self.word() & 1 == 0 { p } else { Point::new(p.x / 128 * 128, p.y / 128 * 128) }
    }

    /// Anywhere, on any floor that is there.
    pub(crate) fn spot(&mut self, table: &Table) -> Spot {
        let p = self.point(table);
        let floors = table.building_at(p).map_or(1, |it| table.buildings()[it].floors);
        p.on(self.below(floors.into()) as u8)
    }

    /// Somewhere a figure may stand.
    pub(crate) fn place(&mut self, table: &Table) -> Spot {
        loop {
            let spot = self.spot(table);
            if table.place(spot).is_ok() {
                return spot;
            }
        }
    }
}
