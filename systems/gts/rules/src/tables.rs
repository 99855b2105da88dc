//! The tables (gts.data.tables, gts.data.terrain-default, gts.data.movement-default), as they stand in `modules/gts/tables.toml`. Numbers live there, decisions here in the code.
//!
//! Deserialised as written.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::data::{Arm, Colour, Edition, Effect, MoveClass, Switches, Weather};

kernel::words! {
    /// One result of the CRT (T1).
    pub enum FireResult: "result" {
        Miss = "miss";
        SuppressCheck = "S?";
        Suppress = "S";
        Cohesion = "C";
        Step = "1";
        Eliminate = "E";
    }

    /// Columns of the terrain table (T6).
    pub enum TerrainColumn: "column of the terrain table" {
        Standard = "standard";
        NormandyWhite = "normandy-white";
        NormandyBlack = "normandy-black";
        Pacific = "pacific";
    }

    /// gts.beach.numbers
    pub enum BeachNumber: "number of a Beach" {
        Obstacles = "obstacles", "Obstacles";
        Nests = "nests", "Resistance Nests";
        Gap = "gap", "Gap";
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub edition: Editions,
    pub limits: Limits,
    pub division_gain: DivisionGain,
    pub crt: Crt,
    pub firer: Firer,
    pub target: Target,
    pub mass: Vec<Band>,
    pub range: RangeTable,
    pub op_fire: OpFire,
    pub assault: AssaultTable,
    pub tq: Tq,
    pub company_bonus: CompanyBonus,
    pub bravery: Bravery,
    pub sighting: Sighting,
    pub terrain: Vec<TerrainRow>,
    pub hexside: Vec<HexsideRow>,
    pub route: Vec<RouteRow>,
    pub feature: Vec<FeatureRow>,
    pub rain: RainCost,
    pub treeburst: Treeburst,
    pub naval: NavalTable,
    pub beach: BeachTable,
    pub default: Defaults,
}

/// The differences between the editions: code asks this table, never the edition.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Editions {
    pub normandy: EditionRow,
    pub series: EditionRow,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionRow {
    pub crest_along_line_blocks: bool,
    pub sighting_clear_night: u8,
    pub sighting_overcast_night: u8,
    pub name_black: String,
    pub name_brown: String,
    pub barrage_range_park_exempt: bool,
    pub formation_chit: ChitAvailable,
    pub park_disband_dp: u8,
    pub contact_needs_unsuppressed: bool,
    pub give_up_contact: bool,
    pub mug_royal_marines: bool,
    pub mug_naval: bool,
    pub mug_events_many: bool,
    pub stack_activation: StackActivation,
    pub attach_in_park: bool,
    /// When weather is rolled and Air Points are determined (gts.sop.a-weather-s0, gts.sop.a-weather-s1).
    pub weather_turn: WeatherTurn,
    pub observation: Observation,
    pub engineer_bar: EngineerBar,
    /// Step F names Commonwealth brigades, not formations in general (gts.sop.f-s0, gts.sop.f-s1).
    pub alters_commonwealth: bool,
    /// gts.chit.events-s1: a module may draw events from a cup.
    pub events_may_be_drawn: bool,
    pub double_assault: DoubleAssault,
    /// A unit in bocage is seen only from an adjacent hex (gts.los.bocage-spotting).
    pub bocage_hides: bool,
    /// Which column of the terrain table counts for unarmoured and armoured targets.
    pub terrain_unarmoured: TerrainColumn,
    pub terrain_armoured: TerrainColumn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChitAvailable {
    LeaderInPlayOneTurn,
    UnitsOnMapOrEntryBox,
}
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StackActivation {
    Any,
    MoveAssaultPass,
}
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeatherTurn {
    #[serde(rename = "0700")]
    At0700,
    FirstDaylight,
}
/// When Observation Points and Hills see farther (gts.los.op-hill-range-s0, gts.los.op-hill-range-s1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observation {
    ClearOrOvercastDay,
    DayWithoutFogOrRain,
}
/// Who neither works nor benefits (gts.eng.who-not-s0, gts.eng.who-not-s1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineerBar {
    SuppressedArtilleryColumn,
    ParkedArtilleryColumnImmobile,
}
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleAssault {
    ShowingSide,
    FrontSide,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub points_cap: u8,
    pub stack_steps: u8,
    pub cp_per_dp: u8,
    pub chit_dp_now: u8,
    pub chit_dp_next_turn: u8,
    pub direct_command_cp: u8,
    pub second_action_cp: u8,
    pub buy_check_cp: u8,
    pub entry_hex_buffer: u8,
    /// Movement figures are in half points.
    pub force_march: u16,
    pub column_enter: u16,
    pub column_leave: u16,
    pub barrage_exit: u16,
    pub artillery_direct_range: u8,
    pub unprinted_range: u8,
    pub restricted_range: u8,
    pub barrage_light_max: u8,
    pub strongpoint_see_through: u8,
    pub op_hill_see_through: u8,
    pub op_hill_sighting: u8,
    pub cohesion_max: u8,
    pub park_create_dp: u8,
    pub rearguard_distance: u8,
    /// gts.command.commando
    pub battalion_command_range: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionGain {
    pub cp_die_divisor: u8,
    pub dp_less_than_held: i8,
    pub dp_at_most_rating: i8,
    pub dp_on_0: i8,
    pub dp_on_9: i8,
    pub dp_last_turn_before_night: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crt {
    pub white_side: CrtSide,
    pub black_side: CrtSide,
    pub uncoloured_assault_row: Colour,
    pub direct_row: Colour,
    /// Rating colours that fire directly on `direct_row`.
    pub direct_row_for: Vec<Colour>,
    /// gts.data.crt-variant
    pub variant: BTreeMap<String, Vec<CrtCell>>,
}

/// A cell that differs in a variant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrtCell {
    pub armoured: bool,
    pub row: Colour,
    pub roll: u8,
    pub result: FireResult,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrtSide {
    pub white: [FireResult; 10],
    pub red: [FireResult; 10],
    pub purple: [FireResult; 10],
    pub blue: [FireResult; 10],
    pub green: [FireResult; 10],
    pub orange: [FireResult; 10],
    pub yellow: [FireResult; 10],
    pub brown: [FireResult; 10],
    pub black: [FireResult; 10],
}

/// What a module marker changes, in the order of `Delay`.
pub type Delays = [i8; 7];

impl Firer {
    #[must_use]
    pub const fn delays(&self) -> Delays {
        let [para, worse_para] = self.para;
        let [glider, worse_glider] = self.glider;
        let (air, alone, dug) = (self.air_landing, self.alone_and_afraid, self.dug_in);
        [para, worse_para, glider, worse_glider, air, alone, dug]
    }
}

impl Target {
    #[must_use]
    pub const fn delays(&self) -> Delays {
        let [para, worse_para] = self.para;
        let [glider, worse_glider] = self.glider;
        let (air, alone, dug) = (self.air_landing, self.alone_and_afraid, self.dug_in);
        [para, worse_para, glider, worse_glider, air, alone, dug]
    }
}

impl Tq {
    #[must_use]
    pub const fn delays(&self) -> Delays {
        [0, 0, 0, 0, self.air_landing, self.alone_and_afraid, self.dug_in]
    }
}

impl CrtSide {
    pub fn row_mut(&mut self, colour: Colour) -> &mut [FireResult; 10] {
        match colour {
            Colour::White => &mut self.white,
            Colour::Red => &mut self.red,
            Colour::Purple => &mut self.purple,
            Colour::Blue => &mut self.blue,
            Colour::Green => &mut self.green,
            Colour::Orange => &mut self.orange,
            Colour::Yellow => &mut self.yellow,
            Colour::Brown => &mut self.brown,
            Colour::Black => &mut self.black,
        }
    }
    #[must_use]
    #[inline]
    pub fn row(&self, colour: Colour) -> &[FireResult; 10] {
        match colour {
            Colour::White => &self.white,
            Colour::Red => &self.red,
            Colour::Purple => &self.purple,
            Colour::Blue => &self.blue,
            Colour::Green => &self.green,
            Colour::Orange => &self.orange,
            Colour::Yellow => &self.yellow,
            Colour::Brown => &self.brown,
            Colour::Black => &self.black,
        }
    }
}

/// T2: the firing unit. Fire and Assault Rating are changed alike (gts.mod.two-ratings).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Firer {
    pub cohesion: [i8; 3],
    pub barrage_light: i8,
    pub barrage_heavy: i8,
    pub column: i8,
    pub entrenchment: i8,
    pub suppressed_assault: i8,
    pub step_loss: i8,
    pub night: i8,
    pub rain: i8,
    pub fog: i8,
    pub hero: i8,
    pub counter_battery: i8,
    pub night_assault_division: i8,
    // Module weather and markers.
    pub mist: i8,
    pub sandstorm: i8,
    pub storm: i8,
    pub dug_in: i8,
    /// By level.
    pub para: [i8; 2],
    pub glider: [i8; 2],
    pub air_landing: i8,
    pub alone_and_afraid: i8,
    pub commando_out_of_command: i8,
    pub emergency_supply: i8,
}

/// T3: the target.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub column: i8,
    pub improved_position: i8,
    pub entrenchment: i8,
    pub hero: i8,
    pub heroic: i8,
    pub dug_in: i8,
    pub para: [i8; 2],
    pub glider: [i8; 2],
    pub air_landing: i8,
    pub alone_and_afraid: i8,
    pub rubble: i8,
    /// Cave marker (Pacific).
    pub cave: i8,
    pub hill_feature: Armour,
    pub behind_ridge: Armour,
    pub raised: i8,
    pub sunken: i8,
    pub sunken_vehicle: i8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    pub unarmoured: i8,
    pub armoured: i8,
}

/// T4: steps in the target hex, `from` and up to the next band.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub from: u8,
    pub value: i8,
}

/// T5
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeTable {
    pub unarmoured_per_hex_beyond_first: i8,
    pub armoured_at_1: i8,
    pub armoured_below_printed: i8,
    pub armoured_at_printed_or_more: i8,
    /// Instead of `unarmoured_per_hex_beyond_first`, by distance.
    pub variant: BTreeMap<String, Vec<Band>>,
    /// The variant a module has chosen.
    #[serde(skip)]
    pub chosen: Option<Vec<Band>>,
}

/// T7
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpFire {
    pub zone_to_zone: i8,
    pub zone_to_outside: i8,
    pub running: i8,
}

/// T8
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultTable {
    pub defender_vs_charge: i8,
    /// Rating colours that cannot assault.
    pub barred: Vec<Colour>,
}

/// T9
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tq {
    pub out_of_command: i8,
    pub out_of_command_commando: i8,
    pub cohesion: [i8; 3],
    pub suppressed: i8,
    pub step_loss: i8,
    pub barrage_light: i8,
    pub barrage_heavy: i8,
    pub improved_position: i8,
    pub entrenchment: i8,
    pub hero: i8,
    pub heroic: i8,
    pub men_at_work_each: i8,
    pub rallying_each: i8,
    pub dug_in: i8,
    pub air_landing: i8,
    pub alone_and_afraid: i8,
    pub supply_diminished: i8,
    pub supply_emergency: i8,
    pub drop_zone_closed: i8,
    pub main_route_closed: i8,
    pub home_soil: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompanyBonus {
    pub steps_needed: u8,
    pub value: i8,
}

/// T10
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bravery {
    pub column: i8,
    pub improved_position: i8,
    pub entrenchment: i8,
    pub hero: i8,
    pub para: i8,
    pub glider: i8,
}

/// T13; the clear night is in the edition table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    pub day: u8,
    pub rain: u8,
    pub fog: u8,
    pub mist: u8,
    pub sandstorm: u8,
    pub storm_day: u8,
    pub storm_night: u8,
    /// Sighting by day and from Observation Points and Hills in a variant.
    pub variant: BTreeMap<String, SightingVariant>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightingVariant {
    pub day: u8,
    pub observation: u8,
}

/// T6 and T14 for one terrain. Costs in half points, prohibited where absent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    pub key: String,
    pub name: String,
    pub cost: Costs,
    pub sight: SightKey,
    /// Defence values by column; absent where that column has no such terrain.
    pub defence: BTreeMap<String, i8>,
    /// For armoured targets, where a column has a value of its own for them.
    #[serde(default)]
    pub defence_armoured: BTreeMap<String, i8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    pub leg: Option<u16>,
    pub leg_column: Option<u16>,
    pub wheeled: Option<u16>,
    pub wheeled_column: Option<u16>,
    pub tracked: Option<u16>,
    pub tracked_column: Option<u16>,
}

impl Costs {
    #[must_use]
    #[inline]
    pub fn of(&self, class: MoveClass, column: bool) -> Option<u16> {
        match (class, column) {
            (MoveClass::Leg, false) => self.leg,
            (MoveClass::Leg, true) => self.leg_column,
            (MoveClass::Wheeled, false) => self.wheeled,
            (MoveClass::Wheeled, true) => self.wheeled_column,
            (MoveClass::Tracked, false) => self.tracked,
            (MoveClass::Tracked, true) => self.tracked_column,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SightKey {
    Open,
    Blocks,
    Pair,
    Crest,
}

/// What crossing a hexside does to movement, besides the costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    /// Adds the costs to those of the hex; prohibited where the cost is absent.
    Add,
    /// Lifts the prohibition of the water beneath for units In Column on the road it carries.
    Bridge,
    /// As a bridge without a road: adds its own cost.
    Ferry,
    /// Doubles the cost of the hex for those who may cross.
    Double,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideRow {
    pub key: String,
    pub name: String,
    pub crossing: Crossing,
    #[serde(default)]
    pub cost: Costs,
    pub sight: SightKey,
    /// Uphill only, for instance.
    #[serde(default)]
    pub directed: bool,
    /// Gives the defender behind it the ridge modifier.
    #[serde(default)]
    pub ridge: bool,
}

/// Roads and railways: connections between neighbouring hexes, used In Column only (gts.move.road-column).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteRow {
    pub key: String,
    pub name: String,
    /// Only the three Column costs are used.
    pub cost: Costs,
    /// Counts as a Road hex for Road Blocks.
    #[serde(default)]
    pub road: bool,
    /// gts T3: units on it are silhouetted.
    #[serde(default)]
    pub raised: bool,
    #[serde(default)]
    pub sunken: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureRow {
    pub key: String,
    pub name: String,
}

/// gts.move.weather-default, off-road hexes only.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RainCost {
    pub leg: u16,
    pub wheeled: u16,
    pub tracked: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Treeburst {
    pub terrain: Vec<String>,
    pub rows: Vec<Colour>,
    /// Columns in which armoured targets keep the modifier.
    pub spares: Vec<TerrainColumn>,
}

/// Section 27: figures of the naval procedure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalTable {
    pub range_boxes: Vec<RangeBoxRow>,
    pub ship_spot_roll_max: u8,
    pub drift_on_zero: u8,
    pub sea_row: Colour,
    pub obstacle_row: Colour,
    pub nest_row: Colour,
    /// Movement Points a Commando or Ranger pays for a gap that is not open, in half points.
    pub gap_climb: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeBoxRow {
    pub name: String,
    pub number: u8,
}

/// T12, and what else the Beach numbers need.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeachTable {
    pub fewer_than_two_steps: i8,
    pub cohesion: [i8; 3],
    pub armoured79: BeachRow,
    pub engineer: BeachRow,
    pub tank: BeachRow,
    pub craft: BeachRow,
    pub other: BeachRow,
    /// Gap numbers at which another gap hexside is opened.
    pub gap_opens_at: Vec<u8>,
    pub obstacles: u8,
    pub nests: u8,
    pub gap: u8,
    pub sea_state: u8,
}

/// One section: up to `strong` the number falls by 2, up to `weak` by 1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeachRow {
    pub strong: Option<u8>,
    pub weak: u8,
    pub numbers: Vec<BeachNumber>,
}

/// What a module need not say.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defaults {
    /// gts.contact.numbers
    pub contact_pending: u8,
    pub contact_in_contact: u8,
    pub radio_modifier: i8,
    /// gts.park.number, gts.eng.road-block-limit-default, gts.rear.limit-default
    pub parks: u8,
    pub road_blocks: u8,
    pub rearguards: u8,
    /// Air (gts.air.points, gts.air.strike-rating, gts.air.flak, gts.air.interdiction).
    pub air_points: Vec<WeatherPoints>,
    pub strike_rating: u8,
    pub strike_row: Colour,
    pub interdiction_points: u8,
    pub interdiction_delays: u8,
    pub flak_range: u8,
    pub inherent_defence: BTreeMap<String, u8>,
    /// gts.weather.table-default, gts.weather.fog-lifts
    pub weather: Vec<WeatherRow>,
    pub fog_lifts_on_daylight_turn: u8,
    pub events: Vec<EventRow>,
    pub switches: Switches,
    /// gts.rear.counter
    pub rearguard: CounterRow,
    pub landing_craft: CounterRow,
    pub support_craft: CounterRow,
    pub rocket_craft: CounterRow,
    pub battleship: CounterRow,
    pub cruiser: CounterRow,
    pub destroyer: CounterRow,
    /// gts.time.default
    pub turns: Vec<TurnRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherPoints {
    pub weather: Weather,
    pub points: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRow {
    pub from: u8,
    pub weather: Weather,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRow {
    pub from: u8,
    pub to: u8,
    pub effect: Effect,
}

/// Ratings of a counter the rules give a default for. No fire is *No*, no assault blank, no allowance *No*.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterRow {
    pub steps: u8,
    pub fire: Option<u8>,
    pub colour: Option<Colour>,
    pub range: Option<u8>,
    pub defense: i8,
    pub armoured: bool,
    #[serde(default)]
    pub tq: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRow {
    pub time: String,
    #[serde(default)]
    pub night: bool,
    #[serde(default)]
    pub first_daylight: bool,
    #[serde(default)]
    pub last_before_night: bool,
}

impl Defaults {
    /// What counters of this arm show, where the rules say so.
    #[must_use]
    pub const fn counter(&self, arm: Arm) -> Option<&CounterRow> {
        match arm {
            Arm::Rearguard => Some(&self.rearguard),
            Arm::LandingCraft => Some(&self.landing_craft),
            Arm::SupportCraft => Some(&self.support_craft),
            Arm::RocketCraft => Some(&self.rocket_craft),
            Arm::Battleship => Some(&self.battleship),
            Arm::Cruiser => Some(&self.cruiser),
            Arm::Destroyer => Some(&self.destroyer),
            _ => None,
        }
    }
}

impl Tables {
    #[must_use]
    pub fn edition(&self, edition: Edition) -> &EditionRow {
        match edition {
            Edition::Normandy => &self.edition.normandy,
            Edition::Series => &self.edition.series,
        }
    }

    /// T4
    #[must_use]
    #[inline]
    pub fn mass(&self, steps: u32) -> i32 {
        let band = self.mass.iter().rev().find(|it| u32::from(it.from) <= steps);
        band.map_or(0, |it| i32::from(it.value))
    }
}
