//! Names, questions and options in words. Everything a player reads about this system is written here or beside its rule.

use tabletop::{INCH, Spot};

use crate::data::{ElementId, ObjectiveId, Scene, Side};
use crate::fire::Firer;
use crate::question::{Opt, Question, Topic};
use crate::state::{How, Level, Outcome, Phase};
use crate::tables::{Cover, Order};

/// The names of things in one scenario.
pub struct Names<'s>(pub &'s Scene);

impl Names<'_> {
    /// "Rifle team 2" where a title is not the only one of its side.
    #[must_use]
    pub fn element(&self, id: ElementId) -> String {
        let data = &self.0.elements[usize::from(id.0)];
        let mut same = self.0.elements.iter().enumerate();
        let mut same =
            same.by_ref().filter(|(_, it)| it.side == data.side && it.title == data.title);
        let mine = same.position(|(n, _)| n == usize::from(id.0));
        match (mine, same.next()) {
            (Some(0) | None, None) => data.title.clone(),
            (mine, _) => format!("{} {}", data.title, mine.unwrap_or(0) + 1),
        }
    }

    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        &self.0.sides[side.index()].name
    }

    #[must_use]
    pub fn objective(&self, id: ObjectiveId) -> &str {
        &self.0.objectives[usize::from(id.0)].title
    }

    #[must_use]
    pub fn firer(&self, firer: Firer) -> String {
        match firer {
            Firer::Element(id) => self.element(id),
            Firer::Battery(id) => self.0.batteries[usize::from(id.0)].title.clone(),
        }
    }

    /// "with small arms", "with Light machine gun, belt-fed"
    #[must_use]
    pub fn group(&self, id: ElementId, group: u8) -> String {
        let data = &self.0.elements[usize::from(id.0)];
        let support = data.support.len() as u8;
        let weapon = match group {
            0 => return "with small arms".into(),
            n if n <= support => data.support[usize::from(n - 1)],
            n => self.0.figures[usize::from(data.first.0 + (n - 1 - support))].weapon,
        };
        format!("with {}", self.0.tables.weapon(weapon).title)
    }

    #[must_use]
    pub fn order(&self, order: Order) -> &str {
        &self.0.tables.order(order).title
    }

    #[must_use]
    pub fn cover(&self, cover: Cover) -> &str {
        &self.0.tables.cover(cover).title
    }

    #[must_use]
    pub const fn level(level: Level) -> &'static str {
        level.name()
    }

    /// "(12.5, 30)", with the floor above the ground.
    #[must_use]
    pub fn place(at: Spot) -> String {
        match at.floor {
            0 => at.point().to_string(),
            floor => format!("{} floor {floor}", at.point()),
        }
    }

    /// Units as inches to one decimal, rounded for people only.
    #[must_use]
    pub fn inches(units: i32) -> String {
        let tenths = (i64::from(units) * 10 + i64::from(INCH) / 2) / i64::from(INCH);
        match tenths % 10 {
            0 => (tenths / 10).to_string(),
            part => format!("{}.{part}", tenths / 10),
        }
    }

    /// "1 hit", "3 hits"
    #[must_use]
    pub fn count(n: usize, one: &str, many: &str) -> String {
        match n {
            0 => format!("no {many}"),
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        }
    }

    #[must_use]
    pub fn outcome(&self, outcome: &Outcome) -> String {
        let [a, b] = outcome.points;
        let Some(winner) = outcome.winner else { return "The game is a draw.".into() };
        let name = self.side(winner);
        match outcome.how {
            How::Automatic => format!("{name} holds all it was to take and has won."),
            How::Rout => format!("{name} has won: nobody of the enemy stands any more."),
            How::Decisive => format!("{name} has won decisively, {a} to {b}."),
            How::Points => format!("{name} has won, {a} to {b}."),
            How::Conceded => format!("{name} has won: the enemy concedes."),
            How::Tie => format!("Equal scores, {a} to {b}: {name} has won."),
        }
    }

    /// The title of the phase, as the table of phases has it.
    #[must_use]
    pub fn phase(&self, phase: Phase) -> &str {
        let n = match phase {
            Phase::SetUp { .. } | Phase::Ready => return "Setting up",
            Phase::Spotting | Phase::SpotRoll { .. } => 0,
            Phase::Rally { .. } | Phase::Compulsory { .. } => 1,
            Phase::Initiative => 2,
            Phase::Movement { second: false } => 3,
            Phase::Movement { second: true } => 4,
            Phase::StationaryFire | Phase::StationaryShot { .. } => 5,
            Phase::MovingFire | Phase::MovingShot { .. } => 6,
            Phase::Morale { .. } => 7,
            Phase::Melee | Phase::Combats | Phase::MeleeTests { .. } => 8,
            Phase::EndTurn | Phase::ForceMorale { .. } | Phase::Objectives => 9,
            Phase::Over => return "The game is over",
        };
        self.0.tables.phase.get(n).map_or("", |it| &it.title)
    }

    /// The sentence of a question.
    #[must_use]
    pub fn prompt(&self, question: &Question) -> String {
        match question.topic {
            Topic::Nothing => String::new(),
            Topic::SetUp(id) => format!("Where is {} set up?", self.element(id)),
            Topic::Spotting => "Who tries to make out which counter?".into(),
            Topic::Spot(it) => {
                format!("{} watches counter {}.", self.element(it.element), it.counter)
            }
            Topic::Rally(id) => format!("{} tries to rally.", self.element(id)),
            Topic::WhoRuns => "Which Broken element runs next?".into(),
            Topic::Run(id) => format!("Where does {} run?", self.element(id)),
            Topic::Initiative => "Both sides roll for initiative.".into(),
            Topic::MoveFirst => "You have the initiative: move first or second?".into(),
            Topic::WhoMoves => "Who moves next?".into(),
            Topic::Order(id) => format!("Which order for {}?", self.element(id)),
            Topic::Move(id, order) => {
                format!("Where does {} go ({})?", self.element(id), self.order(order))
            }
            Topic::StopHere(id) => {
                format!("An enemy has come to light. Does {} stop here?", self.element(id))
            }
            Topic::Mark(id) => format!("Mark opportunity fire at {}?", self.element(id)),
            Topic::Fire => "Who fires at whom?".into(),
            Topic::Hit { firer, .. } => format!("{} rolls to hit.", self.element(firer)),
            Topic::Kill { firer, .. } => format!("{} rolls to kill.", self.element(firer)),
            Topic::BlastHit(_) => "Does the blast hit?".into(),
            Topic::BlastKill(_) => "Does the blast kill?".into(),
            Topic::Targeting(_) => "Is the fire on target?".into(),
            Topic::Morale(id) => format!("{} tests its morale.", self.element(id)),
            Topic::Assault => "Who assaults whom?".into(),
            Topic::WhichCombat => "Which combat is fought next?".into(),
            Topic::AssaultMove(id) => format!("How does {} assault?", self.element(id)),
            Topic::React(id) => format!("How does {} react?", self.element(id)),
            Topic::Melee { .. } => "A figure fights.".into(),
            Topic::FallBack(id) => format!("Where does {} fall back to?", self.element(id)),
            Topic::GameEnd => "Does the game end?".into(),
        }
    }

    #[must_use]
    pub fn option(&self, opt: Opt) -> String {
        match opt {
            Opt::No => "No".into(),
            Opt::Yes => "Yes".into(),
            Opt::Done => "Done".into(),
            Opt::Element(id) => self.element(id),
            Opt::Order(order) => {
                let row = self.0.tables.order(order);
                format!("{} ({})", row.title, row.letter)
            }
            Opt::Mark { element, checkpoint } => {
                format!("{} at checkpoint {checkpoint}", self.element(element))
            }
            Opt::MoveFirst => "Move first".into(),
            Opt::MoveSecond => "Move second".into(),
            Opt::Combat(first) => format!("The combat of {}", self.element(first)),
            Opt::Stop => "Stop here".into(),
            Opt::CarryOn => "Carry on".into(),
        }
    }
}
