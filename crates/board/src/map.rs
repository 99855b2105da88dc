//! The map: what lies where. Immutable; made by [`crate::MapBuilder`].

use std::fmt;

use serde::{Deserialize, Serialize};

use hex::{Direction, Hex, Offset};

use crate::legend::{FeatureSet, Legend, RouteSet, SideSet, TerrainId, TerrainKind};

/// A hex of a map, numbered row by row from the north-west.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct HexId(pub u16);

impl HexId {
    /// The id as an index into tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rectangular hex map with everything printed on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub(crate) legend: Legend,
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    /// Apart from the rest because distances are asked for most of all.
    pub(crate) coordinates: Vec<Hex>,
    pub(crate) cells: Vec<Cell>,
    /// In the order given.
    pub(crate) places: Vec<Place>,
}

/// Everything printed in and around one hex, side by side in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) neighbours: [u16; 6],
    pub(crate) terrain: TerrainId,
    pub(crate) elevation: i8,
    pub(crate) features: FeatureSet,
    pub(crate) sides: [SideSet; 6],
    pub(crate) routes: [RouteSet; 6],
}

/// Stands in the table of neighbours for the edge of the map.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A name printed on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Where it is printed.
    pub hex: HexId,
    /// As printed.
    pub name: String,
    /// What it names, in the module's words: `town`, `bridge`, `beach`.
    pub kind: String,
}

impl Map {
    /// The kinds of things this map shows.
    pub fn legend(&self) -> &Legend {
        &self.legend
    }

    /// How many hexes there are.
    #[allow(clippy::len_without_is_empty)] // A map without hexes cannot be built.
    #[inline]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// How many columns there are.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// How many rows there are.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// All hexes, ascending.
    #[inline]
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = HexId> + DoubleEndedIterator + use<> {
        (0..self.cells.len() as u16).map(HexId)
    }

    /// The hex beyond the side that faces `direction`, unless that is off the map.
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        let next = self.cells[hex.index()].neighbours[direction.index()];
        (next != NOWHERE).then_some(HexId(next))
    }

    /// The hexes around this one that are on the map, counterclockwise from the east.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (Direction, HexId)> + use<> {
        let next = self.cells[hex.index()].neighbours;
        Direction::ALL
            .into_iter()
            .zip(next)
            .filter(|it| it.1 != NOWHERE)
            .map(|it| (it.0, HexId(it.1)))
    }

    /// The direction in which `b` adjoins `a`, if it does.
    #[inline]
    pub fn direction(&self, a: HexId, b: HexId) -> Option<Direction> {
        self.neighbours(a).find(|it| it.1 == b).map(|it| it.0)
    }

    /// Whether two hexes share a side.
    #[inline]
    pub fn adjacent(&self, a: HexId, b: HexId) -> bool {
        self.distance(a, b) == 1
    }

    /// How many steps lead from `a` to `b`.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.hex(a).distance(self.hex(b))
    }

    /// The hexes within `range` of this one that are on the map, itself included, ascending.
    pub fn within(&self, hex: HexId, range: u8) -> impl Iterator<Item = HexId> + use<'_> {
        self.hex(hex).range(range).filter_map(|it| self.id(it))
    }

    /// The printed label.
    pub fn label(&self, hex: HexId) -> Label {
        Label(Offset::from(self.hex(hex)))
    }

    /// The hex with this label, if it is on the map.
    pub fn find(&self, label: &str) -> Option<HexId> {
        let offset: Offset = label.parse().ok()?;
        self.id(offset.into())
    }

    /// The hex on the endless grid.
    #[inline]
    pub fn hex(&self, hex: HexId) -> Hex {
        self.coordinates[hex.index()]
    }

    /// The hex of this map at a place on the endless grid, if it is on the map.
    #[inline]
    pub fn id(&self, hex: Hex) -> Option<HexId> {
        let (row, column) = (i32::from(hex.r), i32::from(hex.q) + i32::from(hex.r >> 1));
        let (rows, columns) = (i32::from(self.rows), i32::from(self.columns));
        let inside = 0 <= row && row < rows && 0 <= column && column < columns;
        inside.then(|| HexId((row * columns + column) as u16))
    }

    /// What fills the hex.
    pub fn terrain(&self, hex: HexId) -> TerrainId {
        self.cells[hex.index()].terrain
    }

    /// The kind of terrain that fills the hex, from the legend.
    pub fn terrain_kind(&self, hex: HexId) -> &TerrainKind {
        &self.legend.terrains[self.terrain(hex).index()]
    }

    /// What else the hex bears.
    pub fn features(&self, hex: HexId) -> FeatureSet {
        self.cells[hex.index()].features
    }

    /// The level of the ground.
    pub fn elevation(&self, hex: HexId) -> i8 {
        self.cells[hex.index()].elevation
    }

    /// What one crosses when leaving the hex in this direction; empty at the edge of the map.
    pub fn sides(&self, hex: HexId, direction: Direction) -> SideSet {
        self.cells[hex.index()].sides[direction.index()]
    }

    /// Which routes lead from the centre of this hex to the centre of the next.
    pub fn routes(&self, hex: HexId, direction: Direction) -> RouteSet {
        self.cells[hex.index()].routes[direction.index()]
    }

    /// Which routes touch the hex at all.
    pub fn routes_in(&self, hex: HexId) -> RouteSet {
        self.cells[hex.index()].routes.iter().fold(RouteSet::default(), |all, it| all.union(*it))
    }

    /// The names on the map, in the order given.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The first name printed in the hex.
    pub fn name(&self, hex: HexId) -> Option<&str> {
        self.places.iter().find(|it| it.hex == hex).map(|it| it.name.as_str())
    }
}

/// Prints as the label of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub Offset);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
