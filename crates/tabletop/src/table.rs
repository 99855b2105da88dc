//! The table: hills, areas, linear obstacles and buildings.

use std::sync::Arc;

use crate::{
    geometry::{Point, Spot, Units, at_least, near},
    grid::Grid,
    lattice::Lattice,
    legend::{AreaKind, BuildingKind, Legend, ObstacleKind},
    polygon::Polygon,
    sites::Sites,
};

/// A table. It never changes; smoke is handed in where it matters.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) legend: Arc<Legend>,
    pub(crate) size: Point,
    pub(crate) hills: Vec<Hill>,
    pub(crate) areas: Vec<Area>,
    pub(crate) obstacles: Vec<Obstacle>,
    pub(crate) buildings: Vec<Building>,
    pub(crate) grid: Grid,
    pub(crate) lattice: Lattice,
    pub(crate) sites: Sites,
}

/// A hill: ground of one level. Higher hills lie on it.
#[derive(Clone, Debug)]
pub struct Hill {
    /// Its key in the file.
    pub key: String,
    /// What people call it.
    pub title: String,
    /// Its level; the ground around is 0.
    pub level: u8,
    /// Its outline.
    pub outline: Polygon,
}

/// An area of one kind of terrain.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its key in the file.
    pub key: String,
    /// What people call it.
    pub title: String,
    /// Its kind: an index into [`Legend::areas`].
    pub kind: usize,
    /// Its outline.
    pub outline: Polygon,
}

/// A linear obstacle.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its key in the file.
    pub key: String,
    /// What people call it.
    pub title: String,
    /// Its kind: an index into [`Legend::obstacles`].
    pub kind: usize,
    /// Its points, in order.
    pub points: Vec<Point>,
}

/// A building.
#[derive(Clone, Debug)]
pub struct Building {
    /// Its key in the file.
    pub key: String,
    /// What people call it.
    pub title: String,
    /// Its kind: an index into [`Legend::buildings`].
    pub kind: usize,
    /// How many floors it has.
    pub floors: u8,
    /// The hill level it stands on: the highest that its outline touches.
    pub base: u8,
    /// Its outline.
    pub outline: Polygon,
}

/// A piece of terrain: its list and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// Of [`Table::hills`].
    Hill(usize),
    /// Of [`Table::areas`].
    Area(usize),
    /// Of [`Table::obstacles`].
    Obstacle(usize),
    /// Of [`Table::buildings`].
    Building(usize),
}

/// A cloud of smoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Smoke {
    /// Its centre.
    pub at: Point,
    /// How far it reaches.
    pub radius: Units,
    /// How many hindrances it is for each line it touches.
    pub hindrances: u8,
}

impl Table {
    /// The longest side a table may have, in inches: all products of coordinates rest on it.
    pub const MOST_INCHES: u16 = 256;
    /// More pieces than this are refused.
    pub const MOST_PIECES: usize = 256;
    /// A building with more floors than this is refused: every floor is walked over when the table is built.
    pub const MOST_FLOORS: u8 = 12;
    /// More corners of all pieces together than this are refused.
    pub const MOST_CORNERS: usize = 2048;

    /// The legend.
    pub fn legend(&self) -> &Legend {
        &self.legend
    }

    /// The north-east corner.
    pub fn size(&self) -> Point {
        self.size
    }

    /// The hills.
    pub fn hills(&self) -> &[Hill] {
        &self.hills
    }

    /// The areas.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The linear obstacles.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    /// The buildings.
    pub fn buildings(&self) -> &[Building] {
        &self.buildings
    }

    /// The kind of an area.
    #[inline]
    pub fn area_kind(&self, area: usize) -> &AreaKind {
        &self.legend.areas[self.areas[area].kind]
    }

    /// The kind of an obstacle.
    #[inline]
    pub fn obstacle_kind(&self, obstacle: usize) -> &ObstacleKind {
        &self.legend.obstacles[self.obstacles[obstacle].kind]
    }

    /// The kind of a building.
    #[inline]
    pub fn building_kind(&self, building: usize) -> &BuildingKind {
        &self.legend.buildings[self.buildings[building].kind]
    }

    /// What people call a piece.
    pub fn title(&self, piece: Piece) -> &str {
        match piece {
            Piece::Hill(it) => &self.hills[it].title,
            Piece::Area(it) => &self.areas[it].title,
            Piece::Obstacle(it) => &self.obstacles[it].title,
            Piece::Building(it) => &self.buildings[it].title,
        }
    }

    /// The point is on the table; its edge belongs to it.
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        0 <= p.x && p.x <= self.size.x && 0 <= p.y && p.y <= self.size.y
    }

    /// The building whose inside or outline the point belongs to. Where two share a wall it is the first of them.
    pub fn building_at(&self, p: Point) -> Option<usize> {
        self.grid.at(p).buildings().find(|&it| self.buildings[it].outline.contains(p))
    }

    /// The hill level of a point: that of the highest hill that holds it.
    pub fn level(&self, p: Point) -> u8 {
        let here = self.grid.at(p).hills().map(|it| &self.hills[it]);
        here.filter(|it| it.outline.contains(p)).fold(0, |level, it| at_least(level, it.level))
    }

    /// The areas that hold a point.
    pub fn areas_at(&self, p: Point) -> impl Iterator<Item = usize> + '_ {
        self.grid.at(p).areas().filter(move |&it| self.areas[it].outline.contains(p))
    }

    /// A figure can stand on this floor here: outside buildings there is only floor 0.
    pub fn has_floor(&self, spot: Spot) -> bool {
        match self.building_at(spot.point()) {
            Some(it) => spot.floor < self.buildings[it].floors,
            None => spot.floor == 0,
        }
    }

    /// A figure here stands in terrain that conceals.
    pub fn conceals(&self, spot: Spot) -> bool {
        self.building_at(spot.point()).is_some()
            || self.areas_at(spot.point()).any(|it| self.area_kind(it).conceals)
    }

    /// A figure here stands under trees in which shells burst; in a building it does not.
    pub fn tree_bursts(&self, spot: Spot) -> bool {
        self.building_at(spot.point()).is_none()
            && self.areas_at(spot.point()).any(|it| self.area_kind(it).tree_bursts)
    }

    /// The floors over a figure here, and one for the roof.
    pub fn levels_above(&self, spot: Spot) -> u8 {
        match self.building_at(spot.point()) {
            Some(it) => {
                let over = self.buildings[it].floors.saturating_sub(spot.floor.saturating_add(1));
                over + u8::from(self.building_kind(it).roof)
            }
            None => 0,
        }
    }

    /// A figure outside buildings lines an obstacle that is so near.
    pub fn lines(&self, p: Point, obstacle: usize) -> bool {
        let r = self.legend.sight.lining;
        self.obstacles[obstacle].edges().any(|(a, b)| near(a, b, p, r))
    }
}

impl Obstacle {
    /// Its edges, in order.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.windows(2).map(|it| (it[0], it[1]))
    }
}
