//! Omaha Beach: the American staff.
//!
//! Reading order: `weights` (what things are worth), `plan` (which draw a division goes for), `danger` (what the next
//! fire cards may do to each hex), `goals` and `routes` (where a unit is wanted and how far it is), `sheet` (all of it for
//! one decision); then the decisions: `landing`, `actions` with `moves` and `attack`, `choices` (everything small).

mod actions;
mod attack;
mod choices;
mod danger;
mod goals;
mod landing;
mod moves;
mod plan;
mod routes;
mod sheet;
mod weights;
mod worth;

use kernel::Policy;
use omaha::question::{Opt, Question, Topic};
use omaha::{Day, Seen};
use smallvec::SmallVec;

use sheet::Sheet;
pub use weights::Weights;

/// Plays the Americans.
#[derive(Clone, Copy, Debug, Default)]
pub struct Staff;

impl Policy<Day> for Staff {
    fn decide(&mut self, g: &Day, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        decide(&g.seen(), &ask, &options)
    }
}

/// The option to take, as its place in the list. `g` is what the player may see.
#[must_use]
pub fn decide(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
    decide_by(&Weights::BEST, g, ask, options)
}

/// The same with another judgement, for finding the best one.
#[must_use]
pub fn decide_by(weights: &Weights, g: &Seen, ask: &Question, options: &[Opt]) -> usize {
    imagine(weights, g, ask, options)
}

/// The same in a position that follows from one seen: how odds suppose that one goes on.
pub(crate) fn imagine(weights: &Weights, g: &Day, ask: &Question, options: &[Opt]) -> usize {
    if options.len() < 2 {
        return 0;
    }
    let sheet = Sheet::new(g, weights);
    let choice = match ask.topic {
        Topic::Actions(_) => actions::next(&sheet, options),
        Topic::Declare(target) => attack::join(&sheet, target, options),
        Topic::HeroInAttack(_) => attack::hero(options),
        Topic::Attrition(target) => attack::attrition(&sheet, target, options),
        Topic::ComeAlong { unit, to }
        | Topic::LeaveAlong { unit, hex: to }
        | Topic::GoOn { unit, to }
        | Topic::AfterLoss { unit, to } => actions::go_on(&sheet, unit, to, options),
        Topic::Berth(unit, _) | Topic::RangerDrift(unit) | Topic::StartBox(unit) => {
            landing::berth(&sheet, unit, options)
        }
        Topic::StartHex(_) | Topic::Displaced(_) => choices::safest(&sheet, options),
        Topic::Hero(_) => choices::best_hero(&sheet, options),
        Topic::Stragglers(_) => choices::restore(g, options),
        Topic::Scouts(_) | Topic::Interrogation(_) => choices::nearest_german(g, options),
        // A hero falls for a company: it lives on inspired. A leader stays with his men.
        Topic::Sacrifice(_) | Topic::Follow { .. } => Opt::Yes,
        Topic::Clear(_) => choices::clear(&sheet, options),
        Topic::Base(_) => choices::base(g, options),
        // Garrisons and posts cost nothing: take them.
        Topic::Garrison | Topic::Posts => options[options.len() - 1],
        Topic::WhoIsHit(_) if options.contains(&Opt::No) => options[0],
        Topic::WhoIsHit(_)
        | Topic::WhichLeaderIsHit(_)
        | Topic::ArtilleryTarget(_)
        | Topic::MortarTarget(_)
        | Topic::AmbushTarget(_)
        | Topic::PatrolTarget(_)
        | Topic::Breakthrough(_)
        | Topic::ShortSalvo(_)
        | Topic::Rockets
        | Topic::Mine
        | Topic::MineHeadquarters
        | Topic::Stacking(_) => choices::spare(&sheet, options),
        // Either will do; there is nothing to choose, or the cards answer.
        Topic::FirstDivision
        | Topic::Volley(..)
        | Topic::Nothing
        | Topic::Draw(_)
        | Topic::Pool(_)
        | Topic::DepthPool(_)
        | Topic::ForHex(_)
        | Topic::ForPosition(_)
        | Topic::Reveal(_) => options[0],
    };
    // An answer that is not on the list would be a mistake of ours; the first option never is one.
    let place = options.iter().position(|it| *it == choice);
    debug_assert!(place.is_some(), "{choice:?} was not offered for {:?}: {options:?}", ask.topic);
    place.unwrap_or(0)
}
