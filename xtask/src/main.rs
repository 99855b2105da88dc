//! Chores of the project: `cargo xtask <task>`.
//!
//! `test` is what has to pass before anything is called done; it goes on to its end to show all failures.

mod browser;
mod report;
mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use report::Report;

const HELP: &str = "\
cargo xtask <task>

  test [--quick]           everything: format, clippy, tests, data, cases, coverage, laws, browser
  cases [PATH ..]          run the cases of a directory or file (default: cases)
  coverage [--json]        statements of rules/ cited by code and proved by cases, and those that are not
  laws [--games N] [--seed S]
                           random games under the laws in an optimised build (default: 10000 of each scenario)
  golden                   rewrite playthroughs and counts; review the diff
  CHORE [ARG ..]           a chore of one system: an example of its rules, systems/*/rules/examples/CHORE.rs
  check-data               load everything in modules/ and report all problems
  help
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let result = match args.as_slice() {
        ["test"] => Ok(test(&root, false)),
        ["test", "--quick"] => Ok(test(&root, true)),
        ["cases", paths @ ..] => Ok(cases(&root, paths)),
        ["coverage"] => coverage(&root, false),
        ["coverage", "--json"] => coverage(&root, true),
        ["laws", rest @ ..] => laws(&root, rest),
        ["golden"] => Ok(golden(&root)),
        ["check-data"] => Ok(check_data(&root).is_ok()),
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
    report.step("clippy", || {
        run::cargo(
            root,
            &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        )
    });
    let browser = root.join("crates/e2e").is_dir();
    let mut arguments = vec!["test", "--workspace", "--no-fail-fast"];
    if browser {
        // The browser has its own step.
        arguments.extend(["--exclude", "e2e"]);
    }
    report.counted("tests", || run::cargo_test(root, &arguments));
    report.step("modules and schemas", || check_data(root));
    report.step("cases", || {
        let cases = testkit::cases::run_cases(&systems::cases(), &root.join("cases"));
        println!("{cases}");
        let note = format!("{} cases passed", cases.passed);
        if cases.is_clean() {
            Ok(note)
        } else {
            Err(format!("{note}, {} failed", cases.failed.len() + cases.faults.len()))
        }
    });
    report.step("coverage", || {
        let (all, _) = testkit::coverage::coverage(&systems::cases(), root)?;
        let mut notes = Vec::new();
        let mut sound = true;
        for it in &all {
            sound &= it.is_sound();
            notes.push(format!(
                "{} {}/{} cited, {}/{} with a case",
                it.system, it.cited, it.in_play, it.covered, it.in_play
            ));
            if !it.is_sound() {
                println!("{it}");
            }
        }
        let note = notes.join("; ");
        if sound { Ok(note) } else { Err(format!("{note}; unknown ids are cited")) }
    });
    if !quick {
        report.step("laws", || run_laws(root, 300, 1944));
        if browser {
            report.counted("browser", || browser::test(root));
        } else {
            report.skipped("browser", "there is no crates/e2e");
        }
    }
    print!("\n{report}");
    report.is_clean()
}

fn cases(root: &Path, paths: &[&str]) -> bool {
    // Panics of the rules are failures of their case; their message is shown there.
    std::panic::set_hook(Box::new(|_| ()));
    let paths: Vec<PathBuf> = if paths.is_empty() {
        vec![root.join("cases")]
    } else {
        paths.iter().map(PathBuf::from).collect()
    };
    let mut clean = true;
    for path in paths {
        let report = testkit::cases::run_cases(&systems::cases(), &path);
        println!("{report}");
        clean &= report.is_clean();
    }
    clean
}

fn coverage(root: &Path, json: bool) -> Result<bool, String> {
    let (all, report) = testkit::coverage::coverage(&systems::cases(), root)?;
    if json {
        println!("{}", serde_json::to_string_pretty(&all).map_err(|it| it.to_string())?);
    } else {
        for it in &all {
            print!("{it}");
        }
        if !report.is_clean() {
            println!(
                "{} cases fail and prove nothing: cargo xtask cases",
                report.failed.len() + report.faults.len()
            );
        }
    }
    Ok(all.iter().all(testkit::coverage::Coverage::is_sound))
}

fn laws(root: &Path, mut rest: &[&str]) -> Result<bool, String> {
    let (mut games, mut seed) = (10_000, 1);
    while let [name, value, more @ ..] = rest {
        let number: u64 =
            value.parse().map_err(|_| format!("{name} needs a number, not \"{value}\""))?;
        match *name {
            "--games" => games = number,
            "--seed" => seed = number,
            other => return Err(format!("there is no option {other}\n\n{HELP}")),
        }
        rest = more;
    }
    if let [name, ..] = rest {
        return Err(format!("{name} needs a number"));
    }
    match run_laws(root, games, seed) {
        Ok(_) => Ok(true),
        Err(message) => {
            eprintln!("{message}");
            Ok(false)
        }
    }
}

fn run_laws(root: &Path, games: u64, seed: u64) -> Result<String, String> {
    let (games, seed) = (games.to_string(), seed.to_string());
    run::cargo(
        root,
        &["run", "--release", "--quiet", "-p", "systems", "--example", "laws", "--", &games, &seed],
    )?;
    Ok(format!("{games} random games of each scenario"))
}

fn golden(root: &Path) -> bool {
    let tests = ["test", "--workspace", "--test", "golden", "--test", "counts"];
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

/// Modules load, and the schemas for editors are those of the loader.
fn check_data(root: &Path) -> Result<String, String> {
    let report = module::check(&systems::shapes(), root.join("modules"));
    if !report.is_clean() {
        println!("{}", report.errors);
        return Err("modules/ has problems".into());
    }
    let mut stale = Vec::new();
    for (name, text) in module::schemas(&systems::shapes()) {
        let path = root.join("modules/schema").join(name);
        let shipped = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if shipped != text {
            stale.push(path.display().to_string());
        }
    }
    if !stale.is_empty() {
        return Err(format!(
            "out of date, run cargo run -p systems --example schemas: {}",
            stale.join(", ")
        ));
    }
    let note = format!("{} modules, {} scenarios", report.modules.len(), report.scenarios.len());
    println!("{note}");
    Ok(note)
}
