//! Skirmish: figures in elements on a free table, measured in inches.
//!
//! Reading order, as the turn: `sequence`; `setup`; `spotting` and `hiding`; `rally` and `compulsory`; `initiative`;
//! `movement` and `opportunity`; `fire` with `hit_and_kill`, `weapons`, `direct_he`, `indirect_fire`, `smoke`, `casualties`;
//! `morale` and `leadership`; `assault`; `end_turn` and `victory`. Under them `dice` (a roll against a number), `ground` (what
//! the rules ask of the table), `candidates` (sensible moves). `state` is the position, `data` what does not change, `tables`
//! the numbers, `question` what is asked, `event` what is reported, `text` the words, `view` what a side may see, `referee`
//! the same procedures for a real table. Each file declares its citations; `rule` has the list of all.
//!
//! | word of the sheet | here |
//! |---|---|
//! | element, figure | [`state::Element`], [`state::Figure`] |
//! | At the Double, Move & Fire, Cautious Advance, Fire | [`tables::Order`] |
//! | Opportunity Fire marker | [`state::Marker`] |
//! | Call Fire, Fire for Effect | [`state::Mission`] |
//! | hindrance, cover | [`state::Skirmish::sight`], [`state::Skirmish::cover`] |
//! | counter, hidden deployment | [`state::Counter`], [`hiding`] |
//! | Force Break Point | [`end_turn::break_point`] |
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration; legality lives in the judges and in the functions that
//! list options; every number comes from `tables`; what a side is asked, offered or refused never depends on what is hidden
//! from it.
#![deny(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::iter_over_hash_type,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod assault;
pub mod candidates;
pub mod casualties;
pub mod compulsory;
pub mod data;
pub mod dice;
pub mod direct_he;
pub mod end_turn;
pub mod event;
pub mod fire;
pub mod ground;
pub mod hiding;
pub mod hit_and_kill;
pub mod indirect_fire;
pub mod initiative;
pub mod leadership;
pub mod morale;
pub mod movement;
pub mod opportunity;
pub mod question;
pub mod rally;
pub mod referee;
pub mod rule;
pub mod sequence;
pub mod setup;
pub mod smoke;
pub mod spotting;
pub mod state;
pub mod tables;
pub mod text;
pub mod victory;
pub mod view;
pub mod weapons;

pub use state::Skirmish;
pub use view::Seen;

use data::Side;
use event::Event;
use kernel::{Cx, Game, Mass, Rules};

impl Game for Skirmish {
    type Side = Side;
    type Opt = question::Opt;
    type Topic = question::Topic;
    type Event = Event;
    /// A move, a place, a whole declaration (skirmish.eng.propose).
    type Plan = question::Plan;

    /// Forty-eight dice on one course divide exactly.
    const WHOLE: Mass = 6_u128.pow(48);

    fn seat(side: Side) -> u8 {
        side as u8
    }

    /// skirmish.hide.secret-attempts, skirmish.order.hidden: lines about hidden elements are their owner's.
    fn may_read(event: &Event, reader: Option<Side>) -> bool {
        event.only().is_none_or(|owner| Some(owner) == reader)
    }

    /// skirmish.depl.sees, skirmish.hide.secret-attempts, skirmish.order.hidden: where elements are set up, and what hidden
    /// ones are told and try.
    fn is_secret(&self, ask: &question::Question, chosen: Option<question::Opt>) -> bool {
        use question::{Opt, Topic};
        match ask.topic {
            Topic::SetUp(_) => true,
            Topic::Spot(it) => self.is_hidden(it.element),
            Topic::Rally(id)
            | Topic::Morale(id)
            | Topic::Run(id)
            | Topic::Order(id)
            | Topic::Move(id, _)
            | Topic::StopHere(id) => self.is_hidden(id),
            Topic::WhoMoves | Topic::WhoRuns => {
                matches!(chosen, Some(Opt::Element(id)) if self.is_hidden(id))
            }
            _ => false,
        }
    }
}

impl Rules for Skirmish {
    const SYSTEM: &'static str = "skirmish";
    const VERSION: u32 = 1;

    fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
        sequence::step(cx, g)
    }

    fn is_over(&self) -> bool {
        self.phase == state::Phase::Over
    }

    fn concede<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, who: Side) -> bool {
        let outcome = victory::conceded(g, who);
        end_turn::end(cx, g, outcome);
        true
    }
}
