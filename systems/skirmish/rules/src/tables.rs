//! The tables as they stand in `modules/skirmish/tables.toml`. Numbers live there, decisions here in the code.
//!
//! Deserialised as written: lengths in whole inches unless the key ends in `_units`, modifiers added to the number.

use serde::Deserialize;
use serde::de::IgnoredAny;
use tabletop::INCH;

use crate::data::{Quality, WeaponId};

/// An amount of one statement, and whether it comes from the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Seed,
    Ruling,
}

/// Whole inches in units of the table (skirmish.eng.units).
#[must_use]
pub const fn inches(n: i32) -> i32 {
    n * INCH
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub units_per_inch: i32,
    pub phase: Vec<PhaseRow>,
    pub game_end: Vec<GameEnd>,
    /// Terrain is read by the geometry, from the same file: see [`tabletop::LegendFile`].
    pub area_terrain: IgnoredAny,
    pub linear_terrain: IgnoredAny,
    pub building_kind: IgnoredAny,
    pub weapon: Vec<Weapon>,
    pub order: Orders,
    pub order_limits: OrderLimits,
    pub roll: Roll,
    pub cover: Covers,
    pub to_hit: ToHit,
    pub indirect_support: Supports,
    pub indirect_targeting: Targeting,
    pub indirect_situation: Situation,
    pub indirect: Indirect,
    pub he_weight: Weights,
    pub smoke: SmokeTable,
    pub close_combat: CloseCombat,
    pub morale: Morale,
    pub leadership: Leadership,
    pub force: Force,
    pub spotting: Spotting,
    pub objective: Objective,
    pub figures: Figures,
    pub sight: Sight,
    pub movement: Movement,
}

impl Tables {
    #[must_use]
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapon[usize::from(id.0)]
    }

    #[must_use]
    pub fn weapon_called(&self, id: &str) -> Option<WeaponId> {
        self.weapon.iter().position(|it| it.id == id).map(|it| WeaponId(it as u8))
    }

    /// The row of a cover class.
    #[must_use]
    pub const fn cover(&self, cover: Cover) -> &CoverRow {
        match cover {
            Cover::Open => &self.cover.open,
            Cover::Light => &self.cover.light,
            Cover::Heavy => &self.cover.heavy,
            Cover::Reinforced => &self.cover.reinforced,
        }
    }

    #[must_use]
    pub const fn order(&self, order: Order) -> &OrderRow {
        match order {
            Order::Double => &self.order.double,
            Order::MoveFire => &self.order.move_fire,
            Order::Cautious => &self.order.cautious,
            Order::Fire => &self.order.fire,
        }
    }

    #[must_use]
    pub const fn weight(&self, weight: Weight) -> &WeightRow {
        match weight {
            Weight::Grenade => &self.he_weight.grenade,
            Weight::Light => &self.he_weight.light,
            Weight::Medium => &self.he_weight.medium,
            Weight::Heavy => &self.he_weight.heavy,
            Weight::VeryHeavy => &self.he_weight.very_heavy,
        }
    }

    #[must_use]
    pub const fn support(&self, support: Support) -> &SupportRow {
        match support {
            Support::Attached => &self.indirect_support.attached,
            Support::Direct => &self.indirect_support.direct,
            Support::General => &self.indirect_support.general,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseRow {
    pub id: String,
    pub title: String,
    pub who: String,
    pub simultaneous: bool,
    pub opportunity_markers_by: Option<String>,
    pub order_chosen_by: Option<String>,
    pub source: Source,
}

kernel::words! {
    /// The four orders, by letter A, M, C and F.
    pub enum Order: "order" {
        Double = "double" | "A", "At the Double";
        MoveFire = "move_fire" | "M", "Move & Fire";
        Cautious = "cautious" | "C", "Cautious Advance";
        Fire = "fire" | "F", "Fire";
    }

    /// A cover class, worst first: the best single class counts.
    pub enum Cover: "class of cover" = Open {
        Open = "open";
        Light = "light";
        Heavy = "heavy";
        Reinforced = "reinforced";
    }

    /// How guns or mortars serve a force (skirmish.ind.firers).
    pub enum Support: "support" {
        Attached = "attached";
        Direct = "direct";
        General = "general";
    }

    /// How heavy a shell is (skirmish.he.weights).
    pub enum Weight: "weight" {
        Grenade = "grenade";
        Light = "light";
        Medium = "medium";
        Heavy = "heavy";
        VeryHeavy = "very_heavy";
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    pub double: OrderRow,
    pub move_fire: OrderRow,
    pub cautious: OrderRow,
    pub fire: OrderRow,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderRow {
    pub letter: char,
    pub title: String,
    pub allowance: i32,
    pub fires_in: FiresIn,
    pub source: Source,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FiresIn {
    None,
    MovingFire,
    StationaryFire,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderLimits {
    pub good: Vec<Order>,
    pub suppressed: Vec<Order>,
    pub broken: Vec<Order>,
    pub moved_in_open: Vec<OpenMovement>,
}

/// What counts as movement in the open (skirmish.mod.open-means).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenMovement {
    Double,
    MoveFire,
    Cautious,
    Compulsory,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    pub source: Source,
    pub seven_then: i32,
    pub eight_then: i32,
    pub impossible_from: i32,
    pub indirect_targeting_automatic_at_or_below: i32,
}

impl Cover {
    /// From the geometry, which knows classes as ranks only.
    #[must_use]
    pub const fn of(rank: tabletop::Cover) -> Cover {
        match rank.0 {
            0 => Cover::Open,
            1 => Cover::Light,
            2 => Cover::Heavy,
            _ => Cover::Reinforced,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Covers {
    pub open: CoverRow,
    pub light: CoverRow,
    pub heavy: CoverRow,
    pub reinforced: CoverRow,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverRow {
    pub title: String,
    pub rank: u8,
    pub hit: i32,
    pub kill: i32,
    pub source: Source,
}

/// A modifier of the sheet's table 6.3.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitRow {
    pub amount: i32,
    pub direct_he: bool,
    pub source: Source,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToHit {
    pub hindrance: HitRow,
    pub stationary_vs_moved_in_open: HitRow,
    pub target_at_the_double: HitRow,
    pub long_range: HitRow,
    pub sw_lack_of_crew: HitRow,
    pub moving_and_firing: HitRow,
    pub suppressed_firer: HitRow,
    pub target_uphill: HitRow,
    pub green_firer: HitRow,
    pub veteran_firer: HitRow,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supports {
    pub attached: SupportRow,
    pub direct: SupportRow,
    pub general: SupportRow,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportRow {
    pub he: i32,
    pub smoke: i32,
    pub source: Source,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub amount: i32,
    pub source: Source,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targeting {
    pub hindrance_spotter_target: Row,
    pub veteran_firer_or_spotter: Row,
    pub green_firer_or_spotter: Row,
    pub suppressed_firer_or_spotter: Row,
    pub subsequent_attempt_same_point: Row,
    pub sw_lack_of_crew: Row,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    pub woods: StartRow,
    pub building_levels_above: HitKillRow,
    pub suppressed_or_lack_of_crew: HitKillRow,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRow {
    pub start_hit: i32,
    pub start_kill: i32,
    pub source: Source,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitKillRow {
    pub hit: i32,
    pub kill: i32,
    pub source: Source,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indirect {
    pub adjust: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub grenade: WeightRow,
    pub light: WeightRow,
    pub medium: WeightRow,
    pub heavy: WeightRow,
    pub very_heavy: WeightRow,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightRow {
    pub radius: i32,
    pub hit: i32,
    pub kill: i32,
    pub source: Source,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmokeTable {
    pub radius: i32,
    pub fresh: u8,
    pub thinning: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseCombat {
    pub number: i32,
    pub green: i32,
    pub veteran: i32,
    pub suppressed: i32,
    pub declare_within: i32,
    pub reaction: i32,
    pub contact_units: i32,
    pub rounds_max: u8,
    pub fall_back: i32,
    pub fall_back_clear: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    pub number: Qualities,
    pub per_kill: i32,
    pub rally: i32,
    pub fail_drop: u8,
    pub fail_big_margin: i32,
    pub fail_big_drop: u8,
    pub test_on_kills: u8,
    /// So many hits for so many figures.
    pub test_on_hits_fraction: [u8; 2],
    pub broken_allowance: i32,
    pub broken_keep_clear: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qualities {
    pub veteran: i32,
    pub regular: i32,
    pub green: i32,
}

impl Qualities {
    #[must_use]
    pub const fn of(&self, quality: Quality) -> i32 {
        match quality {
            Quality::Veteran => self.veteran,
            Quality::Regular => self.regular,
            Quality::Green => self.green,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leadership {
    pub source: Source,
    pub radius: i32,
    pub bonus_min: u8,
    pub bonus_max: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub source: Source,
    pub default_break_fraction: [i32; 2],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameEnd {
    pub after_scheduled: u8,
    pub ends_on: [i32; 2],
    #[serde(default)]
    pub automatic: bool,
    pub source: Source,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spotting {
    pub number: i32,
    pub automatic_within: i32,
    pub hindrance: i32,
    pub far_over: i32,
    pub far: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    pub radius: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    pub source: Source,
    pub base_radius_units: i32,
    pub separation_units: i32,
    pub coherency: i32,
    pub per_element: [u8; 2],
    pub enemy_keep_clear: i32,
    pub wall_keep_clear_units: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    pub source: Source,
    pub half_levels_per_level: i32,
    pub eye_half_levels: i32,
    pub lining_within: i32,
    pub lining_crossing_within: i32,
    pub free_depth: i32,
    pub max_hindrance: u8,
    pub inside_cover: Cover,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    pub source: Source,
    pub floor_change: i32,
    pub building_wall: i32,
    pub legs_max: u8,
    pub candidates_max: u8,
    pub call_lattice_units: i32,
    pub assault_place_units: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    SmallArms,
    DirectHe,
    Indirect,
    Flame,
}

/// When a weapon may fire after its element has moved (skirmish.weap.deploy).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deploy {
    Any,
    Setup,
    Fixed,
}

/// A row of 17.7.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub id: String,
    pub title: String,
    pub class: Class,
    #[serde(default)]
    pub dice: u8,
    #[serde(default)]
    pub short: i32,
    #[serde(default)]
    pub long: i32,
    #[serde(default)]
    pub close_range: i32,
    #[serde(default)]
    pub close_dice: u8,
    #[serde(default)]
    pub hit: i32,
    #[serde(default)]
    pub kill: i32,
    #[serde(default)]
    pub picks_figure: bool,
    #[serde(default)]
    pub ignores_cover: bool,
    #[serde(default)]
    pub severe_test: bool,
    pub weight: Option<Weight>,
    pub support: Option<Support>,
    #[serde(default)]
    pub smoke: bool,
    #[serde(default)]
    pub min_range: i32,
    #[serde(default)]
    pub max_range: i32,
    /// Full crew; 0 for a weapon that one figure carries.
    pub crew: u8,
    pub deploy: Deploy,
    pub melee_dice: u8,
}
