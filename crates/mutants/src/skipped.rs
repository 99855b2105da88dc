//! What is not changed, and why. Be sparing here: what is skipped is never measured.

use std::path::Path;

/// Files, by the end of their path below `systems/`.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("/text.rs", "words for people"),
    ("/prompt.rs", "words for people"),
    ("/said.rs", "words for people"),
    ("/chart.rs", "flowcharts as people see them"),
    ("/charts.rs", "flowcharts as people see them"),
    ("/ready.rs", "suggestions of declarations: the judge decides, and another list is as good"),
    ("skirmish/rules/src/candidates.rs", "suggestions of moves: the judge decides"),
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

/// Functions, by name.
pub(crate) const FUNCTIONS: &[(&str, &str)] = &[
    ("words", "a line of the report in words"),
    ("fmt", "words for people"),
    ("name", "words for people"),
    ("ready", "suggestions of values: the judge decides, and another list is as good"),
    ("ready_plans", "suggestions of values: the judge decides, and another list is as good"),
    ("median", "what the page says of a forecast"),
    ("per_mille", "what the page says of a forecast"),
    ("matters", "merges courses of the odds; a law compares them with trials"),
];

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

pub(crate) fn has(table: &[(&str, &str)], name: &str) -> bool {
    table.iter().any(|it| it.0 == name)
}
