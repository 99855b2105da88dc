//! Direct Fire: the target on which a shot does most harm, by exact expectation.

use gts::Battle;
use gts::data::UnitId;
use gts::direct_fire::{self, outcome};
use gts::modifiers::{self, Mode, Rating, Shot, printed};
use gts::question::Opt;
use gts::tables::FireResult;
use kernel::{Ledger, Sum};

use crate::staff::best;
use crate::staff::worth::{self, Harms};

/// At whom it fires.
pub(crate) fn target(g: &Battle, firer: UnitId, options: &[Opt]) -> Opt {
    most_harm(options, |target| direct(g, firer, target))
}

/// At whom it shoots in an assault.
pub(crate) fn target_in_assault(g: &Battle, firer: UnitId, options: &[Opt]) -> Opt {
    most_harm(options, |target| in_a_fight(g, firer, target))
}

fn most_harm(options: &[Opt], harm: impl Fn(UnitId) -> i32) -> Opt {
    let worth = |it: Opt| if let Opt::Target(target) = it { harm(target) } else { 0 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// The best shot of a unit from where it stands, and what it does.
pub(crate) fn best_target(g: &Battle, firer: UnitId) -> Option<(UnitId, i32)> {
    let targets = direct_fire::targets(g, firer).into_iter().map(|it| it.0);
    best(targets, |target| direct(g, firer, target))
}

/// Expected harm of a Direct Fire, the Company Bonus weighed by its chance.
pub(crate) fn direct(g: &Battle, firer: UnitId, target: UnitId) -> i32 {
    let shot = |bonus| Shot { firer, target, mode: Mode::Direct, rating: Rating::Fire, bonus };
    let harms = Harms::of(g, target);
    let plain = effect(g, shot(false), &harms);
    if g[firer].steps < g.data().tables.company_bonus.steps_needed {
        return plain;
    }
    let chance = worth::passes(g, firer);
    (chance * effect(g, shot(true), &harms) + (10 - chance) * plain) / 10
}

/// In an assault a target still in action also shoots back: silence it first.
fn in_a_fight(g: &Battle, firer: UnitId, target: UnitId) -> i32 {
    let attacking = g.fight.is_some_and(|it| it.side == g.side(firer));
    let mode = if attacking {
        Mode::Assaulter
    } else {
        Mode::Defender { charged: g.fight.is_some_and(|it| it.charge) }
    };
    let shot = Shot { firer, target, mode, rating: Rating::Assault, bonus: false };
    let harm = effect(g, shot, &Harms::of(g, target));
    if g[target].suppressed { harm } else { harm * 5 / 4 }
}

/// Expected harm of one shot.
pub(crate) fn effect(g: &Battle, shot: Shot, harms: &Harms) -> i32 {
    let Some((_, row)) = printed(g, shot.firer, shot.rating, shot.mode) else { return 0 };
    let mut rating = Sum::default();
    modifiers::count(g, shot, &mut rating);
    expected(direct_fire::results(g, shot.target, row, shot.mode.is_op()), rating.total(), harms)
}

pub(crate) fn expected(results: &[FireResult; 10], rating: i32, harms: &Harms) -> i32 {
    (0..10).map(|roll| harms.from(outcome(roll, rating, results))).sum::<i32>() / 10
}
