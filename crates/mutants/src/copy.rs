//! The copy of the workspace that is broken, and the small program in it that plays the cases of one system.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// What a system's table is built from.
const FOLDERS: [&str; 4] = ["crates", "modules", "rules", "systems"];

/// Files that differ from those of the workspace, by their path from its root.
pub(crate) type Changed = BTreeMap<PathBuf, String>;

/// Makes `copy` a copy of what a system is built from. Files that are the same already are left alone, so that cargo builds
/// only what has changed.
pub(crate) fn copy(
    root: &Path,
    copy: &Path,
    system: &str,
    changed: &Changed,
) -> Result<(), String> {
    for folder in FOLDERS {
        mirror(root, copy, Path::new(folder), changed)?;
    }
    let text =
        |it: &str| fs::read_to_string(root.join(it)).map_err(|error| format!("{it}: {error}"));
    write(&copy.join("Cargo.toml"), workspace(&text("Cargo.toml")?)?.as_bytes())?;
    if !copy.join("Cargo.lock").exists() {
        write(&copy.join("Cargo.lock"), text("Cargo.lock")?.as_bytes())?;
    }
    let marker = marker(&text("crates/systems/src/lib.rs")?, system)?;
    let fill = |it: &str| it.replace("SYSTEM", system).replace("MARKER", &marker);
    write(&copy.join("player/Cargo.toml"), fill(MANIFEST).as_bytes())?;
    write(&copy.join("player/src/main.rs"), fill(PLAYER).as_bytes())
}

/// The type that stands for the system, as the registry names it.
fn marker(registry: &str, system: &str) -> Result<String, String> {
    let start = format!("Entry::<{system}_table::");
    let found = registry.split_once(&start).and_then(|(_, rest)| rest.split_once('>'));
    let (name, _) = found.ok_or_else(|| format!("crates/systems does not list {system}"))?;
    Ok(format!("{system}_table::{name}"))
}

/// The manifest of the workspace with the player as its only member of its own; what it stands on joins by itself.
fn workspace(manifest: &str) -> Result<String, String> {
    let wrong = |it: &dyn std::fmt::Display| format!("Cargo.toml: {it}");
    let mut manifest: Table = manifest.parse().map_err(|it: toml::de::Error| wrong(&it))?;
    let workspace = manifest.get_mut("workspace").and_then(Value::as_table_mut);
    let workspace = workspace.ok_or_else(|| wrong(&"there is no [workspace]"))?;
    workspace.insert("members".into(), Value::Array(vec!["player".into()]));
    workspace.remove("default-members");
    toml::to_string(&manifest).map_err(|it| wrong(&it))
}

fn mirror(root: &Path, copy: &Path, path: &Path, changed: &Changed) -> Result<(), String> {
    let wrong = |it: std::io::Error| format!("{}: {it}", path.display());
    let names = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        entries.map(|it| it.file_name()).collect()
    };
    let (from, to) = (root.join(path), copy.join(path));
    fs::create_dir_all(&to).map_err(wrong)?;
    // What is gone from the workspace goes from the copy: modules are built into the program by folder.
    for name in names(&to).into_iter().filter(|it| !from.join(it).exists()) {
        let old = to.join(name);
        if old.is_dir() { fs::remove_dir_all(old) } else { fs::remove_file(old) }.map_err(wrong)?;
    }
    for name in names(&from).into_iter().filter(|it| it != "target") {
        let inner = path.join(&name);
        if from.join(&name).is_dir() {
            mirror(root, copy, &inner, changed)?;
        } else if let Some(text) = changed.get(&inner) {
            write(&to.join(&name), text.as_bytes())?;
        } else {
            write(&to.join(&name), &fs::read(from.join(&name)).map_err(wrong)?)?;
        }
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|it| it == content) {
        return Ok(());
    }
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(path, content)).map_err(|it| format!("{}: {it}", path.display()))
}

/// What is added to the rules: the number of the mutant that is awake comes from the environment and is read once.
pub(crate) fn switch(mutants: usize) -> String {
    format!(
        "
/// Is this mutant awake?
pub fn mutant(n: usize) -> bool {{
    REACHED[n].store(true, std::sync::atomic::Ordering::Relaxed);
    *AWAKE == Some(n)
}}
pub fn reached() -> Vec<usize> {{
    let is_reached = |it: &usize| REACHED[*it].load(std::sync::atomic::Ordering::Relaxed);
    (0..REACHED.len()).filter(is_reached).collect()
}}
static AWAKE: std::sync::LazyLock<Option<usize>> =
    std::sync::LazyLock::new(|| std::env::var(\"BOCAGE_MUTANT\").ok()?.parse().ok());
static REACHED: [std::sync::atomic::AtomicBool; {mutants}] =
    [const {{ std::sync::atomic::AtomicBool::new(false) }}; {mutants}];
"
    )
}

const MANIFEST: &str = r#"[package]
name = "player"
version = "0.1.0"
edition = "2024"

[dependencies]
testkit.workspace = true
SYSTEM.workspace = true
SYSTEM-table.workspace = true
"#;

/// Plays the files it is told, up to the first that fails. Prints the case that failed, or which mutants were come by.
const PLAYER: &str = r#"use std::process::ExitCode;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| ()));
    for file in std::env::args().skip(1) {
        let play = <MARKER as testkit::cases::Played>::case;
        let report = testkit::cases::run_cases(&[("SYSTEM", play)], file.as_ref());
        if let Some(it) = report.failed.first() {
            println!("{it}");
            return ExitCode::FAILURE;
        }
        if let Some(it) = report.faults.first() {
            println!("{it}");
            return ExitCode::FAILURE;
        }
    }
    for it in SYSTEM::reached() {
        print!("{it} ");
    }
    ExitCode::SUCCESS
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_follows_the_workspace_and_keeps_what_is_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, to) = (folder.path().join("root"), folder.path().join("copy"));
        let put =
            |name: &str, text: &str| write(&root.join(name), text.as_bytes()).expect("written");
        put("rules/a.md", "one");
        put("rules/b.md", "two");
        put("rules/target/c.md", "three");
        mirror(&root, &to, Path::new("rules"), &Changed::new()).expect("copied");
        assert!(!to.join("rules/target").exists());
        let made =
            fs::metadata(to.join("rules/a.md")).and_then(|it| it.modified()).expect("a time");
        fs::remove_file(root.join("rules/b.md")).expect("removed");
        let changed = Changed::from([("rules/b.md".into(), "other".into())]);
        mirror(&root, &to, Path::new("rules"), &changed).expect("copied");
        assert!(!to.join("rules/b.md").exists());
        put("rules/b.md", "two");
        mirror(&root, &to, Path::new("rules"), &changed).expect("copied");
        assert_eq!(fs::read_to_string(to.join("rules/b.md")).ok().as_deref(), Some("other"));
        let after =
            fs::metadata(to.join("rules/a.md")).and_then(|it| it.modified()).expect("a time");
        assert_eq!(made, after);
    }

    #[test]
    fn the_registry_names_the_type_of_a_system() {
        let registry = "&Entry::<gts_table::Gts>::LINE,\n&Entry::<tcs_table::Tcs>::LINE,";
        assert_eq!(marker(registry, "tcs"), Ok("tcs_table::Tcs".into()));
        assert!(marker(registry, "chess").is_err());
    }
}
