//! What people write: one struct a file, one field a key. The documentation of a field is what an editor shows.
//!
//! The types say what a file may look like; whether it makes sense is checked where it is turned into a game.
//! From these structs come both the JSON schemas for editors and the checks of the loader, so the two agree.

mod scenario;
mod sheet;

use std::collections::BTreeMap;

use module::values::{At, CssColour, HexLabel, HexPair, Key, Said};
use schemars::JsonSchema;
use serde::Deserialize;
use tcs::data::Kind;
use tcs::ground::{Lies, MoveClass, TerrainClass, TerrainRow};
use tcs::state::MissionKind;
use tcs::tables::{Nation, Trajectory};

pub(crate) use scenario::{
    PlaceText, PreplottedText, Scenario, SheetState, SheetText, SortieText, TurnText, WeatherText,
};
pub(crate) use sheet::Sheets;

kernel::words! {
    /// What a name on the map is for.
    pub(crate) enum PlaceKind: "kind of place" {
        Village = "village";
        Hill = "hill";
        Wood = "wood";
        Farm = "farm";
        River = "river";
        Bridge = "bridge";
    }
}

/// `tcs/<module>/module.toml`: what the module is.
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
    /// Exactly two (tcs.general.players).
    #[schemars(length(min = 2, max = 2))]
    pub(crate) side: Vec<SideText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideText {
    pub(crate) key: At<Key>,
    /// As in "the Americans".
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
}

/// `tcs/<module>/terrain.toml`: rows of the terrain chart that this ground has of its own; a row replaces that of
/// tables.toml with the same id.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terrain {
    #[serde(default)]
    #[schemars(length(max = 60), with = "Vec<TerrainShape>")]
    pub(crate) terrain: Vec<At<TerrainRow>>,
}

/// A row of the terrain chart, as an editor knows it; the rules read it themselves.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code)] // A shape, never a value.
struct TerrainShape {
    #[schemars(length(min = 1, max = 40))]
    id: String,
    #[schemars(length(min = 1, max = 80))]
    name: String,
    terrain_class: Said<TerrainClass>,
    place: Said<Lies>,
    foot: FigureShape,
    tracked: FigureShape,
    wheeled: FigureShape,
    /// What stands there, in metres; the tables' default for this id if absent (tcs.los.height-defaults).
    #[schemars(range(min = 0, max = 60))]
    height_metres: Option<i64>,
    /// A road across it is a bridge or a gap (tcs.move.bottlenecks-exist).
    bottleneck: Option<bool>,
    confidence: Option<ConfidenceShape>,
}

/// { kind = "cost", sixths = 6 }, { kind = "add", sixths = 12 }, { kind = "none" } or { kind = "prohibited" }.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code)]
struct FigureShape {
    kind: FigureKind,
    /// Sixths of a movement point.
    #[schemars(range(min = 0, max = 250))]
    sixths: Option<i64>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[allow(dead_code)]
enum FigureKind {
    Cost,
    Add,
    None,
    Prohibited,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[allow(dead_code)]
enum ConfidenceShape {
    Certain,
    Suspect,
    Module,
}

/// `tcs/<module>/map.toml`: the ground. Hexes are labelled CCRR, column and row from 01; even rows are shifted to the
/// right by half a hex.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Map {
    #[schemars(range(min = 1, max = 99))]
    pub(crate) columns: At<i64>,
    #[schemars(range(min = 1, max = 99))]
    pub(crate) rows: At<i64>,
    #[schemars(range(min = 10, max = 1000))]
    pub(crate) hex_metres: At<i64>,
    /// Metres between the contours people see.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) contour_metres: At<i64>,
    /// The direction that a 1 stands for when a mission scatters; the others follow clockwise.
    pub(crate) scatter_1: At<String>,
    /// One word a hex, rows from north to south, words separated by spaces; the words are keys of [letters].
    pub(crate) terrain: At<String>,
    /// Metres above the sea, in the same layout.
    pub(crate) elevation: At<String>,
    /// What the words of `terrain` stand for: a base terrain, or a base terrain and what lies on top of it, as in
    /// "open+buildings".
    pub(crate) letters: BTreeMap<At<String>, At<String>>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) hexside: Vec<HexsideText>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) route: Vec<RouteText>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) place: Vec<NameText>,
    /// Bottlenecks besides the roads across hedgerows and water (tcs.move.bottlenecks-exist).
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) bottlenecks: Vec<At<HexPair>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexsideText {
    /// An id of the terrain chart that lies on hexsides.
    pub(crate) kind: At<String>,
    #[schemars(length(min = 1, max = 80))]
    #[allow(dead_code)] // For whoever reads the file.
    pub(crate) name: Option<At<String>>,
    /// "0403-0404" for the side between two hexes.
    #[schemars(length(min = 1, max = 4000))]
    pub(crate) sides: Vec<At<HexPair>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RouteText {
    /// An id of the terrain chart that is a road.
    pub(crate) kind: At<String>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: Option<At<String>>,
    /// Neighbouring hexes, connected in this order.
    #[schemars(length(min = 2, max = 1024))]
    pub(crate) path: Vec<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameText {
    pub(crate) hex: At<HexLabel>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    pub(crate) kind: Said<PlaceKind>,
}

/// `tcs/<module>/forces/<force>.toml`: one force, with one Command Prep value (tcs.unit.force).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Force {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// On its counters.
    #[schemars(length(min = 1, max = 12))]
    pub(crate) short: At<String>,
    /// A key of [[side]] in module.toml.
    pub(crate) side: At<String>,
    pub(crate) nationality: Said<Nation>,
    /// Of its counters.
    pub(crate) colour: At<CssColour>,
    /// The tables' figure for the nation if absent (tcs.prep.command-prep).
    #[schemars(range(min = 0, max = 9))]
    pub(crate) command_prep: Option<At<i64>>,
    /// Kinds of units.
    #[serde(rename = "type")]
    #[schemars(length(min = 1, max = 60))]
    pub(crate) types: Vec<TypeText>,
    #[schemars(length(min = 1, max = 20))]
    pub(crate) battalion: Vec<BattalionText>,
    #[schemars(length(min = 1, max = 60))]
    pub(crate) company: Vec<CompanyText>,
    #[schemars(length(min = 1, max = 200))]
    pub(crate) unit: Vec<UnitText>,
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub(crate) guns: Vec<GunsText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypeText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    pub(crate) kind: Said<Kind>,
    /// "A", "P-3", "B" or "B-1": the number is the P-defence, of B 0 if absent (tcs.unit.target-types, tcs.unit.b-defence).
    pub(crate) target: At<String>,
    #[schemars(range(min = 1, max = 20))]
    pub(crate) steps: At<i64>,
    /// Higher is worse.
    #[schemars(range(min = 0, max = 12))]
    pub(crate) morale: Option<At<i64>>,
    pub(crate) area: Option<AreaText>,
    pub(crate) point: Option<At<PointText>>,
    #[serde(rename = "move")]
    pub(crate) moves: MoveText,
    /// Steps it carries (tcs.carrier.capacity).
    #[schemars(range(min = 0, max = 20))]
    pub(crate) capacity: Option<At<i64>>,
    /// Cost of changing into Move mode, in sixths of a movement point, where it is printed (tcs.mode.cost-by-unit).
    #[schemars(range(min = 0, max = 200))]
    pub(crate) to_move: Option<At<i64>>,
    /// The same into Fire mode.
    #[schemars(range(min = 0, max = 200))]
    pub(crate) to_fire: Option<At<i64>>,
    /// It can observe for artillery; if absent, infantry and vehicles can (tcs.unit.observer-flag).
    pub(crate) observer: Option<bool>,
    /// It can make AT rolls; if absent, infantry can (tcs.at.who).
    pub(crate) at_rolls: Option<bool>,
    #[serde(default)]
    pub(crate) towed: bool,
    #[serde(default)]
    pub(crate) smoke: bool,
    #[serde(default)]
    pub(crate) illumination: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaText {
    /// One figure, or one for each number of steps left, from 1 (tcs.unit.area-strength-by-step).
    pub(crate) strength: Ladder,
    pub(crate) class: Said<Trajectory>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) range: At<i64>,
}

/// One figure or a list.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Ladder {
    One(u16),
    Steps(Vec<u16>),
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointText {
    #[schemars(range(min = 0, max = 20))]
    pub(crate) strength: i64,
    /// Last hex of each range.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) close: i64,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) nominal: i64,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) long: i64,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveText {
    pub(crate) class: Said<MoveClass>,
    /// Movement points; 0 cannot move by itself.
    #[schemars(range(min = 0, max = 60))]
    pub(crate) allowance: At<i64>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BattalionText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// Where its vehicles go when their morale fails (tcs.veh.fail-how).
    pub(crate) rally: Option<At<HexLabel>>,
    /// Battalion Morale at the start; 0 if absent (tcs.bn.value).
    #[schemars(range(min = 0, max = 12))]
    pub(crate) morale: Option<At<i64>>,
    /// Vehicle Morale at the start; 0 if absent (tcs.veh.value).
    #[schemars(range(min = 0, max = 200))]
    pub(crate) vehicle_morale: Option<At<i64>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompanyText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// A key of [[battalion]].
    pub(crate) battalion: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 24))]
    pub(crate) name: At<String>,
    /// A key of [[company]].
    pub(crate) company: At<String>,
    /// A key of [[type]].
    #[serde(rename = "type")]
    pub(crate) kind: At<String>,
}

/// Off-map artillery (tcs.arty.asset).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GunsText {
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// In millimetres.
    #[schemars(range(min = 20, max = 500))]
    pub(crate) calibre: At<i64>,
    /// More than one are a battalion.
    #[schemars(range(min = 1, max = 9))]
    pub(crate) batteries: At<i64>,
    /// Missions of each battery.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) ammunition: At<i64>,
    #[schemars(length(min = 1, max = 4))]
    pub(crate) missions: Vec<Said<MissionKind>>,
    /// Keys of the forces it fires for; its own if absent.
    pub(crate) supports: Option<Vec<At<String>>>,
    /// The unit that stands for it on the map (tcs.arty.on-map-gun).
    pub(crate) unit: Option<At<String>>,
}
