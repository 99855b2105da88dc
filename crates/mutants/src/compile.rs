//! Builds the copy. Mutants that do not compile are found by where the compiler complains, and dropped.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A complaint of the compiler: the places it names, the most important first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    pub(crate) text: String,
    pub(crate) places: Vec<(PathBuf, usize)>,
}

/// Builds the player of a copy; what the compiler complains of, if it does.
pub(crate) fn build(copy: &Path, target: &Path) -> Result<Vec<Complaint>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(copy).env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", "-Awarnings");
    command.args(["build", "--quiet", "--offline", "--message-format=json", "-p", "player"]);
    let wrong = |it: std::io::Error| format!("cargo cannot be run: {it}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(wrong)?;
    let mut complaints = Vec::new();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            complaints.extend(complaint(&line));
        }
    }
    let status = child.wait().map_err(wrong)?;
    if !status.success() && complaints.is_empty() {
        return Err(format!("cargo build in {}: {status}", copy.display()));
    }
    if status.success() { Ok(Vec::new()) } else { Ok(complaints) }
}

/// What a line of cargo says, if it is an error.
fn complaint(line: &str) -> Option<Complaint> {
    let line: Value = serde_json::from_str(line).ok()?;
    let message = line.get("message")?;
    if message.get("level")?.as_str()? != "error" {
        return None;
    }
    let text = message.get("message")?.as_str()?.to_owned();
    let mut spans: Vec<&Value> = message.get("spans")?.as_array()?.iter().collect();
    spans.sort_by_key(|it| it.get("is_primary").and_then(Value::as_bool) != Some(true));
    let place = |it: &Value| {
        let file = it.get("file_name")?.as_str()?;
        let at = it.get("byte_start")?.as_u64()?;
        Some((PathBuf::from(file), usize::try_from(at).ok()?))
    };
    let places = spans.into_iter().filter_map(place).collect();
    // "aborting due to 3 previous errors" names no place.
    Some(Complaint { text, places }).filter(|it| !it.places.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_with_a_place_are_complaints_and_the_primary_place_comes_first() {
        let line = r#"{"reason":"compiler-message","message":{"level":"error","message":"no",
            "spans":[{"file_name":"a.rs","byte_start":7,"is_primary":false},
            {"file_name":"b.rs","byte_start":9,"is_primary":true}]}}"#;
        let places = vec![("b.rs".into(), 9), ("a.rs".into(), 7)];
        assert_eq!(complaint(line), Some(Complaint { text: "no".into(), places }));
        assert_eq!(complaint(&line.replace("error", "warning")), None);
        let none = r#"{"message":{"level":"error","message":"aborting","spans":[]}}"#;
        assert_eq!(complaint(none), None);
        assert_eq!(complaint("no JSON"), None);
    }
}
