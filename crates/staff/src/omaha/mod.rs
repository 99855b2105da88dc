//! Omaha Beach: rules of thumb for the Americans.

use omaha::Day;
use omaha::question::{Opt, Question};

/// The option to take, as its place in the list. `g` is what the player may see.
#[must_use]
pub fn decide(_g: &Day, _ask: &Question, _options: &[Opt]) -> usize {
    0
}
