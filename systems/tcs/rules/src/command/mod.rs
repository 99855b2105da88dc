//! Command: what its orders let a unit do. `phase` is the Command Phase, `papers` what is declared in it, `situation` the game as
//! op sheets see it.
//!
//! The mission limits what, the drawing where (tcs.cmd.two-limits); fire, spotting and observing are free of the drawing
//! (tcs.cmd.fire-unbounded). Without command nothing here restricts anybody (tcs.general.without-command).

pub mod papers;
pub mod phase;
mod situation;

use board::HexId;
use kernel::{Rule, rules};
use smallvec::SmallVec;

use crate::ground::Hexes;
use crate::id::{SheetId, Side, UnitId};
use crate::set::UnitSet;
use crate::sheet::area::Way;
use crate::sheet::step::{self, Refusal, Step, Test, Under};
use crate::sheet::{Life, Mission, Order, Status, permission};
use crate::state::{Battle, Mode};
use crate::{mode, movement, spot};

pub use crate::sheet::permission::Action as Deed;

rules! {
    STANDING = "tcs.check.standing-still", "A Withdrawing unit that can step must";
}

/// The op sheets of both sides, each in the order they were drawn; a sheet that is over keeps its number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Orders {
    pub(crate) lists: [Vec<Order>; 2],
}

impl Orders {
    #[must_use]
    pub fn of(&self, side: Side) -> &[Order] {
        &self.lists[side.index()]
    }
    #[must_use]
    pub fn get(&self, side: Side, sheet: SheetId) -> Option<&Order> {
        self.lists[side.index()].get(sheet.index())
    }
    /// A sheet that a position begins with, whatever led to it; its units are the caller's business.
    pub fn add(&mut self, order: Order) -> SheetId {
        let list = &mut self.lists[order.side.index()];
        list.push(order);
        SheetId(list.len() as u8 - 1)
    }
}

/// Whose orders count: a loaded carrier has those of its passengers (tcs.cmd.carriers-too).
fn who_counts(g: &Battle, id: UnitId) -> UnitId {
    g.passengers(id).next().unwrap_or(id)
}

/// Status of a unit as far as its orders go.
#[must_use]
pub fn status(g: &Battle, id: UnitId) -> Status {
    g[who_counts(g, id)].status
}

/// The sheet a unit stands under: implemented, at most one (tcs.cmd.one-implemented), until it is achieved, left or cancelled
/// (tcs.cmd.binding); or failed, while it withdraws.
#[must_use]
pub fn order_of(g: &Battle, id: UnitId) -> Option<&Order> {
    let id = who_counts(g, id);
    g.orders.get(g.side(id), g[id].sheet?)
}

fn mission_of(g: &Battle, id: UnitId) -> Option<Mission> {
    let order = order_of(g, id)?;
    (status(g, id) == Status::Assigned).then(|| order.mission())
}

/// May a unit do this where it stands?
pub fn may(g: &Battle, id: UnitId, deed: Deed) -> Result<(), Rule> {
    match g.hex(id) {
        Some(hex) => may_at(g, id, deed, hex),
        None => Ok(()),
    }
}

/// May it do this in, or into, this hex? Steps are put to the step test besides.
pub fn may_at(g: &Battle, id: UnitId, deed: Deed, hex: HexId) -> Result<(), Rule> {
    if g.data.options.without_command {
        return Ok(());
    }
    permission::may(&g.data.tables, id, status(g, id), order_of(g, id), deed, hex)
}

/// The step test of an assault or overrun entry (tcs.check.question, tcs.check.stack-each).
pub fn may_step(g: &Battle, id: UnitId, to: HexId, deed: Deed) -> Result<(), Rule> {
    let how = if deed == Deed::Overrun { Step::Overrun } else { Step::Assault };
    Tests::of(g, UnitSet::of(id), how).step(g, to)
}

/// The step tests of a group: each unit and each passenger by itself (tcs.check.stack-each, tcs.check.passengers).
pub struct Tests<'a> {
    tests: SmallVec<[Test<'a, Battle>; 2]>,
    /// Withdrawing without a sheet: how far it is to the rally hex.
    ways: SmallVec<[(HexId, Box<Way>); 1]>,
}

impl<'a> Tests<'a> {
    #[must_use]
    pub fn new(g: &'a Battle, group: UnitSet) -> Tests<'a> {
        Tests::of(g, group, Step::Move)
    }

    fn of(g: &'a Battle, group: UnitSet, how: Step) -> Tests<'a> {
        let mut all = Tests { tests: SmallVec::new(), ways: SmallVec::new() };
        if g.data.options.without_command {
            return all;
        }
        for id in group.iter() {
            all.add(g, id, how);
            for it in g.passengers(id) {
                all.add(g, it, how);
            }
        }
        all
    }

    fn add(&mut self, g: &'a Battle, id: UnitId, how: Step) {
        if let (Status::Withdrawing, None, Some(rally), Some(from)) =
            (g[id].status, g[id].sheet, g[id].rally, g.hex(id))
        {
            return self.ways.push((from, way_home(g, id, from, rally)));
        }
        let order = order_of(g, id);
        let under = Under { order, others: g.orders.of(g.side(id)) };
        self.tests.extend(Test::new(g, id, under, how));
    }

    pub fn step(&self, _g: &Battle, to: HexId) -> Result<(), Rule> {
        self.why(to).map_err(|it| it.rule)
    }

    /// The same with the line of the sheet that is in the way.
    pub fn why(&self, to: HexId) -> Result<(), Refusal> {
        for it in &self.tests {
            it.step(to)?;
        }
        for (from, way) in &self.ways {
            match way.steps(*from) {
                None => return Err(step::NO_WAY.into()),
                Some(_) if way.is_nearer(*from, to) => (),
                Some(_) => return Err(step::WITHDRAW.into()),
            }
        }
        Ok(())
    }
}

/// tcs.check.nearer, for a unit that withdraws without a sheet.
fn way_home(g: &Battle, id: UnitId, from: HexId, rally: HexId) -> Box<Way> {
    let side = g.side(id);
    let enemy = side.other();
    let held = |hex: HexId| {
        g.holds(enemy, hex) && g.stack_of(enemy, hex).any(|it| spot::is_spotted(g, side, it))
    };
    let goal: Hexes = [rally].into_iter().collect();
    let (ground, class) = (&g.data.ground, g.card(id).class);
    Box::new(Way::new(ground, &goal, from, held, |hex, it| ground.may_enter(class, hex, it)))
}

/// A unit of a sheet has stepped: lines it crossed are crossed (tcs.draw.signal-moment).
pub fn note_step(g: &mut Battle, id: UnitId, from: HexId, to: HexId) {
    let counts = who_counts(g, id);
    let (side, sheet) = (g.side(id), g[counts].sheet);
    let Some(sheet) = sheet else { return };
    if let Some(order) = g.orders.get(side, sheet)
        && order.life == Life::Implemented
    {
        let progress = order.stepped(&*g, g.orders.of(side), from, to);
        g.orders.lists[side.index()][sheet.index()].progress = progress;
    }
}

/// At the end of an action: what has come true under the sheets stays so.
pub fn note_action(g: &mut Battle) {
    for side in Side::BOTH {
        for i in 0..g.orders.of(side).len() {
            let order = &g.orders.of(side)[i];
            if order.life == Life::Implemented {
                let progress = order.noted(&*g, g.orders.of(side));
                g.orders.lists[side.index()][i].progress = progress;
            }
        }
    }
}

/// tcs.impulse.group: vehicles of one sheet; those without one belong together where they stand.
#[must_use]
pub fn same_sheet(g: &Battle, a: UnitId, b: UnitId) -> bool {
    g[who_counts(g, a)].sheet == g[who_counts(g, b)].sheet
}

/// tcs.cmd.withdrawing-counts-unassigned
#[must_use]
pub fn counts_unassigned(g: &Battle, id: UnitId) -> bool {
    !g.data.options.without_command && status(g, id).counts_unassigned()
}

#[must_use]
pub fn is_on_prepared_defence(g: &Battle, id: UnitId) -> bool {
    mission_of(g, id) == Some(Mission::PreparedDefence)
}

#[must_use]
pub fn is_on_move(g: &Battle, id: UnitId) -> bool {
    mission_of(g, id) == Some(Mission::Move)
}

/// tcs.draw.smoke-effect: hexes on which artillery smoke of a side needs no observer.
#[must_use]
pub fn smoke_area(g: &Battle, side: Side) -> Hexes {
    let areas = g.orders.of(side).iter().map(|it| it.smoke_area(g));
    areas.fold(Hexes::EMPTY, |all, it| all.union(&it))
}

/// tcs.end.fail-vehicle-morale, tcs.veh.fail-how: to the rally hex of its sheet, or of its battalion.
pub fn withdraw_vehicle(g: &mut Battle, id: UnitId) {
    if g[id].status == Status::Withdrawing {
        return;
    }
    let side = g.side(id).index();
    match g[id].sheet {
        Some(sheet) => g.orders.lists[side][sheet.index()].remove(id),
        None => g[id].rally = g.data.battalions[g.battalion(id).index()].rally,
    }
    if g[id].sheet.is_some() || g[id].rally.is_some() {
        g[id].status = Status::Withdrawing;
    }
}

/// tcs.check.standing-still: must this unit still take a step in this phase?
#[must_use]
pub fn must_step(g: &Battle, id: UnitId) -> bool {
    let unit = &g[id];
    if g.data.options.without_command
        || unit.status != Status::Withdrawing
        || unit.record.moved
        || unit.record.impulses
        || !unit.is_on_map()
    {
        return false;
    }
    if unit.mode == Mode::Move {
        return can_step(g, id);
    }
    if mode::may_move(g, id).is_err() {
        return false;
    }
    let mut trial = g.clone();
    trial[id].mode = Mode::Move;
    trial[id].record.left = unit.record.left.saturating_sub(mode::to_move_cost(g, id));
    can_step(&trial, id)
}

fn can_step(g: &Battle, id: UnitId) -> bool {
    movement::may_move(g, id).is_ok() && !movement::steps(g, UnitSet::of(id)).is_empty()
}
