//! What games are played with: the shelf for what is there today, the store for what they began with. A game outlives
//! its module: it goes on with the files it was loaded from, whatever has become of them since.

use std::sync::Arc;

use kernel::{Answer, Files, Header, JournalError, Seed};
use play::Table;
use serde::Serialize;
use store::Store;

use crate::error::Error;
use crate::shelf::{Shelf, ShelfError};
use crate::verify::rules_header;

#[derive(Clone)]
pub(crate) struct Stock {
    pub(crate) store: Arc<Store>,
    pub(crate) shelf: Arc<dyn Shelf>,
}

impl Stock {
    /// Start a game or resume one, with what it began with.
    pub(crate) fn open(
        &self,
        header: &Header,
        answers: Vec<Answer>,
        seed: &Seed,
    ) -> Result<Box<dyn Table>, Error> {
        self.fetch(header)?;
        let seed = seed.stirred(&header.dice);
        Ok(self.shelf.open(&rules_header(header), answers, seed)?)
    }

    /// Have the shelf learn the files of a game that it does not have as they were. Where they were never kept, the
    /// shelf itself says what is missing.
    pub(crate) fn fetch(&self, header: &Header) -> Result<(), Error> {
        if self.shelf.knows(header) {
            return Ok(());
        }
        match self.store.files(&header.content)? {
            Some(files) => Ok(self.shelf.learn(header, &files)?),
            None => Ok(()),
        }
    }

    /// Keep what a game is loaded from; for games of earlier versions of the program, as long as it is still there.
    pub(crate) fn keep(&self, header: &Header) -> Result<(), Error> {
        if self.store.has_files(&header.content)? {
            return Ok(());
        }
        let Header { system, module, scenario, .. } = header;
        if let Ok(content) = self.shelf.content(system, module, scenario)
            && content.hash == header.content
        {
            self.store.keep_files(&content.hash, &content.files)?;
        }
        Ok(())
    }

    /// Files that came with a journal: the shelf learns and the store keeps them, if they are those it was played with.
    pub(crate) fn take(&self, header: &Header, files: &Files) -> Result<(), Error> {
        if files.is_empty() || self.shelf.knows(header) {
            return self.keep(header);
        }
        self.shelf.learn(header, files)?;
        Ok(self.store.keep_files(&header.content, files)?)
    }

    /// What a game was loaded from beside what is there today.
    pub(crate) fn compare(&self, header: &Header) -> Result<Compared, Error> {
        let Header { system, module, scenario, .. } = header;
        let kept = self.store.files(&header.content)?;
        let (here, why) = match self.shelf.content(system, module, scenario) {
            Ok(content) => (Some(content), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let none = Files::new();
        let now = here.as_ref().map_or(&none, |it| &*it.files);
        let mut changed = Vec::new();
        if let (Some(then), Some(_)) = (&kept, &here) {
            for (path, text) in then {
                match now.get(path) {
                    None => changed.push(Changed { path: path.clone(), how: "removed" }),
                    Some(it) if it != text => {
                        changed.push(Changed { path: path.clone(), how: "changed" });
                    }
                    Some(_) => (),
                }
            }
            let added = now.keys().filter(|it| !then.contains_key(*it));
            changed.extend(added.map(|it| Changed { path: it.clone(), how: "added" }));
        }
        Ok(Compared {
            content: header.content.clone(),
            rules_version: header.rules_version,
            kept: kept.is_some(),
            same: here.as_ref().is_some_and(|it| it.hash == header.content),
            content_here: here.as_ref().map(|it| it.hash.clone()),
            rules_version_here: here.as_ref().map(|it| it.rules_version),
            why_not_here: why,
            changed,
        })
    }

    /// The header with what is there today, if all answers fit it. Nothing is stored.
    pub(crate) fn renewed(
        &self,
        header: &Header,
        answers: &[Answer],
        seed: &Seed,
    ) -> Result<Header, Error> {
        let Header { system, module, scenario, .. } = header;
        let content = self.shelf.content(system, module, scenario)?;
        let new = Header {
            content: content.hash,
            rules_version: content.rules_version,
            ..header.clone()
        };
        let table =
            self.shelf.open(&rules_header(&new), answers.to_vec(), seed.stirred(&new.dice))?;
        if table.journal().len() < answers.len() {
            let at = table.journal().len();
            let asked = "another question".into();
            return Err(ShelfError::Journal(JournalError::Diverged { at, asked }).into());
        }
        self.store.keep_files(&new.content, &content.files)?;
        Ok(new)
    }
}

/// What has become of the files of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Compared {
    content: String,
    rules_version: u32,
    /// The game has its own copy.
    kept: bool,
    /// Nothing has changed since.
    same: bool,
    content_here: Option<String>,
    rules_version_here: Option<u32>,
    /// Why there is nothing to take instead.
    why_not_here: Option<String>,
    changed: Vec<Changed>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Changed {
    path: String,
    how: &'static str,
}
