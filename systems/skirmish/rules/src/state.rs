//! The position: data and what can be read off it without a rule.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Smoke, Spot};

use crate::assault::Combat;
use crate::data::{
    BatteryId, ElementData, ElementId, FIGURES, FigureId, ObjectiveId, Quality, Scene, Side,
};
use crate::fire::{Aim, Firer};
use crate::movement::Walk;
use crate::tables::{Order, Tables};

/// A game of figures on a free table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Skirmish {
    pub scene: Arc<Scene>,
    pub turn: u8,
    pub phase: Phase,
    pub elements: Vec<Element>,
    pub figures: Vec<Figure>,
    /// Markers of hidden elements and dummies, by number (skirmish.hide.counter).
    pub counters: SmallVec<[Counter; 8]>,
    pub batteries: SmallVec<[Battery; 2]>,
    pub smoke: SmallVec<[Smoke; 4]>,
    pub objectives: SmallVec<[Option<Side>; 4]>,
    /// Who won the last initiative roll (skirmish.init.winner).
    pub initiative: Side,
    /// Who moves first this turn.
    pub first_mover: Side,
    /// What both sides have declared for this phase and is not yet carried out, first to last.
    pub attempts: SmallVec<[Attempt; 8]>,
    /// Counters seen by a roll, turned over when all have rolled (skirmish.spot.result).
    pub spotted: SmallVec<[(Side, u8); 4]>,
    pub shots: SmallVec<[Shot; 8]>,
    /// Kills of this fire phase, in the order in which they will be applied (skirmish.cas.order).
    pub kills: SmallVec<[Kill; 4]>,
    /// Smoke that lands when the Stationary Fire Phase is over (skirmish.smoke.landing).
    pub landing: SmallVec<[Spot; 2]>,
    /// Leaders killed and not yet felt (skirmish.lead.death).
    pub fallen: SmallVec<[Fallen; 2]>,
    /// Combats of this Melee Phase that are still to be fought, and the one being fought.
    pub combats: SmallVec<[Combat; 2]>,
    pub combat: Option<Combat>,
    /// The move being made.
    pub walk: Option<Box<Walk>>,
    /// The roll has ended the game: the phase is carried out to its end first (skirmish.end.finish).
    pub ending: bool,
    pub outcome: Option<Outcome>,
}

/// Where the sequence of play stands (skirmish.turn.sequence). Each is one kind of step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// One element is placed by the first or second to set up.
    SetUp {
        second: bool,
    },
    /// Both sides stand: counters that may not be hidden are turned over.
    Ready,
    Spotting,
    SpotRoll {
        next: u8,
    },
    Rally {
        next: u8,
    },
    /// Compulsory moves, those of the initiative loser first (skirmish.broken.when).
    Compulsory {
        winner: bool,
    },
    Initiative,
    Movement {
        second: bool,
    },
    StationaryFire,
    StationaryShot {
        next: u8,
    },
    MovingFire,
    MovingShot {
        next: u8,
    },
    Morale {
        next: u8,
    },
    Melee,
    Combats,
    /// After the last combat: tests for leaders killed in melee.
    MeleeTests {
        next: u8,
    },
    EndTurn,
    ForceMorale {
        next: u8,
    },
    Objectives,
    Over,
}

kernel::words! {
    /// How steady an element is, best first (skirmish.morale.levels).
    pub enum Level: "morale level" = Good {
        Good = "good", "Good";
        Suppressed = "suppressed", "Suppressed";
        Broken = "broken", "Broken";
        Dispersed = "dispersed", "Dispersed";
    }
}

impl Level {
    /// Good or Suppressed.
    #[must_use]
    pub fn is_unbroken(self) -> bool {
        self < Level::Broken
    }
    #[must_use]
    pub const fn down(self) -> Level {
        match self {
            Level::Good => Level::Suppressed,
            Level::Suppressed => Level::Broken,
            Level::Broken | Level::Dispersed => Level::Dispersed,
        }
    }
    /// skirmish.rally.result: one level up; what is Dispersed never returns.
    #[must_use]
    pub const fn up(self) -> Level {
        match self {
            Level::Good | Level::Suppressed => Level::Good,
            Level::Broken => Level::Suppressed,
            Level::Dispersed => Level::Dispersed,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Presence {
    /// Not set up yet, or a reserve that has not arrived.
    Away,
    Hidden,
    Revealed,
    /// Dispersed, destroyed, or a dummy that was taken off.
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moved {
    No,
    ByOrder,
    ByCompulsion,
}

/// What changes of an element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    pub presence: Presence,
    pub level: Level,
    /// What its rolls of this phase came to, until all take effect together.
    pub due: Option<Level>,
    pub order: Option<Order>,
    pub moved: Moved,
    /// This turn's hits by fire, kills that count for its next test, figures when the Stationary Fire Phase began.
    pub hits: u8,
    pub kills: u8,
    pub strength: u8,
    pub severe: bool,
    pub marker: Option<Box<Marker>>,
    pub he_rounds: Option<u8>,
    pub smoke_rounds: Option<u8>,
    pub mission: Option<Mission>,
}

/// Figures of an element and where they stand, stood or count as standing.
pub type Stood = SmallVec<[(FigureId, Spot); FIGURES]>;

/// An opportunity fire marker (skirmish.opp.snapshot): the mover's figures as they stood at the checkpoint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marker {
    pub mover: ElementId,
    pub checkpoint: u8,
    pub stood: Stood,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    pub alive: bool,
    pub at: Spot,
}

/// What the enemy sees of a hidden element or a dummy. `of` is its owner's secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    pub side: Side,
    pub number: u8,
    pub at: Spot,
    pub of: Option<ElementId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battery {
    pub he_rounds: Option<u8>,
    pub smoke_rounds: Option<u8>,
    pub mission: Option<Mission>,
}

/// A marker of indirect fire (skirmish.ind.call, skirmish.ind.for-effect).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    pub at: Spot,
    pub for_effect: bool,
    pub smoke: bool,
    /// Fired in this turn's Stationary Fire Phase; what was not is taken off (skirmish.ind.miss).
    pub used: bool,
}

/// An element tries to spot a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    pub element: ElementId,
    pub counter: u8,
}

/// A firing group and what it fires at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub firer: Firer,
    /// Which of the firer's groups; batteries have one, number 0.
    #[serde(default)]
    pub group: u8,
    pub aim: Aim,
}

/// A kill waiting for the end of the phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kill {
    /// By a blast: it belongs to the first figure alone (skirmish.cas.bound-first).
    pub bound: bool,
    /// Whom it takes: the first of these that is still there.
    pub order: SmallVec<[FigureId; FIGURES]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fallen {
    pub figure: FigureId,
    pub at: Spot,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    pub how: How,
    pub points: [i32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    Automatic,
    Rout,
    Decisive,
    Points,
    Tie,
    /// skirmish.vic.concede
    Conceded,
}

impl Index<ElementId> for Skirmish {
    type Output = Element;
    fn index(&self, id: ElementId) -> &Element {
        &self.elements[usize::from(id.0)]
    }
}
impl IndexMut<ElementId> for Skirmish {
    fn index_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.elements[usize::from(id.0)]
    }
}
impl Index<FigureId> for Skirmish {
    type Output = Figure;
    fn index(&self, id: FigureId) -> &Figure {
        &self.figures[usize::from(id.0)]
    }
}
impl IndexMut<FigureId> for Skirmish {
    fn index_mut(&mut self, id: FigureId) -> &mut Figure {
        &mut self.figures[usize::from(id.0)]
    }
}
impl Index<BatteryId> for Skirmish {
    type Output = Battery;
    fn index(&self, id: BatteryId) -> &Battery {
        &self.batteries[usize::from(id.0)]
    }
}
impl IndexMut<BatteryId> for Skirmish {
    fn index_mut(&mut self, id: BatteryId) -> &mut Battery {
        &mut self.batteries[usize::from(id.0)]
    }
}

impl Skirmish {
    /// A new game: nobody is set up.
    #[must_use]
    pub fn new(scene: Arc<Scene>) -> Skirmish {
        let element = |it: &ElementData| Element {
            presence: Presence::Away,
            level: Level::Good,
            due: None,
            order: None,
            moved: Moved::No,
            hits: 0,
            kills: 0,
            strength: it.size,
            severe: false,
            marker: None,
            he_rounds: it.he_rounds,
            smoke_rounds: it.smoke_rounds,
            mission: None,
        };
        let figure = Figure { alive: true, at: Spot::default() };
        // skirmish.turn.before-first: who sets up first counts as the loser of the last roll.
        let winner = scene.set_up[1];
        Skirmish {
            turn: 0,
            phase: Phase::SetUp { second: false },
            elements: scene.elements.iter().map(element).collect(),
            figures: vec![figure; scene.figures.len()],
            counters: SmallVec::new(),
            batteries: (scene.batteries.iter())
                .map(|it| Battery {
                    he_rounds: it.he_rounds,
                    smoke_rounds: it.smoke_rounds,
                    mission: None,
                })
                .collect(),
            smoke: SmallVec::new(),
            // skirmish.obj.start
            objectives: scene.objectives.iter().map(|it| it.held_by).collect(),
            initiative: winner,
            first_mover: winner,
            attempts: SmallVec::new(),
            spotted: SmallVec::new(),
            shots: SmallVec::new(),
            kills: SmallVec::new(),
            landing: SmallVec::new(),
            fallen: SmallVec::new(),
            combats: SmallVec::new(),
            combat: None,
            walk: None,
            ending: false,
            outcome: None,
            scene,
        }
    }

    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.scene.tables
    }

    #[must_use]
    pub fn data(&self, id: ElementId) -> &ElementData {
        &self.scene.elements[usize::from(id.0)]
    }

    #[must_use]
    pub fn side(&self, id: ElementId) -> Side {
        self.data(id).side
    }

    #[must_use]
    pub fn quality(&self, id: ElementId) -> Quality {
        self.data(id).quality
    }

    #[must_use]
    pub fn element_of(&self, id: FigureId) -> ElementId {
        self.scene.figures[usize::from(id.0)].element
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ElementId> + Clone + use<> {
        (0..self.elements.len()).map(|it| ElementId(it as u8))
    }

    pub fn of_side(&self, side: Side) -> impl DoubleEndedIterator<Item = ElementId> + Clone + '_ {
        self.ids().filter(move |it| self.side(*it) == side)
    }

    pub fn battery_ids(&self) -> impl Iterator<Item = BatteryId> + Clone + use<> {
        (0..self.batteries.len()).map(|it| BatteryId(it as u8))
    }

    pub fn objective_ids(&self) -> impl Iterator<Item = ObjectiveId> + Clone + use<> {
        (0..self.objectives.len()).map(|it| ObjectiveId(it as u8))
    }

    /// Living figures of an element, figure 1 first.
    pub fn alive(&self, id: ElementId) -> impl DoubleEndedIterator<Item = FigureId> + Clone + '_ {
        self.data(id).figures().filter(|it| self[*it].alive)
    }

    /// What is said about a hidden element is its owner's alone.
    #[must_use]
    pub fn secret(&self, id: ElementId) -> Option<Side> {
        self.is_hidden(id).then(|| self.side(id))
    }

    /// Living figures of an element and where they stand.
    pub fn spots(&self, id: ElementId) -> impl Iterator<Item = (FigureId, Spot)> + Clone + '_ {
        self.alive(id).map(|it| (it, self[it].at))
    }

    #[must_use]
    pub fn on_table(&self, id: ElementId) -> bool {
        matches!(self[id].presence, Presence::Hidden | Presence::Revealed)
    }

    #[must_use]
    pub fn is_revealed(&self, id: ElementId) -> bool {
        self[id].presence == Presence::Revealed
    }

    #[must_use]
    pub fn is_hidden(&self, id: ElementId) -> bool {
        self[id].presence == Presence::Hidden
    }

    /// Good or Suppressed, on the table, and somebody.
    #[must_use]
    pub fn is_unbroken(&self, id: ElementId) -> bool {
        self.on_table(id) && self[id].level.is_unbroken() && !self.data(id).dummy
    }

    /// Revealed elements of a side.
    pub fn revealed(&self, side: Side) -> impl Iterator<Item = ElementId> + Clone + '_ {
        self.of_side(side).filter(|it| self.is_revealed(*it))
    }

    #[must_use]
    pub fn counter_of(&self, id: ElementId) -> Option<&Counter> {
        self.counters.iter().find(|it| it.of == Some(id))
    }

    #[must_use]
    pub fn counter(&self, number: u8, side: Side) -> Option<&Counter> {
        self.counters.iter().find(|it| it.number == number && it.side == side)
    }

    /// Is there a leader left in this element, and with which bonus?
    #[must_use]
    pub fn leader(&self, id: ElementId) -> Option<(FigureId, u8)> {
        let data = self.data(id);
        (0 < data.leader && self[data.first].alive).then_some((data.first, data.leader))
    }

    #[must_use]
    pub fn is_leader(&self, figure: FigureId) -> bool {
        let data = self.data(self.element_of(figure));
        0 < data.leader && data.first == figure
    }

    /// Of several elements closest to one another: the least square of a distance between living figures
    /// (skirmish.meas.centre).
    #[must_use]
    pub fn nearest_square(&self, a: ElementId, b: ElementId) -> Option<i64> {
        let pairs = self.spots(a).flat_map(|(_, a)| self.spots(b).map(move |(_, b)| (a, b)));
        pairs.map(|(a, b)| a.point().squared(b.point())).min()
    }
}
