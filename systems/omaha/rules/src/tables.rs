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

kernel::words! {
    pub enum Tide: "tide" {
        Low = "low";
        Mid = "mid";
        High = "high";
    }

    /// Which rows of the landing table a turn uses. Rows of turns 1-3 are in both of the first.
    pub enum LandingTable: "landing table" {
        First = "1";
        Second = "2-3";
        Fourth = "4-14";
        Fifteenth = "15+";
    }

    pub enum LandingWho: "row of the landing table" {
        Tank = "tank", "tanks";
        InfantryElsewhere = "infantry-not-DG-CH" | "infantry-elsewhere", "infantry";
        InfantryAtDogGreenOrCharlie = "infantry-ranger-DG-CH" | "infantry-DG-CH", "infantry off Dog Green or Charlie";
        Infantry = "infantry-ranger" | "infantry", "infantry and rangers";
        Dukw = "dukw-artillery" | "dukw", "artillery in DUKWs";
        Guns = "artillery-aa-at" | "guns", "guns";
    }

    /// Columns of the fire chart.
    pub enum Firer: "firer" {
        WnOrRevealed = "wn-or-revealed" | "revealed";
        Unrevealed = "unrevealed-reinforcement" | "unrevealed";
        Ambush = "ambush";
    }

    /// How US strength compares with German strength.
    pub enum Comparison: "comparison of strengths" {
        /// Without the weapons required.
        LessOrEqual = "less-or-equal";
        /// With them.
        Less = "less";
        /// With them.
        Equal = "equal";
        Greater = "greater";
        Double = "double";
    }

    /// What a cell of the attack results chart says; none of them is "no effect".
    pub enum AttackEffect: "effect of an attack" {
        UsDisrupted = "us-disrupted";
        GainsDepth = "gains-depth";
        UnitUnrevealed = "unit-unrevealed";
        DepthEliminated = "depth-eliminated";
        GermanDisrupted = "german-disrupted";
        OptionalAttrition = "optional-attrition";
        Defeated = "defeated";
        RevealAndRepeat = "reveal-and-repeat";
    }

    pub enum BarrageResult: "result of a barrage" = None {
        None = "none";
        Disrupted = "disrupted";
        DisruptedAndDepthRemoved = "disrupted-and-depth-removed";
    }

    pub enum Pass: "way to enter" {
        Yes = "yes";
        No = "no";
        /// Along a road or trail.
        Road = "road";
        Climb = "climb";
        ClimbCliff = "climb-cliff";
    }

    pub enum GermanAct: "German action" {
        None = "none", "no action";
        Fire = "fire";
        FireArmour = "fire-armour", "fire, armour may be hit";
        FireLeader = "fire-leader", "fire, a leader may be hit";
        ReOccupy = "re-occupy";
        ReSupplyAndFire = "re-supply-and-fire", "re-supply and fire";
        Redeploy = "redeploy";
        Reinforce = "reinforce";
        Mortar = "mortar", "mortar fire";
        PatrolAll = "patrol-all", "patrol";
        PatrolOne = "patrol-one", "patrol";
        Artillery = "artillery", "artillery fire";
        AdvanceOrFire = "advance-or-fire", "advance or fire";
        Advance = "advance";
        Ambush = "ambush";
    }

    pub enum ArmourAct: "action of armour" {
        FireOrMove4 = "fire-or-move-4";
        Overrun4 = "overrun-4";
        Move4OrFire = "move-4-or-fire";
        Move3ThenFireAdjacent = "move-3-then-fire-adjacent";
        FireAdjacentOrMove4 = "fire-adjacent-or-move-4";
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LandingRow {
    pub tables: Vec<LandingTable>,
    pub who: LandingWho,
    /// By letter.
    pub results: [LandingResult; 4],
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

impl AttackRow {
    /// The row for this comparison with all weapons required or without; `None` where the chart has no such row.
    #[must_use]
    pub const fn of(weapons: bool, strength: Comparison) -> Option<AttackRow> {
        match (weapons, strength) {
            (false, Comparison::LessOrEqual) => Some(AttackRow::NoLessOrEqual),
            (false, Comparison::Greater) => Some(AttackRow::NoGreater),
            (false, Comparison::Double) => Some(AttackRow::NoDouble),
            (true, Comparison::Less) => Some(AttackRow::YesLess),
            (true, Comparison::Equal) => Some(AttackRow::YesEqual),
            (true, Comparison::Greater) => Some(AttackRow::YesGreater),
            (true, Comparison::Double) => Some(AttackRow::YesDouble),
            (false, _) | (true, Comparison::LessOrEqual) => None,
        }
    }
}

impl AttackResult {
    pub const fn flag(&mut self, effect: AttackEffect) -> &mut bool {
        match effect {
            AttackEffect::UsDisrupted => &mut self.us_disrupted,
            AttackEffect::GainsDepth => &mut self.gains_depth,
            AttackEffect::UnitUnrevealed => &mut self.unit_unrevealed,
            AttackEffect::DepthEliminated => &mut self.depth_eliminated,
            AttackEffect::GermanDisrupted => &mut self.german_disrupted,
            AttackEffect::OptionalAttrition => &mut self.optional_attrition,
            AttackEffect::Defeated => &mut self.defeated,
            AttackEffect::RevealAndRepeat => &mut self.reveal_and_repeat,
        }
    }
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
