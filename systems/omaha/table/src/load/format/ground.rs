//! `map.toml` and `positions.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{Laid, Zone};
use module::values::{At, HexLabel, HexPair, Said};
use omaha::{
    data::{Calibre, Colour, Sector, Symbol},
    ground::{Road, Side},
};

/// `omaha/<module>/map.toml`: the ground (omaha.data.map). Hexes are labelled CCRR, column and row from 01; even rows are shifted to the
/// right by half a hex; the sea is at the top.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Map {
    #[schemars(range(min = 1, max = 99))]
    pub(crate) columns: At<i64>,
    #[schemars(range(min = 1, max = 99))]
    pub(crate) rows: At<i64>,
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) hex_metres: At<i64>,
    /// True bearing of the top of the map, in degrees.
    #[schemars(range(min = 0, max = 359))]
    #[allow(dead_code)] // For readers of the file; the board draws the sea at the top.
    pub(crate) bearing: Option<i64>,
    /// The first column of the EAST sector (omaha.map.boundary).
    #[schemars(range(min = 1, max = 99))]
    pub(crate) east_from: At<i64>,
    /// One letter a hex, one text a row from north to south: ~ sea; l m h beach of the low, mid and high-tide row;
    /// p pavilion; d draw; . clear; b bocage; w woods; o orchard; B buildings; r rough.
    #[schemars(length(min = 1, max = 99))]
    pub(crate) terrain: At<Vec<At<String>>>,
    /// Levels of ten metres, one digit a hex, rows as in `terrain`. For the drawing; the rules know no heights.
    #[schemars(length(max = 99))]
    pub(crate) elevation: Option<At<Vec<At<String>>>>,
    /// Hexes with beach obstacles.
    #[serde(default)]
    #[schemars(length(max = 832))]
    pub(crate) obstacles: Vec<At<HexLabel>>,
    #[serde(default)]
    #[schemars(length(max = 832))]
    pub(crate) mined: Vec<At<HexLabel>>,
    #[schemars(length(min = 1, max = 7))]
    pub(crate) exit: Vec<ExitText>,
    /// Beaches with letters.
    #[schemars(length(min = 1, max = 26))]
    pub(crate) beach: Vec<BeachText>,
    /// Landing boxes from the east, the order of drift.
    #[schemars(length(min = 1, max = 60))]
    pub(crate) r#box: Vec<BoxText>,
    #[schemars(length(min = 1, max = 16))]
    pub(crate) draw: Vec<DrawText>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) village: Vec<VillageText>,
    /// For the variant with German armour.
    pub(crate) armour: ArmourText,
    /// How the hexsides of the coast were derived; the loader takes them as they are written below.
    #[allow(dead_code)] // For the survey, a tool of who draws a map.
    pub(crate) survey: Option<SurveyText>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) hexside: Vec<HexsideText>,
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) route: Vec<RouteText>,
    /// Brooks, for the drawing: neighbouring hexes from the source down.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) brook: Vec<BrookText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExitText {
    pub(crate) letter: Said<Zone>,
    /// At the edge of the map.
    pub(crate) hex: At<HexLabel>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeachText {
    /// "ER"
    #[schemars(length(min = 1, max = 4))]
    pub(crate) key: At<String>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// Where the name is printed.
    pub(crate) hex: At<HexLabel>,
    /// omaha.box.charlie-rangers
    #[serde(default)]
    pub(crate) rangers_only: bool,
}

/// omaha.box.three-hexes
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoxText {
    /// "ER3"
    #[schemars(length(min = 1, max = 6))]
    pub(crate) name: At<String>,
    /// A key of a beach; an unlettered box has none.
    pub(crate) beach: Option<At<String>>,
    pub(crate) low: At<HexLabel>,
    pub(crate) mid: At<HexLabel>,
    /// Absent where cliffs leave no beach at high tide.
    pub(crate) high: Option<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawText {
    /// "D-1"
    #[schemars(length(min = 1, max = 8))]
    pub(crate) name: At<String>,
    /// Where it leads.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) place: At<String>,
    #[schemars(length(min = 1, max = 20))]
    pub(crate) hexes: Vec<At<HexLabel>>,
    /// Beach and pavilion before it.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) mouth: Vec<At<HexLabel>>,
    /// omaha.vic.scoring-draws
    pub(crate) scores: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VillageText {
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    /// Hexes with buildings; the name is printed in the first.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) hexes: Vec<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmourText {
    /// Letters of the exits by which it comes (omaha.arm.entry-where).
    #[schemars(length(max = 7))]
    pub(crate) exits: Vec<Said<Zone>>,
    /// Road ends it makes for, with the symbol that prefers each (omaha.arm.orders-tie).
    #[schemars(length(max = 7))]
    pub(crate) goals: Vec<GoalText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoalText {
    pub(crate) hex: At<HexLabel>,
    pub(crate) symbol: Said<Symbol>,
}

/// omaha.map.side-seawall to omaha.map.side-draw
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // See [`Map::survey`].
pub(crate) struct SurveyText {
    pub(crate) seawall_to_column: i64,
    pub(crate) scaleable_columns: Vec<i64>,
    pub(crate) sheer_columns: Vec<i64>,
    pub(crate) gentle_columns: Vec<i64>,
    pub(crate) steep_draw_hexes: Vec<HexLabel>,
    pub(crate) road_walls: Vec<HexPair>,
    /// By draw.
    pub(crate) barriers: BTreeMap<String, Said<Side, Laid>>,
    pub(crate) two_arrows: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexsideText {
    pub(crate) kind: Said<Side, Laid>,
    /// "0403-0404" for the side between two hexes.
    #[schemars(length(min = 1, max = 4000))]
    pub(crate) sides: Vec<At<HexPair>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RouteText {
    pub(crate) kind: Said<Road>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: Option<At<String>>,
    /// Neighbouring hexes, connected in this order.
    #[schemars(length(min = 2, max = 832))]
    pub(crate) path: Vec<At<HexLabel>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BrookText {
    #[schemars(length(min = 1, max = 80))]
    #[allow(dead_code)] // For readers of the file.
    pub(crate) name: Option<String>,
    #[schemars(length(min = 2, max = 832))]
    pub(crate) path: Vec<At<HexLabel>>,
}

/// `omaha/<module>/positions.toml`: German positions and the batteries off the map (omaha.data.positions,
/// omaha.data.artillery).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Positions {
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub(crate) battery: Vec<BatteryText>,
    #[schemars(length(min = 1, max = 96))]
    pub(crate) position: Vec<PositionText>,
}

/// omaha.arty.offmap
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatteryText {
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: At<String>,
    pub(crate) sector: Said<Sector>,
    pub(crate) calibre: Said<Calibre>,
    /// Names of positions.
    #[schemars(length(min = 1, max = 96))]
    pub(crate) observers: Vec<At<String>>,
}

/// Section 8.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionText {
    /// "WN62" is a strongpoint; "C5" a reinforcement position, zone C, priority 5; "N1" one without ID.
    #[schemars(length(min = 1, max = 8))]
    pub(crate) name: At<String>,
    /// One hex; a strongpoint may have two, its north hex first.
    #[schemars(length(min = 1, max = 2))]
    pub(crate) hexes: Vec<At<HexLabel>>,
    pub(crate) colour: Said<Colour>,
    /// omaha.pos.vp
    #[serde(default)]
    pub(crate) vp: bool,
    /// Reinforcement positions at most two hexes away, in order (omaha.pos.arrow).
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub(crate) arrows: Vec<At<String>>,
    /// Name of the draw a strongpoint guards.
    pub(crate) guards: Option<At<String>>,
    /// First and last column of its field along the beach, for who draws the field.
    #[schemars(length(min = 2, max = 2))]
    #[allow(dead_code)] // The field is written out.
    pub(crate) arc: Option<Vec<i64>>,
    /// Hexes with a dot of this class (omaha.field.dots).
    #[serde(default)]
    #[schemars(length(max = 832))]
    pub(crate) intense: Vec<At<HexLabel>>,
    #[serde(default)]
    #[schemars(length(max = 832))]
    pub(crate) steady: Vec<At<HexLabel>>,
    #[serde(default)]
    #[schemars(length(max = 832))]
    pub(crate) sporadic: Vec<At<HexLabel>>,
}
