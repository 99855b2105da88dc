//! The two files of a toy module: `module.toml` and `scenarios/<key>.toml`.

use board::{HexId, Legend, MapBuilder, TerrainKind, TerrainSight};
use module::values::{At, Key};
use module::{Errors, Folder, Loader, ModuleHead, ScenarioHead, Sheet, read::Kind as _};
use schemars::JsonSchema;
use serde::Deserialize;
use toy::Data;

use crate::Toy;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Module {
    #[schemars(range(min = 1, max = 1))]
    #[allow(dead_code)] // The schema has checked it.
    format: i64,
    system: At<Key>,
    title: String,
    summary: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Scenario {
    title: String,
    summary: String,
    #[schemars(range(min = 1, max = 600))]
    minutes: u32,
    #[schemars(range(min = 1, max = 99))]
    hours: u8,
    #[schemars(range(min = 1, max = 9))]
    paces: u16,
    #[schemars(range(min = 1, max = 6))]
    watch: i32,
    /// Rows of hexes: `.` field, `#` hedge, `S` start, `P` post of the patrol, `F` farm.
    map: At<String>,
}

module::kinds!(Module, Scenario);

impl Loader for Toy {
    const SYSTEM: &'static str = "toy";
    const FILES: &'static [&'static str] = &["module.toml"];
    const FOLDERS: &'static [&'static str] = &[];
    type Data = Data;

    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead> {
        let errors = &mut Errors::default();
        let page = folder.page::<Module>("module.toml", errors)?;
        let head = |key: &String| {
            let it = folder.page::<Scenario>(&format!("scenarios/{key}.toml"), errors)?.raw;
            let (key, turns) = (key.clone(), usize::from(it.hours));
            let (begins, ends, variants) = (String::new(), String::new(), Vec::new());
            let Scenario { title, summary, minutes, .. } = it;
            Some(ScenarioHead { key, title, summary, turns, minutes, begins, ends, variants })
        };
        let scenarios = scenarios.iter().filter_map(head).collect();
        let (system, key, edition) = ("toy".into(), folder.module().into(), String::new());
        let Module { title, summary, .. } = page.raw;
        let sides = vec!["Courier".into(), "Guard".into()];
        Some(ModuleHead { system, key, title, summary, edition, sides, scenarios })
    }

    fn load(folder: &Folder<'_>, scenario: &str, errors: &mut Errors) -> Option<(Data, Sheet)> {
        let head = folder.page::<Module>("module.toml", errors)?;
        folder.check_system(&head.raw.system, errors);
        let page = folder.page::<Scenario>(&format!("scenarios/{scenario}.toml"), errors)?;
        let Scenario { title, summary, minutes, hours, paces, watch, map: text } = page.raw;
        let rows: Vec<Vec<&str>> = text.lines().map(|it| it.split_whitespace().collect()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        let letters = rows.concat();
        let find = |letter: &str| -> Vec<HexId> {
            let found = letters.iter().enumerate().filter(|it| *it.1 == letter);
            found.map(|it| HexId(it.0 as u16)).collect()
        };
        let kind = |key, name| TerrainKind::new(key, name, TerrainSight::Open);
        let terrains =
            vec![kind("clear", "Field"), kind("bocage", "Hedge"), kind("village", "Farm")];
        let legend = Legend { terrains, ..Legend::default() };
        let mut map = MapBuilder::new(legend, columns as u16, rows.len() as u16);
        for (i, letter) in letters.iter().enumerate() {
            let key = match *letter {
                "#" => "bocage",
                "F" => "village",
                "." | "S" | "P" => "clear",
                unknown => unknown,
            };
            map.terrain(&format!("{:02}{:02}", i % columns + 1, i / columns + 1), key);
        }
        let even = letters.len() == columns * rows.len();
        match (map.build(), &find("S")[..], &find("P")[..], find("F")) {
            (Ok(map), &[start], &[post], farms) if even && 1 < farms.len() => {
                let data = Data { title, map, start, post, farms, hours, paces, watch };
                Some((data, Sheet { summary, minutes, routes: Vec::new() }))
            }
            _ => {
                let wrong = "rows of one length of . # S P F are wanted: one S, one P, some F";
                errors.at(&page.path, text.span, wrong);
                None
            }
        }
    }

    fn check(folder: &Folder<'_>, scenarios: &[String], errors: &mut Errors) {
        for it in scenarios {
            Toy::load(folder, it, errors);
        }
    }

    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
        vec![
            ("toy-module.json", "module.toml of a toy module", Module::schema().clone()),
            ("toy-scenario.json", "scenarios/*.toml of a toy module", Scenario::schema().clone()),
        ]
    }
}
