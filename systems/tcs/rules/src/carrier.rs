//! Carriers: mounting, dismounting, bailing out.

use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::blow::Losses;
use crate::data::{Data, Kind};
use crate::event::Words;
use crate::id::UnitId;
use crate::question::{Topic, ask};
use crate::state::{Battle, Mode, Place};
use crate::text::Names;
use kernel::Bounds as _;

rules! {
    MOUNT = "tcs.carrier.mount", "Mounting takes all the passenger's movement and half the carrier's";
    DISMOUNT = "tcs.carrier.dismount", "Dismounting takes half the carrier's allowance";
    IMPULSE = "tcs.carrier.dismount-impulse", "In impulses it takes a whole impulse";
    BAIL_OUT = "tcs.carrier.bail-out", "Who no longer fits dismounts at once";
    CAPACITY = "tcs.carrier.capacity", "A carrier carries so many steps of foot infantry and weapons";
}

/// Steps for which there is room. Reading: the printed capacity is that of all its steps, and falls with them.
#[must_use]
pub fn room(g: &Battle, carrier: UnitId) -> u16 {
    let card = g.card(carrier);
    let full = u16::from(card.steps).at_least(1);
    u16::from(card.capacity) * u16::from(g[carrier].steps) / full
}

#[must_use]
pub fn load(g: &Battle, carrier: UnitId) -> u16 {
    g.passengers(carrier).map(|it| u16::from(g[it].steps)).sum()
}

/// Carriers that a unit may mount now.
#[must_use]
pub fn carriers(g: &Battle, id: UnitId) -> SmallVec<[UnitId; 4]> {
    let Some(hex) = g.hex(id).filter(|_| may_mount(g, id)) else { return SmallVec::new() };
    let fits = |it: &UnitId| {
        let half = g.card(*it).allowance_sixths() / 2;
        let paid = g[*it].record.impulses || half <= g[*it].record.left;
        g[*it].is_normal()
            && paid
            && !g[*it].record.acted
            && !g[*it].record.finished
            && load(g, *it) + u16::from(g[id].steps) <= room(g, *it)
    };
    g.stack_of(g.side(id), hex).filter(fits).collect()
}

/// tcs.carrier.mount: infantry and weapons, in Move mode; a towed gun needs none of its own.
fn may_mount(g: &Battle, id: UnitId) -> bool {
    let unit = &g[id];
    let foot = !matches!(g.card(id).kind, Kind::Vehicle | Kind::Carrier);
    let ready = unit.mode == Mode::Move && 0 < unit.record.left;
    foot && unit.is_normal()
        && !unit.record.acted
        && !unit.record.finished
        && !unit.record.stopped
        && (ready || g.card(id).towed)
}

/// The action Mount of a passenger.
pub fn mount<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let carrier = cx.choose(g, ask(g.side(id), MOUNT, Topic::Carrier(id)), &carriers(g, id))?;
    let half = g.card(carrier).allowance_sixths() / 2;
    g[carrier].record.left = g[carrier].record.left.saturating_sub(half);
    board_it(g, id, carrier);
    cx.say(MOUNT, || Said::Mounts(id, carrier).into());
    Ok(())
}

/// Puts a unit into a carrier.
pub fn board_it(g: &mut Battle, id: UnitId, carrier: UnitId) {
    g.take(id);
    g[id].place = Place::Aboard(carrier);
    g[id].record.left = 0;
    g[id].record.acted = true;
    g[id].road_moving = false;
}

/// May this carrier, one of those who may act at all, let somebody out?
#[must_use]
pub fn may_dismount(g: &Battle, carrier: UnitId) -> bool {
    let half = g.card(carrier).allowance_sixths() / 2;
    let unit = &g[carrier];
    unit.is_on_map() && !unit.record.acted && half <= unit.record.left && g.has_passengers(carrier)
}

/// The action Dismount of a carrier: one passenger.
pub fn dismount<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, carrier: UnitId) -> Result<(), C::Halt> {
    let aboard: SmallVec<[UnitId; 4]> = g.passengers(carrier).collect();
    let id = cx.choose(g, ask(g.side(carrier), DISMOUNT, Topic::Passenger(carrier)), &aboard)?;
    // In impulses what is left of this one is gone with it anyway.
    let half = g.card(carrier).allowance_sixths() / 2;
    g[carrier].record.left = g[carrier].record.left.saturating_sub(half);
    let Some(hex) = g.hex(carrier) else { return Ok(()) };
    g.put(id, hex);
    let left = g.card(id).allowance_sixths() / 2;
    let unit = &mut g[id];
    unit.mode = Mode::Move;
    unit.record.left = left;
    unit.record.acted = false;
    // tcs.sfa.move-or-fire: it has ridden here, so it makes no SFA.
    unit.record.moved = true;
    cx.say(DISMOUNT, || Said::Dismounts(id, carrier).into());
    Ok(())
}

/// After a carrier step is lost; with the last one everybody gets out.
pub fn bail_out<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    carrier: UnitId,
    losses: &mut Losses,
) -> Result<(), C::Halt> {
    let Some(hex) = g.hex(carrier) else { return Ok(()) };
    while room(g, carrier) < load(g, carrier) {
        let aboard: SmallVec<[UnitId; 4]> = g.passengers(carrier).collect();
        let who = ask(g.side(carrier), BAIL_OUT, Topic::WhichPassenger(carrier));
        let id = cx.choose(g, who, &aboard)?;
        g.put(id, hex);
        g[id].mode = Mode::Move;
        g[id].record.stopped = true;
        losses.bailed.insert(id);
        cx.say(BAIL_OUT, || Said::BailsOut(id).into());
    }
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Mounts(UnitId, UnitId),
    Dismounts(UnitId, UnitId),
    BailsOut(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Mounts(id, carrier) => {
                let text = format!("{} mounts {}.", names.unit(*id), names.unit(*carrier));
                (text, names.side(*id), vec![])
            }
            Said::Dismounts(id, carrier) => {
                let text = format!("{} dismounts from {}.", names.unit(*id), names.unit(*carrier));
                (text, names.side(*id), vec![])
            }
            Said::BailsOut(id) => {
                (format!("{} bails out.", names.unit(*id)), names.side(*id), vec![])
            }
        }
    }
}
