//! The state of a battle: data and invariants only.
//!
//! Flat and small, cheap to clone and compare. Where a unit stands is kept twice: in the unit, and as a chain of units per
//! hex in ascending order of ids; only `put` and `take` change either.

use std::ops::{Index, IndexMut};

use board::HexId;
use smallvec::SmallVec;

use crate::data::{Data, Light, Shared, Turn, UnitData};
use crate::fire::Attack;
use crate::ground::Hexes;
use crate::id::{BattalionId, SheetId, Side, UnitId};
use crate::set::UnitSet;
use crate::sheet::Status;
use crate::tables::Shoot;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub data: Shared,
    /// From 1.
    pub turn: u8,
    pub phase: Phase,
    /// Who goes first in the present part of the turn (tcs.seq.air-arty-winner-chooses, tcs.seq.action-winner-chooses).
    pub leads: Side,
    pub units: Vec<Unit>,
    /// First unit of the chain in each hex, or `NOBODY`.
    first: Vec<u8>,
    /// Hexes with units of each side, and those units; passengers are neither.
    pub occupied: [Hexes; 2],
    pub present: [UnitSet; 2],
    /// tcs.bn.value, tcs.veh.value: by battalion.
    pub morale: SmallVec<[u8; 8]>,
    pub vehicle_morale: SmallVec<[u8; 8]>,
    /// By battery.
    pub ammunition: SmallVec<[u8; 16]>,
    /// Batteries that have had their mission this turn, as bits (tcs.arty.one-mission).
    pub used_batteries: u64,
    /// tcs.arty.observer
    pub used_observers: UnitSet,
    pub missions: SmallVec<[Mission; 4]>,
    /// Sorties flown or failed, as bits; those that have come this turn.
    pub used_sorties: u64,
    pub come_sorties: u64,
    /// Artillery smoke (tcs.smoke.levels).
    pub smoke_1: Hexes,
    pub smoke_2: Hexes,
    /// Smoke and illumination of mortars and infantry guns.
    pub unit_markers: SmallVec<[UnitMarker; 4]>,
    /// tcs.illum.arty
    pub flares: SmallVec<[(HexId, u8); 4]>,
    /// Worked out from the markers: all smoke, of whatever kind (tcs.smoke.same-effect), all attack zones
    /// (tcs.arty.zone-status), all light, over smoke too (tcs.illum.through-smoke).
    pub smoke: Hexes,
    pub zone: Hexes,
    pub lit: Hexes,
    /// tcs.mine.lane: hexsides, the smaller hex first.
    pub lanes: SmallVec<[(HexId, HexId); 4]>,
    /// Minefields that have been entered (tcs.mine.open).
    pub known_mines: Hexes,
    /// Steps that crossed each bottleneck in this phase (tcs.move.bottleneck-limit).
    pub crossed: SmallVec<[((HexId, HexId), u8); 4]>,
    /// tcs.overrun.repeat, tcs.assault.declare
    pub entered: SmallVec<[(UnitId, HexId); 4]>,
    /// Row of the weather table in force.
    pub weather: Option<u8>,
    /// Who moves together now, for whoever looks on.
    pub moving: UnitSet,
    /// The attack being declared or resolved.
    pub attack: Option<Attack>,
    /// The assault or overrun being fought.
    pub fight: Option<Fight>,
    /// Who holds each scoring hex (tcs.victory.control).
    pub holders: SmallVec<[Option<Side>; 12]>,
    /// Steps destroyed or surrendered.
    pub lost: [u16; 2],
    /// Who has conceded, or has nobody left.
    pub outcome: Option<Outcome>,
    /// Op sheets of both sides, by number.
    pub orders: crate::command::Orders,
}

const NOBODY: u8 = u8::MAX;

/// Where the sequence of play stands (tcs.seq.phases).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    SetUp(Side),
    /// tcs.setup.sheets
    SetUpSheets,
    Command(CommandStep),
    AirInitiative,
    Air(Side, AirStep),
    ActionInitiative,
    Action(Side, ActionStep),
    CleanUp,
    TurnEnd,
    Over,
}

/// tcs.seq.command-1-review to tcs.seq.command-8-weather
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CommandStep {
    Review,
    Accrue,
    Implement,
    Checks,
    Add,
    Create,
    Morale,
    Weather,
}

/// tcs.seq.air-arty-1-sorties to tcs.seq.air-arty-6-remove
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AirStep {
    Arrivals,
    Sorties,
    Preplotted,
    Lift,
    Place,
    Adjust,
    Execute,
    Remove,
}

/// tcs.seq.action-1-fired-off to tcs.seq.action-5-overstack
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActionStep {
    Begin,
    Reinforcements,
    Actions,
    Recovery,
    Overstacking,
}

kernel::words! {
    /// tcs.mode.three, from the most exposed (tcs.area.posture-mixed).
    pub enum Mode: "mode" = Fire {
        Move = "move", "Move mode";
        Fire = "fire", "Fire mode";
        DugIn = "dug-in", "Dug-In";
    }

    /// tcs.arty.kinds
    pub enum MissionKind: "kind of mission" {
        He = "he", "HE";
        Continuous = "continuous", "Continuous Fire";
        Smoke = "smoke", "Smoke";
        Illumination = "illumination", "Illumination";
    }
}

/// Morale state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Nerve {
    #[default]
    Normal,
    Suppressed,
    Paralysed,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Hex(HexId),
    /// In this carrier.
    Aboard(UnitId),
    /// Off the map beside this edge hex (tcs.reinf.entry).
    Edge(HexId),
    /// Due in a later turn.
    Later,
    Lost,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    pub place: Place,
    next: u8,
    pub steps: u8,
    pub mode: Mode,
    pub nerve: Nerve,
    pub fired: bool,
    /// tcs.move.road-moving
    pub road_moving: bool,
    pub status: Status,
    /// Its implemented sheet, or the one whose failure instructions it follows.
    pub sheet: Option<SheetId>,
    /// Where it withdraws to without a sheet (tcs.veh.fail-how).
    pub rally: Option<HexId>,
    /// tcs.general.contact-flags
    pub has_fired: bool,
    pub fired_upon: bool,
    pub record: Record,
}

/// What a unit has done in the present Action Phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Record {
    /// Movement left, in sixths.
    pub left: u16,
    /// It has entered a hex.
    pub moved: bool,
    /// It has taken an action that is its whole phase, or made its fire.
    pub acted: bool,
    /// It has stopped moving for the phase (tcs.mode.start-only).
    pub stopped: bool,
    /// Its owner has done with it.
    pub finished: bool,
    /// It uses impulses, not ordinary movement (tcs.impulse.who).
    pub impulses: bool,
    /// It has had its turn in the present impulse.
    pub impulse_done: bool,
    /// tcs.mode.dig-in-how
    pub digging: bool,
    pub at_rolls: u8,
    /// Steps at the start of the phase (tcs.at.limit).
    pub at_limit: u8,
    /// tcs.recover.once, tcs.recover.hit-again
    pub recovered: bool,
    pub shaken: bool,
    /// Where it began the phase (tcs.mine.breach-start).
    pub began: Option<HexId>,
}

/// The guns of a mission.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guns {
    Battery(u8),
    /// All batteries of a gun battalion.
    Battalion(u8),
}

/// A mission, and its marker once it has been adjusted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    pub side: Side,
    pub guns: Guns,
    pub kind: MissionKind,
    pub fast: bool,
    pub observer: Option<UnitId>,
    pub hex: HexId,
    /// When it was placed.
    pub turn: u8,
    pub stage: MissionStage,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MissionStage {
    Placed,
    /// Adjusted; a scattered mission counts as a Bad Shoot (tcs.arty.scatter-fires).
    Falling(Shoot),
    /// Executed; only Continuous Fire stays.
    Lying(Shoot),
}

/// tcs.smoke.unit-hex, tcs.illum.unit
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitMarker {
    pub side: Side,
    pub turn: u8,
    pub hex: HexId,
    pub light: bool,
}

/// An assault or overrun.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    pub hex: HexId,
    pub attacker: Side,
    pub attackers: SmallVec<[Attacker; 6]>,
    pub round: u8,
    pub overrun: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attacker {
    pub unit: UnitId,
    /// The hex it came from, and the mode it was in there.
    pub from: HexId,
    pub mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Draw,
    Won { by: Side, how: Won },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Won {
    Marginal,
    Decisive,
    /// tcs.victory.collapse
    Collapse,
    /// tcs.victory.concede
    Conceded,
}

impl Index<UnitId> for Battle {
    type Output = Unit;
    #[inline]
    fn index(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
}
impl IndexMut<UnitId> for Battle {
    #[inline]
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }
}

impl Unit {
    #[must_use]
    #[inline]
    pub fn is_normal(&self) -> bool {
        self.nerve == Nerve::Normal
    }
    /// tcs.fire.modes
    #[must_use]
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.mode != Mode::Move
    }
    #[must_use]
    pub fn is_on_map(&self) -> bool {
        matches!(self.place, Place::Hex(_))
    }
}

impl Battle {
    /// The position before set-up.
    #[must_use]
    pub fn new(data: Shared) -> Battle {
        let place = |it: &UnitData| match (it.start.turn, it.start.aboard) {
            (0, Some(carrier)) => Place::Aboard(carrier),
            (0, None) => Place::Hex(it.start.hex),
            _ => Place::Later,
        };
        let unit = |it: &UnitData| Unit {
            place: Place::Later,
            next: NOBODY,
            steps: it.steps,
            mode: it.start.mode,
            nerve: Nerve::Normal,
            fired: false,
            road_moving: false,
            status: Status::Unassigned,
            sheet: None,
            rally: None,
            has_fired: false,
            fired_upon: false,
            record: Record::default(),
        };
        let mut g = Battle {
            turn: 1,
            phase: Phase::SetUp(data.options.sets_up_first),
            leads: Side::First,
            units: data.units.iter().map(unit).collect(),
            first: vec![NOBODY; data.map().len()],
            occupied: [Hexes::EMPTY; 2],
            present: [UnitSet::EMPTY; 2],
            morale: data.battalions.iter().map(|it| it.morale).collect(),
            vehicle_morale: data.battalions.iter().map(|it| it.vehicle_morale).collect(),
            ammunition: data.batteries.iter().map(|it| it.ammunition).collect(),
            used_batteries: 0,
            used_observers: UnitSet::EMPTY,
            missions: SmallVec::new(),
            used_sorties: 0,
            come_sorties: 0,
            smoke_1: Hexes::EMPTY,
            smoke_2: Hexes::EMPTY,
            unit_markers: SmallVec::new(),
            flares: SmallVec::new(),
            smoke: Hexes::EMPTY,
            zone: Hexes::EMPTY,
            lit: Hexes::EMPTY,
            lanes: SmallVec::new(),
            known_mines: if data.hidden_mines { Hexes::EMPTY } else { data.minefields },
            crossed: SmallVec::new(),
            entered: SmallVec::new(),
            weather: None,
            moving: UnitSet::EMPTY,
            attack: None,
            fight: None,
            holders: data.scoring.iter().map(|it| it.holder).collect(),
            lost: [0; 2],
            outcome: None,
            orders: crate::command::Orders::default(),
            data,
        };
        let places: Vec<Place> = g.data.units.iter().map(place).collect();
        for (id, place) in g.data.ids().zip(places) {
            match place {
                Place::Hex(hex) => g.put(id, hex),
                other => g[id].place = other,
            }
        }
        g
    }

    #[must_use]
    #[inline]
    pub fn data(&self) -> &Data {
        &self.data
    }
    #[must_use]
    #[inline]
    pub fn card(&self, id: UnitId) -> &UnitData {
        self.data.unit(id)
    }
    #[must_use]
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.card(id).side
    }
    #[must_use]
    pub fn battalion(&self, id: UnitId) -> BattalionId {
        self.card(id).battalion
    }

    /// Where a unit is on the map, in a carrier or not.
    #[must_use]
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        match self[id].place {
            Place::Hex(hex) => Some(hex),
            Place::Aboard(carrier) => match self[carrier].place {
                Place::Hex(hex) => Some(hex),
                _ => None,
            },
            _ => None,
        }
    }

    /// Units in a hex, passengers apart, ascending; of both sides while they fight there.
    #[inline]
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let mut at = self.first[hex.index()];
        std::iter::from_fn(move || {
            let id = (at != NOBODY).then_some(UnitId(at))?;
            at = self[id].next;
            Some(id)
        })
    }
    /// tcs.general.stack
    #[inline]
    pub fn stack_of(&self, side: Side, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(hex).filter(move |it| self.side(*it) == side)
    }
    #[must_use]
    #[inline]
    pub fn holds(&self, side: Side, hex: HexId) -> bool {
        self.occupied[side.index()].contains(hex)
    }
    /// Units of a side on the map, passengers apart, ascending.
    #[inline]
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.present[side.index()].iter().filter_map(|id| match self[id].place {
            Place::Hex(hex) => Some((id, hex)),
            _ => None,
        })
    }
    /// tcs.carrier.capacity: who is in this carrier, ascending.
    pub fn passengers(&self, carrier: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        // Most units carry nobody, and this is asked of all of them.
        let own = &self.data.units_of[self.side(carrier).index()];
        let aboard = if self.card(carrier).capacity == 0 { UnitSet::EMPTY } else { *own };
        aboard.iter().filter(move |it| self[*it].place == Place::Aboard(carrier))
    }
    #[must_use]
    pub fn has_passengers(&self, carrier: UnitId) -> bool {
        self.passengers(carrier).next().is_some()
    }

    /// tcs.carrier.share-mode: passengers count as in their carrier's mode.
    #[must_use]
    pub fn mode(&self, id: UnitId) -> Mode {
        match self[id].place {
            Place::Aboard(carrier) => self[carrier].mode,
            _ => self[id].mode,
        }
    }

    /// Puts a unit into a hex, out of wherever it was.
    pub fn put(&mut self, id: UnitId, hex: HexId) {
        self.take(id);
        self[id].place = Place::Hex(hex);
        let (mut before, mut at) = (None, self.first[hex.index()]);
        while at < id.0 {
            before = Some(UnitId(at));
            at = self[UnitId(at)].next;
        }
        self[id].next = at;
        match before {
            Some(it) => self[it].next = id.0,
            None => self.first[hex.index()] = id.0,
        }
        let side = self.side(id).index();
        self.occupied[side].insert(hex);
        self.present[side].insert(id);
        self.settle_control(hex);
    }

    /// Takes a unit off the map; who was not on it stays as he was.
    pub fn take(&mut self, id: UnitId) {
        let Place::Hex(hex) = self[id].place else { return };
        let next = self[id].next;
        if self.first[hex.index()] == id.0 {
            self.first[hex.index()] = next;
        } else {
            let before = self.stack(hex).find(|it| self[*it].next == id.0);
            if let Some(it) = before {
                self[it].next = next;
            }
        }
        self[id].next = NOBODY;
        self[id].place = Place::Later;
        let side = self.side(id);
        self.present[side.index()].remove(id);
        if self.stack_of(side, hex).next().is_none() {
            self.occupied[side.index()].remove(hex);
        }
        self.settle_control(hex);
    }

    /// tcs.victory.control: whoever has combat units there, the other none.
    fn settle_control(&mut self, hex: HexId) {
        let Some(i) = self.data.scoring.iter().position(|it| it.hex == hex) else { return };
        let has = |side| self.stack_of(side, hex).any(|it| self.card(it).is_combat());
        match (has(Side::First), has(Side::Second)) {
            (true, false) => self.holders[i] = Some(Side::First),
            (false, true) => self.holders[i] = Some(Side::Second),
            _ => (),
        }
    }

    /// tcs.general.turn-light. Night counts in weighted turns, spotting, fire, morale, adjustment and AT rolls (tcs.night.where), twilight in
    /// spotting, fire and adjustment (tcs.night.where-twilight); turns are as long as their track says (tcs.night.turn-length).
    #[must_use]
    pub fn light(&self) -> Light {
        self.now().map_or(Light::Day, |it| it.light)
    }
    #[must_use]
    pub fn is_night(&self) -> bool {
        self.light() == Light::Night
    }
    #[must_use]
    pub fn is_full_hour(&self) -> bool {
        self.now().is_some_and(|it| it.clock.is_full_hour())
    }
    /// The present turn on the track.
    fn now(&self) -> Option<&Turn> {
        self.data.turns.get(usize::from(self.turn).saturating_sub(1))
    }

    /// Works the sets of smoke, zones and light out afresh.
    pub fn survey(&mut self) {
        let data = self.data.clone();
        let map = data.map();
        self.smoke = self.smoke_1.union(&self.smoke_2);
        self.zone = Hexes::EMPTY;
        self.lit = Hexes::EMPTY;
        for it in &self.unit_markers {
            if it.light {
                self.lit.extend(map.within(it.hex, data.tables.limits.unit_illum_radius));
            } else {
                self.smoke.insert(it.hex);
            }
        }
        for (hex, radius) in &self.flares {
            self.lit.extend(map.within(*hex, *radius));
        }
        for it in &self.missions {
            let shells = matches!(it.kind, MissionKind::He | MissionKind::Continuous);
            if shells && it.stage != MissionStage::Placed {
                self.zone.extend(map.within(it.hex, it.radius(&data)));
            }
        }
    }
}

impl Mission {
    /// tcs.arty.zone-battery, tcs.arty.zone-battalion
    #[must_use]
    pub fn radius(&self, data: &Data) -> u8 {
        match self.guns {
            Guns::Battery(_) => data.tables.barrage.battery_radius,
            Guns::Battalion(_) => data.tables.barrage.battalion_radius,
        }
    }
}
