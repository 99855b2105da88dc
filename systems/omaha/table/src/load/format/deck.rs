//! `deck.toml`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{
    BadgeWord, CalibreWord, ColourWord, DivisionWord, EventWord, LetterWord, SectorWord,
    SymbolWord, ZoneWord,
};
use module::values::At;

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
    pub(crate) key: At<EventWord>,
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
    pub(crate) symbol: SymbolWord,
    pub(crate) artillery: Option<ArtilleryText>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LandingPartText {
    pub(crate) diamond: LetterWord,
    pub(crate) triangle: LetterWord,
    pub(crate) circle: LetterWord,
    pub(crate) mine: bool,
}

/// An event with what it names; which of these it needs depends on the event.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventPartText {
    pub(crate) event: At<EventWord>,
    /// reserves: one to four; destroyers-reserves: one.
    #[schemars(length(min = 1, max = 4))]
    pub(crate) zones: Option<At<Vec<At<ZoneWord>>>>,
    /// hero-depth, hero, scouts, stragglers
    pub(crate) division: Option<At<DivisionWord>>,
    /// interrogation
    pub(crate) sector: Option<At<SectorWord>>,
    /// smoke: one or two strongpoints.
    #[schemars(length(min = 1, max = 2))]
    pub(crate) positions: Option<At<Vec<At<String>>>>,
    /// short-salvo: one reinforcement position for each symbol.
    pub(crate) salvo: Option<At<SalvoText>>,
    /// unseen: two.
    #[schemars(length(min = 2, max = 2))]
    pub(crate) symbols: Option<At<Vec<SymbolWord>>>,
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
    pub(crate) colour: At<ColourWord>,
    /// Two bars: the position fires only with depth.
    pub(crate) double: bool,
    pub(crate) badge: BadgeWord,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArtilleryText {
    /// How many targets.
    #[schemars(range(min = 1, max = 9))]
    pub(crate) number: i64,
    #[schemars(length(min = 1, max = 3))]
    pub(crate) calibres: Vec<At<CalibreWord>>,
}
