//! Section 12.4: what the words of the attack results chart mean.

use board::HexId;
use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use super::Said;
use super::rows::{Column, Row};
use super::who::Muster;
use crate::data::{GermanId, GermanKind, Gun, UnitId};
use crate::losses::{self, Cause};
use crate::question::{Opt, Topic, ask};
use crate::state::{Day, GermanPlace, Pool};
use crate::{control, depth, pools, version};

rules! {
    US_DISRUPTED = "omaha.res.us-disrupted", "Adjacent attackers are disrupted";
    GAINS_DEPTH = "omaha.res.gains-depth", "The German gains depth";
    UNREVEALED = "omaha.res.unrevealed", "The German is face down again";
    DISRUPTED = "omaha.res.disrupted", "The German is disrupted";
    ATTRITION = "omaha.res.attrition", "Give up a step to eliminate the depth marker";
    DEPTH_ELIMINATED = "omaha.res.depth-eliminated", "The depth marker is eliminated";
    REMOVED = "omaha.res.defeated-removed", "Defeated and removed";
    WITHDRAWN = "omaha.res.defeated-withdraw", "Defeated, back to the Division box";
}

/// Carries out a cell of the chart. Nobody advances (omaha.att.no-advance); the unit stays face up unless the cell
/// says otherwise (omaha.res.no-effect-reveals).
pub(super) fn apply<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    target: HexId,
    muster: &Muster,
    unit: GermanId,
    (row, column): (Row, Column),
) -> Result<(), C::Halt> {
    let cell = row.cell(g, column);
    cx.say(row.rule(g, column), || Said::Result { at: target, cell }.into());
    if cell.us_disrupted {
        disrupt_attackers(cx, g, target, muster);
    }
    if cell.gains_depth {
        gain_depth(cx, g, target, unit)?;
    }
    if cell.unit_unrevealed {
        g[unit].revealed = false;
        cx.say(UNREVEALED, || Said::TurnedDown(target).into());
    }
    if cell.depth_eliminated {
        eliminate_depth(cx, g, target, unit);
    }
    if cell.german_disrupted {
        disrupt(cx, g, target, unit);
    }
    if cell.optional_attrition {
        attrition(cx, g, target, muster, unit)?;
    }
    if cell.defeated && !g.has_ended() {
        defeat(cx, g, unit);
    }
    Ok(())
}

/// Those who attacked from an adjacent hex, also those who fired over a hexside that is closed to attack; who fired from further
/// off is spared.
fn disrupt_attackers<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId, muster: &Muster) {
    let units: SmallVec<[UnitId; 12]> = if version::EVERY_ADJACENT_ATTACKER.holds(g) {
        let beside = |it: &UnitId| g[*it].hex().is_some_and(|it| g.data().map.adjacent(it, target));
        muster.units.iter().filter(beside).collect()
    } else {
        muster.adjacent(g, target).map(|it| it.0).collect()
    };
    for unit in units {
        losses::disrupt(cx, g, unit, US_DISRUPTED);
        g[unit].just_disrupted = true;
    }
}

/// Only in communication, tested now (omaha.comm.attack-moment); an empty pool gives nothing
/// (omaha.res.gains-depth-empty).
fn gain_depth<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    target: HexId,
    unit: GermanId,
) -> Result<(), C::Halt> {
    let communication = in_communication(g, unit);
    if !communication || !depth::give(cx, g, unit)? {
        cx.say(GAINS_DEPTH, || Said::NoDepth { at: target, communication }.into());
    }
    Ok(())
}

/// Unit and depth marker act as one.
fn disrupt<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId, unit: GermanId) {
    if !g[unit].disrupted {
        g[unit].disrupted = true;
        cx.say(DISRUPTED, || Said::Disrupted(target).into());
    }
}

fn eliminate_depth<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId, unit: GermanId) {
    if g[unit].depth.is_some() {
        pools::remove_depth(g, unit);
        cx.say(DEPTH_ELIMINATED, || Said::DepthEliminated(target).into());
    }
}

/// Who pays a step, if anybody.
#[derive(Clone, Copy)]
struct Payer(Option<UnitId>);

shown! {
    Payer(unit) => Payer, unit.map_or(Opt::No, Opt::Unit);
}

/// A step of an attacker next to the target for the depth marker.
fn attrition<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    target: HexId,
    muster: &Muster,
    unit: GermanId,
) -> Result<(), C::Halt> {
    if g[unit].depth.is_none() {
        return Ok(());
    }
    let mut options: SmallVec<[Payer; 12]> = SmallVec::new();
    options.push(Payer(None));
    options.extend(muster.adjacent(g, target).map(|it| Payer(Some(it.0))));
    let Payer(payer) = cx.choose(g, ask(ATTRITION, Topic::Attrition(target)), &options)?;
    let Some(payer) = payer else {
        cx.say(ATTRITION, || Said::NoAttrition(target).into());
        return Ok(());
    };
    cx.say(ATTRITION, || Said::Attrition { unit: payer, at: target }.into());
    losses::lose_step(cx, g, payer, Cause::Attrition, ATTRITION)?;
    eliminate_depth(cx, g, target, unit);
    Ok(())
}

/// A defeated unit goes, its depth marker with it (omaha.res.defeated-leaves-depth).
pub(super) fn defeat<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: GermanId) {
    let at = g.hex_of(unit);
    let counter = &g.data().germans[unit.index()];
    let (kind, of_716) = (counter.kind, counter.of_716);
    // omaha.res.mixed-divisions; armour never withdraws (omaha.arm.attack).
    let stays_lost = kind.is_wn() || kind.is_armour() || of_716 || !in_communication(g, unit);
    if !stays_lost {
        // omaha.res.withdraw-any-type
        pools::remove(g, unit, GermanPlace::Pool(Pool::Division));
        // Face down among the others: nobody can say any more which it is.
        g[unit].known = false;
        cx.say(WITHDRAWN, || Said::Withdrawn { unit, at }.into());
        return;
    }
    // omaha.res.wn-pool
    let to = match kind {
        GermanKind::Wn(Gun::Plain) => GermanPlace::Pile,
        _ => GermanPlace::Gone,
    };
    pools::remove(g, unit, to);
    cx.say(REMOVED, || Said::Removed { unit, at }.into());
}

/// Is the unit's position in German communication now? Armour stands on no position.
fn in_communication(g: &Day, unit: GermanId) -> bool {
    match g[unit].place {
        GermanPlace::At(site) => {
            control::in_communication(g, g.data().sites[site.index()].position)
        }
        GermanPlace::Road(hex) => control::hex_in_communication(g, hex),
        _ => false,
    }
}
