//! What an attack is worth: the mean over the whole table, by the rules' own columns. No dice are thrown here.

use board::HexId;
use kernel::{Ledger as _, Sum};
use tcs::blow::Blow;
use tcs::fire::{self, Attack, FireKind, Occasion};
use tcs::id::{Side, UnitId};
use tcs::overwatch::{self, Trigger, TriggerKind};
use tcs::set::UnitSet;
use tcs::state::{Battle, Nerve};
use tcs::tables::{FireResult, MoraleResult, face};
use tcs::{area, morale, point};

use super::weights::Weights;

/// Equally likely throws of two dice.
const FACES: i32 = 36;

/// An attack, to whoever makes it.
#[must_use]
pub(super) fn attack(w: &Weights, g: &Battle, attack: &Attack) -> i32 {
    let affected = fire::affected(g, attack);
    if affected.is_empty() || attack.firers.is_empty() {
        return 0;
    }
    if attack.kind == FireKind::Point && !point::is_allowed(g, attack, affected) {
        return 0;
    }
    let mut column = Sum::default();
    fire::count(g, attack, affected, &mut column);
    let blow = Blow {
        hex: attack.hex,
        affected,
        firers: attack.firers,
        cover: fire::is_cover(fire::cover(g, attack)),
        cross_fire: attack.kind == FireKind::Area && area::is_cross_fire(g, attack),
        no_low: attack.kind == FireKind::Area && !area::any_low(g, attack),
    };
    strike(w, g, &blow, column.total())
}

/// A column of the fire table against a hex.
#[must_use]
pub(super) fn strike(w: &Weights, g: &Battle, blow: &Blow, column: i32) -> i32 {
    let Some(column) = g.data.tables.fire_column(column) else { return 0 };
    let cells = column.cells.cells().iter();
    let total: i32 = cells
        .map(|it| match it.result {
            FireResult::NoEffect => 0,
            FireResult::Check(lost) => faces(it.lo, it.hi) * checked(w, g, blow, lost),
        })
        .sum();
    total / FACES
}

fn faces(lo: u8, hi: u8) -> i32 {
    match (face(lo), face(hi)) {
        (Some(lo), Some(hi)) => (hi - lo) as i32 + 1,
        _ => 0,
    }
}

/// So many steps lost, then morale.
fn checked(w: &Weights, g: &Battle, blow: &Blow, lost: u8) -> i32 {
    let there: u16 = blow.affected.iter().map(|it| u16::from(g[it].steps)).sum();
    let lost = u16::from(lost).min(there);
    let mut worth = i32::from(lost) * w.blow.step;
    if lost == there {
        return worth + w.blow.destroyed * blow.affected.len() as i32;
    }
    for id in blow.affected.iter() {
        let Some(morale) = morale::morale_of(g, id) else { continue };
        let mut column = Sum::default();
        morale::count(g, id, morale, blow, lost, &mut column);
        let cells = g.data.tables.morale_column(column.total()).cells.cells().iter();
        let mean: i32 = cells.map(|it| faces(it.lo, it.hi) * shaken(w, g, id, it.result)).sum();
        worth += mean / FACES;
    }
    if g.data.scoring.iter().any(|it| it.hex == blow.hex) {
        worth = worth * w.blow.on_scoring / 100;
    }
    worth
}

/// A morale result, beyond what the unit suffers from already.
fn shaken(w: &Weights, g: &Battle, id: UnitId, result: MoraleResult) -> i32 {
    let now = nerve(w, g[id].nerve);
    let then = match result {
        MoraleResult::NoEffect => 0,
        MoraleResult::Suppressed => w.blow.suppressed,
        MoraleResult::Paralysed => w.blow.paralysed,
        MoraleResult::Syr => w.blow.driven,
        MoraleResult::Surrender => i32::from(g[id].steps) * w.blow.step + w.blow.destroyed,
    };
    (then - now).max(0)
}

pub(super) fn nerve(w: &Weights, nerve: Nerve) -> i32 {
    match nerve {
        Nerve::Normal => 0,
        Nerve::Suppressed => w.blow.suppressed,
        Nerve::Paralysed => w.blow.paralysed,
    }
}

/// What overwatch could do to those who do this here, at its best.
#[must_use]
pub(super) fn overwatched(w: &Weights, g: &Battle, trigger: Trigger) -> i32 {
    let one = |kind: FireKind| {
        let can = overwatch::eligible(g, trigger, kind, UnitSet::EMPTY);
        attack(w, g, &reply(g, trigger, kind, near(g, trigger.hex, can)))
    };
    one(FireKind::Area) + one(FireKind::Point)
}

/// tcs.ow.combine: everybody near, or the strongest if nobody is.
pub(super) fn near(g: &Battle, hex: HexId, can: UnitSet) -> UnitSet {
    let reach = u32::from(g.data.tables.limits.overwatch_distance);
    let near: UnitSet = can
        .iter()
        .filter(|it| g.hex(*it).is_some_and(|from| g.data.distance(from, hex) <= reach))
        .collect();
    let strongest = can.iter().filter(|it| !near.contains(*it));
    let strongest = strongest.max_by_key(|it| area::of_unit(g, *it));
    let mut all = near;
    all.extend(strongest);
    all
}

#[must_use]
pub(super) fn reply(_g: &Battle, trigger: Trigger, kind: FireKind, firers: UnitSet) -> Attack {
    Attack {
        by: trigger.by.other(),
        kind,
        hex: trigger.hex,
        firers,
        only: (trigger.kind == TriggerKind::Move).then_some(trigger.units),
        halved: UnitSet::EMPTY,
        occasion: Occasion::Overwatch,
    }
}

/// An SFA or PFA.
#[must_use]
pub(super) fn action(by: Side, kind: FireKind, hex: HexId, firers: UnitSet) -> Attack {
    let (only, halved, occasion) = (None, UnitSet::EMPTY, Occasion::Action);
    Attack { by, kind, hex, firers, only, halved, occasion }
}

/// How well a side stands, for comparing what a fight leads to: steps, nerve, and the ground with points on it.
#[must_use]
pub(super) fn standing(w: &Weights, g: &Battle, side: Side) -> i32 {
    let of = |side: Side| {
        let men: i32 = g
            .on_map(side)
            .map(|(id, _)| {
                i32::from(g[id].steps) * w.blow.step + w.blow.destroyed - nerve(w, g[id].nerve)
            })
            .sum();
        let held = g.data.scoring.iter().zip(&g.holders).filter(|it| *it.1 == Some(side));
        let points: i32 = held.map(|it| i32::from(it.0.points)).sum();
        men + points * ground(w, g)
    };
    of(side) - of(side.other())
}

/// What a point of ground is worth now.
#[must_use]
pub(super) fn ground(w: &Weights, g: &Battle) -> i32 {
    let left = g.data.turns.len() as i32 - i32::from(g.turn);
    (w.ground.held - left * w.ground.early).max(w.ground.held / 3)
}
