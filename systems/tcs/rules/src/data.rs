//! What does not change during a game: the scenario, its counters and its tables. The state refers to it by ids. All of it comes
//! from the module, which may say otherwise than the defaults (tcs.general.module-rules-add).

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use board::{Direction, HexId, Map};
use smallvec::SmallVec;

use crate::ground::{Ground, Hexes, MoveClass};
use crate::id::{BattalionId, Clock, CompanyId, ForceId, Side, UnitId};
use crate::set::UnitSet;
use crate::state::Mode;
use crate::tables::{Nation, Tables, Trajectory};

/// The scenario behind every state of one game. Two states of one game share it, so it takes no part in comparing.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Data>);

impl Shared {
    #[must_use]
    pub fn new(data: impl Into<Arc<Data>>) -> Shared {
        Shared(data.into())
    }
}

impl Deref for Shared {
    type Target = Data;
    #[inline]
    fn deref(&self) -> &Data {
        &self.0
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

#[derive(Clone, Debug)]
pub struct Data {
    pub module: String,
    pub scenario: String,
    pub title: String,
    /// "11 July 1944"
    pub date: String,
    /// How files call the sides, and how people do: "the Americans" is made of the second.
    pub side_keys: [String; 2],
    pub side_names: [String; 2],
    /// What each side is told before the first turn.
    pub briefings: [String; 2],
    pub tables: Tables,
    pub ground: Ground,
    pub forces: Vec<Force>,
    pub battalions: Vec<Battalion>,
    pub companies: Vec<Company>,
    pub units: Vec<UnitData>,
    /// Units of each side, worked out from the list.
    pub units_of: [UnitSet; 2],
    pub batteries: Vec<Battery>,
    /// Names of the artillery battalions that batteries belong to.
    pub gun_battalions: Vec<String>,
    pub preplotted: Vec<Preplotted>,
    pub sorties: Vec<SortieData>,
    /// tcs.general.turn-light
    pub turns: Vec<Turn>,
    pub visibility: Visibility,
    /// tcs.vis.weather-table; empty if the module has none. By the sum of two dice, from 2.
    pub weather: Vec<WeatherRow>,
    pub minefields: Hexes,
    pub hidden_mines: bool,
    /// tcs.arty.scatter-direction: by the direction die.
    pub scatter: [Direction; 6],
    /// Hexes among which units may be set up.
    pub areas: Vec<Hexes>,
    pub scoring: Vec<Scoring>,
    pub step_points: u16,
    /// tcs.victory.margin
    pub margin: u16,
    /// tcs.victory.when: a lead that ends the game in Clean Up.
    pub sudden_death: Option<u16>,
    /// tcs.prep.scenario-sheets
    pub sheets: Vec<StartSheet>,
    pub options: Options,
}

/// A sheet the scenario starts with: implemented, or with so many weighted turns.
#[derive(Clone, Debug)]
pub struct StartSheet {
    pub side: Side,
    pub sheet: crate::sheet::Sheet,
    pub weighted_turns: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// tcs.general.without-command
    pub without_command: bool,
    /// tcs.end.attack-becomes-hasty
    pub consolidate: bool,
    /// tcs.setup.first-turn
    pub skips_first_command: bool,
    /// tcs.setup.place: who places first.
    pub sets_up_first: Side,
    /// tcs.setup.sheets: sheets are drawn before the first turn.
    pub sheets_at_set_up: bool,
    /// tcs.setup.free-sheets: those start with these weighted turns and are not implemented.
    pub start_weighted_turns: Option<u16>,
}

#[derive(Clone, Debug)]
pub struct Force {
    pub key: String,
    pub name: String,
    /// What stands on its counters, and their colour, as in "#8f9a62".
    pub short: String,
    pub colour: String,
    pub side: Side,
    pub nation: Nation,
    /// tcs.prep.command-prep
    pub command_prep: u8,
}

#[derive(Clone, Debug)]
pub struct Battalion {
    pub name: String,
    pub force: ForceId,
    /// tcs.veh.fail-how
    pub rally: Option<HexId>,
    pub morale: u8,
    pub vehicle_morale: u8,
}

#[derive(Clone, Debug)]
pub struct Company {
    pub key: String,
    pub name: String,
    pub battalion: BattalionId,
}

kernel::words! {
    /// tcs.unit.families, tcs.unit.arty-on-map
    pub enum Kind: "kind of unit" {
        Infantry = "infantry";
        MachineGun = "machine-gun", "machine gun";
        Mortar = "mortar";
        AtGun = "at-gun", "anti-tank gun";
        AaGun = "aa-gun", "anti-aircraft gun";
        InfantryGun = "infantry-gun", "infantry gun";
        Artillery = "artillery";
        Vehicle = "vehicle";
        Carrier = "carrier";
    }

    /// tcs.general.turn-light
    pub enum Light: "light" {
        Day = "day";
        Twilight = "twilight";
        Night = "night";
    }
}

impl Kind {
    #[must_use]
    pub const fn is_infantry(self) -> bool {
        matches!(self, Kind::Infantry)
    }
    /// Vehicles and carriers.
    #[must_use]
    pub const fn is_motor(self) -> bool {
        matches!(self, Kind::Vehicle | Kind::Carrier)
    }
}

/// tcs.unit.target-types; the number is the P-defence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TargetType {
    A,
    P(u8),
    B(u8),
}

impl TargetType {
    /// tcs.unit.a-area-only, tcs.unit.b-both
    #[must_use]
    pub const fn by_area(self) -> bool {
        matches!(self, TargetType::A | TargetType::B(_))
    }
    #[must_use]
    pub const fn by_point(self) -> bool {
        matches!(self, TargetType::P(_) | TargetType::B(_))
    }
    /// tcs.unit.b-defence
    #[must_use]
    pub const fn defence(self) -> Option<u8> {
        match self {
            TargetType::A => None,
            TargetType::P(n) | TargetType::B(n) => Some(n),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaFire {
    /// tcs.unit.area-strength-by-step: one figure, or a ladder by steps left from 1.
    pub strength: SmallVec<[u16; 1]>,
    pub class: Trajectory,
    pub range: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointFire {
    pub strength: u8,
    /// Last hex of Close, Nominal, Long.
    pub close: u8,
    pub nominal: u8,
    pub long: u8,
}

/// What is printed on a counter.
#[derive(Clone, Debug)]
pub struct UnitData {
    pub key: String,
    pub name: String,
    /// What it is: "Rifle platoon".
    pub type_name: String,
    pub side: Side,
    pub force: ForceId,
    pub battalion: BattalionId,
    pub company: CompanyId,
    pub kind: Kind,
    pub target: TargetType,
    /// tcs.general.step-sizes
    pub steps: u8,
    /// Higher is worse.
    pub morale: Option<u8>,
    pub area: Option<AreaFire>,
    pub point: Option<PointFire>,
    pub class: MoveClass,
    /// In movement points; 0 cannot move by itself.
    pub allowance: u8,
    /// tcs.carrier.capacity
    pub capacity: u8,
    /// tcs.mode.cost-by-unit, in sixths, where it is printed.
    pub to_move: Option<u16>,
    pub to_fire: Option<u16>,
    pub observer: bool,
    pub at_rolls: bool,
    pub towed: bool,
    pub smoke: bool,
    pub illumination: bool,
    pub start: Start,
}

impl UnitData {
    /// tcs.move.sixths
    #[must_use]
    pub fn allowance_sixths(&self) -> u16 {
        u16::from(self.allowance) * crate::ground::Sixths::POINT.0
    }
    /// tcs.unit.combat-unit
    #[must_use]
    pub fn is_combat(&self) -> bool {
        self.kind != Kind::Carrier || self.area.is_some() || self.point.is_some()
    }
}

/// Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// 0 from the beginning, else the turn of its arrival (tcs.reinf.step).
    pub turn: u8,
    /// Its hex, or the edge hex beside which it arrives.
    pub hex: HexId,
    pub mode: Mode,
    /// It may be set up in any hex of this area instead.
    pub area: Option<u8>,
    /// tcs.mode.set-up-dug-in
    pub may_dig_in: bool,
    pub aboard: Option<UnitId>,
}

/// tcs.arty.asset
#[derive(Clone, Debug)]
pub struct Battery {
    pub name: String,
    pub side: Side,
    pub calibre: u16,
    /// Index into the gun battalions.
    pub battalion: Option<u8>,
    pub ammunition: u8,
    /// Forces it supports, as bits.
    pub supports: u64,
    pub start_column: u8,
    pub kinds: MissionKinds,
    /// tcs.arty.on-map-gun: the counter that stands for it.
    pub counter: Option<UnitId>,
}

/// tcs.arty.kinds
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissionKinds {
    pub he: bool,
    pub continuous: bool,
    pub smoke: bool,
    pub illumination: bool,
}

/// tcs.arty.preplotted
#[derive(Clone, Debug)]
pub struct Preplotted {
    pub side: Side,
    pub turn: u8,
    pub guns: crate::state::Guns,
    pub kind: crate::state::MissionKind,
    pub fast: bool,
    pub hex: HexId,
}

/// tcs.air.availability, tcs.air.type
#[derive(Clone, Debug)]
pub struct SortieData {
    pub name: String,
    pub side: Side,
    pub turn: u8,
    pub area: Option<u16>,
    pub point_kill: Option<u8>,
    /// The die at or above which it arrives; always, without.
    pub arrives: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub clock: Clock,
    pub light: Light,
}

/// tcs.vis.source; `None` is unlimited. What the scenario leaves out at night the loader takes from the tables
/// (tcs.vis.night-default).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visibility {
    pub day: Option<u8>,
    pub twilight: Option<u8>,
    pub night: Option<u8>,
}

/// tcs.vis.weather-table
#[derive(Clone, Debug)]
pub struct WeatherRow {
    pub name: String,
    pub visibility: Option<u8>,
    pub no_sorties: bool,
}

/// tcs.victory.points, tcs.victory.start-control
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scoring {
    pub hex: HexId,
    pub name: String,
    pub points: u16,
    pub holder: Option<Side>,
}

impl Data {
    #[must_use]
    #[inline]
    pub fn map(&self) -> &Map {
        self.ground.map()
    }
    #[must_use]
    #[inline]
    pub fn unit(&self, id: UnitId) -> &UnitData {
        &self.units[id.index()]
    }
    #[must_use]
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.map().distance(a, b)
    }
    #[must_use]
    pub fn force_of(&self, id: UnitId) -> &Force {
        &self.forces[self.unit(id).force.index()]
    }
    /// All units, ascending.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
}
