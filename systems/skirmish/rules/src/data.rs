//! What does not change during a game: the table, the two forces, the scenario, the tables of numbers.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Guide, Point, Polygon, Spot, Table};

use crate::tables::{Support, Tables, Weight};

/// Most figures of an element (skirmish.elem.figures), for arrays; the rule itself is in the tables.
pub const FIGURES: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ElementId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FigureId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeaponId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BatteryId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectiveId(pub u8);

/// The two sides (skirmish.vic.scope), in the order of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

kernel::words! {
    /// What a force is worth (skirmish.elem.figures).
    pub enum Quality: "quality" = Regular {
        Veteran = "veteran", "Veteran";
        Regular = "regular", "Regular";
        Green = "green", "Green";
    }

    /// An edge of the table, by its compass point (skirmish.terr.table).
    pub enum Edge: "edge" {
        North = "north";
        East = "east";
        South = "south";
        West = "west";
    }

    /// What an element is for, where the rules or people ask.
    pub enum Role: "role" {
        /// It leads the force.
        Hq = "hq", "headquarters";
        /// It may direct Direct and General support.
        Observer = "observer";
        /// Its fixed weapon keeps it where it stands.
        Gun = "gun";
        Mortar = "mortar";
    }
}

/// A scenario, whole. Shared by all states of a game, so neither compared nor hashed.
#[derive(Debug)]
pub struct Scene {
    pub title: String,
    /// What has happened and what is to be done, for both sides.
    pub briefing: String,
    /// "June 1944"
    pub month: String,
    pub tables: Tables,
    pub table: Table,
    /// The ways to the objectives, worked out once.
    pub guide: Guide,
    /// Sight reaches no farther (skirmish.los.limit).
    pub visibility: Option<i32>,
    pub sides: [SideData; 2],
    pub elements: Vec<ElementData>,
    /// Those of an element stand together, figure 1 first.
    pub figures: Vec<FigureData>,
    pub batteries: Vec<BatteryData>,
    pub objectives: Vec<ObjectiveData>,
    pub zones: Vec<Zone>,
    /// Scheduled turns (skirmish.end.roll).
    pub turns: u8,
    /// Who sets up first, and then (skirmish.depl.order).
    pub set_up: [Side; 2],
    pub tie_goes_to: Option<Side>,
    /// A lead of so many points is decisive (skirmish.vic.margin).
    pub decisive: i32,
    /// Points for each value of enemy elements lost (skirmish.vic.points).
    pub points_per_value: i32,
    pub automatic: Vec<Automatic>,
}

impl PartialEq for Scene {
    fn eq(&self, _: &Scene) -> bool {
        true
    }
}
impl Eq for Scene {}
impl Hash for Scene {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[derive(Clone, Debug)]
pub struct SideData {
    pub key: String,
    pub name: String,
    /// "American"
    pub adjective: String,
    /// What this side is to do and how it may begin.
    pub briefing: String,
    /// Where its Broken elements may run to (skirmish.broken.edge).
    pub edge: Edge,
    /// The scenario's break point; half the starting value where it has none (skirmish.force.loss).
    pub break_point: Option<i32>,
}

#[derive(Clone, Debug)]
pub struct ElementData {
    pub key: String,
    pub title: String,
    pub side: Side,
    pub quality: Quality,
    pub first: FigureId,
    pub size: u8,
    /// Bonus of figure 1, 0 where it is no leader (skirmish.lead.one).
    pub leader: u8,
    /// Crewed weapons in listed order (skirmish.weap.two-crews).
    pub support: SmallVec<[WeaponId; 2]>,
    /// May direct Direct and General support (skirmish.ind.spotter).
    pub observer: bool,
    /// Its fixed weapon keeps it where it stands (skirmish.weap.deploy).
    pub gun: bool,
    pub value: i32,
    /// `None`: a weapon without a list has no limit (skirmish.ind.supply).
    pub he_rounds: Option<u8>,
    pub smoke_rounds: Option<u8>,
    pub start: Start,
    /// One figure that is nobody (skirmish.hide.dummy).
    pub dummy: bool,
}

impl ElementData {
    pub fn figures(&self) -> impl DoubleEndedIterator<Item = FigureId> + Clone + use<> {
        let first = self.first.0;
        (first..first + self.size).map(FigureId)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FigureData {
    pub element: ElementId,
    pub weapon: WeaponId,
    /// From 1, as people count.
    pub number: u8,
}

#[derive(Clone, Debug)]
pub enum Start {
    /// In a zone open to it; `at` is the place suggested for figure 1 (skirmish.depl.formation).
    Zone { at: Option<Spot>, hidden: bool },
    /// From this turn on, from this edge of the table (skirmish.depl.reserve).
    Reserve { turn: u8, edge: [Point; 2] },
}

/// Where elements may be set up.
#[derive(Clone, Debug)]
pub struct Zone {
    pub key: String,
    pub side: Side,
    pub polygon: Polygon,
    /// Only these, if any are named.
    pub only: Vec<ElementId>,
    pub at_most: Option<u8>,
}

/// Guns or mortars off the table (skirmish.ind.firers).
#[derive(Clone, Debug)]
pub struct BatteryData {
    pub key: String,
    pub title: String,
    pub side: Side,
    pub support: Support,
    pub weight: Weight,
    pub quality: Quality,
    pub he_rounds: Option<u8>,
    pub smoke_rounds: Option<u8>,
}

#[derive(Clone, Debug)]
pub struct ObjectiveData {
    pub key: String,
    pub title: String,
    pub at: Point,
    /// For the holder, by side.
    pub points: [i32; 2],
    pub held_by: Option<Side>,
}

/// A side that holds all of these at the start of an End Turn Phase has won (skirmish.end.automatic).
#[derive(Clone, Debug)]
pub struct Automatic {
    pub side: Side,
    pub holds: Vec<ObjectiveId>,
}
