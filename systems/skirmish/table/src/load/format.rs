//! The files of a skirmish module as structs, one field a key. The documentation of a field is what an editor shows.

use std::collections::BTreeMap;

use module::values::{At, Key, Said};
use schemars::JsonSchema;
use serde::Deserialize;
use skirmish::data::{Edge, Quality, Role};
use skirmish::tables::{Support, Weight};

/// `skirmish/<module>/module.toml`: what the module is.
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
    /// One or two sentences.
    #[schemars(length(min = 1, max = 2000))]
    pub(crate) summary: At<String>,
    /// Whom its scenarios may set against each other.
    pub(crate) side: Vec<NationText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NationText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: String,
    /// "American"
    #[schemars(length(min = 1, max = 80))]
    pub(crate) adjective: String,
    /// The file of its elements: `forces/<key>.toml`.
    pub(crate) forces: At<Key>,
}

/// `tables/<key>.toml`: the ground. Whole inches from the south-west corner, x eastward, y northward.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ground {
    /// Width (west to east) and height (south to north).
    #[schemars(length(min = 2, max = 2))]
    pub(crate) size: At<Vec<i64>>,
    #[serde(default)]
    pub(crate) hill: Vec<HillText>,
    #[serde(default)]
    pub(crate) area: Vec<AreaText>,
    #[serde(default)]
    pub(crate) line: Vec<LineText>,
    #[serde(default)]
    pub(crate) building: Vec<BuildingText>,
}

/// `[x, y]` in whole inches.
pub(crate) type Inches = [i32; 2];

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HillText {
    pub(crate) key: At<Key>,
    /// What people call it; the key if it says nothing.
    pub(crate) title: Option<String>,
    #[schemars(range(min = 1, max = 9))]
    pub(crate) level: u8,
    /// Its corners.
    pub(crate) outline: At<Vec<Inches>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaText {
    pub(crate) key: At<Key>,
    /// What people call it; the key if it says nothing.
    pub(crate) title: Option<String>,
    /// A kind of `area_terrain` in the tables.
    pub(crate) kind: At<String>,
    /// Its corners.
    pub(crate) outline: At<Vec<Inches>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineText {
    pub(crate) key: At<Key>,
    /// What people call it; pieces of one wall share it.
    pub(crate) title: Option<String>,
    /// A kind of `linear_terrain` in the tables.
    pub(crate) kind: At<String>,
    /// Its points, in order.
    pub(crate) points: At<Vec<Inches>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuildingText {
    pub(crate) key: At<Key>,
    /// What people call it; the key if it says nothing.
    pub(crate) title: Option<String>,
    /// A kind of `building_kind` in the tables.
    pub(crate) kind: At<String>,
    #[schemars(range(min = 1, max = 12))]
    pub(crate) floors: u8,
    /// Its corners.
    pub(crate) outline: At<Vec<Inches>>,
}

/// `forces/<key>.toml`: elements to choose from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forces {
    pub(crate) template: Vec<TemplateText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) title: String,
    /// The weapon each figure carries, figure 1 first.
    pub(crate) figures: At<Vec<At<String>>>,
    /// What the element crews.
    #[serde(default)]
    pub(crate) support: Vec<At<String>>,
    /// The bonus of figure 1 as a leader.
    pub(crate) leader: Option<At<i64>>,
    #[serde(default)]
    pub(crate) roles: Vec<Said<Role>>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) value: i32,
    /// What it costs in a force list, by quality.
    #[serde(default)]
    pub(crate) points: BTreeMap<String, i64>,
}

/// `scenarios/<key>.toml`: set-up, length, victory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    #[schemars(length(min = 1, max = 120))]
    pub(crate) title: At<String>,
    #[schemars(length(min = 1, max = 2000))]
    pub(crate) summary: String,
    /// Where it happens.
    #[serde(default)]
    pub(crate) place: String,
    /// "June 1944"
    #[schemars(length(min = 1, max = 40))]
    pub(crate) month: String,
    #[schemars(range(min = 1, max = 6000))]
    pub(crate) minutes: u32,
    /// The ground: `tables/<key>.toml`.
    pub(crate) table: At<Key>,
    /// Scheduled turns.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) turns: u8,
    /// Sight reaches no farther, in inches.
    #[schemars(range(min = 1, max = 400))]
    pub(crate) visibility: Option<i32>,
    pub(crate) attacker: Option<At<String>>,
    pub(crate) defender: Option<At<String>>,
    /// Who sets up first stands first.
    pub(crate) set_up: At<Vec<At<String>>>,
    /// What has happened and what is to be done, for both sides.
    #[serde(default)]
    pub(crate) briefing: String,
    pub(crate) side: At<Vec<SideText>>,
    pub(crate) zone: Vec<ZoneText>,
    #[serde(default)]
    pub(crate) objective: Vec<ObjectiveText>,
    pub(crate) element: Vec<ElementText>,
    /// Markers with nobody under them.
    #[serde(default)]
    pub(crate) dummy: Vec<DummyText>,
    /// Guns and mortars off the table.
    #[serde(default)]
    pub(crate) battery: Vec<BatteryText>,
    pub(crate) victory: VictoryText,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideText {
    /// A side of the module.
    pub(crate) key: At<Key>,
    /// Where its Broken elements may run to.
    pub(crate) edge: Said<Edge>,
    /// Value of own losses at which the force tests its morale; half the starting value where it is not said.
    #[schemars(range(min = 1, max = 999))]
    pub(crate) break_point: Option<i32>,
    /// What this side is to do and how it may begin.
    #[serde(default)]
    pub(crate) briefing: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ZoneText {
    pub(crate) key: At<Key>,
    pub(crate) side: At<String>,
    pub(crate) outline: At<Vec<Inches>>,
    /// Only elements of these templates.
    #[serde(default)]
    pub(crate) templates: Vec<At<String>>,
    #[schemars(range(min = 1, max = 99))]
    pub(crate) most_elements: Option<u8>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) title: String,
    pub(crate) at: At<Inches>,
    /// For the holder, by side.
    pub(crate) points: At<BTreeMap<String, i32>>,
    pub(crate) held_by: Option<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ElementText {
    pub(crate) key: At<Key>,
    pub(crate) side: At<String>,
    pub(crate) template: At<String>,
    pub(crate) quality: Option<Said<Quality>>,
    /// Where it is set up.
    pub(crate) zone: Option<At<String>>,
    /// The place suggested for figure 1.
    pub(crate) at: Option<At<Inches>>,
    #[schemars(range(min = 0, max = 11))]
    #[serde(default)]
    pub(crate) floor: u8,
    /// It starts as a marker.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// A reserve: from this turn on, from the edge of `entry`.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) arrives: Option<u8>,
    /// Two points of one edge of the table.
    #[schemars(length(min = 2, max = 2))]
    pub(crate) entry: Option<At<Vec<Inches>>>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) he_rounds: Option<u8>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) smoke_rounds: Option<u8>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DummyText {
    pub(crate) key: At<Key>,
    pub(crate) side: At<String>,
    pub(crate) zone: At<String>,
    pub(crate) at: Option<At<Inches>>,
    #[schemars(range(min = 0, max = 11))]
    #[serde(default)]
    pub(crate) floor: u8,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatteryText {
    pub(crate) key: At<Key>,
    pub(crate) side: At<String>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) title: String,
    pub(crate) support: Said<Support>,
    pub(crate) weight: Said<Weight>,
    pub(crate) quality: Option<Said<Quality>>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) he_rounds: Option<u8>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) smoke_rounds: Option<u8>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryText {
    /// Points for each value of enemy elements destroyed or Dispersed.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) per_value: i32,
    /// A lead of so many points is decisive.
    #[schemars(range(min = 1, max = 999))]
    pub(crate) decisive: i32,
    /// Who wins at equal scores.
    pub(crate) ties: Option<At<String>>,
    /// Who holds all of these at the start of an End Turn Phase has won.
    #[serde(default)]
    pub(crate) automatic: Vec<AutomaticText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutomaticText {
    pub(crate) side: At<String>,
    pub(crate) holds: At<Vec<At<String>>>,
}
