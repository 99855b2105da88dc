//! Suppressive and Point Fire Actions (sections `sfa`, `pfa`).

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::at;
use crate::command::{self, Deed};
use crate::declare;
use crate::fire::{self, Attack, FireKind, Occasion};
use crate::id::UnitId;
use crate::overwatch::{self, Trigger, TriggerKind};
use crate::point;
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::Battle;

rules! {
    SFA = "tcs.sfa.when", "Suppressive Fire Action";
    PFA = "tcs.pfa.when", "Point Fire Action";
    AT = "tcs.pfa.infantry", "Infantry next to a vehicle may make an AT roll as its PFA";
    WHO = "tcs.sfa.who", "The firer is normal, in Fire or Dug-In mode, without Fired marker";
    ONCE = "tcs.sfa.once", "One SFA or PFA a phase";
    GUN = "tcs.arty.on-map-gun", "On-map artillery fires a mission or an SFA in a turn, never both";
    RANGE = "tcs.fire.max-range", "No unit fires beyond its printed range";
    LOS = "tcs.fire.los", "Each firing hex needs line of sight within visibility";
    NOBODY = "tcs.area.nobody", "Nobody there can be hurt by area fire";
    NO_ARMOUR = "tcs.point.affected", "Nobody there can be hurt by point fire";
    UNSPOTTED = "tcs.pfa.spotted-only", "Point fire needs a spotted target";
    FLOOR = "tcs.point.differential-floor", "The target is too well protected";
    MOVED = "tcs.mode.fire-after-move", "A unit that moved this phase makes no SFA, PFA, smoke or dig-in";
}

/// Targets that one unit may fire at.
pub type Targets = SmallVec<[HexId; 16]>;

/// An SFA or PFA led by `id`: target, firers, fire, replies.
pub fn act<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    kind: FireKind,
) -> Result<(), C::Halt> {
    let rule = if kind == FireKind::Area { SFA } else { PFA };
    let targets = targets(g, id, kind);
    let hex = cx.choose(g, ask(g.side(id), rule, Topic::FireTarget(id)), &targets)?;
    let by = g.side(id);
    let attack = empty(g, id, kind, hex);
    // Everybody who could make this fire as an action of his own, in impulses only those who run them now.
    let impulse = g[id].record.impulses;
    let eligible: UnitSet = g
        .on_map(by)
        .filter(|(it, from)| {
            g[*it].record.impulses == impulse
                && !g[*it].record.impulse_done
                && may_fire(g, *it, kind).is_ok()
                && may_target(g, *it, kind, *from, hex).is_ok()
        })
        .map(|it| it.0)
        .collect();
    let attack = declare::declare(cx, g, attack, eligible, Some(id))?;
    for it in attack.firers.iter() {
        // tcs.impulse.choice: in impulses it may move again in the next one, but its marker keeps it from firing (tcs.impulse.fire-once).
        g[it].record.acted = !impulse;
        g[it].record.impulse_done = impulse;
    }
    let hexes = fire::firing_hexes(g, attack.firers);
    fire::resolve(cx, g, attack)?;
    // tcs.sfa.trigger
    for hex in hexes {
        let units = attack.firers.iter().filter(|it| g.hex(*it) == Some(hex)).collect();
        overwatch::window(cx, g, Trigger { by, hex, units, kind: TriggerKind::Fire })?;
    }
    Ok(())
}

/// An AT roll as a PFA (tcs.pfa.infantry, tcs.at.marker, tcs.at.no-fire-trigger).
pub fn at_roll<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let targets = at::targets(g, id, None);
    let it = cx.choose(g, ask(g.side(id), AT, Topic::AtTarget(id)), &targets)?;
    g[id].record.acted = true;
    g[id].fired = true;
    at::roll(cx, g, it)
}

/// Paralysed units do not fire (tcs.fire.paralysed). tcs.sfa.who, tcs.sfa.once, tcs.sfa.move-or-fire, tcs.pfa.conditions
pub fn may_fire(g: &Battle, id: UnitId, kind: FireKind) -> Result<(), Rule> {
    let unit = &g[id];
    if !unit.is_on_map() || !unit.is_normal() || !unit.is_ready() || unit.fired {
        return Err(WHO);
    }
    let record = &unit.record;
    if record.acted || record.finished || record.digging {
        return Err(ONCE);
    }
    // tcs.pfa.vehicles-move: only impulses combine the two.
    if unit.record.moved && !unit.record.impulses {
        return Err(MOVED);
    }
    // tcs.arty.on-map-gun: never a mission and an SFA in one turn.
    let shot = |i: usize| g.used_batteries >> i & 1 == 1 && g.data.batteries[i].counter == Some(id);
    if (0..g.data.batteries.len()).any(shot) {
        return Err(GUN);
    }
    let (deed, has) = match kind {
        FireKind::Area => (Deed::Sfa, g.card(id).area.is_some()),
        FireKind::Point => (Deed::Pfa, g.card(id).point.is_some()),
    };
    if !has {
        return Err(WHO);
    }
    command::may(g, id, deed)
}

/// Hexes a unit may fire at by itself, ascending (tcs.area.nobody, tcs.sfa.unspotted, tcs.sfa.unspotted-los,
/// tcs.pfa.spotted-only).
#[must_use]
pub fn targets(g: &Battle, id: UnitId, kind: FireKind) -> Targets {
    let Some(from) = g.hex(id) else { return Targets::new() };
    let enemy = &g.occupied[g.side(id).other().index()];
    enemy.iter().filter(|to| may_target(g, id, kind, from, *to).is_ok()).collect()
}

#[must_use]
pub fn has_target(g: &Battle, id: UnitId, kind: FireKind) -> bool {
    let Some(from) = g.hex(id) else { return false };
    let enemy = &g.occupied[g.side(id).other().index()];
    enemy.iter().any(|to| may_target(g, id, kind, from, to).is_ok())
}

/// May a unit fire at this hex by itself from where it stands?
pub fn may_target(
    g: &Battle,
    id: UnitId,
    kind: FireKind,
    from: HexId,
    to: HexId,
) -> Result<(), Rule> {
    if !overwatch::in_reach(g, id, from, to, kind) {
        let sees = crate::spot::sees(g, from, to);
        return Err(if sees { RANGE } else { LOS });
    }
    let mut alone = empty(g, id, kind, to);
    alone.firers.insert(id);
    let affected = fire::affected(g, &alone);
    let hurts = |it| g.card(it).target.by_point();
    match kind {
        FireKind::Area if affected.is_empty() => Err(NOBODY),
        FireKind::Point if affected.is_empty() => {
            Err(if g.stack_of(alone.by.other(), to).any(hurts) { UNSPOTTED } else { NO_ARMOUR })
        }
        FireKind::Point if !point::is_allowed(g, &alone, affected) => Err(FLOOR),
        FireKind::Area | FireKind::Point => Ok(()),
    }
}

fn empty(g: &Battle, id: UnitId, kind: FireKind, hex: HexId) -> Attack {
    Attack {
        by: g.side(id),
        kind,
        hex,
        firers: UnitSet::EMPTY,
        only: None,
        halved: UnitSet::EMPTY,
        occasion: Occasion::Action,
    }
}
