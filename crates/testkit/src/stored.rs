//! Games of older versions of the rules (`systems/<system>/stored`): each goes on by the version it began with, and gives the
//! same report, dice and modifiers included. The texts were written by the program that played them ([`keep`]).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use kernel::{FORMAT, Header, Journal, Rules, SeatKind, Seed};
use module::{Library, Shape};
use play::{Named, Seated, System, Table as _};

/// Answers given after opening, as the computer would.
const PLAYED_ON: usize = 12;

/// The journals of a folder, in order of their names.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let all = fs::read_dir(folder).map_err(|it| format!("{}: {it}", folder.display()))?;
    let all = all.filter_map(|it| Some(it.ok()?.path()));
    let mut games: Vec<PathBuf> =
        all.filter(|it| it.extension().is_some_and(|it| it == "json")).collect();
    games.sort();
    Ok(games)
}

/// The game gives the report it gave, and goes on.
pub fn goes_on<S: System>(file: &Path) -> Result<(), String> {
    let shown = file.display();
    let journal = journal(file)?;
    let version = journal.header.rules_version;
    if !(S::Game::OLDEST..S::Game::VERSION).contains(&version) {
        return Err(format!("{shown}: version {version} is not an older one"));
    }
    let Some(mut table) = open::<S>(file, &journal, version)? else {
        return Err(format!("{shown} does not open"));
    };
    let (now, then) = (report(&table, journal.answers.len()), text(file)?);
    for (n, (now, then)) in now.lines().zip(then.lines()).enumerate() {
        if now != then {
            return Err(format!(
                "{shown}, line {} of the report\n  then: {then}\n  now:  {now}",
                n + 1
            ));
        }
    }
    if now != then {
        return Err(format!("{shown}: one report is longer than the other"));
    }
    if !table.journal().starts_with(&journal.answers) {
        return Err(format!("{shown}: what was answered has changed"));
    }
    play_on(&mut table, PLAYED_ON).map_err(|it| format!("{shown}: {it}"))
}

/// Is it another game by today's rules, or none?
pub fn differs<S: System>(file: &Path) -> Result<bool, String> {
    let (journal, then) = (journal(file)?, text(file)?);
    let table = open::<S>(file, &journal, S::Game::VERSION)?;
    Ok(table.is_none_or(|it| report(&it, journal.answers.len()) != then))
}

/// Versions before the oldest and after the newest are refused.
pub fn others_are_refused<S: System>(file: &Path) -> Result<(), String> {
    let journal = journal(file)?;
    for version in [S::Game::OLDEST - 1, S::Game::VERSION + 1] {
        if open::<S>(file, &journal, version)?.is_some() {
            return Err(format!("{} opens by version {version}", file.display()));
        }
    }
    Ok(())
}

/// Keeps a game of each scenario that we ship, as the program plays it now, journal and report: before the first change of a new
/// version.
pub fn keep<S: System>(folder: &Path, answers: usize) -> Result<(), String> {
    for head in library::<S>().modules() {
        for scenario in head.scenarios {
            let named = Named { module: head.key.clone(), scenario: scenario.key.clone() };
            let loaded = library::<S>().load::<S>(&named.module, &named.scenario);
            let loaded = loaded.map_err(|it| it.to_string())?;
            let seed = Seed::from_number(u64::from(S::Game::VERSION));
            let sides = (0..u8::MAX).take_while(|it| S::side(*it).is_some()).count();
            let header = Header {
                bocage: FORMAT,
                system: S::SYSTEM.into(),
                rules_version: S::Game::VERSION,
                module: named.module.clone(),
                scenario: named.scenario.clone(),
                content: loaded.content,
                options: Vec::new(),
                seats: vec![SeatKind::Human; sides],
                commitment: seed.commitment(),
                dice: Vec::new(),
            };
            let seats = header.seats.clone();
            let name = format!("{}-{}-v{}", header.module, header.scenario, S::Game::VERSION);
            let mut table = Seated::<S>::open(loaded.data, named, Vec::new(), seed, seats)
                .map_err(|it| it.to_string())?;
            play_on(&mut table, answers)?;
            let answers = table.journal().to_vec();
            let text = report(&table, answers.len());
            let journal = Journal { header, seed: None, answers, files: Default::default() };
            let json = serde_json::to_string(&journal).map_err(|it| it.to_string())? + "\n";
            let write = |end: &str, text: &str| {
                fs::write(folder.join(format!("{name}.{end}")), text).map_err(|it| it.to_string())
            };
            write("json", &json)?;
            write("txt", &text)?;
        }
    }
    Ok(())
}

fn library<S: System>() -> Library {
    Library::embedded(&[Shape::of::<S>()])
}

/// As the computer advises, until so many more answers are given or the game is over.
fn play_on<S: System>(table: &mut Seated<S>, answers: usize) -> Result<(), String> {
    for _ in 0..answers {
        let asked = table.waiting_for().into_iter().find(|it| table.sealed(*it).is_none());
        let Some(seat) = asked else { break };
        let (question, reply) = table.advise(seat).ok_or("nobody advises who is asked")?;
        table.answer(seat, &question, &reply).map_err(|it| format!("{it:?}"))?;
    }
    Ok(())
}

fn journal(file: &Path) -> Result<Journal, String> {
    let text = fs::read_to_string(file).map_err(|it| format!("{}: {it}", file.display()))?;
    serde_json::from_str(&text).map_err(|it| format!("{}: {it}", file.display()))
}

fn text(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file.with_extension("txt"));
    Ok(text.map_err(|it| format!("{}: {it}", file.display()))?.replace("\r\n", "\n"))
}

fn open<S: System>(
    file: &Path,
    journal: &Journal,
    version: u32,
) -> Result<Option<Seated<S>>, String> {
    let (module, scenario) = (&journal.header.module, &journal.header.scenario);
    let loaded = library::<S>().load::<S>(module, scenario);
    let loaded = loaded.map_err(|it| format!("{}: {it}", file.display()))?;
    if loaded.content != journal.header.content {
        return Err(format!("{}: the files of the module are others", file.display()));
    }
    let named = Named { module: module.clone(), scenario: scenario.clone() };
    // Dice are on the tape; those that follow are anybody's.
    let seed = journal.seed.clone().unwrap_or(Seed::from_number(0));
    let (answers, seats) = (journal.answers.clone(), journal.header.seats.clone());
    Ok(Seated::open_by(version, loaded.data, named, answers, seed, seats).ok())
}

/// The lines a spectator reads, with dice, sums and modifiers.
fn report<S: System>(table: &Seated<S>, answers: usize) -> String {
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
