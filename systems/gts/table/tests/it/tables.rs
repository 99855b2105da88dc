//! `modules/gts/tables.toml` against the specification, cell by cell, where the specification is at hand; and the
//! Combat Results Table against a copy here, always. What of the specification is compared nowhere stands in [`WORDS`].

use std::{cell::RefCell, collections::BTreeSet, fs, path::Path, sync::Arc};

use gts::{
    data::{Back, Colour, Data, MoveClass, Movement},
    tables::{
        BeachNumber, BeachRow, ChitAvailable, Costs, CounterRow, Crossing, CrtSide, DoubleAssault,
        EngineerBar, FireResult, Observation, SightKey, StackActivation, Tables, TerrainColumn,
        WeatherTurn,
    },
};
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

fn tables() -> Arc<Data> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let library = module::Library::open(gts_table::SHAPES, dir).expect("the fixture");
    // The fixture brings no tables, so these are the shipped ones.
    let loaded =
        library.load::<gts_table::Gts>("small", "first").unwrap_or_else(|it| panic!("\n{it}"));
    loaded.data
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

/// The specification, and which of its entries have been compared.
struct Spec {
    table: Value,
    seen: RefCell<BTreeSet<String>>,
}

impl Spec {
    /// Where this checkout has it beside it.
    fn open() -> Option<Spec> {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/spec/data/gts.toml");
        let text = fs::read_to_string(path).ok()?;
        let table: Table = toml::from_str(&text).expect("the specification is TOML");
        Some(Spec { table: Value::Table(table), seen: RefCell::default() })
    }

    /// The entry at a path, `firer_modifier[hero].fire`; it counts as compared with all that is under it.
    fn get(&self, path: &str) -> &Value {
        self.seen.borrow_mut().insert(path.to_owned());
        self.peek(path)
    }

    fn peek(&self, path: &str) -> &Value {
        path.split('.')
            .try_fold(&self.table, |at, part| {
                let (key, id) = match part.split_once('[') {
                    Some((key, id)) => (key, id.strip_suffix(']')),
                    None => (part, None),
                };
                let at = at.get(key)?;
                id.map_or(Some(at), |id| entry(at, id))
            })
            .unwrap_or_else(|| panic!("the specification has no {path}"))
    }

    fn int(&self, path: &str) -> i64 {
        self.get(path).as_integer().unwrap_or_else(|| panic!("{path} is not a number"))
    }

    fn flag(&self, path: &str) -> bool {
        self.get(path).as_bool().unwrap_or_else(|| panic!("{path} is not true or false"))
    }

    fn text(&self, path: &str) -> &str {
        self.get(path).as_str().unwrap_or_else(|| panic!("{path} is not a text"))
    }

    fn words(&self, path: &str) -> Vec<&str> {
        let list = self.get(path).as_array().unwrap_or_else(|| panic!("{path} is not a list"));
        list.iter().filter_map(Value::as_str).collect()
    }

    fn keys(&self, path: &str) -> Vec<&str> {
        let table = self.peek(path).as_table().unwrap_or_else(|| panic!("{path} is not a table"));
        table.keys().map(String::as_str).collect()
    }

    fn list(&self, path: &str) -> &[Value] {
        self.get(path).as_array().unwrap_or_else(|| panic!("{path} is not a list"))
    }
}

/// The entry of a list of tables with this id.
fn entry<'a>(list: &'a Value, id: &str) -> Option<&'a Value> {
    let mut entries = list.as_array()?.iter().enumerate();
    entries.find(|(index, it)| name(it, *index) == id).map(|it| it.1)
}

/// What an entry of a list is called by: its id, its firer, or its number.
fn name(entry: &Value, index: usize) -> String {
    let named = entry.get("id").or_else(|| entry.get("firer")).and_then(Value::as_str);
    named.map_or_else(|| index.to_string(), str::to_owned)
}

/// The paths of all entries that have nothing under them.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                leaves(value, &path, out);
            }
        }
        Value::Array(list) if list.iter().any(Value::is_table) => {
            for (index, value) in list.iter().enumerate() {
                leaves(value, &format!("{path}[{}]", name(value, index)), out);
            }
        }
        _ => out.push(path.to_owned()),
    }
}

/// Whether a text is as a pattern, in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|it| {
            (0..=it.len()).filter_map(|at| it.get(at..)).any(|it| matches(rest, it))
        }),
    }
}

/// Entries that stand in no table of ours, and why.
const WORDS: &[(&str, &str)] = &[
    ("meta.*", "what the file is; the die is that of the kernel"),
    ("*.source", "where a figure comes from"),
    ("*.edition", "which edition a section belongs to: EditionRow::mug_naval decides"),
    ("*.id", "by which an entry is found"),
    ("*.note", "a remark"),
    ("*.module", "a remark: the line is for modules"),
    ("*.modes", "which kind of fire a modifier counts for is decided in modifiers.rs"),
    ("*.fire_no", "a rating that becomes No: decided in modifiers.rs"),
    ("*.is_terrain", "which modifiers are terrain is decided in modifiers.rs"),
    ("*.not_in_column", "decided in modifiers.rs"),
    ("*.lookup", "which other table is meant"),
    ("*.check_can_be_bought", "which checks can be bought is decided where they are made"),
    ("edition.*.cp_check_source", "which checks can be bought is decided where they are made"),
    ("edition.*.barrage_range_scope", "the same in both editions: decided in modifiers.rs"),
    ("edition.*.min_indirect_range_in_concepts", "where a book says it, not what it says"),
    ("edition.*.step_f", "what may be transferred is data of the scenario"),
    ("edition.*.indirect_classes", "the same in both editions: UnitKind::is_artillery"),
    ("edition.*.bravery_table", "the same in both editions"),
    ("edition.*.charts*", "which charts a book prints"),
    ("edition.*.sop_letters", "which letters a book gives the steps"),
    ("limits.points_floor", "points are unsigned"),
    ("limits.stack_units_in_column", "one, decided in stacking.rs"),
    ("crt.always_*", "the last column is a miss, tested with the table; 0 is decided in result.rs"),
    ("crt.rating_clamp", "the faces of the die"),
    ("crt.weapon.*", "names of the rows"),
    ("firer_modifier[*].switch", "Switches::counter_battery"),
    ("firer_modifier[*].divisions", "data of the scenario: night_assault"),
    (
        "target_modifier[defense_rating].*",
        "printed on the counter; its bounds are those of rating.rs",
    ),
    ("target_modifier[*].positive_only_*", "decided in modifiers.rs"),
    ("target_modifier[terrain].value", "taken from the terrain table"),
    ("target_modifier[mass].value", "taken from the mass table"),
    ("target_modifier[range].value", "taken from the range table"),
    ("target_modifier[rubble].terrain", "decided in modifiers.rs"),
    ("mass.leaders_count", "leaders are no units here"),
    ("mass.*_excludes", "decided in landing.rs"),
    ("range.lcs_uses_range", "decided in modifiers.rs"),
    ("range.ent_counts_as_armoured", "decided in modifiers.rs"),
    ("terrain_defence.aliases.*", "other names of two terrains"),
    ("op_fire.running_adds_to_movement_modifier", "decided in op_fire.rs"),
    ("op_fire.company_bonus", "decided in op_fire.rs"),
    ("op_fire.target_ent_counts", "decided in modifiers.rs"),
    ("op_fire.needs_check", "decided in op_fire.rs"),
    ("op_fire.entering_zone_triggers", "decided in op_fire.rs"),
    ("op_fire.shots_per_trigger", "decided in op_fire.rs"),
    ("op_fire.*triggers", "decided where units act"),
    ("op_fire.landing_craft_uses_fz_to_fz", "decided in landing.rs"),
    ("assault.suppressed_defender_shots", "decided in assault.rs"),
    ("assault.company_bonus_checks", "decided in assault.rs"),
    ("assault.*_terrain", "decided in modifiers.rs"),
    ("assault.range_modifier", "decided in modifiers.rs"),
    ("assault.loop_restart", "compared as a switch: assault_restarts_at_fire_or_charge"),
    ("assault.column_drop_after_round", "decided in assault.rs"),
    ("assault.no_run_if", "decided in assault.rs"),
    ("assault.runner_lost_if", "decided in assault.rs"),
    ("assault.double_flag_for", "decided in assault.rs"),
    ("tq.always_*", "0 passes and 9 fails: decided in troop_quality.rs"),
    ("bravery.formula", "decided in assault.rs"),
    ("bravery.own_rating_sign", "decided in assault.rs"),
    ("bravery.only_if_in_efz", "decided in assault.rs"),
    ("bravery.enemy_scope", "decided in assault.rs"),
    ("bravery.modifier[*].assaulter", "whom it counts for is decided in assault.rs"),
    ("bravery.modifier[*].enemy", "whom it counts for is decided in assault.rs"),
    ("bravery.modifier[hex*_terrain].value", "taken from the terrain table, or the map"),
    ("cp_check[*].*", "which checks can be bought is decided where they are made"),
    ("marker.*.ma_no", "decided in movement.rs"),
    ("marker.*.fire_zone", "decided in fire_zone.rs"),
    ("marker.column.negative_terrain", "decided in modifiers.rs"),
    ("marker.ip.lost_when", "decided where units act"),
    ("marker.ent.crt_side", "decided in result.rs"),
    ("marker.ent.not_against_op_fire", "decided in modifiers.rs"),
    ("marker.ent.units", "decided in movement.rs"),
    ("marker.*.blocks_los", "decided in scene.rs"),
    ("marker.barrage_heavy.exit_c*", "decided in movement.rs"),
    ("marker.drift.reduce_per_action", "decided in beach.rs"),
    ("marker.drift.allowed_actions", "decided in activation.rs"),
    ("movement.unit", "half points, as ours"),
    ("movement.classes.*", "colours of the print"),
    ("movement.star_counts_as", "leg: decided in cost.rs"),
    ("movement.prohibited", "an absent cost of ours"),
    ("movement.other_terrain*", "how the file writes what `crossing` says here"),
    ("movement.road_cost", "how the file writes what `crossing` says here"),
    ("movement.route.*.leg", "off the road the terrain of the hex counts: gts.move.road-column"),
    ("movement.route.*.wheeled", "off the road the terrain of the hex counts"),
    ("movement.route.*.tracked", "off the road the terrain of the hex counts"),
    ("movement.route.*.los", "hexsides, not routes, carry sight: embankments"),
    ("movement.route.main_route.fire_against", "no module has one"),
    ("movement.weather.rain.off_road_only", "decided in cost.rs"),
    ("naval.skip_steps_without_overlay", "decided in naval.rs"),
    ("naval.double_play.*", "data of the scenario"),
    ("naval.lcr_modifiers", "decided in modifiers.rs"),
    ("naval.lcs_range_modifier", "decided in modifiers.rs"),
    ("naval.battery_vs_ship_modifiers", "decided in naval.rs"),
    ("naval.phone_window.*", "data of the scenario"),
    ("naval.attack[*].rating", "which number of the Beach: decided in landing.rs"),
    ("naval.attack[*].modifiers", "decided in landing.rs"),
    ("beach_table.clamp", "the faces of the die"),
    ("beach_table.craft_step_modifier", "decided in beach.rs"),
    ("beach_default.landing_craft_pool", "unlimited: the loader makes as many as can be needed"),
    ("naval_default.*.single_use", "decided in naval.rs"),
    ("default.air.places_barrage", "decided in air.rs"),
    ("default.events.side_by", "decided in events.rs"),
    ("default.events.table[*].effect", "decided in events.rs"),
    ("default.weather.start", "every scenario says its weather"),
    ("default.victory.victory_hexes", "data of the scenario"),
    ("default.victory.tie", "decided in victory.rs"),
    ("default.rearguard.assault_blank", "a counter of the tables has no assault rating"),
    ("default.rearguard.ma_no", "a counter of the tables does not move"),
];

/// What is compared.
const CHECKS: [fn(&Spec, &Data); 10] = [
    limits_and_gains,
    editions,
    combat_results,
    modifiers,
    markers,
    terrain,
    hexsides_and_routes,
    naval,
    defaults,
    counters_and_units,
];

#[test]
fn every_figure_of_the_specification_is_that_of_the_tables() {
    let Some(s) = Spec::open() else { return };
    let data = tables();
    for check in CHECKS {
        check(&s, &data);
    }
    let mut all = Vec::new();
    leaves(&s.table, "", &mut all);
    let seen = s.seen.borrow();
    let compared = |leaf: &str| {
        let under = |it: &String| {
            leaf.strip_prefix(it.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        seen.iter().any(under)
    };
    let forgotten: Vec<&String> = all
        .iter()
        .filter(|it| !compared(it) && !WORDS.iter().any(|(pattern, _)| matches(pattern, it)))
        .collect();
    assert!(forgotten.is_empty(), "neither compared nor words: {forgotten:#?}");
    let idle: Vec<&str> = WORDS
        .iter()
        .filter(|(pattern, _)| !all.iter().any(|it| !compared(it) && matches(pattern, it)))
        .map(|it| it.0)
        .collect();
    assert!(idle.is_empty(), "compared after all, or gone: {idle:?}");
}

fn rows_in_words(rows: &[Colour]) -> Vec<&'static str> {
    rows.iter().map(|it| it.key()).collect()
}

macro_rules! same {
    ($spec:expr, $($path:literal => $value:expr),* $(,)?) => {
        $(assert_eq!($spec.int($path), i64::from($value), $path);)*
    };
}

fn limits_and_gains(s: &Spec, data: &Data) {
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
        "limits.rearguard_distance" => l.rearguard_distance,
        "limits.barrage_light_max" => l.barrage_light_max,
        "limits.ship_spot_roll_max" => t.naval.ship_spot_roll_max,
        "limits.drift_level_on_zero" => t.naval.drift_on_zero,
        "limits.strongpoint_see_through" => l.strongpoint_see_through,
        "limits.op_hill_see_through" => l.op_hill_see_through,
        "limits.op_hill_sighting" => l.op_hill_sighting,
        "limits.dispatch_night_bonus" => t.division_gain.dp_last_turn_before_night,
        "limits.cohesion_max" => l.cohesion_max,
    );
    let first_gap = t.beach.gap_opens_at.first().copied().expect("a gap number");
    assert_eq!(s.int("limits.gap_open_marker_at"), i64::from(first_gap));
    // The specification has these four in whole points, the tables in half points.
    let whole = [
        ("limits.force_march_mp", l.force_march),
        ("limits.column_enter_mp", l.column_enter),
        ("limits.column_leave_mp", l.column_leave),
        ("limits.barrage_exit_mp", l.barrage_exit),
        ("marker.barrage_light.exit_mp", l.barrage_exit),
        ("marker.barrage_heavy.exit_mp", l.barrage_exit),
    ];
    for (path, halves) in whole {
        assert_eq!(2 * s.int(path), i64::from(halves), "{path}");
    }
    // gts.command.commando stands in the text of the specification only.
    assert_eq!(l.battalion_command_range, 2);
    let g = &t.division_gain;
    assert_eq!(s.text("division_gain.cp"), "command_rating + floor(d10 / 2)");
    assert_eq!(g.cp_die_divisor, 2);
    same!(s,
        "division_gain.dp_less_than_held" => g.dp_less_than_held,
        "division_gain.dp_at_most_rating" => g.dp_at_most_rating,
        "division_gain.dp_on_0" => g.dp_on_0,
        "division_gain.dp_on_9" => g.dp_on_9,
        "division_gain.dp_last_turn_before_night" => g.dp_last_turn_before_night,
    );
}

fn editions(s: &Spec, data: &Data) {
    let t = &data.tables;
    let column = |it: TerrainColumn| it.key().replace('-', "_");
    for (name, e) in [("S0", &t.edition.normandy), ("S1", &t.edition.series)] {
        let path = |key: &str| format!("edition.{name}.{key}");
        let flag = |key: &str| s.flag(&path(key));
        let text = |key: &str| s.text(&path(key)).to_owned();
        let int = |key: &str| s.int(&path(key));
        assert_eq!(flag("hexside_los_crest_blocks"), e.crest_along_line_blocks);
        assert_eq!(int("sighting_clear_night"), i64::from(e.sighting_clear_night));
        assert_eq!(int("sighting_overcast_night"), i64::from(e.sighting_overcast_night));
        let observation = match e.observation {
            Observation::ClearOrOvercastDay => "clear_or_overcast_turn",
            Observation::DayWithoutFogOrRain => "day_without_fog_or_rain",
        };
        assert_eq!(text("op_hill_condition"), observation);
        // Both conditions ask for the day.
        assert!(!flag("op_hill_at_night"));
        assert_eq!(text("name_black"), e.name_black);
        assert_eq!(text("name_brown"), e.name_brown);
        assert_eq!(flag("barrage_range_park_exempt"), e.barrage_range_park_exempt);
        // gts.range.artillery-limit-data: indirect fire begins one hex beyond direct fire.
        assert_eq!(int("min_indirect_hexes"), i64::from(t.limits.artillery_direct_range) + 1);
        let weather = match e.weather_turn {
            WeatherTurn::At0700 => "0700",
            WeatherTurn::FirstDaylight => "first_daylight",
        };
        assert_eq!(text("weather_air_turn"), weather);
        let chit = match e.formation_chit {
            ChitAvailable::LeaderInPlayOneTurn => "leader_in_play_one_turn",
            ChitAvailable::UnitsOnMapOrEntryBox => "units_on_map_or_entry_box",
        };
        assert_eq!(text("formation_chit_available"), chit);
        assert_eq!(int("park_create_dp"), i64::from(t.limits.park_create_dp));
        assert_eq!(int("park_disband_dp"), i64::from(e.park_disband_dp));
        assert_eq!(flag("contact_needs_unsuppressed"), e.contact_needs_unsuppressed);
        assert_eq!(flag("step_e3_give_up_contact"), e.give_up_contact);
        assert_eq!(flag("mug_royal_marines"), e.mug_royal_marines);
        assert_eq!(flag("royal_marines_chit"), e.mug_royal_marines);
        assert_eq!(flag("mug_naval"), e.mug_naval);
        assert_eq!(flag("naval_chit"), e.mug_naval);
        // gts.sop.h-naval-night: never, in code.
        assert!(!flag("mug_naval_at_night"));
        assert_eq!(flag("mug_events_many"), e.mug_events_many);
        let actions: &[&str] = match e.stack_activation {
            StackActivation::Any => &["any"],
            StackActivation::MoveAssaultPass => &["movement", "assault", "pass"],
        };
        assert_eq!(s.words(&path("stack_activation_actions")), actions);
        assert_eq!(flag("attach_in_park"), e.attach_in_park);
        // The same in both editions.
        assert!(flag("attach_in_contact"));
        let methods: &[&str] = if e.events_may_be_drawn { &["roll", "draw"] } else { &["roll"] };
        assert_eq!(s.words(&path("events_method")), methods);
        let barred: &[&str] = match e.engineer_bar {
            EngineerBar::SuppressedArtilleryColumn => &["suppressed", "artillery", "in_column"],
            EngineerBar::ParkedArtilleryColumnImmobile => {
                &["artillery_in_park_hex", "in_column", "immobile"]
            }
        };
        assert_eq!(s.words(&path("engineer_exclusions")), barred);
        let double = match e.double_assault {
            DoubleAssault::ShowingSide => "showing_side",
            DoubleAssault::FrontSide => "front_side",
        };
        assert_eq!(text("double_assault_test"), double);
        // gts.los.bocage-spotting stands in the text of the specification only: S0.
        assert_eq!(e.bocage_hides, name == "S0");
        let columns = [column(e.terrain_unarmoured), column(e.terrain_armoured)];
        assert_eq!(s.words(&path("terrain_defence_columns")), columns);
    }
    let desert = t.sighting.variant.get("desert").expect("the desert");
    same!(s,
        "sighting.day" => t.sighting.day,
        "sighting.rain" => t.sighting.rain,
        "sighting.fog" => t.sighting.fog,
        "sighting.clear_night.S0" => t.edition.normandy.sighting_clear_night,
        "sighting.clear_night.S1" => t.edition.series.sighting_clear_night,
        "sighting.overcast_night.S0" => t.edition.normandy.sighting_overcast_night,
        "sighting.overcast_night.S1" => t.edition.series.sighting_overcast_night,
        "sighting.op_hill_indirect" => t.limits.op_hill_sighting,
        "sighting.module.mist" => t.sighting.mist,
        "sighting.module.sandstorm" => t.sighting.sandstorm,
        "sighting.module.storm_day" => t.sighting.storm_day,
        "sighting.module.storm_night" => t.sighting.storm_night,
        "sighting.module.desert_day" => desert.day,
        "sighting.module.desert_op" => desert.observation,
    );
    assert_eq!(t.sighting.variant.len(), 1);
}

fn combat_results(s: &Spec, data: &Data) {
    let crt = &data.tables.crt;
    let check = |name: &str, side: &CrtSide| {
        for colour in Colour::ALL {
            let found: Vec<&str> = side.row(colour).iter().map(|it| it.key()).collect();
            let path = format!("crt.{name}.{}", colour.key());
            assert_eq!(s.words(&path), found, "{name} {colour:?}");
        }
    };
    check("white_side", &crt.white_side);
    check("black_side", &crt.black_side);
    let keys: Vec<&str> = Colour::ALL.iter().map(|it| it.key()).collect();
    assert_eq!(s.words("crt.rows"), keys);
    assert_eq!(s.text("crt.uncoloured_assault_row"), crt.uncoloured_assault_row.key());
    assert_eq!(s.text("crt.direct_row_override.row"), crt.direct_row.key());
    assert_eq!(s.words("crt.direct_row_override.classes"), rows_in_words(&crt.direct_row_for));
    assert_eq!(s.keys("crt.variant"), ["crete"]);
    assert_eq!(crt.variant.len(), 1);
    let cells = s.list("crt.variant.crete").iter();
    let spec: Vec<_> = cells
        .map(|it| {
            (
                it["side"].as_str(),
                it["row"].as_str(),
                it["roll"].as_integer(),
                it["result"].as_str(),
            )
        })
        .collect();
    let ours: Vec<_> = crt.variant["crete"]
        .iter()
        .map(|it| {
            let side = if it.armoured { "black_side" } else { "white_side" };
            (Some(side), Some(it.row.key()), Some(i64::from(it.roll)), Some(it.result.key()))
        })
        .collect();
    assert_eq!(spec, ours);
}

fn modifiers(s: &Spec, data: &Data) {
    let t: &Tables = &data.tables;
    let f = &t.firer;
    // Fire and assault alike, except where only one of them counts.
    let firer = [
        ("company_bonus", t.company_bonus.value, t.company_bonus.value),
        ("cohesion_1", f.cohesion[1], f.cohesion[1]),
        ("cohesion_2", f.cohesion[2], f.cohesion[2]),
        ("barrage_light", f.barrage_light, f.barrage_light),
        ("barrage_heavy", f.barrage_heavy, f.barrage_heavy),
        ("column", f.column, f.column),
        ("ent", f.entrenchment, f.entrenchment),
        ("suppressed", 0, f.suppressed_assault),
        ("step_loss", f.step_loss, f.step_loss),
        ("night", f.night, f.night),
        ("rain", f.rain, f.rain),
        ("fog", f.fog, f.fog),
        ("mist", f.mist, f.mist),
        ("sandstorm", f.sandstorm, f.sandstorm),
        ("storm", f.storm, f.storm),
        ("hero", f.hero, f.hero),
        ("dug_into_bocage", f.dug_in, f.dug_in),
        ("para_delay_1", f.para[0], f.para[0]),
        ("para_delay_2", f.para[1], f.para[1]),
        ("glider_delay_1", f.glider[0], f.glider[0]),
        ("glider_delay_2", f.glider[1], f.glider[1]),
        ("air_landing_delay", f.air_landing, f.air_landing),
        ("alone_and_afraid", f.alone_and_afraid, f.alone_and_afraid),
        ("commando_out_of_command", f.commando_out_of_command, f.commando_out_of_command),
        ("counter_battery", f.counter_battery, 0),
        ("night_assault_division", f.night_assault_division, f.night_assault_division),
        ("emergency_supply", f.emergency_supply, 0),
    ];
    for (id, fire, assault) in firer {
        let int = |key: &str| s.int(&format!("firer_modifier[{id}].{key}"));
        assert_eq!((int("fire"), int("assault")), (fire.into(), assault.into()), "{id}");
    }
    assert_eq!(f.cohesion[0], 0);

    let g = &t.target;
    let target = [
        ("column", "value", g.column),
        ("ip", "value", g.improved_position),
        ("ent", "value", g.entrenchment),
        ("hero", "value", g.hero),
        ("heroic_event", "value", g.heroic),
        ("dug_into_bocage", "value", g.dug_in),
        ("para_delay_1", "value", g.para[0]),
        ("para_delay_2", "value", g.para[1]),
        ("glider_delay_1", "value", g.glider[0]),
        ("glider_delay_2", "value", g.glider[1]),
        ("air_landing_delay", "value", g.air_landing),
        ("alone_and_afraid", "value", g.alone_and_afraid),
        ("rubble", "value", g.rubble),
        ("cave_marker", "value", g.cave),
        ("hill_feature", "value", g.hill_feature.unarmoured),
        ("hill_feature", "armoured", g.hill_feature.armoured),
        ("behind_ridge_hexside", "value", g.behind_ridge.unarmoured),
        ("behind_ridge_hexside", "armoured", g.behind_ridge.armoured),
        ("raised_road_railroad_embankment", "value", g.raised),
        ("sunken_road_railroad", "value", g.sunken),
        ("sunken_road_railroad", "vehicle", g.sunken_vehicle),
    ];
    for (id, key, value) in target {
        let path = format!("target_modifier[{id}].{key}");
        assert_eq!(s.int(&path), i64::from(value), "{path}");
    }

    let bands = s.list("mass.bands");
    let pairs = |it: &Value| (it["min"].as_integer(), it["value"].as_integer());
    let spec: Vec<_> = bands.iter().map(pairs).collect();
    let ours: Vec<_> =
        t.mass.iter().map(|it| (Some(it.from.into()), Some(it.value.into()))).collect();
    assert_eq!(spec, ours);
    for band in bands {
        for steps in band["min"].as_integer().unwrap_or(0)..=band["max"].as_integer().unwrap_or(0) {
            let ours = Some(i64::from(t.mass(steps as u32)));
            assert_eq!(ours, band["value"].as_integer(), "{steps} steps");
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
        "tq.heroic_event" => t.tq.heroic,
        "tq.dug_into_bocage" => t.tq.dug_in,
        "tq.air_landing_delay" => t.tq.air_landing,
        "tq.alone_and_afraid" => t.tq.alone_and_afraid,
        "tq.supply_diminished" => t.tq.supply_diminished,
        "tq.supply_emergency" => t.tq.supply_emergency,
        "tq.drop_zone_closed" => t.tq.drop_zone_closed,
        "tq.main_route_closed" => t.tq.main_route_closed,
        "tq.home_soil" => t.tq.home_soil,
        "tq.men_at_work_each" => t.tq.men_at_work_each,
        "tq.rallying_each" => t.tq.rallying_each,
        "company_bonus.steps_needed" => t.company_bonus.steps_needed,
        "company_bonus.value" => t.company_bonus.value,
        "movement.weather.rain.leg" => t.rain.leg,
        "movement.weather.rain.wheeled" => t.rain.wheeled,
        "movement.weather.rain.tracked" => t.rain.tracked,
    );
    assert_eq!(t.tq.cohesion[0], 0);
    assert_eq!(s.words("assault.barred_fire_colours"), rows_in_words(&t.assault.barred));
    assert_eq!(s.keys("range.variant"), ["desert_unarmoured"]);
    assert_eq!(t.range.variant.len(), 1);
    let desert = s.list("range.variant.desert_unarmoured");
    let spec: Vec<_> = desert.iter().map(pairs).collect();
    let bands = t.range.variant["desert"].iter();
    let ours: Vec<_> = bands.map(|it| (Some(it.from.into()), Some(it.value.into()))).collect();
    assert_eq!(spec, ours);
    for pair in desert.windows(2) {
        let next = pair[0]["max"].as_integer().map(|it| it + 1);
        assert_eq!(next, pair[1]["min"].as_integer(), "the bands follow each other");
    }
    let b = &t.bravery;
    let bravery = [
        ("column", b.column),
        ("ip", b.improved_position),
        ("ent", b.entrenchment),
        ("hero", b.hero),
        ("paradrop", b.para),
        ("glider", b.glider),
    ];
    for (id, value) in bravery {
        assert_eq!(s.int(&format!("bravery.modifier[{id}].value")), i64::from(value), "{id}");
    }
}

/// The same figures, by marker.
fn markers(s: &Spec, data: &Data) {
    let t: &Tables = &data.tables;
    let (f, g, tq) = (&t.firer, &t.target, &t.tq);
    same!(s,
        "marker.suppressed.assault" => f.suppressed_assault,
        "marker.suppressed.tq" => tq.suppressed,
        "marker.cohesion_1.fire" => f.cohesion[1],
        "marker.cohesion_1.assault" => f.cohesion[1],
        "marker.cohesion_1.tq" => tq.cohesion[1],
        "marker.cohesion_2.fire" => f.cohesion[2],
        "marker.cohesion_2.assault" => f.cohesion[2],
        "marker.cohesion_2.tq" => tq.cohesion[2],
        "marker.step_loss.fire" => f.step_loss,
        "marker.step_loss.assault" => f.step_loss,
        "marker.step_loss.tq" => tq.step_loss,
        "marker.column.fire" => f.column,
        "marker.column.assault" => f.column,
        "marker.column.fire_against" => g.column,
        "marker.ip.fire_against" => g.improved_position,
        "marker.ip.tq" => tq.improved_position,
        "marker.ent.fire" => f.entrenchment,
        "marker.ent.assault" => f.entrenchment,
        "marker.ent.fire_against" => g.entrenchment,
        "marker.ent.tq" => tq.entrenchment,
        "marker.barrage_light.fire" => f.barrage_light,
        "marker.barrage_light.assault" => f.barrage_light,
        "marker.barrage_light.tq" => tq.barrage_light,
        "marker.barrage_light.direct_range" => t.limits.restricted_range,
        "marker.barrage_heavy.fire" => f.barrage_heavy,
        "marker.barrage_heavy.assault" => f.barrage_heavy,
        "marker.barrage_heavy.tq" => tq.barrage_heavy,
        "marker.barrage_heavy.direct_range" => t.limits.restricted_range,
        "marker.hero.fire" => f.hero,
        "marker.hero.assault" => f.hero,
        "marker.hero.fire_against" => g.hero,
        "marker.hero.tq" => tq.hero,
        "marker.drift.start_level" => t.naval.drift_on_zero,
        "marker.air_landing_delay.fire" => f.air_landing,
        "marker.air_landing_delay.assault" => f.air_landing,
        "marker.air_landing_delay.fire_against" => g.air_landing,
        "marker.air_landing_delay.tq" => tq.air_landing,
        "marker.dug_into_bocage.fire" => f.dug_in,
        "marker.dug_into_bocage.assault" => f.dug_in,
        "marker.dug_into_bocage.fire_against" => g.dug_in,
        "marker.dug_into_bocage.tq" => tq.dug_in,
    );
}

const COST: [&str; 6] = ["leg", "leg_col", "wheeled", "wheeled_col", "tracked", "tracked_col"];

fn costs(it: &Costs) -> [Option<u16>; 6] {
    [it.leg, it.leg_column, it.wheeled, it.wheeled_column, it.tracked, it.tracked_column]
}

/// Keys of ours for those of the specification.
fn ours(key: &str) -> String {
    if key == "slope_up" { "slope".to_owned() } else { key.replace('_', "-") }
}

fn terrain(s: &Spec, data: &Data) {
    let t: &Tables = &data.tables;
    let terrains = s.keys("movement.terrain");
    // The sea is ours: gts.ruling.sea.
    assert_eq!(terrains.len() + 1, t.terrain.len());
    let sea = t.terrain.iter().find(|it| it.key == "sea").expect("the sea");
    assert!(costs(&sea.cost).iter().all(Option::is_none) && sea.defence.is_empty());
    let columns = ["standard", "normandy_white", "normandy_black", "pacific"];
    for key in &terrains {
        let row = t
            .terrain
            .iter()
            .find(|it| it.key == ours(key))
            .unwrap_or_else(|| panic!("no terrain {key}"));
        let path = format!("movement.terrain.{key}");
        for (name, cost) in COST.into_iter().zip(costs(&row.cost)) {
            let wanted = Some(s.int(&format!("{path}.{name}"))).filter(|it| *it != -1);
            assert_eq!(wanted, cost.map(i64::from), "{key} {name}");
        }
        let sight = match row.sight {
            SightKey::Open => "open",
            SightKey::Blocks => "block",
            SightKey::Pair => "pair",
            SightKey::Crest => "crest",
        };
        assert_eq!(s.text(&format!("{path}.los")), sight, "{key}");
        for column in columns {
            let spec = s.keys(&format!("terrain_defence.{column}"));
            let value = |key: &str| {
                let known = spec.contains(&key);
                known.then(|| s.int(&format!("terrain_defence.{column}.{key}")))
            };
            let own = column.replace('_', "-");
            let found = row.defence.get(&own).copied().map(i64::from);
            assert_eq!(value(key), found, "{key} {column}");
            let armoured = row.defence_armoured.get(&own).copied().map(i64::from);
            assert_eq!(value(&format!("{key}_armoured")), armoured, "{key} {column}, armoured");
        }
    }
    assert_eq!(s.words("terrain_defence.treeburst_terrain"), t.treeburst.terrain);
    assert_eq!(s.words("terrain_defence.treeburst_rows"), rows_in_words(&t.treeburst.rows));
    let spares: Vec<String> =
        t.treeburst.spares.iter().map(|it| it.key().replace('-', "_")).collect();
    assert_eq!(s.words("terrain_defence.treeburst_spares_armoured_columns"), spares);
}

fn hexsides_and_routes(s: &Spec, data: &Data) {
    let t: &Tables = &data.tables;
    let hexsides = s.keys("movement.hexside");
    assert_eq!(hexsides.len(), t.hexside.len());
    for key in hexsides {
        let path = format!("movement.hexside.{key}");
        let row = t
            .hexside
            .iter()
            .find(|it| it.key == ours(key))
            .unwrap_or_else(|| panic!("no hexside {key}"));
        let mut doubled = false;
        let mut carried = false;
        for (name, cost) in COST.into_iter().zip(costs(&row.cost)) {
            match s.int(&format!("{path}.{name}")) {
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
        let crossing = match (doubled, carried, key) {
            (true, ..) => Crossing::Double,
            (_, true, _) => Crossing::Bridge,
            (.., "ferry") => Crossing::Ferry,
            _ => Crossing::Add,
        };
        assert_eq!(row.crossing, crossing, "{key}");
        let sight = match s.text(&format!("{path}.los")) {
            "crest" => SightKey::Crest,
            "if_crossed" => SightKey::Blocks,
            _ => SightKey::Open,
        };
        assert_eq!(row.sight, sight, "{key}");
        assert_eq!(row.directed, key == "slope_up", "{key}");
        assert_eq!(row.ridge, key == "ridge", "{key}");
    }
    same!(s, "movement.hexside.gap_closed.commando_ranger" => t.naval.gap_climb);
    let routes = s.keys("movement.route");
    assert_eq!(routes.len(), t.route.len());
    for key in routes {
        let row = t
            .route
            .iter()
            .find(|it| it.key == ours(key))
            .unwrap_or_else(|| panic!("no route {key}"));
        for (name, cost) in COST.into_iter().zip(costs(&row.cost)) {
            // Off the road the terrain of the hex counts.
            let column = name.ends_with("_col");
            let wanted = column.then(|| s.int(&format!("movement.route.{key}.{name}")));
            assert_eq!(wanted, cost.map(i64::from), "{key} {name}");
        }
        assert_eq!(row.raised, key.starts_with("raised"), "{key}");
        assert_eq!(row.sunken, key.starts_with("sunken"), "{key}");
        assert_eq!(row.road, key.ends_with("road") && !key.ends_with("railroad"), "{key}");
    }
    let features: Vec<&str> = t.feature.iter().map(|it| it.key.as_str()).collect();
    let known = ["strongpoint", "observation-point", "hill", "victory", "cave-marker"];
    assert_eq!(features, known);
}

/// Section 27 and T12.
fn naval(s: &Spec, data: &Data) {
    let t: &Tables = &data.tables;
    let (n, b) = (&t.naval, &t.beach);
    same!(s,
        "naval.ship_spot_roll_max" => n.ship_spot_roll_max,
        "beach_table.mod_fewer_than_2_steps" => b.fewer_than_two_steps,
        "beach_table.mod_cohesion_1" => b.cohesion[1],
        "beach_table.mod_cohesion_2" => b.cohesion[2],
        "beach_default.obstacles" => b.obstacles,
        "beach_default.nests" => b.nests,
        "beach_default.gap" => b.gap,
        "beach_default.sea_state" => b.sea_state,
    );
    assert_eq!(b.cohesion[0], 0);
    let boxes: Vec<&str> =
        s.keys("naval.range_box").into_iter().filter(|it| *it != "source").collect();
    assert_eq!(boxes.len(), n.range_boxes.len());
    for it in &n.range_boxes {
        let path = format!("naval.range_box.{}", it.name.to_lowercase());
        assert_eq!(s.int(&path), i64::from(it.number), "{path}");
    }
    let attacks = [
        ("sea_state", n.sea_row),
        ("beach_obstacle", n.obstacle_row),
        ("nest_vs_dd_tank", n.nest_row),
        ("nest_vs_landing_craft", n.nest_row),
        ("nest_vs_landed_unit", n.nest_row),
        ("nest_vs_activated_unit", n.nest_row),
    ];
    for (id, row) in attacks {
        assert_eq!(s.text(&format!("naval.attack[{id}].row")), row.key(), "{id}");
    }
    assert_eq!(s.text("crt.special_rows.resistance_nest"), n.nest_row.key());
    assert_eq!(s.text("crt.special_rows.beach_obstacle"), n.obstacle_row.key());
    assert_eq!(s.text("crt.special_rows.sea_state"), n.sea_row.key());
    // One marker at each of our numbers: the n-th at the n-th.
    let markers = s.keys("beach_default.gap_markers_by_number");
    assert_eq!(markers.len(), b.gap_opens_at.len());
    for (index, number) in b.gap_opens_at.iter().enumerate() {
        let path = format!("beach_default.gap_markers_by_number.{number}");
        assert_eq!(s.int(&path), index as i64 + 1, "{path}");
    }
    let sections = [
        ("79th_armoured", &b.armoured79),
        ("engineer", &b.engineer),
        ("tank", &b.tank),
        ("landing_craft", &b.craft),
        ("other", &b.other),
    ];
    assert_eq!(s.peek("beach_table.row").as_array().map(Vec::len), Some(sections.len()));
    for (firer, row) in sections {
        assert_eq!(s.text(&format!("beach_table.row[{firer}].firer")), firer);
        let results = s.list(&format!("beach_table.row[{firer}].results"));
        for roll in 0..=9 {
            let int = |it: &Value, key: &str| it[key].as_integer().expect("a number");
            let band = results.iter().find(|it| int(it, "min") <= roll && roll <= int(it, "max"));
            let band = band.unwrap_or_else(|| panic!("{firer}: no result for {roll}"));
            let (reduce, targets) = result(row, roll);
            assert_eq!(int(band, "reduce"), reduce, "{firer} {roll}");
            let spec: Vec<&str> = band["targets"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            assert_eq!(spec, targets, "{firer} {roll}");
        }
    }
}

/// What a roll does in a section of T12: by how much a number falls, and which.
fn result(row: &BeachRow, roll: i64) -> (i64, Vec<&'static str>) {
    let word = |it: &BeachNumber| it.key();
    let reduce = match row.strong {
        Some(strong) if roll <= i64::from(strong) => 2,
        _ if roll <= i64::from(row.weak) => 1,
        _ => 0,
    };
    (reduce, if reduce == 0 { Vec::new() } else { row.numbers.iter().map(word).collect() })
}

/// `[default]`
fn defaults(s: &Spec, data: &Data) {
    let d = &data.tables.default;
    same!(s,
        "default.contact.pending" => d.contact_pending,
        "default.contact.in_contact" => d.contact_in_contact,
        "default.contact.radio_modifier" => d.radio_modifier,
        "default.division.road_blocks" => d.road_blocks,
        "default.division.parks" => d.parks,
        "default.formation.rearguards" => d.rearguards,
        "default.weather.fog_becomes_overcast_from_daylight_turn" => d.fog_lifts_on_daylight_turn,
        "default.air.strike_fire" => d.strike_rating,
        "default.air.interdiction_max" => d.interdiction_points,
        "default.air.interdiction_delay_roll_max" => d.interdiction_delays,
        "default.air.flak_range" => d.flak_range,
    );
    assert_eq!(s.text("default.air.strike_row"), d.strike_row.key());
    for weather in s.keys("default.air.points") {
        let points = s.int(&format!("default.air.points.{weather}"));
        let ours = d.air_points.iter().find(|it| lower(&it.weather) == weather);
        assert_eq!(points, ours.map_or(0, |it| i64::from(it.points)), "{weather}");
    }
    let defended = s.keys("default.air.inherent_defence");
    assert_eq!(defended.len(), d.inherent_defence.len());
    for terrain in defended {
        let path = format!("default.air.inherent_defence.{terrain}");
        let ours = d.inherent_defence.get(terrain).copied().map(i64::from);
        assert_eq!(Some(s.int(&path)), ours, "{path}");
    }
    let table = s.list("default.weather.table");
    assert_eq!(table.len(), d.weather.len());
    for (index, (spec, ours)) in table.iter().zip(&d.weather).enumerate() {
        assert_eq!(spec["min"].as_integer(), Some(ours.from.into()));
        assert_eq!(spec["weather"].as_str(), Some(lower(&ours.weather).as_str()));
        let last = d.weather.get(index + 1).map_or(9, |it| i64::from(it.from) - 1);
        assert_eq!(spec["max"].as_integer(), Some(last));
    }
    let count = s.peek("default.events.table").as_array().map(Vec::len);
    assert_eq!(count, Some(d.events.len()));
    for ours in &d.events {
        let id = ours.effect.key().replace('-', "_");
        let path = |key: &str| format!("default.events.table[{id}].{key}");
        assert_eq!(s.text(&path("id")), id);
        assert_eq!(s.int(&path("min")), i64::from(ours.from), "{id}");
        assert_eq!(s.int(&path("max")), i64::from(ours.to), "{id}");
    }
    let turns = s.list("default.calendar.turns");
    assert_eq!(turns.len(), d.turns.len());
    for (spec, ours) in turns.iter().zip(&d.turns) {
        assert_eq!(spec["time"].as_str(), Some(ours.time.as_str()));
        assert_eq!(spec["night"].as_bool(), Some(ours.night), "{}", ours.time);
        assert_eq!(spec["first_daylight"].as_bool(), Some(ours.first_daylight), "{}", ours.time);
        let last = Some(ours.last_before_night);
        assert_eq!(spec["last_before_night"].as_bool(), last, "{}", ours.time);
    }
    let w = &d.switches;
    let switches = [
        ("counter_battery", w.counter_battery),
        ("barrage_scatter", w.barrage_scatter),
        ("rubble_by_artillery", w.rubble_by_artillery),
        ("extra_cp_other_leader", w.extra_cp_other_leader),
        ("direct_yellow_for_black_brown", w.direct_yellow_for_black_brown),
        ("air_negative_modifiers", w.air_negative_modifiers),
    ];
    for (key, ours) in switches {
        assert_eq!(s.flag(&format!("default.switches.{key}")), ours, "{key}");
    }
    // The other two are of the text: the inherent defence is there, and an assault begins again at stand or run.
    assert!(w.inherent_air_defence);
    assert_eq!(s.peek("assault.loop_restart").as_str(), Some("stand_or_run"));
    assert!(!w.assault_restarts_at_fire_or_charge);
}

/// A word of an enum as the specification writes it.
fn lower(word: &impl std::fmt::Debug) -> String {
    format!("{word:?}").to_lowercase()
}

/// Counters with a default, and what files of forces need not say.
fn counters_and_units(s: &Spec, data: &Data) {
    let d = &data.tables.default;
    let counters: [(&str, &CounterRow); 7] = [
        ("default.rearguard", &d.rearguard),
        ("naval_default.landing_craft", &d.landing_craft),
        ("naval_default.lcs", &d.support_craft),
        ("naval_default.lcr", &d.rocket_craft),
        ("naval_default.battleship", &d.battleship),
        ("naval_default.cruiser", &d.cruiser),
        ("naval_default.destroyer", &d.destroyer),
    ];
    for (path, ours) in counters {
        let keys = s.keys(path);
        let int = |key: &str| keys.contains(&key).then(|| s.int(&format!("{path}.{key}")));
        let text = |key: &str| keys.contains(&key).then(|| s.text(&format!("{path}.{key}")));
        // Ships have no steps and no Troop Quality (gts.naval.2-ship-no-bonus, gts.naval.3-sq).
        assert_eq!(int("steps").unwrap_or(0), i64::from(ours.steps), "{path}");
        assert_eq!(int("tq").unwrap_or(0), i64::from(ours.tq), "{path}");
        assert_eq!(int("fire"), ours.fire.map(i64::from), "{path}");
        assert_eq!(text("colour"), ours.colour.map(Colour::key), "{path}");
        assert_eq!(int("range"), ours.range.map(i64::from), "{path}");
        assert_eq!(int("defense").unwrap_or(0), i64::from(ours.defense), "{path}");
        assert_eq!(text("background").unwrap_or("white") == "black", ours.armoured, "{path}");
    }

    // What the loader gives a division, a leader and a transport side that say nothing, in the fixture.
    let division = &data.divisions[1];
    same!(s,
        "default.division.command_rating" => division.command_rating,
        "default.division.dispatch_rating" => division.dispatch_rating,
        "default.division.start_cp" => division.start_cp,
        "default.division.start_dp" => division.start_dp,
    );
    let leader = data.leaders.iter().find(|it| it.key == "cunningham").expect("a leader");
    same!(s,
        "default.leader.command_range" => leader.front.command_range,
        "default.leader.attachment" => leader.front.attachment,
        "default.leader.replacement_command_range" => leader.back.command_range,
        "default.leader.replacement_attachment" => leader.back.attachment,
    );
    let gun = data.units.iter().find(|it| it.key == "25-at").expect("a gun");
    let Back::Transport(face) = gun.back else { panic!("no transport side") };
    assert!(s.flag("default.transport_side.fire_no") && face.fire.is_none());
    assert_eq!(s.text("default.transport_side.ma_colour"), "black");
    let ma = u8::try_from(s.int("default.transport_side.ma")).expect("a small number");
    assert_eq!(face.movement, Movement::Points(ma, MoveClass::Wheeled));
    same!(s, "default.transport_side.tq" => face.tq);
    assert_eq!(s.int("default.victory.per_enemy_step"), i64::from(data.victory.per_enemy_step[1]));
}
