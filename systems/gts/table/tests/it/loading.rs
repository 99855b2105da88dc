//! A good module loads as written; a broken one says everything that is wrong with it, where, and what was meant.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use gts::data::{
    AssaultRating, Back, Belongs, Chit, Colour, Data, DivisionId, Edition, FormationId, LeaderFace,
    MoveClass, Movement, Nation, PrintedRange, Side, Start, UnitId, Weather,
};
use module::{Errors, Loaded};

type Files = BTreeMap<String, Vec<u8>>;

const FILES: [&str; 5] =
    ["module.toml", "map.toml", "forces/3div.toml", "forces/716.toml", "scenarios/first.toml"];

fn fixture() -> Files {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let path = |name: &&str| format!("gts/small/{name}");
    FILES
        .iter()
        .map(path)
        .map(|it| (it.clone(), fs::read(dir.join(&it)).expect("fixture")))
        .collect()
}

fn load(files: Files) -> Result<Loaded<Data>, Errors> {
    module::Library::from_files(gts_table::SHAPES, files).load::<gts_table::Gts>("small", "first")
}

fn data(loaded: &Loaded<Data>) -> Arc<Data> {
    loaded.data.clone()
}

/// The fixture with one text replaced by another in one file.
fn broken(name: &str, from: &str, to: &str) -> Files {
    let mut files = fixture();
    let file = files.get_mut(&format!("gts/small/{name}")).expect("a file of the fixture");
    let text = String::from_utf8(file.clone()).expect("text");
    assert!(text.contains(from), "{name} does not contain {from:?}");
    *file = text.replacen(from, to, 1).into_bytes();
    files
}

/// "line:column message" and "(suggestion)" of every problem.
fn problems(files: Files) -> Vec<String> {
    let report = module::Library::from_files(gts_table::SHAPES, files).check();
    let show = |it: &module::Problem| {
        let suggestion = it.suggestion.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        format!(
            "{}:{}:{} {}{suggestion}",
            it.file.replace("gts/small/", ""),
            it.line,
            it.column,
            it.message
        )
    };
    report.errors.problems().iter().map(show).collect()
}

/// For each text replaced by another in one file, the problems that follow; all cases are tried.
#[track_caller]
fn cases(name: &str, cases: &[(&str, &str, &[&str])]) {
    let mut wrong = String::new();
    for (from, to, expected) in cases {
        let found = problems(broken(name, from, to));
        if found != *expected {
            wrong += &format!("{from:?} -> {to:?}\nexpected {expected:#?}\nfound {found:#?}\n\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_good_module_loads_as_written() {
    let loaded = load(fixture()).unwrap_or_else(|it| panic!("\n{it}"));
    assert_eq!(loaded.content.len(), 64);
    assert_eq!(loaded.sheet.routes[0].0, "Route nationale");
    let data = data(&loaded);
    assert_eq!(data.hex_metres, 500);
    assert_eq!((data.module.as_str(), data.scenario.as_str()), ("small", "first"));
    assert_eq!(data.edition, Edition::Normandy);
    assert!(!data.switches.counter_battery && data.switches.direct_yellow_for_black_brown);
    assert_eq!(data.weather, Weather::Clear);
    assert_eq!(data.turns.len(), 2);
    assert!(data.turns[1].last_before_night);

    let hex = |label: &str| data.map.find(label).expect("a hex");
    assert_eq!(data.map.terrain_kind(hex("0302")).key, "orchard");
    assert_eq!(data.map.elevation(hex("0302")), 2);
    assert_eq!(data.map.elevation(hex("0405")), -1);
    assert_eq!(data.map.name(hex("0602")), Some("Périers"));
    let slope = data.map.legend().side("slope").expect("a slope");
    let uphill = data.map.direction(hex("0202"), hex("0302")).expect("neighbours");
    assert!(data.map.sides(hex("0202"), uphill).contains(slope));
    assert!(!data.map.sides(hex("0302"), uphill.opposite()).contains(slope));
    assert_eq!(data.sides[0].entry_hexes, [hex("0101"), hex("0401")]);

    assert_eq!(data.divisions.len(), 2);
    assert_eq!((data.divisions[0].command_rating, data.divisions[0].dispatch_rating), (4, 4));
    assert_eq!(data.divisions[1].side, Side::Second);
    assert_eq!((data.formations[0].rearguards, data.formations[1].rearguards), (2, 1));
    assert_eq!(data.leaders[0].front, LeaderFace { command_range: 5, attachment: 4 });
    assert_eq!(data.leaders[0].back, LeaderFace { command_range: 3, attachment: 4 });
    assert_eq!(data.leaders[1].back, LeaderFace { command_range: 8, attachment: 4 });
    assert_eq!(data.leader_starts, [Some(UnitId(2)), None, None]);

    let unit = |key: &str| data.units.iter().find(|it| it.key == key).expect("a unit");
    let start = |key: &str| {
        data.unit_starts[data.units.iter().position(|it| it.key == key).expect("a unit")]
    };
    let suffolk = unit("a-1-suffolk");
    assert_eq!(suffolk.front.fire, Some((6, Colour::Red)));
    assert_eq!(
        suffolk.front.assault,
        Some(AssaultRating { value: 5, row: Some(Colour::Red), double: true })
    );
    assert_eq!((suffolk.front.defense, suffolk.front.armoured), (-1, false));
    assert_eq!(suffolk.front.movement, Movement::Points(8, MoveClass::Leg));
    assert_eq!(suffolk.belongs, Belongs::Formation(FormationId(0)));
    assert_eq!(start("a-1-suffolk").at, Start::Hex(hex("0102")));
    assert_eq!((start("a-1-suffolk").steps_lost, start("a-1-suffolk").cohesion), (1, 1));
    let Back::Reduced(face) = unit("b-1-suffolk").back else { panic!("no reduced side") };
    assert_eq!((face.fire, face.tq, face.red_tq), (Some((4, Colour::Red)), 5, false));
    assert!(unit("b-1-suffolk").front.red_tq);
    assert_eq!(face.defense, -1);
    let Back::Transport(face) = unit("20-at").back else { panic!("no transport side") };
    assert_eq!((face.fire, face.tq, face.mounted), (None, 3, true));
    assert_eq!(face.movement, Movement::Points(18, MoveClass::Wheeled));
    assert_eq!(face.range, PrintedRange::Unprinted);
    assert!(start("staffs").column && start("1-736").entrenched);
    assert_eq!(start("20-at").at, Start::Reinforcement { turn: 2, entry: hex("0101") });
    assert_eq!(start("absent").at, Start::Absent);

    let mug = [
        Chit::Division(DivisionId(0)),
        Chit::Formation(FormationId(0)),
        Chit::DirectCommand(Side::First),
    ];
    assert_eq!(data.first_mug.as_deref(), Some(&mug[..]));
    assert_eq!(data.first_chit, Some(mug[0]));
    assert_eq!(data.empty_entrenchments, [(hex("0505"), Nation::of(Side::Second))]);
    assert_eq!(data.night_assault, [DivisionId(1)]);
    assert_eq!((data.victory.per_enemy_step, data.victory.handicap), ([2, 1], [0, 10]));
    assert_eq!(data.victory.hexes[0].points, 3);
    assert!(
        data.sight.clear(hex("0101"), hex("0201")) && !data.sight.clear(hex("0102"), hex("0402"))
    );
}

#[test]
fn a_library_on_disk_is_the_same_as_one_handed_over() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let given = load(fixture()).expect("good");
    for dir in [root.clone(), root.join("gts"), root.join("gts/small")] {
        let library = module::Library::open(gts_table::SHAPES, &dir).expect("a library");
        let loaded = library.load::<gts_table::Gts>("small", "first").expect("good");
        assert_eq!(loaded.content, given.content, "{}", dir.display());
        assert!(module::check(gts_table::SHAPES, &dir).is_clean());
    }
    assert!(
        module::check(gts_table::SHAPES, root.join("gts/small/scenarios/first.toml")).is_clean()
    );
    assert_eq!(module::check(gts_table::SHAPES, root.join("nowhere")).errors.count(), 1);
    let heads = module::Library::open(gts_table::SHAPES, &root).expect("a library").modules();
    assert_eq!(heads.len(), 2);
    assert_eq!((heads[1].title.as_str(), heads[1].edition.as_str()), ("Small", "normandy"));
    assert_eq!((heads[1].scenarios[0].turns, heads[1].scenarios[0].minutes), (2, 30));
    // Nine turns of the default calendar.
    let landing = &heads[0].scenarios[0];
    assert_eq!((landing.turns, landing.ends.as_str()), (9, "6 June 1944, Night"));
}

#[test]
fn the_content_changes_with_every_file() {
    let content = |files| load(files).expect("good").content;
    let original = content(fixture());
    assert_eq!(original, content(fixture()));
    for (name, from) in
        [("module.toml", "A small"), ("map.toml", "500"), ("forces/716.toml", "Oberst")]
    {
        let to = if from == "500" { "400".to_owned() } else { format!("{from}x") };
        assert_ne!(original, content(broken(name, from, &to)), "{name}");
    }
    // A file the scenario does not need changes nothing.
    let mut files = fixture();
    files.insert("gts/small/scenarios/second.toml".to_owned(), b"broken".to_vec());
    assert_eq!(original, content(files));
}

#[test]
fn what_is_not_there_is_named_with_what_may_have_been_meant() {
    let library = module::Library::from_files(gts_table::SHAPES, fixture());
    let suggestion = |module, scenario| {
        let errors = library.load::<gts_table::Gts>(module, scenario).expect_err("an error");
        errors.problems()[0].suggestion.clone()
    };
    assert_eq!(suggestion("smal", "first").as_deref(), Some("small"));
    assert_eq!(suggestion("small", "frist").as_deref(), Some("first"));
    assert_eq!(suggestion("../small", "../../etc/passwd"), None);
}

#[test]
fn mistakes_in_the_head_are_found() {
    cases(
        "module.toml",
        &[
            ("format = 1", "format = 2", &["module.toml:1:10 \"format\" must be 1"]),
            (
                "\"gts\"",
                "\"tcs\"",
                &["module.toml:2:10 the module lies in the directory of \"gts\" (gts)"],
            ),
            (
                "normandy",
                "normandie",
                &[
                    "module.toml:4:11 \"edition\" cannot be \"normandie\": one of normandy, series (normandy)",
                ],
            ),
            ("summary", "sumary", &["module.toml:5:1 unknown key \"sumary\" (summary)"]),
            (
                "key = \"german\"",
                "key = \"british\"",
                &[
                    "forces/716.toml:4:8 there is no side \"german\" in module.toml",
                    "module.toml:13:7 the two sides need different keys",
                    "scenarios/first.toml:1:9 no unit of side \"british\" takes part",
                    "scenarios/first.toml:18:1 there is no side \"german\" in module.toml",
                    "scenarios/first.toml:48:8 there is no side \"german\" in module.toml",
                    "scenarios/first.toml:58:9 there is no side \"german\" in module.toml",
                    "scenarios/first.toml:62:14 there is no side \"german\" in module.toml",
                    "scenarios/first.toml:63:12 side \"british\" has no briefing",
                    "scenarios/first.toml:63:41 there is no side \"german\" in module.toml",
                ],
            ),
            (
                "counter_battery = false",
                "counter_battery = \"no\"",
                &[
                    "module.toml:18:19 \"counter_battery\" must be true or false, not text in quotes",
                ],
            ),
            (
                "title = \"Small\"",
                "title = \"Small",
                &["module.toml:3:15 invalid basic string, expected `\"`"],
            ),
            (
                "[[side]]\nkey = \"german\"\nname = \"German\"\nadjective = \"German\"\n",
                "",
                &["module.toml:7:1 \"side\" must have exactly 2 entries, not 1"],
            ),
        ],
    );
}

#[test]
fn mistakes_in_the_map_are_found() {
    cases(
        "map.toml",
        &[
            (
                "w = \"woods\"",
                "w = \"wods\"",
                &["map.toml:21:5 there is no terrain \"wods\" in tables.toml (woods)"],
            ),
            (
                ". . w . . .",
                ". . w . .",
                &["map.toml:5:1 terrain: row 1 has 5 hexes, the map has 6 columns"],
            ),
            (" . w o", " . q o", &["map.toml:6:4 hex 0202: \"q\" is not in [letters]"]),
            (
                "rows = 5",
                "rows = 6",
                &[
                    "map.toml:4:11 terrain: there are 5 rows, the map has 6",
                    "map.toml:11:13 elevation: there are 5 rows, the map has 6",
                ],
            ),
            (
                "0 0 0 -1",
                "0 0 0 x1",
                &["map.toml:16:7 hex 0405: the level \"x1\" is not a small number"],
            ),
            (
                "columns = 6",
                "columns = 99\n#",
                &[
                    "map.toml:6:1 terrain: row 1 has 6 hexes, the map has 99 columns",
                    "map.toml:7:2 terrain: row 2 has 6 hexes, the map has 99 columns",
                    "map.toml:8:1 terrain: row 3 has 6 hexes, the map has 99 columns",
                    "map.toml:9:2 terrain: row 4 has 6 hexes, the map has 99 columns",
                    "map.toml:10:1 terrain: row 5 has 6 hexes, the map has 99 columns",
                    "map.toml:13:1 elevation: row 1 has 6 hexes, the map has 99 columns",
                    "map.toml:14:2 elevation: row 2 has 6 hexes, the map has 99 columns",
                    "map.toml:15:1 elevation: row 3 has 6 hexes, the map has 99 columns",
                    "map.toml:16:2 elevation: row 4 has 6 hexes, the map has 99 columns",
                    "map.toml:17:1 elevation: row 5 has 6 hexes, the map has 99 columns",
                ],
            ),
            (
                "\"stream\"",
                "\"streem\"",
                &["map.toml:28:8 there is no hexside \"streem\" in tables.toml (stream)"],
            ),
            ("0103-0104", "0103-0105", &["map.toml:29:10 0103 and 0105 are not neighbours"]),
            (
                "0103-0104",
                "0103/0104",
                &[
                    "map.toml:29:10 \"0103/0104\" is not a hexside: two hexes with \"-\" or \">\" between, as in \"0413-0513\"",
                ],
            ),
            (
                "0103-0104",
                "0103>0104",
                &["map.toml:29:10 \"stream\" is the same from both hexes (0103-0104)"],
            ),
            (
                "\"stream\"",
                "\"bridge\"",
                &[
                    "map.toml:29:10 there is no water under the \"bridge\" 0103-0104",
                    "map.toml:29:23 there is no water under the \"bridge\" 0104-0203",
                ],
            ),
            (
                "0202>0302",
                "0202-0302",
                &["map.toml:33:10 \"slope\" is crossed one way (0202>0302)"],
            ),
            (
                "0202>0302",
                "0202>0802",
                &["map.toml:33:10 there is no hex \"0802\" on this map of 6 columns and 5 rows"],
            ),
            (
                "\"road\"",
                "\"raod\"",
                &["map.toml:36:8 there is no route \"raod\" in tables.toml (road)"],
            ),
            ("\"0402\", ", "", &["map.toml:38:17 0403 and 0502 are not neighbours"]),
            (
                "kind = \"hill\"",
                "kind = \"hil\"",
                &["map.toml:41:8 there is no feature \"hil\" in tables.toml (hill)"],
            ),
            (
                "hexes = [\"0302\"]",
                "hexes = [\"3002\"]",
                &["map.toml:42:10 there is no hex \"3002\" on this map of 6 columns and 5 rows"],
            ),
            (
                "kind = \"village\"",
                "kind = \"vilage\"",
                &[
                    "map.toml:47:8 \"kind\" cannot be \"vilage\": one of village, town, hill, wood, farm, river, sea, strongpoint, exit (village)",
                ],
            ),
        ],
    );
}

#[test]
fn mistakes_in_the_forces_are_found() {
    cases(
        "forces/3div.toml",
        &[
            (
                "side = \"british\"",
                "side = \"britsh\"",
                &["forces/3div.toml:4:8 there is no side \"britsh\" in module.toml (british)"],
            ),
            (
                "#b98b5e",
                "b98b5e",
                &["forces/3div.toml:5:10 \"b98b5e\" is not a colour, as in \"#8c2f2f\""],
            ),
            (
                "command_rating = 4",
                "command_rating = 40",
                &["forces/3div.toml:6:18 \"command_rating\" must be from 0 to 19"],
            ),
            (
                "formation = \"8bde\"\ncommand",
                "formation = \"8bd\"\ncommand",
                &["forces/3div.toml:22:13 there is no formation \"8bd\" in this division (8bde)"],
            ),
            (
                "key = \"9bde\"",
                "key = \"8bde\"",
                &[
                    "forces/3div.toml:14:7 the formation key \"8bde\" is taken already: gts/small/forces/3div.toml, line 9",
                    "forces/3div.toml:30:13 there is no formation \"9bde\" in this division (8bde)",
                    "forces/3div.toml:91:13 there is no formation \"9bde\" in this division (8bde)",
                ],
            ),
            (
                "key = \"b-1-suffolk\"",
                "key = \"a-1-suffolk\"",
                &[
                    "forces/3div.toml:47:7 the unit key \"a-1-suffolk\" is taken already: gts/small/forces/3div.toml, line 33",
                    "scenarios/first.toml:39:10 there is no unit \"b-1-suffolk\" in forces/ (a-1-suffolk)",
                ],
            ),
            (
                "key = \"staffs\"",
                "key = \"Staffs\"",
                &[
                    "forces/3div.toml:62:7 \"Staffs\" must consist of small letters, digits and hyphens, at most 40",
                    "scenarios/first.toml:28:10 there is no unit \"staffs\" in forces/",
                    "scenarios/first.toml:44:8 there is no unit \"staffs\" in forces/",
                ],
            ),
            (
                "arm = \"tank\"",
                "arm = \"tnak\"",
                &["forces/3div.toml:65:7 \"arm\" cannot be \"tnak\": one of \
infantry, parachute, commando, ranger, motor-infantry, armoured-infantry, machine-gun, reconnaissance, engineer, \
armoured-engineer, tank, dd-tank, tank-destroyer, assault-gun, anti-tank, anti-aircraft, mortar, light-mortar, \
artillery, self-propelled-artillery, coastal-battery, headquarters, rearguard (tank)"],
            ),
            ("steps = 2", "steps = 3", &["forces/3div.toml:38:9 \"steps\" must be from 0 to 2"]),
            (
                "\"6 red\"",
                "\"12 red\"",
                &["forces/3div.toml:39:8 fire must be from 0 to 9, not 12"],
            ),
            (
                "\"6 red\"",
                "\"6 rde\"",
                &[
                    "forces/3div.toml:39:8 there is no rating colour \"rde\": white, red, purple, blue, green, orange, yellow, brown, black (red)",
                ],
            ),
            (
                "\"6 red\"",
                "6",
                &["forces/3div.toml:39:8 fire is a value and a colour, as in \"6 red\", or \"no\""],
            ),
            (
                "range = 1",
                "range = 0",
                &["forces/3div.toml:40:9 range must be from 1 to 99, not 0"],
            ),
            (
                "\"-1 white\"",
                "\"-6 white\"",
                &["forces/3div.toml:42:11 defense must be from -5 to 5, not -6"],
            ),
            (
                "\"-1 white\"",
                "\"-1 grey\"",
                &[
                    "forces/3div.toml:42:11 the background of defense is \"white\" or \"black\", not \"grey\"",
                ],
            ),
            ("tq = 6", "tq = 10", &["forces/3div.toml:43:6 tq must be from 0 to 9, not 10"]),
            (
                "tq = 6",
                "tq = 6.5",
                &[
                    "forces/3div.toml:43:6 \"tq\" must be a whole number or text in quotes, not a fraction",
                ],
            ),
            ("\"8 leg\"", "\"80 leg\"", &["forces/3div.toml:44:6 ma must be from 1 to 40, not 80"]),
            (
                "\"8 leg\"",
                "\"8 legs\"",
                &[
                    "forces/3div.toml:44:6 there is no movement class \"legs\": leg, wheeled, tracked (leg)",
                ],
            ),
            (
                "stripe = \"white\"",
                "stripe = \"white\"\nformation = \"8bde\"",
                &["forces/3div.toml:64:10 a unit has a formation or a stripe, not both"],
            ),
            (
                "stripe = \"white\"\n",
                "",
                &[
                    "forces/3div.toml:62:7 unit \"staffs\" needs a formation, or a stripe if it is independent",
                ],
            ),
            (
                "steps = 2\nfire = \"6 red\"\nassault = 5",
                "steps = 1\nfire = \"6 red\"\nassault = 5",
                &["forces/3div.toml:51:9 only a unit of 2 steps has a reduced side"],
            ),
            (
                "[unit.transport]\n",
                "[unit.transport]\n[unit.reduced]\n",
                &[
                    "forces/3div.toml:75:7 unit \"20-at\" has both a reduced and a transport side: a counter has one back",
                ],
            ),
        ],
    );
}

#[test]
fn mistakes_in_the_scenario_are_found() {
    cases(
        "scenarios/first.toml",
        &[
            (
                "\"clear\"",
                "\"snow\"",
                &[
                    "scenarios/first.toml:4:11 \"weather\" cannot be \"snow\": one of clear, overcast, rain, fog, mist, storm, sandstorm",
                ],
            ),
            (
                "[\"716\"]",
                "[\"717\"]",
                &["scenarios/first.toml:5:18 there is no division \"717\" in forces/ (716)"],
            ),
            (
                "british = [\"0101\"",
                "britich = [\"0101\"",
                &[
                    "scenarios/first.toml:17:1 there is no side \"britich\" in module.toml (british)",
                    "scenarios/first.toml:38:9 0101 is not an entry hex of british for \"20-at\"",
                    "scenarios/first.toml:38:9 0101 is not an entry hex of british for \"b-1-suffolk\"",
                ],
            ),
            (
                "\"0401\"]",
                "\"0402\"]",
                &["scenarios/first.toml:17:20 entry hex 0402 is not on the edge of the map"],
            ),
            (
                "\"0401\"]",
                "\"0605\"]",
                &["scenarios/first.toml:18:11 hex 0605 is an entry hex of both sides"],
            ),
            (
                "at = \"0102\"",
                "at = \"0702\"",
                &[
                    "scenarios/first.toml:21:6 there is no hex \"0702\" on this map of 6 columns and 5 rows",
                ],
            ),
            (
                "at = \"0102\"",
                "at = \"102\"",
                &[
                    "scenarios/first.toml:21:6 \"102\" is not a hex: two digits for the column and two for the row, as in \"0413\"",
                ],
            ),
            (
                "[\"a-1-suffolk\"]",
                "[\"a-1-sufolk\"]",
                &[
                    "scenarios/first.toml:22:10 there is no unit \"a-1-sufolk\" in forces/ (a-1-suffolk)",
                ],
            ),
            (
                "[\"a-1-suffolk\"]",
                "[\"a-1-suffolk\", \"staffs\"]",
                &["scenarios/first.toml:28:10 unit \"staffs\" is placed already in line 22"],
            ),
            (
                "steps_lost = 1",
                "steps_lost = 2",
                &[
                    "scenarios/first.toml:23:14 unit \"a-1-suffolk\" has 2 steps and cannot have lost 2",
                ],
            ),
            (
                "cohesion = 1",
                "cohesion = 3",
                &["scenarios/first.toml:24:12 \"cohesion\" must be from 0 to 2"],
            ),
            (
                "cohesion = 1",
                "mounted = true",
                &[
                    "scenarios/first.toml:22:10 unit \"a-1-suffolk\" has no transport side and cannot be mounted",
                ],
            ),
            (
                "at = \"0402\"",
                "at = \"0202\"",
                &[
                    "scenarios/first.toml:28:10 unit \"staffs\": woods in 0202 is prohibited to tracked units",
                ],
            ),
            (
                "at = \"0402\"\nunits = [\"staffs\"]\ncolumn = true",
                "at = \"0403\"\nunits = [\"staffs\"]",
                &[
                    "scenarios/first.toml:28:10 unit \"staffs\": town in 0403 is prohibited to tracked units, except In Column",
                ],
            ),
            (
                "at = \"0604\"",
                "at = \"0102\"",
                &[
                    "scenarios/first.toml:33:10 \"1-736\" and \"a-1-suffolk\" are of opposing sides in one hex (gts.stack.no-mixing)",
                ],
            ),
            (
                "at = \"0402\"\nunits = [\"staffs\"]",
                "at = \"0402\"\nunits = [\"staffs\", \"absent\"]",
                &[
                    "scenarios/first.toml:28:20 \"absent\" and \"staffs\" are both In Column in one hex (gts.stack.one-column)",
                ],
            ),
            (
                "ent = true",
                "ent = true\ncolumn = true",
                &[
                    "scenarios/first.toml:35:10 a unit In Column cannot be in an entrenchment (gts.move.ent-one-unit)",
                ],
            ),
            (
                "ent = true",
                "ent = true\nip = true",
                &[
                    "scenarios/first.toml:35:6 a unit in an entrenchment has no improved position as well (gts.move.ent-ip)",
                ],
            ),
            ("turn = 2", "turn = 3", &["scenarios/first.toml:37:8 turn 3 is after the last of 2"]),
            (
                "entry = \"0101\"",
                "entry = \"0605\"",
                &[
                    "scenarios/first.toml:38:9 0605 is not an entry hex of british for \"20-at\"",
                    "scenarios/first.toml:38:9 0605 is not an entry hex of british for \"b-1-suffolk\"",
                ],
            ),
            (
                "key = \"cass\"",
                "key = \"kass\"",
                &["scenarios/first.toml:43:7 there is no leader \"kass\" in forces/ (cass)"],
            ),
            (
                "with = \"staffs\"",
                "with = \"1-736\"",
                &[
                    "scenarios/first.toml:44:8 unit \"1-736\" is neither of his formation nor an independent of his division (gts.stack.leader-company)",
                ],
            ),
            (
                "key = \"cass\"\nwith = \"staffs\"",
                "key = \"cunningham\"\nwith = \"staffs\"",
                &[
                    "scenarios/first.toml:43:7 no unit of the formation of leader \"cunningham\" takes part",
                ],
            ),
            (
                "hex = \"0505\"\nside = \"german\"",
                "hex = \"0505\"\nside = \"germans\"",
                &["scenarios/first.toml:48:8 there is no side \"germans\" in module.toml (german)"],
            ),
            (
                "\"formation:8bde\"",
                "\"formation:8bed\"",
                &["scenarios/first.toml:51:25 there is no formation \"8bed\" in forces/ (8bde)"],
            ),
            (
                "\"formation:8bde\"",
                "\"formations:8bde\"",
                &[
                    "scenarios/first.toml:51:25 there is no chit \"formations:8bde\" (formation:8bde)",
                ],
            ),
            (
                "\"formation:8bde\"",
                "\"formation\"",
                &["scenarios/first.toml:51:25 a formation chit is written \"formation:KEY\""],
            ),
            (
                "mug = [\"division:3div\", ",
                "mug = [",
                &["scenarios/first.toml:52:14 first chit \"division:3div\" is not in the mug"],
            ),
            (
                "[victory]",
                "[[victory_hex]]\nhex = \"0602\"\nname = \"x\"\npoints = 1\nowner = \"german\"\n\n[victory]",
                &["scenarios/first.toml:61:7 victory hex 0602 stands here twice"],
            ),
            (
                ", german = \"Hold Périers.\"",
                "",
                &["scenarios/first.toml:63:12 side \"german\" has no briefing"],
            ),
            (
                "points = 3",
                "points = 300",
                &["scenarios/first.toml:57:10 \"points\" must be from 0 to 100"],
            ),
            (
                "[[turn]]",
                "[[trun]]",
                &[
                    "scenarios/first.toml:7:3 unknown key \"trun\" (turn)",
                    "scenarios/first.toml:37:8 turn 2 is after the last of 1",
                ],
            ),
        ],
    );
}

#[test]
fn many_mistakes_are_reported_at_once() {
    let mut files = fixture();
    let mut replace = |name: &str, from: &str, to: &str| {
        let file = files.get_mut(&format!("gts/small/{name}")).expect("a file");
        let text = String::from_utf8(file.clone()).expect("text");
        *file = text.replacen(from, to, 1).into_bytes();
    };
    replace("map.toml", "\"woods\"", "\"wods\"");
    replace("map.toml", "0103-0104", "0103-0105");
    replace("forces/3div.toml", "steps = 2", "steps = \"2\"");
    replace("forces/3div.toml", "\"7 white\"", "\"7 whit\"");
    replace("forces/716.toml", "short = \"716\"", "shrt = \"716\"");
    replace("scenarios/first.toml", "weather = \"clear\"", "weather = \"claer\"");
    replace("scenarios/first.toml", "key = \"cass\"", "key = \"kass\"");
    let errors = load(files).expect_err("errors");
    let found: Vec<String> =
        errors.problems().iter().map(|it| format!("{}:{}", it.file, it.line)).collect();
    assert_eq!(
        found,
        [
            "gts/small/forces/3div.toml:38",
            "gts/small/forces/3div.toml:67",
            "gts/small/forces/716.toml:3",
            "gts/small/map.toml:21",
            "gts/small/map.toml:29",
            "gts/small/scenarios/first.toml:4",
            "gts/small/scenarios/first.toml:43",
        ],
        "{errors}"
    );
    let json = serde_json::to_value(&errors).expect("json");
    assert_eq!(json[3]["line"], 21);
    assert_eq!(json[3]["suggestion"], "woods");
    let text = errors.to_string();
    assert!(text.contains(" --> gts/small/map.toml:21:5\n"), "{text}");
    assert!(text.contains("21 | w = \"wods\"\n   |     ^^^^^^\n"), "{text}");
    assert!(text.contains("help: did you mean \"woods\"?"), "{text}");
    assert!(text.ends_with("7 problems"), "{text}");
}

#[test]
fn missing_and_stray_files_are_found() {
    for name in ["module.toml", "map.toml"] {
        let mut files = fixture();
        files.remove(&format!("gts/small/{name}"));
        assert_eq!(problems(files), [format!("{name}:1:1 the file is missing")]);
    }
    let mut files = fixture();
    files.insert("gts/small/maps.toml".to_owned(), Vec::new());
    files.insert("gts/small/force/x.toml".to_owned(), Vec::new());
    files.insert("gts/small/NOTES.md".to_owned(), Vec::new());
    files.insert("gts/../../etc/x.toml".to_owned(), Vec::new());
    files.insert("gts/small/scenarios/big.toml".to_owned(), vec![b'#'; 1 << 20]);
    files.insert("gts/small/scenarios/latin.toml".to_owned(), b"title = \"P\xe9riers\"".to_vec());
    assert_eq!(
        problems(files),
        [
            "gts/../../etc/x.toml:1:1 the path does not lead to a file of a module",
            "force/x.toml:1:1 the file is no part of a module (forces)",
            "maps.toml:1:1 the file is no part of a module (map.toml)",
            "scenarios/big.toml:1:1 the file is larger than 512 KiB",
            "scenarios/latin.toml:1:1 the text is not UTF-8, first in line 1",
        ]
    );
}
