//! A system and its scenarios without their types, for whoever knows no system.

use std::marker::PhantomData;
use std::sync::Arc;

use kernel::{Answer, Files, JournalError, Rules as _, SeatKind, Seed};
use module::{Errors, Library, Shape};
use play::reckon::{self, Charts, ENTRIES, Given, Misfit, Tray};
use play::wire::{Reckoner, Reckoning, SheetView};
use play::{Finish, Named, Player, Seated, System, Table};
use serde_json::Value;
use testkit::cases::{Play, Played};
use testkit::golden::{Told, playthroughs};
use testkit::laws::{Broken, Lawful, Tally, every_start, survey_on_all_cores};

/// One rules system.
pub trait AnySystem: Sync {
    /// Short name: the folder under `modules/`, the prefix of every rule id.
    fn key(&self) -> &'static str;
    /// The text of `rules/<system>.md`.
    fn rules(&self) -> &'static str;
    /// Is there a sheet to keep at a real table?
    fn has_sheet(&self) -> bool;
    /// What its files look like.
    fn shape(&self) -> Shape;
    /// One scenario, ready to play, or everything that is wrong with its files.
    fn load(
        &self,
        library: &Library,
        module: &str,
        scenario: &str,
    ) -> Result<Arc<dyn Scenario>, Errors>;
    /// The charts that need no scenario.
    fn charts(&self) -> Vec<Reckoner>;
    /// What one of them answers.
    fn chart(&self, key: &str, inputs: &Value, tray: &mut Tray<'_>) -> Result<Reckoning, Misfit>;
    /// How its cases are played.
    fn case(&self) -> Play;
    /// Random games under the laws from every start whose name begins with `only`; as many as the test run plays, where
    /// it is not said how many.
    fn laws(&self, only: &str, games: Option<u64>, seed: u64) -> Result<Vec<Judged>, String>;
    /// One game of each start as text.
    fn playthroughs(&self, seed: u64) -> Result<Vec<(String, String)>, String>;
}

/// What became of the random games of a start.
pub struct Judged {
    pub start: String,
    pub tally: Tally,
    /// How many games broke a law, and the first that did.
    pub broken: Vec<(u64, Broken)>,
}

/// A scenario ready to play.
pub trait Scenario: Charts {
    /// SHA-256 of everything it was loaded from.
    fn content(&self) -> &str;
    /// These files, by path.
    fn files(&self) -> Arc<Files>;
    /// Version of the rules that a new game is played by.
    fn version(&self) -> u32;
    /// The names of the seats.
    fn seats(&self) -> Vec<String>;
    /// Start a game (no answers) or resume one, by the version of the rules that it began with.
    fn open(
        &self,
        version: u32,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<Box<dyn Table>, JournalError>;
    /// Game number `n` of a seed, played without people, and its decisions.
    fn play(&self, seed: u64, n: u64, players: [Player; 2]) -> (Finish, u64);
    fn map_svg(&self) -> String;
    /// A small picture for a list.
    fn preview_svg(&self) -> String;
}

/// The line of a system in the registry.
pub(crate) struct Entry<S>(PhantomData<fn() -> S>);

impl<S> Entry<S> {
    pub(crate) const LINE: Entry<S> = Entry(PhantomData);
}

impl<S: System + Played + Lawful + Told> AnySystem for Entry<S> {
    fn key(&self) -> &'static str {
        S::SYSTEM
    }
    fn rules(&self) -> &'static str {
        S::RULES
    }
    fn has_sheet(&self) -> bool {
        S::HAS_SHEET
    }
    fn shape(&self) -> Shape {
        Shape::of::<S>()
    }
    fn load(
        &self,
        library: &Library,
        module: &str,
        scenario: &str,
    ) -> Result<Arc<dyn Scenario>, Errors> {
        let loaded = library.load::<S>(module, scenario)?;
        let start = S::start(loaded.data.clone());
        let named = Named { module: module.into(), scenario: scenario.into() };
        Ok(Arc::new(Ready::<S> { loaded, named, start }))
    }
    fn charts(&self) -> Vec<Reckoner> {
        charts::reckoners(S::SYSTEM)
    }
    fn chart(&self, key: &str, inputs: &Value, tray: &mut Tray<'_>) -> Result<Reckoning, Misfit> {
        let Some(chart) = charts::of(S::SYSTEM).find(|it| it.key == key) else {
            return Err(Misfit::unknown("chart", key, charts::of(S::SYSTEM).map(|it| &*it.key)));
        };
        let given = Given::read(&chart.inputs(), inputs)?;
        let answer = charts::answer::<S>(chart, &given, tray)?;
        tray.end()?;
        Ok(answer)
    }
    fn case(&self) -> Play {
        S::case
    }
    fn laws(&self, only: &str, games: Option<u64>, seed: u64) -> Result<Vec<Judged>, String> {
        let games = games.unwrap_or(S::IN_TEST);
        let starts = every_start::<S>()?.into_iter().filter(|it| it.0.starts_with(only));
        let judge = |(start, g): (String, S::Game)| {
            let (tally, broken) = survey_on_all_cores::<S>(&g, games, seed);
            Judged { start, tally, broken }
        };
        Ok(starts.map(judge).collect())
    }
    fn playthroughs(&self, seed: u64) -> Result<Vec<(String, String)>, String> {
        playthroughs::<S>(seed)
    }
}

/// A scenario of a system.
struct Ready<S: System> {
    loaded: module::Loaded<S::Data>,
    named: Named,
    start: S::Game,
}

impl<S: System + Played + Lawful + Told> Scenario for Ready<S> {
    fn content(&self) -> &str {
        &self.loaded.content
    }
    fn files(&self) -> Arc<Files> {
        self.loaded.files.clone()
    }
    fn version(&self) -> u32 {
        S::Game::VERSION
    }
    fn seats(&self) -> Vec<String> {
        let setting = S::setting(&S::seen(&self.start, None));
        setting.seats.into_iter().map(|it| it.name).collect()
    }
    fn open(
        &self,
        version: u32,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<Box<dyn Table>, JournalError> {
        let (data, named) = (self.loaded.data.clone(), self.named.clone());
        Ok(Box::new(Seated::<S>::open_by(version, data, named, answers, seed, seats)?))
    }
    fn play(&self, seed: u64, n: u64, players: [Player; 2]) -> (Finish, u64) {
        play::play::<S>(&self.start, seed, n, players)
    }
    fn map_svg(&self) -> String {
        S::map_svg(&self.loaded.data)
    }
    fn preview_svg(&self) -> String {
        S::preview_svg(&self.loaded.data)
    }
}

/// Those the system works out from the scenario's tables, then those that are cases with blanks.
impl<S: System + Played + Lawful + Told> Charts for Ready<S> {
    fn reckoners(&self) -> Vec<Reckoner> {
        let mut all = S::reckoners(&self.loaded.data);
        all.extend(charts::reckoners(S::SYSTEM));
        all
    }
    fn reckon(
        &self,
        chart: &str,
        inputs: &Value,
        tray: &mut Tray<'_>,
    ) -> Result<Reckoning, Misfit> {
        if charts::of(S::SYSTEM).any(|it| it.key == chart) {
            return Entry::<S>::LINE.chart(chart, inputs, tray);
        }
        let all = self.reckoners();
        let Some(found) = all.iter().find(|it| it.key == chart) else {
            return Err(Misfit::unknown("chart", chart, all.iter().map(|it| it.key.as_str())));
        };
        let given = Given::read(&found.inputs, inputs)?;
        let answer = S::reckon(&self.loaded.data, chart, &given, tray)?;
        tray.end()?;
        Ok(answer)
    }
    fn sheet(
        &self,
        entries: &[reckon::Entry],
        next: Option<(&reckon::Entry, &mut Tray<'_>)>,
    ) -> Result<SheetView, Misfit> {
        if ENTRIES < entries.len() {
            return Err(Misfit::new(format!("a sheet has at most {ENTRIES} entries")));
        }
        S::sheet(&self.loaded.data, entries, next)
    }
}
