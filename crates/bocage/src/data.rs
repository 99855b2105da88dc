//! Where things are: the folder of games, journals, scenarios by name.

use std::env;
use std::path::{Path, PathBuf};

use kernel::{Journal, Seed};
use play::Table;
use serde_json::json;
use server::{Shelf, rules_header};
use store::Store;

use crate::Places;
use crate::failure::{Failure, say, say_json};
use crate::shelf::ModuleShelf;

/// Largest journal file that is read.
const LARGEST: u64 = 64 * 1024 * 1024;

impl Places {
    pub(crate) fn shelf(&self) -> Result<ModuleShelf, Failure> {
        ModuleShelf::open(self.modules.as_deref()).map_err(Failure::Unusable)
    }

    pub(crate) fn database(&self) -> Result<PathBuf, Failure> {
        let folder = match &self.data {
            Some(folder) => folder.clone(),
            None => data_folder().ok_or_else(|| {
                Failure::unusable(
                    "this machine names no folder for data; say where with --data DIR",
                )
            })?,
        };
        Ok(folder.join("bocage.db"))
    }
}

fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("LOCALAPPDATA").or_else(|| set("APPDATA"))
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|it| it.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME")
            .filter(|it| it.is_absolute())
            .or_else(|| set("HOME").map(|it| it.join(".local/share")))
    };
    base.map(|it| it.join("bocage"))
}

/// The journal in a file, or that of a stored game.
pub(crate) fn journal(what: &str, places: &Places) -> Result<Journal, Failure> {
    let path = Path::new(what);
    if path.is_file() {
        return journal_file(path);
    }
    let database = places.database()?;
    if !database.is_file() {
        return Err(Failure::Unusable(format!(
            "there is no file {what:?}, and no stored games in {}",
            database.display()
        )));
    }
    let store = Store::open(&database).map_err(Failure::unusable)?;
    store
        .export(what)
        .map_err(|it| Failure::Unusable(format!("there is no file {what:?}, and {it}")))
}

/// A copy of all stored games.
pub(crate) fn backup(file: &Path, places: &Places, as_json: bool) -> Result<(), Failure> {
    let database = places.database()?;
    if !database.is_file() {
        return Err(Failure::Unusable(format!("there are no games in {}", database.display())));
    }
    let store = Store::open(&database).map_err(Failure::unusable)?;
    store.backup(file).map_err(Failure::unusable)?;
    let games = Store::open(file).and_then(|it| it.count()).map_err(Failure::unusable)?;
    if as_json {
        return say_json(&json!({ "ok": true, "file": file, "games": games }));
    }
    say(&format!("{} holds a copy of {games} games", file.display()))
}

pub(crate) fn journal_file(path: &Path) -> Result<Journal, Failure> {
    let read = |it: std::io::Error| Failure::file("read", path, &it);
    let size = std::fs::metadata(path).map_err(read)?.len();
    if LARGEST < size {
        return Err(Failure::Unusable(format!("{} is too large to be a journal", path.display())));
    }
    let text = std::fs::read_to_string(path).map_err(read)?;
    serde_json::from_str(&text).map_err(|it| {
        let (line, column) = (it.line(), it.column());
        Failure::Unusable(format!(
            "{}:{line}:{column}: this is not a journal: {it}",
            path.display()
        ))
    })
}

/// The table after the first `at` answers of a journal.
pub(crate) fn table(
    shelf: &dyn Shelf,
    journal: &Journal,
    at: Option<usize>,
) -> Result<Box<dyn Table>, Failure> {
    let length = journal.answers.len();
    let at = at.unwrap_or(length);
    if length < at {
        return Err(Failure::Unusable(format!(
            "the game has {length} answers; there is no position {at}"
        )));
    }
    // Dice are on the tape; without the seed no new one is thrown that anybody would look at.
    let seed = journal.seed.clone().unwrap_or(Seed::from_number(0));
    let seed = seed.stirred(&journal.header.dice);
    if !journal.files.is_empty() && !shelf.knows(&journal.header) {
        let learned = shelf.learn(&journal.header, &journal.files);
        learned.map_err(|it| Failure::Fault(it.to_string()))?;
    }
    let opened = shelf.open(&rules_header(&journal.header), journal.answers[..at].to_vec(), seed);
    opened.map_err(|it| Failure::Fault(it.to_string()))
}
