//! What the referee keeps of a game on a real table (skirmish.ref.keeps): elements, living figures, levels, orders, markers,
//! rounds, smoke, objectives and the turn. Movement, places and set-up are the players' business; what is refused is
//! refused for what stands on the sheet alone (skirmish.ref.trust).

use std::sync::Arc;

use kernel::{Bounds as _, Rule};

use crate::data::{ElementId, ObjectiveId, Scene, Side};
use crate::dice::Tested;
use crate::end_turn::{EndsOn, ends_on};
use crate::state::{Level, Moved};
use crate::tables::{Class, FiresIn, Order, Weapon};
use crate::{fire, morale, movement, opportunity, rally, weapons};

/// One element as the referee knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub level: Level,
    pub order: Option<Order>,
    pub moved: Moved,
    pub living: u8,
    /// Living when the Stationary Fire Phase began.
    pub strength: u8,
    pub hits: u8,
    /// Kills of this turn's fire, and those of this phase that are not taken off yet.
    pub kills: u8,
    pub doomed: u8,
    pub severe: bool,
    /// At whom its opportunity fire is marked.
    pub marker: Option<ElementId>,
    pub hidden: bool,
    pub he_rounds: Option<u8>,
    pub smoke_rounds: Option<u8>,
}

/// A game as the referee keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub scene: Arc<Scene>,
    pub turn: u8,
    /// Number of the phase in the table of phases.
    pub phase: usize,
    pub first_mover: Side,
    pub kept: Vec<Kept>,
    /// Hindrances of each cloud on the table.
    pub smoke: Vec<u8>,
    pub objectives: Vec<Option<Side>>,
    pub over: bool,
}

// The phases by their number in the table.
const RALLY: usize = 1;
const FIRST_MOVE: usize = 3;
const SECOND_MOVE: usize = 4;
const STATIONARY: usize = 5;
const MOVING: usize = 6;
const MORALE: usize = 7;
const LAST: usize = 9;

impl Sheet {
    #[must_use]
    pub fn new(scene: Arc<Scene>) -> Sheet {
        let kept = scene.elements.iter().map(|it| Kept {
            level: Level::Good,
            order: None,
            moved: Moved::No,
            living: it.size,
            strength: it.size,
            hits: 0,
            kills: 0,
            doomed: 0,
            severe: false,
            marker: None,
            hidden: it.dummy || matches!(it.start, crate::data::Start::Zone { hidden: true, .. }),
            he_rounds: it.he_rounds,
            smoke_rounds: it.smoke_rounds,
        });
        let kept = kept.collect();
        let objectives = scene.objectives.iter().map(|it| it.held_by).collect();
        let first_mover = scene.set_up[1];
        Sheet {
            turn: 1,
            phase: 0,
            first_mover,
            kept,
            smoke: Vec::new(),
            objectives,
            over: false,
            scene,
        }
    }

    #[must_use]
    pub fn kept(&self, id: ElementId) -> &Kept {
        &self.kept[usize::from(id.0)]
    }

    fn at(&mut self, id: ElementId) -> &mut Kept {
        &mut self.kept[usize::from(id.0)]
    }

    fn side(&self, id: ElementId) -> Side {
        self.scene.elements[usize::from(id.0)].side
    }

    /// Whose movement step it is.
    #[must_use]
    pub fn mover(&self) -> Option<Side> {
        match self.phase {
            FIRST_MOVE => Some(self.first_mover),
            SECOND_MOVE => Some(self.first_mover.other()),
            _ => None,
        }
    }

    /// Give an order in the owner's movement step.
    pub fn order(&mut self, id: ElementId, order: Order) -> Result<(), Rule> {
        if self.mover() != Some(self.side(id)) {
            return Err(movement::ORDER);
        }
        let it = self.kept(id);
        if it.order.is_some() {
            return Err(movement::ONE);
        }
        let limits = &self.scene.tables.order_limits;
        let (allowed, rule) = match it.level {
            Level::Good => (&limits.good, movement::ONE),
            Level::Suppressed => (&limits.suppressed, movement::SUPPRESSED),
            Level::Broken | Level::Dispersed => (&limits.broken, movement::BROKEN),
        };
        if !allowed.contains(&order) {
            return Err(rule);
        }
        let it = self.at(id);
        it.order = Some(order);
        if order != Order::Fire {
            it.moved = Moved::ByOrder;
        }
        Ok(())
    }

    /// Put an opportunity fire marker against an element that is moving.
    pub fn mark(&mut self, id: ElementId, mover: ElementId) -> Result<(), Rule> {
        if self.mover() != Some(self.side(mover)) || self.side(id) == self.side(mover) {
            return Err(opportunity::MARKERS);
        }
        let it = self.at(id);
        let free = matches!(it.order, None | Some(Order::Fire)) && it.marker.is_none();
        if !free || !it.level.is_unbroken() {
            return Err(opportunity::ELIGIBLE);
        }
        (it.order, it.marker, it.hidden) = (Some(Order::Fire), Some(mover), false);
        Ok(())
    }

    /// May this weapon of an element fire now, and with which rounds? One round is spent.
    pub fn fire(&mut self, id: ElementId, weapon: &Weapon, smoke: bool) -> Result<(), Rule> {
        let it = self.kept(id);
        if !it.level.is_unbroken() {
            return Err(fire::BROKEN);
        }
        let order = it.order.ok_or(fire::DEFAULT)?;
        if order == Order::Double {
            return Err(fire::NO_FIRE);
        }
        let when = match self.phase {
            STATIONARY => FiresIn::StationaryFire,
            MOVING => FiresIn::MovingFire,
            _ => FiresIn::None,
        };
        if self.scene.tables.order(order).fires_in != when {
            return Err(if when == FiresIn::MovingFire { fire::MOVING } else { fire::STATIONARY });
        }
        if !weapons::may_fire_under(weapon, order) {
            return Err(weapons::DEPLOY);
        }
        let it = self.at(id);
        let rounds = match (weapon.class, smoke) {
            (Class::SmallArms | Class::Flame, _) => return Ok(()),
            (Class::DirectHe | Class::Indirect, false) => &mut it.he_rounds,
            (Class::DirectHe | Class::Indirect, true) => &mut it.smoke_rounds,
        };
        if *rounds == Some(0) {
            return Err(weapons::SUPPLY);
        }
        *rounds = rounds.map(|it| it - 1);
        Ok(())
    }

    /// What fire did to an element: killed figures go when the phase ends (skirmish.cas.phase-end), and more kills than
    /// figures are wasted (skirmish.cas.wasted).
    pub fn suffer(&mut self, id: ElementId, hits: u8, kills: u8, severe: bool) {
        let it = self.at(id);
        it.hits = it.hits.saturating_add(hits);
        let left = it.living - it.doomed;
        it.doomed += kills.at_most(left);
        it.severe |= severe;
    }

    /// Who has to test in the Morale Phase.
    pub fn testing(&self) -> impl Iterator<Item = ElementId> + '_ {
        let table = &self.scene.tables.morale;
        let tests = |it: &Kept| {
            it.level != Level::Dispersed
                && (it.severe || morale::is_shaken(table, it.kills, it.hits, it.strength))
        };
        let all = self.kept.iter().enumerate().filter(move |(_, it)| tests(it));
        all.map(|(i, _)| ElementId(i as u8))
    }

    /// How a morale test went.
    pub fn tested(&mut self, id: ElementId, how: Tested) -> Result<(), Rule> {
        if self.phase < MORALE {
            return Err(morale::PHASE);
        }
        let level = morale::after(&self.scene.tables, self.kept(id).level, how);
        self.at(id).level = level;
        Ok(())
    }

    /// A successful rally.
    pub fn rallied(&mut self, id: ElementId) -> Result<(), Rule> {
        let may = matches!(self.kept(id).level, Level::Suppressed | Level::Broken);
        if self.phase != RALLY || !may {
            return Err(rally::WHO);
        }
        let level = self.kept(id).level.up();
        self.at(id).level = level;
        Ok(())
    }

    /// An objective changes hands (skirmish.obj.status: at the end of the turn only).
    pub fn hold(&mut self, id: ObjectiveId, holder: Option<Side>) -> Result<(), Rule> {
        if self.phase != LAST {
            return Err(crate::end_turn::STATUS);
        }
        self.objectives[usize::from(id.0)] = holder;
        Ok(())
    }

    /// What ends the game this turn, if anything.
    #[must_use]
    pub fn ends_on(&self) -> Option<EndsOn> {
        ends_on(&self.scene.tables, self.scene.turns, self.turn)
    }

    /// The next of the ten phases; `ended` is what the roll for the end of the game came to.
    pub fn next_phase(&mut self, ended: bool) {
        match self.phase {
            STATIONARY | MOVING => self.take_off(),
            MORALE => {
                for it in &mut self.kept {
                    (it.hits, it.kills, it.severe) = (0, 0, false);
                }
            }
            LAST => self.end_turn(ended),
            _ => (),
        }
        if self.over {
            return;
        }
        self.phase = (self.phase + 1) % (LAST + 1);
        if self.phase == STATIONARY {
            // skirmish.order.default-fire
            for it in &mut self.kept {
                it.strength = it.living;
                if it.level.is_unbroken() && it.order.is_none() {
                    it.order = Some(Order::Fire);
                }
            }
        }
    }

    fn take_off(&mut self) {
        for it in &mut self.kept {
            it.living -= it.doomed;
            it.kills = it.kills.saturating_add(it.doomed);
            it.doomed = 0;
            // skirmish.cas.destroyed
            if it.living == 0 {
                it.level = Level::Dispersed;
            }
        }
    }

    /// Order markers, then smoke: the thin goes, the fresh thins (skirmish.end.steps).
    fn end_turn(&mut self, ended: bool) {
        for it in &mut self.kept {
            (it.order, it.moved, it.marker) = (None, Moved::No, None);
        }
        let (fresh, thinning) = (self.scene.tables.smoke.fresh, self.scene.tables.smoke.thinning);
        self.smoke.retain(|it| *it == fresh);
        self.smoke.fill(thinning);
        self.over = ended;
        self.turn = self.turn.saturating_add(1);
    }
}
