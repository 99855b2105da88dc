//! Games of older versions of the rules (`systems/gts/stored`): each goes on by the version it began with, and gives the same
//! report, dice and modifiers included. The texts were written by the program that played them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gts::Battle;
use gts_table::Gts;
use kernel::{Journal, Rules as _, Seed};
use play::{Named, Seated, Table};

/// Answers given after opening, as the computer would.
const PLAYED_ON: usize = 12;

#[test]
fn stored_games_go_on_by_the_version_they_began_with() {
    for file in files() {
        goes_on(&file);
    }
}

/// Otherwise the games would prove nothing of the seam.
#[test]
fn by_todays_rules_they_would_be_other_games() {
    let files = files();
    let different = files.iter().filter(|it| differs(it)).count();
    assert!(0 < different, "none of {} games notices a changed rule", files.len());
}

#[test]
fn versions_that_are_not_played_are_refused() {
    let file = &files()[0];
    for version in [Battle::OLDEST - 1, Battle::VERSION + 1] {
        assert!(open(file, &journal(file), version).is_none());
    }
}

pub(crate) fn differs(file: &Path) -> bool {
    let journal = journal(file);
    let table = open(file, &journal, Battle::VERSION);
    table.is_none_or(|table| report(&table, journal.answers.len()) != text(file))
}

pub(crate) fn goes_on(file: &Path) {
    let shown = file.display();
    let journal = journal(file);
    let version = journal.header.rules_version;
    assert!((Battle::OLDEST..Battle::VERSION).contains(&version), "{shown}: version {version}");
    let Some(mut table) = open(file, &journal, version) else { panic!("{shown} does not open") };
    let (report, text) = (report(&table, journal.answers.len()), text(file));
    for (n, (now, then)) in report.lines().zip(text.lines()).enumerate() {
        assert_eq!(now, then, "{shown}, line {} of the report", n + 1);
    }
    assert_eq!(report, text, "{shown}");
    assert!(table.journal().starts_with(&journal.answers), "{shown}: what was answered stays");
    for _ in 0..PLAYED_ON {
        let asked = table.waiting_for().into_iter().find(|it| table.sealed(*it).is_none());
        let Some(seat) = asked else { break };
        let (question, reply) = table.advise(seat).expect("is asked");
        table.answer(seat, &question, &reply).expect("was offered");
    }
}

pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stored");
    let all = std::fs::read_dir(folder).expect("stored/").map(|it| it.expect("a file").path());
    let mut games: Vec<PathBuf> =
        all.filter(|it| it.extension().is_some_and(|it| it == "json")).collect();
    games.sort();
    assert!(6 <= games.len());
    games
}

fn journal(file: &Path) -> Journal {
    let text = std::fs::read_to_string(file).expect("a journal");
    serde_json::from_str(&text).expect("a journal")
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file.with_extension("txt")).expect("its report").replace("\r\n", "\n")
}

fn open(file: &Path, journal: &Journal, version: u32) -> Option<Seated<Gts>> {
    let (module, scenario) = (&journal.header.module, &journal.header.scenario);
    let loaded = gts_table::library().load::<Gts>(module, scenario);
    let loaded = loaded.unwrap_or_else(|it| panic!("{}: {it}", file.display()));
    assert_eq!(loaded.content, journal.header.content, "{}: other files", file.display());
    let named = Named { module: module.clone(), scenario: scenario.clone() };
    // Dice are on the tape; those that follow are anybody's.
    let seed = journal.seed.clone().unwrap_or(Seed::from_number(0));
    let (answers, seats) = (journal.answers.clone(), journal.header.seats.clone());
    Seated::open_by(version, loaded.data, named, answers, seed, seats).ok()
}

/// The lines a spectator reads, with dice, sums and modifiers.
fn report(table: &Seated<Gts>, answers: usize) -> String {
    let mut out = String::new();
    for line in table.log(None, 0).iter().filter(|it| it.at <= answers) {
        let _ = writeln!(out, "{} {} [{}]", line.at, line.text, line.rule.code);
        for it in &line.details {
            let die = it.die.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
            let total = it.total.map(|it| format!(" = {it}")).unwrap_or_default();
            let _ = writeln!(out, "  {}{die}{total}", it.text);
            for it in &it.ledger {
                let _ = writeln!(out, "    {:+} [{}]", it.amount, it.rule.code);
            }
        }
    }
    out
}
