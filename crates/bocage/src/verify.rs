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
    let Some(Verified { throws, decisions, throws_of_another_seed }) = checked else {
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
    if as_json {
        return say_json(&json!({
            "ok": true,
            "commitment": journal.header.commitment,
            "throws": throws,
            "throws_of_another_seed": throws_of_another_seed,
            "decisions": decisions,
            "over": table.is_over(),
        }));
    }
    say(&format!("the seed matches the commitment {}", String::from(journal.header.commitment)))?;
    say(&format!("{throws} throws derived again from the seed: all as recorded"))?;
    if throws_of_another_seed != 0 {
        say(&format!(
            "{throws_of_another_seed} earlier throws come from before a fork or import; another seed gave them"
        ))?;
    }
    say(&format!("{decisions} decisions replayed: all were allowed"))?;
    say(if table.is_over() {
        "the game is over where the journal ends"
    } else {
        "the game is not over yet"
    })
}
