//! Mistakes in counters and cards.

use super::*;

#[test]
fn mistakes_in_the_us_order_of_battle_are_found() {
    cases(
        "us.toml",
        &[
            (
                "key = \"tk-741-B2\"",
                "key = \"tk-741-B1\"",
                0,
                "the unit \"tk-741-B1\" stands here twice",
            ),
            (
                "key = \"tk-741-B2\"",
                "key = \"tk 741\"",
                0,
                "\"tk 741\" must consist of letters, digits and hyphens, at most 40",
            ),
            (
                "kind = \"tank\"",
                "kind = \"tonk\"",
                0,
                "\"kind\" cannot be \"tonk\": one of infantry, ranger, tank, artillery, sp-artillery, dukw-artillery, anti-tank, anti-air, sp-anti-air, hq, general (tank)",
            ),
            (
                "turn = 0, box = \"ER5\"",
                "turn = 0, box = \"ER9\"",
                0,
                "\"ER9\" is neither a landing box nor a beach (ER1)",
            ),
            (
                "turn = 0, box = \"ER5\"",
                "turn = 0, box = \"ER\"",
                0,
                "a unit that is there at the start needs a box of its own",
            ),
            (
                "turn = 0, box = \"ER5\"",
                "turn = 0, box = \"CH1\"",
                0,
                "only rangers may be put on \"CH1\"",
            ),
            ("turn = 0, box = \"ER5\"", "turn = 40, box = \"ER5\"", 0, "there is no turn 40"),
            (
                "symbol = \"diamond\", strength = [4, 2]",
                "strength = [4, 2]",
                0,
                "a unit needs a symbol and its strengths",
            ),
            ("strength = [4, 2]", "strength = [2, 4]", 0, "a unit loses strength with every step"),
            ("strength = [4, 2]", "strength = [4, 0]", 0, "a strength is from 1 to 50"),
            (
                "strength = [4, 2]",
                "strength = [5, 4, 3, 2, 1]",
                0,
                "\"strength\" must have at most 4 entries, not 5",
            ),
            ("range = 5", "range = 99", 0, "a range is from 0 to 20 hexes, or \"unlimited\""),
            (
                "range = 5",
                "range = \"endless\"",
                0,
                "\"range\" cannot be \"endless\": one of unlimited",
            ),
            (
                "kind = \"tank\"",
                "kind = \"tank\", heavy = true",
                0,
                "only infantry has heavy-weapons companies",
            ),
            (
                "reduced = [[\"BZ\", \"BG\", \"RD\"], [\"BG\"]]",
                "reduced = [[\"BG\"]]",
                0,
                "\"reduced\" needs 2 lists of weapons, one for each step infantry can lose",
            ),
            (
                "[[\"BZ\", \"BG\", \"RD\"], [\"BG\"]]",
                "[[\"BZ\", \"BG\", \"RX\"], [\"BG\"]]",
                0,
                "\"reduced\" cannot be \"RX\": one of BZ, BG, BR, DE, MO, RD, MG, AR, NA, FL (RD)",
            ),
            (
                "kind = \"hq\", turn = 5",
                "kind = \"hq\", strength = [1], turn = 5",
                0,
                "a leader has neither symbol nor strength nor range",
            ),
        ],
    );
}

#[test]
fn mistakes_in_german_counters_are_found() {
    cases(
        "germans.toml",
        &[
            (
                "gun = \"88\"",
                "gun = \"77\"",
                0,
                "\"gun\" cannot be \"77\": one of plain, 75, 88, rocket (75)",
            ),
            ("strength = 2", "strength = 0", 0, "\"strength\" must be from 1 to 20"),
            ("name = \"6/726\"", "name = \"5/726\"", 0, "the unit \"5/726\" stands here twice"),
            (
                "colour = \"purple\"",
                "colour = \"green\"",
                0,
                "the colour \"green\" stands here twice",
            ),
            (
                "{ tactical = true }",
                "{ tactical = true, strength = 1 }",
                0,
                "a tactical marker has neither strength nor requirements",
            ),
            (
                "building = [\n",
                "building = [\n  { tactical = true },\n",
                1,
                "only depth of strongpoints can be tactical",
            ),
        ],
    );
    let more = "  { strength = 1, requires = [] },\n".repeat(12);
    let (files, _) = broken("germans.toml", "mobile = [\n", &format!("mobile = [\n{more}"));
    let report = module::Library::from_files(omaha_table::SHAPES, files).check();
    assert_eq!(report.errors.problems()[0].message, "66 depth markers: at most 64");
}

#[test]
fn mistakes_in_the_deck_are_found() {
    cases(
        "deck.toml",
        &[
            ("number = 2\n", "number = 3\n", 0, "this is card 2: cards are numbered in order"),
            (
                "{ colour = \"blue\", double = true, badge = \"armour\" }",
                "{ colour = \"red\", double = true, badge = \"armour\" }",
                0,
                "the colour \"red\" stands here twice",
            ),
            (
                "badge = \"armour\"",
                "badge = \"Z\"",
                0,
                "\"badge\" cannot be \"Z\": one of F, R, M, P, A, armour, star",
            ),
            (
                "diamond = \"C\"",
                "diamond = \"E\"",
                0,
                "\"diamond\" cannot be \"E\": one of A, B, C, D",
            ),
            (
                "early = { event = \"both-flanks\" }",
                "early = { event = \"both-flaps\" }",
                0,
                "\"event\" cannot be \"both-flaps\": one of reserves, dig-in, both-flanks, hero-depth, hero, destroyers, destroyers-reserves, smoke, initiative, pinned, rockets, rockets-silenced, heights, rally, shelled-exits, corps-reserve, scouts, interrogation, stragglers, unseen, runners, short-salvo (both-flanks)",
            ),
            (
                "early = { event = \"both-flanks\" }",
                "early = { event = \"reserves\" }",
                0,
                "the event reserves needs \"zones\"",
            ),
            (
                "early = { event = \"both-flanks\" }",
                "early = { event = \"both-flanks\", sector = \"east\" }",
                0,
                "the event both-flanks has no \"sector\"",
            ),
            (
                "zones = [\"A\", \"E\"]",
                "zones = [\"A\", \"A\"]",
                0,
                "the zone \"A\" stands here twice",
            ),
            (
                "positions = [\"WN72\"]",
                "positions = [\"WN77\"]",
                0,
                "there is no position \"WN77\" (WN67)",
            ),
            ("positions = [\"WN72\"]", "positions = [\"C5\"]", 0, "\"C5\" is no strongpoint"),
            (
                "salvo = { diamond = \"G7\"",
                "salvo = { diamond = \"WN60\"",
                0,
                "\"WN60\" is no reinforcement position",
            ),
            (
                "regiment = \"16\"",
                "regiment = \"15\"",
                0,
                "there is no headquarters of the \"15\" (16)",
            ),
            (
                "symbols = [\"diamond\", \"triangle\"]",
                "symbols = [\"diamond\", \"diamond\"]",
                0,
                "two different symbols",
            ),
            (
                "calibres = [\"75\", \"88\", \"105\"]",
                "calibres = [\"75\", \"88\", \"75\"]",
                0,
                "the calibre \"75\" stands here twice",
            ),
            (
                "key = \"dig-in\"",
                "key = \"reserves\"",
                0,
                "the event \"reserves\" stands here twice",
            ),
            (
                "[[card]]\nnumber = 1\n",
                "[[card]]\nnumber = 1\nremark = \"one\"\n",
                2,
                "unknown key \"remark\"",
            ),
        ],
    );
    let mut files = shipped();
    let text = String::from_utf8(files[&path("deck.toml")].clone()).expect("text");
    let short = text.rsplit_once("[[card]]").expect("a card").0.to_owned();
    files.insert(path("deck.toml"), short.into_bytes());
    let report = module::Library::from_files(omaha_table::SHAPES, files).check();
    assert_eq!(
        report.errors.problems()[0].message,
        "\"card\" must have exactly 54 entries, not 53"
    );
}
