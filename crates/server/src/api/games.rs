//! Requests about whole games: which there are, making, forking, taking away and deleting them, who sits where.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, LINK};
use axum::response::{IntoResponse, Response};
use kernel::{Commitment, Journal, SeatKind};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{After, Head};

use super::{
    Answer, AppState, Body, Params, TITLE, a_persons_seat, at_the_table, blocking, head_of, reply,
};
use crate::desk::Command;
use crate::error::Error;
use crate::guard::Caller;
use crate::hall::{Hall, Made, NewGame};

/// Letters a player may add to the dice.
const CONTRIBUTION: usize = 256;

/// Games of one page of the list, and at most.
const PAGE: usize = 100;
const LONGEST_PAGE: usize = 500;

#[derive(Deserialize)]
pub(crate) struct PageOf {
    /// How many games.
    limit: Option<usize>,
    /// Where the page before ended, as its `Link` header says.
    after: Option<String>,
}

/// The latest games, a page at a time; where there are more, `Link` has the address of the next page.
pub(crate) async fn list(
    State(hall): AppState,
    Params(PageOf { limit, after }): Params<PageOf>,
) -> Answer {
    let limit = limit.unwrap_or(PAGE).clamp(1, LONGEST_PAGE);
    let after = after.map(|it| {
        let (updated, id) = it.split_once('.').unwrap_or((&it, ""));
        Ok::<After, Error>(After { updated: number("moment", updated)?, id: id.into() })
    });
    let after = after.transpose()?;
    let (games, next) = blocking(move || {
        let modules = hall.shelf.modules();
        let page = hall.list(after.as_ref(), limit)?;
        let games = page.games.into_iter().map(|it| {
            let header = &it.header;
            let module =
                modules.iter().find(|m| m.system == header.system && m.module == header.module);
            let scenario = module.and_then(|it| it.scenario(&header.scenario).ok());
            let seats = header.seats.iter().enumerate().map(|(id, kind)| {
                let name = scenario.and_then(|it| it.seats.get(id)).map(|it| it.name.as_str());
                json!({ "id": id, "kind": kind, "name": name })
            });
            json!({
                "id": it.id,
                "title": it.title,
                "system": header.system,
                "module": header.module,
                "scenario": header.scenario,
                "variants": scenario.map_or_else(Vec::new, |it| it.chosen(&header.scenario)),
                "turn": it.status.turn,
                "waiting_for": it.status.waiting_for,
                "seats": seats.collect::<Vec<_>>(),
                "created": it.created,
                "updated": it.updated,
                "over": it.status.over,
                "outcome": it.status.outcome,
                "moves": it.length,
                "parent": it.parent,
            })
        });
        Ok((games.collect::<Vec<_>>(), page.next))
    })
    .await?;
    let mut response = reply(&games);
    if let Some(After { updated, id }) = next {
        let link = format!("</api/games?limit={limit}&after={updated}.{id}>; rel=\"next\"");
        if let Ok(link) = link.parse() {
            response.headers_mut().insert(LINK, link);
        }
    }
    Ok(response)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    system: String,
    module: String,
    scenario: String,
    seats: Vec<SeatKind>,
    /// Variants of the scenario, in any order.
    #[serde(default)]
    variants: BTreeSet<String>,
    #[serde(default)]
    options: Vec<String>,
    /// A player's words for the dice, and the commitment he has been shown before he gave them.
    #[serde(default)]
    contribution: Option<String>,
    #[serde(default)]
    commitment: Option<Commitment>,
    #[serde(default)]
    title: Option<String>,
}

pub(crate) async fn create(
    State(hall): AppState,
    caller: Caller,
    Body(wanted): Body<Create>,
) -> Answer {
    hall.has_room(&caller)?;
    let Create { system, module, scenario, seats, variants, options, title, .. } = wanted;
    let contribution = match (wanted.contribution, wanted.commitment) {
        (Some(with), Some(commitment)) => Some((commitment, check_contribution(with)?)),
        (None, None) => None,
        // Words that were known before the secret was drawn show nothing.
        _ => {
            return Err(Error::Invalid(
                "a contribution to the dice follows their commitment: ask for one with POST /api/dice, then send both"
                    .into(),
            ));
        }
    };
    if title.as_ref().is_some_and(|it| it.trim().is_empty() || TITLE < it.len()) {
        return Err(Error::Invalid(format!("a title has 1 to {TITLE} letters")));
    }
    if options.iter().any(|it| it.starts_with("dice-from=")) {
        return Err(Error::Invalid("dice-from is not for new games".into()));
    }
    // A scenario with its variants is one key, and the same variants make the same key.
    let scenario = variants.iter().fold(scenario, |key, it| format!("{key}+{it}"));
    let wanted = NewGame { system, module, scenario, seats, options, contribution, title };
    let made = blocking(move || hall.create(wanted)).await?;
    Ok(created(&made))
}

fn check_contribution(with: String) -> Result<String, Error> {
    if with.is_empty() || CONTRIBUTION < with.len() {
        return Err(Error::Invalid(format!(
            "a contribution to the dice has 1 to {CONTRIBUTION} letters"
        )));
    }
    Ok(with)
}

/// The commitment to the dice of a game to come, for who wants to contribute to them.
pub(crate) async fn promise(State(hall): AppState) -> Answer {
    Ok(reply(&json!({ "commitment": hall.promise()? })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contribution {
    seat: u8,
    with: String,
}

/// A player's words for the dice to come; the commitment stands in the head of the game.
pub(crate) async fn contribute(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(Contribution { seat, with }): Body<Contribution>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let with = check_contribution(with)?;
    hall.ask(&id, |reply| Command::Contribute { seat, with, reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

pub(crate) async fn import(
    State(hall): AppState,
    caller: Caller,
    Body(journal): Body<Journal>,
) -> Answer {
    hall.has_room(&caller)?;
    let made = blocking(move || hall.import(journal)).await?;
    Ok(created(&made))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fork {
    at: usize,
    /// As who `at` is counted; without one as a spectator.
    seat: Option<u8>,
}

pub(crate) async fn fork(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(Fork { at, seat }): Body<Fork>,
) -> Answer {
    may_see_all(&hall, &caller, &id).await?;
    hall.has_room(&caller)?;
    let seat = hall.eyes(&caller, &id, seat)?;
    let known = hall.known(&id, seat, Some(at)).await?;
    let made = blocking(move || hall.fork(&id, known)).await?;
    Ok(created(&made))
}

pub(crate) async fn journal(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer {
    may_see_all(&hall, &caller, &id).await?;
    let name = format!("attachment; filename=\"{id}.bocage.json\"");
    let known = match hall.known(&id, None, None).await {
        Ok(known) => Some(known),
        // It cannot be opened: it is taken away as it lies there, by who could copy the whole database.
        Err(Error::Shelf(_)) if caller.is_host || !hall.config.open_to_network => None,
        Err(error) => return Err(error),
    };
    let journal = blocking(move || {
        let mut journal = hall.store.export(&id)?;
        if let Some(known) = known.filter(|it| *it != journal.answers) {
            // These dice are nobody's: no seed gives them.
            journal.header.options.retain(|it| !it.starts_with("dice-from="));
            journal.header.options.push(format!("dice-from={}", known.len()));
            journal.answers = known;
        }
        Ok(journal)
    });
    let journal = journal.await?;
    let mut response = reply(&journal);
    if let Ok(name) = name.parse() {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// A journal holds everybody's decisions. Between people who play each other it stays closed until the game is over, and
/// to the host as well: he may be one of them.
async fn may_see_all(hall: &Arc<Hall>, caller: &Caller, id: &str) -> Result<(), Error> {
    let Head { header, over } = head_of(hall, id).await?;
    if !hall.config.open_to_network || over {
        return Ok(());
    }
    if !caller.is_host {
        hall.holds_a_seat(caller, &header, id)?;
    }
    let people = header.seats.iter().filter(|it| **it == SeatKind::Human).count();
    if people < 2 { Ok(()) } else { Err(Error::WouldReveal) }
}

pub(crate) async fn delete(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer {
    // The host at once; players when all of them want it.
    if !caller.is_host && hall.config.open_to_network {
        let header = head_of(&hall, &id).await?.header;
        let left = hall.farewell(&caller, &header, &id)?;
        if !left.is_empty() {
            let said = json!({ "waiting_for": left });
            return Ok((StatusCode::ACCEPTED, reply(&said)).into_response());
        }
    }
    hall.ask(&id, |reply| Command::Delete { reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// What the game was loaded from beside what is there today: what has changed, and whether it could take the new.
pub(crate) async fn content(State(hall): AppState, Path(id): Path<String>) -> Answer {
    let compared = blocking(move || {
        let head = hall.store.head(&id)?;
        hall.stock.compare(&head.header)
    });
    Ok(reply(&compared.await?))
}

/// Go on with the files and rules that are there today, if all answers fit them.
pub(crate) async fn renew(State(hall): AppState, caller: Caller, Path(id): Path<String>) -> Answer {
    at_the_table(&hall, &caller, &id).await?;
    hall.ask(&id, |reply| Command::Renew { reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A new invitation to a seat, for the host or for who sits there now.
pub(crate) async fn invite(
    State(hall): AppState,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Answer {
    let seat: u8 = number("seat", &seat)?;
    a_persons_seat(&hall, &id, seat).await?;
    if !caller.is_host && hall.config.open_to_network {
        hall.may_act(&caller, &id, seat)?;
    }
    let name = id.clone();
    let token = blocking(move || hall.invite(&name, seat)).await?;
    Ok(reply(&json!({ "seat": seat, "token": token, "link": link(&id, seat, Some(&token)) })))
}

fn created(made: &Made) -> Response {
    let seats = made.seats.iter().enumerate().map(|(seat, kind)| {
        let seat = seat as u8;
        let token = made.tokens.get(&seat);
        let link = (*kind == SeatKind::Human).then(|| link(&made.id, seat, token));
        json!({ "seat": seat, "kind": kind, "link": link, "token": token })
    });
    let body: Value =
        json!({ "id": made.id, "position": made.position, "seats": seats.collect::<Vec<_>>() });
    (StatusCode::CREATED, reply(&body)).into_response()
}

/// The part behind # never leaves the browser: the token is in no log of any proxy.
fn link(id: &str, seat: u8, token: Option<impl AsRef<str>>) -> String {
    let token = token.map(|it| format!("&token={}", it.as_ref())).unwrap_or_default();
    format!("/#/game/{id}?seat={seat}{token}")
}

fn number<T: std::str::FromStr>(what: &str, text: &str) -> Result<T, Error> {
    text.parse().map_err(|_| Error::Malformed(format!("{text:?} is not the number of a {what}")))
}
