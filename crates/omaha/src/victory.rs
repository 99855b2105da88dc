//! Section 18: scoring.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Victory};
use crate::state::{Day, Level, Outcome};
use kernel::Rule;

/// At the end of a turn: is this a check turn, and how does it end?
pub fn check<C: Cx<Day>>(_cx: &mut C, g: &mut Day) {
    if g.data().plan.last_turn <= g.turn {
        g.outcome = Some(Outcome {
            level: worst(g.data()),
            points: points(g),
            catastrophe: None,
            armour: false,
        });
    }
}

/// Points if the game ended now, by the score of this turn: first-waves points to turn 16, final points after.
#[must_use]
pub fn points(g: &Day) -> i16 {
    score(g).iter().map(|it| it.points).sum()
}

/// Every line of the score with the reason.
#[must_use]
pub fn score(_g: &Day) -> Vec<ScoreLine> {
    Vec::new()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreLine {
    pub rule: Rule,
    pub what: String,
    pub points: i16,
}

/// The lowest level of the scenario.
#[must_use]
pub fn worst(data: &Data) -> Level {
    match data.plan.victory {
        Victory::Points { .. } => Level::Defeat,
        Victory::Levels { .. } => Level::DecisiveDefeat,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
