//! A game at rest: what was set up, then every answer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seed::{Commitment, Seed};

/// Version of the file format, not of the rules.
pub const FORMAT: u32 = 1;

/// How an answer came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Thrown,
    Decided,
    /// Decided in secret together with others.
    Secret,
}

/// One recorded answer. `tag` names the rule that asked and `of` how many answers were possible, so that a tape which
/// no longer fits the code is noticed. On file: `[kind, seat, tag, of, value]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub struct Answer {
    pub kind: Kind,
    pub seat: u8,
    pub tag: u32,
    pub of: u32,
    pub value: u32,
}

type Row = (Kind, u8, u32, u32, u32);

impl From<Row> for Answer {
    fn from((kind, seat, tag, of, value): Row) -> Answer {
        Answer { kind, seat, tag, of, value }
    }
}
impl From<Answer> for Row {
    fn from(it: Answer) -> Row {
        (it.kind, it.seat, it.tag, it.of, it.value)
    }
}

/// Who holds a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    Human,
    Computer,
}

/// What a game was started with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub bocage: u32,
    pub system: String,
    pub rules_version: u32,
    pub module: String,
    pub scenario: String,
    /// SHA-256 of everything the scenario was loaded from.
    pub content: String,
    #[serde(default)]
    pub options: Vec<String>,
    pub seats: Vec<SeatKind>,
    pub commitment: Commitment,
}

/// The whole game as a file. The seed is in it only once the game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    pub header: Header,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    pub answers: Vec<Answer>,
}

/// Why a journal cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalError {
    Format {
        found: u32,
    },
    System {
        found: String,
        expected: &'static str,
    },
    RulesVersion {
        found: u32,
        expected: u32,
    },
    Content {
        found: String,
        expected: String,
    },
    /// The answer at `at` does not fit the question asked there.
    Diverged {
        at: usize,
        asked: String,
    },
    /// The game was over, yet answers follow.
    TooLong {
        at: usize,
    },
    /// A die on the tape is not the die the seed gives.
    WrongDie {
        at: usize,
        recorded: u32,
        derived: u32,
    },
    WrongCommitment,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Format { found } => {
                write!(
                    f,
                    "journal format {found} is not known here; this program reads format {FORMAT}"
                )
            }
            JournalError::System { found, expected } => {
                write!(f, "the journal is of system {found:?}, not {expected:?}")
            }
            JournalError::RulesVersion { found, expected } => write!(
                f,
                "the journal was played with rules version {found}; this program has version {expected}"
            ),
            JournalError::Content { found, expected } => write!(
                f,
                "the journal was played with other module files (hash {found}, here {expected}); use the files it was played with"
            ),
            JournalError::Diverged { at, asked } => {
                write!(f, "answer {at} does not fit the question asked there ({asked})")
            }
            JournalError::TooLong { at } => {
                write!(f, "the game is over at answer {at}, yet answers follow")
            }
            JournalError::WrongDie { at, recorded, derived } => write!(
                f,
                "answer {at} records the throw {recorded}, but the revealed seed gives {derived}"
            ),
            JournalError::WrongCommitment => {
                write!(f, "the revealed seed does not match the commitment made at the start")
            }
        }
    }
}

impl std::error::Error for JournalError {}
