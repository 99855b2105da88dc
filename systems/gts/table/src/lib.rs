//! The Grand Tactical Series at the table: all that knows the system and is not a rule.
//!
//! `load` reads its modules, `table` words its questions and shows its positions, `staff` plays a side, `art` draws its
//! counters, `cases`, `laws` and `golden` prove it.
#![deny(clippy::disallowed_types, clippy::disallowed_methods)]

pub mod art;
pub mod cases;
mod golden;
pub mod laws;
mod load;
pub mod staff;
pub mod table;

/// The system, to be named where one is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Gts;

/// What the files of its modules look like.
pub const SHAPES: &[module::Shape] = &[module::Shape::of::<Gts>()];

/// What we ship of it.
#[must_use]
pub fn library() -> module::Library {
    module::Library::embedded(SHAPES)
}
