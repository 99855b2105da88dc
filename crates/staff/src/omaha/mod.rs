//! Omaha Beach: rules of thumb for the Americans.
//!
//! Reading order: `worth` (what things are worth), `danger` (what the next fire cards may do to each hex), `routes` (how far it
//! is to where a unit is wanted); then the decisions: `landing`, `actions`, `attack`, `choices` (everything small).

mod actions;
mod attack;
mod choices;
mod danger;
mod landing;
mod routes;
mod worth;

use kernel::Policy;
use omaha::Day;
use omaha::question::{Opt, Question, Topic};
use smallvec::SmallVec;

/// Plays the Americans by rules of thumb. Give it what the player may see ([`Day::seen`]), or at least a position whose
/// hidden faces it does not look at: none of it does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Staff;

impl Policy<Day> for Staff {
    fn decide(&mut self, g: &Day, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        decide(g, &ask, &options)
    }
}

/// The option to take, as its place in the list. `g` is what the player may see.
#[must_use]
pub fn decide(g: &Day, ask: &Question, options: &[Opt]) -> usize {
    if options.len() < 2 {
        return 0;
    }
    let choice = match ask.topic {
        Topic::Actions(_) => actions::next(g, options),
        Topic::Attack(target) => attack::go_on(g, target, options),
        Topic::Move { unit, to } => actions::go_on(g, unit, to, options),
        _ if options.iter().any(|it| matches!(it, Opt::Box(_))) => landing::berth(g, ask, options),
        _ => choices::choose(g, ask, options),
    };
    // An answer that is not on the list would be a mistake of ours; the first option never is one.
    let place = options.iter().position(|it| *it == choice);
    debug_assert!(place.is_some(), "{choice:?} was not offered for {:?}: {options:?}", ask.rule);
    place.unwrap_or(0)
}
