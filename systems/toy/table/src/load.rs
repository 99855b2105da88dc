//! The two files of a toy module: `module.toml` and `scenarios/<key>.toml`.

use module::{Errors, Folder, Loader, ModuleFile, ModuleHead, ScenarioHead, Sheet};
use module::{read::Kind as _, values::At};
use play::System as _;
use schemars::JsonSchema;
use serde::Deserialize;
use toy::Data;

use crate::Toy;

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

module::kinds!(Scenario);

const TERRAINS: [(&str, &str, &str); 3] =
    [(".SP", "clear", "Field"), ("#", "bocage", "Hedge"), ("F", "village", "Farm")];

impl Loader for Toy {
    const SYSTEM: &'static str = "toy";
    type Data = Data;

    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead> {
        ModuleFile::head::<Toy, Scenario>(folder, scenarios, Toy::NAMES, |it| {
            let Scenario { title, summary, minutes, hours, .. } = it;
            ScenarioHead { title, summary, minutes, turns: hours.into(), ..ScenarioHead::default() }
        })
    }

    fn load(folder: &Folder<'_>, scenario: &str, errors: &mut Errors) -> Option<(Data, Sheet)> {
        ModuleFile::check(folder, errors);
        let page = folder.scenario::<Scenario>(scenario, errors)?;
        let Scenario { title, summary, minutes, hours, paces, watch, map: text } = page.raw;
        let data = board::sketch(&text, &TERRAINS).and_then(|it| {
            let (start, post, farms) = (it.only("S")?, it.only("P")?, it.hexes("F"));
            let map = Some(it.map).filter(|_| 1 < farms.len())?;
            Some(Data { title, map, start, post, farms, hours, paces, watch })
        });
        if data.is_none() {
            let wrong = "rows of one length of . # S P F are wanted: one S, one P, some F";
            errors.at(&page.path, text.span, wrong);
        }
        Some((data?, Sheet { summary, minutes, ..Sheet::default() }))
    }

    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
        vec![
            ("toy-module.json", "module.toml of a toy module", ModuleFile::schema().clone()),
            ("toy-scenario.json", "scenarios/*.toml of a toy module", Scenario::schema().clone()),
        ]
    }
}
