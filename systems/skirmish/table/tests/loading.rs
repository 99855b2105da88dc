//! A broken skirmish module says everything that is wrong with it, where, and what was meant. The module is the one we
//! ship, with one text replaced by another.

use std::collections::BTreeMap;
use std::{fs, path::Path};

use module::{Library, Problem};
use skirmish_table::{SHAPES, Skirmish};

type Files = BTreeMap<String, Vec<u8>>;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../modules");

fn shipped() -> Files {
    let mut files = Files::new();
    let mut open = vec![Path::new(ROOT).join("skirmish")];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).expect("a directory of ours") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "toml") {
                let name = path.strip_prefix(ROOT).expect("inside").to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).expect("a file of ours"));
            }
        }
    }
    files
}

/// File, from, to, how many lines below that the mistake is found, and as what.
type Case = (&'static str, &'static str, &'static str, isize, &'static str);

#[track_caller]
fn cases(cases: &[Case]) {
    let mut wrong = String::new();
    for (name, from, to, below, expected) in cases {
        let path = format!("skirmish/{name}");
        let mut files = shipped();
        let file = files.get_mut(&path).expect("a file of ours");
        let text = String::from_utf8(file.clone()).expect("text");
        let at = text.find(from).unwrap_or_else(|| panic!("{name} does not contain {from:?}"));
        let line = (text[..at].matches('\n').count() + 1).saturating_add_signed(*below);
        *file = text.replacen(from, to, 1).into_bytes();
        let report = Library::from_files(SHAPES, files).check();
        let show = |it: &Problem| {
            let meant = it.suggestion.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
            format!("{}{meant}", it.message)
        };
        let problems = report.errors.problems();
        if !problems.iter().any(|it| it.file == path && it.line == line && show(it) == *expected) {
            let all: Vec<String> = problems
                .iter()
                .map(|it| format!("{}:{}:{} {}", it.file, it.line, it.column, show(it)))
                .collect();
            wrong += &format!(
                "{from:?} -> {to:?}\nexpected in line {line}: {expected}\nfound {all:#?}\n\n"
            );
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn what_we_ship_is_good_and_is_the_same_on_disk() {
    let report = Library::from_files(SHAPES, shipped()).check();
    assert!(report.is_clean(), "\n{}", report.errors);
    assert_eq!(report.scenarios.len(), 3);
    let library = Library::open(SHAPES, Path::new(ROOT).join("skirmish")).expect("a library");
    for it in ["gate", "farm", "bridge"] {
        let [ours, disk] = [&skirmish_table::library(), &library]
            .map(|library| library.load::<Skirmish>("platoon-actions", it).expect("good"));
        assert_eq!(ours.content, disk.content, "{it}");
    }
}

#[test]
fn what_is_wrong_on_a_table_is_found_at_its_piece() {
    let farm = "platoon-actions/tables/farm.toml";
    cases(&[
        (
            farm,
            "[[30, 33], [36, 33], [36, 37], [30, 37]]",
            "[[30, 33], [36, 37], [36, 33], [30, 37]]",
            0,
            "building \"farmhouse\": edge 1 and edge 3 meet at (33, 35); an outline may not cross or touch itself (skirmish.terr.table)",
        ),
        (
            farm,
            "[[3, 22], [17, 22], [17, 31], [3, 31]]",
            "[[3, 22], [17, 22], [17, 51], [3, 31]]",
            0,
            "area \"wheat\": corner 3 lies off the table, at (17, 51) (skirmish.terr.table)",
        ),
        (
            farm,
            "kind = \"brush\"",
            "kind = \"brusch\"",
            0,
            "area \"thicket\": there is no kind \"brusch\" (skirmish.terr.types) (brush)",
        ),
        (
            farm,
            "key = \"thicket\"",
            "key = \"wheat\"",
            0,
            "area \"wheat\": another piece has the same key (skirmish.terr.table)",
        ),
        (
            farm,
            "[[29, 27], [32, 27], [32, 30], [29, 30]]",
            "[[29, 27], [32, 27], [32, 34], [29, 34]]",
            0,
            "building \"shed\": overlaps the building \"farmhouse\" at (30, 33) (skirmish.terr.table)",
        ),
        (
            farm,
            "size = [48, 48]",
            "size = [48, 480]",
            0,
            "a table is 1 to 256 inches wide and high (skirmish.terr.table)",
        ),
    ]);
}

#[test]
fn what_is_wrong_in_a_scenario_is_found_where_it_stands() {
    let gate = "platoon-actions/scenarios/gate.toml";
    cases(&[
        (
            gate,
            "at = [12, 3]",
            "at = [32, 3]",
            0,
            "the figure lies off the table, at (32, 3) (skirmish.depl.formation)",
        ),
        (
            gate,
            "at = [21, 17]",
            "at = [21, 17]\nfloor = 1",
            0,
            "there is no floor 1 at (21, 17) (skirmish.depl.order)",
        ),
        (
            gate,
            "key = \"us-rifles\"\nside = \"us\"\ntemplate = \"us-rifle-team\"\nquality = \"regular\"\nzone = \"us-start\"\nat = [10, 4]",
            "key = \"us-rifles\"\nside = \"us\"\ntemplate = \"us-rifle-team\"\nquality = \"regular\"\nzone = \"us-start\"\nat = [10, 9]",
            0,
            "its 6 figures find no room at (10, 9) in the zone \"us-start\" (skirmish.depl.formation)",
        ),
        (
            gate,
            "quality = \"regular\"",
            "quality = \"regulars\"",
            0,
            "\"quality\" cannot be \"regulars\": one of veteran, regular, green (regular)",
        ),
        (
            gate,
            "template = \"us-rifle-team\"",
            "template = \"us-rifle-teams\"",
            0,
            "there is no template \"us-rifle-teams\" (us-rifle-team)",
        ),
        (
            gate,
            "outline = [[0, 0], [30, 0], [30, 5], [0, 5]]",
            "outline = [[0, 0], [30, 5], [30, 0], [0, 5]]",
            0,
            "edge 1 and edge 3 meet at (15, 2.5); an outline may not cross or touch itself (skirmish.depl.order)",
        ),
        (
            gate,
            "[[zone]]",
            "[[side]]\nkey = \"british\"\nedge = \"west\"\n\n[[zone]]",
            -12,
            "there are two sides, not 3 (skirmish.vic.scope)",
        ),
        (gate, "key = \"barn\"", "key = \"gate\"", 0, "the key \"gate\" stands here twice"),
        (gate, "table = \"gate\"", "table = \"gates\"", 0, "there is no file tables/gates.toml"),
        (
            gate,
            "set_up = [\"german\", \"us\"]",
            "set_up = [\"german\", \"german\"]",
            0,
            "both sides set up, one after the other (skirmish.depl.order)",
        ),
        (
            "platoon-actions/scenarios/bridge.toml",
            "entry = [[60, 10], [60, 32]]",
            "entry = [[60, 10], [50, 32]]",
            0,
            "an entry is a stretch of one edge of the table (skirmish.depl.reserve)",
        ),
    ]);
}

#[test]
fn what_is_wrong_in_forces_and_tables_is_found_too() {
    cases(&[
        (
            "platoon-actions/forces/german.toml",
            "figures = [\"smg\", \"rifle\", \"rifle\"]",
            "figures = [\"smg\", \"rifel\", \"rifle\"]",
            0,
            "there is no weapon \"rifel\" (rifle)",
        ),
        (
            "platoon-actions/forces/german.toml",
            "figures = [\"smg\", \"rifle\", \"rifle\"]",
            "figures = [\"smg\", \"mmg\", \"rifle\"]",
            0,
            "this weapon is crewed: it belongs to \"support\" (skirmish.weap.crew)",
        ),
        (
            "platoon-actions/forces/german.toml",
            "leader = 2",
            "leader = 3",
            0,
            "a leader's bonus is 1 to 2 (skirmish.lead.bonus)",
        ),
        (
            "tables.toml",
            "units_per_inch = 256",
            "units_per_inch = 64",
            0,
            "an inch has 256 units (skirmish.eng.units)",
        ),
        (
            "tables.toml",
            "id = \"smg\"",
            "id = \"pistol\"",
            -4,
            "the weapon \"pistol\" stands here twice",
        ),
        (
            "tables.toml",
            "id = \"woods\", cover = \"light\"",
            "id = \"woods\", cover = \"lite\"",
            0,
            "woods: no class of cover is called \"lite\" (skirmish.terr.types)",
        ),
    ]);
}
