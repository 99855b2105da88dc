//! After the game: the battle looked back on.

use axum::extract::{Path, State};

use crate::api::{Answer, AppState, blocking, reply};
use crate::error::Error;

/// Whoever may look at the game, once nothing of it is hidden any more.
pub(crate) async fn report(State(hall): AppState, Path(id): Path<String>) -> Answer {
    let game = hall.look(&id, None, |table, _| {
        if !table.is_over() {
            let why = "the battle goes on: its report would tell what is still hidden";
            return Err(Error::Invalid(why.into()));
        }
        Ok(table.at(None, table.position(None))?)
    });
    // The whole game is played again; nobody at the table waits for that.
    let game = game.await?;
    Ok(reply(&blocking(move || Ok(game.look_back())).await?))
}
