//! Running cargo.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// How many tests of a run passed, failed and were left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
}

/// Cargo with its output on the terminal.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    cargo_with(root, arguments, &[])
}

pub(crate) fn cargo_with(
    root: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(arguments).envs(environment.iter().copied());
    match command.status() {
        Ok(status) if status.success() => Ok(String::new()),
        Ok(status) => Err(format!("cargo {}: {status}", arguments.join(" "))),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}

/// `cargo test`, shown as it runs, with its totals added up.
pub(crate) fn cargo_test(root: &Path, arguments: &[&str]) -> (Count, Result<String, String>) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(arguments).stdout(Stdio::piped());
    let mut count = Count::default();
    let mut child = match command.spawn() {
        Ok(it) => it,
        Err(error) => return (count, Err(format!("cargo cannot be run: {error}"))),
    };
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            let line = line.trim();
            if let Some(result) = line.strip_prefix("test result: ").or(line.strip_prefix("e2e: "))
            {
                add(&mut count, result);
            }
        }
    }
    let result = match child.wait() {
        Ok(status) if status.success() => Ok(format!("{} passed", count.passed)),
        Ok(status) => Err(format!("{} passed, {} failed ({status})", count.passed, count.failed)),
        Err(error) => Err(error.to_string()),
    };
    (count, result)
}

/// `ok. 12 passed; 0 failed; 1 ignored; …`, or of the browser's plays `2 passed, 0 failed, 0 skipped`
fn add(count: &mut Count, result: &str) {
    let words: Vec<&str> = result.split([' ', ';', '.', ',']).filter(|it| !it.is_empty()).collect();
    for pair in words.windows(2) {
        let Ok(n) = pair[0].parse::<u64>() else { continue };
        match pair[1] {
            "passed" => count.passed += n,
            "failed" => count.failed += n,
            "ignored" | "skipped" => count.ignored += n,
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_of_test_binaries_add_up() {
        let mut count = Count::default();
        add(
            &mut count,
            "ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.50s",
        );
        add(
            &mut count,
            "FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.50s",
        );
        add(&mut count, "1 passed, 1 failed, 2 skipped");
        assert_eq!(count, Count { passed: 16, failed: 3, ignored: 3 });
    }
}
