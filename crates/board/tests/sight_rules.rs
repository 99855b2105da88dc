//! The statements of the GTS rules about line of sight, one by one; ids as in rules/gts.md.

mod common;

use board::{BEYOND, Cause, HexId, Map, MapBuilder, Sight, SightRules, Spot, Weight, explain};
use common::{HEIGHTS, S0, S1, at, draw};

/// The blockers between two hexes, which all three ways of asking must agree on, both ways round.
fn blockers(map: &Map, rules: SightRules, veil: &[&str], a: &str, b: &str) -> u8 {
    let veil: Vec<HexId> = veil.iter().map(|it| at(map, it)).collect();
    let (a, b) = (at(map, a), at(map, b));
    let n = explain(map, &rules, &veil, a, b).blockers;
    let sight = Sight::new(map, rules, &veil);
    assert_eq!([sight.blockers(a, b), sight.blockers(b, a)], [n, n]);
    assert_eq!(explain(map, &rules, &veil, b, a).blockers, n);
    assert_eq!(Sight::new(map, rules, &[]).blockers_with(map, &veil, a, b), n);
    n
}

fn built(builder: MapBuilder) -> Map {
    builder.build().expect("a sound map")
}

/// Weights of the reasons at a spot that is named by labels: "0201" or "0101-0201".
fn weights(map: &Map, rules: SightRules, a: &str, b: &str) -> Vec<(String, Cause, Weight)> {
    let verdict = explain(map, &rules, &[], at(map, a), at(map, b));
    let spot = |it| match it {
        Spot::Hex(it) => map.label(it).to_string(),
        Spot::Side(a, b) => format!("{}-{}", map.label(a), map.label(b)),
    };
    verdict.reasons.iter().map(|it| (spot(it.spot), it.cause, it.weight)).collect()
}

// A row of hexes: the line crosses every hexside at right angles.

#[test]
fn terrain_in_the_end_hexes_never_blocks() {
    // gts.los.end-hexes
    let map = built(draw("w . w"));
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 0);
    assert_eq!(blockers(&map, S0, &["0101", "0301"], "0101", "0301"), 0);
}

#[test]
fn blocking_terrain_between_blocks() {
    // gts.los.blockers
    let map = built(draw(". w ."));
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 1);
    assert_eq!(
        weights(&map, S0, "0101", "0301"),
        [("0201".into(), Cause::Terrain, Weight::Counted)]
    );
}

#[test]
fn adjacent_hexes_see_each_other_whatever_lies_between() {
    // gts.los.adjacent
    let mut builder = draw("w w");
    builder.side_between("0101", "0201", "embankment").side_between("0101", "0201", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S1, &["0101", "0201"], "0101", "0201"), 0);
    assert_eq!(
        weights(&map, S1, "0101", "0201"),
        [("0101-0201".into(), Cause::Hexside, Weight::Adjacent)]
    );
}

#[test]
fn a_hex_sees_itself() {
    let map = built(draw("w"));
    assert_eq!(blockers(&map, S0, &["0101"], "0101", "0101"), 0);
}

#[test]
fn a_lone_crest_at_an_end_does_not_block() {
    // gts.los.crest-exception
    let mut builder = draw(". . . .");
    builder.side_between("0101", "0201", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 0);
    assert_eq!(blockers(&map, S0, &[], "0201", "0401"), 0);
    assert_eq!(
        weights(&map, S0, "0101", "0401"),
        [("0101-0201".into(), Cause::Crest, Weight::LoneCrest)]
    );
}

#[test]
fn a_crest_away_from_both_ends_blocks() {
    // gts.los.crest-two
    let mut builder = draw(". . . .");
    builder.side_between("0201", "0301", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 1);
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 0);
}

#[test]
fn a_crest_at_each_end_blocks_and_both_count() {
    // gts.los.crest-two, gts.los.count-blockers
    let mut builder = draw(". . . .");
    builder.side_between("0101", "0201", "crest").side_between("0301", "0401", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 2);
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 0);
}

#[test]
fn a_second_crest_spoils_the_excuse_of_the_first() {
    // gts.los.crest-exception: it must be the only crest the line crosses.
    let mut builder = draw(". . . . .");
    builder.side_between("0101", "0201", "crest").side_between("0301", "0201", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0501"), 2);
}

#[test]
fn a_blocking_hexside_counts_one_also_at_an_end() {
    // gts.los.blockers, gts.los.count-blockers
    let mut builder = draw(". . . .");
    builder.side_between("0101", "0201", "embankment").side_between("0201", "0301", "embankment");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 2);
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 2);
}

#[test]
fn a_wall_on_a_crest_is_one_blocker_and_still_a_crest() {
    let mut builder = draw(". . . .");
    builder.side_between("0101", "0201", "embankment").side_between("0101", "0201", "crest");
    builder.side_between("0301", "0401", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 1);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 2);
}

#[test]
fn the_second_hex_of_light_cover_blocks() {
    // gts.los.light-cover
    let map = built(draw(". o . o o ."));
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 0);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 0);
    assert_eq!(blockers(&map, S0, &[], "0101", "0501"), 1);
    assert_eq!(blockers(&map, S0, &[], "0101", "0601"), 2);
    assert_eq!(
        weights(&map, S0, "0101", "0501")[0],
        ("0201".into(), Cause::Pair, Weight::FirstOfPair)
    );
    assert_eq!(weights(&map, S0, "0101", "0501")[1], ("0401".into(), Cause::Pair, Weight::Counted));
}

#[test]
fn light_cover_in_an_end_hex_is_not_on_the_line() {
    // gts.los.end-hexes, gts.los.light-cover
    let map = built(draw("o o o"));
    assert_eq!(blockers(&map, S0, &[], "0101", "0301"), 0);
}

#[test]
fn a_barrage_between_blocks_and_counts_one_hex() {
    // gts.los.blockers, gts.los.count-blockers
    let map = built(draw(". . w . ."));
    assert_eq!(blockers(&map, S0, &["0201"], "0101", "0301"), 1);
    assert_eq!(blockers(&map, S0, &["0201", "0401"], "0101", "0501"), 3);
    // Woods under a barrage are one blocking hex.
    assert_eq!(blockers(&map, S0, &["0301"], "0101", "0501"), 1);
}

#[test]
fn light_cover_under_a_barrage_counts_as_barrage() {
    let map = built(draw(". o . o ."));
    assert_eq!(blockers(&map, S0, &["0201"], "0101", "0501"), 1);
    assert_eq!(blockers(&map, S0, &["0401"], "0101", "0501"), 1);
    assert_eq!(blockers(&map, S0, &["0201", "0401"], "0101", "0501"), 2);
}

#[test]
fn a_strongpoint_sees_through_two_blockers_but_not_three() {
    // gts.los.strongpoint: hexes and hexsides are counted alike. The privilege is the caller's comparison.
    let mut builder = draw(". w . w . .");
    builder.side_between("0401", "0501", "embankment");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0101", "0401"), 1);
    assert_eq!(blockers(&map, S0, &[], "0101", "0501"), 3);
    let sight = Sight::new(&map, S0, &[]);
    let seen = sight.field_through::<1>(&map, at(&map, "0101"), 8, 2);
    assert!(seen.contains(at(&map, "0401")) && !seen.contains(at(&map, "0501")));
    // gts.los.op-hill-through
    assert!(sight.field_through::<1>(&map, at(&map, "0101"), 13, 3).contains(at(&map, "0601")));
}

#[test]
fn hexes_beyond_the_longest_range_are_not_seen_through_anything() {
    let map = built(draw(". . . . . . . . . . . . . . . ."));
    assert_eq!(blockers(&map, S0, &[], "0101", "1401"), 0);
    assert_eq!(blockers(&map, S0, &[], "0101", "1501"), BEYOND);
}

// From 0201 straight south to 0203 the line runs along the side between 0102 and 0202.

const CROSSROADS: &str = "
    . . . .
     . . . .
    . . . .
     . . . .
    . . . .";

#[test]
fn a_line_along_a_hexside_is_open_if_one_flank_is() {
    // gts.los.hexside-s0, gts.los.hexside-s1
    for rules in [S0, S1] {
        let mut builder = draw(". . .\n w . .\n. . .");
        assert_eq!(blockers(&built(builder.clone()), rules, &[], "0201", "0203"), 0);
        assert_eq!(blockers(&built(builder.clone()), rules, &["0202"], "0201", "0203"), 1);
        builder.side_between("0202", "0203", "embankment");
        assert_eq!(blockers(&built(builder), rules, &[], "0201", "0203"), 1);
    }
}

#[test]
fn the_other_flank_is_named_in_the_explanation() {
    let map = built(draw(". . .\n w . .\n. . ."));
    assert_eq!(
        weights(&map, S0, "0201", "0203"),
        [("0102".into(), Cause::Terrain, Weight::OtherFlank)]
    );
}

#[test]
fn a_line_along_a_hexside_is_blocked_if_both_flanks_are() {
    // gts.los.hexside-s0: one blocker, for the line passes one flank only.
    let map = built(draw(". . .\n w w .\n. . ."));
    assert_eq!(blockers(&map, S0, &[], "0201", "0203"), 1);
    assert_eq!(blockers(&map, S0, &["0102", "0202"], "0201", "0203"), 1);
}

#[test]
fn a_crest_along_the_line_blocks_in_s1_only() {
    // gts.los.hexside-s1, gts.los.hexside-crest-s0
    let mut builder = draw(CROSSROADS);
    builder.side_between("0102", "0202", "crest");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0201", "0203"), 0);
    assert_eq!(blockers(&map, S1, &[], "0201", "0203"), 1);
    assert_eq!(weights(&map, S0, "0201", "0203")[0].2, Weight::Along);
    assert_eq!(weights(&map, S1, "0201", "0203")[0].2, Weight::Counted);
}

#[test]
fn an_embankment_along_the_line_blocks_in_both_editions() {
    // gts.los.partial-features: the line passes over the feature as drawn.
    let mut builder = draw(CROSSROADS);
    builder.side_between("0102", "0202", "embankment");
    let map = built(builder);
    assert_eq!(blockers(&map, S0, &[], "0201", "0203"), 1);
    assert_eq!(blockers(&map, S1, &[], "0201", "0203"), 1);
}

#[test]
fn crests_on_a_flank_follow_the_crest_rule() {
    // gts.los.crest-exception, gts.los.crest-two on the route past a flank; the other flank is woods.
    let mut builder = draw(". . .\n w . .\n. . .");
    builder.side_between("0201", "0202", "crest");
    assert_eq!(blockers(&built(builder.clone()), S0, &[], "0201", "0203"), 0);
    builder.side_between("0202", "0203", "crest");
    // Two crests past the one flank, one hex of woods past the other: the better of the two.
    assert_eq!(blockers(&built(builder), S0, &[], "0201", "0203"), 1);
}

#[test]
fn flanks_are_chosen_for_the_whole_line() {
    // Orchard on the line and on one flank of each hexside: the open flanks are taken.
    let map = built(draw(". . .\n o . .\n. o .\n . o .\n. . ."));
    assert_eq!(blockers(&map, S0, &[], "0201", "0205"), 0);
    let map = built(draw(". . .\n o o .\n. o .\n . o .\n. . ."));
    assert_eq!(blockers(&map, S0, &[], "0201", "0205"), 1);
}

#[test]
fn a_flank_off_the_map_lets_nothing_through() {
    // 0101 to 0103 runs along the western edge: the only flank is 0102.
    assert_eq!(blockers(&built(draw(". .\n . .\n. .")), S0, &[], "0101", "0103"), 0);
    assert_eq!(blockers(&built(draw(". .\n w .\n. .")), S0, &[], "0101", "0103"), 1);
}

// Elevation, which GTS leaves out.

#[test]
fn ground_above_the_line_blocks() {
    assert_eq!(blockers(&built(draw("0 1 0")), HEIGHTS, &[], "0101", "0301"), 1);
    assert_eq!(blockers(&built(draw("1 1 1")), HEIGHTS, &[], "0101", "0301"), 0);
    assert_eq!(blockers(&built(draw("0 1 2")), HEIGHTS, &[], "0101", "0301"), 0);
    assert_eq!(blockers(&built(draw("0 2 3")), HEIGHTS, &[], "0101", "0301"), 1);
    assert_eq!(blockers(&built(draw("0 1 0")), S0, &[], "0101", "0301"), 0);
}

#[test]
fn from_a_height_one_looks_over_woods() {
    let map = built(draw("2 w 0"));
    assert_eq!(blockers(&map, HEIGHTS, &[], "0101", "0301"), 0);
    let map = built(draw("2 . w 0"));
    assert_eq!(blockers(&map, HEIGHTS, &[], "0101", "0401"), 1);
    let map = built(draw("3 . w 0"));
    assert_eq!(blockers(&map, HEIGHTS, &[], "0101", "0401"), 0);
    assert_eq!(blockers(&map, HEIGHTS, &["0301"], "0101", "0401"), 1);
}

#[test]
fn light_cover_below_the_line_does_not_count() {
    let map = built(draw("3 o o 3"));
    assert_eq!(blockers(&map, HEIGHTS, &[], "0101", "0401"), 0);
    let map = built(draw("0 o o 0"));
    assert_eq!(blockers(&map, HEIGHTS, &[], "0101", "0401"), 1);
}
