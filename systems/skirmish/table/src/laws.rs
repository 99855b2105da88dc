//! Its laws.

use testkit::laws::Lawful;

use crate::Skirmish;

impl Lawful for Skirmish {
    fn most_decisions(_: &skirmish::Skirmish) -> u64 {
        20_000
    }
}
