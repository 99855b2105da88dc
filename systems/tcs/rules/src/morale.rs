//! Morale of units: one throw for the hex, each unit in its own column.

use kernel::{Bounds as _, Cx, Dice, Ledger, rules};
use smallvec::SmallVec;

use crate::blow::Blow;
use crate::data::Data;
use crate::event::Words;
use crate::id::UnitId;
use crate::question::{Topic, ask};
use crate::state::{Battle, Mode, Nerve};
use crate::tables::MoraleResult;
use crate::text::Names;
use crate::{area, blow, command, retreat};

rules! {
    CHECK = "tcs.morale.one-throw", "One throw serves all units of the hex";
    COLUMN = "tcs.morale.column", "Morale column";
    UNIT = "tcs.morale.who", "Unit morale";
    LOSSES = "tcs.morale.losses-meaning", "Steps the hex lost";
    BATTALION = "tcs.bn.value", "Battalion Morale";
    ZONE = "tcs.morale.mod-zone", "In an artillery attack zone";
    PARALYSED_BEFORE = "tcs.morale.mod-paralysed", "Already Paralysed";
    NIGHT = "tcs.morale.mod-night", "Night";
    DUG_IN = "tcs.morale.mod-dug-in", "Dug-In";
    ARMOUR = "tcs.morale.mod-armour", "A P-2 or better of its side in the hex";
    CROSS_FIRE = "tcs.morale.mod-cross-fire", "Cross fire";
    COVER = "tcs.morale.mod-cover", "Partly Protective or Protective terrain";
    NO_LOW = "tcs.morale.mod-no-low", "No Low-Trajectory firer";
    UNASSIGNED = "tcs.morale.mod-unassigned", "Unassigned";
    SUPPRESSED = "tcs.morale.suppressed", "Suppressed";
    PARALYSED = "tcs.morale.paralysed", "Paralysed";
    SURRENDER = "tcs.morale.surrender", "Surrender";
    SYR = "tcs.syr.name", "Save-yourself retreat";
    KEEPS = "tcs.morale.keep-worse", "The worse state stays";
    STAYS = "tcs.syr.paralysed", "A Paralysed unit does not retreat";
    CARRIER = "tcs.carrier.morale", "A loaded carrier uses the worst morale aboard";
}

type Checked = SmallVec<[(UnitId, MoraleResult); 8]>;

/// tcs.fire.check-always: every surviving affected unit with a morale.
pub fn check<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    blow: &Blow,
    lost: u16,
) -> Result<(), C::Halt> {
    let mut columns: SmallVec<[(UnitId, i32); 8]> = SmallVec::new();
    for id in blow.affected.iter().filter(|it| g[*it].is_on_map()) {
        if let Some(morale) = morale_of(g, id) {
            let sum = cx.tally(COLUMN, |ledger| count(g, id, morale, blow, lost, ledger));
            columns.push((id, sum));
        }
    }
    let Some((first, _)) = columns.first() else { return Ok(()) };
    let who = ask(g.side(*first), CHECK, Topic::Morale(blow.hex));
    let tables = g.data.clone();
    let results: Checked = cx.roll(g, who, Dice::D66, |throw| -> Checked {
        let read = |it: &(UnitId, i32)| (it.0, tables.tables.morale_column(it.1).cells.at(throw));
        columns.iter().map(read).collect()
    })?;
    // All units of the hex have checked before anybody runs (tcs.syr.name).
    let mut runners: SmallVec<[UnitId; 4]> = SmallVec::new();
    for (id, result) in results {
        if apply(cx, g, id, result) {
            runners.push(id);
        }
    }
    // tcs.general.owner-order
    while let Some(first) = runners.first() {
        let who = ask(g.side(*first), SYR, Topic::WhoRetreats(blow.hex));
        let next = cx.choose(g, who, &runners)?;
        runners.retain(|it| *it != next);
        retreat::retreat(cx, g, next, blow.firers)?;
    }
    Ok(())
}

/// Printed, or the worst aboard (tcs.point.morale, tcs.carrier.morale).
#[must_use]
pub fn morale_of(g: &Battle, id: UnitId) -> Option<u8> {
    if let Some(it) = g.card(id).morale {
        return Some(it);
    }
    g.passengers(id).filter_map(|it| g.card(it).morale).reduce(|a, b| a.at_least(b))
}

/// tcs.morale.column, line by line.
pub fn count(g: &Battle, id: UnitId, morale: u8, blow: &Blow, lost: u16, ledger: &mut impl Ledger) {
    let table = &g.data.tables.morale_modifiers;
    ledger.add(if g.card(id).morale.is_some() { UNIT } else { CARRIER }, i32::from(morale));
    ledger.add(LOSSES, i32::from(lost));
    ledger.add(BATTALION, i32::from(g.morale[g.battalion(id).index()]));
    // tcs.morale.mod-zone-now: the markers of the barrage being resolved lie on the map.
    if g.zone.contains(blow.hex) {
        ledger.add(ZONE, table.attack_zone.value);
    }
    if g[id].nerve == Nerve::Paralysed {
        ledger.add(PARALYSED_BEFORE, table.paralysed.value);
    }
    // tcs.night.morale-always
    if g.is_night() {
        ledger.add(NIGHT, table.night.value);
    }
    if g[id].mode == Mode::DugIn {
        ledger.add(DUG_IN, table.dug_in.value);
    }
    if area::has_armour(g, g.side(id), blow.hex) {
        ledger.add(ARMOUR, table.armour.value);
    }
    if blow.cross_fire {
        ledger.add(CROSS_FIRE, table.cross_fire.value);
    }
    if blow.cover {
        ledger.add(COVER, table.cover.value);
    }
    if blow.no_low {
        ledger.add(NO_LOW, table.no_low_trajectory.value);
    }
    // tcs.cmd.unassigned-morale
    if command::counts_unassigned(g, id) {
        ledger.add(UNASSIGNED, table.unassigned.value);
    }
}

/// Does the unit have to run?
fn apply<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, result: MoraleResult) -> bool {
    match result {
        MoraleResult::NoEffect => cx.say(CHECK, || Said::Stands(id).into()),
        MoraleResult::Suppressed if g[id].nerve == Nerve::Paralysed => {
            shake(g, id, Nerve::Paralysed);
            cx.say(KEEPS, || Said::Paralysed(id).into());
        }
        MoraleResult::Suppressed => {
            shake(g, id, Nerve::Suppressed);
            cx.say(SUPPRESSED, || Said::Suppressed(id).into());
        }
        MoraleResult::Paralysed => {
            shake(g, id, Nerve::Paralysed);
            cx.say(PARALYSED, || Said::Paralysed(id).into());
        }
        // tcs.syr.paralysed
        MoraleResult::Syr if g[id].nerve == Nerve::Paralysed => {
            g[id].record.shaken = true;
            cx.say(STAYS, || Said::Paralysed(id).into());
        }
        MoraleResult::Syr => {
            cx.say(SYR, || Said::Runs(id).into());
            return true;
        }
        MoraleResult::Surrender => {
            cx.say(SURRENDER, || Said::Surrenders(id).into());
            blow::destroy(cx, g, id, SURRENDER);
        }
    }
    false
}

/// tcs.morale.keep-worse, tcs.carrier.state; a mover stops (tcs.ow.stops-mover), a digger no longer digs.
pub fn shake(g: &mut Battle, id: UnitId, nerve: Nerve) {
    let aboard: SmallVec<[UnitId; 4]> = g.passengers(id).collect();
    for it in aboard.into_iter().chain(std::iter::once(id)) {
        let unit = &mut g[it];
        unit.nerve = unit.nerve.at_least(nerve);
        unit.record.shaken = true;
        unit.record.stopped = true;
        unit.record.digging = false;
        unit.road_moving = false;
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Stands(UnitId),
    Suppressed(UnitId),
    Paralysed(UnitId),
    Runs(UnitId),
    Surrenders(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        let (id, what) = match self {
            Said::Stands(id) => (*id, "stands"),
            Said::Suppressed(id) => (*id, "is Suppressed"),
            Said::Paralysed(id) => (*id, "is Paralysed"),
            Said::Runs(id) => (*id, "saves itself"),
            Said::Surrenders(id) => (*id, "surrenders"),
        };
        (format!("{} {what}.", names.unit(id)), names.side(id), vec![])
    }
}
