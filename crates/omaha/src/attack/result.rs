//! Section 12.4: the attack results chart, and what its words mean.

use board::HexId;
use kernel::Cx;
use smallvec::SmallVec;

use super::Said;
use super::who::Muster;
use crate::data::{GermanId, GermanKind, Gun, UnitId};
use crate::losses::{self, Cause};
use crate::question::{Opt, Topic, ask};
use crate::rule::rules;
use crate::state::{Day, GermanPlace, Pool};
use crate::tables::{AttackResult, AttackRow};
use crate::{control, depth, pools};

rules! {
    US_DISRUPTED = "omaha.res.us-disrupted", "Adjacent attackers are disrupted";
    GAINS_DEPTH = "omaha.res.gains-depth", "The German gains depth";
    UNREVEALED = "omaha.res.unrevealed", "The German is face down again";
    DISRUPTED = "omaha.res.disrupted", "The German is disrupted";
    ATTRITION = "omaha.res.attrition", "Give up a step to eliminate the depth marker";
    DEPTH_ELIMINATED = "omaha.res.depth-eliminated", "The depth marker is eliminated";
    REMOVED = "omaha.res.defeated-removed", "Defeated and removed";
    WITHDRAWN = "omaha.res.defeated-withdraw", "Defeated, back to the Division box";
    NO_EFFECT = "omaha.res.no-effect-reveals", "No effect";
}

/// Rows of the chart: weapons, then the class of strength (omaha.att.step-row).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row(pub AttackRow);

impl Row {
    #[must_use]
    pub fn of(weapons: bool, attack: i32, defence: i32) -> Row {
        Row(match weapons {
            // omaha.att.class-double: also of nothing.
            false if 2 * defence <= attack => AttackRow::NoDouble,
            // omaha.att.class-greater
            false if defence < attack => AttackRow::NoGreater,
            false => AttackRow::NoLessOrEqual,
            true if 2 * defence <= attack => AttackRow::YesDouble,
            true if defence < attack => AttackRow::YesGreater,
            // omaha.att.class-equal
            true if defence == attack => AttackRow::YesEqual,
            true => AttackRow::YesLess,
        })
    }

    /// Each cell is a statement: omaha.res.no-le-alone to omaha.res.yes-double-shown-extended.
    #[must_use]
    pub fn cell(self, g: &Day, column: Column) -> AttackResult {
        let cells = g.data().tables.attack[self.0 as usize];
        match column {
            Column::Alone => cells.alone,
            Column::UnrevealedDepth => cells.unrevealed_depth,
            // omaha.res.yes-double-shown-basic, omaha.res.yes-double-shown-extended
            Column::RevealedDepth if g.is_extended() => cells.revealed_depth_extended,
            Column::RevealedDepth => cells.revealed_depth,
        }
    }
}

/// omaha.att.step-column
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Column {
    Alone,
    UnrevealedDepth,
    RevealedDepth,
}

impl Column {
    #[must_use]
    pub fn of(g: &Day, unit: GermanId) -> Column {
        match g[unit].depth {
            None => Column::Alone,
            Some(depth) if g[depth].revealed => Column::RevealedDepth,
            Some(_) => Column::UnrevealedDepth,
        }
    }
}

/// Carries out a cell of the chart. Nobody advances (omaha.att.no-advance).
pub(super) fn apply<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    target: HexId,
    muster: &Muster,
    unit: GermanId,
    (row, column): (Row, Column),
) -> Result<(), C::Halt> {
    let cell = row.cell(g, column);
    if cell == AttackResult::default() {
        // omaha.res.no-effect-reveals: it stays face up.
        cx.say(NO_EFFECT, || Said::NoEffect(target).into());
        return Ok(());
    }
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

/// Those who attacked from an adjacent hex; those who fired are spared.
fn disrupt_attackers<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId, muster: &Muster) {
    let units: SmallVec<[UnitId; 12]> = muster.adjacent(g, target).map(|it| it.0).collect();
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
    let mut options: SmallVec<[Opt; 12]> = SmallVec::new();
    options.push(Opt::No);
    options.extend(muster.adjacent(g, target).map(|it| Opt::Unit(it.0)));
    let Opt::Unit(payer) = cx.choose(g, ask(ATTRITION, Topic::Attack(target)), &options)? else {
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
