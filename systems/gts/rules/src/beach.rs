//! Section 27.7: the numbers of a Beach (gts.beach.numbers) and the Beach Defenses Table (T12).

use board::HexId;
use kernel::{Bounds, Cx, Dice, Ledger, rules};
use smallvec::SmallVec;

use crate::cost::Refusal;
use crate::data::{
    Arm, AtSea, BeachId, BeachKind, Data, ForceId, Naval, Start, SubBeach, SubBeachId, UnitId,
};
use crate::event::Words;
use crate::question::{Topic, ask};
use crate::state::{Battle, Beach, Place};
use crate::tables::{BeachNumber, BeachRow};
use crate::text::Names;

rules! {
    GAPS = "gts.naval.1-open", "All gaps are open";
    FIRE = "gts.beach.table", "Beach Defenses Table";
    STEPS = "gts.beach.table", "Fewer than two steps";
    COHESION = "gts.beach.table", "Cohesion Hits";
    NUMBER = "gts.beach.choice", "Which number falls";
    NONE = "gts.beach.fire-later", "Not on a beach in play, or nothing left to hit";
    GAP = "gts.beach.gap-markers", "A gap is opened";
    OVER = "gts.beach.overlay-ends", "The Beach overlay leaves play";
    DRIFT = "gts.beach.drift", "Reduce Drift";
    DRIFT_ONLY = "gts.naval.4-second-drift", "A drifting unit reduces its drift or rallies from suppression";
}

/// Faces of the die of the table: the modified roll is kept within 0 and 9.
const HIGHEST_ROLL: i32 = 9;

/// gts.naval.4-second-beach, gts.beach.fire-later: may the unit fire at the Beach Defenses? It stands on the beach, is
/// neither Suppressed nor drifting, and something is left that its section of the table can hit.
pub fn may_fire(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let none = Err(NONE.into());
    if g.data().naval.as_ref().is_none_or(|it| it.side != g.side(id)) || g.is_in_entry_hex(id) {
        return none;
    }
    let Some(beach) = g[id].hex().and_then(|hex| beach_at(g, hex)) else { return none };
    if g[id].suppressed || 0 < g[id].drift || !has_target(g, id, beach) {
        return none;
    }
    Ok(())
}

/// The action, on the Beach the unit stands on.
pub fn fire<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    match g[id].hex().and_then(|hex| beach_at(g, hex)) {
        Some(beach) => fire_at(cx, g, id, beach),
        None => Ok(()),
    }
}

/// A roll on the Beach Defenses Table, by a unit, a landing craft or a support craft. The die itself is modified
/// (gts.die.modified-rolls).
pub fn fire_at<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    beach: BeachId,
) -> Result<(), C::Halt> {
    let modifier = cx.tally(FIRE, |ledger| count(g, id, ledger));
    let section = section(g, id);
    let (strong, weak) = (section.strong.map_or(-1, i32::from), i32::from(section.weak));
    let who = ask(g.side(id), FIRE, Topic::BeachFire(id));
    let less = cx.roll(g, who, Dice::D10, |it| {
        let roll = (it.d10() + modifier).at_least(0).at_most(HIGHEST_ROLL);
        match () {
            () if roll <= strong => 2,
            () if roll <= weak => 1,
            () => 0,
        }
    })?;
    if less == 0 {
        cx.say(FIRE, || Said::BeachHolds { unit: id, beach }.into());
        return Ok(());
    }
    // gts.beach.choice
    let numbers: SmallVec<[BeachNumber; 3]> = numbers(g, id, beach).collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let who = ask(g.side(id), NUMBER, Topic::BeachNumber(beach));
    let number = cx.choose(g, who, &numbers)?;
    reduce(cx, g, id, beach, number, less);
    Ok(())
}

/// T12, gts.beach.table; ships and craft pay nothing for their steps (gts.beach.lc-mods).
fn count(g: &Battle, id: UnitId, ledger: &mut impl Ledger) {
    let table = &g.data().tables.beach;
    if g[id].steps < 2 && !g.kind(id).is_afloat() {
        ledger.add(STEPS, i32::from(table.fewer_than_two_steps));
    }
    ledger.add(COHESION, i32::from(table.cohesion[usize::from(g[id].cohesion)]));
}

/// gts.beach.class
fn section(g: &Battle, id: UnitId) -> &BeachRow {
    let (kind, table) = (g.kind(id), &g.data().tables.beach);
    match kind.arm {
        _ if kind.is_afloat() => &table.craft,
        _ if kind.armoured79 => &table.armoured79,
        _ if kind.is_engineer() => &table.engineer,
        Arm::Tank | Arm::DdTank => &table.tank,
        _ => &table.other,
    }
}

/// The numbers of its section that are still above 0.
fn numbers(g: &Battle, id: UnitId, beach: BeachId) -> impl Iterator<Item = BeachNumber> + '_ {
    let all = section(g, id).numbers.iter().copied();
    all.filter(move |it| state(g, beach).is_some_and(|beach| 0 < value(beach, *it)))
}

/// Is there anything its section of the table can hit?
#[must_use]
pub fn has_target(g: &Battle, id: UnitId, beach: BeachId) -> bool {
    numbers(g, id, beach).next().is_some()
}

const fn value(beach: &Beach, number: BeachNumber) -> u8 {
    match number {
        BeachNumber::Obstacles => beach.obstacles,
        BeachNumber::Nests => beach.nests,
        BeachNumber::Gap => beach.gap,
    }
}

/// gts.beach.floor: down to 0.
fn reduce<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
    id: BeachId,
    number: BeachNumber,
    less: u8,
) {
    let Some(beach) = state_mut(g, id) else { return };
    let was = value(beach, number);
    let left = was.saturating_sub(less);
    match number {
        BeachNumber::Obstacles => beach.obstacles = left,
        BeachNumber::Nests => beach.nests = left,
        BeachNumber::Gap => beach.gap = left,
    }
    cx.say(FIRE, || Said::BeachReduced { beach: id, number, left }.into());
    if number == BeachNumber::Gap {
        let levels = g.data().tables.beach.gap_opens_at.iter();
        let passed = levels.filter(|it| left <= **it && **it < was).count();
        for _ in 0..passed {
            open_nearest(cx, g, firer, id);
        }
    }
}

/// gts.naval.4-second-gap-open, gts.beach.gap-markers: the gap hexside nearest to whoever fired, the first listed if
/// several are.
fn open_nearest<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, firer: UnitId, id: BeachId) {
    let (Some(kind), Some(beach)) = (kind(g, id), state(g, id)) else { return };
    let map = &g.data().map;
    let from = g[firer].hex();
    let distance = |hex: HexId| from.map_or(0, |from| map.distance(from, hex));
    let closed = kind.gaps.iter().enumerate().filter(|(i, _)| beach.open_gaps >> i & 1 == 0);
    let nearest = closed.min_by_key(|(i, (a, b))| (distance(*a).at_most(distance(*b)), *i));
    let Some((at, (from, to))) = nearest.map(|(i, it)| (i, *it)) else { return };
    if let Some(beach) = state_mut(g, id) {
        beach.open_gaps |= 1 << at;
    }
    cx.say(GAP, || Said::GapOpened { beach: id, from, to }.into());
}

/// Is the gap hexside between two hexes open? A gap of no Beach is not.
#[must_use]
pub fn is_gap_open(g: &Battle, a: HexId, b: HexId) -> bool {
    let (Some(state), Some(naval)) = (&g.naval, &g.data().naval) else { return false };
    state.beaches.iter().zip(&naval.beaches).any(|(beach, kind)| {
        let at = kind.gaps.iter().position(|it| *it == (a, b) || *it == (b, a));
        at.is_some_and(|it| beach.open || beach.open_gaps >> it & 1 == 1)
    })
}

/// gts.beach.drift: without a check.
pub fn reduce_drift<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    g[id].drift = g[id].drift.saturating_sub(1);
    let level = g[id].drift;
    cx.say(DRIFT, || Said::DriftReduced { unit: id, level }.into());
}

/// Step 1 of the Naval Chit (gts.naval.1-check): a Gap Number of 0 opens all gaps of that Beach, and its single markers
/// leave the map (gts.naval.1-open-scope).
pub fn open_gaps<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let Some(naval) = &mut g.naval else { return };
    for (i, beach) in naval.beaches.iter_mut().enumerate() {
        if beach.gap == 0 && !beach.open {
            (beach.open, beach.open_gaps) = (true, 0);
            cx.say(GAPS, || Said::GapsOpen(BeachId(i as u8)).into());
        }
    }
}

/// gts.beach.overlay-ends
pub fn end_overlays<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    for id in beaches(g) {
        if is_in_play(g, id) && is_over(g, id) {
            if let Some(beach) = state_mut(g, id) {
                beach.overlay = false;
            }
            cx.say(OVER, || Said::OverlayEnds(id).into());
        }
    }
}

/// Its date has come; or, without one, nothing is left to do there.
fn is_over(g: &Battle, id: BeachId) -> bool {
    let (Some(kind), Some(beach)) = (kind(g, id), state(g, id)) else { return false };
    match kind.overlay_until {
        Some(turn) => turn <= g.turn && g.phase == crate::state::Phase::Cleanup,
        None => {
            beach.open && beach.obstacles == 0 && beach.nests == 0 && !is_awaited(g, id, kind.force)
        }
    }
}

/// Is some unit still to land there?
fn is_awaited(g: &Battle, id: BeachId, force: ForceId) -> bool {
    let bound = |at: AtSea| match at {
        AtSea::EnRoute(it) => it == force,
        AtSea::Loading(it) | AtSea::Wave(it) => sub_beach(g, it).is_some_and(|it| it.beach == id),
        AtSea::Range(..) => false,
    };
    g.units.iter().zip(&g.data().unit_starts).any(|(unit, start)| match (unit.place, start.at) {
        (Place::Sea(at), _) | (Place::Later, Start::Sea { at, .. }) => bound(at),
        _ => false,
    })
}

// ---------------------------------------------------------------------------------------------------------------
// Small queries

pub fn beaches(g: &Battle) -> impl Iterator<Item = BeachId> + use<> {
    let n = g.data().naval.as_ref().map_or(0, |it| it.beaches.len());
    (0..n).map(|it| BeachId(it as u8))
}

#[must_use]
pub fn kind(g: &Battle, id: BeachId) -> Option<&BeachKind> {
    g.data().naval.as_ref()?.beaches.get(usize::from(id.0))
}

#[must_use]
pub fn state(g: &Battle, id: BeachId) -> Option<&Beach> {
    g.naval.as_ref()?.beaches.get(usize::from(id.0))
}

pub fn state_mut(g: &mut Battle, id: BeachId) -> Option<&mut Beach> {
    g.naval.as_mut()?.beaches.get_mut(usize::from(id.0))
}

#[must_use]
pub fn sub_beach(g: &Battle, id: SubBeachId) -> Option<&SubBeach> {
    g.data().naval.as_ref()?.sub_beaches.get(usize::from(id.0))
}

#[must_use]
pub fn is_in_play(g: &Battle, id: BeachId) -> bool {
    state(g, id).is_some_and(|it| it.overlay)
}

/// Hexes of a Beach, in the order of its sub-beaches.
pub fn hexes(naval: &Naval, id: BeachId) -> impl Iterator<Item = HexId> + '_ {
    naval
        .sub_beaches
        .iter()
        .filter(move |it| it.beach == id)
        .flat_map(|it| it.hexes.iter().copied())
}

/// The Beach whose overlay, in play, covers the hex.
#[must_use]
pub fn beach_at(g: &Battle, hex: HexId) -> Option<BeachId> {
    let naval = g.data().naval.as_ref()?;
    beaches(g).find(|id| is_in_play(g, *id) && hexes(naval, *id).any(|it| it == hex))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    DriftReduced {
        unit: UnitId,
        level: u8,
    },
    GapsOpen(BeachId),
    GapOpened {
        beach: BeachId,
        from: HexId,
        to: HexId,
    },
    BeachReduced {
        beach: BeachId,
        number: BeachNumber,
        left: u8,
    },
    /// Fire at the Beach Defenses without effect.
    BeachHolds {
        unit: UnitId,
        beach: BeachId,
    },
    OverlayEnds(BeachId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::DriftReduced { unit, level } => (
                format!("{} works its way ashore (Drift {level}).", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::GapsOpen(id) => {
                (format!("All gaps of {} are open.", names.beach(*id)), None, vec![])
            }
            Said::GapOpened { beach, from, to } => (
                format!(
                    "A gap of {} is open between {} and {}.",
                    names.beach(*beach),
                    names.hex(*from),
                    names.hex(*to)
                ),
                None,
                vec![*from, *to],
            ),
            Said::BeachReduced { beach, number, left } => (
                format!("{} of {}: {left} left.", number.name(), names.beach(*beach)),
                None,
                vec![],
            ),
            Said::BeachHolds { unit, beach } => (
                format!(
                    "{} fires at the defenses of {} without effect.",
                    names.unit(*unit),
                    names.beach(*beach)
                ),
                names.unit_side(*unit),
                vec![],
            ),
            Said::OverlayEnds(id) => {
                (format!("The landing at {} is over.", names.beach(*id)), None, vec![])
            }
        }
    }
}
