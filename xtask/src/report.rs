//! What passed, what did not, and how long it took.

use std::fmt;
use std::time::{Duration, Instant};

use crate::run::Count;

#[derive(Debug, Default)]
pub(crate) struct Report {
    steps: Vec<Step>,
    tests: Count,
}

#[derive(Debug)]
struct Step {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
}

#[derive(Debug)]
enum Outcome {
    Passed(String),
    Failed(String),
    Skipped(String),
}

impl Report {
    /// A step: a note if it passed, a reason if it did not.
    pub(crate) fn step(
        &mut self,
        name: &'static str,
        run: impl FnOnce() -> Result<String, String>,
    ) {
        println!("\n== {name}");
        let begun = Instant::now();
        let outcome = match run() {
            Ok(note) => Outcome::Passed(note),
            Err(reason) => Outcome::Failed(reason),
        };
        self.steps.push(Step { name, outcome, time: begun.elapsed() });
    }

    /// A step whose tests are counted.
    pub(crate) fn counted(
        &mut self,
        name: &'static str,
        run: impl FnOnce() -> (Count, Result<String, String>),
    ) {
        let mut count = Count::default();
        self.step(name, || {
            let (tests, result) = run();
            count = tests;
            result
        });
        self.tests.passed += count.passed;
        self.tests.failed += count.failed;
        self.tests.ignored += count.ignored;
    }

    pub(crate) fn skipped(&mut self, name: &'static str, reason: &str) {
        self.steps.push(Step {
            name,
            outcome: Outcome::Skipped(reason.to_owned()),
            time: Duration::ZERO,
        });
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.steps.iter().all(|it| !matches!(it.outcome, Outcome::Failed(_)))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            let (word, note) = match &step.outcome {
                Outcome::Passed(note) => ("ok", note),
                Outcome::Failed(reason) => ("FAILED", reason),
                Outcome::Skipped(reason) => ("skipped", reason),
            };
            let name = step.name;
            writeln!(f, "{word:8}{name:22}{:7.1} s  {note}", step.time.as_secs_f64())?;
        }
        let Count { passed, failed, ignored } = self.tests;
        let total: f64 = self.steps.iter().map(|it| it.time.as_secs_f64()).sum();
        writeln!(f, "\n{passed} tests passed, {failed} failed, {ignored} ignored; {total:.0} s")?;
        writeln!(
            f,
            "{}",
            if self.is_clean() { "All is well." } else { "Something failed: see above." }
        )
    }
}
