//! Section 19.11: a unit advances along the arrow of its position.

use board::{HexId, Map};
use hex::Direction;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::{Orders, Said, fire, in_field, resupply, strike};
use crate::data::{FireClass, GermanId, PositionId, UnitId, UnitKind};
use crate::ground::Terrain;
use crate::losses::{self, Cause};
use crate::question::{Blow, Topic, ask};
use crate::state::{Climb, Day, Hit, Place};

rules! {
    DISRUPTED = "omaha.gact.advance-disrupt", "Disrupted by the advance";
    REPULSED = "omaha.gact.advance-repulsed", "The advance is repulsed";
    SUCCESS = "omaha.gact.advance-success", "The advance breaks through, one unit loses a step";
    FREE = "omaha.gact.advance-free", "The advance meets nobody";
    DISPLACED = "omaha.gact.advance-displace", "Driven out: where does it go";
    NOWHERE = "omaha.gact.advance-displace-none", "Nowhere to go";
}

/// Badge A in an occupied reinforcement position: it will advance when all others have acted, or it fires now, or does
/// nothing (omaha.gact.re-a-in, omaha.gact.re-a-out).
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    if intends(g, &orders).is_some() {
        // The next to advance is the last in the list.
        g.today.to_advance.insert(0, orders.position);
        return Ok(false);
    }
    fire_or_nothing(cx, g, orders)
}

/// The advance itself, unless things have changed meanwhile.
pub(super) fn attempt<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    orders: Orders,
) -> Result<bool, C::Halt> {
    let Some((unit, to)) = intends(g, &orders) else { return fire_or_nothing(cx, g, orders) };
    let Some(from) = g.hex_of(unit) else { return Ok(false) };
    let target = hex_of(g, to);
    let route = route(&g.data().map, from, target);
    let in_route = |g: &Day| -> SmallVec<[(UnitId, HexId); 8]> {
        g.troops().filter(|it| route.contains(&it.1)).collect()
    };
    orders.announce(cx);
    // omaha.gact.advance-free
    let enemies = in_route(g);
    if enemies.is_empty() {
        cx.say(FREE, || Said::Advanced { from: orders.position, to }.into());
        move_in(cx, g, unit, to, &route)?;
        return Ok(true);
    }
    // omaha.gact.advance-disrupt
    cx.say(DISRUPTED, || Said::Advances { from: orders.position, to }.into());
    let shaken: SmallVec<[Hit; 8]> = enemies
        .iter()
        .filter(|it| is_shaken(g, &orders, it.0))
        .map(|it| orders.hit(it.0, FireClass::Steady, false))
        .collect();
    strike(cx, g, orders, DISRUPTED, Blow::Advance, shaken)?;
    let strength: u32 = enemies.iter().map(|it| resistance(g, it.0, it.1)).sum();
    if u32::from(g.data().tables.constants.advance_threshold) <= strength {
        cx.say(REPULSED, || Said::Repulsed { from: orders.position, strength }.into());
        return Ok(true);
    }
    // omaha.gact.advance-success
    cx.say(SUCCESS, || Said::Succeeds { from: orders.position, to, strength }.into());
    let options: SmallVec<[UnitId; 8]> = enemies.iter().map(|it| it.0).collect();
    let loser = cx.choose(g, ask(SUCCESS, Topic::Breakthrough(to)), &options)?;
    losses::lose_step(cx, g, loser, Cause::Advance, SUCCESS)?;
    if !g.has_ended() {
        move_in(cx, g, unit, to, &route)?;
    }
    Ok(true)
}

/// Lacking a usable arrow the badge means fire, nothing without US units in the field (omaha.gact.advance-no-arrow,
/// omaha.gact.advance-fire).
fn fire_or_nothing<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    if in_field(g, &orders) { fire(cx, g, orders) } else { Ok(false) }
}

/// Who would advance to where: with nobody in its field, or with depth and not known to be of the 716th
/// (omaha.gact.advance-attempt, omaha.gact.advance-hidden-716).
fn intends(g: &Day, orders: &Orders) -> Option<(GermanId, PositionId)> {
    let unit = g.garrison_of(orders.position).find(|it| !g[*it].disrupted)?;
    let to = usable_arrow(g, orders.position)?;
    let of_716 = g[unit].revealed && g.data().germans[unit.index()].of_716;
    let bold = g[unit].depth.is_some() && !of_716;
    (bold || !in_field(g, orders)).then_some((unit, to))
}

/// The first arrow to a position not held by Germans; US there do not matter (omaha.gact.advance-arrow,
/// omaha.gact.advance-two-arrows).
fn usable_arrow(g: &Day, from: PositionId) -> Option<PositionId> {
    let arrows = &g.data().positions[from.index()].arrows;
    arrows.iter().copied().find(|it| g.german_at(hex_of(g, *it)).is_none())
}

fn hex_of(g: &Day, position: PositionId) -> HexId {
    let site = g.data().positions[position.index()].sites[0];
    g.data().sites[site.index()].hex
}

/// The hexes an advance touches.
#[must_use]
pub fn route(map: &Map, from: HexId, to: HexId) -> SmallVec<[HexId; 7]> {
    let around = |hex: HexId| map.neighbours(hex).map(|it| it.1);
    let between = around(from).filter(|it| map.adjacent(*it, to));
    let middle = Direction::ALL.into_iter().find_map(|it| {
        let middle = map.neighbour(from, it)?;
        (map.neighbour(middle, it) == Some(to)).then_some(middle)
    });
    let mut hexes: SmallVec<[HexId; 7]> = SmallVec::new();
    if let Some(middle) = middle {
        // omaha.gact.advance-route-2-line
        hexes.push(middle);
        hexes.extend(around(middle));
        return hexes;
    }
    // omaha.gact.advance-route-1
    hexes.extend([from, to]);
    hexes.extend(between);
    if !map.adjacent(from, to) {
        // omaha.gact.advance-route-2-bent
        let inner = hexes.clone();
        let touches = |it: &HexId| inner[2..].iter().any(|between| map.adjacent(*between, *it));
        hexes.extend(around(to).filter(touches).filter(|it| !inner.contains(it)));
    }
    hexes
}

/// Neither infantry nor tanks, or bearing the symbol; concentration does not count (omaha.gact.advance-concentration).
fn is_shaken(g: &Day, orders: &Orders, unit: UnitId) -> bool {
    let kind = g.kind(unit);
    let firm = kind.is_infantry() || kind == UnitKind::Tank;
    !firm || g.data().units[unit.index()].symbol == Some(orders.symbol)
}

/// What a unit in the route adds against the advance: nothing if disrupted, double in buildings and bocage, one more
/// for a hero afterwards (omaha.gact.advance-strength, omaha.hero.advance-defence).
fn resistance(g: &Day, unit: UnitId, hex: HexId) -> u32 {
    if g[unit].disrupted || g[unit].steps == 0 {
        return 0;
    }
    let covered = matches!(g.data().ground.terrain(hex), Terrain::Buildings | Terrain::Bocage);
    let factor = if covered { 2 } else { 1 };
    let hero = if g[unit].hero.is_hero() { g.data().tables.constants.hero_strength } else { 0 };
    factor * u32::from(g.strength(unit)) + u32::from(hero)
}

/// The unit moves in with its depth marker; who is there is driven out, a garrison removed
/// (omaha.gact.advance-garrison, omaha.garr.removed).
fn move_in<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: GermanId,
    to: PositionId,
    route: &[HexId],
) -> Result<(), C::Halt> {
    let hex = hex_of(g, to);
    g.garrisons.remove(hex);
    let there: SmallVec<[UnitId; 4]> = g.at(hex).collect();
    for it in there {
        displace(cx, g, it, hex, route)?;
        if g.has_ended() {
            return Ok(());
        }
    }
    resupply::shift(cx, g, unit, to)
}

fn displace<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    from: HexId,
    route: &[HexId],
) -> Result<(), C::Halt> {
    let options = refuges(g, from, route);
    if options.is_empty() {
        match g.kind(unit).is_leader() {
            // omaha.ruling.displaced-hq
            true => {
                losses::take_away(g, unit, Place::Lost);
                cx.say(NOWHERE, || Said::Captured { unit, at: from }.into());
            }
            false => losses::eliminate(cx, g, unit, NOWHERE),
        }
        return Ok(());
    }
    let to = cx.choose(g, ask(DISPLACED, Topic::Displaced(unit)), &options)?;
    // omaha.cp.move: a command post that moves is a headquarters again.
    g[unit].place = Place::Map(to);
    g[unit].climb = Climb::None;
    g[unit].post = None;
    cx.say(DISPLACED, || Said::Displaced { unit, to }.into());
    Ok(())
}

/// Adjacent hexes outside the route: not over cliffs, no rough, no sea, no Germans; what it costs does not matter
/// (omaha.gact.advance-displace-terrain).
fn refuges(g: &Day, from: HexId, route: &[HexId]) -> SmallVec<[HexId; 6]> {
    let ground = &g.data().ground;
    g.data()
        .map
        .neighbours(from)
        .filter(|it| !route.contains(&it.1) && !ground.side(from, it.0).is_cliff())
        .map(|it| it.1)
        .filter(|it| !matches!(ground.terrain(*it), Terrain::Rough | Terrain::Sea))
        .filter(|it| !g.is_submerged(*it) && g.german_at(*it).is_none())
        .collect()
}
