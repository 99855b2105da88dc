//! Unit locations, smoke areas, failure instructions.

use kernel::rules;

use super::super::Situation;
use super::super::value::{Failure, Mission, SmokeTrigger};
use super::content::PREPARED;
use super::{Case, Notes, ONE_PIECE};

rules! {
    LOCATION = "tcs.draw.location-binding", "Each combat unit of a Prepared Defence has one location in the objective";
    LOCATION_MEANING = "tcs.draw.location-meaning", "A unit location marks where a unit stands";
    SMOKE = "tcs.draw.smoke-shape", "A smoke area is a set of hexes with one trigger";
    FAILURE = "tcs.draw.failure-contents", "Rally hex, loss limit, and perhaps a route";
}

pub(super) fn judge<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    judge_locations(case, note);
    judge_smoke(case, note);
    if let Some(it) = &case.drawing.failure {
        judge_failure(case, it, &mut note.under("/failure"));
    }
}

/// tcs.draw.location-other: on other types it is a note, but a note about a unit of the sheet.
fn judge_locations<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let holds = case.drawing.mission == Mission::PreparedDefence;
    let map = case.s.ground().map();
    for (i, it) in case.drawing.locations.iter().enumerate() {
        let place = format!("/locations/{i}");
        if !case.units.has(&it.unit) {
            note.add(
                LOCATION_MEANING,
                &format!("{place}/unit"),
                format!("{} is not on the sheet", it.unit),
            );
        }
        if case.drawing.locations[..i].iter().any(|other| other.unit == it.unit) {
            note.add(LOCATION, &format!("{place}/unit"), format!("{} has two locations", it.unit));
        }
        match map.id(it.hex.0) {
            None => {
                note.add(
                    LOCATION_MEANING,
                    &format!("{place}/hex"),
                    format!("{} is not on the map", it.hex),
                );
            }
            Some(hex) if holds && !case.plan.objective.contains(hex) => {
                note.add(
                    LOCATION,
                    &format!("{place}/hex"),
                    format!("{} is not in the objective", it.hex),
                );
            }
            Some(_) => {}
        }
    }
    if holds {
        for (id, _) in &case.units.known {
            let missing = case.s.unit(*id).combat && case.plan.location_of(*id).is_none();
            if missing {
                let why = format!("{} has no unit location", case.s.unit_key(*id));
                note.add(PREPARED, "/locations", why);
            }
        }
    }
}

fn judge_smoke<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    for (i, it) in case.drawing.smoke.iter().enumerate() {
        if it.hexes.is_empty() {
            note.add(SMOKE, &format!("/smoke/{i}/hexes"), "the smoke area has no hex".into());
        }
        case.check_hexes(SMOKE, &format!("/smoke/{i}/hexes"), &it.hexes, note);
        if let SmokeTrigger::Phase(name) = &it.trigger
            && !case.drawing.phases.iter().any(|phase| phase.name == *name)
        {
            let why = format!("the sheet has no phase line \"{name}\"");
            note.add(SMOKE, &format!("/smoke/{i}/trigger/phase"), why);
        }
    }
}

fn judge_failure<S: Situation>(case: &Case<'_, S>, it: &Failure, note: &mut Notes<'_>) {
    match case.s.ground().map().id(it.rally.0) {
        None => note.add(ONE_PIECE, "/rally", format!("{} is not on the map", it.rally)),
        Some(hex) if !case.plan.area.contains(hex) => {
            let why = format!("the rally hex {} is not in the operations area", it.rally);
            note.add(ONE_PIECE, "/rally", why);
        }
        Some(_) => {}
    }
    if let Some(percent) = it.loss_percent.filter(|it| !(1..=100).contains(it)) {
        note.add(FAILURE, "/loss_percent", format!("{percent} percent is no limit"));
    }
    case.check_hexes(FAILURE, "/route", &it.route, note);
    for (i, pair) in it.route.windows(2).enumerate() {
        if pair[0].0.distance(pair[1].0) != 1 {
            let why = format!("{} is not next to {}", pair[1], pair[0]);
            note.add(FAILURE, &format!("/route/{}", i + 1), why);
        }
    }
    if it.route.last().is_some_and(|last| *last != it.rally) {
        let place = format!("/route/{}", it.route.len() - 1);
        note.add(FAILURE, &place, "the route does not end at the rally hex".into());
    }
}
