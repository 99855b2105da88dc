//! The Tactical Combat Series at the table: all that knows the system and is not a rule.
//!
//! `load` reads its modules, `table` words its questions and shows its positions, `staff` plays a side, `art` draws,
//! `cases`, `laws` and `golden` prove it.
#![deny(clippy::disallowed_types, clippy::disallowed_methods)]

mod art;
mod cases;
mod golden;
mod laws;
mod load;
pub mod staff;
mod table;

/// The system, to be named where one is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Tcs;

/// What the files of its modules look like.
pub const SHAPES: &[module::Shape] = &[module::Shape::of::<Tcs>()];

/// What we ship of it.
#[must_use]
pub fn library() -> module::Library {
    module::Library::embedded(SHAPES)
}
