//! The computer player.

use tcs::Seen;
use tcs::plan::Plan;
use tcs::question::{Opt, Question};

/// The option to take, as its place in the list. `g` is what the player may see.
#[must_use]
pub fn advise(_g: &Seen, _ask: &Question, options: &[Opt]) -> usize {
    options.len().saturating_sub(1).min(1)
}

/// A whole value, where one is asked for; `ready` are some that the judge accepts.
#[must_use]
pub fn plan(_g: &Seen, _ask: &Question, ready: &[Plan]) -> Plan {
    ready[0].clone()
}
