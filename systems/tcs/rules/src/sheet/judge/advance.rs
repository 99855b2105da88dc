//! Axes and directions of advance, and who is bound to which.

use kernel::rules;

use super::super::Situation;
use super::super::area::is_connected;
use super::super::plan::Course;
use super::super::value::Advance;
use super::{Case, Notes};

rules! {
    SPINE = "tcs.draw.axis-spine", "The spine of an axis runs from the near zone into the objective";
    SHAPE = "tcs.draw.axis-shape", "An axis begins at the line of departure and reaches the objective";
    LIMIT = "tcs.draw.axis-limit", "Width and length of an advance are limited";
    DIRECTION = "tcs.draw.direction-shape", "A direction runs from hex to hex into the objective";
    DIRECTION_LINES = "tcs.draw.direction-lines", "A direction crosses each line once, in their order";
    BINDING = "tcs.draw.advance-binding", "Each unit is bound to exactly one advance";
    SUPPORT = "tcs.draw.support", "Support units stay behind a line of departure";
}

pub(super) fn judge<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    for (i, (it, course)) in case.drawing.advances.iter().zip(&case.plan.advances).enumerate() {
        let note = &mut note.under(&format!("/advances/{i}"));
        let whole = judge_path(case, it, note);
        if whole && course.is_axis {
            judge_axis(case, course, note);
        }
        if whole && !course.is_axis {
            judge_lines(case, course, note);
        }
        judge_limits(case, it, course, note);
    }
    judge_binding(case, note);
}

/// The path itself; whether it is whole enough to look further.
fn judge_path<S: Situation>(case: &Case<'_, S>, it: &Advance, note: &mut Notes<'_>) -> bool {
    let rule = if it.half_width.is_some() { SPINE } else { DIRECTION };
    let map = case.s.ground().map();
    let before = note.found.len();
    if it.name.trim().is_empty() {
        note.add(rule, "/name", "the advance has no name".into());
    }
    if it.path.is_empty() {
        note.add(rule, "/path", "the advance has no hex".into());
    }
    case.check_hexes(rule, "/path", &it.path, note);
    for (i, at) in it.path.iter().enumerate() {
        let place = format!("/path/{i}");
        if it.path[..i].contains(at) {
            note.add(rule, &place, format!("{at} comes twice"));
        }
        if 0 < i && it.path[i - 1].0.distance(at.0) != 1 {
            note.add(rule, &place, format!("{at} is not next to {}", it.path[i - 1]));
        }
        let outside = map.id(at.0).is_some_and(|hex| !case.plan.area.contains(hex));
        if outside {
            note.add(rule, &place, format!("{at} is not in the operations area"));
        }
    }
    let id = |at: Option<&super::At>| at.and_then(|it| map.id(it.0));
    if let Some(last) = id(it.path.last())
        && !case.plan.objective.contains(last)
    {
        let place = format!("/path/{}", it.path.len() - 1);
        note.add(rule, &place, format!("{} is not in the objective", map.label(last)));
    }
    if let Some(first) = id(it.path.first())
        && case.plan.has_departure()
        && !case.plan.near_zone().contains(first)
    {
        note.add(rule, "/path/0", format!("{} is not in the near zone", map.label(first)));
    }
    note.found.len() == before
}

/// tcs.draw.axis-shape: an axis is in one piece. That it touches the near zone across the line of departure and reaches the
/// objective follows from its spine, which runs from the one into the other.
fn judge_axis<S: Situation>(case: &Case<'_, S>, course: &Course, note: &mut Notes<'_>) {
    if !is_connected(case.s.ground(), &course.hexes) {
        note.add(SHAPE, "/path", "the axis is in several pieces".into());
    }
}

/// tcs.draw.direction-lines: it starts behind all lines and ends beyond them, so a line that is crossed once is crossed outwards.
fn judge_lines<S: Situation>(case: &Case<'_, S>, course: &Course, note: &mut Notes<'_>) {
    let phases = case.drawing.phases.iter().map(|it| it.name.as_str());
    let names = std::iter::once("the line of departure").chain(phases);
    let mut last = 0;
    for (stage, name) in case.plan.stages.iter().zip(names) {
        let steps = course.path.windows(2).enumerate();
        let crossed: Vec<usize> =
            steps.filter(|it| stage.cut.crosses(it.1[0], it.1[1])).map(|it| it.0 + 1).collect();
        match crossed[..] {
            [at] if last < at => last = at,
            [at] => {
                let why = format!("{name} is crossed no later than the line before it");
                note.add(DIRECTION_LINES, &format!("/path/{at}"), why);
            }
            _ => {
                let why = format!("the direction crosses {name} {} times, not once", crossed.len());
                note.add(DIRECTION_LINES, "/path", why);
            }
        }
    }
}

/// tcs.draw.axis-limit
fn judge_limits<S: Situation>(
    case: &Case<'_, S>,
    it: &Advance,
    course: &Course,
    note: &mut Notes<'_>,
) {
    let limits = &case.s.tables().limits;
    let widest = limits.axis_half_width_per_size.saturating_mul(case.units.size);
    if let Some(width) = it.half_width.filter(|it| widest < *it) {
        let why = format!("a half-width of {width}; a sheet of this size may have {widest}");
        note.add(LIMIT, "/half_width", why);
    }
    if let (Some(first), Some(last)) = (course.path.first(), course.path.last()) {
        let straight = case.s.ground().map().distance(*first, *last);
        let most = straight * u32::from(limits.path_detour_factor);
        let steps = course.path.len() as u32 - 1;
        if most < steps {
            let why =
                format!("{steps} steps for a distance of {straight}; at most {most} are allowed");
            note.add(LIMIT, "/path", why);
        }
    }
}

fn judge_binding<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let drawing = case.drawing;
    let mut bound: Vec<&String> = Vec::new();
    for (i, it) in drawing.support.iter().enumerate() {
        let place = format!("/support/{i}");
        if drawing.departure.is_none() {
            note.add(
                SUPPORT,
                &place,
                "without a line of departure there is no place for support units".into(),
            );
        }
        check_unit(case, it, SUPPORT, &place, &mut bound, note);
    }
    for (i, advance) in drawing.advances.iter().enumerate() {
        for (k, it) in advance.units.iter().enumerate() {
            check_unit(case, it, BINDING, &format!("/advances/{i}/units/{k}"), &mut bound, note);
        }
    }
}

fn check_unit<'a, S: Situation>(
    case: &Case<'_, S>,
    key: &'a String,
    rule: kernel::Rule,
    place: &str,
    bound: &mut Vec<&'a String>,
    note: &mut Notes<'_>,
) {
    if !case.units.has(key) {
        note.add(rule, place, format!("{key} is not on the sheet"));
    }
    if bound.contains(&key) {
        note.add(rule, place, format!("{key} is bound twice"));
    }
    bound.push(key);
}
