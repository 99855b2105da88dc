//! Writes what the survey finds into the files, line by line, and leaves everything else as it stands.

use hex::Offset;

use super::files::{MapFile, pair_name};
use super::sides::Sides;
use super::{Plan, Surveyed};
use crate::data::{FireClass, Sector};
use crate::ground::Side;

/// `positions.toml` with sectors, colours, fields, VP marks and arrows as surveyed.
#[must_use]
pub fn positions(text: &str, plans: &[Plan], surveyed: &[Surveyed]) -> String {
    let mut here = None;
    lines(text, |key, value| {
        if key == "id" {
            here = plans.iter().position(|it| quoted(&it.name) == value);
        }
        let (plan, it) = here.and_then(|i| Some((plans.get(i)?, surveyed.get(i)?)))?;
        match key {
            "sector" => Some(quoted(if it.sector == Sector::East { "east" } else { "west" })),
            "colour" => Some(quoted(it.colour.name())),
            "vp" if !plan.is_wn() => Some(it.vp.to_string()),
            "arrows" if !plan.is_wn() => Some(list(&it.arrows)),
            "intense" => Some(dots(it, FireClass::Intense)),
            "steady" => Some(dots(it, FireClass::Steady)),
            "sporadic" => Some(dots(it, FireClass::Sporadic)),
            _ => None,
        }
    })
}

/// `map.toml` with its hexsides by rule.
#[must_use]
pub fn map(text: &str, file: &MapFile, sides: &Sides) -> String {
    let mut kinds = file.hexsides();
    let mut here = None;
    lines(text, |key, _| {
        if key == "pairs" {
            here = kinds.next();
        }
        let kind = here.take()?;
        (kind != Side::Hedge).then(|| {
            let mut pairs: Vec<String> =
                sides.iter().filter(|it| *it.1 == kind).map(|it| pair_name(*it.0)).collect();
            pairs.sort();
            list(&pairs)
        })
    })
}

/// Every `key = value` that has a new value gets it.
fn lines(text: &str, mut value: impl FnMut(&str, &str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let new =
            line.trim_end().split_once(" = ").and_then(|(key, old)| Some((key, value(key, old)?)));
        match new {
            Some((key, new)) => out.push_str(&format!("{key} = {new}\n")),
            None => out.push_str(line),
        }
    }
    out
}

fn dots(it: &Surveyed, class: FireClass) -> String {
    let mut hexes: Vec<Offset> =
        it.field.iter().filter(|dot| *dot.1 == class).map(|dot| Offset::from(*dot.0)).collect();
    hexes.sort();
    list(&hexes.iter().map(Offset::to_string).collect::<Vec<_>>())
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|it| quoted(it)).collect();
    format!("[{}]", items.join(", "))
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
