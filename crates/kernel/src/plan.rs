//! Free answers: values of a system's own type, as they stand on the tape, and what may be wrong with one.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::cx::{Ask, Game};
use crate::journal::{Answer, Kind};
use crate::rule::Rule;

/// Longest plan, as text.
pub const LONGEST_PLAN: usize = 64 * 1024;
/// Lists and objects inside each other in a plan.
pub const DEEPEST_PLAN: usize = 32;

/// The plan of a system that asks for none: there is no such value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Never {}

impl Serialize for Never {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}
impl<'de> Deserialize<'de> for Never {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Never, D::Error> {
        Err(D::Error::custom("this system asks for no free answers"))
    }
}

/// How many of the ready values a driver has a use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// To be looked through, or shown.
    All,
    /// One will do, and this number at random is there to choose it by: whoever plays at random would have to wait for
    /// many only to throw them away. To give more is right too, only slower.
    One(u64),
}

/// Why the judge of a question does not accept a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The statement that forbids it.
    pub rule: Rule,
    /// The place in the value that is wrong, as a JSON pointer: "" the whole, "/2" its third item, "/path/3".
    pub at: String,
    /// One sentence.
    pub why: String,
}

impl Objection {
    pub fn new(rule: Rule, at: impl Into<String>, why: impl Into<String>) -> Objection {
        Objection { rule, at: at.into(), why: why.into() }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.as_str() {
            "" => write!(f, "{} [{}]", self.why, self.rule.code),
            at => write!(f, "{} [{}, at {at}]", self.why, self.rule.code),
        }
    }
}

/// Why something cannot be a plan at all, whatever the judge would say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadPlan {
    TooLong { length: usize },
    TooDeep,
    NotAValue { why: String },
}

impl fmt::Display for BadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPlan::TooLong { length } => write!(
                f,
                "the value is {length} bytes long; at most {LONGEST_PLAN} bytes are taken"
            ),
            BadPlan::TooDeep => {
                write!(f, "lists and objects stand inside each other more than {DEEPEST_PLAN} deep")
            }
            BadPlan::NotAValue { why } => {
                write!(f, "this is not a value as it is asked for: {why}")
            }
        }
    }
}

impl std::error::Error for BadPlan {}

/// The canonical text of any value that keeps the limits.
pub fn plan_text(value: &Value) -> Result<Arc<str>, BadPlan> {
    if !is_within(value, DEEPEST_PLAN) {
        return Err(BadPlan::TooDeep);
    }
    let text = value.to_string();
    if LONGEST_PLAN < text.len() {
        return Err(BadPlan::TooLong { length: text.len() });
    }
    Ok(text.into())
}

/// A plan as it stands on the tape. By way of a `Value`, so that a file read and written again is the same text.
pub fn write_plan<P: Serialize>(plan: &P) -> Result<Arc<str>, BadPlan> {
    let value = serde_json::to_value(plan);
    plan_text(&value.map_err(|it| BadPlan::NotAValue { why: it.to_string() })?)
}

/// A plan as somebody sent it.
pub fn read_plan<P: DeserializeOwned>(value: &Value) -> Result<P, BadPlan> {
    plan_text(value)?;
    P::deserialize(value).map_err(|it| BadPlan::NotAValue { why: it.to_string() })
}

/// A plan from the tape.
pub(crate) fn parse_plan<P: DeserializeOwned>(text: &str) -> Option<P> {
    serde_json::from_str(text).ok()
}

fn is_within(value: &Value, depth: usize) -> bool {
    match value {
        Value::Array(items) => 0 < depth && items.iter().all(|it| is_within(it, depth - 1)),
        Value::Object(fields) => 0 < depth && fields.values().all(|it| is_within(it, depth - 1)),
        _ => true,
    }
}

/// What seats have declared, read from the front of a tape: how many entries, and the plans in the order of the asks.
/// Games of format 1 declared in rounds; only their system can tell what these came to.
pub(crate) fn declared<G: Game>(
    g: &G,
    asks: &[Ask<G::Side, G::Topic>],
    tape: &[Answer],
) -> Option<(usize, Vec<G::Plan>)> {
    if tape.first()?.kind != Kind::Declared {
        return G::from_rounds(g, asks, rounds(asks, tape));
    }
    let plans = asks.iter().zip(tape).map(|(ask, answer)| {
        let fits = answer.kind == Kind::Declared && answer.is_to::<G>(ask);
        parse_plan(answer.plan().filter(|_| fits)?)
    });
    let plans: Vec<G::Plan> = plans.collect::<Option<_>>()?;
    (plans.len() == asks.len()).then_some((plans.len(), plans))
}

/// The secret answers at the front of an old tape that were given to the question of these asks.
pub(crate) fn rounds<'t, S, T>(asks: &[Ask<S, T>], tape: &'t [Answer]) -> &'t [Answer] {
    let of_these =
        |it: &Answer| it.kind == Kind::Secret && asks.iter().any(|ask| ask.rule.tag() == it.tag);
    let end = tape.iter().position(|it| !of_these(it)).unwrap_or(tape.len());
    &tape[..end]
}
