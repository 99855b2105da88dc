//! The sources of a rules crate with all mutants they could have.

use std::fs;
use std::path::{Path, PathBuf};

use crate::find;
use crate::mutant::Mutant;
use crate::skipped::Skipped;

/// Every mutant of a system's rules; its number is its place in `all`.
#[derive(Debug)]
pub(crate) struct Sources {
    /// Path from the root of the workspace, and text.
    pub(crate) files: Vec<(PathBuf, String)>,
    pub(crate) all: Vec<Mutant>,
}

impl Sources {
    pub(crate) fn read(root: &Path, system: &str) -> Result<Sources, String> {
        let folder = Path::new("systems").join(system).join("rules/src");
        let mut paths = Vec::new();
        modules(root, &folder.join("lib.rs"), &folder, &mut paths)?;
        paths.sort();
        let skipped = Skipped::read(root, system)?;
        let mut sources = Sources { files: Vec::new(), all: Vec::new() };
        for path in paths {
            let text = read(&root.join(&path))?;
            if !skipped.is_file(&path) {
                let found =
                    find::mutants(&path, &text, &skipped).map_err(|it| wrong(&path, &it))?;
                sources.all.extend(found);
            }
            sources.files.push((path, text));
        }
        Ok(sources)
    }

    pub(crate) fn source_of(&self, mutant: &Mutant) -> &str {
        self.files.iter().find(|it| it.0 == mutant.file).map_or("", |it| &it.1)
    }
}

/// A file and the modules it declares, but for those of tests.
fn modules(
    root: &Path,
    file: &Path,
    folder: &Path,
    found: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let tree = syn::parse_file(&read(&root.join(file))?).map_err(|it| wrong(file, &it))?;
    found.push(file.to_owned());
    for item in &tree.items {
        if let syn::Item::Mod(it) = item
            && it.content.is_none()
            && !find::is_for_tests(&it.attrs)
        {
            let inner = folder.join(it.ident.to_string());
            let plain = inner.with_extension("rs");
            let file = if root.join(&plain).is_file() { plain } else { inner.join("mod.rs") };
            modules(root, &file, &inner, found)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|it| format!("{}: {it}", path.display()))
}

fn wrong(path: &Path, error: &syn::Error) -> String {
    format!("{}:{}: {error}", path.display(), error.span().start().line)
}
