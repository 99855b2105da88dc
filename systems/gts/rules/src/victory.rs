//! Section 26: victory.

use kernel::{Cx, rules};

use crate::data::Side;
use crate::sequence::Said;
use crate::state::{Battle, Phase, Place};

rules! {
    POINTS = "gts.victory.default", "Points for enemy steps and victory hexes";
    HEX = "gts.victory.data", "Victory hexes";
    CONCEDE = "gts.victory.concede", "A player may concede";
}

/// What a side has scored so far, and from what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    pub steps: i32,
    pub hexes: i32,
    pub handicap: i32,
}

impl Score {
    #[must_use]
    pub const fn total(self) -> i32 {
        self.steps + self.hexes + self.handicap
    }
}

/// gts.victory.default: enemy steps eliminated and victory hexes last occupied.
#[must_use]
pub fn score(g: &Battle, side: Side) -> Score {
    let victory = &g.data().victory;
    let held = g.holders.iter().zip(&victory.hexes).filter(|(holder, _)| **holder == side);
    Score {
        steps: i32::from(g.steps_lost[side.other().index()])
            * i32::from(victory.per_enemy_step[side.index()]),
        hexes: held.map(|(_, it)| i32::from(it.points)).sum(),
        handicap: i32::from(victory.handicap[side.index()]),
    }
}

/// gts.victory.concede: at any decision of his.
pub(crate) fn concede<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, who: Side) {
    g.conceded = Some(who);
    g.phase = Phase::Over;
    cx.say(CONCEDE, || Said::Conceded(who).into());
}

/// More points win; equal is a draw; who has conceded has lost.
#[must_use]
pub fn winner(g: &Battle) -> Option<Side> {
    if let Some(side) = g.conceded {
        return Some(side.other());
    }
    let [first, second] = Side::BOTH.map(|side| score(g, side).total());
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    }
}

impl Battle {
    /// Steps a side still has in play or to come: what it fights with.
    #[must_use]
    pub fn strength(&self, side: Side) -> u32 {
        let units = self.scene.units_of[side.index()].iter();
        let in_play =
            units.filter(|id| !matches!(self[*id].place, Place::Eliminated | Place::Absent));
        let in_play = in_play.filter(|id| !self.kind(*id).is_afloat());
        in_play.map(|id| u32::from(self[id].steps)).sum()
    }
}
