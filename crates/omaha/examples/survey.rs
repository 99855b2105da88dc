//! Surveys a drawn map and writes what follows from it into its files: `cargo xtask survey`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use omaha::survey::sides::Sides;
use omaha::survey::{Plan, Surveyed, checks, files, rewrite, sides, survey};

fn main() -> ExitCode {
    let Some(directory) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("survey <directory of map.toml and positions.toml>");
        return ExitCode::FAILURE;
    };
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
    report(&plans, &found, &sides);
    let faults = checks::faults(&land, &plans, &found);
    for it in &faults {
        println!("FAULT {it}");
    }
    Ok(faults.is_empty())
}

/// Check sums for the rules: omaha.map.side-counts, omaha.map.col-balance, omaha.pos.vp.
fn report(plans: &[Plan], found: &[Surveyed], sides: &Sides) {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for side in sides.values() {
        *counts.entry(*side).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|it| format!("{} {}", it.0.name(), it.1)).collect();
    println!("hexsides: {}", counts.join(", "));
    let mut colours: BTreeMap<_, usize> = BTreeMap::new();
    for it in found {
        *colours.entry((it.sector, it.colour)).or_default() += 1;
    }
    let colours: Vec<String> =
        colours.iter().map(|it| format!("{:?} {} {}", it.0.0, it.0.1.name(), it.1)).collect();
    println!("colours: {}", colours.join(", "));
    println!("VP marks: {}", found.iter().filter(|it| it.vp).count());
    let dots = |wn: bool| {
        let of = plans.iter().zip(found).filter(|it| it.0.is_wn() == wn);
        of.map(|it| it.1.field.len()).sum::<usize>()
    };
    println!("dots: {} of WN, {} of reinforcement positions", dots(true), dots(false));
}
