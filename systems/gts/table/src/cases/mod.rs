//! Cases of the Grand Tactical Series: `situation` sets up, `play` answers, `expect` checks.

mod expect;
mod fields;
mod odds;
pub(crate) mod play;
mod situation;
pub(crate) mod words;

use std::collections::BTreeSet;

use gts::Battle;

use crate::Gts;
use testkit::cases::{Block, BlockKind, Case, Failure, Played, Text, live};

impl Played for Gts {
    fn case(case: &Case) -> Result<BTreeSet<String>, Failure> {
        let scene = situation::build(case).map_err(|it| Failure {
            file: case.file.clone(),
            line: it.line,
            case: case.title.clone(),
            message: it.message,
            context: String::new(),
        })?;
        play::play(case, scene)
    }
}

/// The position a text of `situation` statements describes, for tests and examples.
pub fn position(text: &str) -> Result<Battle, String> {
    let lines = text.lines().enumerate().map(|(i, it)| Text { line: i + 1, text: it.to_owned() });
    let lines = lines.filter(|it| !it.text.trim().is_empty()).collect();
    let case = Case {
        file: "situation".into(),
        line: 1,
        title: String::new(),
        covers: Vec::new(),
        blocks: vec![Block { kind: BlockKind::Situation, lines }],
    };
    situation::build(&case).map_err(|it| format!("line {}: {}", it.line, it.message))
}
