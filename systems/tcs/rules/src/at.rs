//! AT rolls.
//!
//! The number is that of the target's hex (tcs.at.terrain-hex): tcs.at.number-open, tcs.at.number-partly, tcs.at.number-protective.

use kernel::{Cx, Dice, Ledger, rules};
use smallvec::SmallVec;

use crate::blow::{self, Losses};
use crate::data::{Data, TargetType};
use crate::event::Words;
use crate::id::UnitId;
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::spot;
use crate::state::{Battle, Nerve};
use crate::text::Names;

rules! {
    ROLL = "tcs.at.throw", "AT roll: two dice and all modifiers";
    TARGET = "tcs.at.targets", "One vehicle or carrier of the roller's choice";
    DICE = "tcs.at.cumulative", "Modifiers of the AT roll";
    SMOKE = "tcs.at.mod-smoke", "Target in smoke";
    INFANTRY = "tcs.at.mod-infantry", "Target stacked with infantry";
    SHAKEN = "tcs.at.mod-suppressed", "Roller Suppressed or Paralysed";
    ZONE = "tcs.at.mod-zone", "Target or roller in an attack zone";
    DARK = "tcs.at.mod-dark", "Night, or visibility 3 or less";
    ROAD = "tcs.at.mod-road", "Road Moving target";
    SOFT = "tcs.at.mod-soft", "Target of B-type, P-1 or P-2";
    RAW = "tcs.at.raw-loss", "An unmodified 3 or less costs the roller a step";
    KILL = "tcs.at.one-step", "A success destroys one step";
}

/// An AT roll of one unit at another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AtRoll {
    pub roller: UnitId,
    pub target: UnitId,
}

impl From<AtRoll> for Opt {
    fn from(it: AtRoll) -> Opt {
        Opt::AtRoll { roller: it.roller, target: it.target }
    }
}

/// One AT roll and its effects.
pub fn roll<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, it: AtRoll) -> Result<(), C::Halt> {
    let AtRoll { roller, target } = it;
    let (Some(from), Some(hex)) = (g.hex(roller), g.hex(target)) else { return Ok(()) };
    g[roller].record.at_rolls += 1;
    g[roller].has_fired = true;
    g[target].fired_upon = true;
    let needed = g.data.tables.at.needed(g.data.ground.class(hex), g.data.distance(from, hex));
    let bonus = cx.tally(DICE, |ledger| modifiers(g, it, ledger));
    let raw = g.data.tables.at.raw_loss;
    let who = ask(g.side(roller), ROLL, Topic::AtThrow { roller, target });
    let (kills, costs) = cx.roll(g, who, Dice::TwoD6, |throw| {
        let sum = throw.two_d6();
        (needed <= sum + bonus, sum <= raw)
    })?;
    cx.say(ROLL, || Said::Rolled { roller, target, kills }.into());
    // tcs.at.raw-loss-and-kill: both outcomes apply.
    if kills {
        let mut losses = Losses::default();
        blow::lose_step(cx, g, target, &mut losses)?;
        blow::settle(cx, g, hex, &losses)?;
    }
    if costs {
        cx.say(RAW, || Said::Costs(roller).into());
        let mut losses = Losses::default();
        blow::lose_step(cx, g, roller, &mut losses)?;
        blow::settle(cx, g, from, &losses)?;
    }
    Ok(())
}

/// Lines of the roll.
pub fn modifiers(g: &Battle, it: AtRoll, ledger: &mut impl Ledger) {
    let table = &g.data.tables.at;
    let (Some(from), Some(hex)) = (g.hex(it.roller), g.hex(it.target)) else { return };
    if g.smoke.contains(hex) {
        ledger.add(SMOKE, table.smoke.value);
    }
    let side = g.side(it.target);
    if g.stack_of(side, hex).any(|it| g.card(it).kind.is_infantry()) {
        ledger.add(INFANTRY, table.with_infantry.value);
    }
    if !g[it.roller].is_normal() {
        ledger.add(SHAKEN, table.firer_suppressed_or_paralysed.value);
    }
    if g.zone.contains(hex) || g.zone.contains(from) {
        ledger.add(ZONE, table.attack_zone.value);
    }
    // tcs.illum.night-only: a lit hex is not dark at night.
    let murky = spot::of_turn(g).is_some_and(|it| it <= table.dark_visibility);
    let dark = if g.is_night() { !g.lit.contains(hex) } else { murky };
    if dark {
        ledger.add(DARK, table.dark.value);
    }
    if g[it.target].road_moving {
        ledger.add(ROAD, table.road_moving.value);
    }
    let soft = match g.card(it.target).target {
        TargetType::B(_) | TargetType::A => true,
        TargetType::P(n) => n <= table.soft_defence,
    };
    if soft {
        ledger.add(SOFT, table.soft.value);
    }
}

/// May this unit make an AT roll at all now (tcs.at.who, tcs.at.limit, tcs.at.mode)? `fight`: in an assault or overrun.
#[must_use]
pub fn may_roll(g: &Battle, roller: UnitId, fight: bool) -> bool {
    let unit = &g[roller];
    g.card(roller).at_rolls
        && unit.record.at_rolls < unit.record.at_limit
        && (fight || (unit.is_ready() && unit.nerve != Nerve::Paralysed))
}

/// Vehicles and carriers that a unit may roll at, of all enemies in its hex and next to it or of `only` these
/// (tcs.at.range, tcs.at.no-spotting), ascending.
#[must_use]
pub fn targets(g: &Battle, roller: UnitId, only: Option<UnitSet>) -> SmallVec<[AtRoll; 8]> {
    let mut list = SmallVec::new();
    let Some(from) = g.hex(roller) else { return list };
    let enemy = g.side(roller).other();
    let mut add = |target: UnitId| {
        if g.card(target).kind.is_motor() {
            list.push(AtRoll { roller, target });
        }
    };
    match only {
        Some(units) => units.iter().for_each(&mut add),
        None => {
            let held = &g.occupied[enemy.index()];
            let around = g.data.map().neighbours(from).map(|it| it.1);
            for hex in std::iter::once(from).chain(around).filter(|it| held.contains(*it)) {
                g.stack_of(enemy, hex).for_each(&mut add);
            }
        }
    }
    list.sort_unstable_by_key(|it| it.target);
    list
}

/// tcs.at.limit: steps at the start of the phase.
pub fn begin_phase(g: &mut Battle) {
    for unit in &mut g.units {
        unit.record.at_limit = unit.steps;
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Rolled { roller: UnitId, target: UnitId, kills: bool },
    Costs(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Rolled { roller, target, kills } => {
                let how = if *kills { "destroys a step of" } else { "fails against" };
                let text = format!("{} {how} {}.", names.unit(*roller), names.unit(*target));
                (text, names.side(*roller), vec![])
            }
            Said::Costs(roller) => {
                (format!("{} pays for it.", names.unit(*roller)), names.side(*roller), vec![])
            }
        }
    }
}
