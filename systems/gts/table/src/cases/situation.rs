//! `situation` fences to a [`Battle`].

mod ground;
mod leader;
mod position;
mod scenario;
pub(super) mod sea;
mod unit;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use board::HexId;
use gts::data::{
    Belongs, Chit, Data, DivisionId, DivisionKind, Events, FormationId, FormationKind, Side, Turn,
    Weather,
};
use gts::fire_zone::{note_close_units, note_sighting_range};
use gts::state::{Battle, Phase, Stage};
use gts::{Shared, park};
use kernel::Rules as _;
use module::{Library, Shape};

use self::ground::LETTERS;
use self::leader::LeaderText;
use self::unit::UnitText;
use super::words::{self, Read, Words, Wrong};
use crate::cases::{BlockKind, Case};
use crate::{Gts, load};

/// Tables and legend, from a module of our own that nobody plays.
pub(super) fn base() -> &'static Data {
    static BASE: OnceLock<Data> = OnceLock::new();
    BASE.get_or_init(|| {
        let files = [
            ("gts/cases/module.toml", include_str!("../../base/module.toml")),
            ("gts/cases/map.toml", include_str!("../../base/map.toml")),
            ("gts/cases/forces/a.toml", include_str!("../../base/a.toml")),
            ("gts/cases/forces/b.toml", include_str!("../../base/b.toml")),
            ("gts/cases/forces/typical.toml", include_str!("../../base/typical.toml")),
            ("gts/cases/scenarios/base.toml", include_str!("../../base/scenario.toml")),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let library = Library::from_files(&[Shape::of::<Gts>()], files);
        match library.load::<Gts>("cases", "base") {
            Ok(loaded) => Data::clone(&loaded.data),
            Err(errors) => panic!("the base of the cases does not load:\n{errors}"),
        }
    })
}

/// The position a case starts from.
pub(super) fn build(case: &Case) -> Read<Battle> {
    let mut reader = Reader::new(case.line);
    for block in case.blocks.iter().filter(|it| it.kind == BlockKind::Situation) {
        for line in &block.lines {
            reader.line(line.line, &line.text)?;
        }
        reader.rows_open = false;
    }
    reader.finish()
}
/// What is set after the data are complete.
type Later = (usize, String, Words);

struct Reader {
    line: usize,
    data: Data,
    /// By which version of the rules the case is played.
    version: u32,
    turn: u8,
    last_turn: u8,
    /// What is said of single turns.
    calendar: BTreeMap<u8, Turn>,
    rows: Vec<Vec<String>>,
    rows_open: bool,
    size: Option<(u16, u16, String)>,
    letters: BTreeMap<String, String>,
    /// Hexsides, routes, features, terrain of single hexes.
    ground: Vec<(usize, String, Vec<String>)>,
    entry: [Vec<(usize, String)>; 2],
    units: Vec<UnitText>,
    leaders: Vec<LeaderText>,
    /// The landing, read once the map is there and before units are placed.
    sea: Vec<Later>,
    later: Vec<Later>,
}

impl Reader {
    fn new(line: usize) -> Reader {
        let mut data = base().clone();
        data.module = "cases".into();
        data.scenario = "case".into();
        data.divisions.clear();
        data.nations.truncate(2);
        data.formations.clear();
        data.leaders.clear();
        data.units.clear();
        data.unit_starts.clear();
        data.leader_starts.clear();
        data.empty_entrenchments.clear();
        data.first_mug = None;
        data.first_chit = None;
        data.events_chits = 0;
        data.night_assault.clear();
        data.victory.hexes.clear();
        data.victory.per_enemy_step = [1, 1];
        data.victory.handicap = [0, 0];
        data.victory.exits.clear();
        data.victory.morale = [None, None];
        data.weather = Weather::Clear;
        // Hooks do nothing unless the case fills them (gts.data.no-hook).
        data.weather_table.clear();
        data.events = Events { entries: Vec::new(), drawn: false };
        data.air = [None, None];
        data.transfers.clear();
        data.supply.clear();
        data.royal_marines = None;
        data.naval = None;
        data.road_blocks.clear();
        Reader {
            line,
            data,
            version: Battle::VERSION,
            turn: 2,
            last_turn: 3,
            calendar: BTreeMap::new(),
            rows: Vec::new(),
            rows_open: false,
            size: None,
            letters: LETTERS.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
            ground: Vec::new(),
            entry: [Vec::new(), Vec::new()],
            units: Vec::new(),
            leaders: Vec::new(),
            sea: Vec::new(),
            later: Vec::new(),
        }
    }

    fn line(&mut self, line: usize, text: &str) -> Read<()> {
        if self.rows_open {
            let row: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            if row.iter().all(|it| self.letters.contains_key(it)) {
                self.rows.push(row);
                return Ok(());
            }
            self.rows_open = false;
        }
        for part in text.split(';').filter(|it| !it.trim().is_empty()) {
            let mut words = Words::new(line, part);
            if let Some(word) = words.next() {
                self.statement(&word, &mut words)?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, word: &str, words: &mut Words) -> Read<()> {
        match word {
            "edition" => self.data.edition = words.word()?,
            "version" => self.version = words.number("a version of the rules")?,
            "turn" => {
                self.turn = words.number("the turn")?;
                if words.take("of") {
                    self.last_turn = words.number("the last turn")?;
                }
                self.last_turn =
                    if self.last_turn < self.turn { self.turn } else { self.last_turn };
                self.mark_turn(self.turn, words)?;
            }
            // gts.time.default
            "calendar" if words.take("default") => {
                let turns = load::usual_turns(&plain_turn(1).date, &self.data.tables);
                self.calendar = (1..).zip(turns).collect();
                self.last_turn = self.calendar.len() as u8;
            }
            "calendar" => {
                let turn = words.number("the turn")?;
                self.mark_turn(turn, words)?;
            }
            "weather" => self.data.weather = words.word()?,
            "map" => match words.next() {
                None => {
                    self.rows.clear();
                    self.rows_open = true;
                }
                Some(size) => {
                    let parts = size
                        .split_once('x')
                        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                    let Some((columns, rows)) = parts else {
                        return words.wrong("a map is \"map 6x5\", \"map 6x5 woods\", or \"map\" with rows of letters below");
                    };
                    self.size =
                        Some((columns, rows, words.next().unwrap_or_else(|| "clear".into())));
                    self.rows.clear();
                }
            },
            "letter" => {
                let letter = words.need("a letter")?;
                words.take("=");
                let key = words.need("a terrain")?;
                self.letters.insert(letter, key);
            }
            "terrain" => {
                let key = words.need("a terrain")?;
                self.ground.push((words.line, format!("terrain {key}"), words.rest()));
            }
            "entry" => {
                let side = words::side(words)?;
                let line = words.line;
                self.entry[side.index()].extend(words.rest().into_iter().map(|it| (line, it)));
            }
            "division" => self.division(words)?,
            "formation" => {
                let key = words.need("the name of the formation")?;
                words.take("of");
                let division = words.need("the division of the formation")?;
                self.formation(words, &division, &key)?;
            }
            "unit" => self.unit(words)?,
            "change" => self.change(words)?,
            "rearguards" => self.rearguards(words)?,
            "leader" => self.leader(words)?,
            "switch" => self.switch(words)?,
            "variant" => self.variant(words)?,
            "limit" => self.limit(words)?,
            "events" => self.data.events_chits = words.number("the number of Events chits")?,
            "gap" => {
                let rest = words.remaining();
                self.sea.push((words.line, word.to_owned(), rest));
                let pairs = words.rest().into_iter().skip(1).filter(|it| it != "open").collect();
                self.ground.push((words.line, "gap-closed".to_owned(), pairs));
            }
            "naval" | "range-box" | "force" | "beach" | "sub-beach" | "craft" | "double-play"
            | "phone-window" => {
                self.sea.push((words.line, word.to_owned(), words.remaining()));
                words.rest();
            }
            _ if scenario::WORDS.contains(&word) || position::WORDS.contains(&word) => {
                self.later.push((words.line, word.to_owned(), words.remaining()));
                words.rest();
            }
            _ => {
                let legend = self.data.map.legend();
                let known = legend.side(word).is_some()
                    || legend.route(word).is_some()
                    || legend.feature(word).is_some();
                if !known {
                    return words.wrong(format!(
                        "a situation has no statement \"{word}\"; see cases/README.md"
                    ));
                }
                self.ground.push((words.line, word.to_owned(), words.rest()));
            }
        }
        words.end()
    }

    /// `night first-daylight at 0700`
    fn mark_turn(&mut self, turn: u8, words: &mut Words) -> Read<()> {
        let marks = self.calendar.entry(turn).or_insert_with(|| plain_turn(turn));
        while let Some(word) = words.next() {
            match word.as_str() {
                "night" => marks.night = true,
                "day" => marks.night = false,
                "first-daylight" => marks.first_daylight = true,
                "last-before-night" => marks.last_before_night = true,
                "at" => marks.time = words.need("the time")?,
                other => {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about a turn: night, day, first-daylight, last-before-night, at TIME"
                    ));
                }
            }
        }
        Ok(())
    }

    fn division(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the division")?;
        let side = match words.remaining().contains(|it| it == "side") {
            Some(_) => {
                let mut rest = words.remaining();
                while !rest.take("side") {
                    rest.next();
                }
                Some(words::side(&mut rest)?)
            }
            None => None,
        };
        let id = self.division_id(words, &key, side)?;
        while let Some(word) = words.next() {
            let kind = &mut self.data.divisions[usize::from(id.0)];
            match word.as_str() {
                "side" => {
                    words.next();
                }
                "command" => kind.command_rating = words.number("command")?,
                "dispatch" => kind.dispatch_rating = words.number("dispatch")?,
                "cp" => kind.start_cp = words.number("cp")?,
                "dp" => kind.start_dp = words.number("dp")?,
                "night-assault" => self.data.night_assault.push(id),
                "parks" => kind.parks = words.number("parks")?,
                "road-blocks" => kind.road_blocks = words.number("road-blocks")?,
                "home-soil" => kind.home_soil = true,
                other => {
                    return words
                        .wrong(format!("\"{other}\" says nothing about a division: side, command, dispatch, cp, dp, parks, road-blocks, night-assault, home-soil"));
                }
            }
        }
        Ok(())
    }

    /// A division, made when first named. Its side is that of its first letter unless stated.
    fn division_id(&mut self, words: &Words, key: &str, side: Option<Side>) -> Read<DivisionId> {
        if let Some(at) = self.data.divisions.iter().position(|it| it.key == key) {
            return Ok(DivisionId(at as u8));
        }
        let side = match (side, key.chars().next()) {
            (Some(side), _) => side,
            (None, Some('A' | 'a')) => Side::First,
            (None, Some('B' | 'b')) => Side::Second,
            _ => {
                return words
                    .wrong(format!("whose is division {key}? Write: division {key} side A"));
            }
        };
        // As the loader reads one of which nothing else is said (gts.data.division-default).
        let (name, short) = (key.to_owned(), key.to_owned());
        let usual = base().divisions[0].clone();
        self.data.divisions.push(DivisionKind { key: key.into(), name, short, side, ..usual });
        Ok(DivisionId(self.data.divisions.len() as u8 - 1))
    }

    fn formation(&mut self, words: &Words, division: &str, key: &str) -> Read<FormationId> {
        let division = self.division_id(words, division, None)?;
        if let Some(at) = self.data.formations.iter().position(|it| it.key == key) {
            if self.data.formations[at].division != division {
                return words.wrong(format!("formation {key} belongs to another division"));
            }
            return Ok(FormationId(at as u8));
        }
        let (name, usual) = (key.to_owned(), base().formations[0].clone());
        self.data.formations.push(FormationKind { key: key.into(), name, division, ..usual });
        Ok(FormationId(self.data.formations.len() as u8 - 1))
    }

    fn finish(mut self) -> Read<Battle> {
        self.turns();
        self.map()?;
        self.sides()?;
        self.at_sea()?;
        self.place_units()?;
        self.place_leaders()?;
        let later = std::mem::take(&mut self.later);
        for (_, word, words) in &later {
            if scenario::WORDS.contains(&word.as_str()) {
                self.before(word, words.clone())?;
            }
        }
        let (turn, posts) = (self.turn, self.posts());
        let (units, sea) = (self.units, self.sea);
        let mut g = Battle::new(Shared::new(Arc::new(self.data))).by_version(self.version);
        g.turn = turn;
        for (i, (post, replaced)) in posts.into_iter().enumerate() {
            if let Some(post) = post {
                g.leaders[i].post = post;
            }
            g.leaders[i].replaced = replaced;
        }
        for unit in &units {
            unit::settle(&mut g, unit)?;
        }
        park::set_up(&mut g);
        for (_, word, words) in sea {
            sea::settle(&mut g, &word, words)?;
        }
        g.phase = Phase::Chits;
        let mut chosen = false;
        for (_, word, words) in later {
            chosen |= matches!(word.as_str(), "chit" | "phase" | "mug" | "held");
            if position::WORDS.contains(&word.as_str()) {
                position::after(&mut g, &word, words)?;
            }
        }
        if !chosen && let Some(unit) = g.data().units.first() {
            let chit = match unit.belongs {
                Belongs::Formation(formation) => Chit::Formation(formation),
                _ => Chit::Division(unit.division),
            };
            position::open(&mut g, chit, Stage::Actions);
        }
        // What the state keeps by heart of turn, weather and neighbours.
        note_sighting_range(&mut g);
        note_close_units(&mut g);
        Ok(g)
    }

    fn turns(&mut self) {
        let marked = &mut self.calendar;
        self.data.turns = (1..=self.last_turn)
            .map(|n| marked.remove(&n).unwrap_or_else(|| plain_turn(n)))
            .collect();
    }

    fn sides(&mut self) -> Read<()> {
        for side in Side::BOTH {
            let mut hexes = Vec::new();
            for (line, label) in &self.entry[side.index()] {
                hexes.push(find(&self.data.map, *line, label)?);
            }
            self.data.sides[side.index()].entry_hexes = hexes;
        }
        Ok(())
    }
}

pub(super) fn find(map: &board::Map, line: usize, label: &str) -> Read<HexId> {
    map.find(label).ok_or_else(|| Wrong {
        line,
        message: format!(
            "there is no hex {label} on this map of {} columns and {} rows",
            map.columns(),
            map.rows()
        ),
    })
}

/// A value as the loader takes it; of its place the case itself speaks.
fn at<T>(value: T) -> module::values::At<T> {
    module::values::At { value, span: module::problem::Span::default() }
}

fn plain_turn(n: u8) -> Turn {
    Turn {
        date: "6 June 1944".into(),
        time: format!("turn {n}"),
        night: false,
        first_daylight: false,
        last_before_night: false,
    }
}
