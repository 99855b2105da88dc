//! Modes: Move, Fire, Dug-In.
//!
//! Each unit has its own (tcs.mode.per-unit). Who is in Move mode neither fires nor observes (tcs.mode.move-no-fire). A mode is changed
//! by an action of its own, after all replies to the movement before it (tcs.mode.to-fire-late); whoever has not moved may then make
//! an SFA (tcs.sfa.mode-first).

use kernel::{Cx, Rule, rules};

use crate::command::{self, Deed};
use crate::data::{Data, Kind};
use crate::event::Words;
use crate::id::{Side, UnitId};
use crate::state::{Battle, Mode};
use crate::text::Names;

rules! {
    CHANGE = "tcs.mode.when", "Modes are changed in step 4";
    NORMAL = "tcs.mode.normal-only", "Only a normal unit changes mode";
    START = "tcs.mode.start-only", "Move mode is entered before the first hex and left for good";
    COST = "tcs.mode.to-move-cost", "Changing into Move mode costs half the allowance";
    DIG_IN = "tcs.mode.dig-in-how", "Digging in takes the whole Action Phase";
    DIG_WHO = "tcs.mode.dig-in-who", "Infantry and weapons of a Prepared Defence dig in at their location";
    DIG_FREE = "tcs.general.without-command-dig-in", "Without sheets infantry and weapons dig in where they stand";
}

/// May it change into Move mode?
pub fn may_move(g: &Battle, id: UnitId) -> Result<(), Rule> {
    let unit = &g[id];
    if !unit.is_normal() {
        return Err(NORMAL);
    }
    if unit.mode == Mode::Move || unit.record.moved || unit.record.stopped || is_busy(g, id) {
        return Err(START);
    }
    if unit.record.left < to_move_cost(g, id) || g.card(id).allowance == 0 {
        return Err(COST);
    }
    Ok(())
}

/// tcs.mode.to-move-cost, tcs.mode.cost-by-unit
#[must_use]
pub fn to_move_cost(g: &Battle, id: UnitId) -> u16 {
    let card = g.card(id);
    card.to_move.unwrap_or(card.allowance_sixths() / 2)
}

/// tcs.mode.dug-in-leaves: a Dug-In position is lost with this.
pub fn to_move<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    let cost = to_move_cost(g, id);
    let unit = &mut g[id];
    unit.record.left = unit.record.left.saturating_sub(cost);
    unit.mode = Mode::Move;
    cx.say(CHANGE, || Said::Changed(id, Mode::Move).into());
}

/// May it change into Fire mode (tcs.mode.to-fire-free)?
pub fn may_fire(g: &Battle, id: UnitId) -> Result<(), Rule> {
    let unit = &g[id];
    if !unit.is_normal() {
        return Err(NORMAL);
    }
    let cost = g.card(id).to_fire.unwrap_or_default();
    if unit.mode != Mode::Move || unit.record.left < cost {
        return Err(START);
    }
    Ok(())
}

pub fn to_fire<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    let cost = g.card(id).to_fire.unwrap_or_default();
    let unit = &mut g[id];
    unit.record.left = unit.record.left.saturating_sub(cost);
    unit.record.stopped = true;
    unit.road_moving = false;
    unit.mode = Mode::Fire;
    cx.say(CHANGE, || Said::Changed(id, Mode::Fire).into());
}

/// tcs.mode.dig-in-who, tcs.mode.dig-in-how
pub fn may_dig_in(g: &Battle, id: UnitId) -> Result<(), Rule> {
    let unit = &g[id];
    let kind = g.card(id).kind;
    if kind == Kind::Vehicle || kind == Kind::Carrier {
        return Err(DIG_WHO);
    }
    if unit.mode != Mode::Fire || unit.record.moved || unit.record.stopped {
        return Err(DIG_IN);
    }
    if is_busy(g, id) || unit.fired {
        return Err(DIG_IN);
    }
    // tcs.general.without-command-dig-in
    command::may(g, id, Deed::DigIn)
}

pub fn dig_in<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    g[id].record.acted = true;
    g[id].record.digging = true;
    cx.say(DIG_IN, || Said::Digs(id).into());
}

/// At the end of step 5: who has dug undisturbed is Dug-In; who was shaken meanwhile has left off (tcs.mode.dig-in-how).
pub fn finish_digging<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    for id in g.data.units_of[side.index()].iter() {
        if g[id].record.digging && g[id].is_on_map() {
            g[id].mode = Mode::DugIn;
            cx.say(DIG_IN, || Said::Changed(id, Mode::DugIn).into());
        }
    }
}

/// Its phase is spent.
fn is_busy(g: &Battle, id: UnitId) -> bool {
    let record = &g[id].record;
    record.acted || record.digging
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Changed(UnitId, Mode),
    Digs(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Changed(id, mode) => {
                let mode = crate::text::mode(*mode);
                (format!("{} is in {mode} mode.", names.unit(*id)), names.side(*id), vec![])
            }
            Said::Digs(id) => (format!("{} digs in.", names.unit(*id)), names.side(*id), vec![]),
        }
    }
}
