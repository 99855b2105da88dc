//! Requests that decide something for a seat: answers, drafts, standing orders, take-backs, the pace.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use play::{Order, Refused};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, AppState, Body, Params, SeatOf, at_the_table, reply};
use crate::desk::{Answered, Command, Drafted, Pace, Pick, Walked};
use crate::error::Error;
use crate::guard::Caller;
use crate::hall::Hall;

/// Slowest pace.
const SLOWEST: u32 = 60_000;
/// Steps of a planned path at most.
const PATH: usize = 256;

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
    Params(SeatOf { seat }): Params<SeatOf>,
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
    Params(SeatOf { seat }): Params<SeatOf>,
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
    Params(SeatOf { seat }): Params<SeatOf>,
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
    check_path(&picks)?;
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

/// Each step may be a whole procedure of the rules.
pub(crate) fn check_path(picks: &[Pick]) -> Result<(), Error> {
    let steps = picks.len();
    if steps == 0 || PATH < steps {
        return Err(Error::Invalid(format!("a planned path has 1 to {PATH} steps, not {steps}")));
    }
    Ok(())
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
    at_the_table(&hall, &caller, &id).await?;
    Ok(reply(&set_pace(&hall, &id, pace).await?))
}

pub(crate) async fn set_pace(hall: &Arc<Hall>, id: &str, pace: Pace) -> Result<Pace, Error> {
    if pace.millis.is_some_and(|it| SLOWEST < it) {
        return Err(Error::Invalid(format!("the slowest pace is {SLOWEST} ms")));
    }
    hall.ask(id, |reply| Command::Pace { pace, reply }).await
}
