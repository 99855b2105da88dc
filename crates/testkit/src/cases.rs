//! Cases: a situation small enough to read, the answers and dice, what must come of it. The format is described in
//! `cases/README.md`.
//!
//! `markdown` cuts a file into cases, `piece` its fences; `run` plays them and `expect` judges, in the same way for every
//! rules system. What a system brings is [`Played`]: its situations, its words for answers and for the state.

mod answer;
mod expect;
pub mod field;
mod fields;
mod live;
mod markdown;
mod odds;
mod piece;
mod played;
mod proof;
mod run;
mod word;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde::Serialize;

pub use answer::{line as line_text, question as question_text};
pub use expect::{compare_ledger, parts};
pub use markdown::{Block, BlockKind, Case, Text};
pub use odds::Wishes;
pub use played::{Begins, Draws, Field, Played, Situation, numbered, position};

/// What became of all cases of a directory.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub passed: usize,
    pub failed: Vec<Failure>,
    /// Files that could not be read as cases.
    pub faults: Vec<Fault>,
    /// Cases under `pending/` that fail, as they should: known trouble, asserted and waiting to be mended.
    pub pending: usize,
    /// Statements named by `Covers:` lines of cases that passed.
    pub covered: BTreeSet<String>,
    /// Statements named by `Covers:` lines of any case, with the first place.
    pub claimed: BTreeMap<String, Fault>,
    /// Statements that logs, ledgers and questions of passing cases cited, whether claimed or not.
    pub exercised: BTreeSet<String>,
}

/// A case that did not come out as expected.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    pub file: PathBuf,
    /// Where the expectation or the answer stands that failed.
    pub line: usize,
    pub case: String,
    pub message: String,
    /// What was going on: the question with its options, the log.
    pub context: String,
}

/// Something wrong at a place of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    pub file: PathBuf,
    pub line: usize,
    pub message: String,
}

impl Report {
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.failed.is_empty() && self.faults.is_empty()
    }

    fn join(&mut self, other: Report) {
        self.passed += other.passed;
        self.pending += other.pending;
        self.failed.extend(other.failed);
        self.faults.extend(other.faults);
        self.covered.extend(other.covered);
        self.exercised.extend(other.exercised);
        for (id, place) in other.claimed {
            self.claimed.entry(id).or_insert(place);
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for it in &self.faults {
            writeln!(f, "{it}\n")?;
        }
        for it in &self.failed {
            writeln!(f, "{it}")?;
        }
        let failed = self.failed.len() + self.faults.len();
        write!(f, "{} passed, {failed} failed", self.passed)?;
        if 0 < self.pending {
            write!(f, ", {} pending", self.pending)?;
        }
        Ok(())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: {}", self.file.display(), self.line, self.case)?;
        for line in self.message.lines() {
            writeln!(f, "    {line}")?;
        }
        for line in self.context.lines() {
            writeln!(f, "      {line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

/// How a system plays one of its cases; the statements that it cited.
pub type Play = fn(&Case) -> Result<BTreeSet<String>, Failure>;

/// The systems whose cases can be played, by name.
pub type Systems<'a> = &'a [(&'static str, Play)];

/// Runs every case of a directory (`<system>/<topic>.md`, or topics of one system in a directory named after it) or
/// of one file, in the order of their names.
#[must_use]
pub fn run_cases(systems: Systems<'_>, dir: &Path) -> Report {
    let mut report = Report::default();
    let mut files = Vec::new();
    gather(dir, &mut files, &mut report);
    if files.is_empty() && report.faults.is_empty() {
        let message = "there are no cases here: <system>/<topic>.md".into();
        report.faults.push(Fault { file: dir.to_owned(), line: 0, message });
    }
    for file in files {
        match fs::read_to_string(&file) {
            // A pending file named on its own is run like any other: its author wants to see why it fails.
            Ok(text) if is_pending(&file) && !dir.is_file() => {
                report.join(run_pending(systems, &file, &text))
            }
            Ok(text) => report.join(run_text(systems, &system_of(&file, &text), &file, &text)),
            Err(error) => report.faults.push(Fault { file, line: 0, message: error.to_string() }),
        }
    }
    report
}

/// Runs the cases of one text; `file` is only for messages.
#[must_use]
pub fn run_text(systems: Systems<'_>, system: &str, file: &Path, text: &str) -> Report {
    let mut report = Report::default();
    let (cases, faults) = markdown::cases(file, text);
    report.faults = faults;
    for case in cases {
        for id in &case.covers {
            let place = Fault { file: file.to_owned(), line: id.line, message: id.text.clone() };
            report.claimed.entry(id.text.clone()).or_insert(place);
        }
        match run_case(systems, system, &case) {
            Ok(cited) => {
                report.passed += 1;
                report.covered.extend(case.covers.iter().map(|it| it.text.clone()));
                report.exercised.extend(cited);
            }
            Err(failure) => report.failed.push(failure),
        }
    }
    report
}

/// Runs one case. A panic of the rules is a failure of the case, not of the program.
fn run_case(systems: Systems<'_>, system: &str, case: &Case) -> Result<BTreeSet<String>, Failure> {
    let Some((_, play)) = systems.iter().find(|it| it.0 == system) else {
        let message = format!("there is no rules system \"{system}\" to play this case by");
        return Err(case.failure(case.line, message));
    };
    let result = catch_unwind(AssertUnwindSafe(|| play(case)));
    result.unwrap_or_else(|panic| {
        let what = panic.downcast_ref::<String>().cloned();
        let what = what.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
        let message = format!("the rules panicked: {}", what.unwrap_or_default());
        Err(case.failure(case.line, message))
    })
}

/// Cases that assert what is not so yet: each must fail, and one that passes belongs elsewhere.
fn run_pending(systems: Systems<'_>, file: &Path, text: &str) -> Report {
    let mut report = Report::default();
    let (cases, faults) = markdown::cases(file, text);
    report.faults = faults;
    let system = system_of(file, text);
    for case in cases {
        match run_case(systems, &system, &case) {
            Err(_) => report.pending += 1,
            Ok(_) => {
                let message = "this pending case passes now: move it to the file of its topic";
                report.failed.push(case.failure(case.line, message));
            }
        }
    }
    report
}

fn is_pending(file: &Path) -> bool {
    file.parent().and_then(Path::file_name).is_some_and(|it| it == "pending")
}

/// The system of a case file: the directory it is in; under `pending/` the first id it covers tells.
fn system_of(file: &Path, text: &str) -> String {
    if is_pending(file) {
        let ids = text.lines().find_map(|it| it.trim().strip_prefix("Covers:"));
        return ids.and_then(|it| it.trim().split('.').next()).unwrap_or_default().to_owned();
    }
    let absolute = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let parent = absolute.parent().and_then(Path::file_name);
    parent.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

fn gather(path: &Path, files: &mut Vec<PathBuf>, report: &mut Report) {
    if path.is_file() {
        files.push(path.to_owned());
        return;
    }
    let entries = match fs::read_dir(path) {
        Ok(it) => it,
        Err(error) => {
            report.faults.push(Fault {
                file: path.to_owned(),
                line: 0,
                message: error.to_string(),
            });
            return;
        }
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|it| it.path()).collect();
    paths.sort();
    for it in paths {
        let topic = it.extension().is_some_and(|it| it == "md")
            && it.file_name().is_some_and(|it| it != "README.md");
        if it.is_dir() {
            gather(&it, files, report);
        } else if topic {
            files.push(it);
        }
    }
}
