//! Every scenario of the module Hill 151 is played to its end at random, with its orders in force and without command. What is
//! read here is only as much of the files as play needs; the loader, which knows file and line, comes with the table.

use std::collections::BTreeMap;

use board::{Direction, HexId};
use kernel::{Playout, Rng, Rules, Uniform};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use tcs::data::{
    AreaFire, Battalion, Battery, Company, Data, Force, Kind, Light, MissionKinds, Options,
    PointFire, Scoring, Start, StartSheet, TargetType, Turn, UnitData, Visibility,
};
use tcs::ground::file::MapFile;
use tcs::ground::{Chart, Hexes, MoveClass, TerrainRow};
use tcs::id::{BattalionId, Clock, CompanyId, ForceId, Side, UnitId};
use tcs::sheet::{Life, Sheet};
use tcs::state::{Mode, Place};
use tcs::tables::{Nation, Tables, Trajectory};
use tcs::{Battle, Shared};

const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../modules/tcs/hill-151");

#[derive(Deserialize)]
struct TerrainFile {
    terrain: Vec<TerrainRow>,
}

#[derive(Deserialize)]
struct ForceFile {
    key: String,
    name: String,
    side: String,
    nationality: Nation,
    command_prep: u8,
    #[serde(rename = "type")]
    types: Vec<TypeFile>,
    battalion: Vec<BattalionFile>,
    company: Vec<CompanyFile>,
    unit: Vec<UnitFile>,
    guns: Vec<GunsFile>,
}

#[derive(Deserialize)]
struct TypeFile {
    key: String,
    kind: String,
    target: String,
    steps: u8,
    morale: Option<u8>,
    area: Option<AreaFile>,
    point: Option<PointFile>,
    #[serde(rename = "move")]
    moves: MoveFile,
    #[serde(default)]
    observer: bool,
    #[serde(default)]
    at_rolls: bool,
    #[serde(default)]
    smoke: bool,
    #[serde(default)]
    illumination: bool,
}

#[derive(Deserialize)]
struct AreaFile {
    strength: u16,
    class: Trajectory,
    range: u8,
}

#[derive(Deserialize)]
struct PointFile {
    strength: u8,
    close: u8,
    nominal: u8,
    long: u8,
}

#[derive(Deserialize)]
struct MoveFile {
    class: MoveClass,
    allowance: u8,
}

#[derive(Deserialize)]
struct BattalionFile {
    key: String,
    name: String,
    rally: String,
}

#[derive(Deserialize)]
struct CompanyFile {
    key: String,
    name: String,
    battalion: String,
}

#[derive(Deserialize)]
struct UnitFile {
    key: String,
    name: String,
    company: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct GunsFile {
    key: String,
    name: String,
    calibre: u16,
    batteries: u8,
    ammunition: u8,
    missions: Vec<String>,
}

#[derive(Deserialize)]
struct ScenarioFile {
    title: String,
    turn: Vec<TurnFile>,
    visibility: BTreeMap<String, u8>,
    set_up: SetUpFile,
    place: Vec<PlaceFile>,
    sheet: Vec<SheetFile>,
    victory_hex: Vec<ScoringFile>,
    #[serde(default)]
    minefield: Vec<MinefieldFile>,
    guns: Option<BTreeMap<String, Vec<String>>>,
    victory: VictoryFile,
}

#[derive(Deserialize)]
struct TurnFile {
    time: Clock,
    light: String,
}

#[derive(Deserialize)]
struct SetUpFile {
    first: String,
}

#[derive(Deserialize)]
struct PlaceFile {
    at: String,
    units: Vec<String>,
    mode: Option<Mode>,
}

#[derive(Deserialize)]
struct SheetFile {
    side: String,
    value: Sheet,
}

#[derive(Deserialize)]
struct ScoringFile {
    hex: String,
    points: u16,
    holder: Option<String>,
}

#[derive(Deserialize)]
struct MinefieldFile {
    hex: String,
}

#[derive(Deserialize)]
struct VictoryFile {
    per_enemy_step: u16,
    decisive: u16,
}

fn read<T: DeserializeOwned>(path: &str) -> T {
    let text = std::fs::read_to_string(format!("{MODULE}/{path}")).unwrap();
    toml::from_str(&text).unwrap_or_else(|it| panic!("{path}: {it}"))
}

fn side(key: &str) -> Side {
    match key {
        "us" => Side::First,
        "german" => Side::Second,
        _ => panic!("{key} is no side"),
    }
}

fn kind(key: &str) -> Kind {
    match key {
        "infantry" => Kind::Infantry,
        "machine-gun" => Kind::MachineGun,
        "mortar" => Kind::Mortar,
        "at-gun" => Kind::AtGun,
        "aa-gun" => Kind::AaGun,
        "infantry-gun" => Kind::InfantryGun,
        "vehicle" => Kind::Vehicle,
        "carrier" => Kind::Carrier,
        _ => panic!("{key} is no kind of unit"),
    }
}

fn target(key: &str) -> TargetType {
    match key.split_once('-') {
        None if key == "A" => TargetType::A,
        None if key == "B" => TargetType::B(0),
        Some(("P", n)) => TargetType::P(n.parse().unwrap()),
        _ => panic!("{key} is no target type"),
    }
}

fn scenario(key: &str, without_command: bool) -> Battle {
    let file: ScenarioFile = read(&format!("scenarios/{key}.toml"));
    let forces: [ForceFile; 2] = [read("forces/us.toml"), read("forces/german.toml")];
    let tables: Tables = read("../tables.toml");
    let own: TerrainFile = read("terrain.toml");
    let eye = i16::try_from(tables.height.eye.value).unwrap();
    let chart = Chart::new(&tables.terrain, &tables.height.by_id(), eye, &own.terrain);
    let map: MapFile = read("map.toml");
    let mut direction = Direction::from_name(&map.scatter_1).unwrap();
    let scatter = [(); 6].map(|()| {
        let now = direction;
        direction = now.right();
        now
    });
    let ground = map.ground(chart).unwrap();
    let hex = |label: &str| -> HexId { ground.map().find(label).unwrap() };
    let (mut battalions, mut companies) = (Vec::new(), Vec::new());
    let (mut units, mut batteries, mut gun_battalions) = (Vec::new(), Vec::new(), Vec::new());
    for (n, force) in forces.iter().enumerate() {
        let (of, first) = (side(&force.side), battalions.len());
        battalions.extend(force.battalion.iter().map(|it| Battalion {
            name: it.name.clone(),
            force: ForceId(n as u8),
            rally: Some(hex(&it.rally)),
            morale: 0,
            vehicle_morale: 0,
        }));
        for it in &force.company {
            let battalion = force.battalion.iter().position(|of| of.key == it.battalion).unwrap();
            let battalion = BattalionId((first + battalion) as u8);
            companies.push(Company { key: it.key.clone(), name: it.name.clone(), battalion });
        }
        for it in &force.unit {
            let place = file.place.iter().find(|place| place.units.contains(&it.key));
            let Some(place) = place else { continue };
            let of_type = force.types.iter().find(|of| of.key == it.kind).unwrap();
            let company = companies.iter().position(|of| of.key == it.company).unwrap();
            units.push(UnitData {
                key: it.key.clone(),
                name: it.name.clone(),
                side: of,
                force: ForceId(n as u8),
                battalion: companies[company].battalion,
                company: CompanyId(company as u8),
                kind: kind(&of_type.kind),
                target: target(&of_type.target),
                steps: of_type.steps,
                morale: of_type.morale,
                area: of_type.area.as_ref().map(|it| AreaFire {
                    strength: [it.strength].into_iter().collect(),
                    class: it.class,
                    range: it.range,
                }),
                point: of_type.point.as_ref().map(|it| PointFire {
                    strength: it.strength,
                    close: it.close,
                    nominal: it.nominal,
                    long: it.long,
                }),
                class: of_type.moves.class,
                allowance: of_type.moves.allowance,
                capacity: 0,
                to_move: None,
                to_fire: None,
                observer: of_type.observer,
                at_rolls: of_type.at_rolls,
                towed: false,
                smoke: of_type.smoke,
                illumination: of_type.illumination,
                start: Start {
                    turn: 0,
                    hex: hex(&place.at),
                    mode: place.mode.unwrap_or_default(),
                    area: None,
                    may_dig_in: false,
                    aboard: None,
                },
            });
        }
        let used = |it: &&GunsFile| {
            let listed = file.guns.as_ref().and_then(|all| all.get(&force.key));
            listed.is_none_or(|all| all.contains(&it.key))
        };
        for guns in force.guns.iter().filter(used) {
            let battalion = (1 < guns.batteries).then(|| {
                gun_battalions.push(guns.name.clone());
                gun_battalions.len() as u8 - 1
            });
            let can = |key: &str| guns.missions.iter().any(|it| it == key);
            for i in 1..=guns.batteries {
                batteries.push(Battery {
                    name: format!("{} {i}", guns.name),
                    side: of,
                    calibre: guns.calibre,
                    battalion,
                    ammunition: guns.ammunition,
                    supports: 1 << n,
                    start_column: tables.start_column.of(force.nationality),
                    kinds: MissionKinds {
                        he: can("he"),
                        continuous: can("continuous"),
                        smoke: can("smoke"),
                        illumination: can("illumination"),
                    },
                    counter: None,
                });
            }
        }
    }
    let light = |key: &str| match key {
        "day" => Light::Day,
        "twilight" => Light::Twilight,
        _ => Light::Night,
    };
    let seen = |key: &str| file.visibility.get(key).copied();
    let mines: Hexes = file.minefield.iter().map(|it| hex(&it.hex)).collect();
    let scored = |it: &ScoringFile| Scoring {
        hex: hex(&it.hex),
        points: it.points,
        holder: it.holder.as_deref().map(side),
    };
    let scoring = file.victory_hex.iter().map(scored).collect();
    let ids = |of: Side| {
        let all = units.iter().enumerate().filter(move |it: &(usize, &UnitData)| it.1.side == of);
        all.map(|it| UnitId(it.0 as u8)).collect()
    };
    Battle::new(Shared::new(Data {
        module: "hill-151".into(),
        scenario: key.into(),
        title: file.title.clone(),
        side_names: ["The Americans".into(), "The Germans".into()],
        forces: forces
            .iter()
            .map(|it| Force {
                key: it.key.clone(),
                name: it.name.clone(),
                side: side(&it.side),
                nation: it.nationality,
                command_prep: it.command_prep,
            })
            .collect(),
        battalions,
        companies,
        units_of: [ids(Side::First), ids(Side::Second)],
        units,
        batteries,
        gun_battalions,
        preplotted: vec![],
        sorties: vec![],
        turns: file
            .turn
            .iter()
            .map(|it| Turn { clock: it.time, light: light(&it.light) })
            .collect(),
        visibility: Visibility {
            day: seen("day"),
            twilight: seen("twilight"),
            night: seen("night"),
        },
        weather: vec![],
        minefields: mines,
        hidden_mines: false,
        scatter,
        areas: vec![],
        scoring,
        step_points: file.victory.per_enemy_step,
        margin: file.victory.decisive,
        sudden_death: None,
        sheets: file
            .sheet
            .into_iter()
            .map(|it| StartSheet { side: side(&it.side), sheet: it.value, weighted_turns: None })
            .collect(),
        options: Options {
            without_command,
            sets_up_first: side(&file.set_up.first),
            ..Options::default()
        },
        tables,
        ground,
    }))
}

/// Plays to the end; how many decisions it took.
fn play(start: &Battle, seed: u64) -> (Battle, u64) {
    let mut g = start.clone();
    let mut cx = Playout::new(Rng(seed), Uniform(Rng(!seed)));
    let mut steps = 0;
    while !g.is_over() {
        let Ok(()) = Battle::step(&mut cx, &mut g);
        steps += 1;
        assert!(steps < 100_000, "{:?}", g.phase);
    }
    for id in g.data.ids() {
        assert_eq!(g[id].steps == 0, g[id].place == Place::Lost);
    }
    (g, cx.decisions)
}

const SCENARIOS: [&str; 3] = ["the-farm", "before-first-light", "hill-151"];

#[test]
fn every_scenario_is_played_to_its_end_without_command() {
    for key in SCENARIOS {
        let start = scenario(key, true);
        let decisions: u64 = (0..30).map(|seed| play(&start, seed).1).sum();
        println!("{key}: {decisions} decisions in 30 games");
        assert!(3_000 < decisions, "{key}: {decisions}");
    }
}

#[test]
fn every_scenario_is_played_to_its_end_under_its_orders() {
    for key in SCENARIOS {
        let start = scenario(key, false);
        for seed in 0..2 {
            let (g, _) = play(&start, seed);
            for of in Side::BOTH {
                let orders = g.orders.of(of);
                let given = g.data.sheets.iter().filter(|it| it.side == of).count();
                assert!(given <= orders.len());
                assert!(orders[..given].iter().all(|it| it.life != Life::Preparing), "{key}");
            }
        }
    }
}
