//! What is told besides: the report, odds, overlays, cards.

use serde::Serialize;

use super::{Place, RuleRef};

/// One line of the report.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LogLine {
    /// Number of the line in this seat's log.
    pub n: usize,
    /// Answers given when it was written: click to go there in the replay.
    pub at: usize,
    pub turn: u8,
    pub time: String,
    /// "turn", "chit", "event", "decision", "roll"
    pub kind: String,
    pub seat: Option<u8>,
    pub text: String,
    pub rule: RuleRef,
    pub places: Vec<Place>,
    /// Who did it and to whom: a shot goes from the first to the second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// Dice, ledgers and choices that led to it: unfold to see.
    pub details: Vec<Detail>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Detail {
    pub text: String,
    pub rule: RuleRef,
    /// For a ledger: its lines and the total.
    pub ledger: Vec<LedgerLine>,
    pub total: Option<i32>,
    /// For a throw: the face as people write it.
    pub die: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LedgerLine {
    pub amount: i32,
    pub text: String,
    pub rule: RuleRef,
}

/// Exact odds of one option.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OddsView {
    pub title: String,
    /// Fractions are exact; otherwise `error` bounds what was left out.
    pub exact: bool,
    pub error: f64,
    pub assumes: String,
    pub rows: Vec<OddsRow>,
    /// What else comes of it, each by itself: the barrage, the others there, the contact.
    pub more: Vec<OddsPart>,
    pub ledgers: Vec<Detail>,
    /// Where it may fall, each place with its chance: shown on the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<OverlayPlace>,
    /// Figures it rests on that the sources do not give plainly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    pub courses: u64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OddsPart {
    pub title: String,
    pub rows: Vec<OddsRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OddsRow {
    pub label: String,
    /// "23/100", reduced where short, else empty.
    pub fraction: String,
    pub probability: f64,
    /// 0 nothing … 4 destroyed: the colour of the bar.
    pub severity: u8,
}

/// An overlay: places with a strength and a note.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Overlay {
    /// "sight", "zones", "command", "reach", "fire"
    pub kind: String,
    pub title: String,
    pub text: String,
    pub places: Vec<OverlayPlace>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OverlayPlace {
    pub place: Place,
    /// 0 strongest … 3 faintest; for reach the quarter of the allowance used up.
    pub level: u8,
    /// Label to write there: cost, number of firers.
    pub label: String,
    /// For reach: the places to step through, this one last. Sent back as picks they walk the unit there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Place>,
    /// A circle about the place, in map units: how far a blast or a command reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<i32>,
}

/// Can this place see that one, and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SightView {
    pub from: Place,
    pub to: Place,
    pub clear: bool,
    /// In words: "3 hexes".
    pub distance: String,
    pub text: String,
    pub reasons: Vec<SightReason>,
    /// The section through the ground, where heights count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
}

/// A section through the ground along a line of sight; heights in metres above the sea, ways as a part of the line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Section {
    /// The eyes at both ends.
    pub eyes: (i32, i32),
    /// How long the line is, in metres.
    pub metres: u32,
    /// Where it passes, in order, both ends included.
    pub stations: Vec<SectionStation>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SectionStation {
    /// From 0 at the viewer to 1.
    pub at: f64,
    /// "0413", "hedge 0413-0414"
    pub label: String,
    pub ground: i32,
    /// Of what stands there; the ground where nothing does.
    pub top: i32,
    /// "hex", "side" or "smoke"
    pub kind: String,
    pub blocks: bool,
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SightReason {
    pub text: String,
    pub blocks: bool,
    pub place: Option<Place>,
    pub rule: RuleRef,
}

/// Everything about a place or a unit, for the inspector.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Card {
    pub title: String,
    pub subtitle: String,
    pub rows: Vec<CardRow>,
    /// Pieces to show beneath.
    pub pieces: Vec<String>,
}

/// A rating: printed, current, and what changed it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CardRow {
    pub label: String,
    pub value: String,
    pub printed: Option<String>,
    pub ledger: Vec<LedgerLine>,
    pub rule: Option<RuleRef>,
}
