//! Stacking limits at the end of an Action Phase (section `stack`).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::blow;
use crate::data::Data;
use crate::event::Words;
use crate::id::{Side, UnitId};
use crate::question::{Topic, ask};
use crate::state::{Battle, Mode};
use crate::text::Names;

rules! {
    LIMIT = "tcs.stack.limit", "A hex holds 15 steps of infantry and weapons and 10 of vehicles and carriers";
    LEAVE = "tcs.stack.resolve-how", "Units leave an overstacked hex for one beside it";
}

/// One unit out of an overstacked hex. Is the side done?
pub fn resolve<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let over = g.occupied[side.index()].iter().find_map(|hex| {
        [false, true]
            .into_iter()
            .find(|motor| limit(g, *motor) < steps(g, side, hex, *motor))
            .map(|it| (hex, it))
    });
    let Some((hex, motor)) = over else { return Ok(true) };
    let units: SmallVec<[UnitId; 12]> =
        g.stack_of(side, hex).filter(|it| g.card(*it).kind.is_motor() == motor).collect();
    let id = cx.choose(g, ask(side, LIMIT, Topic::WhoLeaves(hex)), &units)?;
    let exits = exits(g, id, hex);
    if exits.is_empty() {
        blow::destroy(cx, g, id, LEAVE);
        return Ok(false);
    }
    let to = cx.choose(g, ask(side, LEAVE, Topic::LeaveTo(id)), &exits)?;
    // tcs.stack.resolve-free: no cost, no overwatch, no op sheet.
    g.put(id, to);
    // tcs.mode.dug-in-leaves
    if g[id].mode == Mode::DugIn {
        g[id].mode = Mode::Fire;
    }
    cx.say(LEAVE, || Said::Leaves(id, to).into());
    Ok(false)
}

fn limit(g: &Battle, motor: bool) -> u16 {
    let limits = &g.data.tables.limits;
    if motor { limits.stack_limit_vehicle_steps } else { limits.stack_limit_foot_steps }
}

/// Steps of a side in a hex, on foot or motorised; passengers are free (tcs.stack.passengers-free).
#[must_use]
pub fn steps(g: &Battle, side: Side, hex: HexId, motor: bool) -> u16 {
    g.stack_of(side, hex)
        .filter(|it| g.card(*it).kind.is_motor() == motor)
        .map(|it| u16::from(g[it].steps))
        .sum()
}

/// Adjacent hexes with room, without enemies and not prohibited.
fn exits(g: &Battle, id: UnitId, hex: HexId) -> SmallVec<[HexId; 6]> {
    let side = g.side(id);
    let motor = g.card(id).kind.is_motor();
    let room = |to: HexId| steps(g, side, to, motor) + u16::from(g[id].steps) <= limit(g, motor);
    g.data
        .map()
        .neighbours(hex)
        .filter(|(direction, to)| {
            room(*to)
                && !g.holds(side.other(), *to)
                && g.data.ground.may_enter(g.card(id).class, hex, *direction)
        })
        .map(|it| it.1)
        .collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Leaves(UnitId, HexId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        let Said::Leaves(id, to) = self;
        let text = format!("{} makes room and goes to {}.", names.unit(*id), names.hex(*to));
        (text, names.side(*id), vec![*to])
    }
}
