//! A game at rest: what was set up, then every answer.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::cx::{Ask, Game};
use crate::plan::plan_text;
use crate::seed::{Commitment, Seed, Stirred};

/// Version of the file format, not of the rules. Format 1 knew no plans, format 2 neither the files of the module nor
/// what players contribute to the dice; both are read as before.
pub const FORMAT: u32 = 3;

/// How an answer came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Thrown,
    Decided,
    /// Decided in secret together with others, round by round. Only in journals of format 1.
    Secret,
    /// A whole value that the judge of the question accepted.
    Proposed,
    /// The same, sealed until all who were asked had given theirs.
    Declared,
    /// No answer: who was asked gave the game up.
    Conceded,
}

/// One recorded answer. `tag` names the rule that asked, so that a tape which no longer fits the code is noticed.
/// On file: `[kind, seat, tag, of, value]`, or `[kind, seat, tag, plan]`; `"ordered"` last where a standing order gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub kind: Kind,
    pub seat: u8,
    pub tag: u32,
    pub given: Given,
    /// Given by a standing order of the seat, not by hand.
    pub ordered: bool,
}

/// What was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// One of `of` possible answers.
    Number { of: u32, value: u32 },
    /// A value of the system's own type, as canonical JSON.
    Plan(Arc<str>),
}

impl Answer {
    /// A throw, a decision or a secret one: one of `of`.
    #[must_use]
    pub fn number(kind: Kind, seat: u8, tag: u32, of: u32, value: u32) -> Answer {
        Answer { kind, seat, tag, given: Given::Number { of, value }, ordered: false }
    }

    /// A whole value.
    #[must_use]
    pub fn of_plan(kind: Kind, seat: u8, tag: u32, plan: Arc<str>) -> Answer {
        Answer { kind, seat, tag, given: Given::Plan(plan), ordered: false }
    }

    #[must_use]
    pub fn of(&self) -> Option<u32> {
        match self.given {
            Given::Number { of, .. } => Some(of),
            Given::Plan(_) => None,
        }
    }

    #[must_use]
    pub fn value(&self) -> Option<u32> {
        match self.given {
            Given::Number { value, .. } => Some(value),
            Given::Plan(_) => None,
        }
    }

    #[must_use]
    pub fn plan(&self) -> Option<&str> {
        match &self.given {
            Given::Number { .. } => None,
            Given::Plan(plan) => Some(plan),
        }
    }

    /// Was it given by who is asked here, under the same rule?
    pub(crate) fn is_to<G: Game>(&self, ask: &Ask<G::Side, G::Topic>) -> bool {
        self.seat == G::seat(ask.who) && self.tag == ask.rule.tag()
    }
}

const ORDERED: &str = "ordered";

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut row = to.serialize_seq(None)?;
        row.serialize_element(&self.kind)?;
        row.serialize_element(&self.seat)?;
        row.serialize_element(&self.tag)?;
        match &self.given {
            Given::Number { of, value } => {
                row.serialize_element(of)?;
                row.serialize_element(value)?;
            }
            Given::Plan(text) => {
                let plan: Value = serde_json::from_str(text).map_err(S::Error::custom)?;
                row.serialize_element(&plan)?;
            }
        }
        if self.ordered {
            row.serialize_element(ORDERED)?;
        }
        row.end()
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Answer, D::Error> {
        from.deserialize_seq(AnswerRow)
    }
}

struct AnswerRow;

impl<'de> Visitor<'de> for AnswerRow {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[kind, seat, tag, of, value] or [kind, seat, tag, plan]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<Answer, A::Error> {
        let kind: Kind = next(&mut row, 0)?;
        let (seat, tag) = (next(&mut row, 1)?, next(&mut row, 2)?);
        let given = match kind {
            Kind::Thrown | Kind::Decided | Kind::Secret | Kind::Conceded => {
                Given::Number { of: next(&mut row, 3)?, value: next(&mut row, 4)? }
            }
            Kind::Proposed | Kind::Declared => {
                let plan: Value = next(&mut row, 3)?;
                Given::Plan(plan_text(&plan).map_err(A::Error::custom)?)
            }
        };
        let ordered = match row.next_element::<String>()?.as_deref() {
            None => false,
            Some(ORDERED) => true,
            Some(other) => return Err(A::Error::unknown_variant(other, &[ORDERED])),
        };
        if row.next_element::<IgnoredAny>()?.is_some() {
            return Err(A::Error::custom("an answer has something after its end"));
        }
        Ok(Answer { kind, seat, tag, given, ordered })
    }
}

fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(row: &mut A, n: usize) -> Result<T, A::Error> {
    row.next_element()?.ok_or_else(|| A::Error::invalid_length(n, &AnswerRow))
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
    /// What changed the dice after the commitment was published, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Stirred>,
}

impl Header {
    /// Can a journal of this format be read here?
    pub fn check_format(&self) -> Result<(), JournalError> {
        match self.bocage {
            1..=FORMAT => Ok(()),
            found => Err(JournalError::Format { found }),
        }
    }
}

/// The whole game as a file. The seed is in it only once the game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    pub header: Header,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    pub answers: Vec<Answer>,
    /// The files the scenario was loaded from, by path: a game outlives its module. Their hash is the header's `content`.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
}

/// Files of a module by path, as text.
pub type Files = BTreeMap<String, String>;

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
    /// A version of the rules that is not played any more, or not yet.
    RulesVersion {
        found: u32,
        oldest: u32,
        newest: u32,
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
                    "journal format {found} is not known here; this program reads formats 1 to {FORMAT}"
                )
            }
            JournalError::System { found, expected } => {
                write!(f, "the journal is of system {found:?}, not {expected:?}")
            }
            JournalError::RulesVersion { found, oldest, newest } => write!(
                f,
                "the journal was played with rules version {found}; this program plays versions {oldest} to {newest}"
            ),
            JournalError::Content { found, expected } => write!(
                f,
                "the journal was played with other module files (hash {found}, here {expected}), and does not bring them; use the files it was played with, or take the new ones if its answers still fit"
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
