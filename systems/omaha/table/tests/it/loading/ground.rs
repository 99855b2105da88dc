//! Mistakes in the map and in the positions.

use super::*;

#[test]
fn mistakes_in_the_map_are_found() {
    cases(
        "map.toml",
        &[
            (
                "\"~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\"",
                "\"~~~~\"",
                0,
                "terrain: row 1 has 4 hexes, the map has 36 columns",
            ),
            (
                "\"~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\"",
                "\"~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~x\"",
                0,
                "terrain: \"x\" is none of ~lmhpd.bwoBr",
            ),
            (
                "terrain = [\n  \"~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\",\n",
                "terrain = [\n",
                0,
                "terrain: there are 21 rows, the map has 22",
            ),
            (
                "columns = 36",
                "columns = 99",
                0,
                "99 columns and 22 rows: a map has at most 832 hexes",
            ),
            (
                "\"0704-0705\", \"0705-0706\"",
                "\"0704-0705\", \"0705-0709\"",
                0,
                "0705 and 0709 are not neighbours",
            ),
            (
                "\"0704-0705\", \"0705-0706\"",
                "\"0704-0705\", \"0705>0706\"",
                0,
                "a hexside is the same from both hexes (0705-0706)",
            ),
            (
                "\"0704-0705\", \"0705-0706\"",
                "\"0704-0705\", \"0705-0704\"",
                0,
                "0704-0705 is already anti-tank wall",
            ),
            (
                "path = [\"0704\", \"0705\"",
                "path = [\"0704\", \"0709\"",
                0,
                "0704 and 0709 are not neighbours",
            ),
            ("\"0603\", \"0703\"", "\"0603\", \"0603\"", 0, "the hex \"0603\" stands here twice"),
            (
                "\"0603\", \"0703\"",
                "\"0603\", \"9903\"",
                0,
                "hex 9903 is not on the map of 36 by 22",
            ),
            (
                "\"0603\", \"0703\"",
                "\"0603\", \"73\"",
                0,
                "\"73\" is not a hex: two digits for the column and two for the row, as in \"0413\"",
            ),
            (
                "\"0603\", \"0703\"",
                "\"0603\", \"0708\"",
                0,
                "there is no beach in 0708, so no obstacles",
            ),
            ("letter = \"B\"", "letter = \"A\"", 0, "the exit \"A\" stands here twice"),
            (
                "letter = \"B\"",
                "letter = \"H\"",
                0,
                "\"letter\" cannot be \"H\": one of A, B, C, D, E, F, G",
            ),
            (
                "letter = \"A\", hex = \"3607\"",
                "letter = \"A\", hex = \"3407\"",
                0,
                "3407 is not at the edge of the map",
            ),
            ("key = \"ER\"", "key = \"FG\"", 0, "the beach \"FG\" stands here twice"),
            (
                "name = \"FG2\", beach = \"FG\"",
                "name = \"FG2\", beach = \"GF\"",
                0,
                "there is no beach \"GF\" (FG)",
            ),
            ("name = \"FG2\"", "name = \"FG1\"", 0, "the landing box \"FG1\" stands here twice"),
            ("low = \"3102\"", "low = \"3103\"", 0, "3103 is no beach of the low-tide row"),
            (
                "place = \"Vierville\", hexes = [\"0706\"",
                "place = \"Vierville\", hexes = [\"0709\"",
                0,
                "0709 is no draw",
            ),
            ("mouth = [\"0704\"", "mouth = [\"0708\"", 0, "0708 is neither beach nor pavilion"),
            (
                "{ name = \"Vierville\", hexes = [\"0608\"",
                "{ name = \"Vierville\", hexes = [\"0606\"",
                0,
                "there are no buildings in 0606",
            ),
            (
                "exits = [\"B\"",
                "exits = [\"X\"",
                0,
                "\"exits\" cannot be \"X\": one of A, B, C, D, E, F, G",
            ),
            (
                "hex = \"0705\", symbol",
                "hex = \"0701\", symbol",
                0,
                "no primary or secondary road touches 0701",
            ),
            (
                "kind = \"shingle\"",
                "kind = \"shingel\"",
                0,
                "\"kind\" cannot be \"shingel\": one of hedge, seawall, shingle, atditch, atwall, slope, bluff, scaleable, sheer (shingle)",
            ),
            (
                "kind = \"primary\"",
                "kind = \"motorway\"",
                0,
                "\"kind\" cannot be \"motorway\": one of primary, secondary, trail",
            ),
        ],
    );
}

#[test]
fn mistakes_in_positions_are_found() {
    cases(
        "positions.toml",
        &[
            (
                "name = \"WN60\"\nhexes",
                "name = \"WN61\"\nhexes",
                13,
                "the position \"WN61\" stands here twice",
            ),
            (
                "name = \"WN60\"\nhexes",
                "name = \"WN060\"\nhexes",
                0,
                "\"WN060\" is no position: WN and a number, a zone from A to G and a number, or N and a number",
            ),
            (
                "name = \"A1\"",
                "name = \"H1\"",
                0,
                "\"H1\" is no position: WN and a number, a zone from A to G and a number, or N and a number",
            ),
            (
                "hexes = [\"3105\"]",
                "hexes = [\"3104\"]",
                0,
                "3104 is beach: no position can be there",
            ),
            (
                "hexes = [\"3105\"]",
                "hexes = [\"3101\"]",
                0,
                "3101 is sea: no position can be there",
            ),
            ("hexes = [\"2706\"]", "hexes = [\"3105\"]", 0, "3105 is already a hex of WN60"),
            (
                "hexes = [\"2507\", \"2508\"]",
                "hexes = [\"2507\", \"2509\"]",
                0,
                "the two hexes of a strongpoint must be neighbours",
            ),
            (
                "name = \"A1\"\nhexes = [\"3007\"]",
                "name = \"A1\"\nhexes = [\"3007\", \"3107\"]",
                1,
                "a reinforcement position has one hex",
            ),
            (
                "colour = \"red\"",
                "colour = \"pink\"",
                0,
                "\"colour\" cannot be \"pink\": one of orange, red, purple, blue, green, brown",
            ),
            ("guards = \"F-1\"", "guards = \"F-2\"", 0, "there is no draw \"F-2\" (F-1)"),
            ("guards = \"F-1\"", "vp = true", -3, "a strongpoint has no VP mark"),
            (
                "intense = [\"3003\"",
                "intense = [\"3105\"",
                0,
                "3105 is a hex of the position itself",
            ),
            ("intense = [\"3003\"", "intense = [\"3001\"", 0, "3001 is sea"),
            (
                "intense = [\"3003\"",
                "intense = [\"4003\"",
                0,
                "hex 4003 is not on the map of 36 by 22",
            ),
            ("sporadic = [\"2703\"", "sporadic = [\"3003\"", 0, "3003 already has a dot: intense"),
            ("arrows = [\"N6\"]", "arrows = [\"N66\"]", 0, "there is no position \"N66\" (WN66)"),
            (
                "arrows = [\"N6\"]",
                "arrows = [\"G1\"]",
                0,
                "G1 is 26 hexes away: an arrow reaches 2",
            ),
            (
                "arrows = [\"N6\"]",
                "arrows = [\"WN61\"]",
                0,
                "arrows lead from one reinforcement position to another",
            ),
            (
                "arrows = [\"C2\", \"C4\"]",
                "arrows = [\"C2\", \"C2\"]",
                0,
                "two arrows lead to different positions",
            ),
            (
                "name = \"east-flak\"",
                "name = \"east-105\"",
                0,
                "the battery \"east-105\" stands here twice",
            ),
            (
                "calibre = \"88\"",
                "calibre = \"99\"",
                0,
                "\"calibre\" cannot be \"99\": one of 75, 88, 105",
            ),
            (
                "observers = [\"WN60\"",
                "observers = [\"WN6\"",
                0,
                "there is no position \"WN6\" (WN60)",
            ),
        ],
    );
}

#[test]
fn two_positions_of_one_colour_never_see_the_same_hex() {
    let (files, _) = broken("positions.toml", "colour = \"purple\"", "colour = \"red\"");
    let report = module::Library::from_files(omaha_table::SHAPES, files).check();
    let messages: Vec<&str> =
        report.errors.problems().iter().map(|it| it.message.as_str()).collect();
    assert!(
        messages.contains(&"WN60 and WN61 are both red, and both have a dot in 2902"),
        "{messages:?}"
    );
}
