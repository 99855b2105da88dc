//! The Command Phase, steps 1 to 6 (tcs.seq.command-both).

use kernel::{Cx, Dice, Rule, rules};
use smallvec::SmallVec;

use super::papers::{self, Paper, judge_plan, ready_plans, throw_needs};
use crate::data::Data;
use crate::event::Words;
use crate::id::{SheetId, Side, UnitId};
use crate::plan::Plan;
use crate::question::{Question, Topic, ask};
use crate::set::UnitSet;
use crate::sheet::end::{self, Review};
use crate::sheet::order::Member;
use crate::sheet::{Life, Mission, Order, Situation as _, Status, join, prep};
use crate::state::{Battle, CommandStep};
use crate::text::Names;

rules! {
    REVIEW = "tcs.seq.command-1-review", "Implemented sheets are reviewed";
    ACCRUE = "tcs.seq.command-2-accrue", "Sheets in preparation collect weighted turns";
    IMPLEMENT = "tcs.seq.command-3-implement", "Implementation throws";
    THROW = "tcs.prep.throw", "The throw equals or beats the figure";
    STATUS = "tcs.general.status-open", "Whether a unit has orders is open to both sides";
    CHECK = "tcs.cmd.check", "A die above the Command Prep value";
}

/// Step 1 (tcs.end.review, tcs.end.complete-before-fail).
pub fn review<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    for side in Side::BOTH {
        for i in 0..g.orders.of(side).len() {
            let sheet = SheetId(i as u8);
            match end::review(&*g, &g.orders.of(side)[i]) {
                Review::GoesOn => (),
                Review::Waits(rule) => tell(cx, side, rule, Told::Waits(sheet)),
                Review::Complete(rule) => {
                    tell(cx, side, rule, Told::Complete(sheet));
                    complete(cx, g, side, sheet);
                }
                Review::Failed(rule) => {
                    tell(cx, side, rule, Told::Failed(sheet));
                    fail(cx, g, side, sheet);
                }
                Review::Empty => {
                    tell(cx, side, end::EMPTY, Told::Cancelled(sheet));
                    over(g, side, sheet, Life::Cancelled);
                }
            }
        }
        rally(cx, g, side);
    }
}

fn complete<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side, sheet: SheetId) {
    let order = &g.orders.of(side)[sheet.index()];
    // tcs.end.attack-becomes-hasty
    if g.data.options.consolidate && order.mission() == Mission::Attack {
        let mut order = order.clone();
        let drawing = end::consolidated(&order.sheet.drawing);
        order.become_drawing(&*g, drawing);
        g.orders.lists[side.index()][sheet.index()] = order;
        return tell(cx, side, end::BECOMES_HASTY, Told::Complete(sheet));
    }
    let units = members(&g.orders.of(side)[sheet.index()]);
    over(g, side, sheet, Life::Complete);
    free(cx, g, units);
}

/// tcs.end.fail-effect: all its units withdraw by its instructions.
fn fail<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side, sheet: SheetId) {
    let units = members(&g.orders.of(side)[sheet.index()]);
    over(g, side, sheet, Life::Failed);
    set_status(cx, g, units, Status::Withdrawing, Some(sheet));
}

/// tcs.end.rallied, tcs.end.rally-gone
fn rally<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    let mut done = UnitSet::EMPTY;
    for id in g.data.units_of[side.index()].iter() {
        if g[id].status != Status::Withdrawing {
            continue;
        }
        let ends = match (g[id].sheet.and_then(|it| g.orders.get(side, it)), g[id].rally) {
            (Some(order), _) => end::ends_withdrawal(&*g, id, order),
            (None, Some(rally)) => {
                let reach = u32::from(g.data.tables.limits.rally_distance);
                match g.hex(id) {
                    Some(hex) if g.data.distance(hex, rally) <= reach => Some(end::RALLIED),
                    Some(hex) => {
                        let way = super::way_home(g, id, hex, rally);
                        way.steps(hex).is_none().then_some(end::RALLY_GONE)
                    }
                    None => Some(end::RALLY_GONE),
                }
            }
            (None, None) => Some(end::RALLY_GONE),
        };
        if ends.is_some() {
            done.insert(id);
        }
    }
    free(cx, g, done);
}

/// Step 2 (tcs.prep.accrue-step, tcs.prep.wt-window): sheets of step 6 are there from the next turn on (tcs.prep.first-accrual), units
/// freed in step 1 count as Unassigned (tcs.end.freed-accrue).
pub fn accrue<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    for side in Side::BOTH {
        for i in 0..g.orders.of(side).len() {
            let order = &g.orders.of(side)[i];
            if order.life != Life::Preparing {
                continue;
            }
            let (turns, rule) = prep::weighted_turns(&*g, order);
            let order = &mut g.orders.lists[side.index()][i];
            order.weighted_turns = order.weighted_turns.saturating_add(turns);
            let total = order.weighted_turns;
            tell(cx, side, rule, Told::Accrues { sheet: SheetId(i as u8), turns, total });
        }
    }
}

/// tcs.general.contact-flags: after step 4 contact is counted afresh. Nobody fires between step 2 and that, so the accrual sees
/// the same, and a Reserve is still known to have been fired upon (tcs.prep.reserve-contact).
pub fn forget_contact(g: &mut Battle) {
    for unit in &mut g.units {
        unit.has_fired = false;
        unit.fired_upon = false;
    }
}

/// Steps 3 to 6: both declare at once, then what they want is carried out, side by side.
pub fn declared<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    step: CommandStep,
) -> Result<(), C::Halt> {
    let rule: Rule = match step {
        CommandStep::Implement => IMPLEMENT,
        CommandStep::Checks => papers::CHECK,
        CommandStep::Add => papers::JOIN,
        _ => papers::CREATE,
    };
    // Who is asked follows from what everybody can see.
    let asks: SmallVec<[Question; 2]> = Side::BOTH
        .into_iter()
        .filter(|it| may_have(g, *it, step))
        .map(|it| ask(it, rule, Topic::Sheets(step)))
        .collect();
    if asks.is_empty() {
        return Ok(());
    }
    let judge = |k: usize, plan: &Plan| judge_plan(g, asks[k].who, step, plan);
    let plans =
        cx.declare(g, &asks, judge, |k, wanted| ready_plans(g, asks[k].who, step, wanted))?;
    for (question, plan) in asks.iter().zip(plans) {
        let side = question.who;
        match plan {
            Plan::Throws(sheets) => {
                for it in sheets {
                    throw(cx, g, side, it)?;
                }
            }
            Plan::Checks(checks) => {
                for it in checks {
                    check(cx, g, side, it)?;
                }
            }
            Plan::Joins(joins) => {
                for it in joins {
                    join_sheet(cx, g, side, &it)?;
                }
            }
            Plan::Sheets(list) => {
                for it in list {
                    write(cx, g, side, it);
                }
            }
            Plan::SetUp(_) => (),
        }
    }
    Ok(())
}

/// Could a side have anything to say in this step, as far as the enemy can tell? A check needs a sheet in force, and whether
/// anybody is Assigned is open; sheets in preparation are not, so the other steps are asked every turn.
fn may_have(g: &Battle, side: Side, step: CommandStep) -> bool {
    let units = || g.data.units_of[side.index()].iter().filter(|it| 0 < g[*it].steps);
    match step {
        CommandStep::Checks => units().any(|it| g[it].status == Status::Assigned),
        // A sheet drawn in turn 1 is first thrown for in turn 2.
        CommandStep::Implement if g.turn == 1 => g.data.sheets.iter().any(|it| it.side == side),
        _ => units().next().is_some(),
    }
}

/// One implementation throw (tcs.prep.one-throw, tcs.prep.fail-keeps).
fn throw<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    sheet: SheetId,
) -> Result<(), C::Halt> {
    let Some(order) = g.orders.get(side, sheet).filter(|it| it.life == Life::Preparing) else {
        return Ok(());
    };
    let Ok(needs) = throw_needs(g, order) else { return Ok(()) };
    let figure = i32::from(needs.figure);
    let who = ask(side, THROW, Topic::Sheets(CommandStep::Implement));
    let comes = cx.roll(g, who, Dice::D66, |it| figure <= it.d66())?;
    tell(cx, side, THROW, Told::Thrown { sheet, figure: needs.figure, comes });
    if comes {
        implement(cx, g, side, sheet);
    }
    Ok(())
}

/// tcs.prep.implemented-now, tcs.prep.leave-old
pub fn implement<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side, sheet: SheetId) {
    let mut order = g.orders.of(side)[sheet.index()].clone();
    order.members.retain(|it| 0 < g[it.unit].steps);
    order.implement(&*g);
    let units = members(&order);
    g.orders.lists[side.index()][sheet.index()] = order;
    for id in units.iter() {
        leave(cx, g, side, id, Some(sheet));
    }
    set_status(cx, g, units, Status::Assigned, Some(sheet));
}

/// A unit leaves the sheet it was on, which is cancelled when nobody is left (tcs.end.empty).
fn leave<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    id: UnitId,
    for_sheet: Option<SheetId>,
) {
    let Some(old) = g[id].sheet.filter(|it| Some(*it) != for_sheet) else { return };
    let order = &mut g.orders.lists[side.index()][old.index()];
    order.remove(id);
    if order.members.is_empty() {
        order.life = Life::Cancelled;
        tell(cx, side, end::EMPTY, Told::Cancelled(old));
    }
}

/// One command check for a Reserve or an Alternate.
fn check<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    it: papers::Check,
) -> Result<(), C::Halt> {
    let Some(order) = g.orders.get(side, it.sheet) else { return Ok(()) };
    let reserve = order.mission() == Mission::Reserve;
    let modifier = if reserve { join::reserve_modifier(&*g, order) } else { 0 };
    let drawing = match (it.branch, &order.sheet.alternate) {
        (Some(branch), _) => order.sheet.branches.get(usize::from(branch)).cloned(),
        (None, Some(alternate)) => Some(alternate.drawing.clone()),
        (None, None) => None,
    };
    let rule = if reserve { join::RESERVE } else { join::ALTERNATE };
    let first = order.members.first();
    let prep = first.map(|it| g.command_prep(g.card(it.unit).force)).unwrap_or_default();
    let passes = command_check(cx, g, side, prep, modifier, it.sheet)?;
    let (true, Some(drawing)) = (passes, drawing) else { return Ok(()) };
    let mut order = g.orders.of(side)[it.sheet.index()].clone();
    order.members.retain(|it| 0 < g[it.unit].steps);
    order.become_drawing(&*g, drawing);
    g.orders.lists[side.index()][it.sheet.index()] = order;
    tell(cx, side, rule, Told::Becomes(it.sheet));
    Ok(())
}

/// tcs.cmd.check
fn command_check<C: Cx<Battle>>(
    cx: &mut C,
    g: &Battle,
    side: Side,
    command_prep: u8,
    modifier: i32,
    sheet: SheetId,
) -> Result<bool, C::Halt> {
    let tables = g.data.clone();
    let who = ask(side, CHECK, Topic::Sheets(CommandStep::Checks));
    let passes = cx.roll(g, who, Dice::D6, |it| {
        join::succeeds(&tables.tables, command_prep, modifier, it.d6())
    })?;
    tell(cx, side, CHECK, Told::Checked { sheet, passes });
    Ok(passes)
}

/// Step 5 (tcs.prep.add-step): a stack joins, on an implemented sheet by a command check (tcs.prep.join-leaves).
fn join_sheet<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    it: &papers::Join,
) -> Result<(), C::Halt> {
    let Some(order) = g.orders.get(side, it.sheet).filter(|it| !it.life.is_over()) else {
        return Ok(());
    };
    let in_force = order.life == Life::Implemented;
    if in_force {
        let first = it.units.first();
        let prep = first.map(|id| g.command_prep(g.card(*id).force)).unwrap_or_default();
        if !command_check(cx, g, side, prep, 0, it.sheet)? {
            return Ok(());
        }
    }
    for id in &it.units {
        let steps = g[*id].steps;
        if in_force {
            leave(cx, g, side, *id, Some(it.sheet));
        }
        let order = &mut g.orders.lists[side.index()][it.sheet.index()];
        order.members.push(Member { unit: *id, steps });
        if let Some(hex) = it.location {
            order.locate(*id, hex);
        }
    }
    tell(cx, side, papers::JOIN, Told::Joined(it.sheet));
    if in_force {
        let units = it.units.iter().copied().collect();
        set_status(cx, g, units, Status::Assigned, Some(it.sheet));
    }
    Ok(())
}

/// Step 6 (tcs.prep.create-step): one paper; cancelling is a right (tcs.end.cancel-allowed).
fn write<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side, paper: Paper) {
    match paper {
        Paper::Cancel(sheet) => {
            let order = &g.orders.of(side)[sheet.index()];
            let units =
                if order.life == Life::Implemented { members(order) } else { UnitSet::EMPTY };
            over(g, side, sheet, Life::Cancelled);
            tell(cx, side, end::CANCEL, Told::Cancelled(sheet));
            free(cx, g, units);
        }
        Paper::Fail(sheet) => {
            tell(cx, side, end::VOLUNTARY, Told::Failed(sheet));
            fail(cx, g, side, sheet);
        }
        Paper::TakeOff { sheet, unit } => {
            let order = &mut g.orders.lists[side.index()][sheet.index()];
            order.remove(unit);
            let in_force = order.life == Life::Implemented;
            if order.members.is_empty() {
                order.life = Life::Cancelled;
                tell(cx, side, end::EMPTY, Told::Cancelled(sheet));
            }
            if in_force {
                free(cx, g, UnitSet::of(unit));
            }
        }
        Paper::Redraw { sheet, with } => {
            let mut order = g.orders.of(side)[sheet.index()].clone();
            order.redraw(&*g, *with);
            g.orders.lists[side.index()][sheet.index()] = order;
            tell(cx, side, papers::REDRAW, Told::Drawn(sheet));
        }
        Paper::Draw(sheet) => {
            let order = Order::new(&*g, side, *sheet);
            g.orders.lists[side.index()].push(order);
            let sheet = SheetId(g.orders.of(side).len() as u8 - 1);
            tell(cx, side, papers::CREATE, Told::Drawn(sheet));
        }
    }
}

/// Before the first turn: the scenario's sheets, then those drawn at set-up (tcs.setup.free-sheets).
pub fn set_up<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    if g.data.options.without_command {
        return Ok(());
    }
    let data = g.data.clone();
    for it in &data.sheets {
        let order = Order::new(&*g, it.side, it.sheet.clone());
        add(cx, g, it.side, order, it.weighted_turns);
    }
    if !data.options.sheets_at_set_up {
        return Ok(());
    }
    let asks = Side::BOTH.map(|it| ask(it, papers::SET_UP, Topic::SetUpSheets));
    let judge = |k: usize, plan: &Plan| papers::judge_set_up(g, asks[k].who, plan);
    let plans =
        cx.declare(g, &asks, judge, |k, wanted| papers::ready_set_up(g, asks[k].who, wanted))?;
    for (question, plan) in asks.iter().zip(plans) {
        let Plan::Sheets(list) = plan else { continue };
        for paper in list {
            if let Paper::Draw(sheet) = paper {
                let order = Order::new(&*g, question.who, *sheet);
                add(cx, g, question.who, order, data.options.start_weighted_turns);
            }
        }
    }
    Ok(())
}

fn add<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    mut order: Order,
    weighted_turns: Option<u16>,
) {
    order.weighted_turns = weighted_turns.unwrap_or_default();
    g.orders.lists[side.index()].push(order);
    let sheet = SheetId(g.orders.of(side).len() as u8 - 1);
    tell(cx, side, papers::SET_UP, Told::Drawn(sheet));
    if weighted_turns.is_none() {
        implement(cx, g, side, sheet);
    }
}

fn members(order: &Order) -> UnitSet {
    order.members.iter().map(|it| it.unit).collect()
}

fn over(g: &mut Battle, side: Side, sheet: SheetId, life: Life) {
    g.orders.lists[side.index()][sheet.index()].life = life;
}

fn free<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, units: UnitSet) {
    set_status(cx, g, units, Status::Unassigned, None);
}

/// Status is open, the sheet is not: who learns of the one hears nothing of the other.
fn set_status<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    units: UnitSet,
    status: Status,
    sheet: Option<SheetId>,
) {
    let mut changed = UnitSet::EMPTY;
    for id in units.iter().filter(|it| 0 < g[*it].steps).collect::<UnitSet>().iter() {
        if g[id].status != status {
            changed.insert(id);
        }
        g[id].status = status;
        g[id].sheet = sheet;
        g[id].rally = None;
    }
    if !changed.is_empty() {
        cx.say(STATUS, || Said::Status(changed, status).into());
    }
}

fn tell<C: Cx<Battle>>(cx: &mut C, owner: Side, rule: Rule, told: Told) {
    cx.say(rule, || Secret { owner, told }.into());
}

/// What becomes of a sheet: its owner's business alone (tcs.general.sheets-secret, tcs.general.secret-lines).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    pub owner: Side,
    pub told: Told,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    Drawn(SheetId),
    Accrues { sheet: SheetId, turns: u16, total: u16 },
    Thrown { sheet: SheetId, figure: u8, comes: bool },
    Checked { sheet: SheetId, passes: bool },
    Becomes(SheetId),
    Joined(SheetId),
    Waits(SheetId),
    Complete(SheetId),
    Failed(SheetId),
    Cancelled(SheetId),
}

impl Secret {
    pub(crate) fn words(&self, _: &Data) -> Words {
        let sheet = |it: &SheetId| format!("Sheet {}", it.0 + 1);
        let text = match &self.told {
            Told::Drawn(it) => format!("{} is drawn.", sheet(it)),
            Told::Accrues { sheet: it, turns, total } => {
                format!("{}: {turns} weighted turns more, {total} in all.", sheet(it))
            }
            Told::Thrown { sheet: it, figure, comes } => {
                let how = if *comes { "comes through" } else { "does not come through" };
                format!("{} needs {figure} and {how}.", sheet(it))
            }
            Told::Checked { sheet: it, passes } => {
                let how = if *passes { "passes" } else { "fails" };
                format!("{}: the command check {how}.", sheet(it))
            }
            Told::Becomes(it) => format!("{} has a new drawing in force.", sheet(it)),
            Told::Joined(it) => format!("{} has new units.", sheet(it)),
            Told::Waits(it) => format!("{} is complete and waits for its Alternate.", sheet(it)),
            Told::Complete(it) => format!("{} is complete.", sheet(it)),
            Told::Failed(it) => format!("{} has failed.", sheet(it)),
            Told::Cancelled(it) => format!("{} is cancelled.", sheet(it)),
        };
        (text, Some(self.owner), vec![])
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Status(UnitSet, Status),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        let Said::Status(units, status) = self;
        let what = match (status, units.len()) {
            (Status::Assigned, 1) => "has orders",
            (Status::Assigned, _) => "have orders",
            (Status::Withdrawing, 1) => "withdraws",
            (Status::Withdrawing, _) => "withdraw",
            (Status::Unassigned, 1) => "has no orders",
            (Status::Unassigned, _) => "have no orders",
        };
        let side = units.first().and_then(|it| names.side(it));
        (format!("{} {what}.", names.units(*units)), side, vec![])
    }
}
