//! Victory.

use std::cmp::Ordering;

use kernel::{Cx, rules};

use crate::data::Data;
use crate::event::Words;
use crate::id::Side;
use crate::reinforcement;
use crate::state::{Battle, Outcome, Phase, Won};
use crate::text::Names;

rules! {
    WHEN = "tcs.victory.when", "Victory is judged after Clean Up of the last turn";
    DRAW = "tcs.victory.draw", "Equal points are a draw";
    COLLAPSE = "tcs.victory.collapse", "A side with no combat unit left and none to come has lost";
    SUDDEN = "tcs.victory.scenario", "The scenario ends the game";
    CONCEDE = "tcs.victory.concede", "A player may concede";
}

/// tcs.victory.points: controlled scoring hexes and enemy steps.
#[must_use]
pub fn points(g: &Battle, side: Side) -> u16 {
    let held = g.data.scoring.iter().zip(&g.holders).filter(|it| *it.1 == Some(side));
    let hexes: u16 = held.map(|it| it.0.points).sum();
    hexes + g.lost[side.other().index()] * g.data.step_points
}

/// The result by points (tcs.victory.margin).
#[must_use]
pub fn judge(g: &Battle) -> Outcome {
    let (first, second) = (points(g, Side::First), points(g, Side::Second));
    let by = match first.cmp(&second) {
        Ordering::Greater => Side::First,
        Ordering::Less => Side::Second,
        Ordering::Equal => return Outcome::Draw,
    };
    let how = if g.data.margin <= first.abs_diff(second) { Won::Decisive } else { Won::Marginal };
    Outcome::Won { by, how }
}

/// After Clean Up: the last turn, or a sudden end.
pub fn after_clean_up<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let lead = points(g, Side::First).abs_diff(points(g, Side::Second));
    let sudden = g.data.sudden_death.is_some_and(|it| it <= lead);
    let last = g.data.turns.len() <= usize::from(g.turn);
    if !sudden && !last {
        return;
    }
    let outcome = judge(g);
    g.outcome = Some(outcome);
    let rule = if outcome == Outcome::Draw {
        DRAW
    } else if last {
        WHEN
    } else {
        SUDDEN
    };
    cx.say(rule, || Said::Ends(outcome).into());
}

/// tcs.victory.collapse: at once, so after every step.
pub fn collapse<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    for side in Side::BOTH {
        // Passengers fight too, once they get out.
        let fights = g.data.units_of[side.index()]
            .iter()
            .any(|it| g.hex(it).is_some() && g.card(it).is_combat());
        if !fights && !reinforcement::expects(g, side) {
            let outcome = Outcome::Won { by: side.other(), how: Won::Collapse };
            g.outcome = Some(outcome);
            cx.say(COLLAPSE, || Said::Ends(outcome).into());
            return;
        }
    }
}

/// tcs.victory.concede: at any decision of his.
pub(crate) fn concede<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, who: Side) {
    let outcome = Outcome::Won { by: who.other(), how: Won::Conceded };
    g.outcome = Some(outcome);
    g.phase = Phase::Over;
    cx.say(CONCEDE, || Said::Ends(outcome).into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Ends(Outcome),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        let Said::Ends(outcome) = self;
        match outcome {
            Outcome::Draw => ("The battle is a draw.".into(), None, vec![]),
            Outcome::Won { by, how } => {
                let how = match how {
                    Won::Marginal => "a marginal victory",
                    Won::Decisive => "a decisive victory",
                    Won::Collapse => "a victory: the enemy has nobody left",
                    Won::Conceded => "a victory: the enemy concedes",
                };
                (format!("{} have won {how}.", names.the(*by)), Some(*by), vec![])
            }
        }
    }
}
