//! The whole of Bocage as people meet it: the real program, a real Chromium, clicks.
//!
//! The tests are in `tests/`, one play a file: `turn` (a whole turn by clicking), `form` (a whole value filled in,
//! refused, sealed and opened again), a play for each further system, `phone` (a turn by tapping, 390 px wide),
//! `restart` (`kill -9`), `finish` (to the end, and bad input), `look` (pictures to be looked at).
//!
//! ```text
//! cargo test -p e2e                         all of them; builds the program first
//! BOCAGE_BIN=…/bocage cargo test -p e2e     with a program already built
//! BOCAGE_E2E=required cargo test -p e2e     a missing browser fails instead of being skipped
//! cargo test -p e2e --test turn             one play
//! BOCAGE_SEED=…  cargo test -p e2e --test restart      the same moments as in a run that failed
//! BOCAGE_AXE=…/axe.min.js cargo test -p e2e --test look   also asks axe-core about every picture
//! ```
//!
//! Reading order: `stage` sets a test up and reports, `program` is the server as a process, `browser` speaks WebDriver,
//! `page` knows the page's marks and what a player does with them, `seat` plays past what need not be seen, `http` carries all
//! of it. `drill/` is a module of the plays' own: orders of every kind of the Tactical Combat Series on open ground.

mod browser;
mod http;
mod page;
mod program;
mod seat;
mod stage;

pub use browser::{Browser, Spot};
pub use http::Reply;
pub use page::{Game, Moment, Offer, Page};
pub use program::{Program, Scratch, folder, program};
pub use seat::{Grid, Seat};
pub use stage::{Stage, eventually, run};
