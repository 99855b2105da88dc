//! The shipped scenarios for tests of the rules, read as plainly as can be; the loader with its messages is the table's.
#![allow(dead_code)]

use std::fs;
use std::sync::Arc;

use skirmish::Skirmish;
use skirmish::data::{
    Automatic, BatteryData, Edge, ElementData, ElementId, FigureData, FigureId, ObjectiveData,
    ObjectiveId, Quality, Scene, Side, SideData, Start, Zone,
};
use skirmish::tables::{Support, Tables, Weight};
use tabletop::{Guide, LegendFile, Point, Polygon, Spot, Table, TableFile};
use toml::Value;

pub(crate) const SCENARIOS: [&str; 3] = ["gate", "farm", "bridge"];

pub(crate) fn text(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../modules/skirmish/");
    fs::read_to_string(format!("{root}{path}")).expect("a file of the module")
}

pub(crate) fn tables() -> Tables {
    toml::from_str(&text("tables.toml")).expect("the tables")
}

pub(crate) fn table(name: &str) -> Table {
    let legend: LegendFile = toml::from_str(&text("tables.toml")).expect("the legend");
    let legend = Arc::new(legend.legend().expect("a sound legend"));
    let file: TableFile =
        toml::from_str(&text(&format!("platoon-actions/tables/{name}.toml"))).expect("a table");
    file.build(legend).expect("a sound table")
}

/// A table from text, in whole inches.
pub(crate) fn table_of(text: &str) -> Table {
    let legend: LegendFile = toml::from_str(&self::text("tables.toml")).expect("the legend");
    let file: TableFile = toml::from_str(text).expect("a table");
    file.build(Arc::new(legend.legend().expect("a sound legend"))).expect("a sound table")
}

pub(crate) fn scene(name: &str) -> Arc<Scene> {
    let it: Value = toml::from_str(&text(&format!("platoon-actions/scenarios/{name}.toml")))
        .expect("a scenario");
    let tables = tables();
    let mut templates: Vec<Value> = Vec::new();
    for force in ["us", "british", "german"] {
        let file: Value =
            toml::from_str(&text(&format!("platoon-actions/forces/{force}.toml"))).expect("forces");
        templates.extend(list(&file, "template").iter().cloned());
    }
    let template =
        |key: &str| templates.iter().find(|it| str(it, "key") == key).expect("a template").clone();
    let keys: Vec<String> = list(&it, "side").iter().map(|it| str(it, "key").into()).collect();
    let side = |key: &str| if keys[0] == key { Side::First } else { Side::Second };
    let side_data = |i: usize| {
        let row = &list(&it, "side")[i];
        SideData {
            key: keys[i].clone(),
            name: keys[i].clone(),
            adjective: keys[i].clone(),
            briefing: String::new(),
            edge: match str(row, "edge") {
                "north" => Edge::North,
                "east" => Edge::East,
                "south" => Edge::South,
                _ => Edge::West,
            },
            break_point: int(row, "break_point"),
        }
    };
    let mut elements = Vec::new();
    let mut figures = Vec::new();
    let mut of_template: Vec<String> = Vec::new();
    let mut add = |row: &Value, dummy: bool| {
        let made = if dummy { None } else { Some(template(str(row, "template"))) };
        let weapons: Vec<&str> = match &made {
            Some(it) => list(it, "figures").iter().map(|it| it.as_str().unwrap()).collect(),
            None => vec!["rifle"],
        };
        let weapon = |id: &str| tables.weapon_called(id).expect("a weapon");
        let roles = |it: &str| {
            made.as_ref().is_some_and(|made| {
                list(made, "roles").iter().any(|role| role.as_str() == Some(it))
            })
        };
        let first = FigureId(figures.len() as u8);
        for (i, it) in weapons.iter().enumerate() {
            let element = ElementId(elements.len() as u8);
            figures.push(FigureData { element, weapon: weapon(it), number: i as u8 + 1 });
        }
        let start = match (row.get("arrives"), row.get("entry")) {
            (Some(turn), Some(edge)) => Start::Reserve {
                turn: turn.as_integer().unwrap() as u8,
                edge: [point(&edge.as_array().unwrap()[0]), point(&edge.as_array().unwrap()[1])],
            },
            _ => Start::Zone {
                at: row.get("at").map(|at| {
                    let Point { x, y } = point(at);
                    Spot { x, y, floor: int(row, "floor").unwrap_or(0) as u8 }
                }),
                hidden: dummy || row.get("hidden").is_some_and(|it| it.as_bool() == Some(true)),
            },
        };
        let of = |key: &str| made.as_ref().and_then(|it| int(it, key)).unwrap_or(0);
        of_template.push(if dummy { String::new() } else { str(row, "template").into() });
        elements.push(ElementData {
            key: str(row, "key").into(),
            title: made.as_ref().map_or("Dummy".into(), |it| str(it, "title").into()),
            side: side(str(row, "side")),
            quality: match row.get("quality").and_then(Value::as_str) {
                Some("veteran") => Quality::Veteran,
                Some("green") => Quality::Green,
                _ => Quality::Regular,
            },
            first,
            size: weapons.len() as u8,
            leader: of("leader") as u8,
            support: made
                .iter()
                .flat_map(|it| list(it, "support"))
                .map(|it| weapon(it.as_str().unwrap()))
                .collect(),
            observer: roles("observer"),
            gun: roles("gun"),
            value: of("value"),
            he_rounds: int(row, "he_rounds").map(|it| it as u8),
            smoke_rounds: int(row, "smoke_rounds").map(|it| it as u8),
            start,
            dummy,
        });
    };
    for row in list(&it, "element") {
        add(row, false);
    }
    for row in list(&it, "dummy") {
        add(row, true);
    }
    let zones = list(&it, "zone").iter().map(|row| {
        let named: Vec<&str> =
            list(row, "templates").iter().map(|it| it.as_str().unwrap()).collect();
        let only = of_template.iter().enumerate().filter(|(_, it)| named.contains(&it.as_str()));
        Zone {
            key: str(row, "key").into(),
            side: side(str(row, "side")),
            polygon: Polygon::new(list(row, "outline").iter().map(point).collect())
                .expect("a zone"),
            only: only.map(|(i, _)| ElementId(i as u8)).collect(),
            at_most: int(row, "most_elements").map(|it| it as u8),
        }
    });
    let zones = zones.collect();
    let batteries = list(&it, "battery").iter().map(|row| BatteryData {
        key: str(row, "key").into(),
        title: str(row, "title").into(),
        side: side(str(row, "side")),
        support: match str(row, "support") {
            "attached" => Support::Attached,
            "direct" => Support::Direct,
            _ => Support::General,
        },
        weight: match str(row, "weight") {
            "light" => Weight::Light,
            "medium" => Weight::Medium,
            _ => Weight::Heavy,
        },
        quality: match str(row, "quality") {
            "veteran" => Quality::Veteran,
            "green" => Quality::Green,
            _ => Quality::Regular,
        },
        he_rounds: int(row, "he_rounds").map(|it| it as u8),
        smoke_rounds: int(row, "smoke_rounds").map(|it| it as u8),
    });
    let objectives: Vec<ObjectiveData> = list(&it, "objective")
        .iter()
        .map(|row| ObjectiveData {
            key: str(row, "key").into(),
            title: str(row, "title").into(),
            at: point(&row["at"]),
            points: [0, 1].map(|i: usize| int(&row["points"], &keys[i]).unwrap_or(0)),
            held_by: row.get("held_by").map(|it| side(it.as_str().unwrap())),
        })
        .collect();
    let victory = &it["victory"];
    let automatic = list(victory, "automatic").iter().map(|row| Automatic {
        side: side(str(row, "side")),
        holds: list(row, "holds")
            .iter()
            .map(|key| {
                let at = objectives.iter().position(|it| Some(it.key.as_str()) == key.as_str());
                ObjectiveId(at.expect("an objective") as u8)
            })
            .collect(),
    });
    let table = table(str(&it, "table"));
    let goals: Vec<Spot> = objectives.iter().map(|it| it.at.ground()).collect();
    let set_up = list(&it, "set_up");
    let batteries = batteries.collect();
    let automatic = automatic.collect();
    Arc::new(Scene {
        title: str(&it, "title").into(),
        briefing: String::new(),
        month: String::new(),
        guide: Guide::new(&table, &goals),
        table,
        visibility: None,
        sides: [side_data(0), side_data(1)],
        elements,
        figures,
        batteries,
        objectives,
        zones,
        turns: int(&it, "turns").expect("turns") as u8,
        set_up: [side(set_up[0].as_str().unwrap()), side(set_up[1].as_str().unwrap())],
        tie_goes_to: victory.get("ties").map(|it| side(it.as_str().unwrap())),
        decisive: int(victory, "decisive").expect("a margin"),
        points_per_value: int(victory, "per_value").expect("points"),
        automatic,
        tables,
    })
}

pub(crate) fn game(name: &str) -> Skirmish {
    Skirmish::new(scene(name))
}

fn list<'v>(it: &'v Value, key: &str) -> &'v [Value] {
    it.get(key).and_then(Value::as_array).map_or(&[], |it| it.as_slice())
}
fn str<'v>(it: &'v Value, key: &str) -> &'v str {
    it.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("no {key} in {it:?}"))
}
fn int(it: &Value, key: &str) -> Option<i32> {
    it.get(key).and_then(Value::as_integer).map(|it| it as i32)
}
fn point(it: &Value) -> Point {
    let at = it.as_array().unwrap();
    Point::inches(at[0].as_integer().unwrap() as i32, at[1].as_integer().unwrap() as i32)
}

/// An element of a test: figures by weapon, and where they stand in quarter inches.
pub(crate) struct Troop {
    pub(crate) side: Side,
    pub(crate) quality: Quality,
    pub(crate) weapons: &'static [&'static str],
    pub(crate) support: &'static [&'static str],
    pub(crate) leader: u8,
    pub(crate) at: Vec<(i32, i32)>,
}

pub(crate) fn troop(side: Side, weapons: &'static [&'static str], at: &[(i32, i32)]) -> Troop {
    let (quality, at) = (Quality::Regular, at.to_vec());
    Troop { side, quality, weapons, support: &[], leader: 0, at }
}

/// A table with these troops on it, all revealed, in turn 1.
pub(crate) fn field(ground: &str, troops: &[Troop]) -> Skirmish {
    let tables = tables();
    let table = table_of(ground);
    let weapon = |id: &&str| tables.weapon_called(id).expect("a weapon");
    let (mut elements, mut figures, mut spots) = (Vec::new(), Vec::new(), Vec::new());
    for (i, it) in troops.iter().enumerate() {
        let first = FigureId(figures.len() as u8);
        for (n, id) in it.weapons.iter().enumerate() {
            let (element, number) = (ElementId(i as u8), n as u8 + 1);
            figures.push(FigureData { element, weapon: weapon(id), number });
            let (x, y) = it.at[n];
            spots.push(Spot { x: x * 64, y: y * 64, floor: 0 });
        }
        elements.push(ElementData {
            key: format!("e{i}"),
            title: format!("Element {i}"),
            side: it.side,
            quality: it.quality,
            first,
            size: it.weapons.len() as u8,
            leader: it.leader,
            support: it.support.iter().map(weapon).collect(),
            observer: false,
            gun: false,
            value: 1,
            he_rounds: Some(3),
            smoke_rounds: Some(1),
            start: Start::Zone { at: None, hidden: false },
            dummy: false,
        });
    }
    let side = |edge| SideData {
        key: String::new(),
        name: "Side".into(),
        adjective: "Their".into(),
        briefing: String::new(),
        edge,
        break_point: None,
    };
    let scene = Scene {
        title: String::new(),
        briefing: String::new(),
        month: String::new(),
        guide: Guide::new(&table, &[]),
        table,
        visibility: None,
        sides: [side(Edge::South), side(Edge::North)],
        elements,
        figures,
        batteries: Vec::new(),
        objectives: Vec::new(),
        zones: Vec::new(),
        turns: 4,
        set_up: [Side::First, Side::Second],
        tie_goes_to: None,
        decisive: 3,
        points_per_value: 1,
        automatic: Vec::new(),
        tables,
    };
    let mut g = Skirmish::new(Arc::new(scene));
    g.turn = 1;
    for (figure, at) in g.figures.iter_mut().zip(spots) {
        figure.at = at;
    }
    for it in &mut g.elements {
        it.presence = skirmish::state::Presence::Revealed;
    }
    g
}

pub(crate) const OPEN_FIELD: &str = "size = [48, 48]";
