//! What does not change during a game: ground, positions, counters, deck, scenario. Made by the loader.

mod cards;
mod germans;
mod marks;
mod places;
mod plan;
mod us;

use board::{HexId, Map};
use serde::{Deserialize, Serialize};

use crate::ground::Ground;
use crate::tables::Tables;

pub use cards::*;
pub use germans::*;
pub use marks::*;
pub use places::*;
pub use plan::*;
pub use us::*;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// A US counter: a unit, an HQ or a General.
    UnitId;
    /// A German unit counter.
    GermanId;
    /// A German depth marker.
    DepthId;
    /// A German position: a WN or a reinforcement position.
    PositionId;
    /// A hex of a position; a two-hex WN has two.
    SiteId;
    /// A landing box; index 0 is the easternmost.
    BoxId;
    CardId;
    /// An off-map battery.
    BatteryId;
    DrawId;
    ExitId;
}

/// A set of hexes of a map of at most 832 hexes (ours has 792).
pub type Hexes = board::HexSet<13>;

/// Most US counters, German units, depth markers, positions, hexes of positions and cards.
pub const MOST_UNITS: usize = 96;
pub const MOST_GERMANS: usize = 64;
pub const MOST_DEPTHS: usize = 64;
pub const MOST_POSITIONS: usize = 96;
pub const MOST_SITES: usize = 104;
pub const MOST_CARDS: usize = 64;

/// A scenario, ready to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    pub module: String,
    pub scenario: String,
    pub title: String,
    pub briefing: String,
    /// From side to side (omaha.scale.hex); the map is as wide and deep as it has hexes (omaha.scale.area).
    pub hex_metres: u32,
    /// omaha.map.size, omaha.map.orientation; its grid (omaha.map.layout, omaha.map.neighbours-odd,
    /// omaha.map.neighbours-even, omaha.map.distance) is that of the crate `hex`.
    pub map: Map,
    pub ground: Ground,
    pub tables: Tables,
    pub boxes: Vec<LandingBox>,
    pub draws: Vec<Draw>,
    pub exits: Vec<Exit>,
    pub positions: Vec<Position>,
    pub sites: Vec<Site>,
    pub batteries: Vec<Battery>,
    pub units: Vec<UsCounter>,
    /// All pools at full count, as for the markers (omaha.scale.pools, omaha.data.pools).
    pub germans: Vec<GermanCounter>,
    pub depths: Vec<DepthCounter>,
    /// Titles and wording of events, in the order of [`EventKind`].
    pub events: Vec<EventText>,
    /// omaha.scale.deck, omaha.data.deck
    pub cards: Vec<Card>,
    /// Names of heroes, decoration (omaha.hero.equal, omaha.oob.names).
    pub heroes: [Vec<String>; 2],
    pub plan: Plan,
    pub variants: Variants,
    /// The same for the eye, in the order of the tables.
    pub in_force: Vec<VariantName>,
    /// Road ends for which German armour makes, in the order of the symbols that prefer them (omaha.arm.orders-tie).
    pub armour_goals: Vec<(HexId, Symbol)>,
    /// Exits by which German armour comes (omaha.arm.entry-where).
    pub armour_exits: Vec<ExitId>,
}
