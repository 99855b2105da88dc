//! Requests of people to each other: what they say, note, call the game, and agree to take back.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;

use super::{
    Answer, AppState, Body, Params, SeatOf, TITLE, a_persons_seat, at_the_table, blocking, reply,
};
use crate::desk::Command;
use crate::error::Error;
use crate::guard::Caller;

/// Letters of one saying, and of a note.
const SAYING: usize = 1_000;
const NOTE: usize = 20_000;
/// Sayings of one game.
const SAYINGS: usize = 5_000;

/// What a page has to know of the server.
pub(crate) async fn server(State(hall): AppState, caller: Caller) -> Answer {
    Ok(reply(&json!({
        "open_to_network": hall.config.open_to_network,
        "address": hall.config.address,
        "host": caller.is_host,
    })))
}

#[derive(Deserialize)]
pub(crate) struct From {
    #[serde(default)]
    from: usize,
}

/// Whoever may look at a game may hear what is said at it.
pub(crate) async fn said(
    State(hall): AppState,
    Path(id): Path<String>,
    Params(From { from }): Params<From>,
) -> Answer {
    let said = blocking(move || {
        hall.store.head(&id)?;
        Ok(hall.store.said(&id, from)?)
    });
    Ok(reply(&said.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saying {
    seat: u8,
    text: String,
}

pub(crate) async fn say(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(Saying { seat, text }): Body<Saying>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let text = text.trim().to_string();
    if text.is_empty() || SAYING < text.chars().count() {
        return Err(Error::Invalid(format!("a saying has 1 to {SAYING} letters")));
    }
    let (store, name) = (hall.store.clone(), id.clone());
    let so_far = blocking(move || Ok(store.said(&name, SAYINGS - 1)?.len())).await?;
    if so_far != 0 {
        return Err(Error::Invalid(format!("{SAYINGS} sayings are enough for one game")));
    }
    let said = hall.ask(&id, |reply| Command::Say { seat, text, reply }).await?;
    Ok((StatusCode::CREATED, reply(&json!({ "said": said }))).into_response())
}

/// The note of the seat that asks; another's is nobody's business.
pub(crate) async fn noted(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(SeatOf { seat }): Params<SeatOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    a_persons_seat(&hall, &id, seat).await?;
    let text = blocking(move || Ok(hall.store.noted(&id, seat)?)).await?;
    Ok(reply(&json!({ "text": text })))
}

pub(crate) async fn note(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(Saying { seat, text }): Body<Saying>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    a_persons_seat(&hall, &id, seat).await?;
    if NOTE < text.chars().count() {
        return Err(Error::Invalid(format!("a note has at most {NOTE} letters")));
    }
    blocking(move || Ok(hall.store.note(&id, seat, &text)?)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Titled {
    title: String,
}

/// For whoever plays in the game, and for the host.
pub(crate) async fn retitle(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(Titled { title }): Body<Titled>,
) -> Answer {
    at_the_table(&hall, &caller, &id).await?;
    let title = title.trim().to_string();
    if title.is_empty() || TITLE < title.len() {
        return Err(Error::Invalid(format!("a title has 1 to {TITLE} letters")));
    }
    hall.ask(&id, |reply| Command::Retitle { title, reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskBack {
    seat: u8,
    /// Where the game is, as the seat counts.
    position: usize,
}

pub(crate) async fn ask_back(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(AskBack { seat, position }): Body<AskBack>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    hall.ask(&id, |reply| Command::AskBack { seat, position, reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerBack {
    seat: u8,
    yes: bool,
}

pub(crate) async fn answer_back(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(AnswerBack { seat, yes }): Body<AnswerBack>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    hall.ask(&id, |reply| Command::AnswerBack { seat, yes, reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
