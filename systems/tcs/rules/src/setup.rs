//! Set-up.

use kernel::{Cx, Objection, Wanted, rules};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::event::Words;
use crate::id::{Side, UnitId};
use crate::plan::Plan;
use crate::question::{Topic, ask};
use crate::sheet::value::At;
use crate::stacking;
use crate::state::{Battle, Mode};
use crate::text::Names;

rules! {
    PLACE = "tcs.setup.place", "Each side sets up as its scenario says";
    DUG_IN = "tcs.mode.set-up-dug-in", "Only units the scenario allows start Dug-In";
    MODE = "tcs.setup.modes", "Units start in Fire mode unless the scenario says otherwise";
    ROOM = "tcs.stack.limit", "Too many steps in one hex";
}

/// Where one unit starts. On the tape: `{"unit":3,"hex":"0413","dug_in":true}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub unit: UnitId,
    pub hex: At,
    #[serde(default)]
    pub dug_in: bool,
}

/// A side's set-up, as one whole value; nothing is asked where the scenario leaves no choice.
pub fn set_up<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let free: Vec<UnitId> = choosers(g, side).collect();
    if free.is_empty() {
        return Ok(());
    }
    let who = ask(side, PLACE, Topic::SetUp);
    let plan = cx.propose(g, who, |it| judge(g, side, it), |wanted| ready(g, side, wanted))?;
    if let Plan::SetUp(placed) = plan {
        for it in placed {
            // The judge has seen that the hex is there.
            let start = g.card(it.unit).start.hex;
            let hex = g.data.map().id(it.hex.0).unwrap_or(start);
            g.put(it.unit, hex);
            g[it.unit].mode = if it.dug_in { Mode::DugIn } else { g.card(it.unit).start.mode };
        }
    }
    cx.say(PLACE, || Said::SetUp(side).into());
    Ok(())
}

/// Units of a side with a choice of hexes, or of digging in.
fn choosers(g: &Battle, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    g.data.units_of[side.index()].iter().filter(|it| {
        let start = &g.card(*it).start;
        start.turn == 0 && start.aboard.is_none() && (start.area.is_some() || start.may_dig_in)
    })
}

/// The judge of a set-up: each chooser once, in its area, within the stacking limits.
pub fn judge(g: &Battle, side: Side, plan: &Plan) -> Result<(), Objection> {
    let Plan::SetUp(placed) = plan else {
        return Err(Objection::new(PLACE, "", "A set-up is wanted."));
    };
    let wrong = |rule, i: usize, why: &str| Err(Objection::new(rule, format!("/set-up/{i}"), why));
    let free: Vec<UnitId> = choosers(g, side).collect();
    let mut trial = g.clone();
    for id in &free {
        trial.take(*id);
    }
    for (i, it) in placed.iter().enumerate() {
        if !free.contains(&it.unit) {
            return wrong(PLACE, i, "This unit has no choice of hex.");
        }
        if placed[..i].iter().any(|other| other.unit == it.unit) {
            return wrong(PLACE, i, "This unit is placed twice.");
        }
        let start = &g.card(it.unit).start;
        let Some(hex) = g.data.map().id(it.hex.0) else {
            return wrong(PLACE, i, "There is no such hex on the map.");
        };
        let inside = match start.area {
            Some(area) => g.data.areas.get(usize::from(area)).is_some_and(|set| set.contains(hex)),
            None => hex == start.hex,
        };
        if !inside {
            return wrong(PLACE, i, "The hex lies outside its set-up area.");
        }
        if g.holds(side.other(), hex) {
            return wrong(PLACE, i, "The enemy stands there.");
        }
        if it.dug_in && !start.may_dig_in {
            return wrong(DUG_IN, i, "This unit may not start Dug-In.");
        }
        trial.put(it.unit, hex);
        let motor = g.card(it.unit).kind.is_motor();
        let limits = &g.data.tables.limits;
        let most =
            if motor { limits.stack_limit_vehicle_steps } else { limits.stack_limit_foot_steps };
        if most < stacking::steps(&trial, side, hex, motor) {
            return wrong(ROOM, i, "There is no room for it in this hex.");
        }
    }
    if placed.len() < free.len() {
        return Err(Objection::new(PLACE, "/set-up", "Every unit with a choice must be placed."));
    }
    Ok(())
}

/// Set-ups to start from: as the scenario suggests, dug in where that is allowed, and not.
fn ready(g: &Battle, side: Side, wanted: Wanted) -> Vec<Plan> {
    let as_is = |dug_in: bool| {
        let place = |id: UnitId| {
            let start = &g.card(id).start;
            Placed {
                unit: id,
                hex: At(g.data.map().hex(start.hex)),
                dug_in: dug_in && start.may_dig_in,
            }
        };
        Plan::SetUp(choosers(g, side).map(place).collect())
    };
    if let Wanted::One(random) = wanted {
        return vec![as_is(random % 2 == 0)];
    }
    let mut plans = vec![as_is(true)];
    if plans[0] != as_is(false) {
        plans.push(as_is(false));
    }
    plans
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    SetUp(Side),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let Said::SetUp(side) = self;
        (format!("{} have set up.", Names(data).the(*side)), Some(*side), vec![])
    }
}
