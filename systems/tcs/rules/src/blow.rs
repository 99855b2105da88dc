//! What an attack does: losses, then morale, then the battalions (section `loss`).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::{Data, Kind};
use crate::event::Words;
use crate::id::{BattalionId, Side, UnitId};
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Mode, Place};
use crate::tables::FireResult;
use crate::text::Names;
use crate::{battalion, carrier, morale};

rules! {
    WHO = "tcs.loss.owner-chooses", "The owner decides who loses the step";
    GONE = "tcs.loss.no-steps", "A unit without steps is destroyed";
    STEP = "tcs.loss.by-step", "Steps are lost one at a time";
    ABOARD = "tcs.carrier.loss", "Each carrier step costs the passengers a step";
}

/// An attack that has been thrown for, as far as its effects go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blow {
    pub hex: HexId,
    pub affected: UnitSet,
    /// Who fired, of the other side; nobody for barrages, sorties and mines.
    pub firers: UnitSet,
    /// tcs.morale.cover-class
    pub cover: bool,
    pub cross_fire: bool,
    /// tcs.morale.mod-no-low
    pub no_low: bool,
}

/// What was lost in one attack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    /// Steps the hex lost.
    pub total: u16,
    pub by: SmallVec<[Lost; 2]>,
    /// Passengers who had to dismount (tcs.carrier.bail-out).
    pub bailed: UnitSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost {
    pub battalion: BattalionId,
    /// Steps of vehicles among what it lost (tcs.veh.carriers-not).
    pub vehicles: u8,
}

/// A result on the fire table (tcs.loss.before-morale, tcs.bn.whose).
pub fn strike<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    blow: &Blow,
    result: FireResult,
) -> Result<(), C::Halt> {
    let FireResult::Check(steps) = result else { return Ok(()) };
    let mut losses = Losses::default();
    // tcs.loss.total, tcs.loss.shared, tcs.loss.excess
    for _ in 0..steps {
        let alive: SmallVec<[UnitId; 8]> =
            blow.affected.iter().filter(|it| g[*it].is_on_map()).collect();
        let Some(first) = alive.first() else { break };
        let who = ask(g.side(*first), WHO, Topic::WhoLoses(blow.hex));
        let unit = cx.choose(g, who, &alive)?;
        lose_step(cx, g, unit, &mut losses)?;
    }
    finish(cx, g, blow, &losses)
}

/// Morale, then Battalion and Vehicle Morale, after losses of whatever kind.
pub fn finish<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    blow: &Blow,
    losses: &Losses,
) -> Result<(), C::Halt> {
    let blow = Blow { affected: blow.affected.union(losses.bailed), ..*blow };
    morale::check(cx, g, &blow, losses.total)?;
    battalion::after_attack(cx, g, losses)
}

/// Losses that bring no morale check of their own: AT rolls, throws against point targets. Who had to dismount checks.
pub fn settle<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    hex: HexId,
    losses: &Losses,
) -> Result<(), C::Halt> {
    let blow = Blow {
        hex,
        affected: UnitSet::EMPTY,
        firers: UnitSet::EMPTY,
        cover: crate::fire::is_cover(g.data.ground.class(hex)),
        cross_fire: false,
        no_low: false,
    };
    finish(cx, g, &blow, losses)
}

/// One step of one unit that has some.
pub fn lose_step<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    losses: &mut Losses,
) -> Result<(), C::Halt> {
    g[id].steps -= 1;
    note(g, id, losses);
    cx.say(STEP, || Said::Step(id).into());
    let passengers: SmallVec<[UnitId; 4]> = g.passengers(id).collect();
    if !passengers.is_empty() {
        // tcs.carrier.loss
        let who = ask(g.side(id), ABOARD, Topic::WhichPassenger(id));
        let victim = cx.choose(g, who, &passengers)?;
        g[victim].steps -= 1;
        note(g, victim, losses);
        cx.say(ABOARD, || Said::Step(victim).into());
        if g[victim].steps == 0 {
            remove(cx, g, victim);
        }
        carrier::bail_out(cx, g, id, losses)?;
    }
    if g[id].steps == 0 {
        remove(cx, g, id);
    }
    Ok(())
}

/// Keeps count of a step that is gone.
fn note(g: &mut Battle, id: UnitId, losses: &mut Losses) {
    let (battalion, side) = (g.battalion(id), g.side(id));
    g.lost[side.index()] += 1;
    losses.total += 1;
    let vehicles = u8::from(g.card(id).kind == Kind::Vehicle);
    match losses.by.iter_mut().find(|it| it.battalion == battalion) {
        Some(it) => it.vehicles += vehicles,
        None => losses.by.push(Lost { battalion, vehicles }),
    }
}

fn remove<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    take_off(g, id);
    cx.say(GONE, || Said::Destroyed(id).into());
}

/// A unit that is destroyed or surrenders as a whole, with whoever it carries (tcs.morale.surrender); its steps are no losses of an
/// attack (tcs.morale.surrender-bn).
pub fn destroy<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, rule: kernel::Rule) {
    let side: Side = g.side(id);
    let aboard: SmallVec<[UnitId; 4]> = g.passengers(id).collect();
    for it in aboard.into_iter().chain(std::iter::once(id)) {
        g.lost[side.index()] += u16::from(g[it].steps);
        take_off(g, it);
        cx.say(rule, || Said::Destroyed(it).into());
    }
}

/// tcs.loss.no-steps, tcs.loss.wrecks: off the map and out of the game, with all its markers.
fn take_off(g: &mut Battle, id: UnitId) {
    g.take(id);
    let unit = &mut g[id];
    unit.place = Place::Lost;
    unit.steps = 0;
    unit.fired = false;
    unit.mode = Mode::Fire;
    unit.road_moving = false;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Step(UnitId),
    Destroyed(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Step(id) => {
                (format!("{} loses a step.", names.unit(*id)), names.side(*id), vec![])
            }
            Said::Destroyed(id) => {
                (format!("{} is gone.", names.unit(*id)), names.side(*id), vec![])
            }
        }
    }
}
