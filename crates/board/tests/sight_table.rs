//! The table against the explanation and against brute force, on random maps, with veils coming and going.

mod common;

use board::{Hex, HexId, Map, Sight, SightRules, explain};
use common::{HEIGHTS, Random, S0, S1, random_map};
use hex::{Leg, trace};

fn rules(max_range: u8) -> [SightRules; 3] {
    [S0, S1, HEIGHTS].map(|it| SightRules { max_range, ..it })
}

#[test]
fn the_table_says_what_the_explanation_says() {
    for (seed, (columns, rows)) in
        [(1, 30), (30, 1), (9, 11), (12, 9), (7, 8)].into_iter().enumerate()
    {
        for density in [8, 40] {
            let map = random_map(seed as u64 + 7 * density, columns, rows, density);
            let mut random = Random(17 + density);
            let veil: Vec<HexId> = (0..3).map(|_| random.hex(&map)).collect();
            for rules in rules(9) {
                let sight = Sight::new(&map, rules, &veil);
                for a in map.hexes() {
                    for b in map.hexes() {
                        let said = explain(&map, &rules, &veil, a, b);
                        assert_eq!(
                            sight.blockers(a, b),
                            said.blockers,
                            "{} {}",
                            map.label(a),
                            map.label(b)
                        );
                        assert_eq!(sight.blockers(a, b), sight.blockers(b, a));
                    }
                }
            }
        }
    }
}

#[test]
fn fields_hold_what_is_near_and_clear() {
    let map = random_map(5, 11, 10, 25);
    for rules in rules(6) {
        let sight = Sight::new(&map, rules, &[HexId(40)]);
        for a in map.hexes() {
            for range in 1..=8u8 {
                let field = sight.field(a, range);
                for b in map.hexes() {
                    let near = map.distance(a, b) <= u32::from(range);
                    assert_eq!(field.contains(b), near && sight.clear(a, b));
                }
                assert_eq!(
                    field.set::<2>().iter().collect::<Vec<_>>(),
                    field.iter().collect::<Vec<_>>()
                );
                assert_eq!(field.set::<2>(), sight.field_through(&map, a, range, 0));
            }
            assert_eq!(sight.field(a, 0).iter().count(), 0);
        }
    }
}

#[test]
fn veils_that_come_and_go_leave_the_table_as_if_built_anew() {
    for density in [5, 30] {
        let map = random_map(density, 13, 12, density);
        for rules in rules(8) {
            let mut random = Random(99 + density);
            let mut sight = Sight::new(&map, rules, &[]);
            for _ in 0..15 {
                let hex = random.hex(&map);
                sight.set_veil(&map, hex, !sight.is_veiled(hex));
                sight.set_veil(&map, hex, sight.is_veiled(hex));
                assert!(sight == Sight::new(&map, rules, sight.veils()));
            }
            for veil in sight.veils().to_vec() {
                sight.set_veil(&map, veil, false);
            }
            assert!(sight == Sight::new(&map, rules, &[]));
        }
    }
}

#[test]
fn a_few_veils_on_top_of_the_table_give_the_full_answer() {
    let map = random_map(3, 12, 12, 20);
    for rules in rules(10) {
        let mut random = Random(4);
        for _ in 0..6 {
            let base: Vec<HexId> = (0..random.below(3)).map(|_| random.hex(&map)).collect();
            let more: Vec<HexId> = (0..random.below(5)).map(|_| random.hex(&map)).collect();
            let sight = Sight::new(&map, rules, &base);
            let full = Sight::new(&map, rules, &[base, more.clone()].concat());
            for a in map.hexes() {
                for b in map.hexes() {
                    assert_eq!(sight.blockers_with(&map, &more, a, b), full.blockers(a, b));
                }
                for range in 1..=10 {
                    assert_eq!(
                        sight.field_with::<3>(&map, &more, a, range),
                        full.field(a, range).set()
                    );
                }
            }
        }
    }
}

#[test]
fn on_an_open_map_everything_is_seen_and_small_ranges_are_possible() {
    let map = random_map(1, 5, 5, 0);
    let sight = Sight::new(&map, SightRules { max_range: u8::MAX, ..S0 }, &[]);
    assert!(map.hexes().all(|a| sight.field(a, 200).iter().count() == 25));
    let sight = Sight::new(&map, SightRules { max_range: 0, ..S0 }, &[]);
    assert!(sight.clear(HexId(3), HexId(3)) && !sight.clear(HexId(3), HexId(4)));
    assert_eq!(sight.field(HexId(3), 1).iter().count(), 0);
}

/// Lines along hexsides once more, by trying all flanks: the rule to the letter, without any cleverness.
#[test]
fn the_best_course_past_the_flanks_is_found() {
    for seed in 0..4 {
        let map = random_map(seed, 14, 14, 45);
        let rules = SightRules { max_range: 12, ..S1 };
        let sight = Sight::new(&map, rules, &[]);
        for a in map.hexes() {
            for b in map.hexes().filter(|it| 1 < map.distance(a, *it) && map.distance(a, *it) <= 12)
            {
                let legs: Vec<Leg> = trace(map.hex(a), map.hex(b)).collect();
                let best =
                    (0..1u32 << legs.len()).filter_map(|ways| course(&map, &legs, ways, a, b));
                if matches!(legs[0], Leg::Along { .. }) {
                    assert_eq!(best.fold(u32::MAX, u32::min), u32::from(sight.blockers(a, b)));
                }
            }
        }
    }
}

/// The blockers on one course; bit by bit `ways` says left or right. Nothing if it leaves the map.
fn course(map: &Map, legs: &[Leg], ways: u32, a: HexId, b: HexId) -> Option<u32> {
    let mut hexes = vec![map.hex(a)];
    let mut blockers = 0;
    for (i, leg) in legs.iter().enumerate() {
        if let Leg::Along { left, right, .. } = *leg {
            hexes.push(if ways >> i & 1 == 0 { left } else { right });
            if let (Some(l), Some(r)) = (map.id(left), map.id(right)) {
                blockers += u32::from(has(map, l, r, "crest") || has(map, l, r, "embankment"));
            }
        }
        hexes.push(leg.hex());
    }
    let on_map = |it: &Hex| map.id(*it);
    let hexes: Vec<HexId> = hexes.iter().map(on_map).collect::<Option<_>>()?;
    let (mut orchards, mut crests, mut excused) = (0, 0, 0);
    for pair in hexes.windows(2) {
        if has(map, pair[0], pair[1], "crest") {
            crests += 1;
            let at_end = pair[0] == a || pair[1] == b;
            excused += u32::from(at_end && !has(map, pair[0], pair[1], "embankment"));
        } else {
            blockers += u32::from(has(map, pair[0], pair[1], "embankment"));
        }
    }
    for hex in &hexes[1..hexes.len() - 1] {
        match map.terrain_kind(*hex).key.as_str() {
            "woods" => blockers += 1,
            "orchard" => orchards += 1,
            _ => {}
        }
    }
    let crests = if crests == 1 && excused == 1 { 0 } else { crests };
    Some(blockers + crests + u32::saturating_sub(orchards, 1))
}

fn has(map: &Map, a: HexId, b: HexId, key: &str) -> bool {
    let direction = map.direction(a, b).expect("adjacent hexes");
    map.legend().side(key).is_some_and(|it| map.sides(a, direction).contains(it))
}
