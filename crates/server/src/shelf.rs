//! What can be played: the server's side of the modules.

use std::fmt;
use std::sync::Arc;

use kernel::{Answer, Files, Header, JournalError, Seed};
use play::Table;
use play::reckon::Charts;
use serde::Serialize;

/// Where games come from. Pure and cheap to ask; the server calls it from any thread.
pub trait Shelf: Send + Sync + 'static {
    fn modules(&self) -> Vec<ModuleHead>;

    /// What a new game's header has to say about a scenario.
    fn content(&self, system: &str, module: &str, scenario: &str) -> Result<Content, ShelfError>;

    /// Has it the files of this game as they were when it began?
    fn knows(&self, header: &Header) -> bool;

    /// Load a game's scenario from files of its own, whatever is on the shelf under the same name: `open` finds it by its
    /// hash. Refused where the files are not those that the header names.
    fn learn(&self, header: &Header, files: &Files) -> Result<(), ShelfError>;

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

    /// Its charts and its sheet, without a game.
    fn charts(
        &self,
        _system: &str,
        _module: &str,
        scenario: &str,
    ) -> Result<Arc<dyn Charts>, ShelfError> {
        Err(ShelfError::Unknown { what: "chart", name: scenario.into() })
    }

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
    /// These files, by path.
    pub files: Arc<Files>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModuleHead {
    pub system: String,
    pub module: String,
    pub title: String,
    pub summary: String,
    pub edition: String,
    /// A sheet can be kept for it at a real table.
    pub sheet: bool,
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
    /// What may be chosen with it.
    pub variants: Vec<VariantHead>,
}

/// A variant of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VariantHead {
    pub key: String,
    pub title: String,
    /// What it changes, in plain words.
    pub text: String,
    /// Beside this other one it changes only the score.
    pub idle: Option<IdleHead>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IdleHead {
    pub with: String,
    pub why: String,
}

impl ModuleHead {
    /// The scenario of a key, whose variants follow it: `first-waves+no-rangers+tanks-safe`. Each must be one that the
    /// scenario allows.
    pub fn scenario(&self, key: &str) -> Result<&ScenarioHead, ShelfError> {
        let mut parts = key.split('+');
        let plain = parts.next().unwrap_or_default();
        let unknown = || ShelfError::Unknown { what: "scenario", name: plain.into() };
        let found = self.scenarios.iter().find(|it| it.key == plain).ok_or_else(unknown)?;
        match parts.find(|it| found.variant(it).is_none()) {
            Some(variant) => Err(ShelfError::Variant {
                name: variant.into(),
                scenario: plain.into(),
                allowed: found.variants.iter().map(|it| it.key.clone()).collect(),
            }),
            None => Ok(found),
        }
    }
}

impl ScenarioHead {
    fn variant(&self, key: &str) -> Option<&VariantHead> {
        self.variants.iter().find(|it| it.key == key)
    }

    /// The variants a key asks for, by their titles, in the order of the scenario.
    #[must_use]
    pub fn chosen(&self, key: &str) -> Vec<&str> {
        let is_chosen = |it: &&VariantHead| key.split('+').skip(1).any(|key| key == it.key);
        self.variants.iter().filter(is_chosen).map(|it| it.title.as_str()).collect()
    }
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
    /// The scenario has no such variant.
    Variant {
        name: String,
        scenario: String,
        allowed: Vec<String>,
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
            ShelfError::Variant { name, scenario, allowed } if allowed.is_empty() => {
                write!(f, "there is no variant {name:?} of {scenario:?}: it is played without any")
            }
            ShelfError::Variant { name, scenario, allowed } => {
                let allowed = allowed.join(", ");
                write!(f, "there is no variant {name:?} of {scenario:?}; it allows: {allowed}")
            }
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
