//! Figures on a free table: all that knows the system and is not a rule.
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
pub struct Skirmish;

/// What the files of its modules look like.
pub const SHAPES: &[module::Shape] = &[module::Shape::of::<Skirmish>()];

/// What we ship of it.
#[must_use]
pub fn library() -> module::Library {
    let files = module::files!(
        "../../modules/",
        "skirmish/tables.toml",
        "skirmish/platoon-actions/module.toml",
        "skirmish/platoon-actions/tables/bridge.toml",
        "skirmish/platoon-actions/tables/farm.toml",
        "skirmish/platoon-actions/tables/gate.toml",
        "skirmish/platoon-actions/forces/british.toml",
        "skirmish/platoon-actions/forces/german.toml",
        "skirmish/platoon-actions/forces/us.toml",
        "skirmish/platoon-actions/scenarios/bridge.toml",
        "skirmish/platoon-actions/scenarios/farm.toml",
        "skirmish/platoon-actions/scenarios/gate.toml",
    );
    module::Library::from_files(SHAPES, files)
}
