//! How an armour unit drives: along primary and secondary roads, mined or not; bases and garrisons do not hinder it
//! (omaha.arm.roads-only).

use board::HexId;
use smallvec::SmallVec;

use crate::control;
use crate::data::{Data, GermanId, Hexes, Symbol, UnitKind};
use crate::ground::Road;
use crate::state::Day;

/// How near along the road a US unit draws armour (omaha.arm.toward).
const DRAWN: u32 = 3;

/// A move of an armour unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drive {
    /// Hexes entered; empty if it cannot move.
    pub path: SmallVec<[HexId; 8]>,
    /// The hex of US units it drives over.
    pub overrun: Option<HexId>,
}

/// Where it goes with so many hexes.
#[must_use]
pub fn plan(g: &Day, unit: GermanId, hexes: usize, overrun: bool, symbol: Symbol) -> Drive {
    let mut drive = Drive::default();
    let Some(start) = g.hex_of(unit) else { return drive };
    let mut at = start;
    while drive.path.len() < hexes && !is_goal(g, at) {
        let Some(next) = next_hex(g, &drive, start, symbol) else { break };
        if us_holds(g, next) {
            // omaha.arm.overrun: one hex without armour, not as the last.
            let soft = !g.troops_at(next).any(|it| g.kind(it).is_armoured());
            if !overrun || !soft || drive.overrun.is_some() || hexes <= drive.path.len() + 1 {
                break;
            }
            drive.overrun = Some(next);
        }
        drive.path.push(next);
        at = next;
        // omaha.arm.stop-us; where it starts does not count (omaha.ruling.armour-stop).
        if !overrun && is_next_to_us(g, next) {
            break;
        }
    }
    end_alone(g, &mut drive, start, symbol);
    drive
}

/// It may end neither with US units nor with another German unit: one hex further if possible, else one less
/// (omaha.arm.pass-german).
fn end_alone(g: &Day, drive: &mut Drive, start: HexId, symbol: Symbol) {
    let held = |hex: HexId| g.german_at(hex).is_some();
    let ends_with_germans = drive.path.last().is_some_and(|it| held(*it) && !is_goal(g, *it));
    if ends_with_germans
        && let Some(next) = next_hex(g, drive, start, symbol)
        && !held(next)
        && !us_holds(g, next)
    {
        drive.path.push(next);
    }
    while let Some(last) = drive.path.last().copied() {
        if !held(last) && !us_holds(g, last) {
            break;
        }
        drive.path.pop();
        if drive.overrun == Some(last) {
            drive.overrun = None;
        }
    }
}

/// A unit, HQ or command post is there.
fn us_holds(g: &Day, hex: HexId) -> bool {
    g.at(hex).any(|it| g.kind(it) != UnitKind::General)
}

fn is_next_to_us(g: &Day, hex: HexId) -> bool {
    g.data().map.neighbours(hex).any(|it| us_holds(g, it.1))
}

/// omaha.arm.end-points: it stops for good there.
fn is_goal(g: &Day, hex: HexId) -> bool {
    g.data().armour_goals.iter().any(|it| it.0 == hex)
}

/// The next hex of the road: towards US units near the road if they all lie the same way (omaha.arm.toward), else by
/// its orders (omaha.arm.orders). It never turns back in one move.
fn next_hex(g: &Day, drive: &Drive, start: HexId, symbol: Symbol) -> Option<HexId> {
    let at = drive.path.last().copied().unwrap_or(start);
    let behind = |hex: &HexId| *hex == start || drive.path.contains(hex);
    let next = match towards_us(g, at, behind) {
        Some(next) => next,
        None => by_orders(g.data(), at, symbol)?,
    };
    (!behind(&next)).then_some(next)
}

fn towards_us(g: &Day, at: HexId, behind: impl Fn(&HexId) -> bool) -> Option<HexId> {
    let mut enemies = Hexes::EMPTY;
    for (_, hex) in g.troops() {
        if g.data().map.distance(at, hex) <= DRAWN && !behind(&hex) {
            enemies.insert(hex);
        }
    }
    if enemies.is_empty() {
        return None;
    }
    let mut found: Option<HexId> = None;
    for next in roads(g.data(), at) {
        if behind(&next) {
            continue;
        }
        let drawn = enemies.iter().any(|enemy| {
            let way = lengths(g.data(), enemy, DRAWN);
            let here = way.iter().find(|it| it.0 == at);
            let there = way.iter().find(|it| it.0 == next);
            matches!((here, there), (Some(here), Some(there)) if there.1 + 1 == here.1)
        });
        if drawn && found.replace(next).is_some() {
            return None;
        }
    }
    found
}

/// The next hex of the shortest road path to the nearest end point. Equal paths: the end point of the card's symbol,
/// else the westernmost; equal next hexes: the lower row, then the lower column (omaha.arm.orders-tie).
fn by_orders(data: &Data, at: HexId, symbol: Symbol) -> Option<HexId> {
    let far = data.map.len() as u32;
    let mut best: Option<((u32, bool, u16), HexId)> = None;
    for (goal, preferred) in &data.armour_goals {
        let way = lengths(data, *goal, far);
        let length = |hex: HexId| way.iter().find(|it| it.0 == hex).map(|it| it.1);
        let Some(here) = length(at) else { continue };
        let next = roads(data, at).filter(|it| length(*it).is_some_and(|it| it + 1 == here)).min();
        let column = (goal.index() % usize::from(data.map.columns())) as u16;
        let key = (here, *preferred != symbol, column);
        if let Some(next) = next
            && best.is_none_or(|it| key < it.0)
        {
            best = Some((key, next));
        }
    }
    best.map(|it| it.1)
}

/// Whether road hexes free of US occupation and control lead from a position to an exit of the armour. The position
/// itself is on such a road; who controls it does not matter (omaha.ruling.armour-entry-hex).
pub(super) fn leads_home(g: &Day, from: HexId) -> bool {
    let data = g.data();
    let taken = control::us_control(g);
    let mut seen = Hexes::EMPTY;
    seen.insert(from);
    let mut queue: SmallVec<[HexId; 64]> = SmallVec::from_slice(&[from]);
    let on_road = roads(data, from).next().is_some();
    let is_exit = |hex| data.armour_exits.iter().any(|it| data.exits[it.index()].hex == hex);
    while let Some(hex) = queue.pop() {
        if is_exit(hex) {
            return on_road;
        }
        for next in roads(data, hex) {
            if !taken.contains(next) && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    false
}

/// Hexes joined to one by a primary or secondary road.
fn roads(data: &Data, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
    let good = |road: Option<Road>| matches!(road, Some(Road::Primary | Road::Secondary));
    data.map.neighbours(hex).filter(move |it| good(data.ground.road(hex, it.0))).map(|it| it.1)
}

/// Road hexes within a distance along the road, with that distance.
fn lengths(data: &Data, from: HexId, most: u32) -> SmallVec<[(HexId, u32); 64]> {
    let mut found: SmallVec<[(HexId, u32); 64]> = SmallVec::from_slice(&[(from, 0)]);
    let mut i = 0;
    while i < found.len() {
        let (hex, length) = found[i];
        i += 1;
        if length == most {
            continue;
        }
        for next in roads(data, hex) {
            if !found.iter().any(|it| it.0 == next) {
                found.push((next, length + 1));
            }
        }
    }
    found
}
