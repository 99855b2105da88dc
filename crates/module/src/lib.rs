//! What people write: maps, forces, tables and scenarios, as TOML. The frame that every system's loader stands in.
//!
//! ```text
//! modules/<system>/tables.toml                     the tables shared by all modules of a system
//! modules/<system>/<module>/module.toml            title, edition, sides
//! modules/<system>/<module>/…                      as the system's loader says
//! modules/<system>/<module>/scenarios/<key>.toml   set-up, length, victory
//! ```
//!
//! Reading order: `library` (what there is, loading, checking, what a system brings), `folder` (one module as its loader
//! sees it), `problem` (what is wrong, with file and line), `ground` (maps as text), `values` (what stands in files of every system), `read` (text to
//! structs, all mistakes at once), `write` (values to text), `source` (where files come from), `schema` (for editors), `suggest`.
//!
//! Invariants: any bytes may be loaded; the answer is a game or a list of problems, never a panic, never a read
//! outside the library, never more than bounded work. What loads is complete: the rules need no check of their own.

mod folder;
pub mod ground;
mod library;
mod plain;
pub mod problem;
pub mod read;
pub mod schema;
mod source;
pub mod suggest;
pub mod values;
pub mod write;

pub use folder::{Folder, content_of};
pub use library::{
    IdleHead, Library, Loaded, Loader, ModuleHead, Report, ScenarioHead, Shape, Sheet, VariantHead,
    check,
};
pub use plain::ModuleFile;
pub use problem::{Errors, Problem};
pub use schema::schemas;
pub use source::File;
