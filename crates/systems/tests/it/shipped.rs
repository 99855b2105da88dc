//! What we ship loads, and the schemas we ship are those of the loader.

use std::{fs, path::Path};

#[test]
fn every_shipped_module_is_without_problems() {
    let report = systems::library().check();
    assert!(report.is_clean(), "\n{}", report.errors);
    assert!(!report.scenarios.is_empty());
}

#[test]
fn every_shipped_scenario_loads() {
    let library = systems::library();
    for head in library.modules() {
        assert!(!head.scenarios.is_empty(), "{} has no scenario", head.key);
        for scenario in &head.scenarios {
            let system = systems::find(&head.system).expect("a system");
            let loaded = system
                .load(&library, &head.key, &scenario.key)
                .unwrap_or_else(|it| panic!("\n{it}"));
            let sides = if scenario.sides.is_empty() { &head.sides } else { &scenario.sides };
            assert_eq!(loaded.seats(), *sides);
            assert!(0 < scenario.turns);
            assert_eq!(loaded.content().len(), 64);
        }
    }
}

#[test]
fn the_schemas_for_editors_are_up_to_date() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../modules/schema");
    for (name, text) in module::schemas(&systems::shapes()) {
        let shipped = fs::read_to_string(dir.join(name)).unwrap_or_default().replace("\r\n", "\n");
        assert!(shipped == text, "{name} is out of date: cargo xtask schemas");
    }
}
