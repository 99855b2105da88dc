//! Situations and expectations of systems whose state is a handful of values: `courier 0104` sets one and expects one,
//! `guard sees farm unknown` expects it of what a seat may see.

use super::answer::seat_number;
use super::played::{Field, Played, Situation};
use super::words::{Read, Wrong};
use super::{Case, Text};

pub(super) fn situation<S: Played>(case: &Case) -> Read<Situation<S>> {
    let wrong = |message| Wrong { line: case.line, message };
    let starts = S::starts().map_err(wrong)?.into_iter();
    let mut starts = starts.map(|it| it.1);
    let mut g = starts.next().ok_or_else(|| wrong("there is nothing to begin from".into()))?;
    for Text { line, text } in case.situation() {
        let set = field::<S>(text).and_then(|(field, value)| field.2(&mut g, value));
        set.ok_or_else(|| {
            let all: Vec<&str> = S::FIELDS.iter().map(|it| it.0).collect();
            let message = format!("\"{text}\" sets nothing: {}", all.join(", "));
            Wrong { line: *line, message }
        })?;
    }
    Ok(Situation::at_question(g))
}

pub(super) fn stands<S: Played>(g: &S::Game, text: &Text) -> Read<()> {
    let whole = text.text.trim();
    if let Some((who, rest)) = whole.split_once(" sees ")
        && let Some(seat) = seat_called::<S>(who)
    {
        let rest = Text { line: text.line, text: rest.to_owned() };
        return stands::<S>(&S::seen(g, seat), &rest);
    }
    let wrong = |message| Err(Wrong { line: text.line, message });
    match field::<S>(whole) {
        Some((field, value)) if field.1(g) == value => Ok(()),
        Some((field, _)) => wrong(format!("expected {whole}\nfound    {} {}", field.0, field.1(g))),
        None => wrong(format!("\"{whole}\" is no expectation; see cases/README.md")),
    }
}

/// `courier 0104`, also `courier: 0104`
fn field<S: Played>(text: &str) -> Option<(&'static Field<S::Game>, &str)> {
    let (word, value) = text.trim().split_once(' ')?;
    let word = word.trim_end_matches(':');
    S::FIELDS.iter().find(|it| it.0 == word).map(|it| (it, value.trim()))
}

/// A seat by its word; a spectator has none.
fn seat_called<S: Played>(word: &str) -> Option<Option<u8>> {
    let seat = seat_number::<S>(word);
    if word == "spectator" { Some(None) } else { seat.map(Some) }
}
