//! Tactical Combat Series 4.01.
//!
//! Reading order: `sequence` (the turn), `setup`; `command` (the Command Phase and what orders allow) over `sheet` (op sheets:
//! the drawing, its judge, what it lets a unit do, how long it takes to come through); `air`, `artillery`, `barrage`;
//! `actions` (Action step 4) with `mode`, `movement`, `minefield`, `carrier`, `impulse`, `fire_action`, `declare`, `overwatch`,
//! `at`, `assault`, `overrun`, `smoke`, `reinforcement`; `recover`, `stacking`; under them `fire`, `area`, `point`, `blow`,
//! `morale`, `battalion`, `retreat`, `spot`; `victory`. `ground` is the map: hexes, heights in metres, the terrain chart, what
//! a step costs, who sees whom. `state` is the position, `data` what does not change, `tables` the numbers, `question` what is
//! asked, `plan` the free answers, `event` what is reported, `text` the words, `view` what a side may see, `id` the names of
//! things. Each file declares its citations; `rule` has the list of all.
//!
//! | word of the book | here |
//! |---|---|
//! | spotted | [`spot::spots`], [`spot::is_spotted`] |
//! | attack zone, smoke, illuminated | [`Battle::survey`] |
//! | trigger, overwatch | [`overwatch::window`] |
//! | SYR | [`retreat`] |
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
mod charts;
#[cfg(test)]
mod playout;
#[cfg(test)]
mod small;
#[cfg(test)]
mod trial;

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

    /// tcs.general.secret-lines: what is thrown for sheets, and how a mission is adjusted; that there are sheets at all is
    /// not to be counted.
    fn is_secret(&self, ask: &question::Question, _: Option<question::Opt>) -> bool {
        matches!(ask.topic, question::Topic::Sheets(_)) || ask.rule == artillery::ADJUST
    }
}

impl Rules for Battle {
    const SYSTEM: &'static str = "tcs";
    /// 2: mended orders, AT rolls and carriers. Nobody had released 1.
    const VERSION: u32 = 2;

    fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
        sequence::step(cx, g)
    }

    fn is_over(&self) -> bool {
        self.phase == state::Phase::Over
    }

    fn concede<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, who: Side) -> bool {
        victory::concede(cx, g, who);
        true
    }
}
