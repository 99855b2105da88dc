//! Section 2, initiative: a die each, the higher chooses to move first or second.

use kernel::{Cx, Dice, rules, shown};

use crate::data::{Scene, Side};
use crate::event::Words;
use crate::question::{Opt, Topic, ask};
use crate::state::{Phase, Skirmish};
use crate::text::Names;

rules! {
    ROLL = "skirmish.init.roll", "The higher roll chooses to move first or second";
    TIE = "skirmish.init.tie", "Equal dice are thrown again";
}

/// In which place the winner moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MovesFirst(bool);

shown! {
    MovesFirst(first) => MovesFirst, if first { Opt::MoveFirst } else { Opt::MoveSecond };
}

pub(crate) fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    // One throw of both dice; equal dice change nothing and are thrown again by the next step.
    let rolled = cx.roll(g, ask(Side::First, ROLL, Topic::Initiative), Dice::TwoD6, |it| {
        let (first, second) = it.pair();
        second.cmp(&first)
    })?;
    let winner = match rolled {
        std::cmp::Ordering::Less => Side::First,
        std::cmp::Ordering::Greater => Side::Second,
        std::cmp::Ordering::Equal => {
            cx.say(TIE, || Said::Tie.into());
            return Ok(());
        }
    };
    // skirmish.init.winner: until the next roll, whichever place it takes.
    g.initiative = winner;
    cx.say(ROLL, || Said::Won(winner).into());
    let options = [MovesFirst(true), MovesFirst(false)];
    let MovesFirst(first) = cx.choose(g, ask(winner, ROLL, Topic::MoveFirst), &options)?;
    g.first_mover = if first { winner } else { winner.other() };
    let side = g.first_mover;
    cx.say(ROLL, || Said::First(side).into());
    g.phase = Phase::Movement { second: false };
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Tie,
    Won(Side),
    First(Side),
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        match self {
            Said::Tie => Words::plain("The initiative dice are equal and thrown again.".into()),
            Said::Won(side) => {
                Words::by(*side, format!("{} has the initiative.", names.side(*side)))
            }
            Said::First(side) => Words::by(*side, format!("{} moves first.", names.side(*side))),
        }
    }
}
