//! What games were loaded from, by its hash. Kept once for all games of a scenario, and for good: games share it.

use kernel::{Files, Header};
use rusqlite::{OptionalExtension, params};

use crate::error::StoreError;
use crate::sqlite::{Store, json, known, parse};

impl Store {
    /// Keep the files behind a content hash. Those that are there already are the same.
    pub fn keep_files(&self, content: &str, files: &Files) -> Result<(), StoreError> {
        if self.has_files(content)? {
            return Ok(());
        }
        self.write(|tx, _| {
            tx.prepare_cached(
                "INSERT INTO contents (hash, files) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute(params![content, json(files)])?;
            Ok(())
        })
    }

    pub fn has_files(&self, content: &str) -> Result<bool, StoreError> {
        self.read(|tx, _| {
            let mut found = tx.prepare_cached("SELECT 1 FROM contents WHERE hash = ?1")?;
            Ok(found.exists([content])?)
        })
    }

    /// The files behind a content hash, where they were kept.
    pub fn files(&self, content: &str) -> Result<Option<Files>, StoreError> {
        self.read(|tx, path| {
            let text: Option<String> = tx
                .prepare_cached("SELECT files FROM contents WHERE hash = ?1")?
                .query_row([content], |row| row.get(0))
                .optional()?;
            Ok(text.map(|it| parse(path, content, &it)).transpose()?)
        })
    }

    /// What a game was set up with has changed: players contributed to the dice, or it takes other files. The answers
    /// are `length` still, or somebody else was faster.
    pub fn set_header(&self, id: &str, length: usize, header: &Header) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            let found = crate::sqlite::length(tx, id)?;
            if found != length {
                return Err(
                    StoreError::Conflict { id: id.into(), from: length, length: found }.into()
                );
            }
            tx.prepare_cached("UPDATE games SET header = ?2 WHERE id = ?1")?
                .execute(params![id, json(header)])?;
            Ok(())
        })
    }
}
