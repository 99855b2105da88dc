//! The tables (gts.data.tables, gts.data.terrain-default, gts.data.movement-default), as they stand in `modules/gts/tables.toml`. Numbers live there, decisions here in the code.
//!
//! Deserialised as written.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::data::{Colour, Edition, MoveClass};

/// One result of the CRT (T1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum FireResult {
    #[serde(rename = "miss")]
    Miss,
    #[serde(rename = "S?")]
    SuppressCheck,
    #[serde(rename = "S")]
    Suppress,
    #[serde(rename = "C")]
    Cohesion,
    #[serde(rename = "1")]
    Step,
    #[serde(rename = "E")]
    Eliminate,
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
pub enum DoubleAssault {
    ShowingSide,
    FrontSide,
}
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainColumn {
    Standard,
    NormandyWhite,
    NormandyBlack,
    Pacific,
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
    pub cohesion_max: u8,
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
    pub uncoloured_assault_row: RowKey,
    pub direct_row: RowKey,
    /// Rating colours that fire directly on `direct_row`.
    pub direct_row_for: Vec<RowKey>,
}

/// `Colour` as a key in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKey {
    White,
    Red,
    Purple,
    Blue,
    Green,
    Orange,
    Yellow,
    Brown,
    Black,
}

impl From<RowKey> for Colour {
    fn from(key: RowKey) -> Colour {
        Colour::ALL[key as usize]
    }
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

impl CrtSide {
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
}

/// T3: the target.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub column: i8,
    pub improved_position: i8,
    pub entrenchment: i8,
    pub hero: i8,
    pub rubble: i8,
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
    pub barred: Vec<RowKey>,
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
    pub men_at_work_each: i8,
    pub rallying_each: i8,
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
}

/// T13; the clear night is in the edition table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    pub day: u8,
    pub rain: u8,
    pub fog: u8,
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
    pub rows: Vec<RowKey>,
    /// Columns in which armoured targets keep the modifier.
    pub spares: Vec<TerrainColumn>,
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

impl TerrainColumn {
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            TerrainColumn::Standard => "standard",
            TerrainColumn::NormandyWhite => "normandy-white",
            TerrainColumn::NormandyBlack => "normandy-black",
            TerrainColumn::Pacific => "pacific",
        }
    }
}
