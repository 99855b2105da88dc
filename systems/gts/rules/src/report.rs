//! Events in words: every line of the log.

use board::HexId;

use crate::data::{Chit, Data, DivisionId, LeaderId, Side, Start, UnitId};
use crate::event::Event;
use crate::state::Barrage;
use crate::tables::FireResult;
use crate::text::{self, Names, attack, beach_number, weather};

/// A line of the report: the sentence, the side it is about, the hexes it names.
#[must_use]
pub fn event(data: &Data, event: &Event) -> (String, Option<Side>, Vec<HexId>) {
    let names = Names(data);
    let of = |id: UnitId| Some(data.units[usize::from(id.0)].side);
    let division_side = |id: DivisionId| Some(data.divisions[usize::from(id.0)].side);
    let leader_side = |id: LeaderId| {
        let formation = &data.formations[usize::from(data.leaders[usize::from(id.0)].formation.0)];
        Some(data.divisions[usize::from(formation.division.0)].side)
    };
    match event {
        Event::TurnBegins(turn) => {
            let it = &data.turns[usize::from(*turn - 1)];
            (format!("Turn {turn}: {}, {}.", it.date, it.time), None, vec![])
        }
        Event::Arrived { unit } => {
            let afloat = matches!(data.unit_starts[usize::from(unit.0)].at, Start::Sea { .. });
            let what = if afloat { "arrives off the coast" } else { "waits in its holding box" };
            (format!("{} {what}.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Entered { unit, hex } => {
            (format!("{} enters at {}.", names.unit(*unit), names.hex(*hex)), of(*unit), vec![*hex])
        }
        Event::Converted(id) => {
            (format!("{} turns 2 CPs into 1 DP.", names.division(*id)), division_side(*id), vec![])
        }
        Event::Bought { side, formation, now } => {
            let when = if *now { "for this turn" } else { "for the next turn" };
            (
                format!("The chit of {} is bought {when}.", names.formation(*formation)),
                Some(*side),
                vec![],
            )
        }
        Event::MugFilled(n) => (format!("{n} chits go into the mug."), None, vec![]),
        Event::ChitPlayed(chit) => {
            (format!("{} is played.", names.chit(*chit)), chit_side(data, *chit), vec![])
        }
        Event::ChitHeld(chit) => (
            format!("{} is left over for the next turn.", names.chit(*chit)),
            chit_side(data, *chit),
            vec![],
        ),
        Event::GainedCp { division, points } => (
            format!("{} gains {points} CP.", names.division(*division)),
            division_side(*division),
            vec![],
        ),
        Event::GainedDp { division, points } => {
            let text = match points {
                ..0 => format!("{} loses {} DP.", names.division(*division), -points),
                _ => format!("{} gains {points} DP.", names.division(*division)),
            };
            (text, division_side(*division), vec![])
        }
        Event::LostCp(id) => {
            (format!("{} loses 1 CP.", names.division(*id)), division_side(*id), vec![])
        }
        Event::SpentCp { division, unit, points } => (
            format!("{} spends {points} CP for {}.", names.division(*division), names.unit(*unit)),
            of(*unit),
            vec![],
        ),
        Event::Activated { unit, action } => {
            (format!("{}: {}.", names.unit(*unit), text::action(*action)), of(*unit), vec![])
        }
        Event::Moved { unit, from, to } => (
            format!("{} moves to {}.", names.unit(*unit), names.hex(*to)),
            of(*unit),
            vec![*from, *to],
        ),
        Event::Column { unit, on } => {
            let what = if *on { "forms Column" } else { "leaves Column" };
            (format!("{} {what}.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Mounted { unit, on } => {
            let what = if *on { "mounts" } else { "dismounts" };
            (format!("{} {what}.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Entrenched { unit, on } => {
            let what = if *on { "enters" } else { "leaves" };
            (format!("{} {what} its entrenchment.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::ImprovedPositionLost(unit) => {
            (format!("{} leaves its improved position.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Fired { firer, target, result, op } => {
            let how = if *op { "Op Fire: " } else { "" };
            let what = match result {
                FireResult::Miss => "misses".to_string(),
                it => format!("hits with {}", text::result(*it)),
            };
            (
                format!("{how}{} fires at {} and {what}.", names.unit(*firer), names.unit(*target)),
                of(*firer),
                vec![],
            )
        }
        Event::OpFireFailed(unit) => {
            (format!("{} fails to Op Fire.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Checked { unit, passed } => {
            let what = if *passed { "passes" } else { "fails" };
            (format!("{} {what} the check.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Suppressed(unit) => {
            (format!("{} is suppressed.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::CohesionHit { unit, level } => {
            (format!("{} takes a Cohesion Hit ({level}).", names.unit(*unit)), of(*unit), vec![])
        }
        Event::StepLost(unit) => {
            (format!("{} loses a step.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Eliminated(unit) => {
            (format!("{} is eliminated.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Stopped(unit) => (format!("{} is stopped.", names.unit(*unit)), of(*unit), vec![]),
        Event::Stays(unit) => {
            (format!("{} does not move on.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::DroppedOut(unit) => {
            (format!("{} drops out of the assault.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::AssaultBegins { from, hex } => (
            format!("Assault from {} on {}.", names.hex(*from), names.hex(*hex)),
            None,
            vec![*from, *hex],
        ),
        Event::Ran { unit, to } => {
            (format!("{} runs to {}.", names.unit(*unit), names.hex(*to)), of(*unit), vec![*to])
        }
        Event::Charges => ("The assaulters charge.".into(), None, vec![]),
        Event::Overrun(hex) => {
            (format!("The defenders of {} are overrun.", names.hex(*hex)), None, vec![*hex])
        }
        Event::Advanced { hex } => {
            (format!("The assaulters advance into {}.", names.hex(*hex)), None, vec![*hex])
        }
        Event::AssaultEnds { hex, taken } => {
            let how = if *taken { "is taken" } else { "holds" };
            (format!("{} {how}.", names.hex(*hex)), None, vec![*hex])
        }
        Event::Rallied { unit } => (format!("{} rallies.", names.unit(*unit)), of(*unit), vec![]),
        Event::RallyFailed(unit) => {
            (format!("{} fails to rally.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::LeaderMoved { leader, unit } => (
            format!("{} joins {}.", names.leader(*leader), names.unit(*unit)),
            leader_side(*leader),
            vec![],
        ),
        Event::LeaderLost(leader) => {
            (format!("{} is lost.", names.leader(*leader)), leader_side(*leader), vec![])
        }
        Event::Weather(it) => (format!("The weather is {}.", weather(*it)), None, vec![]),
        Event::AirPoints { side, points } => {
            (format!("{} has {points} Air Points today.", names.side(*side)), Some(*side), vec![])
        }
        Event::AirAllotted(id) => {
            (format!("An Air Point goes to {}.", names.division(*id)), division_side(*id), vec![])
        }
        Event::Interdicted { side, hex } => {
            (format!("{} is under interdiction today.", names.hex(*hex)), Some(*side), vec![*hex])
        }
        Event::HeldUp(unit) => (
            format!("{} is held up from the air until nightfall.", names.unit(*unit)),
            of(*unit),
            vec![],
        ),
        Event::StrikeCalled { caller, target } => (
            format!("{} calls an air strike on {}.", names.unit(*caller), names.unit(*target)),
            of(*caller),
            vec![],
        ),
        Event::StrikeAborted { target, by } => {
            let by = by.map_or("Flak".into(), |it| names.unit(it).to_string());
            (format!("{by} drives off the strike at {}.", names.unit(*target)), of(*target), vec![])
        }
        Event::Attacked { by, target, result } => {
            let what = match result {
                FireResult::Miss => "a miss",
                it => text::result(*it),
            };
            (format!("{} at {}: {what}.", attack(*by), names.unit(*target)), of(*target), vec![])
        }
        Event::EventDrawn { effect, side } => {
            let whose = side.map_or(String::new(), |it| format!(" ({})", names.side(it)));
            (format!("Event: {}{whose}.", text::effect(*effect)), *side, vec![])
        }
        Event::Hero { unit, heroic } => {
            let what = if *heroic { "fights heroically" } else { "has a hero" };
            (format!("{} {what}.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Transferred { formation, division } => (
            format!("{} passes to {}.", names.formation(*formation), names.division(*division)),
            division_side(*division),
            vec![],
        ),
        Event::ParkCreated { division, hex } => (
            format!("{} parks its artillery in {}.", names.division(*division), names.hex(*hex)),
            division_side(*division),
            vec![*hex],
        ),
        Event::ParkGone { division, hex, broken } => {
            let how = if *broken { "is broken up" } else { "is disbanded" };
            (
                format!(
                    "The artillery park of {} in {} {how}.",
                    names.division(*division),
                    names.hex(*hex)
                ),
                division_side(*division),
                vec![*hex],
            )
        }
        Event::Parked { unit, hex } => (
            format!("{} joins the artillery park in {}.", names.unit(*unit), names.hex(*hex)),
            of(*unit),
            vec![*hex],
        ),
        Event::ParkFired(hex) => {
            (format!("The park in {} has fired.", names.hex(*hex)), None, vec![*hex])
        }
        Event::ContactMade { unit, leader } => (
            format!("{} is in contact with {}.", names.unit(*unit), names.leader(*leader)),
            of(*unit),
            vec![],
        ),
        Event::ContactFailed { unit, leader } => (
            format!("{} does not raise {}.", names.unit(*unit), names.leader(*leader)),
            of(*unit),
            vec![],
        ),
        Event::ContactLost(unit) => {
            (format!("{} loses contact.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::FiredAt { firer, hex } => (
            format!("{} fires into {}.", names.unit(*firer), names.hex(*hex)),
            of(*firer),
            vec![*hex],
        ),
        Event::BarragePlaced { hex, barrage } => {
            let what = match barrage {
                Barrage::Light => "A Light Barrage",
                Barrage::Heavy => "A Heavy Barrage",
            };
            (format!("{what} falls on {}.", names.hex(*hex)), None, vec![*hex])
        }
        Event::Rubbled(hex) => {
            (format!("{} is shelled to rubble.", names.hex(*hex)), None, vec![*hex])
        }
        Event::ImprovedPositionBuilt(unit) => {
            (format!("{} is in an improved position.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::EntrenchmentBuilt(unit) => {
            (format!("{} is entrenched.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::RoadBlockBuilt { division, hex } => (
            format!("{} blocks the road in {}.", names.division(*division), names.hex(*hex)),
            division_side(*division),
            vec![*hex],
        ),
        Event::RoadBlockCleared(hex) => {
            (format!("The road block in {} is cleared.", names.hex(*hex)), None, vec![*hex])
        }
        Event::MenAtWork { unit, markers } => {
            (format!("{} is still at work (+{markers}).", names.unit(*unit)), of(*unit), vec![])
        }
        Event::RearguardCreated { unit, hex } => (
            format!("{} is placed in {}.", names.unit(*unit), names.hex(*hex)),
            of(*unit),
            vec![*hex],
        ),
        Event::RearguardRemoved(unit) => {
            (format!("{} is withdrawn.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::DriftReduced { unit, level } => (
            format!("{} works its way ashore (Drift {level}).", names.unit(*unit)),
            of(*unit),
            vec![],
        ),
        Event::GapsOpen(id) => {
            (format!("All gaps of {} are open.", names.beach(*id)), None, vec![])
        }
        Event::GapOpened { beach, from, to } => (
            format!(
                "A gap of {} is open between {} and {}.",
                names.beach(*beach),
                names.hex(*from),
                names.hex(*to)
            ),
            None,
            vec![*from, *to],
        ),
        Event::BeachReduced { beach, number, left } => (
            format!("{} of {}: {left} left.", beach_number(*number), names.beach(*beach)),
            None,
            vec![],
        ),
        Event::BeachHolds { unit, beach } => (
            format!(
                "{} fires at the defenses of {} without effect.",
                names.unit(*unit),
                names.beach(*beach)
            ),
            of(*unit),
            vec![],
        ),
        Event::RocketsSpent(unit) => {
            (format!("{} has fired its rockets and leaves.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::OverlayEnds(id) => {
            (format!("The landing at {} is over.", names.beach(*id)), None, vec![])
        }
        Event::ShipMayNotFire(unit) => {
            (format!("{} finds no target.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::PhoneCut(id) => {
            (format!("The telephone lines of {} are cut.", names.beach(*id)), None, vec![])
        }
        Event::Sunk(unit) => (format!("{} is lost.", names.unit(*unit)), of(*unit), vec![]),
        Event::Beached { unit, hex } => (
            format!("{} runs in at {}.", names.unit(*unit), names.hex(*hex)),
            of(*unit),
            vec![*hex],
        ),
        Event::Drifts { unit, level } => {
            (format!("{} drifts off (Drift {level}).", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Landed { unit, hex } => {
            (format!("{} lands at {}.", names.unit(*unit), names.hex(*hex)), of(*unit), vec![*hex])
        }
        Event::Recycled(unit) => {
            (format!("{} returns for another load.", names.unit(*unit)), of(*unit), vec![])
        }
        Event::Embarked { unit, sub_beach } => (
            format!("{} heads for {}.", names.unit(*unit), names.sub_beach(*sub_beach)),
            of(*unit),
            vec![],
        ),
        Event::Loaded { unit, sub_beach } => (
            format!("{} loads for {}.", names.unit(*unit), names.sub_beach(*sub_beach)),
            of(*unit),
            vec![],
        ),
        Event::MarkerMoved { force, hex } => {
            (format!("{} moves to {}.", names.force(*force), names.hex(*hex)), None, vec![*hex])
        }
        Event::ShipMoved { unit, force, range_box } => (
            format!(
                "{} takes station with {}, {}.",
                names.unit(*unit),
                names.force(*force),
                names.range_box(*range_box)
            ),
            of(*unit),
            vec![],
        ),
        Event::ChitReturned(chit) => (
            format!("{} goes back into the mug.", names.chit(*chit)),
            chit_side(data, *chit),
            vec![],
        ),
        Event::ChitUnplayed(chit) => (
            format!("{} is put aside unplayed.", names.chit(*chit)),
            chit_side(data, *chit),
            vec![],
        ),
        Event::TurnEnds(turn) => (format!("Turn {turn} ends."), None, vec![]),
        Event::Ended { points } => {
            let [a, b] = Side::BOTH.map(|side| names.side(side).to_string());
            (format!("The battle is over: {a} {}, {b} {}.", points[0], points[1]), None, vec![])
        }
    }
}

fn chit_side(data: &Data, chit: Chit) -> Option<Side> {
    match chit {
        Chit::Division(id) => Some(data.divisions[usize::from(id.0)].side),
        Chit::Formation(id) => {
            let division = data.formations[usize::from(id.0)].division;
            Some(data.divisions[usize::from(division.0)].side)
        }
        Chit::DirectCommand(side) => Some(side),
        Chit::Events | Chit::RoyalMarines | Chit::Naval => None,
    }
}
