//! Games of figures told question by question.

use testkit::golden::Told;
use testkit::laws::scenarios;

use crate::Skirmish;

impl Told for Skirmish {
    /// The first game of a newcomer: a platoon's game of a random player would fill a book.
    fn told_starts() -> Result<Vec<(String, skirmish::Skirmish)>, String> {
        let mut starts = scenarios::<Skirmish>()?;
        starts.retain(|it| it.0.ends_with("/gate"));
        Ok(starts)
    }
}
