//! Attacks and barrages: tried out a few times on the position as it is seen.

use std::convert::Infallible;

use board::HexId;
use kernel::{Playout, Rng};
use omaha::Day;
use omaha::actions::allowance;
use omaha::question::Opt;

use super::{Staff, worth};

/// Trials of an attack.
const TRIALS: u64 = 8;
/// A paid action, in hundredths of a point; a barrage must be worth more than a company's way off the beach.
const PAID: i32 = 22;
const PAID_BARRAGE: i32 = 90;

/// What an attack or a barrage gains on average, beyond what it costs.
pub(crate) fn gain(g: &Day, opt: Opt) -> i32 {
    let before = worth::of(g);
    let mut sum = 0;
    for trial in 0..TRIALS {
        let mut then = g.clone();
        then.doubt = true;
        let mut cx = Playout::new(Rng(0x0606 + trial * 0x9e37), Staff);
        let done: Result<(), Infallible> = match opt {
            Opt::Attack(target) => omaha::attack::attack(&mut cx, &mut then, target),
            _ => omaha::barrage::fire(&mut cx, &mut then, opt),
        };
        let Ok(()) = done;
        let spent: u8 = then.today.spent.iter().zip(g.today.spent).map(|it| it.0 - it.1).sum();
        let price = if matches!(opt, Opt::Attack(_)) { PAID } else { PAID_BARRAGE };
        sum += worth::of(&then) - before - i32::from(spent) * price;
    }
    sum / TRIALS as i32
}

/// Who takes part, and what the hero does.
pub(crate) fn go_on(g: &Day, target: HexId, options: &[Opt]) -> Opt {
    let hero = options.iter().find(|it| matches!(it, Opt::HeroWeapon(_) | Opt::HeroStrength));
    if let Some(hero) = hero {
        return *hero;
    }
    // A step for the depth marker: a good trade while the unit does not go into the loss box for it.
    let spare = options
        .iter()
        .filter_map(|it| match it {
            Opt::Unit(unit) => Some(*unit),
            _ => None,
        })
        .min_by_key(|it| worth::next_step(g, *it));
    if let Some(unit) = spare {
        let refuse = options.iter().find(|it| matches!(it, Opt::Done | Opt::No));
        return match refuse {
            Some(refuse) if 60 < worth::next_step(g, unit) => *refuse,
            _ => Opt::Unit(unit),
        };
    }
    let map = &g.data().map;
    let joins = options.iter().filter_map(|it| match it {
        Opt::Join(unit) => Some(*unit),
        _ => None,
    });
    // The nearest first, free before paid.
    let next = joins
        .filter(|it| {
            let beside = g[*it].hex().is_some_and(|hex| map.adjacent(hex, target));
            beside || costs_nothing(g, *it)
        })
        .min_by_key(|it| {
            let far = g[*it].hex().map_or(99, |hex| map.distance(hex, target));
            (allowance::always_free(g, *it).is_none(), far, *it)
        });
    if let Some(unit) = next {
        return Opt::Join(unit);
    }
    if options.contains(&Opt::JoinNaval) && needs_ships(g, target) {
        return Opt::JoinNaval;
    }
    if options.contains(&Opt::Done) { Opt::Done } else { options[0] }
}

/// Joining adds no paid action: it is free, or its hex is paid for already.
fn costs_nothing(g: &Day, unit: omaha::data::UnitId) -> bool {
    let muster = g.today.muster.units;
    let mut with = muster;
    with.insert(unit);
    allowance::attack_cost(g, with) == allowance::attack_cost(g, muster)
}

/// Ships are kept for those who have depth or are known to be strong.
fn needs_ships(g: &Day, target: HexId) -> bool {
    let Some(german) = g.german_at(target) else { return false };
    let deep = g[german].depth.is_some();
    deep || 2 < g.naval_markers
}
