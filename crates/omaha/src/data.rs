//! What does not change during a game: ground, positions, counters, deck, scenario. Made by the loader.

use board::{HexId, Map};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::ground::Ground;
use crate::tables::Tables;

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

/// omaha.scale.sectors
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sector {
    #[default]
    East,
    West,
}

impl Sector {
    /// In the order in which cards are drawn (omaha.seq.fire-order).
    pub const BOTH: [Sector; 2] = [Sector::East, Sector::West];

    #[must_use]
    pub const fn other(self) -> Sector {
        match self {
            Sector::East => Sector::West,
            Sector::West => Sector::East,
        }
    }
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn division(self) -> Division {
        match self {
            Sector::East => Division::First,
            Sector::West => Division::TwentyNinth,
        }
    }
}

#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Division {
    #[default]
    #[serde(rename = "1")]
    First,
    #[serde(rename = "29")]
    TwentyNinth,
}

impl Division {
    pub const BOTH: [Division; 2] = [Division::First, Division::TwentyNinth];

    #[must_use]
    pub const fn other(self) -> Division {
        match self {
            Division::First => Division::TwentyNinth,
            Division::TwentyNinth => Division::First,
        }
    }
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn sector(self) -> Sector {
        match self {
            Division::First => Sector::East,
            Division::TwentyNinth => Sector::West,
        }
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Division::First => "1st Division",
            Division::TwentyNinth => "29th Division",
        }
    }
}

/// The target symbol of a US unit, and of a fire card.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    #[default]
    Diamond,
    Triangle,
    Circle,
}

impl Symbol {
    pub const ALL: [Symbol; 3] = [Symbol::Diamond, Symbol::Triangle, Symbol::Circle];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// ◆ ▲ ●
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Symbol::Diamond => '◆',
            Symbol::Triangle => '▲',
            Symbol::Circle => '●',
        }
    }
}

/// omaha.card.fire-colours
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    #[default]
    Orange,
    Red,
    Purple,
    Blue,
    Green,
    Brown,
}

impl Colour {
    pub const ALL: [Colour; 6] =
        [Colour::Orange, Colour::Red, Colour::Purple, Colour::Blue, Colour::Green, Colour::Brown];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Orange => "orange",
            Colour::Red => "red",
            Colour::Purple => "purple",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Brown => "brown",
        }
    }
}

/// The class of a dot in a field of fire, most dangerous first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireClass {
    Intense,
    Steady,
    Sporadic,
}

impl FireClass {
    pub const ALL: [FireClass; 3] = [FireClass::Intense, FireClass::Steady, FireClass::Sporadic];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FireClass::Intense => "intense",
            FireClass::Steady => "steady",
            FireClass::Sporadic => "sporadic",
        }
    }
}

/// omaha.card.fire-badge
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Badge {
    F,
    R,
    M,
    P,
    A,
    #[serde(rename = "armour")]
    Armour,
    #[serde(rename = "star")]
    Star,
}

impl Badge {
    pub const ALL: [Badge; 7] =
        [Badge::F, Badge::R, Badge::M, Badge::P, Badge::A, Badge::Armour, Badge::Star];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Badge::F => "F",
            Badge::R => "R",
            Badge::M => "M",
            Badge::P => "P",
            Badge::A => "A",
            Badge::Armour => "armour",
            Badge::Star => "star",
        }
    }
}

/// Weapons of the US, requirements of the Germans.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Weapon {
    /// bazooka
    Bz,
    /// bangalore torpedo
    Bg,
    /// automatic rifle
    Br,
    /// demolitions
    De,
    /// mortar
    Mo,
    /// radio
    Rd,
    /// machine gun
    Mg,
    /// artillery
    Ar,
    /// naval artillery
    Na,
    /// flanking
    Fl,
}

impl Weapon {
    pub const ALL: [Weapon; 10] = [
        Weapon::Bz,
        Weapon::Bg,
        Weapon::Br,
        Weapon::De,
        Weapon::Mo,
        Weapon::Rd,
        Weapon::Mg,
        Weapon::Ar,
        Weapon::Na,
        Weapon::Fl,
    ];

    #[must_use]
    pub const fn short(self) -> &'static str {
        ["BZ", "BG", "BR", "DE", "MO", "RD", "MG", "AR", "NA", "FL"][self as usize]
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "bazooka",
            "bangalore torpedo",
            "automatic rifle",
            "demolitions",
            "mortar",
            "radio",
            "machine gun",
            "artillery",
            "naval artillery",
            "flanking",
        ][self as usize]
    }
}

/// A set of weapons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Weapons(pub u16);

impl Weapons {
    pub const NONE: Weapons = Weapons(0);

    #[must_use]
    pub const fn of(weapon: Weapon) -> Weapons {
        Weapons(1 << weapon as u16)
    }
    #[must_use]
    pub const fn with(self, weapon: Weapon) -> Weapons {
        Weapons(self.0 | 1 << weapon as u16)
    }
    #[must_use]
    pub const fn without(self, other: Weapons) -> Weapons {
        Weapons(self.0 & !other.0)
    }
    #[must_use]
    pub const fn union(self, other: Weapons) -> Weapons {
        Weapons(self.0 | other.0)
    }
    #[must_use]
    pub const fn contains(self, weapon: Weapon) -> bool {
        self.0 & 1 << weapon as u16 != 0
    }
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    pub fn iter(self) -> impl Iterator<Item = Weapon> {
        Weapon::ALL.into_iter().filter(move |it| self.contains(*it))
    }
}

impl FromIterator<Weapon> for Weapons {
    fn from_iter<I: IntoIterator<Item = Weapon>>(weapons: I) -> Weapons {
        weapons.into_iter().fold(Weapons::NONE, Weapons::with)
    }
}

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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Calibre {
    #[serde(rename = "75")]
    C75,
    #[serde(rename = "88")]
    C88,
    #[serde(rename = "105")]
    C105,
}

impl Calibre {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Calibre::C75 => "75",
            Calibre::C88 => "88",
            Calibre::C105 => "105",
        }
    }
}

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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    Infantry,
    Ranger,
    Tank,
    Artillery,
    SpArtillery,
    DukwArtillery,
    AntiTank,
    AntiAir,
    SpAntiAir,
    Hq,
    General,
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
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            UnitKind::Infantry => "infantry",
            UnitKind::Ranger => "rangers",
            UnitKind::Tank => "tanks",
            UnitKind::Artillery => "artillery",
            UnitKind::SpArtillery => "self-propelled artillery",
            UnitKind::DukwArtillery => "artillery in DUKWs",
            UnitKind::AntiTank => "anti-tank",
            UnitKind::AntiAir => "anti-aircraft",
            UnitKind::SpAntiAir => "self-propelled anti-aircraft",
            UnitKind::Hq => "headquarters",
            UnitKind::General => "General",
        }
    }
}

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

/// What a WN unit has besides its rifles. Its back shows it, so it is known from the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gun {
    Plain,
    C75,
    C88,
    Rocket,
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthPool {
    Wn,
    Building,
    Mobile,
    Armour,
}

/// Section 4: three parts, of which each draw uses one (omaha.card.three-parts, omaha.card.one-part).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// As printed, from 1.
    pub number: u8,
    /// By symbol (omaha.card.landing-part).
    pub landing: [Letter; 3],
    pub mine: bool,
    /// By band: turns 2-10, 11-20, 21-31 (omaha.card.event-part).
    pub events: [CardEvent; 3],
    /// Three, of different colours.
    pub fire: [FireMark; 3],
    pub symbol: Symbol,
    /// omaha.card.fire-artillery
    pub artillery: Option<ArtilleryBox>,
}

impl Card {
    /// What it shows of a colour.
    #[must_use]
    pub fn mark(&self, colour: Colour) -> Option<FireMark> {
        self.fire.iter().copied().find(|it| it.colour == colour)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Letter {
    A,
    B,
    C,
    D,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FireMark {
    pub colour: Colour,
    /// omaha.card.fire-single-double
    pub double: bool,
    pub badge: Badge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArtilleryBox {
    pub number: u8,
    pub calibres: SmallVec<[Calibre; 3]>,
}

/// An event with what it names (section 5.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardEvent {
    /// omaha.event.reserves
    Reserves(SmallVec<[char; 4]>),
    DigIn,
    BothFlanks,
    HeroDepth(Division),
    Hero(Division),
    Destroyers,
    DestroyersReserves(char),
    Smoke(SmallVec<[PositionId; 2]>),
    Initiative,
    Pinned,
    Rockets,
    RocketsSilenced,
    Heights,
    Rally,
    ShelledExits,
    CorpsReserve,
    Scouts(Division),
    Interrogation(Sector),
    Stragglers(Division),
    /// Two symbols.
    Unseen([Symbol; 2]),
    /// The HQ of the named regiment.
    Runners(UnitId),
    /// By symbol.
    ShortSalvo([PositionId; 3]),
}

impl CardEvent {
    /// Index into [`Data::events`], in the order of the variants.
    #[must_use]
    pub const fn index(&self) -> usize {
        match self {
            CardEvent::Reserves(_) => 0,
            CardEvent::DigIn => 1,
            CardEvent::BothFlanks => 2,
            CardEvent::HeroDepth(_) => 3,
            CardEvent::Hero(_) => 4,
            CardEvent::Destroyers => 5,
            CardEvent::DestroyersReserves(_) => 6,
            CardEvent::Smoke(_) => 7,
            CardEvent::Initiative => 8,
            CardEvent::Pinned => 9,
            CardEvent::Rockets => 10,
            CardEvent::RocketsSilenced => 11,
            CardEvent::Heights => 12,
            CardEvent::Rally => 13,
            CardEvent::ShelledExits => 14,
            CardEvent::CorpsReserve => 15,
            CardEvent::Scouts(_) => 16,
            CardEvent::Interrogation(_) => 17,
            CardEvent::Stragglers(_) => 18,
            CardEvent::Unseen(_) => 19,
            CardEvent::Runners(_) => 20,
            CardEvent::ShortSalvo(_) => 21,
        }
    }

    /// Keys of events as files write them, in the order of [`CardEvent::index`].
    pub const KEYS: [&str; 22] = [
        "reserves",
        "dig-in",
        "both-flanks",
        "hero-depth",
        "hero",
        "destroyers",
        "destroyers-reserves",
        "smoke",
        "initiative",
        "pinned",
        "rockets",
        "rockets-silenced",
        "heights",
        "rally",
        "shelled-exits",
        "corps-reserve",
        "scouts",
        "interrogation",
        "stragglers",
        "unseen",
        "runners",
        "short-salvo",
    ];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventText {
    pub key: String,
    pub title: String,
    /// With `{zones}`, `{division}`, `{sector}`, `{positions}`, `{symbols}`, `{regiment}` to fill in.
    pub text: String,
}

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

/// A variant as players read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantName {
    pub title: String,
    pub text: String,
}
