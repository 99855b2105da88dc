//! Section 2: the ten steps of a turn.

use kernel::{Cx, rules};

use crate::data::Scene;
use crate::event::Words;
use crate::state::{Phase, Skirmish};
use crate::tables::FiresIn;
use crate::{
    assault, compulsory, end_turn, fire, initiative, morale, movement, rally, setup, spotting,
};

rules! {
    SEQUENCE = "skirmish.turn.sequence", "Ten steps in this order";
}

/// One step of the game (skirmish.eng.step-size). What both sides do at the same time (skirmish.turn.simultaneous) is
/// declared sealed, rolled in steps that change nothing the others look at, and applied by a last step. Each part of the sequence ends by setting the next.
pub fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    match g.phase {
        Phase::SetUp { second } => setup::step(cx, g, second),
        Phase::Ready => {
            setup::ready(cx, g);
            begin_turn(cx, g);
            Ok(())
        }
        Phase::Spotting => spotting::declare(cx, g),
        Phase::SpotRoll { next } => spotting::step(cx, g, next),
        Phase::Rally { next } => rally::step(cx, g, next),
        Phase::Compulsory { winner } => compulsory::step(cx, g, winner),
        Phase::Initiative => initiative::step(cx, g),
        Phase::Movement { second } => movement::step(cx, g, second),
        Phase::StationaryFire => fire::declare(cx, g, FiresIn::StationaryFire),
        Phase::StationaryShot { next } => fire::step(cx, g, FiresIn::StationaryFire, next),
        Phase::MovingFire => fire::declare(cx, g, FiresIn::MovingFire),
        Phase::MovingShot { next } => fire::step(cx, g, FiresIn::MovingFire, next),
        Phase::Morale { next } => morale::step(cx, g, next),
        Phase::Melee => assault::declare(cx, g),
        Phase::Combats => assault::step(cx, g),
        Phase::MeleeTests { next } => assault::tests(cx, g, next),
        Phase::EndTurn => end_turn::step(cx, g),
        Phase::ForceMorale { next } => end_turn::force_morale(cx, g, next),
        Phase::Objectives => {
            end_turn::objectives(cx, g);
            if g.phase != Phase::Over {
                begin_turn(cx, g);
            }
            Ok(())
        }
        Phase::Over => Ok(()),
    }
}

fn begin_turn<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    g.turn = g.turn.saturating_add(1);
    let turn = g.turn;
    cx.say(SEQUENCE, || Said::TurnBegins(turn).into());
    g.phase = Phase::Spotting;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    TurnBegins(u8),
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::TurnBegins(turn) = self;
        Words::plain(match scene.turns.cmp(turn) {
            std::cmp::Ordering::Less => {
                format!("Turn {turn}, beyond the {} scheduled.", scene.turns)
            }
            _ => format!("Turn {turn} of {}.", scene.turns),
        })
    }
}
