//! What a client sees: plain data, the same for every rules system. The client knows no rules; it draws this and
//! sends back the number of an option, or a value filled in on a [`Form`].
//!
//! Everything here has been filtered for one seat. Places are cells of the map by their number or points on it, pieces
//! are ids of counters; `/map.svg` and `/counters.svg` draw both. What does not change during a game is in the [`Head`],
//! sent once.

use kernel::chart::Here;
use serde::Serialize;
use serde_json::Value;

use crate::orders::Order;
pub use crate::place::Place;

/// A citation as shown: the id links to the text of the rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleRef {
    pub code: String,
    pub title: String,
}

impl RuleRef {
    #[must_use]
    pub fn of(rule: kernel::Rule) -> RuleRef {
        RuleRef { code: rule.code.into(), title: rule.title.into() }
    }
}

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
    /// Places under water now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flooded: Vec<Place>,
    /// Marks on the side between two cells: gaps of a beach, open or not.
    pub edges: Vec<EdgeMark>,
    /// Numbers printed beside a place: those of a beach in play.
    pub plates: Vec<Plate>,
    /// The score and what is in the mug, in a few lines.
    pub panels: Vec<Panel>,
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
    /// Sequences of play: [`Now::sequence`] says which is in force.
    pub sequences: Vec<Vec<SequenceStep>>,
    /// The flowcharts of the game: [`Now::charts`] says where they stand.
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

#[derive(Clone, Debug, Serialize)]
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
    /// In words: "1 hex = 500 m".
    pub scale: String,
    /// Outlines that cells share: corners in order, from the centre of the cell.
    pub shapes: Vec<Vec<(f32, f32)>>,
    /// All cells; a place that is a cell is an index into these. Boxes printed beside the map are cells too.
    pub cells: Vec<CellHead>,
    pub legend: Vec<LegendEntry>,
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
    /// Which of [`Head::sequences`] is in force, and the letter of the step in it ("you are here").
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
    /// Names one of [`Head::charts`].
    pub key: String,
    /// "step 15, fire or charge"
    pub here: String,
    /// Indices into the steps: the current one, and those passed.
    pub now: Option<u8>,
    pub done: Vec<u8>,
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

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SequenceStep {
    pub letter: String,
    pub title: String,
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

/// What is asked of this seat.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Question {
    /// Names the question: sent back with the answer, so that a late or repeated answer is recognised.
    pub id: String,
    pub seat: u8,
    pub rule: RuleRef,
    /// Who decides in which phase: "British · Division chit of 3rd Division".
    pub context: String,
    /// One sentence.
    pub prompt: String,
    /// How it works, for who has read no rules.
    pub how: Option<String>,
    pub options: Vec<Choice>,
    /// Where there are many options: groups of them, chosen first. A pair is chosen by its group, then by the option.
    pub groups: Vec<Group>,
    /// What one might want to do but may not, and why.
    pub refused: Vec<Refusal>,
    /// What there is to know before deciding, line by line: hits about to be applied, what an attack has so far.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Several decide at the same time, and nobody learns anything before all have.
    pub secret: bool,
    /// A whole value is wanted instead of an option; `options` is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// Standing orders that may be left here, so that questions like this one are not asked again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<LabelledOrder>,
}

/// A standing order with its words; it is left as it is, or with the `piece` of an option to stand for that one only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LabelledOrder {
    pub label: String,
    pub order: Order,
}

/// How a whole value is filled in. It is sent as `plan` where an option would be sent as `option`.
///
/// Every kind of form makes a list. The plan is that list; or, where `field` has a name, an object with the list under
/// that name. What goes into the list is said by the form: the client copies values, it never makes one up but for the
/// places of a path. A refusal says by a JSON pointer which entry is wrong: `/2` is the third entry of the list
/// (`/way/2` where `field` is "way"), `""` the whole.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Form {
    #[serde(flatten)]
    pub kind: FormKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Plans to start from; the judge accepts each. The first is the most modest ("buy nothing").
    pub ready: Vec<ReadyPlan>,
    /// What this seat has sealed: the form is shown as it was filled in, and may be unsealed as long as this is here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Value>,
    /// The sealed plan in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed_label: Option<String>,
}

impl Form {
    /// A form that nobody has sealed; the plan is the list itself.
    #[must_use]
    pub fn new(kind: FormKind, ready: Vec<ReadyPlan>) -> Form {
        Form { kind, field: None, ready, sealed: None, sealed_label: None }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FormKind {
    /// Some of these: the list has the `value` of each row that is chosen, in the order of the rows.
    Some { rows: Vec<SomeRow>, budgets: Vec<Budget>, at_least: usize, at_most: usize },
    /// For each of these one of those: the list has the `value` of the cell chosen in each row, in the order of the
    /// rows; a cell without a value puts nothing there. The first cell of a row is chosen to begin with.
    Each { rows: Vec<EachRow>, budgets: Vec<Budget> },
    /// A path over the map: the list has the places entered, in order, without the one it starts from. `places` are
    /// those it may enter at all.
    Path { from: Option<Place>, places: Vec<Place>, at_most: usize },
    /// Places on the map: the list has the `value` of each place chosen, in the order they were chosen.
    Places { of: PlaceKind, places: Vec<FormPlace>, at_least: usize, at_most: usize },
}

/// Points of some kind that a value may not overdraw: "3rd Division", 4 of "DP".
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Budget {
    pub label: String,
    pub unit: String,
    pub has: u32,
}

/// So much of the budget of this index.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Cost {
    pub budget: usize,
    pub amount: u32,
}

/// One of those that may be chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SomeRow {
    pub label: String,
    pub piece: Option<String>,
    pub place: Option<Place>,
    pub note: Option<String>,
    pub value: Value,
    pub costs: Vec<Cost>,
    /// Why it cannot be chosen, whatever else is.
    pub refused: Option<CellRefusal>,
}

/// One of those for each of which something is chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EachRow {
    pub label: String,
    pub piece: Option<String>,
    pub place: Option<Place>,
    pub note: Option<String>,
    pub cells: Vec<EachCell>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EachCell {
    pub label: String,
    /// What choosing it puts into the list; nothing where it is null.
    pub value: Option<Value>,
    pub costs: Vec<Cost>,
    /// Why it cannot be chosen, whatever else is.
    pub refused: Option<CellRefusal>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CellRefusal {
    pub reason: String,
    pub rule: RuleRef,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlaceKind {
    Cell,
    Side,
    Point,
}

/// A place that may be chosen: a cell, a side (its cell and the one across), or a point.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FormPlace {
    pub place: Place,
    pub across: Option<Place>,
    pub label: String,
    pub value: Value,
}

/// A plan to start from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadyPlan {
    pub label: String,
    pub plan: Value,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Note {
    pub text: String,
    pub rule: Option<RuleRef>,
    /// Shown on the map while the line is pointed at.
    pub places: Vec<Place>,
    /// It happened since the last decision; otherwise it is about this one.
    pub past: bool,
}

#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Choice {
    pub index: usize,
    pub label: String,
    /// How the client shows it: "place" (highlight `place`), "piece" (highlight `piece`), "button", "stop" (ends something).
    pub kind: String,
    pub place: Option<Place>,
    pub piece: Option<String>,
    /// Small print: cost, what it leads to.
    pub hint: Option<String>,
    /// Exact odds can be asked for this option.
    pub odds: bool,
    /// Index into `Question::groups`.
    pub group: Option<usize>,
    /// Lines to draw while it is pointed at: from the firer first, then from who sees the target.
    pub lines: Vec<(Place, Place)>,
    /// Places that may be clicked instead: the option is taken and then the place, which is asked for next.
    pub places: Vec<Place>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Group {
    pub label: String,
    /// A counter that stands for the group on the map; without one its options are on the map themselves.
    pub piece: Option<String>,
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refusal {
    pub label: String,
    pub place: Option<Place>,
    pub piece: Option<String>,
    pub reason: String,
    pub rule: RuleRef,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UndoState {
    pub possible: bool,
    pub reason: String,
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
