//! A scenario: turns, set-up, victory, variants (section 21).

use board::HexId;

use super::{BatteryId, Division, Gun, Sector, SiteId, UnitId};

/// Which turns, how it is set up, what counts (section 21).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub first_turn: u8,
    /// omaha.turn.count
    pub last_turn: u8,
    pub setup: SetUp,
    pub victory: Victory,
    /// Only this sector is played (omaha.scen.east-units).
    pub only: Option<Sector>,
}

/// omaha.data.setups
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUp {
    /// Standard, and the east half which is the standard of one sector.
    Standard(StandardSetUp),
    Beyond(Box<BeyondSetUp>),
}

/// omaha.scen.setup-wn to omaha.scen.setup-artillery; omaha.scen.east-wn, omaha.scen.east-pools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandardSetUp {
    /// What kind of unit stands on each site (omaha.pos.artillery-sites).
    pub wn: Vec<(SiteId, Gun)>,
    /// Sites with a depth marker.
    pub depth: Vec<SiteId>,
    pub tactical: u8,
    pub division: u8,
    pub meyer: u8,
    pub meyer_depth: u8,
    pub wn_depth: u8,
    pub building: u8,
    pub mobile: u8,
    pub batteries: Vec<BatteryId>,
}

/// omaha.btb.*
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeyondSetUp {
    pub wn: Vec<(SiteId, Gun)>,
    pub depth: Vec<SiteId>,
    pub wn_depth: u8,
    pub reinforcements_t: u8,
    pub reinforcements_d: u8,
    pub reinforcement_sites: Vec<SiteId>,
    pub reinforcement_depth: Vec<SiteId>,
    pub meyer: u8,
    pub meyer_depth: u8,
    pub batteries: Vec<BatteryId>,
    /// Unit, hex, steps left, with a hero.
    pub units: Vec<(UnitId, HexId, u8, bool)>,
    /// Any high-tide hex of their sector, with steps left.
    pub beach: Vec<(UnitId, u8)>,
    /// In a landing box of the player's choice (omaha.btb.t16).
    pub boxes: Vec<UnitId>,
    pub delayed: Vec<(UnitId, u8)>,
    /// Eliminated, or so reduced that they count.
    pub loss_boxes: [Vec<UnitId>; 2],
    pub transferred: Vec<(UnitId, Division)>,
    pub cleared: Vec<HexId>,
    pub rockets_happened: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// omaha.vic.fw-win, omaha.scen.east-win
    Points { win: i16 },
    /// omaha.vic.check1-win …; with a first check in the whole day.
    Levels { check: Option<FirstCheck>, bounds: [i16; 5] },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstCheck {
    pub turn: u8,
    /// So many or more: decisive victory.
    pub win: i16,
    /// So many or fewer: decisive defeat.
    pub loss: i16,
}

/// Section 22. Any of them together (omaha.var.combine).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Variants {
    pub bombardment: bool,
    pub tanks_safe: bool,
    pub no_rangers: bool,
    pub reaction: bool,
    pub early_actions: bool,
    pub armour: bool,
}

kernel::words! {
    /// Section 22.
    pub enum Variant: "variant" {
        Bombardment = "bombardment";
        TanksSafe = "tanks-safe";
        NoRangers = "no-rangers";
        Reaction = "reaction";
        EarlyActions = "early-actions";
        Armour = "armour";
    }
}

impl Variants {
    pub const fn choose(&mut self, variant: Variant) {
        match variant {
            Variant::Bombardment => self.bombardment = true,
            Variant::TanksSafe => self.tanks_safe = true,
            Variant::NoRangers => self.no_rangers = true,
            Variant::Reaction => self.reaction = true,
            Variant::EarlyActions => self.early_actions = true,
            Variant::Armour => self.armour = true,
        }
    }
}

/// A variant as players read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantName {
    pub title: String,
    pub text: String,
}
