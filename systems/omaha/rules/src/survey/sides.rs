//! Hexsides by rule: the coast by what meets there, hedges as drawn.

use std::collections::BTreeMap;

use hex::{Direction, Hex, Hexside, Offset};

use super::{Cell, Land, is_high};
use crate::ground::{Side, Terrain};

/// What lies on each hexside; those not named are open (omaha.map.side-none).
pub type Sides = BTreeMap<Hexside, Side>;

#[must_use]
pub fn sides(land: &Land) -> Sides {
    let mut sides = Sides::new();
    for hex in land.hexes() {
        for direction in [Direction::E, Direction::NE, Direction::NW] {
            let side = Hexside::new(hex, direction);
            let it = kind(land, side, hex, hex.neighbour(direction));
            if it != Side::None {
                sides.insert(side, it);
            }
        }
    }
    sides
}

/// What lies between two adjacent hexes.
#[must_use]
pub fn between(sides: &Sides, a: Hex, b: Hex) -> Side {
    let side = a.direction_to(b).map(|it| Hexside::new(a, it));
    side.and_then(|it| sides.get(&it).copied()).unwrap_or(Side::None)
}

fn kind(land: &Land, side: Hexside, a: Hex, b: Hex) -> Side {
    let (Some(here), Some(there)) = (land.cell(a), land.cell(b)) else { return Side::None };
    if land.walls.contains(&side) {
        return Side::Wall; // omaha.map.side-d1-wall
    }
    // The lower hex first: sea, beach, pavilion, draw, high ground.
    let (low, high) = if height(here) <= height(there) { (a, b) } else { (b, a) };
    let (Some(below), Some(above)) = (land.terrain(low), land.terrain(high)) else {
        return Side::None;
    };
    match (below, above) {
        (Terrain::Sea, Terrain::Sea | Terrain::Beach) => Side::None,
        (Terrain::Sea, _) => Side::Sheer, // omaha.map.side-sheer
        (Terrain::Beach, Terrain::Pavilion | Terrain::Draw) => sea_front(land, low),
        (Terrain::Pavilion, Terrain::Draw) => barrier(land, high),
        (Terrain::Beach, it) if is_high(it) => cliff(land, low, high),
        (Terrain::Pavilion, it) if is_high(it) => behind_pavilion(land, low),
        (Terrain::Draw, it) if is_high(it) => flank(land, low),
        _ if land.hedges.contains(&side) => Side::Hedge, // omaha.map.side-hedge
        _ => Side::None,
    }
}

const fn height(cell: Cell) -> u8 {
    match cell.terrain {
        Terrain::Sea => 0,
        Terrain::Beach => 1,
        Terrain::Pavilion => 2,
        Terrain::Draw => 3,
        _ => 4,
    }
}

/// omaha.map.side-seawall, omaha.map.side-shingle: by the column of the beach hex.
fn sea_front(land: &Land, beach: Hex) -> Side {
    if Offset::from(beach).column <= land.coast.seawall_to { Side::Seawall } else { Side::Shingle }
}

/// omaha.map.side-barriers
fn barrier(land: &Land, draw: Hex) -> Side {
    let plan = land.draws.iter().find(|it| it.hexes.contains(&draw));
    plan.and_then(|it| it.barrier).unwrap_or(Side::None)
}

/// omaha.map.side-sheer, omaha.map.side-scaleable, omaha.map.side-beach-bluff
fn cliff(land: &Land, beach: Hex, top: Hex) -> Side {
    let columns = [Offset::from(beach).column, Offset::from(top).column];
    let any = |of: &[i16]| columns.iter().any(|it| of.contains(it));
    if any(&land.coast.sheer) {
        Side::Sheer
    } else if any(&land.coast.scaleable) {
        Side::Scaleable
    } else {
        Side::Bluff
    }
}

/// omaha.map.side-pavilion
fn behind_pavilion(land: &Land, pavilion: Hex) -> Side {
    if land.coast.gentle.contains(&Offset::from(pavilion).column) {
        Side::Slope
    } else {
        Side::Bluff
    }
}

/// omaha.map.side-draw
fn flank(land: &Land, draw: Hex) -> Side {
    if land.coast.steep_draws.contains(&draw) { Side::Bluff } else { Side::Slope }
}
