//! When a sheet is over: completion, failure, and what becomes of its units. Judged in Command step 1 and at no other time
//! (tcs.end.review); completion before failure (tcs.end.complete-before-fail).

use kernel::{Rule, rules};

use super::order::{Life, Order, enemy_in};
use super::value::{Drawing, Mission};
use super::{Nerve, Situation};
use crate::id::UnitId;

rules! {
    ATTACK = "tcs.end.attack-complete", "The objective is taken and clear";
    BECOMES_HASTY = "tcs.end.attack-becomes-hasty", "The attackers go over to the defence of what they took";
    FREES = "tcs.end.attack-frees", "The units of a completed Attack are Unassigned";
    MOVE = "tcs.end.move-complete", "Everybody has arrived";
    EMPTY = "tcs.end.empty", "No unit is left on the sheet";
    LOSSES = "tcs.end.fail-losses", "Losses have reached the limit of the sheet";
    TIME = "tcs.end.fail-time", "The time limit has passed";
    DEFENCE = "tcs.end.fail-defence", "The enemy is in the objective and nobody of the sheet is";
    EFFECT = "tcs.end.fail-effect", "All its units withdraw";
    RALLIED = "tcs.end.rallied", "The unit has rallied";
    RALLY_GONE = "tcs.end.rally-gone", "There is no way to the rally hex";
    CANCEL = "tcs.end.cancel", "The owner cancels the sheet";
    VOLUNTARY = "tcs.end.fail-voluntary", "The owner declares the sheet failed";
}

/// What Command step 1 finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    GoesOn,
    /// Its units are free (tcs.end.attack-frees) and accrue as such in step 2 (tcs.end.freed-accrue), or go over to the defence under the option *consolidate*.
    Complete(Rule),
    /// tcs.prep.alternate-after: complete, but it stays in force and waits for its Alternate.
    Waits(Rule),
    Failed(Rule),
    /// tcs.end.empty
    Empty,
}

/// Looks at one sheet.
#[must_use]
pub fn review<S: Situation>(s: &S, order: &Order) -> Review {
    if order.life.is_over() {
        return Review::GoesOn;
    }
    if order.members.iter().all(|it| s.unit(it.unit).steps == 0) {
        return Review::Empty;
    }
    if order.life != Life::Implemented {
        return Review::GoesOn;
    }
    let rule = if order.mission() == Mission::Move { MOVE } else { ATTACK };
    if is_attained(s, order) {
        let waits = order.sheet.alternate.is_some();
        // Losses still count against a sheet that waits.
        return match fails(s, order).filter(|it| waits && *it == LOSSES) {
            Some(rule) => Review::Failed(rule),
            None if waits => Review::Waits(rule),
            None => Review::Complete(rule),
        };
    }
    fails(s, order).map_or(Review::GoesOn, Review::Failed)
}

/// tcs.draw.objective-success: gaining the objective. The completion condition (tcs.end.attack-complete, tcs.end.move-complete); defences and Reserves have none
/// (tcs.end.defence-stays).
#[must_use]
pub fn is_attained<S: Situation>(s: &S, order: &Order) -> bool {
    let objective = &order.plan.objective;
    let inside = |id: UnitId| s.place(id).is_some_and(|it| objective.contains(it));
    match order.mission() {
        Mission::Attack => {
            let normal = |id: UnitId| s.unit(id).nerve == Nerve::Normal;
            let taken = order.members.iter().any(|it| inside(it.unit) && normal(it.unit));
            taken && !enemy_in(s, order.side, objective)
        }
        Mission::Move => {
            let arrived = order.members.iter().any(|it| inside(it.unit));
            // Who is gone is displaced.
            let excused =
                |id: UnitId| order.plan.support.contains(&id) || order.is_displaced(s, id);
            arrived && order.members.iter().all(|it| inside(it.unit) || excused(it.unit))
        }
        Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => false,
    }
}

fn fails<S: Situation>(s: &S, order: &Order) -> Option<Rule> {
    let failure = &order.plan.failure;
    let (had, lost) = losses(s, order);
    // tcs.end.fail-losses: as a share, without dividing; no limit is zero (tcs.draw.failure-contents).
    if u32::from(failure.loss_percent) * had <= 100 * lost {
        return Some(LOSSES);
    }
    // tcs.end.fail-time, tcs.draw.time-limit
    if failure.time_limit.is_some_and(|it| it < s.clock()) {
        return Some(TIME);
    }
    let objective = &order.plan.objective;
    let held = || {
        let mut places = order.members.iter().filter_map(|it| s.place(it.unit));
        places.any(|it| objective.contains(it))
    };
    let overrun = order.mission().is_defence() && enemy_in(s, order.side, objective) && !held();
    overrun.then_some(DEFENCE)
}

/// tcs.end.loss-count: steps when they came on, and steps lost since.
#[must_use]
pub fn losses<S: Situation>(s: &S, order: &Order) -> (u32, u32) {
    order.members.iter().fold((0, 0), |(had, lost), it| {
        let now = s.unit(it.unit).steps;
        (had + u32::from(it.steps), lost + u32::from(it.steps.saturating_sub(now)))
    })
}

/// tcs.end.attack-becomes-hasty: the same objective, boundaries and failure instructions, held.
#[must_use]
pub fn consolidated(drawing: &Drawing) -> Drawing {
    Drawing {
        objective: drawing.objective.clone(),
        boundaries: drawing.boundaries.clone(),
        sectors: drawing.sectors.clone(),
        failure: drawing.failure.clone(),
        ..Drawing::blank(Mission::HastyDefence)
    }
}

/// What becomes of a Withdrawing unit in Command step 1: it is Unassigned again where it has rallied, or where it can no
/// longer get there.
#[must_use]
pub fn ends_withdrawal<S: Situation>(s: &S, id: UnitId, order: &Order) -> Option<Rule> {
    let reach = u32::from(s.tables().limits.rally_distance);
    let rally = order.plan.failure.rally?;
    let hex = s.unit(id).place()?;
    if s.ground().map().distance(hex, rally) <= reach {
        return Some(RALLIED);
    }
    (!super::step::can_rally(s, id, order)).then_some(RALLY_GONE)
}
