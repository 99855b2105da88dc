//! Maps and their builder.

mod common;

use board::{Direction, HexId, MapBuilder, MapError};
use common::{at, draw, legend, random_map};

#[test]
fn ids_run_row_by_row_and_labels_find_them() {
    let map = random_map(1, 4, 3, 0);
    let labels: Vec<String> = map.hexes().map(|it| map.label(it).to_string()).collect();
    let expected = "0101 0201 0301 0401 0102 0202 0302 0402 0103 0203 0303 0403";
    assert_eq!(labels.join(" "), expected);
    for hex in map.hexes() {
        assert_eq!(map.find(&map.label(hex).to_string()), Some(hex));
        assert_eq!(map.id(map.hex(hex)), Some(hex));
    }
    for off in ["0104", "0501", "0001", "", "x", "1"] {
        assert_eq!(map.find(off), None);
    }
    assert_eq!((map.len(), map.columns(), map.rows()), (12, 4, 3));
}

#[test]
fn neighbours_agree_with_directions_and_distances() {
    let map = random_map(1, 6, 7, 0);
    for a in map.hexes() {
        for b in map.hexes() {
            let direction = map.direction(a, b);
            assert_eq!(direction.is_some(), map.distance(a, b) == 1);
            assert_eq!(direction.is_some(), map.adjacent(a, b));
            if let Some(direction) = direction {
                assert_eq!(map.neighbour(a, direction), Some(b));
                assert_eq!(map.neighbour(b, direction.opposite()), Some(a));
            }
        }
        assert_eq!(
            map.neighbours(a).count(),
            map.hexes().filter(|it| map.adjacent(a, *it)).count()
        );
        let near: Vec<HexId> = map.hexes().filter(|it| map.distance(a, *it) <= 2).collect();
        assert_eq!(map.within(a, 2).collect::<Vec<_>>(), near);
    }
    assert_eq!(map.neighbour(HexId(0), Direction::W), None);
}

#[test]
fn a_directed_hexside_is_seen_one_way_and_others_both_ways() {
    let mut builder = draw(". .");
    builder.side_between("0101", "0201", "slope_up").side("0101", Direction::E, "stream");
    let map = builder.build().expect("a sound map");
    let (slope, stream) = (map.legend().side("slope_up"), map.legend().side("stream"));
    let (there, back) =
        (map.sides(at(&map, "0101"), Direction::E), map.sides(at(&map, "0201"), Direction::W));
    assert_eq!(
        there.iter().collect::<Vec<_>>(),
        [stream, slope].into_iter().flatten().collect::<Vec<_>>()
    );
    assert_eq!(back.iter().collect::<Vec<_>>(), stream.into_iter().collect::<Vec<_>>());
}

#[test]
fn a_road_connects_hex_to_hex_along_its_way_only() {
    let mut builder = draw(". . .\n . . .");
    builder.route("road", &["0101", "0201", "0202"]);
    let map = builder.build().expect("a sound map");
    let road = map.legend().route("road").expect("a road");
    let connected = |a: &str, b: &str| {
        let (a, b) = (at(&map, a), at(&map, b));
        map.direction(a, b).is_some_and(|it| map.routes(a, it).contains(road))
    };
    assert!(connected("0101", "0201") && connected("0201", "0101"));
    assert!(connected("0201", "0202") && connected("0202", "0201"));
    assert!(!connected("0201", "0301") && !connected("0101", "0102"));
    assert!(
        map.routes_in(at(&map, "0202")).contains(road)
            && map.routes_in(at(&map, "0301")).is_empty()
    );
}

#[test]
fn hexes_bear_features_names_and_levels() {
    let mut builder = draw(". 3");
    builder.feature("0101", "strongpoint").place("0201", "Colleville", "village");
    let map = builder.build().expect("a sound map");
    let strongpoint = map.legend().feature("strongpoint").expect("a strongpoint");
    assert!(map.features(at(&map, "0101")).contains(strongpoint));
    assert!(map.features(at(&map, "0201")).is_empty());
    assert_eq!((map.elevation(HexId(0)), map.elevation(HexId(1))), (0, 3));
    assert_eq!((map.name(HexId(0)), map.name(HexId(1))), (None, Some("Colleville")));
    assert_eq!(map.places()[0].kind, "village");
}

#[test]
fn all_errors_are_reported_at_once() {
    let mut builder = MapBuilder::new(legend(), 2, 2);
    builder
        .terrain("0101", "clear")
        .terrain("0101", "woods")
        .terrain("0201", "moor")
        .terrain("0901", "clear");
    builder.terrain("0102", "clear");
    assert_eq!(builder.errors().len(), 3, "a loader sees what each call added");
    builder.side("0101", Direction::NW, "crest").side("0101", Direction::E, "cliff");
    builder.side_between("0101", "0202", "crest");
    builder
        .route("track", &["0101", "0201"])
        .route("road", &["0101"])
        .route("road", &["0201", "0102", "0201"]);
    builder.feature("0101", "bunker").place("0101", "", "village");
    let errors = builder.build().expect_err("many errors");
    let text: Vec<String> = errors.iter().map(|it| it.to_string()).collect();
    let expected = [
        "hex 0101: the terrain is given as \"clear\" and as \"woods\"",
        "hex 0201: the legend has no terrain \"moor\"",
        "there is no hex \"0901\" on this map",
        "hex 0101: the side NW with \"crest\" is the edge of the map",
        "hex 0101: the legend has no hexside \"cliff\"",
        "hexes 0101 and 0202 are not adjacent, as \"crest\" between them must be",
        "hex 0101: the legend has no route \"track\"",
        "hex 0101: the route \"road\" needs at least two hexes",
        "hex 0101: the legend has no feature \"bunker\"",
        "hex 0101: the name of the place is empty",
        "hex 0201: no terrain is given",
        "hex 0202: no terrain is given",
    ];
    assert_eq!(text, expected);
}

#[test]
fn impossible_sizes_and_legends_are_refused() {
    for (columns, rows) in [(0, 5), (5, 0), (1000, 1), (200, 200)] {
        let mut builder = MapBuilder::new(legend(), columns, rows);
        builder.fill("clear").terrain("0101", "clear").side("0101", Direction::E, "crest");
        assert_eq!(builder.build().err(), Some(vec![MapError::Size { columns, rows }]));
    }
    let mut crowded = legend();
    let road = crowded.routes[0].clone();
    crowded.routes =
        (0..9).map(|i| board::RouteKind { key: format!("road{i}"), ..road.clone() }).collect();
    crowded.terrains.push(crowded.terrains[0].clone());
    let mut builder = MapBuilder::new(crowded, 2, 1);
    builder.fill("clear").route("road8", &["0101", "0201"]);
    let expected = vec![
        MapError::KeyTwice { what: "terrain", key: "clear".into() },
        MapError::TooManyKinds { what: "route", count: 9, limit: 8 },
        MapError::UnknownRoute { label: Some("0101".into()), key: "road8".into() },
    ];
    assert_eq!(builder.build().err(), Some(expected));
}
