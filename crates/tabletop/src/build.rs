//! How a table comes about: from a file, with all its mistakes at once.

use std::{fmt, sync::Arc};

use serde::Deserialize;

use crate::{
    geometry::{Point, at_least},
    grid::Grid,
    lattice::Lattice,
    legend::Legend,
    line::Line,
    polygon::{Flaw, Polygon},
    sites::Sites,
    table::{Area, Building, Hill, Obstacle, Table},
};

/// A table as it stands in a file. Coordinates are whole inches.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// Width (west to east) and height (south to north).
    pub size: [u16; 2],
    /// Hills.
    #[serde(default)]
    pub hill: Vec<HillRow>,
    /// Areas.
    #[serde(default)]
    pub area: Vec<AreaRow>,
    /// Linear obstacles.
    #[serde(default)]
    pub line: Vec<LineRow>,
    /// Buildings.
    #[serde(default)]
    pub building: Vec<BuildingRow>,
}

/// A hill in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HillRow {
    /// Unique in the file.
    pub key: String,
    /// What people call it; the key if it says nothing.
    pub title: Option<String>,
    /// At least 1.
    pub level: u8,
    /// Its corners.
    pub outline: Vec<[i32; 2]>,
}

/// An area in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaRow {
    /// Unique in the file.
    pub key: String,
    /// What people call it; the key if it says nothing.
    pub title: Option<String>,
    /// The key of its kind in the legend.
    pub kind: String,
    /// Its corners.
    pub outline: Vec<[i32; 2]>,
}

/// A linear obstacle in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineRow {
    /// Unique in the file.
    pub key: String,
    /// What people call it; the key if it says nothing.
    pub title: Option<String>,
    /// The key of its kind in the legend.
    pub kind: String,
    /// Its points.
    pub points: Vec<[i32; 2]>,
}

/// A building in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingRow {
    /// Unique in the file.
    pub key: String,
    /// What people call it; the key if it says nothing.
    pub title: Option<String>,
    /// The key of its kind in the legend.
    pub kind: String,
    /// At least 1.
    pub floors: u8,
    /// Its corners.
    pub outline: Vec<[i32; 2]>,
}

/// Something wrong in a table's file: a loader that knows the lines of the file finds the row by list and number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The row: its list, its number from 0, its key. Nothing if the table as a whole is wrong.
    pub row: Option<(List, usize, String)>,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// A list of rows in a table's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// `[[hill]]`.
    Hill,
    /// `[[area]]`.
    Area,
    /// `[[line]]`.
    Line,
    /// `[[building]]`.
    Building,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A side of the table is 0 or too long.
    Size,
    /// Too many pieces.
    Pieces,
    /// Too many corners.
    Corners,
    /// Another row has the same key.
    Key,
    /// The legend has no such kind.
    Kind(String),
    /// A hill of level 0 or a building without floors.
    Nothing,
    /// A building with too many floors.
    Tall,
    /// A corner lies off the table.
    OffTable {
        /// Its number from 1.
        corner: usize,
        /// Where.
        at: Point,
    },
    /// The outline is no simple polygon.
    Outline(Flaw),
    /// A line of fewer than two points.
    Short,
    /// Two points of a line are the same.
    SamePoint {
        /// Their numbers from 1.
        points: [usize; 2],
        /// Where.
        at: Point,
    },
    /// It overlaps another building.
    Overlap {
        /// The key of the other.
        other: String,
        /// Somewhere in both.
        at: Point,
    },
}

impl TableFile {
    /// The table, or all that is wrong.
    pub fn build(&self, legend: Arc<Legend>) -> Result<Table, Vec<Fault>> {
        let mut builder = Builder { file: self, size: Point::default(), faults: Vec::new() };
        builder.whole();
        let hills = builder.hills();
        let areas = builder.areas(&legend);
        let obstacles = builder.obstacles(&legend);
        let mut buildings = builder.buildings(&legend);
        builder.overlaps(&buildings);
        if !builder.faults.is_empty() {
            return Err(builder.faults);
        }
        for it in &mut buildings {
            it.base = base(&hills, &it.outline);
        }
        let grid = Grid::new(builder.size, &hills, &areas, &obstacles, &buildings);
        let size = builder.size;
        let (lattice, sites) = (Lattice::default(), Sites::default());
        let mut table =
            Table { legend, size, hills, areas, obstacles, buildings, grid, lattice, sites };
        // Both are worked out from the table itself.
        table.lattice = Lattice::new(&table);
        table.sites = Sites::new(&table);
        Ok(table)
    }
}

/// The highest hill level that an outline touches.
fn base(hills: &[Hill], outline: &Polygon) -> u8 {
    let touches = |it: &&Hill| {
        it.outline.corners().iter().any(|&p| outline.on_outline(p))
            || outline.edges().any(|(a, b)| {
                it.outline.contains(a) || !it.outline.spans(&Line::new(a, b)).is_empty()
            })
    };
    hills.iter().filter(touches).fold(0, |level, it| at_least(level, it.level))
}

struct Builder<'f> {
    file: &'f TableFile,
    size: Point,
    faults: Vec<Fault>,
}

impl Builder<'_> {
    fn whole(&mut self) {
        let [width, height] = self.file.size;
        let fits = |it: u16| 0 < it && it <= Table::MOST_INCHES;
        if !fits(width) || !fits(height) {
            self.faults.push(Fault { row: None, wrong: Wrong::Size });
        }
        self.size = Point::inches(width.into(), height.into());
        let file = self.file;
        let pieces = file.hill.len() + file.area.len() + file.line.len() + file.building.len();
        if Table::MOST_PIECES < pieces {
            self.faults.push(Fault { row: None, wrong: Wrong::Pieces });
        }
        let hills = file.hill.iter().map(|it| (List::Hill, &it.key, it.outline.len()));
        let areas = file.area.iter().map(|it| (List::Area, &it.key, it.outline.len()));
        let lines = file.line.iter().map(|it| (List::Line, &it.key, it.points.len()));
        let buildings = file.building.iter().map(|it| (List::Building, &it.key, it.outline.len()));
        let rows: Vec<_> = hills.chain(areas).chain(lines).chain(buildings).collect();
        if Table::MOST_CORNERS < rows.iter().map(|it| it.2).sum() {
            self.faults.push(Fault { row: None, wrong: Wrong::Corners });
        }
        let mut before = std::collections::BTreeSet::new();
        let mut list = (List::Hill, 0);
        for (kind, key, _) in rows {
            list = if list.0 == kind { (kind, list.1) } else { (kind, 0) };
            if !before.insert(key) {
                self.wrong((kind, list.1, key), Wrong::Key);
            }
            list.1 += 1;
        }
    }

    fn hills(&mut self) -> Vec<Hill> {
        let mut hills = Vec::new();
        for (n, it) in self.file.hill.iter().enumerate() {
            let row = (List::Hill, n, &it.key);
            if it.level == 0 {
                self.wrong(row, Wrong::Nothing);
            }
            if let Some(outline) = self.outline(row, &it.outline) {
                let title = title(&it.key, &it.title);
                hills.push(Hill { key: it.key.clone(), title, level: it.level, outline });
            }
        }
        hills
    }

    fn areas(&mut self, legend: &Legend) -> Vec<Area> {
        let mut areas = Vec::new();
        for (n, it) in self.file.area.iter().enumerate() {
            let row = (List::Area, n, &it.key);
            let kind = legend.areas.iter().position(|kind| kind.key == it.kind);
            let kind = self.known(row, kind, &it.kind);
            if let Some(outline) = self.outline(row, &it.outline) {
                areas.push(Area {
                    key: it.key.clone(),
                    title: title(&it.key, &it.title),
                    kind,
                    outline,
                });
            }
        }
        areas
    }

    fn obstacles(&mut self, legend: &Legend) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        for (n, it) in self.file.line.iter().enumerate() {
            let row = (List::Line, n, &it.key);
            let kind = legend.obstacles.iter().position(|kind| kind.key == it.kind);
            let kind = self.known(row, kind, &it.kind);
            let points = self.points(row, &it.points);
            if points.len() < 2 {
                self.wrong(row, Wrong::Short);
            }
            for (second, &at) in points.iter().enumerate() {
                if let Some(first) = points[..second].iter().position(|&it| it == at) {
                    let points = [first + 1, second + 1];
                    self.wrong(row, Wrong::SamePoint { points, at });
                }
            }
            obstacles.push(Obstacle {
                key: it.key.clone(),
                title: title(&it.key, &it.title),
                kind,
                points,
            });
        }
        obstacles
    }

    fn buildings(&mut self, legend: &Legend) -> Vec<Building> {
        let mut buildings = Vec::new();
        for (n, it) in self.file.building.iter().enumerate() {
            let row = (List::Building, n, &it.key);
            let kind = legend.buildings.iter().position(|kind| kind.key == it.kind);
            let kind = self.known(row, kind, &it.kind);
            if it.floors == 0 {
                self.wrong(row, Wrong::Nothing);
            }
            if Table::MOST_FLOORS < it.floors {
                self.wrong(row, Wrong::Tall);
            }
            if let Some(outline) = self.outline(row, &it.outline) {
                let (key, title) = (it.key.clone(), title(&it.key, &it.title));
                buildings.push(Building { key, title, kind, floors: it.floors, base: 0, outline });
            }
        }
        buildings
    }

    /// Buildings may share walls, not ground.
    fn overlaps(&mut self, buildings: &[Building]) {
        for (n, second) in buildings.iter().enumerate() {
            for first in &buildings[..n] {
                if let Some(at) = shared(&first.outline, &second.outline) {
                    let n = self.file.building.iter().position(|it| it.key == second.key);
                    let wrong = Wrong::Overlap { other: first.key.clone(), at };
                    self.wrong((List::Building, n.unwrap_or(0), &second.key), wrong);
                }
            }
        }
    }

    fn outline(&mut self, row: (List, usize, &String), corners: &[[i32; 2]]) -> Option<Polygon> {
        let points = self.points(row, corners);
        if points.len() < corners.len() {
            return None;
        }
        match Polygon::new(points) {
            Ok(it) => Some(it),
            Err(it) => {
                self.wrong(row, Wrong::Outline(it));
                None
            }
        }
    }

    /// Those that are on the table; the others are faults. Numbers are held to the table before they are multiplied.
    fn points(&mut self, row: (List, usize, &String), inches: &[[i32; 2]]) -> Vec<Point> {
        let mut points = Vec::new();
        if Table::MOST_CORNERS < inches.len() {
            return points;
        }
        let [width, height] = self.file.size.map(i32::from);
        for (n, &[x, y]) in inches.iter().enumerate() {
            if 0 <= x && x <= width && 0 <= y && y <= height {
                points.push(Point::inches(x, y));
            } else {
                let near = |it: i32| it.clamp(-9999, 9999);
                let at = Point::inches(near(x), near(y));
                self.wrong(row, Wrong::OffTable { corner: n + 1, at });
            }
        }
        points
    }

    fn known(&mut self, row: (List, usize, &String), kind: Option<usize>, key: &str) -> usize {
        if kind.is_none() {
            self.wrong(row, Wrong::Kind(key.to_owned()));
        }
        kind.unwrap_or(0)
    }

    fn wrong(&mut self, (list, number, key): (List, usize, &String), wrong: Wrong) {
        self.faults.push(Fault { row: Some((list, number, key.clone())), wrong });
    }
}

fn title(key: &str, title: &Option<String>) -> String {
    title.clone().unwrap_or_else(|| key.replace(['-', '_'], " "))
}

/// A point of ground that two outlines share, if they do: an edge of one strictly inside the other, or equal outlines.
fn shared(one: &Polygon, other: &Polygon) -> Option<Point> {
    for (a, b) in [(one, other), (other, one)] {
        for (p, q) in a.edges() {
            let line = Line::new(p, q);
            if let Some(it) = b.spans(&line).first() {
                return Some(line.at(it.from));
            }
        }
    }
    let on = |a: &Polygon, b: &Polygon| a.corners().iter().all(|&it| b.on_outline(it));
    let (a, b) = (one, other);
    (on(a, b) && on(b, a) && same_side(a, b)).then(|| one.corners()[0])
}

/// Two outlines on the same lines enclose the same ground, unless they lie on either side of one wall.
fn same_side(a: &Polygon, b: &Polygon) -> bool {
    a.bounds() == b.bounds()
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((list, _, key)) = &self.row {
            let list = match list {
                List::Hill => "hill",
                List::Area => "area",
                List::Line => "line",
                List::Building => "building",
            };
            write!(f, "{list} {key:?}: ")?;
        }
        match &self.wrong {
            Wrong::Size => write!(f, "a table is 1 to {} inches wide and high", Table::MOST_INCHES),
            Wrong::Pieces => write!(f, "a table has at most {} pieces", Table::MOST_PIECES),
            Wrong::Corners => {
                write!(f, "all pieces together have at most {} corners", Table::MOST_CORNERS)
            }
            Wrong::Key => write!(f, "another piece has the same key"),
            Wrong::Kind(it) => write!(f, "there is no kind {it:?}"),
            Wrong::Nothing => {
                write!(f, "a hill has at least level 1, a building at least one floor")
            }
            Wrong::Tall => write!(f, "a building has at most {} floors", Table::MOST_FLOORS),
            Wrong::OffTable { corner, at } => {
                write!(f, "corner {corner} lies off the table, at {at}")
            }
            Wrong::Outline(it) => write!(f, "{it}"),
            Wrong::Short => write!(f, "a line has at least two points"),
            Wrong::SamePoint { points: [a, b], at } => {
                write!(f, "points {a} and {b} are the same place, {at}")
            }
            Wrong::Overlap { other, at } => write!(f, "overlaps the building {other:?} at {at}"),
        }
    }
}
