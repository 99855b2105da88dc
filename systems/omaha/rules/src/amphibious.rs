//! Section 7: the landing. A card for each sector, its results unit by unit, mines; then all land and others arrive.

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::cards;
use crate::data::{BoxId, Data, Division, Letter, Sector, UnitId, UnitKind};
use crate::losses::{self, Cause};
use crate::question::{Opt, Topic, ask};
use crate::state::{Day, Place, Purpose, Units};
use crate::tables::{Delay, Tide};
use crate::text::Names;

pub mod arrivals;
pub mod table;

pub use arrivals::{arrivals, berths};

rules! {
    OFF_END = "omaha.drift.off-end", "Drifts off the end of the row and is delayed";
    NO_HIGH_HEX = "omaha.drift.no-high-hex", "Drifts to where the beach is under water and is delayed";
    FOLLOW = "omaha.land.leaders-follow", "A leader may drift with the unit he is stacked with";
    RANGER_DRIFT = "omaha.drift.ranger-option", "Rangers may drift east by choice";
    PAST_END = "omaha.drift.delay-past-end", "Delayed beyond the end of the game";
    JUNE_7 = "omaha.land.gone-june7", "Delayed until 7 June";
    MINE = "omaha.mine.one-step", "A mine strikes one of those that cross the obstacles";
    MINE_HQ = "omaha.mine.hq-only", "A mine turns a headquarters back";
    LAND = "omaha.box.all-land", "All in boxes land at the waterline";
    TRANSFER = "omaha.box.transfer", "Landed outside its sector: commanded by the other division";
}

/// The one ranger unit that lands with the first wave: without voluntary drift (omaha.drift.ranger-option-limit), and
/// in the game even when the others are not (omaha.var.no-rangers).
pub(crate) const C_2R: &str = "2R-C";

/// Phase I: the landing card of a sector and its effects: table, drift, delay, mines (omaha.seq.amph-order).
pub fn check<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    // omaha.land.once: whoever drifts over the boundary is not checked again with the other card.
    let group = waiting(g, sector);
    g.today.checked.0 |= group.0;
    // omaha.land.no-needless-card
    if !group.iter().any(|it| may_suffer(g, it)) {
        return Ok(());
    }
    let card = cards::draw(cx, g, Purpose::Landing(sector))?;
    let card = &g.data().cards[card.index()];
    let (letters, mine) = (card.landing, card.mine);
    // omaha.land.apply-at-once, omaha.land.leaders-exempt
    for unit in group.iter() {
        if !g.kind(unit).is_leader() {
            result(cx, g, unit, letters)?;
        }
        if g.has_ended() {
            return Ok(());
        }
    }
    // omaha.mine.after-results
    if mine {
        mine_strike(cx, g, group)?;
    }
    Ok(())
}

/// Counters in the boxes of a sector that no card of this turn was drawn for.
fn waiting(g: &Day, sector: Sector) -> Units {
    let here = |it: &UnitId| match g[*it].place {
        Place::Box(at) => g.data().boxes[at.index()].sector == sector,
        _ => false,
    };
    g.all_units().filter(here).filter(|it| !g.today.checked.contains(*it)).collect()
}

/// Whether a landing card could do anything to a counter where it is (omaha.land.no-needless-card,
/// omaha.mine.infantry-late).
fn may_suffer(g: &Day, unit: UnitId) -> bool {
    let Place::Box(at) = g[unit].place else { return false };
    let by_table =
        table::row(g, unit, at).is_some_and(|it| it.results.iter().any(|it| !it.no_check));
    by_table || (mines_are_live(g) && is_mine_candidate(g, unit))
}

/// What the card's letter for its symbol does to a unit (omaha.land.lookup). Companies it shatters are counted as losses
/// (omaha.land.loss-box).
fn result<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    letters: [Letter; 3],
) -> Result<(), C::Halt> {
    let Place::Box(at) = g[unit].place else { return Ok(()) };
    let Some(symbol) = g.data().units[unit.index()].symbol else { return Ok(()) };
    let Some(row) = table::row(g, unit, at) else { return Ok(()) };
    let letter = letters[symbol.index()];
    let rule = table::cell(row, letter);
    let result = row.result(letter);
    if result.no_check {
        return Ok(());
    }
    if result.eliminated {
        losses::eliminate(cx, g, unit, rule);
        return Ok(());
    }
    if result.june_7 {
        losses::take_away(g, unit, Place::Gone);
        cx.say(JUNE_7, || Said::June7(unit).into());
        return Ok(());
    }
    if 0 < result.lose {
        losses::lose(cx, g, unit, result.lose, rule);
        if g[unit].steps == 0 || g.has_ended() {
            return Ok(());
        }
    }
    match result.delay {
        // omaha.drift.delayed-leader: a leader in the box stays and lands.
        Some(Delay::To(turn)) => put_off(cx, g, unit, turn, rule),
        Some(Delay::By(turns)) => put_off(cx, g, unit, g.turn + turns, rule),
        None if result.drift != 0 => drift(cx, g, unit, result.drift, rule)?,
        None if result.ranger_option => drift_by_choice(cx, g, unit)?,
        None => (),
    }
    Ok(())
}

/// So many boxes to the east, to the west if negative (omaha.drift.direction). The limit of a box, the letters and the
/// boundary do not matter (omaha.drift.no-limit, omaha.drift.unlettered, omaha.drift.charlie, omaha.drift.boundary).
fn drift<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    boxes: i8,
    rule: Rule,
) -> Result<(), C::Halt> {
    let Place::Box(from) = g[unit].place else { return Ok(()) };
    let constants = &g.data().tables.constants;
    let (off_end, no_high_hex) = (constants.off_end_delay, constants.no_high_hex_delay);
    let Some(to) = box_beyond(g, from, boxes) else {
        put_off(cx, g, unit, g.turn + off_end, OFF_END);
        return Ok(());
    };
    if waterline(g, to).is_none() {
        put_off(cx, g, unit, g.turn + no_high_hex, NO_HIGH_HEX);
        return Ok(());
    }
    g[unit].place = Place::Box(to);
    cx.say(rule, || Said::Drifted { unit, from, to }.into());
    let leaders: SmallVec<[UnitId; 4]> =
        g.leaders().filter(|it| g[*it].place == Place::Box(from)).collect();
    for leader in leaders {
        if cx.confirm(g, ask(FOLLOW, Topic::Follow { leader, unit }))? {
            g[leader].place = Place::Box(to);
            cx.say(FOLLOW, || Said::Drifted { unit: leader, from, to }.into());
        }
    }
    Ok(())
}

/// The box so many to the east; none beyond the ends, or beyond the boundary when only one sector is played
/// (omaha.scen.east-drift).
fn box_beyond(g: &Day, from: BoxId, boxes: i8) -> Option<BoxId> {
    let index = i16::from(from.0) - i16::from(boxes);
    let at = usize::try_from(index).ok()?;
    let there = g.data().boxes.get(at)?;
    g.sectors().any(|it| it == there.sector).then_some(BoxId(at as u8))
}

/// omaha.drift.ranger-option, omaha.drift.ranger-option-limit
fn drift_by_choice<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) -> Result<(), C::Halt> {
    let counter = &g.data().units[unit.index()];
    let Place::Box(from) = g[unit].place else { return Ok(()) };
    if counter.kind != UnitKind::Ranger || counter.key == C_2R {
        return Ok(());
    }
    let most = g.data().tables.constants.ranger_voluntary_drift_max as i8;
    let open = (1..=most)
        .filter(|it| box_beyond(g, from, *it).is_some_and(|to| waterline(g, to).is_some()));
    let boxes: SmallVec<[i8; 8]> = std::iter::once(0).chain(open).collect();
    let question = ask(RANGER_DRIFT, Topic::RangerDrift(unit));
    let choice = match boxes.as_slice() {
        [_] => 0,
        some => cx.pick(g, question, some.len(), |i| match box_beyond(g, from, some[i]) {
            Some(to) if 0 < i => Opt::Box(to),
            _ => Opt::No,
        })?,
    };
    if 0 < boxes[choice] {
        drift(cx, g, unit, boxes[choice], RANGER_DRIFT)?;
    }
    Ok(())
}

/// Back on the track, to come again on a later turn; out of the game if there is no such turn.
fn put_off<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId, turn: u8, rule: Rule) {
    if g.data().plan.last_turn < turn {
        losses::take_away(g, unit, Place::Gone);
        cx.say(PAST_END, || Said::TooLate(unit).into());
        return;
    }
    g[unit].place = Place::Track(turn);
    g[unit].delayed = true;
    cx.say(rule, || Said::Delayed { unit, turn }.into());
}

/// omaha.mine.window, omaha.mine.low-tide
fn mines_are_live(g: &Day) -> bool {
    g.data().tables.turn(g.turn).mines && g.tide() != Tide::Low
}

/// Will land in an obstacle hex at mid tide, will cross one at high tide: either way it is the mid-tide hex of its box
/// (omaha.mine.mid, omaha.mine.high, omaha.mine.after-22). Generals are safe (omaha.mine.general).
fn is_mine_candidate(g: &Day, unit: UnitId) -> bool {
    let Place::Box(at) = g[unit].place else { return false };
    g.kind(unit) != UnitKind::General && g.has_obstacles(g.data().boxes[at.index()].mid)
}

/// One of those checked with the card and still landing loses a step (omaha.mine.scope, omaha.mine.one-step); if only
/// headquarters are there, one of them comes again later (omaha.mine.hq-only).
fn mine_strike<C: Cx<Day>>(cx: &mut C, g: &mut Day, group: Units) -> Result<(), C::Halt> {
    if !mines_are_live(g) {
        return Ok(());
    }
    let all: Units = group.iter().filter(|it| is_mine_candidate(g, *it)).collect();
    let troops: SmallVec<[UnitId; 16]> = all.iter().filter(|it| !g.kind(*it).is_leader()).collect();
    let posts: SmallVec<[UnitId; 16]> = all.iter().filter(|it| g.kind(*it).is_leader()).collect();
    if !troops.is_empty() {
        let unit = cx.choose(g, ask(MINE, Topic::Mine), &troops)?;
        losses::lose_step(cx, g, unit, Cause::Mine, MINE)?;
    } else if !posts.is_empty() {
        let unit = cx.choose(g, ask(MINE_HQ, Topic::MineHeadquarters), &posts)?;
        let turn = g.turn + g.data().tables.constants.hq_hit_delay;
        put_off(cx, g, unit, turn, MINE_HQ);
    }
    Ok(())
}

/// The hex of a box at the waterline of this turn, which on a turn of change is the new one (omaha.box.three-hexes,
/// omaha.tide.new-line-lands).
#[must_use]
pub fn waterline(g: &Day, at: BoxId) -> Option<HexId> {
    let it = &g.data().boxes[at.index()];
    match g.tide() {
        Tide::Low => Some(it.low),
        Tide::Mid => Some(it.mid),
        Tide::High => it.high,
    }
}

/// Everybody left in a box lands at the waterline (omaha.box.all-land).
pub fn land<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let mut waiting: SmallVec<[(BoxId, UnitId); 32]> = g
        .all_units()
        .filter_map(|it| match g[it].place {
            Place::Box(at) => Some((at, it)),
            _ => None,
        })
        .collect();
    waiting.sort();
    for boxload in waiting.chunk_by(|a, b| a.0 == b.0) {
        let Some((at, _)) = boxload.first().copied() else { continue };
        let units: SmallVec<[UnitId; 8]> = boxload.iter().map(|it| it.1).collect();
        let Some(hex) = waterline(g, at) else {
            let turn = g.turn + g.data().tables.constants.no_high_hex_delay;
            units.iter().for_each(|it| put_off(cx, g, *it, turn, NO_HIGH_HEX));
            continue;
        };
        cx.say(LAND, || Said::Landed { units: units.clone(), hex }.into());
        let sector = g.data().boxes[at.index()].sector;
        for unit in units {
            g[unit].place = Place::Map(hex);
            transfer(cx, g, unit, sector);
        }
    }
    Ok(())
}

/// omaha.box.transfer
fn transfer<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId, sector: Sector) {
    let home = g.data().units[unit.index()].division.sector();
    if home == sector || g.kind(unit).is_leader() || g[unit].command == sector.division() {
        return;
    }
    g[unit].command = sector.division();
    cx.say(TRANSFER, || Said::Transferred { unit, to: sector.division() }.into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Drifted { unit: UnitId, from: BoxId, to: BoxId },
    Delayed { unit: UnitId, turn: u8 },
    TooLate(UnitId),
    June7(UnitId),
    Landed { units: SmallVec<[UnitId; 8]>, hex: HexId },
    Transferred { unit: UnitId, to: Division },
    Arrived { unit: UnitId, at: BoxId },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let mut hexes = Vec::new();
        let text = match self {
            Said::Drifted { unit, from, to } => {
                let far = from.0.abs_diff(to.0);
                let boxes = if far == 1 { "box" } else { "boxes" };
                let way = if to < from { "east" } else { "west" };
                let to = names.landing_box(*to);
                format!("{} drifts {far} {boxes} {way} to {to}.", names.unit(*unit))
            }
            Said::Delayed { unit, turn } => {
                format!("{} is delayed to turn {turn}.", names.unit(*unit))
            }
            Said::TooLate(unit) => {
                format!("{} is delayed beyond the end of the game.", names.unit(*unit))
            }
            Said::June7(unit) => {
                format!("{} will not land today; it comes on 7 June.", names.unit(*unit))
            }
            Said::Landed { units, hex } => {
                hexes.push(*hex);
                let who: Vec<&str> = units.iter().map(|it| names.unit(*it)).collect();
                let verb = if who.len() == 1 { "lands" } else { "land" };
                format!("{} {verb} in {}.", who.join(", "), names.hex(*hex))
            }
            Said::Transferred { unit, to } => {
                format!("{} is now commanded by the {}.", names.unit(*unit), to.name())
            }
            Said::Arrived { unit, at } => {
                format!("{} arrives off {}.", names.unit(*unit), names.landing_box(*at))
            }
        };
        (text, hexes)
    }
}
