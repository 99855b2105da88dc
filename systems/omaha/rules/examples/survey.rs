//! Surveys a drawn map and writes what follows from it into its files: `cargo xtask survey [directory]`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use omaha::survey::report::report;
use omaha::survey::{checks, files, rewrite, sides, survey};

fn main() -> ExitCode {
    let ours = || "modules/omaha/omaha-beach".into();
    let directory = std::env::args().nth(1).map_or_else(ours, PathBuf::from);
    match run(&directory) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(directory: &Path) -> Result<bool, String> {
    let read = |name: &str| {
        std::fs::read_to_string(directory.join(name)).map_err(|it| format!("{name}: {it}"))
    };
    let write = |name: &str, text: String| {
        std::fs::write(directory.join(name), text).map_err(|it| format!("{name}: {it}"))
    };
    let (map, positions) = (read("map.toml")?, read("positions.toml")?);
    let drawn: files::MapFile = toml::from_str(&map).map_err(|it| it.to_string())?;
    let sited = toml::from_str(&positions).map_err(|it| it.to_string())?;
    let (land, plans) = files::read(&drawn, &sited)?;
    let found = survey(&land, &plans)?;
    let sides = sides::sides(&land);
    write("map.toml", rewrite::map(&map, &sides))?;
    write("positions.toml", rewrite::positions(&positions, &plans, &found))?;
    println!("{}", report(&plans, &found, &sides));
    let faults = checks::faults(&land, &plans, &found);
    for it in &faults {
        println!("FAULT {it}");
    }
    Ok(faults.is_empty())
}
