//! What people write: one struct a file, one field a key. The documentation of a field is what an editor shows.
//!
//! The types say what a file may look like; whether it makes sense is checked where it is turned into a game.
//! From these structs come both the JSON schemas for editors and the checks of the loader, so the two agree.

use std::{borrow::Cow, collections::BTreeMap, fmt, ops::Deref};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use toml::Spanned;

use crate::problem::Span;

/// `gts/<module>/module.toml`: what the module is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Module {
    /// Version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    #[allow(dead_code)] // The schema has checked it.
    pub(crate) format: At<i64>,
    /// The rules system; the name of the directory that holds the module.
    pub(crate) system: At<Key>,
    #[schemars(length(min = 1, max = 120))]
    pub(crate) title: At<String>,
    /// The edition of the rules (gts.term.editions).
    pub(crate) edition: At<EditionWord>,
    /// One or two sentences.
    #[schemars(length(min = 1, max = 2000))]
    pub(crate) summary: At<String>,
    /// Exactly two. The first acts first where both may act.
    #[schemars(length(min = 2, max = 2))]
    pub(crate) side: Vec<SideText>,
    /// A key of [crt.variant] in tables.toml: cells of the Combat Results Table that differ (gts.data.crt-variant).
    pub(crate) crt_variant: Option<At<String>>,
    /// A key of [range.variant] in tables.toml: range modifiers against unarmoured targets (T5).
    pub(crate) range_variant: Option<At<String>>,
    /// A key of [sighting.variant] in tables.toml: how far one sees by day and from Observation Points (T13).
    pub(crate) sighting_variant: Option<At<String>>,
    /// Another column of the terrain table for all targets (T6).
    pub(crate) terrain_variant: Option<At<TerrainWord>>,
    /// Direct range of artillery; indirect fire begins one hex farther (gts.range.artillery-limit-data).
    #[schemars(range(min = 1, max = 20))]
    pub(crate) artillery_limit: Option<At<i64>>,
    #[serde(default)]
    pub(crate) switches: SwitchesText,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TerrainWord {
    Pacific,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EditionWord {
    /// S0, 2015, with the naval landing.
    Normandy,
    /// S1, later, game-neutral.
    Series,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) adjective: At<String>,
}

/// Optional rules. Absent: as in [default.switches] of tables.toml.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SwitchesText {
    /// gts.mod.counter-battery; true if absent.
    pub(crate) counter_battery: Option<bool>,
    /// False if absent.
    pub(crate) barrage_scatter: Option<bool>,
    /// False if absent.
    pub(crate) rubble_by_artillery: Option<bool>,
    /// False if absent.
    pub(crate) extra_cp_other_leader: Option<bool>,
    /// gts.dfire.step-14-yellow-others; true if absent.
    pub(crate) direct_yellow_for_black_brown: Option<bool>,
    /// gts.air.modifiers; true if absent.
    pub(crate) air_negative_modifiers: Option<bool>,
    /// True if absent.
    pub(crate) inherent_air_defence: Option<bool>,
    /// gts.assault.step-26-loop; false if absent.
    pub(crate) assault_restarts_at_fire_or_charge: Option<bool>,
}

/// `gts/<module>/map.toml`: the ground. Hexes are labelled CCRR, column and row from 01; even rows are shifted to
/// the right by half a hex.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Map {
    #[schemars(range(min = 1, max = 99))]
    pub(crate) columns: At<i64>,
    #[schemars(range(min = 1, max = 99))]
    pub(crate) rows: At<i64>,
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) hex_metres: At<i64>,
    /// One word a hex, rows from north to south, words separated by spaces; the words are keys of [letters].
    pub(crate) terrain: At<String>,
    /// The level of the ground, small whole numbers in the same layout.
    pub(crate) elevation: Option<At<String>>,
    /// What the words of `terrain` stand for: keys of [[terrain]] in tables.toml.
    pub(crate) letters: BTreeMap<At<String>, At<String>>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) hexside: Vec<HexsideText>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) route: Vec<RouteText>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) feature: Vec<FeatureText>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) place: Vec<PlaceText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexsideText {
    /// A key of [[hexside]] in tables.toml.
    pub(crate) kind: At<String>,
    /// "0403-0404" for the side between two hexes; for a directed kind "0403>0404", seen when crossing from 0403
    /// into 0404.
    #[schemars(length(min = 1, max = 4000))]
    pub(crate) sides: Vec<At<HexPair>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RouteText {
    /// A key of [[route]] in tables.toml.
    pub(crate) kind: At<String>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: Option<At<String>>,
    /// Neighbouring hexes, connected in this order.
    #[schemars(length(min = 2, max = 1024))]
    pub(crate) path: Vec<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeatureText {
    /// A key of [[feature]] in tables.toml.
    pub(crate) kind: At<String>,
    #[schemars(length(min = 1, max = 1024))]
    pub(crate) hexes: Vec<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceText {
    pub(crate) hex: At<HexLabel>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    pub(crate) kind: At<PlaceWord>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PlaceWord {
    Village,
    Town,
    Hill,
    Wood,
    Farm,
    River,
    Sea,
    Strongpoint,
    Exit,
}

impl PlaceWord {
    pub(crate) const fn key(self) -> &'static str {
        match self {
            PlaceWord::Village => "village",
            PlaceWord::Town => "town",
            PlaceWord::Hill => "hill",
            PlaceWord::Wood => "wood",
            PlaceWord::Farm => "farm",
            PlaceWord::River => "river",
            PlaceWord::Sea => "sea",
            PlaceWord::Strongpoint => "strongpoint",
            PlaceWord::Exit => "exit",
        }
    }
}

/// `gts/<module>/forces/<division>.toml`: one division with its formations, leaders and units.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Division {
    /// Unique in the module.
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// For tracks and chits: "3 Br".
    #[schemars(length(min = 1, max = 12))]
    pub(crate) short: At<String>,
    /// A key of [[side]] in module.toml.
    pub(crate) side: At<String>,
    /// Colour of the counters.
    pub(crate) colour: At<CssColour>,
    /// 3 if absent (gts.data.division-default).
    #[schemars(range(min = 0, max = 19))]
    pub(crate) command_rating: Option<At<i64>>,
    /// 4 if absent.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) dispatch_rating: Option<At<i64>>,
    /// 5 if absent.
    #[schemars(range(min = 0, max = 19))]
    pub(crate) start_cp: Option<At<i64>>,
    /// 2 if absent.
    #[schemars(range(min = 0, max = 19))]
    pub(crate) start_dp: Option<At<i64>>,
    /// 2 if absent.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) road_blocks: Option<At<i64>>,
    /// 2 if absent.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) parks: Option<At<i64>>,
    /// Defends home soil (T9).
    #[serde(default)]
    pub(crate) home_soil: bool,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) formation: Vec<FormationText>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) leader: Vec<LeaderText>,
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) unit: Vec<UnitText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormationText {
    /// Unique in the module.
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// Colour of the stripe.
    pub(crate) stripe: At<CssColour>,
    /// How many rearguards; 2 if absent.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) rearguards: Option<At<i64>>,
    /// What its rearguards show; where absent as in [default.rearguard] of tables.toml (gts.rear.counter).
    pub(crate) rearguard: Option<CounterText>,
}

/// A counter the tables have a default for. Ratings not given are those of the default.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CounterText {
    #[schemars(range(min = 0, max = 2))]
    pub(crate) steps: Option<At<i64>>,
    pub(crate) fire: Option<At<Figure>>,
    pub(crate) range: Option<At<Figure>>,
    pub(crate) assault: Option<At<Figure>>,
    pub(crate) defense: Option<At<Figure>>,
    pub(crate) tq: Option<At<Figure>>,
    pub(crate) ma: Option<At<Figure>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderText {
    /// Unique in the module.
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// A key of [[formation]] in this file.
    pub(crate) formation: At<String>,
    /// 10 if absent (gts.data.leader-default).
    #[schemars(range(min = 0, max = 99))]
    pub(crate) command_range: Option<At<i64>>,
    /// 6 if absent.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) attachment: Option<At<i64>>,
    /// The reverse of the counter (gts.leader.reverse).
    pub(crate) replacement: Option<ReplacementText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplacementText {
    /// 8 if absent, or the front's if that is lower.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) command_range: Option<At<i64>>,
    /// 4 if absent, or the front's if that is lower.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) attachment: Option<At<i64>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitText {
    /// Unique in the module.
    pub(crate) key: At<Key>,
    /// Designation on the counter: "A/1 Suffolk".
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// A key of [[formation]] in this file; an independent unit has a stripe instead.
    pub(crate) formation: Option<At<String>>,
    /// Independent units (gts.term.independent): "white" or "black".
    pub(crate) stripe: Option<At<StripeWord>>,
    /// Battalion or regiment.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) battalion: Option<At<String>>,
    pub(crate) arm: At<ArmWord>,
    #[schemars(range(min = 0, max = 2))]
    pub(crate) steps: At<i64>,
    /// Value 0 to 9 and colour, "6 red", or "no".
    pub(crate) fire: At<Figure>,
    /// 1 to 99 hexes, or "*". Without one: gts.range.unprinted.
    pub(crate) range: Option<At<Figure>>,
    /// "5 red", "5" without a row, "5 red double"; blank if absent.
    pub(crate) assault: Option<At<Figure>>,
    /// -5 to 5 and background: "-1 white" is unarmoured, "-1 black" armoured.
    pub(crate) defense: At<Figure>,
    /// 0 to 9; "6 red" is always in command.
    pub(crate) tq: At<Figure>,
    /// "8 leg", "14 tracked", "18 wheeled", "*" or "no".
    pub(crate) ma: At<Figure>,
    /// Rating against air strikes (gts.air.flak).
    #[schemars(range(min = 0, max = 9))]
    pub(crate) flak: Option<At<i64>>,
    /// Of the 79th Armoured Division (Beach Defenses Table).
    #[serde(default)]
    pub(crate) armoured79: bool,
    /// Numbers of the Contact marker, orange and black class only; 5 and 7 if absent (gts.contact.numbers).
    pub(crate) contact: Option<At<ContactText>>,
    /// Exceptions of command (gts.command.exceptions-hook).
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub(crate) command: Vec<At<CommandWord>>,
    /// A key of [[beach]] in naval.toml: in command by telephone while its lines hold (gts.beach.phone).
    pub(crate) wired: Option<At<String>>,
    /// The one-step side. Ratings not given are those of the front.
    pub(crate) reduced: Option<At<FaceText>>,
    /// The transport side (gts.term.transport-box). Not given: fire "no", ma "18 wheeled", tq 2, defense as front.
    pub(crate) transport: Option<At<FaceText>>,
}

/// gts.contact.marker
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContactText {
    #[schemars(range(min = 0, max = 9))]
    pub(crate) pending: At<i64>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) in_contact: At<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CommandWord {
    /// In command of any leader of its side.
    AnyLeader,
    /// In command with another unit of its battalion within 2 hexes (gts.command.commando).
    NearBattalion,
}

/// The other side of a counter.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaceText {
    pub(crate) fire: Option<At<Figure>>,
    pub(crate) range: Option<At<Figure>>,
    pub(crate) assault: Option<At<Figure>>,
    pub(crate) defense: Option<At<Figure>>,
    pub(crate) tq: Option<At<Figure>>,
    pub(crate) ma: Option<At<Figure>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StripeWord {
    White,
    Black,
}

/// What the symbol on the counter says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ArmWord {
    Infantry,
    Parachute,
    Commando,
    Ranger,
    MotorInfantry,
    ArmouredInfantry,
    MachineGun,
    Reconnaissance,
    Engineer,
    ArmouredEngineer,
    Tank,
    DdTank,
    TankDestroyer,
    AssaultGun,
    AntiTank,
    AntiAircraft,
    Mortar,
    LightMortar,
    Artillery,
    SelfPropelledArtillery,
    CoastalBattery,
    Headquarters,
    Rearguard,
}

/// `gts/<module>/naval.toml`: what lands from the sea, and what fires from it. In the normandy edition only.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Naval {
    /// Who lands: a key of [[side]] in module.toml.
    pub(crate) side: At<String>,
    /// Range boxes of the Naval Display with their numbers; if absent long 30, medium 20, short 10.
    pub(crate) range_boxes: Option<At<BTreeMap<At<String>, At<BoxNumber>>>>,
    #[schemars(length(min = 1, max = 8))]
    pub(crate) force: Vec<ForceText>,
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub(crate) beach: Vec<BeachText>,
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub(crate) ship: Vec<ShipText>,
    /// What landing craft show; where absent as in [default.landing_craft] of tables.toml (gts.beach.lc-default).
    #[serde(default)]
    pub(crate) craft: CraftText,
}

/// An Assault Force.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForceText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// Where its marker begins: a sea hex.
    pub(crate) marker: At<HexLabel>,
    /// The dotted coast hexes of its sector (gts.naval.7-force-water).
    #[serde(default)]
    #[schemars(length(max = 1024))]
    pub(crate) coast: Vec<At<HexLabel>>,
}

/// A Beach. Its gap hexsides are those of kind gap-closed on the map that border one of its hexes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeachText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// A key of [[force]].
    pub(crate) force: At<String>,
    /// 3 if absent (gts.beach.numbers-default).
    #[schemars(range(min = 0, max = 9))]
    pub(crate) obstacles: Option<At<i64>>,
    /// 4 if absent.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) nests: Option<At<i64>>,
    /// 5 if absent.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) gap: Option<At<i64>>,
    /// 3 if absent.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) sea_state: Option<At<i64>>,
    /// How many landing craft it has; if absent one for each battalion and each independent unit that comes there
    /// (gts.beach.pool).
    #[schemars(range(min = 0, max = 250))]
    pub(crate) landing_craft: Option<At<i64>>,
    #[schemars(length(min = 1, max = 16))]
    pub(crate) sub: Vec<SubBeachText>,
}

/// A stretch of a Beach with its own Loading and Wave boxes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubBeachText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// Hexes of terrain beach.
    #[schemars(length(min = 1, max = 100))]
    pub(crate) hexes: Vec<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShipText {
    /// Different from the keys of all units.
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    pub(crate) class: At<ShipWord>,
    /// Its home, a key of [[force]].
    pub(crate) force: At<String>,
    /// Where it may go (gts.naval.8-letter, gts.naval.8-star).
    pub(crate) moves: At<MovesWord>,
    /// As printed; fire, range and defense default to those of its class (gts.beach.ship-default).
    pub(crate) fire: Option<At<Figure>>,
    pub(crate) range: Option<At<Figure>>,
    pub(crate) defense: Option<At<Figure>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ShipWord {
    Battleship,
    Cruiser,
    Destroyer,
    /// LCS: guns.
    SupportCraft,
    /// LCR: rockets, once.
    RocketCraft,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MovesWord {
    No,
    /// A letter on the counter: the boxes of its Force.
    Force,
    /// A * on the counter: the boxes of any Force.
    Any,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CraftText {
    #[schemars(range(min = 1, max = 2))]
    pub(crate) steps: Option<At<i64>>,
    pub(crate) defense: Option<At<Figure>>,
    pub(crate) fire: Option<At<Figure>>,
    pub(crate) range: Option<At<Figure>>,
}

/// `gts/<module>/scenarios/<scenario>.toml`: one game to play. Units of the module it does not name take no part.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    #[schemars(length(min = 1, max = 120))]
    pub(crate) title: At<String>,
    /// One or two sentences.
    #[schemars(length(min = 1, max = 2000))]
    pub(crate) summary: At<String>,
    /// How long it takes to play.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) minutes: At<i64>,
    /// At the start.
    pub(crate) weather: At<WeatherWord>,
    /// The weather from this roll of the die on, ascending from 0; the default table if absent
    /// (gts.weather.table-default).
    #[schemars(length(min = 1, max = 10))]
    pub(crate) weather_table: Option<Vec<WeatherRowText>>,
    /// The formation of the Royal Marines chit, in the mug every turn (gts.form.royal-marines); normandy only.
    pub(crate) royal_marines: Option<At<String>>,
    /// Keys of divisions (gts.assault.night-bonus).
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub(crate) night_assault: Vec<At<String>>,
    /// How many events chits; 0 if absent.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) events_chits: Option<At<i64>>,
    /// The day, for a scenario without [[turn]]: it has the turns of the default calendar (gts.time.default).
    #[schemars(length(min = 1, max = 40))]
    pub(crate) date: Option<At<String>>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) turn: Vec<TurnText>,
    /// The default table if absent (gts.events.table).
    pub(crate) events: Option<EventsText>,
    /// Sides with Air Points.
    #[serde(default)]
    pub(crate) air: BTreeMap<At<String>, AirText>,
    /// Formations that change to another division.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) transfer: Vec<TransferText>,
    /// Divisions that are short of supply.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) supply: Vec<SupplyText>,
    /// Who comes from the sea.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) sea: Vec<SeaText>,
    /// Ships that take part.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub(crate) ships: Vec<ShipsText>,
    pub(crate) naval: Option<LandingText>,
    /// Road Blocks on the map at the start.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) road_block: Vec<RoadBlockText>,
    /// Artillery in contact at the start.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) contact: Vec<ContactPlaceText>,
    /// Entry hexes by side, on the edge of the map.
    #[serde(default)]
    pub(crate) entry: BTreeMap<At<String>, Vec<At<HexLabel>>>,
    /// Units on the map at the start.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) place: Vec<SetUpText>,
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) reinforcement: Vec<ReinforcementText>,
    /// Leaders without an entry arrive with the first units of their formation (gts.reinf.leader).
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub(crate) leader: Vec<LeaderPlaceText>,
    /// Entrenchments that stand empty at the start.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) entrenchment: Vec<EntrenchmentText>,
    #[serde(default)]
    pub(crate) first_turn: FirstTurnText,
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) victory_hex: Vec<VictoryHexText>,
    pub(crate) victory: VictoryText,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WeatherWord {
    Clear,
    Overcast,
    Rain,
    Fog,
    Mist,
    Storm,
    Sandstorm,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeatherRowText {
    #[schemars(range(min = 0, max = 9))]
    pub(crate) from: At<i64>,
    pub(crate) weather: At<WeatherWord>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsText {
    /// "roll", or "draw" from a cup (gts.chit.events-s1).
    pub(crate) method: At<EventsWord>,
    #[schemars(length(min = 1, max = 60))]
    pub(crate) entries: At<Vec<EventText>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EventsWord {
    Roll,
    Draw,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventText {
    /// First roll that brings it, where events are rolled.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) from: Option<At<i64>>,
    /// Last roll that brings it.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) to: Option<At<i64>>,
    /// Markers in the cup, where events are drawn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) count: Option<At<i64>>,
    /// Whether it goes back into the cup; true if absent (gts.events.draw).
    pub(crate) returns: Option<At<bool>>,
    pub(crate) effect: At<EffectWord>,
    /// A key of [[side]] in module.toml; if absent a die decides.
    pub(crate) side: Option<At<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EffectWord {
    Hero,
    Heroic,
    Rally,
    Dispatches,
    CommandConfusion,
    AirSupport,
    None,
}

/// Air Points a day by weather (gts.air.points). Without any number the default of the tables, otherwise those given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirText {
    #[schemars(range(min = 0, max = 19))]
    pub(crate) clear: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) overcast: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) rain: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) fog: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) mist: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) storm: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) sandstorm: Option<At<i64>>,
    /// Rating of a strike, "6 orange" if absent (gts.air.strike-rating).
    pub(crate) strike: Option<At<Figure>>,
}

/// Step F (gts.sop.f-s0, gts.sop.f-s1).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransferText {
    /// From 1.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
    pub(crate) formation: At<String>,
    /// The division it goes to.
    pub(crate) division: At<String>,
    /// Its owner may refuse; false if absent.
    #[serde(default)]
    pub(crate) optional: bool,
}

/// How a division is supplied in some turns (T2, T9).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupplyText {
    pub(crate) division: At<String>,
    /// First turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) from: At<i64>,
    /// Last turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) to: At<i64>,
    pub(crate) level: At<SupplyWord>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SupplyWord {
    Diminished,
    Emergency,
    DropZoneClosed,
    MainRouteClosed,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeaText {
    #[schemars(length(min = 1, max = 250))]
    pub(crate) units: Vec<At<String>>,
    pub(crate) at: At<SeaWord>,
    /// For "wave" and "loading": keys of a beach and its sub-beach, "sword/queen-red".
    pub(crate) beach: Option<At<String>>,
    /// For "en-route": a key of [[force]] in naval.toml.
    pub(crate) force: Option<At<String>>,
    /// 1 or absent: from the start; later: appears there in step C of that turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: Option<At<i64>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeaWord {
    Wave,
    Loading,
    EnRoute,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShipsText {
    /// Keys of [[ship]] in naval.toml.
    #[schemars(length(min = 1, max = 100))]
    pub(crate) units: Vec<At<String>>,
    /// A key of [[force]] in naval.toml.
    pub(crate) force: At<String>,
    /// A range box: "long", "medium" or "short", unless naval.toml has others.
    #[serde(rename = "box")]
    pub(crate) range_box: At<String>,
}

/// The landing in this scenario. All other keys are beaches with the numbers that differ from naval.toml:
/// [naval.sword].
#[derive(Clone, Debug, Default)]
pub(crate) struct LandingText {
    /// Beaches in play at the start; absent: all.
    pub(crate) overlays: Option<Vec<At<String>>>,
    /// The turn in which the Naval Chit is played twice; absent: none (gts.naval.end-first-play).
    pub(crate) double_play: Option<At<i64>>,
    /// First and last turn in which ships may cut telephone lines; absent: all (gts.naval.2-ship-phone-window).
    pub(crate) phone_window: Option<At<Vec<At<i64>>>>,
    pub(crate) beaches: BTreeMap<At<String>, NumbersText>,
}

/// Numbers of a Beach (gts.beach.numbers).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumbersText {
    #[schemars(range(min = 0, max = 9))]
    pub(crate) obstacles: Option<At<i64>>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) nests: Option<At<i64>>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) gap: Option<At<i64>>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) sea_state: Option<At<i64>>,
}

impl<'de> Deserialize<'de> for LandingText {
    /// By hand: serde loses the places of what it flattens.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LandingText, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = LandingText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LandingText, A::Error> {
                let mut out = LandingText::default();
                while let Some(key) = map.next_key::<At<String>>()? {
                    match key.as_str() {
                        "overlays" => out.overlays = Some(map.next_value()?),
                        "double_play" => out.double_play = Some(map.next_value()?),
                        "phone_window" => out.phone_window = Some(map.next_value()?),
                        _ => {
                            out.beaches.insert(key, map.next_value()?);
                        }
                    }
                }
                Ok(out)
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

impl JsonSchema for LandingText {
    fn schema_name() -> Cow<'static, str> {
        "LandingText".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let turn = || json_schema!({ "type": "integer", "minimum": 1, "maximum": 60 });
        json_schema!({
            "description": "The landing in this scenario. Other keys are beaches with the numbers that differ from naval.toml.",
            "type": "object",
            "properties": {
                "overlays": {
                    "description": "Beaches in play at the start; absent: all.",
                    "type": "array",
                    "items": { "type": "string" },
                    "maxItems": 8
                },
                "double_play": {
                    "description": "The turn in which the Naval Chit is played twice; absent: none (gts.naval.end-first-play).",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 60
                },
                "phone_window": {
                    "description": "First and last turn in which ships may cut telephone lines; absent: all (gts.naval.2-ship-phone-window).",
                    "type": "array",
                    "items": turn(),
                    "minItems": 2,
                    "maxItems": 2
                }
            },
            "additionalProperties": generator.subschema_for::<NumbersText>()
        })
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoadBlockText {
    /// A road hex.
    pub(crate) at: At<HexLabel>,
    /// Whose marker it is.
    pub(crate) division: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContactPlaceText {
    /// Artillery of orange or black class.
    pub(crate) unit: At<String>,
    /// A leader of its side.
    pub(crate) leader: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnText {
    #[schemars(length(min = 1, max = 40))]
    pub(crate) date: At<String>,
    #[schemars(length(min = 1, max = 20))]
    pub(crate) time: At<String>,
    #[serde(default)]
    pub(crate) night: bool,
    #[serde(default)]
    pub(crate) first_daylight: bool,
    #[serde(default)]
    pub(crate) last_before_night: bool,
}

/// Units in one hex. The flags hold for all of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpText {
    pub(crate) at: At<HexLabel>,
    #[schemars(length(min = 1, max = 250))]
    pub(crate) units: Vec<At<String>>,
    #[serde(default)]
    pub(crate) column: Option<At<bool>>,
    /// On the transport side.
    #[serde(default)]
    pub(crate) mounted: Option<At<bool>>,
    /// In an improved position.
    #[serde(default)]
    pub(crate) ip: Option<At<bool>>,
    /// Each in an entrenchment of its own.
    #[serde(default)]
    pub(crate) ent: Option<At<bool>>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    pub(crate) steps_lost: Option<At<i64>>,
    /// Cohesion hits.
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    pub(crate) cohesion: Option<At<i64>>,
    #[serde(default)]
    pub(crate) suppressed: Option<At<bool>>,
    /// In an artillery park.
    #[serde(default)]
    pub(crate) park: Option<At<bool>>,
    /// A marker each of them bears.
    #[serde(default)]
    pub(crate) marker: Option<At<MarkerWord>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MarkerWord {
    #[serde(rename = "para-1")]
    Para1,
    #[serde(rename = "para-2")]
    Para2,
    #[serde(rename = "glider-1")]
    Glider1,
    #[serde(rename = "glider-2")]
    Glider2,
    AirLanding,
    AloneAndAfraid,
    DugIn,
    Hero,
    Heroic,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReinforcementText {
    /// From 1.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
    /// An entry hex of their side.
    pub(crate) entry: At<HexLabel>,
    #[schemars(length(min = 1, max = 250))]
    pub(crate) units: Vec<At<String>>,
    #[serde(default)]
    pub(crate) column: Option<At<bool>>,
    /// On the transport side.
    #[serde(default)]
    pub(crate) mounted: Option<At<bool>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderPlaceText {
    /// A key of [[leader]] in forces/.
    pub(crate) key: At<String>,
    /// A unit of his formation, or an independent one of his division (gts.stack.leader-company).
    pub(crate) with: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrenchmentText {
    pub(crate) hex: At<HexLabel>,
    /// A key of [[side]] in module.toml.
    pub(crate) side: At<String>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstTurnText {
    /// The chits of the first turn (gts.sop.g-first-turn): "division:KEY", "formation:KEY", "direct-command:SIDE",
    /// "events", "royal-marines", "naval". Absent: the ordinary rule.
    #[schemars(length(max = 100))]
    pub(crate) mug: Option<Vec<At<String>>>,
    /// The chit that is played first (gts.sop.h-first-turn).
    pub(crate) first_chit: Option<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryHexText {
    pub(crate) hex: At<HexLabel>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    #[schemars(range(min = 0, max = 100))]
    pub(crate) points: At<i64>,
    /// The side that holds it before anybody has entered it.
    pub(crate) owner: At<String>,
}

/// gts.victory.data
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryText {
    /// Points a side scores for each enemy step eliminated; 1 where absent.
    #[serde(default)]
    pub(crate) per_enemy_step: BTreeMap<At<String>, At<Points>>,
    /// Points a side starts with; 0 where absent.
    #[serde(default)]
    pub(crate) handicap: BTreeMap<At<String>, At<Points>>,
    /// A sentence or two for each side, shown before the game and with the score.
    pub(crate) briefing: At<BTreeMap<At<String>, At<String>>>,
}

/// A value and the place where it stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

impl<T> Deref for At<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At<T>, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        let span = spanned.span().into();
        Ok(At { value: spanned.into_inner(), span })
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A rating as printed: a number, or a number with a word, or a word.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Figure {
    Number(i64),
    Text(String),
}

/// Victory points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Points(pub(crate) i64);

impl JsonSchema for Points {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": -1000, "maximum": 1000 })
    }
}

/// Number of a range box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct BoxNumber(pub(crate) i64);

impl JsonSchema for BoxNumber {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "BoxNumber".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": 99 })
    }
}

/// A text that must follow a pattern. The loader knows exactly these patterns, see [`misfit`].
macro_rules! patterned {
    ($(#[$doc:meta])* $name:ident, $pattern:ident = $regex:literal) => {
        #[doc = concat!("The pattern of [`", stringify!($name), "`].")]
        pub(crate) const $pattern: &str = $regex;

        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub(crate) String);

        impl Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
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
                json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

patterned! {
    /// How files call a thing: small letters, digits and hyphens.
    Key, KEY = "^[a-z0-9][a-z0-9-]{0,39}$"
}
patterned! {
    /// CCRR.
    HexLabel, HEX = "^[0-9]{4}$"
}
patterned! {
    /// Two neighbouring hexes and the side between them.
    HexPair, PAIR = "^[0-9]{4}[->][0-9]{4}$"
}
patterned! {
    /// #rrggbb
    CssColour, COLOUR = "^#[0-9a-fA-F]{6}$"
}

/// Why a text does not follow a pattern; `None` if it does.
pub(crate) fn misfit(pattern: &str, text: &str) -> Option<&'static str> {
    let digits = |it: &str| it.len() == 4 && it.bytes().all(|it| it.is_ascii_digit());
    let (fits, rule) = match pattern {
        KEY => (is_key(text), "must consist of small letters, digits and hyphens, at most 40"),
        HEX => (
            digits(text),
            "is not a hex: two digits for the column and two for the row, as in \"0413\"",
        ),
        PAIR => {
            let fits = text.split_once(['-', '>']).is_some_and(|(a, b)| digits(a) && digits(b));
            (fits, "is not a hexside: two hexes with \"-\" or \">\" between, as in \"0413-0513\"")
        }
        COLOUR => {
            let fits = text
                .strip_prefix('#')
                .is_some_and(|it| it.len() == 6 && it.bytes().all(|it| it.is_ascii_hexdigit()));
            (fits, "is not a colour, as in \"#8c2f2f\"")
        }
        _ => (true, ""),
    };
    (!fits).then_some(rule)
}

/// Whether a text is a key, and so also a name of a file or directory that cannot lead astray.
pub(crate) fn is_key(text: &str) -> bool {
    let good = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    !text.is_empty() && text.len() <= 40 && text.bytes().all(good) && !text.starts_with('-')
}
