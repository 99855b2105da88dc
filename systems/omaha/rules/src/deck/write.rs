//! Cards as `deck.toml` writes them.

use std::fmt::Write;

use super::{DeckCard, DeckEvent, Named};
use crate::data::{Division, Sector};

/// The file with its cards replaced by these; the wording of events before them stays.
#[must_use]
pub fn with_cards(file: &str, deck: &[DeckCard]) -> String {
    let events = file.split("[[card]]").next().unwrap_or_default();
    format!("{}\n\n{}", events.trim_end(), cards(deck))
}

/// All cards, numbered from 1.
#[must_use]
pub fn cards(deck: &[DeckCard]) -> String {
    let cards: Vec<String> = (1..).zip(deck).map(|(number, it)| card(number, it)).collect();
    cards.join("\n")
}

fn card(number: usize, card: &DeckCard) -> String {
    let mut out = format!("[[card]]\nnumber = {number}\n");
    let [diamond, triangle, circle] = card.landing;
    let [early, middle, late] = card.events.each_ref().map(event);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "landing = {{ diamond = \"{diamond:?}\", triangle = \"{triangle:?}\", circle = \"{circle:?}\", mine = {} }}",
        card.mine
    );
    let _ = writeln!(out, "early = {early}\nmiddle = {middle}\nlate = {late}\nfire = [");
    for it in &card.fire {
        let (colour, badge) = (it.colour.name(), it.badge.name());
        let double = it.double;
        let _ =
            writeln!(out, "  {{ colour = \"{colour}\", double = {double}, badge = \"{badge}\" }},");
    }
    let _ = writeln!(out, "]\nsymbol = \"{}\"", card.symbol.key());
    if let Some(it) = &card.artillery {
        let calibres = list(it.calibres.iter().map(|it| it.name()));
        let _ = writeln!(out, "artillery = {{ number = {}, calibres = {calibres} }}", it.number);
    }
    out
}

fn event(event: &DeckEvent) -> String {
    let key = event.key;
    let names = match &event.names {
        Named::Nothing => String::new(),
        Named::Zones(it) => format!(", zones = {}", list(it.iter())),
        Named::Division(Division::First) => ", division = \"1\"".to_owned(),
        Named::Division(Division::TwentyNinth) => ", division = \"29\"".to_owned(),
        Named::Sector(Sector::East) => ", sector = \"east\"".to_owned(),
        Named::Sector(Sector::West) => ", sector = \"west\"".to_owned(),
        Named::Positions(it) => format!(", positions = {}", list(it.iter())),
        Named::Symbols(it) => format!(", symbols = {}", list(it.iter().map(|it| it.key()))),
        Named::Salvo([diamond, triangle, circle]) => format!(
            ", salvo = {{ diamond = \"{diamond}\", triangle = \"{triangle}\", circle = \"{circle}\" }}"
        ),
        Named::Regiment(it) => format!(", regiment = \"{it}\""),
    };
    format!("{{ event = \"{key}\"{names} }}")
}

fn list<T: std::fmt::Display>(words: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = words.map(|it| format!("\"{it}\"")).collect();
    format!("[{}]", words.join(", "))
}
