//! What people write: maps, forces, tables and scenarios, as TOML.
//!
//! ```text
//! modules/gts/tables.toml                      the tables shared by all gts modules
//! modules/gts/<module>/module.toml             title, edition, sides
//! modules/gts/<module>/map.toml                the ground
//! modules/gts/<module>/naval.toml              what lands from the sea, where something does
//! modules/gts/<module>/forces/<division>.toml  one division a file
//! modules/gts/<module>/scenarios/<key>.toml    set-up, length, victory
//! ```
//!
//! Reading order: `library` (what there is, loading, checking), `problem` (what is wrong, with file and line),
//! `format` (the files as structs), `read` (text to structs, all mistakes at once), then `tables`, `map`, `forces`,
//! `rating`, `naval` and `scenario` (structs to a game), `source` (where files come from), `schema` (for editors).
//!
//! Invariants: any bytes may be loaded; the answer is a game or a list of problems, never a panic, never a read
//! outside the library, never more than bounded work. What loads is complete: the rules need no check of their own.

mod forces;
mod format;
mod head;
mod library;
mod map;
mod naval;
mod omaha;
mod problem;
mod rating;
mod read;
mod scenario;
mod schema;
mod source;
mod suggest;
mod tables;

pub use library::{
    Game, IdleHead, Library, Loaded, ModuleHead, Report, ScenarioHead, Sheet, VariantHead, check,
};
pub use problem::{Errors, Problem};
pub use schema::schemas;
