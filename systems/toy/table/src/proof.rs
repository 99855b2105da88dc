//! What proves the system: its case words, its laws, its playthrough.

use std::cell::Cell;
use std::collections::BTreeSet;

use board::HexId;
use kernel::{Dice, DiceSource, Game as _, Item, Line, PendingAsk, Reply, Session, Throw, Unfit};
use module::{Library, Shape};
use play::System as _;
use testkit::cases::{BlockKind, Case, Failure, Played, Text};
use testkit::golden::{Told, plan};
use testkit::laws::Lawful;
use toy::{Night, Side};

use crate::{NAMES, Toy, label};

/// The scenario that lies beside the system; it is not among those we ship.
fn start() -> Result<Vec<(String, Night)>, String> {
    let files = [
        ("module.toml", include_str!("../../modules/toy/courier/module.toml")),
        (
            "scenarios/one-night.toml",
            include_str!("../../modules/toy/courier/scenarios/one-night.toml"),
        ),
    ];
    let files = files.map(|(name, text)| (format!("toy/courier/{name}"), text.into()));
    let library = Library::from_files(&[Shape::of::<Toy>()], files);
    let data = library.load::<Toy>("courier", "one-night").map_err(|it| it.to_string())?.data;
    Ok(vec![("toy/courier/one-night".into(), Night::new(data))])
}

/// What a case can set and expect of the state, each once: its word, and the value from and to words.
type Field = (&'static str, fn(&Night) -> String, fn(&mut Night, &str) -> Option<()>);
const FIELDS: [Field; 9] = [
    ("hour", |g| g.hour.to_string(), |g, it| it.parse().ok().map(|it| g.hour = it)),
    ("courier", |g| label(g, g.courier), |g, it| g.data.map.find(it).map(|it| g.courier = it)),
    ("patrol", |g| label(g, g.patrol), |g, it| g.data.map.find(it).map(|it| g.patrol = it)),
    ("papers", |g| g.papers.to_string(), |g, it| it.parse().ok().map(|it| g.papers = it)),
    ("dark", |g| g.dark.to_string(), |g, it| it.parse().ok().map(|it| g.dark = it)),
    ("sprung", |g| g.sprung.to_string(), |g, it| it.parse().ok().map(|it| g.sprung = it)),
    ("farm", |g| some(g, g.farm), |g, it| g.data.map.find(it).map(|it| g.farm = Some(it))),
    ("ambush", |g| some(g, g.ambush), |g, it| g.data.map.find(it).map(|it| g.ambush = Some(it))),
    (
        "winner",
        |g| g.winner.map_or("nobody".into(), |it| NAMES[it as usize].to_lowercase()),
        |_, _| None,
    ),
];

fn some(g: &Night, hex: Option<HexId>) -> String {
    hex.map_or("unknown".into(), |it| label(g, it))
}

/// `courier 0102`, and of what a seat sees `guard sees farm unknown`.
fn holds(g: &Night, line: &str) -> Option<bool> {
    let side = |word: &str| match word {
        "courier" => Some(Some(Side::Courier)),
        "guard" => Some(Some(Side::Guard)),
        "spectator" => Some(None),
        _ => None,
    };
    if let Some((who, rest)) = line.split_once(" sees ") {
        return holds(&g.seen_by(side(who)?), rest);
    }
    let (word, value) = line.split_once(' ')?;
    FIELDS.iter().find(|it| it.0 == word).map(|it| it.1(g) == value)
}

/// The dice of a case, in the order they are thrown.
struct Thrown(Vec<u32>, Cell<bool>);

impl DiceSource for Thrown {
    fn throw(&self, n: u64, _: Dice) -> Throw {
        self.1.set(self.1.get() || self.0.len() as u64 <= n);
        Throw(self.0.get(n as usize).map_or(0, |it| it - 1))
    }
}

impl Played for Toy {
    fn case(case: &Case) -> Result<BTreeSet<String>, Failure> {
        let fail = |line: usize, message: String| {
            let (file, case, context) = (case.file.clone(), case.title.clone(), String::new());
            Failure { file, line, case, message, context }
        };
        let mut g = start().map_err(|it| fail(case.line, it))?.remove(0).1;
        let of =
            |kind| case.blocks.iter().filter(move |it| it.kind == kind).flat_map(|it| &it.lines);
        for Text { line, text } in of(BlockKind::Situation) {
            let set = text.split_once(' ').and_then(|(word, value)| {
                FIELDS.iter().find(|it| it.0 == word).and_then(|it| it.2(&mut g, value))
            });
            set.ok_or_else(|| fail(*line, format!("\"{text}\" says nothing about the night")))?;
        }
        let plays = || {
            of(BlockKind::Play)
                .flat_map(|it| it.text.split(" / ").map(|word| (it.line, word.trim())))
        };
        let dice = plays().filter_map(|it| {
            it.1.strip_prefix("die ")?.parse().ok().filter(|it| (1..=6).contains(it))
        });
        let dice = Thrown(dice.collect(), Cell::new(false));
        let mut session = Session::open(g.clone(), Vec::new(), &dice)
            .map_err(|it| fail(case.line, it.to_string()))?;
        let mut refused = String::new();
        for (line, word) in plays().filter(|it| !it.1.starts_with("die ")) {
            let asked = session.pending().and_then(|it| {
                it.asks.iter().find(|it| session.sealed(Night::seat(it.ask.who)).is_none())
            });
            let asked = asked.ok_or_else(|| fail(line, "nobody is asked".into()))?;
            let hexes: Option<Vec<HexId>> =
                word.split(' ').skip(1).map(|it| g.data.map.find(it)).collect();
            let hexes = hexes
                .ok_or_else(|| fail(line, format!("\"{word}\" names a hex that is not there")))?;
            let option = asked.options.iter().position(|it| hexes == [*it]);
            let reply = if asked.ready.is_some() {
                plan(&hexes)
            } else {
                Reply::Option(option.unwrap_or(99))
            };
            let rule = asked.ask.rule.code;
            let answered = session.answer(Night::seat(asked.ask.who), &reply, &dice).map(drop);
            match answered {
                // What is not offered is refused by the question.
                Err(Unfit::NoSuchOption { .. }) => refused = rule.into(),
                Ok(()) => {}
                Err(Unfit::Objected(it)) => refused = it.rule.code.into(),
                Err(it) => return Err(fail(line, it.to_string())),
            }
        }
        let thrown =
            session.log().iter().filter(|it| matches!(it.item, Item::Threw { .. })).count();
        if dice.1.get() || thrown != dice.0.len() {
            return Err(fail(
                case.line,
                format!("{thrown} dice are thrown, the case gives {}", dice.0.len()),
            ));
        }
        let cited: BTreeSet<String> = session.log().iter().flat_map(cites).collect();
        let asks: Vec<&str> = session
            .pending()
            .iter()
            .flat_map(|it| it.asks.iter().map(|it| it.ask.rule.code))
            .collect();
        let mut changed = false;
        for Text { line, text } in of(BlockKind::Expect) {
            let (still, text) =
                text.strip_prefix("still ").map_or((false, text.as_str()), |it| (true, it));
            let (now, before) = match text.split_once(' ') {
                Some(("asks", rule)) => (asks.contains(&rule), still),
                Some(("cites", rule)) => (cited.contains(rule), still),
                Some(("refused", rule)) => (refused == rule, still),
                _ => {
                    let unknown = || fail(*line, format!("\"{text}\" is no expectation"));
                    (holds(session.now(), text).ok_or_else(unknown)?, holds(&g, text) == Some(true))
                }
            };
            changed |= !before;
            if !now || (still && !before) {
                let found: Vec<String> =
                    FIELDS.iter().map(|it| format!("{} {}", it.0, it.1(session.now()))).collect();
                return Err(fail(
                    *line,
                    format!(
                        "expected {text}\nfound {}; asks {asks:?}; refused {refused:?}",
                        found.join(", ")
                    ),
                ));
            }
        }
        let is_played = plays().next().is_some();
        let all_still = of(BlockKind::Expect).all(|it| it.text.starts_with("still "));
        if is_played && !changed && !all_still {
            return Err(fail(case.line, testkit::cases::proof::PROVES_NOTHING.into()));
        }
        Ok(cited.into_iter().chain(asks.into_iter().map(str::to_owned)).collect())
    }
}

fn cites(line: &Line<Night>) -> Vec<String> {
    let mut codes = vec![line.rule.code.to_owned()];
    if let Item::Counted(ledger) = &line.item {
        codes.extend(ledger.0.iter().map(|it| it.0.code.to_owned()));
    }
    codes
}

impl Lawful for Toy {
    fn more_starts() -> Result<Vec<(String, Night)>, String> {
        start()
    }
    fn holds(g: &Night, _: &Night) -> Result<(), String> {
        let ok = g.hour <= g.data.hours && (g.hour == 0) == g.ambush.is_none();
        if ok { Ok(()) } else { Err(format!("{g:?}")) }
    }
    fn holds_at_rest(g: &Night, _: &Night) -> Result<(), String> {
        if g.hour == 0 || g.farm.is_some() { Ok(()) } else { Err(format!("{g:?}")) }
    }
    fn follows(g: &Night, before: &Night) -> Result<(), String> {
        let back =
            g.hour < before.hour || (g.papers && !before.papers) || (before.sprung && !g.sprung);
        if back { Err(format!("{before:?}\n{g:?}")) } else { Ok(()) }
    }
    fn most_decisions(start: &Night) -> u64 {
        2 + 2 * u64::from(start.data.hours)
    }
}

impl Told for Toy {
    fn told_starts() -> Result<Vec<(String, Night)>, String> {
        start()
    }
    fn tell(g: &Night, line: &Line<Night>) -> String {
        match &line.item {
            Item::Happened((_, text)) => format!("  [{}] {text}", line.rule.code),
            _ => play::detail::<Toy>(&g.seen_by(None), line)
                .map_or_else(String::new, |it| format!("    {}", it.text)),
        }
    }
    fn tell_question(g: &Night, ask: &PendingAsk<Night>) -> (String, Vec<String>) {
        let seen = g.seen_by(Some(ask.ask.who));
        let plans = ask.ready.iter().flatten().map(|it| Toy::planned(&seen, it));
        let labels = ask.options.iter().map(|it| label(g, *it)).chain(plans).collect();
        (format!("[{}] {}:", ask.ask.rule.code, NAMES[ask.ask.who as usize]), labels)
    }
}
