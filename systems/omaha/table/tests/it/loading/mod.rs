//! A broken omaha module says everything that is wrong with it, where, and what was meant. The module is the one we
//! ship, with one text replaced by another.

mod counters;
mod ground;

use std::collections::BTreeMap;
use std::{fs, path::Path};

use module::Problem;

type Files = BTreeMap<String, Vec<u8>>;

fn shipped() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../modules");
    let names = [
        "tables.toml",
        "omaha-beach/module.toml",
        "omaha-beach/map.toml",
        "omaha-beach/positions.toml",
        "omaha-beach/us.toml",
        "omaha-beach/germans.toml",
        "omaha-beach/deck.toml",
        "omaha-beach/scenarios/first-waves.toml",
        "omaha-beach/scenarios/beyond-the-beach.toml",
        "omaha-beach/scenarios/east-half.toml",
    ];
    let read = |it: &str| {
        let path = format!("omaha/{it}");
        let content = fs::read(root.join(&path)).expect("a file we ship");
        (path, content)
    };
    names.into_iter().map(read).collect()
}

fn path(name: &str) -> String {
    if name == "tables.toml" {
        format!("omaha/{name}")
    } else {
        format!("omaha/omaha-beach/{name}")
    }
}

/// With the line in which the text stood.
fn broken(name: &str, from: &str, to: &str) -> (Files, usize) {
    let mut files = shipped();
    let file = files.get_mut(&path(name)).expect("a file of ours");
    let text = String::from_utf8(file.clone()).expect("text");
    let at = text.find(from).unwrap_or_else(|| panic!("{name} does not contain {from:?}"));
    *file = text.replacen(from, to, 1).into_bytes();
    (files, text[..at].matches('\n').count() + 1)
}

/// From, to, how many lines below that the mistake is found, and as what.
type Case = (&'static str, &'static str, isize, &'static str);

/// Each replacement leads to the problem, in the file and line where it was made.
#[track_caller]
fn cases(name: &str, cases: &[Case]) {
    let mut wrong = String::new();
    for (from, to, below, expected) in cases {
        let (files, line) = broken(name, from, to);
        let line = line.saturating_add_signed(*below);
        let report = module::Library::from_files(omaha_table::SHAPES, files).check();
        let show = |it: &Problem| {
            let meant = it.suggestion.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
            format!("{}{meant}", it.message)
        };
        let found = report
            .errors
            .problems()
            .iter()
            .any(|it| it.file == path(name) && it.line == line && show(it) == *expected);
        if !found {
            let all: Vec<String> = report
                .errors
                .problems()
                .iter()
                .map(|it| format!("{}:{}:{} {}", it.file, it.line, it.column, show(it)))
                .collect();
            wrong += &format!(
                "{from:?} -> {to:?}\nexpected in line {line}: {expected}\nfound {all:#?}\n\n"
            );
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn what_we_ship_is_good_and_is_the_same_on_disk() {
    let given = module::Library::from_files(omaha_table::SHAPES, shipped());
    assert!(given.check().is_clean(), "\n{}", given.check().errors);
    let given = given.load::<omaha_table::Omaha>("omaha-beach", "first-waves").expect("good");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../modules");
    for dir in [root.clone(), root.join("omaha"), root.join("omaha/omaha-beach")] {
        let library = module::Library::open(omaha_table::SHAPES, &dir).expect("a library");
        let loaded =
            library.load::<omaha_table::Omaha>("omaha-beach", "first-waves").expect("good");
        assert_eq!(loaded.content, given.content, "{}", dir.display());
    }
    assert!(
        module::check(
            omaha_table::SHAPES,
            root.join("omaha/omaha-beach/scenarios/first-waves.toml")
        )
        .is_clean()
    );
}

#[test]
fn variants_are_chosen_with_the_scenario() {
    let library = omaha_table::library();
    let load = |key: &str| library.load::<omaha_table::Omaha>("omaha-beach", key);
    let data = load("long-day+armour+reaction").expect("good").data;
    assert!(data.variants.armour && data.variants.reaction && !data.variants.bombardment);
    assert_eq!(data.scenario, "long-day+armour+reaction");
    let problem = |key: &str| {
        let errors = load(key).expect_err("an error");
        let it = &errors.problems()[0];
        (it.message.clone(), it.suggestion.clone())
    };
    assert_eq!(
        problem("long-day+armor"),
        ("there is no variant \"armor\"".into(), Some("armour".into()))
    );
    let not_here = "the variant \"armour\" is not for this scenario";
    assert_eq!(problem("first-waves+armour"), (not_here.into(), None));
    assert_eq!(problem("long-day+reaction+armour").1, Some("long-day+armour+reaction".into()));
    assert_eq!(problem("long-day+armour+armour").1, Some("long-day+armour".into()));
    assert_eq!(problem("long-dya+armour").1, Some("long-day".into()));

    let heads = library.modules();
    let head = heads.iter().find(|it| it.system == "omaha").expect("omaha");
    assert_eq!((head.title.as_str(), head.edition.as_str()), ("Omaha Beach", ""));
    assert_eq!(head.sides, ["Americans"]);
    let offered = |key: &str| -> Vec<&str> {
        let scenario = head.scenarios.iter().find(|it| it.key == key).expect("a scenario");
        scenario.variants.iter().map(|it| it.key.as_str()).collect()
    };
    let all = ["bombardment", "tanks-safe", "no-rangers", "reaction", "early-actions", "armour"];
    assert_eq!(offered("long-day"), all);
    assert_eq!(offered("first-waves"), ["bombardment", "tanks-safe", "no-rangers"]);
    assert_eq!(offered("beyond-the-beach"), ["no-rangers", "reaction", "armour"]);
    assert_eq!(offered("east-half"), ["bombardment", "tanks-safe"]);
    let first = head.scenarios.iter().find(|it| it.key == "first-waves").expect("a scenario");
    assert_eq!((first.turns, first.begins.as_str(), first.ends.as_str()), (16, "0615", "1000"));
    let texts: Vec<_> = first.variants.iter().map(|it| it.text.as_str()).collect();
    assert!(texts[0].ends_with("begins on turn 4. It costs 10 points at the end."), "{texts:?}");
    assert!(texts[2].ends_with("It is worth 5 points at the end."), "{texts:?}");
    let idle: Vec<_> =
        first.variants.iter().map(|it| it.idle.as_ref().map(|it| &*it.with)).collect();
    assert_eq!(idle, [None, Some("bombardment"), None]);
    let names: Vec<_> = data.in_force.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(names, ["Better German reaction", "German armour"]);
    assert!(data.in_force[1].text.ends_with("Each that comes is worth 1 point at the end."));
    // All that can be chosen together can be loaded.
    for scenario in &head.scenarios {
        let mut keys: Vec<&str> = scenario.variants.iter().map(|it| it.key.as_str()).collect();
        keys.sort_unstable();
        load(&format!("{}+{}", scenario.key, keys.join("+"))).unwrap_or_else(|it| panic!("\n{it}"));
    }
}

#[test]
fn mistakes_in_the_head_are_found() {
    cases(
        "module.toml",
        &[
            ("\"omaha\"", "\"gts\"", 0, "the module lies in the directory of \"omaha\" (omaha)"),
            ("format = 1", "format = 3", 0, "\"format\" must be 1"),
            ("player = ", "plaier = ", 0, "unknown key \"plaier\" (player)"),
        ],
    );
}

#[test]
fn mistakes_in_the_tables_are_found() {
    cases(
        "tables.toml",
        &[
            (
                "tide = \"low\"",
                "tide = \"ebb\"",
                0,
                "\"tide\" cannot be \"ebb\": one of low, mid, high",
            ),
            ("events = 0", "events = 3", 0, "\"events\" must be from 0 to 2"),
            (
                "dot = \"steady\", firer = \"ambush\"",
                "dot = \"steady\", firer = \"wn-or-revealed\"",
                0,
                "fire: steady, wn-or-revealed stands here twice",
            ),
            (
                "depth = \"yes\", results",
                "depth = \"any\", results",
                1,
                "barrage: without colour, with symbol, without depth stands here twice",
            ),
            (
                "results = [\"none\", \"none\", \"none\"]",
                "results = [\"none\", \"none\"]",
                0,
                "\"results\" must have exactly 3 entries, not 2",
            ),
            (
                "{ hexside = \"sheer\", prohibited = true }",
                "{ hexside = \"sheer\", unit = 2 }",
                0,
                "either \"unit\" and \"depth\", or \"prohibited\"",
            ),
            (
                "{ hexside = \"bluff-up\", prohibited = true }",
                "{ hexside = \"bluff-up\", unit = 2, depth = 2 }",
                0,
                "an attack up a bluff is prohibited",
            ),
            (
                "first_extended_turn = 17",
                "first_extended_turn = 18",
                -6,
                "turn 17: \"extended\" and \"first_extended_turn\" differ",
            ),
            ("stacking_limit = 2\n", "", -2, "\"constants\": \"stacking_limit\" is missing"),
            ("box_limit = 2", "box_limits = 2", 0, "unknown key \"box_limits\" (box_limit)"),
            (
                "A = { result = \"delay\", to_turn = 2 }",
                "A = { result = \"delay\" }",
                0,
                "\"to_turn\" or \"turns\" belongs to \"delay\", one of them",
            ),
            (
                "C = { result = \"lose\", steps = 1 }",
                "C = { result = \"lose\" }",
                0,
                "\"steps\" belongs to \"lose\" and \"lose-and-drift\"",
            ),
            (
                "C = { result = \"lose\", steps = 1 }",
                "C = { result = \"drift\" }",
                0,
                "\"boxes\" belongs to \"drift\" and \"lose-and-drift\"",
            ),
            (
                "strength = \"less-or-equal\"",
                "strength = \"less\"",
                -2,
                "without the weapons: less-or-equal, greater or double",
            ),
            ("key = \"bombardment\"", "key = \"bombing\"", 0, "there is no variant \"bombing\""),
            (
                "with = \"bombardment\"",
                "with = \"bombardement\"",
                0,
                "there is no variant \"bombardement\" (bombardment)",
            ),
        ],
    );
}

#[test]
fn mistakes_in_scenarios_are_found() {
    cases(
        "scenarios/first-waves.toml",
        &[
            ("last_turn = 16", "last_turn = 33", 0, "there is no turn 33"),
            (
                "first_turn = 1\nlast_turn = 16",
                "first_turn = 9\nlast_turn = 6",
                1,
                "the last turn comes before the first",
            ),
            ("win = 19", "win = 19\nlevels = [1, 2, 3, 4, 5]", -1, "either \"win\" or \"levels\""),
            ("[victory]", "[victori]", 0, "unknown key \"victori\" (victory)"),
            ("\"61\", \"72S\"", "\"61\", \"72\"", 0, "there is no hex of a position \"72\" (70)"),
            ("\"61\", \"72S\"", "\"61\", \"61\"", 0, "the strongpoint \"61\" stands here twice"),
            ("\"61\", \"72S\"", "\"61\", \"C5\"", 0, "\"C5\" is no strongpoint"),
            ("rocket = [\"69\"]", "rocket = [\"69\", \"70\"]", 0, "there are only 1 rocket crews"),
            ("tactical = 9", "tactical = 10", 0, "10 T units: there are 9"),
            (
                "wn_depth = 9",
                "wn_depth = 10",
                0,
                "10 WN depth markers: there are 18, 9 of them elsewhere",
            ),
            (
                "mobile = 20",
                "mobile = 21",
                0,
                "21 mobile depth markers: there are 24, 4 of them elsewhere",
            ),
            (
                "[\"east-105\", \"east-flak\"",
                "[\"east-105\", \"east-flack\"",
                0,
                "there is no battery \"east-flack\" (east-flak)",
            ),
            (
                "first_turn = 1",
                "variants = [\"armour\"]\nfirst_turn = 1",
                0,
                "the variant \"armour\" is not for this scenario",
            ),
        ],
    );
    cases(
        "scenarios/east-half.toml",
        &[
            ("\"62N\", \"64\"", "\"62N\", \"66N\"", 0, "\"66N\" is not in the sector played"),
            ("\"east-flak\"", "\"west-flak\"", 0, "\"west-flak\" is not in the sector played"),
            (
                "only = \"east\"",
                "only = \"north\"",
                0,
                "\"only\" cannot be \"north\": one of east, west",
            ),
        ],
    );
    cases(
        "scenarios/beyond-the-beach.toml",
        &[
            ("tactical = 6", "tactical = 7", 2, "13 units for 12 positions"),
            ("positions = [\"A2\"", "positions = [\"A3\"", 1, "nobody stands in \"A2\""),
            ("depth = [\"62S\"", "depth = [\"60\"", 0, "nobody stands in \"60\""),
            ("levels = [24", "levels = [64", 0, "levels ascend, from -1000 to 1000"),
            ("cleared = [\"2204\"", "cleared = [\"2205\"", 0, "there are no obstacles in 2205"),
            (
                "unit = \"afa-62\", turn = 26",
                "unit = \"afa-62\", turn = 6",
                0,
                "turn 6 is not played",
            ),
            (
                "unit = \"16-A\", hex = \"2308\", strength = 6",
                "unit = \"16-A\", hex = \"2308\", strength = 5",
                0,
                "its strengths are 6, 4, 2",
            ),
            (
                "unit = \"16-A\", hex = \"2308\", strength = 6",
                "unit = \"16-A\", hex = \"2308\"",
                0,
                "\"16-A\" needs its strength",
            ),
            (
                "unit = \"16-A\", hex = \"2308\"",
                "unit = \"16-Z\", hex = \"2308\"",
                0,
                "there is no US unit \"16-Z\" (16-E)",
            ),
            (
                "unit = \"16-A\", hex = \"2308\"",
                "unit = \"16-A\", hex = \"2301\"",
                0,
                "no unit can stand in 2301",
            ),
            (
                "unit = \"16-B\", hex",
                "unit = \"16-A\", hex",
                0,
                "the unit \"16-A\" stands here twice",
            ),
            (
                "unit = \"hq-16\", hex = \"2307\"",
                "unit = \"hq-16\", hex = \"2307\", strength = 2",
                0,
                "a leader has no strength",
            ),
        ],
    );
}

#[test]
fn files_that_are_no_part_of_a_module_are_named() {
    let mut files = shipped();
    files.insert("omaha/omaha-beach/position.toml".to_owned(), Vec::new());
    files.remove("omaha/omaha-beach/us.toml");
    let report = module::Library::from_files(omaha_table::SHAPES, files).check();
    let show = |it: &Problem| format!("{}: {} {:?}", it.file, it.message, it.suggestion);
    let found: Vec<String> = report.errors.problems().iter().map(show).collect();
    assert_eq!(
        found,
        [
            "omaha/omaha-beach/position.toml: the file is no part of a module Some(\"positions.toml\")",
            "omaha/omaha-beach/us.toml: the file is missing None",
        ]
    );
}
