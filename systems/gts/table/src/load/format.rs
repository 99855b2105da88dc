//! What people write: one struct a file, one field a key. The documentation of a field is what an editor shows.
//!
//! The types say what a file may look like; whether it makes sense is checked where it is turned into a game.
//! From these structs come both the JSON schemas for editors and the checks of the loader, so the two agree.

mod naval;
mod scenario;

use std::{borrow::Cow, collections::BTreeMap};

use gts::{
    data::{Arm, Colour, Edition, Exception, Switch},
    tables::TerrainColumn,
};
use kernel::Word;
use module::values::{At, CssColour, Few, HexLabel, HexPair, Key, Said};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) use naval::{BeachText, ForceText, Naval, ShipText, SubBeachText};
pub(crate) use scenario::{
    AirText, ContactPlaceText, EventText, EventsText, LandingText, Method, Scenario, SeaText,
    SetUpText, TurnText,
};

kernel::words! {
    /// What a name on the map is for.
    pub(crate) enum PlaceKind: "kind of place" {
        Village = "village";
        Town = "town";
        Hill = "hill";
        Wood = "wood";
        Farm = "farm";
        River = "river";
        Sea = "sea";
        Strongpoint = "strongpoint";
        Exit = "exit";
    }
}

/// Columns that a module may choose for all targets.
#[derive(Clone, Debug)]
pub(crate) struct Chosen;

impl Few<TerrainColumn> for Chosen {
    fn may_stand(word: TerrainColumn) -> bool {
        word == TerrainColumn::Pacific
    }
}

/// Stripes of independent units (gts.term.independent).
#[derive(Clone, Debug)]
pub(crate) struct Stripes;

impl Few<Colour> for Stripes {
    fn may_stand(word: Colour) -> bool {
        matches!(word, Colour::White | Colour::Black)
    }
}

/// Arms of the counters in forces/; those afloat are in naval.toml.
#[derive(Clone, Debug)]
pub(crate) struct Ashore;

impl Few<Arm> for Ashore {
    fn may_stand(word: Arm) -> bool {
        !word.is_afloat()
    }
}

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
    pub(crate) edition: Said<Edition>,
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
    pub(crate) terrain_variant: Option<Said<TerrainColumn, Chosen>>,
    /// Direct range of artillery; indirect fire begins one hex farther (gts.range.artillery-limit-data).
    #[schemars(range(min = 1, max = 20))]
    pub(crate) artillery_limit: Option<At<i64>>,
    #[serde(default)]
    pub(crate) switches: SwitchesText,
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
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct SwitchesText(pub(crate) BTreeMap<Switch, bool>);

impl JsonSchema for SwitchesText {
    fn schema_name() -> Cow<'static, str> {
        "SwitchesText".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let about = |it: Switch| json!({ "type": "boolean", "description": Word::about(it) });
        let properties = Switch::ALL.map(|it| (it.key().to_owned(), about(it)));
        let properties: serde_json::Map<String, Value> = properties.into_iter().collect();
        json_schema!({
            "description": "Optional rules. Absent: as in [default.switches] of tables.toml.",
            "type": "object",
            "properties": properties,
            "additionalProperties": false
        })
    }
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
    pub(crate) kind: Said<PlaceKind>,
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
    /// Of its units, for entrenchments (gts.ruling.nationality); that of the side if absent.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) nationality: Option<At<String>>,
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

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
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
    pub(crate) stripe: Option<Said<Colour, Stripes>>,
    /// Where it is not that of the division.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) nationality: Option<At<String>>,
    /// Battalion or regiment.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) battalion: Option<At<String>>,
    pub(crate) arm: Said<Arm, Ashore>,
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
    pub(crate) command: Vec<Said<Exception>>,
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
