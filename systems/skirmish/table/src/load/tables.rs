//! `skirmish/tables.toml`: read straight into [`Tables`] and, what the ground is made of, into a [`Legend`].

use std::collections::BTreeSet;

use module::problem::Span;
use module::read::{parse, quoted, text};
use module::{Errors, File};
use serde::Deserialize;
use skirmish::data::FIGURES;
use skirmish::tables::{Class, Tables, Weapon};
use tabletop::{INCH, Legend, LegendFault, LegendFile};
use toml::de::Deserializer;

/// The steps of a turn, in their order (skirmish.turn.sequence).
const PHASES: [&str; 10] = [
    "spotting",
    "rally",
    "initiative",
    "first_move",
    "second_move",
    "stationary_fire",
    "moving_fire",
    "morale",
    "melee",
    "end_turn",
];

/// Reads and checks the tables.
pub(crate) fn tables(path: &str, file: &File, errors: &mut Errors) -> Option<(Tables, Legend)> {
    let text = text(path, file, errors)?;
    let tables: Option<Tables> = read(path, text, errors);
    let tables = tables.filter(|it| check(path, text, it, errors))?;
    let legend: LegendFile = read(path, text, errors)?;
    match legend.legend() {
        Ok(legend) => Some((tables, legend)),
        Err(faults) => {
            for it in faults {
                let span = match &it {
                    LegendFault::UnknownCover { row, .. }
                    | LegendFault::UnknownSight { row, .. }
                    | LegendFault::NoDepth { row } => find(text, row),
                    LegendFault::Twice { key } => find(text, key),
                    LegendFault::Ranks => find(text, "rank"),
                };
                errors.at(path, span, format!("{it} (skirmish.terr.types)"));
            }
            None
        }
    }
}

fn read<'t, T: Deserialize<'t>>(path: &str, text: &'t str, errors: &mut Errors) -> Option<T> {
    let tree = parse(path, text, errors)?;
    match T::deserialize(Deserializer::from(tree)) {
        Ok(it) => Some(it),
        Err(error) => {
            errors.at(path, error.span().unwrap_or_default().into(), error.message());
            None
        }
    }
}

/// What the types cannot say.
fn check(path: &str, text: &str, tables: &Tables, errors: &mut Errors) -> bool {
    let before = errors.count();
    let mut wrong = |word: &str, message: String| errors.at(path, find(text, word), message);
    if tables.units_per_inch != INCH {
        wrong("units_per_inch", format!("an inch has {INCH} units (skirmish.eng.units)"));
    }
    let phases: Vec<&str> = tables.phase.iter().map(|it| it.id.as_str()).collect();
    if phases != PHASES {
        wrong("phase", format!("the phases are {} (skirmish.turn.sequence)", PHASES.join(", ")));
    }
    if !tables.game_end.last().is_some_and(|it| it.automatic) {
        wrong("game_end", "the last row must end the game (skirmish.end.roll)".into());
    }
    let [least, most] = tables.figures.per_element;
    if least < 1 || most < least || FIGURES < usize::from(most) {
        wrong(
            "per_element",
            format!("an element has 1 to {FIGURES} figures (skirmish.elem.figures)"),
        );
    }
    for (word, fraction) in [
        ("default_break_fraction", tables.force.default_break_fraction[1]),
        ("test_on_hits_fraction", tables.morale.test_on_hits_fraction[1].into()),
    ] {
        if fraction < 1 {
            wrong(word, "a fraction has something below its line".into());
        }
    }
    if tables.movement.legs_max < 1 || tables.movement.candidates_max < 1 {
        wrong("legs_max", "a path has at least one leg, a list at least one entry".into());
    }
    if tables.movement.call_lattice_units < 1 {
        wrong("call_lattice_units", "the lattice needs a width".into());
    }
    let mut seen = BTreeSet::new();
    for it in &tables.weapon {
        if !seen.insert(it.id.as_str()) {
            wrong(&it.id, format!("the weapon {} stands here twice", quoted(&it.id)));
        }
        if let Some(why) = unfit(it) {
            wrong(&it.id, format!("weapon {}: {why}", quoted(&it.id)));
        }
    }
    if tables.weapon_called("rifle").is_none() {
        wrong("weapon", "a dummy carries a \"rifle\", so there must be one".into());
    }
    if usize::from(u8::MAX) < tables.weapon.len() {
        wrong("weapon", "there are too many weapons".into());
    }
    errors.count() == before
}

/// What a weapon of its class lacks.
fn unfit(it: &Weapon) -> Option<&'static str> {
    match it.class {
        Class::SmallArms | Class::Flame if it.dice < 1 => Some("\"dice\" is missing"),
        Class::SmallArms | Class::Flame | Class::DirectHe if it.long < it.short || it.long < 1 => {
            Some("\"long\" is at least \"short\", and more than nothing")
        }
        Class::DirectHe if it.weight.is_none() => Some("\"weight\" is missing"),
        Class::Indirect if it.weight.is_none() || it.support.is_none() => {
            Some("\"weight\" and \"support\" are wanted")
        }
        Class::Indirect if it.max_range < it.min_range => {
            Some("\"max_range\" is at least \"min_range\"")
        }
        _ => None,
    }
}

/// Where a word first stands as one of its own.
fn find(text: &str, word: &str) -> Span {
    let named = [format!("\"{word}\""), word.to_owned()];
    let start = named.iter().find_map(|it| text.find(it.as_str()).map(|at| (at, it.len())));
    start.map_or(Span::default(), |(at, long)| Span { start: at, end: at + long })
}
