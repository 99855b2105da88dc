//! A very cheap policy, for showing odds and for trying an assault out: the obvious choice, nothing bought, no second
//! actions, nothing begun that was not asked for. It decides by the position alone, as the odds require.

use gts::Battle;
use gts::question::{Opt, Topic};
use kernel::Policy;
use smallvec::SmallVec;

use crate::staff::{Question, assault, fire, op_fire, results};

#[derive(Clone, Copy, Debug, Default)]
pub struct Reckon;

impl Policy<Battle> for Reckon {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: SmallVec<[Opt; 32]> = (0..n).map(opt).collect();
        let choice = match ask.topic {
            Topic::OpFire { .. } => op_fire::shoot(g, ask, &options),
            Topic::FireTarget(firer) => fire::target(g, firer, &options),
            Topic::AssaultShot(firer) => fire::target_in_assault(g, firer, &options),
            Topic::Suppression(id) => results::unbought(g, id),
            Topic::AnotherRound(_) => assault::has_the_upper_hand(g).into(),
            Topic::ChargeCheck(_) => assault::steadiest(g, &options),
            // Whatever else comes up is left alone: these stand for no, and stopping.
            _ => {
                let quiet = [
                    Opt::InThisOrder,
                    Opt::Done,
                    Opt::No,
                    Opt::Nobody,
                    Opt::Stand,
                    Opt::Fire,
                    Opt::Roll,
                ];
                quiet.into_iter().find(|it| options.contains(it)).unwrap_or(options[0])
            }
        };
        options.iter().position(|it| *it == choice).unwrap_or(0)
    }
}
