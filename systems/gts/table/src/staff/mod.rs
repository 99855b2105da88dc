//! The Grand Tactical Series: rules of thumb for a side of a battle.
//!
//! [`decide`] answers any question of the rules from what the side that is asked may see. It is a pure function: the
//! same position and the same question give the same answer, on any machine. It plans nothing it would have to
//! remember: every answer is worked out afresh, so it can step in at any moment of any game.
//!
//! Reading order: `worth` (what things are worth, in hundredths of a victory point), `mission` (where each unit is
//! wanted), `estimate` (who can shoot where); then one file for each kind of decision, in the words of the book:
//! `air`, `purchase`, `park`, `contact`, `events`, `activation`, `movement`, `fire`, `indirect_fire`, `op_fire`, `assault`,
//! `engineer`, `results`, `leaders`; for a landing `naval`, `landing` and `beach`. `reckon` is the quick policy for showing
//! odds and for trying an assault out.
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration, no state between calls; bounded work for every
//! answer; never more knowledge than the position it is given.

mod activation;
mod air;
mod assault;
mod beach;
mod contact;
mod engineer;
mod estimate;
mod events;
mod fire;
mod indirect_fire;
mod landing;
mod leaders;
mod mission;
mod movement;
mod naval;
mod op_fire;
mod park;
mod purchase;
mod reckon;
mod results;
pub mod worth;

use gts::data::Side;
use gts::event::{Opt, Topic};
use gts::purchase::Purchase;
use gts::{Battle, Seen, rule};
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
        decide(&g.seen_by(Some(ask.who)), ask, &options)
    }

    fn plan(&mut self, g: &Battle, ask: Question, _: &[Vec<Purchase>]) -> Vec<Purchase> {
        plan(&g.seen_by(Some(ask.who)), ask)
    }
}

/// The whole value that is asked for: all purchases of a side. `g` is what `ask.who` may see.
#[must_use]
pub fn plan(g: &Seen, ask: Question) -> Vec<Purchase> {
    purchase::buy(g, ask.who)
}

/// The option to take, as its place in the list. `g` is what `ask.who` may see.
#[must_use]
pub fn decide(g: &Seen, ask: Question, options: &[Opt]) -> usize {
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
        it if it == rule::PARKS || it == rule::PARKS_S1 => {
            park::create_or_disband(g, ask.who, options)
        }
        it if it == rule::CONTACT => contact::attempt(g, options),
        it if it == rule::CONTACT_GIVE_UP => contact::give_up(g, options),
        it if it == rule::IF_TARGET => indirect_fire::target(g, ask, options),
        it if it == rule::ENG_IP_WHOM || it == rule::ENG_ENT_IP => engineer::for_whom(g, options),
        it if it == rule::REAR_PLACE => engineer::rearguard_place(g, ask, options),
        it if it == rule::AIR_ALLOT => air::allot(g, ask, options),
        it if it == rule::AIR_STRIKE => air::strike(g, ask, options),
        it if it == rule::AIR_FLAK => air::flak(g, options),
        it if it == rule::EVENT_HERO || it == rule::EVENT_EFFECT => events::choose(g, ask, options),
        it if it == rule::TRANSFERS || it == rule::TRANSFERS_S1 => events::transfer(options),
        // A check that a Command Point can buy, whatever it is for.
        _ if options.contains(&Opt::SpendCp) => results::check(g, ask, options),
        it if is_of_the_landing(it) => on_the_beach(g, ask, options),
        _ => obvious(g, options),
    };
    // An answer that is not on the list would be a mistake of ours; the first option never is one.
    let place = options.iter().position(|it| *it == choice);
    debug_assert!(place.is_some(), "{choice:?} was not offered for {:?}: {options:?}", ask.rule);
    place.unwrap_or(0)
}

/// Sections of the book that only a landing needs.
fn is_of_the_landing(rule: kernel::Rule) -> bool {
    rule.code.starts_with("gts.naval.") || rule.code.starts_with("gts.beach.")
}

/// The questions of the Naval Chit and of the Beach Defenses.
fn on_the_beach(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    match ask.rule {
        it if it == rule::NAVAL_SHIP || it == rule::NAVAL_SHIP_TARGET => {
            naval::ship(g, ask, options)
        }
        it if it == rule::NAVAL_BATTERY || it == rule::NAVAL_BATTERY_FIRE => {
            naval::battery(g, ask, options)
        }
        it if it == rule::NAVAL_LAND || it == rule::NAVAL_WAVE => landing::next(g, options),
        it if it == rule::NAVAL_LAND_HEX => landing::place(g, ask, options),
        it if it == rule::NAVAL_DD_ACTION
            || it == rule::NAVAL_SECOND
            || it == rule::NAVAL_SECOND_MOVE =>
        {
            landing::act(g, ask, options)
        }
        it if it == rule::NAVAL_UNLOAD || it == rule::NAVAL_UNLOAD_FORM => landing::form(options),
        it if it == rule::NAVAL_LC_FIRES => landing::craft_fires(g, ask, options),
        it if it == rule::NAVAL_WAVE_LEADER => naval::with_whom(g, options),
        it if it == rule::NAVAL_LOADING => naval::loading(g, options),
        it if it == rule::NAVAL_MARKER => naval::marker(g, ask, options),
        it if it == rule::NAVAL_SHIPS_MOVE => naval::move_ship(g, ask, options),
        it if it == rule::BEACH_FIRE || it == rule::BEACH_NUMBER => beach::which(g, ask, options),
        it if it == rule::BEACH_GAP => beach::which_gap(g, ask, options),
        // Nest Fire, and Op Fire at whoever lands.
        _ => landing::defend(g, options),
    }
}

/// A question nobody here has heard of: shoot rather than not, at the strongest, with the strongest; else finish.
fn obvious(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| match it {
        Opt::Target(id) | Opt::Shot { target: id, .. } => 20 + i32::from(g[id].steps),
        Opt::Unit(id) => 10 + i32::from(g[id].steps),
        Opt::Fire | Opt::Roll | Opt::Yes => 8,
        Opt::Done | Opt::No | Opt::Nobody | Opt::Stand => 4,
        Opt::SpendCp | Opt::ForceMarch | Opt::LeaveColumnForHit | Opt::GiveUp(_) => 0,
        _ => 6,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
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
