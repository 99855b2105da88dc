//! The table that people sit at: HTTP, WebSocket, the clock and the computer's seats.
//!
//! [`app`] is the whole server as a `Router`; [`serve`] binds it. A game that somebody looks at has a
//! [`desk`]: the only writer of that game, and a thread while it has something to do. A command comes in, the rules (pure) work it out, the store makes it
//! durable, and only then is it acknowledged and published. Where anything fails on the way, the desk forgets what it
//! has in memory and reads the game again.
//!
//! Reading order: `shelf` (what can be played), `stock` (what games began with), `desk` (a game in play), `thinker` (the computer's seats), `hall` (all
//! games), `known` (a running game as its people know it), then the network: `door`, `guard`, `api`, `charts`, `live`, `pages`, `counts`, `openapi`.
//!
//! Invariants: what leaves for a seat comes from `Table::view`, `Table::log` and their like, asked for that seat. An
//! answer is applied once. No path from a name in a request to the file system.

mod shelf;

mod desk;
mod thinker;

mod counts;
mod hall;
mod known;
mod log;
mod stock;
mod verify;

mod ahead;
mod api;
mod back;
mod charts;
mod door;
mod error;
mod guard;
mod live;
mod openapi;
mod pages;
mod serve;

pub use error::Error;
pub use hall::{Hall, HallConfig, new_key};
pub use log::LogStyle;
pub use serve::{app, bind, serve};
pub use shelf::{
    Content, IdleHead, ModuleHead, RuleText, ScenarioHead, SeatHead, Shelf, ShelfError, VariantHead,
};
pub use verify::{Verified, rules_header, verify};
