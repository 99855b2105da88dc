//! What a side declares in the Command Phase, as one sealed value a step (tcs.seq.command-secret), and its judges.

use board::HexId;
use kernel::{Objection, Rule, Wanted, rules};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::id::{SheetId, Side, UnitId};
use crate::plan::Plan;
use crate::set::UnitSet;
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

/// Values to start from; the first does nothing, so that a computer without ideas changes nothing. Where one is wanted it is one of
/// those that all would be, and any of them can be, but not alike often: to look for it must not cost what the whole list does.
#[must_use]
pub fn ready_plans(g: &Battle, side: Side, step: CommandStep, wanted: Wanted) -> Vec<Plan> {
    match (step, wanted) {
        (CommandStep::Implement, Wanted::One(random)) if random % 2 == 0 => {
            vec![Plan::Throws(vec![])]
        }
        (CommandStep::Implement, _) => {
            // To throw for everything is what most players want.
            let all = may_throw(g, side);
            let mut plans = vec![Plan::Throws(all.clone())];
            if !all.is_empty() && wanted == Wanted::All {
                plans.push(Plan::Throws(vec![]));
            }
            plans
        }
        // There are few.
        (CommandStep::Checks, _) => {
            let singles = possible_checks(g, side).into_iter().map(|it| Plan::Checks(vec![it]));
            std::iter::once(Plan::Checks(vec![])).chain(singles).collect()
        }
        (CommandStep::Add, Wanted::All) => {
            let singles = possible_joins(g, side).into_iter().map(|it| Plan::Joins(vec![it]));
            std::iter::once(Plan::Joins(vec![])).chain(singles).collect()
        }
        (CommandStep::Add, Wanted::One(random)) => {
            let join = if random % 2 == 0 { None } else { one_join(g, side, random / 2) };
            vec![Plan::Joins(join.into_iter().collect())]
        }
        (CommandStep::Create, Wanted::All) => {
            let drawn = ready_sheets(g, side).into_iter();
            let drawn = drawn.map(|it| Plan::Sheets(vec![Paper::Draw(Box::new(it))]));
            std::iter::once(Plan::Sheets(vec![])).chain(drawn).collect()
        }
        (CommandStep::Create, Wanted::One(random)) => {
            let drawn = one_sheet(g, side, random).map(|it| Paper::Draw(Box::new(it)));
            vec![Plan::Sheets(drawn.into_iter().collect())]
        }
        (
            CommandStep::Review | CommandStep::Accrue | CommandStep::Morale | CommandStep::Weather,
            _,
        ) => Vec::new(),
    }
}

/// Of so many turns at random, one draws a sheet: a side has some forty of them to choose from every turn, and would draw till nobody is
/// left without.
const DRAWS_ONE_TURN_IN: u64 = 4;

fn one_sheet(g: &Battle, side: Side, random: u64) -> Option<Sheet> {
    let (number, turn) = (random / DRAWS_ONE_TURN_IN, random % DRAWS_ONE_TURN_IN);
    if turn != 0 {
        return None;
    }
    let missions = Mission::ALL.len() as u64;
    let mission = Mission::ALL[(number % missions) as usize];
    proposals::one(g, side, g.orders.of(side), mission, number / missions)
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
    for sheet in 0..g.orders.of(side).len() {
        for hex in g.occupied[side.index()].iter() {
            joins.extend(join_of(g, side, SheetId(sheet as u8), hex));
        }
    }
    joins
}

/// The first of them from a place in the list at random.
fn one_join(g: &Battle, side: Side, random: u64) -> Option<Join> {
    let sheets = g.orders.of(side).len();
    let hexes: SmallVec<[HexId; 64]> = g.occupied[side.index()]
        .iter()
        .filter(|it| free_units(g, side, *it).next().is_some())
        .collect();
    let pairs = sheets * hexes.len();
    if pairs == 0 {
        return None;
    }
    let first = (random % pairs as u64) as usize;
    (first..pairs)
        .chain(0..first)
        .find_map(|it| join_of(g, side, SheetId((it / hexes.len()) as u8), hexes[it % hexes.len()]))
}

fn free_units(g: &Battle, side: Side, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    g.stack_of(side, hex).filter(move |it| {
        g[*it].status == crate::sheet::Status::Unassigned && !is_preparing(g, side, *it)
    })
}

/// What of a stack could join this sheet.
fn join_of(g: &Battle, side: Side, sheet: SheetId, hex: HexId) -> Option<Join> {
    let order = g.orders.get(side, sheet).filter(|it| !it.life.is_over())?;
    let may_join = |it: &UnitId| join::may_join(g, order, *it).is_ok();
    let units: Vec<UnitId> = free_units(g, side, hex).filter(may_join).collect();
    let objective = &order.plan.objective;
    let there = || if objective.contains(hex) { Some(hex) } else { objective.iter().next() };
    let located = order.mission() == Mission::PreparedDefence;
    let location = if located { there() } else { None };
    let join = Join { sheet, units, location };
    judge_joins(g, side, std::slice::from_ref(&join)).is_ok().then_some(join)
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
        let own = |id: &UnitId| g.data.units.get(id.index()).is_some_and(|it| it.side == side);
        if it.units.is_empty() || !it.units.iter().all(own) {
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
        if order.life == Life::Preparing {
            let joining = joins[..=i].iter().filter(|other| other.sheet == it.sheet);
            let more = joining.flat_map(|it| it.units.iter().copied());
            if let Err(rule) = prep::row_with(g, order, more) {
                return wrong(rule, format!("{}: the sheet could never come through.", rule.title));
            }
        }
        if order.mission() == Mission::PreparedDefence {
            let Some(hex) = it.location else {
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
                if matches!(paper, Paper::Fail(_)) && order.life != Life::Implemented {
                    return wrong(CANCEL, "Only a sheet in force can fail.");
                }
                // Over either way.
                order.life = Life::Cancelled;
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

/// Ready sheets that go together: each adds one for units that have none yet, of one type.
#[must_use]
pub fn ready_set_up(g: &Battle, side: Side, wanted: Wanted) -> Vec<Plan> {
    let missions =
        [Mission::Attack, Mission::HastyDefence, Mission::PreparedDefence, Mission::Move];
    if let Wanted::One(random) = wanted {
        let of = missions.get((random % (1 + missions.len() as u64)) as usize);
        return vec![Plan::Sheets(of.map_or_else(Vec::new, |it| sheets_of(g, side, *it)))];
    }
    let drawn = missions.into_iter().map(|it| sheets_of(g, side, it)).filter(|it| !it.is_empty());
    std::iter::once(vec![]).chain(drawn).map(Plan::Sheets).collect()
}

fn sheets_of(g: &Battle, side: Side, mission: Mission) -> Vec<Paper> {
    let sketches = proposals::Sketches::new(g, side, g.orders.of(side), mission);
    let mut busy = UnitSet::EMPTY;
    let mut papers = Vec::new();
    for number in 0..sketches.count() {
        // Who is on one sheet in preparation cannot go onto another.
        if sketches.units(number).any(|it| busy.contains(it)) {
            continue;
        }
        if let Some(sheet) = sketches.draw(number) {
            busy.extend(sketches.units(number));
            papers.push(Paper::Draw(Box::new(sheet)));
        }
    }
    papers
}
