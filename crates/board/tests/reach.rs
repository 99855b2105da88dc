//! Reach, against a slow but obvious search.

mod common;

use board::{Direction, HexId, Map, Reacher, reach};
use common::{Random, at, draw, random_map};

/// Woods cost 4, orchards 3, clear hexes 2; embankments are closed; going east is free of charge on level ground.
fn cost(map: &Map, from: HexId, direction: Direction, to: HexId) -> Option<u16> {
    let closed =
        map.legend().side("embankment").is_some_and(|it| map.sides(from, direction).contains(it));
    let terrain = [2, 4, 3][map.terrain(to).index()];
    let glide = direction == Direction::E && map.elevation(from) == map.elevation(to);
    (!closed).then_some(if glide { 0 } else { terrain })
}

#[test]
fn reach_finds_the_least_costs() {
    for seed in 0..10 {
        let map = random_map(seed, 12, 10, 30);
        let mut reacher = Reacher::new(&map);
        let mut random = Random(seed + 1);
        for budget in [0, 1, 5, 9, 40, u16::MAX] {
            let from = random.hex(&map);
            // Relaxation until nothing changes.
            let mut least = vec![None; map.len()];
            least[from.index()] = Some(0u32);
            let mut changed = true;
            while changed {
                changed = false;
                for a in map.hexes() {
                    for (direction, b) in map.neighbours(a) {
                        let way = least[a.index()].zip(cost(&map, a, direction, b));
                        let Some(total) = way.map(|(so_far, more)| so_far + u32::from(more)) else {
                            continue;
                        };
                        if total <= u32::from(budget)
                            && least[b.index()].is_none_or(|it| total < it)
                        {
                            least[b.index()] = Some(total);
                            changed = true;
                        }
                    }
                }
            }
            let found =
                reacher.reach(&map, from, budget, |a, direction, b| cost(&map, a, direction, b));
            for hex in map.hexes() {
                assert_eq!(found.cost(hex).map(u32::from), least[hex.index()]);
                let path = found.path_to(hex);
                assert_eq!(path.is_empty(), found.cost(hex).is_none());
                let step = |it: &[HexId]| {
                    map.direction(it[0], it[1]).and_then(|d| cost(&map, it[0], d, it[1]))
                };
                let paid: Option<u16> = path.windows(2).map(step).sum();
                assert!(path.is_empty() || paid == found.cost(hex) && path[0] == from);
            }
            assert_eq!(found.hexes().len(), least.iter().flatten().count());
            assert!(found.hexes().windows(2).all(|it| found.cost(it[0]) <= found.cost(it[1])));
        }
    }
}

#[test]
fn a_way_around_is_taken_when_it_is_cheaper() {
    let map = draw(". w .\n . . .").build().expect("a sound map");
    let found =
        reach(&map, at(&map, "0101"), 9, |_, _, to| Some([2, 5, 3][map.terrain(to).index()]));
    let path: Vec<String> =
        found.path_to(at(&map, "0301")).iter().map(|it| map.label(*it).to_string()).collect();
    assert_eq!(
        (path.join(" ").as_str(), found.cost(at(&map, "0301"))),
        ("0101 0102 0202 0301", Some(6))
    );
    assert_eq!(found.previous(at(&map, "0101")), None);
}

#[test]
fn a_reacher_may_change_maps() {
    let (small, large) = (random_map(1, 3, 3, 0), random_map(1, 8, 8, 0));
    let mut reacher = Reacher::new(&small);
    for map in [&small, &large, &small] {
        let n = reacher.reach(map, HexId(4), 100, |_, _, _| Some(1)).hexes().len();
        assert_eq!(n, map.len());
        assert_eq!(reacher.last().cost(HexId(4)), Some(0));
    }
}
