//! Smoke and illumination of mortars and infantry guns; what becomes of all smoke (sections `smoke`, `illum`, `clean`).

use board::HexId;
use kernel::{Cx, Dice, Rule, rules};
use smallvec::SmallVec;

use crate::command::{self, Deed};
use crate::data::Data;
use crate::event::Words;
use crate::fire;
use crate::ground::Hexes;
use crate::id::{Side, UnitId};
use crate::question::{Topic, ask};
use crate::spot;
use crate::state::{Battle, UnitMarker};
use crate::text::Names;

rules! {
    THROW = "tcs.smoke.unit-throw", "Smoke comes on 4 or more";
    ACTION = "tcs.smoke.unit-action", "Firing smoke is the unit's action, under the conditions of an SFA";
    LIGHT = "tcs.illum.unit", "A mortar or infantry gun fires illumination";
    OFF = "tcs.smoke.unit-end", "Unit smoke and illumination of the turn before come off";
    FLARES = "tcs.clean.1-illum", "Artillery illumination comes off";
    LEVEL_1 = "tcs.clean.2-level-1", "Level 1 smoke comes off";
    LEVEL_2 = "tcs.clean.3-level-2", "Level 2 smoke becomes Level 1";
}

/// A unit fires smoke, or illumination (tcs.smoke.unit-fail-marker, tcs.smoke.unit-success-marker).
pub fn act<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    light: bool,
) -> Result<(), C::Halt> {
    let hexes: Vec<HexId> = targets(g, id, light).iter().collect();
    if hexes.is_empty() {
        return Ok(());
    }
    let side = g.side(id);
    let topic = if light { Topic::LightTarget(id) } else { Topic::SmokeTarget(id) };
    let hex = cx.choose(g, ask(side, ACTION, topic), &hexes)?;
    g[id].record.acted = true;
    g[id].fired = true;
    g[id].has_fired = true;
    let needed = g.data.tables.unit_smoke.needed;
    let comes = cx.roll(g, ask(side, THROW, topic), Dice::D6, |it| needed <= it.d6())?;
    if comes {
        g.unit_markers.push(UnitMarker { side, turn: g.turn, hex, light });
        g.survey();
    }
    cx.say(THROW, || Said::Unit { id, hex, light, comes }.into());
    Ok(())
}

/// tcs.smoke.unit-action, tcs.sfa.who; who is shaken, has acted or is finished is not asked what to do.
pub fn may_fire(g: &Battle, id: UnitId, light: bool) -> Result<(), Rule> {
    let (unit, card) = (&g[id], g.card(id));
    let able = if light { card.illumination && g.is_night() } else { card.smoke };
    let record = &unit.record;
    if !able || !unit.is_on_map() || !unit.is_ready() || unit.fired {
        return Err(ACTION);
    }
    if record.moved || record.digging {
        return Err(ACTION);
    }
    command::may(g, id, Deed::UnitSmoke)
}

/// Hexes in range and in its own or its observer's line of sight. Reading: light is fired into the dark, so visibility does
/// not limit it.
#[must_use]
pub fn targets(g: &Battle, id: UnitId, light: bool) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    let (Some(from), Some(area)) = (g.hex(id), g.card(id).area.as_ref()) else { return hexes };
    let mut eyes: SmallVec<[HexId; 8]> = SmallVec::from_slice(&[from]);
    if !light {
        eyes.extend(fire::eyes_of(g, id).map(|it| it.1));
    }
    let range = u32::from(area.range);
    for eye in eyes {
        for to in g.data.ground.field(eye).and_not(&hexes).iter() {
            let seen = || {
                if light {
                    g.data.ground.sees_past(&g.smoke, eye, to)
                } else {
                    spot::sees(g, eye, to)
                }
            };
            if g.data.distance(from, to) <= range && seen() {
                hexes.insert(to);
            }
        }
    }
    hexes
}

/// Action step 2 (tcs.smoke.unit-end, tcs.illum.unit-end, tcs.smoke.second-player).
pub fn lift_unit_markers<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    let before = g.unit_markers.len();
    let turn = g.turn;
    g.unit_markers.retain(|it| it.side != side || it.turn == turn);
    if g.unit_markers.len() < before {
        g.survey();
        cx.say(OFF, || Said::Lifted(side).into());
    }
}

/// Clean Up, in this order (tcs.seq.clean-up-order, tcs.smoke.clean-up, tcs.illum.arty-end, tcs.clean.nothing-else); unit smoke stays
/// (tcs.smoke.unit-not-clean-up).
pub fn clean_up<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    if !g.flares.is_empty() {
        g.flares.clear();
        cx.say(FLARES, || Said::FlaresOut.into());
    }
    if !g.smoke_1.is_empty() {
        g.smoke_1 = Hexes::EMPTY;
        cx.say(LEVEL_1, || Said::SmokeGone.into());
    }
    if !g.smoke_2.is_empty() {
        g.smoke_1 = g.smoke_2;
        g.smoke_2 = Hexes::EMPTY;
        cx.say(LEVEL_2, || Said::SmokeThins.into());
    }
    g.survey();
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Unit { id: UnitId, hex: HexId, light: bool, comes: bool },
    Lifted(Side),
    FlaresOut,
    SmokeGone,
    SmokeThins,
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Unit { id, hex, light, comes } => {
                let what = if *light { "illumination" } else { "smoke" };
                let how = if *comes { "brings" } else { "fails to bring" };
                let text = format!("{} {how} {what} to {}.", names.unit(*id), names.hex(*hex));
                (text, names.side(*id), vec![*hex])
            }
            Said::Lifted(side) => {
                let text = format!("Smoke and light of the units of {} are gone.", names.of(*side));
                (text, Some(*side), vec![])
            }
            Said::FlaresOut => ("Flares go out.".into(), None, vec![]),
            Said::SmokeGone => ("Thin smoke is gone.".into(), None, vec![]),
            Said::SmokeThins => ("Thick smoke thins.".into(), None, vec![]),
        }
    }
}
