//! What must hold for every drawing: well-formed, the same twice, nothing of a stranger's text gets out.

use std::collections::BTreeSet;

use board::{
    Direction, FeatureKind, HexId, Legend, Map, MapBuilder, RouteKind, SideKind, SideSight,
    TerrainKind, TerrainSight,
};
use draw::{
    MapStyle, PieceAt,
    bars::{Bar, bars_svg},
    geometry, map_svg,
};
use gts::data::{Back, Data, Movement, PrintedRange};
use gts_table::art::{counter_thin, counters_svg, position_svg};

const NASTY: &str = "</text><script>alert(\"1\")</script>&\u{0}'";

const TERRAINS: &str = "clear desert polder orchard vineyard scrub woods brushwoods village town city fortified rubble \
    bocage hill sand_dunes beach marsh swamp flooded buildings runway brush sugar_cane rocky cave water wheat moonscape";
const SIDES: &str = "stream river canal impassable bridge ferry slope_up crest ridge embankment gap_closed gap_open \
    hedge wall ditch wire cliff ford enigma";
const ROUTES: &str = "road railroad raised_road raised_railroad sunken_road main_road track";
const FEATURES: &str =
    "strongpoint observation_point hill entry victory minefield obstacle crater enigma";

fn legend() -> Legend {
    Legend {
        terrains: TERRAINS
            .split_whitespace()
            .map(|it| TerrainKind::new(it, NASTY, TerrainSight::Open))
            .collect(),
        sides: SIDES.split_whitespace().map(|it| SideKind::new(it, it, SideSight::Open)).collect(),
        routes: ROUTES.split_whitespace().map(|it| RouteKind::new(it, it)).collect(),
        features: FEATURES.split_whitespace().map(|it| FeatureKind::new(it, NASTY)).collect(),
    }
}

/// Six by five, clear, with a name nobody should have.
fn plain() -> MapBuilder {
    let mut builder = MapBuilder::new(legend(), 6, 5);
    builder.fill("clear").place("0202", NASTY, NASTY).elevation("0303", 2);
    builder
}

fn drawn(builder: MapBuilder) -> String {
    let map: Map = builder.build().expect("the fixture is a map");
    let svg = map_svg(&map, &MapStyle::default());
    check(&svg);
    svg
}

fn check(svg: &str) {
    testkit::drawing::check(svg).unwrap_or_else(|it| panic!("{it}"));
}

#[test]
fn every_terrain_draws_something() {
    let clear = drawn(plain());
    for key in TERRAINS.split_whitespace().filter(|it| *it != "clear") {
        let mut builder = plain();
        for label in ["0303", "0403", "0304"] {
            builder.terrain(label, key);
        }
        assert_ne!(drawn(builder), clear, "{key}");
    }
}

#[test]
fn every_hexside_route_and_feature_draws_something() {
    let clear = drawn(plain());
    for key in SIDES.split_whitespace() {
        let mut builder = plain();
        builder.side("0303", Direction::E, key).side("0303", Direction::NE, key);
        assert_ne!(drawn(builder), clear, "{key}");
    }
    for key in ROUTES.split_whitespace() {
        let mut builder = plain();
        builder.route(key, &["0103", "0203", "0303", "0304"]).route(key, &["0303", "0403"]);
        assert_ne!(drawn(builder), clear, "{key}");
    }
    for key in FEATURES.split_whitespace() {
        let mut builder = plain();
        builder.feature("0303", key);
        assert_ne!(drawn(builder), clear, "{key}");
    }
}

#[test]
fn the_same_map_is_drawn_the_same() {
    let build = || {
        let mut builder = plain();
        builder
            .terrain("0303", "woods")
            .terrain("0404", "village")
            .route("road", &["0303", "0304"]);
        drawn(builder)
    };
    assert_eq!(build(), build());
}

#[test]
fn a_map_has_its_groups_and_all_its_numbers() {
    let svg = drawn(plain());
    for id in [
        "terrain",
        "contours",
        "water",
        "grid",
        "roads",
        "buildings",
        "hexsides",
        "features",
        "numbers",
        "names",
    ] {
        assert!(svg.contains(&format!("<g id=\"{id}\">")), "{id}");
    }
    assert!(svg.contains(">0101</tspan>") && svg.contains(">0605</tspan>"));
}

#[test]
fn a_layer_can_be_left_out() {
    let map = plain().build().expect("a map");
    let svg = map_svg(&map, &MapStyle { numbers: false, names: false, ..MapStyle::default() });
    check(&svg);
    assert!(!svg.contains("<tspan"));
}

#[test]
fn the_smallest_map_can_be_drawn() {
    let mut builder = MapBuilder::new(legend(), 1, 1);
    builder.fill("city").place("0101", "X", "town").elevation("0101", -3);
    drawn(builder);
}

/// A real scenario, so that the fixture cannot be simpler than the game.
fn ridge() -> Data {
    let loaded = gts_table::library()
        .load::<gts_table::Gts>("periers-ridge", "ridge")
        .expect("the module loads");
    let data = loaded.data;
    Data::clone(&data)
}

#[test]
fn every_side_of_every_counter_has_one_symbol() {
    let data = ridge();
    let svg = counters_svg(&data);
    check(&svg);
    let mut wanted = Vec::new();
    for i in 0..data.units.len() {
        wanted.extend(["front", "back", "far"].map(|it| format!("u{i}-{it}")));
    }
    for i in 0..data.leaders.len() {
        wanted.extend(["front", "back", "far"].map(|it| format!("l{i}-{it}")));
    }
    let markers = "suppressed cohesion-1 cohesion-2 step-loss column ip ent barrage-light barrage-heavy rallying hero \
        victory-0 victory-1 victory-none chit heroic contact pending road-block rubble interdicted drift-1 drift-2 \
        delay-para-1 delay-para-2 delay-glider-1 delay-glider-2 delay-air delay-alone delay-dug-in";
    wanted.extend(markers.split_whitespace().map(|it| format!("m-{it}")));
    wanted.extend((1..=9).map(|it| format!("m-contacts-{it}")));
    wanted.extend((1..=4).map(|it| format!("m-work-{it}")));
    for i in 0..data.divisions.len() {
        wanted.extend([format!("m-park-{i}"), format!("m-park-{i}-fired")]);
    }
    for i in 0..data.naval.as_ref().map_or(0, |it| it.forces.len()) {
        wanted.push(format!("m-force-{i}"));
    }
    let legend = data.map.legend();
    wanted.extend(legend.terrains.iter().map(|it| format!("legend-terrain-{}", it.key)));
    wanted.extend(legend.sides.iter().map(|it| format!("legend-hexside-{}", it.key)));
    wanted.extend(legend.routes.iter().map(|it| format!("legend-route-{}", it.key)));
    for id in &wanted {
        let symbol = format!("<symbol id=\"{id}\" viewBox=\"0 0 48 48\">");
        assert_eq!(svg.matches(&symbol).count(), 1, "{id}");
    }
    assert_eq!(svg.matches("<symbol ").count(), wanted.len());
    assert_eq!(svg, counters_svg(&data));
}

/// Two scenarios of one module on one map: the pictures differ.
#[test]
fn a_scenario_has_a_picture_of_its_own() {
    let data = ridge();
    let svg = gts_table::art::scenario_svg(&data);
    check(&svg);
    let mut other = data.clone();
    let first = other.unit_starts.iter_mut().find(|it| matches!(it.at, gts::data::Start::Hex(_)));
    first.expect("somebody is on the map").at = gts::data::Start::Absent;
    assert_ne!(svg, gts_table::art::scenario_svg(&other));
    for it in &mut other.unit_starts {
        it.at = gts::data::Start::Absent;
    }
    other.victory.hexes.clear();
    check(&gts_table::art::scenario_svg(&other));
}

#[test]
fn every_arm_has_a_symbol_of_its_own() {
    let mut data = ridge();
    let mut seen = BTreeSet::new();
    for arm in gts::data::Arm::ALL {
        data.units[0].arm = arm;
        let thin = counter_thin(&data, &data.units[0]);
        check(&thin);
        assert!(seen.insert(thin), "{arm:?}");
    }
}

#[test]
fn strangers_names_and_colours_stay_in_their_place() {
    let mut data = ridge();
    for it in &mut data.units {
        it.name = NASTY.repeat(9);
    }
    for it in &mut data.divisions {
        it.short = NASTY.to_owned();
        it.colour = String::from("red\"/><script>");
    }
    for it in &mut data.formations {
        it.stripe = String::from("url(http://x)");
        it.name = NASTY.to_owned();
    }
    for it in &mut data.leaders {
        it.name = NASTY.to_owned();
    }
    data.sides[0].adjective = String::from("<");
    check(&counters_svg(&data));
}

#[test]
fn odd_ratings_can_be_drawn() {
    let mut data = ridge();
    for it in &mut data.units {
        it.steps = 9;
        it.front.fire = None;
        it.front.range = PrintedRange::Any;
        it.front.movement = Movement::Star;
        it.front.defense = i8::MIN;
        it.back = Back::Blank;
    }
    data.formations.clear();
    data.divisions.clear();
    check(&counters_svg(&data));
}

#[test]
fn a_position_is_complete_in_itself() {
    let data = ridge();
    let markers = vec![String::from("m-ent"), String::from("\"/><script>")];
    let pieces = [
        PieceAt { symbol: String::from("u1-front"), hex: HexId(40), level: 1, markers },
        PieceAt { symbol: String::from("u0-front"), hex: HexId(40), level: 0, markers: Vec::new() },
        PieceAt {
            symbol: String::from("u2-front"),
            hex: HexId(u16::MAX),
            level: 0,
            markers: Vec::new(),
        },
    ];
    let svg = position_svg(&data, &pieces);
    check(&svg);
    let place = |id: &str| svg.find(&format!("<use href=\"#{id}\"")).expect("it is there");
    assert!(place("u0-front") < place("u1-front") && place("u1-front") < place("m-ent"));
    assert!(!svg.contains("<use href=\"#u2-front\""));
}

#[test]
fn odds_are_drawn_as_bars() {
    let bar = |probability| Bar {
        label: NASTY.to_owned(),
        fraction: String::from("1/3"),
        probability,
        severity: 9,
    };
    check(&bars_svg(NASTY, &[bar(1.0 / 3.0), bar(f64::NAN), bar(7.0)]));
}

#[test]
fn geometry_is_that_of_the_page() {
    let map = plain().build().expect("a map");
    let g = geometry(&map);
    let (columns, hex) = (6, 6 * 3 + 2);
    let (column, row) = (f64::from(hex % columns), f64::from(hex / columns));
    let shift = if (hex / columns) % 2 == 1 { 0.5 } else { 0.0 };
    let c = g.centre(HexId(hex as u16));
    assert!((c.x - (g.left + 69.28 * (column + shift))).abs() < 1e-6);
    assert!((c.y - (g.top + 60.0 * row)).abs() < 1e-6);
    assert!((g.corners(HexId(0))[0].y - (g.top - 40.0)).abs() < 1e-6);
}

#[cfg(feature = "png")]
#[test]
fn a_map_can_be_a_png() {
    let map = plain().build().expect("a map");
    match draw::png(&map_svg(&map, &MapStyle::default()), 0.5) {
        Ok(bytes) => assert!(bytes.starts_with(b"\x89PNG") && 10_000 < bytes.len()),
        // A machine without fonts says so.
        Err(it) => assert!(it.to_string().contains("fonts"), "{it}"),
    }
    assert!(draw::png("<svg", 1.0).is_err());
    assert!(
        draw::png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", 1e9)
            .is_err()
    );
}
