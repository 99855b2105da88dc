//! Cases of the landing on Omaha Beach: `situation` sets up, `play` answers, `expect` checks.

mod answer;
mod draws;
mod expect;
mod fields;
pub mod odds;
pub(crate) mod play;
mod situation;
pub(crate) mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use module::Shape;
use omaha::Day;
use omaha::data::Data;

use crate::Omaha;
use testkit::cases::{Block, BlockKind, Case, Failure, Played, Text, live};

impl Played for Omaha {
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
pub fn position(text: &str) -> Result<Day, String> {
    let lines = text.lines().enumerate().map(|(i, it)| Text { line: i + 1, text: it.to_owned() });
    let lines = lines.filter(|it| !it.text.trim().is_empty()).collect();
    let case = Case {
        file: "situation".into(),
        line: 1,
        title: String::new(),
        covers: Vec::new(),
        blocks: vec![Block { kind: BlockKind::Situation, lines }],
    };
    let scene = situation::build(&case);
    scene.map(|it| it.day).map_err(|it| format!("line {}: {}", it.line, it.message))
}

type Shelf = BTreeMap<String, Result<Arc<Data>, String>>;

/// A scenario of the shipped module, `first-waves` or with variants `first-waves+armour`, loaded once.
pub fn data(scenario: &str) -> Result<Arc<Data>, String> {
    static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);
    let mut shelf = SHELF.lock().unwrap_or_else(|it| it.into_inner());
    shelf.entry(scenario.to_owned()).or_insert_with(|| load(scenario)).clone()
}

fn load(scenario: &str) -> Result<Arc<Data>, String> {
    let mut parts: Vec<&str> = scenario.split('+').collect();
    parts[1..].sort_unstable();
    let loaded = module::Library::embedded(&[Shape::of::<Omaha>()])
        .load::<Omaha>("omaha-beach", &parts.join("+"));
    Ok(loaded.map_err(|it| it.to_string())?.data)
}
