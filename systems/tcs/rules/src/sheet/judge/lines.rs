//! Boundaries, the line of departure, phase lines.

use kernel::rules;

use super::super::line::{Flaw, flaw};
use super::super::value::{Boundary, Echelon, Release, SideAt};
use super::super::{Situation, enemies};
use super::{Case, Notes, ONE_PIECE};

rules! {
    HEXSIDE = "tcs.draw.hexside", "A hexside lies between two adjacent hexes of the map";
    LINE = "tcs.draw.line", "A line goes from corner to corner and never back";
    COMPANY = "tcs.draw.boundary-company", "A company boundary names the two companies it separates";
    BATTALION = "tcs.draw.boundary-battalion", "A battalion boundary binds everybody";
    SECTOR = "tcs.draw.sector", "Each company named on a boundary has one sector hex";
    SECTOR_OBJECTIVE = "tcs.draw.sector-objective", "A company's own area contains some of the objective";
    LD_SEPARATES = "tcs.draw.ld-separates", "The line of departure lies between assembly hex and objective";
    NEAR_CLEAR = "tcs.draw.near-clear", "No enemy stands in the near zone";
    PL_MEANING = "tcs.draw.pl-meaning", "Each phase line has a name";
    PL_SEPARATES = "tcs.draw.pl-separates", "A phase line lies between assembly hex and objective";
    PL_NESTED = "tcs.draw.pl-nested", "Phase lines lie behind each other in their order";
    PL_RELEASE = "tcs.draw.pl-release", "What releases a phase line";
}

pub(super) fn judge<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    for (i, it) in case.drawing.boundaries.iter().enumerate() {
        judge_boundary(case, it, &mut note.under(&format!("/boundaries/{i}")));
    }
    judge_sectors(case, note);
    judge_departure(case, note);
    judge_phases(case, note);
}

fn judge_boundary<S: Situation>(case: &Case<'_, S>, it: &Boundary, note: &mut Notes<'_>) {
    judge_line(case, &it.line, note);
    match it.echelon {
        Echelon::Battalion if !it.companies.is_empty() => {
            note.add(BATTALION, "/companies", "a battalion boundary names no company".into());
        }
        Echelon::Battalion => {}
        Echelon::Company => {
            if it.companies.len() != 2 || it.companies[0] == it.companies[1] {
                let why = "a company boundary names the two companies it separates".into();
                note.add(COMPANY, "/companies", why);
            }
            for (i, key) in it.companies.iter().enumerate() {
                let on_sheet = case.s.find_company(key).is_some_and(|company| {
                    case.units.known.iter().any(|it| case.s.unit(it.0).company == company)
                });
                if !on_sheet {
                    let why = format!("no unit of company \"{key}\" is on the sheet");
                    note.add(COMPANY, &format!("/companies/{i}"), why);
                }
            }
        }
    }
}

/// tcs.draw.line-ends: where a line ends is its own affair.
fn judge_line<S: Situation>(case: &Case<'_, S>, line: &[SideAt], note: &mut Notes<'_>) {
    let (rule, place, why) = match flaw(case.s.ground().map(), line) {
        None => return,
        Some(Flaw::Empty) => (LINE, "/line".to_owned(), "the line has no hexside".to_owned()),
        Some(Flaw::NoSide(i)) => {
            let why = format!("{} are not two neighbouring hexes of the map", line[i]);
            (HEXSIDE, format!("/line/{i}"), why)
        }
        Some(Flaw::Gap(i)) => {
            let why = format!("{} does not touch {}", line[i], line[i - 1]);
            (LINE, format!("/line/{i}"), why)
        }
        Some(Flaw::Again(i)) => {
            (LINE, format!("/line/{i}"), format!("at {} the line comes back to itself", line[i]))
        }
    };
    note.add(rule, &place, why);
}

fn judge_sectors<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let named: Vec<&String> = case.drawing.boundaries.iter().flat_map(|it| &it.companies).collect();
    for (i, it) in case.drawing.sectors.iter().enumerate() {
        let place = format!("/sectors/{i}");
        if !named.contains(&&it.company) {
            let why = format!("company \"{}\" is named on no boundary", it.company);
            note.add(SECTOR, &place, why);
            continue;
        }
        if case.drawing.sectors[..i].iter().any(|other| other.company == it.company) {
            note.add(SECTOR, &place, format!("company \"{}\" has two sector hexes", it.company));
        }
        let id = case.s.ground().map().id(it.hex.0);
        if !id.is_some_and(|it| case.plan.area.contains(it)) {
            let why = format!("{} is not in the operations area", it.hex);
            note.add(SECTOR, &format!("{place}/hex"), why);
            continue;
        }
        let company = case.s.find_company(&it.company);
        let own = case.plan.own.iter().find(|own| Some(own.0) == company);
        if own.is_some_and(|own| !own.1.intersects(&case.plan.objective)) {
            let why =
                format!("no hex of the objective lies in the area of company \"{}\"", it.company);
            note.add(SECTOR_OBJECTIVE, &format!("{place}/hex"), why);
        }
    }
    for (i, boundary) in case.drawing.boundaries.iter().enumerate() {
        for (k, key) in boundary.companies.iter().enumerate() {
            if !case.drawing.sectors.iter().any(|it| it.company == *key) {
                let why = format!("company \"{key}\" has no sector hex");
                note.add(SECTOR, &format!("/boundaries/{i}/companies/{k}"), why);
            }
        }
    }
}

fn judge_departure<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let plan = case.plan;
    if let Some(it) = &case.drawing.assembly {
        match case.s.ground().map().id(it.0) {
            Some(hex) if plan.area.contains(hex) => {}
            Some(_) => {
                let why = format!("the assembly hex {it} is not in the operations area");
                note.add(ONE_PIECE, "/assembly", why);
            }
            None => note.add(ONE_PIECE, "/assembly", format!("{it} is not on the map")),
        }
    }
    let Some(departure) = &case.drawing.departure else { return };
    judge_line(case, &departure.line, &mut note.under("/departure"));
    if let Some(hex) = plan.objective.intersect(&plan.near_zone()).iter().next() {
        let label = case.s.ground().map().label(hex);
        let why = format!("the line of departure does not part {label} from the assembly hex");
        note.add(LD_SEPARATES, "/departure/line", why);
    }
    let enemy = enemies(case.s, case.side).find(|it| plan.near.contains(it.1));
    if let Some((_, hex)) = enemy {
        let label = case.s.ground().map().label(hex);
        note.add(NEAR_CLEAR, "/assembly", format!("an enemy stands in the near zone, in {label}"));
    }
}

fn judge_phases<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let phases = &case.drawing.phases;
    let plan = case.plan;
    for (i, it) in phases.iter().enumerate() {
        let note = &mut note.under(&format!("/phases/{i}"));
        if it.name.trim().is_empty() || phases[..i].iter().any(|other| other.name == it.name) {
            note.add(PL_MEANING, "/name", "a phase line needs a name of its own".into());
        }
        judge_line(case, &it.line, note);
        if let Some(Release::Signal(signal)) = &it.release
            && signal.sheet.trim().is_empty()
        {
            let why = "a signal names another sheet of the side".into();
            note.add(PL_RELEASE, "/release/signal/sheet", why);
        }
        // The line of departure is the stage before the first phase line; without it nothing is asked of these.
        let (Some(before), Some(stage)) = (plan.stages.get(i), plan.stages.get(i + 1)) else {
            continue;
        };
        if plan.assembly.is_none() {
            continue;
        }
        if plan.objective.and_not(&stage.near).is_empty() {
            let why = format!("no hex of the objective lies beyond {}", it.name);
            note.add(PL_SEPARATES, "/line", why);
        }
        if !before.near.and_not(&stage.near).is_empty() {
            let why = format!("{} does not lie wholly beyond the line before it", it.name);
            note.add(PL_NESTED, "/line", why);
        }
    }
}
