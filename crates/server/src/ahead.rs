//! Before an answer is given: its odds, and what it would lead to.

use axum::extract::{Path, State};
use play::Refused;
use serde::Deserialize;
use serde_json::json;

use crate::api::{Answer, AppState, Params, reply};
use crate::error::Error;
use crate::guard::Caller;

#[derive(Deserialize)]
pub(crate) struct OddsOf {
    seat: u8,
    question: String,
    /// Options that lead to the one asked about, as for `ahead`.
    #[serde(default)]
    after: String,
    option: usize,
}

pub(crate) async fn odds(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(OddsOf { seat, question, after, option }): Params<OddsOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let after = options(&after)?;
    let odds = hall.look(&id, Some(seat), move |table, _| {
        Ok(table.odds_ahead(seat, &question, &after, option)?)
    });
    match odds.await {
        // The game moved on while the pointer rested on an option: nobody's mistake, and nothing to complain about.
        Err(Error::Refused(Refused::Stale { now, .. })) => Ok(reply(&json!({ "stale": now }))),
        odds => Ok(reply(&odds?)),
    }
}

#[derive(Deserialize)]
pub(crate) struct AheadOf {
    seat: u8,
    question: String,
    /// Options one after the other: "3.0.12"; nothing is the question itself.
    #[serde(default)]
    after: String,
}

pub(crate) async fn ahead(
    State(hall): AppState,
    caller: Caller,
    Path(id): Path<String>,
    Params(AheadOf { seat, question, after }): Params<AheadOf>,
) -> Answer {
    hall.may_act(&caller, &id, seat)?;
    let after = options(&after)?;
    let ahead =
        hall.look(&id, Some(seat), move |table, _| Ok(table.ahead(seat, &question, &after)?));
    match ahead.await {
        // As with odds: the game moved on while somebody looked.
        Err(Error::Refused(Refused::Stale { now, .. })) => Ok(reply(&json!({ "stale": now }))),
        ahead => Ok(reply(&ahead?)),
    }
}

/// "3.0.12"
fn options(written: &str) -> Result<Vec<usize>, Error> {
    let options = written.split('.').filter(|it| !it.is_empty()).map(str::parse);
    options.collect::<Result<_, _>>().map_err(|_| {
        Error::Invalid(format!("{written:?} is no list of options: they are numbers with dots"))
    })
}
