//! A library: what there is to play, and how it is loaded and checked. It knows no system: each brings its [`Loader`].

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Serialize;

use crate::{
    folder::Folder, problem::Errors, read::quoted, source::Source, suggest::nearest, values::is_key,
};

/// Forces and scenarios of one module.
pub(crate) const MOST_FILES: usize = 200;

/// What a rules system knows about its files.
pub trait Loader: 'static {
    /// Short name: the folder under `modules/`, the prefix of every rule id.
    const SYSTEM: &'static str;
    /// Files of a module.
    const FILES: &'static [&'static str] = &["module.toml"];
    /// Folders of a module with a file for each thing, `scenarios` besides.
    const FOLDERS: &'static [&'static str] = &[];
    /// What the rules start from.
    type Data: Send + Sync + 'static;

    /// What the module and its scenarios are about; `None` if it cannot be read.
    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead>;

    /// One scenario with the variants of its key, `long-day+armour`; the library has found its file.
    fn load(
        folder: &Folder<'_>,
        scenario: &str,
        errors: &mut Errors,
    ) -> Option<(Self::Data, Sheet)>;

    /// Everything that is wrong with a module and these scenarios of it.
    fn check(folder: &Folder<'_>, scenarios: &[String], errors: &mut Errors) {
        for scenario in scenarios {
            Self::load(folder, scenario, errors);
        }
    }

    /// Name, title and schema of every kind of file.
    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)>;
}

/// Files that are built in, by path, from a folder laid out as `modules/`.
#[macro_export]
macro_rules! files {
    ($folder:literal, $($path:literal),+ $(,)?) => {
        [$(($path.into(), include_bytes!(concat!($folder, $path)).to_vec())),+]
    };
}

/// A loader without its types.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub system: &'static str,
    files: &'static [&'static str],
    folders: &'static [&'static str],
    head: fn(&Folder<'_>, &[String]) -> Option<ModuleHead>,
    check: fn(&Folder<'_>, &[String], &mut Errors),
    pub(crate) schemas: fn() -> Vec<(&'static str, &'static str, serde_json::Value)>,
}

impl Shape {
    #[must_use]
    pub const fn of<L: Loader>() -> Shape {
        Shape {
            system: L::SYSTEM,
            files: L::FILES,
            folders: L::FOLDERS,
            head: L::head,
            check: L::check,
            schemas: L::schemas,
        }
    }

    fn has_folder(&self, name: &str) -> bool {
        name == "scenarios" || self.folders.contains(&name)
    }
}

/// Modules that can be played: those we ship, those of a directory, or those somebody handed over.
///
/// A library is a snapshot: what has been opened does not change when files do.
#[derive(Clone, Debug)]
pub struct Library {
    source: Source,
    shapes: Vec<Shape>,
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
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
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
    /// The names of its seats, where not all sides of the module take part.
    pub sides: Vec<String>,
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
#[derive(Debug)]
pub struct Loaded<D> {
    /// SHA-256, in hexadecimal digits, over path and bytes of every file the scenario was loaded from.
    pub content: String,
    /// These files, by path.
    pub files: Arc<BTreeMap<String, String>>,
    pub data: Arc<D>,
    /// What is for the eye only.
    pub sheet: Sheet,
}

impl<D> Clone for Loaded<D> {
    fn clone(&self) -> Loaded<D> {
        let Loaded { content, files, data, sheet } = self;
        let (content, files) = (content.clone(), files.clone());
        Loaded { content, files, data: data.clone(), sheet: sheet.clone() }
    }
}

/// What a map shows beyond what the rules ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    pub summary: String,
    pub minutes: u32,
    /// Names of roads and railways with the labels of their hexes.
    pub routes: Vec<(String, Vec<String>)>,
}

/// The result of checking files.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What was checked: `<system>/<module>`, and its scenarios as `<system>/<module>/<scenario>`.
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
    pub fn embedded(shapes: &[Shape]) -> Library {
        Library { source: Source::embedded(), shapes: shapes.to_vec() }
    }

    /// A directory laid out as `modules/`, or one module's own directory. Tables that are not there are ours.
    pub fn open(shapes: &[Shape], dir: impl AsRef<Path>) -> Result<Library, Errors> {
        let dir = dir.as_ref();
        let shown = dir.display().to_string();
        let failed = |message: String| {
            let mut errors = Errors::default();
            errors.whole(&shown, message, None);
            errors
        };
        let (root, prefix) = place(shapes, dir).ok_or_else(|| {
            let systems: Vec<&str> = shapes.iter().map(|it| it.system).collect();
            failed(format!(
                "no module here: neither module.toml nor a directory of a system: {}",
                systems.join(", ")
            ))
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
        Ok(Library::new(shapes, source))
    }

    /// Files by path, `<system>/my-module/map.toml`. Anything at all may be handed in: it is refused when loaded.
    #[must_use]
    pub fn from_files(
        shapes: &[Shape],
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Library {
        Library::new(shapes, Source::given(files))
    }

    fn new(shapes: &[Shape], mut source: Source) -> Library {
        for shape in shapes {
            let path = tables_path(shape.system);
            if !source.files.contains_key(&path)
                && let Some(ours) = Source::embedded().files.remove(&path)
            {
                source.files.insert(path, ours);
            }
        }
        Library { source, shapes: shapes.to_vec() }
    }

    /// All modules whose head can be read, with their scenarios, by system and key.
    #[must_use]
    pub fn modules(&self) -> Vec<ModuleHead> {
        let heads = self.keys().into_iter().filter_map(|(shape, key)| {
            let folder = Folder::new(&self.source, shape.system, &key);
            (shape.head)(&folder, &self.scenario_keys(shape.system, &key))
        });
        heads.collect()
    }

    /// One scenario, ready to play, or everything that is wrong with the files it needs.
    pub fn load<L: Loader>(&self, module: &str, scenario: &str) -> Result<Loaded<L::Data>, Errors> {
        let mut errors = Errors::default();
        let plain = scenario.split('+').next().unwrap_or_default();
        if !self.find(L::SYSTEM, module, plain, &mut errors) {
            return Err(errors);
        }
        let folder = Folder::new(&self.source, L::SYSTEM, module);
        match L::load(&folder, scenario, &mut errors) {
            Some((data, sheet)) if errors.is_empty() => {
                let (content, files) = (folder.content(), Arc::new(folder.files()));
                Ok(Loaded { content, files, data: Arc::new(data), sheet })
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
        for (shape, module) in self.keys() {
            let system = shape.system;
            let keys = self.scenario_keys(system, &module);
            if keys.is_empty() {
                errors.whole(
                    &format!("{system}/{module}/scenarios"),
                    "the module has no scenario",
                    None,
                );
            }
            modules.push(format!("{system}/{module}"));
            scenarios.extend(keys.iter().map(|it| format!("{system}/{module}/{it}")));
            (shape.check)(&Folder::new(&self.source, system, &module), &keys, &mut errors);
        }
        if modules.is_empty() {
            errors.whole("modules", "there is no module here", None);
        }
        Report { modules, scenarios, errors: errors.sorted() }
    }

    /// Systems and modules, by their directories.
    fn keys(&self) -> Vec<(Shape, String)> {
        let mut out = Vec::new();
        for shape in &self.shapes {
            let mut keys = BTreeSet::new();
            for path in self.source.under(&format!("{}/", shape.system)) {
                if let Some((module, _)) = path.split_once('/')
                    && is_key(module)
                {
                    keys.insert(module.to_owned());
                }
            }
            out.extend(keys.into_iter().map(|it| (*shape, it)));
        }
        out
    }

    fn scenario_keys(&self, system: &str, module: &str) -> Vec<String> {
        let prefix = format!("{system}/{module}/scenarios/");
        let keys = self.source.under(&prefix).filter_map(|it| it.strip_suffix(".toml"));
        keys.filter(|it| is_key(it)).take(MOST_FILES).map(str::to_owned).collect()
    }

    /// Whether there is such a scenario; what was meant if not.
    fn find(&self, system: &str, module: &str, scenario: &str, errors: &mut Errors) -> bool {
        let keys = self.keys();
        if !keys.iter().any(|(it, m)| it.system == system && m == module) {
            let known = keys.iter().filter(|it| it.0.system == system).map(|it| it.1.as_str());
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

    /// TOML files that are no part of anything: most likely misspelt.
    fn strays(&self, errors: &mut Errors) {
        for (path, file) in &self.source.files {
            let parts: Vec<&str> = path.split('/').collect();
            let stem = |it: &str| it.strip_suffix(".toml").is_some_and(is_key);
            let shape = self.shapes.iter().find(|it| parts.first() == Some(&it.system));
            let known = shape.is_some_and(|shape| match parts.as_slice() {
                [_, "tables.toml"] => true,
                [_, module, name] => is_key(module) && shape.files.contains(name),
                [_, module, folder, name] => {
                    is_key(module) && shape.has_folder(folder) && stem(name)
                }
                _ => false,
            });
            if known {
                continue;
            }
            let suggestion = shape.and_then(|shape| match parts.as_slice() {
                [_, _, name] => nearest(name, shape.files.iter().copied()),
                [_, _, dir, _] => {
                    let folders = shape.folders.iter().copied().chain(["scenarios"]);
                    nearest(dir, folders).filter(|it| it != dir)
                }
                _ => None,
            });
            match file {
                Ok(_) => errors.whole(path, "the file is no part of a module", suggestion),
                Err(reason) => errors.whole(path, reason.as_str(), suggestion),
            }
        }
    }
}

/// Checks a library, one system or one module on disk, or the module a file belongs to.
pub fn check(shapes: &[Shape], path: impl AsRef<Path>) -> Report {
    let path = path.as_ref();
    let dir = if path.is_file() {
        let mut up = path.ancestors().skip(1).take(3);
        up.find(|it| it.join("module.toml").is_file()).or_else(|| path.parent()).unwrap_or(path)
    } else {
        path
    };
    match Library::open(shapes, dir) {
        Ok(library) => library.check(),
        Err(errors) => Report { modules: Vec::new(), scenarios: Vec::new(), errors },
    }
}

/// Where a directory stands in a library: its path and the prefix its files get.
fn place(shapes: &[Shape], dir: &Path) -> Option<(PathBuf, String)> {
    let full = dir.canonicalize().ok()?;
    let name = full.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
    if full.join("module.toml").is_file() {
        // The name of the directory is the key of the module; one that cannot be a key would be passed over.
        let key = if is_key(&name) { name } else { "module".to_owned() };
        let system = system_of(shapes, &full.join("module.toml"))?;
        Some((full, format!("{system}/{key}")))
    } else if shapes.iter().any(|it| full.join(it.system).is_dir()) {
        Some((full, String::new()))
    } else if shapes.iter().any(|it| it.system == name) {
        Some((full, name))
    } else {
        None
    }
}

/// The system a module says it is for; a module that does not say is checked as one of the first.
fn system_of(shapes: &[Shape], path: &Path) -> Option<&'static str> {
    let text = Source::read(path).unwrap_or_default();
    let word = |line: &str| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "system").then(|| value.trim().trim_matches('"').to_owned())
    };
    let said = String::from_utf8_lossy(&text).lines().find_map(word);
    let said = shapes.iter().find(|it| said.as_deref() == Some(it.system));
    said.or(shapes.first()).map(|it| it.system)
}

fn tables_path(system: &str) -> String {
    format!("{system}/tables.toml")
}
