//! Why the store could not do it. In every case the game is unchanged.

use std::fmt;
use std::path::PathBuf;

use rusqlite::ErrorCode;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// There is no game of this name.
    UnknownGame {
        id: String,
    },
    /// There is one already.
    Exists {
        id: String,
    },
    /// Somebody else has written answer `from`; the journal has `length` answers now.
    Conflict {
        id: String,
        from: usize,
        length: usize,
    },
    DiskFull {
        path: PathBuf,
    },
    Locked {
        path: PathBuf,
    },
    ReadOnly {
        path: PathBuf,
    },
    /// Another server plays on this folder.
    InUse {
        path: PathBuf,
    },
    CannotOpen {
        path: PathBuf,
        why: String,
    },
    /// The file, or a row in it, is not what this program wrote.
    Corrupt {
        path: PathBuf,
        why: String,
    },
    /// The file was written by a later version of this program.
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    Other {
        path: PathBuf,
        why: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::UnknownGame { id } => write!(f, "there is no game {id:?}"),
            StoreError::Exists { id } => write!(f, "there is a game {id:?} already"),
            StoreError::Conflict { id, from, length } => write!(
                f,
                "answer {from} of game {id} is not the next one: the journal has {length} answers; somebody else answered first"
            ),
            StoreError::DiskFull { path } => {
                write!(
                    f,
                    "the disk is full: nothing was written to {}; free some space and try again",
                    path.display()
                )
            }
            StoreError::Locked { path } => write!(
                f,
                "{} is locked by another program; close it, or give this one its own folder with --data",
                path.display()
            ),
            StoreError::ReadOnly { path } => {
                write!(f, "{} may not be written to; check its permissions", path.display())
            }
            StoreError::InUse { path } => write!(
                f,
                "another Bocage serves the games in {}; stop it, or give this one its own folder with --data",
                path.display()
            ),
            StoreError::CannotOpen { path, why } => {
                write!(f, "cannot open {}: {why}", path.display())
            }
            StoreError::Corrupt { path, why } => {
                write!(
                    f,
                    "{} is damaged: {why}; restore it from a copy, or move it away",
                    path.display()
                )
            }
            StoreError::Newer { path, found, known } => write!(
                f,
                "{} was written by a later version of this program (format {found}, known here up to {known})",
                path.display()
            ),
            StoreError::Other { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    pub(crate) fn from_sql(path: PathBuf, error: &rusqlite::Error) -> StoreError {
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                StoreError::Locked { path }
            }
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly { path }
            }
            Some(ErrorCode::CannotOpen) => StoreError::CannotOpen { path, why },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Corrupt { path, why }
            }
            _ => StoreError::Other { path, why },
        }
    }
}
