//! Fields of fire.

use std::collections::BTreeMap;

use hex::{Hex, Offset};

use super::sides::{Sides, between};
use super::{DrawPlan, Kind, Land, Plan, is_low};
use crate::data::FireClass::{self, Intense, Sporadic, Steady};
use crate::ground::{BeachRow, Side, Terrain};

/// The dots of a position (omaha.field.dots).
#[must_use]
pub fn field(land: &Land, sides: &Sides, plan: &Plan) -> BTreeMap<Hex, FireClass> {
    let dot = |hex: Hex| match &plan.kind {
        Kind::Wn { arc, guards } => {
            let draw = land.draws.iter().find(|it| Some(&it.name) == guards.as_ref());
            wn(land, plan, *arc, draw, hex)
        }
        Kind::InlandWn | Kind::Reinforcement(_) => reinforcement(land, sides, plan, hex),
    };
    land.hexes()
        .filter(|it| may_be_dotted(land, plan, *it))
        .filter_map(|it| Some((it, dot(it)?)))
        .collect()
}

/// omaha.map.fof-none, omaha.field.own-hex
fn may_be_dotted(land: &Land, plan: &Plan, hex: Hex) -> bool {
    let shut = matches!(land.terrain(hex), None | Some(Terrain::Sea | Terrain::Rough));
    !shut && !plan.hexes.contains(&hex)
}

/// omaha.map.fof-wn-distance
fn wn(
    land: &Land,
    plan: &Plan,
    arc: (i16, i16),
    guards: Option<&DrawPlan>,
    hex: Hex,
) -> Option<FireClass> {
    let d = plan.distance(hex);
    let in_arc = (arc.0..=arc.1).contains(&Offset::from(hex).column);
    let mouth = guards.is_some_and(|it| it.mouth.contains(&hex));
    let before = guards.is_some_and(|it| it.mouth.iter().any(|its| its.distance(hex) <= 1));
    let guarded = guards.is_some_and(|it| it.hexes.contains(&hex));
    let cell = land.cell(hex)?;
    match (cell.terrain, cell.row) {
        (Terrain::Beach, Some(row)) if in_arc => beach(row, (mouth, before), d),
        (Terrain::Pavilion, _) if in_arc => match d {
            // omaha.map.fof-wn-pavilion
            ..=2 if mouth => Some(Intense),
            ..=2 => Some(Steady),
            3 => Some(Sporadic),
            _ => None,
        },
        (Terrain::Draw, _) => match d {
            // omaha.map.fof-wn-draw
            ..=2 if guarded => Some(Intense),
            3 if guarded => Some(Steady),
            1 => Some(Steady),
            _ => None,
        },
        (Terrain::Beach | Terrain::Pavilion, _) => None,
        // omaha.map.fof-wn-inland
        (Terrain::Clear | Terrain::Woods | Terrain::Orchard, _) if d == 1 => Some(Steady),
        (Terrain::Bocage | Terrain::Buildings, _) if d == 1 => Some(Sporadic),
        _ => None,
    }
}

/// omaha.map.fof-wn-mid, omaha.map.fof-wn-low, omaha.map.fof-wn-high: intense in and before the mouth of the draw that
/// the strongpoint guards.
fn beach(row: BeachRow, (mouth, before): (bool, bool), d: u32) -> Option<FireClass> {
    match (row, d) {
        (BeachRow::Mid, ..=3) if before => Some(Intense),
        (BeachRow::Mid | BeachRow::Low, ..=3) => Some(Steady),
        (BeachRow::High, ..=3) if mouth => Some(Intense),
        (BeachRow::High, ..=2) => Some(Steady),
        (_, ..=5) => Some(Sporadic),
        _ => None,
    }
}

/// omaha.map.fof-inland-wn: WN67 and WN69 see as reinforcement positions do.
fn reinforcement(land: &Land, sides: &Sides, plan: &Plan, hex: Hex) -> Option<FireClass> {
    match plan.distance(hex) {
        1 => next_to(land, sides, plan, hex),
        2 => beyond(land, sides, plan, hex),
        _ => None,
    }
}

/// omaha.map.fof-re-1
fn next_to(land: &Land, sides: &Sides, plan: &Plan, hex: Hex) -> Option<FireClass> {
    let seen =
        plan.hexes.iter().any(|it| it.distance(hex) == 1 && !between(sides, *it, hex).is_cliff());
    match land.terrain(hex)? {
        _ if !seen => None,
        it if is_low(it) => Some(Steady),
        Terrain::Clear | Terrain::Woods | Terrain::Orchard => Some(Intense),
        Terrain::Bocage | Terrain::Buildings => Some(Steady),
        _ => None,
    }
}

/// omaha.map.fof-re-2
fn beyond(land: &Land, sides: &Sides, plan: &Plan, hex: Hex) -> Option<FireClass> {
    let over = hex.neighbours().map(|it| it.1).any(|near| {
        plan.distance(near) == 1
            && may_be_dotted(land, plan, near)
            && next_to(land, sides, plan, near) == Some(Intense)
            && !hides(between(sides, near, hex))
    });
    match land.terrain(hex)? {
        _ if !over => None,
        Terrain::Clear => Some(Steady),
        _ => Some(Sporadic),
    }
}

const fn hides(side: Side) -> bool {
    matches!(side, Side::Hedge | Side::Bluff) || side.is_cliff()
}
