//! The shipped tables and scenarios: everything reads, is valid, and has room for those who set up there.

mod common;

use std::{collections::BTreeMap, fs};

use common::{SHIPPED, modules, shipped, try_table, words};
use serde::Deserialize;
use tabletop::{LegendFile, Point, Polygon, Spot, Table};

#[derive(Deserialize)]
struct Scenario {
    table: String,
    turns: u8,
    set_up: Vec<String>,
    side: Vec<Side>,
    zone: Vec<Zone>,
    objective: Vec<Objective>,
    element: Vec<Element>,
    #[serde(default)]
    dummy: Vec<Dummy>,
    victory: Victory,
}

#[derive(Deserialize)]
struct Side {
    key: String,
    break_point: u32,
}

#[derive(Deserialize)]
struct Zone {
    key: String,
    side: String,
    outline: Vec<[i32; 2]>,
    templates: Option<Vec<String>>,
    most_elements: Option<usize>,
}

#[derive(Deserialize)]
struct Objective {
    key: String,
    at: [i32; 2],
    points: BTreeMap<String, u32>,
    held_by: String,
}

#[derive(Deserialize)]
struct Element {
    key: String,
    side: String,
    template: String,
    quality: String,
    zone: Option<String>,
    at: Option<[i32; 2]>,
    #[serde(default)]
    floor: u8,
    arrives: Option<u8>,
    entry: Option<[[i32; 2]; 2]>,
}

#[derive(Deserialize)]
struct Dummy {
    side: String,
    zone: String,
    at: [i32; 2],
    #[serde(default)]
    floor: u8,
}

#[derive(Deserialize)]
struct Victory {
    ties: String,
    automatic: Vec<Automatic>,
}

#[derive(Deserialize)]
struct Automatic {
    side: String,
    holds: Vec<String>,
}

#[derive(Deserialize)]
struct Forces {
    template: Vec<Template>,
}

#[derive(Deserialize)]
struct Template {
    key: String,
    figures: Vec<String>,
    #[serde(default)]
    support: Vec<String>,
    value: u32,
    points: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
struct Weapons {
    weapon: Vec<Weapon>,
}

#[derive(Deserialize)]
struct Weapon {
    id: String,
    crew: usize,
}

fn read<T: for<'de> Deserialize<'de>>(path: &str) -> T {
    let text = fs::read_to_string(modules().join(path)).unwrap();
    toml::from_str(&text).unwrap_or_else(|it| panic!("{path}: {}", it.message()))
}

fn templates() -> BTreeMap<String, Template> {
    let files = ["us", "british", "german"].map(|it| format!("platoon-actions/forces/{it}.toml"));
    let rows = files.iter().flat_map(|it| read::<Forces>(it).template);
    rows.map(|it| (it.key.clone(), it)).collect()
}

fn spot([x, y]: [i32; 2], floor: u8) -> Spot {
    Point::inches(x, y).on(floor)
}

#[test]
fn every_shipped_table_is_valid() {
    for name in SHIPPED {
        let table = shipped(name);
        assert!(!table.obstacles().is_empty(), "{name}");
    }
}

#[test]
fn templates_name_weapons_that_exist_and_crews_fit() {
    let weapons: BTreeMap<String, usize> =
        read::<Weapons>("tables.toml").weapon.into_iter().map(|it| (it.id, it.crew)).collect();
    for it in templates().values() {
        assert!((1..=8).contains(&it.figures.len()), "{}", it.key);
        let crew: usize = it.support.iter().map(|weapon| weapons[weapon]).sum();
        assert!(crew <= it.figures.len(), "{}", it.key);
        assert!(it.figures.iter().all(|weapon| weapons[weapon] == 0), "{}", it.key);
        let [green, regular, veteran] = ["green", "regular", "veteran"].map(|q| it.points[q]);
        assert!(green < regular && regular < veteran && 0 < it.value, "{}", it.key);
    }
}

#[test]
fn everybody_finds_room_where_the_scenario_puts_him() {
    let templates = templates();
    for name in SHIPPED {
        let scenario: Scenario = read(&format!("platoon-actions/scenarios/{name}.toml"));
        let table = shipped(&scenario.table);
        let zones: BTreeMap<&str, (&Zone, Polygon)> =
            scenario.zone.iter().map(|it| (&*it.key, (it, outline(&it.outline)))).collect();
        let mut standing: Vec<Spot> = Vec::new();
        for it in &scenario.element {
            let template = &templates[&it.template];
            assert!(template.points.contains_key(&it.quality), "{name}: {}", it.key);
            assert!(scenario.set_up.contains(&it.side), "{name}: {}", it.key);
            let Some(zone) = &it.zone else {
                let entry = it.entry.expect("a reserve has an entry");
                assert!(it.arrives.is_some_and(|turn| 1 < turn && turn <= scenario.turns));
                assert!(
                    entry.iter().all(|&p| on_edge(&table, spot(p, 0).point())),
                    "{name}: {}",
                    it.key
                );
                continue;
            };
            let (row, zone) = &zones[&**zone];
            assert_eq!(row.side, it.side, "{name}: {}", it.key);
            assert!(row.templates.as_ref().is_none_or(|them| them.contains(&it.template)));
            let at = spot(it.at.expect("a place"), it.floor);
            let places = table.settle(at, template.figures.len(), &standing, Some(zone));
            let places =
                places.unwrap_or_else(|| panic!("{name}: no room for {} at {at:?}", it.key));
            assert!(tabletop::linked(&places, table.legend().figures.coherency));
            standing.extend(places);
        }
        for it in &scenario.dummy {
            let (row, zone) = &zones[&*it.zone];
            let at = spot(it.at, it.floor);
            assert_eq!(row.side, it.side);
            assert!(
                zone.contains(at.point()) && table.place(at).is_ok(),
                "{name}: dummy at {at:?}"
            );
        }
        for (key, (zone, _)) in &zones {
            let inside =
                scenario.element.iter().filter(|it| it.zone.as_deref() == Some(key)).count();
            assert!(zone.most_elements.is_none_or(|most| inside <= most), "{name}: {key}");
        }
    }
}

#[test]
fn objectives_can_be_reached_and_break_points_can_be() {
    let templates = templates();
    for name in SHIPPED {
        let scenario: Scenario = read(&format!("platoon-actions/scenarios/{name}.toml"));
        let table = shipped(&scenario.table);
        for it in &scenario.objective {
            let at = spot(it.at, 0).point();
            assert!(
                table.areas_at(at).all(|it| table.area_kind(it).cost.is_some()),
                "{name}: {}",
                it.key
            );
            assert!(scenario.set_up.contains(&it.held_by), "{name}: {}", it.key);
            assert!(
                it.points.keys().all(|side| scenario.set_up.contains(side)),
                "{name}: {}",
                it.key
            );
        }
        for side in &scenario.side {
            let own = scenario.element.iter().filter(|it| it.side == side.key);
            let value: u32 = own.map(|it| templates[&it.template].value).sum();
            assert!(1 <= side.break_point && side.break_point <= value, "{name}: {}", side.key);
        }
        assert!(scenario.set_up.contains(&scenario.victory.ties));
        for it in &scenario.victory.automatic {
            assert!(scenario.set_up.contains(&it.side));
            assert!(it.holds.iter().all(|key| scenario.objective.iter().any(|it| it.key == *key)));
        }
    }
}

#[test]
fn the_knoll_and_the_upper_floor_of_the_farmhouse_see_each_other() {
    let table = shipped("farm");
    let upper = Point::inches(30, 34).on(1);
    let upper = Spot { x: upper.x + 128, ..upper };
    let seen = |x: i32, y: i32, from: Spot| table.sees(from, spot([x, y], 0), Default::default());
    assert!((4..10).any(|x| (3..7).any(|y| seen(x, y, upper))));
    // From the ground floor nobody sees over the banks to the knoll.
    assert!(!(4..10).any(|x| (3..7).any(|y| seen(x, y, Spot { floor: 0, ..upper }))));
}

#[test]
fn mistakes_in_a_table_are_named_with_their_place_all_at_once() {
    let faults = try_table(
        r#"
        [[hill]]
        key = "bow"
        level = 0
        outline = [[0, 0], [10, 10], [10, 0], [0, 10]]
        [[area]]
        key = "far"
        kind = "lava"
        outline = [[0, 0], [50, 0], [10, 10]]
        [[line]]
        key = "dot"
        kind = "hedge"
        points = [[3, 3], [3, 3]]
        [[building]]
        key = "one"
        kind = "stone"
        floors = 1
        outline = [[20, 20], [26, 20], [26, 26], [20, 26]]
        [[building]]
        key = "two"
        kind = "stone"
        floors = 0
        outline = [[22, 22], [30, 22], [30, 30], [22, 30]]
        [[building]]
        key = "one"
        kind = "stone"
        floors = 1
        outline = [[0, 30], [2, 30], [2, 32]]
        [[building]]
        key = "spike"
        kind = "wood"
        floors = 1
        outline = [[0, 36], [8, 36], [4, 36], [4, 38]]
        "#,
    )
    .unwrap_err();
    assert_eq!(
        words(&faults),
        "building \"one\": another piece has the same key\n\
         hill \"bow\": a hill has at least level 1, a building at least one floor\n\
         hill \"bow\": edge 1 and edge 3 meet at (5, 5); an outline may not cross or touch itself\n\
         area \"far\": there is no kind \"lava\"\n\
         area \"far\": corner 2 lies off the table, at (50, 0)\n\
         line \"dot\": points 1 and 2 are the same place, (3, 3)\n\
         building \"two\": a hill has at least level 1, a building at least one floor\n\
         building \"spike\": edge 1 and edge 2 meet at (4, 36); an outline may not cross or touch itself\n\
         building \"two\": overlaps the building \"one\" at (26, 22)"
    );
    let tower = "[[building]]\nkey = \"tower\"\nkind = \"stone\"\nfloors = 13\noutline = [[1, 1], [9, 1], [9, 9]]";
    let tall = try_table(tower).unwrap_err();
    assert_eq!(words(&tall), "building \"tower\": a building has at most 12 floors");
    let lines: String = (0..257)
        .map(|n| format!("[[line]]\nkey = \"{n}\"\nkind = \"hedge\"\npoints = [[1, 1], [9, 1]]\n"))
        .collect();
    assert_eq!(words(&try_table(&lines).unwrap_err()), "a table has at most 256 pieces");
    let long: Vec<String> = (0..2049).map(|n| format!("[{}, {}]", n % 40, n / 40 % 40)).collect();
    let long = format!("[[area]]\nkey = \"a\"\nkind = \"woods\"\noutline = [{}]", long.join(", "));
    assert!(
        words(&try_table(&long).unwrap_err())
            .starts_with("all pieces together have at most 2048 corners")
    );
    let size = try_table("size = [0, 300]").unwrap_err();
    assert_eq!(words(&size), "a table is 1 to 256 inches wide and high");
}

#[test]
fn buildings_may_share_a_wall_but_not_stand_in_each_other() {
    let two = |second: &str| {
        let row = |key: &str, outline: &str| {
            format!(
                "[[building]]\nkey = \"{key}\"\nkind = \"stone\"\nfloors = 1\noutline = {outline}\n"
            )
        };
        try_table(&(row("a", "[[10, 10], [14, 10], [14, 14], [10, 14]]") + &row("b", second)))
    };
    assert!(two("[[14, 10], [18, 10], [18, 14], [14, 14]]").is_ok());
    assert!(two("[[14, 11], [18, 11], [18, 13], [14, 13]]").is_ok());
    assert!(two("[[10, 10], [14, 10], [14, 14], [10, 14]]").is_err());
    assert!(two("[[10, 14], [14, 14], [14, 10], [10, 10]]").is_err());
    assert!(two("[[11, 11], [13, 11], [13, 13], [11, 13]]").is_err());
    assert!(two("[[8, 12], [20, 12], [20, 13], [8, 13]]").is_err());
}

#[test]
fn mistakes_in_a_legend_are_named() {
    let text = fs::read_to_string(modules().join("tables.toml")).unwrap();
    let broken = text
        .replace("{ id = \"crops\", cover = \"open\"", "{ id = \"crops\", cover = \"soft\"")
        .replace(
            "hindrance = \"line\", top = 1 },\n    { id = \"bocage\"",
            "hindrance = \"wavy\", top = 1 },\n    { id = \"bocage\"",
        )
        .replace("depth_step = 2, ", "");
    let file: LegendFile = toml::from_str(&broken).unwrap();
    let faults: Vec<String> = file.legend().unwrap_err().iter().map(|it| it.to_string()).collect();
    assert_eq!(
        faults,
        [
            "crops: no class of cover is called \"soft\"",
            "woods: a hindrance by depth needs depth_step (more than 0) and depth_blocks_over",
            "wall: no rule of sight is called \"wavy\" here",
        ]
    );
}

fn outline(corners: &[[i32; 2]]) -> Polygon {
    Polygon::new(corners.iter().map(|&[x, y]| Point::inches(x, y)).collect()).unwrap()
}

fn on_edge(table: &Table, p: Point) -> bool {
    let size = table.size();
    table.holds(p) && (p.x == 0 || p.y == 0 || p.x == size.x || p.y == size.y)
}
