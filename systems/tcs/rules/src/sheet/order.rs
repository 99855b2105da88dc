//! A sheet that is prepared or carried out. A unit on one in force is bound to it until it is achieved, the unit goes to
//! another, or the owner cancels it (tcs.cmd.binding); a force may have any number of them (tcs.cmd.sheet-number).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use kernel::rules;
use smallvec::SmallVec;

use super::plan::{Crossing, Plan};
use super::value::{Drawing, Mission, Release, Sheet, Signal, SmokeTrigger, Trigger};
use super::{Nerve, Situation, enemies};
use crate::ground::Hexes;
use crate::id::{Side, UnitId};
use board::HexId;

rules! {
    FROZEN = "tcs.draw.frozen", "From implementation on the drawing cannot be changed";
    REDRAW = "tcs.prep.redraw", "A new drawing sets the weighted turns back to zero";
    IMPLEMENTED = "tcs.prep.implemented-now", "The sheet is in force from this moment";
    LEAVE_OLD = "tcs.prep.leave-old", "Its units leave the sheet they were on";
    SMOKE_AREA = "tcs.draw.smoke-effect", "Smoke on the drawn area needs no observer";
    RELEASED = "tcs.check.release-stays", "A phase line once released stays released";
    SIGNAL = "tcs.draw.signal-moment", "A line crossed or an objective attained is a signal";
}

/// tcs.cmd.life
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    Preparing,
    Implemented,
    Complete,
    Failed,
    Cancelled,
}

impl Life {
    /// tcs.end.failed-is-over
    #[must_use]
    pub const fn is_over(self) -> bool {
        !matches!(self, Life::Preparing | Life::Implemented)
    }
}

/// A sheet in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub side: Side,
    pub sheet: Arc<Sheet>,
    pub plan: Arc<Plan>,
    pub life: Life,
    pub weighted_turns: u16,
    pub members: SmallVec<[Member; 8]>,
    pub progress: Progress,
}

/// A unit on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    pub unit: UnitId,
    /// tcs.end.loss-count: its steps when it came onto the implemented sheet.
    pub steps: u8,
}

/// What has happened under a sheet and stays true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Progress {
    /// Phase lines released, a bit each from the first.
    pub released: u16,
    /// Phase lines crossed outwards by a unit of the sheet.
    pub crossed: u16,
    /// The completion condition has held at the end of an action.
    pub attained: bool,
    /// An enemy was spotted where the Alternate waits for one.
    pub sighted: bool,
}

impl Order {
    /// A new sheet in preparation. The judge has accepted it.
    #[must_use]
    pub fn new<S: Situation>(s: &S, side: Side, sheet: Sheet) -> Order {
        let plan = Plan::new(s, &sheet.drawing);
        let units = sheet.units.iter().filter_map(|key| s.find_unit(key));
        let members = units.map(|unit| Member { unit, steps: s.unit(unit).steps }).collect();
        Order {
            side,
            sheet: Arc::new(sheet),
            plan: Arc::new(plan),
            life: Life::Preparing,
            weighted_turns: 0,
            members,
            progress: Progress::default(),
        }
    }

    /// tcs.prep.implemented-now: in force, its losses counted from here.
    pub fn implement<S: Situation>(&mut self, s: &S) {
        self.life = Life::Implemented;
        for it in &mut self.members {
            it.steps = s.unit(it.unit).steps;
        }
    }

    /// tcs.prep.redraw: a new drawing starts from zero; the same drawing keeps its turns.
    pub fn redraw<S: Situation>(&mut self, s: &S, sheet: Sheet) {
        let same = sheet.drawing == self.sheet.drawing
            && sheet.alternate == self.sheet.alternate
            && sheet.branches == self.sheet.branches;
        let turns = if same { self.weighted_turns } else { 0 };
        *self = Order { weighted_turns: turns, ..Order::new(s, self.side, sheet) };
    }

    /// tcs.prep.reserve-check, tcs.prep.alternate-check: another drawing takes the place of this one at once, for the units
    /// that are left (tcs.end.failed-is-over: what hung on the old one ends with it).
    pub fn become_drawing<S: Situation>(&mut self, s: &S, drawing: Drawing) {
        let old = &self.sheet;
        let units = self.members.iter().map(|it| s.unit_key(it.unit).to_owned()).collect();
        let sheet = Sheet {
            name: old.name.clone(),
            force: old.force.clone(),
            units,
            note: old.note.clone(),
            drawing,
            alternate: None,
            branches: Vec::new(),
        };
        *self = Order { weighted_turns: self.weighted_turns, ..Order::new(s, self.side, sheet) };
        self.implement(s);
    }

    #[must_use]
    pub fn mission(&self) -> Mission {
        self.plan.mission
    }

    #[must_use]
    pub fn has(&self, unit: UnitId) -> bool {
        self.members.iter().any(|it| it.unit == unit)
    }

    /// tcs.end.cancel, tcs.end.cancel-allowed, tcs.prep.leave-old: a unit is on one sheet in force at most
    /// (tcs.cmd.one-implemented). The unit is taken off. The sheet is empty when this was the last.
    pub fn remove(&mut self, unit: UnitId) {
        self.members.retain(|it| it.unit != unit);
    }

    /// tcs.prep.add-prepared-location: the owner has drawn where the new unit holds.
    pub fn locate(&mut self, unit: UnitId, hex: HexId) {
        let plan = Arc::make_mut(&mut self.plan);
        plan.locations.retain(|it| it.0 != unit);
        plan.locations.push((unit, hex));
    }

    /// Whether it stands where its orders let it be; off the map it does not.
    #[must_use]
    pub fn is_displaced<S: Situation>(&self, s: &S, id: UnitId) -> bool {
        let unit = s.unit(id);
        unit.place().is_none_or(|hex| !self.plan.permitted(id, &unit).contains(hex))
    }

    /// Whether the phase line with this number, from 0, is open. `others` are the other sheets of the side.
    #[must_use]
    pub fn is_released<S: Situation>(&self, s: &S, others: &[Order], line: usize) -> bool {
        // tcs.check.release-stays
        if self.progress.released >> line & 1 != 0 {
            return true;
        }
        // The line of departure stands before the phase lines.
        let Some(stage) = self.plan.stages.get(line + 1) else { return true };
        match &stage.release {
            Release::None => true,
            Release::AllUp => self.is_all_up(s, line + 1),
            // tcs.draw.time-moment
            Release::Time(clock) => *clock <= s.clock(),
            Release::Signal(signal) => others.iter().any(|it| it.gives(signal)),
        }
    }

    /// tcs.draw.signal-moment
    fn gives(&self, signal: &Signal) -> bool {
        if self.sheet.name != signal.sheet {
            return false;
        }
        match &signal.phase {
            None => self.progress.attained,
            Some(name) => self.has_crossed(name),
        }
    }

    fn has_crossed(&self, name: &str) -> bool {
        let phases = &self.sheet.drawing.phases;
        let line = phases.iter().position(|it| it.name == *name);
        line.is_some_and(|it| self.progress.crossed >> it & 1 != 0)
    }

    /// tcs.check.all-up, tcs.check.all-up-advice: attackers wait on a line until all are up to it. Of the stage with this number, the line of departure being 0.
    fn is_all_up<S: Situation>(&self, s: &S, stage: usize) -> bool {
        let line = &self.plan.stages[stage];
        let zone = self.plan.zone(stage);
        self.members.iter().all(|it| {
            let unit = s.unit(it.unit);
            let Some(hex) = unit.place() else { return true };
            let excused = || {
                self.plan.support.contains(&it.unit)
                    || unit.nerve == Nerve::Paralysed
                    || self.is_displaced(s, it.unit)
            };
            // Outside the operations area it is displaced.
            let beyond = !line.near.contains(hex);
            let up = zone.contains(hex) && line.up.contains(hex);
            up || beyond || excused()
        })
    }

    /// A unit of the sheet has stepped: lines it crossed outwards are crossed, and stay released if they were. A displaced unit may have
    /// crossed one that was not.
    #[must_use]
    pub fn stepped<S: Situation>(
        &self,
        s: &S,
        others: &[Order],
        from: HexId,
        to: HexId,
    ) -> Progress {
        let mut progress = self.progress;
        for (line, stage) in self.plan.stages.iter().skip(1).enumerate() {
            if stage.crossing(from, to) == Crossing::Outwards {
                progress.crossed |= 1 << line;
                progress.released |= u16::from(self.is_released(s, others, line)) << line;
            }
        }
        progress
    }

    /// At the end of an action, of a sheet in force: what holds now and stays true is kept. `others` are the other sheets of the side.
    #[must_use]
    pub fn noted<S: Situation>(&self, s: &S, others: &[Order]) -> Progress {
        let mut progress = self.progress;
        for line in 0..self.plan.stages.len().saturating_sub(1) {
            progress.released |= u16::from(self.is_released(s, others, line)) << line;
        }
        progress.attained = progress.attained || super::end::is_attained(s, self);
        if let Some(Trigger::Spotted(hexes)) = self.sheet.alternate.as_ref().map(|it| &it.trigger) {
            let map = s.ground().map();
            let there = |hex: HexId| hexes.iter().any(|it| map.id(it.0) == Some(hex));
            progress.sighted = progress.sighted || enemies_spotted_in(s, self.side, there);
        }
        progress
    }

    /// tcs.prep.alternate-check: whether the trigger of the Alternate has happened.
    #[must_use]
    pub fn is_triggered<S: Situation>(&self, s: &S) -> bool {
        self.sheet.alternate.as_ref().is_some_and(|it| match &it.trigger {
            Trigger::Time(clock) => *clock <= s.clock(),
            Trigger::Phase(name) => self.has_crossed(name),
            Trigger::Attained => self.progress.attained,
            Trigger::Spotted(_) => self.progress.sighted,
        })
    }

    /// tcs.draw.smoke-effect: hexes on which artillery smoke needs no observer now.
    #[must_use]
    pub fn smoke_area<S: Situation>(&self, s: &S) -> Hexes {
        if self.life != Life::Implemented {
            return Hexes::EMPTY;
        }
        let map = s.ground().map();
        let mut hexes = Hexes::EMPTY;
        for it in &self.sheet.drawing.smoke {
            let now = match &it.trigger {
                SmokeTrigger::Time(clock) => *clock <= s.clock(),
                SmokeTrigger::Phase(name) => self.has_crossed(name),
            };
            if now {
                hexes.extend(it.hexes.iter().filter_map(|it| map.id(it.0)));
            }
        }
        hexes
    }
}

fn enemies_spotted_in<S: Situation>(s: &S, side: Side, there: impl Fn(HexId) -> bool) -> bool {
    // The enemies' own side keeps no secret of where they are; spotting is what counts.
    s.enemies(side).any(|it| there(it.hex) && s.spotted(side, it.id))
}

/// Enemy combat units in these hexes.
pub(super) fn enemy_in<S: Situation>(s: &S, side: Side, hexes: &Hexes) -> bool {
    enemies(s, side).any(|it| hexes.contains(it.1))
}

/// The plan follows from the sheet, but for locations that were drawn later.
impl Hash for Order {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.side, self.life, self.weighted_turns, self.progress).hash(state);
        self.members.hash(state);
        self.plan.locations.hash(state);
        self.sheet.hash(state);
    }
}
