//! `omaha/tables.toml`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::words::{Attacked, Depth, FirstTurns, Land, Landing, Mined, Slant};
use module::values::{At, Key, Or, Said};
use omaha::tables::Constants;
use omaha::{
    data::{Badge, FireClass, Sector, Weapon},
    ground::{Side, Terrain},
    tables::{
        ArmourAct, AttackEffect, BarrageResult, Comparison, Firer, GermanAct, LandingTable,
        LandingWho, Pass, Tide,
    },
};

/// `omaha/tables.toml`: the charts all omaha modules share.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tables {
    /// From turn 1 (omaha.data.turns).
    #[schemars(length(min = 1, max = 60))]
    pub(crate) turn: Vec<TurnText>,
    /// The German fire chart (omaha.data.fire).
    #[schemars(length(max = 9))]
    pub(crate) fire: Vec<At<FireText>>,
    /// The US barrage table (omaha.data.barrage).
    #[schemars(length(max = 8))]
    pub(crate) barrage: Vec<At<BarrageText>>,
    /// Multipliers by terrain (omaha.data.terrain); 1 where absent.
    #[schemars(length(max = 9))]
    pub(crate) defence_hex: Vec<At<DefenceHexText>>,
    #[schemars(length(max = 11))]
    pub(crate) defence_hexside: Vec<At<MultiplierText>>,
    #[schemars(length(max = 10))]
    pub(crate) move_hex: Vec<At<PassageText>>,
    #[schemars(length(max = 10))]
    pub(crate) move_hexside: Vec<At<SidePassageText>>,
    /// Every number a ruling or a chart names (omaha.data.constants).
    pub(crate) constants: At<ConstantsText>,
    /// The US weapons chart (omaha.data.weapons).
    pub(crate) weapons: WeaponsText,
    pub(crate) points_first: FirstPointsText,
    pub(crate) points_final: FinalPointsText,
    /// The landing table (omaha.data.landing).
    #[schemars(length(max = 30))]
    pub(crate) landing: Vec<At<LandingText>>,
    /// The US attack results chart (omaha.data.attack).
    #[schemars(length(max = 7))]
    pub(crate) attack: Vec<At<AttackText>>,
    /// The German action summary (omaha.data.actions).
    #[schemars(length(max = 7))]
    pub(crate) action: Vec<At<ActionText>>,
    /// Section 22.
    #[schemars(length(max = 6))]
    pub(crate) variant: Vec<VariantText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnText {
    /// "0615"
    #[schemars(length(min = 1, max = 12))]
    pub(crate) clock: At<String>,
    pub(crate) tide: Said<Tide>,
    #[schemars(range(min = 0, max = 2))]
    pub(crate) events: i64,
    /// Whether the cards are shuffled at its end.
    pub(crate) shuffle: bool,
    pub(crate) artillery: bool,
    pub(crate) engineer: bool,
    /// Obstacle hexes cleared in each sector.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) clear: i64,
    pub(crate) mines: bool,
    /// Whether the rules of turns 17-32 apply.
    pub(crate) extended: bool,
    /// The landing table in use.
    pub(crate) landing: Said<LandingTable>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LandingText {
    pub(crate) turns: Said<Or<LandingTable, FirstTurns>>,
    pub(crate) who: Said<LandingWho>,
    #[serde(rename = "A")]
    pub(crate) a: At<LandingCell>,
    #[serde(rename = "B")]
    pub(crate) b: At<LandingCell>,
    #[serde(rename = "C")]
    pub(crate) c: At<LandingCell>,
    #[serde(rename = "D")]
    pub(crate) d: At<LandingCell>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LandingCell {
    pub(crate) result: Said<Landing>,
    /// Steps lost.
    #[schemars(range(min = 1, max = 4))]
    pub(crate) steps: Option<i64>,
    /// How far it drifts.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) boxes: Option<i64>,
    /// East if absent.
    pub(crate) direction: Option<Said<Sector>>,
    /// Delayed to this turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) to_turn: Option<i64>,
    /// Delayed by so many turns.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turns: Option<i64>,
    /// Rangers may choose to drift (omaha.drift.ranger-option).
    #[serde(default)]
    pub(crate) ranger_option: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FireText {
    pub(crate) dot: Said<FireClass>,
    pub(crate) firer: Said<Firer>,
    /// The target loses a step.
    pub(crate) step: bool,
    /// The target is disrupted.
    pub(crate) disrupt: bool,
    /// Only units with the symbol of the card are hit.
    pub(crate) needs_symbol: bool,
    /// Armoured units are hit too.
    pub(crate) armoured: bool,
    /// One unit at most.
    pub(crate) one: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BarrageText {
    /// The card shows the colour of the position.
    pub(crate) colour: bool,
    /// The card shows the symbol of a firing unit.
    pub(crate) symbol: bool,
    pub(crate) depth: Said<Depth>,
    /// For strengths 1-2, 3-5, 6 and more.
    #[schemars(length(min = 3, max = 3))]
    pub(crate) results: Vec<Said<BarrageResult>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DefenceHexText {
    pub(crate) terrain: Said<Terrain, Land>,
    #[schemars(range(min = 1, max = 9))]
    pub(crate) unit: i64,
    #[schemars(range(min = 1, max = 9))]
    pub(crate) depth: i64,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MultiplierText {
    pub(crate) hexside: Said<Or<Side, Slant>, Attacked>,
    #[schemars(range(min = 1, max = 9))]
    pub(crate) unit: Option<i64>,
    #[schemars(range(min = 1, max = 9))]
    pub(crate) depth: Option<i64>,
    /// No attack over such a hexside; then there are no multipliers.
    #[serde(default)]
    pub(crate) prohibited: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PassageText {
    pub(crate) terrain: Said<Or<Terrain, Mined>, Land>,
    pub(crate) infantry: Said<Pass>,
    pub(crate) leader: Said<Pass>,
    pub(crate) other: Said<Pass>,
    /// Opened to all by the range of an engineer base.
    pub(crate) engineer: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SidePassageText {
    pub(crate) hexside: Said<Side>,
    pub(crate) infantry: Said<Pass>,
    pub(crate) leader: Said<Pass>,
    pub(crate) other: Said<Pass>,
    pub(crate) engineer: bool,
    /// Shelters units on the beach (omaha.act.protective).
    pub(crate) protective: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeaponsText {
    pub(crate) infantry: Vec<Said<Weapon>>,
    pub(crate) heavy_adjacent: Vec<Said<Weapon>>,
    pub(crate) heavy_distant: Vec<Said<Weapon>>,
    pub(crate) anti_air: Vec<Said<Weapon>>,
    pub(crate) sp_anti_air: Vec<Said<Weapon>>,
    pub(crate) tank_far: Vec<Said<Weapon>>,
    pub(crate) tank_near: Vec<Said<Weapon>>,
    pub(crate) artillery: Vec<Said<Weapon>>,
    pub(crate) anti_tank: Vec<Said<Weapon>>,
    pub(crate) naval: Vec<Said<Weapon>>,
    pub(crate) headquarters: Vec<Said<Weapon>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttackText {
    /// Whether all weapons required are there.
    pub(crate) weapons: bool,
    pub(crate) strength: Said<Comparison>,
    /// A unit without depth.
    pub(crate) alone: Vec<Said<AttackEffect>>,
    pub(crate) unrevealed_depth: Vec<Said<AttackEffect>>,
    pub(crate) revealed_depth: Vec<Said<AttackEffect>>,
    /// On turns 17-32, where that differs.
    pub(crate) revealed_depth_extended: Option<Vec<Said<AttackEffect>>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionText {
    pub(crate) badge: Said<Badge>,
    pub(crate) wn_us: Said<GermanAct>,
    pub(crate) wn_no_us: Said<GermanAct>,
    pub(crate) wn_empty: Said<GermanAct>,
    pub(crate) re_us: Said<GermanAct>,
    pub(crate) re_no_us: Said<GermanAct>,
    pub(crate) re_empty: Said<GermanAct>,
    pub(crate) armour: Said<ArmourAct>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstPointsText {
    #[schemars(range(min = -100, max = 100))]
    pub(crate) single_hex_wn: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) two_hex_wn: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) reinforcement_position: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) draw: i64,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FinalPointsText {
    #[schemars(range(min = -100, max = 100))]
    pub(crate) vp_position: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) open_draw: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) heavy_unit_on_high_ground: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) exit_step_armour_or_regular: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) exit_step_ranger_f_g: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) wn_hex_not_controlled: i64,
    #[schemars(range(min = -100, max = 100))]
    pub(crate) meyer_unit_left: i64,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantText {
    /// bombardment, tanks-safe, no-rangers, reaction, early-actions or armour.
    pub(crate) key: At<Key>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) title: String,
    /// A sentence for who chooses.
    #[schemars(length(min = 1, max = 400))]
    pub(crate) text: String,
    /// What it adds to the final total (omaha.var.adjust).
    #[schemars(range(min = -100, max = 100))]
    pub(crate) points: i64,
    /// For each armour unit that entered (omaha.arm.points).
    #[serde(default)]
    #[schemars(range(min = -100, max = 100))]
    pub(crate) points_per_unit: i64,
    /// Only in scenarios with turns 17-32 (omaha.var.reaction-scenarios, omaha.arm.scenarios).
    #[serde(default)]
    pub(crate) long: bool,
    /// Only in scenarios that begin on turn 1.
    #[serde(default)]
    pub(crate) from_the_start: bool,
    /// Only in scenarios with the WEST sector.
    #[serde(default)]
    pub(crate) west: bool,
    /// It may be chosen with any other (omaha.var.combine), but beside this one it changes only the score.
    pub(crate) idle: Option<IdleText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IdleText {
    /// The other variant.
    pub(crate) with: At<Key>,
    /// Half a sentence for who chooses both.
    #[schemars(length(min = 1, max = 200))]
    pub(crate) why: String,
}

/// The constants, with a schema of their names.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct ConstantsText(pub(crate) Constants);

impl JsonSchema for ConstantsText {
    fn schema_name() -> Cow<'static, str> {
        "Constants".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let number = json!({ "type": "integer", "minimum": 0, "maximum": 99 });
        let track =
            json!({ "type": "array", "items": number.clone(), "minItems": 1, "maxItems": 20 });
        let numbers = Constants::NUMBERS.iter().map(|it| ((*it).to_owned(), number.clone()));
        let tracks = Constants::TRACKS.iter().map(|it| ((*it).to_owned(), track.clone()));
        let properties: Map<String, Value> = numbers.chain(tracks).collect();
        let required: Vec<&str> =
            Constants::NUMBERS.iter().chain(Constants::TRACKS).copied().collect();
        json_schema!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}
