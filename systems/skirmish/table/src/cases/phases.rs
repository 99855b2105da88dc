//! The phases as cases call them.

use skirmish::state::Phase;
use testkit::cases::words::{Read, Words};

/// Every part of the sequence at which a case can begin.
const PHASES: [(&str, Phase); 16] = [
    ("set-up", Phase::SetUp { second: false }),
    ("second-set-up", Phase::SetUp { second: true }),
    ("ready", Phase::Ready),
    ("spotting", Phase::Spotting),
    ("rally", Phase::Rally { next: 0 }),
    ("compulsory", Phase::Compulsory { winner: false }),
    ("initiative", Phase::Initiative),
    ("first-move", Phase::Movement { second: false }),
    ("second-move", Phase::Movement { second: true }),
    ("stationary-fire", Phase::StationaryFire),
    ("moving-fire", Phase::MovingFire),
    ("morale", Phase::Morale { next: 0 }),
    ("melee", Phase::Melee),
    ("end-turn", Phase::EndTurn),
    ("objectives", Phase::Objectives),
    ("over", Phase::Over),
];

pub(super) fn read(words: &mut Words) -> Read<Phase> {
    let word = words.need("a phase")?;
    match PHASES.iter().find(|it| it.0 == word) {
        Some((_, phase)) => Ok(*phase),
        None => {
            let known: Vec<&str> = PHASES.iter().map(|it| it.0).collect();
            words.wrong(format!("there is no phase \"{word}\": {}", known.join(", ")))
        }
    }
}

/// The word for where the game stands: dice of a phase belong to it.
pub(super) fn name(phase: Phase) -> &'static str {
    let begun = match phase {
        Phase::SpotRoll { .. } => Phase::Spotting,
        Phase::Rally { .. } => Phase::Rally { next: 0 },
        Phase::Compulsory { .. } => Phase::Compulsory { winner: false },
        Phase::StationaryShot { .. } => Phase::StationaryFire,
        Phase::MovingShot { .. } => Phase::MovingFire,
        Phase::Morale { .. } => Phase::Morale { next: 0 },
        Phase::Combats | Phase::MeleeTests { .. } => Phase::Melee,
        Phase::ForceMorale { .. } | Phase::Objectives => Phase::EndTurn,
        Phase::Ready => Phase::SetUp { second: true },
        other => other,
    };
    PHASES.iter().find(|it| it.1 == begun).map_or("", |it| it.0)
}

/// Are dice of a phase being thrown whose results come at its end?
pub(super) const fn is_halfway(phase: Phase) -> bool {
    match phase {
        Phase::SpotRoll { .. }
        | Phase::StationaryShot { .. }
        | Phase::MovingShot { .. }
        | Phase::Combats
        | Phase::MeleeTests { .. }
        | Phase::ForceMorale { .. } => true,
        Phase::Rally { next } | Phase::Morale { next } => 0 < next,
        _ => false,
    }
}
