//! The requests, one function each. See the table of routes in `serve`.

mod deciding;
mod games;
mod talk;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, RawQuery, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::SeatKind;
use play::wire::Place;
use play::{Refused, Table};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::Head;
use tokio::time::timeout;

pub(crate) use self::deciding::*;
pub(crate) use self::games::*;
pub(crate) use self::talk::*;
use crate::charts;
use crate::desk::{Command, Drawing};
use crate::error::Error;
use crate::guard::Caller;
use crate::hall::Hall;
use crate::thinker::Advice;

/// Most bytes of a request, and of a journal to import.
pub(crate) const BODY: usize = 64 * 1024;
pub(crate) const JOURNAL: usize = 8 * 1024 * 1024;
/// Letters a title may have.
pub(crate) const TITLE: usize = 120;

pub(crate) type Answer = Result<Response, Error>;
pub(crate) type AppState = State<Arc<Hall>>;

// What can be played.

pub(crate) async fn modules(State(hall): AppState) -> Answer {
    let modules = blocking(move || Ok(hall.shelf.modules())).await?;
    Ok(reply(&modules))
}

pub(crate) async fn preview(
    State(hall): AppState,
    Path((system, module, scenario)): Path<(String, String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Answer {
    let map = blocking(move || hall.preview(&system, &module, &scenario)).await?;
    Ok(map.reply(&headers, query.as_deref()))
}

pub(crate) async fn rule(State(hall): AppState, Path(code): Path<String>) -> Answer {
    let rule = hall.shelf.rule(&code);
    Ok(reply(&rule.ok_or_else(|| Error::NotFound(format!("there is no rule {code:?} here")))?))
}

// Looking.

#[derive(Deserialize)]
pub(crate) struct Eyes {
    seat: Option<u8>,
    at: Option<usize>,
}

pub(crate) async fn head(State(hall): AppState, Path(id): Path<String>) -> Answer {
    Ok(reply_text(hall.ask(&id, |reply| Command::Head { reply }).await?.to_string()))
}

pub(crate) async fn view(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(Eyes { seat, at }): Params<Eyes>,
) -> Answer {
    let seat = hall.eyes(&caller, &id, seat)?;
    match at {
        None => {
            let view = hall.ask(&id, |reply| Command::View { seat, reply }).await?;
            Ok(reply_text(view.to_string()))
        }
        Some(at) => {
            let then = move |table: &dyn play::Table, _: &_| {
                let most = table.position(seat);
                if most < at {
                    return Err(Error::Invalid(format!("the game has {most} answers, not {at}")));
                }
                Ok(serde_json::to_string(&table.view_at(seat, at)?).unwrap_or_default())
            };
            Ok(reply_text(hall.look(&id, seat, then).await?))
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Lines {
    seat: Option<u8>,
    #[serde(default)]
    from: usize,
}

pub(crate) async fn log(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(Lines { seat, from }): Params<Lines>,
) -> Answer {
    let seat = hall.eyes(&caller, &id, seat)?;
    Ok(reply(&hall.look(&id, seat, move |table, _| Ok(table.log(seat, from))).await?))
}

pub(crate) async fn map(
    State(hall): AppState,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Answer {
    let map = hall.ask(&id, |reply| Command::Draw { drawing: Drawing::Map, reply }).await?;
    Ok(map.reply(&headers, query.as_deref()))
}

pub(crate) async fn counters(
    State(hall): AppState,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Answer {
    let counters =
        hall.ask(&id, |reply| Command::Draw { drawing: Drawing::Counters, reply }).await?;
    Ok(counters.reply(&headers, query.as_deref()))
}

#[derive(Deserialize)]
pub(crate) struct OverlayOf {
    seat: Option<u8>,
    at: Option<usize>,
    place: Option<String>,
    piece: Option<String>,
}

pub(crate) async fn overlay(
    State(hall): AppState,
    caller: Caller,
    Path((id, kind)): Path<(String, String)>,
    Params(OverlayOf { seat, at, place, piece }): Params<OverlayOf>,
) -> Answer {
    let place = place.map(|it| read(&it)).transpose()?;
    let seat = hall.eyes(&caller, &id, seat)?;
    let overlay = hall.look(&id, seat, move |table, _| {
        Ok(then(table, seat, at, |table| table.overlay(seat, &kind, place, piece.as_deref()))?)
    });
    Ok(reply(&overlay.await?))
}

#[derive(Deserialize)]
pub(crate) struct SightOf {
    seat: Option<u8>,
    at: Option<usize>,
    from: String,
    to: String,
}

pub(crate) async fn sight(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(SightOf { seat, at, from, to }): Params<SightOf>,
) -> Answer {
    let (from, to) = (read(&from)?, read(&to)?);
    let seat = hall.eyes(&caller, &id, seat)?;
    let sight = hall.look(&id, seat, move |table, _| {
        Ok(then(table, seat, at, |table| table.sight(seat, from, to))?)
    });
    Ok(reply(&sight.await?))
}

pub(crate) async fn place(
    State(hall): AppState,
    caller: Caller,
    Path((id, place)): Path<(String, String)>,
    Params(Eyes { seat, at }): Params<Eyes>,
) -> Answer {
    let place = read(&place)?;
    let seat = hall.eyes(&caller, &id, seat)?;
    let card = hall.look(&id, seat, move |table, _| {
        Ok(then(table, seat, at, |table| table.place_card(seat, place))?)
    });
    Ok(reply(&card.await?))
}

pub(crate) async fn piece(
    State(hall): AppState,
    caller: Caller,
    Path((id, piece)): Path<(String, String)>,
    Params(Eyes { seat, at }): Params<Eyes>,
) -> Answer {
    let seat = hall.eyes(&caller, &id, seat)?;
    let card = hall.look(&id, seat, move |table, _| {
        Ok(then(table, seat, at, |table| table.piece_card(seat, &piece))?)
    });
    Ok(reply(&card.await?))
}

/// Looks at the game as it is, or as it was after `at` answers.
fn then<T>(
    table: &dyn Table,
    seat: Option<u8>,
    at: Option<usize>,
    look: impl FnOnce(&dyn Table) -> Result<T, Refused>,
) -> Result<T, Refused> {
    match at {
        None => look(table),
        Some(at) => look(&*table.at(seat, at)?),
    }
}

/// The seat that asks.
#[derive(Deserialize)]
pub(crate) struct SeatOf {
    seat: u8,
}

pub(crate) async fn hint(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(SeatOf { seat }): Params<SeatOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let (question, given, why) = match hall.ask(&id, |reply| Command::Hint { seat, reply }).await? {
        Advice::Choice { question, reply, why } => (question, reply, why),
        Advice::Nothing => return Err(Error::Invalid("the computer has no advice here".into())),
        Advice::Panicked(why) => return Err(Error::Bug(why)),
    };
    let asked = hall.look(&id, Some(seat), move |table, _| Ok(table.question(seat))).await?;
    let asked = asked.filter(|it| it.id == question);
    Ok(reply(&match given {
        kernel::Reply::Option(option) => {
            let label = asked.and_then(|it| it.options.into_iter().nth(option)).map(|it| it.label);
            json!({ "question": question, "option": option, "label": label, "why": why })
        }
        kernel::Reply::Plan(plan) => json!({ "question": question, "plan": plan, "why": why }),
        kernel::Reply::Concede => json!({ "question": question, "concede": true }),
    }))
}

pub(crate) async fn nothing_here(uri: axum::http::Uri) -> Error {
    Error::NotFound(format!("there is nothing at {}", uri.path()))
}

// Who may.

/// What a game was set up with and whether it is over, without opening it: a game that can no longer be opened can
/// still be taken away.
async fn head_of(hall: &Arc<Hall>, id: &str) -> Result<Head, Error> {
    let (store, id) = (hall.store.clone(), id.to_string());
    blocking(move || Ok(store.head(&id)?)).await
}

/// Whoever plays in the game, and the host.
async fn at_the_table(hall: &Arc<Hall>, caller: &Caller, id: &str) -> Result<(), Error> {
    if !hall.config.open_to_network || caller.is_host {
        return Ok(());
    }
    let header = head_of(hall, id).await?.header;
    hall.holds_a_seat(caller, &header, id)
}

/// A person's seat.
async fn a_persons_seat(hall: &Arc<Hall>, id: &str, seat: u8) -> Result<(), Error> {
    match head_of(hall, id).await?.header.seats.get(usize::from(seat)) {
        Some(SeatKind::Human) => Ok(()),
        Some(SeatKind::Computer) => Err(Error::ComputersSeat { seat }),
        None => Err(Refused::NoSuchSeat { seat }.into()),
    }
}

// Extracting and replying.

/// The body as JSON. What cannot be read is named with its line and column.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Hall>> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, hall: &Arc<Hall>) -> Result<Body<T>, Error> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Error::NotJson);
        }
        let most = match request.uri().path() {
            path if path.ends_with("/import") => JOURNAL,
            path if path.starts_with("/api/sheet/") => charts::SHEET,
            _ => BODY,
        };
        let bytes = timeout(hall.config.patience, Bytes::from_request(request, hall));
        let bytes = bytes.await.map_err(|_| Error::TooSlow)?;
        let bytes = bytes.map_err(|it| match it.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge { most },
            _ => Error::Malformed(it.body_text()),
        })?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|it| Error::Malformed(format!("the request cannot be read: {it}")))
    }
}

pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params<T>, Error> {
        let query = Query::<T>::try_from_uri(&parts.uri);
        query.map(|it| Params(it.0)).map_err(|it| Error::Malformed(it.body_text()))
    }
}

/// A place as it stands in an address.
fn read(place: &str) -> Result<Place, Error> {
    place.parse().map_err(Error::Malformed)
}

pub(crate) fn reply<T: Serialize>(value: &T) -> Response {
    reply_text(serde_json::to_string(value).unwrap_or_default())
}

pub(crate) fn reply_text(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// Work that waits for the disk or draws a map.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|it| Err(Error::Bug(it.to_string())))
}
