//! Modules that need no more than a `module.toml` with a title and a file for each scenario.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::read::Kind;
use crate::values::{At, Key};
use crate::{Errors, Folder, Loader, ModuleHead, ScenarioHead};

// No doc comment: it would stand in the schema for editors.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModuleFile {
    #[schemars(range(min = 1, max = 1))]
    #[allow(dead_code)] // The schema has checked it.
    format: i64,
    system: At<Key>,
    title: String,
    summary: String,
}

crate::kinds!(ModuleFile);

impl ModuleFile {
    /// What the module and its scenarios are about, from the heads of the scenarios without their keys.
    pub fn head<L: Loader, S: Kind>(
        folder: &Folder<'_>,
        scenarios: &[String],
        sides: &[&str],
        head: impl Fn(S) -> ScenarioHead,
    ) -> Option<ModuleHead> {
        let errors = &mut Errors::default();
        let ModuleFile { title, summary, .. } = folder.page("module.toml", errors)?.raw;
        let named = |key: &String| {
            let page = folder.scenario::<S>(key, errors)?;
            Some(ScenarioHead { key: key.clone(), ..head(page.raw) })
        };
        let scenarios = scenarios.iter().filter_map(named).collect();
        let (system, key, edition) = (L::SYSTEM.into(), folder.module().into(), String::new());
        let sides = sides.iter().map(|it| (*it).into()).collect();
        Some(ModuleHead { system, key, title, summary, edition, sides, scenarios })
    }

    /// Finds what is wrong with it.
    pub fn check(folder: &Folder<'_>, errors: &mut Errors) {
        if let Some(page) = folder.page::<ModuleFile>("module.toml", errors) {
            folder.check_system(&page.raw.system, errors);
        }
    }
}
