//! US counters (section 6).

use smallvec::SmallVec;

use super::{BoxId, Division, Sector, Symbol, Weapons};

/// omaha.us.counter: a company, half a company of tanks, a battery or battalion (omaha.scale.us-unit,
/// omaha.scale.us-support).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsCounter {
    /// "16-E"
    pub key: String,
    /// "E/2/16"
    pub name: String,
    /// Its original division (omaha.us.division-home).
    pub division: Division,
    pub kind: UnitKind,
    /// A heavy-weapons company.
    pub heavy: bool,
    /// Turn on which it enters its box; 0: in its box at the start.
    pub turn: u8,
    pub berth: Berth,
    /// None for leaders.
    pub symbol: Option<Symbol>,
    /// By steps left, full strength first.
    pub lines: SmallVec<[StepLine; 4]>,
}

impl UsCounter {
    #[must_use]
    pub fn full_steps(&self) -> u8 {
        self.lines.len() as u8
    }
    /// The line of a unit with so many steps left; `None` for leaders.
    #[must_use]
    pub fn line(&self, steps: u8) -> Option<&StepLine> {
        self.lines.get(self.lines.len().checked_sub(usize::from(steps))?)
    }
}

/// Strength, range and weapons of a unit with a number of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepLine {
    pub strength: u8,
    pub range: Reach,
    /// For infantry below full strength; otherwise the weapons chart says (omaha.weap.reduced-infantry).
    pub weapons: Weapons,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Adjacent hexes only.
    None,
    Hexes(u8),
    Unlimited,
}

/// Where an arrival is put (omaha.box.exact, omaha.box.beach, omaha.box.division).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Berth {
    Box(BoxId),
    Beach(String),
    Sector(Sector),
}

kernel::words! {
    pub enum UnitKind: "kind of unit" {
        Infantry = "infantry";
        Ranger = "ranger", "rangers";
        Tank = "tank", "tanks";
        Artillery = "artillery";
        SpArtillery = "sp-artillery", "self-propelled artillery";
        DukwArtillery = "dukw-artillery", "artillery in DUKWs";
        AntiTank = "anti-tank";
        AntiAir = "anti-air", "anti-aircraft";
        SpAntiAir = "sp-anti-air", "self-propelled anti-aircraft";
        Hq = "hq", "headquarters";
        General = "general", "General";
    }
}

impl UnitKind {
    /// omaha.us.armoured
    #[must_use]
    pub const fn is_armoured(self) -> bool {
        matches!(self, UnitKind::Tank | UnitKind::SpArtillery | UnitKind::SpAntiAir)
    }
    /// Rangers and heavy companies included (omaha.us.infantry-word).
    #[must_use]
    pub const fn is_infantry(self) -> bool {
        matches!(self, UnitKind::Infantry | UnitKind::Ranger)
    }
    /// omaha.us.regular
    #[must_use]
    pub const fn is_regular(self) -> bool {
        matches!(self, UnitKind::Infantry)
    }
    /// HQs and Generals: no steps, no symbol (omaha.us.leaders-no-steps).
    #[must_use]
    pub const fn is_leader(self) -> bool {
        matches!(self, UnitKind::Hq | UnitKind::General)
    }
    /// omaha.us.mortar-group, omaha.us.cannon, omaha.us.sp-artillery
    #[must_use]
    pub const fn is_artillery(self) -> bool {
        matches!(self, UnitKind::Artillery | UnitKind::SpArtillery | UnitKind::DukwArtillery)
    }
}
