//! `expect` fences: what must hold of the position. A line is `WHAT …: VALUE`, or `WHAT … = LEDGER` where the rules add up.

mod ground;
mod sheets;
mod shipped;
mod state;
mod tables;

use kernel::{Itemised, Ledger as _};
use tcs::at::AtRoll;
use tcs::fire::{self, Attack, FireKind, Occasion};
use tcs::id::{Side, UnitId};
use tcs::set::UnitSet;
use tcs::state::Battle;
use tcs::{artillery, at, spot};
use testkit::cases::{Text, compare_ledger, parts};

use super::words::{self, Read, Words, wrong};

/// Lines that no play changes begin with these.
pub(super) const PRINTED: &[&str] = &[
    "table",
    "cost",
    "road-cost",
    "class",
    "side-class",
    "metres",
    "distance",
    "bottleneck",
    "card",
    "worked",
    "d66",
    "clock",
    "profile",
    "hill-151",
];

/// Checks a line about the position.
pub(super) fn stands(g: &Battle, text: &Text) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    // `B sees …`: the same of what that side may know.
    if let Some((who, rest)) = whole.split_once(" sees ")
        && let Some(seen) = seen(g, who)
    {
        return stands(&seen, &Text { line, text: rest.to_owned() });
    }
    if let Some((head, wanted)) = whole.split_once(" = ") {
        return compare_ledger(line, wanted, &ledger(g, line, head)?);
    }
    let Some((head, value)) = whole.split_once(':') else {
        return wrong(line, format!("\"{whole}\" is no expectation; see cases/README.md"));
    };
    let (head, value) = (head.trim(), value.trim());
    let mut words = Words::new(line, head);
    let first = words.next().unwrap_or_default();
    if let (Some(id), None) = (words::unit_called(g.data(), &first), words.peek()) {
        return parts(value).try_for_each(|it| state::unit(g, line, id, it));
    }
    let found = match value_of(g, &first, &mut words)? {
        Some(it) => it,
        None => return wrong(line, format!("\"{head}\" is nothing that can be expected")),
    };
    words.end()?;
    // What is listed may be expected in part: `sheet A s1: implemented, turns 3`.
    if let Found::Facts(facts) = &found {
        for part in parts(value) {
            let (not, fact) = part.strip_prefix("not ").map_or((false, part), |it| (true, it));
            if not == facts.iter().any(|it| it == fact) {
                return wrong(
                    line,
                    format!("expected {head}: {part}\nfound    {}", facts.join(", ")),
                );
            }
        }
        return Ok(());
    }
    let Found::Text(found) = found else { return Ok(()) };
    let plain = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain(&found) == plain(value) {
        Ok(())
    } else {
        wrong(line, format!("expected {head}: {value}\nfound    {found}"))
    }
}

/// What a line speaks of, as it is.
enum Found {
    Text(String),
    Facts(Vec<String>),
}

fn seen(g: &Battle, who: &str) -> Option<Battle> {
    let side = match who.trim() {
        "A" => Some(Side::First),
        "B" => Some(Side::Second),
        "spectator" => None,
        _ => return None,
    };
    Some(Battle::clone(&g.seen_by(side)))
}

fn value_of(g: &Battle, first: &str, words: &mut Words) -> Read<Option<Found>> {
    if let Some(it) = state::value(g, first, words)? {
        return Ok(Some(it));
    }
    if let Some(it) = sheets::value(g, first, words)? {
        return Ok(Some(it));
    }
    let text = match ground::value(g, first, words)? {
        Some(it) => Some(it),
        None if first == "hill-151" => Some(shipped::value(words)?),
        None => tables::value(g, first, words)?,
    };
    Ok(text.map(Found::Text))
}

/// `spotting a1 b1`, `column area a1 a2 at 0303`, `at-roll a1 b1`, `adjustment g1`: what the rules add up.
fn ledger(g: &Battle, line: usize, head: &str) -> Read<Itemised> {
    let mut words = Words::new(line, head);
    let words = &mut words;
    let mut found = Itemised::default();
    match words.need("what is added up")?.as_str() {
        "spotting" => {
            let (spotter, target) = (words::unit(words, &g.data)?, words::unit(words, &g.data)?);
            spot::shifts(g, spotter, target, &mut found);
        }
        "column" => {
            let attack = attack(g, words)?;
            fire::count(g, &attack, fire::affected(g, &attack), &mut found);
        }
        "at-roll" => {
            let (roller, target) = (words::unit(words, &g.data)?, words::unit(words, &g.data)?);
            at::modifiers(g, AtRoll { roller, target }, &mut found);
        }
        "adjustment" => {
            let guns = words::guns(words, &g.data)?;
            let Some(mission) = g.missions.iter().find(|it| it.guns == guns) else {
                return words.wrong("these guns have no mission");
            };
            artillery::count(g, mission, &mut found);
        }
        "sortie" => {
            let side = words::side(words)?;
            let hex = words::hex(words, g.data.map())?;
            tcs::air::modifiers(g, side, hex, &mut found);
        }
        other => return words.wrong(format!("\"{other}\" is nothing that is added up")),
    }
    words.end()?;
    found.0.retain(|it| it.1 != 0);
    let _ = found.total();
    Ok(found)
}

/// `area a1 a2 at 0303 overwatch only b1 halved a2`
fn attack(g: &Battle, words: &mut Words) -> Read<Attack> {
    let kind = match words.need("area or point")?.as_str() {
        "area" => FireKind::Area,
        "point" => FireKind::Point,
        other => return words.wrong(format!("fire is area or point, not \"{other}\"")),
    };
    let firers: UnitSet = words::units(words, &g.data).into_iter().collect();
    let Some(by) = firers.first().map(|it| g.side(it)) else {
        return words.wrong("who fires?");
    };
    words.take("at");
    let hex = words::hex(words, g.data.map())?;
    let mut attack = Attack {
        by,
        kind,
        hex,
        firers,
        only: None,
        halved: UnitSet::EMPTY,
        occasion: Occasion::Action,
    };
    while let Some(word) = words.next() {
        let mut of = || -> UnitSet { words::units(words, &g.data).into_iter().collect() };
        match word.as_str() {
            "overwatch" => attack.occasion = Occasion::Overwatch,
            "fight" => attack.occasion = Occasion::Fight,
            "only" => attack.only = Some(of()),
            "halved" => attack.halved = of(),
            other => return words.wrong(format!("\"{other}\" says nothing about an attack")),
        }
    }
    Ok(attack)
}

fn yes(it: bool) -> String {
    if it { "yes".into() } else { "no".into() }
}

/// `yes`, or the rule that says no.
fn or_rule(it: Result<(), kernel::Rule>) -> String {
    it.map_or_else(|it| it.code.to_owned(), |()| "yes".into())
}

fn unit_of(words: &mut Words, g: &Battle) -> Read<UnitId> {
    words::unit(words, &g.data)
}
