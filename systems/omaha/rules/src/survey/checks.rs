//! What a map must keep, whoever draws it.

use std::collections::{BTreeMap, BTreeSet};

use hex::{Hex, Offset};

use super::sides::{Sides, between, sides};
use super::ways::{self, Country};
use super::{Land, Plan, Surveyed};
use crate::ground::{BeachRow, Road, Side, Terrain};

/// All faults, each with the statement it breaks; none for a sound map.
#[must_use]
pub fn faults(land: &Land, plans: &[Plan], surveyed: &[Surveyed]) -> Vec<String> {
    let sides = sides(land);
    let mut faults = Vec::new();
    drawing(land, &sides, &mut faults);
    coast(land, &mut faults);
    boxes(land, &mut faults);
    sites(land, plans, surveyed, &mut faults);
    let posts: Vec<(String, Vec<Hex>)> =
        plans.iter().map(|it| (it.name.clone(), it.hexes.clone())).collect();
    faults.extend(ways::faults(&Drawn { land, sides: &sides }, &posts));
    same_colours(plans, surveyed, &mut faults);
    faults
}

/// Roads join neighbours and end at exits; hedges divide fields where no road goes.
fn drawing(land: &Land, sides: &Sides, faults: &mut Vec<String>) {
    for road in &land.roads {
        for pair in road.path.windows(2) {
            if pair[0].distance(pair[1]) != 1 {
                faults.push(format!("{} jumps from {} to {}", road.name, pair[0], pair[1]));
            }
            if between(sides, pair[0], pair[1]) == Side::Shingle {
                faults.push(format!("{} crosses shingle at {}", road.name, pair[0]));
            }
        }
        for hex in &road.path {
            if !matches!(land.terrain(*hex), Some(it) if it != Terrain::Sea && it != Terrain::Rough)
            {
                faults.push(format!("{} cannot go through {hex}", road.name));
            }
        }
    }
    for (letter, hex) in &land.exits {
        let it = Offset::from(*hex);
        let edge = it.column == 1 || it.column == land.columns || it.row == land.rows;
        if !edge || !land.roads.iter().any(|it| it.path.contains(hex)) {
            faults.push(format!("omaha.map.exits: {letter} is no road at the edge"));
        }
    }
    for hedge in &land.hedges {
        let [a, b] = hedge.hexes();
        let field = |it| matches!(land.terrain(it), Some(Terrain::Clear | Terrain::Orchard));
        let bocage = |it| land.terrain(it) == Some(Terrain::Bocage);
        let divides = (field(a) || field(b)) && (field(a) || bocage(a)) && (field(b) || bocage(b));
        if !divides || land.road(a, b).is_some() {
            faults.push(format!("omaha.map.side-hedge: no hedge between {a} and {b}"));
        }
    }
}

/// One row after the other from the sea to the sea front (omaha.map.low-row, omaha.map.mid-row, omaha.map.high-row,
/// omaha.map.pavilion), closed at both ends (omaha.map.sea).
fn coast(land: &Land, faults: &mut Vec<String>) {
    let rows = |column: i16| {
        let hexes = (1..=land.rows).map(move |it| Hex::from(Offset::new(column, it)));
        hexes.filter_map(|it| Some((Offset::from(it).row, row(land, it)?))).collect::<Vec<_>>()
    };
    for column in 1..=land.columns {
        let sound = match rows(column)[..] {
            [] => true,
            [(low, BeachRow::Low), (mid, BeachRow::Mid)] => mid == low + 1,
            [(low, BeachRow::Low), (mid, BeachRow::Mid), (high, BeachRow::High)] => {
                mid == low + 1 && high == low + 2
            }
            _ => false,
        };
        if !sound {
            faults.push(format!("omaha.map.mid-row: the tides of column {column:02}"));
        }
    }
    for hex in land.hexes().filter(|it| land.terrain(*it) == Some(Terrain::Pavilion)) {
        if !hex.neighbours().any(|it| row(land, it.1) == Some(BeachRow::High)) {
            faults.push(format!("omaha.map.pavilion: {hex} is not behind the beach"));
        }
    }
    for sea in land.hexes().filter(|it| land.terrain(*it) == Some(Terrain::Sea)) {
        for sand in sea.neighbours().map(|it| it.1).filter(|it| is_dry(land, *it)) {
            // Beside the step of the crescent the low-tide row closes on both sides (omaha.map.shape-note).
            let between = sea.neighbours().map(|it| it.1).filter(|it| it.distance(sand) == 1);
            if between.into_iter().any(|it| row(land, it) != Some(BeachRow::Low)) {
                faults.push(format!("omaha.map.sea: {sea} lies beside the dry sand of {sand}"));
            }
        }
    }
}

fn row(land: &Land, hex: Hex) -> Option<BeachRow> {
    land.cell(hex).and_then(|it| it.row)
}

/// Above water at low tide and at mid tide.
fn is_dry(land: &Land, hex: Hex) -> bool {
    matches!(row(land, hex), Some(BeachRow::Mid | BeachRow::High))
}

/// omaha.map.boxes-chain, omaha.box.three-hexes, omaha.map.obstacles
fn boxes(land: &Land, faults: &mut Vec<String>) {
    let row = |hex: Hex| row(land, hex);
    for it in &land.boxes {
        let rows = row(it.low) == Some(BeachRow::Low)
            && row(it.mid) == Some(BeachRow::Mid)
            && it.high.is_none_or(|high| row(high) == Some(BeachRow::High));
        let column = |hex: Hex| Offset::from(hex).column;
        let all = [Some(it.low), Some(it.mid), it.high];
        let one_column = all.iter().flatten().all(|hex| column(*hex) == column(it.low));
        let chain =
            it.low.distance(it.mid) == 1 && it.high.is_none_or(|high| high.distance(it.mid) == 1);
        if !rows || !one_column || !chain {
            faults.push(format!("omaha.map.boxes-chain: {}", it.name));
        }
    }
    if land.obstacles.iter().any(|it| row(*it) != Some(BeachRow::Mid)) {
        faults.push("omaha.map.obstacles: not in the mid-tide row".into());
    }
    let draws: BTreeSet<Hex> = land.draws.iter().flat_map(|it| it.hexes.iter().copied()).collect();
    for hex in land.mined.iter().filter(|it| !draws.contains(it)) {
        faults.push(format!("omaha.map.mined: {hex} is in no draw"));
    }
}

/// omaha.map.spacing, omaha.pos.arrow, omaha.pos.vp, omaha.pos.german-only-there
fn sites(land: &Land, plans: &[Plan], surveyed: &[Surveyed], faults: &mut Vec<String>) {
    let reinforcements = || plans.iter().filter(|it| !it.is_wn());
    for a in reinforcements() {
        for b in reinforcements().filter(|it| it.name < a.name) {
            if a.hexes.iter().any(|it| b.distance(*it) <= 1) {
                faults.push(format!("omaha.map.spacing: {} and {} are adjacent", b.name, a.name));
            }
        }
    }
    for plan in plans {
        let stands = |it: &Hex| matches!(land.terrain(*it), Some(it) if !matches!(it, Terrain::Sea | Terrain::Beach | Terrain::Rough));
        if !plan.hexes.iter().all(stands) {
            faults.push(format!("{} has no ground to stand on", plan.name));
        }
    }
    let marks = surveyed.iter().filter(|it| it.vp).count();
    if marks != VP_MARKS {
        faults.push(format!("omaha.pos.vp: {marks} VP marks"));
    }
}

const VP_MARKS: usize = 42;

/// omaha.map.check-colours
fn same_colours(plans: &[Plan], surveyed: &[Surveyed], faults: &mut Vec<String>) {
    let mut seen = BTreeMap::new();
    for (plan, it) in plans.iter().zip(surveyed) {
        for hex in it.field.keys() {
            if let Some(other) = seen.insert((it.colour, *hex), &plan.name) {
                faults.push(format!(
                    "omaha.map.check-colours: {other} and {} share {hex}",
                    plan.name
                ));
            }
        }
    }
}

/// A map on the drawing board.
struct Drawn<'a> {
    land: &'a Land,
    sides: &'a Sides,
}

impl Country for Drawn<'_> {
    fn hexes(&self) -> Vec<Hex> {
        self.land.hexes().collect()
    }
    fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.land.terrain(hex)
    }
    fn side(&self, a: Hex, b: Hex) -> Side {
        between(self.sides, a, b)
    }
    fn road(&self, a: Hex, b: Hex) -> Option<Road> {
        self.land.road(a, b)
    }
    fn is_mined(&self, hex: Hex) -> bool {
        self.land.mined.contains(&hex)
    }
    fn exits(&self) -> Vec<Hex> {
        self.land.exits.iter().map(|it| it.1).collect()
    }
}
