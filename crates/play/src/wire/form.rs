//! What is asked: options, and forms for whole values.

use serde::Serialize;
use serde_json::Value;

use super::{Place, RuleRef};
use crate::orders::Order;

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
    /// The server writes what is filled in as text, and reads it back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub text: bool,
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
        Form { kind, field: None, text: false, ready, sealed: None, sealed_label: None }
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
    /// Whole records, filled in field by field, in words or drawn on the map: the list has one object for each. `parts` are
    /// what fields of records are made of that have fields of their own.
    Records { kinds: Vec<RecordKind>, parts: Vec<RecordKind>, at_least: usize, at_most: usize },
    /// Where figures go on a free table. Here the plan is `plan` with a list put in at the pointer `at`: for each mover, in
    /// their order, the points of its way behind where it stands; or only its place where `way` is false. A point is
    /// `{"x", "y", "floor"}`. `field` is not used.
    Figures {
        plan: Value,
        at: String,
        movers: Vec<Mover>,
        way: bool,
        /// So many corners a way may have.
        corners: usize,
        /// The rules count y upwards from the lower edge: theirs is this less the map's.
        top: i32,
        /// How far a way may be at most, in map units, to draw a ring; the judge knows what the ground costs.
        reach: Option<i32>,
    },
}

/// One kind of record: "an Attack", "a sheet is cancelled".
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecordKind {
    pub label: String,
    pub how: Option<String>,
    /// What every record of this kind has, and by which it is told from the others: `{"draw": {"drawing": {"mission": "attack"}}}`.
    pub fixed: Value,
    pub fields: Vec<RecordField>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecordField {
    /// A JSON pointer into the record: `/draw/drawing/objective/hexes`. Where nothing is filled in, nothing stands there,
    /// and no object around it that would be empty.
    pub at: String,
    pub label: String,
    pub note: Option<String>,
    pub needed: bool,
    /// How it is drawn on the map: "objective", "boundary", "company-boundary", "departure", "phase", "axis", "direction",
    /// "location", "sector", "watch", "assembly", "rally", "route", "smoke"; nothing where it is not drawn.
    pub symbol: Option<String>,
    #[serde(flatten)]
    pub kind: FieldKind,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "field", rename_all = "lowercase")]
pub enum FieldKind {
    Text {
        at_most: usize,
        /// Offered to choose from; any other may be written.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        known: Vec<String>,
    },
    Number {
        least: i32,
        most: i32,
    },
    One {
        choices: Vec<FieldChoice>,
    },
    /// The `value` of each row that is chosen; costs are not used.
    Some {
        rows: Vec<SomeRow>,
        at_least: usize,
        at_most: usize,
    },
    /// A cell, written as its label.
    Cell,
    /// Cells in any order, each as its label.
    Cells {
        at_most: usize,
    },
    /// Cells in order, each beside the one before it.
    Way {
        at_most: usize,
    },
    /// Sides of cells that hang together, each as two labels with the lesser first: "0413-0414".
    Line {
        at_most: usize,
    },
    /// Several of something; the pointers of these fields begin at the entry.
    List {
        entry: Vec<RecordField>,
        at_most: usize,
    },
    /// One of these kinds, by their index into the `parts` of the form; the pointers of its fields begin here. It is chosen
    /// first, where there is a choice.
    Part {
        of: Vec<usize>,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FieldChoice {
    pub label: String,
    pub value: Value,
}

/// A figure that is to be placed or moved.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Mover {
    pub piece: String,
    pub label: String,
    /// Where it stands; nothing for one that comes onto the table.
    pub from: Option<Place>,
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

impl FormKind {
    /// One of these cells.
    pub fn one_cell(cells: impl IntoIterator<Item = (u16, String)>) -> FormKind {
        let place = |(cell, label): (u16, String)| FormPlace {
            place: Place::Cell(cell),
            across: None,
            label,
            value: cell.into(),
        };
        let places = cells.into_iter().map(place).collect();
        FormKind::Places { of: PlaceKind::Cell, places, at_least: 1, at_most: 1 }
    }
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
    /// It ends an activation, a phase or a turn although more could be done: what, in a sentence. It is asked once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<String>,
}

/// What some answers would lead to, without giving them.
#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ahead {
    /// A die is thrown or something drawn: nothing is taken back after it.
    pub binds: bool,
    /// What the same seat is asked next, where nobody else decides and no die is thrown before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Of the options of that question, the first ones in their order: does it bind?
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<bool>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Group {
    pub label: String,
    /// A counter that stands for the group on the map; without one its options are on the map themselves.
    pub piece: Option<String>,
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refusal {
    pub label: String,
    pub place: Option<Place>,
    pub piece: Option<String>,
    pub reason: String,
    pub rule: RuleRef,
    /// The line that is in the way, side by side: shown on the map while the refusal is pointed at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<(Place, Place)>,
}
