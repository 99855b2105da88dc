//! Ships, beaches, air, events, supply, guns and variants: what loads, and what is wrong with what does not.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use gts::{
    data::{
        Arm, AtSea, BeachId, Belongs, Chit, Colour, ContactNumbers, Data, Delay, DivisionId,
        Effect, ForceId, FormationId, LeaderId, MoveClass, Movement, PrintedRange, RangeBox,
        ShipMoves, Side, Start, SubBeachId, Supply, SupplyLevel, Transfer, UnitId, Weather,
    },
    tables::{FireResult, TerrainColumn},
};

type Files = BTreeMap<String, Vec<u8>>;

const FILES: [&str; 7] = [
    "module.toml",
    "map.toml",
    "naval.toml",
    "forces/3div.toml",
    "forces/6ab.toml",
    "forces/716.toml",
    "scenarios/first.toml",
];

fn fixture() -> Files {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let path = |name: &&str| format!("gts/landing/{name}");
    let read = |it: String| (it.clone(), fs::read(dir.join(&it)).expect("fixture"));
    FILES.iter().map(path).map(read).collect()
}

fn load(files: Files) -> Arc<Data> {
    let loaded = module::Library::from_files(gts_table::SHAPES, files)
        .load::<gts_table::Gts>("landing", "first");
    let loaded = loaded.unwrap_or_else(|it| panic!("\n{it}"));
    loaded.data
}

/// The fixture with one text replaced by another in one file.
fn changed(name: &str, from: &str, to: &str) -> Files {
    let mut files = fixture();
    let file = files.get_mut(&format!("gts/landing/{name}")).expect("a file of the fixture");
    let text = String::from_utf8(file.clone()).expect("text");
    assert!(text.contains(from), "{name} does not contain {from:?}");
    *file = text.replacen(from, to, 1).into_bytes();
    files
}

/// "file:line:column message (suggestion)" of every problem.
fn problems(files: Files) -> Vec<String> {
    let report = module::Library::from_files(gts_table::SHAPES, files).check();
    let show = |it: &module::Problem| {
        let suggestion = it.suggestion.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        let file = it.file.replace("gts/landing/", "").replace("scenarios/", "");
        format!("{file}:{}:{} {}{suggestion}", it.line, it.column, it.message)
    };
    report.errors.problems().iter().map(show).collect()
}

/// For each text replaced by another in one file, the problems that follow; all cases are tried.
#[track_caller]
fn cases(name: &str, cases: &[(&str, &str, &[&str])]) {
    let mut wrong = String::new();
    for (from, to, expected) in cases {
        let found = problems(changed(name, from, to));
        if found != *expected {
            wrong += &format!("{from:?} -> {to:?}\nexpected {expected:#?}\nfound {found:#?}\n\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn id(data: &Data, key: &str) -> UnitId {
    let found = data.units.iter().position(|it| it.key == key);
    UnitId(found.unwrap_or_else(|| panic!("no {key}")) as u8)
}

#[test]
fn a_landing_loads_as_written() {
    let data = load(fixture());
    let hex = |label: &str| data.map.find(label).expect("a hex");
    let naval = data.naval.as_ref().expect("a landing");
    assert_eq!(naval.side, Side::First);
    assert_eq!(naval.range_boxes, [("Far".to_owned(), 40), ("Short".to_owned(), 10)]);
    assert_eq!(naval.forces[0].marker, hex("0302"));
    assert_eq!(naval.forces[0].coast, [hex("0103"), hex("0203")]);
    assert_eq!((naval.double_play, naval.phone_window), (Some(1), Some((2, 9))));
    let [sword, juno] = naval.beaches.as_slice() else { panic!("two beaches") };
    assert_eq!((sword.obstacles, sword.nests, sword.gap, sword.sea_state), (3, 5, 5, 3));
    assert_eq!((juno.obstacles, juno.nests, juno.gap, juno.sea_state), (3, 2, 3, 4));
    assert_eq!((sword.overlay, juno.overlay), (true, false));
    assert_eq!(sword.gaps, [(hex("0203"), hex("0104")), (hex("0203"), hex("0204"))]);
    assert_eq!(juno.gaps, [(hex("0303"), hex("0304"))]);
    let subs: Vec<(&str, BeachId)> =
        naval.sub_beaches.iter().map(|it| (it.key.as_str(), it.beach)).collect();
    assert_eq!(subs, [("white", BeachId(0)), ("red", BeachId(0)), ("nan", BeachId(1))]);
    assert_eq!(naval.sub_beaches[2].hexes, [hex("0303"), hex("0403")]);

    let start = |key: &str| data.unit_starts[usize::from(id(&data, key).0)];
    assert_eq!(start("hussars").at, Start::Sea { turn: 0, at: AtSea::Wave(SubBeachId(0)) });
    assert_eq!(start("avre").at, Start::Sea { turn: 0, at: AtSea::Loading(SubBeachId(2)) });
    assert_eq!(start("41-cdo").at, Start::Sea { turn: 2, at: AtSea::EnRoute(ForceId(0)) });
    let range = |force, at| Start::Sea { turn: 0, at: AtSea::Range(ForceId(force), RangeBox(at)) };
    assert_eq!((start("warspite").at, start("roberts").at), (range(0, 0), range(1, 1)));
    assert_eq!(start("lct-r").at, Start::Absent);
    assert_eq!(data.leader_starts[0], Some(id(&data, "a-yorks")));
}

#[test]
fn ships_craft_and_rearguards_become_units() {
    let data = load(fixture());
    let unit = |key: &str| &data.units[usize::from(id(&data, key).0)];
    let keys: Vec<&str> = data.units.iter().map(|it| it.key.as_str()).skip(11).collect();
    assert_eq!(
        keys,
        [
            "8bde-rearguard-1",
            "rm-rearguard-1",
            "rm-rearguard-2",
            "warspite",
            "roberts",
            "lct-r",
            "sword-craft-1",
            "sword-craft-2",
            "juno-craft-1",
            "juno-craft-2",
            "juno-craft-3",
        ]
    );
    assert_eq!(data.unit_starts.len(), data.units.len());
    let plain = unit("8bde-rearguard-1");
    assert_eq!((plain.name.as_str(), plain.arm), ("Rearguard, 8th Brigade", Arm::Rearguard));
    assert_eq!((plain.steps, plain.front.fire), (0, Some((3, Colour::Red))));
    assert_eq!((plain.front.tq, plain.front.movement), (5, Movement::No));
    assert_eq!(plain.front.range, PrintedRange::Hexes(1));
    assert_eq!(plain.belongs, Belongs::Formation(FormationId(0)));
    let own = unit("rm-rearguard-2");
    assert_eq!((own.steps, own.front.fire, own.front.tq), (1, Some((4, Colour::Red)), 6));
    assert_eq!(own.front.movement, Movement::Points(6, MoveClass::Leg));

    let warspite = unit("warspite");
    assert_eq!((warspite.arm, warspite.steps, warspite.front.tq), (Arm::Battleship, 0, 0));
    assert_eq!(warspite.front.fire, Some((8, Colour::Orange)));
    assert_eq!(warspite.front.range, PrintedRange::Hexes(80));
    let roberts = unit("roberts");
    assert_eq!((roberts.front.fire, roberts.front.defense), (Some((7, Colour::Orange)), -2));
    let ship = roberts.ship.expect("a ship");
    assert_eq!((ship.home, ship.moves), (ForceId(0), ShipMoves::Any));

    let craft = unit("sword-craft-2");
    assert_eq!((craft.name.as_str(), craft.steps), ("LC 2, Sword Beach", 1));
    assert_eq!((craft.arm, craft.belongs), (Arm::LandingCraft, Belongs::WhiteStripe));
    assert_eq!((craft.side, craft.division), (Side::First, DivisionId(0)));
    assert_eq!(craft.front.fire, Some((2, Colour::Red)));
    let naval = data.naval.as_ref().expect("a landing");
    assert_eq!(naval.beaches[0].craft, [UnitId(17), UnitId(18)]);
    // 2 East Yorks, the engineers and 41 Commando; the last could also go to Sword.
    assert_eq!(naval.beaches[1].craft, [UnitId(19), UnitId(20), UnitId(21)]);
    assert!(data.unit_starts[17..].iter().all(|it| it.at == Start::Absent));
}

#[test]
fn the_frame_of_a_scenario_loads_as_written() {
    let data = load(fixture());
    assert_eq!(data.turns.len(), 9);
    assert!(data.turns[0].first_daylight && data.turns[8].night);
    assert_eq!((data.weather, data.royal_marines), (Weather::Storm, Some(FormationId(1))));
    assert_eq!(data.weather_table, [(0, Weather::Clear), (3, Weather::Mist)]);
    let event = &data.events.entries[0];
    assert_eq!((event.from, event.to, event.effect), (0, 1, Effect::Heroic));
    assert_eq!((event.side, data.events.drawn), (Some(Side::First), false));
    let [Some(british), Some(german)] = &data.air else { panic!("air on both sides") };
    assert_eq!(british.points, [(Weather::Clear, 2), (Weather::Storm, 1)]);
    assert_eq!((british.rating, british.row), (7, Colour::Yellow));
    assert_eq!(german.points, [(Weather::Clear, 3), (Weather::Overcast, 1)]);
    assert_eq!((german.rating, german.row), (6, Colour::Orange));
    let transfer =
        Transfer { turn: 3, formation: FormationId(1), to: DivisionId(1), optional: true };
    assert_eq!(data.transfers, [transfer]);
    let level = SupplyLevel::MainRouteClosed;
    assert_eq!(data.supply, [Supply { division: DivisionId(2), from: 2, to: 9, level }]);
    let mug = [Chit::Naval, Chit::RoyalMarines, Chit::Events, Chit::Division(DivisionId(0))];
    assert_eq!(data.first_mug.as_deref(), Some(&mug[..]));
}

#[test]
fn guns_markers_and_exceptions_load_as_written() {
    let data = load(fixture());
    let hex = |label: &str| data.map.find(label).expect("a hex");
    let unit = |key: &str| &data.units[usize::from(id(&data, key).0)];
    let start = |key: &str| data.unit_starts[usize::from(id(&data, key).0)];
    let numbers = |pending, in_contact| Some(ContactNumbers { pending, in_contact });
    assert_eq!((unit("76-fd").contact, unit("33-fd").contact), (numbers(6, 8), numbers(5, 7)));
    assert_eq!((unit("1-1260").contact, unit("flak").contact), (numbers(5, 7), None));
    assert_eq!(start("76-fd").contact, Some(LeaderId(0)));
    assert_eq!(start("1-1260").contact, Some(LeaderId(2)));
    assert!(start("76-fd").parked && start("33-fd").parked && !start("1-1260").parked);
    assert_eq!(start("33-fd").contact, None);
    assert_eq!(start("7-para").delay, Some(Delay::Para2));
    assert!(start("1-736").hero && !start("1-736").heroic);
    assert_eq!(data.road_blocks, [(hex("0505"), DivisionId(2))]);
    assert_eq!((unit("flak").flak, unit("1-736").flak), (Some(3), None));
    assert!(unit("avre").armoured79 && !unit("hussars").armoured79);
    let commando = unit("41-cdo").exceptions;
    assert!(commando.any_leader && commando.near_battalion);
    assert_eq!(unit("1-736").exceptions.wired, Some(BeachId(1)));
    assert!(data.divisions[2].home_soil && !data.divisions[0].home_soil);
}

#[test]
fn variants_change_the_tables() {
    let data = load(fixture());
    let t = &data.tables;
    assert_eq!(t.crt.white_side.purple[7], FireResult::Eliminate);
    assert_eq!(t.crt.black_side.blue[1], FireResult::SuppressCheck);
    assert_eq!(t.crt.black_side.blue[2], FireResult::SuppressCheck);
    assert_eq!(t.crt.black_side.green[7], FireResult::Step);
    let bands = t.range.chosen.as_ref().expect("a variant");
    assert_eq!(bands.iter().map(|it| it.from).collect::<Vec<_>>(), [1, 2, 4, 5, 7]);
    assert_eq!((t.sighting.day, t.limits.op_hill_sighting), (12, 20));
    assert_eq!(data.sight.rules().max_range, 20);
    assert_eq!(t.limits.artillery_direct_range, 4);
    let edition = t.edition(data.edition);
    assert_eq!(edition.terrain_unarmoured, TerrainColumn::Pacific);
    assert_eq!(edition.terrain_armoured, TerrainColumn::Pacific);
    let s = data.switches;
    assert!(s.barrage_scatter && s.rubble_by_artillery && s.counter_battery);
    assert!(!s.air_negative_modifiers && !s.inherent_air_defence);

    let plain = load(changed("module.toml", "crt_variant = \"crete\"", ""));
    assert_eq!(plain.tables.crt.white_side.purple[7], FireResult::Step);
}

#[test]
fn a_scenario_that_says_nothing_has_the_defaults() {
    let mut files = changed("scenarios/first.toml", "weather_table", "#");
    let file = files.get_mut("gts/landing/scenarios/first.toml").expect("a file");
    let text = String::from_utf8(file.clone()).expect("text");
    let from = text.find("[events]").expect("events");
    let to = text.find("[[transfer]]").expect("transfers");
    *file = format!("{}{}", &text[..from], &text[to..]).into_bytes();
    let data = load(files);
    let clear_to_fog =
        [(0, Weather::Clear), (5, Weather::Overcast), (7, Weather::Rain), (9, Weather::Fog)];
    assert_eq!(data.weather_table, clear_to_fog);
    assert_eq!((data.events.entries.len(), data.events.drawn), (6, false));
    assert_eq!(data.air, [None, None]);
}

#[test]
fn mistakes_in_the_head_and_in_forces_are_found() {
    cases(
        "module.toml",
        &[
            (
                "crt_variant = \"crete\"",
                "crt_variant = \"creta\"",
                &["module.toml:6:15 there is no \"creta\" in [crt.variant] of tables.toml (crete)"],
            ),
            (
                "range_variant = \"desert\"",
                "range_variant = \"dessert\"",
                &[
                    "module.toml:7:17 there is no \"dessert\" in [range.variant] of tables.toml (desert)",
                ],
            ),
            (
                "artillery_limit = 4",
                "artillery_limit = 0",
                &["module.toml:10:19 \"artillery_limit\" must be from 1 to 20"],
            ),
            (
                "barrage_scatter",
                "barage_scatter",
                &["module.toml:23:1 unknown key \"barage_scatter\" (barrage_scatter)"],
            ),
        ],
    );
    cases(
        "forces/716.toml",
        &[
            (
                "wired = \"sword\"",
                "wired = \"swrod\"",
                &["forces/716.toml:44:9 there is no beach \"swrod\" in naval.toml (sword)"],
            ),
            (
                "flak = 3",
                "contact = { pending = 5, in_contact = 7 }",
                &[
                    "forces/716.toml:57:11 unit \"flak\" has no Contact marker: only orange and black fire has one (gts.contact.marker)",
                ],
            ),
            (
                "rearguards = 0",
                "rearguards = 0\nrearguard = { fire = \"4 rot\" }",
                &[
                    "forces/716.toml:14:22 there is no rating colour \"rot\": white, red, purple, blue, green, orange, yellow, brown, black",
                ],
            ),
        ],
    );
    cases(
        "forces/3div.toml",
        &[
            (
                "battalion = \"41 Cdo\"\n",
                "",
                &["forces/3div.toml:89:26 unit \"41-cdo\" needs a battalion for that"],
            ),
            (
                "key = \"b-yorks\"",
                "key = \"warspite\"",
                &[
                    "naval.toml:44:7 the key \"warspite\" is taken by a unit",
                    "first.toml:44:10 there is no unit \"b-yorks\" in forces/ (a-yorks)",
                ],
            ),
            (
                "key = \"b-yorks\"",
                "key = \"rm-rearguard-2\"",
                &[
                    "forces/3div.toml:15:7 the unit key \"rm-rearguard-2\" is that of a rearguard",
                    "first.toml:44:10 there is no unit \"b-yorks\" in forces/ (a-yorks)",
                ],
            ),
        ],
    );
}

#[test]
fn mistakes_in_the_naval_file_are_found() {
    cases(
        "naval.toml",
        &[
            (
                "side = \"british\"",
                "side = \"britisch\"",
                &["naval.toml:1:8 there is no side \"britisch\" in module.toml (british)"],
            ),
            ("marker = \"0302\"", "marker = \"0304\"", &["naval.toml:10:10 0304 is not a sea hex"]),
            (
                "\"0103\", \"0203\"]\n\n[[force]]",
                "\"0103\", \"0204\"]\n\n[[force]]",
                &["naval.toml:11:18 coast hex 0204 touches no sea"],
            ),
            (
                "key = \"j\"",
                "key = \"s\"",
                &[
                    "naval.toml:14:7 the force key \"s\" is taken in line 8",
                    "first.toml:62:9 there is no force \"j\" in naval.toml",
                ],
            ),
            (
                "force = \"s\"\nnests",
                "force = \"x\"\nnests",
                &["naval.toml:21:9 there is no force \"x\" in this file"],
            ),
            (
                "hexes = [\"0203\"]",
                "hexes = [\"0204\"]",
                &["naval.toml:27:10 0204 is not a beach hex"],
            ),
            (
                "hexes = [\"0103\"]",
                "hexes = [\"0203\"]",
                &["naval.toml:31:10 0203 belongs to \"white\" already"],
            ),
            (
                "hexes = [\"0303\", \"0403\"]",
                "hexes = [\"0403\"]",
                &[
                    "naval.toml:34:7 beach \"juno\" has no gap: no hexside \"gap-closed\" on the map borders one of its hexes",
                ],
            ),
            (
                "class = \"rocket-craft\"",
                "class = \"rocket\"",
                &[
                    "naval.toml:63:9 \"class\" cannot be \"rocket\": one of battleship, cruiser, destroyer, support-craft, rocket-craft",
                ],
            ),
            (
                "fire = \"7 orange\"",
                "fire = \"7 orang\"",
                &[
                    "naval.toml:56:8 there is no rating colour \"orang\": white, red, purple, blue, green, orange, yellow, brown, black (orange)",
                ],
            ),
            (
                "landing_craft = 2",
                "landing_craft = 240",
                &[
                    "naval.toml:23:17 a module may have at most 250 units; rearguards, ships and landing craft count as well",
                ],
            ),
            (
                "key = \"nan\"",
                "key = \"none\"",
                &["first.toml:46:9 there is no sub-beach \"juno/nan\" in naval.toml (juno/none)"],
            ),
        ],
    );
    let series = problems(changed("module.toml", "\"normandy\"", "\"series\""));
    assert_eq!(
        series,
        [
            "naval.toml:1:8 this edition has no landing (gts.sop.g-mug-s1): naval.toml is for edition normandy",
            "first.toml:6:17 this edition has no Royal Marines chit (gts.sop.g-mug-s1)",
            "first.toml:111:8 this edition has no Naval chit (gts.sop.g-mug-s1)",
            "first.toml:111:17 this edition has no Royal Marines chit (gts.sop.g-mug-s1)",
            "first.toml:112:14 this edition has no Naval chit (gts.sop.g-mug-s1)",
        ]
    );
    let mut files = fixture();
    files.remove("gts/landing/naval.toml");
    assert_eq!(
        problems(files),
        [
            "forces/716.toml:31:9 there is no beach \"juno\" in naval.toml",
            "forces/716.toml:44:9 there is no beach \"sword\" in naval.toml",
            "first.toml:40:6 the module has no naval.toml",
            "first.toml:57:9 the module has no naval.toml",
            "first.toml:66:13 the module has no naval.toml",
            "first.toml:111:8 the module has no naval.toml",
            "first.toml:112:14 the module has no naval.toml",
        ]
    );
    // What cannot be read is one mistake, not many.
    let broken = problems(changed("naval.toml", "side = \"british\"", "side = "));
    assert_eq!(broken.len(), 1, "{broken:?}");
}

#[test]
fn mistakes_in_the_frame_of_a_scenario_are_found() {
    cases(
        "scenarios/first.toml",
        &[
            (
                "date = \"6 June 1944\"",
                "",
                &[
                    "first.toml:1:9 the scenario has no [[turn]]; with a date it has the default calendar (gts.time.default)",
                ],
            ),
            (
                "[events]",
                "[[turn]]\ndate = \"x\"\ntime = \"y\"\n\n[events]",
                &[
                    "first.toml:8:8 a date is for scenarios without [[turn]]: every turn has its own",
                    "first.toml:31:8 turn 3 is after the last of 1",
                    "first.toml:38:8 turn 2 is after the last of 1",
                    "first.toml:39:6 turn 9 is after the last of 1",
                    "first.toml:57:8 turn 2 is after the last of 1",
                    "first.toml:72:17 turn 2 is after the last of 1",
                    "first.toml:72:20 turn 9 is after the last of 1",
                ],
            ),
            (
                "{ from = 0, weather = \"clear\" }",
                "{ from = 4, weather = \"clear\" }",
                &[
                    "first.toml:5:27 the weather table begins with roll 0",
                    "first.toml:5:60 the rolls must ascend: 3 after 4",
                ],
            ),
            (
                "royal_marines = \"rm\"",
                "royal_marines = \"mr\"",
                &["first.toml:6:17 there is no formation \"mr\" in forces/ (rm)"],
            ),
            (
                "royal_marines = \"rm\"\n",
                "",
                &["first.toml:110:17 royal_marines does not say which formation that is"],
            ),
            (
                "events_chits = 1\n",
                "",
                &["first.toml:110:34 the scenario has 0 events chits (events_chits)"],
            ),
            (
                "method = \"roll\"",
                "method = \"draw\"",
                &[
                    "first.toml:11:10 this edition rolls for events (gts.chit.events-s1)",
                    "first.toml:13:14 events that are drawn have a count, not rolls",
                    "first.toml:13:22 events that are drawn have a count, not rolls",
                    "first.toml:13:34 how many of these are in the cup: \"count\" is missing",
                    "first.toml:14:14 events that are drawn have a count, not rolls",
                    "first.toml:14:22 events that are drawn have a count, not rolls",
                    "first.toml:14:34 how many of these are in the cup: \"count\" is missing",
                    "first.toml:15:14 events that are drawn have a count, not rolls",
                    "first.toml:15:22 events that are drawn have a count, not rolls",
                    "first.toml:15:34 how many of these are in the cup: \"count\" is missing",
                ],
            ),
            (
                "from = 2, to = 8",
                "from = 1, to = 7",
                &[
                    "first.toml:12:11 roll 1 has more than one event",
                    "first.toml:12:11 roll 8 has no event: say \"none\" if it has none",
                ],
            ),
            (
                "strike = \"7 yellow\"",
                "strike = \"no\"",
                &["first.toml:22:10 a strike has a rating, as in \"6 orange\""],
            ),
            (
                "[air.german]",
                "[air.germany]",
                &["first.toml:24:6 there is no side \"germany\" in module.toml (german)"],
            ),
            (
                "division = \"6ab\"",
                "division = \"716\"",
                &["first.toml:29:12 division \"716\" is of the other side"],
            ),
            (
                "to = 9\nlevel",
                "to = 1\nlevel",
                &["first.toml:35:6 the last turn 1 is before the first"],
            ),
            (
                "\"main-route-closed\"",
                "\"main-route\"",
                &[
                    "first.toml:36:9 \"level\" cannot be \"main-route\": one of diminished, emergency, drop-zone-closed, main-route-closed",
                ],
            ),
        ],
    );
}

#[test]
fn mistakes_at_sea_are_found() {
    cases(
        "scenarios/first.toml",
        &[
            (
                "beach = \"sword/white\"",
                "beach = \"sword/whit\"",
                &[
                    "first.toml:41:9 there is no sub-beach \"sword/whit\" in naval.toml (sword/white)",
                ],
            ),
            (
                "at = \"wave\"\nbeach = \"sword/white\"",
                "at = \"wave\"\nforce = \"s\"",
                &[
                    "first.toml:40:6 to which beach: \"beach\" is missing, as in \"sword/queen-red\"",
                ],
            ),
            (
                "at = \"en-route\"\nforce = \"s\"",
                "at = \"en-route\"\nbeach = \"sword/red\"",
                &["first.toml:51:6 units en route belong to a force: \"force\" is missing"],
            ),
            (
                "units = [\"hussars\", \"a-yorks\"]",
                "units = [\"hussars\", \"a-yorks\", \"roberts\"]",
                &["first.toml:39:32 \"roberts\" is a ship: [[ships]] says where it is"],
            ),
            (
                "units = [\"warspite\"]\nforce = \"s\"",
                "units = [\"warspit\"]\nforce = \"j\"",
                &["first.toml:56:10 there is no ship \"warspit\" in naval.toml (warspite)"],
            ),
            (
                "units = [\"warspite\"]\nforce = \"s\"",
                "units = [\"warspite\"]\nforce = \"j\"",
                &[
                    "first.toml:56:10 ship \"warspite\" is of another force and cannot leave it (gts.naval.8-letter)",
                ],
            ),
            (
                "box = \"short\"",
                "box = \"medium\"",
                &["first.toml:63:7 there is no range box \"medium\": one of far, short"],
            ),
            (
                "overlays = [\"sword\"]",
                "overlays = [\"sord\"]",
                &["first.toml:66:13 there is no beach \"sord\" in naval.toml (sword)"],
            ),
            (
                "phone_window = [2, 9]",
                "phone_window = [9, 2]",
                &["first.toml:68:20 the last turn 2 is before the first"],
            ),
            (
                "[naval.juno]",
                "[naval.june]",
                &["first.toml:70:8 there is no beach \"june\" in naval.toml (juno)"],
            ),
            ("nests = 2\n", "nest = 2\n", &["first.toml:71:1 unknown key \"nest\" (nests)"]),
            (
                "units = [\"1-736\"]\n",
                "units = [\"flak\"]\n",
                &[
                    "first.toml:84:10 no unit of the formation of leader \"krug\" takes part",
                    "first.toml:104:20 unit \"flak\" is placed already in line 98",
                ],
            ),
        ],
    );
}

#[test]
fn mistakes_with_guns_are_found() {
    cases(
        "scenarios/first.toml",
        &[
            (
                "at = \"0505\"",
                "at = \"0405\"",
                &["first.toml:75:6 there is no road in 0405 (gts.eng.road-block-who)"],
            ),
            (
                "[[contact]]",
                "[[road_block]]\nat = \"0506\"\ndivision = \"716\"\n\n[[contact]]",
                &["first.toml:80:12 division \"716\" has 1 Road Blocks (gts.eng.road-block-limit)"],
            ),
            (
                "[[contact]]",
                "[[contact]]\nunit = \"33-fd\"\nleader = \"cass\"\n\n[[contact]]",
                &[
                    "first.toml:84:10 leader \"cass\" can be in contact with 1 units of white stripe (gts.contact.capacity)",
                ],
            ),
            (
                "leader = \"krug\"",
                "leader = \"cass\"",
                &["first.toml:84:10 leader \"cass\" is of the other side"],
            ),
            (
                "unit = \"1-1260\"",
                "unit = \"flak\"",
                &[
                    "first.toml:83:8 unit \"flak\" has no Contact marker: only orange and black fire has one (gts.contact.marker)",
                ],
            ),
            (
                "park = true",
                "park = false",
                &["first.toml:79:8 unit \"76-fd\" is not in a park (gts.contact.who-s0)"],
            ),
            (
                "park = true",
                "park = true\nmounted = true",
                &[
                    "first.toml:88:10 unit \"76-fd\" has no transport side and cannot be mounted",
                    "first.toml:88:19 unit \"33-fd\" is mounted and cannot be in a park (gts.park.first-unit)",
                ],
            ),
            (
                "units = [\"76-fd\", \"33-fd\"]\npark = true",
                "units = [\"76-fd\"]\npark = true\n\n[[place]]\nat = \"0306\"\nunits = [\"33-fd\"]\npark = true",
                &[
                    "first.toml:93:10 division \"3div\" has 1 parks and needs one more here (gts.park.number)",
                ],
            ),
            (
                "units = [\"1-1260\", \"flak\"]",
                "units = [\"1-1260\", \"flak\"]\npark = true",
                &[
                    "first.toml:104:10 unit \"1-1260\" cannot be in a park: its fire is not orange (gts.park.create-hex)",
                    "first.toml:104:20 unit \"flak\" cannot be in a park: its fire is not orange (gts.park.create-hex)",
                ],
            ),
            (
                "marker = \"para-2\"",
                "marker = \"para-3\"",
                &[
                    "first.toml:94:10 \"marker\" cannot be \"para-3\": one of para-1, para-2, glider-1, glider-2, air-landing, alone-and-afraid, dug-in, hero, heroic (para-1)",
                ],
            ),
        ],
    );
}
