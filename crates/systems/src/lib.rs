//! The rules systems there are. This is the only place outside a system's own folder that names it.

mod any;

use module::{Library, Shape};
use testkit::cases::Play;

use any::Entry;
pub use any::{AnySystem, Judged, Scenario};

/// All systems, in the order in which they are listed.
pub static ALL: &[&dyn AnySystem] = &[
    &Entry::<gts_table::Gts>::LINE,
    &Entry::<omaha_table::Omaha>::LINE,
    &Entry::<skirmish_table::Skirmish>::LINE,
    &Entry::<tcs_table::Tcs>::LINE,
    &Entry::<toy_table::Toy>::LINE,
];

#[must_use]
pub fn find(key: &str) -> Option<&'static dyn AnySystem> {
    ALL.iter().copied().find(|it| it.key() == key)
}

/// What the files of each system look like.
#[must_use]
pub fn shapes() -> Vec<Shape> {
    ALL.iter().map(|it| it.shape()).collect()
}

/// What we ship.
#[must_use]
pub fn library() -> Library {
    Library::embedded(&shapes())
}

/// How the cases of each system are played.
#[must_use]
pub fn cases() -> Vec<(&'static str, Play)> {
    ALL.iter().map(|it| (it.key(), it.case())).collect()
}
