//! What a sheet must show (tcs.draw.contents): required, optional or unused, by type. Boundaries, phase lines and smoke areas
//! are optional everywhere they have a use (tcs.draw.boundaries-optional). Frontages are advice (tcs.draw.frontage-advice):
//! nothing here measures them.

use kernel::{Rule, rules};

use super::super::Situation;
use super::super::value::Mission;
use super::{Case, Notes};
use crate::tables::{RequiredRow, Requirement};

rules! {
    ATTACK = "tcs.draw.required-attack", "What an Attack sheet needs";
    MOVE = "tcs.draw.required-move", "What a Move sheet needs";
    HASTY = "tcs.draw.required-hasty", "What a Hasty Defence sheet needs";
    PREPARED = "tcs.draw.required-prepared", "What a Prepared Defence sheet needs";
    RESERVE = "tcs.draw.required-reserve", "What a Reserve sheet needs";
    FAILURE = "tcs.draw.failure-compulsory", "Failure instructions are compulsory";
    NEEDS_LD = "tcs.draw.pl-needs-ld", "Phase lines need a line of departure";
    ASSEMBLY = "tcs.draw.assembly", "A line of departure needs an assembly hex behind it";
}

pub(super) fn judge<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let drawing = case.drawing;
    let (row, rule) = requirements(case);
    let departure = drawing.departure.is_some();
    let elements: [(Requirement, &str, bool, &str); 8] = [
        (row.objective, "/objective", drawing.objective.is_some(), "an objective"),
        (row.boundaries, "/boundaries", !drawing.boundaries.is_empty(), "boundaries"),
        (row.line_of_departure, "/departure", departure, "a line of departure"),
        (row.assembly_hex, "/assembly", drawing.assembly.is_some(), "an assembly hex"),
        (row.phase_lines, "/phases", !drawing.phases.is_empty(), "phase lines"),
        (row.advance, "/advances", !drawing.advances.is_empty(), "an axis or a direction"),
        (row.smoke_areas, "/smoke", !drawing.smoke.is_empty(), "smoke areas"),
        (row.failure, "/failure", drawing.failure.is_some(), "failure instructions"),
    ];
    let name = drawing.mission.name();
    for (requirement, place, given, what) in elements {
        let rule = if place == "/failure" { FAILURE } else { rule };
        match requirement {
            Requirement::Required if !given => {
                note.add(rule, place, format!("a {name} sheet needs {what}"));
            }
            Requirement::Unused if given => {
                note.add(rule, place, format!("a {name} sheet has no use for {what}"));
            }
            Requirement::WithLineOfDeparture if departure && !given => {
                note.add(ASSEMBLY, place, format!("a line of departure needs {what}"));
            }
            Requirement::WithLineOfDeparture if given && !departure => {
                note.add(ASSEMBLY, place, format!("{what} stands behind a line of departure"));
            }
            _ => {}
        }
    }
    if !drawing.phases.is_empty() && !departure && row.phase_lines != Requirement::Unused {
        note.add(NEEDS_LD, "/phases", "phase lines need a line of departure".into());
    }
}

fn requirements<'a, S: Situation>(case: &Case<'a, S>) -> (&'a RequiredRow, Rule) {
    let table = &case.s.tables().required;
    match case.drawing.mission {
        Mission::Attack => (&table.attack, ATTACK),
        Mission::Move => (&table.moving, MOVE),
        Mission::HastyDefence => (&table.hasty_defence, HASTY),
        Mission::PreparedDefence => (&table.prepared_defence, PREPARED),
        Mission::Reserve => (&table.reserve, RESERVE),
    }
}
