//! What is not changed, and why. Be sparing here: what is skipped is never measured. What is true of every system stands here, the
//! rest in `systems/<system>/rules/mutants.txt`.

use std::fs;
use std::path::Path;

/// Files, by the end of their path.
const FILES: &[(&str, &str)] = &[
    ("/text.rs", "words for people"),
    ("/prompt.rs", "words for people"),
    ("/said.rs", "words for people"),
    ("/chart.rs", "flowcharts as people see them"),
    ("/charts.rs", "flowcharts as people see them"),
    ("/ready.rs", "values to start from: every one passes the judge, and another list is as good"),
];

/// Functions by name.
const FUNCTIONS: &[(&str, &str)] = &[
    ("words", "a line of the report in words"),
    ("fmt", "words for people"),
    ("name", "words for people"),
    ("matters", "merges courses of the odds; a law compares them with trials"),
];

/// Traits whose implementations say nothing of the rules.
const TRAITS: &[(&str, &str)] = &[
    ("Display", "words for people"),
    ("Debug", "words for developers"),
    ("Hash", "a hash may be any number"),
];

/// Calls and their arguments.
const CALLS: &[(&str, &str)] = &[
    ("with_capacity", "room kept, not used"),
    ("reserve", "room kept, not used"),
    ("mark", "lets the odds merge courses; nothing else"),
];

/// What a system leaves alone of its own rules: `file.rs`, `folder/` or `file.rs::function`, below its `src/`.
#[derive(Debug, Default)]
pub(crate) struct Skipped(Vec<String>);

impl Skipped {
    /// A system without such a file leaves nothing alone. Every line has to name something that is there, and say why.
    pub(crate) fn read(root: &Path, system: &str) -> Result<Skipped, String> {
        let folder = root.join("systems").join(system).join("rules");
        let file = folder.join("mutants.txt");
        let Ok(text) = fs::read_to_string(&file) else { return Ok(Skipped::default()) };
        let is_there = |entry: &str| {
            let path = entry.split("::").next().unwrap_or_default();
            folder.join("src").join(path).exists()
        };
        let mut entries = Vec::new();
        for (i, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let entry = line.split_once(": ").map(|it| it.0).filter(|it| is_there(it));
            let Some(entry) = entry else {
                let why = "what is left alone below src/, a colon, and why";
                return Err(format!("{}:{}: this line has to be {why}", file.display(), i + 1));
            };
            entries.push(entry.to_owned());
        }
        Ok(Skipped(entries))
    }

    pub(crate) fn is_file(&self, path: &Path) -> bool {
        let path = written(path);
        let below = below_src(&path);
        let own = |it: &String| below == it || it.ends_with('/') && below.starts_with(it);
        FILES.iter().any(|it| path.ends_with(it.0)) || self.0.iter().any(own)
    }

    pub(crate) fn is_function(&self, file: &Path, name: &str) -> bool {
        let entry = format!("{}::{name}", below_src(&written(file)));
        has(FUNCTIONS, name) || self.0.contains(&entry)
    }
}

pub(crate) fn is_trait(name: &str) -> bool {
    has(TRAITS, name)
}

pub(crate) fn is_call(name: &str) -> bool {
    has(CALLS, name)
}

fn has(table: &[(&str, &str)], name: &str) -> bool {
    table.iter().any(|it| it.0 == name)
}

fn written(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn below_src(path: &str) -> &str {
    path.split_once("rules/src/").map_or(path, |it| it.1)
}
