//! Overwatch: replies to triggers, resolved at once (tcs.ow.time).
//!
//! Both sides may reply in either Action Phase (tcs.ow.both, tcs.seq.action-overwatch-both), whatever their orders (tcs.ow.any-mission,
//! tcs.cmd.unassigned-overwatch); the phasing side only to fire, since nothing else of the enemy triggers (tcs.ow.phasing-side,
//! tcs.ow.no-trigger). A unit answers a trigger once (tcs.ow.unit-per-trigger) and gets its marker in `fire` (tcs.ow.marker).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::at::{self, AtRoll};
use crate::data::Kind;
use crate::declare;
use crate::fire::{self, Attack, FireKind, Occasion};
use crate::id::{Side, UnitId};
use crate::point;
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::spot;
use crate::state::{Battle, Nerve};

rules! {
    WINDOW = "tcs.ow.pass", "The replying player may decline any trigger";
    AREA = "tcs.ow.per-trigger", "At most one area attack, one point attack and one AT roll a unit";
}

/// What may be answered (tcs.ow.trigger-move, tcs.ow.trigger-fire, tcs.ow.trigger-recover, tcs.ow.trigger-breach).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// Whose doing it is.
    pub by: Side,
    pub hex: HexId,
    /// Who made it.
    pub units: UnitSet,
    pub kind: TriggerKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriggerKind {
    Move,
    Fire,
    /// A reply to this one triggers nothing more (tcs.ow.chain).
    Reply,
    Recovery,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Nobody,
    Area,
    Point,
    At(AtRoll),
}

impl From<Answer> for Opt {
    fn from(it: Answer) -> Opt {
        match it {
            Answer::Nobody => Opt::Nobody,
            Answer::Area => Opt::Area,
            Answer::Point => Opt::Point,
            Answer::At(it) => it.into(),
        }
    }
}

/// One trigger and all answers to it, one after another (tcs.ow.order).
pub fn window<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, trigger: Trigger) -> Result<(), C::Halt> {
    let side = trigger.by.other();
    let mut used = UnitSet::EMPTY;
    let (mut area, mut point) = (true, true);
    loop {
        // tcs.ow.trigger-over
        if !trigger.units.iter().any(|it| g.hex(it) == Some(trigger.hex)) {
            return Ok(());
        }
        let can_area =
            if area { eligible(g, trigger, FireKind::Area, used) } else { UnitSet::EMPTY };
        let can_point =
            if point { eligible(g, trigger, FireKind::Point, used) } else { UnitSet::EMPTY };
        let mut answers: SmallVec<[Answer; 8]> = SmallVec::from_slice(&[Answer::Nobody]);
        if !can_area.is_empty() {
            answers.push(Answer::Area);
        }
        if !can_point.is_empty() {
            answers.push(Answer::Point);
        }
        at_rolls(g, trigger, used, &mut answers);
        // tcs.ow.asked: only who could answer is asked, for a single option is taken without asking.
        match cx.choose(g, ask(side, WINDOW, Topic::Overwatch(trigger.hex)), &answers)? {
            Answer::Nobody => return Ok(()),
            Answer::Area => {
                area = false;
                used = used.union(answer(cx, g, trigger, FireKind::Area, can_area)?);
            }
            Answer::Point => {
                point = false;
                used = used.union(answer(cx, g, trigger, FireKind::Point, can_point)?);
            }
            Answer::At(it) => {
                used.insert(it.roller);
                at::roll(cx, g, it)?;
            }
        }
    }
}

/// One overwatch attack, and the reply it may bring.
fn answer<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    trigger: Trigger,
    kind: FireKind,
    can: UnitSet,
) -> Result<UnitSet, C::Halt> {
    let attack = attack(g, trigger, kind, UnitSet::EMPTY);
    let mut attack = declare::declare(cx, g, attack, can, None)?;
    attack.halved = marked(g, attack.firers);
    let hexes = fire::firing_hexes(g, attack.firers);
    fire::resolve(cx, g, attack)?;
    if trigger.kind != TriggerKind::Reply {
        for hex in hexes {
            let units = attack.firers.iter().filter(|it| g.hex(*it) == Some(hex)).collect();
            let kind = TriggerKind::Reply;
            window(cx, g, Trigger { by: attack.by, hex, units, kind })?;
        }
    }
    Ok(attack.firers)
}

/// tcs.ow.hits-movers, tcs.ow.hits-hex
fn attack(g: &Battle, trigger: Trigger, kind: FireKind, firers: UnitSet) -> Attack {
    let only = (trigger.kind == TriggerKind::Move).then_some(trigger.units);
    let halved = marked(g, firers);
    Attack {
        by: trigger.by.other(),
        kind,
        hex: trigger.hex,
        firers,
        only,
        halved,
        occasion: Occasion::Overwatch,
    }
}

/// tcs.ow.at-again: those who have fired already, which counts for AT guns.
fn marked(g: &Battle, firers: UnitSet) -> UnitSet {
    firers.iter().filter(|it| g[*it].fired).collect()
}

/// Who could answer by himself with this kind of fire (tcs.ow.firer, tcs.ow.spotted, tcs.ow.suppressed).
#[must_use]
pub fn eligible(g: &Battle, trigger: Trigger, kind: FireKind, used: UnitSet) -> UnitSet {
    let side = trigger.by.other();
    let mut can = UnitSet::EMPTY;
    // Most triggers have nobody in them whom this kind of fire hurts.
    let open = fire::affected(
        g,
        &Attack { occasion: Occasion::Fight, ..attack(g, trigger, kind, UnitSet::EMPTY) },
    );
    if open.is_empty() {
        return can;
    }
    for (id, hex) in g.on_map(side) {
        if used.contains(id) || !may_answer(g, id, kind) || !in_reach(g, id, hex, trigger.hex, kind)
        {
            continue;
        }
        // tcs.assault.entry-overwatch, tcs.overrun.entry-overwatch: not those whose hex is entered.
        if hex == trigger.hex {
            continue;
        }
        let alone = attack(g, trigger, kind, UnitSet::of(id));
        let fits = match kind {
            FireKind::Area => open.iter().any(|it| fire::spots_for(g, id, trigger.hex, it)),
            FireKind::Point => point::is_allowed(g, &alone, fire::affected(g, &alone)),
        };
        if fits {
            can.insert(id);
        }
    }
    can
}

/// Mode, nerve and marker (tcs.ow.mg-again, tcs.ow.at-again).
fn may_answer(g: &Battle, id: UnitId, kind: FireKind) -> bool {
    let unit = &g[id];
    let again = match kind {
        FireKind::Area => g.card(id).kind == Kind::MachineGun,
        FireKind::Point => g.card(id).kind == Kind::AtGun,
    };
    unit.is_ready() && unit.nerve != Nerve::Paralysed && (!unit.fired || again)
}

/// Printed range and line of sight, its own or its observer's (tcs.fire.max-range, tcs.fire.los, tcs.ow.mortars).
#[must_use]
pub fn in_reach(g: &Battle, id: UnitId, from: HexId, to: HexId, kind: FireKind) -> bool {
    let card = g.card(id);
    let range = match kind {
        FireKind::Area => card.area.as_ref().map(|it| it.range),
        FireKind::Point => card.point.map(|it| it.long),
    };
    let Some(range) = range else { return false };
    if u32::from(range) < g.data.distance(from, to) {
        return false;
    }
    spot::sees(g, from, to) || fire::observers(g, id, to).next().is_some()
}

/// tcs.at.when: against a movement trigger in or next to the roller's hex.
fn at_rolls(g: &Battle, trigger: Trigger, used: UnitSet, answers: &mut SmallVec<[Answer; 8]>) {
    if trigger.kind != TriggerKind::Move {
        return;
    }
    // tcs.ow.trigger-over: not those who have run from it.
    let there = trigger.units.iter().filter(|it| g.hex(*it) == Some(trigger.hex)).collect();
    for (id, hex) in g.on_map(trigger.by.other()) {
        if g.data.distance(hex, trigger.hex) == 1
            && !used.contains(id)
            && at::may_roll(g, id, false)
        {
            answers.extend(at::targets(g, id, Some(there)).into_iter().map(Answer::At));
        }
    }
}
