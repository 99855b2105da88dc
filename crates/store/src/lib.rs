//! Games at rest. A game is its journal: a header, a secret seed and one row an answer.
//!
//! An append returns only when the answers are on the disk (write-ahead log, `synchronous = FULL`): what has been
//! acknowledged survives `kill -9` of the program and a loss of the machine's page cache. Answers are numbered and the
//! number is the primary key, so two writers can never both win.
//!
//! Invariants: nothing outside this crate knows SQL; nothing in it knows the rules, the network or the clock (the
//! caller says what time it is). An error leaves the game as it was.

mod aside;
mod care;
mod content;
mod error;
mod migrate;
mod sqlite;
mod talk;
mod writer;

pub use aside::Sealed;
pub use care::FolderLock;
pub use error::StoreError;
pub use sqlite::{After, Game, Head, Listed, Page, Status, Store};
pub use talk::Said;
pub use writer::Written;
