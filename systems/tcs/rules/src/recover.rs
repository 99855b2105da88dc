//! Recovery from Suppressed and Paralysed (section `recover`).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::Data;
use crate::event::Words;
use crate::id::{Side, UnitId};
use crate::overwatch::{self, Trigger, TriggerKind};
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Nerve};
use crate::text::Names;

rules! {
    WHO = "tcs.recover.optional", "Recovery of each stack is optional";
    SUPPRESSED = "tcs.recover.suppressed", "A Suppressed unit becomes normal";
    PARALYSED = "tcs.recover.paralysed", "A Paralysed unit becomes Suppressed";
    AGAIN = "tcs.recover.hit-again", "A unit hit again does not recover";
}

/// One stack, or no more (tcs.recover.risk-first). Is the side done?
pub fn recover<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let mut options: SmallVec<[Option<HexId>; 12]> = SmallVec::from_slice(&[None]);
    for (id, hex) in g.on_map(side) {
        if may_recover(g, id) && !options.contains(&Some(hex)) {
            options.push(Some(hex));
        }
    }
    let Some(hex) = cx.choose(g, ask(side, WHO, Topic::WhoRecovers), &options)? else {
        return Ok(true);
    };
    let units: UnitSet = g.stack_of(side, hex).filter(|it| may_recover(g, *it)).collect();
    for id in units.iter() {
        g[id].record.recovered = true;
        g[id].record.shaken = false;
    }
    // tcs.ow.trigger-recover
    overwatch::window(cx, g, Trigger { by: side, hex, units, kind: TriggerKind::Recovery })?;
    for id in units.iter() {
        if !g[id].is_on_map() {
            continue;
        }
        if g[id].record.shaken {
            cx.say(AGAIN, || Said::Fails(id).into());
            continue;
        }
        let aboard: SmallVec<[UnitId; 4]> = g.passengers(id).collect();
        let (nerve, rule) = match g[id].nerve {
            Nerve::Paralysed => (Nerve::Suppressed, PARALYSED),
            Nerve::Suppressed | Nerve::Normal => (Nerve::Normal, SUPPRESSED),
        };
        for it in aboard.into_iter().chain(std::iter::once(id)) {
            g[it].nerve = nerve;
        }
        cx.say(rule, || Said::Recovers(id, nerve).into());
    }
    Ok(false)
}

/// tcs.recover.once
fn may_recover(g: &Battle, id: UnitId) -> bool {
    !g[id].is_normal() && !g[id].record.recovered
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Recovers(UnitId, Nerve),
    Fails(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Recovers(id, nerve) => {
                let how =
                    if *nerve == Nerve::Normal { "recovers" } else { "is only Suppressed now" };
                (format!("{} {how}.", names.unit(*id)), names.side(*id), vec![])
            }
            Said::Fails(id) => {
                (format!("{} does not recover.", names.unit(*id)), names.side(*id), vec![])
            }
        }
    }
}
