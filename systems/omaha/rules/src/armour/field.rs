//! The field of fire of an armour unit, worked out where it stands.

use board::HexId;

use crate::data::{Data, FireClass, GermanId, Hexes};
use crate::ground::{Side, Terrain};
use crate::state::Day;

/// By class; nothing if it is not on the map. A printed position it stands in does not matter
/// (omaha.arm.printed-position).
#[must_use]
pub fn field(g: &Day, unit: GermanId) -> [Hexes; 3] {
    let mut field = [Hexes::EMPTY; 3];
    let Some(at) = g.hex_of(unit) else { return field };
    let data = g.data();
    // omaha.arm.field-1
    for (_, near) in data.map.neighbours(at) {
        if let Some(class) = class(data, near)
            && reaches(data, at, near)
        {
            field[class.index()].insert(near);
        }
    }
    // omaha.arm.field-2
    for near in field[FireClass::Intense.index()].iter() {
        for (direction, far) in data.map.neighbours(near) {
            if data.map.distance(at, far) != 2 || !reaches(data, at, far) {
                continue;
            }
            let hedged = data.ground.side(near, direction) == Side::Hedge;
            match class(data, far) {
                Some(FireClass::Intense) if !hedged => {
                    field[FireClass::Intense.index()].insert(far);
                }
                Some(_) => {
                    field[FireClass::Steady.index()].insert(far);
                }
                None => (),
            }
        }
    }
    // A hex seen past a hedge from one side and openly from another is intense.
    let [intense, steady, _] = &mut field;
    *steady = steady.and_not(intense);
    field
}

/// Without cover or in woods it is intense, in cover steady; rough and sea have no dot (omaha.arm.field-clear).
fn class(data: &Data, hex: HexId) -> Option<FireClass> {
    match data.ground.terrain(hex) {
        Terrain::Beach
        | Terrain::Pavilion
        | Terrain::Draw
        | Terrain::Clear
        | Terrain::Woods
        | Terrain::Orchard => Some(FireClass::Intense),
        Terrain::Bocage | Terrain::Buildings => Some(FireClass::Steady),
        Terrain::Rough | Terrain::Sea => None,
    }
}

/// omaha.arm.field-level: down only from the edge of the high ground, up never.
fn reaches(data: &Data, from: HexId, to: HexId) -> bool {
    let ground = &data.ground;
    match (ground.is_low(from), ground.is_low(to)) {
        (true, false) => false,
        (false, true) => data.map.neighbours(from).any(|it| ground.is_low(it.1)),
        _ => true,
    }
}
