//! What we ship loads, and the schemas we ship are those of the loader.

use std::{fs, path::Path};

use module::{Game, Library};

#[test]
fn every_shipped_module_is_without_problems() {
    let report = Library::embedded().check();
    assert!(report.is_clean(), "\n{}", report.errors);
    assert!(!report.scenarios.is_empty());
}

#[test]
fn every_shipped_scenario_loads() {
    let library = Library::embedded();
    for head in library.modules() {
        assert!(!head.scenarios.is_empty(), "{} has no scenario", head.key);
        for scenario in &head.scenarios {
            let loaded = library
                .load(&head.system, &head.key, &scenario.key)
                .unwrap_or_else(|it| panic!("\n{it}"));
            match &loaded.game {
                Game::Gts(data) => {
                    assert_eq!(data.turns.len(), scenario.turns);
                    assert_eq!(data.unit_starts.len(), data.units.len());
                    assert_eq!(data.leader_starts.len(), data.leaders.len());
                }
                Game::Omaha(data) => {
                    let turns = data.plan.last_turn + 1 - data.plan.first_turn;
                    assert_eq!(usize::from(turns), scenario.turns);
                }
            }
            assert_eq!(loaded.content.len(), 64);
        }
    }
}

#[test]
fn the_schemas_for_editors_are_up_to_date() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../modules/schema");
    for (name, text) in module::schemas() {
        let shipped = fs::read_to_string(dir.join(name)).unwrap_or_default().replace("\r\n", "\n");
        assert!(shipped == text, "{name} is out of date: cargo run -p module --example schemas");
    }
}
