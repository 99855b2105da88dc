//! Charts and sheets without a game: what may be entered, what comes of it, what is kept.

use serde::Serialize;
use serde_json::Value;

use super::{OddsView, RuleRef};

/// A chart that anybody may ask without a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reckoner {
    pub key: String,
    pub title: String,
    /// One sentence: when it is used.
    pub text: String,
    pub rule: RuleRef,
    pub inputs: Vec<Input>,
}

/// One thing that is entered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Input {
    pub key: String,
    pub title: String,
    #[serde(flatten)]
    pub kind: InputKind,
}

/// What may be entered, and what counts where nothing is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InputKind {
    Number { least: i64, most: i64, default: i64 },
    Toggle { default: bool },
    Choice { options: Vec<InputOption>, default: String },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InputOption {
    pub key: String,
    pub title: String,
}

/// What a chart answers: exact odds with the ledgers of their numbers, and the dice if any were thrown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reckoning {
    /// "5 or more to hit, then 4 or more to kill"
    pub text: String,
    pub odds: OddsView,
    pub rolled: Option<Rolled>,
}

/// Dice that lie on the table, and what they come to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Rolled {
    pub dice: Vec<RolledDie>,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RolledDie {
    pub sides: u8,
    pub face: u8,
    /// What it was thrown for: "to hit, 5 or more".
    pub text: String,
    /// Whether it made it, where one die can tell.
    pub made: Option<bool>,
}

/// A sheet after its entries: what a player would have before him on paper.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SheetPage {
    pub title: String,
    /// "Turn 2 of 4"
    pub clock: String,
    /// The steps of a turn.
    pub steps: Vec<String>,
    pub step: usize,
    /// What is to be done in this step.
    pub text: String,
    pub rule: RuleRef,
    pub parts: Vec<SheetPart>,
    /// What may be entered for all.
    pub acts: Vec<Act>,
    /// What has been entered, the last first.
    pub report: Vec<SheetLine>,
    pub over: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SheetPart {
    pub title: String,
    pub text: String,
    pub rows: Vec<SheetRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SheetRow {
    pub key: String,
    pub title: String,
    pub text: String,
    pub tags: Vec<SheetTag>,
    pub acts: Vec<Act>,
    /// Nothing more can come of it.
    pub gone: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SheetTag {
    pub text: String,
    /// 0 nothing … 4 destroyed, as the bars of odds.
    pub severity: u8,
}

/// Something that may be entered, or why not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Act {
    pub key: String,
    pub title: String,
    pub rule: RuleRef,
    pub inputs: Vec<Input>,
    /// Dice belong to it: they can be looked at first, entered, or thrown.
    pub rolls: bool,
    /// The step asks for it.
    pub due: bool,
    pub refused: Option<RuleRef>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SheetLine {
    pub text: String,
    pub rule: RuleRef,
    pub dice: Vec<RolledDie>,
}

/// The answer to an entry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SheetView {
    pub page: SheetPage,
    /// The entry as it is to be kept, its dice with it; nothing where it was only looked at.
    pub entry: Option<Value>,
    pub reckoning: Option<Reckoning>,
}
