//! The shipped map is what the survey makes of its drawing.

use std::path::PathBuf;

use omaha::survey::{checks, files, rewrite, sides, survey};

fn read(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("../../../modules/omaha/omaha-beach").join(name)).unwrap()
}

/// omaha.map.fof-scope
#[test]
fn the_shipped_map_is_what_the_survey_finds() {
    let (map, positions) = (read("map.toml"), read("positions.toml"));
    let drawn: files::MapFile = toml::from_str(&map).unwrap();
    let (land, plans) = files::read(&drawn, &toml::from_str(&positions).unwrap()).unwrap();
    let found = survey(&land, &plans).unwrap();
    assert_eq!(checks::faults(&land, &plans, &found), Vec::<String>::new());
    assert!(rewrite::map(&map, &sides::sides(&land)) == map, "hexsides: run cargo xtask survey");
    let again = rewrite::positions(&positions, &plans, &found);
    for (old, new) in positions.lines().zip(again.lines()) {
        assert_eq!(old, new, "run cargo xtask survey");
    }
}
