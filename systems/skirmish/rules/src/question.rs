//! What is asked, and what may be answered.

use kernel::{Ask, Rule, shown};
use serde::{Deserialize, Serialize};
use tabletop::{Path, Spot};

use crate::data::{ElementId, FigureId, Side};
use crate::state::{Attempt, Shot};
use crate::tables::Order;

/// An option as shown to a player or judged by a policy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opt {
    No,
    Yes,
    /// Nobody else moves, marks or runs.
    Done,
    Element(ElementId),
    Order(Order),
    /// Put an opportunity fire marker on this checkpoint of the move.
    Mark {
        element: ElementId,
        checkpoint: u8,
    },
    MoveFirst,
    MoveSecond,
    /// One of the combats still to be fought, by the number of its first element.
    Combat(ElementId),
    Stop,
    CarryOn,
}

/// A free answer (skirmish.eng.propose): the journal has the value itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    Place(Placement),
    Spot(Vec<Attempt>),
    Move(Move),
    Fire(Vec<Shot>),
    Assault(Vec<Charge>),
}

/// Where an element is set up (skirmish.depl.order): the place of each figure, figure 1 first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    pub element: ElementId,
    pub places: Vec<Spot>,
}

/// A move as one value (skirmish.eng.move-answer): for each living figure, lowest number first, the corners of its path
/// behind the place where it stands. An element that enters the table begins with its place on the edge.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub element: ElementId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    pub paths: Vec<Path>,
}

/// A declared close assault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    pub element: ElementId,
    pub target: ElementId,
}

/// What is asked: one variant for each kind of question, and whom it is about. The rule is only its citation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    #[default]
    Nothing,
    SetUp(ElementId),
    /// The whole spotting of a side, and one die of it.
    Spotting,
    Spot(Attempt),
    Rally(ElementId),
    /// Which Broken element runs next, and where.
    WhoRuns,
    Run(ElementId),
    Initiative,
    MoveFirst,
    WhoMoves,
    Order(ElementId),
    Move(ElementId, Order),
    /// An enemy came to light: stop here?
    StopHere(ElementId),
    /// Who marks opportunity fire against this move.
    Mark(ElementId),
    /// All targets of a side in a fire phase.
    Fire,
    /// The dice of a shot at a figure.
    Hit {
        firer: ElementId,
        target: FigureId,
    },
    Kill {
        firer: ElementId,
        target: FigureId,
    },
    /// The dice of a blast.
    BlastHit(FigureId),
    BlastKill(FigureId),
    Targeting(Side),
    Morale(ElementId),
    Assault,
    WhichCombat,
    AssaultMove(ElementId),
    React(ElementId),
    Melee {
        by: FigureId,
    },
    FallBack(ElementId),
    GameEnd,
}

pub type Question = Ask<Side, Topic>;

#[must_use]
#[inline]
pub const fn ask(who: Side, rule: Rule, topic: Topic) -> Question {
    Ask { who, rule, topic }
}

/// An opportunity fire marker that could be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub element: ElementId,
    pub checkpoint: u8,
}

shown! {
    yes => bool, if yes { Opt::Yes } else { Opt::No };
    element => ElementId, Opt::Element(element);
    order => Order, Opt::Order(order);
    Mark { element, checkpoint } => Mark, Opt::Mark { element, checkpoint };
}

/// One of these, or *Done*.
impl<T: Into<Opt>> From<Option<T>> for Opt {
    #[inline]
    fn from(it: Option<T>) -> Opt {
        it.map_or(Opt::Done, Into::into)
    }
}
