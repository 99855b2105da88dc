//! A battle looked back on.

use serde::Serialize;

use super::Place;

/// What happened, turn by turn, and how the dice fell.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BattleReport {
    pub title: String,
    /// Names of the seats.
    pub seats: Vec<String>,
    /// How it ended; empty where it goes on.
    pub outcome: String,
    pub turns: Vec<ReportTurn>,
    pub losses: Vec<ReportLoss>,
    /// Throws of which the odds were known when they were decided on.
    pub throws: Vec<ReportThrow>,
}

/// How it stood at the end of a turn, as a spectator saw it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReportTurn {
    pub turn: u8,
    pub label: String,
    /// The moment, to be gone to in the replay.
    pub position: usize,
    pub points: Vec<i32>,
    pub pieces: Vec<ReportPiece>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReportPiece {
    pub seat: u8,
    pub place: Place,
}

/// Who has left the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReportLoss {
    pub turn: u8,
    pub seat: u8,
    pub name: String,
    /// "Eliminated", "Due in turn 4"; "gone" where nothing more is told.
    pub how: String,
    /// The end of that turn.
    pub position: usize,
}

/// A decision whose dice had odds: what was to be expected of it, and what came. In grades of harm to the target: 0
/// nothing, 4 destroyed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReportThrow {
    pub position: usize,
    pub turn: u8,
    pub seat: u8,
    pub what: String,
    pub expected: f64,
    pub came: f64,
    /// "Suppressed"
    pub result: String,
    /// How likely that, or more of it, was.
    pub chance: f64,
}
