//! Words of `play` fences: chits that are drawn, chits that are bought.

use gts::purchase::{Purchase, When};
use gts::state::Battle;

use super::words::{self, Read, Words, Wrong};

/// The place in the mug of the chit drawn.
pub(super) fn chit_in_mug(g: &Battle, line: usize, text: &str) -> Read<u32> {
    let chit = words::chit(&mut Words::new(line, text), g.data())?;
    match g.mug.iter().position(|it| *it == chit) {
        Some(at) => Ok(at as u32),
        None => {
            let inside: Vec<String> =
                g.mug.iter().map(|it| words::chit_text(g.data(), *it)).collect();
            let message = format!("\"{text}\" is not in the mug: {}", inside.join(", "));
            Err(Wrong { line, message })
        }
    }
}

/// `A1 for the next turn, D1 for this turn`; `Buy nothing`.
pub(super) fn purchases(g: &Battle, line: usize, text: &str) -> Read<Vec<Purchase>> {
    if text.eq_ignore_ascii_case("buy nothing") {
        return Ok(Vec::new());
    }
    let mut plan = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (name, when) = match part.split_once(" for ") {
            Some((name, "the next turn")) => (name, When::Next),
            Some((name, "this turn")) => (name, When::Now),
            _ => {
                let message = format!(
                    "\"{part}\" is no purchase: \"A1 for the next turn\", \"A1 for this turn\", \"Buy nothing\""
                );
                return Err(Wrong { line, message });
            }
        };
        let formation = words::formation(&mut Words::new(line, name), g.data())?;
        plan.push(Purchase { formation, when });
    }
    Ok(plan)
}
