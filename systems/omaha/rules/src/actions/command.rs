//! Who is in command of whom (omaha.act.command-range to omaha.act.command-different, section 16).

use board::HexId;
use kernel::rules;

use crate::data::{Division, Hexes, UnitId, UnitKind};
use crate::headquarters;
use crate::state::Day;

rules! {
    TWO_PLAYERS = "omaha.scale.two-players", "Two players, a division each";
}

/// At the start of the US action phase: which leaders command each unit, whatever its regiment or division
/// (omaha.act.command-start, omaha.lead.cross-division).
pub fn fix(g: &mut Day) {
    for unit in &mut g.units {
        unit.commanded = 0;
    }
    for (bit, leader) in leaders(g).into_iter().enumerate() {
        let Some(at) = leader.and_then(|it| g[it].hex().map(|hex| (it, hex))) else { continue };
        let range = range(g, at.0, at.1);
        let count = g.data().units.len() as u8;
        for unit in (0..count).map(UnitId) {
            if !g.kind(unit).is_leader() && g[unit].hex().is_some_and(|it| range.contains(it)) {
                g[unit].commanded |= 1 << bit;
            }
        }
    }
}

/// The first eight leaders, in the order of the bits of [`crate::state::Unit::commanded`].
fn leaders(g: &Day) -> [Option<UnitId>; 8] {
    let mut all = g.leaders();
    std::array::from_fn(|_| all.next())
}

/// Where a leader on the map commands: his own and the adjacent hexes; a command post as far as its range
/// (omaha.cp.benefits).
#[must_use]
pub fn range(g: &Day, leader: UnitId, at: HexId) -> Hexes {
    if g[leader].post.is_some() {
        return headquarters::post_range(g, leader);
    }
    let mut hexes = Hexes::EMPTY;
    hexes.insert(at);
    for (_, next) in g.data().map.neighbours(at) {
        hexes.insert(next);
    }
    hexes
}

/// A leader that has moved commands nobody for the rest of the phase (omaha.act.command-lost).
pub fn lose(g: &mut Day, leader: UnitId) {
    let bit = g.leaders().position(|it| it == leader);
    for unit in &mut g.units {
        unit.commanded &= !bit.map_or(0, |it| 1 << it);
    }
}

/// Leaders that command a unit now: they did at the start of the phase and have not moved (omaha.act.command-attack).
pub fn commanders(g: &Day, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let commanded = g[unit].commanded;
    let all = g.leaders().take(8).enumerate();
    all.filter(move |it| commanded >> it.0 & 1 != 0).map(|it| it.1)
}

/// In command of an HQ, a command post or a General.
#[must_use]
#[inline]
pub fn is_in_command(g: &Day, unit: UnitId) -> bool {
    g[unit].commanded != 0
}

/// HQs and command posts that command a unit; a General will not do for radio, artillery and naval fire
/// (omaha.lead.hq-abilities, omaha.lead.general-abilities).
pub fn headquarters_of(g: &Day, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    commanders(g, unit).filter(|it| g.kind(*it) == UnitKind::Hq)
}

/// Whether there is one.
#[must_use]
#[inline]
pub fn has_headquarters(g: &Day, unit: UnitId) -> bool {
    g[unit].commanded & g.lookup().headquarters != 0
}

/// Whether one headquarters commands both.
#[must_use]
#[inline]
pub fn share_headquarters(g: &Day, a: UnitId, b: UnitId) -> bool {
    g[a].commanded & g[b].commanded & g.lookup().headquarters != 0
}

/// With two players each directs a division: whose a unit is. One hex over the boundary it stays with its owner, further
/// it passes to the other (omaha.scale.two-players).
#[must_use]
pub fn director(g: &Day, unit: UnitId) -> Division {
    let owner = g[unit].command;
    let Some(hex) = g[unit].hex() else { return owner };
    let (map, ground) = (&g.data().map, &g.data().ground);
    let home = |hex: HexId| ground.sector(hex).division() == owner;
    let near = home(hex) || map.neighbours(hex).any(|it| home(it.1));
    if near { owner } else { owner.other() }
}
