//! Vehicle impulses.
//!
//! In step 4 (tcs.impulse.exists); hexes entered and fire trigger overwatch as usual (tcs.impulse.overwatch).

use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::carrier;
use crate::command::{self, Deed};
use crate::data::Data;
use crate::event::Words;
use crate::fire::FireKind;
use crate::fire_action;
use crate::id::UnitId;
use crate::movement;
use crate::question::{Impulse, Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Mode};
use crate::text::Names;

rules! {
    WHO = "tcs.impulse.who", "Vehicles and carriers use either impulses or ordinary movement";
    GROUP = "tcs.impulse.group", "Connected vehicles of one sheet run their impulses together";
    CHOICE = "tcs.impulse.choice", "In each impulse a vehicle moves, fires or waits";
}

/// All impulses of one group, without a gap (tcs.impulse.no-gap).
pub fn act<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let side = g.side(id);
    let mut group = UnitSet::of(id);
    loop {
        let more = g.on_map(side).map(|it| it.0).filter(|it| may_join(g, group, id, *it)).map(Some);
        let options: SmallVec<[Option<UnitId>; 12]> = std::iter::once(None).chain(more).collect();
        match cx.choose(g, ask(side, GROUP, Topic::ImpulseGroup(id)), &options)? {
            Some(it) => group.insert(it),
            None => break,
        }
    }
    for it in group.iter() {
        g[it].record.impulses = true;
    }
    cx.say(GROUP, || Said::Runs(group).into());
    for _ in 0..g.data.tables.limits.impulses {
        for it in group.iter() {
            g[it].record.impulse_done = false;
        }
        for it in group.iter() {
            if g[it].is_on_map() && g[it].is_normal() && !g[it].record.impulse_done {
                one(cx, g, it)?;
            }
            g[it].record.impulse_done = true;
        }
    }
    for it in group.iter() {
        g[it].record.finished = true;
        // tcs.move.road-moving: its movement for the phase has ended.
        g[it].road_moving = false;
    }
    Ok(())
}

/// One impulse of one vehicle (tcs.impulse.three, tcs.impulse.mode).
fn one<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let share = g.card(id).allowance_sixths() / g.data.tables.limits.impulse_share;
    g[id].record.left = share;
    let mode = g[id].mode;
    let options = options(g, id);
    let choice = cx.choose(g, ask(g.side(id), CHOICE, Topic::Impulse(id)), &options)?;
    match choice {
        Impulse::Wait => (),
        Impulse::Switch => take(g, id, other(mode)),
        Impulse::Move => {
            g[id].mode = Mode::Move;
            movement::go(cx, g, UnitSet::of(id), id)?;
        }
        Impulse::Suppress => {
            take(g, id, ready(mode));
            fire_action::act(cx, g, id, FireKind::Area)?;
        }
        Impulse::PointFire => {
            take(g, id, ready(mode));
            fire_action::act(cx, g, id, FireKind::Point)?;
        }
        // tcs.carrier.dismount-impulse
        Impulse::Mount => {
            let waiting = waiting(g, id);
            let who = ask(g.side(id), carrier::IMPULSE, Topic::Passenger(id));
            let passenger = cx.choose(g, who, &waiting)?;
            carrier::board_it(g, passenger, id);
            cx.say(carrier::MOUNT, || carrier::Said::Mounts(passenger, id).into());
        }
        Impulse::Dismount => carrier::dismount(cx, g, id)?,
    }
    g[id].record.left = 0;
    Ok(())
}

/// Who leaves Move mode stands still; who waits between two stretches of road is Road Moving yet (tcs.move.road-moving).
fn take(g: &mut Battle, id: UnitId, mode: Mode) {
    g[id].mode = mode;
    g[id].road_moving &= mode == Mode::Move;
}

fn other(mode: Mode) -> Mode {
    if mode == Mode::Move { Mode::Fire } else { Mode::Move }
}

fn ready(mode: Mode) -> Mode {
    if mode == Mode::Move { Mode::Fire } else { mode }
}

/// What it may do in this impulse; asked of a copy in the mode it would need.
fn options(g: &mut Battle, id: UnitId) -> SmallVec<[Impulse; 7]> {
    let mode = g[id].mode;
    let mut options = SmallVec::from_slice(&[Impulse::Wait, Impulse::Switch]);
    g[id].mode = Mode::Move;
    if !movement::steps(g, UnitSet::of(id)).is_empty() {
        options.push(Impulse::Move);
    }
    g[id].mode = ready(mode);
    for (kind, choice) in
        [(FireKind::Area, Impulse::Suppress), (FireKind::Point, Impulse::PointFire)]
    {
        if fire_action::may_fire(g, id, kind).is_ok() && fire_action::has_target(g, id, kind) {
            options.push(choice);
        }
    }
    g[id].mode = mode;
    if !waiting(g, id).is_empty() {
        options.push(Impulse::Mount);
    }
    if g.has_passengers(id) {
        options.push(Impulse::Dismount);
    }
    options
}

/// Who could mount this carrier.
fn waiting(g: &Battle, carrier: UnitId) -> SmallVec<[UnitId; 4]> {
    let Some(hex) = g.hex(carrier) else { return SmallVec::new() };
    let mine = g.stack_of(g.side(carrier), hex);
    mine.filter(|it| carrier::carriers(g, *it).contains(&carrier)).collect()
}

/// May this unit use impulses now?
pub fn may_begin(g: &Battle, id: UnitId) -> Result<(), Rule> {
    let (unit, record) = (&g[id], &g[id].record);
    let free = !record.moved && !record.acted && !record.finished && !record.stopped;
    // A mode paid for is ordinary movement.
    let whole = record.left == g.card(id).allowance_sixths();
    let able = g.card(id).kind.is_motor() && unit.is_on_map() && unit.is_normal();
    if !able || !free || !whole || unit.fired || g.card(id).allowance == 0 {
        return Err(WHO);
    }
    command::may(g, id, Deed::Impulse)
}

/// Connected through adjacent hexes, and on the same sheet.
fn may_join(g: &Battle, group: UnitSet, lead: UnitId, id: UnitId) -> bool {
    if group.contains(id) || may_begin(g, id).is_err() || !command::same_sheet(g, lead, id) {
        return false;
    }
    let Some(hex) = g.hex(id) else { return false };
    group.iter().filter_map(|it| g.hex(it)).any(|it| g.data.distance(it, hex) <= 1)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Runs(UnitSet),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        let Said::Runs(units) = self;
        let text = format!("Impulses of {}.", names.units(*units));
        (text, units.first().and_then(|it| names.side(it)), vec![])
    }
}
