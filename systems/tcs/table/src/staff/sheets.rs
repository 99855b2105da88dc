//! Op sheets: which to draw, which Reserve to release, who joins what. A sheet is worth what its objective is worth, by the
//! chance of taking or holding it and by the time it takes to come through and to get there.

use board::HexId;
use tcs::command::papers::{Check, Join, Paper, judge_plan};
use tcs::ground::Hexes;
use tcs::id::UnitId;
use tcs::plan::Plan;
use tcs::sheet::value::{Alternate, Trigger};
use tcs::sheet::{Drawing, Life, Mission, Order, Sheet, Situation as _, end, prep};
use tcs::state::{CommandStep, Mode};

use super::{Desk, odds};

/// The answer to a step of the Command Phase.
pub(super) fn plan(desk: &Desk<'_>, step: CommandStep, ready: &[Plan]) -> Plan {
    match step {
        CommandStep::Checks => checks(desk, ready),
        CommandStep::Add => joins(desk, ready),
        CommandStep::Create => create(desk, ready),
        // To throw for everything is never worse than to wait: a failed throw costs nothing (tcs.prep.fail-keeps).
        _ => ready[0].clone(),
    }
}

/// Sheets drawn at set-up: the plan whose sheets are worth most.
pub(super) fn set_up(desk: &Desk<'_>, ready: &[Plan]) -> Plan {
    let worth = |it: &&Plan| match it {
        Plan::Sheets(papers) => papers
            .iter()
            .map(|it| match it {
                Paper::Draw(sheet) => worth(desk, sheet, 0),
                _ => 0,
            })
            .sum(),
        _ => 0,
    };
    // The first draws nothing: it is kept where the scenario's own sheets are better.
    let best = ready.iter().rev().max_by_key(worth);
    best.filter(|it| desk.w.sheets.least < worth(it)).unwrap_or(&ready[0]).clone()
}

/// What new sheets, checks and joins are thought to be worth.
pub(super) fn reason(desk: &Desk<'_>, plan: &Plan) -> Option<String> {
    let said: Vec<String> = match plan {
        Plan::Sheets(list) if list.is_empty() => {
            vec!["No drawing would be worth more than what the units do now".into()]
        }
        Plan::Sheets(list) => list.iter().filter_map(|it| drawn(desk, it)).collect(),
        Plan::Checks(list) => {
            let worth = |it: &Check| {
                let order = desk.g.orders.get(desk.side, it.sheet)?;
                let worth = worth_of(desk, branch(order, *it)?, &members(desk, order), 0);
                Some(format!("{}: worth about {}", order.sheet.name, super::points(worth)))
            };
            list.iter().filter_map(worth).collect()
        }
        Plan::Joins(list) if !list.is_empty() => {
            vec!["Whoever has no orders is of little use".into()]
        }
        Plan::Throws(list) if !list.is_empty() => vec!["A failed throw costs nothing".into()],
        Plan::SetUp(_) | Plan::Joins(_) | Plan::Throws(_) => Vec::new(),
    };
    (!said.is_empty()).then(|| said.join("; "))
}

fn drawn(desk: &Desk<'_>, paper: &Paper) -> Option<String> {
    match paper {
        Paper::Draw(sheet) => {
            let turns = delay(desk, sheet)?;
            let worth = super::points(gain(desk, sheet));
            let name = &sheet.name;
            Some(format!(
                "{name}: worth about {worth} more than now, in force in {} turns as likely as not",
                turns + 1
            ))
        }
        Paper::Cancel(id) => {
            let order = desk.g.orders.get(desk.side, *id)?;
            Some(format!("{} has lost its sense", order.sheet.name))
        }
        _ => None,
    }
}

/// What a check would bring into force.
fn branch(order: &Order, check: Check) -> Option<&Drawing> {
    match check.branch {
        Some(it) => order.sheet.branches.get(usize::from(it)),
        // What is attained is held.
        None => order.sheet.alternate.as_ref().map(|it| &it.drawing),
    }
}

/// Command step 4: Alternates when their time has come, a Reserve where it is worth it, one check a sheet.
fn checks(desk: &Desk<'_>, ready: &[Plan]) -> Plan {
    let singles = ready.iter().filter_map(|it| match it {
        Plan::Checks(list) => list.first().copied(),
        _ => None,
    });
    let mut best: Vec<(i32, Check)> = Vec::new();
    for check in singles {
        let Some(order) = desk.g.orders.get(desk.side, check.sheet) else { continue };
        let Some(drawing) = branch(order, check) else { continue };
        let released = worth_of(desk, drawing, &members(desk, order), 0);
        let least = if check.branch.is_some() { desk.w.sheets.release } else { i32::MIN };
        if released < least {
            continue;
        }
        match best.iter_mut().find(|it| it.1.sheet == check.sheet) {
            Some(it) if released <= it.0 => (),
            Some(it) => *it = (released, check),
            None => best.push((released, check)),
        }
    }
    accepted(
        desk,
        CommandStep::Checks,
        Plan::Checks(best.into_iter().map(|it| it.1).collect()),
        ready,
    )
}

/// Command step 5: units without orders join what goes on beside them.
fn joins(desk: &Desk<'_>, ready: &[Plan]) -> Plan {
    let mut all: Vec<Join> = Vec::new();
    for it in ready {
        let Plan::Joins(list) = it else { continue };
        for join in list {
            let order = desk.g.orders.get(desk.side, join.sheet);
            let useful = order.is_some_and(|it| worth_now(desk, it) > 0);
            let known = all.iter().any(|it| it.units.iter().any(|id| join.units.contains(id)));
            if useful && !known {
                all.push(join.clone());
            }
        }
    }
    accepted(desk, CommandStep::Add, Plan::Joins(all), ready)
}

/// Command step 6: sheets that have lost their sense are cancelled; then the best new ones, as many as go together.
fn create(desk: &Desk<'_>, ready: &[Plan]) -> Plan {
    let mut papers: Vec<Paper> = Vec::new();
    for (i, order) in desk.g.orders.of(desk.side).iter().enumerate() {
        let pointless = matches!(order.mission(), Mission::Attack | Mission::Move)
            && order.life == Life::Preparing
            && worth_now(desk, order) <= 0;
        if pointless {
            papers.push(Paper::Cancel(tcs::id::SheetId(i as u8)));
        }
    }
    let mut drawn: Vec<(i32, &Sheet)> = ready
        .iter()
        .filter_map(|it| match it {
            Plan::Sheets(list) => match list.first() {
                Some(Paper::Draw(sheet)) => Some(&**sheet),
                _ => None,
            },
            _ => None,
        })
        .map(|it| (gain(desk, it), it))
        .filter(|it| desk.w.sheets.least < it.0)
        .collect();
    drawn.sort_by_key(|it| std::cmp::Reverse(it.0));
    let mut busy: Vec<&str> = Vec::new();
    for (_, sheet) in drawn {
        if sheet.units.iter().any(|it| busy.contains(&it.as_str())) {
            continue;
        }
        busy.extend(sheet.units.iter().map(String::as_str));
        papers.push(Paper::Draw(Box::new(with_alternate(desk, sheet))));
    }
    accepted(desk, CommandStep::Create, Plan::Sheets(papers), ready)
}

/// The plan if the judge accepts it, else as much of it as he does.
fn accepted(desk: &Desk<'_>, step: CommandStep, plan: Plan, ready: &[Plan]) -> Plan {
    let mut plan = plan;
    loop {
        if judge_plan(desk.g, desk.side, step, &plan).is_ok() {
            return plan;
        }
        let dropped = match &mut plan {
            Plan::Checks(list) => list.pop().is_some(),
            Plan::Joins(list) => list.pop().is_some(),
            Plan::Sheets(list) => list.pop().is_some(),
            Plan::SetUp(_) | Plan::Throws(_) => false,
        };
        if !dropped {
            return ready[0].clone();
        }
    }
}

/// A won Attack holds nothing by itself: an Alternate does, if it does not take too long.
fn with_alternate(desk: &Desk<'_>, sheet: &Sheet) -> Sheet {
    if sheet.drawing.mission != Mission::Attack || desk.g.data.options.consolidate {
        return sheet.clone();
    }
    let drawing = end::consolidated(&sheet.drawing);
    let trigger = Trigger::Attained;
    let more = Sheet { alternate: Some(Alternate { trigger, drawing }), ..sheet.clone() };
    let fits = match (delay(desk, sheet), delay(desk, &more)) {
        (Some(plain), Some(more)) => more <= plain + desk.w.sheets.alternate,
        _ => false,
    };
    let paper = Plan::Sheets(vec![Paper::Draw(Box::new(more.clone()))]);
    let accepted = || judge_plan(desk.g, desk.side, CommandStep::Create, &paper).is_ok();
    if fits && accepted() { more } else { sheet.clone() }
}

/// Turns until a new sheet has as likely as not come through.
fn delay(desk: &Desk<'_>, sheet: &Sheet) -> Option<usize> {
    let order = Order::new(desk.g, desk.side, sheet.clone());
    prep::forecast_of(desk.g, &order, turns_left(desk) as usize).ok()?.median()
}

fn turns_left(desk: &Desk<'_>) -> i32 {
    (desk.g.data.turns.len() as i32 - i32::from(desk.g.turn)).max(0)
}

/// What a new sheet adds to what its units do now.
fn gain(desk: &Desk<'_>, sheet: &Sheet) -> i32 {
    let Some(delay) = delay(desk, sheet) else { return i32::MIN };
    let now = current(desk, &units(desk, sheet));
    let free = now.is_none();
    let orders = if free { desk.w.sheets.orders } else { 0 };
    worth(desk, sheet, delay as i32 + 1) + orders - now.unwrap_or(0)
}

/// What the sheets in force are worth to these units; nothing where none has one.
fn current(desk: &Desk<'_>, units: &[UnitId]) -> Option<i32> {
    let on =
        |order: &Order| order.life == Life::Implemented && units.iter().any(|it| order.has(*it));
    let orders = desk.g.orders.of(desk.side).iter().filter(|it| on(it));
    orders.map(|it| worth_now(desk, it)).reduce(|a, b| a + b)
}

fn worth_now(desk: &Desk<'_>, order: &Order) -> i32 {
    worth_of(desk, &order.sheet.drawing, &members(desk, order), 0)
}

fn worth(desk: &Desk<'_>, sheet: &Sheet, delay: i32) -> i32 {
    worth_of(desk, &sheet.drawing, &units(desk, sheet), delay)
}

fn units(desk: &Desk<'_>, sheet: &Sheet) -> Vec<UnitId> {
    sheet.units.iter().filter_map(|it| desk.g.find_unit(it)).collect()
}

fn members(desk: &Desk<'_>, order: &Order) -> Vec<UnitId> {
    let alive = |it: &UnitId| 0 < desk.g[*it].steps;
    order.members.iter().map(|it| it.unit).filter(alive).collect()
}

/// A drawing carried out by these units after so many turns.
fn worth_of(desk: &Desk<'_>, drawing: &Drawing, units: &[UnitId], delay: i32) -> i32 {
    let (w, g) = (desk.w, desk.g);
    let map = g.data.map();
    let hexes = drawing.objective.iter().flat_map(|it| &it.hexes);
    let objective: Hexes = hexes.filter_map(|it| map.id(it.0)).collect();
    let scoring =
        || g.data.scoring.iter().zip(&g.holders).filter(|it| objective.contains(it.0.hex));
    let ours: i32 =
        scoring().filter(|it| *it.1 == Some(desk.side)).map(|it| i32::from(it.0.points)).sum();
    let open: i32 =
        scoring().filter(|it| *it.1 != Some(desk.side)).map(|it| i32::from(it.0.points)).sum();
    let near = enemies(desk, &objective, 1);
    let enemy = near + w.sheets.on_the_way * on_the_way(desk, drawing, &objective) / 100;
    let own: i32 = units.iter().filter(|it| g[**it].is_on_map()).map(|it| strength(desk, it)).sum();
    let help = w.sheets.together * others(desk, &objective, units) / 100 + guns(desk);
    let left = turns_left(desk) + 1;
    let time = delay + way(desk, units, &objective);
    let ground = odds::ground(w, g);
    match drawing.mission {
        Mission::Attack | Mission::Move => {
            if left <= time || own == 0 {
                return 0;
            }
            let inside = enemies(desk, &objective, 0);
            if drawing.mission == Mission::Move && 0 < near {
                return 0;
            }
            let prize = open * ground + inside * w.blow.step * w.sheets.enemies / 100;
            let prize = if prize == 0 { 0 } else { prize + w.sheets.nothing };
            let own = own + help;
            let chance = own * 100 / (own + enemy * w.sheets.odds / 100).max(1);
            // Half the odds are no chance.
            let chance = (2 * chance - 60).clamp(0, 100);
            prize * chance / 100 * (left - time) / left.max(1)
        }
        Mission::HastyDefence | Mission::PreparedDefence => {
            let near = 0 < enemies(desk, &objective, 6);
            let share = if near { w.sheets.threatened } else { w.sheets.hold };
            let dug =
                if drawing.mission == Mission::PreparedDefence && delay < left { 1 } else { 0 };
            (ours * ground * share / 100 + dug * w.fire.dig_in) * (left - delay).max(0)
                / left.max(1)
        }
        Mission::Reserve => 0,
    }
}

/// Turns it takes to get there at half the allowance.
fn way(desk: &Desk<'_>, units: &[UnitId], objective: &Hexes) -> i32 {
    let g = desk.g;
    let turns = |id: &UnitId| {
        let (card, from) = (g.card(*id), g.hex(*id)?);
        let pace = i32::from(card.allowance_sixths()) * 2 / 3;
        let ways = g.data.ground.ways(card.class, from);
        let nearest = objective.iter().filter_map(|it| ways.cost(it)).min()?;
        (card.is_combat() && 0 < pace).then(|| i32::from(nearest) / pace)
    };
    // Who comes last does not matter: the middle of them does.
    let mut all: Vec<i32> = units.iter().filter_map(turns).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or(0)
}

/// The enemy's strength in and around an objective.
fn enemies(desk: &Desk<'_>, objective: &Hexes, around: u32) -> i32 {
    let g = desk.g;
    enemies_in(desk, |hex| objective.iter().any(|it| g.data.distance(it, hex) <= around))
}

/// The enemy's strength on the axes that lead there.
fn on_the_way(desk: &Desk<'_>, drawing: &Drawing, objective: &Hexes) -> i32 {
    let (g, map) = (desk.g, desk.g.data.map());
    let mut axes = Hexes::EMPTY;
    for it in &drawing.advances {
        let wide = it.half_width.unwrap_or(0);
        let spine = it.path.iter().filter_map(|it| map.id(it.0));
        axes.extend(spine.flat_map(|it| map.within(it, wide)));
    }
    let there = |hex: HexId| objective.iter().any(|it| g.data.distance(it, hex) <= 1);
    enemies_in(desk, |hex| axes.contains(hex) && !there(hex))
}

/// The strength of ours that is sent, or will be, against the same place by another sheet.
fn others(desk: &Desk<'_>, objective: &Hexes, units: &[UnitId]) -> i32 {
    let orders = desk.g.orders.of(desk.side).iter();
    let same = orders.filter(|it| {
        !it.life.is_over()
            && it.mission() == Mission::Attack
            && !it.plan.objective.intersect(objective).is_empty()
    });
    let friends = same.flat_map(|it| members(desk, it));
    friends.filter(|it| !units.contains(it)).map(|it| strength(desk, &it)).sum()
}

/// What our batteries add to an attack, as far as they have shells.
fn guns(desk: &Desk<'_>) -> i32 {
    let batteries = desk.g.data.batteries.iter().zip(&desk.g.ammunition);
    let ready = batteries.filter(|it| it.0.side == desk.side && 0 < *it.1);
    desk.w.sheets.battery * ready.count() as i32
}

fn enemies_in(desk: &Desk<'_>, is_there: impl Fn(HexId) -> bool) -> i32 {
    let g = desk.g;
    let there = g.on_map(desk.side.other()).filter(|it| is_there(it.1));
    there
        .map(|(id, _)| {
            let dug = if g[id].mode == Mode::DugIn { 100 + desk.w.sheets.dug_in } else { 100 };
            strength(desk, &id) * dug / 100
        })
        .sum()
}

fn strength(desk: &Desk<'_>, id: &UnitId) -> i32 {
    super::actions::strength(desk.g, *id)
}
