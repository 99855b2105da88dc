//! Any of the rules systems behind one object-safe face: question, answer, view, undo, odds, why not.
//!
//! `table` is the face, `wire` what leaves through it, `sitting` what every table does alike; `gts` is the Grand
//! Tactical Series behind it, `omaha` the landing on Omaha Beach. This is the only crate that knows which system a table
//! plays; server and client know none.
//!
//! Invariants: pure, no I/O, no clock; `view`, `log` and the question are the only source of what a seat is told, and
//! are built from the state that seat may see.

pub mod gts;
pub mod omaha;
mod sitting;
mod table;
pub mod wire;

pub use table::{Refused, Table, TakenBack};
