//! Any of the rules systems behind one object-safe face: question, answer, view, undo, odds, why not.
//!
//! `system` is what a system brings, `table` the face, `seated` the one table there is, `wire` what leaves through it;
//! `ahead` what an answer would lead to, `battle` a game looked back on; `sitting` keeps questions, answers and take-backs, `log` the report, `odds` what odds of every system share, `orders` standing
//! orders, `ground` and `place` where things are, `alone` games without people, `reckon` charts and sheets without a game.
//!
//! Invariants: pure, no I/O, no clock; `view`, `log` and the question are the only source of what a seat is told, and
//! are built from the state that seat may see.

mod ahead;
mod alone;
mod battle;
mod deal;
mod ground;
mod log;
mod odds;
pub mod orders;
mod place;
pub mod reckon;
mod seated;
mod sitting;
mod system;
mod table;
#[cfg(test)]
mod types;
pub mod wire;

pub use alone::{Player, play};
pub use ground::{hex_map, point};
pub use log::detail;
pub use odds::{Classes, fraction, rows};
pub use orders::{Limit, Offer, Order, Orders, Reaction, ReactionKind};
pub use seated::{Named, Seated};
pub use system::{
    Ask, Finish, Look, Moment, Prompt, Report, Scene, SeatSetting, Setting, System, Told,
};
pub use table::{Refused, Table, TakenBack};
