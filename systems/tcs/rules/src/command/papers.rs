//! What a side declares in the Command Phase, as one sealed value a step (tcs.seq.command-secret), and its judges.

use board::HexId;
use kernel::{Objection, Rule, rules};
use serde::{Deserialize, Serialize};

use crate::id::{SheetId, Side, UnitId};
use crate::plan::Plan;
use crate::sheet::{Life, Mission, Order, Sheet, join, judge, prep, proposals};
use crate::state::{Battle, CommandStep};

rules! {
    PAPER = "tcs.general.proposed-values", "A free answer is one whole value";
    THROW = "tcs.prep.throw-optional", "The owner may leave a sheet unrolled";
    CHECK = "tcs.seq.command-4-checks", "Throws to release a Reserve or to switch to an Alternate";
    NOT_YET = "tcs.prep.alternate-check", "The trigger of the Alternate has not happened";
    BRANCH = "tcs.prep.reserve-check", "A branch of the Reserve must be named";
    JOIN = "tcs.seq.command-5-add", "Units join sheets that exist";
    ONCE = "tcs.prep.add-once", "Each stack may try once a turn";
    CREATE = "tcs.seq.command-6-create", "New sheets are drawn";
    CANCEL = "tcs.seq.cancel-step", "Cancelling and failing come before new sheets";
    REDRAW = "tcs.prep.redraw-step", "Only a sheet in preparation is redrawn";
    SET_UP = "tcs.setup.sheets", "Sheets drawn at set-up pass the same tests";
}

/// One thing done with sheets in step 6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// tcs.end.cancel
    Cancel(SheetId),
    /// tcs.end.fail-voluntary
    Fail(SheetId),
    /// Single units come off a sheet.
    TakeOff {
        sheet: SheetId,
        unit: UnitId,
    },
    Redraw {
        sheet: SheetId,
        with: Box<Sheet>,
    },
    Draw(Box<Sheet>),
}

/// tcs.prep.reserve-check, tcs.prep.alternate-check
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub sheet: SheetId,
    /// Which branch of a Reserve; nothing for an Alternate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<u8>,
}

/// A stack that would join a sheet: those units of one hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    pub sheet: SheetId,
    pub units: Vec<UnitId>,
    /// tcs.prep.add-prepared-location
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<HexId>,
}

/// The judge of a declaration.
pub fn judge_plan(g: &Battle, side: Side, step: CommandStep, plan: &Plan) -> Result<(), Objection> {
    match (step, plan) {
        (CommandStep::Implement, Plan::Throws(sheets)) => judge_throws(g, side, sheets),
        (CommandStep::Checks, Plan::Checks(checks)) => judge_checks(g, side, checks),
        (CommandStep::Add, Plan::Joins(joins)) => judge_joins(g, side, joins),
        (CommandStep::Create, Plan::Sheets(papers)) => judge_papers(g, side, papers),
        _ => Err(Objection::new(PAPER, "", "Something else is asked for.")),
    }
}

/// Values to start from; the first does nothing, so that a computer without ideas changes nothing.
#[must_use]
pub fn ready_plans(g: &Battle, side: Side, step: CommandStep) -> Vec<Plan> {
    match step {
        CommandStep::Implement => {
            // To throw for everything is what most players want.
            let all = may_throw(g, side);
            let mut plans = vec![Plan::Throws(all.clone())];
            if !all.is_empty() {
                plans.push(Plan::Throws(vec![]));
            }
            plans
        }
        CommandStep::Checks => {
            let singles = possible_checks(g, side).into_iter().map(|it| Plan::Checks(vec![it]));
            std::iter::once(Plan::Checks(vec![])).chain(singles).collect()
        }
        CommandStep::Add => {
            let singles = possible_joins(g, side).into_iter().map(|it| Plan::Joins(vec![it]));
            std::iter::once(Plan::Joins(vec![])).chain(singles).collect()
        }
        CommandStep::Create => {
            let drawn = ready_sheets(g, side).into_iter();
            let drawn = drawn.map(|it| Plan::Sheets(vec![Paper::Draw(Box::new(it))]));
            std::iter::once(Plan::Sheets(vec![])).chain(drawn).collect()
        }
        CommandStep::Review | CommandStep::Accrue | CommandStep::Morale | CommandStep::Weather => {
            Vec::new()
        }
    }
}

/// tcs.draw.proposals, of every type.
#[must_use]
pub fn ready_sheets(g: &Battle, side: Side) -> Vec<Sheet> {
    let orders = g.orders.of(side);
    Mission::ALL.into_iter().flat_map(|it| proposals::ready(g, side, orders, it)).collect()
}

/// Sheets that may be thrown for now (tcs.prep.no-column, tcs.prep.dash, tcs.end.withdraw-new-sheet).
#[must_use]
pub fn may_throw(g: &Battle, side: Side) -> Vec<SheetId> {
    let orders = g.orders.of(side).iter().enumerate();
    orders
        .filter(|it| it.1.life == Life::Preparing && throw_needs(g, it.1).is_ok())
        .map(|it| SheetId(it.0 as u8))
        .collect()
}

/// The figure to reach, or why there is no throw.
pub fn throw_needs(g: &Battle, order: &Order) -> Result<prep::Needs, Rule> {
    join::may_implement(g, order)?;
    prep::needs_of(g, order)
}

fn judge_throws(g: &Battle, side: Side, sheets: &[SheetId]) -> Result<(), Objection> {
    for (i, it) in sheets.iter().enumerate() {
        let at = format!("/throws/{i}");
        let Some(order) = g.orders.get(side, *it) else {
            return Err(Objection::new(THROW, at, "There is no such sheet."));
        };
        if order.life != Life::Preparing || sheets[..i].contains(it) {
            return Err(Objection::new(THROW, at, "This sheet is not thrown for."));
        }
        if let Err(rule) = throw_needs(g, order) {
            return Err(Objection::new(rule, at, format!("{}.", rule.title)));
        }
    }
    Ok(())
}

fn possible_checks(g: &Battle, side: Side) -> Vec<Check> {
    let mut checks = Vec::new();
    for (i, order) in g.orders.of(side).iter().enumerate() {
        let sheet = SheetId(i as u8);
        let branches = (0..order.sheet.branches.len() as u8).map(Some);
        for branch in branches.chain(std::iter::once(None)) {
            let check = Check { sheet, branch };
            if may_check(g, side, check).is_ok() {
                checks.push(check);
            }
        }
    }
    checks
}

fn may_check(g: &Battle, side: Side, check: Check) -> Result<(), Rule> {
    let Some(order) = g.orders.get(side, check.sheet).filter(|it| it.life == Life::Implemented)
    else {
        return Err(CHECK);
    };
    match (order.mission(), check.branch) {
        (Mission::Reserve, Some(branch)) if usize::from(branch) < order.sheet.branches.len() => {
            Ok(())
        }
        (Mission::Reserve, _) => Err(BRANCH),
        (_, Some(_)) => Err(BRANCH),
        (_, None) if order.sheet.alternate.is_none() => Err(CHECK),
        (_, None) if !order.is_triggered(g) => Err(NOT_YET),
        (_, None) => Ok(()),
    }
}

fn judge_checks(g: &Battle, side: Side, checks: &[Check]) -> Result<(), Objection> {
    for (i, it) in checks.iter().enumerate() {
        let at = format!("/checks/{i}");
        if checks[..i].iter().any(|other| other.sheet == it.sheet) {
            return Err(Objection::new(CHECK, at, "One check a turn for each sheet."));
        }
        may_check(g, side, *it)
            .map_err(|rule| Objection::new(rule, at, format!("{}.", rule.title)))?;
    }
    Ok(())
}

/// Stacks of Unassigned units that could join a sheet, one value a stack and sheet.
fn possible_joins(g: &Battle, side: Side) -> Vec<Join> {
    let mut joins = Vec::new();
    for (i, order) in g.orders.of(side).iter().enumerate() {
        if order.life.is_over() {
            continue;
        }
        for hex in g.occupied[side.index()].iter() {
            let free = |it: &UnitId| {
                g[*it].status == crate::sheet::Status::Unassigned
                    && !is_preparing(g, side, *it)
                    && join::may_join(g, order, *it).is_ok()
            };
            let units: Vec<UnitId> = g.stack_of(side, hex).filter(free).collect();
            if units.is_empty() {
                continue;
            }
            let location = (order.mission() == Mission::PreparedDefence)
                .then(|| {
                    if order.plan.objective.contains(hex) {
                        Some(hex)
                    } else {
                        order.plan.objective.iter().next()
                    }
                })
                .flatten();
            let join = Join { sheet: SheetId(i as u8), units, location };
            if judge_joins(g, side, std::slice::from_ref(&join)).is_ok() {
                joins.push(join);
            }
        }
    }
    joins
}

/// tcs.cmd.one-preparing
fn is_preparing(g: &Battle, side: Side, id: UnitId) -> bool {
    g.orders.of(side).iter().any(|it| it.life == Life::Preparing && it.has(id))
}

fn judge_joins(g: &Battle, side: Side, joins: &[Join]) -> Result<(), Objection> {
    let mut tried: Vec<UnitId> = Vec::new();
    for (i, it) in joins.iter().enumerate() {
        let wrong = |rule: Rule, why: String| Err(Objection::new(rule, format!("/joins/{i}"), why));
        let Some(order) = g.orders.get(side, it.sheet) else {
            return wrong(JOIN, "There is no such sheet.".into());
        };
        let known = |id: &UnitId| id.index() < g.units.len() && g.side(*id) == side;
        if it.units.is_empty() || !it.units.iter().all(known) {
            return wrong(JOIN, "Units of your own are wanted.".into());
        }
        // A stack is units of one hex.
        let place = g.hex(it.units[0]);
        if it.units.iter().any(|id| g.hex(*id) != place) {
            return wrong(ONCE, "These units are not in one hex.".into());
        }
        for id in &it.units {
            if tried.contains(id) || order.has(*id) {
                return wrong(ONCE, "This stack has tried already.".into());
            }
            if order.life == Life::Preparing && is_preparing(g, side, *id) {
                return wrong(JOIN, "It is on another sheet in preparation.".into());
            }
            if let Err(rule) = join::may_join(g, order, *id) {
                return wrong(rule, format!("{}.", rule.title));
            }
            tried.push(*id);
        }
        if order.mission() == Mission::PreparedDefence {
            let Some(hex) = it.location.filter(|hex| hex.index() < g.data.map().len()) else {
                return wrong(join::LOCATION, "A unit location is wanted.".into());
            };
            if let Err(rule) = join::may_locate(order, hex) {
                return wrong(rule, format!("{}.", rule.title));
            }
        }
    }
    Ok(())
}

/// Step 6: cancelling and failing first (tcs.seq.cancel-step), then the rest against what is left of the sheets.
fn judge_papers(g: &Battle, side: Side, papers: &[Paper]) -> Result<(), Objection> {
    let mut orders: Vec<Order> = g.orders.of(side).to_vec();
    let mut drawing = false;
    for (i, paper) in papers.iter().enumerate() {
        let wrong = |rule: Rule, why: &str| Err(Objection::new(rule, format!("/sheets/{i}"), why));
        match paper {
            Paper::Cancel(sheet) | Paper::Fail(sheet) => {
                if drawing {
                    return wrong(CANCEL, "Cancel and fail before new sheets are drawn.");
                }
                let Some(order) = orders.get_mut(sheet.index()).filter(|it| !it.life.is_over())
                else {
                    return wrong(CANCEL, "There is no such sheet in force or preparation.");
                };
                let fails = matches!(paper, Paper::Fail(_));
                if fails && order.life != Life::Implemented {
                    return wrong(CANCEL, "Only a sheet in force can fail.");
                }
                order.life = if fails { Life::Failed } else { Life::Cancelled };
            }
            Paper::TakeOff { sheet, unit } => {
                let Some(order) = orders.get_mut(sheet.index()).filter(|it| !it.life.is_over())
                else {
                    return wrong(CANCEL, "There is no such sheet in force or preparation.");
                };
                if !order.has(*unit) {
                    return wrong(CANCEL, "The unit is not on that sheet.");
                }
                order.remove(*unit);
            }
            Paper::Redraw { sheet, with } => {
                drawing = true;
                let old = orders.get(sheet.index()).filter(|it| it.life == Life::Preparing);
                if old.is_none() {
                    return wrong(REDRAW, "Only a sheet in preparation is redrawn.");
                }
                let rest = without(&orders, sheet.index());
                judge_sheet(g, side, &rest, with, i, "redraw/with")?;
                orders[sheet.index()].redraw(g, (**with).clone());
            }
            Paper::Draw(sheet) => {
                drawing = true;
                // tcs.cmd.sheet-number: any number, as far as they can be numbered.
                if usize::from(u8::MAX) <= orders.len() {
                    return wrong(CREATE, "No more sheets can be numbered.");
                }
                judge_sheet(g, side, &orders, sheet, i, "draw")?;
                orders.push(Order::new(g, side, (**sheet).clone()));
            }
        }
    }
    Ok(())
}

fn without(orders: &[Order], i: usize) -> Vec<Order> {
    orders.iter().enumerate().filter(|it| it.0 != i).map(|it| it.1.clone()).collect()
}

fn judge_sheet(
    g: &Battle,
    side: Side,
    orders: &[Order],
    sheet: &Sheet,
    i: usize,
    key: &str,
) -> Result<(), Objection> {
    judge::judge(g, side, orders, sheet)
        .map_err(|it| Objection { at: format!("/sheets/{i}/{key}{}", it.at), ..it })
}

/// Sheets drawn before the first turn: only new ones.
pub fn judge_set_up(g: &Battle, side: Side, plan: &Plan) -> Result<(), Objection> {
    match plan {
        Plan::Sheets(papers) if papers.iter().all(|it| matches!(it, Paper::Draw(_))) => {
            judge_papers(g, side, papers)
        }
        _ => Err(Objection::new(SET_UP, "", "New sheets are wanted.")),
    }
}

/// Ready sheets that go together: each adds one for units that have none yet, of the first type that offers any.
#[must_use]
pub fn ready_set_up(g: &Battle, side: Side) -> Vec<Plan> {
    let mut plans = vec![Plan::Sheets(vec![])];
    for mission in [Mission::Attack, Mission::HastyDefence, Mission::PreparedDefence, Mission::Move]
    {
        let mut orders: Vec<Order> = g.orders.of(side).to_vec();
        let mut papers = Vec::new();
        for sheet in proposals::ready(g, side, &orders.clone(), mission) {
            if judge::objections(g, side, &orders, &sheet).is_empty() {
                orders.push(Order::new(g, side, sheet.clone()));
                papers.push(Paper::Draw(Box::new(sheet)));
            }
        }
        if !papers.is_empty() {
            plans.push(Plan::Sheets(papers));
        }
    }
    plans
}
