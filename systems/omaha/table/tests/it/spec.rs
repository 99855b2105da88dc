//! What we ship against the data file of the specification, where that is at hand: every table of it is rebuilt from
//! ours and must be equal, key by key. What is not compared is named in [`OTHERWISE`].

use std::{fs, path::Path, sync::Arc};

use omaha::data::{Berth, Data, Division, GermanKind, Gun, Reach, Sector, SetUp, UsCounter};
use toml::{Table, Value};

const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/spec/data/omaha.toml");

/// Prose about procedures, which are code; and the ground, which we have drawn anew (rules/omaha.md says how).
const OTHERWISE: [&str; 10] = [
    "meta",
    "sequence",
    "german_action_basic",
    "target_priority",
    "artillery_priority",
    "map",
    "hexside",
    "road",
    "village",
    // The cards are compared; that they keep these laws is shown in `omaha_deck`.
    "deck",
];

/// Leaders whom the specification puts where they are lost before the first decision (omaha.btb.us-where).
const MOVED: [(&str, &str); 2] = [("1108", "1208"), ("1007", "1209")];

#[test]
fn we_ship_what_the_specification_says() {
    let Ok(text) = fs::read_to_string(Path::new(SPEC)) else { return };
    let spec: Table = toml::from_str(&text).expect("the specification is TOML");
    let mut ours = charts();
    ours.extend(counters());
    ours.extend(cards());
    ours.extend(plans());
    ours.extend(ground());
    for (name, wanted) in &spec {
        if OTHERWISE.contains(&name.as_str()) {
            continue;
        }
        let found = ours.remove(name).unwrap_or_else(|| panic!("{name} is not compared"));
        // Sites, fields, colours, marks and arrows are of our own ground.
        let drawn = ["hexes", "sector", "colour", "vp", "arrows", "intense", "steady", "sporadic"];
        let mut wanted = wanted.clone();
        if name == "position" {
            for row in wanted.as_array_mut().into_iter().flatten() {
                let row = row.as_table_mut().expect("a table");
                let none = |key: &str, it: &Value| key == "guards" && it.as_str() == Some("");
                row.retain(|key, it| !drawn.contains(&key) && !none(key, it));
            }
        }
        if name == "setup_beyond_unit" {
            for (from, to) in MOVED {
                let rows = wanted.as_array_mut().into_iter().flatten();
                let mut rows = rows.filter(|it| it["hex"].as_str() == Some(from));
                let row = rows.next().and_then(Value::as_table_mut).expect("it is set up there");
                row.insert("hex".into(), to.into());
                assert!(rows.next().is_none(), "only he is in {from}");
            }
        }
        same(name, &found, &wanted);
    }
    assert!(ours.is_empty(), "not in the specification: {ours:?}");
}

/// With the name of the first place that differs.
fn same(place: &str, found: &Value, wanted: &Value) {
    if found.is_array() && [".weapons", ".requires"].iter().any(|it| place.ends_with(it)) {
        assert_eq!(as_set(found), as_set(wanted), "{place}");
        return;
    }
    match (found, wanted) {
        (Value::Array(found), Value::Array(wanted)) => {
            assert_eq!(found.len(), wanted.len(), "{place}");
            for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                same(&format!("{place}[{i}]"), found, wanted);
            }
        }
        (Value::Table(found), Value::Table(wanted)) => {
            for key in found.keys().chain(wanted.keys()) {
                let (found, wanted) = (found.get(key), wanted.get(key));
                let place = format!("{place}.{key}");
                match (found, wanted) {
                    (Some(found), Some(wanted)) => same(&place, found, wanted),
                    _ => panic!("{place}: {found:?}, not {wanted:?}"),
                }
            }
        }
        _ => assert_eq!(found, wanted, "{place}"),
    }
}

/// Weapons have no order.
fn as_set(value: &Value) -> Vec<String> {
    let list = value.as_array().expect("a list");
    let mut words: Vec<String> = list
        .iter()
        .map(|it| match it {
            Value::Array(_) => as_set(it).join(" "),
            it => it.as_str().expect("a word").to_owned(),
        })
        .collect();
    // Lists of lists go by steps.
    if !list.iter().any(Value::is_array) {
        words.sort_unstable();
    }
    words
}

macro_rules! table {
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut table = Table::new();
        $(table.insert($key.to_string(), Value::from($value));)*
        table
    }};
}

fn list<T: Into<Value>>(values: impl IntoIterator<Item = T>) -> Value {
    Value::Array(values.into_iter().map(Into::into).collect())
}

fn file(path: &str) -> Table {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../modules/omaha");
    let text = fs::read_to_string(root.join(path)).expect("a file we ship");
    toml::from_str(&text).expect("TOML")
}

fn rows(table: &Table, key: &str) -> Vec<Table> {
    let rows = table[key].as_array().expect("a list").iter();
    rows.map(|it| it.as_table().expect("a table").clone()).collect()
}

fn rename(row: &mut Table, from: &str, to: &str) {
    let value = row.remove(from).unwrap_or_else(|| panic!("{from} in {row:?}"));
    row.insert(to.to_owned(), value);
}

fn text(row: &Table, key: &str) -> String {
    row[key].as_str().expect("a text").to_owned()
}

fn data(scenario: &str) -> Arc<Data> {
    let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", scenario);
    let loaded = loaded.unwrap_or_else(|it| panic!("\n{it}"));
    loaded.data
}

/// `tables.toml`; that it is loaded as it is written is shown in `omaha_tables`.
fn charts() -> Table {
    let ours = file("tables.toml");
    let mut turns = rows(&ours, "turn");
    for (n, row) in (1..).zip(&mut turns) {
        row.insert("n".to_owned(), Value::Integer(n));
        rename(row, "landing", "landing_table");
        rename(row, "clear", "clear_per_sector");
    }
    let mut landing = rows(&ours, "landing");
    for row in &mut landing {
        rename(row, "turns", "table");
        rename(row, "who", "unit");
    }
    let mut fire = rows(&ours, "fire");
    for row in &mut fire {
        let one = row.remove("one").and_then(|it| it.as_bool()).expect("one");
        row.insert("count".to_owned(), if one { "one" } else { "all" }.into());
        let step = row["step"].as_bool().expect("step");
        row.insert("step".to_owned(), i64::from(step).into());
    }
    let weapons = [
        ("infantry-or-ranger-full", "infantry"),
        ("heavy-infantry-full-adjacent", "heavy_adjacent"),
        ("heavy-infantry-full-distant", "heavy_distant"),
        ("anti-air", "anti_air"),
        ("sp-anti-air", "sp_anti_air"),
        ("tank-4-5", "tank_far"),
        ("tank-1-3", "tank_near"),
        ("artillery", "artillery"),
        ("anti-tank", "anti_tank"),
        ("naval-marker", "naval"),
        ("headquarters", "headquarters"),
    ]
    .map(|(unit, key)| table! { "unit" => unit, "weapons" => ours["weapons"][key].clone() });
    let mut barrage = rows(&ours, "barrage");
    for row in &mut barrage {
        let results = row.remove("results").expect("results");
        for (place, key) in ["s1_2", "s3_5", "s6"].into_iter().enumerate() {
            row.insert(key.to_owned(), results[place].clone());
        }
    }
    let mut sides = rows(&ours, "defence_hexside");
    for row in &mut sides {
        row.entry("prohibited").or_insert(Value::Boolean(false));
    }
    let variants = rows(&ours, "variant").into_iter().map(|row| {
        let long = row.get("long").is_some();
        table! {
            "id" => text(&row, "key"),
            "points" => row["points"].clone(),
            "scenarios" => if long { "long" } else { "any" },
        }
    });
    table! {
        "turn" => list(turns),
        "landing" => list(landing),
        "fire_chart" => list(fire),
        "weapons_chart" => list(weapons),
        "barrage" => list(barrage),
        "attack_result" => ours["attack"].clone(),
        "defence_hex" => ours["defence_hex"].clone(),
        "defence_hexside" => list(sides),
        "move_hex" => ours["move_hex"].clone(),
        "move_hexside" => ours["move_hexside"].clone(),
        "german_action" => ours["action"].clone(),
        "points_first_waves" => ours["points_first"].clone(),
        "points_final" => ours["points_final"].clone(),
        "constants" => ours["constants"].clone(),
        "variant" => list(variants),
    }
}

fn counters() -> Table {
    let data = data("first-waves");
    let heroes = &data.heroes;
    let weapons = |it: omaha::data::Weapons| list(it.iter().map(|it| it.key()));
    let wn = |it: &omaha::data::GermanCounter| match it.kind {
        GermanKind::Wn(gun) => Some(table! {
            "artillery" => match gun {
                Gun::Plain => "none",
                Gun::C75 => "75",
                Gun::C88 => "88",
                Gun::Rocket => "rocket",
            },
            "strength" => i64::from(it.strength),
            "requires" => weapons(it.requires),
        }),
        _ => None,
    };
    let reserve = |it: &omaha::data::GermanCounter| {
        let pool = match it.kind {
            GermanKind::Tactical => "T",
            GermanKind::Division => "D",
            GermanKind::Meyer => "M",
            _ => return None,
        };
        let name = format!("{}-{}", pool.to_lowercase(), it.name.replace('/', "-"));
        Some(table! {
            "id" => name,
            "pool" => pool,
            "division" => if it.of_716 { "716" } else { "352" },
            "strength" => i64::from(it.strength),
            "requires" => weapons(it.requires),
        })
    };
    let armour = |it: &omaha::data::GermanCounter| match it.kind {
        GermanKind::Armour(colour) => Some(table! {
            "id" => format!("ar-{}", colour.name()),
            "colour" => colour.name(),
            "strength" => i64::from(it.strength),
            "requires" => weapons(it.requires),
        }),
        _ => None,
    };
    let depth = |it: &omaha::data::DepthCounter| {
        table! {
            "pool" => match it.pool {
                omaha::data::DepthPool::Wn => "wn",
                omaha::data::DepthPool::Building => "building",
                omaha::data::DepthPool::Mobile => "mobile",
                omaha::data::DepthPool::Armour => "armour",
            },
            "strength" => i64::from(it.strength),
            "tactical" => it.tactical,
            "requires" => weapons(it.requires),
        }
    };
    table! {
        "us_unit" => list(data.units.iter().map(|it| us_unit(&data, it))),
        "heroes" => table! {
            "division_1" => list(heroes[0].clone()),
            "division_29" => list(heroes[1].clone()),
        },
        "wn_unit" => list(lettered(data.germans.iter().filter_map(wn))),
        "reinforcement_unit" => list(data.germans.iter().filter_map(reserve)),
        "armour_unit" => list(data.germans.iter().filter_map(armour)),
        "depth_marker" => list(numbered(data.depths.iter().map(depth))),
    }
}

/// Crews have no names of their own; the specification calls them by gun and letter.
fn lettered(rows: impl Iterator<Item = Table>) -> Vec<Table> {
    let rows: Vec<Table> = rows.collect();
    let mut out: Vec<Table> = Vec::new();
    for mut row in rows {
        let gun = text(&row, "artillery");
        let before = out.iter().filter(|it| text(it, "artillery") == gun).count();
        let letter = char::from(b'a' + before as u8);
        let id = match gun.as_str() {
            "none" => format!("wn-{letter}"),
            "rocket" => "wn-rocket".to_owned(),
            gun => format!("wn-{gun}-{letter}"),
        };
        row.insert("id".to_owned(), id.into());
        out.push(row);
    }
    out
}

fn numbered(rows: impl Iterator<Item = Table>) -> Vec<Table> {
    let mut out: Vec<Table> = Vec::new();
    for mut row in rows {
        let pool = text(&row, "pool");
        let number = out.iter().filter(|it| text(it, "pool") == pool).count() + 1;
        row.insert("id".to_owned(), format!("{pool}-{number:02}").into());
        out.push(row);
    }
    out
}

fn us_unit(data: &Data, unit: &UsCounter) -> Table {
    use omaha::data::UnitKind;
    let kind = match unit.kind {
        UnitKind::Infantry => "infantry",
        UnitKind::Ranger => "ranger",
        UnitKind::Tank => "tank",
        UnitKind::Artillery => "artillery",
        UnitKind::SpArtillery => "sp-artillery",
        UnitKind::DukwArtillery => "dukw-artillery",
        UnitKind::AntiTank => "anti-tank",
        UnitKind::AntiAir => "anti-air",
        UnitKind::SpAntiAir => "sp-anti-air",
        UnitKind::Hq => "hq",
        UnitKind::General => "general",
    };
    let mut row = table! {
        "id" => unit.key.clone(),
        "name" => unit.name.clone(),
        "division" => division(unit.division),
        "type" => kind,
        "turn" => i64::from(unit.turn),
        "box" => match &unit.berth {
            Berth::Box(it) => data.boxes[it.index()].name.clone(),
            Berth::Beach(it) => it.clone(),
            Berth::Sector(it) => division(it.division()).to_owned(),
        },
    };
    let Some(symbol) = unit.symbol else { return row };
    let range = |it: Reach| match it {
        Reach::None => "-".to_owned(),
        Reach::Hexes(it) => it.to_string(),
        Reach::Unlimited => "U".to_owned(),
    };
    row.extend(table! {
        "symbol" => format!("{symbol:?}").to_lowercase(),
        "armoured" => unit.kind.is_armoured(),
        "heavy" => unit.heavy,
        "steps" => i64::from(unit.full_steps()),
        "strength" => list(unit.lines.iter().map(|it| i64::from(it.strength))),
        "range" => list(unit.lines.iter().map(|it| range(it.range))),
        "weapons" => list(unit.lines.iter().map(|it| list(it.weapons.iter().map(|it| it.key())))),
    });
    row
}

fn division(it: Division) -> &'static str {
    match it {
        Division::First => "1",
        Division::TwentyNinth => "29",
    }
}

fn cards() -> Table {
    let mut cards = rows(&file("omaha-beach/deck.toml"), "card");
    for row in &mut cards {
        rename(row, "number", "n");
        for (from, to) in [("early", "e2_10"), ("middle", "e11_20"), ("late", "e21_31")] {
            rename(row, from, to);
            let event = row[to].as_table_mut().expect("a table");
            if event.contains_key("salvo") {
                rename(event, "salvo", "positions");
            }
        }
        if let Some(artillery) = row.get_mut("artillery").and_then(Value::as_table_mut) {
            rename(artillery, "number", "value");
        }
    }
    let mut events = rows(&file("omaha-beach/deck.toml"), "event");
    for row in &mut events {
        rename(row, "key", "id");
    }
    table! { "card" => list(cards), "event" => list(events) }
}

fn plans() -> Table {
    let standard = data("long-day");
    let SetUp::Standard(it) = &standard.plan.setup else { panic!("a standard set-up") };
    let setup_standard = table! {
        "pool_T" => i64::from(it.tactical),
        "pool_D" => i64::from(it.division),
        "meyer_units" => i64::from(it.meyer),
        "meyer_mobile_depth" => i64::from(it.meyer_depth),
        "pool_mobile" => i64::from(it.mobile),
        "pool_building" => i64::from(it.building),
        "pool_wn_depth" => i64::from(it.wn_depth),
        "offmap_active" => it.batteries.len() as i64,
    };
    let [first, long, beyond, east] =
        ["first-waves", "long-day", "beyond-the-beach", "east-half"].map(scenario);
    let mut out = beyond_plan();
    out.insert("setup_standard".to_owned(), setup_standard.into());
    out.insert("scenario".to_owned(), list([first, long, beyond, east]));
    out
}

fn scenario(key: &str) -> Table {
    let data = data(key);
    let plan = &data.plan;
    let mut row = table! {
        "id" => key,
        "first_turn" => i64::from(plan.first_turn),
        "last_turn" => i64::from(plan.last_turn),
        "setup" => match (&plan.setup, plan.only) {
            (SetUp::Beyond(_), _) => "beyond",
            (SetUp::Standard(_), None) => "standard",
            (SetUp::Standard(_), Some(Sector::East)) => "standard-east",
            (SetUp::Standard(_), Some(Sector::West)) => "standard-west",
        },
    };
    match &plan.victory {
        omaha::data::Victory::Points { win } => {
            row.insert("win_points".to_owned(), i64::from(*win).into());
        }
        omaha::data::Victory::Levels { check, bounds } => {
            row.insert("levels".to_owned(), list(bounds.map(i64::from)));
            let names = ["decisive", "operational", "tactical"];
            let defeats = names.iter().map(|it| format!("{it} defeat"));
            let victories = names.iter().rev().map(|it| format!("{it} victory"));
            row.insert("level_names".to_owned(), list(defeats.chain(victories)));
            if let Some(it) = check {
                row.insert("check1_turn".to_owned(), i64::from(it.turn).into());
                row.insert("check1_win".to_owned(), i64::from(it.win).into());
                row.insert("check1_loss".to_owned(), i64::from(it.loss).into());
            }
        }
    }
    if let (SetUp::Standard(it), Some(_)) = (&plan.setup, plan.only) {
        row.extend(table! {
            "pool_T" => i64::from(it.tactical),
            "pool_D" => i64::from(it.division),
            "pool_wn_depth" => i64::from(it.wn_depth),
            "pool_building" => i64::from(it.building),
            "pool_mobile" => i64::from(it.mobile),
        });
    }
    row
}

fn beyond_plan() -> Table {
    let data = data("beyond-the-beach");
    let SetUp::Beyond(it) = &data.plan.setup else { panic!("the other set-up") };
    let site = |it: &omaha::data::SiteId| data.sites[it.index()].name.clone();
    let unit = |it: &omaha::data::UnitId| data.units[it.index()].key.clone();
    let guns =
        |gun: Gun| list(it.wn.iter().filter(move |it| it.1 == gun).map(move |it| site(&it.0)));
    let d = data.germans.iter().filter(|it| it.kind == GermanKind::Division).count() as i64;
    let strength = |unit: omaha::data::UnitId, steps: u8| {
        data.units[unit.index()].line(steps).map_or(0, |it| i64::from(it.strength))
    };
    let mut delayed = Table::new();
    for (it, turn) in &it.delayed {
        delayed.insert(unit(it), i64::from(*turn).into());
    }
    // Who waits in a box is who is due on turn 16.
    for it in &it.boxes {
        assert_eq!(data.units[it.index()].turn, 16);
    }
    assert_eq!(it.boxes.len(), data.units.iter().filter(|it| it.turn == 16).count());
    let setup = table! {
        "wn_88" => guns(Gun::C88),
        "wn_rocket" => guns(Gun::Rocket),
        "wn_75" => guns(Gun::C75),
        "wn_plain" => guns(Gun::Plain),
        "wn_depth" => list(it.depth.iter().map(site)),
        "pool_wn_depth" => i64::from(it.wn_depth),
        "reinforcements_T" => i64::from(it.reinforcements_t),
        "reinforcements_D" => i64::from(it.reinforcements_d),
        "reinforcement_positions" => list(it.reinforcement_sites.iter().map(site)),
        "reinforcement_depth" => list(it.reinforcement_depth.iter().map(site)),
        "pool_T" => 0,
        "pool_D" => d - i64::from(it.reinforcements_d),
        "meyer_units" => i64::from(it.meyer),
        "meyer_mobile_depth" => i64::from(it.meyer_depth),
        "offmap_active" => it.batteries.len() as i64,
        "cleared" => list(it.cleared.iter().map(|it| data.map.label(*it).to_string())),
        "loss_box_1" => list(it.loss_boxes[0].iter().map(unit)),
        "loss_box_29" => list(it.loss_boxes[1].iter().map(unit)),
        "transferred_to_1" => list(it.transferred.iter().map(|(it, to)| {
            assert_eq!(*to, Division::First);
            unit(it)
        })),
        "rockets_happened" => it.rockets_happened,
        "delayed" => delayed,
    };
    let units = it.units.iter().map(|(id, hex, steps, hero)| {
        table! {
            "unit" => unit(id),
            "hex" => data.map.label(*hex).to_string(),
            "strength" => strength(*id, *steps),
            "hero" => *hero,
        }
    });
    let beach = it.beach.iter().map(|(id, steps)| {
        table! { "unit" => unit(id), "strength" => strength(*id, *steps) }
    });
    table! {
        "setup_beyond" => setup,
        "setup_beyond_unit" => list(units),
        "setup_beyond_beach" => list(beach),
    }
}

fn ground() -> Table {
    let data = data("long-day");
    let label = |it: omaha::data::PositionId| data.positions[it.index()].name.clone();
    let hex = |it: &board::HexId| data.map.label(*it).to_string();
    let sector = |it: Sector| if it == Sector::East { "east" } else { "west" };
    let boxes = (1..).zip(&data.boxes).map(|(index, it)| {
        table! {
            "index" => index,
            "name" => it.name.clone(),
            "beach" => it.beach.clone(),
            "sector" => sector(it.sector),
            "lettered" => !it.beach.is_empty(),
            "rangers_only" => it.rangers_only,
            "low" => hex(&it.low),
            "mid" => hex(&it.mid),
            "high" => it.high.as_ref().map(hex).unwrap_or_default(),
        }
    });
    let batteries = data.batteries.iter().map(|it| {
        table! {
            "id" => it.name.clone(),
            "sector" => sector(it.sector),
            "calibre" => it.calibre.name(),
            "observers" => list(it.observers.iter().copied().map(label)),
        }
    });
    let exit = |it: &omaha::data::ExitId| data.exits[it.index()].letter.to_string();
    let mut tie = Table::new();
    for (goal, symbol) in &data.armour_goals {
        tie.insert(format!("{symbol:?}").to_lowercase(), hex(goal).into());
    }
    let armour = table! {
        "end_points" => list(data.armour_goals.iter().map(|it| hex(&it.0))),
        "entry_exits" => list(data.armour_exits.iter().map(exit)),
        "points_per_unit_entered" => i64::from(data.tables.variant_points.armour_entered),
        "tie" => tie,
    };
    table! {
        "landing_box" => list(boxes),
        "offmap_artillery" => list(batteries),
        "armour_variant" => armour,
        "draw" => list(data.draws.iter().map(|it| draw(&data, it))),
        "position" => list(data.positions.iter().map(|it| position(&data, it))),
    }
}

fn draw(data: &Data, draw: &omaha::data::Draw) -> Table {
    use omaha::ground::Side;
    let hexes = |it: &[board::HexId]| list(it.iter().map(|it| data.map.label(*it).to_string()));
    // Walls and ditches between the draw and its mouth, and before it.
    let near: Vec<board::HexId> = draw.mouth.iter().chain(&draw.hexes).copied().collect();
    let mut barrier: Vec<String> = Vec::new();
    for hex in &near {
        for (direction, next) in data.map.neighbours(*hex) {
            if matches!(data.ground.side(*hex, direction), Side::Wall | Side::Ditch) {
                let mut ends = [data.map.label(*hex).to_string(), data.map.label(next).to_string()];
                ends.sort_unstable();
                barrier.push(ends.join("-"));
            }
        }
    }
    barrier.sort_unstable();
    barrier.dedup();
    table! {
        "id" => draw.name.clone(),
        "hexes" => hexes(&draw.hexes),
        "mouth" => hexes(&draw.mouth),
        "barrier" => list(barrier),
        "scoring" => draw.scores,
        "mined" => hexes(&draw.mined),
    }
}

fn position(data: &Data, position: &omaha::data::Position) -> Table {
    let SetUp::Standard(setup) = &data.plan.setup else { panic!("a standard set-up") };
    let mut row = table! {
        "id" => position.name.clone(),
        "kind" => if position.is_wn() { "wn" } else { "reinforcement" },
        "number" => i64::from(position.number),
        "zone" => position.zone.map(String::from).unwrap_or_default(),
    };
    if !position.is_wn() {
        return row;
    }
    let gun = |it: &omaha::data::SiteId| {
        let found = setup.wn.iter().find(|at| at.0 == *it).expect("a crew in every strongpoint");
        match found.1 {
            Gun::Plain => "none",
            Gun::C75 => "75",
            Gun::C88 => "88",
            Gun::Rocket => "rocket",
        }
    };
    let sites = &position.sites;
    row.extend(table! {
        "hex_names" => list(sites.iter().map(|it| data.sites[it.index()].name.clone())),
        "setup_unit" => list(sites.iter().map(gun)),
        "setup_depth" => list(sites.iter().map(|it| setup.depth.contains(it))),
    });
    let ours = rows(&file("omaha-beach/positions.toml"), "position");
    let written = ours.iter().find(|it| text(it, "name") == position.name).expect("a position");
    for key in ["arc", "guards"] {
        if let Some(value) = written.get(key) {
            row.insert(key.to_owned(), value.clone());
        }
    }
    row
}
