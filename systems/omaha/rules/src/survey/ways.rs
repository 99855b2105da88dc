//! The checks every module must pass, whoever drew its map: who can get where on an empty board.

use std::collections::BTreeSet;

use board::{HexId, Map};
use hex::Hex;

use crate::ground::{Ground, Road, Side, Terrain};

/// A map, drawn or loaded.
pub trait Country {
    fn hexes(&self) -> Vec<Hex>;
    /// Nothing off the map.
    fn terrain(&self, hex: Hex) -> Option<Terrain>;
    fn side(&self, a: Hex, b: Hex) -> Side;
    fn road(&self, a: Hex, b: Hex) -> Option<Road>;
    fn is_mined(&self, hex: Hex) -> bool;
    fn exits(&self) -> Vec<Hex>;
}

/// What is wrong, each fault with the statement it breaks. `posts`: positions with their hexes.
#[must_use]
pub fn faults(country: &impl Country, posts: &[(String, Vec<Hex>)]) -> Vec<String> {
    let mut faults = Vec::new();
    german_communication(country, posts, &mut faults);
    us_communication(country, &mut faults);
    vehicles(country, &mut faults);
    faults
}

/// omaha.map.check-comm: with no US units every position is in German communication.
fn german_communication(
    country: &impl Country,
    posts: &[(String, Vec<Hex>)],
    faults: &mut Vec<String>,
) {
    let open = |hex: Hex| match country.terrain(hex) {
        None | Some(Terrain::Sea | Terrain::Beach | Terrain::Rough) => false,
        Some(Terrain::Pavilion) => {
            !hex.neighbours().any(|it| country.terrain(it.1) == Some(Terrain::Beach))
        }
        Some(_) => true,
    };
    let reached = reach(&country.exits(), |_, to| open(to));
    for (name, hexes) in posts {
        let start = |it: &Hex| {
            reached.contains(it) || it.neighbours().any(|next| reached.contains(&next.1))
        };
        if !hexes.iter().any(start) {
            faults.push(format!("{name} is cut off from every exit (omaha.map.check-comm)"));
        }
    }
}

/// omaha.map.check-us: with no German units every land hex except rough is in US communication.
fn us_communication(country: &impl Country, faults: &mut Vec<String>) {
    let land_but_rough =
        |hex: Hex| !matches!(country.terrain(hex), None | Some(Terrain::Sea | Terrain::Rough));
    let reached = reach(&beach(country), |from, to| {
        let side = country.side(from, to);
        land_but_rough(to) && side != Side::Bluff && !side.is_cliff()
    });
    let lost =
        country.hexes().into_iter().filter(|it| land_but_rough(*it) && !reached.contains(it));
    faults.extend(lost.map(|it| format!("{it} is cut off from the beach (omaha.map.check-us)")));
}

/// omaha.map.check-vehicles, omaha.terr.vehicles-basic
fn vehicles(country: &impl Country, faults: &mut Vec<String>) {
    let beach = beach(country);
    let shut = reach(&beach, |from, to| drives(country, from, to, false));
    for hex in shut.iter().filter(|it| country.terrain(**it) != Some(Terrain::Beach)) {
        faults.push(format!(
            "{hex} is open to vehicles without engineers (omaha.map.check-vehicles)"
        ));
    }
    let open = reach(&beach, |from, to| drives(country, from, to, true));
    for hex in country.exits().iter().filter(|it| !open.contains(it)) {
        faults.push(format!("no vehicle can reach the exit in {hex} (omaha.map.check-vehicles)"));
    }
}

/// Whether a vehicle gets from one hex to the next, with or without lanes through shingle, barriers and mines.
fn drives(country: &impl Country, from: Hex, to: Hex, lanes: bool) -> bool {
    let road = country.road(from, to).is_some();
    let ground = match country.terrain(to) {
        None | Some(Terrain::Sea | Terrain::Rough) => false,
        Some(Terrain::Woods | Terrain::Orchard | Terrain::Bocage) => road,
        Some(_) => true,
    };
    let side = match country.side(from, to) {
        Side::None => true,
        Side::Shingle | Side::Ditch | Side::Wall => lanes,
        Side::Hedge | Side::Seawall | Side::Slope | Side::Bluff => road,
        Side::Scaleable | Side::Sheer => false,
    };
    ground && side && (lanes || !country.is_mined(to))
}

fn beach(country: &impl Country) -> Vec<Hex> {
    let is_beach = |it: &Hex| country.terrain(*it) == Some(Terrain::Beach);
    country.hexes().into_iter().filter(is_beach).collect()
}

/// Everything that can be reached from a set of hexes.
fn reach(from: &[Hex], passes: impl Fn(Hex, Hex) -> bool) -> BTreeSet<Hex> {
    let mut reached: BTreeSet<Hex> = from.iter().copied().collect();
    let mut edge: Vec<Hex> = from.to_vec();
    while let Some(hex) = edge.pop() {
        for (_, next) in hex.neighbours() {
            if passes(hex, next) && reached.insert(next) {
                edge.push(next);
            }
        }
    }
    reached
}

/// A map as it is loaded.
pub struct Loaded<'a> {
    pub map: &'a Map,
    pub ground: &'a Ground,
    pub exits: &'a [HexId],
}

impl Loaded<'_> {
    fn way(&self, a: Hex, b: Hex) -> Option<(HexId, hex::Direction)> {
        self.map.id(a).zip(a.direction_to(b))
    }
}

impl Country for Loaded<'_> {
    fn hexes(&self) -> Vec<Hex> {
        self.map.hexes().map(|it| self.map.hex(it)).collect()
    }
    fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.map.id(hex).map(|it| self.ground.terrain(it))
    }
    fn side(&self, a: Hex, b: Hex) -> Side {
        self.way(a, b).map_or(Side::None, |it| self.ground.side(it.0, it.1))
    }
    fn road(&self, a: Hex, b: Hex) -> Option<Road> {
        self.way(a, b).and_then(|it| self.ground.road(it.0, it.1))
    }
    fn is_mined(&self, hex: Hex) -> bool {
        self.map.id(hex).is_some_and(|it| self.ground.mined.contains(it))
    }
    fn exits(&self) -> Vec<Hex> {
        self.exits.iter().map(|it| self.map.hex(*it)).collect()
    }
}
