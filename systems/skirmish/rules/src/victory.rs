//! Section 15: who has won.

use kernel::{Ledger, Sum, rules};

use crate::data::Side;
use crate::state::{How, Outcome, Presence, Skirmish};

rules! {
    HELD = "skirmish.vic.points", "An objective held";
    POINTS = "skirmish.vic.points", "Enemy elements destroyed or Dispersed";
    MARGIN = "skirmish.vic.margin", "The higher score wins";
    CONCEDE = "skirmish.vic.concede", "A player may concede";
}

/// skirmish.end.automatic: a side holds all that the scenario names; or a rout.
#[must_use]
pub fn automatic(g: &Skirmish) -> Option<Outcome> {
    let holds =
        |side: Side, id: &crate::data::ObjectiveId| g.objectives[usize::from(id.0)] == Some(side);
    for it in &g.scene.automatic {
        if it.holds.iter().all(|id| holds(it.side, id)) {
            return Some(outcome(g, Some(it.side), How::Automatic));
        }
    }
    rout(g)
}

/// skirmish.force.rout: no unbroken element on the table and no reserves to come.
#[must_use]
pub fn rout(g: &Skirmish) -> Option<Outcome> {
    let stands = |side: Side| {
        g.of_side(side).filter(|it| !g.data(*it).dummy).any(|it| match g[it].presence {
            Presence::Away => true,
            Presence::Hidden | Presence::Revealed => g[it].level.is_unbroken(),
            Presence::Gone => false,
        })
    };
    match Side::BOTH.map(stands) {
        [true, true] => None,
        [false, false] => Some(outcome(g, None, How::Rout)),
        [first, _] => {
            let winner = if first { Side::First } else { Side::Second };
            Some(outcome(g, Some(winner), How::Rout))
        }
    }
}

/// skirmish.vic.concede: the other has won.
#[must_use]
pub fn conceded(g: &Skirmish, by: Side) -> Outcome {
    outcome(g, Some(by.other()), How::Conceded)
}

/// skirmish.vic.margin: the higher score, decisive by a margin; a tie goes to the side the scenario names.
#[must_use]
pub fn count(g: &Skirmish) -> Outcome {
    let [first, second] = Side::BOTH.map(|it| score(g, it));
    let lead = first - second;
    let (winner, how) = match lead {
        0 => (g.scene.tie_goes_to, How::Tie),
        _ => {
            let winner = if 0 < lead { Side::First } else { Side::Second };
            let decisive = g.scene.decisive <= lead.abs();
            (Some(winner), if decisive { How::Decisive } else { How::Points })
        }
    };
    outcome(g, winner, how)
}

#[must_use]
pub fn score(g: &Skirmish, side: Side) -> i32 {
    let mut sum = Sum::default();
    count_score(g, side, &mut sum);
    sum.total()
}

/// skirmish.vic.points: each objective held, and the value of enemy elements destroyed or Dispersed.
pub fn count_score(g: &Skirmish, side: Side, ledger: &mut impl Ledger) {
    for id in g.objective_ids().map(|it| usize::from(it.0)) {
        if g.objectives[id] == Some(side) {
            ledger.add(HELD, g.scene.objectives[id].points[side.index()]);
        }
    }
    let lost = g.of_side(side.other()).filter(|it| g[*it].presence == Presence::Gone);
    let losses: i32 = lost.map(|it| g.data(it).value).sum();
    ledger.add(POINTS, losses * g.scene.points_per_value);
}

fn outcome(g: &Skirmish, winner: Option<Side>, how: How) -> Outcome {
    Outcome { winner, how, points: Side::BOTH.map(|it| score(g, it)) }
}
