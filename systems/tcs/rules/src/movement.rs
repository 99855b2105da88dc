//! Movement, hex by hex (tcs.move.path).
//!
//! A unit with movement left may go on later in the phase (tcs.move.interrupt). There are no facings and no zones of control
//! (tcs.unit.no-facing, tcs.unit.no-zoc), slopes and darkness cost nothing (tcs.move.no-slope, tcs.night.movement), the road figure
//! is a choice (tcs.move.road-optional), and no stacking limit holds on the way (tcs.stack.while-moving). Entering the map is a
//! movement trigger like any other hex (tcs.reinf.overwatch). Nobody leaves the map: it has no hexes beyond its edge
//! (tcs.general.no-off-map), so nobody is forced off it either (tcs.general.forced-off-map); who has nowhere to go is destroyed
//! where he is.

use board::{Direction, HexId};
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::command::{self, Deed};
use crate::data::Data;
use crate::event::Words;
use crate::ground::MoveClass;
use crate::id::UnitId;
use crate::overwatch::{self, Trigger, TriggerKind};
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Mode, Place};
use crate::text::Names;
use crate::{barrage, minefield};

rules! {
    MOVE = "tcs.move.path", "A move goes hex by hex and may end after any";
    STATE = "tcs.move.state", "Only normal units move";
    MODE = "tcs.mode.needed-to-move", "Movement needs Move mode";
    STOPPED = "tcs.mode.start-only", "It has stopped for the phase";
    FIRED = "tcs.move.fired-marker", "It has made an SFA, PFA or smoke this phase";
    TOWED = "tcs.carrier.towing", "A towed gun moves only as a passenger";
    ALLOWANCE = "tcs.move.allowance", "There are not movement points enough";
    PROHIBITED = "tcs.move.prohibited", "Closed to its movement class";
    ENEMY = "tcs.move.no-enemy-hex", "A hex with enemies is entered only by assault or overrun";
    BOTTLENECK = "tcs.move.bottleneck-limit", "Too many steps have crossed the bottleneck in this phase";
    TOGETHER = "tcs.move.together", "Units in one hex may move together";
    IMPULSES = "tcs.impulse.who", "A unit uses either impulses or ordinary movement";
}

/// Into a hex, by the terrain or by the road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub to: HexId,
    pub road: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Stop,
    Go(Step),
}

impl From<Word> for Opt {
    fn from(it: Word) -> Opt {
        match it {
            Word::Stop => Opt::Done,
            Word::Go(Step { to, road: false }) => Opt::Hex(to),
            Word::Go(Step { to, road: true }) => Opt::Road(to),
        }
    }
}

pub type Steps = SmallVec<[Step; 12]>;

/// The action Move: who goes along, then hex after hex.
pub fn act<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let mut group = UnitSet::of(id);
    // tcs.move.together
    loop {
        let beside = g.hex(id).into_iter().flat_map(|it| g.stack_of(g.side(id), it));
        let more: SmallVec<[Option<UnitId>; 8]> = std::iter::once(None)
            .chain(beside.filter(|it| may_come(g, group, *it)).map(Some))
            .collect();
        match cx.choose(g, ask(g.side(id), TOGETHER, Topic::Together(id)), &more)? {
            Some(it) => group.insert(it),
            None => break,
        }
    }
    go(cx, g, group, id)
}

fn may_come(g: &Battle, group: UnitSet, id: UnitId) -> bool {
    if group.contains(id) || may_move(g, id).is_err() {
        return false;
    }
    let mut all = group;
    all.insert(id);
    !steps(g, all).is_empty()
}

/// A group goes on until it stops, cannot, or is stopped.
pub fn go<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    mut group: UnitSet,
    lead: UnitId,
) -> Result<(), C::Halt> {
    let side = g.side(lead);
    let mut moved = false;
    loop {
        g.moving = group;
        let Some(first) = group.first() else { break };
        let steps = steps(g, group);
        let mut words: SmallVec<[Word; 13]> = SmallVec::new();
        if moved {
            words.push(Word::Stop);
        }
        words.extend(steps.iter().map(|it| Word::Go(*it)));
        let step = match cx.choose(g, ask(side, MOVE, Topic::Step(first)), &words)? {
            Word::Stop => break,
            Word::Go(step) => step,
        };
        enter(cx, g, group, step)?;
        moved = true;
        // tcs.ow.stops-mover, tcs.mine.stop
        group = group.iter().filter(|it| g[*it].is_on_map() && g[*it].is_normal()).collect();
    }
    g.moving = UnitSet::EMPTY;
    Ok(())
}

/// One hex: paid, entered, and opened to what waits there.
pub fn enter<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    group: UnitSet,
    step: Step,
) -> Result<(), C::Halt> {
    let Some(first) = group.first() else { return Ok(()) };
    let from = start_of(g, first);
    for id in group.iter() {
        pay(g, id, step);
        arrive(g, id, step);
    }
    if let Some(from) = from {
        note_crossing(g, group, from, step);
        for id in group.iter() {
            command::note_step(g, id, from, step.to);
        }
    }
    cx.say(MOVE, || Said::Enters { units: group, to: step.to, road: step.road }.into());
    meet(cx, g, group, from, step.to)
}

/// Mines, then Continuous Fire, then overwatch (tcs.mine.order, tcs.arty.move-order).
pub fn meet<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    group: UnitSet,
    from: Option<HexId>,
    to: HexId,
) -> Result<(), C::Halt> {
    let Some(by) = group.first().map(|it| g.side(it)) else { return Ok(()) };
    if g.data.minefields.contains(to) && !from.is_some_and(|it| minefield::has_lane(g, it, to)) {
        minefield::entered(cx, g, group, to)?;
    }
    barrage::moved_through(cx, g, group, to)?;
    let units: UnitSet = group.iter().filter(|it| g.hex(*it) == Some(to)).collect();
    overwatch::window(cx, g, Trigger { by, hex: to, units, kind: TriggerKind::Move })
}

/// Where a step of this unit leads from; nothing from beside the map.
fn start_of(g: &Battle, id: UnitId) -> Option<HexId> {
    g.hex(id)
}

fn pay(g: &mut Battle, id: UnitId, step: Step) {
    let cost = cost_of(g, id, step);
    let left = g[id].record.left;
    // tcs.move.minimum: whoever cannot pay spends all it has.
    g[id].record.left = left.saturating_sub(cost.unwrap_or(left));
}

fn arrive(g: &mut Battle, id: UnitId, step: Step) {
    g.put(id, step.to);
    let unit = &mut g[id];
    unit.record.moved = true;
    // tcs.move.road-moving
    unit.road_moving = step.road;
}

fn note_crossing(g: &mut Battle, group: UnitSet, from: HexId, step: Step) {
    let Some(direction) = g.data.map().direction(from, step.to) else { return };
    if !g.data.ground.is_bottleneck(from, direction) {
        return;
    }
    let steps = group.iter().map(|it| g[it].steps).sum();
    let side = sorted(from, step.to);
    match g.crossed.iter_mut().find(|it| it.0 == side) {
        Some(it) => it.1 += steps,
        None => g.crossed.push((side, steps)),
    }
}

/// A hexside by its two hexes, the smaller first.
#[must_use]
pub fn sorted(a: HexId, b: HexId) -> (HexId, HexId) {
    if b < a { (b, a) } else { (a, b) }
}

/// May this unit move at all now?
pub fn may_move(g: &Battle, id: UnitId) -> Result<(), Rule> {
    let unit = &g[id];
    if !unit.is_normal() {
        return Err(STATE);
    }
    if unit.mode != Mode::Move {
        return Err(MODE);
    }
    if unit.record.stopped || unit.record.finished {
        return Err(STOPPED);
    }
    if unit.record.acted {
        return Err(FIRED);
    }
    if g.card(id).towed || g.card(id).allowance == 0 {
        return Err(TOWED);
    }
    if unit.record.left == 0 {
        return Err(ALLOWANCE);
    }
    Ok(())
}

/// Where a group may go next: each hex by the terrain, and by the road where there is one, in the order of directions.
#[must_use]
pub fn steps(g: &Battle, group: UnitSet) -> Steps {
    let mut steps = Steps::new();
    let Some(first) = group.first() else { return steps };
    let from = match g[first].place {
        Place::Hex(hex) => hex,
        Place::Edge(hex) => return crate::reinforcement::entries(g, group, hex),
        _ => return steps,
    };
    let tests = command::Tests::new(g, group);
    for (direction, to) in g.data.map().neighbours(from) {
        if may_enter(g, group, from, direction, to).is_err() || tests.step(g, to).is_err() {
            continue;
        }
        for road in [false, true] {
            if group.iter().all(|it| may_pay(g, it, Step { to, road }).is_ok()) {
                steps.push(Step { to, road });
            }
        }
    }
    steps
}

/// What keeps a group from a hex, costs and orders apart.
pub fn may_enter(
    g: &Battle,
    group: UnitSet,
    from: HexId,
    direction: Direction,
    to: HexId,
) -> Result<(), Rule> {
    let Some(first) = group.first() else { return Err(STATE) };
    if g.holds(g.side(first).other(), to) {
        return Err(ENEMY);
    }
    if g.data.ground.is_bottleneck(from, direction) {
        let side = sorted(from, to);
        let crossed = g.crossed.iter().find(|it| it.0 == side).map_or(0, |it| u16::from(it.1));
        let more: u16 = group.iter().map(|it| u16::from(g[it].steps)).sum();
        if u16::from(g.data.tables.limits.bottleneck_steps) < crossed + more {
            return Err(BOTTLENECK);
        }
    }
    if g.known_mines.contains(to) && !minefield::has_lane(g, from, to) {
        for id in group.iter() {
            command::may_at(g, id, Deed::MineCrossing, to)?;
        }
    }
    Ok(())
}

/// The cost of a step from where the unit stands, mines included; nothing if it is prohibited.
#[must_use]
pub fn cost_of(g: &Battle, id: UnitId, step: Step) -> Option<u16> {
    let class = g.card(id).class;
    let cost = match g[id].place {
        Place::Hex(from) => {
            let direction = g.data.map().direction(from, step.to)?;
            figure(g, class, from, direction, step.road)?
        }
        // tcs.reinf.entry: the cost of the hex itself, as from any side without a hexside feature.
        Place::Edge(_) => crate::reinforcement::entry_cost(g, class, step.to)?,
        _ => return None,
    };
    // tcs.mine.cost, tcs.mine.lane: over a lane as well.
    // Hidden ones are paid for from the moment they are known (tcs.mine.open).
    let mines = if g.known_mines.contains(step.to) { g.data.tables.minefield.extra } else { 0 };
    Some(cost + mines)
}

fn figure(g: &Battle, class: MoveClass, from: HexId, to: Direction, road: bool) -> Option<u16> {
    let ground = &g.data.ground;
    let cost = if road { ground.road_cost(class, from, to) } else { ground.cost(class, from, to) };
    cost.map(|it| it.0)
}

/// May it pay for this step (tcs.move.allowance, tcs.move.minimum)?
pub fn may_pay(g: &Battle, id: UnitId, step: Step) -> Result<(), Rule> {
    let Some(cost) = cost_of(g, id, step) else { return Err(PROHIBITED) };
    let minimum = g.card(id).class == MoveClass::Foot && !g[id].record.moved;
    if cost <= g[id].record.left || minimum { Ok(()) } else { Err(ALLOWANCE) }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Enters { units: UnitSet, to: HexId, road: bool },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        let Said::Enters { units, to, road } = self;
        let how = if *road { " by road" } else { "" };
        let text = format!("{} to {}{how}.", names.units(*units), names.hex(*to));
        (text, units.first().and_then(|it| names.side(it)), vec![*to])
    }
}
