//! How a job ends when it does not end well.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

#[derive(Debug)]
pub(crate) enum Failure {
    /// The thing checked is wrong, and the report has been printed.
    Wrong,
    /// The thing checked is wrong: what and where.
    Fault(String),
    /// What could be checked is right, and not all could be: the report has been printed.
    Unproven,
    /// The command or a file cannot be used.
    Unusable(String),
    /// Whoever read our output has gone; there is nobody to tell.
    NobodyReads,
}

impl Failure {
    pub(crate) fn tell(self, json: bool) -> ExitCode {
        let (code, message) = match self {
            Failure::NobodyReads => return ExitCode::SUCCESS,
            Failure::Wrong => return ExitCode::from(1),
            Failure::Unproven => return ExitCode::from(3),
            Failure::Fault(message) => (1, message),
            Failure::Unusable(message) => (2, message),
        };
        if json {
            // Whoever reads JSON reads it from the standard output, errors too.
            let _ = say(&json!({ "error": message }).to_string());
        } else {
            eprintln!("bocage: {message}");
        }
        ExitCode::from(code)
    }

    pub(crate) fn unusable(it: impl std::fmt::Display) -> Failure {
        Failure::Unusable(it.to_string())
    }

    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Unusable(format!("cannot {doing} {}: {error}", path.display()))
    }
}

/// A line on the standard output. A closed pipe (`bocage replay … | head`) is no error.
pub(crate) fn say(line: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let done = out
        .write_all(line.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    done.map_err(|_| Failure::NobodyReads)
}

pub(crate) fn say_json(value: &Value) -> Result<(), Failure> {
    say(&serde_json::to_string_pretty(value).unwrap_or_default())
}
