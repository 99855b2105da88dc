//! Section 12: the End Turn Phase, Force Morale, objectives, and the end of the game.

use kernel::{Cx, Dice, rules};
use tabletop::{Spot, within};

use crate::data::{ElementId, ObjectiveId, Scene, Side};
use crate::event::Words;
use crate::morale::{self, Test};
use crate::question::{Topic, ask};
use crate::state::{How, Level, Moved, Outcome, Phase, Presence, Skirmish};
use crate::tables::{Tables, inches};
use crate::text::Names;
use crate::{hiding, indirect_fire, smoke, victory};

rules! {
    AUTOMATIC = "skirmish.end.automatic", "Automatic victory of the scenario";
    ROLL = "skirmish.end.roll", "Does the game end?";
    ORDERS = "skirmish.end.orders", "All order markers are removed";
    FORCE = "skirmish.force.check", "A force at its break point tests";
    BREAK = "skirmish.force.tests", "Force Break Point";
    ROUT = "skirmish.force.rout", "No unbroken element left";
    STATUS = "skirmish.obj.status", "Objectives change at the end of the turn";
    CONTROL = "skirmish.obj.control", "Who stands at an objective";
    FINISH = "skirmish.end.finish", "The phase is carried out to its end";
}

/// Automatic victory, the roll for the end, order markers, smoke (skirmish.end.steps). Force Morale and objectives follow.
pub(crate) fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    // 1. Automatic victory ends the game on the spot.
    if let Some(outcome) = victory::automatic(g) {
        end(cx, g, outcome);
        return Ok(());
    }
    // 2. The roll for the end; the remaining steps are still carried out (skirmish.end.finish).
    g.ending = roll_for_end(cx, g)?;
    // 3. Orders of both sides, and what belongs to the turn alone.
    for it in &mut g.elements {
        (it.order, it.moved, it.marker) = (None, Moved::No, None);
    }
    indirect_fire::end_turn(g);
    cx.say(ORDERS, || Said::OrdersRemoved.into());
    // 4. Smoke.
    smoke::thin(cx, g);
    // skirmish.hide.enter-sight: where smoke has gone, somebody may lie in the open.
    for side in Side::BOTH {
        hiding::settle(cx, g, side, hiding::ENTER_SIGHT);
    }
    g.phase = Phase::ForceMorale { next: 0 };
    Ok(())
}

/// skirmish.end.roll
fn roll_for_end<C: Cx<Skirmish>>(cx: &mut C, g: &Skirmish) -> Result<bool, C::Halt> {
    let Some(least) = ends_on(g.tables(), g.scene.turns, g.turn) else { return Ok(false) };
    let ends = match least {
        EndsOn::Always => true,
        EndsOn::AtMost(most) => {
            let who = g.initiative;
            cx.roll(g, ask(who, ROLL, Topic::GameEnd), Dice::D6, |it| it.d6() <= most)?
        }
    };
    cx.say(if ends { FINISH } else { ROLL }, || Said::EndRolled { ends }.into());
    Ok(ends)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndsOn {
    AtMost(i32),
    Always,
}

/// What ends the game in this turn; nothing before the scheduled number has been played.
#[must_use]
pub fn ends_on(t: &Tables, scheduled: u8, turn: u8) -> Option<EndsOn> {
    let after = turn.checked_sub(scheduled)?;
    let row = t.game_end.iter().rfind(|it| it.after_scheduled <= after)?;
    Some(if row.automatic { EndsOn::Always } else { EndsOn::AtMost(row.ends_on[1]) })
}

/// One element of a force at its break point tests, or all have (skirmish.force.tests).
pub(crate) fn force_morale<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    next: u8,
) -> Result<(), C::Halt> {
    let broken = Side::BOTH.map(|it| is_at_break_point(g, it));
    if next == 0 {
        for side in Side::BOTH.into_iter().filter(|it| broken[it.index()]) {
            cx.say(FORCE, || Said::AtBreakPoint(side).into());
        }
    }
    let tests = |it: &ElementId| broken[g.side(*it).index()] && g.is_unbroken(*it);
    let Some(id) = g.ids().skip(usize::from(next)).find(tests) else {
        morale::take_effect(cx, g);
        g.phase = Phase::Objectives;
        return Ok(());
    };
    morale::take(cx, g, id, BREAK, Test { kills: 0, severe: true })?;
    g.phase = Phase::ForceMorale { next: id.0 + 1 };
    Ok(())
}

/// skirmish.force.loss
#[must_use]
pub fn is_at_break_point(g: &Skirmish, side: Side) -> bool {
    break_point(g, side) <= loss(g, side)
}

#[must_use]
pub fn break_point(g: &Skirmish, side: Side) -> i32 {
    let starting: i32 = g.of_side(side).map(|it| g.data(it).value).sum();
    let [part, of] = g.tables().force.default_break_fraction;
    let half = (starting * part + of - 1) / of;
    g.scene.sides[side.index()].break_point.unwrap_or(half)
}

/// Destroyed and Dispersed elements, and those Broken at this moment.
#[must_use]
pub fn loss(g: &Skirmish, side: Side) -> i32 {
    let lost = |it: &ElementId| match g[*it].presence {
        Presence::Gone => true,
        Presence::Away => false,
        Presence::Hidden | Presence::Revealed => g[*it].level == Level::Broken,
    };
    g.of_side(side).filter(lost).map(|it| g.data(it).value).sum()
}

/// The last step: objectives; then the game is counted if it has ended.
pub(crate) fn objectives<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    for id in g.objective_ids() {
        let at = g.scene.objectives[usize::from(id.0)].at.ground();
        let there = Side::BOTH.map(|it| stands_at(g, it, at));
        let before = g.objectives[usize::from(id.0)];
        // skirmish.obj.control: contested is nobody's; without anybody it stays as it was.
        let now = match there {
            [true, true] => None,
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [false, false] => before,
        };
        g.objectives[usize::from(id.0)] = now;
        if now != before {
            cx.say(CONTROL, || Said::Objective { objective: id, holder: now }.into());
        }
    }
    // skirmish.force.rout, skirmish.ruling.rout-when
    if let Some(outcome) = victory::rout(g) {
        return end(cx, g, outcome);
    }
    if g.ending {
        let outcome = victory::count(g);
        end(cx, g, outcome);
    }
}

/// A figure of a revealed unbroken element within 3 inches, on any floor.
fn stands_at(g: &Skirmish, side: Side, at: Spot) -> bool {
    let radius = inches(g.tables().objective.radius);
    let holds = |it: &ElementId| g[*it].level.is_unbroken();
    let mut spots = g.revealed(side).filter(holds).flat_map(|it| g.spots(it));
    spots.any(|(_, it)| within(it.point(), at.point(), radius))
}

pub(crate) fn end<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, outcome: Outcome) {
    for side in Side::BOTH {
        cx.tally(victory::POINTS, |it| victory::count_score(g, side, it));
    }
    g.outcome = Some(outcome);
    g.phase = Phase::Over;
    let rule = match outcome.how {
        How::Automatic => AUTOMATIC,
        How::Rout => ROUT,
        How::Conceded => victory::CONCEDE,
        How::Decisive | How::Points | How::Tie => victory::MARGIN,
    };
    cx.say(rule, || Said::Ended(outcome).into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    EndRolled { ends: bool },
    OrdersRemoved,
    SmokeLands { at: Spot },
    SmokeThins { left: usize },
    AtBreakPoint(Side),
    Objective { objective: ObjectiveId, holder: Option<Side> },
    Ended(Outcome),
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        Words::plain(match self {
            Said::EndRolled { ends: true } => "This is the last turn.".into(),
            Said::EndRolled { ends: false } => "The game goes on.".into(),
            Said::OrdersRemoved => "All orders are taken off.".into(),
            Said::SmokeLands { at } => format!("Smoke lands at {}.", Names::place(*at)),
            Said::SmokeThins { left } => {
                format!("Smoke thins: {} left.", Names::count(*left, "cloud", "clouds"))
            }
            Said::AtBreakPoint(side) => {
                return Words::by(*side, format!("{} is at its break point.", names.side(*side)));
            }
            Said::Objective { objective, holder: Some(side) } => {
                let what = format!("{} takes {}.", names.side(*side), names.objective(*objective));
                return Words::by(*side, what);
            }
            Said::Objective { objective, holder: None } => {
                format!("{} is contested.", names.objective(*objective))
            }
            Said::Ended(outcome) => names.outcome(outcome),
        })
    }
}
