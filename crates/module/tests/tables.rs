//! `modules/gts/tables.toml` against the specification, cell by cell, where the specification is at hand; and the
//! Combat Results Table against a copy here, always.

use std::{fs, path::Path, sync::Arc};

use gts::{
    data::{Colour, Data},
    tables::{
        ChitAvailable, Costs, Crossing, CrtSide, DoubleAssault, FireResult, RowKey, SightKey,
        StackActivation, Tables, TerrainColumn,
    },
};
use module::{Game, Library};
use toml::{Table, Value};

/// T1 as printed: rows in the order of `Colour::ALL`, one letter a result; `?` is S?, `-` a miss.
const WHITE_SIDE: [&str; 9] = [
    "1SSCC1EEE-",
    "C??SCC11E-",
    "C???SCC1E-",
    "C???SSSC1-",
    "1?SSCC1EE-",
    "1?SCC1EEE-",
    "1SSCC1EEE-",
    "1?SCC1EEE-",
    "1?SCC1EEE-",
];
const BLACK_SIDE: [&str; 9] = [
    "CSSC11EEE-",
    "C??SSCC1E-",
    "C??????SS-",
    "CSSC11EEE-",
    "C????SCC1-",
    "C????CC11-",
    "C??SSSC11-",
    "C????CC11-",
    "C????CC11-",
];

fn letter(result: FireResult) -> char {
    match result {
        FireResult::Miss => '-',
        FireResult::SuppressCheck => '?',
        FireResult::Suppress => 'S',
        FireResult::Cohesion => 'C',
        FireResult::Step => '1',
        FireResult::Eliminate => 'E',
    }
}

fn word(result: FireResult) -> &'static str {
    match result {
        FireResult::Miss => "miss",
        FireResult::SuppressCheck => "S?",
        FireResult::Suppress => "S",
        FireResult::Cohesion => "C",
        FireResult::Step => "1",
        FireResult::Eliminate => "E",
    }
}

fn tables() -> Arc<Data> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let library = Library::open(dir).expect("the fixture");
    // The fixture brings no tables, so these are the shipped ones.
    let Game::Gts(data) =
        library.load("gts", "small", "first").unwrap_or_else(|it| panic!("\n{it}")).game;
    data
}

#[test]
fn the_combat_results_table_is_the_printed_one() {
    let data = tables();
    let crt = &data.tables.crt;
    for (side, rows) in [(&crt.white_side, WHITE_SIDE), (&crt.black_side, BLACK_SIDE)] {
        for (colour, printed) in Colour::ALL.into_iter().zip(rows) {
            let row: String = side.row(colour).iter().copied().map(letter).collect();
            assert_eq!(row, printed, "{colour:?}");
        }
    }
}

/// The specification, where this checkout has it beside it.
fn spec() -> Option<Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/data/gts.toml");
    let text = fs::read_to_string(path).ok()?;
    Some(toml::from_str(&text).expect("the specification is TOML"))
}

fn get<'a>(table: &'a Table, path: &str) -> &'a Value {
    let mut parts = path.split('.');
    let first = parts.next().and_then(|it| table.get(it));
    parts
        .fold(first, |at, it| at.and_then(|at| at.get(it)))
        .unwrap_or_else(|| panic!("the spec has no {path}"))
}

fn int(table: &Table, path: &str) -> i64 {
    get(table, path).as_integer().unwrap_or_else(|| panic!("{path} is not a number"))
}

fn row<'a>(table: &'a Table, list: &str, id: &str) -> &'a Table {
    let rows = get(table, list).as_array().expect("a list").iter().filter_map(Value::as_table);
    let mut found = rows.filter(|it| it.get("id").and_then(Value::as_str) == Some(id));
    found.next().unwrap_or_else(|| panic!("{list} has no {id}"))
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

fn rows_in_words(rows: &[RowKey]) -> Vec<&'static str> {
    rows.iter().map(|it| Colour::from(*it).key()).collect()
}

macro_rules! same {
    ($spec:expr, $($path:literal => $value:expr),* $(,)?) => {
        $(assert_eq!(int($spec, $path), i64::from($value), $path);)*
    };
}

#[test]
fn limits_and_gains_are_those_of_the_specification() {
    let Some(s) = &spec() else { return };
    let data = tables();
    let t: &Tables = &data.tables;
    let l = &t.limits;
    same!(s,
        "limits.points_cap" => l.points_cap,
        "limits.stack_steps_not_in_column" => l.stack_steps,
        "limits.cp_per_dp" => l.cp_per_dp,
        "limits.formation_chit_dp_now" => l.chit_dp_now,
        "limits.formation_chit_dp_next_turn" => l.chit_dp_next_turn,
        "limits.direct_command_cp_per_unit" => l.direct_command_cp,
        "limits.second_action_cp_per_unit" => l.second_action_cp,
        "limits.buy_check_cp" => l.buy_check_cp,
        "limits.entry_hex_buffer" => l.entry_hex_buffer,
        "limits.artillery_direct_range" => l.artillery_direct_range,
        "limits.unprinted_range" => l.unprinted_range,
        "limits.restricted_range" => l.restricted_range,
        "limits.barrage_light_max" => l.barrage_light_max,
        "limits.strongpoint_see_through" => l.strongpoint_see_through,
        "limits.cohesion_max" => l.cohesion_max,
    );
    // The specification has these four in whole points, the tables in half points.
    let whole = [
        ("limits.force_march_mp", l.force_march),
        ("limits.column_enter_mp", l.column_enter),
        ("limits.column_leave_mp", l.column_leave),
        ("limits.barrage_exit_mp", l.barrage_exit),
    ];
    for (path, halves) in whole {
        assert_eq!(2 * int(s, path), i64::from(halves), "{path}");
    }
    let g = &t.division_gain;
    assert_eq!(get(s, "division_gain.cp").as_str(), Some("command_rating + floor(d10 / 2)"));
    assert_eq!(g.cp_die_divisor, 2);
    same!(s,
        "division_gain.dp_less_than_held" => g.dp_less_than_held,
        "division_gain.dp_at_most_rating" => g.dp_at_most_rating,
        "division_gain.dp_on_0" => g.dp_on_0,
        "division_gain.dp_on_9" => g.dp_on_9,
        "division_gain.dp_last_turn_before_night" => g.dp_last_turn_before_night,
    );
}

#[test]
fn editions_are_those_of_the_specification() {
    let Some(s) = &spec() else { return };
    let data = tables();
    let column = |it: TerrainColumn| it.key().replace('-', "_");
    for (name, e) in [("S0", &data.tables.edition.normandy), ("S1", &data.tables.edition.series)] {
        let spec = get(s, "edition").get(name).and_then(Value::as_table).expect("an edition");
        let flag = |key: &str| get(spec, key).as_bool().unwrap_or_else(|| panic!("{key}"));
        let text = |key: &str| get(spec, key).as_str().unwrap_or_else(|| panic!("{key}"));
        assert_eq!(flag("hexside_los_crest_blocks"), e.crest_along_line_blocks);
        assert_eq!(int(spec, "sighting_clear_night"), i64::from(e.sighting_clear_night));
        assert_eq!(int(spec, "sighting_overcast_night"), i64::from(e.sighting_overcast_night));
        assert_eq!(text("name_black"), e.name_black);
        assert_eq!(text("name_brown"), e.name_brown);
        assert_eq!(flag("barrage_range_park_exempt"), e.barrage_range_park_exempt);
        let chit = match e.formation_chit {
            ChitAvailable::LeaderInPlayOneTurn => "leader_in_play_one_turn",
            ChitAvailable::UnitsOnMapOrEntryBox => "units_on_map_or_entry_box",
        };
        assert_eq!(text("formation_chit_available"), chit);
        assert_eq!(int(spec, "park_disband_dp"), i64::from(e.park_disband_dp));
        assert_eq!(flag("contact_needs_unsuppressed"), e.contact_needs_unsuppressed);
        assert_eq!(flag("step_e3_give_up_contact"), e.give_up_contact);
        assert_eq!(flag("mug_royal_marines"), e.mug_royal_marines);
        assert_eq!(flag("mug_naval"), e.mug_naval);
        assert_eq!(flag("mug_events_many"), e.mug_events_many);
        let actions: &[&str] = match e.stack_activation {
            StackActivation::Any => &["any"],
            StackActivation::MoveAssaultPass => &["movement", "assault", "pass"],
        };
        assert_eq!(words(get(spec, "stack_activation_actions")), actions);
        assert_eq!(flag("attach_in_park"), e.attach_in_park);
        let double = match e.double_assault {
            DoubleAssault::ShowingSide => "showing_side",
            DoubleAssault::FrontSide => "front_side",
        };
        assert_eq!(text("double_assault_test"), double);
        // gts.los.bocage-spotting stands in the text of the specification only: S0.
        assert_eq!(e.bocage_hides, name == "S0");
        let columns = [column(e.terrain_unarmoured), column(e.terrain_armoured)];
        assert_eq!(words(get(spec, "terrain_defence_columns")), columns);
    }
    let t = &data.tables;
    same!(s,
        "sighting.day" => t.sighting.day,
        "sighting.rain" => t.sighting.rain,
        "sighting.fog" => t.sighting.fog,
        "sighting.clear_night.S0" => t.edition.normandy.sighting_clear_night,
        "sighting.clear_night.S1" => t.edition.series.sighting_clear_night,
        "sighting.overcast_night.S0" => t.edition.normandy.sighting_overcast_night,
        "sighting.overcast_night.S1" => t.edition.series.sighting_overcast_night,
    );
}

#[test]
fn the_combat_results_table_is_that_of_the_specification() {
    let Some(s) = &spec() else { return };
    let data = tables();
    let crt = &data.tables.crt;
    let check = |name: &str, side: &CrtSide| {
        for colour in Colour::ALL {
            let found: Vec<&str> = side.row(colour).iter().copied().map(word).collect();
            assert_eq!(
                words(get(s, &format!("crt.{name}.{}", colour.key()))),
                found,
                "{name} {colour:?}"
            );
        }
    };
    check("white_side", &crt.white_side);
    check("black_side", &crt.black_side);
    let keys: Vec<&str> = Colour::ALL.iter().map(|it| it.key()).collect();
    assert_eq!(words(get(s, "crt.rows")), keys);
    let key = |it: RowKey| Some(Colour::from(it).key());
    assert_eq!(get(s, "crt.uncoloured_assault_row").as_str(), key(crt.uncoloured_assault_row));
    assert_eq!(get(s, "crt.direct_row_override.row").as_str(), key(crt.direct_row));
    assert_eq!(
        words(get(s, "crt.direct_row_override.classes")),
        rows_in_words(&crt.direct_row_for)
    );
}

#[test]
fn modifiers_are_those_of_the_specification() {
    let Some(s) = &spec() else { return };
    let data = tables();
    let t: &Tables = &data.tables;
    let f = &t.firer;
    let both = [
        ("cohesion_1", f.cohesion[1]),
        ("cohesion_2", f.cohesion[2]),
        ("barrage_light", f.barrage_light),
        ("barrage_heavy", f.barrage_heavy),
        ("column", f.column),
        ("ent", f.entrenchment),
        ("step_loss", f.step_loss),
        ("night", f.night),
        ("rain", f.rain),
        ("fog", f.fog),
        ("hero", f.hero),
        ("night_assault_division", f.night_assault_division),
        ("company_bonus", t.company_bonus.value),
    ];
    for (id, value) in both {
        let spec = row(s, "firer_modifier", id);
        assert_eq!((int(spec, "fire"), int(spec, "assault")), (value.into(), value.into()), "{id}");
    }
    assert_eq!(f.cohesion[0], 0);
    assert_eq!(
        int(row(s, "firer_modifier", "suppressed"), "assault"),
        i64::from(f.suppressed_assault)
    );
    assert_eq!(
        int(row(s, "firer_modifier", "counter_battery"), "fire"),
        i64::from(f.counter_battery)
    );

    let g = &t.target;
    let target = [
        ("column", "value", g.column),
        ("ip", "value", g.improved_position),
        ("ent", "value", g.entrenchment),
        ("hero", "value", g.hero),
        ("rubble", "value", g.rubble),
        ("hill_feature", "value", g.hill_feature.unarmoured),
        ("hill_feature", "armoured", g.hill_feature.armoured),
        ("behind_ridge_hexside", "value", g.behind_ridge.unarmoured),
        ("behind_ridge_hexside", "armoured", g.behind_ridge.armoured),
        ("raised_road_railroad_embankment", "value", g.raised),
        ("sunken_road_railroad", "value", g.sunken),
        ("sunken_road_railroad", "vehicle", g.sunken_vehicle),
    ];
    for (id, key, value) in target {
        assert_eq!(int(row(s, "target_modifier", id), key), i64::from(value), "{id} {key}");
    }

    let bands = get(s, "mass.bands").as_array().expect("bands");
    let pairs = |it: &Value| (it["min"].as_integer(), it["value"].as_integer());
    let spec: Vec<_> = bands.iter().map(pairs).collect();
    let ours: Vec<_> =
        t.mass.iter().map(|it| (Some(it.from.into()), Some(it.value.into()))).collect();
    assert_eq!(spec, ours);
    for band in bands {
        for steps in band["min"].as_integer().unwrap_or(0)..=band["max"].as_integer().unwrap_or(0) {
            assert_eq!(
                Some(i64::from(t.mass(steps as u32))),
                band["value"].as_integer(),
                "{steps} steps"
            );
        }
    }

    same!(s,
        "range.unarmoured_per_hex_beyond_first" => t.range.unarmoured_per_hex_beyond_first,
        "range.armoured_at_1" => t.range.armoured_at_1,
        "range.armoured_below_printed" => t.range.armoured_below_printed,
        "range.armoured_at_printed_or_more" => t.range.armoured_at_printed_or_more,
        "op_fire.fz_to_fz" => t.op_fire.zone_to_zone,
        "op_fire.fz_to_outside" => t.op_fire.zone_to_outside,
        "op_fire.running_from_assault" => t.op_fire.running,
        "assault.defender_vs_charge" => t.assault.defender_vs_charge,
        "assault.suppressed_defender_assault" => f.suppressed_assault,
        "tq.out_of_command" => t.tq.out_of_command,
        "tq.out_of_command_commando" => t.tq.out_of_command_commando,
        "tq.cohesion_1" => t.tq.cohesion[1],
        "tq.cohesion_2" => t.tq.cohesion[2],
        "tq.suppressed" => t.tq.suppressed,
        "tq.step_loss" => t.tq.step_loss,
        "tq.barrage_light" => t.tq.barrage_light,
        "tq.barrage_heavy" => t.tq.barrage_heavy,
        "tq.ip" => t.tq.improved_position,
        "tq.ent" => t.tq.entrenchment,
        "tq.hero" => t.tq.hero,
        "tq.men_at_work_each" => t.tq.men_at_work_each,
        "tq.rallying_each" => t.tq.rallying_each,
        "company_bonus.steps_needed" => t.company_bonus.steps_needed,
        "company_bonus.value" => t.company_bonus.value,
        "movement.weather.rain.leg" => t.rain.leg,
        "movement.weather.rain.wheeled" => t.rain.wheeled,
        "movement.weather.rain.tracked" => t.rain.tracked,
    );
    assert_eq!(t.tq.cohesion[0], 0);
    assert_eq!(words(get(s, "assault.barred_fire_colours")), rows_in_words(&t.assault.barred));
    let b = &t.bravery;
    let bravery = [
        ("column", b.column),
        ("ip", b.improved_position),
        ("ent", b.entrenchment),
        ("hero", b.hero),
    ];
    for (id, value) in bravery {
        assert_eq!(int(row(s, "bravery.modifier", id), "value"), i64::from(value), "{id}");
    }
}

const COST: [&str; 6] = ["leg", "leg_col", "wheeled", "wheeled_col", "tracked", "tracked_col"];

fn costs(it: &Costs) -> [Option<u16>; 6] {
    [it.leg, it.leg_column, it.wheeled, it.wheeled_column, it.tracked, it.tracked_column]
}

/// Keys of ours for those of the specification.
fn ours(key: &str) -> String {
    if key == "slope_up" { "slope".to_owned() } else { key.replace('_', "-") }
}

fn table_of<'a>(spec: &'a Table, path: &str) -> &'a Table {
    get(spec, path).as_table().expect("a table")
}

#[test]
fn terrain_is_that_of_the_specification() {
    let Some(s) = &spec() else { return };
    let data = tables();
    let t: &Tables = &data.tables;
    let terrains = table_of(s, "movement.terrain");
    assert_eq!(terrains.len(), t.terrain.len());
    for (key, spec) in terrains {
        let spec = spec.as_table().expect("a row");
        let row = t
            .terrain
            .iter()
            .find(|it| it.key == ours(key))
            .unwrap_or_else(|| panic!("no terrain {key}"));
        for (name, cost) in COST.into_iter().zip(costs(&row.cost)) {
            let wanted = Some(int(spec, name)).filter(|it| *it != -1);
            assert_eq!(wanted, cost.map(i64::from), "{key} {name}");
        }
        let sight = match row.sight {
            SightKey::Open => "open",
            SightKey::Blocks => "block",
            SightKey::Pair => "pair",
            SightKey::Crest => "crest",
        };
        assert_eq!(get(spec, "los").as_str(), Some(sight), "{key}");
        for column in ["standard", "normandy_white", "normandy_black", "pacific"] {
            let wanted = table_of(s, &format!("terrain_defence.{column}"))
                .get(key)
                .and_then(Value::as_integer);
            let found = row.defence.get(&column.replace('_', "-")).copied().map(i64::from);
            assert_eq!(wanted, found, "{key} {column}");
        }
    }
    for column in ["standard", "normandy_white", "normandy_black", "pacific"] {
        for key in table_of(s, &format!("terrain_defence.{column}")).keys() {
            // The armoured value of a cave has no place in our tables; no module of ours is in the Pacific.
            assert!(key == "cave_armoured" || terrains.contains_key(key), "{column} {key}");
        }
    }
    assert_eq!(words(get(s, "terrain_defence.treeburst_terrain")), t.treeburst.terrain);
    assert_eq!(words(get(s, "terrain_defence.treeburst_rows")), rows_in_words(&t.treeburst.rows));
    let spares: Vec<String> =
        t.treeburst.spares.iter().map(|it| it.key().replace('-', "_")).collect();
    assert_eq!(words(get(s, "terrain_defence.treeburst_spares_armoured_columns")), spares);
}

#[test]
fn hexsides_and_routes_are_those_of_the_specification() {
    let Some(s) = &spec() else { return };
    let data = tables();
    let t: &Tables = &data.tables;
    let hexsides = table_of(s, "movement.hexside");
    assert_eq!(hexsides.len(), t.hexside.len());
    for (key, spec) in hexsides {
        let spec = spec.as_table().expect("a row");
        let row = t
            .hexside
            .iter()
            .find(|it| it.key == ours(key))
            .unwrap_or_else(|| panic!("no hexside {key}"));
        let mut doubled = false;
        let mut carried = false;
        for (name, cost) in COST.into_iter().zip(costs(&row.cost)) {
            match int(spec, name) {
                -1 => assert_eq!(cost, None, "{key} {name}"),
                // The other terrain doubled: `crossing` says so, the cost only that it is allowed.
                -3 => {
                    doubled = true;
                    assert_eq!(cost, Some(0), "{key} {name}");
                }
                // The cost of the road on the bridge: `crossing` says so.
                -4 => {
                    carried = true;
                    assert_eq!(cost, None, "{key} {name}");
                }
                value => assert_eq!(cost.map(i64::from), Some(value), "{key} {name}"),
            }
        }
        let crossing = match (doubled, carried, key.as_str()) {
            (true, ..) => Crossing::Double,
            (_, true, _) => Crossing::Bridge,
            (.., "ferry") => Crossing::Ferry,
            _ => Crossing::Add,
        };
        assert_eq!(row.crossing, crossing, "{key}");
        let sight = match get(spec, "los").as_str() {
            Some("crest") => SightKey::Crest,
            Some("if_crossed") => SightKey::Blocks,
            _ => SightKey::Open,
        };
        assert_eq!(row.sight, sight, "{key}");
        assert_eq!(row.directed, key == "slope_up", "{key}");
        assert_eq!(row.ridge, key == "ridge", "{key}");
    }
    let routes = table_of(s, "movement.route");
    assert_eq!(routes.len(), t.route.len());
    for (key, spec) in routes {
        let spec = spec.as_table().expect("a row");
        let row = t
            .route
            .iter()
            .find(|it| it.key == ours(key))
            .unwrap_or_else(|| panic!("no route {key}"));
        for (name, cost) in COST.into_iter().zip(costs(&row.cost)) {
            let wanted = Some(int(spec, name)).filter(|_| name.ends_with("_col"));
            assert_eq!(wanted, cost.map(i64::from), "{key} {name}");
        }
        assert_eq!(row.raised, key.starts_with("raised"), "{key}");
        assert_eq!(row.sunken, key.starts_with("sunken"), "{key}");
        assert_eq!(row.road, key.ends_with("road") && !key.ends_with("railroad"), "{key}");
    }
    let features: Vec<&str> = t.feature.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(features, ["strongpoint", "observation-point", "hill", "victory"]);
}
