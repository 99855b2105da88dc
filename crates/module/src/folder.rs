//! The folder of one module, as its loader sees it.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use sha2::{Digest, Sha256};

use crate::{
    library::MOST_FILES,
    problem::Errors,
    read::{Kind, Page, quoted, read},
    source::{File, Source},
    values::{At, Key},
};

/// One module: its files and the tables of its system. Which of them were looked at is kept, for the content hash.
#[derive(Debug)]
pub struct Folder<'l> {
    source: &'l Source,
    system: &'static str,
    module: &'l str,
    used: RefCell<BTreeSet<String>>,
}

impl<'l> Folder<'l> {
    pub(crate) fn new(source: &'l Source, system: &'static str, module: &'l str) -> Folder<'l> {
        Folder { source, system, module, used: RefCell::default() }
    }

    /// The key of the module.
    #[must_use]
    pub fn module(&self) -> &str {
        self.module
    }

    /// A file's path in the library: `map.toml` is `<system>/<module>/map.toml`.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        format!("{}/{}/{name}", self.system, self.module)
    }

    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.source.files.contains_key(&self.path(name))
    }

    /// Names of the files in a folder of the module, `forces/`.
    #[must_use]
    pub fn names(&self, folder: &str) -> Vec<&'l str> {
        let prefix = self.path(folder);
        let names = self.source.under(&prefix);
        let names: Vec<String> = names.take(MOST_FILES).map(str::to_owned).collect();
        // Borrowed from the source, not from the prefix.
        let own = |name: &String| {
            let (path, _) = self.source.files.get_key_value(&format!("{prefix}{name}"))?;
            path.get(prefix.len()..)
        };
        names.iter().filter_map(own).collect()
    }

    /// The tables that all modules of the system share.
    pub fn tables(&self, errors: &mut Errors) -> Option<(String, &'l File)> {
        let path = format!("{}/tables.toml", self.system);
        let file = self.file(&path, errors)?;
        Some((path, file))
    }

    /// A file of the module.
    pub fn page<T: Kind>(&self, name: &str, errors: &mut Errors) -> Option<Page<T>> {
        let path = self.path(name);
        let file = self.file(&path, errors)?;
        read(&path, file, errors)
    }

    /// The file of a scenario.
    pub fn scenario<T: Kind>(&self, key: &str, errors: &mut Errors) -> Option<Page<T>> {
        self.page(&format!("scenarios/{key}.toml"), errors)
    }

    /// The tables, where they are a kind of file of their own.
    pub fn tables_page<T: Kind>(&self, errors: &mut Errors) -> Option<Page<T>> {
        let (path, file) = self.tables(errors)?;
        read(&path, file, errors)
    }

    fn file(&self, path: &str, errors: &mut Errors) -> Option<&'l File> {
        let file = self.source.files.get(path);
        if file.is_none() {
            errors.whole(path, "the file is missing", None);
        }
        self.used.borrow_mut().insert(path.to_owned());
        file
    }

    /// The system that `module.toml` names must be the one in whose directory it lies.
    pub fn check_system(&self, said: &At<Key>, errors: &mut Errors) {
        if *said.value.0 != *self.system {
            let message = format!("the module lies in the directory of {}", quoted(self.system));
            let right = Some(self.system.to_owned());
            errors.suggest(&self.path("module.toml"), said.span, message, right);
        }
    }

    /// Every file that was looked at, by path: loaded from these alone the scenario is the same.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let text = |path: &String| {
            let file = self.source.files.get(path)?.as_ref().ok()?;
            Some((path.clone(), String::from_utf8_lossy(file).into_owned()))
        };
        self.used.borrow().iter().filter_map(text).collect()
    }

    /// SHA-256, in hexadecimal digits, over path and bytes of every file that was looked at.
    #[must_use]
    pub fn content(&self) -> String {
        let used = self.used.borrow();
        let bytes = |path: &String| match self.source.files.get(path) {
            Some(Ok(it)) => it.as_ref(),
            _ => &[][..],
        };
        content_of(used.iter().map(|path| (path.as_str(), bytes(path))))
    }
}

/// SHA-256, in hexadecimal digits, over path and bytes of files in the order of their paths.
pub fn content_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hasher = Sha256::new();
    for (path, bytes) in files {
        // Lengths first, so that no two sets of files look the same.
        for part in [path.as_bytes(), bytes] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    let mut out = String::new();
    for byte in hasher.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}
