//! Missions to start from (16.4): centres of enemy figures and counters in the spotter's sight, and the point near each
//! that holds most enemies.

use smallvec::SmallVec;
use tabletop::{Spot, within};

use super::{may_fire, piece};
use crate::data::{ElementId, Side};
use crate::fire::{Aim, Firer};
use crate::state::{Shot, Skirmish};
use crate::tables::{FiresIn, Order, inches};

/// How far from a figure the best point is looked for, in inches.
const AROUND: i32 = 2;

/// All missions of a firer that the judge accepts by themselves: going on, shifting, calling HE, calling smoke.
#[must_use]
pub fn options(g: &Skirmish, side: Side, when: FiresIn, firer: Firer, group: u8) -> Vec<Shot> {
    if when != FiresIn::StationaryFire || piece(g, firer, group).is_none() {
        return Vec::new();
    }
    let shot = |aim| Shot { firer, group, aim };
    let spotters: SmallVec<[ElementId; 8]> = g
        .of_side(side)
        .filter(|it| g.is_unbroken(*it) && g[*it].order == Some(Order::Fire))
        .collect();
    let points = points(g, side, firer, group);
    let mut list = vec![shot(Aim::Continue)];
    if super::legal::for_effect(g, firer).is_some() {
        for at in &points {
            list.extend(spotters.iter().map(|it| shot(Aim::Adjust { at: *at, spotter: *it })));
        }
    }
    for smoke in [false, true] {
        for at in &points {
            let call = |it: &ElementId| shot(Aim::Call { at: *at, smoke, spotter: *it });
            list.extend(spotters.iter().map(call));
        }
    }
    list.retain(|it| may_fire(g, side, when, *it).is_ok());
    list
}

fn points(g: &Skirmish, side: Side, firer: Firer, group: u8) -> SmallVec<[Spot; 16]> {
    let mut points: SmallVec<[Spot; 16]> = SmallVec::new();
    for id in g.revealed(side.other()) {
        if let Some((_, at)) = g.spots(id).next() {
            points.push(at);
            points.extend(fullest(g, side, firer, group, at));
        }
    }
    points.extend(g.counters.iter().filter(|it| it.side != side).map(|it| it.at));
    points.dedup();
    points
}

/// The half-inch point near a figure whose blast holds most revealed enemies.
fn fullest(g: &Skirmish, side: Side, firer: Firer, group: u8, at: Spot) -> Option<Spot> {
    let radius = inches(g.tables().weight(piece(g, firer, group)?.weight).radius);
    let step = g.tables().movement.call_lattice_units;
    let enemies: SmallVec<[Spot; 32]> =
        g.revealed(side.other()).flat_map(|it| g.spots(it)).map(|(_, at)| at).collect();
    let near = inches(AROUND) / step;
    let (x, y) = (at.x / step, at.y / step);
    let mut best: Option<(usize, Spot)> = None;
    for j in -near..=near {
        for i in -near..=near {
            let point = Spot { x: (x + i) * step, y: (y + j) * step, floor: at.floor };
            if !within(point.point(), at.point(), inches(AROUND)) || !g.is_place(point) {
                continue;
            }
            let n = enemies.iter().filter(|it| within(point.point(), it.point(), radius)).count();
            if best.is_none_or(|(most, _)| most < n) {
                best = Some((n, point));
            }
        }
    }
    best.map(|(_, point)| point)
}
