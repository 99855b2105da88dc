//! Charts of the books without a game: each is a case with blanks.
//!
//! A file `charts/<system>/<chart>.toml` says what is entered, which small situation that makes (in the words of
//! `cases/README.md`), which answers lead into the procedure, and which outcomes are told apart. The rules play it: once for every
//! course of the dice to get exact odds, once with real dice to roll. So a chart computes nothing itself, and a new one needs no
//! Rust. The format is described in `charts/README.md`.

mod answer;
mod course;
mod text;

use std::sync::OnceLock;

use include_dir::{Dir, include_dir};
use play::wire::Reckoner;

pub use answer::answer;
pub use text::Chart;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../charts");

/// The charts of a system, in the order of their files; those that cannot be read are left out (a test reads them all).
pub fn of(system: &str) -> impl Iterator<Item = &'static Chart> {
    all().iter().filter(move |it| it.system == system)
}

/// What a chart takes, as it is shown.
#[must_use]
pub fn reckoners(system: &str) -> Vec<Reckoner> {
    of(system).map(Chart::reckoner).collect()
}

fn all() -> &'static [Chart] {
    static ALL: OnceLock<Vec<Chart>> = OnceLock::new();
    ALL.get_or_init(|| read().filter_map(Result::ok).collect())
}

/// Every file, read or with what is wrong with it.
pub fn read() -> impl Iterator<Item = Result<Chart, String>> {
    let mut files: Vec<_> = FILES.dirs().flat_map(Dir::files).collect();
    files.sort_by_key(|it| it.path());
    files.into_iter().filter(|it| it.path().extension().is_some_and(|it| it == "toml")).map(|it| {
        let name = it.path().to_string_lossy().replace('\\', "/");
        let text = it.contents_utf8().ok_or_else(|| format!("{name}: not UTF-8"))?;
        let (system, key) =
            name.split_once('/').ok_or("a chart lies in the folder of its system")?;
        let key = key.trim_end_matches(".toml");
        Chart::read(system, key, text).map_err(|why| format!("charts/{name}: {why}"))
    })
}
