//! What a situation says about the position itself.

use gts::data::{Chit, FormationId, Side, UnitId};
use gts::state::{Active, Battle, Park, Phase, Stage};
use gts::text;
use testkit::cases::field::Fields;

use super::find;
use crate::cases::fields::PointsField;
use crate::cases::words::{self, Read, Words, Wrong};

pub(super) const WORDS: [&str; 25] = [
    "barrage",
    "park",
    "rubble",
    "tried",
    "chit",
    "phase",
    "held",
    "mug",
    "bought",
    "leader-since",
    "holder",
    "steps-lost",
    "points",
    "acted",
    "attached",
    "transferred",
    "called",
    "air-points",
    "air-to-allot",
    "interdiction",
    "cup",
    "belongs",
    "beach-now",
    "marker",
    "plays",
];

/// What belongs to the position.
pub(super) fn after(g: &mut Battle, word: &str, mut words: Words) -> Read<()> {
    match word {
        "barrage" => {
            let barrage = words.word()?;
            for label in words.rest() {
                g.barrages.push((find(&g.data().map, words.line, &label)?, barrage));
            }
            g.barrages.sort_unstable();
        }
        "park" => park(g, &mut words)?,
        "rubble" => {
            for label in words.rest() {
                g.rubble.push(find(&g.data().map, words.line, &label)?);
            }
            g.rubble.sort_unstable();
        }
        "tried" => {
            for key in words.rest() {
                let id = unit(g, words.line, &key)?;
                g.tried.insert(id);
            }
        }
        "air-points" => {
            let division = words::division(&mut words, g.data())?;
            g.air.on[usize::from(division.0)] = words.number("Air Points")?;
        }
        "air-to-allot" => {
            let side = words::side(&mut words)?;
            g.air.left[side.index()] = words.number("Air Points")?;
        }
        "interdiction" => {
            let side = words::side(&mut words)?;
            for label in words.rest() {
                g.air.interdicted.push((side, find(&g.data().map, words.line, &label)?));
            }
            g.air.interdicted.sort_unstable();
        }
        "cup" => {
            for entry in 0..g.cup.len() {
                if words.peek().is_some() {
                    g.cup[entry] = words.number("markers in the cup")?;
                }
            }
        }
        "belongs" => {
            let formation = words::formation(&mut words, g.data())?;
            words.take("to");
            let division = words::division(&mut words, g.data())?;
            g.formation_division[usize::from(formation.0)] = division;
        }
        "beach-now" | "marker" | "plays" => super::sea::now(g, word, &mut words)?,
        "chit" => {
            let chit = words::chit(&mut words, g.data())?;
            let stage = match words.next().as_deref() {
                None | Some("actions") => Stage::Actions,
                Some("opening") => Stage::Opening,
                Some("transfers") => Stage::Transfers,
                Some("step") => Stage::Naval(words.number("the step of the Naval Chit")?),
                Some(other) => {
                    return words.wrong(format!(
                        "a chit is at its opening, actions, transfers or step N, not \"{other}\""
                    ));
                }
            };
            g.phase = Phase::Chits;
            open(g, chit, stage);
        }
        "phase" => {
            let letter = words.need("a letter of the sequence of play")?;
            // Steps in which the sides act one after the other: the first if no other is named.
            let side = if words.peek().is_some() { words::side(&mut words)? } else { Side::First };
            if letter != "H" {
                g.active = None;
            }
            let letter = if letter == "E" { "E.I" } else { &letter };
            let is_it = |it: &Phase| text::phase_letter(*it) == letter;
            g.phase = match Phase::all(side).into_iter().find(is_it) {
                Some(it) => it,
                None => {
                    let all = text::SEQUENCE.map(|it| it.0).join(", ");
                    return words.wrong(format!("there is no step \"{letter}\": {all}"));
                }
            };
        }
        "held" => g.held = Some(words::chit(&mut words, g.data())?),
        "mug" => {
            while words.peek().is_some() {
                let chit = words::chit(&mut words, g.data())?;
                g.mug.push(chit);
            }
            g.mug.sort_unstable();
        }
        "bought" => {
            let formation = words::formation(&mut words, g.data())?;
            g.chits[usize::from(formation.0)].state = words.word()?;
        }
        "leader-since" => {
            let formation = words::formation(&mut words, g.data())?;
            let since = if words.take("never") { None } else { Some(words.number("the turn")?) };
            g.chits[usize::from(formation.0)].leader_since = since;
        }
        "holder" => {
            let label = words.need("a hex")?;
            let hex = find(&g.data().map, words.line, &label)?;
            let side = words::side(&mut words)?;
            match g.data().victory.hexes.iter().position(|it| it.hex == hex) {
                Some(at) => g.holders[at] = side,
                None => return words.wrong(format!("{label} is no victory hex")),
            }
        }
        "steps-lost" => {
            let side = words::side(&mut words)?;
            g.steps_lost[side.index()] = words.number("steps")?;
        }
        "points" => {
            let division = words::division(&mut words, g.data())?;
            PointsField::set_all(&mut g.points[usize::from(division.0)], &mut words)?;
        }
        "acted" | "called" => {
            for key in words.rest() {
                let id = unit(g, words.line, &key)?;
                if let Some(active) = &mut g.active {
                    let set = if word == "acted" { &mut active.acted } else { &mut active.called };
                    set.insert(id);
                }
            }
        }
        "attached" => {
            let n = words.number("units attached")?;
            if let Some(active) = &mut g.active {
                active.attached = n;
            }
        }
        "transferred" => {
            for key in words.rest() {
                let Some(at) = g.data().leaders.iter().position(|it| it.key == key) else {
                    return words.wrong(format!("there is no leader \"{key}\""));
                };
                if let Some(active) = &mut g.active {
                    active.transferred |= 1 << at;
                }
            }
        }
        _ => return Ok(()),
    }
    words.end()
}

/// `0303 fired`, `0303 of A fired`: a park stands wherever a unit is parked; this turns it, or makes an empty one.
fn park(g: &mut Battle, words: &mut Words) -> Read<()> {
    let label = words.need("a hex")?;
    let hex = find(&g.data().map, words.line, &label)?;
    if words.take("of") {
        let division = words::division(words, g.data())?;
        g.parks.retain(|it| it.hex != hex);
        g.parks.push(Park { hex, division, fired: false });
        g.parks.sort_unstable();
    }
    let fired = words.take("fired");
    match g.parks.iter_mut().find(|it| it.hex == hex) {
        Some(park) => park.fired = fired,
        None => return words.wrong(format!("no unit is parked in {label}")),
    }
    Ok(())
}

pub(super) fn unit(g: &Battle, line: usize, key: &str) -> Read<UnitId> {
    match g.data().units.iter().position(|it| it.key == key) {
        Some(at) => Ok(UnitId(at as u8)),
        None => Err(Wrong { line, message: format!("there is no unit \"{key}\"") }),
    }
}

pub(super) fn open(g: &mut Battle, chit: Chit, stage: Stage) {
    let data = g.data();
    let side_of = |it: FormationId| data.divisions[usize::from(g.division_of(it).0)].side;
    let side = match chit {
        Chit::Division(id) => data.divisions[usize::from(id.0)].side,
        Chit::Formation(id) => side_of(id),
        Chit::DirectCommand(side) => side,
        Chit::RoyalMarines => match data.royal_marines {
            Some(formation) => side_of(formation),
            None => return,
        },
        Chit::Naval => match &data.naval {
            Some(naval) => naval.side,
            None => return,
        },
        Chit::Events => return,
    };
    let stage =
        if chit == Chit::Naval && stage == Stage::Actions { Stage::Naval(1) } else { stage };
    g.active = Some(Active::new(chit, side, stage));
}
