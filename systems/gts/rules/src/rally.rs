//! Section 19: rally.

use kernel::{Cx, rules};

use crate::command::in_command;
use crate::cost::Refusal;
use crate::data::{Data, UnitId};
use crate::event::Words;
use crate::fire_zone::is_in_enemy_zone;
use crate::state::Battle;
use crate::text::Names;
use crate::troop_quality::{self, Check};

rules! {
    RALLYING = "gts.rally.ooc", "Rallying markers";
    CHECK = "gts.rally.ooc", "Out of command: check to rally";
    FAIL = "gts.rally.ooc-fail", "Rallying marker";
    DAY_EFZ = "gts.rally.day-efz", "By day in an enemy Fire Zone only suppression is rallied";
    DONE = "gts.rally.otherwise", "Rallied";
    NOTHING = "gts.rally.one-step", "Nothing to rally";
}

/// The Rally action (gts.act.rally).
pub fn rally<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    // gts.rally.ic: in command it succeeds without a roll.
    if !in_command(g, id) {
        // gts.rally.ooc, gts.rally.ooc-penalty
        let markers = i32::from(g[id].rallying) * i32::from(g.data().tables.tq.rallying_each);
        let mut check = Check::rolled(CHECK);
        check.extra[0] = (RALLYING, markers);
        if !troop_quality::check(cx, g, id, check)? {
            // gts.rally.ooc-fail
            g[id].rallying = g[id].rallying.saturating_add(1);
            cx.say(FAIL, || Said::RallyFailed(id).into());
            return Ok(());
        }
    }
    // gts.rally.clear-markers
    g[id].rallying = 0;
    if g[id].suppressed || !is_under_fire_by_day(g, id) {
        recover(cx, g, id);
    }
    Ok(())
}

/// gts.rally.otherwise, gts.rally.one-step: the suppression first, else one Cohesion Hit; never a step
/// (gts.rally.no-steps). An event may bring it too.
pub fn recover<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    let unit = &mut g[id];
    unit.rallying = 0;
    if unit.suppressed {
        unit.suppressed = false;
    } else if 0 < unit.cohesion {
        unit.cohesion -= 1;
    } else {
        return;
    }
    cx.say(DONE, || Said::Rallied { unit: id }.into());
}

/// Is there anything to rally?
pub fn may_rally(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    if g[id].suppressed {
        return Ok(());
    }
    if g[id].cohesion == 0 {
        return Err(NOTHING.into());
    }
    if is_under_fire_by_day(g, id) {
        return Err(DAY_EFZ.into());
    }
    Ok(())
}

/// gts.rally.day-efz: then only a suppression can be rallied.
fn is_under_fire_by_day(g: &Battle, id: UnitId) -> bool {
    !g.is_night() && g[id].hex().is_some_and(|hex| is_in_enemy_zone(g, g.side(id), hex))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Rallied { unit: UnitId },
    RallyFailed(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Rallied { unit } => {
                (format!("{} rallies.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::RallyFailed(unit) => {
                (format!("{} fails to rally.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
