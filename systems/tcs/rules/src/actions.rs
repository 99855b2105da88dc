//! Action step 4: one unit, one action at a time (tcs.seq.action-4-list, tcs.seq.action-4-any-order).

use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::fire::FireKind;
use crate::id::{Side, UnitId};
use crate::question::{Action, Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Mode, Place};
use crate::{
    assault, at, carrier, command, fire_action, impulse, minefield, mode, movement, overrun, smoke,
};

rules! {
    WHO = "tcs.seq.action-4-any-order", "The phasing player takes his units in any order";
    WHAT = "tcs.seq.one-action", "One action at a time, finished before the next";
}

pub type Actions = SmallVec<[Action; 16]>;

/// One action, or none. Is the side done (tcs.seq.step-4-end)?
pub fn act<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let units = g.data.units_of[side.index()].iter().filter(|it| may_act(g, *it)).map(Some);
    let mut options: SmallVec<[Option<UnitId>; 32]> = std::iter::once(None).chain(units).collect();
    // tcs.check.standing-still: who withdraws and could step has to, before the step ends.
    let bound = options.iter().flatten().any(|it| command::must_step(g, *it));
    if bound {
        options.remove(0);
    }
    let Some(id) = cx.choose(g, ask(side, WHO, Topic::Actions), &options)? else {
        return Ok(true);
    };
    let actions = actions(g, id);
    let action = cx.choose(g, ask(side, WHAT, Topic::WhatNow(id)), &actions)?;
    match action {
        Action::ToMove => mode::to_move(cx, g, id),
        Action::ToFire => mode::to_fire(cx, g, id),
        Action::Move => movement::act(cx, g, id)?,
        Action::Suppress => fire_action::act(cx, g, id, FireKind::Area)?,
        Action::PointFire => fire_action::act(cx, g, id, FireKind::Point)?,
        Action::AtRoll => fire_action::at_roll(cx, g, id)?,
        Action::Smoke => smoke::act(cx, g, id, false)?,
        Action::Illuminate => smoke::act(cx, g, id, true)?,
        Action::DigIn => mode::dig_in(cx, g, id),
        Action::Assault => assault::act(cx, g, id)?,
        Action::Overrun => overrun::act(cx, g, id)?,
        Action::Breach => minefield::breach(cx, g, id)?,
        Action::Mount => carrier::mount(cx, g, id)?,
        Action::Dismount => carrier::dismount(cx, g, id)?,
        Action::Impulses => impulse::act(cx, g, id)?,
        Action::Finish => g[id].record.finished = true,
    }
    Ok(false)
}

/// Could this unit still do anything? Cheap, and true where in doubt: then *nothing more* is all it is offered.
#[must_use]
pub fn may_act(g: &Battle, id: UnitId) -> bool {
    let unit = &g[id];
    let record = &unit.record;
    if record.finished || !unit.is_normal() {
        return false;
    }
    match unit.place {
        Place::Edge(_) => true,
        Place::Hex(_) => {
            let spent = record.acted
                || (unit.mode != Mode::Move && (record.moved || unit.fired) && record.stopped);
            !spent || g.has_passengers(id)
        }
        _ => false,
    }
}

/// What this unit may do now, *nothing more* last.
#[must_use]
pub fn actions(g: &Battle, id: UnitId) -> Actions {
    let mut list = Actions::new();
    let mut add = |may: bool, action: Action| {
        if may {
            list.push(action);
        }
    };
    add(mode::may_move(g, id).is_ok(), Action::ToMove);
    let bound = command::must_step(g, id);
    add(!bound && mode::may_fire(g, id).is_ok(), Action::ToFire);
    add(
        movement::may_move(g, id).is_ok() && !movement::steps(g, UnitSet::of(id)).is_empty(),
        Action::Move,
    );
    let fires =
        |kind| fire_action::may_fire(g, id, kind).is_ok() && fire_action::has_target(g, id, kind);
    add(fires(FireKind::Area), Action::Suppress);
    add(fires(FireKind::Point), Action::PointFire);
    add(may_roll(g, id), Action::AtRoll);
    add(smoke::may_fire(g, id, false).is_ok(), Action::Smoke);
    add(smoke::may_fire(g, id, true).is_ok(), Action::Illuminate);
    add(mode::may_dig_in(g, id).is_ok(), Action::DigIn);
    add(!assault::targets(g, id).is_empty(), Action::Assault);
    add(!overrun::targets(g, id).is_empty(), Action::Overrun);
    add(!minefield::breaches(g, id).is_empty(), Action::Breach);
    add(!carrier::carriers(g, id).is_empty(), Action::Mount);
    add(carrier::may_dismount(g, id), Action::Dismount);
    add(impulse::may_begin(g, id).is_ok(), Action::Impulses);
    add(!bound, Action::Finish);
    list
}

/// tcs.pfa.infantry: under the conditions of a PFA, without a point-fire value of its own.
fn may_roll(g: &Battle, id: UnitId) -> bool {
    let (unit, record) = (&g[id], &g[id].record);
    let free = !unit.fired && !record.moved && !record.digging;
    free && at::may_roll(g, id, false)
        && command::may(g, id, command::Deed::Pfa).is_ok()
        && !at::targets(g, id, None).is_empty()
}
