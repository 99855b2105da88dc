//! One small change of the rules, and how it is written into the source beside what it changes.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// A change of the source that should make some case fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mutant {
    /// From the root of the workspace.
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    /// What is changed, in words.
    pub(crate) what: String,
    /// What the source looks like if it is simply changed: this range becomes that text.
    pub(crate) change: (Range<usize>, String),
    /// How both stand in the source behind a switch.
    pub(crate) wraps: Vec<Wrap>,
}

/// Text before and after a range of the source, which itself stays as it is. In a [`SWITCH`] `#` stands for the mutant's number.
///
/// All mutants only add text, so that any number of them, one within the other too, can be written into one file. Only one is
/// awake at a time: what is repeated in a mutant's own branch needs no switches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrap {
    pub(crate) range: Range<usize>,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// What a switch looks like: a function that is added to the crate.
pub(crate) const SWITCH: &str = "crate::mutant(#)";

/// What keeps an arm of a match from matching while its mutant is awake.
pub(crate) const GUARD: &str = " if !crate::mutant(#)";

impl Mutant {
    /// What tells it from all others as long as its line is the same.
    pub(crate) fn key(&self, source: &str) -> String {
        let line = source.lines().nth(self.line - 1).unwrap_or_default().trim();
        format!("{}: {line}: {}", self.file.display(), self.what)
    }

    /// The lines it changes, as they are and as they would be.
    pub(crate) fn difference(&self, source: &str) -> String {
        let (range, text) = &self.change;
        let start = source[..range.start].rfind('\n').map_or(0, |it| it + 1);
        let end = source[range.end..].find('\n').map_or(source.len(), |it| range.end + it);
        let old = &source[start..end];
        let new = format!("{}{text}{}", &source[start..range.start], &source[range.end..end]);
        let lines = |sign: char, text: &str| -> String {
            text.lines().map(|it| format!("  {sign} {it}\n")).collect()
        };
        lines('-', old) + &lines('+', &new)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// Source on one line and not too long, for lists.
pub(crate) fn short(source: &str) -> String {
    const LONGEST: usize = 70;
    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 2).chain(" …".chars()).collect()
}
