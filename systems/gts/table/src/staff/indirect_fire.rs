//! Indirect Fire: the target on which shells and barrage together do most harm.
//!
//! The shot is reckoned as exactly as Direct Fire, the others in the hex with it. The barrage stays until the turn is
//! over: it takes fire, sight and nerve from whoever is under it, so it is worth most on those who can see our men, and
//! on those we are about to assault. Empty ground is left in peace.

use board::HexId;
use gts::Battle;
use gts::assault::may_assault;
use gts::data::{Colour, Side, UnitId};
use gts::direct_fire::{outcome, results};
use gts::fire_zone::direct_range;
use gts::indirect_fire::{self, Spotting};
use gts::modifiers::{self, Mode, Rating, Shot, printed};
use gts::question::{Opt, Target, Topic};
use gts::state::Barrage;
use gts::tables::FireResult;
use kernel::{Bounds, Ledger, Sum};
use smallvec::SmallVec;

use crate::staff::fire::{effect, expected};
use crate::staff::worth::{self, Harms};
use crate::staff::{Question, best};

/// A barrage on a unit that can see ours, Light and Heavy.
const BLINDED: [i32; 2] = [7, 12];
/// And on one that we may assault before the barrage lifts.
const SOFTENED: [i32; 2] = [10, 18];
/// A Heavy one in the hex we want to pass through costs a check to leave.
const IN_THE_WAY: i32 = 6;
/// To fire shows a park to the enemy's batteries.
const SHOWN: i32 = 8;
/// Chances out of ten that the fire does not end with a natural 9.
const LAID: i32 = 9;
/// The enemy is as near as this to whoever a barrage shields.
const NEAR: u32 = 6;

/// The unit, or the hex once empty ground has been chosen.
pub(crate) fn target(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let Topic::IndirectTarget(firer) = ask.topic else { return options[0] };
    let worth = |it: Opt| match it {
        Opt::Target(target) => worth_of(g, firer, target),
        Opt::Hex(hex) => -nearest_enemy(g, ask.who, hex),
        _ => i32::MIN + 1,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// If a screen must be laid, then before the eyes of the enemy.
fn nearest_enemy(g: &Battle, side: Side, hex: HexId) -> i32 {
    let enemies = g.on_map(side.other()).map(|(_, it)| g.data().map.distance(hex, it) as i32);
    enemies.min().unwrap_or(0)
}

/// The best Indirect Fire open to a unit now, and what it is worth; `None` if it may not fire or has no target.
pub(crate) fn best_target(g: &Battle, firer: UnitId) -> Option<(UnitId, i32)> {
    if !can_fire(g, firer) {
        return None;
    }
    best_by(g, firer, &Spotting::new(g, firer))
}

/// Steps 1 to 5 of the chart but for the list of targets.
fn can_fire(g: &Battle, firer: UnitId) -> bool {
    let kind = g.kind(firer);
    let through = |leader| {
        g[firer].hex().is_some_and(|hex| {
            gts::command::commanders(g, firer).any(|it| it == leader)
                && gts::command::is_in_range(g, leader, hex)
        })
    };
    kind.is_artillery()
        && g[firer].drift == 0
        && printed(g, firer, Rating::Fire, Mode::Indirect).is_some()
        && !g.is_in_entry_hex(firer)
        && match kind.class() {
            Some(Colour::Orange) => g[firer].parked,
            Some(Colour::Black) => g[firer].contact.is_none_or(through),
            _ => true,
        }
}

fn best_by(g: &Battle, firer: UnitId, spotting: &Spotting) -> Option<(UnitId, i32)> {
    let targets = indirect_fire::targets(g, spotting).into_iter().map(|it| it.0);
    best(targets, |target| worth_of(g, firer, target))
}

/// Everything one fire does.
fn worth_of(g: &Battle, firer: UnitId, target: UnitId) -> i32 {
    let Some(hex) = g[target].hex() else { return 0 };
    let shown = if is_shown_by_firing(g, firer) { SHOWN } else { 0 };
    harm(g, firer, target, hex) + barrage(g, firer, hex) * LAID / 10 - shown
}

/// Expected harm of the shells, the Company Bonus weighed by its chance, and of the shock to the others in the hex.
fn harm(g: &Battle, firer: UnitId, target: UnitId, hex: HexId) -> i32 {
    let shot = |bonus| Shot { firer, target, mode: Mode::Indirect, rating: Rating::Fire, bonus };
    let harms = Harms::of(g, target);
    let chance = if g[firer].steps < g.data().tables.company_bonus.steps_needed {
        0
    } else {
        worth::passes(g, firer)
    };
    let plain = effect(g, shot(false), &harms);
    let bonus = if chance == 0 { plain } else { effect(g, shot(true), &harms) };
    (chance * bonus + (10 - chance) * plain) / 10 + shock(g, shot(false), hex)
}

/// Step 21: whoever stands with the target of Effective Fire checks too, mortars excepted.
fn shock(g: &Battle, shot: Shot, hex: HexId) -> i32 {
    let Some((_, row)) = printed(g, shot.firer, shot.rating, shot.mode) else { return 0 };
    if row == Colour::Green {
        return 0;
    }
    let mut rating = Sum::default();
    modifiers::count(g, shot, &mut rating);
    let results = results(g, shot.target, row, false);
    let hits = (0..10).filter(|roll| outcome(*roll, rating.total(), results) != FireResult::Miss);
    let hits = hits.count() as i32;
    let others = g.stack(hex).filter(|id| *id != shot.target);
    let shaken: i32 = others.map(|id| Harms::of(g, id).from(FireResult::SuppressCheck)).sum();
    shaken * hits / 10
}

/// What the barrage is worth where it would lie.
pub(crate) fn barrage(g: &Battle, firer: UnitId, hex: HexId) -> i32 {
    let Some(kind) = barrage_of(g, firer) else { return 0 };
    let before = g.barrage(hex);
    if before.is_some_and(|it| kind <= it) {
        return 0;
    }
    let grade = usize::from(kind == Barrage::Heavy);
    let side = g.side(firer);
    let own_near = g.on_map(side).any(|(_, it)| g.data().map.distance(it, hex) <= NEAR);
    let mut worth = 0;
    for id in g.stack(hex).filter(|id| !g[*id].suppressed) {
        if own_near && direct_range(g, id).is_some() {
            worth += BLINDED[grade];
        }
    }
    let assaulters = assaulters(g, side, hex);
    if 0 < assaulters {
        worth += SOFTENED[grade] * assaulters.at_most(2);
        worth -= if kind == Barrage::Heavy { IN_THE_WAY } else { 0 };
    }
    // From Light to Heavy is only half as much.
    if before.is_some() { worth / 2 } else { worth }
}

/// The marker a unit would place without its bonus.
pub(crate) fn barrage_of(g: &Battle, firer: UnitId) -> Option<Barrage> {
    let (value, _) = g.face(firer).fire?;
    let mut strength = Sum::default();
    strength.add(gts::modifiers::RATING_PRINTED, i32::from(value));
    modifiers::count_markers(g, firer, false, &mut strength);
    let light = strength.total() <= i32::from(g.data().tables.limits.barrage_light_max);
    Some(if light { Barrage::Light } else { Barrage::Heavy })
}

/// Units next to the hex that could assault it and have not acted under the chit in play.
fn assaulters(g: &Battle, side: Side, hex: HexId) -> i32 {
    if g.active.as_ref().is_none_or(|it| it.side != side) {
        return 0;
    }
    let mut n = 0;
    for (_, next) in g.data().map.neighbours(hex) {
        if !g.occupied[side.index()].contains(next) {
            continue;
        }
        let waits = |id: &UnitId| gts::activation::may_activate(g, *id).is_ok();
        n += g.stack(next).filter(waits).filter(|id| may_assault(g, *id, hex).is_ok()).count();
    }
    n as i32
}

/// gts.ifire.fired-park-no-los: a park that has fired can be answered without being seen.
fn is_shown_by_firing(g: &Battle, firer: UnitId) -> bool {
    let Some(park) = g.park_of(firer).filter(|it| !it.fired) else { return false };
    g.on_map(g.side(firer).other())
        .any(|(id, hex)| g[id].parked && g[id].contact.is_some() && reaches(g, id, hex, park.hex))
}

/// Is the hex within the printed range of a gun in `from`, and not too near?
pub(crate) fn reaches(g: &Battle, id: UnitId, from: HexId, hex: HexId) -> bool {
    let distance = g.data().map.distance(from, hex);
    distance <= printed_range(g, id) && least_range(g, id) <= distance
}

pub(crate) fn printed_range(g: &Battle, id: UnitId) -> u32 {
    match g.kind(id).front.range {
        gts::data::PrintedRange::Hexes(range) => u32::from(range),
        gts::data::PrintedRange::Unprinted => u32::from(g.data().tables.limits.unprinted_range),
        gts::data::PrintedRange::Any => u32::MAX,
    }
}

fn least_range(g: &Battle, id: UnitId) -> u32 {
    let mortar = g.kind(id).class() == Some(Colour::Green);
    if mortar { 1 } else { u32::from(g.data().tables.limits.artillery_direct_range) + 1 }
}

/// What a gun could do for a leader, if it were in contact with him: its best shots now, the second and third counting
/// less, since a target may be gone when the chit comes.
pub(crate) fn promise(after: &Battle, firer: UnitId) -> i32 {
    let spotting = Spotting::new(after, firer);
    let mut shots: SmallVec<[i32; 32]> = SmallVec::new();
    let mut seen: SmallVec<[HexId; 32]> = SmallVec::new();
    for Target(target) in indirect_fire::targets(after, &spotting) {
        let Some(hex) = after[target].hex() else { continue };
        // One unit of each hex stands for all.
        if !seen.contains(&hex) {
            seen.push(hex);
            shots.push(glance(after, firer, target));
        }
    }
    shots.sort_unstable_by_key(|it| -it);
    shots.iter().zip([4, 2, 1]).map(|(worth, weight)| worth * weight).sum::<i32>() / 4
}

/// A shot without bonus, shock or barrage.
fn glance(g: &Battle, firer: UnitId, target: UnitId) -> i32 {
    let shot = Shot { firer, target, mode: Mode::Indirect, rating: Rating::Fire, bonus: false };
    let Some((value, row)) = g.face(firer).fire else { return 0 };
    let harms = Harms::of(g, target);
    // A Suppressed battery will be up again before the chit comes.
    if g[firer].suppressed {
        return expected(results(g, target, row, false), i32::from(value) - 2, &harms);
    }
    effect(g, shot, &harms)
}
