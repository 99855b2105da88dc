//! The judge of drawings: accepts a sheet or names everything that is wrong with it, each by its statement and its place
//! (tcs.draw.refuse).
//!
//! Here the sheet as a whole: units, Alternate, branches. `content` asks for what the type needs, `lines` looks at
//! boundaries, line of departure and phase lines, `advance` at axes and directions, `marks` at all else.

pub mod advance;
pub mod content;
pub mod lines;
pub mod marks;
#[cfg(test)]
mod tests;

use kernel::{Objection, Rule, rules};

use super::Situation;
use super::area::is_connected;
use super::order::{Life, Order};
use super::plan::Plan;
use super::prep;
use super::value::{At, Drawing, Mission, Sheet, Trigger};
use crate::id::{Side, UnitId};

rules! {
    CONTENTS = "tcs.draw.contents", "What a sheet carries";
    ONE_FORCE = "tcs.cmd.one-force-a-sheet", "All units of a sheet belong to one force";
    ONE_PREPARING = "tcs.cmd.one-preparing", "A unit is on at most one sheet in preparation";
    ALTERNATE = "tcs.prep.alternate", "An Attack, Hasty Defence or Move may carry one Alternate";
    TRIGGER = "tcs.prep.alternate-trigger", "What sets off an Alternate";
    BRANCHES = "tcs.prep.reserve-branches", "Each branch is a complete Attack, Hasty Defence or Move";
    OBJECTIVE_SHAPE = "tcs.draw.objective-shape", "An objective is a named, connected set of hexes";
    OBJECTIVE_LIMIT = "tcs.draw.objective-limit", "An objective is limited by the size of the sheet";
    ONE_PIECE = "tcs.draw.area-one-piece", "Objective, rally hex and assembly hex lie in the operations area";
}

/// Every citation of the judge.
pub const ALL: &[&[Rule]] = &[RULES, advance::RULES, content::RULES, lines::RULES, marks::RULES];

/// Everything that is wrong with a sheet of this side; `orders` are the sheets it already has, without the one that is
/// drawn anew.
#[must_use]
pub fn objections<S: Situation>(
    s: &S,
    side: Side,
    orders: &[Order],
    sheet: &Sheet,
) -> Vec<Objection> {
    let mut found = but_branches(s, side, orders, sheet);
    let units = Units::new(s, sheet);
    let mut note = Notes { found: &mut found, place: String::new() };
    judge_branches(s, side, &units, sheet, &mut note);
    found
}

/// Everything but what is wrong inside its branches: for whoever has judged those as drawings.
pub(super) fn but_branches<S: Situation>(
    s: &S,
    side: Side,
    orders: &[Order],
    sheet: &Sheet,
) -> Vec<Objection> {
    let units = Units::new(s, sheet);
    let mut found = Vec::new();
    let mut note = Notes { found: &mut found, place: String::new() };
    units.judge(s, side, orders, sheet, &mut note);
    let force = units.known.first().map(|it| s.unit(it.0).force);
    if let Some(force) = force {
        let has_alternate = sheet.alternate.is_some();
        if let Err(rule) = prep::row(s.tables(), s.command_prep(force), units.size, has_alternate) {
            note.add(
                rule,
                "/units",
                "Command Prep and the companies on the sheet come to more than the table has"
                    .into(),
            );
        }
    }
    judge_drawing(s, side, &units, &sheet.drawing, &mut note.under("/drawing"));
    judge_alternate(s, side, &units, sheet, &mut note);
    judge_branch_count(s, sheet, &mut note);
    found
}

/// Whether a drawing for the units of a sheet is as it should be.
pub(super) fn is_drawing_right<S: Situation>(
    s: &S,
    side: Side,
    sheet: &Sheet,
    drawing: &Drawing,
) -> bool {
    let mut found = Vec::new();
    let mut note = Notes { found: &mut found, place: String::new() };
    judge_drawing(s, side, &Units::new(s, sheet), drawing, &mut note);
    found.is_empty()
}

/// The verdict as the kernel takes it: one objection that stands for all.
pub fn judge<S: Situation>(
    s: &S,
    side: Side,
    orders: &[Order],
    sheet: &Sheet,
) -> Result<(), Objection> {
    let mut all = objections(s, side, orders, sheet);
    if all.is_empty() {
        return Ok(());
    }
    let first = all.remove(0);
    let rest: String = all.iter().map(|it| format!("; {it}")).collect();
    Err(Objection { why: format!("{}{rest}", first.why), ..first })
}

/// One drawing, by itself complete.
fn judge_drawing<S: Situation>(
    s: &S,
    side: Side,
    units: &Units,
    drawing: &Drawing,
    note: &mut Notes<'_>,
) {
    let plan = Plan::new(s, drawing);
    let case = Case { s, side, units, drawing, plan: &plan };
    content::judge(&case, note);
    judge_objective(&case, note);
    lines::judge(&case, note);
    advance::judge(&case, note);
    marks::judge(&case, note);
}

/// What is being judged.
struct Case<'a, S> {
    s: &'a S,
    side: Side,
    units: &'a Units<'a>,
    drawing: &'a Drawing,
    plan: &'a Plan,
}

impl<S: Situation> Case<'_, S> {
    fn is_on_map(&self, at: &At) -> bool {
        self.s.ground().map().id(at.0).is_some()
    }

    /// Names each hex that is not on the map.
    fn check_hexes(&self, rule: Rule, place: &str, hexes: &[At], note: &mut Notes<'_>) {
        for (i, it) in hexes.iter().enumerate().filter(|it| !self.is_on_map(it.1)) {
            note.add(rule, &format!("{place}/{i}"), format!("{it} is not on the map"));
        }
    }
}

fn judge_objective<S: Situation>(case: &Case<'_, S>, note: &mut Notes<'_>) {
    let Some(objective) = &case.drawing.objective else { return };
    case.check_hexes(OBJECTIVE_SHAPE, "/objective/hexes", &objective.hexes, note);
    if objective.name.trim().is_empty() {
        note.add(OBJECTIVE_SHAPE, "/objective/name", "the objective has no name".into());
    }
    let set = &case.plan.objective;
    if set.is_empty() {
        note.add(OBJECTIVE_SHAPE, "/objective/hexes", "the objective has no hex".into());
    } else if !is_connected(case.s.ground(), set) {
        note.add(OBJECTIVE_SHAPE, "/objective/hexes", "the objective is in several pieces".into());
    }
    let most =
        u32::from(case.s.tables().limits.objective_hexes_per_size) * u32::from(case.units.size);
    if most < set.count() {
        let why = format!(
            "the objective has {} hexes; a sheet of this size may have {most}",
            set.count()
        );
        note.add(OBJECTIVE_LIMIT, "/objective/hexes", why);
    }
    for (i, it) in objective.hexes.iter().enumerate() {
        let outside = case.s.ground().map().id(it.0).is_some_and(|it| !case.plan.area.contains(it));
        if outside {
            let why = format!("{it} is cut off from the rest of the objective by a boundary");
            note.add(ONE_PIECE, &format!("/objective/hexes/{i}"), why);
        }
    }
}

fn judge_alternate<S: Situation>(
    s: &S,
    side: Side,
    units: &Units,
    sheet: &Sheet,
    note: &mut Notes<'_>,
) {
    let Some(alternate) = &sheet.alternate else { return };
    let note = &mut note.under("/alternate");
    if matches!(sheet.drawing.mission, Mission::PreparedDefence | Mission::Reserve) {
        let why = format!("a {} carries no Alternate", sheet.drawing.mission.name());
        note.add(ALTERNATE, "", why);
    }
    if alternate.drawing.mission == Mission::Reserve {
        note.add(ALTERNATE, "/drawing/mission", "an Alternate is never a Reserve".into());
    }
    match &alternate.trigger {
        Trigger::Time(_) => {}
        Trigger::Phase(name) if sheet.drawing.phases.iter().any(|it| it.name == *name) => {}
        Trigger::Phase(name) => {
            let why = format!("the sheet has no phase line \"{name}\"");
            note.add(TRIGGER, "/trigger/phase", why);
        }
        Trigger::Attained if sheet.drawing.mission.is_defence() => {
            let why = "a defence never attains its objective, it has it".into();
            note.add(TRIGGER, "/trigger", why);
        }
        Trigger::Attained => {}
        Trigger::Spotted(hexes) => {
            if hexes.is_empty() {
                note.add(TRIGGER, "/trigger/spotted", "no hex is drawn in which to look".into());
            }
            for (i, it) in hexes.iter().enumerate() {
                if s.ground().map().id(it.0).is_none() {
                    let place = format!("/trigger/spotted/{i}");
                    note.add(TRIGGER, &place, format!("{it} is not on the map"));
                }
            }
        }
    }
    judge_drawing(s, side, units, &alternate.drawing, &mut note.under("/drawing"));
}

fn judge_branches<S: Situation>(
    s: &S,
    side: Side,
    units: &Units,
    sheet: &Sheet,
    note: &mut Notes<'_>,
) {
    for (i, it) in sheet.branches.iter().enumerate() {
        let note = &mut note.under(&format!("/branches/{i}"));
        if matches!(it.mission, Mission::PreparedDefence | Mission::Reserve) {
            let why = format!("a branch is no {}", it.mission.name());
            note.add(BRANCHES, "/mission", why);
        }
        judge_drawing(s, side, units, it, note);
    }
}

fn judge_branch_count<S: Situation>(s: &S, sheet: &Sheet, note: &mut Notes<'_>) {
    let count = sheet.branches.len();
    let most = usize::from(s.tables().limits.reserve_max_branches);
    match sheet.drawing.mission {
        Mission::Reserve if count == 0 || most < count => {
            let why = format!("a Reserve has one to {most} branches, not {count}");
            note.add(content::RESERVE, "/branches", why);
        }
        Mission::Reserve => {}
        _ if 0 < count => {
            note.add(content::RESERVE, "/branches", "only a Reserve has branches".into());
        }
        _ => {}
    }
}

/// The units of a sheet.
struct Units<'a> {
    keys: &'a [String],
    /// Those there are, with their place in the list.
    known: Vec<(UnitId, usize)>,
    size: u8,
}

impl<'a> Units<'a> {
    fn new<S: Situation>(s: &S, sheet: &'a Sheet) -> Units<'a> {
        let find = |it: (usize, &String)| s.find_unit(it.1).map(|id| (id, it.0));
        let known: Vec<_> = sheet.units.iter().enumerate().filter_map(find).collect();
        let size = prep::size(s.tables(), known.iter().map(|it| s.unit(it.0).company));
        Units { keys: &sheet.units, known, size }
    }

    fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|it| it == key)
    }

    fn judge<S: Situation>(
        &self,
        s: &S,
        side: Side,
        orders: &[Order],
        sheet: &Sheet,
        note: &mut Notes<'_>,
    ) {
        if sheet.name.trim().is_empty() {
            note.add(CONTENTS, "/name", "the sheet has no name".into());
        }
        if orders.iter().any(|it| !it.life.is_over() && it.sheet.name == sheet.name) {
            note.add(CONTENTS, "/name", "another sheet of the side has this name".into());
        }
        if self.keys.is_empty() {
            note.add(CONTENTS, "/units", "no unit is on the sheet".into());
        }
        for (i, key) in self.keys.iter().enumerate() {
            let place = format!("/units/{i}");
            if self.keys[..i].contains(key) {
                note.add(CONTENTS, &place, format!("{key} is listed twice"));
            }
            let Some(id) = s.find_unit(key) else {
                note.add(CONTENTS, &place, format!("there is no unit \"{key}\""));
                continue;
            };
            let unit = s.unit(id);
            if unit.side != side {
                note.add(CONTENTS, &place, format!("{key} is a unit of the enemy"));
                continue;
            }
            if unit.steps == 0 {
                note.add(CONTENTS, &place, format!("{key} is destroyed"));
            }
            if s.force_key(unit.force) != sheet.force {
                let why = format!(
                    "{key} belongs to {}, the sheet to {}",
                    s.force_key(unit.force),
                    sheet.force
                );
                note.add(ONE_FORCE, &place, why);
            }
            let elsewhere = |it: &&Order| it.life == Life::Preparing && it.has(id);
            if let Some(other) = orders.iter().find(elsewhere) {
                let why = format!(
                    "{key} is already on \"{}\", which is in preparation",
                    other.sheet.name
                );
                note.add(ONE_PREPARING, &place, why);
            }
        }
    }
}

/// Where objections are written, each with its place in the whole value.
struct Notes<'a> {
    found: &'a mut Vec<Objection>,
    place: String,
}

impl Notes<'_> {
    fn add(&mut self, rule: Rule, place: &str, why: String) {
        self.found.push(Objection::new(rule, format!("{}{place}", self.place), why));
    }

    fn under(&mut self, place: &str) -> Notes<'_> {
        Notes { place: format!("{}{place}", self.place), found: &mut *self.found }
    }
}
