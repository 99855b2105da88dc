//! The requests, one function each. See the table of routes in `serve`.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, RawQuery, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::{Commitment, Header, Journal, SeatKind};
use play::wire::Place;
use play::{Order, Refused, Table};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::charts;
use crate::desk::{Answered, Command, Drafted, Drawing, Pace, Pick, Walked};
use crate::error::Error;
use crate::guard::Caller;
use crate::hall::{Hall, Made, NewGame, random};
use crate::thinker::Advice;

/// Most bytes of a request, and of a journal to import.
pub(crate) const BODY: usize = 64 * 1024;
pub(crate) const JOURNAL: usize = 8 * 1024 * 1024;
/// Letters a player may add to the dice, and a title may have.
const CONTRIBUTION: usize = 256;
pub(crate) const TITLE: usize = 120;
/// Slowest pace.
const SLOWEST: u32 = 60_000;
/// Steps of a planned path at most.
const PATH: usize = 256;

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

// Games.

pub(crate) async fn list(State(hall): AppState) -> Answer {
    let games = blocking(move || {
        let modules = hall.shelf.modules();
        let games = hall.list()?.into_iter().map(|it| {
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
        Ok(games.collect::<Vec<_>>())
    });
    Ok(reply(&games.await?))
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
    let random = u64::from_le_bytes(random()?);
    let known = move |table: &dyn Table, header: &Header| {
        let most = table.position(seat);
        let entries = table.entries(seat, at).map_err(|_| {
            Error::Invalid(format!("the game has {most} answers; it cannot be forked at {at}"))
        })?;
        Ok(as_known(table, header, entries, random))
    };
    let answers = hall.look(&id, seat, known).await?;
    let made = blocking(move || hall.fork(&id, answers)).await?;
    Ok(created(&made))
}

pub(crate) async fn journal(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer {
    may_see_all(&hall, &caller, &id).await?;
    let name = format!("attachment; filename=\"{id}.bocage.json\"");
    let random = u64::from_le_bytes(random()?);
    let known = move |table: &dyn Table, header: &Header| {
        Ok(as_known(table, header, table.journal().len(), random))
    };
    let known = match hall.look(&id, None, known).await {
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

/// The journal of a game as the people in it know it. A finished one is open, and so is one that no people play.
fn as_known(
    table: &dyn Table,
    header: &Header,
    entries: usize,
    random: u64,
) -> Vec<kernel::Answer> {
    let seats = header.seats.iter().enumerate();
    let people = seats.filter(|it| *it.1 == SeatKind::Human).map(|it| it.0 as u8);
    let people: Vec<u8> = people.collect();
    if table.is_over() || people.is_empty() {
        return table.journal()[..entries].to_vec();
    }
    table.dealt_anew(&people, entries, random)
}

/// A journal holds everybody's decisions. Between people who play each other it stays closed until the game is over.
async fn may_see_all(hall: &Arc<Hall>, caller: &Caller, id: &str) -> Result<(), Error> {
    // From the store: a game that can no longer be opened can still be taken away.
    let (store, name) = (hall.store.clone(), id.to_string());
    let game = blocking(move || Ok(store.load(&name)?)).await?;
    let (header, over) = (game.header, game.status.over);
    if !hall.config.open_to_network || over || caller.is_host {
        return Ok(());
    }
    hall.holds_a_seat(caller, &header, id)?;
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
        let (store, name) = (hall.store.clone(), id.clone());
        let header = blocking(move || Ok(store.load(&name)?.header)).await?;
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
        let game = hall.store.load(&id)?;
        hall.stock.compare(&game.header)
    });
    Ok(reply(&compared.await?))
}

/// Go on with the files and rules that are there today, if all answers fit them.
pub(crate) async fn renew(State(hall): AppState, caller: Caller, Path(id): Path<String>) -> Answer {
    may_see_all(&hall, &caller, &id).await?;
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
    let kind =
        hall.look(&id, None, move |_, header| Ok(header.seats.get(seat as usize).copied())).await?;
    match kind {
        Some(SeatKind::Human) => (),
        Some(SeatKind::Computer) => return Err(Error::ComputersSeat { seat }),
        None => return Err(play::Refused::NoSuchSeat { seat }.into()),
    }
    if !caller.is_host && hall.config.open_to_network {
        hall.may_act(&caller, &id, seat)?;
    }
    let name = id.clone();
    let token = blocking(move || hall.invite(&name, seat)).await?;
    Ok(reply(&json!({ "seat": seat, "token": token, "link": link(&id, seat, Some(&token)) })))
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

#[derive(Deserialize)]
pub(crate) struct HintFor {
    seat: u8,
}

pub(crate) async fn hint(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(HintFor { seat }): Params<HintFor>,
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

// Deciding.

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OneAnswer {
    pub(crate) seat: u8,
    pub(crate) question: String,
    /// The number of an option.
    #[serde(default)]
    pub(crate) option: Option<usize>,
    /// A whole value, where the question has a form. Where several declare at the same time it is sealed.
    #[serde(default)]
    pub(crate) plan: Option<Value>,
}

/// Either an option or a plan.
pub(crate) fn given(option: Option<usize>, plan: Option<Value>) -> Result<kernel::Reply, Error> {
    match (option, plan) {
        (Some(option), None) => Ok(kernel::Reply::Option(option)),
        (None, Some(plan)) => Ok(kernel::Reply::Plan(plan)),
        _ => Err(Error::Malformed("an answer has either an \"option\" or a \"plan\"".into())),
    }
}

pub(crate) async fn answer(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(OneAnswer { seat, question, option, plan }): Body<OneAnswer>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let given = given(option, plan)?;
    let answered: Answered =
        hall.ask(&id, |reply| Command::Answer { seat, question, given, reply }).await?;
    Ok(reply(&answered))
}

/// A seat and the question it is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedOf {
    seat: u8,
    question: String,
}

/// The seat gives the game up instead of an answer.
pub(crate) async fn concede(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(AskedOf { seat, question }): Body<AskedOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let given = kernel::Reply::Concede;
    let answered: Answered =
        hall.ask(&id, |reply| Command::Answer { seat, question, given, reply }).await?;
    Ok(reply(&answered))
}

pub(crate) async fn unseal(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(AskedOf { seat, question }): Body<AskedOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let answered: Answered =
        hall.ask(&id, |reply| Command::Unseal { seat, question, reply }).await?;
    Ok(reply(&answered))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftOf {
    seat: u8,
    question: String,
    /// What is filled in so far; the server does not judge it. Null forgets it.
    draft: Value,
}

pub(crate) async fn draft(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(DraftOf { seat, question, draft }): Body<DraftOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let text = match draft {
        Value::Null => None,
        draft => {
            let text = kernel::plan_text(&draft);
            let text = text.map_err(|it| Refused::TooLarge { why: it.to_string() })?;
            Some(text.to_string())
        }
    };
    hall.ask(&id, |reply| Command::Draft { seat, question, text, reply }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The draft of the seat that asks; another's is nobody's business.
pub(crate) async fn drafted(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(HintFor { seat }): Params<HintFor>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let drafted = hall.ask(&id, |reply| Command::Drafted { seat, reply }).await;
    let Drafted { question, text } = match drafted {
        // The game moved on while the form was opened: nobody's mistake, and there is no draft.
        Err(Error::Refused(Refused::NotYours { .. })) => {
            return Ok(reply(&json!({ "question": null, "draft": null })));
        }
        drafted => drafted?,
    };
    let draft = text.and_then(|it| serde_json::from_str::<Value>(&it).ok());
    Ok(reply(&json!({ "question": question, "draft": draft })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AsText {
    seat: u8,
    /// What is filled in so far.
    plan: Value,
}

/// What is filled in of a form, as text to keep and send.
pub(crate) async fn as_text(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(AsText { seat, plan }): Body<AsText>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let text = hall.look(&id, Some(seat), move |table, _| Ok(table.as_text(seat, &plan)?)).await?;
    Ok(reply(&json!({ "text": text })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FromText {
    seat: u8,
    plan: Value,
    text: String,
}

/// The same with what a text says in its place; or what is wrong with the text, line by line.
pub(crate) async fn read_text(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(FromText { seat, plan, text }): Body<FromText>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let read = hall.look(&id, Some(seat), move |table, _| Ok(table.read_text(seat, &plan, &text)?));
    Ok(match read.await? {
        Ok(plan) => reply(&json!({ "plan": plan, "problems": [] })),
        Err(errors) => reply(&json!({ "plan": null, "problems": errors })),
    })
}

/// Standing orders of the seat that asks; another's are nobody's business.
pub(crate) async fn standing(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(HintFor { seat }): Params<HintFor>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let standing = hall.ask(&id, |reply| Command::Orders { seat, orders: None, reply }).await?;
    Ok(reply(&json!({ "orders": standing })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrdersOf {
    orders: Vec<Order>,
}

/// Leaves these orders instead of those that stand, and tells what stands then.
pub(crate) async fn order(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(HintFor { seat }): Params<HintFor>,
    Body(OrdersOf { orders }): Body<OrdersOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let orders = Some(orders);
    let standing = hall.ask(&id, |reply| Command::Orders { seat, orders, reply }).await?;
    Ok(reply(&json!({ "orders": standing })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    seat: u8,
    picks: Vec<Pick>,
}

pub(crate) async fn answers(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(Plan { seat, picks }): Body<Plan>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    if picks.is_empty() || PATH < picks.len() {
        return Err(Error::Invalid(format!(
            "a planned path has 1 to {PATH} steps, not {}",
            picks.len()
        )));
    }
    let walked = hall.ask(&id, |reply| Command::Answers { seat, picks, reply }).await?;
    let Walked { position, applied, stopped } = walked;
    match stopped {
        // Nothing was done: an error like that of a single answer.
        Some(error) if applied == 0 => Err(error),
        Some(error) => {
            let mut stopped = error.body();
            stopped["at"] = json!(applied);
            Ok(reply(&json!({ "position": position, "applied": applied, "stopped": stopped })))
        }
        None => Ok(reply(&json!({ "position": position, "applied": applied }))),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoFor {
    seat: u8,
    /// Where the game is, as the seat counts: what has happened since cannot be meant.
    position: usize,
}

pub(crate) async fn undo(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(UndoFor { seat, position }): Body<UndoFor>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let undo = |reply| Command::Undo { seat, position, reply };
    let answered: Answered = hall.ask(&id, undo).await?;
    Ok(reply(&answered))
}

pub(crate) async fn pace(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Body(pace): Body<Pace>,
) -> Answer {
    if hall.config.open_to_network && !caller.is_host {
        let header = hall.look(&id, None, |_, header| Ok(header.clone())).await?;
        hall.holds_a_seat(&caller, &header, &id)?;
    }
    Ok(reply(&set_pace(&hall, &id, pace).await?))
}

pub(crate) async fn set_pace(hall: &Arc<Hall>, id: &str, pace: Pace) -> Result<Pace, Error> {
    if pace.millis.is_some_and(|it| SLOWEST < it) {
        return Err(Error::Invalid(format!("the slowest pace is {SLOWEST} ms")));
    }
    hall.ask(id, |reply| Command::Pace { pace, reply }).await
}

pub(crate) async fn nothing_here(uri: axum::http::Uri) -> Error {
    Error::NotFound(format!("there is nothing at {}", uri.path()))
}

// Extracting and replying.

/// The body as JSON. What cannot be read is named with its line and column.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Error> {
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
        let bytes = Bytes::from_request(request, state).await.map_err(|it| match it.status() {
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

fn number<T: std::str::FromStr>(what: &str, text: &str) -> Result<T, Error> {
    text.parse().map_err(|_| Error::Malformed(format!("{text:?} is not the number of a {what}")))
}

pub(crate) fn reply<T: Serialize>(value: &T) -> Response {
    reply_text(serde_json::to_string(value).unwrap_or_default())
}

fn reply_text(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response()
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

/// Work that waits for the disk or draws a map.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|it| Err(Error::Bug(it.to_string())))
}
