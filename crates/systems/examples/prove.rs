//! What proves the systems, each a word for `cargo xtask`: cases, coverage, data, schemas, laws. The last line printed is a
//! note for its report.
//!
//! An example of this crate and not a part of `xtask`, so that it comes out of the same build as the tests: cargo builds
//! everything anew for another set of features.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use testkit::coverage::Coverage;

fn main() -> ExitCode {
    // A panic of the rules is a failure of its case or a broken law, and is reported there.
    std::panic::set_hook(Box::new(|_| ()));
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["cases", paths @ ..] => cases(paths),
        ["coverage"] => coverage(false),
        ["coverage", "--json"] => coverage(true),
        ["data"] => data(),
        ["schemas"] => schemas(),
        ["laws", rest @ ..] => laws(rest),
        other => {
            Err(format!("\"{}\" is none of cases, coverage, data, schemas, laws", other.join(" ")))
        }
    };
    match done {
        Ok(note) => {
            println!("{note}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            println!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cases(paths: &[&str]) -> Result<String, String> {
    let ours = root().join("cases");
    let paths =
        if paths.is_empty() { vec![ours] } else { paths.iter().map(PathBuf::from).collect() };
    let (mut passed, mut failed) = (0, 0);
    for path in paths {
        let report = testkit::cases::run_cases(&systems::cases(), &path);
        println!("{report}");
        passed += report.passed;
        failed += report.failed.len() + report.faults.len();
    }
    let note = format!("{passed} cases passed");
    if failed == 0 { Ok(note) } else { Err(format!("{note}, {failed} failed")) }
}

fn coverage(as_json: bool) -> Result<String, String> {
    let (all, report) = testkit::coverage::coverage(&systems::cases(), &root())?;
    let note = |it: &Coverage| {
        let Coverage { system, cited, covered, in_play, .. } = it;
        format!("{system} {cited}/{in_play} cited, {covered}/{in_play} with a case")
    };
    let note = all.iter().map(note).collect::<Vec<_>>().join("; ");
    let sound = all.iter().all(Coverage::is_sound);
    if as_json {
        let json = serde_json::to_string_pretty(&all).map_err(|it| it.to_string())?;
        return if sound { Ok(json) } else { Err(json) };
    }
    for it in &all {
        print!("{it}");
    }
    if !report.is_clean() {
        let failed = report.failed.len() + report.faults.len();
        println!("{failed} cases fail and prove nothing: cargo xtask cases");
    }
    if sound { Ok(note) } else { Err(format!("{note}; unknown ids are cited")) }
}

/// Modules load, and the schemas for editors are those of the loader.
fn data() -> Result<String, String> {
    let report = module::check(&systems::shapes(), root().join("modules"));
    if !report.is_clean() {
        println!("{}", report.errors);
        return Err("modules/ has problems".into());
    }
    let folder = root().join("modules/schema");
    let is_stale = |(name, text): &(&str, String)| {
        let shipped = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        shipped.replace("\r\n", "\n") != *text
    };
    let written = module::schemas(&systems::shapes());
    let stale: Vec<&str> = written.into_iter().filter(is_stale).map(|it| it.0).collect();
    if !stale.is_empty() {
        return Err(format!("out of date: {}; run cargo xtask schemas", stale.join(", ")));
    }
    Ok(format!("{} modules, {} scenarios", report.modules.len(), report.scenarios.len()))
}

fn schemas() -> Result<String, String> {
    let folder = root().join("modules/schema");
    let written = module::schemas(&systems::shapes());
    let write = |(name, text): &(&str, String)| std::fs::write(folder.join(name), text);
    std::fs::create_dir_all(&folder).map_err(|it| it.to_string())?;
    written.iter().try_for_each(write).map_err(|it| it.to_string())?;
    Ok(format!("{} schemas written", written.len()))
}

/// `laws GAMES SEED [ONLY [cited]]`: `few` games are as many as the test run plays; on all cores; only starts whose name begins so; with the rules that were cited.
fn laws(words: &[&str]) -> Result<String, String> {
    let (&[games, seed], rest) = words.split_first_chunk().ok_or("laws needs games and a seed")?;
    let number = |it: &str| it.parse().map_err(|_| format!("\"{it}\" is not a number"));
    let many = if games == "few" { None } else { Some(number(games)?) };
    let only = rest.first().copied().unwrap_or_default();
    let mut sound = true;
    for system in systems::ALL {
        if !only.starts_with(system.key()) && !system.key().starts_with(only) {
            continue;
        }
        for judged in system.laws(only, many, number(seed)?)? {
            println!("{}: {}", judged.start, judged.tally);
            if rest.get(1) == Some(&"cited") {
                let cited: Vec<&str> = judged.tally.cited.iter().copied().collect();
                println!("  cited: {}", cited.join(" "));
            }
            for (count, first) in &judged.broken {
                println!("  {count} games: {first}");
            }
            sound &= judged.broken.is_empty();
        }
    }
    let note = format!("{games} random games of each scenario");
    if sound { Ok(note) } else { Err(format!("{note}; laws were broken")) }
}
