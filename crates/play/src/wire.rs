//! What a client sees: plain data, the same for every rules system. The client knows no rules; it draws this and
//! sends back the number of an option, or a value filled in on a [`Form`].
//!
//! Everything here has been filtered for one seat. Places are cells of the map by their number or points on it, pieces
//! are ids of counters; `/map.svg` and `/counters.svg` draw both. What does not change during a game is in the [`Head`],
//! sent once.

mod battle;
mod form;
mod head;
mod reckon;
mod report;
mod view;

use serde::Serialize;

pub use self::{battle::*, form::*, head::*, reckon::*, report::*, view::*};
pub use crate::place::Place;

/// A citation as shown: the id links to the text of the rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleRef {
    pub code: String,
    pub title: String,
}

impl RuleRef {
    #[must_use]
    pub fn of(rule: kernel::Rule) -> RuleRef {
        RuleRef { code: rule.code.into(), title: rule.title.into() }
    }
}
