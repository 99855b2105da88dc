//! Files of scenarios.

use std::collections::BTreeMap;

use module::values::{At, HexLabel, Said};
use schemars::JsonSchema;
use serde::Deserialize;
use tcs::data::Light;
use tcs::sheet::Sheet;
use tcs::state::{MissionKind, Mode};

use super::sheet::SheetShape;

kernel::words! {
    /// tcs.prep.scenario-sheets
    pub(crate) enum SheetState: "state of a sheet" {
        Implemented = "implemented";
        Preparing = "preparing";
    }
}

/// `tcs/<module>/scenarios/<scenario>.toml`: one game to play. Units of the module it does not name take no part.
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
    /// As people write it.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) date: At<String>,
    #[schemars(length(min = 1, max = 60))]
    pub(crate) turn: Vec<TurnText>,
    #[serde(default)]
    pub(crate) visibility: VisibilityText,
    /// By the sum of two dice, from 2 to 12; absent: the weather does not change (tcs.vis.weather-table).
    #[schemars(length(min = 11, max = 11))]
    pub(crate) weather: Option<Vec<WeatherText>>,
    pub(crate) set_up: SetUpText,
    #[schemars(length(min = 1, max = 250))]
    pub(crate) place: Vec<PlaceText>,
    /// Op sheets at the start (tcs.prep.scenario-sheets).
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) sheet: Vec<SheetText>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) victory_hex: Vec<ScoringText>,
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) minefield: Vec<MinefieldText>,
    /// Minefields are found by whoever enters them.
    #[serde(default)]
    pub(crate) hidden_mines: bool,
    /// By force: keys of [[guns]] that take part; absent: all.
    pub(crate) guns: Option<BTreeMap<At<String>, Vec<At<String>>>>,
    /// By force and guns: missions of each battery, where they are not those of forces/.
    #[serde(default)]
    pub(crate) ammunition: BTreeMap<At<String>, BTreeMap<At<String>, At<i64>>>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) preplotted: Vec<PreplottedText>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) sortie: Vec<SortieText>,
    pub(crate) victory: VictoryText,
    #[serde(default)]
    pub(crate) options: OptionsText,
    /// By side: what it is told before the first turn.
    #[serde(default)]
    pub(crate) briefing: BTreeMap<At<String>, At<String>>,
}

/// tcs.general.turn-light
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnText {
    /// Hours and minutes, as in "0640".
    pub(crate) time: At<String>,
    pub(crate) light: Said<Light>,
}

/// In hexes; absent: unlimited, by night the tables' figure (tcs.vis.source, tcs.vis.night-default).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisibilityText {
    #[schemars(range(min = 0, max = 99))]
    pub(crate) day: Option<At<i64>>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) twilight: Option<At<i64>>,
    #[schemars(range(min = 0, max = 99))]
    pub(crate) night: Option<At<i64>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeatherText {
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: At<String>,
    /// In hexes; unlimited if absent.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) visibility: Option<At<i64>>,
    #[serde(default)]
    pub(crate) no_sorties: bool,
}

/// tcs.setup.place
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpText {
    /// The side that sets up first.
    pub(crate) first: At<String>,
    /// By side: first and last row of the hexes in which its units may be set up; absent: they stand where [[place]] says.
    #[serde(default)]
    pub(crate) rows: BTreeMap<At<String>, At<Vec<i64>>>,
    /// Sides whose men and guns may start Dug-In (tcs.mode.set-up-dug-in).
    #[serde(default)]
    pub(crate) dug_in: Vec<At<String>>,
}

/// Where units begin.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceText {
    /// Their hex, or the edge hex beside which they arrive.
    pub(crate) at: At<HexLabel>,
    #[schemars(length(min = 1, max = 100))]
    pub(crate) units: Vec<At<String>>,
    /// Fire mode if absent (tcs.setup.modes).
    pub(crate) mode: Option<Said<Mode>>,
    /// The turn in which they arrive; from the beginning if absent (tcs.reinf.step).
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: Option<At<i64>>,
    /// The carrier they sit in.
    pub(crate) aboard: Option<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SheetText {
    pub(crate) side: At<String>,
    pub(crate) state: Said<SheetState>,
    /// Of a sheet in preparation.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) weighted_turns: Option<At<i64>>,
    #[schemars(with = "SheetShape")]
    pub(crate) value: At<Sheet>,
}

/// tcs.victory.points, tcs.victory.start-control
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoringText {
    pub(crate) hex: At<HexLabel>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    #[schemars(range(min = 0, max = 999))]
    pub(crate) points: At<i64>,
    /// The side that holds it at the start.
    pub(crate) holder: Option<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MinefieldText {
    pub(crate) hex: At<HexLabel>,
    /// Who has laid it; it is the same to both (tcs.mine.open).
    pub(crate) side: At<String>,
}

/// tcs.arty.preplotted
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreplottedText {
    pub(crate) side: At<String>,
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
    /// A key of [[guns]].
    pub(crate) guns: At<String>,
    /// One of their batteries, from 1; absent: all of them.
    #[schemars(range(min = 1, max = 9))]
    pub(crate) battery: Option<At<i64>>,
    pub(crate) mission: Said<MissionKind>,
    #[serde(default)]
    pub(crate) fast: bool,
    pub(crate) hex: At<HexLabel>,
}

/// tcs.air.availability
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SortieText {
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: At<String>,
    pub(crate) side: At<String>,
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
    #[schemars(range(min = 1, max = 999))]
    pub(crate) area: Option<At<i64>>,
    #[schemars(range(min = 0, max = 12))]
    pub(crate) point_kill: Option<At<i64>>,
    /// The die at or above which it arrives; always if absent.
    #[schemars(range(min = 1, max = 6))]
    pub(crate) arrives: Option<At<i64>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryText {
    /// Points for each step the enemy loses.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) per_enemy_step: At<i64>,
    /// A lead of so many points wins decisively (tcs.victory.margin).
    #[schemars(range(min = 1, max = 999))]
    pub(crate) decisive: At<i64>,
    /// A lead that ends the game in Clean Up (tcs.victory.when).
    #[schemars(range(min = 1, max = 999))]
    pub(crate) sudden_death: Option<At<i64>>,
}

/// All off unless said.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsText {
    /// tcs.setup.first-turn
    #[serde(default)]
    pub(crate) skips_first_command: bool,
    /// Sheets are drawn before the first turn (tcs.setup.sheets).
    #[serde(default)]
    pub(crate) sheets_at_set_up: bool,
    /// Those start with so many weighted turns and are not implemented (tcs.setup.free-sheets).
    #[schemars(range(min = 0, max = 99))]
    pub(crate) start_weighted_turns: Option<At<i64>>,
}
