//! The schema, grown one numbered file at a time. `PRAGMA user_version` says how far a file has come.

use rusqlite::{Connection, TransactionBehavior};

const STEPS: &[&str] = &[
    include_str!("../migrations/1.sql"),
    include_str!("../migrations/2.sql"),
    include_str!("../migrations/3.sql"),
    include_str!("../migrations/4.sql"),
    include_str!("../migrations/5.sql"),
];

/// Highest version this program knows.
pub(crate) const KNOWN: i64 = STEPS.len() as i64;

/// Bring the file up to date. Returns the version found when it is newer than this program.
pub(crate) fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), i64>> {
    // The common case writes nothing, so that a second program may start while the first one writes.
    if version(connection)? == KNOWN {
        return Ok(Ok(()));
    }
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&tx)?;
    if KNOWN < found {
        return Ok(Err(found));
    }
    for (i, step) in STEPS.iter().enumerate().skip(found as usize) {
        tx.execute_batch(step)?;
        tx.pragma_update(None, "user_version", i as i64 + 1)?;
    }
    tx.commit()?;
    Ok(Ok(()))
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
