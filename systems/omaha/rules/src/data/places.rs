//! Landing boxes, draws, exits, positions, batteries (sections 7 to 9).

use board::HexId;
use smallvec::SmallVec;

use super::{Colour, DrawId, FireClass, Hexes, PositionId, Sector, SiteId};

/// omaha.box.three-hexes; in the order of drift, from the east. X1 to X4 are unlettered (omaha.map.boxes-unlettered).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LandingBox {
    /// "ER3"; unlettered boxes are called X1 to X4.
    pub name: String,
    /// "ER"; empty for an unlettered box.
    pub beach: String,
    pub sector: Sector,
    /// omaha.box.charlie-rangers
    pub rangers_only: bool,
    pub low: HexId,
    pub mid: HexId,
    pub high: Option<HexId>,
}

/// omaha.map.d1, omaha.map.d3, omaha.map.e1, omaha.map.e3, omaha.map.f1
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// "D-1"
    pub name: String,
    pub place: String,
    pub hexes: Vec<HexId>,
    /// Hexes on whose sides the barrier is, and the beach before it.
    pub mouth: Vec<HexId>,
    pub mined: Vec<HexId>,
    /// omaha.vic.scoring-draws
    pub scores: bool,
}

/// omaha.pos.exits, omaha.map.exits
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// 'A' to 'G'
    pub letter: char,
    pub hex: HexId,
    pub name: String,
}

/// A German position (section 8): of a strongpoint (omaha.pos.wn-list, omaha.pos.wn-count, omaha.map.wn-63) or for
/// reinforcements (omaha.map.zone-counts, omaha.map.zone-logic). One of two hexes is still one position, with one
/// colour and one field (omaha.pos.two-hex-one).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// "WN62", "C5", "N1"
    pub name: String,
    pub kind: PositionKind,
    /// 62, 5; 0 for a position without ID (omaha.pos.blank).
    pub number: u8,
    /// 'A' to 'G' for numbered reinforcement positions.
    pub zone: Option<char>,
    /// One or two (omaha.pos.wn-two-hex).
    pub sites: SmallVec<[SiteId; 2]>,
    pub sector: Sector,
    /// omaha.pos.colour
    pub colour: Colour,
    /// omaha.pos.vp
    pub vp: bool,
    /// In order (omaha.pos.arrow).
    pub arrows: SmallVec<[PositionId; 2]>,
    /// By class: [`FireClass::index`].
    pub field: [Hexes; 3],
    /// All three together.
    pub any: Hexes,
    /// The draw it guards, if any.
    pub guards: Option<DrawId>,
}

impl Position {
    #[must_use]
    pub const fn is_wn(&self) -> bool {
        matches!(self.kind, PositionKind::Wn)
    }
    /// The class of its dot in a hex.
    #[must_use]
    pub fn dot(&self, hex: HexId) -> Option<FireClass> {
        FireClass::ALL.into_iter().find(|it| self.field[it.index()].contains(hex))
    }
}

/// omaha.pos.kinds
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PositionKind {
    Wn,
    Reinforcement,
}

/// A hex of a position, with a unit and a depth marker of its own (omaha.pos.two-hex-units).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// "62N", "60", "C5"
    pub name: String,
    pub position: PositionId,
    pub hex: HexId,
}

/// omaha.arty.offmap
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battery {
    pub name: String,
    pub sector: Sector,
    pub calibre: Calibre,
    /// omaha.arty.observers-e105, omaha.arty.observers-eflak, omaha.arty.observers-w105, omaha.arty.observers-wflak
    /// omaha.map.observers
    pub observers: Vec<PositionId>,
}

kernel::words! {
    pub enum Calibre: "calibre" {
        C75 = "75";
        C88 = "88";
        C105 = "105";
    }
}
