//! The files of an omaha module as structs, one field a key. The documentation of a field is what an editor shows.

mod counters;
mod deck;
mod ground;
mod scenario;
mod tables;
mod words;

use schemars::JsonSchema;
use serde::Deserialize;

use module::values::{At, Key};

pub(crate) use counters::{Germans, MarkerText, RangeText, ReserveText, Us, UsUnitText};
pub(crate) use deck::{CardText, Deck, EventPartText, SalvoText};
pub(crate) use ground::{Map, PositionText, Positions};
pub(crate) use scenario::{BeyondText, GunSites, Scenario, StandardText};
pub(crate) use tables::{
    AttackText, FinalPointsText, FirstPointsText, LandingCell, PassageText, Tables, TurnText,
    VariantText, WeaponsText,
};
pub(crate) use words::{Depth, Landing, Slant, is_716, landing_tables};

/// `omaha/<module>/module.toml`: what the module is.
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
    /// What the one player is called.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) player: At<String>,
}
