//! Overruns.
//!
//! Actions of step 4 (tcs.overrun.phase).

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::assault::{clear, enter, entry_cost, in_fight};
use crate::at;
use crate::command::{self, Deed};
use crate::data::{Data, Kind, TargetType};
use crate::event::Words;
use crate::fire::{self, FireKind};
use crate::ground::TerrainClass;
use crate::id::UnitId;
use crate::movement::{self, Step};
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::state::{Attacker, Battle, Mode};
use crate::text::Names;
use crate::{blow, point};

rules! {
    OVERRUN = "tcs.overrun.who", "P-type vehicles with an area strength overrun an adjacent hex";
    TERRAIN = "tcs.overrun.terrain", "A Protective hex is overrun only along a road";
    COST = "tcs.overrun.cost", "Entry costs 1 movement point more";
    ONCE = "tcs.overrun.repeat", "The same hex only once a phase";
    DEFENCE = "tcs.overrun.1-defence", "Each infantry unit may make an AT roll, others their point fire";
    ATTACK = "tcs.overrun.2-attack", "One area fire with all their strengths";
    EXIT = "tcs.overrun.3-exit", "The vehicles leave, or go back";
    CLEAR = "tcs.overrun.clear", "Nobody normal is left, so the vehicles may stay";
    TRAPPED = "tcs.overrun.trapped", "It can neither leave nor go back";
}

/// The action Overrun, led by `id`; vehicles of its hex may come along.
pub fn act<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let hexes = targets(g, id);
    let Some(from) = g.hex(id).filter(|_| !hexes.is_empty()) else { return Ok(()) };
    let side = g.side(id);
    let hex = cx.choose(g, ask(side, OVERRUN, Topic::OverrunHex(id)), &hexes)?;
    let mut party = UnitSet::of(id);
    loop {
        let others = g.stack_of(side, from).filter(|it| !party.contains(*it));
        let more = others.filter(|it| may_overrun(g, *it, hex).is_ok()).map(Some);
        let options: SmallVec<[Option<UnitId>; 8]> = std::iter::once(None).chain(more).collect();
        match cx.choose(g, ask(side, OVERRUN, Topic::WhoOverruns(hex)), &options)? {
            Some(it) => party.insert(it),
            None => break,
        }
    }
    cx.say(OVERRUN, || Said::Opens(party, hex).into());
    enter(cx, g, party, hex, true)?;
    let inside = |g: &Battle| -> UnitSet { g.stack_of(side, hex).collect() };
    defend(cx, g, hex, id)?;
    // Step 2: area fire although they are in Move mode.
    let attack = in_fight(side, FireKind::Area, hex, inside(g));
    if !attack.firers.is_empty() && !fire::affected(g, &attack).is_empty() {
        fire::resolve(cx, g, attack)?;
    }
    let cleared = !g.stack_of(side.other(), hex).any(|it| g[it].is_normal());
    if cleared && !inside(g).is_empty() {
        clear(cx, g, side.other(), hex)?;
    }
    leave(cx, g, hex, cleared)
}

/// Step 1.
fn defend<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    hex: HexId,
    lead: UnitId,
) -> Result<(), C::Halt> {
    let (side, defender) = (g.side(lead), g.side(lead).other());
    let units: SmallVec<[UnitId; 8]> = g.stack_of(defender, hex).collect();
    for id in units {
        if at::may_roll(g, id, true) {
            let there: UnitSet = g.stack_of(side, hex).collect();
            let rolls = at::targets(g, id, Some(there)).into_iter().map(Some);
            let options: SmallVec<[Option<at::AtRoll>; 8]> =
                std::iter::once(None).chain(rolls).collect();
            let who = ask(defender, DEFENCE, Topic::AssaultFire { hex, unit: id });
            if let Some(it) = cx.choose(g, who, &options)? {
                at::roll(cx, g, it)?;
            }
        } else {
            let attack = in_fight(defender, FireKind::Point, hex, UnitSet::of(id));
            if point::is_allowed(g, &attack, fire::affected(g, &attack)) {
                fire::resolve(cx, g, attack)?;
            }
        }
    }
    Ok(())
}

/// Step 3: each vehicle by itself (tcs.overrun.marker: no Fired marker).
fn leave<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    hex: HexId,
    cleared: bool,
) -> Result<(), C::Halt> {
    let Some(fight) = g.fight.take() else { return Ok(()) };
    let side = fight.attacker;
    let still: SmallVec<[Attacker; 6]> =
        fight.attackers.iter().copied().filter(|it| g.hex(it.unit) == Some(hex)).collect();
    for it in still {
        let mut options: SmallVec<[Exit; 14]> = SmallVec::new();
        if cleared {
            options.push(Exit::Stay);
        }
        if !g.holds(side.other(), it.from) {
            options.push(Exit::Back(it.from));
        }
        options.extend(movement::steps(g, UnitSet::of(it.unit)).into_iter().map(Exit::On));
        if options.is_empty() {
            cx.say(TRAPPED, || Said::Trapped(it.unit).into());
            blow::destroy(cx, g, it.unit, TRAPPED);
            continue;
        }
        match cx.choose(g, ask(side, EXIT, Topic::OverrunExit(it.unit)), &options)? {
            Exit::Stay => (),
            Exit::Back(from) => {
                g.put(it.unit, from);
                cx.say(EXIT, || Said::Leaves(it.unit, from).into());
            }
            Exit::On(step) => movement::enter(cx, g, UnitSet::of(it.unit), step)?,
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    Stay,
    Back(HexId),
    On(Step),
}

impl From<Exit> for Opt {
    fn from(it: Exit) -> Opt {
        match it {
            Exit::Stay => Opt::Done,
            Exit::Back(hex) => Opt::Join(hex),
            Exit::On(Step { to, road: false }) => Opt::Hex(to),
            Exit::On(Step { to, road: true }) => Opt::Road(to),
        }
    }
}

/// Hexes this vehicle may overrun, in the order of directions.
#[must_use]
pub fn targets(g: &Battle, id: UnitId) -> SmallVec<[HexId; 6]> {
    let Some(from) = g.hex(id) else { return SmallVec::new() };
    let enemy = g.side(id).other();
    let held = g.data.map().neighbours(from).map(|it| it.1).filter(|it| g.holds(enemy, *it));
    held.filter(|it| may_overrun(g, id, *it).is_ok()).collect()
}

pub fn may_overrun(g: &Battle, id: UnitId, hex: HexId) -> Result<(), Rule> {
    let (unit, card) = (&g[id], g.card(id));
    let hull = card.kind == Kind::Vehicle && matches!(card.target, TargetType::P(_));
    if !hull || card.area.is_none() || !unit.is_normal() {
        return Err(OVERRUN);
    }
    if unit.mode != Mode::Move || unit.record.stopped || unit.record.acted || unit.record.finished {
        return Err(OVERRUN);
    }
    let enemy = g.side(id).other();
    let armour = |it: UnitId| {
        g.card(it).kind == Kind::Vehicle && matches!(g.card(it).target, TargetType::P(_))
    };
    if g.stack_of(enemy, hex).any(armour) {
        return Err(OVERRUN);
    }
    if g.entered.contains(&(id, hex)) {
        return Err(ONCE);
    }
    if entry_cost(g, id, hex).is_none() {
        return Err(movement::PROHIBITED);
    }
    let Some((_, cost)) = way_in(g, id, hex) else { return Err(TERRAIN) };
    if unit.record.left < cost + g.data.tables.limits.overrun_extra {
        return Err(COST);
    }
    command::may_at(g, id, Deed::Overrun, hex)?;
    command::may_step(g, id, hex, Deed::Overrun)
}

/// Into a Protective hex the road is the only way (tcs.overrun.terrain), even where the streets would cost less.
#[must_use]
pub fn way_in(g: &Battle, id: UnitId, hex: HexId) -> Option<(bool, u16)> {
    if g.data.ground.class(hex) == TerrainClass::Protective {
        return movement::cost_of(g, id, Step { to: hex, road: true }).map(|it| (true, it));
    }
    entry_cost(g, id, hex)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Opens(UnitSet, HexId),
    Leaves(UnitId, HexId),
    Trapped(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Opens(units, hex) => {
                let text = format!("{} overrun {}.", names.units(*units), names.hex(*hex));
                (text, units.first().and_then(|it| names.side(it)), vec![*hex])
            }
            Said::Leaves(unit, hex) => {
                let text = format!("{} goes back to {}.", names.unit(*unit), names.hex(*hex));
                (text, names.side(*unit), vec![*hex])
            }
            Said::Trapped(unit) => {
                (format!("{} is trapped.", names.unit(*unit)), names.side(*unit), vec![])
            }
        }
    }
}
