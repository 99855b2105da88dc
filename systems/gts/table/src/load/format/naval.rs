//! The file of a landing.

use std::collections::BTreeMap;

use gts::data::{Arm, ShipMoves};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, BoxNumber, Few, Figure, HexLabel, Key, Said};

/// Classes of ships.
#[derive(Clone, Debug)]
pub(crate) struct Ships;

impl Few<Arm> for Ships {
    fn may_stand(word: Arm) -> bool {
        word.is_ship()
    }
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
    pub(crate) class: Said<Arm, Ships>,
    /// Its home, a key of [[force]].
    pub(crate) force: At<String>,
    /// Where it may go (gts.naval.8-letter, gts.naval.8-star).
    pub(crate) moves: Said<ShipMoves>,
    /// As printed; fire, range and defense default to those of its class (gts.beach.ship-default).
    pub(crate) fire: Option<At<Figure>>,
    pub(crate) range: Option<At<Figure>>,
    pub(crate) defense: Option<At<Figure>>,
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
