//! What things are worth, in hundredths of a point. Only differences matter.

use omaha::Day;
use omaha::data::{Division, UnitId};
use omaha::state::Place;

/// A step of a unit ashore or afloat.
const STEP: i32 = 40;
const DISRUPTED: i32 = 18;
const HERO: i32 = 45;
const NAVAL: i32 = 70;

/// A German unit on the map; more if it guards a draw that scores, or a WN.
const GERMAN: i32 = 130;
const WN: i32 = 90;
const GUARD: i32 = 110;
const DEPTH: i32 = 55;
const GERMAN_DISRUPTED: i32 = 210;
const SEEN: i32 = 39;

/// The position for the Americans.
pub(crate) fn of(g: &Day) -> i32 {
    if let Some(outcome) = g.outcome {
        return if outcome.level.is_won() { 50_000 } else { -50_000 };
    }
    let us: i32 = g.all_units().map(|it| unit(g, it)).sum();
    let germans: i32 = g.germans_on_map().map(|it| german(g, it.0)).sum();
    let boxes: i32 = Division::BOTH.into_iter().map(|it| losses(g, it)).sum();
    us - germans - boxes + i32::from(g.naval_markers) * NAVAL
}

fn unit(g: &Day, id: UnitId) -> i32 {
    let it = &g[id];
    match it.place {
        Place::Map(_) | Place::Box(_) | Place::Exited(_) => {
            let mut worth = i32::from(it.steps) * STEP;
            worth -= if it.disrupted { DISRUPTED } else { 0 };
            worth + if it.hero.is_hero() { HERO } else { 0 }
        }
        _ => 0,
    }
}

fn german(g: &Day, id: omaha::data::GermanId) -> i32 {
    let it = &g[id];
    let mut worth = GERMAN;
    if let omaha::state::GermanPlace::At(site) = it.place {
        let position = &g.data().positions[g.data().sites[site.index()].position.index()];
        worth += if position.is_wn() { WN } else { 0 };
        let guards = position.guards.is_some_and(|it| g.data().draws[it.index()].scores);
        worth += if guards { GUARD } else { 0 };
        worth += if position.vp { 30 } else { 0 };
    }
    worth += if it.depth.is_some() { DEPTH } else { 0 };
    worth -= if it.disrupted { GERMAN_DISRUPTED } else { 0 };
    worth - if it.revealed { SEEN } else { 0 }
}

/// How much the loss box of a division hurts: the nearer to catastrophe the more.
pub(crate) fn losses(g: &Day, division: Division) -> i32 {
    let constants = &g.data().tables.constants;
    let limit = if g.is_extended() {
        constants.catastrophic_extended
    } else {
        constants.catastrophic_basic
    };
    let lost = g.losses[division.index()].len() as i32;
    let limit = i32::from(limit).max(1);
    // 30 for the first, growing with the square.
    lost * 30 + lost * lost * 700 / (limit * limit)
}

/// How much the next step of a unit is worth: what to spare, what to give up.
pub(crate) fn next_step(g: &Day, id: UnitId) -> i32 {
    let it = &g[id];
    let counter = &g.data().units[id.index()];
    let mut worth = STEP;
    if counter.kind.is_regular() && it.steps == 2 {
        worth += 30 + losses(g, counter.division) / 8;
    }
    if it.steps == 1 {
        // It is in the loss box already: it can be spared.
        worth += if it.hero.is_any() { HERO } else { -10 };
    }
    if counter.kind.is_infantry() && it.steps == counter.full_steps() {
        // It loses weapons.
        worth += 12;
    }
    worth
}
