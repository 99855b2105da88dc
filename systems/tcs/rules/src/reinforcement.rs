//! Reinforcements.

use board::HexId;
use kernel::{Bounds as _, Cx, rules};
use smallvec::SmallVec;

use crate::carrier;
use crate::data::{Data, Kind};
use crate::event::Words;
use crate::ground::MoveClass;
use crate::id::{Side, UnitId};
use crate::movement::{Step, Steps, cost_of};
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Mode, Place};
use crate::text::Names;

rules! {
    ARRIVE = "tcs.reinf.step", "Reinforcements are put on their map edge";
    LOADED = "tcs.reinf.mode", "They arrive in Move mode, loaded or not as their owner likes";
    HELD = "tcs.reinf.delay", "The owner may hold reinforcements back";
}

/// One unit to its edge hex, or no more. Is the side done?
pub fn arrive<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let due: SmallVec<[Option<UnitId>; 12]> =
        std::iter::once(None).chain(due(g, side).map(Some)).collect();
    let Some(id) = cx.choose(g, ask(side, ARRIVE, Topic::Reinforce), &due)? else {
        return Ok(true);
    };
    let hex = g.card(id).start.hex;
    g[id].place = Place::Edge(hex);
    g[id].mode = Mode::Move;
    cx.say(ARRIVE, || Said::Arrives(id, hex).into());
    load(cx, g, id)?;
    Ok(false)
}

/// tcs.reinf.mode: those who wait beside the same hex, as long as there is room.
fn load<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, carrier: UnitId) -> Result<(), C::Halt> {
    loop {
        let side = g.side(carrier);
        let room = carrier::room(g, carrier).saturating_sub(carrier::load(g, carrier));
        let beside = g.card(carrier).start.hex;
        let waits = |it: &UnitId| {
            let card = g.card(*it);
            !matches!(card.kind, Kind::Vehicle | Kind::Carrier)
                && card.start.hex == beside
                && u16::from(g[*it].steps) <= room
                && (g[*it].place == Place::Edge(beside) || is_due(g, *it))
        };
        let options: SmallVec<[Option<UnitId>; 8]> = std::iter::once(None)
            .chain(g.data.units_of[side.index()].iter().filter(waits).map(Some))
            .collect();
        let who = ask(side, LOADED, Topic::LoadReinforcement(carrier));
        let Some(id) = cx.choose(g, who, &options)? else { return Ok(()) };
        carrier::board_it(g, id, carrier);
        cx.say(LOADED, || carrier::Said::Mounts(id, carrier).into());
    }
}

fn due(g: &Battle, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    g.data.units_of[side.index()].iter().filter(|it| is_due(g, *it))
}

fn is_due(g: &Battle, id: UnitId) -> bool {
    g[id].place == Place::Later && g.card(id).start.turn <= g.turn
}

/// Is anybody of this side still to come?
#[must_use]
pub fn expects(g: &Battle, side: Side) -> bool {
    g.data.units_of[side.index()]
        .iter()
        .any(|it| matches!(g[it].place, Place::Later | Place::Edge(_)) && g.card(it).is_combat())
}

/// Where a unit beside the map may enter (tcs.reinf.entry, tcs.reinf.blocked); the step test is not asked
/// (tcs.reinf.status).
#[must_use]
pub fn entries(g: &Battle, group: UnitSet, edge: HexId) -> Steps {
    let Some(first) = group.first() else { return Steps::new() };
    let enemy = g.side(first).other();
    let blocked = g.holds(enemy, edge);
    let slip = u32::from(g.data.tables.limits.reinforcement_slip);
    let fits = |hex: &HexId| {
        let near = if blocked { g.data.distance(*hex, edge) <= slip } else { *hex == edge };
        let pays = |id: UnitId| {
            cost_of(g, id, Step { to: *hex, road: false })
                .is_some_and(|it| it <= g[id].record.left || g.card(id).class == MoveClass::Foot)
        };
        near && g.data.ground.is_edge(*hex) && !g.holds(enemy, *hex) && group.iter().all(pays)
    };
    g.data.map().hexes().filter(fits).map(|to| Step { to, road: false }).collect()
}

/// What the hex itself costs: the cheapest way in over any of its sides.
#[must_use]
pub fn entry_cost(g: &Battle, class: MoveClass, hex: HexId) -> Option<u16> {
    let map = g.data.map();
    map.neighbours(hex)
        .filter_map(|(direction, from)| g.data.ground.best_cost(class, from, direction.opposite()))
        .map(|it| it.0)
        .reduce(|a, b| a.at_most(b))
}

/// Who has not entered by the end of the phase waits.
pub fn hold_back<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    for id in g.data.units_of[side.index()].iter() {
        if matches!(g[id].place, Place::Edge(_)) {
            g[id].place = Place::Later;
            cx.say(HELD, || Said::Waits(id).into());
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Arrives(UnitId, HexId),
    Waits(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Arrives(id, hex) => {
                let text = format!("{} arrives beside {}.", names.unit(*id), names.hex(*hex));
                (text, names.side(*id), vec![*hex])
            }
            Said::Waits(id) => {
                (format!("{} waits off the map.", names.unit(*id)), names.side(*id), vec![])
            }
        }
    }
}
