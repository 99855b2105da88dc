//! What is not changed, and why. Be sparing here: what is skipped is never measured.

use std::path::Path;

/// Files, by the end of their path below `systems/`.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("/text.rs", "words for people"),
    ("/prompt.rs", "words for people"),
    ("/said.rs", "words for people"),
    ("/chart.rs", "flowcharts as people see them"),
    ("/charts.rs", "flowcharts as people see them"),
    ("/ready.rs", SUGGESTS),
    ("skirmish/rules/src/candidates.rs", SUGGESTS),
    ("tcs/rules/src/ground/file.rs", "mistakes in the files of a module; tests of the loader do"),
    ("gts/rules/src/scene.rs", "overlays of the page"),
    ("omaha/rules/src/attack/outlook.rs", "what the page and the computer are told of an attack"),
    ("omaha/rules/src/fire/preview.rs", "what the page and the computer are told of fire"),
    ("omaha/rules/src/survey.rs", "writes the module; a test compares it with what is shipped"),
    ("omaha/rules/src/deck.rs", "writes the module; a test compares it with what is shipped"),
];

/// Whole folders, in the same way.
pub(crate) const FOLDERS: &[(&str, &str)] = &[
    ("omaha/rules/src/survey/", "writes the module; a test compares it with what is shipped"),
    ("omaha/rules/src/deck/", "writes the module; a test compares it with what is shipped"),
];

/// Functions, by name, or by the end of their file's path and name.
pub(crate) const FUNCTIONS: &[(&str, &str)] = &[
    ("words", "a line of the report in words"),
    ("fmt", "words for people"),
    ("name", "words for people"),
    ("matters", "merges courses of the odds; a law compares them with trials"),
    ("tables/mod.rs::check", "mistakes in the files of a module; tests of the loader do"),
    ("prep.rs::median", "what the page says of a forecast"),
    ("prep.rs::per_mille", "what the page says of a forecast"),
    ("skirmish/rules/src/spotting.rs::ready", SUGGESTS),
    ("skirmish/rules/src/movement.rs::ready", SUGGESTS),
    ("skirmish/rules/src/setup.rs::ready_places", SUGGESTS),
    ("assault/declare.rs::ready", SUGGESTS),
    ("command/papers.rs::ready_plans", SUGGESTS),
    ("command/papers.rs::ready_set_up", SUGGESTS),
    ("tcs/rules/src/setup.rs::ready", SUGGESTS),
    ("purchase.rs::ready", SUGGESTS),
    ("toy/rules/src/lib.rs::ready", SUGGESTS),
];

const SUGGESTS: &str =
    "values to start from: every one passes the judge, and another list is as good";

/// Traits whose implementations say nothing of the rules.
pub(crate) const TRAITS: &[(&str, &str)] = &[
    ("Display", "words for people"),
    ("Debug", "words for developers"),
    ("Hash", "a hash may be any number"),
];

/// Calls and their arguments.
pub(crate) const CALLS: &[(&str, &str)] = &[
    ("with_capacity", "room kept, not used"),
    ("reserve", "room kept, not used"),
    ("mark", "lets the odds merge courses; nothing else"),
];

pub(crate) fn is_file(path: &Path) -> bool {
    let path = path.to_string_lossy().replace('\\', "/");
    FILES.iter().any(|it| path.ends_with(it.0)) || FOLDERS.iter().any(|it| path.contains(it.0))
}

pub(crate) fn is_function(file: &Path, name: &str) -> bool {
    let path = format!("{}::{name}", file.to_string_lossy().replace('\\', "/"));
    let is = |it: &str| if it.contains("::") { path.ends_with(it) } else { it == name };
    FUNCTIONS.iter().any(|it| is(it.0))
}

pub(crate) fn has(table: &[(&str, &str)], name: &str) -> bool {
    table.iter().any(|it| it.0 == name)
}
