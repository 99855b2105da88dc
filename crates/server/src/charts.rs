//! Charts and sheets without a game. Nothing is kept here: a sheet travels with its entries, and the page keeps them.

use axum::extract::{Path, State};
use play::reckon::{DICE, Entry, Misfit, Tray};
use serde::Deserialize;
use serde_json::Value;

use crate::api::{Answer, AppState, Body, blocking, reply};
use crate::error::Error;
use crate::hall::random;

/// Most bytes of a sheet.
pub(crate) const SHEET: usize = 512 * 1024;

type Named = Path<(String, String, String)>;

pub(crate) async fn list(State(hall): AppState, Path((system, module, scenario)): Named) -> Answer {
    let all = blocking(move || Ok(hall.shelf.charts(&system, &module, &scenario)?.reckoners()));
    Ok(reply(&all.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    #[serde(default)]
    inputs: Value,
    #[serde(default)]
    dice: Dice,
}

/// Where the dice come from.
#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum Dice {
    /// Only the odds are asked.
    #[default]
    Look,
    Throw,
    Thrown(Vec<u8>),
}

pub(crate) async fn reckon(
    State(hall): AppState,
    Path((system, module, scenario, chart)): Path<(String, String, String, String)>,
    Body(Asked { inputs, dice }): Body<Asked>,
) -> Answer {
    let answer = blocking(move || {
        let charts = hall.shelf.charts(&system, &module, &scenario)?;
        with_tray(&dice, |tray| charts.reckon(&chart, &inputs, tray))
    });
    Ok(reply(&answer.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sheet {
    /// All that has been entered so far.
    entries: Vec<Entry>,
    /// What is to be entered next.
    #[serde(default)]
    next: Option<Entry>,
    #[serde(default)]
    dice: Dice,
}

pub(crate) async fn sheet(
    State(hall): AppState,
    Path((system, module, scenario)): Named,
    Body(Sheet { entries, next, dice }): Body<Sheet>,
) -> Answer {
    let view = blocking(move || {
        let charts = hall.shelf.charts(&system, &module, &scenario)?;
        match &next {
            None => Ok(charts.sheet(&entries, None)?),
            Some(next) => with_tray(&dice, |tray| charts.sheet(&entries, Some((next, tray)))),
        }
    });
    Ok(reply(&view.await?))
}

/// Dice of the system's own randomness, thrown all at once.
fn with_tray<T>(
    dice: &Dice,
    ask: impl FnOnce(&mut Tray<'_>) -> Result<T, Misfit>,
) -> Result<T, Error> {
    Ok(match dice {
        Dice::Look => ask(&mut Tray::look()),
        Dice::Thrown(faces) => ask(&mut Tray::given(faces)),
        Dice::Throw => {
            let bytes = random::<{ 4 * DICE }>()?;
            let mut words =
                bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
            // Of four thousand million a face has at most one more: nobody will notice.
            let mut throw =
                |sides: u8| 1 + (words.next().unwrap_or(0) % u32::from(sides.max(1))) as u8;
            ask(&mut Tray::thrown(&mut throw))
        }
    }?)
}
