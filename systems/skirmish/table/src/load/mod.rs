//! The files of a skirmish module to a [`Scene`].
//!
//! ```text
//! modules/skirmish/tables.toml                    numbers, terrain and weapons shared by all skirmish modules
//! modules/skirmish/<module>/module.toml           title, and whom it sets against each other
//! modules/skirmish/<module>/tables/<key>.toml     the ground
//! modules/skirmish/<module>/forces/<key>.toml     templates of elements
//! modules/skirmish/<module>/scenarios/<key>.toml  which table, turns, sides, zones, elements, victory
//! ```

mod forces;
mod format;
mod ground;
mod scenario;
mod tables;

use std::sync::Arc;

use module::read::{Kind, Page};
use module::{Errors, Folder, Loader, ModuleHead, ScenarioHead, Sheet};
use skirmish::data::Scene;
use skirmish::tables::Tables;
use tabletop::Legend;

use self::forces::Template;
use crate::Skirmish;

module::kinds!(format::Module, format::Ground, format::Forces, format::Scenario);

impl Loader for Skirmish {
    const SYSTEM: &'static str = "skirmish";
    const FILES: &'static [&'static str] = &["module.toml"];
    const FOLDERS: &'static [&'static str] = &["tables", "forces"];
    type Data = Scene;

    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead> {
        let mut errors = Errors::default();
        let page = folder.page::<format::Module>("module.toml", &mut errors)?;
        let head = |key: &String| {
            let raw = folder.scenario::<format::Scenario>(key, &mut errors)?.raw;
            // A module has more armies than meet in one of its scenarios.
            let name = |key: &module::values::At<module::values::Key>| {
                let side = page.raw.side.iter().find(|it| it.key.value == key.value);
                side.map_or_else(|| key.value.to_string(), |it| it.name.clone())
            };
            Some(ScenarioHead {
                key: key.clone(),
                sides: raw.side.iter().map(|it| name(&it.key)).collect(),
                title: raw.title.value,
                summary: raw.summary,
                turns: raw.turns.into(),
                minutes: raw.minutes,
                begins: raw.month,
                ends: String::new(),
                variants: Vec::new(),
            })
        };
        let mut scenarios: Vec<ScenarioHead> = scenarios.iter().filter_map(head).collect();
        scenarios.sort_by_key(|it| (it.minutes, it.key.clone()));
        Some(ModuleHead {
            system: Skirmish::SYSTEM.into(),
            key: folder.module().into(),
            title: page.raw.title.value.clone(),
            summary: page.raw.summary.value.clone(),
            edition: String::new(),
            sides: page.raw.side.iter().map(|it| it.name.clone()).collect(),
            scenarios,
        })
    }

    fn load(folder: &Folder<'_>, scenario: &str, errors: &mut Errors) -> Option<(Scene, Sheet)> {
        let parts = Parts::read(folder, errors)?;
        parts.scenario(folder, scenario, errors)
    }

    fn check(folder: &Folder<'_>, scenarios: &[String], errors: &mut Errors) {
        let Some(parts) = Parts::read(folder, errors) else { return };
        for key in scenarios {
            parts.scenario(folder, key, errors);
        }
        parts.unused(folder, errors);
    }

    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
        let kinds = [
            ("skirmish-module.json", "module.toml of a skirmish module", format::Module::schema()),
            ("skirmish-table.json", "tables/*.toml of a skirmish module", format::Ground::schema()),
            (
                "skirmish-forces.json",
                "forces/*.toml of a skirmish module",
                format::Forces::schema(),
            ),
            (
                "skirmish-scenario.json",
                "scenarios/*.toml of a skirmish module",
                format::Scenario::schema(),
            ),
        ];
        let tables = module::schema::of_tables(Skirmish::SYSTEM);
        let tables = ("skirmish-tables.json", "skirmish/tables.toml", tables);
        let kinds = kinds.into_iter().map(|(name, title, schema)| (name, title, schema.clone()));
        kinds.chain([tables]).collect()
    }
}

/// What all scenarios of a module share.
struct Parts {
    tables: Tables,
    legend: Arc<Legend>,
    module: Page<format::Module>,
    templates: Vec<Template>,
}

impl Parts {
    fn read(folder: &Folder<'_>, errors: &mut Errors) -> Option<Parts> {
        let module = folder.page::<format::Module>("module.toml", errors);
        if let Some(page) = &module {
            folder.check_system(&page.raw.system, errors);
        }
        let (path, file) = folder.tables(errors)?;
        let (tables, legend) = tables::tables(&path, file, errors)?;
        let module = module?;
        let mut templates: Vec<Template> = Vec::new();
        for side in &module.raw.side {
            let name = format!("forces/{}.toml", side.forces.value.0);
            if !folder.has(&name) {
                let message = format!("there is no file {name}");
                errors.at(&module.path, side.forces.span, message);
                continue;
            }
            let Some(page) = folder.page::<format::Forces>(&name, errors) else { continue };
            templates.extend(forces::templates(&page, &tables, errors));
        }
        Some(Parts { tables, legend: Arc::new(legend), module, templates })
    }

    fn scenario(
        &self,
        folder: &Folder<'_>,
        key: &str,
        errors: &mut Errors,
    ) -> Option<(Scene, Sheet)> {
        let page = folder.scenario::<format::Scenario>(key, errors)?;
        let name = format!("tables/{}.toml", page.raw.table.value.0);
        if !folder.has(&name) {
            errors.at(&page.path, page.raw.table.span, format!("there is no file {name}"));
            return None;
        }
        let ground = folder.page::<format::Ground>(&name, errors)?;
        let table = ground::table(&ground, &self.legend, errors)?;
        let scene = scenario::scene(&page, self, table, errors)?;
        let (summary, minutes) = (page.raw.summary.clone(), page.raw.minutes);
        Some((scene, Sheet { summary, minutes, ..Sheet::default() }))
    }

    /// Tables that no scenario uses are read all the same: somebody will.
    fn unused(&self, folder: &Folder<'_>, errors: &mut Errors) {
        for name in folder.names("tables/") {
            if let Some(page) = folder.page::<format::Ground>(&format!("tables/{name}"), errors) {
                ground::table(&page, &self.legend, errors);
            }
        }
    }
}
