//! The landing on Omaha Beach, a solitaire game without dice: cards run the enemy.
//!
//! Reading order, as the rules: `sequence` (the turn), `cards`, `amphibious` (landing), `events`, `fire` and `artillery`
//! (German fire) with `spread` (who is hit), `engineer` (obstacles), `actions` (US actions) with `movement`, `attack`,
//! `weapons`, `barrage`; the extended game in `german_actions`, `armour` and `headquarters`; under them `depth`,
//! `reinforcement`, `pools`, `losses`, `control`, `victory`. `setup` begins a game, `state` is the position, `data`
//! what does not change, `lookup` what is asked of it most, `ground` the map as the rules ask for it, `tables` the charts, `question` what is asked,
//! `event` what is reported, `text` and `prompt` the words.
//!
//! | word of the rules | here |
//! |---|---|
//! | position, WN, site | [`data::Position`]; each of its hexes is a [`data::Site`] |
//! | field of fire, dot | [`data::Position::dot`] |
//! | German communication | [`control::german_communication`] |
//! | US communication, control | [`control::us_communication`], [`control::us_control`] |
//! | in command | [`state::Unit::commanded`] |
//! | unrevealed | [`state::German::revealed`] is false; [`pools::reveal`] turns it |
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration; legality lives in the functions that list
//! options; every number comes from `tables`. The order of the deck is nowhere: a card is drawn from those left. What
//! is face down is in the state; `view` hides it.
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
pub mod amphibious;
pub mod armour;
pub mod artillery;
pub mod attack;
pub mod barrage;
pub mod cards;
pub mod chart;
pub mod control;
pub mod data;
pub mod deck;
pub mod depth;
pub mod engineer;
pub mod event;
pub mod events;
pub mod fire;
pub mod german_actions;
pub mod ground;
pub mod headquarters;
pub mod lookup;
pub mod losses;
pub mod movement;
pub mod pools;
pub mod prompt;
pub mod question;
pub mod reinforcement;
pub mod rule;
pub mod sequence;
pub mod setup;
pub mod spread;
pub mod state;
pub mod survey;
pub mod tables;
pub mod text;
mod version;
pub mod victory;
pub mod view;
pub mod weapons;

pub use state::{Day, Shared};
pub use view::Seen;

use kernel::{Cx, Game, Mass, Rules};

impl Game for Day {
    type Side = question::Player;
    type Opt = question::Opt;
    type Topic = question::Topic;
    type Event = event::Event;
    /// Every answer is one of a list.
    type Plan = kernel::Never;

    /// Least common multiple of 1 to 54, times that of 1 to 36: a card of any deck, then one of any smaller half.
    const WHOLE: Mass = 164_249_358_725_037_825_439_200 * 144_403_552_893_600;

    fn seat(_: question::Player) -> u8 {
        0
    }
}

impl Rules for Day {
    const SYSTEM: &'static str = "omaha";
    const VERSION: u32 = 2;
    const OLDEST: u32 = 1;

    #[inline]
    fn version(&self) -> u32 {
        self.shared.version
    }
    fn by_version(mut self, version: u32) -> Day {
        self.shared.version = version;
        self
    }

    fn step<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
        sequence::step(cx, g)
    }

    fn is_over(&self) -> bool {
        self.phase == state::Phase::Over
    }

    fn concede<C: Cx<Day>>(cx: &mut C, g: &mut Day, _: question::Player) -> bool {
        victory::concede(cx, g);
        true
    }
}
