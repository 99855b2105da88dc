//! The position: everything that changes during a game. Flat, and cheap to copy.

mod holders;
mod sets;

use std::hash::{Hash, Hasher};
use std::ops::{Deref, Index, IndexMut};
use std::sync::Arc;

use board::HexId;
use kernel::Rules as _;
use smallvec::SmallVec;

use crate::data::{
    BatteryId, BoxId, CardId, Data, DepthId, DepthPool, Division, ExitId, FireClass, GermanId,
    Hexes, MOST_DEPTHS, MOST_GERMANS, MOST_UNITS, PositionId, Sector, SiteId, UnitId,
};
use crate::lookup::Lookup;
use crate::setup;
use crate::tables::Tide;

pub use holders::Holders;
pub use sets::{Positions, Sites, Units};

/// The data of a scenario, shared by all copies of a game. Two games are compared within one scenario only.
#[derive(Clone)]
pub struct Shared {
    data: Arc<Data>,
    lookup: Arc<Lookup>,
    /// By which version of the rules the game is played.
    pub(crate) version: u32,
}

impl Shared {
    #[must_use]
    pub fn new(data: Arc<Data>) -> Shared {
        let lookup = Arc::new(Lookup::new(&data));
        Shared { data, lookup, version: Day::VERSION }
    }
}
impl Deref for Shared {
    type Target = Data;
    #[inline]
    fn deref(&self) -> &Data {
        &self.data
    }
}
impl PartialEq for Shared {
    fn eq(&self, _: &Shared) -> bool {
        true
    }
}
impl Eq for Shared {}
impl Hash for Shared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.data.module, self.data.scenario)
    }
}

/// A game of the landing (omaha.data.state).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Day {
    pub(crate) shared: Shared,
    /// From 1.
    pub turn: u8,
    pub phase: Phase,
    /// By [`UnitId`]; beyond the order of battle all are [`Place::Unused`].
    pub units: [Unit; MOST_UNITS],
    /// Who may be on the map.
    present: Present,
    pub germans: [German; MOST_GERMANS],
    pub depths: [Depth; MOST_DEPTHS],
    /// Who stands on each site.
    pub holders: Holders,
    pub deck: Deck,
    /// Obstacle hexes that are cleared.
    pub cleared: Hexes,
    /// Markers, not units: nothing can hit them (omaha.garr.immune).
    pub garrisons: Hexes,
    /// By division (omaha.base.count).
    pub bases: [SmallVec<[Base; 2]>; 2],
    pub naval_markers: u8,
    /// Regular infantry down to one step or gone, by original division (omaha.cat.count).
    pub losses: [Units; 2],
    /// Steps that left by an exit (omaha.vic.check2-exit); which, so that scoring can tell them apart.
    pub exited: SmallVec<[(UnitId, ExitId, u8); 8]>,
    /// Off-map batteries in the game. Whether one is active depends on its observers.
    pub batteries: u8,
    /// A rocket salvo has been carried out (omaha.event.rockets-silenced).
    pub rockets_fired: bool,
    /// Armour units that have entered (omaha.arm.points).
    pub armour_entered: u8,
    /// The five markers of the reaction variant have come back (omaha.var.reaction-depth).
    pub mobile_refilled: bool,
    pub today: Today,
    /// Faces of hidden counters are not known: revealing draws among those it could be. Set by odds and by the
    /// computer player, never in a game.
    pub doubt: bool,
    pub outcome: Option<Outcome>,
}

/// Counters that may be on the map: all that are, and those touched since this was last looked at. Not part of the
/// position, only a way to find them.
#[derive(Clone, Copy, Debug, Default)]
struct Present(Units);

impl PartialEq for Present {
    fn eq(&self, _: &Present) -> bool {
        true
    }
}
impl Eq for Present {}
impl Hash for Present {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A US counter in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    pub place: Place,
    /// 0 for leaders and for what is lost.
    pub steps: u8,
    /// Its commanding division (omaha.us.division-command).
    pub command: Division,
    pub hero: HeroState,
    pub disrupted: bool,
    /// Disrupted in this US action phase: cannot recover in it (omaha.disr.same-phase).
    pub just_disrupted: bool,
    pub climb: Climb,
    /// Has used its action of the turn; of a leader: has moved.
    pub acted: bool,
    /// A General hit once (omaha.hit.general-first).
    pub wounded: bool,
    /// An HQ that is a command post, with its space on the track from 0 (omaha.cp.track).
    pub post: Option<u8>,
    /// Leaders that command it: those who did at the start of the US action phase (omaha.act.command-start) and have
    /// not moved since. Bits in the order of [`Day::leaders`].
    pub commanded: u8,
    /// Has been delayed at least once, so that it chooses its box anew (omaha.box.delayed-after-10).
    pub delayed: bool,
}

impl Default for Unit {
    fn default() -> Unit {
        Unit {
            place: Place::Unused,
            steps: 0,
            command: Division::First,
            hero: HeroState::None,
            disrupted: false,
            just_disrupted: false,
            climb: Climb::None,
            acted: false,
            wounded: false,
            post: None,
            commanded: 0,
            delayed: false,
        }
    }
}

impl Unit {
    #[must_use]
    #[inline]
    pub const fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Map(hex) => Some(hex),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// Not in this scenario.
    Unused,
    /// On the turn track: enters a box on this turn.
    Track(u8),
    Box(BoxId),
    Map(HexId),
    Exited(ExitId),
    /// Eliminated, captured, removed from play as a loss.
    Lost,
    /// Out of the game without being a loss (omaha.land.gone-june7, omaha.drift.delay-past-end).
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HeroState {
    #[default]
    None,
    /// With the division that placed him, for the limit of five (omaha.scale.heroes).
    Hero(Division),
    Inspired(Division),
}

impl HeroState {
    #[must_use]
    pub const fn is_hero(self) -> bool {
        matches!(self, HeroState::Hero(_))
    }
    /// A hero or an inspired marker: actions are free (omaha.act.free-hero).
    #[must_use]
    pub const fn is_any(self) -> bool {
        !matches!(self, HeroState::None)
    }
}

/// Section 11.4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Climb {
    #[default]
    None,
    /// Climb marker: rests for its next action.
    Climbing,
    /// Climb-cliff marker, with the hex above (omaha.climb.cliff-side).
    Cliff(HexId),
}

/// A German unit counter in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct German {
    pub place: GermanPlace,
    pub revealed: bool,
    /// The player has seen its face, now or earlier.
    pub known: bool,
    pub disrupted: bool,
    pub depth: Option<DepthId>,
}

impl Default for German {
    fn default() -> German {
        German {
            place: GermanPlace::Gone,
            revealed: false,
            known: false,
            disrupted: false,
            depth: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GermanPlace {
    /// In the pool of its kind; a withdrawn unit is in the Division pool whatever its kind (omaha.res.withdraw-any-type).
    Pool(Pool),
    /// On a hex of a position.
    At(SiteId),
    /// Armour of the variant, anywhere on a road.
    Road(HexId),
    /// Eliminated WN units without guns, for re-occupation (omaha.res.wn-pool).
    Pile,
    Gone,
}

kernel::words! {
    /// Where German units are drawn from, and so what kind they are.
    pub enum Pool: "pool" {
        Tactical = "T";
        Division = "D";
        /// The Meyer box.
        Meyer = "M";
        /// Armour of the variant waiting to enter.
        Armour = "armour";
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Depth {
    pub place: DepthPlace,
    pub revealed: bool,
    pub known: bool,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth { place: DepthPlace::Gone, revealed: false, known: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DepthPlace {
    Pool(DepthPool),
    /// In the Meyer box (omaha.kgm.box).
    Meyer,
    Under(GermanId),
    Gone,
}

/// Cards as sets: the order of a shuffled deck is drawn card by card, which comes to the same and keeps the order
/// from everybody (omaha.card.random-stream, omaha.data.hidden).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deck {
    pub undrawn: u64,
    pub discarded: u64,
    /// Drawn this turn and done with.
    pub used: u64,
    /// The fire cards of the turn, by sector, open to its end (omaha.card.keep-fire-cards).
    pub fire: [Option<CardId>; 2],
    /// The card last drawn and what for, for people to look at.
    pub last: Option<(CardId, Purpose)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    Landing(Sector),
    Event,
    Fire(Sector),
    Infiltration,
    Barrage,
    /// An event calls for another card (omaha.event.short-salvo).
    Salvo,
    /// omaha.var.bombardment-cards
    Bombardment,
}

/// An engineer base with its space on the track from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Base {
    pub hex: HexId,
    pub space: u8,
}

/// What holds for the turn only (omaha.event.duration).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Today {
    /// Counters for whose sector the landing card was drawn (omaha.land.once).
    pub checked: Units,
    pub smoke: Positions,
    /// Added to the paid actions of each division.
    pub paid: i8,
    pub heights: bool,
    pub shelled_exits: bool,
    /// The HQ whose command post has range 1 (omaha.event.runners).
    pub hunted: Option<UnitId>,
    /// German artillery fired into the sector (omaha.base.artillery, omaha.gact.artillery-engineers).
    pub shelled: [bool; 2],
    /// Units that lost a step in this German fire phase (omaha.hit.one-step-basic).
    pub bled: Units,
    /// Positions in German communication when the German fire phase began (omaha.comm.frozen).
    pub in_communication: Positions,
    /// Paid actions already spent, by division.
    pub spent: [u8; 2],
    /// Which division acts first was chosen; which have finished.
    pub acting: Option<Division>,
    pub finished: [bool; 2],
    /// Hexes attacked and hexes barraged in this US action phase (omaha.att.once, omaha.att.no-mix).
    pub attacked: Hexes,
    pub barraged: Hexes,
    /// Who takes part in the attack going on, as far as they have been named.
    pub muster: crate::attack::Muster,
    /// Armour of the variant entered this turn (omaha.arm.entry-one).
    pub armour_entered: bool,
    /// Hits worked out and shown, not yet applied.
    pub volley: SmallVec<[Hit; 8]>,
    /// Hexes of five or more steps when the sector's card was drawn (omaha.fire.concentrated-frozen).
    pub concentrated: Hexes,
    /// Who still has to act on the sector's card, the next last (omaha.gact.order-default).
    pub to_act: SmallVec<[Shooter; 8]>,
    /// Positions that will try to advance when all others have acted, the next last (omaha.gact.advance-last).
    pub to_advance: SmallVec<[PositionId; 4]>,
}

/// A hit of German fire on a US counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    pub by: Shooter,
    pub unit: UnitId,
    pub class: FireClass,
    pub step: bool,
    pub disrupt: bool,
    /// A leader is hit, the unit's hero if it is no leader itself (omaha.hit.star).
    pub leader: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shooter {
    Position(PositionId),
    /// Armour of the variant.
    Armour(GermanId),
    /// The artillery box of a card.
    Artillery(Sector),
}

/// What comes next. One phase of the sequence is several steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Random set-up, and the choices of the player where a set-up leaves some.
    SetUp,
    /// The turn begins: its number, tide and clock are told.
    Begin,
    /// I: landing card of a sector and its effects.
    LandingCheck(Sector),
    /// I: everybody in boxes lands.
    Land,
    /// I: arrivals are put into boxes.
    Arrivals,
    /// II, and in the extended turn IV: the first or the second event.
    Event(u8),
    /// III: card of a sector is drawn and fire worked out.
    FireCard(Sector),
    /// III of the extended turn: positions act on the card, one at a time.
    GermanActions(Sector),
    /// III: its hits are applied, then the artillery box and recovery.
    FireHits(Sector),
    /// IV: obstacles of a sector.
    Obstacles(Sector),
    /// V of the extended turn: bases, garrisons, command posts.
    Headquarters,
    /// V, extended VI: US actions.
    UsActions,
    /// Stacking and tide (omaha.seq.stack-check).
    UsEnd,
    /// VI, extended VII.
    EndOfTurn,
    Over,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    pub level: Level,
    pub points: i16,
    /// The division that bled to death (omaha.cat.basic).
    pub catastrophe: Option<Division>,
    /// German armour stands on the beach road (omaha.arm.end-points).
    pub armour: bool,
    /// The player has given up (omaha.vic.concede).
    pub conceded: bool,
}

/// omaha.vic.level-dd to omaha.vic.level-dv; `Defeat` and `Victory` in the short scenarios.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    DecisiveDefeat,
    OperationalDefeat,
    TacticalDefeat,
    Defeat,
    Victory,
    TacticalVictory,
    OperationalVictory,
    DecisiveVictory,
}

impl Level {
    #[must_use]
    pub const fn is_won(self) -> bool {
        matches!(
            self,
            Level::Victory
                | Level::TacticalVictory
                | Level::OperationalVictory
                | Level::DecisiveVictory
        )
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::DecisiveDefeat => "decisive defeat",
            Level::OperationalDefeat => "operational defeat",
            Level::TacticalDefeat => "tactical defeat",
            Level::Defeat => "defeat",
            Level::Victory => "victory",
            Level::TacticalVictory => "tactical victory",
            Level::OperationalVictory => "operational victory",
            Level::DecisiveVictory => "decisive victory",
        }
    }
}

impl Day {
    /// The game before its set-up; the first step sets it up.
    #[must_use]
    pub fn new(shared: Shared) -> Day {
        let mut day = Day {
            turn: shared.plan.first_turn,
            shared,
            phase: Phase::SetUp,
            units: [Unit::default(); MOST_UNITS],
            present: Present::default(),
            germans: [German::default(); MOST_GERMANS],
            depths: [Depth::default(); MOST_DEPTHS],
            holders: Holders::NONE,
            deck: Deck::default(),
            cleared: Hexes::EMPTY,
            garrisons: Hexes::EMPTY,
            bases: Default::default(),
            naval_markers: 0,
            losses: [Units::NONE; 2],
            exited: SmallVec::new(),
            batteries: 0,
            rockets_fired: false,
            armour_entered: 0,
            mobile_refilled: false,
            today: Today::default(),
            doubt: false,
            outcome: None,
        };
        setup::counters(&mut day);
        day
    }

    #[must_use]
    #[inline]
    pub fn data(&self) -> &Data {
        &self.shared
    }

    #[must_use]
    #[inline]
    pub fn lookup(&self) -> &Lookup {
        &self.shared.lookup
    }

    // Turn

    /// Extended rules (omaha.seq.ext-from).
    #[must_use]
    #[inline]
    pub fn is_extended(&self) -> bool {
        self.data().tables.turn(self.turn).extended
    }
    /// Section 19 is in force: from turn 17, with the variant from turn 12 (omaha.gact.from, omaha.var.early-actions).
    #[must_use]
    pub fn has_german_actions(&self) -> bool {
        let early = self.data().variants.early_actions
            && self.data().tables.constants.early_actions_turn <= self.turn;
        self.is_extended() || early
    }
    /// As the track says: omaha.tide.low-first, omaha.tide.mid-rising, omaha.tide.high, omaha.tide.mid-falling,
    /// omaha.tide.low-last.
    #[must_use]
    #[inline]
    pub fn tide(&self) -> Tide {
        self.data().tables.turn(self.turn).tide
    }
    /// omaha.tide.submerged-mid, omaha.tide.submerged-high
    #[must_use]
    #[inline]
    pub fn is_submerged(&self, hex: HexId) -> bool {
        Day::is_under(self.data(), self.tide(), hex)
    }
    pub(crate) fn is_under(data: &Data, tide: Tide, hex: HexId) -> bool {
        use crate::ground::BeachRow;
        match (tide, data.ground.row[hex.index()]) {
            (_, None) | (Tide::Low, _) => false,
            (Tide::Mid, Some(row)) => row == BeachRow::Low,
            (Tide::High, Some(row)) => row != BeachRow::High,
        }
    }
    /// An obstacle hex that is not cleared; from turn 23 there are none (omaha.turn.obstacles-auto,
    /// omaha.turn.obstacles-auto-date).
    #[must_use]
    pub fn has_obstacles(&self, hex: HexId) -> bool {
        let constants = &self.data().tables.constants;
        self.turn < constants.obstacles_auto_clear_turn
            && self.data().ground.obstacles.contains(hex)
            && !self.cleared.contains(hex)
    }
    /// Sectors in play (omaha.scen.east-units).
    pub fn sectors(&self) -> impl Iterator<Item = Sector> + use<> {
        let only = self.data().plan.only;
        Sector::BOTH.into_iter().filter(move |it| only.is_none_or(|only| only == *it))
    }

    // US

    /// All counters of the order of battle, leaders included.
    #[inline]
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.data().units.len() as u8).map(UnitId)
    }
    /// The counters of which something holds that does not hold of [`Place::Unused`]. Word by word, since this is what
    /// most questions begin with.
    #[inline]
    pub(crate) fn units_that(&self, holds: impl Fn(&Unit) -> bool) -> Units {
        let mut words = [0_u64; 2];
        for (word, units) in words.iter_mut().zip(self.units.chunks(64)) {
            for (i, unit) in units.iter().enumerate() {
                *word |= u64::from(holds(unit)) << i;
            }
        }
        Units(u128::from(words[0]) | u128::from(words[1]) << 64)
    }
    /// Counters that may be on the map: all that are, and perhaps some more.
    #[must_use]
    #[inline]
    pub fn present(&self) -> Units {
        debug_assert_eq!(self.units_that(|it| it.hex().is_some()).0 & !self.present.0.0, 0);
        self.present.0
    }
    /// Counters touched but not on the map are forgotten; from time to time, to keep the looking short.
    pub(crate) fn take_stock(&mut self) {
        self.present.0 = self.units_that(|it| it.hex().is_some());
    }
    /// Where they are on the map.
    #[inline]
    pub(crate) fn hexes_of(&self, units: Units) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        units.iter().filter_map(|it| Some((it, self[it].hex()?)))
    }
    /// Counters on the map, leaders included.
    #[inline]
    pub fn on_map(&self) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.hexes_of(self.present())
    }
    /// Units on the map, without leaders.
    #[inline]
    pub fn troops(&self) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.hexes_of(Units(self.present().0 & self.lookup().troops.0))
    }
    /// Counters in a hex, leaders included.
    #[inline]
    pub fn at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.on_map().filter(move |it| it.1 == hex).map(|it| it.0)
    }
    /// Units in a hex, without leaders.
    #[inline]
    pub fn troops_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.at(hex).filter(|it| !self.kind(*it).is_leader())
    }
    #[inline]
    pub fn in_box(&self, at: BoxId) -> impl Iterator<Item = UnitId> + '_ {
        self.units_that(|it| it.place == Place::Box(at)).iter()
    }
    /// HQs and Generals in the order of their counters: the bits of [`Unit::commanded`].
    #[inline]
    pub fn leaders(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.lookup().leaders.iter().copied()
    }
    #[must_use]
    #[inline]
    pub fn kind(&self, unit: UnitId) -> crate::data::UnitKind {
        self.lookup().kinds[unit.index()]
    }
    #[must_use]
    pub fn strength(&self, unit: UnitId) -> u8 {
        self.data().units[unit.index()].line(self[unit].steps).map_or(0, |it| it.strength)
    }
    #[must_use]
    pub fn is_full(&self, unit: UnitId) -> bool {
        self[unit].steps == self.data().units[unit.index()].full_steps()
    }
    /// The sector a counter is in, on the map or in a box.
    #[must_use]
    #[inline]
    pub fn sector_of(&self, unit: UnitId) -> Option<Sector> {
        match self[unit].place {
            Place::Map(hex) => Some(self.data().ground.sector(hex)),
            Place::Box(at) => Some(self.data().boxes[at.index()].sector),
            _ => None,
        }
    }

    // Germans

    /// The German unit in a hex.
    #[must_use]
    #[inline]
    pub fn german_at(&self, hex: HexId) -> Option<GermanId> {
        let held = self.data().ground.site(hex).and_then(|it| self.holders[it.index()]);
        held.or_else(|| self.armour().find(|it| self[*it].place == GermanPlace::Road(hex)))
    }
    /// Armour of the variant on the map.
    #[inline]
    pub fn armour(&self) -> impl Iterator<Item = GermanId> + '_ {
        let armour = self.data().variants.armour;
        let count = if armour { self.data().germans.len() as u8 } else { 0 };
        let all = (0..count).map(GermanId);
        all.filter(|it| matches!(self[*it].place, GermanPlace::Road(_)))
    }
    /// German units on the map with their hexes, by site: the order of counters would tell hidden ones apart.
    #[inline]
    pub fn germans_on_map(&self) -> impl Iterator<Item = (GermanId, HexId)> + '_ {
        let sites = self.held_sites().iter();
        let held = sites
            .filter_map(|it| Some((self.holders[it.index()]?, self.lookup().sites[it.index()].0)));
        held.chain(self.armour().filter_map(|it| Some((it, self.hex_of(it)?))))
    }
    #[must_use]
    #[inline]
    pub fn hex_of(&self, german: GermanId) -> Option<HexId> {
        match self[german].place {
            GermanPlace::At(site) => Some(self.data().sites[site.index()].hex),
            GermanPlace::Road(hex) => Some(hex),
            _ => None,
        }
    }
    /// Units that hold a position, disrupted or not.
    #[inline]
    pub fn garrison_of(&self, position: PositionId) -> impl Iterator<Item = GermanId> + '_ {
        let sites = &self.data().positions[position.index()].sites;
        sites.iter().filter_map(|it| self.holders[it.index()])
    }
    /// Held by a German unit, disrupted or not.
    #[must_use]
    #[inline]
    pub fn is_held(&self, position: PositionId) -> bool {
        self.garrison_of(position).next().is_some()
    }
    /// Held by a German unit that is not disrupted: it projects its field (omaha.field.disrupted-none,
    /// omaha.field.two-hex-partial).
    #[must_use]
    #[inline]
    pub fn is_active(&self, position: PositionId) -> bool {
        self.garrison_of(position).any(|it| !self[it].disrupted)
    }
    /// Sites held by a German unit, disrupted or not.
    #[must_use]
    pub fn held_sites(&self) -> Sites {
        self.holders.held()
    }
    /// Positions held by a German unit, disrupted or not.
    #[must_use]
    pub fn held(&self) -> Positions {
        self.held_by(|_| true)
    }
    /// Positions held by a German unit that is not disrupted.
    #[must_use]
    pub fn active(&self) -> Positions {
        self.held_by(|it| !it.disrupted)
    }
    fn held_by(&self, counts: impl Fn(&German) -> bool) -> Positions {
        let mut held = Positions::NONE;
        for site in self.held_sites().iter() {
            if self.holders[site.index()].is_some_and(|it| counts(&self[it])) {
                held.insert(self.lookup().sites[site.index()].1);
            }
        }
        held
    }
    /// All positions.
    pub fn positions(&self) -> impl Iterator<Item = PositionId> + use<> {
        (0..self.data().positions.len() as u8).map(PositionId)
    }
    #[must_use]
    pub fn battery_exists(&self, battery: BatteryId) -> bool {
        self.batteries >> battery.0 & 1 != 0
    }
}

impl Index<UnitId> for Day {
    type Output = Unit;
    #[inline]
    fn index(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
}
impl IndexMut<UnitId> for Day {
    #[inline]
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        // It may be put on the map.
        self.present.0.insert(id);
        &mut self.units[id.index()]
    }
}
impl Index<GermanId> for Day {
    type Output = German;
    #[inline]
    fn index(&self, id: GermanId) -> &German {
        &self.germans[id.index()]
    }
}
impl IndexMut<GermanId> for Day {
    #[inline]
    fn index_mut(&mut self, id: GermanId) -> &mut German {
        &mut self.germans[id.index()]
    }
}
impl Index<DepthId> for Day {
    type Output = Depth;
    #[inline]
    fn index(&self, id: DepthId) -> &Depth {
        &self.depths[id.index()]
    }
}
impl IndexMut<DepthId> for Day {
    #[inline]
    fn index_mut(&mut self, id: DepthId) -> &mut Depth {
        &mut self.depths[id.index()]
    }
}
