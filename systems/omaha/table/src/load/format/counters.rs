//! `us.toml` and `germans.toml`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::Farthest;
use module::values::{At, Name, Said};
use omaha::data::{Colour, Division, GermanDivision, Gun, Symbol, UnitKind, Weapon};

/// `omaha/<module>/us.toml`: the US order of battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Us {
    #[schemars(length(min = 1, max = 96))]
    pub(crate) unit: Vec<UsUnitText>,
    pub(crate) heroes: HeroesText,
}

/// Names for heroes (omaha.hero.equal).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeroesText {
    #[serde(rename = "1")]
    #[schemars(length(min = 1, max = 30))]
    pub(crate) first: Vec<String>,
    #[serde(rename = "29")]
    #[schemars(length(min = 1, max = 30))]
    pub(crate) twenty_ninth: Vec<String>,
}

/// omaha.us.counter
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UsUnitText {
    /// Unique in the module: "16-E". The headquarters of the 16th is "hq-16".
    pub(crate) key: At<Name>,
    /// "E/2/16"
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: At<String>,
    pub(crate) division: Said<Division>,
    pub(crate) kind: Said<UnitKind>,
    /// A heavy-weapons company.
    #[serde(default)]
    pub(crate) heavy: bool,
    /// Turn on which it enters its box; it lands one turn later. 0: in its box at the start.
    #[schemars(range(min = 0, max = 60))]
    pub(crate) turn: At<i64>,
    /// A landing box, a beach, or "1" or "29": any lettered box of that division's sector.
    #[schemars(length(min = 1, max = 6))]
    pub(crate) r#box: At<String>,
    /// All but leaders have one (omaha.us.symbol-one).
    pub(crate) symbol: Option<Said<Symbol>>,
    /// From full strength down, one number a step; leaders have none.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub(crate) strength: Vec<At<i64>>,
    /// Hexes, or "unlimited". Absent: adjacent hexes only.
    pub(crate) range: Option<At<RangeText>>,
    /// Range once it has lost a step; absent: as at full strength (omaha.us.reduced-range).
    pub(crate) reduced_range: Option<At<RangeText>>,
    /// Weapons of infantry that has lost one step, two steps (omaha.weap.reduced-infantry).
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub(crate) reduced: Vec<Vec<Said<Weapon>>>,
}

/// 0 to 20 hexes, or "unlimited".
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum RangeText {
    Hexes(i64),
    Word(
        #[allow(dead_code)]
        #[schemars(with = "Said<Farthest>")]
        Farthest,
    ),
}

/// `omaha/<module>/germans.toml`: German units and depth markers, by pool.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Germans {
    /// Crews of strongpoints.
    #[schemars(length(min = 1, max = 64))]
    pub(crate) wn: Vec<WnText>,
    /// T
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) tactical: Vec<ReserveText>,
    /// D
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) division: Vec<ReserveText>,
    /// M, which joins D when released.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) meyer: Vec<ReserveText>,
    /// The variant.
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub(crate) armour: Vec<ArmourUnitText>,
    pub(crate) depth: DepthText,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WnText {
    pub(crate) gun: Said<Gun>,
    #[schemars(range(min = 1, max = 20))]
    pub(crate) strength: i64,
    #[schemars(length(max = 10))]
    pub(crate) requires: Vec<Said<Weapon>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReserveText {
    /// "5/916"
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: At<String>,
    /// The 716th or the 352nd Division (omaha.res.mixed-divisions).
    pub(crate) of: Said<GermanDivision>,
    #[schemars(range(min = 1, max = 20))]
    pub(crate) strength: i64,
    #[schemars(length(max = 10))]
    pub(crate) requires: Vec<Said<Weapon>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmourUnitText {
    /// Each is a position of its own, of this colour.
    pub(crate) colour: Said<Colour>,
    #[schemars(range(min = 1, max = 20))]
    pub(crate) strength: i64,
    #[schemars(length(max = 10))]
    pub(crate) requires: Vec<Said<Weapon>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DepthText {
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) wn: Vec<MarkerText>,
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) building: Vec<MarkerText>,
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) mobile: Vec<MarkerText>,
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub(crate) armour: Vec<MarkerText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkerText {
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub(crate) strength: i64,
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub(crate) requires: Vec<Said<Weapon>>,
    /// Brings a tactical reinforcement when revealed; then it has neither strength nor requirements.
    pub(crate) tactical: Option<At<bool>>,
}
