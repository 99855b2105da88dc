//! A library: what there is to play, and how it is loaded and checked.

use std::{
    cell::LazyCell,
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use board::{Map, Sight, SightRules};
use gts::{
    data::{Data, Edition},
    tables::Tables,
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    forces,
    forces::Forces,
    format,
    format::{Division, EditionWord, Scenario, is_key},
    head, map,
    map::Size,
    naval,
    naval::{Fleet, Shore, Waters},
    omaha,
    problem::Errors,
    read::{Kind, Page, quoted, read},
    scenario::{Ground, Plan, plan, turns},
    source::Source,
    suggest::nearest,
    tables,
};

const SYSTEMS: [&str; 2] = ["gts", omaha::SYSTEM];

/// Forces and scenarios of one module.
const MOST_FILES: usize = 200;

/// Modules that can be played: those we ship, those of a directory, or those somebody handed over.
///
/// A library is a snapshot: what has been opened does not change when files do.
#[derive(Clone, Debug)]
pub struct Library {
    source: Source,
}

/// What a module is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModuleHead {
    pub system: String,
    pub key: String,
    pub title: String,
    pub summary: String,
    /// "normandy" or "series"; empty for a system with one edition.
    pub edition: String,
    /// The names of the seats.
    pub sides: Vec<String>,
    pub scenarios: Vec<ScenarioHead>,
}

/// What a scenario is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioHead {
    pub key: String,
    pub title: String,
    pub summary: String,
    pub turns: usize,
    /// How long it takes to play.
    pub minutes: u32,
    /// Date and time of the first turn.
    pub begins: String,
    /// Date and time of the last turn.
    pub ends: String,
    /// What may be chosen with it: loaded as `scenario+variant`, several in the order of the alphabet.
    pub variants: Vec<VariantHead>,
}

/// A variant of the rules that a scenario allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VariantHead {
    pub key: String,
    pub title: String,
    /// What it changes, also of the score, in plain words.
    pub text: String,
    /// Beside this other one it changes only the score.
    pub idle: Option<IdleHead>,
}

/// Why a variant is idle beside another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IdleHead {
    pub with: String,
    pub why: String,
}

/// A scenario ready to play.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// SHA-256, in hexadecimal digits, over path and bytes of every file the scenario was loaded from.
    pub content: String,
    pub game: Game,
    /// What is for the eye only.
    pub sheet: Sheet,
}

/// What the rules of a system start from.
#[derive(Clone, Debug)]
pub enum Game {
    Gts(Arc<Data>),
    Omaha(Arc<::omaha::data::Data>),
}

impl Game {
    /// The data of a gts scenario.
    #[must_use]
    pub fn gts(self) -> Option<Arc<Data>> {
        match self {
            Game::Gts(data) => Some(data),
            Game::Omaha(_) => None,
        }
    }

    /// The data of an omaha scenario.
    #[must_use]
    pub fn omaha(self) -> Option<Arc<::omaha::data::Data>> {
        match self {
            Game::Gts(_) => None,
            Game::Omaha(data) => Some(data),
        }
    }
}

/// What a map shows beyond what the rules ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub summary: String,
    pub minutes: u32,
    /// Names of roads and railways with the labels of their hexes.
    pub routes: Vec<(String, Vec<String>)>,
}

/// The result of checking files.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What was checked: `gts/periers-ridge`, and its scenarios as `gts/periers-ridge/ridge`.
    pub modules: Vec<String>,
    pub scenarios: Vec<String>,
    #[serde(rename = "problems")]
    pub errors: Errors,
}

impl Report {
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }
}

impl Library {
    /// What we ship.
    #[must_use]
    pub fn embedded() -> Library {
        Library { source: Source::embedded() }
    }

    /// A directory laid out as `modules/`, or one module's own directory. Tables that are not there are ours.
    pub fn open(dir: impl AsRef<Path>) -> Result<Library, Errors> {
        let dir = dir.as_ref();
        let shown = dir.display().to_string();
        let failed = |message: String| {
            let mut errors = Errors::default();
            errors.whole(&shown, message, None);
            errors
        };
        let (root, prefix) = place(dir).ok_or_else(|| {
            failed(
                "no module here: neither module.toml nor a directory of a system, such as gts"
                    .to_owned(),
            )
        })?;
        let mut source =
            Source::directory(&root, &prefix).map_err(|error| failed(error.to_string()))?;
        // One module of a library is checked against the tables of that library.
        if let Some((system, _)) = prefix.split_once('/')
            && let Some(parent) = root.parent()
            && let Ok(beside) = Source::tables_beside(parent, system)
        {
            source.files.extend(beside);
        }
        Ok(Library::new(source))
    }

    /// Files by path, `gts/my-module/map.toml`. Anything at all may be handed in: it is refused when loaded.
    #[must_use]
    pub fn from_files(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Library {
        Library::new(Source::given(files))
    }

    fn new(mut source: Source) -> Library {
        for system in SYSTEMS {
            let path = tables_path(system);
            if !source.files.contains_key(&path)
                && let Some(ours) = Source::embedded().files.remove(&path)
            {
                source.files.insert(path, ours);
            }
        }
        Library { source }
    }

    /// All modules whose head can be read, with their scenarios, by system and key.
    #[must_use]
    pub fn modules(&self) -> Vec<ModuleHead> {
        let mut heads = Vec::new();
        for (system, key) in self.keys() {
            if system == omaha::SYSTEM {
                heads.extend(omaha::head(self, &key));
                continue;
            }
            let mut errors = Errors::default();
            let dir = format!("{system}/{key}/");
            let Some(page) = self.page::<format::Module>(&format!("{dir}module.toml"), &mut errors)
            else {
                continue;
            };
            let [first, second] = page.raw.side.as_slice() else { continue };
            // Only a scenario without turns of its own needs the calendar of the tables.
            let tables = LazyCell::new(|| self.tables(&system, &mut Errors::default()));
            let mut scenarios = Vec::new();
            for scenario in self.scenario_keys(&system, &key) {
                let path = format!("{dir}scenarios/{scenario}.toml");
                if let Some(page) = self.page::<Scenario>(&path, &mut errors) {
                    scenarios.push(scenario_head(&scenario, &page.raw, &tables));
                }
            }
            heads.push(ModuleHead {
                title: page.raw.title.value.clone(),
                summary: page.raw.summary.value.clone(),
                edition: match page.raw.edition.value {
                    EditionWord::Normandy => "normandy".to_owned(),
                    EditionWord::Series => "series".to_owned(),
                },
                sides: vec![first.name.value.clone(), second.name.value.clone()],
                system,
                key,
                scenarios,
            });
        }
        heads
    }

    /// One scenario, ready to play, or everything that is wrong with the files it needs.
    pub fn load(&self, system: &str, module: &str, scenario: &str) -> Result<Loaded, Errors> {
        let mut errors = Errors::default();
        let plain = if system == omaha::SYSTEM { omaha::split(scenario).0 } else { scenario };
        let found = self.find(system, module, plain, &mut errors);
        if !found {
            return Err(errors);
        }
        if system == omaha::SYSTEM {
            let loaded = omaha::load(self, module, scenario, &mut errors);
            return loaded.filter(|_| errors.is_empty()).ok_or_else(|| errors.sorted());
        }
        let parts = self.parts(system, module, &mut errors);
        let path = format!("{system}/{module}/scenarios/{scenario}.toml");
        let page = self.page::<Scenario>(&path, &mut errors);
        let plan = page.as_ref().map(|it| plan(it, &parts.ground(), &mut errors));
        let mut used = parts.used.clone();
        used.insert(path);
        let loaded =
            page.zip(plan).and_then(|(page, plan)| parts.finish(module, scenario, &page.raw, plan));
        match loaded {
            Some((data, sheet)) if errors.is_empty() => {
                Ok(Loaded { content: self.content(&used), game: Game::Gts(Arc::new(data)), sheet })
            }
            _ => Err(errors.sorted()),
        }
    }

    /// Everything that is wrong with everything.
    #[must_use]
    pub fn check(&self) -> Report {
        let mut errors = Errors::default();
        let (mut modules, mut scenarios) = (Vec::new(), Vec::new());
        self.strays(&mut errors);
        for (system, module) in self.keys() {
            let keys = self.scenario_keys(&system, &module);
            if keys.is_empty() {
                errors.whole(
                    &format!("{system}/{module}/scenarios"),
                    "the module has no scenario",
                    None,
                );
            }
            modules.push(format!("{system}/{module}"));
            scenarios.extend(keys.iter().map(|it| format!("{system}/{module}/{it}")));
            if system == omaha::SYSTEM {
                omaha::check(self, &module, &keys, &mut errors);
                continue;
            }
            let parts = self.parts(&system, &module, &mut errors);
            for scenario in keys {
                let path = format!("{system}/{module}/scenarios/{scenario}.toml");
                if let Some(page) = self.page::<Scenario>(&path, &mut errors) {
                    plan(&page, &parts.ground(), &mut errors);
                }
            }
        }
        if modules.is_empty() {
            errors.whole("gts", "there is no module here", None);
        }
        Report { modules, scenarios, errors: errors.sorted() }
    }

    /// Systems and modules, by their directories.
    fn keys(&self) -> Vec<(String, String)> {
        let mut out = BTreeSet::new();
        for system in SYSTEMS {
            for path in self.source.under(&format!("{system}/")) {
                if let Some((module, _)) = path.split_once('/')
                    && is_key(module)
                {
                    out.insert((system.to_owned(), module.to_owned()));
                }
            }
        }
        out.into_iter().collect()
    }

    pub(crate) fn scenario_keys(&self, system: &str, module: &str) -> Vec<String> {
        let prefix = format!("{system}/{module}/scenarios/");
        let keys = self.source.under(&prefix).filter_map(|it| it.strip_suffix(".toml"));
        keys.filter(|it| is_key(it)).take(MOST_FILES).map(str::to_owned).collect()
    }

    pub(crate) fn page<T: Kind>(&self, path: &str, errors: &mut Errors) -> Option<Page<T>> {
        match self.source.files.get(path) {
            Some(file) => read(path, file, errors),
            None => {
                errors.whole(path, "the file is missing", None);
                None
            }
        }
    }

    /// Whether there is such a scenario; what was meant if not.
    fn find(&self, system: &str, module: &str, scenario: &str, errors: &mut Errors) -> bool {
        let keys = self.keys();
        if !SYSTEMS.contains(&system) {
            errors.whole(
                system,
                format!("there is no rules system {}", quoted(system)),
                nearest(system, SYSTEMS),
            );
            return false;
        }
        if !keys.iter().any(|(s, m)| s == system && m == module) {
            let known = keys.iter().filter(|it| it.0 == system).map(|it| it.1.as_str());
            errors.whole(
                system,
                format!("there is no module {}", quoted(module)),
                nearest(module, known),
            );
            return false;
        }
        let scenarios = self.scenario_keys(system, module);
        if !scenarios.iter().any(|it| it == scenario) {
            let suggestion = nearest(scenario, scenarios.iter().map(String::as_str));
            let message = format!("there is no scenario {}", quoted(scenario));
            errors.whole(&format!("{system}/{module}"), message, suggestion);
            return false;
        }
        true
    }

    fn parts(&self, system: &str, module: &str, errors: &mut Errors) -> Parts {
        let dir = format!("{system}/{module}/");
        let mut used = BTreeSet::new();
        let tables = self.tables(system, errors);
        used.insert(tables_path(system));
        let path = format!("{dir}module.toml");
        let head = self.page::<format::Module>(&path, errors);
        if let (Some(page), Some(tables)) = (&head, &tables) {
            head::check(page, tables, errors);
        }
        if let Some(page) = &head {
            if *page.raw.system.0 != *system {
                let message = format!("the module lies in the directory of {}", quoted(system));
                errors.suggest(&path, page.raw.system.span, message, Some(system.to_owned()));
            }
            if let [first, second] = page.raw.side.as_slice()
                && first.key.value == second.key.value
            {
                errors.at(&path, second.key.span, "the two sides need different keys");
            }
        }
        used.insert(path);
        let path = format!("{dir}map.toml");
        let map_page = self.page::<format::Map>(&path, errors);
        let map = map_page
            .as_ref()
            .zip(tables.as_ref())
            .and_then(|(page, tables)| map::map(page, tables, errors));
        used.insert(path);

        let path = format!("{dir}naval.toml");
        let shore = if self.source.files.contains_key(&path) {
            let page = self.page::<format::Naval>(&path, errors);
            used.insert(path);
            page.map_or(Shore::Unknown, |it| Shore::Known(Box::new(it)))
        } else {
            Shore::Absent
        };

        let prefix = format!("{dir}forces/");
        let names: Vec<&str> = self.source.under(&prefix).take(MOST_FILES).collect();
        if names.is_empty() {
            errors.whole(
                &format!("{dir}forces"),
                "there are no forces: one file for each division",
                None,
            );
        }
        let mut pages = Vec::new();
        let mut whole = !names.is_empty();
        for name in names {
            let path = format!("{prefix}{name}");
            match self.page::<Division>(&path, errors) {
                Some(page) => pages.push(page),
                None => whole = false,
            }
            used.insert(path);
        }
        let sides: Vec<String> =
            head.iter().flat_map(|it| &it.raw.side).map(|it| it.key.0.clone()).collect();
        let forces = match &head {
            Some(_) => forces::forces(&pages, &sides, whole, tables.as_ref(), &shore, errors),
            None => Forces::unknown(),
        };
        let mut parts = Parts { used, tables, head, map_page, map, forces, shore, fleet: None };
        parts.launch(&sides, errors);
        parts
    }

    fn tables(&self, system: &str, errors: &mut Errors) -> Option<Tables> {
        let path = tables_path(system);
        match self.source.files.get(&path) {
            Some(file) => tables::tables(&path, file, errors),
            None => {
                errors.whole(&path, "the file is missing", None);
                None
            }
        }
    }

    /// TOML files that are no part of anything: most likely misspelt.
    fn strays(&self, errors: &mut Errors) {
        for (path, file) in &self.source.files {
            let parts: Vec<&str> = path.split('/').collect();
            let stem = |it: &str| it.strip_suffix(".toml").is_some_and(is_key);
            let known = match parts.as_slice() {
                [system, "tables.toml"] => SYSTEMS.contains(system),
                [omaha::SYSTEM, module, name] => is_key(module) && omaha::FILES.contains(name),
                [omaha::SYSTEM, module, "scenarios", name] => is_key(module) && stem(name),
                ["gts", module, "module.toml" | "map.toml" | "naval.toml"] => is_key(module),
                ["gts", module, "forces" | "scenarios", name] => is_key(module) && stem(name),
                _ => false,
            };
            if known {
                continue;
            }
            let suggestion = match parts.as_slice() {
                [omaha::SYSTEM, _, name] => omaha::nearest_file(name),
                [_, _, name] => nearest(name, ["module.toml", "map.toml", "naval.toml"]),
                [_, _, dir, _] => nearest(dir, ["forces", "scenarios"]).filter(|it| it != dir),
                _ => None,
            };
            match file {
                Ok(_) => errors.whole(path, "the file is no part of a module", suggestion),
                Err(reason) => errors.whole(path, reason.as_str(), suggestion),
            }
        }
    }

    pub(crate) fn content(&self, used: &BTreeSet<String>) -> String {
        let mut hasher = Sha256::new();
        for path in used {
            let bytes: &[u8] = match self.source.files.get(path) {
                Some(Ok(it)) => it,
                _ => &[],
            };
            // Lengths first, so that no two sets of files look the same.
            for part in [path.as_bytes(), bytes] {
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
        let mut out = String::new();
        for byte in hasher.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(out, "{byte:02x}");
        }
        out
    }
}

/// Checks a library, one system or one module on disk, or the module a file belongs to.
pub fn check(path: impl AsRef<Path>) -> Report {
    let path = path.as_ref();
    let dir = if path.is_file() {
        let mut up = path.ancestors().skip(1).take(3);
        up.find(|it| it.join("module.toml").is_file()).or_else(|| path.parent()).unwrap_or(path)
    } else {
        path
    };
    match Library::open(dir) {
        Ok(library) => library.check(),
        Err(errors) => Report { modules: Vec::new(), scenarios: Vec::new(), errors },
    }
}

/// Where a directory stands in a library: its path and the prefix its files get.
fn place(dir: &Path) -> Option<(PathBuf, String)> {
    let full = dir.canonicalize().ok()?;
    let name = full.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
    if full.join("module.toml").is_file() {
        // The name of the directory is the key of the module; one that cannot be a key would be passed over.
        let key = if is_key(&name) { name } else { "module".to_owned() };
        let system = system_of(&full.join("module.toml"));
        Some((full, format!("{system}/{key}")))
    } else if SYSTEMS.iter().any(|it| full.join(it).is_dir()) {
        Some((full, String::new()))
    } else if SYSTEMS.contains(&name.as_str()) {
        Some((full, name))
    } else {
        None
    }
}

/// The system a module says it is for; a module that does not say is checked as one of the first.
fn system_of(path: &Path) -> &'static str {
    let text = Source::read(path).unwrap_or_default();
    let word = |line: &str| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "system").then(|| value.trim().trim_matches('"').to_owned())
    };
    let said = String::from_utf8_lossy(&text).lines().find_map(word);
    SYSTEMS.into_iter().find(|it| said.as_deref() == Some(*it)).unwrap_or(SYSTEMS[0])
}

pub(crate) fn tables_path(system: &str) -> String {
    format!("{system}/tables.toml")
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
        variants: Vec::new(),
    }
}

/// What all scenarios of a module share. Parts that could not be read are `None`.
struct Parts {
    used: BTreeSet<String>,
    tables: Option<Tables>,
    head: Option<Page<format::Module>>,
    map_page: Option<Page<format::Map>>,
    map: Option<Map>,
    forces: Forces,
    shore: Shore,
    fleet: Option<Fleet>,
}

impl Parts {
    fn edition(&self) -> Edition {
        match self.head.as_ref().map(|it| it.raw.edition.value) {
            Some(EditionWord::Series) => Edition::Series,
            _ => Edition::Normandy,
        }
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
            switches: head::switches(&head.raw.switches, &tables.default.switches),
            tables,
            map,
            sight,
            sides: plan.sides,
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
