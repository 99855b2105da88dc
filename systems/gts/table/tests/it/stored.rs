//! Games of older versions of the rules (`systems/gts/stored`) go on by the version they began with.

use std::path::{Path, PathBuf};

use gts_table::Gts;
use testkit::stored;

#[test]
fn stored_games_go_on_by_the_version_they_began_with() {
    for file in files() {
        stored::goes_on::<Gts>(&file).unwrap_or_else(|it| panic!("{it}"));
    }
}

/// Otherwise the games would prove nothing of the seam.
#[test]
fn by_todays_rules_they_would_be_other_games() {
    let files = files();
    let differs = |it: &&PathBuf| stored::differs::<Gts>(it).unwrap_or_else(|it| panic!("{it}"));
    let different = files.iter().filter(differs).count();
    assert!(0 < different, "none of {} games notices a changed rule", files.len());
}

#[test]
fn versions_that_are_not_played_are_refused() {
    stored::others_are_refused::<Gts>(&files()[0]).unwrap_or_else(|it| panic!("{it}"));
}

/// Before the first change of a new version: `cargo test -p gts-table --test it keep -- --ignored`.
#[test]
#[ignore = "writes into systems/gts/stored"]
fn keep() {
    stored::keep::<Gts>(&folder(), 700).unwrap_or_else(|it| panic!("{it}"));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../stored")
}

fn files() -> Vec<PathBuf> {
    let games = stored::files(&folder()).unwrap_or_else(|it| panic!("{it}"));
    assert!(6 <= games.len());
    games
}
