//! `situation` fences to a [`Battle`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use board::{HexId, MapBuilder, Sight, SightRules};
use gts::Shared;
use gts::data::{
    Arm, AssaultRating, Back, Belongs, Chit, Colour, Data, DivisionId, DivisionKind, Edition, Face,
    FormationId, FormationKind, LeaderFace, LeaderKind, MoveClass, Movement, PrintedRange, Side,
    Start, Turn, UnitId, UnitKind, UnitStart, VictoryHex, Weather,
};
use gts::fire_zone::{note_close_units, note_sighting_range};
use gts::state::{Active, Barrage, Battle, ChitState, Phase, Place, Post, Stage};
use module::{Game, Library};

use super::words::{self, ARMS, Read, Words, Wrong};
use crate::cases::{BlockKind, Case};

/// Letters of the map rows.
const LETTERS: [(&str, &str); 26] = [
    (".", "clear"),
    ("D", "desert"),
    ("p", "polder"),
    ("o", "orchard"),
    ("y", "vineyard"),
    ("s", "scrub"),
    ("w", "woods"),
    ("W", "brushwoods"),
    ("v", "village"),
    ("t", "town"),
    ("c", "city"),
    ("f", "fortified"),
    ("r", "rubble"),
    ("b", "bocage"),
    ("h", "hill"),
    ("d", "sand-dunes"),
    ("e", "beach"),
    ("m", "marsh"),
    ("M", "swamp"),
    ("~", "flooded"),
    ("u", "buildings"),
    ("R", "runway"),
    ("k", "brush"),
    ("g", "sugar-cane"),
    ("x", "rocky"),
    ("C", "cave"),
];

/// gts.los.op-hill-range-s0: as the loader of modules.
const FURTHEST_SIGHT: u8 = 13;

/// Tables and legend, from a module of our own that nobody plays.
pub(super) fn base() -> &'static Data {
    static BASE: OnceLock<Data> = OnceLock::new();
    BASE.get_or_init(|| {
        let files = [
            ("gts/cases/module.toml", include_str!("../../../base/module.toml")),
            ("gts/cases/map.toml", include_str!("../../../base/map.toml")),
            ("gts/cases/forces/a.toml", include_str!("../../../base/a.toml")),
            ("gts/cases/forces/b.toml", include_str!("../../../base/b.toml")),
            ("gts/cases/scenarios/base.toml", include_str!("../../../base/scenario.toml")),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        match Library::from_files(files).load("gts", "cases", "base") {
            Ok(loaded) => {
                let Game::Gts(data) = loaded.game;
                Data::clone(&data)
            }
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

#[derive(Clone, Debug)]
enum At {
    Hex(String),
    Holding(String),
    Later { turn: u8, entry: String },
    Eliminated,
    Absent,
}

#[derive(Clone, Debug)]
struct UnitText {
    line: usize,
    key: String,
    arm: Arm,
    division: String,
    /// A formation, or "white" or "black" for a stripe.
    formation: String,
    battalion: Option<String>,
    steps: u8,
    front: Face,
    back: Back,
    at: At,
    column: bool,
    mounted: bool,
    ip: bool,
    ent: bool,
    suppressed: bool,
    cohesion: u8,
    lost: u8,
    rallying: u8,
}

#[derive(Clone, Debug)]
struct LeaderText {
    line: usize,
    key: String,
    formation: Option<String>,
    with: Option<String>,
    front: LeaderFace,
    back: LeaderFace,
    replaced: bool,
    post: Option<Post>,
}

/// What is set after the data are complete.
type Later = (usize, String, Words);

struct Reader {
    line: usize,
    data: Data,
    turn: u8,
    flags: (bool, bool, bool),
    last_turn: u8,
    rows: Vec<Vec<String>>,
    rows_open: bool,
    size: Option<(u16, u16, String)>,
    letters: BTreeMap<String, String>,
    /// Hexsides, routes, features, terrain of single hexes.
    ground: Vec<(usize, String, Vec<String>)>,
    entry: [Vec<(usize, String)>; 2],
    units: Vec<UnitText>,
    leaders: Vec<LeaderText>,
    later: Vec<Later>,
}

impl Reader {
    fn new(line: usize) -> Reader {
        let mut data = base().clone();
        data.module = "cases".into();
        data.scenario = "case".into();
        data.divisions.clear();
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
        data.weather = Weather::Clear;
        Reader {
            line,
            data,
            turn: 2,
            flags: (false, false, false),
            last_turn: 3,
            rows: Vec::new(),
            rows_open: false,
            size: None,
            letters: LETTERS.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
            ground: Vec::new(),
            entry: [Vec::new(), Vec::new()],
            units: Vec::new(),
            leaders: Vec::new(),
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
            "edition" => match words.need("normandy or series")?.as_str() {
                "normandy" => self.data.edition = Edition::Normandy,
                "series" => self.data.edition = Edition::Series,
                other => {
                    return words
                        .wrong(format!("there is no edition \"{other}\": normandy or series"));
                }
            },
            "turn" => {
                self.turn = words.number("the turn")?;
                if words.take("of") {
                    self.last_turn = words.number("the last turn")?;
                }
                self.last_turn =
                    if self.last_turn < self.turn { self.turn } else { self.last_turn };
                while let Some(flag) = words.next() {
                    match flag.as_str() {
                        "night" => self.flags.0 = true,
                        "day" => self.flags.0 = false,
                        "first-daylight" => self.flags.1 = true,
                        "last-before-night" => self.flags.2 = true,
                        other => {
                            return words.wrong(format!(
                                "\"{other}\" says nothing about a turn: night, day, first-daylight, last-before-night"
                            ));
                        }
                    }
                }
            }
            "weather" => self.data.weather = words::weather(words)?,
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
            "leader" => self.leader(words)?,
            "switch" => self.switch(words)?,
            "events" => self.data.events_chits = words.number("the number of Events chits")?,
            "night-assault" | "barrage" | "entrenchment" | "chit" | "phase" | "held" | "mug"
            | "first-mug" | "first-chit" | "bought" | "leader-since" | "victory"
            | "victory-step" | "handicap" | "holder" | "steps-lost" | "acted" | "attached"
            | "transferred" | "points" => {
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
                other => {
                    return words
                        .wrong(format!("\"{other}\" says nothing about a division: side, command, dispatch, cp, dp, night-assault"));
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
        let kind = DivisionKind {
            key: key.to_owned(),
            name: key.to_owned(),
            short: key.to_owned(),
            side,
            colour: "#888888".into(),
            // gts.data.division-default
            command_rating: 3,
            dispatch_rating: 4,
            start_cp: 5,
            start_dp: 2,
            road_blocks: 2,
            parks: 2,
            home_soil: false,
        };
        self.data.divisions.push(kind);
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
        self.data.formations.push(FormationKind {
            key: key.to_owned(),
            name: key.to_owned(),
            division,
            stripe: "#888888".into(),
            rearguards: 2,
        });
        Ok(FormationId(self.data.formations.len() as u8 - 1))
    }

    fn unit(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        if self.units.iter().any(|it| it.key == key) {
            return words
                .wrong(format!("there is a unit {key} already; \"change {key} …\" changes it"));
        }
        let arm = words
            .contains(|word| ARMS.iter().any(|it| it.0 == word))
            .unwrap_or("infantry")
            .to_owned();
        let arm = ARMS.iter().find(|it| it.0 == arm).map_or(Arm::Infantry, |it| it.1);
        let (division, formation) = match key.chars().next() {
            Some('a' | 'A') => ("A", "A1"),
            Some('b' | 'B') => ("B", "B1"),
            _ => ("", ""),
        };
        let (steps, front, back) = typical(arm);
        let mut unit = UnitText {
            line: words.line,
            key,
            arm,
            division: division.into(),
            formation: formation.into(),
            battalion: None,
            steps,
            front,
            back,
            at: At::Absent,
            column: false,
            mounted: false,
            ip: false,
            ent: false,
            suppressed: false,
            cohesion: 0,
            lost: 0,
            rallying: 0,
        };
        unit_words(&mut unit, words)?;
        if unit.division.is_empty() {
            return words.wrong(format!(
                "to whom does {} belong? A name starting with a or b belongs to side A or B; else write DIVISION/FORMATION",
                unit.key
            ));
        }
        self.units.push(unit);
        Ok(())
    }

    fn change(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        match self.units.iter_mut().find(|it| it.key == key) {
            Some(unit) => unit_words(unit, words),
            None => words.wrong(format!("there is no unit {key} to change")),
        }
    }

    fn leader(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the leader")?;
        // gts.data.leader-default
        let mut leader = LeaderText {
            line: words.line,
            key,
            formation: None,
            with: None,
            front: LeaderFace { command_range: 10, attachment: 6 },
            back: LeaderFace { command_range: 8, attachment: 4 },
            replaced: false,
            post: None,
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "of" => leader.formation = Some(words.need("the formation of the leader")?),
                "with" => leader.with = Some(words.need("the unit the leader is with")?),
                "range" => leader.front.command_range = words.number("range")?,
                "attachment" => leader.front.attachment = words.number("attachment")?,
                "back-range" => leader.back.command_range = words.number("back-range")?,
                "back-attachment" => leader.back.attachment = words.number("back-attachment")?,
                "replaced" => leader.replaced = true,
                "lost" => leader.post = Some(Post::Lost),
                "gone" => leader.post = Some(Post::Gone),
                "later" => leader.post = Some(Post::Later),
                other => {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about a leader: of FORMATION, with UNIT, range, attachment, back-range, \
                         back-attachment, replaced, lost, gone, later"
                    ));
                }
            }
        }
        self.leaders.push(leader);
        Ok(())
    }

    fn switch(&mut self, words: &mut Words) -> Read<()> {
        let name = words.need("the name of the switch")?;
        let on = match words.need("on or off")?.as_str() {
            "on" => true,
            "off" => false,
            other => return words.wrong(format!("a switch is on or off, not \"{other}\"")),
        };
        let switches = &mut self.data.switches;
        match name.as_str() {
            "counter-battery" => switches.counter_battery = on,
            "extra-cp-other-leader" => switches.extra_cp_other_leader = on,
            "direct-yellow-for-black-brown" => switches.direct_yellow_for_black_brown = on,
            "assault-restarts-at-fire-or-charge" => {
                switches.assault_restarts_at_fire_or_charge = on
            }
            other => return words.wrong(format!("there is no switch \"{other}\"")),
        }
        Ok(())
    }

    // Everything together.

    fn finish(mut self) -> Read<Battle> {
        self.turns();
        self.map()?;
        self.sides()?;
        self.place_units()?;
        self.place_leaders()?;
        let later = std::mem::take(&mut self.later);
        for (_, word, words) in &later {
            self.before(word, words.clone())?;
        }
        let (turn, posts) = (self.turn, self.posts());
        let units = self.units;
        let mut g = Battle::new(Shared::new(Arc::new(self.data)));
        g.turn = turn;
        for (i, unit) in units.iter().enumerate() {
            let id = UnitId(i as u8);
            g[id].rallying = unit.rallying;
            match &unit.at {
                At::Holding(entry) => {
                    let hex = find(&g.data().map, unit.line, entry)?;
                    g[id].place = Place::Holding(hex);
                }
                At::Eliminated => g[id].place = Place::Eliminated,
                _ => (),
            }
        }
        for (i, (post, replaced)) in posts.into_iter().enumerate() {
            if let Some(post) = post {
                g.leaders[i].post = post;
            }
            g.leaders[i].replaced = replaced;
        }
        g.phase = Phase::Chits;
        let mut chosen = false;
        for (_, word, words) in later {
            chosen |= matches!(word.as_str(), "chit" | "phase" | "mug" | "held");
            after(&mut g, &word, words)?;
        }
        if !chosen && let Some(unit) = g.data().units.first() {
            let chit = match unit.belongs {
                Belongs::Formation(formation) => Chit::Formation(formation),
                _ => Chit::Division(unit.division),
            };
            open(&mut g, chit, Stage::Actions);
        }
        // What the state keeps by heart of turn, weather and neighbours.
        note_sighting_range(&mut g);
        note_close_units(&mut g);
        Ok(g)
    }

    fn turns(&mut self) {
        let (night, first_daylight, last_before_night) = self.flags;
        self.data.turns = (1..=self.last_turn)
            .map(|n| Turn {
                date: "6 June 1944".into(),
                time: format!("turn {n}"),
                night: night && n == self.turn,
                first_daylight: first_daylight && n == self.turn,
                last_before_night: last_before_night && n == self.turn,
            })
            .collect();
    }

    fn map(&mut self) -> Read<()> {
        let line = self.line;
        let wrong = |line: usize, message: String| Wrong { line, message };
        let legend = self.data.map.legend().clone();
        let (columns, rows) = match (&self.size, self.rows.first()) {
            (_, Some(row)) => (row.len() as u16, self.rows.len() as u16),
            (Some((columns, rows, _)), None) => (*columns, *rows),
            (None, None) => (6, 5),
        };
        if 1024 < u32::from(columns) * u32::from(rows) {
            return Err(wrong(
                line,
                format!("{columns} columns and {rows} rows are more than 1024 hexes"),
            ));
        }
        let mut builder = MapBuilder::new(legend.clone(), columns, rows);
        builder.fill(self.size.as_ref().map_or("clear", |it| &it.2));
        for (r, row) in self.rows.iter().enumerate() {
            if row.len() != usize::from(columns) {
                let message = format!(
                    "row {} of the map has {} hexes, the first row has {columns}",
                    r + 1,
                    row.len()
                );
                return Err(wrong(line, message));
            }
            for (c, letter) in row.iter().enumerate() {
                let key = &self.letters[letter];
                builder.terrain(&format!("{:02}{:02}", c + 1, r + 1), key);
            }
        }
        let mut marked = BTreeSet::new();
        for (line, word, hexes) in &self.ground {
            let before = builder.errors().len();
            if let Some(key) = word.strip_prefix("terrain ") {
                for hex in hexes {
                    if !self.rows.is_empty() || !marked.insert(hex.clone()) {
                        return Err(wrong(*line, "\"terrain\" goes with \"map 6x5\", once a hex; else draw it in the rows".into()));
                    }
                    builder.terrain(hex, key);
                }
            } else if legend.side(word).is_some() {
                for pair in hexes {
                    let Some((from, to)) = pair.split_once(['-', '>']) else {
                        return Err(wrong(
                            *line,
                            format!(
                                "a hexside is written 0101-0201 (or 0101>0201 uphill), not \"{pair}\""
                            ),
                        ));
                    };
                    builder.side_between(from, to, word);
                }
            } else if legend.route(word).is_some() {
                builder.route(word, hexes);
            } else {
                for hex in hexes {
                    builder.feature(hex, word);
                }
            }
            if let Some(error) = builder.errors().get(before) {
                return Err(wrong(*line, error.to_string()));
            }
        }
        self.data.map = builder.build().map_err(|it| {
            wrong(line, it.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        })?;
        let rules = SightRules {
            crest_along_line_blocks: self
                .data
                .tables
                .edition(self.data.edition)
                .crest_along_line_blocks,
            heights: false,
            max_range: FURTHEST_SIGHT,
        };
        self.data.sight = Sight::new(&self.data.map, rules, &[]);
        Ok(())
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

    fn place_units(&mut self) -> Read<()> {
        let units = self.units.clone();
        if 254 < units.len() {
            return Err(Wrong { line: self.line, message: "at most 254 units".into() });
        }
        let mut stood: BTreeMap<HexId, (Side, bool)> = BTreeMap::new();
        for unit in units {
            let words = Words::new(unit.line, "");
            let belongs = match unit.formation.as_str() {
                "white" => Belongs::WhiteStripe,
                "black" => Belongs::BlackStripe,
                key => Belongs::Formation(self.formation(&words, &unit.division, key)?),
            };
            let division = self.division_id(&words, &unit.division, None)?;
            let side = self.data.divisions[usize::from(division.0)].side;
            let at = match &unit.at {
                At::Hex(label) => {
                    let hex = find(&self.data.map, unit.line, label)?;
                    let (holder, column) = stood.entry(hex).or_insert((side, false));
                    if *holder != side {
                        return words
                            .wrong(format!("{} stands in {label} with an enemy", unit.key));
                    }
                    if *column && unit.column {
                        return words.wrong(format!(
                            "{} is the second unit in column in {label}",
                            unit.key
                        ));
                    }
                    *column |= unit.column;
                    Start::Hex(hex)
                }
                At::Later { turn, entry } => Start::Reinforcement {
                    turn: *turn,
                    entry: find(&self.data.map, unit.line, entry)?,
                },
                _ => Start::Absent,
            };
            if unit.mounted && !matches!(unit.back, Back::Transport(_)) {
                return words.wrong(format!(
                    "{} is mounted but has no transport side: transport (…)",
                    unit.key
                ));
            }
            if 2 < unit.steps
                || unit.steps < unit.lost
                || (unit.lost == unit.steps && 0 < unit.steps)
                || 2 < unit.cohesion
            {
                return words.wrong(format!("{}: a unit has 0 to 2 steps, not all of them lost, and at most 2 cohesion hits", unit.key));
            }
            self.data.unit_starts.push(UnitStart {
                at,
                column: unit.column,
                mounted: unit.mounted,
                improved_position: unit.ip,
                entrenched: unit.ent,
                steps_lost: unit.lost,
                cohesion: unit.cohesion,
                suppressed: unit.suppressed,
                parked: false,
                delay: None,
                hero: false,
                heroic: false,
                contact: None,
            });
            self.data.units.push(UnitKind {
                key: unit.key.clone(),
                name: unit.key.clone(),
                side,
                division,
                belongs,
                battalion: unit.battalion.clone(),
                arm: unit.arm,
                steps: unit.steps,
                front: unit.front,
                back: unit.back,
                flak: None,
                contact: None,
                exceptions: Default::default(),
                armoured79: false,
                ship: None,
            });
        }
        Ok(())
    }

    fn place_leaders(&mut self) -> Read<()> {
        let leaders = self.leaders.clone();
        if 60 < leaders.len() {
            return Err(Wrong { line: self.line, message: "at most 60 leaders".into() });
        }
        for leader in leaders {
            let words = Words::new(leader.line, "");
            let with = match &leader.with {
                Some(key) => match self.data.units.iter().position(|it| it.key == *key) {
                    Some(at) => Some(UnitId(at as u8)),
                    None => {
                        return words
                            .wrong(format!("there is no unit {key} for leader {}", leader.key));
                    }
                },
                None => None,
            };
            let of_unit = with.and_then(|it| match self.data.units[usize::from(it.0)].belongs {
                Belongs::Formation(formation) => Some(formation),
                _ => None,
            });
            let formation = match &leader.formation {
                Some(key) => self
                    .data
                    .formations
                    .iter()
                    .position(|it| it.key == *key)
                    .map(|it| FormationId(it as u8)),
                None => of_unit,
            };
            let Some(formation) = formation else {
                return words.wrong(format!(
                    "of which formation is leader {}? Write: of FORMATION, one that has units",
                    leader.key
                ));
            };
            if with.is_none() && leader.post.is_none() {
                return words.wrong(format!(
                    "where is leader {}? with UNIT, lost, gone or later",
                    leader.key
                ));
            }
            self.data.leaders.push(LeaderKind {
                key: leader.key.clone(),
                name: leader.key.clone(),
                formation,
                front: leader.front,
                back: leader.back,
            });
            self.data.leader_starts.push(with);
        }
        Ok(())
    }

    fn posts(&self) -> Vec<(Option<Post>, bool)> {
        self.leaders.iter().map(|it| (it.post, it.replaced)).collect()
    }

    /// What belongs to the data, once units and divisions are known.
    fn before(&mut self, word: &str, mut words: Words) -> Read<()> {
        match word {
            "night-assault" => {
                let key = words.need("a division")?;
                let id = self.division_id(&words, &key, None)?;
                self.data.night_assault.push(id);
            }
            "entrenchment" => {
                let side = words::side(&mut words)?;
                for label in words.rest() {
                    self.data
                        .empty_entrenchments
                        .push((find(&self.data.map, words.line, &label)?, side));
                }
            }
            "first-mug" => {
                let mut mug = Vec::new();
                while words.peek().is_some() {
                    mug.push(words::chit(&mut words, &self.data)?);
                }
                self.data.first_mug = Some(mug);
            }
            "first-chit" => self.data.first_chit = Some(words::chit(&mut words, &self.data)?),
            "victory" => {
                let label = words.need("a hex")?;
                let mut hex = VictoryHex {
                    hex: find(&self.data.map, words.line, &label)?,
                    name: label,
                    points: 1,
                    owner: Side::Second,
                };
                while let Some(word) = words.next() {
                    match word.as_str() {
                        "points" => hex.points = words.number("points")?,
                        "owner" => hex.owner = words::side(&mut words)?,
                        other => {
                            return words.wrong(format!(
                                "\"{other}\" says nothing about a victory hex: points, owner"
                            ));
                        }
                    }
                }
                self.data.victory.hexes.push(hex);
            }
            "victory-step" => {
                let side = words::side(&mut words)?;
                self.data.victory.per_enemy_step[side.index()] = words.number("points a step")?;
            }
            "handicap" => {
                let side = words::side(&mut words)?;
                self.data.victory.handicap[side.index()] = words.number("points")?;
            }
            _ => return Ok(()),
        }
        words.end()
    }
}

/// What belongs to the position.
fn after(g: &mut Battle, word: &str, mut words: Words) -> Read<()> {
    match word {
        "barrage" => {
            let barrage = match words.need("light or heavy")?.as_str() {
                "light" => Barrage::Light,
                "heavy" => Barrage::Heavy,
                other => {
                    return words.wrong(format!("a barrage is light or heavy, not \"{other}\""));
                }
            };
            for label in words.rest() {
                g.barrages.push((find(&g.data().map, words.line, &label)?, barrage));
            }
            g.barrages.sort_unstable();
        }
        "chit" => {
            let chit = words::chit(&mut words, g.data())?;
            let stage = match words.next().as_deref() {
                None | Some("actions") => Stage::Actions,
                Some("opening") => Stage::Opening,
                Some("transfers") => Stage::Transfers,
                Some(other) => {
                    return words.wrong(format!(
                        "a chit is at its opening, actions or transfers, not \"{other}\""
                    ));
                }
            };
            open(g, chit, stage);
        }
        "phase" => {
            g.phase = match words.need("a letter of the sequence of play")?.as_str() {
                "A" => Phase::Weather,
                "B" => Phase::Air(Side::First),
                "C" => Phase::Reinforcements,
                "D.I" => Phase::Conversion(Side::First),
                "D.II" => Phase::Purchase { done: [false, false] },
                "E" | "E.I" => Phase::Parks(Side::First),
                "E.II" => Phase::Contact(Side::First),
                "E.III" => Phase::GiveUpContact(Side::First),
                "F" => Phase::Transfers,
                "G" => Phase::Mug,
                "H" => Phase::Chits,
                "I" => Phase::Cleanup,
                "J" => Phase::End,
                other => {
                    return words.wrong(format!(
                        "there is no step \"{other}\": A, B, C, D.I, D.II, E.I, … J"
                    ));
                }
            };
        }
        "held" => g.held = Some(words::chit(&mut words, g.data())?),
        "mug" => {
            while words.peek().is_some() {
                let chit = words::chit(&mut words, g.data())?;
                g.mug.push(chit);
            }
            g.mug.sort_unstable();
        }
        "bought" => {
            let formation = formation(g, &mut words)?;
            g.chits[usize::from(formation.0)].state = match words.need("now or next")?.as_str() {
                "now" => ChitState::ThisTurn,
                "next" => ChitState::NextTurn,
                other => {
                    return words.wrong(format!("a chit is bought now or next, not \"{other}\""));
                }
            };
        }
        "leader-since" => {
            let formation = formation(g, &mut words)?;
            let since = if words.take("never") { None } else { Some(words.number("the turn")?) };
            g.chits[usize::from(formation.0)].leader_since = since;
        }
        "holder" => {
            let label = words.need("a hex")?;
            let hex = find(&g.data().map, words.line, &label)?;
            let side = words::side(&mut words)?;
            match g.data().victory.hexes.iter().position(|it| it.hex == hex) {
                Some(at) => g.holders[at] = side,
                None => return words.wrong(format!("{label} is no victory hex")),
            }
        }
        "steps-lost" => {
            let side = words::side(&mut words)?;
            g.steps_lost[side.index()] = words.number("steps")?;
        }
        "points" => {
            let key = words.need("a division")?;
            let Some(at) = g.data().divisions.iter().position(|it| it.key == key) else {
                return words.wrong(format!("there is no division \"{key}\""));
            };
            while let Some(word) = words.next() {
                match word.as_str() {
                    "cp" => g.points[at].cp = words.number("cp")?,
                    "dp" => g.points[at].dp = words.number("dp")?,
                    other => return words.wrong(format!("points are cp and dp, not \"{other}\"")),
                }
            }
        }
        "acted" => {
            for key in words.rest() {
                let Some(at) = g.data().units.iter().position(|it| it.key == key) else {
                    return words.wrong(format!("there is no unit \"{key}\""));
                };
                if let Some(active) = &mut g.active {
                    active.acted.insert(UnitId(at as u8));
                }
            }
        }
        "attached" => {
            let n = words.number("units attached")?;
            if let Some(active) = &mut g.active {
                active.attached = n;
            }
        }
        "transferred" => {
            for key in words.rest() {
                let Some(at) = g.data().leaders.iter().position(|it| it.key == key) else {
                    return words.wrong(format!("there is no leader \"{key}\""));
                };
                if let Some(active) = &mut g.active {
                    active.transferred |= 1 << at;
                }
            }
        }
        _ => return Ok(()),
    }
    words.end()
}

fn formation(g: &Battle, words: &mut Words) -> Read<FormationId> {
    let key = words.need("a formation")?;
    match g.data().formations.iter().position(|it| it.key == key) {
        Some(at) => Ok(FormationId(at as u8)),
        None => words.wrong(format!("there is no formation \"{key}\"")),
    }
}

fn open(g: &mut Battle, chit: Chit, stage: Stage) {
    let data = g.data();
    let side = match chit {
        Chit::Division(id) => data.divisions[usize::from(id.0)].side,
        Chit::Formation(id) => {
            let division = data.formations[usize::from(id.0)].division;
            data.divisions[usize::from(division.0)].side
        }
        Chit::DirectCommand(side) => side,
        Chit::Events | Chit::RoyalMarines | Chit::Naval => return,
    };
    g.active = Some(Active::new(chit, side, stage));
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

/// What follows the name of a unit.
fn unit_words(unit: &mut UnitText, words: &mut Words) -> Read<()> {
    while let Some(word) = words.next() {
        let not = word == "not";
        let word = if not { words.need("what the unit is not")? } else { word };
        match word.as_str() {
            "column" => unit.column = !not,
            "suppressed" => unit.suppressed = !not,
            "mounted" => unit.mounted = !not,
            "ip" => unit.ip = !not,
            "ent" => unit.ent = !not,
            other if not => {
                return words
                    .wrong(format!("\"not {other}\": only column, suppressed, mounted, ip, ent"));
            }
            "cohesion" => unit.cohesion = words.number("cohesion")?,
            "lost" => unit.lost = words.number("lost")?,
            "rallying" => unit.rallying = words.number("rallying")?,
            "at" => unit.at = At::Hex(words.need("a hex")?),
            "holding" => unit.at = At::Holding(words.need("the entry hex")?),
            "later" => {
                let turn = words.number("the turn of arrival")?;
                unit.at = At::Later { turn, entry: words.need("the entry hex")? };
            }
            "eliminated" => unit.at = At::Eliminated,
            "absent" => unit.at = At::Absent,
            "battalion" => unit.battalion = Some(words.need("a battalion")?),
            "steps" => unit.steps = words.number("steps")?,
            "reduced" => unit.back = Back::Reduced(back_face(unit.front, words)?),
            "transport" => {
                let blank = Face {
                    fire: None,
                    range: PrintedRange::Unprinted,
                    assault: None,
                    tq: 2,
                    red_tq: false,
                    movement: Movement::Points(18, MoveClass::Wheeled),
                    mounted: true,
                    ..unit.front
                };
                unit.back = Back::Transport(back_face(blank, words)?);
            }
            "blank" => unit.back = Back::Blank,
            other if other.contains('/') => {
                let (division, formation) = other.split_once('/').unwrap_or_default();
                unit.division = division.to_owned();
                unit.formation = formation.to_owned();
            }
            other if ARMS.iter().any(|it| it.0 == other) => {
                unit.arm = ARMS.iter().find(|it| it.0 == other).map_or(unit.arm, |it| it.1);
            }
            other if other.parse::<u8>().is_ok() => {
                if !words.take("steps") && !words.take("step") {
                    return words.wrong(format!(
                        "what is {other}? \"2 steps\", \"fire 5 red\", \"tq 6\" …"
                    ));
                }
                unit.steps = other.parse().unwrap_or_default();
            }
            other => {
                if !face_word(&mut unit.front, other, words)? {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about a unit; see cases/README.md"
                    ));
                }
            }
        }
    }
    Ok(())
}

fn face_word(face: &mut Face, word: &str, words: &mut Words) -> Read<bool> {
    match word {
        "fire" => face.fire = words::fire(words)?,
        "range" => face.range = words::range(words)?,
        "assault" => face.assault = words::assault(words)?,
        "defense" => (face.defense, face.armoured) = words::defense(words)?,
        "tq" => (face.tq, face.red_tq) = words::tq(words)?,
        "ma" => face.movement = words::movement(words)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// `(fire 3 red tq 5)`: what the back shows differently; nothing in brackets if it shows the same.
fn back_face(mut face: Face, words: &mut Words) -> Read<Face> {
    if !words.take("(") {
        return Ok(face);
    }
    loop {
        let word = words.need("\")\"")?;
        if word == ")" {
            return Ok(face);
        }
        if !face_word(&mut face, &word, words)? {
            return words
                .wrong(format!("\"{word}\" is no rating: fire, range, assault, defense, tq, ma"));
        }
    }
}

/// A unit of its kind, unless the case says otherwise.
fn typical(arm: Arm) -> (u8, Face, Back) {
    let infantry = Face {
        fire: Some((5, Colour::Red)),
        range: PrintedRange::Hexes(1),
        assault: Some(AssaultRating { value: 5, row: None, double: false }),
        defense: 0,
        armoured: false,
        tq: 6,
        red_tq: false,
        movement: Movement::Points(8, MoveClass::Leg),
        mounted: false,
    };
    let tank = Face {
        fire: Some((6, Colour::White)),
        range: PrintedRange::Hexes(5),
        assault: Some(AssaultRating { value: 4, row: Some(Colour::Yellow), double: false }),
        armoured: true,
        movement: Movement::Points(14, MoveClass::Tracked),
        ..infantry
    };
    let gun = |value, colour, range| Face {
        fire: Some((value, colour)),
        range: PrintedRange::Hexes(range),
        assault: None,
        movement: Movement::Star,
        ..infantry
    };
    match arm {
        Arm::Tank | Arm::DdTank | Arm::TankDestroyer | Arm::AssaultGun | Arm::ArmouredEngineer => {
            (2, tank, Back::Blank)
        }
        Arm::Reconnaissance => {
            let movement = Movement::Points(18, MoveClass::Wheeled);
            (
                1,
                Face {
                    fire: Some((4, Colour::White)),
                    range: PrintedRange::Hexes(3),
                    movement,
                    ..tank
                },
                Back::Blank,
            )
        }
        Arm::MachineGun => {
            (1, Face { range: PrintedRange::Hexes(3), assault: None, ..infantry }, Back::Blank)
        }
        Arm::Engineer | Arm::Headquarters => (1, infantry, Back::Blank),
        Arm::AntiTank => (1, gun(6, Colour::Blue, 5), Back::Blank),
        Arm::AntiAircraft => (1, gun(6, Colour::White, 4), Back::Blank),
        Arm::Mortar => (
            1,
            Face { movement: Movement::Points(6, MoveClass::Leg), ..gun(4, Colour::Green, 6) },
            Back::Blank,
        ),
        Arm::LightMortar => (
            1,
            Face { movement: Movement::Points(8, MoveClass::Leg), ..gun(4, Colour::Purple, 2) },
            Back::Blank,
        ),
        Arm::Artillery => (1, gun(6, Colour::Orange, 24), Back::Blank),
        Arm::SelfPropelledArtillery => (
            1,
            Face {
                movement: Movement::Points(12, MoveClass::Tracked),
                ..gun(6, Colour::Orange, 20)
            },
            Back::Blank,
        ),
        Arm::CoastalBattery => {
            (1, Face { movement: Movement::No, ..gun(6, Colour::Black, 30) }, Back::Blank)
        }
        Arm::Rearguard => {
            let face = Face {
                fire: Some((3, Colour::Red)),
                assault: None,
                tq: 5,
                movement: Movement::No,
                ..infantry
            };
            (0, face, Back::Blank)
        }
        _ => (2, infantry, Back::Blank),
    }
}
