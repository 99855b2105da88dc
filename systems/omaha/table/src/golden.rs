//! Landings told question by question.

use omaha::Day;
use testkit::golden::Told;
use testkit::laws::scenarios;

use crate::Omaha;
use crate::laws::variants;

impl Told for Omaha {
    /// A random player loses the long day in the morning, as he loses the first waves: told is one that goes on.
    fn told_starts() -> Result<Vec<(String, Day)>, String> {
        let mut starts = scenarios::<Omaha>()?;
        starts.retain(|it| !it.0.ends_with("long-day"));
        let long = variants()?.into_iter();
        let long = long.filter(|it| it.0.ends_with("long-day+armour to the end"));
        starts.extend(long.map(|(name, g)| (name.replace(" to the end", ""), g)));
        Ok(starts)
    }
}
