//! The files of a tcs module to [`Data`].
//!
//! ```text
//! modules/tcs/tables.toml                     the tables shared by all tcs modules
//! modules/tcs/<module>/module.toml            title, sides
//! modules/tcs/<module>/terrain.toml           rows of the terrain chart that this ground has of its own
//! modules/tcs/<module>/map.toml               the ground
//! modules/tcs/<module>/forces/<force>.toml    one force a file
//! modules/tcs/<module>/scenarios/<key>.toml   set-up, op sheets, length, victory
//! ```
//!
//! Reading order: `format` (the files as structs), then `tables`, `map`, `forces` and `scenario` (structs to a game), `spot`
//! (the place in a file that an objection of the rules means), `sheets` (op sheets of a game as text).

mod forces;
mod format;
mod map;
mod scenario;
pub(crate) mod sheets;
mod spot;
mod tables;

use module::{
    Errors, Folder, IdleHead, Loader, ModuleHead, ScenarioHead, Sheet, VariantHead,
    read::{Kind, Page, quoted},
    schema,
    suggest::nearest,
};
use tcs::data::Data;
use tcs::ground::Ground;
use tcs::tables::Tables;

use self::forces::Forces;
use self::format::Scenario;
use self::scenario::Parts;
use crate::Tcs;

module::kinds!(
    format::Module,
    format::Terrain,
    format::Map,
    format::Force,
    format::Scenario,
    format::Sheets
);

kernel::words! {
    /// What players may choose with every scenario.
    pub(crate) enum Variant: "variant" {
        /// When an attack has taken its objective, its units go over to a Hasty Defence of it by themselves.
        Consolidate = "consolidate", "Attacks consolidate";
        /// No op sheets: every unit does what its player likes. For a first look at fire and movement.
        WithoutCommand = "without-command", "Without op sheets";
    }
}

impl Loader for Tcs {
    const SYSTEM: &'static str = "tcs";
    const FILES: &'static [&'static str] = &["module.toml", "terrain.toml", "map.toml"];
    const FOLDERS: &'static [&'static str] = &["forces"];
    type Data = Data;

    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead> {
        let mut errors = Errors::default();
        let page = folder.page::<format::Module>("module.toml", &mut errors)?;
        let heads = scenarios.iter().filter_map(|key| {
            let page = folder.scenario::<Scenario>(key, &mut errors)?;
            Some(scenario_head(key, &page.raw))
        });
        Some(ModuleHead {
            scenarios: heads.collect(),
            title: page.raw.title.value.clone(),
            summary: page.raw.summary.value.clone(),
            edition: String::new(),
            sides: page.raw.side.iter().map(|it| it.name.value.clone()).collect(),
            system: Tcs::SYSTEM.to_owned(),
            key: folder.module().to_owned(),
        })
    }

    fn load(folder: &Folder<'_>, scenario: &str, errors: &mut Errors) -> Option<(Data, Sheet)> {
        let mut words = scenario.split('+');
        let plain = words.next().unwrap_or_default();
        let mut chosen = Vec::new();
        for word in words {
            match Variant::read(word) {
                Some(it) => chosen.push(it),
                None => {
                    let message = format!("there is no variant {}", quoted(word));
                    let known = Variant::ALL.iter().map(|it| it.key());
                    errors.whole(&folder.path("scenarios"), message, nearest(word, known));
                }
            }
        }
        let read = Read::new(folder, errors);
        let page = folder.scenario::<Scenario>(plain, errors)?;
        let parts = read.parts()?;
        scenario::data(&parts, &page, folder.module(), scenario, &chosen, errors)
    }

    fn check(folder: &Folder<'_>, scenarios: &[String], errors: &mut Errors) {
        let read = Read::new(folder, errors);
        for key in scenarios {
            let page = folder.scenario::<Scenario>(key, errors);
            if let (Some(parts), Some(page)) = (read.parts(), page) {
                scenario::data(&parts, &page, folder.module(), key, &[], errors);
            }
        }
    }

    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
        let schema = |it: &serde_json::Value| it.clone();
        vec![
            (
                "tcs-module.json",
                "module.toml of a tcs module",
                schema(<format::Module as Kind>::schema()),
            ),
            (
                "tcs-terrain.json",
                "terrain.toml of a tcs module",
                schema(<format::Terrain as Kind>::schema()),
            ),
            ("tcs-map.json", "map.toml of a tcs module", schema(<format::Map as Kind>::schema())),
            (
                "tcs-forces.json",
                "forces/*.toml of a tcs module",
                schema(<format::Force as Kind>::schema()),
            ),
            (
                "tcs-scenario.json",
                "scenarios/*.toml of a tcs module",
                schema(<format::Scenario as Kind>::schema()),
            ),
            ("tcs-tables.json", "tcs/tables.toml", schema::of_tables(Tcs::SYSTEM)),
        ]
    }
}

fn scenario_head(key: &str, raw: &Scenario) -> ScenarioHead {
    let moment = |it: Option<&format::TurnText>| {
        it.map(|it| format!("{}, {}", *raw.date, *it.time)).unwrap_or_default()
    };
    ScenarioHead {
        key: key.to_owned(),
        title: raw.title.value.clone(),
        summary: raw.summary.value.clone(),
        turns: raw.turn.len(),
        minutes: raw.minutes.value as u32,
        begins: moment(raw.turn.first()),
        ends: moment(raw.turn.last()),
        sides: Vec::new(),
        variants: Variant::ALL.iter().map(|it| variant(*it)).collect(),
    }
}

fn variant(it: Variant) -> VariantHead {
    let idle = (it == Variant::Consolidate).then(|| IdleHead {
        with: Variant::WithoutCommand.key().to_owned(),
        why: "Without op sheets there is no attack to consolidate.".to_owned(),
    });
    VariantHead {
        key: it.key().to_owned(),
        title: it.name().to_owned(),
        text: kernel::Word::about(it).to_owned(),
        idle,
    }
}

/// What all scenarios of a module share. Parts that could not be read are `None`.
struct Read {
    head: Option<Page<format::Module>>,
    tables: Option<Tables>,
    map: Option<(Page<format::Map>, Ground)>,
    forces: Option<Forces>,
}

impl Read {
    fn new(folder: &Folder<'_>, errors: &mut Errors) -> Read {
        let tables =
            folder.tables(errors).and_then(|(path, file)| tables::tables(&path, file, errors));
        let head = folder.page::<format::Module>("module.toml", errors);
        if let Some(page) = &head {
            folder.check_system(&page.raw.system, errors);
            if let [first, second] = page.raw.side.as_slice()
                && first.key.value == second.key.value
            {
                errors.at(&page.path, second.key.span, "the two sides need different keys");
            }
        }
        let own = folder
            .has("terrain.toml")
            .then(|| folder.page::<format::Terrain>("terrain.toml", errors));
        let own = own.map_or(Some(Vec::new()), |it| {
            it.map(|page| page.raw.terrain.into_iter().map(|it| it.value).collect())
        });
        let page = folder.page::<format::Map>("map.toml", errors);
        let map = match (&tables, own, page) {
            (Some(tables), Some(own), Some(page)) => {
                let ground = map::ground(&page, tables, &own, errors);
                ground.map(|it| (page, it))
            }
            _ => None,
        };
        let forces = match (&head, &tables, &map) {
            (Some(head), Some(tables), Some((_, ground))) => {
                forces::forces(folder, &head.raw, tables, ground, errors)
            }
            _ => None,
        };
        Read { head, tables, map, forces }
    }

    fn parts(&self) -> Option<Parts<'_>> {
        let (map, ground) = self.map.as_ref().map(|it| (&it.0, &it.1))?;
        Some(Parts {
            head: &self.head.as_ref()?.raw,
            tables: self.tables.as_ref()?,
            map: &map.raw,
            ground,
            forces: self.forces.as_ref()?,
        })
    }
}
