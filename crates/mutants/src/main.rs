//! Breaks the rules of a system at random places and counts what its cases notice.
//!
//! All mutants of a sample are written into one copy of the workspace, each behind a switch, so that it is built once: to build
//! it for each of them would take hours. Then the cases are played once for each mutant, in a process of its own: some never
//! stop. Cases alone are judges; debug assertions of the rules are awake while they are played, and count.
//!
//! `find` lists the mutants of a source, `write` writes some of them into it, `copy` makes the copy, `compile` builds it,
//! `judge` plays. `skipped` says what is left alone, and why.

mod compile;
mod copy;
mod draw;
mod find;
mod judge;
mod mutant;
mod skipped;
mod sources;
mod work;
mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use sources::Sources;

#[derive(Parser, Debug)]
#[command(
    name = "cargo xtask mutants",
    about = "Breaks the rules of a system and counts what its cases notice"
)]
struct Wishes {
    /// The rules system, a folder of systems/
    system: String,
    /// How many mutants are tried
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// The same seed draws the same mutants from the same sources
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Try only these of the sample, or others by their number in the list: 17,93
    #[arg(long, value_delimiter = ',')]
    only: Vec<usize>,
    /// List all mutants there could be, with their numbers
    #[arg(long)]
    list: bool,
    /// Show what these change in the source: 17,93
    #[arg(long, value_delimiter = ',')]
    show: Vec<usize>,
}

fn main() -> ExitCode {
    match run(&Wishes::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(wishes: &Wishes) -> Result<(), String> {
    let root = root();
    let known = systems(&root);
    if !known.contains(&wishes.system) {
        let (system, known) = (&wishes.system, known.join(", "));
        return Err(format!("there is no rules system \"{system}\": it is one of {known}"));
    }
    let sources = Sources::read(&root, &wishes.system)?;
    let many = sources.all.len();
    if let Some(it) = wishes.only.iter().chain(&wishes.show).find(|it| many <= **it) {
        return Err(format!("there is no mutant {it}: they are numbered from 0 to {}", many - 1));
    }
    if wishes.list {
        for (number, it) in sources.all.iter().enumerate() {
            println!("{number:5} {it}");
        }
        return Ok(());
    }
    if !wishes.show.is_empty() {
        for number in &wishes.show {
            let it = &sources.all[*number];
            print!("{number:5} {it}\n{}", it.difference(sources.source_of(it)));
        }
        return Ok(());
    }
    work::work(&root, wishes, &sources)
}

/// The workspace: two directories above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}

fn systems(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root.join("systems")).into_iter().flatten();
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|it| it.path().join("rules/src/lib.rs").is_file())
        .map(|it| it.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
