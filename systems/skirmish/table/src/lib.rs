//! Figures on a free table: all that knows the system and is not a rule.
//!
//! `load` reads its modules, `table` words its questions and shows its positions, `staff` plays a side, `referee` serves a real
//! table, `art` draws, `cases`, `laws` and `golden` prove it.
#![deny(clippy::disallowed_types, clippy::disallowed_methods)]

mod art;
mod cases;
mod golden;
mod laws;
mod load;
mod referee;
pub mod staff;
mod table;

/// The system, to be named where one is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Skirmish;

/// What the files of its modules look like.
pub const SHAPES: &[module::Shape] = &[module::Shape::of::<Skirmish>()];

/// What we ship of it.
#[must_use]
pub fn library() -> module::Library {
    module::Library::embedded(SHAPES)
}
