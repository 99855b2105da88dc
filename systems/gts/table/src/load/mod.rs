//! The files of a gts module to [`Data`].
//!
//! ```text
//! modules/gts/tables.toml                      the tables shared by all gts modules
//! modules/gts/<module>/module.toml             title, edition, sides
//! modules/gts/<module>/map.toml                the ground
//! modules/gts/<module>/naval.toml              what lands from the sea, where something does
//! modules/gts/<module>/forces/<division>.toml  one division a file
//! modules/gts/<module>/scenarios/<key>.toml    set-up, length, victory
//! ```
//!
//! Reading order: `format` (the files as structs), then `tables`, `head`, `map`, `forces`, `rating`, `naval` and `scenario`
//! (structs to a game).

mod forces;
mod format;
mod head;
mod map;
mod naval;
mod rating;
mod scenario;
mod tables;

use std::cell::LazyCell;

use board::{Map, Sight, SightRules};
use gts::{
    data::{Data, Edition},
    tables::Tables,
};
use module::{
    Errors, Folder, Loader, ModuleHead, ScenarioHead, Sheet,
    read::{Kind, Page, quoted},
    schema,
};

use self::{
    forces::Forces,
    format::{Division, Scenario},
    map::Size,
    naval::{Fleet, Shore, Waters},
    scenario::{Ground, Plan, plan, turns},
};
pub(crate) use self::{
    forces::{contact_numbers, counter, face, face_of, leader, transport},
    format::{FaceText, Figure, LeaderText},
    head::{furthest_sight, vary_crt, vary_range, vary_sighting},
    scenario::{ABSENT, usual_air, usual_events, usual_turns, usual_weather},
};
use crate::Gts;

module::kinds!(format::Module, format::Map, format::Division, format::Naval, format::Scenario);

impl Loader for Gts {
    const SYSTEM: &'static str = "gts";
    const FILES: &'static [&'static str] = &["module.toml", "map.toml", "naval.toml"];
    const FOLDERS: &'static [&'static str] = &["forces"];
    type Data = Data;

    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead> {
        let mut errors = Errors::default();
        let page = folder.page::<format::Module>("module.toml", &mut errors)?;
        let [first, second] = page.raw.side.as_slice() else { return None };
        // Only a scenario without turns of its own needs the calendar of the tables.
        let tables = LazyCell::new(|| {
            let mut errors = Errors::default();
            let (path, file) = folder.tables(&mut errors)?;
            tables::tables(&path, file, &mut errors)
        });
        let heads = scenarios.iter().filter_map(|key| {
            let page = folder.page::<Scenario>(&format!("scenarios/{key}.toml"), &mut errors)?;
            Some(scenario_head(key, &page.raw, &tables))
        });
        Some(ModuleHead {
            scenarios: heads.collect(),
            title: page.raw.title.value.clone(),
            summary: page.raw.summary.value.clone(),
            edition: page.raw.edition.value.key().to_owned(),
            sides: vec![first.name.value.clone(), second.name.value.clone()],
            system: Gts::SYSTEM.to_owned(),
            key: folder.module().to_owned(),
        })
    }

    fn load(folder: &Folder<'_>, scenario: &str, errors: &mut Errors) -> Option<(Data, Sheet)> {
        if scenario.contains('+') {
            let message = format!("there is no scenario {}: it has no variants", quoted(scenario));
            errors.whole(&folder.path("scenarios"), message, None);
            return None;
        }
        let parts = Parts::read(folder, errors);
        let page = folder.page::<Scenario>(&format!("scenarios/{scenario}.toml"), errors)?;
        let plan = plan(&page, &parts.ground(), errors);
        parts.finish(folder.module(), scenario, &page.raw, plan)
    }

    fn check(folder: &Folder<'_>, scenarios: &[String], errors: &mut Errors) {
        let parts = Parts::read(folder, errors);
        for scenario in scenarios {
            if let Some(page) =
                folder.page::<Scenario>(&format!("scenarios/{scenario}.toml"), errors)
            {
                plan(&page, &parts.ground(), errors);
            }
        }
    }

    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
        vec![
            ("gts-module.json", "module.toml of a gts module", format::Module::schema().clone()),
            ("gts-map.json", "map.toml of a gts module", format::Map::schema().clone()),
            (
                "gts-forces.json",
                "forces/*.toml of a gts module",
                format::Division::schema().clone(),
            ),
            ("gts-naval.json", "naval.toml of a gts module", format::Naval::schema().clone()),
            (
                "gts-scenario.json",
                "scenarios/*.toml of a gts module",
                format::Scenario::schema().clone(),
            ),
            ("gts-tables.json", "gts/tables.toml", schema::of_tables(Gts::SYSTEM)),
        ]
    }
}

fn scenario_head(
    key: &str,
    raw: &Scenario,
    tables: &LazyCell<Option<Tables>, impl FnOnce() -> Option<Tables>>,
) -> ScenarioHead {
    let turns = if raw.turn.is_empty() { turns(raw, tables.as_ref()) } else { turns(raw, None) };
    let moment = |it: Option<&gts::data::Turn>| {
        it.map(|it| format!("{}, {}", it.date, it.time)).unwrap_or_default()
    };
    ScenarioHead {
        key: key.to_owned(),
        title: raw.title.value.clone(),
        summary: raw.summary.value.clone(),
        turns: turns.len(),
        minutes: raw.minutes.value as u32,
        begins: moment(turns.first()),
        ends: moment(turns.last()),
        sides: Vec::new(),
        variants: Vec::new(),
    }
}

/// What all scenarios of a module share. Parts that could not be read are `None`.
struct Parts {
    tables: Option<Tables>,
    head: Option<Page<format::Module>>,
    map_page: Option<Page<format::Map>>,
    map: Option<Map>,
    forces: Forces,
    shore: Shore,
    fleet: Option<Fleet>,
}

impl Parts {
    fn read(folder: &Folder<'_>, errors: &mut Errors) -> Parts {
        let tables =
            folder.tables(errors).and_then(|(path, file)| tables::tables(&path, file, errors));
        let head = folder.page::<format::Module>("module.toml", errors);
        if let (Some(page), Some(tables)) = (&head, &tables) {
            head::check(page, tables, errors);
        }
        if let Some(page) = &head {
            folder.check_system(&page.raw.system, errors);
            if let [first, second] = page.raw.side.as_slice()
                && first.key.value == second.key.value
            {
                errors.at(&page.path, second.key.span, "the two sides need different keys");
            }
        }
        let map_page = folder.page::<format::Map>("map.toml", errors);
        let map = map_page
            .as_ref()
            .zip(tables.as_ref())
            .and_then(|(page, tables)| map::map(page, tables, errors));
        let shore = if folder.has("naval.toml") {
            let page = folder.page::<format::Naval>("naval.toml", errors);
            page.map_or(Shore::Unknown, |it| Shore::Known(Box::new(it)))
        } else {
            Shore::Absent
        };

        let names = folder.names("forces/");
        if names.is_empty() {
            errors.whole(
                &folder.path("forces"),
                "there are no forces: one file for each division",
                None,
            );
        }
        let mut pages = Vec::new();
        let mut whole = !names.is_empty();
        for name in names {
            match folder.page::<Division>(&format!("forces/{name}"), errors) {
                Some(page) => pages.push(page),
                None => whole = false,
            }
        }
        let sides: Vec<String> =
            head.iter().flat_map(|it| &it.raw.side).map(|it| it.key.value.0.clone()).collect();
        let forces = match &head {
            Some(_) => forces::forces(&pages, &sides, whole, tables.as_ref(), &shore, errors),
            None => Forces::unknown(),
        };
        let mut parts = Parts { tables, head, map_page, map, forces, shore, fleet: None };
        parts.launch(&sides, errors);
        parts
    }

    fn edition(&self) -> Edition {
        self.head.as_ref().map_or(Edition::Normandy, |it| it.raw.edition.value)
    }

    fn size(&self) -> Option<Size> {
        self.map_page.as_ref().and_then(|it| Size::of(&it.raw))
    }

    /// Reads what lands, once everything it refers to has been read; its ships join the forces.
    fn launch(&mut self, sides: &[String], errors: &mut Errors) {
        let edition = self.edition();
        let size = self.size();
        let (Shore::Known(page), Some(tables)) = (&self.shore, &self.tables) else { return };
        if self.head.is_none() {
            return;
        }
        let waters = Waters {
            sides,
            tables,
            edition: tables.edition(edition),
            map: self.map.as_ref(),
            size,
        };
        self.fleet = Some(naval::fleet(page, &waters, &mut self.forces, errors));
    }

    fn ground(&self) -> Ground<'_> {
        Ground {
            sides: self.head.as_ref().map_or(&[], |it| it.raw.side.as_slice()),
            forces: &self.forces,
            tables: self.tables.as_ref().map(|it| (it, it.edition(self.edition()))),
            map: self.map.as_ref(),
            size: self.size(),
            shore: &self.shore,
            fleet: self.fleet.as_ref(),
        }
    }

    fn finish(
        self,
        module: &str,
        scenario: &str,
        raw: &Scenario,
        plan: Plan,
    ) -> Option<(Data, Sheet)> {
        let edition = self.edition();
        let Parts { tables, head, map_page, map, forces, .. } = self;
        let (mut tables, head, map_page, map) = (tables?, head?, map_page?, map?);
        head::apply(&head.raw, edition, &mut tables);
        let rules = SightRules {
            crest_along_line_blocks: tables.edition(edition).crest_along_line_blocks,
            heights: false,
            max_range: head::furthest_sight(&tables),
        };
        let mut switches = tables.default.switches;
        head.raw.switches.0.iter().for_each(|(switch, on)| switches.turn(*switch, *on));
        let mut units = forces.units;
        units.extend(plan.craft);
        let sight = Sight::new(&map, rules, &[]);
        let sheet = Sheet {
            summary: raw.summary.value.clone(),
            minutes: raw.minutes.value as u32,
            routes: named_routes(&map_page.raw),
        };
        let data = Data {
            hex_metres: map_page.raw.hex_metres.value as u32,
            module: module.to_owned(),
            scenario: scenario.to_owned(),
            title: raw.title.value.clone(),
            edition,
            switches,
            tables,
            map,
            sight,
            sides: plan.sides,
            nations: forces.nations,
            divisions: forces.divisions,
            formations: forces.formations,
            leaders: forces.leaders,
            units,
            unit_starts: plan.unit_starts,
            leader_starts: plan.leader_starts,
            empty_entrenchments: plan.empty_entrenchments,
            turns: plan.turns,
            weather: plan.weather,
            first_mug: plan.first_mug,
            first_chit: plan.first_chit,
            events_chits: plan.events_chits,
            victory: plan.victory,
            night_assault: plan.night_assault,
            weather_table: plan.weather_table,
            events: plan.events,
            air: plan.air,
            transfers: plan.transfers,
            supply: plan.supply,
            royal_marines: plan.royal_marines,
            naval: plan.naval,
            road_blocks: plan.road_blocks,
        };
        Some((data, sheet))
    }
}

fn named_routes(raw: &format::Map) -> Vec<(String, Vec<String>)> {
    let named = raw.route.iter().filter_map(|it| it.name.as_ref().map(|name| (name, &it.path)));
    named
        .map(|(name, path)| (name.value.clone(), path.iter().map(|it| it.0.clone()).collect()))
        .collect()
}
