//! Battalion Morale and Vehicle Morale (sections `bn`, `veh`).

use kernel::{Cx, Dice, rules};
use smallvec::SmallVec;

use crate::blow::Losses;
use crate::command;
use crate::data::{Data, Kind};
use crate::event::Words;
use crate::id::{BattalionId, Side, UnitId};
use crate::question::{Topic, ask};
use crate::state::Battle;
use crate::text::Names;

rules! {
    RISE = "tcs.bn.rise-4", "Heavy losses in one attack raise Battalion Morale";
    FALL = "tcs.bn.fall-throw", "Battalion Morale falls on a die not above it";
    VEHICLE_RISE = "tcs.veh.rise", "Each vehicle step lost raises Vehicle Morale";
    VEHICLE_CHECK = "tcs.veh.check", "Vehicle Morale: the die must be above a third of it";
    VEHICLE_FAIL = "tcs.veh.fail", "The vehicles go back to their rally hex";
    VEHICLE_FALL = "tcs.veh.fall-throw", "Vehicle Morale falls on a die not above it";
}

/// After the morale check of an attack (tcs.bn.whose, tcs.veh.check).
pub fn after_attack<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    losses: &Losses,
) -> Result<(), C::Halt> {
    let data = g.data.clone();
    // tcs.bn.rise-4, tcs.bn.rise-6
    let rises = &data.tables.battalion_morale.rises;
    let rise = rises.iter().rfind(|it| it.from <= losses.total).map_or(0, |it| it.rise);
    for lost in &losses.by {
        let battalion = lost.battalion;
        if 0 < rise {
            let value = &mut g.morale[battalion.index()];
            *value = value.saturating_add(rise);
            let value = *value;
            cx.say(RISE, || Said::Morale { battalion, value }.into());
        }
        if 0 < lost.vehicles {
            let rise = lost.vehicles.saturating_mul(data.tables.vehicle_morale.rise_per_step);
            let value = &mut g.vehicle_morale[battalion.index()];
            *value = value.saturating_add(rise);
            let value = *value;
            cx.say(VEHICLE_RISE, || Said::VehicleMorale { battalion, value }.into());
            check_vehicles(cx, g, battalion, value)?;
        }
    }
    Ok(())
}

fn check_vehicles<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    battalion: BattalionId,
    value: u8,
) -> Result<(), C::Halt> {
    // tcs.general.without-command: without sheets nobody withdraws by order.
    if g.data.options.without_command {
        return Ok(());
    }
    let limit = i32::from(g.data.tables.vehicle_morale.fails_at_share.of(u16::from(value)));
    let side = side_of(g, battalion);
    let who = ask(side, VEHICLE_CHECK, Topic::Battalion(battalion.0));
    if cx.roll(g, who, Dice::D6, |it| limit < it.d6())? {
        return Ok(());
    }
    cx.say(VEHICLE_FAIL, || Said::VehiclesFail(battalion).into());
    let vehicles: SmallVec<[UnitId; 8]> = g
        .on_map(side)
        .map(|it| it.0)
        .filter(|it| g.battalion(*it) == battalion && g.card(*it).kind == Kind::Vehicle)
        .collect();
    for id in vehicles {
        command::withdraw_vehicle(g, id);
    }
    Ok(())
}

/// Command step 7, on full-hour turns (tcs.seq.command-7-morale, tcs.bn.fall-time, tcs.veh.fall-time, tcs.bn.night-same).
pub fn reduce<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    for i in 0..g.morale.len() {
        let battalion = BattalionId(i as u8);
        let side = side_of(g, battalion);
        let value = g.morale[i];
        if 0 < value {
            let who = ask(side, FALL, Topic::Battalion(battalion.0));
            if cx.roll(g, who, Dice::D6, |it| it.d6() <= i32::from(value))? {
                g.morale[i] = value.saturating_sub(g.data.tables.battalion_morale.fall);
                let value = g.morale[i];
                cx.say(FALL, || Said::Morale { battalion, value }.into());
            }
        }
        let value = g.vehicle_morale[i];
        if 0 < value {
            let who = ask(side, VEHICLE_FALL, Topic::Battalion(battalion.0));
            if cx.roll(g, who, Dice::D6, |it| it.d6() <= i32::from(value))? {
                g.vehicle_morale[i] = value.saturating_sub(g.data.tables.vehicle_morale.fall);
                let value = g.vehicle_morale[i];
                cx.say(VEHICLE_FALL, || Said::VehicleMorale { battalion, value }.into());
            }
        }
    }
    Ok(())
}

fn side_of(g: &Battle, battalion: BattalionId) -> Side {
    let force = g.data.battalions[battalion.index()].force;
    g.data.forces[force.index()].side
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Morale { battalion: BattalionId, value: u8 },
    VehicleMorale { battalion: BattalionId, value: u8 },
    VehiclesFail(BattalionId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Morale { battalion, value } => {
                let text =
                    format!("Battalion Morale of {} is {value}.", names.battalion(*battalion));
                (text, names.battalion_side(*battalion), vec![])
            }
            Said::VehicleMorale { battalion, value } => {
                let text = format!("Vehicle Morale of {} is {value}.", names.battalion(*battalion));
                (text, names.battalion_side(*battalion), vec![])
            }
            Said::VehiclesFail(it) => {
                let text = format!("The vehicles of {} go back.", names.battalion(*it));
                (text, names.battalion_side(*it), vec![])
            }
        }
    }
}
