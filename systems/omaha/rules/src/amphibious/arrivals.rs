//! Section 7.7: arrivals are put into boxes, or put off.

use kernel::{Cx, Rule, rules, shown};
use smallvec::SmallVec;

use super::{Said, put_off};
use crate::data::{Berth, BoxId, Sector, UnitId, UnitKind};
use crate::question::{Berthing, Opt, Topic, ask};
use crate::state::{Day, Place, Units};

rules! {
    EXACT = "omaha.box.exact", "Arrives in its box";
    BEACH = "omaha.box.beach", "Arrives off its beach: which box";
    DIVISION = "omaha.box.division", "Arrives in its sector: which box";
    DELAYED = "omaha.box.delayed-after-10", "Delayed, it may come anywhere: which box";
    FULL = "omaha.box.full", "Its boxes are full";
    PUT_OFF = "omaha.box.delay-choice", "Put off by choice";
}

/// The one beach for rangers only (omaha.box.charlie-rangers).
const CHARLIE: &str = "CH";

/// Boxes a counter may be put into.
pub type Boxes = SmallVec<[BoxId; 32]>;

/// Where an arrival goes.
#[derive(Clone, Copy)]
enum Berthed {
    In(BoxId),
    Later(u8),
}

shown! {
    it => Berthed, match it {
        Berthed::In(at) => Opt::Box(at),
        Berthed::Later(turn) => Opt::Turn(turn),
    };
}

/// This turn's arrivals are put into boxes, or put off. They land next turn (omaha.seq.arrive-then-land).
pub fn arrivals<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    for unit in in_order(g) {
        let (boxes, rule, why) = berths(g, unit);
        let later = g.turn + 1;
        if boxes.is_empty() {
            // omaha.box.full: it waits a turn.
            put_off(cx, g, unit, later, FULL);
            continue;
        }
        let mut options: SmallVec<[Berthed; 32]> = boxes.iter().copied().map(Berthed::In).collect();
        // omaha.box.delay-repeat: the next turn is enough, from there it may be put off again.
        if may_put_off(g) {
            options.push(Berthed::Later(later));
        }
        match cx.choose(g, ask(rule, Topic::Berth(unit, why)), &options)? {
            Berthed::In(at) => {
                g[unit].place = Place::Box(at);
                cx.say(rule, || Said::Arrived { unit, at }.into());
            }
            Berthed::Later(turn) => put_off(cx, g, unit, turn, PUT_OFF),
        }
    }
    Ok(())
}

/// Those with the narrowest choice first, so that nobody takes the only place of another; leaders after the units, so
/// that a General finds company (omaha.box.general-company).
fn in_order(g: &Day) -> SmallVec<[UnitId; 16]> {
    let mut units: SmallVec<[UnitId; 16]> =
        g.all_units().filter(|it| g[*it].place == Place::Track(g.turn)).collect();
    units.sort_by_key(|it| {
        let rank = match g.kind(*it) {
            UnitKind::General => 5,
            UnitKind::Hq => 4,
            _ if chooses_anew(g, *it) => 3,
            _ => match g.data().units[it.index()].berth {
                Berth::Box(_) => 0,
                Berth::Beach(_) => 1,
                Berth::Sector(_) => 2,
            },
        };
        (rank, *it)
    });
    units
}

/// omaha.turn.voluntary-delay-start, omaha.box.no-early-delay
fn may_put_off(g: &Day) -> bool {
    g.data().tables.constants.first_voluntary_delay_turn <= g.turn
        && g.turn < g.data().plan.last_turn
}

/// A delayed unit keeps its box or beach on or before turn 10 (omaha.box.delayed-before-11); after that it has the
/// choice of all. A headquarters that was scattered comes like one (omaha.lead.hq-return).
fn chooses_anew(g: &Day, unit: UnitId) -> bool {
    g[unit].delayed && g.data().tables.constants.last_assigned_box_turn < g.turn
}

/// Boxes an arrival may be put into now, with the rule that says so: none if all are full.
#[must_use]
pub fn berths(g: &Day, unit: UnitId) -> (Boxes, Rule, Berthing) {
    let data = g.data();
    let berth = &data.units[unit.index()].berth;
    let (assigned, rule, why): (Boxes, Rule, Berthing) = if chooses_anew(g, unit) {
        (lettered(g, unit, None), DELAYED, Berthing::Delayed)
    } else {
        let (boxes, rule) = match berth {
            Berth::Box(at) => (Boxes::from_slice(&[*at]), EXACT),
            Berth::Beach(beach) => {
                let all = lettered(g, unit, None).into_iter();
                (all.filter(|it| data.boxes[it.index()].beach == *beach).collect(), BEACH)
            }
            Berth::Sector(sector) => (lettered(g, unit, Some(*sector)), DIVISION),
        };
        (boxes, rule, Berthing::Assigned)
    };
    let room = room(g, unit);
    let open: Boxes = assigned.iter().copied().filter(&room).collect();
    if open.is_empty() {
        (nearest_open(g, unit, &assigned, room), FULL, Berthing::Full)
    } else {
        (with_company(g, unit, open), rule, why)
    }
}

/// Lettered boxes of a sector, or of all in play; Charlie for rangers only (omaha.box.no-unlettered,
/// omaha.box.charlie-rangers).
fn lettered(g: &Day, unit: UnitId, sector: Option<Sector>) -> Boxes {
    let ranger = g.kind(unit) == UnitKind::Ranger;
    let wanted = |it: &BoxId| {
        let it = &g.data().boxes[it.index()];
        sector.is_none_or(|sector| sector == it.sector) && (ranger || it.beach != CHARLIE)
    };
    g.lookup().lettered.iter().copied().filter(wanted).collect()
}

/// Whether there is room in a box for the unit. omaha.box.max-two: leaders neither count nor are counted.
fn room(g: &Day, unit: UnitId) -> impl Fn(&BoxId) -> bool + use<> {
    let mut units: SmallVec<[u8; 64]> = SmallVec::from_elem(0, g.data().boxes.len());
    let waiting = g.units_that(|it| matches!(it.place, Place::Box(_)));
    for other in Units(waiting.0 & g.lookup().troops.0).iter() {
        if let Place::Box(at) = g[other].place
            && let Some(count) = units.get_mut(at.index())
        {
            *count += 1;
        }
    }
    let (leader, limit) = (g.kind(unit).is_leader(), g.data().tables.constants.box_limit);
    move |it| leader || units.get(it.index()).is_some_and(|it| *it < limit)
}

/// The boxes with room of the same sectors that are nearest to those assigned (omaha.box.full); the player breaks a
/// tie.
fn nearest_open(g: &Day, unit: UnitId, assigned: &[BoxId], room: impl Fn(&BoxId) -> bool) -> Boxes {
    let sector = |it: &BoxId| g.data().boxes[it.index()].sector;
    let far = |it: &BoxId| assigned.iter().map(|other| it.0.abs_diff(other.0)).min();
    let mut open = lettered(g, unit, None);
    open.retain(|it| assigned.iter().any(|at| sector(at) == sector(it)));
    open.retain(|it| room(it));
    let least = open.iter().map(far).min();
    open.retain(|it| Some(far(it)) == least);
    open
}

/// omaha.box.general-company, omaha.ruling.general-last: a General goes where a unit is, if there is one in his boxes.
fn with_company(g: &Day, unit: UnitId, open: Boxes) -> Boxes {
    if g.kind(unit) != UnitKind::General {
        return open;
    }
    let manned: Boxes = open
        .iter()
        .copied()
        .filter(|it| g.in_box(*it).any(|other| !g.kind(other).is_leader()))
        .collect();
    if manned.is_empty() { open } else { manned }
}
