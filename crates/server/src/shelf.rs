//! What can be played: the server's side of the modules.

use std::fmt;

use kernel::{Answer, Header, JournalError, Seed};
use play::Table;
use serde::Serialize;

/// Where games come from. Pure and cheap to ask; the server calls it from any thread.
pub trait Shelf: Send + Sync + 'static {
    fn modules(&self) -> Vec<ModuleHead>;

    /// What a new game's header has to say about a scenario.
    fn content(&self, system: &str, module: &str, scenario: &str) -> Result<Content, ShelfError>;

    /// Start a game (no answers) or resume one. The table replays `answers` and runs on to the next question: its
    /// journal may then be longer, by dice thrown before it. Refuses what does not fit, with its position.
    fn open(
        &self,
        header: &Header,
        answers: Vec<Answer>,
        seed: Seed,
    ) -> Result<Box<dyn Table>, ShelfError>;

    /// The map, for the list of games.
    fn map_svg(&self, system: &str, module: &str, scenario: &str) -> Result<String, ShelfError>;

    /// The text of a rule in our own words.
    fn rule(&self, _code: &str) -> Option<RuleText> {
        None
    }
}

/// A statement of `rules/<system>.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleText {
    pub code: String,
    pub title: String,
    pub text: String,
    pub source: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// SHA-256 of everything the scenario is loaded from.
    pub hash: String,
    pub rules_version: u32,
    pub title: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModuleHead {
    pub system: String,
    pub module: String,
    pub title: String,
    pub summary: String,
    pub edition: String,
    pub scenarios: Vec<ScenarioHead>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioHead {
    pub key: String,
    pub title: String,
    pub summary: String,
    pub turns: u32,
    /// How long a game takes two people, about.
    pub minutes: u32,
    pub seats: Vec<SeatHead>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatHead {
    pub id: u8,
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShelfError {
    /// `what` is "system", "module" or "scenario".
    Unknown {
        what: &'static str,
        name: String,
    },
    /// The module's own files are wrong: the whole report.
    Broken {
        report: String,
    },
    Journal(JournalError),
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShelfError::Unknown { what, name } => write!(f, "there is no {what} {name:?} here"),
            ShelfError::Broken { report } => write!(f, "the module cannot be loaded: {report}"),
            ShelfError::Journal(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ShelfError {}

impl From<JournalError> for ShelfError {
    fn from(it: JournalError) -> ShelfError {
        ShelfError::Journal(it)
    }
}
