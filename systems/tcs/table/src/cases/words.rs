//! Words of the Tactical Combat Series: sides, units, hexes, phases, fractions of a movement point.

use board::{HexId, Map};
use tcs::Battle;
use tcs::data::Data;
use tcs::id::{Clock, SheetId, Side, UnitId};
use tcs::state::{ActionStep, AirStep, CommandStep, Guns, Phase};

pub(super) use testkit::cases::words::{Read, Words, Wrong};

pub(super) fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

pub(super) const fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "A",
        Side::Second => "B",
    }
}

pub(super) fn side(words: &mut Words) -> Read<Side> {
    let word = words.need("a side, A or B")?;
    match word.as_str() {
        "A" => Ok(Side::First),
        "B" => Ok(Side::Second),
        _ => words.wrong(format!("a side is A or B, not \"{word}\"")),
    }
}

/// The side a name belongs to by its first letter.
pub(super) fn side_by_name(name: &str) -> Option<Side> {
    match name.chars().next() {
        Some('a' | 'A') => Some(Side::First),
        Some('b' | 'B') => Some(Side::Second),
        _ => None,
    }
}

pub(super) fn unit_called(data: &Data, key: &str) -> Option<UnitId> {
    data.units.iter().position(|it| it.key == key).map(|it| UnitId(it as u8))
}

pub(super) fn unit(words: &mut Words, data: &Data) -> Read<UnitId> {
    let key = words.need("a unit")?;
    match unit_called(data, &key) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no unit \"{key}\"")),
    }
}

/// As many units as follow.
pub(super) fn units(words: &mut Words, data: &Data) -> Vec<UnitId> {
    let mut all = Vec::new();
    while let Some(id) = words.peek().and_then(|it| unit_called(data, it)) {
        words.next();
        all.push(id);
    }
    all
}

pub(super) fn hex(words: &mut Words, map: &Map) -> Read<HexId> {
    let label = words.need("a hex")?;
    find(map, words.line, &label)
}

pub(super) fn find(map: &Map, line: usize, label: &str) -> Read<HexId> {
    match map.find(label) {
        Some(it) => Ok(it),
        None => wrong(
            line,
            format!(
                "there is no hex {label} on this map of {} columns and {} rows",
                map.columns(),
                map.rows()
            ),
        ),
    }
}

/// Is this written as a hex is, 0304?
pub(super) fn is_hex(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|it| it.is_ascii_digit())
}

/// As many hexes as follow.
pub(super) fn hexes(words: &mut Words, map: &Map) -> Read<Vec<HexId>> {
    let mut all = Vec::new();
    while words.peek().is_some_and(is_hex) {
        all.push(hex(words, map)?);
    }
    Ok(all)
}

/// `0303-0304`
pub(super) fn pair(words: &mut Words, map: &Map) -> Read<(HexId, HexId)> {
    let word = words.need("a hexside")?;
    let Some((a, b)) = word.split_once('-') else {
        return words.wrong(format!("a hexside is written 0303-0304, not \"{word}\""));
    };
    let (a, b) = (find(map, words.line, a)?, find(map, words.line, b)?);
    if map.direction(a, b).is_none() {
        return words.wrong(format!("the hexes of {word} are no neighbours"));
    }
    Ok(if b < a { (b, a) } else { (a, b) })
}

pub(super) fn label(map: &Map, hex: HexId) -> String {
    map.label(hex).to_string()
}

/// Labels in the order of the map, or "none".
pub(super) fn labels(map: &Map, hexes: impl IntoIterator<Item = HexId>) -> String {
    let mut all: Vec<String> = hexes.into_iter().map(|it| label(map, it)).collect();
    all.sort_unstable();
    or_none(all)
}

pub(super) fn keys(data: &Data, units: impl IntoIterator<Item = UnitId>) -> String {
    or_none(units.into_iter().map(|it| data.unit(it).key.clone()).collect())
}

pub(super) fn or_none(all: Vec<String>) -> String {
    if all.is_empty() { "none".into() } else { all.join(" ") }
}

pub(super) fn clock(words: &mut Words) -> Read<Clock> {
    let word = words.need("a time")?;
    word.parse().or_else(|it: String| words.wrong(it))
}

/// Sixths of a movement point as people write them: 2, 1/2, 4/3.
pub(super) fn points(sixths: u16) -> String {
    const POINT: u16 = 6;
    let divisor = [6, 3, 2].into_iter().find(|it| sixths.is_multiple_of(*it)).unwrap_or(1);
    match POINT / divisor {
        1 => (sixths / divisor).to_string(),
        under => format!("{}/{under}", sixths / divisor),
    }
}

/// `2`, `1/2`, `4/3` movement points, in sixths.
pub(super) fn sixths(words: &mut Words, what: &str) -> Read<u16> {
    let word = words.need(what)?;
    let (over, under) = word.split_once('/').unwrap_or((&word, "1"));
    match (over.parse::<u16>(), under.parse::<u16>()) {
        (Ok(over), Ok(under @ (1 | 2 | 3 | 6))) => Ok(over * 6 / under),
        _ => words.wrong(format!("{what} is written 2, 1/2 or 4/3, not \"{word}\"")),
    }
}

pub(super) fn guns(words: &mut Words, data: &Data) -> Read<Guns> {
    let name = words.need("a battery or its battalion")?;
    match guns_called(data, &name) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no battery or gun battalion \"{name}\"")),
    }
}

fn guns_called(data: &Data, name: &str) -> Option<Guns> {
    let battery = data.batteries.iter().position(|it| it.name == name);
    let battalion = data.gun_battalions.iter().position(|it| it == name);
    battery
        .map(|it| Guns::Battery(it as u8))
        .or_else(|| battalion.map(|it| Guns::Battalion(it as u8)))
}

/// By its name, or by its number where the name has more than one word.
pub(super) fn sheet(words: &mut Words, g: &Battle, side: Side) -> Read<SheetId> {
    let name = words.need("a sheet")?;
    let all = g.orders.of(side);
    let numbered = || name.parse::<usize>().ok()?.checked_sub(1).filter(|it| *it < all.len());
    match all.iter().position(|it| it.sheet.name == name).or_else(numbered) {
        Some(it) => Ok(SheetId(it as u8)),
        None => words.wrong(format!("{} has no sheet \"{name}\"", letter(side))),
    }
}

const COMMAND: [CommandStep; 8] = [
    CommandStep::Review,
    CommandStep::Accrue,
    CommandStep::Implement,
    CommandStep::Checks,
    CommandStep::Add,
    CommandStep::Create,
    CommandStep::Morale,
    CommandStep::Weather,
];

const AIR: [(&str, AirStep); 8] = [
    ("arrivals", AirStep::Arrivals),
    ("sorties", AirStep::Sorties),
    ("preplotted", AirStep::Preplotted),
    ("lift", AirStep::Lift),
    ("place", AirStep::Place),
    ("adjust", AirStep::Adjust),
    ("execute", AirStep::Execute),
    ("remove", AirStep::Remove),
];

const ACTION: [(&str, ActionStep); 5] = [
    ("begin", ActionStep::Begin),
    ("reinforcements", ActionStep::Reinforcements),
    ("actions", ActionStep::Actions),
    ("recovery", ActionStep::Recovery),
    ("overstacking", ActionStep::Overstacking),
];

/// `command 3`, `air A place`, `action B`, `clean-up`: where the sequence of play stands; without a step the first.
pub(super) fn phase(words: &mut Words) -> Read<Phase> {
    let word = words.need("a phase")?;
    Ok(match word.as_str() {
        "set-up" => Phase::SetUp(side(words)?),
        "sheets" => Phase::SetUpSheets,
        "command" => {
            let n: usize = if words.peek().is_some() { words.number("the step")? } else { 1 };
            match n.checked_sub(1).and_then(|it| COMMAND.get(it)) {
                Some(it) => Phase::Command(*it),
                None => return words.wrong("the Command Phase has steps 1 to 8"),
            }
        }
        "air-initiative" => Phase::AirInitiative,
        "air" => Phase::Air(side(words)?, step(words, &AIR)?),
        "action-initiative" => Phase::ActionInitiative,
        "action" => Phase::Action(side(words)?, step(words, &ACTION)?),
        "clean-up" => Phase::CleanUp,
        "turn-end" => Phase::TurnEnd,
        "over" => Phase::Over,
        _ => {
            return words.wrong(format!(
                "\"{word}\" is no phase: set-up, sheets, command, air-initiative, air, action-initiative, action, clean-up, turn-end, over"
            ));
        }
    })
}

fn step<T: Copy>(words: &mut Words, steps: &[(&str, T)]) -> Read<T> {
    let Some(word) = words.next() else { return Ok(steps[0].1) };
    match steps.iter().find(|it| it.0 == word) {
        Some(it) => Ok(it.1),
        None => {
            let all: Vec<&str> = steps.iter().map(|it| it.0).collect();
            words.wrong(format!("\"{word}\" is no step: {}", all.join(", ")))
        }
    }
}

pub(super) fn phase_text(phase: Phase) -> String {
    let name = |it: Side| letter(it);
    match phase {
        Phase::SetUp(side) => format!("set-up {}", name(side)),
        Phase::SetUpSheets => "sheets".into(),
        Phase::Command(step) => {
            let at = COMMAND.iter().position(|it| *it == step).unwrap_or_default();
            format!("command {}", at + 1)
        }
        Phase::AirInitiative => "air-initiative".into(),
        Phase::Air(side, step) => {
            let found = AIR.iter().find(|it| it.1 == step).map_or("", |it| it.0);
            format!("air {} {found}", name(side))
        }
        Phase::ActionInitiative => "action-initiative".into(),
        Phase::Action(side, step) => {
            let found = ACTION.iter().find(|it| it.1 == step).map_or("", |it| it.0);
            format!("action {} {found}", name(side))
        }
        Phase::CleanUp => "clean-up".into(),
        Phase::TurnEnd => "turn-end".into(),
        Phase::Over => "over".into(),
    }
}
