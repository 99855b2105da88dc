//! How we know that it works.
//!
//! | what | where |
//! |---|---|
//! | cases of the rules, in Markdown | [`cases`], format in `cases/README.md` |
//! | laws by random play | [`laws`] |
//! | one whole game a scenario as text | [`golden`] |
//! | distinguishable courses by depth | [`counts`] |
//! | statements, citations, cases | [`coverage`] |
//! | drawings are sound | [`drawing`] |
//! | stored games of older versions go on | [`stored`] |
//!
//! Invariants: cases and rules files are other people's text: whatever they hold, the answer is a report with file
//! and line, never a panic.

pub mod cases;
pub mod counts;
pub mod coverage;
pub mod drawing;
pub mod golden;
pub mod laws;
pub mod stored;
