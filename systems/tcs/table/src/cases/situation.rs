//! `situation` fences to a [`Battle`].

mod ground;
mod position;
mod scenario;
mod unit;

use std::sync::OnceLock;

use kernel::{Playout, Rng, Rules as _, Uniform};
use module::{Library, Shape};
use tcs::data::{Data, Light, Turn};
use tcs::id::{Clock, Side};
use tcs::set::UnitSet;
use tcs::state::{ActionStep, Battle, Phase};
use tcs::{Shared, data};
use testkit::cases::{Begins, BlockKind, Case, Situation};

use self::ground::Drawn;
use self::unit::UnitText;
pub(super) use self::unit::{nerve, status};
use super::words::{self, Read, Words};
use crate::Tcs;

/// Tables, chart and typical counters, from a module of our own that nobody plays.
pub(super) fn base() -> &'static Data {
    static BASE: OnceLock<Data> = OnceLock::new();
    BASE.get_or_init(|| {
        let files = [
            ("tcs/tables.toml", include_str!("../../../../../modules/tcs/tables.toml")),
            ("tcs/cases/module.toml", include_str!("../../base/module.toml")),
            ("tcs/cases/map.toml", include_str!("../../base/map.toml")),
            ("tcs/cases/terrain.toml", include_str!("../../base/terrain.toml")),
            ("tcs/cases/forces/a.toml", include_str!("../../base/a.toml")),
            ("tcs/cases/forces/b.toml", include_str!("../../base/b.toml")),
            ("tcs/cases/scenarios/base.toml", include_str!("../../base/scenario.toml")),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let library = Library::from_files(&[Shape::of::<Tcs>()], files);
        match library.load::<Tcs>("cases", "base") {
            Ok(loaded) => Data::clone(&loaded.data),
            Err(errors) => panic!("the base of the cases does not load:\n{errors}"),
        }
    })
}

/// The position a case starts from.
pub(super) fn build(case: &Case) -> Read<Situation<Tcs>> {
    let mut reader = Reader::new();
    for block in case.blocks.iter().filter(|it| it.kind == BlockKind::Situation) {
        for line in &block.lines {
            reader.line(line.line, &line.text)?;
        }
        reader.drawn.rows_open = false;
    }
    reader.finish()
}

/// A statement that is read once what it speaks of is there.
type Later = (String, Words);

struct Reader {
    data: Data,
    turn: u8,
    turns: u8,
    light: Light,
    lights: Vec<(u8, Light)>,
    clock: Clock,
    drawn: Drawn,
    units: Vec<UnitText>,
    /// Of the scenario, read once map and units are there.
    scenario: Vec<Later>,
    /// Of the position, read last.
    position: Vec<Later>,
    /// A phase is named, so that the case is about what comes of it.
    phase: Option<Phase>,
    leads: Option<Side>,
}

impl Reader {
    fn new() -> Reader {
        let mut data = base().clone();
        data.scenario = "case".into();
        data.forces.clear();
        data.battalions.clear();
        data.companies.clear();
        data.units.clear();
        data.batteries.clear();
        data.gun_battalions.clear();
        data.preplotted.clear();
        data.sorties.clear();
        data.weather.clear();
        data.areas.clear();
        data.scoring.clear();
        data.sheets.clear();
        data.visibility.day = None;
        data.visibility.twilight = None;
        // Without op sheets until the case speaks of them.
        data.options = data::Options { without_command: true, ..data::Options::default() };
        Reader {
            data,
            turn: 2,
            turns: 5,
            light: Light::Day,
            lights: Vec::new(),
            clock: Clock::new(6, 20).unwrap_or_default(),
            drawn: Drawn::default(),
            units: Vec::new(),
            scenario: Vec::new(),
            position: Vec::new(),
            phase: None,
            leads: None,
        }
    }

    fn line(&mut self, line: usize, text: &str) -> Read<()> {
        if self.drawn.row(text) {
            return Ok(());
        }
        for part in text.split(';').filter(|it| !it.trim().is_empty()) {
            let mut words = Words::new(line, part);
            if let Some(word) = words.next() {
                self.statement(&word, words)?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, word: &str, mut words: Words) -> Read<()> {
        let words = &mut words;
        match word {
            "turn" => self.turn(words)?,
            "calendar" => {
                let turn = words.number("the turn")?;
                self.lights.push((turn, words.word()?));
            }
            "unit" => return self.unit(words),
            "change" => return self.change(words),
            "command" => self.data.options.without_command = false,
            "phase" => {
                self.phase = Some(words::phase(words)?);
                self.leads = words.take("leads").then(|| words::side(words)).transpose()?;
            }
            "sheet" => {
                self.data.options.without_command = false;
                self.position.push((word.into(), words.remaining()));
                return Ok(());
            }
            _ if scenario::WORDS.contains(&word) => {
                self.scenario.push((word.into(), words.remaining()));
                return Ok(());
            }
            _ if position::WORDS.contains(&word) => {
                self.position.push((word.into(), words.remaining()));
                return Ok(());
            }
            _ => return self.drawn.statement(word, words),
        }
        words.end()
    }

    /// `turn 2 of 5 at 0620 night`
    fn turn(&mut self, words: &mut Words) -> Read<()> {
        self.turn = words.number("the turn")?;
        while let Some(word) = words.next() {
            match word.as_str() {
                "of" => self.turns = words.number("the last turn")?,
                "at" => self.clock = words::clock(words)?,
                other => match Light::read(other) {
                    Some(it) => self.light = it,
                    None => {
                        return words.wrong(format!("\"{other}\" says nothing about a turn"));
                    }
                },
            }
        }
        if self.turn == 0 || self.turns < self.turn {
            return words
                .wrong("turns are counted from 1, and the last is no earlier than this one");
        }
        Ok(())
    }

    fn finish(mut self) -> Read<Situation<Tcs>> {
        self.data.ground = self.drawn.ground()?;
        self.set_turns();
        self.place_units()?;
        for (word, words) in std::mem::take(&mut self.scenario) {
            scenario::read(&mut self.data, &word, words)?;
        }
        let (turn, phase, leads) = (self.turn, self.phase, self.leads);
        let (units, position) = (self.units, self.position);
        let mut g = Battle::new(Shared::new(self.data));
        g.turn = turn;
        let acting = phase.unwrap_or(Phase::Action(Side::First, ActionStep::Actions));
        // Records of an Action Phase are those of its beginning, as the rules make them.
        if let Phase::Action(side, step) = acting
            && step != ActionStep::Begin
        {
            g.phase = Phase::Action(side, ActionStep::Begin);
            let mut cx = Playout::new(Rng(0), Uniform(Rng(0)));
            let Ok(()) = Battle::step(&mut cx, &mut g);
        }
        g.phase = acting;
        g.leads = leads.unwrap_or_else(|| first(acting));
        for unit in &units {
            unit::settle(&mut g, unit)?;
        }
        for (word, words) in position {
            position::read(&mut g, &word, words)?;
        }
        g.survey();
        let new_game = matches!(g.phase, Phase::SetUp(_));
        let begins = if phase.is_some() { Begins::Running } else { Begins::AtQuestion };
        Ok(Situation { g, begins, new_game, draws: () })
    }

    /// Twenty minutes a turn (tcs.general.scale), the present one at its own time.
    fn set_turns(&mut self) {
        let turn = |n: u8| {
            let light = self.lights.iter().rev().find(|it| it.0 == n).map_or(self.light, |it| it.1);
            Turn { clock: later(self.clock, i32::from(n) - i32::from(self.turn)), light }
        };
        self.data.turns = (1..=self.turns).map(turn).collect();
    }

    fn units_of(&self) -> [UnitSet; 2] {
        Side::BOTH.map(|side| {
            let of = |it: &tcs::id::UnitId| self.data.unit(*it).side == side;
            self.data.ids().filter(of).collect()
        })
    }
}

/// So many turns later on the clock.
fn later(clock: Clock, turns: i32) -> Clock {
    let text = clock.to_string();
    let number = |it: &str| it.parse::<i32>().unwrap_or_default();
    let minutes = number(&text[..2]) * 60 + number(&text[2..]) + 20 * turns;
    let minutes = minutes.rem_euclid(24 * 60) as u16;
    Clock::new(minutes / 60, minutes % 60).unwrap_or_default()
}

/// Whose phase it is.
const fn first(phase: Phase) -> Side {
    match phase {
        Phase::SetUp(side) | Phase::Air(side, _) | Phase::Action(side, _) => side,
        _ => Side::First,
    }
}
