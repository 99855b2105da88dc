//! Words of the files and what they mean to the rules.

use std::{borrow::Cow, ops::Deref};

use omaha::{
    data::{
        Badge, Calibre, Colour, Division, FireClass, Gun, Letter, Sector, Symbol, UnitKind, Weapon,
    },
    ground::{Road, Side, Terrain},
    tables::{ArmourAct, BarrageResult, Firer, GermanAct, LandingTable, LandingWho, Pass, Tide},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};

/// A type of the rules with the words files use for its values.
macro_rules! words {
    ($($name:ident($type:ty) { $($word:literal => $value:expr,)* })*) => {
        $(#[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) struct $name(pub(crate) $type);

        impl Deref for $name {
            type Target = $type;
            fn deref(&self) -> &$type {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                match String::deserialize(deserializer)?.as_str() {
                    $($word => Ok($name($value)),)*
                    other => Err(D::Error::unknown_variant(other, &[$($word),*])),
                }
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "enum": [$($word),*] })
            }
        })*
    };
}

words! {
    SectorWord(Sector) { "east" => Sector::East, "west" => Sector::West, }
    DivisionWord(Division) { "1" => Division::First, "29" => Division::TwentyNinth, }
    SymbolWord(Symbol) {
        "diamond" => Symbol::Diamond,
        "triangle" => Symbol::Triangle,
        "circle" => Symbol::Circle,
    }
    ColourWord(Colour) {
        "orange" => Colour::Orange,
        "red" => Colour::Red,
        "purple" => Colour::Purple,
        "blue" => Colour::Blue,
        "green" => Colour::Green,
        "brown" => Colour::Brown,
    }
    BadgeWord(Badge) {
        "F" => Badge::F,
        "R" => Badge::R,
        "M" => Badge::M,
        "P" => Badge::P,
        "A" => Badge::A,
        "armour" => Badge::Armour,
        "star" => Badge::Star,
    }
    LetterWord(Letter) { "A" => Letter::A, "B" => Letter::B, "C" => Letter::C, "D" => Letter::D, }
    CalibreWord(Calibre) {
        "75" => Calibre::C75,
        "88" => Calibre::C88,
        "105" => Calibre::C105,
    }
    WeaponWord(Weapon) {
        "BZ" => Weapon::Bz,
        "BG" => Weapon::Bg,
        "BR" => Weapon::Br,
        "DE" => Weapon::De,
        "MO" => Weapon::Mo,
        "RD" => Weapon::Rd,
        "MG" => Weapon::Mg,
        "AR" => Weapon::Ar,
        "NA" => Weapon::Na,
        "FL" => Weapon::Fl,
    }
    UnitKindWord(UnitKind) {
        "infantry" => UnitKind::Infantry,
        "ranger" => UnitKind::Ranger,
        "tank" => UnitKind::Tank,
        "artillery" => UnitKind::Artillery,
        "sp-artillery" => UnitKind::SpArtillery,
        "dukw-artillery" => UnitKind::DukwArtillery,
        "anti-tank" => UnitKind::AntiTank,
        "anti-air" => UnitKind::AntiAir,
        "sp-anti-air" => UnitKind::SpAntiAir,
        "hq" => UnitKind::Hq,
        "general" => UnitKind::General,
    }
    GunWord(Gun) {
        "plain" => Gun::Plain,
        "75" => Gun::C75,
        "88" => Gun::C88,
        "rocket" => Gun::Rocket,
    }
    // Whether a German company belongs to the 716th Division.
    GermanDivisionWord(bool) { "716" => true, "352" => false, }
    // A range in words.
    ReachWord(()) { "unlimited" => (), }
    ZoneWord(char) {
        "A" => 'A', "B" => 'B', "C" => 'C', "D" => 'D', "E" => 'E', "F" => 'F', "G" => 'G',
    }
    SideWord(Side) {
        "hedge" => Side::Hedge,
        "seawall" => Side::Seawall,
        "shingle" => Side::Shingle,
        "atditch" => Side::Ditch,
        "atwall" => Side::Wall,
        "slope" => Side::Slope,
        "bluff" => Side::Bluff,
        "scaleable" => Side::Scaleable,
        "sheer" => Side::Sheer,
    }
    RoadWord(Road) {
        "primary" => Road::Primary,
        "secondary" => Road::Secondary,
        "trail" => Road::Trail,
    }
    TideWord(Tide) { "low" => Tide::Low, "mid" => Tide::Mid, "high" => Tide::High, }
    LandingTableWord(LandingTable) {
        "1" => LandingTable::First,
        "2-3" => LandingTable::Second,
        "4-14" => LandingTable::Fourth,
        "15+" => LandingTable::Fifteenth,
    }
    // Rows of turns 1-3 are in two tables.
    LandingTablesWord(&'static [LandingTable]) {
        "1" => &[LandingTable::First],
        "2-3" => &[LandingTable::Second],
        "1-3" => &[LandingTable::First, LandingTable::Second],
        "4-14" => &[LandingTable::Fourth],
        "15+" => &[LandingTable::Fifteenth],
    }
    LandingWhoWord(LandingWho) {
        "tank" => LandingWho::Tank,
        "infantry-not-DG-CH" => LandingWho::InfantryElsewhere,
        "infantry-ranger-DG-CH" => LandingWho::InfantryAtDogGreenOrCharlie,
        "infantry-ranger" => LandingWho::Infantry,
        "dukw-artillery" => LandingWho::Dukw,
        "artillery-aa-at" => LandingWho::Guns,
    }
    FireClassWord(FireClass) {
        "intense" => FireClass::Intense,
        "steady" => FireClass::Steady,
        "sporadic" => FireClass::Sporadic,
    }
    FirerWord(Firer) {
        "wn-or-revealed" => Firer::WnOrRevealed,
        "unrevealed-reinforcement" => Firer::Unrevealed,
        "ambush" => Firer::Ambush,
    }
    // `None`: with and without depth alike.
    DepthWord(Option<bool>) { "any" => None, "yes" => Some(true), "no" => Some(false), }
    BarrageWord(BarrageResult) {
        "none" => BarrageResult::None,
        "disrupted" => BarrageResult::Disrupted,
        "disrupted-and-depth-removed" => BarrageResult::DisruptedAndDepthRemoved,
    }
    MoveHexWord(Option<Terrain>) {
        "beach" => Some(Terrain::Beach),
        "pavilion" => Some(Terrain::Pavilion),
        "draw" => Some(Terrain::Draw),
        "clear" => Some(Terrain::Clear),
        "woods" => Some(Terrain::Woods),
        "orchard" => Some(Terrain::Orchard),
        "bocage" => Some(Terrain::Bocage),
        "buildings" => Some(Terrain::Buildings),
        "rough" => Some(Terrain::Rough),
        "mined" => None,
    }
    DefenceHexWord(Terrain) {
        "beach" => Terrain::Beach,
        "pavilion" => Terrain::Pavilion,
        "draw" => Terrain::Draw,
        "clear" => Terrain::Clear,
        "woods" => Terrain::Woods,
        "orchard" => Terrain::Orchard,
        "bocage" => Terrain::Bocage,
        "buildings" => Terrain::Buildings,
        "rough" => Terrain::Rough,
    }
    MoveSideWord(Side) {
        "none" => Side::None,
        "hedge" => Side::Hedge,
        "seawall" => Side::Seawall,
        "shingle" => Side::Shingle,
        "atditch" => Side::Ditch,
        "atwall" => Side::Wall,
        "slope" => Side::Slope,
        "bluff" => Side::Bluff,
        "scaleable" => Side::Scaleable,
        "sheer" => Side::Sheer,
    }
    // `None`: up a bluff.
    DefenceSideWord(Option<Side>) {
        "none" => Some(Side::None),
        "hedge" => Some(Side::Hedge),
        "seawall" => Some(Side::Seawall),
        "shingle" => Some(Side::Shingle),
        "atditch" => Some(Side::Ditch),
        "atwall" => Some(Side::Wall),
        "slope" => Some(Side::Slope),
        "bluff-down" => Some(Side::Bluff),
        "bluff-up" => None,
        "scaleable" => Some(Side::Scaleable),
        "sheer" => Some(Side::Sheer),
    }
    PassWord(Pass) {
        "yes" => Pass::Yes,
        "no" => Pass::No,
        "road" => Pass::Road,
        "climb" => Pass::Climb,
        "climb-cliff" => Pass::ClimbCliff,
    }
    GermanActWord(GermanAct) {
        "none" => GermanAct::None,
        "fire" => GermanAct::Fire,
        "fire-armour" => GermanAct::FireArmour,
        "fire-leader" => GermanAct::FireLeader,
        "re-occupy" => GermanAct::ReOccupy,
        "re-supply-and-fire" => GermanAct::ReSupplyAndFire,
        "redeploy" => GermanAct::Redeploy,
        "reinforce" => GermanAct::Reinforce,
        "mortar" => GermanAct::Mortar,
        "patrol-all" => GermanAct::PatrolAll,
        "patrol-one" => GermanAct::PatrolOne,
        "artillery" => GermanAct::Artillery,
        "advance-or-fire" => GermanAct::AdvanceOrFire,
        "advance" => GermanAct::Advance,
        "ambush" => GermanAct::Ambush,
    }
    ArmourActWord(ArmourAct) {
        "fire-or-move-4" => ArmourAct::FireOrMove4,
        "overrun-4" => ArmourAct::Overrun4,
        "move-4-or-fire" => ArmourAct::Move4OrFire,
        "move-3-then-fire-adjacent" => ArmourAct::Move3ThenFireAdjacent,
        "fire-adjacent-or-move-4" => ArmourAct::FireAdjacentOrMove4,
    }
    EventWord(Event) {
        "reserves" => Event::Reserves,
        "dig-in" => Event::DigIn,
        "both-flanks" => Event::BothFlanks,
        "hero-depth" => Event::HeroDepth,
        "hero" => Event::Hero,
        "destroyers" => Event::Destroyers,
        "destroyers-reserves" => Event::DestroyersReserves,
        "smoke" => Event::Smoke,
        "initiative" => Event::Initiative,
        "pinned" => Event::Pinned,
        "rockets" => Event::Rockets,
        "rockets-silenced" => Event::RocketsSilenced,
        "heights" => Event::Heights,
        "rally" => Event::Rally,
        "shelled-exits" => Event::ShelledExits,
        "corps-reserve" => Event::CorpsReserve,
        "scouts" => Event::Scouts,
        "interrogation" => Event::Interrogation,
        "stragglers" => Event::Stragglers,
        "unseen" => Event::Unseen,
        "runners" => Event::Runners,
        "short-salvo" => Event::ShortSalvo,
    }
}

/// A kind of event, in the order of [`omaha::data::CardEvent::KEYS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Event {
    Reserves,
    DigIn,
    BothFlanks,
    HeroDepth,
    Hero,
    Destroyers,
    DestroyersReserves,
    Smoke,
    Initiative,
    Pinned,
    Rockets,
    RocketsSilenced,
    Heights,
    Rally,
    ShelledExits,
    CorpsReserve,
    Scouts,
    Interrogation,
    Stragglers,
    Unseen,
    Runners,
    ShortSalvo,
}

/// What a landing letter does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ResultWord {
    None,
    /// With `steps`.
    Lose,
    /// With `boxes` and perhaps `direction`.
    Drift,
    /// With both.
    LoseAndDrift,
    /// With `to_turn`, or `turns` ahead.
    Delay,
    Eliminated,
    #[serde(rename = "delayed-to-june-7")]
    DelayedToJune7,
    NoCheck,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DirectionWord {
    East,
    West,
}

/// How US strength compares with German strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StrengthWord {
    /// Without the weapons required.
    LessOrEqual,
    /// With them.
    Less,
    /// With them.
    Equal,
    Greater,
    Double,
}

/// What an attack does; nothing: no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AttackWord {
    UsDisrupted,
    GainsDepth,
    UnitUnrevealed,
    GermanDisrupted,
    OptionalAttrition,
    Defeated,
    RevealAndRepeat,
    DepthEliminated,
}
