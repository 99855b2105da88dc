//! What the referee keeps of a game on a real table (skirmish.ref.keeps): elements, living figures, levels, orders, markers,
//! rounds, smoke, objectives, initiative and the turn. Movement, places and set-up are the players' business; what is refused is
//! refused for what stands on the sheet alone (skirmish.ref.trust).

use std::cmp::Ordering;
use std::sync::Arc;

use kernel::{Bounds as _, Rule};

use crate::data::{BatteryData, BatteryId, ElementId, ObjectiveId, Scene, Side, Start};
use crate::dice::Tested;
use crate::end_turn::{EndsOn, ends_on, is_at_break_point};
use crate::morale::Test;
use crate::state::{Level, Moved, Outcome, Presence, Skirmish};
use crate::tables::{Class, FiresIn, Order, Weapon};
use crate::{
    assault, compulsory, fire, initiative, morale, movement, opportunity, rally, spotting, victory,
    weapons,
};

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
    pub stock: Stock,
    /// It has tried what this phase allows once: to spot, to rally, to stand its test.
    pub tried: bool,
}

/// Rounds of an element or a battery; no number is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stock {
    pub he: Option<u8>,
    pub smoke: Option<u8>,
}

impl Stock {
    /// One round goes (skirmish.ind.supply).
    pub fn spend(&mut self, smoke: bool) -> Result<(), Rule> {
        let rounds = if smoke { &mut self.smoke } else { &mut self.he };
        if *rounds == Some(0) {
            return Err(weapons::SUPPLY);
        }
        *rounds = rounds.map(|it| it - 1);
        Ok(())
    }
}

/// A game as the referee keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub scene: Arc<Scene>,
    pub turn: u8,
    /// Number of the phase in the table of phases.
    pub phase: usize,
    /// Who won the last initiative roll, and whether this turn's has been thrown.
    pub initiative: Side,
    pub first_mover: Side,
    pub kept: Vec<Kept>,
    /// Rounds of the batteries off the table.
    pub batteries: Vec<Stock>,
    /// Hindrances of each cloud on the table.
    pub smoke: Vec<u8>,
    pub objectives: Vec<Option<Side>>,
    pub over: bool,
}

// The phases by their number in the table.
const SPOTTING: usize = 0;
const RALLY: usize = 1;
const INITIATIVE: usize = 2;
const FIRST_MOVE: usize = 3;
const SECOND_MOVE: usize = 4;
const STATIONARY: usize = 5;
const MOVING: usize = 6;
const MORALE: usize = 7;
const MELEE: usize = 8;
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
            hidden: it.dummy || matches!(it.start, Start::Zone { hidden: true, .. }),
            stock: Stock { he: it.he_rounds, smoke: it.smoke_rounds },
            tried: false,
        });
        let kept = kept.collect();
        let objectives = scene.objectives.iter().map(|it| it.held_by).collect();
        let first_mover = scene.set_up[1];
        let stock = |it: &BatteryData| Stock { he: it.he_rounds, smoke: it.smoke_rounds };
        let batteries = scene.batteries.iter().map(stock).collect();
        Sheet {
            turn: 1,
            phase: 0,
            // skirmish.turn.before-first
            initiative: first_mover,
            first_mover,
            kept,
            batteries,
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

    /// The phase by its key in the table of phases.
    #[must_use]
    pub fn step(&self) -> &str {
        self.scene.tables.phase.get(self.phase).map_or("", |it| &it.id)
    }

    /// The orders that its level allows, and the rule that says so.
    fn allowed(&self, id: ElementId) -> (&[Order], Rule) {
        let limits = &self.scene.tables.order_limits;
        match self.kept(id).level {
            Level::Good => (&limits.good, movement::ONE),
            Level::Suppressed => (&limits.suppressed, movement::SUPPRESSED),
            Level::Broken | Level::Dispersed => (&limits.broken, movement::BROKEN),
        }
    }

    /// The orders an element may get now.
    #[must_use]
    pub fn orders(&self, id: ElementId) -> &[Order] {
        self.allowed(id).0
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
        let (allowed, rule) = self.allowed(id);
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
        self.may_mark(id)?;
        let it = self.at(id);
        (it.order, it.marker, it.hidden) = (Some(Order::Fire), Some(mover), false);
        Ok(())
    }

    /// Is this element free to mark opportunity fire?
    pub fn may_mark(&self, id: ElementId) -> Result<(), Rule> {
        let it = self.kept(id);
        let free = matches!(it.order, None | Some(Order::Fire)) && it.marker.is_none();
        if free && it.level.is_unbroken() { Ok(()) } else { Err(opportunity::ELIGIBLE) }
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
        match weapon.class {
            Class::SmallArms | Class::Flame => (),
            Class::DirectHe | Class::Indirect => self.at(id).stock.spend(smoke)?,
        }
        // skirmish.hide.acting
        self.at(id).hidden = false;
        Ok(())
    }

    /// A battery off the table fires in the Stationary Fire Phase (skirmish.ind.who).
    pub fn call(&mut self, id: BatteryId, smoke: bool) -> Result<(), Rule> {
        if self.phase != STATIONARY {
            return Err(fire::STATIONARY);
        }
        self.batteries[usize::from(id.0)].spend(smoke)
    }

    /// The initiative is thrown (skirmish.init.roll); equal dice say nothing.
    pub fn take_initiative(&mut self, dice: [i32; 2], first: bool) -> Result<Option<Side>, Rule> {
        if self.phase != INITIATIVE {
            return Err(initiative::ROLL);
        }
        let winner = match dice[0].cmp(&dice[1]) {
            Ordering::Greater => Side::First,
            Ordering::Less => Side::Second,
            Ordering::Equal => return Ok(None),
        };
        self.initiative = winner;
        self.first_mover = if first { winner } else { winner.other() };
        Ok(Some(winner))
    }

    /// May this element try to spot? One attempt a turn (skirmish.spot.attempts).
    pub fn may_spot(&self, id: ElementId) -> Result<(), Rule> {
        let it = self.kept(id);
        if self.phase != SPOTTING {
            return Err(spotting::PHASE);
        }
        if it.tried || !it.level.is_unbroken() { Err(spotting::ATTEMPTS) } else { Ok(()) }
    }

    /// It has spotted whom it looked at, or not.
    pub fn spotted(&mut self, id: ElementId, target: ElementId, seen: bool) -> Result<(), Rule> {
        self.may_spot(id)?;
        self.at(id).tried = true;
        if seen {
            self.reveal(target);
        }
        Ok(())
    }

    /// A counter is turned over; a dummy goes with it (skirmish.hide.dummy).
    pub fn reveal(&mut self, id: ElementId) {
        self.at(id).hidden = false;
        if self.scene.elements[usize::from(id.0)].dummy {
            self.leave(id);
        }
    }

    /// An element is off the table for good: run off, surrendered, a dummy that was found out.
    pub fn leave(&mut self, id: ElementId) {
        let it = self.at(id);
        (it.level, it.living, it.doomed) = (Level::Dispersed, 0, 0);
        (it.hits, it.kills, it.severe, it.hidden) = (0, 0, false, false);
    }

    /// A round of close combat: figures fall at once (skirmish.cc.casualties), and count for the losers' test.
    pub fn fought(&mut self, id: ElementId, kills: u8) -> Result<(), Rule> {
        if self.phase != MELEE {
            return Err(assault::FIGHT);
        }
        let it = self.at(id);
        let fell = kills.at_most(it.living);
        it.living -= fell;
        it.kills = it.kills.saturating_add(fell);
        if it.living == 0 {
            self.leave(id);
        }
        Ok(())
    }

    /// A Broken element has run (skirmish.broken.when).
    pub fn run(&mut self, id: ElementId) -> Result<(), Rule> {
        if self.phase != RALLY || self.kept(id).level != Level::Broken {
            return Err(compulsory::COMPULSORY);
        }
        self.at(id).moved = Moved::ByCompulsion;
        Ok(())
    }

    /// A reason for a severe test (skirmish.morale.severe, skirmish.lead.death, skirmish.cc.lost).
    pub fn shake(&mut self, id: ElementId) {
        self.at(id).severe = true;
    }

    /// Must it test now? In the Morale Phase for what fire did, in the Melee Phase for a severe reason, at the end of the turn
    /// if its force is at its break point (skirmish.force.tests).
    #[must_use]
    pub fn must_test(&self, id: ElementId) -> bool {
        let it = self.kept(id);
        let fit = it.level != Level::Dispersed && !it.tried;
        fit && match self.phase {
            MORALE => self.testing().any(|other| other == id),
            MELEE => it.severe,
            LAST => it.level.is_unbroken() && is_at_break_point(&self.game(), self.side(id)),
            _ => false,
        }
    }

    /// What it is tested for.
    #[must_use]
    pub fn test(&self, id: ElementId) -> Test {
        let it = self.kept(id);
        match self.phase {
            LAST => Test { kills: 0, severe: true },
            _ => Test { kills: i32::from(it.kills), severe: it.severe },
        }
    }

    /// The same position as the rules know it, but for places: what they count without a map is counted by them.
    #[must_use]
    pub fn game(&self) -> Skirmish {
        let mut g = Skirmish::new(self.scene.clone());
        (g.turn, g.initiative, g.first_mover) = (self.turn, self.initiative, self.first_mover);
        g.objectives = self.objectives.iter().copied().collect();
        for (i, it) in self.kept.iter().enumerate() {
            let id = ElementId(i as u8);
            (g[id].level, g[id].order, g[id].moved) = (it.level, it.order, it.moved);
            g[id].presence = match (it.level, &self.scene.elements[i].start) {
                (Level::Dispersed, _) => Presence::Gone,
                // skirmish.depl.reserve
                (_, Start::Reserve { turn, .. }) if self.turn < *turn => Presence::Away,
                _ if it.hidden => Presence::Hidden,
                _ => Presence::Revealed,
            };
            for figure in self.scene.elements[i].figures().skip(usize::from(it.living)) {
                g[figure].alive = false;
            }
        }
        g
    }

    /// Who has won, once it is over, or now if it were.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let g = self.game();
        victory::automatic(&g).unwrap_or_else(|| victory::count(&g))
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
        let it = self.at(id);
        (it.level, it.tried) = (level, true);
        if level == Level::Dispersed {
            self.leave(id);
        }
        Ok(())
    }

    /// May it rally now, and has it not tried?
    pub fn may_rally(&self, id: ElementId) -> Result<(), Rule> {
        let it = self.kept(id);
        let may = matches!(it.level, Level::Suppressed | Level::Broken) && !it.tried;
        if self.phase != RALLY || !may { Err(rally::WHO) } else { Ok(()) }
    }

    /// A rally that failed.
    pub fn not_rallied(&mut self, id: ElementId) -> Result<(), Rule> {
        self.may_rally(id)?;
        self.at(id).tried = true;
        Ok(())
    }

    /// A successful rally.
    pub fn rallied(&mut self, id: ElementId) -> Result<(), Rule> {
        self.may_rally(id)?;
        let it = self.at(id);
        (it.level, it.tried) = (it.level.up(), true);
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
            MORALE | MELEE => {
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
        for it in &mut self.kept {
            it.tried = false;
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
                (it.level, it.hidden) = (Level::Dispersed, false);
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
        // skirmish.end.automatic, skirmish.force.rout
        self.over = ended || victory::automatic(&self.game()).is_some();
        if !self.over {
            self.turn = self.turn.saturating_add(1);
        }
    }
}
