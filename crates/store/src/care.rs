//! Care of the file: one server at a time, a copy while it runs, all in one file at a clean stop.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use rusqlite::{Connection, params};

use crate::error::StoreError;
use crate::sqlite::Store;

/// Held by the one server that plays on a folder; goes with the program, however that ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// For the folder of this database.
    pub fn take(database: &Path) -> Result<FolderLock, StoreError> {
        let folder = database.parent().unwrap_or(Path::new("."));
        let fault = |path: &Path, why: String| StoreError::CannotOpen { path: path.into(), why };
        std::fs::create_dir_all(folder).map_err(|it| fault(folder, it.to_string()))?;
        let path = folder.join("bocage.lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|it| match it.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly { path: folder.into() }
            }
            _ => fault(&path, it.to_string()),
        })?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: folder.into() }),
            Err(TryLockError::Error(it)) => Err(fault(&path, it.to_string())),
        }
    }
}

impl Store {
    /// A whole copy of all games in a new file, while others write; never over a file that is there.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            let why = "there is such a file already; name another".into();
            return Err(StoreError::CannotOpen { path: to.into(), why });
        }
        let fault = |it: rusqlite::Error| StoreError::from_sql(to.to_path_buf(), &it);
        let from = Connection::open(self.path()).map_err(fault)?;
        from.execute("VACUUM INTO ?1", params![to.to_string_lossy()]).map_err(fault)?;
        Ok(())
    }

    /// Bring everything into the one file, so that a copy of it is whole. For a clean stop.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.with_writer(|it| {
            it.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))
                .map(drop)
        })
    }

    /// Is the file sound? What is wrong with it, if anything is.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String =
            self.with_writer(|it| it.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
        if found == "ok" {
            return Ok(());
        }
        Err(StoreError::Corrupt { path: self.path().into(), why: found })
    }
}
