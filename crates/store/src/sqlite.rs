//! The store on one machine: an SQLite file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{Answer, FORMAT, Files, Given, Header, Journal, Kind, Seed};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use crate::aside::moved_on;
use crate::error::StoreError;
use crate::migrate::{KNOWN, migrate};
use crate::writer::{Writer, Written};

/// How long a writer waits for another program that is writing.
const BUSY: Duration = Duration::from_secs(5);

/// What the list of games shows without opening the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Status {
    /// "Turn 3 · 6 June, 1500".
    pub turn: String,
    pub waiting_for: Vec<u8>,
    pub over: bool,
    pub outcome: Option<String>,
}

/// A game as loaded.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    pub id: String,
    pub title: String,
    pub header: Header,
    pub seed: Seed,
    pub answers: Vec<Answer>,
    pub status: Status,
    /// The game this one was forked from.
    pub parent: Option<String>,
    pub created: i64,
    pub updated: i64,
    /// How often something has been taken back.
    pub take_backs: usize,
}

/// A game as listed.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    pub id: String,
    pub title: String,
    pub header: Header,
    pub status: Status,
    pub parent: Option<String>,
    pub created: i64,
    pub updated: i64,
    pub length: usize,
}

/// What can be said of a game without opening it.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    pub header: Header,
    pub over: bool,
}

/// Where a list goes on: after the game that was changed then and has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct After {
    pub updated: i64,
    pub id: String,
}

/// A part of the list of games, the latest first.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    pub games: Vec<Listed>,
    /// Games that are left out because they are damaged.
    pub damaged: Vec<StoreError>,
    /// Where the next page begins, if there is one.
    pub next: Option<After>,
}

/// Connections that read for players at the same time.
const READERS: usize = 3;

pub struct Store {
    path: PathBuf,
    writer: Writer,
    /// Who looks does not wait for a write to reach the disk,
    readers: [Mutex<Connection>; READERS],
    next_reader: AtomicUsize,
    /// and not for those who list.
    lister: Mutex<Connection>,
}

impl Store {
    /// Open or create the database at `path`; its folder is created where missing.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|it| StoreError::CannotOpen {
                path: folder.to_path_buf(),
                why: it.to_string(),
            })?;
        }
        let fault = |it: rusqlite::Error| StoreError::from_sql(path.to_path_buf(), &it);
        let mut writer = Connection::open(path).map_err(fault)?;
        prepare(&writer).map_err(fault)?;
        if let Err(found) = migrate(&mut writer).map_err(fault)? {
            return Err(StoreError::Newer { path: path.to_path_buf(), found, known: KNOWN });
        }
        // What may not be written to is refused now, and not at the first answer.
        writer
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(Transaction::rollback)
            .map_err(fault)?;
        let reader = || -> Result<Mutex<Connection>, StoreError> {
            let reader = Connection::open(path).map_err(fault)?;
            prepare(&reader).map_err(fault)?;
            reader.pragma_update(None, "query_only", true).map_err(fault)?;
            Ok(Mutex::new(reader))
        };
        Ok(Store {
            path: path.to_path_buf(),
            writer: Writer::new(path, writer),
            readers: [reader()?, reader()?, reader()?],
            next_reader: AtomicUsize::new(0),
            lister: reader()?,
        })
    }

    /// How often the disk was waited for, and for how many writings.
    pub fn written(&self) -> Written {
        self.writer.written()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Put a new game on the shelf, with the answers it has already (dice thrown before the first question).
    pub fn create(&self, game: &Game) -> Result<(), StoreError> {
        self.write(|tx, path| {
            let made = tx
                .prepare_cached(
                    "INSERT INTO games (id, title, header, seed, status, parent, created, updated, length)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
                )?
                .execute(params![
                    game.id,
                    game.title,
                    json(&game.header),
                    String::from(game.seed.clone()),
                    json(&game.status),
                    game.parent,
                    game.created,
                    game.updated,
                    game.answers.len() as i64,
                ])?;
            if made == 0 {
                return Err(StoreError::Exists { id: game.id.clone() }.into());
            }
            insert(tx, path, &game.id, 0, &game.answers)
        })
    }

    /// Append `answers` as numbers `from`, `from + 1`, …; on the disk when this returns. Refused when `from` is not
    /// the next number: then somebody else has answered. With answers the question moves on, and what was sealed or
    /// drafted for it goes in the same moment.
    pub fn append(
        &self,
        id: &str,
        from: usize,
        answers: &[Answer],
        status: &Status,
        now: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx, path| {
            let length = length(tx, id)?;
            if length != from {
                return Err(StoreError::Conflict { id: id.into(), from, length }.into());
            }
            touch(tx, id, from + answers.len(), status, now)?;
            if !answers.is_empty() {
                moved_on(tx, id)?;
            }
            insert(tx, path, id, from, answers)
        })
    }

    /// Take the journal of `length` answers back to its first `to`. What is taken back is kept in `undone`. With a header
    /// where dice are taken back: those to come are others.
    pub fn truncate(
        &self,
        id: &str,
        length_now: usize,
        to: usize,
        status: &Status,
        header: Option<&Header>,
        now: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx, _| {
            let length = length(tx, id)?;
            if length != length_now || length < to {
                return Err(StoreError::Conflict { id: id.into(), from: to, length }.into());
            }
            touch(tx, id, to, status, now)?;
            if let Some(header) = header {
                tx.prepare_cached("UPDATE games SET header = ?2 WHERE id = ?1")?
                    .execute(params![id, json(header)])?;
            }
            let turn = take_backs(tx, id)?;
            tx.prepare_cached(
                "INSERT INTO undone (game, turn, n, kind, seat, tag, of, value, plan, ordered, at)
                 SELECT game, ?3, n, kind, seat, tag, of, value, plan, ordered, ?4 FROM answers WHERE game = ?1 AND ?2 <= n",
            )?
            .execute(params![id, to as i64, turn as i64, now])?;
            tx.prepare_cached("DELETE FROM answers WHERE game = ?1 AND ?2 <= n")?.execute(params![id, to as i64])?;
            moved_on(tx, id)
        })
    }

    pub fn load(&self, id: &str) -> Result<Game, StoreError> {
        self.read(|tx, path| {
            let row = tx
                .prepare_cached(
                    "SELECT id, title, header, seed, status, parent, created, updated FROM games WHERE id = ?1",
                )?
                .query_row([id], |row| {
                    Ok((
                        row.get::<_, String>(1)?,
                        row.get::<_, String>(2)?,
                        row.get::<_, String>(3)?,
                        row.get::<_, String>(4)?,
                        row.get(5)?,
                        row.get(6)?,
                        row.get(7)?,
                    ))
                })
                .optional()?;
            let Some((title, header, seed, status, parent, created, updated)) = row else {
                return Err(StoreError::UnknownGame { id: id.into() }.into());
            };
            let mut answers = Vec::new();
            let mut rows = tx.prepare_cached(
                "SELECT n, kind, seat, tag, of, value, plan, ordered FROM answers WHERE game = ?1 ORDER BY n",
            )?;
            let mut rows = rows.query([id])?;
            while let Some(row) = rows.next()? {
                let n: i64 = row.get(0)?;
                if n != answers.len() as i64 {
                    let why = format!("game {id} has no answer {}", answers.len());
                    return Err(StoreError::Corrupt { path: path.into(), why }.into());
                }
                answers.push(answer(path, row)?);
            }
            Ok(Game {
                id: id.into(),
                title,
                header: parse(path, id, &header)?,
                seed: Seed::try_from(seed).map_err(|why| StoreError::Corrupt { path: path.into(), why })?,
                answers,
                status: parse(path, id, &status)?,
                parent,
                created,
                updated,
                take_backs: take_backs(tx, id)?,
            })
        })
    }

    /// Without its answers.
    pub fn head(&self, id: &str) -> Result<Head, StoreError> {
        self.read(|tx, path| {
            let row: Option<(String, String)> = tx
                .prepare_cached("SELECT header, status FROM games WHERE id = ?1")?
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((header, status)) = row else {
                return Err(StoreError::UnknownGame { id: id.into() }.into());
            };
            let status: Status = parse(path, id, &status)?;
            Ok(Head { header: parse(path, id, &header)?, over: status.over })
        })
    }

    /// At most so many games from there on, the latest first.
    pub fn list(&self, after: Option<&After>, most: usize) -> Result<Page, StoreError> {
        let connection = lock(&self.lister);
        self.read_with(connection, |tx, path| {
            let mut page = Page { games: Vec::new(), damaged: Vec::new(), next: None };
            let mut rows = tx.prepare_cached(
                "SELECT id, title, header, status, parent, created, updated, length FROM games
                 WHERE updated <= ?1 AND (updated < ?1 OR ?2 < id)
                 ORDER BY updated DESC, id LIMIT ?3",
            )?;
            let (updated, id) = after.map_or((i64::MAX, ""), |it| (it.updated, it.id.as_str()));
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let mut rows = rows.query(params![updated, id, most.saturating_add(1)])?;
            let mut latest = None;
            let mut found = 0;
            while let Some(row) = rows.next()? {
                if found == most {
                    page.next = latest;
                    break;
                }
                found += 1;
                let id: String = row.get(0)?;
                let updated = row.get(6)?;
                latest = Some(After { updated, id: id.clone() });
                let header = parse(path, &id, &row.get::<_, String>(2)?);
                let status = parse(path, &id, &row.get::<_, String>(3)?);
                match (header, status) {
                    (Ok(header), Ok(status)) => page.games.push(Listed {
                        id,
                        title: row.get(1)?,
                        header,
                        status,
                        parent: row.get(4)?,
                        created: row.get(5)?,
                        updated,
                        length: row.get::<_, i64>(7)? as usize,
                    }),
                    (Err(error), _) | (_, Err(error)) => page.damaged.push(error),
                }
            }
            Ok(page)
        })
    }

    /// How many games there are.
    pub fn count(&self) -> Result<usize, StoreError> {
        self.read(|tx, _| {
            let count: i64 =
                tx.prepare_cached("SELECT count(*) FROM games")?.query_row([], |row| row.get(0))?;
            Ok(count as usize)
        })
    }

    /// Remove a game for good.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.write(|tx, _| match tx.execute("DELETE FROM games WHERE id = ?1", [id])? {
            0 => Err(StoreError::UnknownGame { id: id.into() }.into()),
            _ => Ok(()),
        })
    }

    /// A new game from the first answers of another. It gets its own seed, or forking would show the dice to come.
    /// `answers` are those of the other game as they may be known: what is hidden there may be another thing here.
    pub fn fork(
        &self,
        id: &str,
        answers: Vec<Answer>,
        fork: &str,
        seed: Seed,
        now: i64,
    ) -> Result<Game, StoreError> {
        let mut game = self.load(id)?;
        let at = answers.len();
        if game.answers.len() < at {
            return Err(StoreError::Conflict {
                id: id.into(),
                from: at,
                length: game.answers.len(),
            });
        }
        game.answers = answers;
        game.parent = Some(std::mem::replace(&mut game.id, fork.into()));
        reseed(&mut game.header, at, &seed);
        game.seed = seed;
        game.status = Status::default();
        game.take_backs = 0;
        (game.created, game.updated) = (now, now);
        self.create(&game)?;
        Ok(game)
    }

    /// A game from a file. `seed` is the one the file reveals, or a fresh one for the dice to come.
    pub fn import(
        &self,
        journal: Journal,
        id: &str,
        title: &str,
        seed: Seed,
        now: i64,
    ) -> Result<Game, StoreError> {
        let mut header = journal.header;
        if seed.commitment() != header.commitment {
            reseed(&mut header, journal.answers.len(), &seed);
        }
        let game = Game {
            id: id.into(),
            title: title.into(),
            header,
            seed,
            answers: journal.answers,
            status: Status::default(),
            parent: None,
            created: now,
            updated: now,
            take_backs: 0,
        };
        self.create(&game)?;
        Ok(game)
    }

    /// The game as a file, with the files it was loaded from, and with the seed only when it is over.
    pub fn export(&self, id: &str) -> Result<Journal, StoreError> {
        let game = self.load(id)?;
        let files = self.files(&game.header.content)?.unwrap_or_default();
        Ok(Journal { files, ..game.into_journal() })
    }

    /// What has been taken back, oldest first: number in the journal and answer.
    pub fn undone(&self, id: &str) -> Result<Vec<(usize, Answer)>, StoreError> {
        self.read(|tx, path| {
            let mut rows = tx.prepare_cached(
                "SELECT n, kind, seat, tag, of, value, plan, ordered FROM undone WHERE game = ?1 ORDER BY turn, n",
            )?;
            let mut rows = rows.query([id])?;
            let mut undone = Vec::new();
            while let Some(row) = rows.next()? {
                undone.push((row.get::<_, i64>(0)? as usize, answer(path, row)?));
            }
            Ok(undone)
        })
    }

    /// Only who knows the token behind this digest may sit here.
    pub fn invite(&self, id: &str, seat: u8, digest: [u8; 32]) -> Result<(), StoreError> {
        self.write(|tx, _| {
            known(tx, id)?;
            tx.execute(
                "INSERT INTO invites (game, seat, digest) VALUES (?1, ?2, ?3)
                 ON CONFLICT (game, seat) DO UPDATE SET digest = excluded.digest",
                params![id, seat, digest.as_slice()],
            )?;
            Ok(())
        })
    }

    /// Digests of the tokens of a game, by seat.
    pub fn invites(&self, id: &str) -> Result<Vec<(u8, [u8; 32])>, StoreError> {
        self.read(|tx, path| {
            let mut rows = tx
                .prepare_cached("SELECT seat, digest FROM invites WHERE game = ?1 ORDER BY seat")?;
            let mut rows = rows.query([id])?;
            let mut invites = Vec::new();
            while let Some(row) = rows.next()? {
                let digest: Vec<u8> = row.get(1)?;
                let digest = <[u8; 32]>::try_from(digest).map_err(|_| StoreError::Corrupt {
                    path: path.into(),
                    why: format!("an invitation of game {id} is not 32 bytes long"),
                })?;
                invites.push((row.get(0)?, digest));
            }
            Ok(invites)
        })
    }

    pub(crate) fn write<T>(
        &self,
        f: impl FnOnce(&Connection, &Path) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        self.writer.write(f)
    }

    /// The connection that writes, outside a transaction.
    pub(crate) fn with_writer<T>(
        &self,
        f: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.writer.alone(f)
    }

    /// One snapshot for all statements of a reading.
    pub(crate) fn read<T>(
        &self,
        f: impl FnOnce(&Connection, &Path) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let free = self.readers.iter().find_map(|it| it.try_lock().ok());
        let connection = free.unwrap_or_else(|| {
            let next = self.next_reader.fetch_add(1, Ordering::Relaxed);
            lock(&self.readers[next % READERS])
        });
        self.read_with(connection, f)
    }

    fn read_with<T>(
        &self,
        mut connection: MutexGuard<'_, Connection>,
        f: impl FnOnce(&Connection, &Path) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let run = || -> Result<T, Fault> {
            let snapshot = connection.transaction()?;
            f(&snapshot, &self.path)
        };
        run().map_err(|it| it.at(&self.path))
    }
}

impl Game {
    /// In today's format, whatever the game was begun in.
    #[must_use]
    pub fn into_journal(self) -> Journal {
        Journal {
            header: Header { bocage: FORMAT, ..self.header },
            seed: self.status.over.then_some(self.seed),
            answers: self.answers,
            files: Files::new(),
        }
    }
}

/// From answer `at` on the dice come from another seed; the header says so, or `verify` would call them wrong.
fn reseed(header: &mut Header, at: usize, seed: &Seed) {
    header.options.retain(|it| !it.starts_with("dice-from="));
    header.options.push(format!("dice-from={at}"));
    header.dice.clear();
    header.commitment = seed.commitment();
}

/// What went wrong inside a transaction.
pub(crate) enum Fault {
    Sql(rusqlite::Error),
    Store(StoreError),
}

impl Fault {
    pub(crate) fn at(self, path: &Path) -> StoreError {
        match self {
            Fault::Sql(error) => StoreError::from_sql(path.into(), &error),
            Fault::Store(error) => error,
        }
    }
}
impl From<rusqlite::Error> for Fault {
    fn from(it: rusqlite::Error) -> Fault {
        Fault::Sql(it)
    }
}
impl From<StoreError> for Fault {
    fn from(it: StoreError) -> Fault {
        Fault::Store(it)
    }
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Only macOS heeds these: there fsync alone does not reach the platter.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn touch(tx: &Connection, id: &str, length: usize, status: &Status, now: i64) -> Result<(), Fault> {
    let found = tx
        .prepare_cached(
            "UPDATE games SET updated = max(updated, ?2), status = ?3, length = ?4 WHERE id = ?1",
        )?
        .execute(params![id, now, json(status), length as i64])?;
    if found == 0 { Err(StoreError::UnknownGame { id: id.into() }.into()) } else { Ok(()) }
}

pub(crate) fn known(tx: &Connection, id: &str) -> Result<(), Fault> {
    let found: Option<i64> = tx
        .prepare_cached("SELECT 1 FROM games WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    found.map(|_| ()).ok_or_else(|| StoreError::UnknownGame { id: id.into() }.into())
}

pub(crate) fn length(tx: &Connection, id: &str) -> Result<usize, Fault> {
    let length: Option<i64> = tx
        .prepare_cached("SELECT length FROM games WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    let length = length.ok_or_else(|| StoreError::UnknownGame { id: id.into() })?;
    Ok(length as usize)
}

fn take_backs(tx: &Connection, id: &str) -> Result<usize, Fault> {
    let last: Option<i64> = tx
        .prepare_cached("SELECT max(turn) FROM undone WHERE game = ?1")?
        .query_row([id], |row| row.get(0))?;
    Ok(last.map_or(0, |it| it as usize + 1))
}

fn insert(
    tx: &Connection,
    path: &Path,
    id: &str,
    from: usize,
    answers: &[Answer],
) -> Result<(), Fault> {
    let mut row = tx.prepare_cached(
        "INSERT INTO answers (game, n, kind, seat, tag, of, value, plan, ordered)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for (i, it) in answers.iter().enumerate() {
        let kind = match it.kind {
            Kind::Thrown => 0,
            Kind::Decided => 1,
            Kind::Secret => 2,
            Kind::Proposed => 3,
            Kind::Declared => 4,
            Kind::Conceded => 5,
        };
        let (of, value) = (it.of().unwrap_or(0), it.value().unwrap_or(0));
        let n = (from + i) as i64;
        row.execute(params![id, n, kind, it.seat, it.tag, of, value, it.plan(), it.ordered])
            .map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::ConstraintViolation) => {
                    StoreError::Conflict { id: id.into(), from: from + i, length: from + i + 1 }
                }
                _ => StoreError::from_sql(path.into(), &error),
            })?;
    }
    Ok(())
}

/// Columns 1 to 7 of a row: kind, seat, tag, of, value, plan, ordered.
fn answer(path: &Path, row: &Row<'_>) -> Result<Answer, Fault> {
    let kind = match row.get::<_, i64>(1)? {
        0 => Kind::Thrown,
        1 => Kind::Decided,
        2 => Kind::Secret,
        3 => Kind::Proposed,
        4 => Kind::Declared,
        5 => Kind::Conceded,
        other => {
            let why = format!("an answer is of kind {other}");
            return Err(StoreError::Corrupt { path: path.into(), why }.into());
        }
    };
    let plan: Option<String> = row.get(6)?;
    let given = match (kind, plan) {
        (Kind::Proposed | Kind::Declared, Some(plan)) => Given::Plan(plan.into()),
        (Kind::Thrown | Kind::Decided | Kind::Secret | Kind::Conceded, None) => {
            Given::Number { of: row.get(4)?, value: row.get(5)? }
        }
        (kind, _) => {
            let why = format!("an answer of kind {kind:?} has a plan where none belongs, or none");
            return Err(StoreError::Corrupt { path: path.into(), why }.into());
        }
    };
    Ok(Answer { kind, seat: row.get(2)?, tag: row.get(3)?, given, ordered: row.get(7)? })
}

pub(crate) fn json<T: Serialize>(it: &T) -> String {
    serde_json::to_string(it).unwrap_or_default()
}

pub(crate) fn parse<T: for<'a> Deserialize<'a>>(
    path: &Path,
    id: &str,
    text: &str,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|it| StoreError::Corrupt {
        path: path.into(),
        why: format!("game {id} cannot be read: {it}"),
    })
}

/// A panic elsewhere has not left a transaction open: it is rolled back when dropped.
fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
