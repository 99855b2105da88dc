//! The charts of the seed as data (section "Data a module must carry"). Every number of the rules is here.

use serde::Deserialize;

use crate::data::{Badge, Letter, Weapons};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub constants: Constants,
    /// By turn, from turn 1.
    pub turns: Vec<Turn>,
    pub landing: Vec<LandingRow>,
    /// By class, then by firer: [`Firer`].
    pub fire: [[FireCell; 3]; 3],
    pub weapons: WeaponsChart,
    /// By row: [`AttackRow`].
    pub attack: [AttackCells; 7],
    pub barrage: BarrageTable,
    pub defence_hex: [Multiplier; TERRAINS],
    /// `None`: attack prohibited. Bluff is the way down; up is prohibited.
    pub defence_side: [Option<Multiplier>; SIDES],
    pub move_hex: [Passage; TERRAINS],
    pub move_mined: Passage,
    pub move_side: [SidePassage; SIDES],
    /// By badge, in the order of [`Badge::ALL`].
    pub actions: [ActionRow; 7],
    pub points_first: FirstPoints,
    pub points_final: FinalPoints,
    pub variant_points: VariantPoints,
}

/// The constants that are one number each, and their names.
macro_rules! constants {
    ($($name:ident,)*) => {
        /// Every number that a ruling or a chart names (omaha.data.constants).
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Constants {
            $(pub $name: u8,)*
            /// Range of a command post by turns in place (omaha.cp.track).
            pub command_post_track: Vec<u8>,
            /// Range of an engineer base by growth (omaha.base.track).
            pub engineer_base_track: Vec<u8>,
        }

        impl Constants {
            pub const NUMBERS: &[&str] = &[$(stringify!($name)),*];
            pub const TRACKS: &[&str] = &["command_post_track", "engineer_base_track"];
        }
    };
}

constants! {
    concentrated_steps,
    stacking_limit,
    box_limit,
    paid_actions_basic,
    paid_actions_extended,
    first_extended_turn,
    last_turn,
    first_artillery_turn,
    first_engineer_turn,
    first_event_turn,
    last_event_turn,
    first_voluntary_delay_turn,
    last_assigned_box_turn,
    mine_first_turn,
    mine_last_turn,
    obstacles_auto_clear_turn,
    off_end_delay,
    no_high_hex_delay,
    hq_hit_delay,
    hit_limit_factor_basic,
    hit_limit_factor_extended,
    advance_threshold,
    mortar_wn_beach,
    mortar_wn_inland,
    mortar_re_beach,
    mortar_re_inland,
    patrol_range,
    empty_reinforcement_check_range,
    rocket_min,
    rocket_max,
    naval_strength,
    hero_strength,
    ranger_voluntary_drift_max,
    catastrophic_basic,
    catastrophic_extended,
    early_actions_turn,
    heroes_per_division,
    bases_per_division,
    clear_low,
    clear_mid,
    clear_high,
}

/// omaha.data.turns
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// "0615": a quarter of an hour a turn, later half an hour (omaha.scale.turn-basic, omaha.scale.turn-extended,
    /// omaha.turn.clock-basic, omaha.turn.clock-extended).
    pub clock: String,
    pub tide: Tide,
    pub events: u8,
    pub shuffle: bool,
    pub artillery: bool,
    pub engineer: bool,
    pub clear_per_sector: u8,
    pub mines: bool,
    pub extended: bool,
    pub landing: LandingTable,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tide {
    Low,
    Mid,
    High,
}

/// Which rows of the landing table a turn uses. Rows of turns 1-3 are in both of the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum LandingTable {
    #[serde(rename = "1")]
    First,
    #[serde(rename = "2-3")]
    Second,
    #[serde(rename = "4-14")]
    Fourth,
    #[serde(rename = "15+")]
    Fifteenth,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LandingRow {
    pub tables: Vec<LandingTable>,
    pub who: LandingWho,
    /// By letter.
    pub results: [LandingResult; 4],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum LandingWho {
    #[serde(rename = "tank")]
    Tank,
    #[serde(rename = "infantry-not-DG-CH")]
    InfantryElsewhere,
    #[serde(rename = "infantry-ranger-DG-CH")]
    InfantryAtDogGreenOrCharlie,
    #[serde(rename = "infantry-ranger")]
    Infantry,
    #[serde(rename = "dukw-artillery")]
    Dukw,
    #[serde(rename = "artillery-aa-at")]
    Guns,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LandingResult {
    pub lose: u8,
    /// Boxes to the east; negative: to the west.
    pub drift: i8,
    /// To this turn, or so many turns ahead.
    pub delay: Option<Delay>,
    pub eliminated: bool,
    /// omaha.land.gone-june7
    pub june_7: bool,
    /// Nothing is looked up, only mines are (omaha.land.t15-inf).
    pub no_check: bool,
    /// omaha.drift.ranger-option
    pub ranger_option: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delay {
    To(u8),
    By(u8),
}

impl LandingRow {
    #[must_use]
    pub fn result(&self, letter: Letter) -> LandingResult {
        self.results[letter as usize]
    }
}

/// Columns of the fire chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Firer {
    WnOrRevealed,
    Unrevealed,
    Ambush,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FireCell {
    pub step: bool,
    pub disrupt: bool,
    pub needs_symbol: bool,
    /// Hits armoured units too.
    pub armoured: bool,
    /// One unit only, else all.
    pub one: bool,
}

/// omaha.weap.*
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeaponsChart {
    pub infantry: Weapons,
    pub heavy_adjacent: Weapons,
    pub heavy_distant: Weapons,
    pub anti_air: Weapons,
    pub sp_anti_air: Weapons,
    pub tank_far: Weapons,
    pub tank_near: Weapons,
    pub artillery: Weapons,
    pub anti_tank: Weapons,
    pub naval: Weapons,
    pub headquarters: Weapons,
}

/// Rows of the attack results chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttackRow {
    NoLessOrEqual,
    NoGreater,
    NoDouble,
    YesLess,
    YesEqual,
    YesGreater,
    YesDouble,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttackCells {
    pub alone: AttackResult,
    pub unrevealed_depth: AttackResult,
    pub revealed_depth: AttackResult,
    /// Turns 17-32.
    pub revealed_depth_extended: AttackResult,
}

/// What a cell says; nothing set is "no effect".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttackResult {
    pub us_disrupted: bool,
    pub gains_depth: bool,
    pub unit_unrevealed: bool,
    pub german_disrupted: bool,
    pub optional_attrition: bool,
    pub defeated: bool,
    pub reveal_and_repeat: bool,
    pub depth_eliminated: bool,
}

/// By colour shown, symbol shown, depth, band of strength (1-2, 3-5, 6+).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BarrageTable(pub [[[[BarrageResult; 3]; 2]; 2]; 2]);

impl BarrageTable {
    #[must_use]
    pub fn result(&self, colour: bool, symbol: bool, depth: bool, strength: u8) -> BarrageResult {
        self.0[usize::from(colour)][usize::from(symbol)][usize::from(depth)][band(strength)]
    }
}

/// The column of the barrage table: strength 1-2, 3-5, 6 or more.
#[must_use]
pub const fn band(strength: u8) -> usize {
    match strength {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BarrageResult {
    #[default]
    None,
    Disrupted,
    DisruptedAndDepthRemoved,
}

/// By [`crate::ground::Terrain`] and [`crate::ground::Side`].
pub const TERRAINS: usize = 9;
pub const SIDES: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Multiplier {
    pub unit: u8,
    pub depth: u8,
}

/// May one enter? By infantry, leaders and others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Passage {
    pub infantry: Pass,
    pub leader: Pass,
    pub other: Pass,
    /// Opened by the range of an engineer base.
    pub engineer: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SidePassage {
    pub pass: Passage,
    /// omaha.act.protective
    pub protective: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    Yes,
    No,
    /// Along a road or trail.
    Road,
    Climb,
    ClimbCliff,
}

/// A row of the German action summary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ActionRow {
    pub badge: Badge,
    pub wn_us: GermanAct,
    pub wn_no_us: GermanAct,
    pub wn_empty: GermanAct,
    pub re_us: GermanAct,
    pub re_no_us: GermanAct,
    pub re_empty: GermanAct,
    pub armour: ArmourAct,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GermanAct {
    None,
    Fire,
    FireArmour,
    FireLeader,
    ReOccupy,
    ReSupplyAndFire,
    Redeploy,
    Reinforce,
    Mortar,
    PatrolAll,
    PatrolOne,
    Artillery,
    AdvanceOrFire,
    Advance,
    Ambush,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArmourAct {
    #[serde(rename = "fire-or-move-4")]
    FireOrMove4,
    #[serde(rename = "overrun-4")]
    Overrun4,
    #[serde(rename = "move-4-or-fire")]
    Move4OrFire,
    #[serde(rename = "move-3-then-fire-adjacent")]
    Move3ThenFireAdjacent,
    #[serde(rename = "fire-adjacent-or-move-4")]
    FireAdjacentOrMove4,
}

impl ArmourAct {
    /// How far it moves at most, as its cell says.
    #[must_use]
    pub const fn hexes(self) -> usize {
        match self {
            ArmourAct::Move3ThenFireAdjacent => 3,
            _ => 4,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstPoints {
    pub single_hex_wn: i16,
    pub two_hex_wn: i16,
    pub reinforcement_position: i16,
    pub draw: i16,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalPoints {
    pub vp_position: i16,
    pub open_draw: i16,
    pub heavy_unit_on_high_ground: i16,
    pub exit_step_armour_or_regular: i16,
    pub exit_step_ranger_f_g: i16,
    pub wn_hex_not_controlled: i16,
    pub meyer_unit_left: i16,
}

/// omaha.var.adjust
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariantPoints {
    pub bombardment: i16,
    pub tanks_safe: i16,
    pub no_rangers: i16,
    pub reaction: i16,
    pub early_actions: i16,
    pub armour: i16,
    /// For each armour unit that entered (omaha.arm.points).
    pub armour_entered: i16,
}

impl Tables {
    #[must_use]
    pub fn turn(&self, turn: u8) -> &Turn {
        &self.turns[usize::from(turn.max(1) - 1).min(self.turns.len() - 1)]
    }
    #[must_use]
    pub fn action(&self, badge: Badge) -> &ActionRow {
        &self.actions[badge as usize]
    }
}
