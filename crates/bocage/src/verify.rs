//! Were the dice those that the seed gives, and the decisions those that the rules allow?

use std::path::Path;

use serde_json::json;
use server::Verified;

use crate::Places;
use crate::data::{journal_file, table};
use crate::failure::{Failure, say, say_json};

pub(crate) fn verify(file: &Path, places: &Places, as_json: bool) -> Result<(), Failure> {
    let journal = journal_file(file)?;
    let wrong = |it: String| Failure::Fault(format!("{}: {it}", file.display()));
    let checked = server::verify(&journal).map_err(|it| wrong(it.to_string()))?;
    let Some(Verified { throws, decisions, throws_of_another_seed, contributions }) = checked
    else {
        return Err(Failure::Unusable(format!(
            "{}: the seed has not been revealed, so there is nothing to check the dice against; it is in the journal once the game is over",
            file.display()
        )));
    };
    let shelf = places.shelf()?;
    let table = table(&shelf, &journal, None).map_err(|it| match it {
        Failure::Fault(message) => wrong(message),
        other => other,
    })?;
    let answers = journal.answers.len();
    if table.journal().len() != answers {
        return Err(wrong(format!(
            "the journal ends at answer {answers}, before the dice that follow it"
        )));
    }
    let proven = throws_of_another_seed == 0;
    let end = if proven { Ok(()) } else { Err(Failure::Unproven) };
    if as_json {
        say_json(&json!({
            "ok": proven,
            "commitment": journal.header.commitment,
            "throws": throws,
            "throws_of_another_seed": throws_of_another_seed,
            "contributions": contributions,
            "decisions": decisions,
            "over": table.is_over(),
        }))?;
        return end;
    }
    say(&format!("the seed matches the commitment {}", String::from(journal.header.commitment)))?;
    say(&format!("{throws} throws derived again from the seed: all as recorded"))?;
    for it in &journal.header.dice {
        let who = it.seat.map_or("taken back by consent".into(), |it| format!("seat {it}"));
        say(&format!("from throw {} on stirred with {:?} ({who})", it.from, it.with))?;
    }
    say(&format!("{decisions} decisions replayed: all were allowed"))?;
    say(if table.is_over() {
        "the game is over where the journal ends"
    } else {
        "the game is not over yet"
    })?;
    if !proven {
        say(&format!(
            "NOT PROVEN: {throws_of_another_seed} earlier throws could not be derived: they come from before a fork or import, and the journal only says what they were. Anybody could have written others"
        ))?;
    }
    end
}
