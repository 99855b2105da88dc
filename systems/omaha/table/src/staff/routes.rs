//! How far it is to where a unit is wanted, danger on the way included.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use board::HexId;
use omaha::Day;
use omaha::ground::{Side, Terrain};

use super::danger::Danger;
use super::weights::Weights;

/// Cost to go from every hex; `FAR` where there is no way.
pub(crate) struct Routes(Vec<i32>);

pub(crate) const FAR: i32 = 100_000;

/// A hex.
const STEP: i32 = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gait {
    Infantry,
    /// Only where there is a lane: along roads and open ground.
    Vehicle,
}

impl Routes {
    /// To the nearest of `goals`, each with what it costs to prefer another.
    pub(crate) fn new(
        g: &Day,
        weights: &Weights,
        danger: &Danger,
        gait: Gait,
        served: &omaha::data::Hexes,
        goals: &[(HexId, i32)],
    ) -> Routes {
        let data = g.data();
        let mut cost = vec![FAR; data.map.len()];
        let mut queue = BinaryHeap::new();
        for (hex, extra) in goals {
            if *extra < cost[hex.index()] {
                cost[hex.index()] = *extra;
                queue.push(Reverse((*extra, *hex)));
            }
        }
        while let Some(Reverse((here, hex))) = queue.pop() {
            if cost[hex.index()] < here {
                continue;
            }
            // Who stands in `from` goes on to `hex`: the danger of `hex` is his.
            let risk = danger.at(hex) * weights.risk / 100;
            for (direction, from) in data.map.neighbours(hex) {
                if !may_be(g, from) {
                    continue;
                }
                let Some(side) = crossing(g, weights, gait, served, hex, direction, from) else {
                    continue;
                };
                let paid = if gait == Gait::Infantry && !is_free(g, from, hex) {
                    weights.route_paid
                } else {
                    0
                };
                let total = here + STEP + side + risk + paid;
                if total < cost[from.index()] {
                    cost[from.index()] = total;
                    queue.push(Reverse((total, from)));
                }
            }
        }
        Routes(cost)
    }

    pub(crate) fn from(&self, hex: HexId) -> i32 {
        self.0[hex.index()]
    }
}

/// The free move to better shelter on the beach.
fn is_free(g: &Day, from: HexId, to: HexId) -> bool {
    let ground = &g.data().ground;
    let (here, there) = (ground.shelter[from.index()], ground.shelter[to.index()]);
    g.is_extended() || ground.is_beach(from) && ground.is_beach(to) && there < here
}

fn may_be(g: &Day, hex: HexId) -> bool {
    let terrain = g.data().ground.terrain(hex);
    terrain != Terrain::Sea
        && terrain != Terrain::Rough
        && !g.is_submerged(hex)
        && g.german_at(hex).is_none()
}

/// What crossing a hexside costs beyond the step; none where it cannot be crossed.
fn crossing(
    g: &Day,
    weights: &Weights,
    gait: Gait,
    served: &omaha::data::Hexes,
    hex: HexId,
    direction: hex::Direction,
    from: HexId,
) -> Option<i32> {
    let ground = &g.data().ground;
    let side = ground.side(hex, direction);
    let road = ground.road(hex, direction).is_some();
    let open = served.contains(hex) || served.contains(from);
    match (gait, side) {
        (_, Side::Sheer) => None,
        (Gait::Infantry, Side::Scaleable) => Some(weights.cliff),
        (_, Side::Scaleable) => None,
        (Gait::Infantry, Side::Bluff) => Some(if road { 0 } else { weights.climb }),
        (Gait::Infantry, _) => Some(0),
        (Gait::Vehicle, Side::Shingle | Side::Ditch | Side::Wall) => open.then_some(0),
        (Gait::Vehicle, Side::None) => {
            let rough =
                matches!(ground.terrain(hex), Terrain::Woods | Terrain::Orchard | Terrain::Bocage);
            let mined = ground.mined.contains(hex) && !served.contains(hex);
            (!mined && (road || !rough)).then_some(0)
        }
        (Gait::Vehicle, _) => {
            let mined = ground.mined.contains(hex) && !served.contains(hex);
            (road && !mined).then_some(0)
        }
    }
}
