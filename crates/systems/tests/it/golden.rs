//! Every shipped scenario has its playthrough, in the folder of its system. `cargo xtask golden` rewrites them.

use std::fs;
use std::path::{Path, PathBuf};

use testkit::golden::compare;

fn dir(system: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems").join(system).join("golden")
}

#[test]
fn every_scenario_plays_as_it_did() {
    let mut failed = Vec::new();
    for system in systems::ALL {
        let dir = dir(system.key());
        let mut known = Vec::new();
        for (name, text) in system.playthroughs(1944).expect("what we ship loads") {
            let name = name.strip_prefix(system.key()).unwrap_or(&name);
            let file = format!("{}.txt", name.trim_matches('/').replace('/', "-"));
            failed.extend(compare(&dir.join(&file), &text).err());
            known.push(file);
        }
        let files = fs::read_dir(&dir).expect("golden/").filter_map(Result::ok);
        for file in files.map(|it| it.file_name().to_string_lossy().into_owned()) {
            let stray = file.ends_with(".txt") && !known.contains(&file);
            assert!(!stray, "{}/{file} belongs to no scenario", dir.display());
        }
    }
    assert!(
        failed.is_empty(),
        "\n{}\nif the change is meant: cargo xtask golden",
        failed.join("\n")
    );
}
