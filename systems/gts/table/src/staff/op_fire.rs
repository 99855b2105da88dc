//! Opportunity Fire costs nothing and may be repeated at every act, so it is always taken; the question is when: before
//! the act, where the target stands, or after it, where the target arrives.

use gts::Battle;
use gts::data::UnitId;
use gts::fire_zone::in_zone;
use gts::modifiers::{Mode, Rating, Shot, Trigger, ZoneMove};
use gts::question::{Opt, Topic};
use gts::state::Place;
use smallvec::SmallVec;

use crate::staff::Question;
use crate::staff::fire::effect;
use crate::staff::worth::Harms;

/// Before an act or after it.
pub(crate) fn shoot(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let Topic::OpFire { from, to, after, .. } = ask.topic else { return options[0] };
    // In the open street or behind the next hedge? The position after the step, to compare.
    let waiting = !after && from != to;
    let mut top = (Opt::Nobody, 0);
    let mut known: SmallVec<[(UnitId, Harms); 4]> = SmallVec::new();
    for it in options {
        let Opt::Shot { firer, target } = *it else { continue };
        let seen_there = in_zone(g, firer, to);
        let harms = match known.iter().find(|(id, _)| *id == target) {
            Some((_, harms)) => *harms,
            None => {
                known.push((target, Harms::of(g, target)));
                known[known.len() - 1].1
            }
        };
        let now = harm(g, firer, target, from != to, seen_there, &harms);
        if waiting && seen_there && now < harm_after(g, firer, target, to, &harms) {
            continue;
        }
        if top.1 < now {
            top = (*it, now);
        }
    }
    top.0
}

fn harm(
    g: &Battle,
    firer: UnitId,
    target: UnitId,
    moves: bool,
    seen_there: bool,
    harms: &Harms,
) -> i32 {
    let movement = match (moves, seen_there) {
        (false, _) => None,
        (true, true) => Some(ZoneMove::ZoneToZone),
        (true, false) => Some(ZoneMove::ZoneToOutside),
    };
    let mode = Mode::Op(Trigger { movement, running: false });
    effect(g, Shot { firer, target, mode, rating: Rating::Fire, bonus: false }, harms)
}

fn harm_after(g: &Battle, firer: UnitId, target: UnitId, to: board::HexId, harms: &Harms) -> i32 {
    if g.holder(to).is_some_and(|it| it != g.side(target)) {
        return 0;
    }
    let mut after = g.clone();
    after.take(target, Place::Later);
    after.put(target, to);
    harm(&after, firer, target, true, true, harms)
}
