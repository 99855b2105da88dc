//! Where a case begins. Table, forces and scenario are written as the files of a module that nobody plays and read by the
//! loader, so that a case has the defaults and the refusals of modules; then everybody is put where the case says.

mod draft;

use std::sync::Arc;

use module::{Library, Shape};
use skirmish::Skirmish;
use skirmish::data::{Scene, Side};
use skirmish::state::{Phase, Presence};
use tabletop::Smoke;
use testkit::cases::words::{Read, Words, Wrong};
use testkit::cases::{Begins, Case, Situation, Text};

use self::draft::Draft;
use super::places::{self, place, side};
use super::{TABLES, fields, phases};

pub(super) fn build(case: &Case) -> Read<Situation<crate::Skirmish>> {
    let mut reader = Reader::default();
    for Text { line, text } in case.situation() {
        for part in text.split(';').filter(|it| !it.trim().is_empty()) {
            reader.statement(&mut Words::new(*line, part))?;
        }
    }
    let named = reader.phase.is_some();
    let new_game = matches!(reader.phase, Some(Phase::SetUp { .. }));
    let g = reader.finish(case.line)?;
    let begins = if named { Begins::Running } else { Begins::AtQuestion };
    Ok(Situation { g, begins, new_game, draws: () })
}

/// What the statements say: the files, and what is set when they are loaded.
#[derive(Default)]
struct Reader {
    draft: Draft,
    phase: Option<Phase>,
    later: Vec<Later>,
}

/// Set when the game stands.
enum Later {
    Element(String, Words),
    Battery(String, Words),
    Turn(u8),
    Initiative(Side),
    First(Side),
    Smoke(Smoke),
    Holder(String, Option<Side>),
}

impl Reader {
    fn statement(&mut self, words: &mut Words) -> Read<()> {
        let head = words.need("a statement")?;
        match head.as_str() {
            "element" => {
                let key = words.need("the key of an element")?;
                self.draft.element(&key, words)?;
                self.later.push(Later::Element(key, words.remaining()));
                words.rest();
            }
            "dummy" => {
                let key = words.need("the key of a dummy")?;
                self.draft.dummy(&key, words)?;
                self.later.push(Later::Element(key, words.remaining()));
                words.rest();
            }
            "change" => {
                let key = words.need("the key of an element")?;
                self.later.push(Later::Element(key, words.remaining()));
                words.rest();
            }
            "battery" => {
                let key = words.need("the key of a battery")?;
                self.draft.battery(&key, words)?;
                self.later.push(Later::Battery(key, words.remaining()));
                words.rest();
            }
            "turn" => self.later.push(Later::Turn(words.number("a turn")?)),
            "initiative" => self.later.push(Later::Initiative(side(words)?)),
            "first" => self.later.push(Later::First(side(words)?)),
            "phase" => self.phase = Some(phases::read(words)?),
            "smoke" => {
                let at = place(words)?.point();
                let hindrances = words.number("hindrances")?;
                let radius = 3 * tabletop::INCH;
                self.later.push(Later::Smoke(Smoke { at, radius, hindrances }));
            }
            "holder" => {
                let key = words.need("an objective")?;
                let holder = if words.take("nobody") { None } else { Some(side(words)?) };
                self.later.push(Later::Holder(key, holder));
            }
            _ => self.draft.statement(&head, words)?,
        }
        words.end()
    }

    fn finish(self, line: usize) -> Read<Skirmish> {
        let scene = load(&self.draft.files())
            .map_err(|message| Wrong { line, message: format!("the loader says:\n{message}") })?;
        let mut g = Skirmish::new(scene);
        g.turn = 1;
        // A new game has it from the rules.
        if !matches!(self.phase, Some(Phase::SetUp { .. })) {
            (g.initiative, g.first_mover) = (Side::First, Side::First);
        }
        for it in self.later {
            it.set(&mut g, line)?;
        }
        g.phase = self.phase.unwrap_or(Phase::Movement { second: false });
        if matches!(g.phase, Phase::SetUp { .. } | Phase::Ready) {
            g.turn = 0;
        }
        if !matches!(g.phase, Phase::SetUp { .. }) {
            for side in Side::BOTH {
                skirmish::hiding::number_counters(&mut g, side);
            }
        }
        Ok(g)
    }
}

impl Later {
    fn set(self, g: &mut Skirmish, line: usize) -> Read<()> {
        let unknown = |key: &str| Wrong { line, message: format!("there is no \"{key}\"") };
        match self {
            Later::Element(key, mut words) => {
                let id = places::element_called(g, &key).ok_or_else(|| unknown(&key))?;
                fields::set_all(g, id, &mut words)?;
                if g.data(id).dummy && g[id].presence == Presence::Revealed {
                    g[id].presence = Presence::Hidden;
                }
            }
            Later::Battery(key, mut words) => {
                let id = places::battery_called(g, &key).ok_or_else(|| unknown(&key))?;
                while let Some(word) = words.next() {
                    match word.as_str() {
                        "he" => g[id].he_rounds = fields::read_rounds(&mut words)?,
                        "smoke" => g[id].smoke_rounds = fields::read_rounds(&mut words)?,
                        "mission" => g[id].mission = fields::read_mission(&mut words)?,
                        other => return words.wrong(format!("a battery has no \"{other}\"")),
                    }
                }
            }
            Later::Turn(turn) => g.turn = turn,
            Later::Initiative(side) => g.initiative = side,
            Later::First(side) => g.first_mover = side,
            Later::Smoke(smoke) => g.smoke.push(smoke),
            Later::Holder(key, holder) => {
                let at = g.scene.objectives.iter().position(|it| it.key == key);
                g.objectives[at.ok_or_else(|| unknown(&key))?] = holder;
            }
        }
        Ok(())
    }
}

/// Reads the files of a case by the loader, with the tables we ship.
pub(super) fn load(files: &[(String, String)]) -> Result<Arc<Scene>, String> {
    let tables = ("skirmish/tables.toml".to_owned(), TABLES.to_owned());
    let files = files.iter().cloned().chain([tables]);
    let files = files.map(|(path, text)| (path, text.into_bytes()));
    let library = Library::from_files(&[Shape::of::<crate::Skirmish>()], files);
    let loaded = library.load::<crate::Skirmish>("cases", "case");
    loaded.map(|it| it.data).map_err(|it| it.to_string())
}

/// The files of the situation of a case with nothing said, and further lines at the end of one of them.
pub(super) fn load_with(file: &str, more: &str) -> Result<(), String> {
    let mut draft = Draft::default();
    for key in ["a1", "b1"] {
        let read = draft.element(key, &mut Words::new(0, "rifle"));
        read.map_err(|it| it.message)?;
    }
    let mut files = draft.files();
    for (path, text) in &mut files {
        if path.ends_with(file) {
            text.push_str(&more.replace("\\n", "\n"));
        }
    }
    load(&files).map(|_| ())
}

/// Words of the rules that stand in a statement: `veteran`.
pub(super) fn take<T: kernel::Word>(words: &mut Words) -> Option<T> {
    let found = words.peek().and_then(T::read)?;
    words.next();
    Some(found)
}

/// The key of a word in a file.
pub(super) fn key<T: kernel::Word>(word: T) -> &'static str {
    word.key()
}

/// What the reader of files calls a side.
pub(super) const fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "a",
        Side::Second => "b",
    }
}
