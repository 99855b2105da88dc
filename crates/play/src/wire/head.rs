//! What does not change during a game: seats, turns, map, charts.

use serde::Serialize;

/// What does not change during the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Head {
    pub system: String,
    pub module: String,
    pub scenario: String,
    pub title: String,
    pub edition: String,
    /// What differs from the scenario as it is written.
    pub variants: Vec<Variant>,
    pub seats: Vec<Seat>,
    /// Turns of the scenario, for the track.
    pub turns: Vec<TurnMark>,
    pub map: MapHead,
    /// What can be laid over the map.
    pub overlays: Vec<OverlayHead>,
    /// Sequences of play: `Now::sequence` says which is in force.
    pub sequences: Vec<Vec<SequenceStep>>,
    /// The flowcharts of the game: `Now::charts` says where they stand.
    pub charts: Vec<Chart>,
    pub commitment: String,
}

/// A variant of the rules that is in force.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Variant {
    pub title: String,
    pub text: String,
}

/// An overlay that can be asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OverlayHead {
    pub kind: String,
    /// The key that turns it on.
    pub letter: String,
    pub name: String,
    pub text: String,
    /// What must be chosen first: "place", "piece", "either" or "" for nothing.
    pub needs: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Seat {
    pub id: u8,
    pub key: String,
    pub name: String,
    /// "human" or "computer"
    pub kind: String,
    pub briefing: String,
}

#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TurnMark {
    pub date: String,
    pub time: String,
    pub night: bool,
    /// Where there are tides: how high the water stands, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub water: Option<u8>,
}

/// The map in its own units: those of `/map.svg`.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MapHead {
    pub width: f32,
    pub height: f32,
    pub units_per_metre: f32,
    /// How wide a piece is in map units, where that is not 48.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<f32>,
    /// What lengths are told in, where that is not metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// In words: "1 hex = 500 m".
    pub scale: String,
    /// Outlines that cells share: corners in order, from the centre of the cell.
    pub shapes: Vec<Vec<(f32, f32)>>,
    /// All cells; a place that is a cell is an index into these. Boxes printed beside the map are cells too.
    pub cells: Vec<CellHead>,
    pub legend: Vec<LegendEntry>,
}

/// A measure of length: "inches", written "″".
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Measure {
    pub name: String,
    pub sign: String,
    /// One of it, in map units.
    pub units: f32,
}

/// A cell for the eye, for screen readers and for the inspector.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CellHead {
    pub label: String,
    /// Label, terrain, features, place name.
    pub text: String,
    /// Its centre.
    pub at: (f32, f32),
    /// Index into [`MapHead::shapes`].
    pub shape: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LegendEntry {
    /// "terrain", "hexside", "route", "feature" or "marker"
    pub kind: String,
    pub key: String,
    pub name: String,
    /// Effects in a line: costs, sight, defence.
    pub text: String,
}

/// A flowchart as a list of its steps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Chart {
    pub key: String,
    pub title: String,
    pub rule: String,
    pub steps: Vec<ChartStep>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChartStep {
    pub number: String,
    pub text: String,
    /// Ids of its statements.
    pub rules: Vec<String>,
}

impl From<&kernel::chart::Chart> for Chart {
    fn from(chart: &kernel::chart::Chart) -> Chart {
        let steps = chart.boxes.iter().map(|it| ChartStep {
            number: it.number.into(),
            text: it.text.into(),
            rules: it.rules.iter().map(|it| (*it).to_string()).collect(),
        });
        Chart {
            key: chart.key.into(),
            title: chart.title.into(),
            rule: chart.rule.into(),
            steps: steps.collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SequenceStep {
    pub letter: String,
    pub title: String,
}
