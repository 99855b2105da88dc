//! The computer player: plain rules of thumb over what its side may see.

use skirmish::Seen;
use skirmish::question::{Opt, Plan, Question};

/// Which of the options to take.
#[must_use]
pub fn advise(_g: &Seen, _ask: &Question, _options: &[Opt]) -> usize {
    0
}

/// A whole value; `ready` are some that the judge accepts.
#[must_use]
pub fn plan(_g: &Seen, _ask: &Question, ready: &[Plan]) -> Plan {
    ready[0].clone()
}
