//! What a step costs: by the terrain, and along the road. Looked up; worked out once.

use board::{Direction, HexId, Map, Reach, reach};
use kernel::{Bounds, rules};

use super::{Chart, Figure, Ground, MoveClass, Sixths, TerrainRow};

rules! {
    COST = "tcs.move.cost", "The hex's figure and every plus-figure of the hexside crossed";
    PROHIBITED = "tcs.move.prohibited", "Closed to this movement class";
    ROAD = "tcs.move.road-rate", "A step along a road may be paid at the road's figure";
    BOTTLENECK = "tcs.move.bottleneck-limit", "Only so many steps pass a bottleneck in a phase";
}

/// Costs by hex that is left and direction.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    terrain: Vec<[[u16; 6]; 3]>,
    road: Vec<[[u16; 6]; 3]>,
    /// A bit for each direction.
    bottlenecks: Vec<u8>,
}

/// Stands for what is prohibited, and for the edge of the map.
const NEVER: u16 = u16::MAX;

impl Ground {
    /// What the step costs off the road (tcs.move.cost); nothing if it is prohibited or leads off the map.
    #[must_use]
    #[inline]
    pub fn cost(&self, class: MoveClass, from: HexId, to: Direction) -> Option<Sixths> {
        known(self.costs.terrain[from.index()][class.index()][to.index()])
    }

    /// What the step costs by the cheapest road that joins the two hexes, whatever else lies there
    /// (tcs.move.road-rate); nothing without a road.
    #[must_use]
    #[inline]
    pub fn road_cost(&self, class: MoveClass, from: HexId, to: Direction) -> Option<Sixths> {
        known(self.costs.road[from.index()][class.index()][to.index()])
    }

    /// The cheaper of the two.
    #[must_use]
    pub fn best_cost(&self, class: MoveClass, from: HexId, to: Direction) -> Option<Sixths> {
        let row = |it: &Costs, road: bool| {
            let table = if road { &it.road } else { &it.terrain };
            table[from.index()][class.index()][to.index()]
        };
        known(row(&self.costs, false).at_most(row(&self.costs, true)))
    }

    /// Whether the class can enter at all, by terrain or by road.
    #[must_use]
    pub fn may_enter(&self, class: MoveClass, from: HexId, to: Direction) -> bool {
        self.best_cost(class, from, to).is_some()
    }

    /// The cheapest ways from a hex to all others, by terrain or road, with nobody in the way. Worked out when first asked for.
    #[must_use]
    pub fn ways(&self, class: MoveClass, from: HexId) -> &Reach {
        self.ways[class.index()][from.index()].get_or_init(|| {
            reach(&self.map, from, u16::MAX, |hex, direction, _| {
                self.best_cost(class, hex, direction).map(|it| it.0)
            })
        })
    }

    /// tcs.move.bottleneck-limit: bridges, tunnels, gaps of roads in hedgerows.
    #[must_use]
    pub fn is_bottleneck(&self, from: HexId, to: Direction) -> bool {
        self.costs.bottlenecks[from.index()] >> to.index() & 1 != 0
    }
}

fn known(cost: u16) -> Option<Sixths> {
    (cost != NEVER).then_some(Sixths(cost))
}

impl Costs {
    pub(super) fn new(map: &Map, chart: &Chart, bottlenecks: &[(HexId, Direction)]) -> Costs {
        let mut costs = Costs {
            terrain: vec![[[NEVER; 6]; 3]; map.len()],
            road: vec![[[NEVER; 6]; 3]; map.len()],
            bottlenecks: vec![0; map.len()],
        };
        for from in map.hexes() {
            for (direction, to) in map.neighbours(from) {
                let side = (from, direction, to);
                for class in MoveClass::ALL {
                    let cell = (from.index(), class.index(), direction.index());
                    costs.terrain[cell.0][cell.1][cell.2] = by_terrain(map, chart, class, side);
                    costs.road[cell.0][cell.1][cell.2] = by_road(map, chart, class, side);
                }
                let road = !map.routes(from, direction).is_empty();
                let mut kinds = map.sides(from, direction).iter();
                let gap = road && kinds.any(|it| chart.sides[it.index()].bottleneck);
                costs.bottlenecks[from.index()] |= u8::from(gap) << direction.index();
            }
        }
        for (from, direction) in bottlenecks {
            costs.bottlenecks[from.index()] |= 1 << direction.index();
            if let Some(to) = map.neighbour(*from, *direction) {
                costs.bottlenecks[to.index()] |= 1 << direction.opposite().index();
            }
        }
        costs
    }
}

fn by_terrain(
    map: &Map,
    chart: &Chart,
    class: MoveClass,
    (from, direction, to): (HexId, Direction, HexId),
) -> u16 {
    // tcs.move.costliest: the highest of the kinds in the hex.
    let base = &chart.terrains[map.terrain(to).index()];
    let on_top = map.features(to).iter().map(|it| &chart.features[it.index()]);
    let mut cost = on_top.fold(figure(base, class), |most, it| most.at_least(figure(it, class)));
    let kinds = map.sides(from, direction);
    for row in kinds.iter().map(|it| &chart.sides[it.index()]) {
        cost = cost.saturating_add(figure(row, class));
    }
    cost
}

fn by_road(
    map: &Map,
    chart: &Chart,
    class: MoveClass,
    (from, direction, _): (HexId, Direction, HexId),
) -> u16 {
    let roads = map.routes(from, direction);
    let figures = roads.iter().map(|it| figure(&chart.routes[it.index()], class));
    figures.fold(NEVER, |least, it| least.at_most(it))
}

fn figure(row: &TerrainRow, class: MoveClass) -> u16 {
    match row.figure(class) {
        Figure::Cost { sixths } | Figure::Add { sixths } => u16::from(sixths),
        // tcs.move.no-effect
        Figure::None => 0,
        Figure::Prohibited => NEVER,
    }
}

#[cfg(test)]
mod tests {
    use crate::ground::{MoveClass, Sixths, sample};
    use board::Direction;

    /// 0202 open, bocage to its east, a lane through it to 0302; stream to its west without a road.
    #[test]
    fn a_step_pays_for_the_hex_and_for_what_it_crosses_or_for_the_road() {
        let ground = sample::ground(|it| {
            it.side("0202-0302", "bocage").side("0202-0303", "bocage").side("0102-0202", "stream");
            it.route("secondary_road", &["0202", "0302"]);
            it.terrain("0303", "swamp").feature("0203", "buildings");
        });
        let at = |it: &str| ground.map().find(it).unwrap();
        let (foot, tracked, wheeled) = (MoveClass::Foot, MoveClass::Tracked, MoveClass::Wheeled);
        // Open 1 and bocage 2 on foot; closed to the rest.
        assert_eq!(ground.cost(foot, at("0202"), Direction::E), Some(Sixths(18)));
        assert_eq!(ground.cost(tracked, at("0202"), Direction::E), None);
        // The lane goes through the hedge, at a half; and only there.
        assert_eq!(ground.road_cost(tracked, at("0202"), Direction::E), Some(Sixths(3)));
        assert_eq!(ground.best_cost(foot, at("0302"), Direction::W), Some(Sixths(3)));
        assert_eq!(ground.road_cost(foot, at("0202"), Direction::SE), None);
        // Swamp 3 and bocage 2; no wheels in a swamp.
        assert_eq!(ground.cost(foot, at("0202"), Direction::SE), Some(Sixths(30)));
        assert!(!ground.may_enter(wheeled, at("0202"), Direction::SE));
        // Stream adds 1, 3, 5.
        assert_eq!(ground.cost(foot, at("0202"), Direction::W), Some(Sixths(12)));
        assert_eq!(ground.cost(tracked, at("0202"), Direction::W), Some(Sixths(24)));
        assert_eq!(ground.cost(wheeled, at("0202"), Direction::W), Some(Sixths(42)));
        // Buildings have no effect on the cost, off the map leads no step.
        assert_eq!(ground.cost(wheeled, at("0202"), Direction::SW), Some(Sixths(12)));
        assert_eq!(ground.cost(foot, at("0101"), Direction::W), None);
        // A road through a hedgerow is a bottleneck, from both sides; the hedge beside it is not.
        assert!(ground.is_bottleneck(at("0202"), Direction::E));
        assert!(ground.is_bottleneck(at("0302"), Direction::W));
        assert!(!ground.is_bottleneck(at("0202"), Direction::SE));
    }
}
