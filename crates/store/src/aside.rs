//! What stands beside a journal and is one seat's own: sealed values, drafts, standing orders. None of it touches the
//! game's row, so that the list of games shows nothing of it.

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::StoreError;
use crate::sqlite::{Fault, Store, known};

/// A value that a seat has sealed, and the question it answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    pub seat: u8,
    pub question: String,
    /// Canonical JSON.
    pub plan: String,
}

impl Store {
    /// Keep what a seat has sealed; on the disk when this returns. An earlier seal of the seat is replaced.
    pub fn seal(&self, id: &str, sealed: &Sealed) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            tx.prepare_cached(
                "INSERT INTO sealed (game, seat, question, plan) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (game, seat) DO UPDATE SET question = excluded.question, plan = excluded.plan",
            )?
            .execute(params![id, sealed.seat, sealed.question, sealed.plan])?;
            Ok(())
        })
    }

    pub fn unseal(&self, id: &str, seat: u8) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            tx.prepare_cached("DELETE FROM sealed WHERE game = ?1 AND seat = ?2")?
                .execute(params![id, seat])?;
            Ok(())
        })
    }

    /// All that is sealed in a game, by seat.
    pub fn sealed(&self, id: &str) -> Result<Vec<Sealed>, StoreError> {
        self.read(|tx, _| {
            let mut rows = tx.prepare_cached(
                "SELECT seat, question, plan FROM sealed WHERE game = ?1 ORDER BY seat",
            )?;
            let rows = rows.query_map([id], |row| {
                Ok(Sealed { seat: row.get(0)?, question: row.get(1)?, plan: row.get(2)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Keep what a seat has filled in so far; `None` forgets it.
    pub fn draft(
        &self,
        id: &str,
        seat: u8,
        question: &str,
        text: Option<&str>,
    ) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            match text {
                Some(text) => tx
                    .prepare_cached(
                        "INSERT INTO drafts (game, seat, question, text) VALUES (?1, ?2, ?3, ?4)
                         ON CONFLICT (game, seat) DO UPDATE SET question = excluded.question, text = excluded.text",
                    )?
                    .execute(params![id, seat, question, text])?,
                None => tx
                    .prepare_cached("DELETE FROM drafts WHERE game = ?1 AND seat = ?2")?
                    .execute(params![id, seat])?,
            };
            Ok(())
        })
    }

    /// The draft of a seat for this question; of another there is none.
    pub fn drafted(
        &self,
        id: &str,
        seat: u8,
        question: &str,
    ) -> Result<Option<String>, StoreError> {
        self.read(|tx, _| {
            let text = tx
                .prepare_cached(
                    "SELECT text FROM drafts WHERE game = ?1 AND seat = ?2 AND question = ?3",
                )?
                .query_row(params![id, seat, question], |row| row.get(0))
                .optional()?;
            Ok(text)
        })
    }

    /// Leave standing orders for a seat; `None` withdraws them.
    pub fn order(&self, id: &str, seat: u8, text: Option<&str>) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            match text {
                Some(text) => tx
                    .prepare_cached(
                        "INSERT INTO orders (game, seat, text) VALUES (?1, ?2, ?3)
                         ON CONFLICT (game, seat) DO UPDATE SET text = excluded.text",
                    )?
                    .execute(params![id, seat, text])?,
                None => tx
                    .prepare_cached("DELETE FROM orders WHERE game = ?1 AND seat = ?2")?
                    .execute(params![id, seat])?,
            };
            Ok(())
        })
    }

    /// Standing orders of a game, by seat.
    pub fn orders(&self, id: &str) -> Result<Vec<(u8, String)>, StoreError> {
        self.read(|tx, _| {
            let mut rows =
                tx.prepare_cached("SELECT seat, text FROM orders WHERE game = ?1 ORDER BY seat")?;
            let rows = rows.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// The question has moved on: what was sealed or drafted for it is void.
pub(crate) fn moved_on(tx: &Connection, id: &str) -> Result<(), Fault> {
    tx.prepare_cached("DELETE FROM sealed WHERE game = ?1")?.execute([id])?;
    tx.prepare_cached("DELETE FROM drafts WHERE game = ?1")?.execute([id])?;
    Ok(())
}
