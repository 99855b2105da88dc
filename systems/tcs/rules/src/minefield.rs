//! Minefields: entering and breaching.

use board::HexId;
use kernel::{Cx, Dice, Rule, rules};
use smallvec::SmallVec;

use crate::blow::{self, Blow, Losses};
use crate::command::{self, Deed};
use crate::data::{Data, TargetType};
use crate::event::Words;
use crate::fire;
use crate::id::UnitId;
use crate::movement::sorted;
use crate::overwatch::{self, Trigger, TriggerKind};
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::Battle;
use crate::text::Names;

rules! {
    AREA = "tcs.mine.area", "Entering a minefield brings an area attack";
    POINT = "tcs.mine.point", "A point target in a minefield is destroyed on 8 or more";
    BREACH = "tcs.mine.breach-area", "Breaching brings an area attack";
    BREACH_WHO = "tcs.mine.breach-who", "Infantry that began the phase beside the minefield may breach it";
    LANE = "tcs.mine.breach-success", "The hexside becomes a lane";
}

/// A group has entered a mined hex otherwise than by a lane (tcs.mine.who, tcs.mine.no-shifts, tcs.mine.leaving).
pub fn entered<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    group: UnitSet,
    hex: HexId,
) -> Result<(), C::Halt> {
    g.known_mines.insert(hex);
    cx.say(AREA, || Said::Mines(hex).into());
    area(cx, g, group, hex, g.data.tables.minefield.area)?;
    // tcs.mine.point-dice: each P-type step that enters.
    let needed = g.data.tables.minefield.point;
    let data = g.data.clone();
    for id in group.iter().filter(|it| matches!(data.unit(*it).target, TargetType::P(_))) {
        let mut losses = Losses::default();
        for _ in 0..g[id].steps {
            g[id].fired_upon = true;
            let who = ask(g.side(id), POINT, Topic::Attack(hex));
            if cx.roll(g, who, Dice::TwoD6, |it| needed <= it.two_d6())? {
                blow::lose_step(cx, g, id, &mut losses)?;
            }
        }
        blow::settle(cx, g, hex, &losses)?;
    }
    Ok(())
}

/// An area attack of this strength on those of the group it can hurt.
fn area<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    group: UnitSet,
    hex: HexId,
    strength: u16,
) -> Result<(), C::Halt> {
    let affected: UnitSet = group.iter().filter(|it| g.card(*it).target.by_area()).collect();
    let Some(first) = affected.first() else { return Ok(()) };
    for id in affected.iter() {
        g[id].fired_upon = true;
    }
    let column = g.data.tables.area_column(strength);
    let result = fire::throw(cx, g, g.side(first).other(), hex, column)?;
    // tcs.morale.mod-no-low-mines, tcs.morale.cover-class
    let blow = Blow {
        hex,
        affected,
        firers: UnitSet::EMPTY,
        cover: fire::is_cover(g.data.ground.class(hex)),
        cross_fire: false,
        no_low: false,
    };
    blow::strike(cx, g, &blow, result)
}

/// Is this hexside a lane (tcs.mine.lane, tcs.mine.lane-lasts)?
#[must_use]
pub fn has_lane(g: &Battle, from: HexId, to: HexId) -> bool {
    g.lanes.contains(&sorted(from, to))
}

/// Minefields that this unit may breach.
#[must_use]
pub fn breaches(g: &Battle, id: UnitId) -> SmallVec<[HexId; 6]> {
    let Some(from) = g.hex(id).filter(|_| may_breach(g, id).is_ok()) else {
        return SmallVec::new();
    };
    let mined = |it: &HexId| g.known_mines.contains(*it) && !has_lane(g, from, *it);
    g.data.map().neighbours(from).map(|it| it.1).filter(mined).collect()
}

/// tcs.mine.breach-start, tcs.mine.breach-who: of those who may act at all, so normal and not spent.
pub fn may_breach(g: &Battle, id: UnitId) -> Result<(), Rule> {
    let record = &g[id].record;
    let there = record.began == g.hex(id) && !record.moved;
    if !g.card(id).kind.is_infantry() || !there || record.digging {
        return Err(BREACH_WHO);
    }
    command::may(g, id, Deed::Breach)
}

/// The attack, overwatch (tcs.ow.trigger-breach), and the lane if the unit is still normal.
pub fn breach<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let to = cx.choose(g, ask(g.side(id), BREACH_WHO, Topic::BreachHex(id)), &breaches(g, id))?;
    let Some(hex) = g.hex(id) else { return Ok(()) };
    let side = g.side(id);
    g[id].record.acted = true;
    cx.say(BREACH, || Said::Breach(id, to).into());
    area(cx, g, UnitSet::of(id), hex, g.data.tables.minefield.breach_area)?;
    let units = UnitSet::of(id);
    overwatch::window(cx, g, Trigger { by: side, hex, units, kind: TriggerKind::Move })?;
    if g.hex(id) == Some(hex) && g[id].is_normal() {
        g.lanes.push(sorted(hex, to));
        g.lanes.sort_unstable();
        cx.say(LANE, || Said::Lane(id, to).into());
    }
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Mines(HexId),
    Breach(UnitId, HexId),
    Lane(UnitId, HexId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Mines(hex) => (format!("Mines in {}.", names.hex(*hex)), None, vec![*hex]),
            Said::Breach(id, hex) => {
                let text =
                    format!("{} breaches the minefield in {}.", names.unit(*id), names.hex(*hex));
                (text, names.side(*id), vec![*hex])
            }
            Said::Lane(id, hex) => {
                let text = format!("{} has made a lane into {}.", names.unit(*id), names.hex(*hex));
                (text, names.side(*id), vec![*hex])
            }
        }
    }
}
