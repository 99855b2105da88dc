//! The computer's staff: rules of thumb for a side of a battle.
//!
//! [`decide`] answers any question of the rules from what the side that is asked may see. It is a pure function: the
//! same position and the same question give the same answer, on any machine. It plans nothing it would have to
//! remember: every answer is worked out afresh, so it can step in at any moment of any game.
//!
//! Reading order: `worth` (what things are worth, in hundredths of a victory point), `mission` (where each unit is
//! wanted), `estimate` (who can shoot where); then one file for each kind of decision, in the words of the book:
//! `purchase`, `activation`, `movement`, `fire`, `op_fire`, `assault`, `results`, `leaders`. `reckon` is the quick
//! policy for showing odds and for trying an assault out.
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration, no state between calls; bounded work for every
//! answer; never more knowledge than the position it is given.

mod activation;
mod assault;
mod estimate;
mod fire;
mod leaders;
mod mission;
mod movement;
mod op_fire;
mod purchase;
mod reckon;
mod results;
pub mod worth;

use gts::data::Side;
use gts::event::{Opt, Topic};
use gts::{Battle, rule};
use kernel::{Ask, Policy};
use smallvec::SmallVec;

pub use reckon::Reckon;

pub type Question = Ask<Side, Topic>;

/// Plays a side by rules of thumb.
#[derive(Clone, Copy, Debug, Default)]
pub struct Staff;

impl Policy<Battle> for Staff {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        decide(g, ask, &options)
    }
}

/// The option to take, as its place in the list. `g` is what `ask.who` may see.
#[must_use]
pub fn decide(g: &Battle, ask: Question, options: &[Opt]) -> usize {
    if options.len() < 2 {
        return 0;
    }
    let choice = match ask.rule {
        it if it == rule::OP_BEFORE || it == rule::OP_AFTER => op_fire::shoot(g, ask, options),
        it if it == rule::MOVE || it == rule::MOVE_STAR_ONE => movement::go_on(g, ask, options),
        it if it == rule::RESULT_S => results::suppression(g, ask, options),
        it if it == rule::FIRE_TARGET || it == rule::ASSAULT_SHOT => fire::target(g, ask, options),
        it if it == rule::DIVISION_ACT || it == rule::FORMATION_ACT || it == rule::DIRECT_ACT => {
            match ask.topic {
                Topic::Unit(first) => activation::first_action(g, first, options),
                _ => activation::next(g, ask, options),
            }
        }
        it if it == rule::SECOND || it == rule::SECOND_FORM => match ask.topic {
            Topic::Unit(first) => activation::second_action(g, first, options),
            _ => Opt::Done,
        },
        it if it == rule::STACK_ACTS => activation::gather(g, options),
        it if it == rule::CONVERT => purchase::convert(g, ask.who, options),
        it if it == rule::BUY => purchase::buy(g, options),
        it if it == rule::ASSAULT_TARGET => assault::which(g, ask, options),
        it if it == rule::ASSAULT_CHOICE => assault::stand_or_run(g, ask, options),
        it if it == rule::FIRE_OR_CHARGE => assault::fire_or_charge(g, ask),
        it if it == rule::ASSAULT_CONTINUE => assault::go_on(g, ask),
        it if it == rule::ASSAULT_COLUMN => assault::leave_column(g, ask),
        it if it == rule::CHARGE_CHECK && matches!(options[0], Opt::Unit(_)) => {
            assault::steadiest(g, options)
        }
        it if it == rule::TRANSFER || it == rule::TRANSFER_FORM || it == rule::LEADER_STAYS => {
            leaders::transfer(g, ask, options)
        }
        it if it == rule::LEADER_RETURNS => leaders::transfer(g, ask, options),
        it if it == rule::DIVISION_ENTER_FORM => movement::enter_form(options),
        it if it == rule::MOUNT_COLUMN || it == rule::DISMOUNT_COLUMN => {
            movement::column_when_mounting(g, ask)
        }
        // Every other question of the book is a check that a Command Point can buy.
        _ => results::check(g, ask, options),
    };
    // An answer that is not on the list would be a mistake of ours; the first option never is one.
    let place = options.iter().position(|it| *it == choice);
    debug_assert!(place.is_some(), "{choice:?} was not offered for {:?}: {options:?}", ask.rule);
    place.unwrap_or(0)
}

/// The option worth most; the earliest of equals.
pub(crate) fn best<T: Copy>(
    things: impl IntoIterator<Item = T>,
    worth: impl Fn(T) -> i32,
) -> Option<(T, i32)> {
    let mut best: Option<(T, i32)> = None;
    for thing in things {
        let value = worth(thing);
        if best.is_none_or(|(_, most)| most < value) {
            best = Some((thing, value));
        }
    }
    best
}
