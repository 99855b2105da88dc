//! What is to be seen of a position.

use kernel::chart::Here;
use serde::Serialize;

use super::{OverlayPlace, Place, Question, RuleRef};

/// All that a seat may see at one moment of the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct View {
    /// Answers given so far: the moment this view shows.
    pub position: usize,
    /// Answers in the whole game; `position < length` in a replay.
    pub length: usize,
    /// The positions before and after this one at which somebody was asked: where a replay steps to.
    pub back: Option<usize>,
    pub forward: Option<usize>,
    /// The seat this view is for; `None` for a spectator.
    pub seat: Option<u8>,
    pub now: Now,
    pub pieces: Vec<Piece>,
    /// Markers that lie on a place, not on a piece.
    pub markers: Vec<PlaceMarker>,
    /// What is drawn on the map as staff officers draw it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<Drawn>,
    /// Places under water now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flooded: Vec<Place>,
    /// Marks on the side between two cells: gaps of a beach, open or not.
    pub edges: Vec<EdgeMark>,
    /// Numbers printed beside a place: those of a beach in play.
    pub plates: Vec<Plate>,
    /// The score and what is in the mug, in a few lines.
    pub panels: Vec<Panel>,
    /// What wins, how it stands, and where.
    pub goal: Goal,
    /// Displays beside the map: what belongs to a division, the Naval Display.
    pub displays: Vec<Display>,
    /// Cards that lie open, the one in play first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<OpenCard>,
    pub question: Option<Question>,
    /// Whom the game waits for (several at once only for secret decisions); empty when it is over.
    pub waiting_for: Vec<u8>,
    /// Is there something this seat may take back? Otherwise why not.
    pub undo: UndoState,
    pub outcome: Option<Outcome>,
    /// Units or places the current act is about, to be framed on the map.
    pub focus: Focus,
}

/// What wins, as far as points decide.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Goal {
    /// "More points than the enemy at the end of turn 3."
    pub text: String,
    /// "British 7, German 13: 7 more points win."
    pub stands: String,
    pub rule: Option<RuleRef>,
    /// Points of each seat if the game ended now.
    pub points: Vec<i32>,
    /// Places that count, with what they are worth and who has them.
    pub places: Vec<GoalPlace>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GoalPlace {
    pub place: Place,
    pub name: String,
    /// To the seat that looks; to a spectator, to who has it.
    pub points: i32,
    pub holder: Option<u8>,
}

/// Where the sequence of play stands.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Now {
    /// 1-based.
    pub turn: u8,
    pub label: String,
    pub weather: String,
    pub night: bool,
    /// The step of the sequence of play: "H", "Chit: 3rd Division".
    pub phase: String,
    pub phase_rule: RuleRef,
    /// Which of `Head::sequences` is in force, and the letter of the step in it ("you are here").
    pub sequence: u8,
    pub step: String,
    /// Where in a flowchart the current act stands, outermost first: "Assault", "Op Fire".
    pub procedure: Vec<RuleRef>,
    /// The flowcharts being run, outermost first, with where the act stands in each.
    pub charts: Vec<ChartAt>,
}

/// Where the act stands in a flowchart.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChartAt {
    /// Names one of `Head::charts`.
    pub key: String,
    /// "step 15, fire or charge"
    pub here: String,
    /// Indices into the steps: the current one, and those passed.
    pub now: Option<u8>,
    pub done: Vec<u8>,
}

impl From<&Here> for ChartAt {
    fn from(here: &Here) -> ChartAt {
        let at = here.at.and_then(|it| here.chart.boxes.get(it));
        let boxes = 0..here.chart.boxes.len();
        let passed = boxes.filter(|it| here.at != Some(*it) && here.is_passed(*it));
        ChartAt {
            key: here.chart.key.into(),
            here: at.map_or(String::new(), |it| {
                let mut text = it.text.to_string();
                if let Some(first) = text.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                format!("step {}, {text}", it.number)
            }),
            now: here.at.map(|it| it as u8),
            done: passed.map(|it| it as u8).collect(),
        }
    }
}

/// A counter.
#[derive(Clone, PartialEq, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Piece {
    /// "u12" a unit, "l3" a leader.
    pub id: String,
    pub seat: u8,
    /// Symbol in `/counters.svg`: `#u12-front`, `#u12-back`.
    pub face: String,
    pub place: Option<Place>,
    /// Where it is instead: "Holding box 3 Br", "Due in turn 4".
    pub off_map: Option<String>,
    /// Position in its stack, 0 at the bottom.
    pub level: u8,
    /// Symbols of markers on it, in order: `m-suppressed`, `m-cohesion-1`, `m-column`, `m-ip`, `m-ent`, `m-step-loss`.
    pub markers: Vec<String>,
    pub name: String,
    /// A sentence for screen readers: name, kind, steps, state.
    pub text: String,
    /// Has acted in the current activation / may act / is out of command.
    pub spent: bool,
    pub out_of_command: bool,
    /// Pieces it is in contact with: a line is drawn to them when it is looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// What the place it stands on is called, on the colour of that place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<Tag>,
}

impl Piece {
    /// A counter with one face, which is its name on the sheet of counters.
    pub fn new(seat: u8, face: &str, place: impl Into<Place>, name: &str, text: String) -> Piece {
        let (id, name, place) = (face.into(), name.into(), Some(place.into()));
        Piece { id, seat, face: face.into(), place, name, text, ..Piece::default() }
    }

    /// Those that stand in one place lie on each other, in their order.
    pub fn stack(pieces: &mut [Piece]) {
        for i in 0..pieces.len() {
            let (below, here) = pieces.split_at_mut(i);
            let same = below.iter().filter(|it| it.place.is_some() && it.place == here[0].place);
            here[0].level = same.count() as u8;
        }
    }
}

/// A short word on a colour.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tag {
    pub text: String,
    /// As `#rrggbb`.
    pub colour: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlaceMarker {
    pub place: Place,
    /// `m-barrage-light`, `m-barrage-heavy`, `m-ent`, `m-victory-0` …
    pub symbol: String,
    pub text: String,
    /// A number to write on it: units in a park.
    pub count: Option<u8>,
    /// It covers a circle of so many map units about the place: smoke, a blast.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<i32>,
}

impl PlaceMarker {
    pub fn new(place: impl Into<Place>, symbol: &str, text: &str) -> PlaceMarker {
        let (place, symbol, text) = (place.into(), symbol.into(), text.into());
        PlaceMarker { place, symbol, text, count: None, radius: None }
    }
}

/// One symbol of an order that can be seen: a line of departure, an objective.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Drawn {
    /// As in [`RecordField::symbol`](super::RecordField::symbol).
    pub symbol: String,
    /// Whose it is, for its colour.
    pub seat: u8,
    /// Written beside it.
    pub label: String,
    pub text: String,
    /// Cells of an area or a way, in order.
    pub places: Vec<Place>,
    /// Sides of a line, each by its two cells.
    pub sides: Vec<(Place, Place)>,
    /// Not in force yet.
    pub faint: bool,
}

/// Something on the side between two cells.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EdgeMark {
    pub from: Place,
    pub to: Place,
    /// "gap-open" or "gap-closed"
    pub kind: String,
    pub text: String,
}

/// A small table beside a place of the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Plate {
    pub place: Place,
    pub title: String,
    /// Short word and number.
    pub items: Vec<(String, String)>,
    pub text: String,
}

/// A display beside the map, opened as a panel of its own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Display {
    /// "divisions", "naval"
    pub key: String,
    /// The key that opens it.
    pub letter: String,
    pub title: String,
    pub groups: Vec<DisplayGroup>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DisplayGroup {
    pub title: String,
    pub seat: Option<u8>,
    /// Of its counters, as `#rrggbb`.
    pub colour: Option<String>,
    pub rows: Vec<PanelRow>,
    pub boxes: Vec<DisplayBox>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<OpenCard>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grids: Vec<Grid>,
}

/// A table of numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Grid {
    pub title: String,
    pub text: String,
    /// Heads of the columns after the first.
    pub columns: Vec<String>,
    pub rows: Vec<GridRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GridRow {
    /// A symbol of `/counters.svg` before the label.
    pub symbol: Option<String>,
    pub label: String,
    pub cells: Vec<String>,
    /// Cells, by their index, that the sources do not give plainly; they are marked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<usize>,
}

/// A card that lies open, explained part by part.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpenCard {
    pub title: String,
    pub text: String,
    pub parts: Vec<CardPart>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CardPart {
    pub title: String,
    /// The card was drawn for this part; the others are ignored.
    pub counts: bool,
    pub marks: Vec<CardMark>,
}

/// One thing printed on a card and what it means now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CardMark {
    /// A symbol of `/counters.svg`.
    pub symbol: Option<String>,
    pub label: String,
    pub text: String,
    pub rule: Option<RuleRef>,
}

/// A box with counters in it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DisplayBox {
    pub title: String,
    pub note: String,
    /// Where it is on the map, if it is.
    pub place: Option<Place>,
    pub pieces: Vec<BoxPiece>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoxPiece {
    pub id: String,
    pub note: String,
    /// Passengers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aboard: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Panel {
    pub title: String,
    /// Seat it belongs to, for its colour.
    pub seat: Option<u8>,
    pub rows: Vec<PanelRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PanelRow {
    pub label: String,
    pub value: String,
    pub rule: Option<RuleRef>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UndoState {
    pub possible: bool,
    pub reason: String,
    /// What would be taken back: "the 1st Suffolk moves".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub what: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Winning seat; `None` is a draw.
    pub winner: Option<u8>,
    pub text: String,
    pub rows: Vec<PanelRow>,
    /// Revealed when the game has ended.
    pub seed: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Focus {
    pub pieces: Vec<String>,
    pub places: Vec<Place>,
    /// From, to: a shot or a move to draw as an arrow.
    pub arrows: Vec<(Place, Place)>,
    /// Places the act is about, tinted like an overlay of the kind "fire".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tints: Vec<OverlayPlace>,
}
