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
use gts::purchase::Purchase;
use gts::question::{Opt, Topic};
use gts::{Battle, Seen};
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
    let choice = match ask.topic {
        Topic::AirPoint => air::allot(g, ask, options),
        Topic::Convert => purchase::convert(g, ask.who, options),
        Topic::Parks => park::create_or_disband(g, ask.who, options),
        Topic::Call => contact::attempt(g, options),
        Topic::GiveUpContact => contact::give_up(g, options),
        Topic::Transfer(_) => events::transfer(options),
        Topic::Effect(_) => events::choose(g, ask, options),
        Topic::EntryForm(_) | Topic::EntryFormOf(_) => movement::enter_form(options),
        Topic::Next => activation::next(g, ask, options),
        Topic::Gather(_) => activation::gather(g, options),
        // What those just landed do has been paid for, or costs nothing.
        Topic::FirstAction(first) | Topic::LandedAction(first) => {
            activation::first_action(g, first, options)
        }
        Topic::SecondAction(first) => activation::second_action(g, first, options),
        Topic::WhichLeader => leaders::which(g, ask.who, options),
        Topic::LeaderTo(leader) | Topic::Replacement(leader) => {
            leaders::join(g, ask.who, leader, options)
        }
        // He may join anybody when the activation is over; meanwhile he stays with those who wait.
        Topic::LeaderStays(_) => options[options.len() - 1],
        Topic::Move(id) => movement::go_on(g, id, options),
        Topic::StarMove(id) => movement::shove_gun(g, id, options),
        Topic::MountColumn(id) => movement::column_when_mounting(g, id),
        Topic::DismountColumn(_) => Opt::NotInColumn,
        Topic::WhoDismounts(_) => options[0],
        // A gun comes to a park to fire from it.
        Topic::JoinPark(_) => Opt::JoinPark,
        Topic::FireTarget(firer) => fire::target(g, firer, options),
        Topic::IndirectTarget(_) => indirect_fire::target(g, ask, options),
        Topic::OpFire { .. } => op_fire::shoot(g, ask, options),
        Topic::Check(id, stake) => results::check(g, id, stake),
        Topic::Suppression(id) => results::suppression(g, id, options),
        Topic::AssaultTarget(first) => assault::which(g, first, options),
        Topic::StandOrRun(_) => assault::stand_or_run(g, ask, options),
        Topic::FireOrCharge(_) => assault::fire_or_charge(g, ask),
        Topic::ChargeCheck(_) => assault::steadiest(g, options),
        // One shot is not better before another than after it.
        Topic::AssaultOrder(_) | Topic::ShipOrder | Topic::BatteryOrder => Opt::InThisOrder,
        Topic::AssaultShot(firer) => fire::target_in_assault(g, firer, options),
        Topic::AnotherRound(_) => assault::go_on(g, ask),
        Topic::DropColumn(id) => assault::leave_column(g, id),
        Topic::ImprovedPosition(_) | Topic::Entrenchment(_) => engineer::for_whom(g, options),
        Topic::RearguardPlace(_) => engineer::rearguard_place(g, ask, options),
        Topic::StrikeCaller(_) | Topic::StrikeTarget(_) => air::strike(g, ask, options),
        Topic::Flak(_) => air::flak(g, options),
        Topic::GunCraftFires(_) | Topic::ShipFires(_) => naval::ship(g, ask, options),
        Topic::BatteryFires(_) => naval::battery(g, ask, options),
        Topic::Land | Topic::Wave(_) => landing::next(g, options),
        Topic::LandHex(_) => landing::place(g, ask, options),
        Topic::ActAgain(id) => landing::acts_again(g, id),
        Topic::WhoActsAgain => landing::who_acts_again(g, ask.who, options),
        Topic::LandMounted(_) | Topic::LandInColumn(_) => landing::form(options),
        Topic::NestAtCraft(_)
        | Topic::NestAtLanded(_)
        | Topic::NestAtActing(_)
        | Topic::OpFireAtLanded(_) => landing::defend(g, options),
        Topic::CraftFires(craft) => landing::craft_fires(g, craft, options),
        Topic::WaveLeader(_) => naval::with_whom(g, options),
        Topic::Loading(_) => naval::loading(g, options),
        Topic::Marker(_) => naval::marker(g, ask, options),
        Topic::WhichShip | Topic::Station(_) => naval::move_ship(g, ask, options),
        Topic::BeachNumber(beach) => beach::which(g, beach, options),
        // The dice answer these, or a whole value does.
        Topic::Nothing
        | Topic::Buy
        | Topic::Weather
        | Topic::DrawChit
        | Topic::Contact { .. }
        | Topic::Event
        | Topic::EventSide(_)
        | Topic::Interdiction(_)
        | Topic::Points(_)
        | Topic::Shot { .. }
        | Topic::ShotAt { .. }
        | Topic::Attack { .. }
        | Topic::FlakFires(_)
        | Topic::TownFlak(_)
        | Topic::BeachFire(_) => options[0],
    };
    // An answer that is not on the list would be a mistake of ours; the first option never is one.
    let place = options.iter().position(|it| *it == choice);
    debug_assert!(place.is_some(), "{choice:?} was not offered for {:?}: {options:?}", ask.topic);
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
