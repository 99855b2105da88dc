//! `expect` fences: what must hold of the position.

mod counters;
mod deck;
mod map;
mod state;
mod tables;

use omaha::Day;

use self::state::{fact, value};
use super::words::{Read, Words, wrong};
use testkit::cases::Text;

/// Lines about the map, the counters and the charts begin with one of these.
pub(super) const PRINTED: &[&str] = &[
    "armour-field",
    "battery",
    "box",
    "card",
    "conflicts",
    "constant",
    "count",
    "deck",
    "distance",
    "draw",
    "exit",
    "field",
    "hex",
    "position",
    "protective",
    "road",
    "route",
    "side",
    "table",
    "turn",
    "unit",
];

/// Checks a line about the position.
pub(super) fn stands(g: &Day, text: &Text) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    match whole.split_once(':') {
        Some((head, wanted)) => value(g, &mut Words::new(line, head.trim()), wanted.trim()),
        None => facts(g, line, whole),
    }
}

/// `disrupted 16-E`, `not disrupted 16-E`, `no german at 62N`
fn facts(g: &Day, line: usize, whole: &str) -> Read<()> {
    let yes = !(whole.starts_with("not ") || whole.starts_with("no "));
    match (fact_holds(g, line, whole)?, yes) {
        (false, false) => wrong(line, format!("expected: {whole}\nfound: it is so")),
        (false, true) => wrong(line, format!("expected: {whole}\nfound: it is not so")),
        (true, _) => Ok(()),
    }
}

fn fact_holds(g: &Day, line: usize, whole: &str) -> Read<bool> {
    let mut words = Words::new(line, whole);
    let yes = !(words.take("not") || words.take("no"));
    let holds = fact(g, &mut words)?;
    words.end()?;
    Ok(holds == yes)
}
