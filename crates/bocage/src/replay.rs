//! The report of a game.

use serde_json::json;

use crate::Places;
use crate::data::{journal, table};
use crate::failure::{Failure, say, say_json};

pub(crate) fn replay(
    what: &str,
    at: Option<usize>,
    seat: Option<u8>,
    places: &Places,
    as_json: bool,
) -> Result<(), Failure> {
    let journal = journal(what, places)?;
    if let Some(seat) = seat.filter(|it| journal.header.seats.len() <= usize::from(*it)) {
        return Err(Failure::Unusable(format!("the game has no seat {seat}")));
    }
    let shelf = places.shelf()?;
    let table = table(&shelf, &journal, at)?;
    let shown = at.unwrap_or(journal.answers.len());
    let view = table.view(seat);
    // The table runs on to the next question; what happens on the way there is not in this journal.
    let lines = table.log(seat, 0).into_iter().filter(|it| it.at <= shown).collect::<Vec<_>>();
    if as_json {
        let outcome = view.outcome.as_ref().filter(|_| shown == journal.answers.len());
        return say_json(&json!({
            "header": journal.header,
            "answers": journal.answers.len(),
            "shown": shown,
            "now": view.now,
            "outcome": outcome,
            "log": lines,
        }));
    }
    let head = table.head();
    say(&format!("{} ({}, {})", head.title, head.system, head.scenario))?;
    for it in &head.variants {
        say(&format!("  with {}: {}", it.title, it.text))?;
    }
    for line in &lines {
        let indent = if line.kind == "turn" { "" } else { "  " };
        say(&format!("{indent}{:>5}  {}  [{}]", line.at, line.text, line.rule.code))?;
        for detail in &line.details {
            let die = detail.die.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
            let total = detail.total.map(|it| format!(" = {it}")).unwrap_or_default();
            say(&format!("{indent}         {}{die}{total}", detail.text))?;
            for it in &detail.ledger {
                say(&format!(
                    "{indent}           {:+} {}  [{}]",
                    it.amount, it.text, it.rule.code
                ))?;
            }
        }
    }
    match &view.outcome {
        Some(outcome) => say(&format!("The game is over: {}", outcome.text)),
        None => say(&format!(
            "{shown} of {} answers; {}, {}",
            journal.answers.len(),
            view.now.label,
            view.now.phase
        )),
    }
}
