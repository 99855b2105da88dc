//! Running cargo.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// How the workspace is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// With debug assertions, as the tests are.
    Dev,
    /// As players build it.
    Release,
}

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

/// Runs what proves the systems, `crates/systems/examples/prove.rs`. The last line it prints is the note.
pub(crate) fn prove(root: &Path, build: Build, words: &[&str]) -> Result<String, String> {
    // The whole workspace is named so that cargo uses the features, and so the build, of the tests and of the program.
    let mut arguments =
        vec!["build", "--quiet", "--workspace", "--exclude", "e2e", "--example", "prove"];
    if build == Build::Release {
        arguments.push("--release");
    }
    cargo(root, &arguments)?;
    let mut command = Command::new(built(root, build).join("examples/prove"));
    let mut last = String::new();
    let shown = shown(command.current_dir(root).args(words), |line| line.clone_into(&mut last));
    match shown {
        Ok(status) if status.success() => Ok(last),
        Ok(_) => Err(last),
        Err(error) => Err(format!("{}: {error}", words.join(" "))),
    }
}

/// Where cargo puts what it has built.
pub(crate) fn built(root: &Path, build: Build) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = match build {
        Build::Dev => "debug",
        Build::Release => "release",
    };
    root.join(target).join(folder)
}

/// `cargo test`, shown as it runs, with its totals added up.
pub(crate) fn cargo_test(
    root: &Path,
    arguments: &[&str],
    environment: &[(&str, &Path)],
) -> (Count, Result<String, String>) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    let mut count = Count::default();
    let status = shown(
        command.current_dir(root).args(arguments).envs(environment.iter().copied()),
        |line| {
            let line = line.trim();
            if let Some(result) = line.strip_prefix("test result: ").or(line.strip_prefix("e2e: "))
            {
                add(&mut count, result);
            }
        },
    );
    let result = match status {
        Ok(status) if status.success() => Ok(format!("{} passed", count.passed)),
        Ok(status) => Err(format!("{} passed, {} failed ({status})", count.passed, count.failed)),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    };
    (count, result)
}

/// Runs it, shows each line as it comes and hands it over.
fn shown(command: &mut Command, mut each: impl FnMut(&str)) -> io::Result<ExitStatus> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            each(&line);
        }
    }
    child.wait()
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
