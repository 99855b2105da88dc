//! What people at a table say to each other, and what each notes for himself. No part of the game.

use rusqlite::{OptionalExtension, params};

use crate::error::StoreError;
use crate::sqlite::{Store, known};

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Said {
    pub n: usize,
    pub seat: u8,
    pub text: String,
    /// Milliseconds since 1970.
    pub at: i64,
}

impl Store {
    /// Keep what a seat says; how much has been said then.
    pub fn say(&self, id: &str, seat: u8, text: &str, now: i64) -> Result<usize, StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            let n: i64 = tx
                .prepare_cached("SELECT coalesce(max(n) + 1, 0) FROM said WHERE game = ?1")?
                .query_row([id], |row| row.get(0))?;
            tx.prepare_cached(
                "INSERT INTO said (game, n, seat, text, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![id, n, seat, text, now])?;
            Ok(n as usize + 1)
        })
    }

    /// What has been said, from number `from` on.
    pub fn said(&self, id: &str, from: usize) -> Result<Vec<Said>, StoreError> {
        self.read(|tx, _| {
            let mut rows = tx.prepare_cached(
                "SELECT n, seat, text, at FROM said WHERE game = ?1 AND ?2 <= n ORDER BY n",
            )?;
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let rows = rows.query_map(params![id, from], |row| {
                let n: i64 = row.get(0)?;
                Ok(Said { n: n as usize, seat: row.get(1)?, text: row.get(2)?, at: row.get(3)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Keep what a seat notes for itself; nothing where the text is empty.
    pub fn note(&self, id: &str, seat: u8, text: &str) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            if text.is_empty() {
                tx.prepare_cached("DELETE FROM notes WHERE game = ?1 AND seat = ?2")?
                    .execute(params![id, seat])?;
            } else {
                tx.prepare_cached(
                    "INSERT INTO notes (game, seat, text) VALUES (?1, ?2, ?3)
                     ON CONFLICT (game, seat) DO UPDATE SET text = excluded.text",
                )?
                .execute(params![id, seat, text])?;
            }
            Ok(())
        })
    }

    pub fn noted(&self, id: &str, seat: u8) -> Result<String, StoreError> {
        self.read(|tx, _| {
            let text: Option<String> = tx
                .prepare_cached("SELECT text FROM notes WHERE game = ?1 AND seat = ?2")?
                .query_row(params![id, seat], |row| row.get(0))
                .optional()?;
            Ok(text.unwrap_or_default())
        })
    }

    pub fn retitle(&self, id: &str, title: &str) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            tx.prepare_cached("UPDATE games SET title = ?2 WHERE id = ?1")?
                .execute(params![id, title])?;
            Ok(())
        })
    }
}
