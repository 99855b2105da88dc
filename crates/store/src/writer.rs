//! One connection writes for all. Whoever writes while others wait joins them in one transaction, and one wait for the
//! disk makes all of them durable.
//!
//! A writing is a savepoint of the transaction it joins: where it fails, it alone is undone. The last of those who wait
//! commits for all, so that a lone writer waits for nobody and a hundred share one fsync.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use crate::error::StoreError;
use crate::sqlite::Fault;

/// So many share one commit at most: who came first must not wait for ever.
const TOGETHER: usize = 256;

pub(crate) struct Writer {
    path: PathBuf,
    desk: Mutex<Open>,
    /// Who stands in line.
    waiting: AtomicUsize,
    commits: AtomicU64,
    writings: AtomicU64,
}

/// How often the disk was waited for, and for how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub commits: u64,
    pub writings: u64,
}

struct Open {
    connection: Connection,
    /// The transaction that is open.
    batch: Option<Batch>,
}

struct Batch {
    members: usize,
    outcome: Arc<Outcome>,
}

/// What becomes of a transaction, for all who are in it.
#[derive(Default)]
struct Outcome {
    done: Mutex<Option<Result<(), StoreError>>>,
    known: Condvar,
}

impl Outcome {
    fn tell(&self, result: Result<(), StoreError>) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.known.notify_all();
    }

    fn wait(&self) -> Result<(), StoreError> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(result) = &*done {
                return result.clone();
            }
            done = self.known.wait(done).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Writer {
    pub(crate) fn new(path: &Path, connection: Connection) -> Writer {
        Writer {
            path: path.into(),
            desk: Mutex::new(Open { connection, batch: None }),
            waiting: AtomicUsize::new(0),
            commits: AtomicU64::new(0),
            writings: AtomicU64::new(0),
        }
    }

    pub(crate) fn written(&self) -> Written {
        Written {
            commits: self.commits.load(Ordering::Relaxed),
            writings: self.writings.load(Ordering::Relaxed),
        }
    }

    /// Write something; on the disk when this returns.
    pub(crate) fn write<T>(
        &self,
        f: impl FnOnce(&Connection, &Path) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let mut open = self.stand_in_line();
        let Open { connection, batch } = &mut *open;
        if batch.is_none() {
            connection.execute_batch("BEGIN IMMEDIATE").map_err(|it| self.fault(&it))?;
            *batch = Some(Batch { members: 0, outcome: Arc::default() });
        }
        let run = || -> Result<T, Fault> {
            // Undone where it is dropped before its commit, by an error or a panic.
            let part = connection.savepoint()?;
            let done = f(&part, &self.path)?;
            part.commit()?;
            Ok(done)
        };
        let result = run().map_err(|it| it.at(&self.path));
        if let Err(error) = &result
            && connection.is_autocommit()
        {
            // A full disk undoes the whole transaction, and those before in it with it.
            if let Some(batch) = batch.take() {
                batch.outcome.tell(Err(error.clone()));
            }
        }
        let mut outcome = None;
        if let Some(batch) = batch
            && result.is_ok()
        {
            batch.members += 1;
            self.writings.fetch_add(1, Ordering::Relaxed);
            outcome = Some(batch.outcome.clone());
        }
        let full = batch.as_ref().is_some_and(|it| TOGETHER <= it.members);
        if full || self.waiting.load(Ordering::SeqCst) == 0 {
            self.commit(&mut open);
        }
        drop(open);
        let value = result?;
        match outcome {
            Some(outcome) => outcome.wait().map(|()| value),
            None => Ok(value),
        }
    }

    /// The connection itself, outside any transaction.
    pub(crate) fn alone<T>(
        &self,
        f: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut open = self.stand_in_line();
        self.commit(&mut open);
        f(&open.connection).map_err(|it| self.fault(&it))
    }

    /// Who is in line is counted until it is his turn: as long as somebody is, another commits.
    fn stand_in_line(&self) -> MutexGuard<'_, Open> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        // A panic elsewhere has left nothing behind: its savepoint was undone when dropped.
        let open = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        open
    }

    /// Make durable what is in the open transaction, and tell all who are in it.
    fn commit(&self, open: &mut Open) {
        let Some(batch) = open.batch.take() else { return };
        if batch.members == 0 {
            let _ = open.connection.execute_batch("ROLLBACK");
            return;
        }
        let result = open.connection.execute_batch("COMMIT").map_err(|it| self.fault(&it));
        if result.is_err() && !open.connection.is_autocommit() {
            let _ = open.connection.execute_batch("ROLLBACK");
        }
        self.commits.fetch_add(1, Ordering::Relaxed);
        batch.outcome.tell(result);
    }

    fn fault(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::from_sql(self.path.clone(), error)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn writer(folder: &tempfile::TempDir) -> Writer {
        let path = folder.path().join("a.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)").unwrap();
        Writer::new(&path, connection)
    }

    fn numbers(folder: &tempfile::TempDir) -> Vec<i64> {
        let connection = Connection::open(folder.path().join("a.db")).unwrap();
        let mut rows = connection.prepare("SELECT n FROM t ORDER BY n").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// Fifty stand in line while the disk is busy.
    fn fifty(writer: &Writer, write: impl Fn(i64) -> Result<(), StoreError> + Sync) -> Vec<bool> {
        let busy = writer.desk.lock().unwrap();
        std::thread::scope(|scope| {
            let write = &write;
            let all: Vec<_> = (0..50).map(|n| scope.spawn(move || write(n).is_ok())).collect();
            while writer.waiting.load(Ordering::SeqCst) < 50 {
                std::thread::sleep(Duration::from_millis(1));
            }
            drop(busy);
            all.into_iter().map(|it| it.join().unwrap()).collect()
        })
    }

    #[test]
    fn who_waits_shares_one_commit() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(&folder);
        let done = fifty(&writer, |n| {
            writer.write(|tx, _| Ok(tx.execute("INSERT INTO t VALUES (?1)", [n]).map(drop)?))
        });
        assert!(done.iter().all(|it| *it));
        assert_eq!(writer.written(), Written { commits: 1, writings: 50 });
        assert_eq!(numbers(&folder), (0..50).collect::<Vec<_>>());
        // A lone writer waits for nobody.
        writer.write(|tx, _| Ok(tx.execute("INSERT INTO t VALUES (99)", []).map(drop)?)).unwrap();
        assert_eq!(writer.written(), Written { commits: 2, writings: 51 });
    }

    #[test]
    fn a_writing_that_fails_is_undone_alone() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(&folder);
        let done = fifty(&writer, |n| {
            writer.write(|tx, _| {
                tx.execute("INSERT INTO t VALUES (?1)", [n])?;
                if n % 2 == 0 {
                    return Err(StoreError::UnknownGame { id: n.to_string() }.into());
                }
                Ok(())
            })
        });
        assert_eq!(done.iter().filter(|it| **it).count(), 25);
        assert_eq!(writer.written(), Written { commits: 1, writings: 25 });
        assert_eq!(numbers(&folder), (0..50).filter(|it| it % 2 == 1).collect::<Vec<_>>());
    }

    /// The last in line fails: those before it are not left alone with it.
    #[test]
    fn all_fail_and_the_next_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(&folder);
        let done = fifty(&writer, |n| {
            writer.write(|_, _| Err(StoreError::UnknownGame { id: n.to_string() }.into()))
        });
        assert!(done.iter().all(|it| !it));
        assert_eq!(writer.written(), Written { commits: 0, writings: 0 });
        writer.write(|tx, _| Ok(tx.execute("INSERT INTO t VALUES (7)", []).map(drop)?)).unwrap();
        assert_eq!(numbers(&folder), [7]);
    }
}
