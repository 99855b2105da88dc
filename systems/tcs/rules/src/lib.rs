//! Tactical Combat Series 4.01.
//!
//! Reading order: `ground` (hexes, heights in metres, the terrain chart, what a step costs, who sees whom), `sheet` (op
//! sheets: the drawing, its judge, what it lets a unit do, how long it takes to come through). `id` has the names of
//! things.
//!
//! | word of the book | here |
//! |---|---|
//! | op sheet | [`sheet::Sheet`] as it is drawn, [`sheet::Order`] as it is prepared and carried out |
//! | Weighted Turns, Command Prep | [`sheet::prep`] |
//! | terrain class, Billiard Table to Protective | [`ground::TerrainClass`] |
//! | line of sight | [`ground::Ground::sees`], [`ground::profile`] |
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration; legality lives in the functions that list
//! options; every number comes from the tables.
#![deny(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::iter_over_hash_type,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod actions;
pub mod air;
pub mod area;
pub mod artillery;
pub mod assault;
pub mod at;
pub mod barrage;
pub mod battalion;
pub mod blow;
pub mod carrier;
pub mod command;
pub mod data;
pub mod declare;
pub mod event;
pub mod fire;
pub mod fire_action;
pub mod ground;
pub mod id;
pub mod impulse;
pub mod minefield;
pub mod mode;
pub mod morale;
pub mod movement;
pub mod overrun;
pub mod overwatch;
pub mod plan;
pub mod point;
pub mod question;
pub mod recover;
pub mod reinforcement;
pub mod retreat;
pub mod rule;
pub mod sequence;
pub mod set;
pub mod setup;
pub mod sheet;
pub mod smoke;
pub mod spot;
pub mod stacking;
pub mod state;
pub mod tables;
pub mod text;
pub mod victory;
pub mod view;

#[cfg(test)]
mod playout;
#[cfg(test)]
mod small;

pub use data::Shared;
pub use state::Battle;
pub use view::Seen;

use event::Event;
use id::Side;
use kernel::{Cx, Game, Mass, Rules};

impl Game for Battle {
    type Side = Side;
    type Opt = question::Opt;
    type Topic = question::Topic;
    type Event = Event;
    type Plan = plan::Plan;

    /// Twenty-four throws of two dice on one course divide exactly.
    const WHOLE: Mass = 6_u128.pow(48);

    fn seat(side: Side) -> u8 {
        side as u8
    }

    /// tcs.general.secret-lines
    fn may_read(event: &Event, reader: Option<Side>) -> bool {
        event.owner().is_none_or(|it| reader == Some(it))
    }
}

impl Rules for Battle {
    const SYSTEM: &'static str = "tcs";
    const VERSION: u32 = 1;

    fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
        sequence::step(cx, g)
    }

    fn is_over(&self) -> bool {
        self.phase == state::Phase::Over
    }
}
