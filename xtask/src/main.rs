//! Chores of the project: `cargo xtask <task>`.
//!
//! `test` is what has to pass before anything is called done; it goes on to its end to show all failures. This program knows
//! no system, so that it starts at once: what does is an example of `crates/systems`, built with everything else.

mod browser;
mod report;
mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use report::Report;
use run::Build;

const HELP: &str = "\
cargo xtask <task>

  test [--quick]           everything: format, clippy, tests, data, cases, coverage, laws, browser
  cases [PATH ..]          run the cases of a directory or file (default: cases)
  coverage [--json]        statements of rules/ cited by code and proved by cases, and those that are not
  laws [--games N] [--seed S] [NAME [cited]]
                           random games under the laws in an optimised build (default: 10000 of each scenario whose
                           name begins so); cited: with the rules that were
  mutants SYSTEM [--sample N] [--seed S]
                           break the rules at random places and count what the cases notice (--help: more)
  golden                   rewrite playthroughs and counts; review the diff
  schemas                  write the schemas for editors
  data                     load everything in modules/ and report all problems
  CHORE [ARG ..]           a chore of one system: an example of its rules, systems/*/rules/examples/CHORE.rs
  help
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let result = match args.as_slice() {
        ["test"] => Ok(test(&root, false)),
        ["test", "--quick"] => Ok(test(&root, true)),
        ["cases" | "coverage" | "data" | "schemas", ..] => {
            Ok(run::prove(&root, Build::Dev, &args).is_ok())
        }
        ["laws", rest @ ..] => laws(&root, rest),
        ["mutants", rest @ ..] => Ok(mutants(&root, rest)),
        ["golden"] => Ok(golden(&root)),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(true)
        }
        other => {
            match other.split_first().and_then(|(it, rest)| Some((whose(&root, it)?, it, rest))) {
                Some((system, chore, rest)) => Ok(run_chore(&root, &system, chore, rest)),
                None => Err(format!("there is no task \"{}\"\n\n{HELP}", other.join(" "))),
            }
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// The workspace: the directory above this crate.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}

/// All steps, none skipped because another failed.
fn test(root: &Path, quick: bool) -> bool {
    let mut report = Report::default();
    report.step("format", || run::cargo(root, &["fmt", "--all", "--check"]));
    // As players build it: what follows is built once, with debug assertions, and nothing is compiled to the end twice.
    report.step("clippy", || {
        let what = ["clippy", "--workspace", "--all-targets", "--release", "--quiet"];
        run::cargo(root, &[what.as_slice(), &["--", "-D", "warnings"]].concat())
    });
    let browser = root.join("crates/e2e").is_dir();
    // The browser has its own step. All else of the workspace each time: to ask for less would build what it stands on anew.
    let mut all = vec!["test", "--workspace", "--no-fail-fast"];
    if browser {
        all.extend(["--exclude", "e2e"]);
    }
    // Clippy has looked at chores and benchmarks; to compile them to the end would take as long as the tests.
    let tests = [all.as_slice(), &["--lib", "--bins", "--tests"]].concat();
    report.counted("tests", || run::cargo_test(root, &tests, &[]));
    let examples = [all.as_slice(), &["--doc"]].concat();
    report.counted("examples in comments", || run::cargo_test(root, &examples, &[]));
    report.step("modules and schemas", || run::prove(root, Build::Dev, &["data"]));
    report.step("cases", || run::prove(root, Build::Dev, &["cases"]));
    report.step("coverage", || run::prove(root, Build::Dev, &["coverage"]));
    if !quick {
        report.step("laws", || run::prove(root, Build::Dev, &["laws", "few", "1944"]));
        if browser {
            report.counted("browser", || browser::test(root));
        } else {
            report.skipped("browser", "there is no crates/e2e");
        }
    }
    print!("\n{report}");
    report.is_clean()
}

fn laws(root: &Path, mut rest: &[&str]) -> Result<bool, String> {
    let (mut games, mut seed, mut names) = ("10000", "1", Vec::new());
    while let [first, more @ ..] = rest {
        let of_it = || more.first().ok_or_else(|| format!("{first} needs a number"));
        match *first {
            "--games" => games = of_it()?,
            "--seed" => seed = of_it()?,
            option if option.starts_with('-') => {
                return Err(format!("there is no option {option}\n\n{HELP}"));
            }
            name => names.push(name),
        }
        rest = if first.starts_with('-') { &more[1..] } else { more };
    }
    for number in [games, seed] {
        number.parse::<u64>().map_err(|_| format!("\"{number}\" is not a number"))?;
    }
    let words = [&["laws", games, seed], names.as_slice()].concat();
    Ok(run::prove(root, Build::Release, &words).is_ok())
}

/// A program of its own: it reads Rust, and nothing else here does.
fn mutants(root: &Path, rest: &[&str]) -> bool {
    let run = ["run", "--quiet", "--package", "mutants", "--"];
    run::cargo(root, &[run.as_slice(), rest].concat()).is_ok()
}

fn golden(root: &Path) -> bool {
    let tests =
        ["test", "--workspace", "--exclude", "e2e", "--test", "it", "--", "golden", "counts"];
    run::cargo_with(root, &tests, &[("UPDATE_GOLDEN", "1")]).is_ok()
}

/// The system that has such a chore.
fn whose(root: &Path, chore: &str) -> Option<String> {
    let systems = std::fs::read_dir(root.join("systems")).ok()?.filter_map(Result::ok);
    let has = |it: &PathBuf| it.join("rules/examples").join(format!("{chore}.rs")).is_file();
    let found = systems.map(|it| it.path()).find(has)?;
    found.file_name().map(|it| it.to_string_lossy().into_owned())
}

fn run_chore(root: &Path, system: &str, chore: &str, rest: &[&str]) -> bool {
    let mut args = vec!["run", "--quiet", "-p", system, "--example", chore, "--"];
    args.extend(rest);
    run::cargo(root, &args).is_ok()
}
