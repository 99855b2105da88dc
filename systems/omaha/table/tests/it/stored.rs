//! Games of older versions of the rules (`systems/omaha/stored`) go on by the version they began with.

use std::path::{Path, PathBuf};

use omaha_table::Omaha;
use testkit::stored;

#[test]
fn stored_games_go_on_by_the_version_they_began_with() {
    for file in files() {
        stored::goes_on::<Omaha>(&file).unwrap_or_else(|it| panic!("{it}"));
    }
}

/// Otherwise the games would prove nothing of the seam.
#[test]
fn by_todays_rules_they_would_be_other_games() {
    let files = files();
    let differs = |it: &&PathBuf| stored::differs::<Omaha>(it).unwrap_or_else(|it| panic!("{it}"));
    let different = files.iter().filter(differs).count();
    assert!(0 < different, "none of {} games notices a changed rule", files.len());
}

#[test]
fn versions_that_are_not_played_are_refused() {
    stored::others_are_refused::<Omaha>(&files()[0]).unwrap_or_else(|it| panic!("{it}"));
}

/// Before the first change of a new version: `cargo test -p omaha-table --test it keep -- --ignored`.
#[test]
#[ignore = "writes into systems/omaha/stored"]
fn keep() {
    stored::keep::<Omaha>(&folder(), 400).unwrap_or_else(|it| panic!("{it}"));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../stored")
}

fn files() -> Vec<PathBuf> {
    let games = stored::files(&folder()).unwrap_or_else(|it| panic!("{it}"));
    assert!(3 <= games.len());
    games
}
