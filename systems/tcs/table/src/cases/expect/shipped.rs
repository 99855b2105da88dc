//! What our own module says of things the rules leave to modules: `hill-151 minutes: 20`.

use std::sync::{Arc, OnceLock};

use tcs::data::{Data, Kind, Light};

use crate::Tcs;
use crate::cases::words::{Read, Words, points};

/// The scenario of that name, with its counters and its chart.
fn hill() -> &'static Data {
    static HILL: OnceLock<Arc<Data>> = OnceLock::new();
    HILL.get_or_init(|| match crate::library().load::<Tcs>("hill-151", "hill-151") {
        Ok(loaded) => loaded.data,
        Err(errors) => panic!("Hill 151 does not load:\n{errors}"),
    })
}

pub(super) fn value(words: &mut Words) -> Read<String> {
    let data = hill();
    Ok(match words.need("what of it")?.as_str() {
        "hex-metres" => data.ground.hex_metres().to_string(),
        // Of daylight turns that follow each other.
        "minutes" => {
            let day = |it: &&[tcs::data::Turn]| it.iter().all(|it| it.light == Light::Day);
            let apart = |it: &[tcs::data::Turn]| minutes(&it[1]) - minutes(&it[0]);
            listed(data.turns.windows(2).filter(day).map(apart))
        }
        // Printed on the counters of a kind.
        "steps" => {
            let kind: Kind = words.word()?;
            listed(data.units.iter().filter(|it| it.kind == kind).map(|it| it.steps.into()))
        }
        // What a row of its chart costs on foot, on tracks, on wheels.
        "terrain" => {
            let id = words.need("a row of the chart")?.replace('-', "_");
            let row = data.ground.chart().rows().find(|it| it.id == id);
            let Some(row) = row else { return words.wrong("the chart has no such row") };
            let figures = tcs::ground::MoveClass::ALL.map(|it| match row.figure(it) {
                tcs::ground::Figure::Cost { sixths } => points(sixths.into()),
                tcs::ground::Figure::Add { sixths } => format!("+{}", points(sixths.into())),
                tcs::ground::Figure::None => "none".into(),
                tcs::ground::Figure::Prohibited => "no".into(),
            });
            figures.join(" ")
        }
        other => return words.wrong(format!("\"{other}\" is not asked of a module")),
    })
}

/// Each number once, ascending.
fn listed(numbers: impl Iterator<Item = i32>) -> String {
    let mut all: Vec<i32> = numbers.collect();
    all.sort_unstable();
    all.dedup();
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn minutes(turn: &tcs::data::Turn) -> i32 {
    let text = turn.clock.to_string();
    let number = |it: &str| it.parse::<i32>().unwrap_or_default();
    number(&text[..2]) * 60 + number(&text[2..])
}
