//! Games of the Tactical Combat Series told question by question, by a random player who takes one of the ready plans.

use testkit::golden::Told;
use testkit::laws::scenarios;

use crate::Tcs;

impl Told for Tcs {
    /// The first game of a newcomer: that of a whole battalion would fill a book.
    fn told_starts() -> Result<Vec<(String, tcs::Battle)>, String> {
        let mut starts = scenarios::<Tcs>()?;
        starts.retain(|it| it.0.ends_with("/the-farm"));
        Ok(starts)
    }
}
