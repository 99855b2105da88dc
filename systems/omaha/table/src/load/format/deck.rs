//! `deck.toml`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::Zone;
use module::values::{At, Said};
use omaha::data::{Badge, Calibre, Colour, Division, EventKind, Letter, Sector, Symbol};

/// `omaha/<module>/deck.toml`: the wording of events, and the cards.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deck {
    /// All twenty-two.
    #[schemars(length(min = 22, max = 22))]
    pub(crate) event: Vec<EventDefinition>,
    #[schemars(length(min = 54, max = 54))]
    pub(crate) card: Vec<CardText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventDefinition {
    pub(crate) key: Said<EventKind>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) title: String,
    /// With {zones}, {division}, {sector}, {positions}, {symbols} or {regiment} where the card says which.
    #[schemars(length(min = 1, max = 400))]
    pub(crate) text: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardText {
    /// Cards are numbered from 1 in order.
    #[schemars(range(min = 1, max = 64))]
    pub(crate) number: At<i64>,
    pub(crate) landing: LandingPartText,
    /// The event of turns 2-10.
    pub(crate) early: At<EventPartText>,
    /// Turns 11-20.
    pub(crate) middle: At<EventPartText>,
    /// Turns 21-31.
    pub(crate) late: At<EventPartText>,
    /// Three different colours.
    #[schemars(length(min = 3, max = 3))]
    pub(crate) fire: Vec<MarkText>,
    pub(crate) symbol: Said<Symbol>,
    pub(crate) artillery: Option<ArtilleryText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LandingPartText {
    pub(crate) diamond: Said<Letter>,
    pub(crate) triangle: Said<Letter>,
    pub(crate) circle: Said<Letter>,
    pub(crate) mine: bool,
}

/// An event with what it names; which of these it needs depends on the event.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventPartText {
    pub(crate) event: Said<EventKind>,
    /// reserves: one to four; destroyers-reserves: one.
    #[schemars(length(min = 1, max = 4))]
    pub(crate) zones: Option<At<Vec<Said<Zone>>>>,
    /// hero-depth, hero, scouts, stragglers
    pub(crate) division: Option<Said<Division>>,
    /// interrogation
    pub(crate) sector: Option<Said<Sector>>,
    /// smoke: one or two strongpoints.
    #[schemars(length(min = 1, max = 2))]
    pub(crate) positions: Option<At<Vec<At<String>>>>,
    /// short-salvo: one reinforcement position for each symbol.
    pub(crate) salvo: Option<At<SalvoText>>,
    /// unseen: two.
    #[schemars(length(min = 2, max = 2))]
    pub(crate) symbols: Option<At<Vec<Said<Symbol>>>>,
    /// runners: the regiment whose headquarters is hunted.
    pub(crate) regiment: Option<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SalvoText {
    pub(crate) diamond: At<String>,
    pub(crate) triangle: At<String>,
    pub(crate) circle: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkText {
    pub(crate) colour: Said<Colour>,
    /// Two bars: the position fires only with depth.
    pub(crate) double: bool,
    pub(crate) badge: Said<Badge>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArtilleryText {
    /// How many targets.
    #[schemars(range(min = 1, max = 9))]
    pub(crate) number: i64,
    #[schemars(length(min = 1, max = 3))]
    pub(crate) calibres: Vec<Said<Calibre>>,
}
