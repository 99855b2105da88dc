//! The module Hill 151 is whole: its map is a map, its units are there, its sheets pass the judge where its scenarios place
//! them. The types here say what the files of a module hold; a loader that knows file and line comes with the table.

use std::collections::BTreeMap;

use board::HexId;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use tcs::ground::file::MapFile;
use tcs::ground::{Chart, Ground, Hexes, MoveClass, TerrainClass, TerrainRow};
use tcs::id::{BattalionId, Clock, CompanyId, ForceId, Side, UnitId};
use tcs::sheet::{
    Mission, Nerve, Order, Sheet, Situation, Status, Unit, judge, proposals,
    step::{Step, Test, Under},
};
use tcs::tables::Tables;

const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../modules/tcs/hill-151");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    terrain: Vec<TerrainRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Read to see that they are well formed.
struct ForceFile {
    key: String,
    name: String,
    short: String,
    side: String,
    nationality: String,
    colour: String,
    command_prep: u8,
    #[serde(rename = "type")]
    types: Vec<TypeFile>,
    battalion: Vec<BattalionFile>,
    company: Vec<CompanyFile>,
    unit: Vec<UnitFile>,
    guns: Vec<GunsFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct TypeFile {
    key: String,
    name: String,
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
#[serde(deny_unknown_fields)]
struct AreaFile {
    strength: u16,
    class: String,
    range: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointFile {
    strength: u8,
    close: u8,
    nominal: u8,
    long: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct MoveFile {
    class: MoveClass,
    allowance: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct BattalionFile {
    key: String,
    name: String,
    rally: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct CompanyFile {
    key: String,
    name: String,
    battalion: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct UnitFile {
    key: String,
    name: String,
    company: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct GunsFile {
    key: String,
    name: String,
    calibre: u16,
    batteries: u8,
    ammunition: u8,
    missions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct ScenarioFile {
    title: String,
    summary: String,
    minutes: u16,
    date: String,
    turn: Vec<TurnFile>,
    visibility: BTreeMap<String, u8>,
    set_up: SetUpFile,
    place: Vec<PlaceFile>,
    sheet: Vec<SheetFile>,
    victory_hex: Vec<ScoringFile>,
    #[serde(default)]
    minefield: Vec<MinefieldFile>,
    guns: Option<BTreeMap<String, Vec<String>>>,
    ammunition: Option<BTreeMap<String, BTreeMap<String, u8>>>,
    victory: VictoryFile,
    briefing: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnFile {
    time: Clock,
    light: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUpFile {
    first: String,
    us: AreaOfRows,
    german: AreaOfRows,
    dug_in: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaOfRows {
    rows: [i16; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceFile {
    at: String,
    units: Vec<String>,
    mode: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetFile {
    side: String,
    state: String,
    value: Sheet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct ScoringFile {
    hex: String,
    name: String,
    points: u16,
    holder: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MinefieldFile {
    hex: String,
    side: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryFile {
    per_enemy_step: u16,
    decisive: u16,
}

fn read<T: DeserializeOwned>(path: &str) -> T {
    let text = std::fs::read_to_string(format!("{MODULE}/{path}")).unwrap();
    toml::from_str(&text).unwrap_or_else(|it| panic!("{path}: {it}"))
}

fn tables() -> Tables {
    read("../tables.toml")
}

fn ground() -> Ground {
    static GROUND: std::sync::OnceLock<Ground> = std::sync::OnceLock::new();
    let make = || {
        let tables = tables();
        let own: TerrainFile = read("terrain.toml");
        let chart = Chart::new(
            &tables.terrain,
            &tables.height.by_id(),
            i16::try_from(tables.height.eye.value).unwrap(),
            &own.terrain,
        );
        let map: MapFile = read("map.toml");
        map.ground(chart).unwrap_or_else(|it| {
            panic!("{}", it.iter().map(|it| format!("{it}\n")).collect::<String>())
        })
    };
    GROUND.get_or_init(make).clone()
}

/// A scenario as its orders see it.
struct Field {
    ground: Ground,
    tables: Tables,
    units: Vec<(String, Unit)>,
    companies: Vec<String>,
    prep: [u8; 2],
    clock: Clock,
    scoring: Vec<(HexId, Option<Side>)>,
}

const SIDES: [&str; 2] = ["us", "german"];

fn side(key: &str) -> Side {
    match key {
        "us" => Side::First,
        "german" => Side::Second,
        _ => panic!("{key} is no side"),
    }
}

impl Field {
    fn new(scenario: &ScenarioFile) -> Field {
        let ground = ground();
        let forces: [ForceFile; 2] = [read("forces/us.toml"), read("forces/german.toml")];
        let mut field = Field {
            tables: tables(),
            units: Vec::new(),
            companies: Vec::new(),
            prep: [forces[0].command_prep, forces[1].command_prep],
            clock: scenario.turn[0].time,
            scoring: Vec::new(),
            ground,
        };
        let (mut battalions, mut companies) = (0_u8, Vec::new());
        for force in &forces {
            let first = battalions;
            battalions += force.battalion.len() as u8;
            for it in &force.company {
                let battalion = force.battalion.iter().position(|of| of.key == it.battalion);
                companies.push((it.key.clone(), BattalionId(first + battalion.unwrap() as u8)));
            }
            for it in &force.unit {
                let place = scenario.place.iter().find(|place| place.units.contains(&it.key));
                let Some(place) = place else { continue };
                let kind = force.types.iter().find(|kind| kind.key == it.kind).unwrap();
                let company = companies.iter().position(|of| of.0 == it.company).unwrap();
                let unit = Unit {
                    side: side(&force.side),
                    force: ForceId(side(&force.side).index() as u8),
                    battalion: companies[company].1,
                    company: CompanyId(company as u8),
                    hex: Some(field.ground.map().find(&place.at).unwrap()),
                    class: kind.moves.class,
                    combat: true,
                    motor: kind.kind == "vehicle",
                    steps: kind.steps,
                    nerve: Nerve::Normal,
                    status: Status::Unassigned,
                    fired: false,
                    fired_upon: false,
                };
                field.units.push((it.key.clone(), unit));
            }
        }
        field.companies = companies.into_iter().map(|it| it.0).collect();
        let scored = |it: &ScoringFile| {
            (field.ground.map().find(&it.hex).unwrap(), it.holder.as_deref().map(side))
        };
        field.scoring = scenario.victory_hex.iter().map(scored).collect();
        field
    }
}

impl Situation for Field {
    fn ground(&self) -> &Ground {
        &self.ground
    }
    fn tables(&self) -> &Tables {
        &self.tables
    }
    fn units(&self) -> impl Iterator<Item = UnitId> {
        (0..self.units.len() as u8).map(UnitId)
    }
    fn unit(&self, id: UnitId) -> Unit {
        self.units[id.index()].1
    }
    fn find_unit(&self, key: &str) -> Option<UnitId> {
        self.units.iter().position(|it| it.0 == key).map(|it| UnitId(it as u8))
    }
    fn unit_key(&self, id: UnitId) -> &str {
        &self.units[id.index()].0
    }
    fn find_company(&self, key: &str) -> Option<CompanyId> {
        self.companies.iter().position(|it| it == key).map(|it| CompanyId(it as u8))
    }
    fn company_key(&self, id: CompanyId) -> &str {
        &self.companies[id.index()]
    }
    fn find_force(&self, key: &str) -> Option<ForceId> {
        SIDES.iter().position(|it| *it == key).map(|it| ForceId(it as u8))
    }
    fn force_key(&self, id: ForceId) -> &str {
        SIDES[id.index()]
    }
    fn command_prep(&self, force: ForceId) -> u8 {
        self.prep[force.index()]
    }
    /// Nobody sees far in this country; near enough for a test of drawings.
    fn spotted(&self, by: Side, enemy: UnitId) -> bool {
        let there = self.unit(enemy).hex;
        let near =
            |a: HexId, b: HexId| self.ground.map().distance(a, b) <= 3 && self.ground.sees(a, b);
        self.units
            .iter()
            .any(|it| it.1.side == by && it.1.hex.zip(there).is_some_and(|(a, b)| near(a, b)))
    }
    fn clock(&self) -> Clock {
        self.clock
    }
    fn is_night(&self) -> bool {
        false
    }
    fn scoring(&self) -> impl Iterator<Item = (HexId, Option<Side>)> {
        self.scoring.iter().copied()
    }
}

const SCENARIOS: [&str; 3] = ["hill-151", "before-first-light", "the-farm"];

fn scenario(name: &str) -> ScenarioFile {
    read(&format!("scenarios/{name}.toml"))
}

#[test]
fn the_map_is_a_map_and_its_hill_is_a_hill() {
    let ground = ground();
    let map = ground.map();
    assert_eq!((map.columns(), map.rows(), ground.hex_metres()), (28, 28, 125));
    let top = map.hexes().max_by_key(|it| ground.metres(*it)).unwrap();
    assert_eq!((ground.metres(top), map.name(top)), (151, Some("Hill 151")));
    // Real slopes: nowhere more than 25 m from hex to hex, which is one in five.
    for hex in map.hexes() {
        for (_, next) in map.neighbours(hex) {
            assert!((ground.metres(hex) - ground.metres(next)).abs() <= 25, "{}", map.label(hex));
        }
    }
    // Every hex can be reached on foot, and tanks get from the northern edge to the hill and to the southern edge.
    let foot = board::reach(map, HexId(0), u16::MAX, |from, to, _| {
        ground.best_cost(MoveClass::Foot, from, to).map(|it| it.0)
    });
    assert_eq!(foot.hexes().len(), map.len());
    assert_eq!(ground.class(map.find("1312").unwrap()), TerrainClass::Protective);
    // The main road crosses the brook on a bridge.
    let (north, south) = (map.find("1308").unwrap(), map.find("1409").unwrap());
    let bridge = map.direction(north, south).unwrap();
    assert!(ground.is_bottleneck(north, bridge));
}

#[test]
fn hedges_hide_and_the_hill_looks_over_them() {
    let ground = ground();
    let map = ground.map();
    let far =
        |hex: HexId| ground.field(hex).iter().filter(|it| 4 <= map.distance(hex, *it)).count();
    let high = map.hexes().filter(|it| 118 <= ground.metres(*it));
    // From the forward slope, not from the dome: who looks over a slope stands at its edge.
    let best = high.map(far).fold(0, |most, it| if most < it { it } else { most });
    let mut valley: Vec<usize> =
        map.hexes().filter(|it| ground.metres(*it) < 75).map(far).collect();
    valley.sort_unstable();
    let usual = valley[valley.len() / 2];
    assert!(4 * usual < best, "from the hill {best} hexes, in the valley {usual}");
    // Both ways, all over the map.
    for a in map.hexes() {
        assert!(map.hexes().all(|b| ground.sees(a, b) == ground.sees(b, a)));
        assert!(map.neighbours(a).all(|it| ground.sees(a, it.1)));
    }
}

#[test]
fn forces_are_whole() {
    for path in ["forces/us.toml", "forces/german.toml"] {
        let force: ForceFile = read(path);
        for it in &force.unit {
            assert!(force.types.iter().any(|kind| kind.key == it.kind), "{}", it.key);
            assert!(force.company.iter().any(|of| of.key == it.company), "{}", it.key);
            assert_eq!(force.unit.iter().filter(|other| other.key == it.key).count(), 1);
        }
        for it in &force.company {
            assert!(force.battalion.iter().any(|of| of.key == it.battalion));
        }
        for it in &force.battalion {
            assert!(ground().map().find(&it.rally).is_some(), "{}", it.rally);
        }
        for it in &force.types {
            assert!(it.area.is_some() || it.point.is_some());
            if let Some(area) = &it.area {
                assert!(["inf", "low", "high", "mortar"].contains(&area.class.as_str()));
                assert!(0 < area.strength && 0 < area.range);
            }
            if let Some(point) = &it.point {
                assert!(
                    0 < point.strength && point.close < point.nominal && point.nominal < point.long
                );
            }
            // Men check their morale, tanks have armour instead.
            assert_eq!(it.morale.is_some(), it.target == "A", "{}", it.key);
        }
        for it in &force.guns {
            assert!(
                it.missions
                    .iter()
                    .all(|it| ["he", "continuous", "smoke", "illumination"].contains(&it.as_str()))
            );
        }
    }
}

#[test]
fn units_stand_in_their_areas_and_the_hours_are_twenty_minutes() {
    for name in SCENARIOS {
        let scenario = scenario(name);
        let field = Field::new(&scenario);
        assert!(SIDES.contains(&scenario.set_up.first.as_str()));
        let mut placed = 0;
        for place in &scenario.place {
            let hex = field.ground.map().find(&place.at).unwrap();
            let row = hex::Offset::from(field.ground.map().hex(hex)).row;
            for key in &place.units {
                let unit =
                    field.unit(field.find_unit(key).unwrap_or_else(|| panic!("{name}: {key}")));
                let is_us = unit.side == Side::First;
                let area = if is_us { &scenario.set_up.us } else { &scenario.set_up.german };
                assert!(
                    area.rows[0] <= row && row <= area.rows[1],
                    "{name}: {key} in {}",
                    place.at
                );
                if place.mode.as_deref() == Some("dug-in") {
                    assert!(scenario.set_up.dug_in.contains(&SIDES[unit.side.index()].to_owned()));
                }
                placed += 1;
            }
            assert!(
                place.mode.as_deref().is_none_or(|it| ["dug-in", "move", "fire"].contains(&it))
            );
        }
        // Nobody stands twice.
        assert_eq!(placed, field.units.len(), "{name}");
        let minutes = |it: Clock| {
            let text = it.to_string();
            text[..2].parse::<u16>().unwrap() * 60 + text[2..].parse::<u16>().unwrap()
        };
        assert!(scenario.turn.windows(2).all(|it| minutes(it[0].time) + 20 == minutes(it[1].time)));
        assert!(
            scenario
                .turn
                .iter()
                .all(|it| ["day", "twilight", "night"].contains(&it.light.as_str()))
        );
        assert!(0 < scenario.victory.per_enemy_step && 0 < scenario.victory.decisive);
        for it in &scenario.minefield {
            assert!(
                field.ground.map().find(&it.hex).is_some() && SIDES.contains(&it.side.as_str())
            );
        }
    }
    assert_eq!(scenario("hill-151").turn.len(), 15);
    assert_eq!(scenario("the-farm").sheet.len(), 2);
}

/// Every sheet passes the judge where the scenario places its units, every unit of the scenario is on one, and each can do
/// something by it: a unit that stands where its orders want it, or finds its way there.
#[test]
fn the_orders_of_the_morning_pass_the_judge() {
    for name in SCENARIOS {
        let scenario = scenario(name);
        let mut field = Field::new(&scenario);
        let mut orders: [Vec<Order>; 2] = [Vec::new(), Vec::new()];
        for it in &scenario.sheet {
            assert_eq!(it.state, "implemented");
            let side = side(&it.side);
            let found = judge::objections(&field, side, &orders[side.index()], &it.value);
            assert!(found.is_empty(), "{name}: {}: {found:#?}", it.value.name);
            let mut order = Order::new(&field, side, it.value.clone());
            order.implement(&field);
            orders[side.index()].push(order);
        }
        for i in 0..field.units.len() {
            field.units[i].1.status = Status::Assigned;
        }
        for id in field.units() {
            let side = field.unit(id).side;
            let mine: Vec<&Order> = orders[side.index()].iter().filter(|it| it.has(id)).collect();
            let [order] = mine[..] else {
                panic!("{name}: {} is on {} sheets", field.unit_key(id), mine.len())
            };
            let under = Under { order: Some(order), others: &[], without_command: false };
            let test = Test::new(&field, id, under, Step::Move).unwrap();
            let hex = field.unit(id).hex.unwrap();
            let moves =
                field.ground.map().neighbours(hex).filter(|it| test.step(it.1).is_ok()).count();
            let holds = order.mission().is_defence() || order.mission() == Mission::Reserve;
            assert!(0 < moves || holds, "{name}: {} cannot stir", field.unit_key(id));
            assert!(
                !holds || !order.is_displaced(&field, id),
                "{name}: {} is displaced",
                field.unit_key(id)
            );
        }
    }
}

/// tcs.draw.proposals on real ground: accepted, few, the same each time; some for each side and type that can be drawn.
#[test]
fn ready_drawings_work_on_this_ground() {
    let field = Field::new(&scenario("hill-151"));
    for side in Side::BOTH {
        for mission in Mission::ALL {
            let ready = proposals::ready(&field, side, &[], mission);
            assert!(ready.len() <= usize::from(field.tables.limits.proposals_max));
            // Who holds every place and sees nobody has nothing to attack.
            let idle = side == Side::Second && mission == Mission::Attack;
            assert_eq!(ready.is_empty(), idle, "{side:?} {mission:?}");
            for it in &ready {
                let all: Hexes = Order::new(&field, side, it.clone()).plan.objective;
                assert!(!all.is_empty());
            }
        }
    }
}
