//! The browser test: a real Chromium that plays by clicking, driven by `crates/e2e`.
//!
//! Debian's chromium, chromium-driver and fonts are installed where they are missing and we may.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::{self, Build, Count};

const PACKAGES: [&str; 4] =
    ["chromium", "chromium-driver", "fonts-dejavu-core", "fonts-liberation"];

pub(crate) fn test(root: &Path) -> (Count, Result<String, String>) {
    if let Err(reason) = install() {
        return (Count::default(), Err(reason));
    }
    // The program that its own tests were built with; one browser at a time.
    let program = run::built(root, Build::Dev).join("bocage");
    run::cargo_test(
        root,
        &["test", "-p", "e2e", "--no-fail-fast", "--", "--test-threads=1"],
        &[("BOCAGE_BIN", &program)],
    )
}

/// Is this program on the path?
fn has(program: &str) -> bool {
    let status =
        Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|it| it.success())
}

fn install() -> Result<(), String> {
    if has("chromium") && has("chromedriver") {
        return Ok(());
    }
    println!("chromium is missing: installing {}", PACKAGES.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command.status().is_ok_and(|it| it.success())
    };
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(PACKAGES);
    if apt(&["update"]) && apt(&arguments) && has("chromium") && has("chromedriver") {
        return Ok(());
    }
    Err(format!(
        "chromium is missing and cannot be installed here: apt-get install {}",
        PACKAGES.join(" ")
    ))
}
