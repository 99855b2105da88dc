//! VP marks and arrows of reinforcement positions.

use hex::{Hex, Offset};

use super::{Land, Plan, RoadPlan};
use crate::ground::Road;

/// omaha.pos.vp-reason, omaha.map.vp-derived: on or next to a road that matters.
#[must_use]
pub fn vp(land: &Land, plan: &Plan) -> bool {
    let near = |road: Hex| plan.distance(road) <= 1;
    !plan.is_wn()
        && land
            .roads
            .iter()
            .filter(|it| matters(land, it))
            .any(|it| it.path.iter().copied().any(near))
}

/// A primary road, or one that leads off the south edge.
fn matters(land: &Land, road: &RoadPlan) -> bool {
    let south = |it: &Hex| {
        Offset::from(*it).row == land.rows && land.exits.iter().any(|exit| exit.1 == *it)
    };
    road.kind == Road::Primary || road.path.last().is_some_and(south)
}

/// How far an arrow may lead (omaha.pos.arrow).
pub const ARROW: u32 = 2;

/// omaha.map.arrow-derived: towards the sea.
#[must_use]
pub fn arrows(plans: &[Plan], plan: &Plan) -> Vec<String> {
    if plan.zone().is_none() {
        return Vec::new();
    }
    let from = plan.first();
    let mut to: Vec<&Plan> = plans
        .iter()
        .filter(|it| !it.is_wn() && it.first().row < from.row)
        .filter(|it| it.distance(Hex::from(from)) <= ARROW)
        .collect();
    to.sort_by_key(|it| (it.first().row, it.number, it.zone()));
    to.iter().take(plan.arrows).map(|it| it.name.clone()).collect()
}
