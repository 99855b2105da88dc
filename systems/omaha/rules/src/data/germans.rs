//! German units and depth markers (section 14).

use super::{Colour, Weapons};

/// A strongpoint crew or a company (omaha.scale.ger-unit). Its values are our own within the ranges of the rules
/// (omaha.ger.distribution): WN units (omaha.ger.wn-values), T, D and M units (omaha.ger.t-values, omaha.ger.d-values,
/// omaha.ger.m-values, omaha.ger.reinf-requirements).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GermanCounter {
    /// "5/916"; WN units have no name of their own.
    pub name: String,
    pub kind: GermanKind,
    pub strength: u8,
    pub requires: Weapons,
    /// Belongs to the 716th Division; WN units do too, the others to the 352nd (omaha.res.mixed-divisions).
    pub of_716: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GermanKind {
    Wn(Gun),
    /// T
    Tactical,
    /// D
    Division,
    /// M, which join D when released.
    Meyer,
    /// The variant; each is a position of its own with this colour (omaha.arm.units, omaha.arm.requirements).
    Armour(Colour),
}

impl GermanKind {
    #[must_use]
    pub const fn is_wn(self) -> bool {
        matches!(self, GermanKind::Wn(_))
    }
    #[must_use]
    pub const fn is_armour(self) -> bool {
        matches!(self, GermanKind::Armour(_))
    }
}

kernel::words! {
    /// What a WN unit has besides its rifles. Its back shows it, so it is known from the start.
    pub enum Gun: "gun" {
        Plain = "plain";
        C75 = "75";
        C88 = "88";
        Rocket = "rocket";
    }

    /// Where depth markers are drawn from.
    pub enum DepthPool: "pool of depth markers" {
        Wn = "wn";
        Building = "building";
        Mobile = "mobile";
        Armour = "armour";
    }

    /// Whose company it is (omaha.res.mixed-divisions).
    pub enum GermanDivision: "German division" {
        Static = "716";
        Field = "352";
    }
}

/// omaha.ger.depth-values
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DepthCounter {
    pub pool: DepthPool,
    pub strength: u8,
    pub requires: Weapons,
    /// Brings a tactical reinforcement when revealed (omaha.ger.tactical-marker).
    pub tactical: bool,
}
