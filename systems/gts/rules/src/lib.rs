//! Grand Tactical Series 2.0, both editions.
//!
//! Reading order, as the rulebook: `sequence` (steps A to J) with `weather`, `air`, `park`, `contact`, `transfer`;
//! `activation` (chits and actions), `events` and `naval` (their chits); then the charts: `movement`, `op_fire`,
//! `direct_fire`, `indirect_fire`, `assault`, `landing`, `beach`, `engineer`, `rally`; under them `cost`, `fire_zone`,
//! `modifiers`, `result`, `troop_quality`, `command`, `stacking`, `leader`, `victory`. `state` is the position, `scene`
//! and `data` what does not change, `tables` the numbers, `question` what is asked, `event` what is reported, `text` the words,
//! `chart` the flowcharts as people see them. Each file declares its citations and words its own lines of the
//! report; `rule` has the list of all.
//!
//! Short forms as in the book (gts.term.abbreviations): CP, DP, MP, MA, TQ, IC, IP, ENT, EFZ.
//!
//! | word of the book | here |
//! |---|---|
//! | In Command | [`command::in_command`] |
//! | Fire Zone, EFZ | [`fire_zone::zone`], [`fire_zone::zones`] |
//! | Troop Quality check | [`troop_quality::check`] |
//! | Effective Fire | what [`result::apply`] returns |
//! | Company Bonus | [`direct_fire::company_bonus`] |
//! | Bravery Check | in [`assault`] |
//! | Artillery park, contact | [`park`], [`contact`] |
//! | Spotter | [`indirect_fire::is_spotter`] |
//! | Beach, gap, Beach Defenses | [`beach`] |
//! | mug, chit | [`state::Battle::mug`], [`data::Chit`] |
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration; legality lives in the functions that list
//! options; every number comes from `tables`.
#![deny(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::iter_over_hash_type,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod activation;
pub mod air;
pub mod assault;
pub mod beach;
pub mod chart;
pub mod command;
pub mod contact;
pub mod cost;
pub mod data;
pub mod direct_fire;
pub mod engineer;
pub mod event;
pub mod events;
pub mod fire_zone;
pub mod indirect_fire;
pub mod landing;
pub mod leader;
pub mod modifiers;
pub mod movement;
pub mod naval;
pub mod op_fire;
pub mod park;
pub mod purchase;
pub mod question;
pub mod rally;
pub mod result;
pub mod rule;
pub mod scene;
pub mod sequence;
pub mod set;
pub mod stacking;
pub mod state;
pub mod tables;
pub mod text;
pub mod transfer;
pub mod troop_quality;
mod version;
pub mod victory;
pub mod view;
pub mod weather;

pub use scene::Shared;
pub use state::Battle;
pub use view::Seen;

use data::Side;
use event::Event;
use kernel::{Answer, Cx, Game, Mass, Rules};
use purchase::Purchase;

impl Game for Battle {
    type Side = Side;
    type Opt = question::Opt;
    type Topic = question::Topic;
    type Event = Event;
    /// All that a side buys in step D.II.
    type Plan = Vec<Purchase>;

    /// Thirty-six d10 on one course divide exactly.
    const WHOLE: Mass = 10_u128.pow(36);

    fn seat(side: Side) -> u8 {
        side as u8
    }

    /// gts.sop.d2-secret: what was bought is the buyer's secret; the chit shows when it is drawn.
    fn may_read(event: &Event, reader: Option<Side>) -> bool {
        match event {
            Event::Purchase(purchase::Said::Bought { side, .. }) => Some(*side) == reader,
            _ => true,
        }
    }

    fn from_rounds(
        g: &Battle,
        asks: &[question::Question],
        tape: &[Answer],
    ) -> Option<(usize, Vec<Vec<Purchase>>)> {
        purchase::from_rounds(g, asks, tape)
    }
}

impl Rules for Battle {
    const SYSTEM: &'static str = "gts";
    const VERSION: u32 = 4;
    const OLDEST: u32 = 2;

    #[inline]
    fn version(&self) -> u32 {
        self.scene.version
    }
    fn by_version(mut self, version: u32) -> Battle {
        self.scene.version = version;
        self
    }

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
