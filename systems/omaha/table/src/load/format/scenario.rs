//! `scenarios/*.toml`.

use schemars::JsonSchema;
use serde::Deserialize;

use module::values::{At, HexLabel, Said};
use omaha::data::{Division, Sector};

/// `omaha/<module>/scenarios/<key>.toml`: which turns, how it is set up, what counts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    #[schemars(length(min = 1, max = 120))]
    pub(crate) title: At<String>,
    /// One sentence.
    #[schemars(length(min = 1, max = 2000))]
    pub(crate) summary: At<String>,
    /// What the player reads before the first turn.
    #[schemars(length(min = 1, max = 4000))]
    pub(crate) briefing: At<String>,
    /// How long it takes to play.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) minutes: At<i64>,
    #[schemars(range(min = 1, max = 60))]
    pub(crate) first_turn: At<i64>,
    #[schemars(range(min = 1, max = 60))]
    pub(crate) last_turn: At<i64>,
    /// Only this sector is played.
    pub(crate) only: Option<Said<Sector>>,
    /// Variants of section 22 in use.
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub(crate) variants: Vec<At<String>>,
    pub(crate) victory: At<VictoryText>,
    /// How a scenario that begins on turn 1 is set up.
    pub(crate) standard: Option<At<StandardText>>,
    /// How one that begins later is set up.
    pub(crate) beyond: Option<At<BeyondText>>,
}

/// Either `win` or `levels`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryText {
    /// So many points of the first waves win.
    #[schemars(range(min = -1000, max = 1000))]
    pub(crate) win: Option<i64>,
    /// Final totals up to which it is a decisive, operational, tactical defeat, a tactical, an operational victory.
    #[schemars(length(min = 5, max = 5))]
    pub(crate) levels: Option<At<Vec<i64>>>,
    /// A check on the way.
    pub(crate) check: Option<At<CheckText>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckText {
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: i64,
    /// So many or more: decisive victory.
    #[schemars(range(min = -1000, max = 1000))]
    pub(crate) win: i64,
    /// So many or fewer: decisive defeat.
    #[schemars(range(min = -1000, max = 1000))]
    pub(crate) loss: i64,
}

/// Hexes of strongpoints by what the crew there has: "60", "62N".
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GunSites {
    #[serde(rename = "88", default)]
    #[schemars(length(max = 104))]
    pub(crate) c88: Vec<At<String>>,
    #[serde(rename = "75", default)]
    #[schemars(length(max = 104))]
    pub(crate) c75: Vec<At<String>>,
    #[serde(default)]
    #[schemars(length(max = 104))]
    pub(crate) rocket: Vec<At<String>>,
    #[serde(default)]
    #[schemars(length(max = 104))]
    pub(crate) plain: Vec<At<String>>,
}

/// omaha.scen.setup-wn to omaha.scen.setup-artillery
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StandardText {
    pub(crate) guns: GunSites,
    /// Hexes of strongpoints that begin with a depth marker.
    #[schemars(length(max = 104))]
    pub(crate) depth: At<Vec<At<String>>>,
    /// Units in the T pool.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) tactical: At<i64>,
    /// Units in the D pool.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) division: At<i64>,
    /// Units in the Meyer box.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) meyer: At<i64>,
    /// Mobile depth markers in the Meyer box.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) meyer_depth: At<i64>,
    /// Markers in the pools.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) wn_depth: At<i64>,
    #[schemars(range(min = 0, max = 64))]
    pub(crate) building: At<i64>,
    #[schemars(range(min = 0, max = 64))]
    pub(crate) mobile: At<i64>,
    /// Names of the batteries that are active.
    #[schemars(length(max = 16))]
    pub(crate) batteries: Vec<At<String>>,
}

/// omaha.btb.*
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeyondText {
    pub(crate) guns: GunSites,
    /// Hexes of strongpoints with a depth marker.
    #[schemars(length(max = 104))]
    pub(crate) depth: At<Vec<At<String>>>,
    /// WN depth markers in the pool.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) wn_depth: At<i64>,
    /// T units on the map.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) tactical: At<i64>,
    /// D units on the map; the others are in the pool.
    #[schemars(range(min = 0, max = 64))]
    pub(crate) division: At<i64>,
    /// Where they stand.
    #[schemars(length(max = 96))]
    pub(crate) positions: At<Vec<At<String>>>,
    /// Which of these positions have depth.
    #[schemars(length(max = 96))]
    pub(crate) position_depth: At<Vec<At<String>>>,
    #[schemars(range(min = 0, max = 64))]
    pub(crate) meyer: At<i64>,
    #[schemars(range(min = 0, max = 64))]
    pub(crate) meyer_depth: At<i64>,
    #[schemars(length(max = 16))]
    pub(crate) batteries: Vec<At<String>>,
    /// Obstacle hexes already cleared.
    #[schemars(length(max = 832))]
    pub(crate) cleared: Vec<At<HexLabel>>,
    /// The rockets have fired before.
    pub(crate) rockets_happened: bool,
    /// Units in the loss boxes.
    pub(crate) losses: LossesText,
    /// Units commanded by another division than their own.
    #[serde(default)]
    #[schemars(length(max = 96))]
    pub(crate) transferred: Vec<TransferText>,
    /// Units on a later space of the turn track.
    #[serde(default)]
    #[schemars(length(max = 96))]
    pub(crate) delayed: Vec<DelayText>,
    /// Units on any high-tide hexes of their sector.
    #[serde(default)]
    #[schemars(length(max = 96))]
    pub(crate) beach: Vec<BeachUnitText>,
    #[schemars(length(max = 96))]
    pub(crate) unit: Vec<PlacedText>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LossesText {
    #[serde(rename = "1", default)]
    #[schemars(length(max = 96))]
    pub(crate) first: Vec<At<String>>,
    #[serde(rename = "29", default)]
    #[schemars(length(max = 96))]
    pub(crate) twenty_ninth: Vec<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransferText {
    pub(crate) unit: At<String>,
    pub(crate) to: Said<Division>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DelayText {
    pub(crate) unit: At<String>,
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeachUnitText {
    pub(crate) unit: At<String>,
    /// One of its strengths: tells how many steps are left.
    pub(crate) strength: At<i64>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacedText {
    pub(crate) unit: At<String>,
    pub(crate) hex: At<HexLabel>,
    /// One of its strengths: tells how many steps are left. Leaders have none.
    pub(crate) strength: Option<At<i64>>,
    /// With a hero.
    #[serde(default)]
    pub(crate) hero: bool,
}
