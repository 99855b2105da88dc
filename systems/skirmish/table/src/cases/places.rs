//! Places in inches, figures and elements by name, as cases write them.

use skirmish::Skirmish;
use skirmish::data::{BatteryId, ElementId, FigureId, Side};
use tabletop::{INCH, Spot};
use testkit::cases::words::{Read, Words};

/// `A` and `B`, the two sides of every case.
pub(super) const SIDES: [&str; 2] = ["A", "B"];

pub(super) fn side(words: &mut Words) -> Read<Side> {
    let word = words.need("a side")?;
    match side_called(&word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no side \"{word}\": A, B")),
    }
}

pub(super) fn side_called(word: &str) -> Option<Side> {
    let at = SIDES.iter().position(|it| it.eq_ignore_ascii_case(word))?;
    Some(Side::BOTH[at])
}

pub(super) const fn side_name(side: Side) -> &'static str {
    SIDES[side.index()]
}

/// Whose a thing is by the first letter of its key.
pub(super) fn side_of_key(words: &Words, key: &str) -> Read<Side> {
    match key.chars().next().map(|it| it.to_ascii_lowercase()) {
        Some('a') => Ok(Side::First),
        Some('b') => Ok(Side::Second),
        _ => words.wrong(format!("\"{key}\" must begin with a or b, for its side")),
    }
}

/// A length in inches, exact to 1/256: `6`, `2.25`, `-0.5`.
pub(super) fn inches(text: &str) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |it| (-1, it));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |it: &str| it.chars().all(|it| it.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) || 8 < part.len() {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let tens = 10_i64.pow(part.len() as u32);
    let units = if part.is_empty() { 0 } else { part.parse::<i64>().ok()? * i64::from(INCH) };
    if units % tens != 0 || 1000 < whole {
        return None;
    }
    i32::try_from(sign * (whole * i64::from(INCH) + units / tens)).ok()
}

/// Units as exact inches: `2.25`.
pub(super) fn shown_inches(units: i32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let (whole, rest) = (units.abs() / INCH, i64::from(units.abs() % INCH));
    let part = format!("{:08}", rest * 100_000_000 / i64::from(INCH));
    let part = part.trim_end_matches('0');
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

pub(super) fn length(words: &mut Words, what: &str) -> Read<i32> {
    let word = words.need(what)?;
    match inches(&word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("{what} must be inches, exact to 1/256, not \"{word}\"")),
    }
}

/// `10,12`, or `10,12/1` on floor 1.
pub(super) fn place(words: &mut Words) -> Read<Spot> {
    let x = length(words, "a place")?;
    let word = words.need("the second number of a place")?;
    let (y, floor) = word.split_once('/').unwrap_or((&word, "0"));
    match (inches(y), floor.parse()) {
        (Some(y), Ok(floor)) => Ok(Spot { x, y, floor }),
        _ => words.wrong(format!("\"{word}\" is no place: write 10,12 or 10,12/1")),
    }
}

/// As many places as follow.
pub(super) fn places(words: &mut Words) -> Read<Vec<Spot>> {
    let mut places = Vec::new();
    while words.peek().is_some_and(|it| inches(it).is_some()) {
        places.push(place(words)?);
    }
    if places.is_empty() { words.wrong("a place is missing: 10,12") } else { Ok(places) }
}

/// One place for each of `n` figures; a single one is that of figure 1, and the others stand in a row east of it.
pub(super) fn row(words: &mut Words, n: usize) -> Read<Vec<Spot>> {
    let places = places(words)?;
    match places[..] {
        [first] => {
            let beside = |i: usize| Spot { x: first.x + INCH * i as i32, ..first };
            Ok((0..n).map(beside).collect())
        }
        _ if places.len() == n => Ok(places),
        _ => words.wrong(format!("{n} figures need one place or {n}, not {}", places.len())),
    }
}

pub(super) fn shown_place(at: Spot) -> String {
    let (x, y) = (shown_inches(at.x), shown_inches(at.y));
    if at.floor == 0 { format!("{x},{y}") } else { format!("{x},{y}/{}", at.floor) }
}

pub(super) fn shown_places(places: impl Iterator<Item = Spot>) -> String {
    places.map(shown_place).collect::<Vec<_>>().join(" ")
}

pub(super) fn element_called(g: &Skirmish, key: &str) -> Option<ElementId> {
    g.ids().find(|it| g.data(*it).key == key)
}

pub(super) fn element(g: &Skirmish, words: &mut Words) -> Read<ElementId> {
    let word = words.need("an element")?;
    match element_called(g, &word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no element \"{word}\"")),
    }
}

pub(super) fn battery_called(g: &Skirmish, key: &str) -> Option<BatteryId> {
    g.battery_ids().find(|it| g.scene.batteries[usize::from(it.0)].key == key)
}

/// `b1.2`, figure 2 of b1; `b1` alone is figure 1.
pub(super) fn figure_called(g: &Skirmish, word: &str) -> Option<FigureId> {
    let (key, number) = word.split_once('.').unwrap_or((word, "1"));
    let (id, number) = (element_called(g, key)?, number.parse::<usize>().ok()?);
    g.data(id).figures().nth(number.checked_sub(1)?)
}

pub(super) fn figure(g: &Skirmish, words: &mut Words) -> Read<FigureId> {
    let word = words.need("a figure")?;
    match figure_called(g, &word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no figure \"{word}\": write b1.2")),
    }
}

/// Where a figure stands, or a place.
pub(super) fn spot(g: &Skirmish, words: &mut Words) -> Read<Spot> {
    match words.peek().and_then(|it| figure_called(g, it)) {
        Some(figure) => {
            words.next();
            Ok(g[figure].at)
        }
        None => place(words),
    }
}
