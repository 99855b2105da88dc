//! How a map comes about: everything is named by label and key, and all errors are kept until the end.
//!
//! A loader that knows file and line asks [`MapBuilder::errors`] for what the last call added.

use std::{error, fmt};

use hex::{Direction, Hex, Offset};

use crate::{
    legend::{FeatureSet, Legend, RouteSet, SideSet, TerrainId},
    map::{Cell, HexId, Map, NOWHERE, Place},
};

/// Collects a map.
///
/// ```
/// use board::{Legend, MapBuilder, TerrainKind, TerrainSight};
/// let legend = Legend { terrains: vec![TerrainKind::new("clear", "Clear", TerrainSight::Open)], ..Legend::default() };
/// let mut builder = MapBuilder::new(legend, 3, 2);
/// builder.fill("clear").place("0202", "Merville", "village");
/// let map = builder.build().unwrap();
/// assert_eq!(map.name(map.find("0202").unwrap()), Some("Merville"));
/// ```
#[derive(Clone, Debug)]
pub struct MapBuilder {
    map: Map,
    /// Terrain given hex by hex; what is left takes `fill`.
    terrain: Vec<Option<TerrainId>>,
    fill: Option<TerrainId>,
    errors: Vec<MapError>,
}

impl MapBuilder {
    /// More hexes than this do not fit [`HexId`] with room to spare.
    pub const MOST_HEXES: usize = 16_384;

    /// An empty map of this size.
    pub fn new(legend: Legend, columns: u16, rows: u16) -> MapBuilder {
        let mut errors = Vec::new();
        check_legend(&legend, &mut errors);
        let size = usize::from(columns) * usize::from(rows);
        let fits = 0 < size && size <= MapBuilder::MOST_HEXES && columns <= 999 && rows <= 999;
        if !fits {
            errors.push(MapError::Size { columns, rows });
        }
        let (columns, rows) = if fits { (columns, rows) } else { (0, 0) };
        let mut map = Map {
            legend,
            columns,
            rows,
            coordinates: Vec::new(),
            cells: Vec::new(),
            places: Vec::new(),
        };
        for row in 1..=rows as i16 {
            for column in 1..=columns as i16 {
                let hex = Hex::from(Offset::new(column, row));
                let next = |it| map.id(hex.neighbour(it)).map_or(NOWHERE, |it| it.0);
                let cell = Cell {
                    neighbours: Direction::ALL.map(next),
                    terrain: TerrainId::default(),
                    elevation: 0,
                    features: FeatureSet::default(),
                    sides: [SideSet::default(); 6],
                    routes: [RouteSet::default(); 6],
                };
                map.coordinates.push(hex);
                map.cells.push(cell);
            }
        }
        let terrain = vec![None; map.cells.len()];
        MapBuilder { map, terrain, fill: None, errors }
    }

    /// What went wrong so far, in the order of the calls.
    pub fn errors(&self) -> &[MapError] {
        &self.errors
    }

    /// The terrain of every hex that is given no other.
    pub fn fill(&mut self, key: &str) -> &mut MapBuilder {
        match self.map.legend.terrain(key) {
            Some(it) => self.fill = Some(it),
            None => self.errors.push(MapError::UnknownTerrain { label: None, key: key.to_owned() }),
        }
        self
    }

    /// The terrain of one hex. Given twice with different kinds it is an error.
    pub fn terrain(&mut self, label: &str, key: &str) -> &mut MapBuilder {
        let terrain = self.map.legend.terrain(key);
        if terrain.is_none() {
            self.errors.push(MapError::UnknownTerrain {
                label: Some(label.to_owned()),
                key: key.to_owned(),
            });
        }
        if let (Some(hex), Some(terrain)) = (self.hex(label), terrain) {
            match self.terrain[hex.index()] {
                Some(it) if it != terrain => {
                    let first = self.map.legend.terrains[it.index()].key.clone();
                    let (label, second) = (label.to_owned(), key.to_owned());
                    self.errors.push(MapError::TwoTerrains { label, first, second });
                }
                _ => self.terrain[hex.index()] = Some(terrain),
            }
        }
        self
    }

    /// The level of the ground of one hex; 0 where not given.
    pub fn elevation(&mut self, label: &str, elevation: i8) -> &mut MapBuilder {
        if let Some(hex) = self.hex(label) {
            self.map.cells[hex.index()].elevation = elevation;
        }
        self
    }

    /// Something else the hex bears.
    pub fn feature(&mut self, label: &str, key: &str) -> &mut MapBuilder {
        let feature = self.map.legend.feature(key);
        if feature.is_none() {
            self.errors
                .push(MapError::UnknownFeature { label: label.to_owned(), key: key.to_owned() });
        }
        if let (Some(hex), Some(feature)) = (self.hex(label), feature) {
            let features = &mut self.map.cells[hex.index()].features;
            *features = features.with(feature);
        }
        self
    }

    /// What lies on the side of a hex that faces `direction`. A directed kind is seen only when crossing this way.
    pub fn side(&mut self, label: &str, direction: Direction, key: &str) -> &mut MapBuilder {
        let Some(hex) = self.hex(label) else { return self };
        match self.map.neighbour(hex, direction) {
            Some(next) => self.put_side(hex, next, direction, label, key),
            None => {
                let (label, key) = (label.to_owned(), key.to_owned());
                self.errors.push(MapError::SideOffMap { label, direction, key });
            }
        }
        self
    }

    /// What lies on the side between two hexes. A directed kind is seen only when crossing from `from` to `to`.
    pub fn side_between(&mut self, from: &str, to: &str, key: &str) -> &mut MapBuilder {
        let (Some(a), Some(b)) = (self.hex(from), self.hex(to)) else { return self };
        match self.map.direction(a, b) {
            Some(direction) => self.put_side(a, b, direction, from, key),
            None => self.not_adjacent(from, to, key),
        }
        self
    }

    /// A route through the centres of these hexes, each adjacent to the one before.
    pub fn route<L: AsRef<str>>(&mut self, key: &str, labels: &[L]) -> &mut MapBuilder {
        let route = self.map.legend.route(key);
        if route.is_none() {
            let label = labels.first().map(|it| it.as_ref().to_owned());
            self.errors.push(MapError::UnknownRoute { label, key: key.to_owned() });
        }
        if labels.len() < 2 {
            let label = labels.first().map(|it| it.as_ref().to_owned());
            self.errors.push(MapError::ShortRoute { label, key: key.to_owned() });
        }
        let hexes: Vec<Option<HexId>> = labels.iter().map(|it| self.hex(it.as_ref())).collect();
        for (pair, names) in hexes.windows(2).zip(labels.windows(2)) {
            let (&[Some(a), Some(b)], [from, to]) = (pair, names) else { continue };
            match (self.map.direction(a, b), route) {
                (None, _) => self.not_adjacent(from.as_ref(), to.as_ref(), key),
                (Some(_), None) => {}
                (Some(direction), Some(route)) => {
                    for (hex, way) in [(a, direction), (b, direction.opposite())] {
                        let routes = &mut self.map.cells[hex.index()].routes[way.index()];
                        *routes = routes.with(route);
                    }
                }
            }
        }
        self
    }

    /// A name on the map.
    pub fn place(&mut self, label: &str, name: &str, kind: &str) -> &mut MapBuilder {
        if name.is_empty() {
            self.errors.push(MapError::EmptyName { label: label.to_owned() });
        }
        if let Some(hex) = self.hex(label) {
            self.map.places.push(Place { hex, name: name.to_owned(), kind: kind.to_owned() });
        }
        self
    }

    /// The map, or everything that is wrong with it.
    pub fn build(self) -> Result<Map, Vec<MapError>> {
        let MapBuilder { mut map, terrain, fill, mut errors } = self;
        for hex in map.hexes() {
            match terrain[hex.index()].or(fill) {
                Some(it) => map.cells[hex.index()].terrain = it,
                None => errors.push(MapError::NoTerrain { label: map.label(hex).to_string() }),
            }
        }
        if errors.is_empty() { Ok(map) } else { Err(errors) }
    }

    fn hex(&mut self, label: &str) -> Option<HexId> {
        let found = self.map.find(label);
        // Without a size there is no map to be off of; that is one error, not one for each hex.
        if found.is_none() && !self.map.cells.is_empty() {
            self.errors.push(MapError::UnknownHex { label: label.to_owned() });
        }
        found
    }

    fn put_side(&mut self, hex: HexId, next: HexId, direction: Direction, label: &str, key: &str) {
        let Some(side) = self.map.legend.side(key) else {
            self.errors
                .push(MapError::UnknownSide { label: label.to_owned(), key: key.to_owned() });
            return;
        };
        let one_way = self.map.legend.sides[side.index()].directed;
        let ways = [(hex, direction), (next, direction.opposite())];
        for (hex, way) in ways.into_iter().take(if one_way { 1 } else { 2 }) {
            let sides = &mut self.map.cells[hex.index()].sides[way.index()];
            *sides = sides.with(side);
        }
    }

    fn not_adjacent(&mut self, from: &str, to: &str, key: &str) {
        let (from, to, key) = (from.to_owned(), to.to_owned(), key.to_owned());
        self.errors.push(MapError::NotAdjacent { from, to, key });
    }
}

fn check_legend(legend: &Legend, errors: &mut Vec<MapError>) {
    let lists: [(&'static str, Vec<&str>, usize); 4] = [
        ("terrain", legend.terrains.iter().map(|it| it.key.as_str()).collect(), 256),
        ("hexside", legend.sides.iter().map(|it| it.key.as_str()).collect(), SideSet::LIMIT),
        ("route", legend.routes.iter().map(|it| it.key.as_str()).collect(), RouteSet::LIMIT),
        ("feature", legend.features.iter().map(|it| it.key.as_str()).collect(), FeatureSet::LIMIT),
    ];
    for (what, mut keys, limit) in lists {
        if limit < keys.len() {
            errors.push(MapError::TooManyKinds { what, count: keys.len(), limit });
        }
        keys.sort_unstable();
        for pair in keys.windows(2).filter(|it| it[0] == it[1]) {
            errors.push(MapError::KeyTwice { what, key: pair[0].to_owned() });
        }
    }
}

/// What is wrong with a map, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The fields repeat the message below.
pub enum MapError {
    Size { columns: u16, rows: u16 },
    TooManyKinds { what: &'static str, count: usize, limit: usize },
    KeyTwice { what: &'static str, key: String },
    UnknownHex { label: String },
    UnknownTerrain { label: Option<String>, key: String },
    UnknownSide { label: String, key: String },
    UnknownRoute { label: Option<String>, key: String },
    UnknownFeature { label: String, key: String },
    TwoTerrains { label: String, first: String, second: String },
    NoTerrain { label: String },
    SideOffMap { label: String, direction: Direction, key: String },
    NotAdjacent { from: String, to: String, key: String },
    ShortRoute { label: Option<String>, key: String },
    EmptyName { label: String },
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapError::Size { columns, rows } => {
                let most = MapBuilder::MOST_HEXES;
                write!(
                    f,
                    "a map of {columns} columns and {rows} rows cannot be: 1 to {most} hexes, 999 a side"
                )
            }
            MapError::TooManyKinds { what, count, limit } => {
                write!(f, "the legend has {count} kinds of {what}, at most {limit} are possible")
            }
            MapError::KeyTwice { what, key } => {
                write!(f, "the legend has the {what} \"{key}\" twice")
            }
            MapError::UnknownHex { label } => write!(f, "there is no hex \"{label}\" on this map"),
            MapError::UnknownTerrain { label, key } => {
                write!(f, "{}the legend has no terrain \"{key}\"", At(label.as_deref()))
            }
            MapError::UnknownSide { label, key } => {
                write!(f, "{}the legend has no hexside \"{key}\"", At(Some(label)))
            }
            MapError::UnknownRoute { label, key } => {
                write!(f, "{}the legend has no route \"{key}\"", At(label.as_deref()))
            }
            MapError::UnknownFeature { label, key } => {
                write!(f, "{}the legend has no feature \"{key}\"", At(Some(label)))
            }
            MapError::TwoTerrains { label, first, second } => {
                write!(f, "hex {label}: the terrain is given as \"{first}\" and as \"{second}\"")
            }
            MapError::NoTerrain { label } => write!(f, "hex {label}: no terrain is given"),
            MapError::SideOffMap { label, direction, key } => {
                write!(f, "hex {label}: the side {direction} with \"{key}\" is the edge of the map")
            }
            MapError::NotAdjacent { from, to, key } => {
                write!(
                    f,
                    "hexes {from} and {to} are not adjacent, as \"{key}\" between them must be"
                )
            }
            MapError::ShortRoute { label, key } => {
                write!(f, "{}the route \"{key}\" needs at least two hexes", At(label.as_deref()))
            }
            MapError::EmptyName { label } => {
                write!(f, "hex {label}: the name of the place is empty")
            }
        }
    }
}

impl error::Error for MapError {}

/// The opening of a message about a hex, where there is one.
struct At<'a>(Option<&'a str>);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |it| write!(f, "hex {it}: "))
    }
}
