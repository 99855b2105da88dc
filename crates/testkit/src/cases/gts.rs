//! Cases of the Grand Tactical Series: `situation` sets up, `play` answers, `expect` checks.

mod expect;
mod odds;
mod play;
mod situation;
mod words;

use std::collections::BTreeSet;

use super::{Case, Failure};

/// Plays one case; the statements it cited.
pub(super) fn run(case: &Case) -> Result<BTreeSet<String>, Failure> {
    let scene = situation::build(case).map_err(|it| Failure {
        file: case.file.clone(),
        line: it.line,
        case: case.title.clone(),
        message: it.message,
        context: String::new(),
    })?;
    play::play(case, scene)
}
