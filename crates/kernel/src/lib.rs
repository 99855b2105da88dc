//! One procedure, many drivers.
//!
//! A rules procedure is an ordinary function `fn(cx, g, ..) -> Result<_, C::Halt>`. What it cannot work out from
//! the state `g` it asks of the context `cx`: a die ([`Cx::roll`]), a decision ([`Cx::choose`]), a whole value
//! ([`Cx::propose`]), or one of each of several seats, sealed until all are in ([`Cx::declare`]). Who answers is the driver's business:
//!
//! | driver | answers | stops |
//! |---|---|---|
//! | [`Playout`] | dice from a generator, decisions from a policy | never |
//! | [`Live`] | from the tape; new dice from the committed seed | at a decision past the tape |
//! | [`Odds`] | every distinguishable throw with its exact weight | at a merge point, or below the mass floor |
//! | [`Solve`] | every throw and every decision of both sides | never |
//! | [`Prefix`] | from a tape, then from another driver | as that driver |
//!
//! Reading order: `rule`, `word`, `dice`, `cx`, then the drivers, then `session` (a game being played) and `journal`
//! (a game at rest).
//!
//! Invariants: no I/O, no clock, no environment, no floats, no hash-ordered iteration. Same start and same answers
//! give the same game, bit for bit, on any machine.

pub mod chart;
mod cx;
mod declare;
mod dice;
mod dynamic;
mod journal;
mod live;
mod odds;
mod plan;
mod playout;
mod policy;
mod prefix;
mod rule;
mod seed;
mod session;
mod shared;
mod solve;
mod stdx;
mod word;

pub use cx::{Ask, Cx, Game, Rules, Since};
pub use dice::{Dice, Throw};
pub use dynamic::DynCx;
pub use journal::{Answer, FORMAT, Files, Given, Header, Journal, JournalError, Kind, SeatKind};
pub use live::{Item, Line, Live, Pending, PendingAsk, Stop};
pub use odds::{Cut, Fingerprint, Flow, Mass, Odds, Spread};
pub use plan::{
    BadPlan, DEEPEST_PLAN, LONGEST_PLAN, Never, Objection, Wanted, plan_text, read_plan, write_plan,
};
pub use playout::Playout;
pub use policy::{First, Last, Policy, Rng, Uniform};
pub use prefix::Prefix;
pub use rule::{Itemised, Ledger, Rule, Sum};
pub use seed::{Commitment, DiceSource, Seed, Stirred};
pub use session::{Diverged, Reply, Session, Status, Undo, Unfit};
pub use shared::{Hides, Seen, Shared};
pub use solve::{ONE, Solve};
pub use stdx::Bounds;
pub use word::{Word, read_word, write_word};

/// For what [`words!`] writes.
#[doc(hidden)]
pub use serde;
