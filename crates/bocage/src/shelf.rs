//! What can be played here: the modules we ship and those of a folder, with the rules systems behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kernel::{Answer, Files, Header, JournalError, Seed};
use module::Library;
use play::Table;
use play::reckon::Charts;
use server::{
    Content, IdleHead, ModuleHead, RuleText, ScenarioHead, SeatHead, Shelf, ShelfError, VariantHead,
};
use systems::Scenario;

pub(crate) struct ModuleShelf {
    /// The folder's library first: what it has replaces ours.
    libraries: Vec<Library>,
    heads: OnceLock<Vec<ModuleHead>>,
    rules: OnceLock<BTreeMap<String, RuleText>>,
    /// A library does not change once opened, so what has been loaded stays right.
    loaded: Mutex<BTreeMap<[String; 3], Arc<dyn Scenario>>>,
    /// Scenarios as stored games began with them, by system, module, scenario and content hash.
    learned: Mutex<BTreeMap<[String; 4], Arc<dyn Scenario>>>,
}

/// So many of them at most: what is forgotten is learned again when it is asked for.
const LEARNED: usize = 64;

impl ModuleShelf {
    pub(crate) fn open(folder: Option<&Path>) -> Result<ModuleShelf, String> {
        let mut libraries = Vec::new();
        if let Some(folder) = folder {
            libraries
                .push(Library::open(&systems::shapes(), folder).map_err(|it| it.render(false))?);
        }
        libraries.push(systems::library());
        Ok(ModuleShelf {
            libraries,
            heads: OnceLock::new(),
            rules: OnceLock::new(),
            loaded: Mutex::default(),
            learned: Mutex::default(),
        })
    }

    /// Only a module's own folder, for looking at what somebody is writing.
    pub(crate) fn only(folder: &Path) -> Result<ModuleShelf, String> {
        let mut shelf = ModuleShelf::open(Some(folder))?;
        shelf.libraries.truncate(1);
        Ok(shelf)
    }

    fn heads(&self) -> &[ModuleHead] {
        self.heads.get_or_init(|| {
            let mut heads: Vec<ModuleHead> = Vec::new();
            for it in self.libraries.iter().flat_map(Library::modules) {
                if !heads.iter().any(|head| head.system == it.system && head.module == it.key) {
                    heads.push(head(it));
                }
            }
            heads
        })
    }

    pub(crate) fn load(
        &self,
        system: &str,
        module: &str,
        scenario: &str,
    ) -> Result<Arc<dyn Scenario>, ShelfError> {
        let known = self.heads().iter().find(|it| it.system == system && it.module == module);
        let unknown = |what, name: &str| ShelfError::Unknown { what, name: name.into() };
        let known = known.ok_or_else(|| unknown("module", &format!("{system}/{module}")))?;
        known.scenario(scenario)?;
        let key = [system.to_string(), module.to_string(), scenario.to_string()];
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = loaded.get(&key) {
            return Ok(found.clone());
        }
        let has =
            |it: &&Library| it.modules().iter().any(|it| it.system == system && it.key == module);
        let library = self.libraries.iter().find(has).ok_or_else(|| unknown("module", module))?;
        let rules = systems::find(system).ok_or_else(|| unknown("system", system))?;
        let found = rules
            .load(library, module, scenario)
            .map_err(|it| ShelfError::Broken { report: it.render(false) })?;
        loaded.insert(key, found.clone());
        Ok(found)
    }

    /// The scenario of a game as it was when the game began: from the shelf, or as learned.
    fn of(&self, header: &Header) -> Result<Arc<dyn Scenario>, ShelfError> {
        let learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = learned.get(&learned_key(header)) {
            return Ok(found.clone());
        }
        drop(learned);
        let loaded = self.load(&header.system, &header.module, &header.scenario)?;
        if header.content != loaded.content() {
            let (found, expected) = (header.content.clone(), loaded.content().into());
            return Err(JournalError::Content { found, expected }.into());
        }
        Ok(loaded)
    }

    /// The scenario that is meant: `system/module/scenario`, `module/scenario` or `scenario`, as long as it is one; with
    /// its variants after it in any order, `long-day+reaction+armour`.
    pub(crate) fn find(&self, name: &str) -> Result<[String; 3], String> {
        let mut all = Vec::new();
        for module in self.heads() {
            for scenario in &module.scenarios {
                all.push([module.system.clone(), module.module.clone(), scenario.key.clone()]);
            }
        }
        let mut parts = name.split('+');
        let plain = parts.next().unwrap_or_default();
        let variants: BTreeSet<&str> = parts.collect();
        let wanted: Vec<&str> = plain.trim_matches('/').split('/').collect();
        let mut fitting = all
            .iter()
            .filter(|it| it.iter().map(String::as_str).collect::<Vec<_>>().ends_with(&wanted));
        match (fitting.next(), fitting.next()) {
            (Some([system, module, scenario]), None) => {
                let key = variants.iter().fold(scenario.clone(), |key, it| format!("{key}+{it}"));
                Ok([system.clone(), module.clone(), key])
            }
            (Some(_), Some(_)) => {
                Err(format!("several scenarios are called {name:?}: say system/module/scenario"))
            }
            (None, _) => {
                let known: Vec<String> = all.iter().map(|it| it.join("/")).collect();
                Err(format!("there is no scenario {name:?}; there are: {}", known.join(", ")))
            }
        }
    }

    /// All scenarios, to take the first of a folder.
    pub(crate) fn first(&self) -> Option<[String; 3]> {
        self.heads().first().and_then(first_scenario)
    }

    /// The first of a system.
    pub(crate) fn first_of(&self, system: &str) -> Option<[String; 3]> {
        self.heads().iter().find(|it| it.system == system).and_then(first_scenario)
    }
}

fn first_scenario(module: &ModuleHead) -> Option<[String; 3]> {
    Some([module.system.clone(), module.module.clone(), module.scenarios.first()?.key.clone()])
}

impl Shelf for ModuleShelf {
    fn modules(&self) -> Vec<ModuleHead> {
        self.heads().to_vec()
    }

    fn content(&self, system: &str, module: &str, scenario: &str) -> Result<Content, ShelfError> {
        let loaded = self.load(system, module, scenario)?;
        let head = self.heads().iter().find(|it| it.system == system && it.module == module);
        let head = head.and_then(|it| it.scenario(scenario).ok());
        let title = head.map_or_else(|| scenario.to_string(), |it| it.title.clone());
        Ok(Content {
            hash: loaded.content().into(),
            rules_version: loaded.version(),
            title,
            files: loaded.files(),
        })
    }

    fn knows(&self, header: &Header) -> bool {
        self.of(header).is_ok()
    }

    fn learn(&self, header: &Header, files: &Files) -> Result<(), ShelfError> {
        let Header { system, module, scenario, .. } = header;
        let unknown = |what, name: &str| ShelfError::Unknown { what, name: name.into() };
        let rules = systems::find(system).ok_or_else(|| unknown("system", system))?;
        let files = files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes()));
        let library = Library::from_files(&systems::shapes(), files);
        let heads = library.modules();
        let known = heads.into_iter().find(|it| it.system == *system && it.key == *module);
        head(known.ok_or_else(|| unknown("module", module))?).scenario(scenario)?;
        let found = rules
            .load(&library, module, scenario)
            .map_err(|it| ShelfError::Broken { report: it.render(false) })?;
        if header.content != found.content() {
            let (found, expected) = (header.content.clone(), found.content().into());
            return Err(JournalError::Content { found, expected }.into());
        }
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        if LEARNED <= learned.len() {
            learned.clear();
        }
        learned.insert(learned_key(header), found);
        Ok(())
    }

    fn open(
        &self,
        header: &Header,
        answers: Vec<Answer>,
        seed: Seed,
    ) -> Result<Box<dyn Table>, ShelfError> {
        header.check_format()?;
        let loaded = self.of(header)?;
        Ok(loaded.open(header.rules_version, answers, seed, header.seats.clone())?)
    }

    fn map_svg(&self, system: &str, module: &str, scenario: &str) -> Result<String, ShelfError> {
        Ok(self.load(system, module, scenario)?.preview_svg())
    }

    fn charts(
        &self,
        system: &str,
        module: &str,
        scenario: &str,
    ) -> Result<Arc<dyn Charts>, ShelfError> {
        let loaded: Arc<dyn Charts> = self.load(system, module, scenario)?;
        Ok(loaded)
    }

    fn rule(&self, code: &str) -> Option<RuleText> {
        let rules = self
            .rules
            .get_or_init(|| systems::ALL.iter().flat_map(|it| statements(it.rules())).collect());
        rules.get(code).cloned()
    }
}

fn learned_key(header: &Header) -> [String; 4] {
    let Header { system, module, scenario, content, .. } = header;
    [system, module, scenario, content].map(Clone::clone)
}

fn head(it: module::ModuleHead) -> ModuleHead {
    let all = it.sides;
    let seats = |own: Vec<String>| {
        let sides = if own.is_empty() { all.clone() } else { own };
        let named = sides.into_iter().enumerate();
        named.map(|(id, name)| SeatHead { id: id as u8, name }).collect()
    };
    let scenarios = it.scenarios.into_iter().map(|it| ScenarioHead {
        key: it.key,
        title: it.title,
        summary: it.summary,
        turns: it.turns as u32,
        minutes: it.minutes,
        seats: seats(it.sides),
        variants: it.variants.into_iter().map(variant).collect(),
    });
    ModuleHead {
        scenarios: scenarios.collect(),
        sheet: systems::find(&it.system).is_some_and(systems::AnySystem::has_sheet),
        system: it.system,
        module: it.key,
        title: it.title,
        summary: it.summary,
        edition: it.edition,
    }
}

fn variant(it: module::VariantHead) -> VariantHead {
    let idle = it.idle.map(|it| IdleHead { with: it.with, why: it.why });
    VariantHead { key: it.key, title: it.title, text: it.text, idle }
}

/// The statements of a rules file: `- **id** [edition] text (source: …)` under `## section`.
fn statements(text: &str) -> Vec<(String, RuleText)> {
    let mut section = "";
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
        }
        let Some((code, rest)) = line.strip_prefix("- **").and_then(|it| it.split_once("**"))
        else {
            continue;
        };
        let (text, source) = match rest.rsplit_once("(source: ") {
            Some((text, source)) => (text, source.split(')').next().unwrap_or("")),
            None => (rest, ""),
        };
        let later = if rest.trim_end().ends_with("*(later)*") { "\n\nNot played yet." } else { "" };
        let rule = RuleText {
            code: code.into(),
            title: section.into(),
            text: format!("{}{later}", text.trim()),
            source: source.into(),
        };
        found.push((code.to_string(), rule));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_by_their_ids() {
        let shelf = ModuleShelf::open(None).unwrap();
        let rule = shelf.rule("gts.die.d10").unwrap();
        assert!(rule.text.contains("ten-sided die"), "{rule:?}");
        assert_eq!(rule.source, "seed");
        assert_eq!(shelf.rule("chess.castling"), None);
    }

    #[test]
    fn scenarios_are_found_by_the_end_of_their_name() {
        let shelf = ModuleShelf::open(None).unwrap();
        let [system, module, scenario] = shelf.first().unwrap();
        let full = format!("{system}/{module}/{scenario}");
        assert_eq!(shelf.find(&full).unwrap().join("/"), full);
        assert_eq!(shelf.find(&scenario).unwrap().join("/"), full);
        assert!(shelf.find("nowhere").unwrap_err().contains(&full));
        let chosen = shelf.find("long-day+reaction+armour").unwrap();
        assert_eq!(chosen.join("/"), "omaha/omaha-beach/long-day+armour+reaction");
    }

    /// So a stored game can always be opened: from the files of its scenario alone comes the same scenario.
    #[test]
    fn every_scenario_is_learned_from_its_own_files() {
        let shelf = ModuleShelf::open(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("toy")).unwrap();
        let empty = ModuleShelf::only(folder.path()).unwrap();
        for module in shelf.modules() {
            for scenario in &module.scenarios {
                let (system, key) = (&module.system, &module.module);
                let content = shelf.content(system, key, &scenario.key).unwrap();
                let header = Header {
                    bocage: kernel::FORMAT,
                    system: system.clone(),
                    rules_version: content.rules_version,
                    module: key.clone(),
                    scenario: scenario.key.clone(),
                    content: content.hash.clone(),
                    options: vec![],
                    seats: scenario.seats.iter().map(|_| kernel::SeatKind::Human).collect(),
                    commitment: Seed::from_number(1).commitment(),
                    dice: vec![],
                };
                assert!(!empty.knows(&header));
                empty.learn(&header, &content.files).unwrap();
                assert!(empty.knows(&header));
                let table = empty.open(&header, vec![], Seed::from_number(1)).unwrap();
                assert!(!table.waiting_for().is_empty(), "{}", scenario.key);
                let mut other = (*content.files).clone();
                if let Some(text) = other.values_mut().next() {
                    text.push_str("\n# a comment\n");
                }
                let refused = empty.learn(&header, &other).unwrap_err();
                assert!(matches!(refused, ShelfError::Journal(JournalError::Content { .. })));
            }
        }
    }

    #[test]
    fn only_the_variants_of_a_scenario_are_loaded() {
        let shelf = ModuleShelf::open(None).unwrap();
        let load = |key: &str| shelf.content("omaha", "omaha-beach", key).map(|it| it.title);
        assert_eq!(load("long-day+armour+reaction"), load("long-day"));
        let said = load("first-waves+armour+tanks-safe").unwrap_err().to_string();
        assert!(said.contains("\"armour\" of \"first-waves\""), "{said}");
        assert!(said.contains("bombardment, tanks-safe, no-rangers"), "{said}");
        let [system, module, scenario] = shelf.find("ridge+armour").unwrap();
        let said = shelf.content(&system, &module, &scenario).unwrap_err().to_string();
        assert!(said.contains("played without any"), "{said}");
    }
}
