//! The tables, as they stand in `modules/tcs/tables.toml`. Numbers live there, decisions here in the code.
//!
//! Deserialised as written; a column that is not a partition of 11 to 66 is refused (tcs.table.partition). Figures that are not
//! certain carry their flag (tcs.table.fire-flags, tcs.table.signs), so that whoever shows one can say so.

mod artillery;
mod command;
mod d66;
mod fire;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use serde::Deserialize;

pub use artillery::{
    Adjustment, AdjustmentColumn, ArtilleryPoint, Barrage, BarrageBand, Fast, Scatter, Strengths,
};
pub use command::{
    CommandCheck, CommandPrep, Permission, PermissionRow, Permissions, Required, RequiredRow,
    Requirement, SheetSize, Thresholds, WeightedTurns,
};
pub use d66::{Cell, Column, face};
pub use fire::{
    AreaRange, At, Differential, FireColumn, FireModifiers, FireResult, MoraleColumn,
    MoraleModifiers, MoraleResult, PointRange, PointSteps, PostureRow, PostureTable, Shoot, Sortie,
    SortiePoint, Spotting, SpottingShifts, SpottingStart, Stacking, Trajectory, UnusedColumn,
};

use crate::ground::TerrainRow;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub fire: Vec<FireColumn>,
    /// tcs.table.fire-reading, tcs.table.fire-variant: other readings of the damaged tail, not played.
    pub fire_unused: Vec<UnusedColumn>,
    pub point_steps: PointSteps,
    pub infantry_bonus: InfantryBonus,
    pub stacking: Stacking,
    pub area_range: AreaRange,
    pub point_range: PointRange,
    pub differential: Differential,
    pub posture: PostureTable,
    pub fire_modifiers: FireModifiers,
    pub morale: Vec<MoraleColumn>,
    pub morale_modifiers: MoraleModifiers,
    pub battalion_morale: BattalionMorale,
    pub vehicle_morale: VehicleMorale,
    pub command_prep: CommandPrep,
    pub weighted_turns: WeightedTurns,
    pub sheet_size: SheetSize,
    pub command_prep_default: ByNation,
    pub command_check: CommandCheck,
    pub permissions: Permissions,
    pub required: Required,
    pub spotting: Spotting,
    pub height: Heights,
    pub start_column: ByNation,
    pub adjustment: Vec<AdjustmentColumn>,
    pub adjustment_modifiers: Adjustment,
    pub barrage: Barrage,
    pub artillery_point: ArtilleryPoint,
    pub scatter: Scatter,
    pub unit_smoke: UnitSmoke,
    pub at: At,
    pub sortie: Sortie,
    pub sortie_point: SortiePoint,
    pub minefield: Minefield,
    pub terrain: Vec<TerrainRow>,
    pub limits: Limits,
}

impl Tables {
    /// What no single type can refuse: tables that are there but too short to be read.
    pub fn check(&self) -> Result<(), String> {
        let whole =
            |ok: bool, what: &str| if ok { Ok(()) } else { Err(format!("{what} is not whole")) };
        whole(self.fire.first().is_some_and(|it| it.from == 0), "fire")?;
        whole(self.fire.windows(2).all(|it| it[0].from < it[1].from), "fire")?;
        let known = |label: &str| self.fire.iter().any(|it| it.label == label);
        whole(self.point_steps.bands.iter().all(|it| known(&it.column)), "point_steps")?;
        whole(!self.point_steps.bands.is_empty(), "point_steps")?;
        whole(!self.morale.is_empty() && !self.adjustment.is_empty(), "morale or adjustment")?;
        whole(self.area_range.is_whole(), "area_range")?;
        whole(!self.stacking.bands.is_empty() && !self.differential.bands.is_empty(), "stacking")?;
        whole(!self.barrage.bands.is_empty() && !self.spotting.scale.is_empty(), "barrage")?;
        whole(!self.command_prep.rows.is_empty() && !self.sheet_size.bands.is_empty(), "command")
    }
}

/// How far a figure can be trusted. Morale, adjustment and Command Prep are complete and certain (tcs.table.morale-complete,
/// tcs.table.adjust-complete, tcs.table.prep-complete), of the fire table all but the tails of its last columns
/// (tcs.table.fire-certain, tcs.table.fire-uncertain).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Printed, and forced or undamaged.
    #[default]
    Certain,
    /// Printed, put where it fits best.
    Aligned,
    /// Not printed; closes a gap.
    Inferred,
    /// Printed, its lost minus restored.
    RepairedSign,
    /// Printed, its damaged layout restored.
    RepairedLayout,
    /// Printed, but probably a slip of the sheet.
    Suspect,
    /// From articles, not from the rules themselves.
    Reported,
    /// Decided here.
    Ruling,
}

/// A number and how far it can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "Written")]
pub struct Figure {
    pub value: i32,
    pub flag: Flag,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Plain(i32),
    Flagged { value: i32, flag: Flag },
}

impl From<Written> for Figure {
    fn from(it: Written) -> Figure {
        match it {
            Written::Plain(value) => Figure { value, flag: Flag::Certain },
            Written::Flagged { value, flag } => Figure { value, flag },
        }
    }
}

/// tcs.general.exact-numbers
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    pub num: u16,
    pub den: NonZeroU16,
}

impl Share {
    /// tcs.general.round-down
    #[must_use]
    pub fn of(self, n: u16) -> u16 {
        n * self.num / self.den
    }
}

/// tcs.area.inf-bonus-0, tcs.area.inf-bonus-1
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfantryBonus {
    pub by_range: [Share; 2],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattalionMorale {
    pub flag: Flag,
    pub rises: Vec<Rise>,
    pub fall: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rise {
    pub from: u16,
    pub rise: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleMorale {
    pub flag: Flag,
    pub rise_per_step: u8,
    pub fails_at_share: Share,
    pub fall: u8,
}

kernel::words! {
    /// Columns of the tables by nation.
    pub enum Nation: "nation" = Other {
        Us = "us", "American";
        Commonwealth = "commonwealth", "Commonwealth";
        German = "german", "German";
        Other = "other";
        Soviet = "soviet", "Soviet";
        Japanese = "japanese", "Japanese";
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByNation {
    #[serde(default)]
    pub flag: Flag,
    pub us: u8,
    pub commonwealth: u8,
    pub german: u8,
    pub other: u8,
    pub soviet: u8,
    pub japanese: u8,
}

impl ByNation {
    #[must_use]
    pub const fn of(&self, nation: Nation) -> u8 {
        match nation {
            Nation::Us => self.us,
            Nation::Commonwealth => self.commonwealth,
            Nation::German => self.german,
            Nation::Other => self.other,
            Nation::Soviet => self.soviet,
            Nation::Japanese => self.japanese,
        }
    }
}

/// tcs.los.height-defaults, in metres.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heights {
    pub eye: Figure,
    pub forest: Figure,
    pub orchard: Figure,
    pub hedgerow: Figure,
    pub woods: Figure,
    pub city_village: Figure,
    pub buildings: Figure,
    pub hedge: Figure,
    pub bocage: Figure,
    pub other: Figure,
}

impl Heights {
    /// By the id of the terrain, for the chart.
    #[must_use]
    pub fn by_id(&self) -> BTreeMap<String, u8> {
        let rows = [
            ("forest", self.forest),
            ("orchard", self.orchard),
            ("hedgerow", self.hedgerow),
            ("woods", self.woods),
            ("city_village", self.city_village),
            ("buildings", self.buildings),
            ("hedge", self.hedge),
            ("bocage", self.bocage),
        ];
        rows.into_iter()
            .map(|(id, it)| (id.to_string(), u8::try_from(it.value).unwrap_or_default()))
            .collect()
    }
}

/// tcs.smoke.unit-throw
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSmoke {
    pub needed: i32,
}

/// tcs.mine.cost to tcs.mine.breach-area
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minefield {
    /// In sixths.
    pub extra: u16,
    pub area: u16,
    pub point: i32,
    pub breach_area: u16,
}

/// Constants of our rulings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub flag: Flag,
    pub stack_limit_foot_steps: u16,
    pub stack_limit_vehicle_steps: u16,
    pub combine_max_hexes: u8,
    pub combine_distance: u8,
    pub night_visibility: u8,
    pub sortie_min_visibility: u8,
    pub aa_default_range: u8,
    pub syr_max_hexes: u8,
    pub failure_loss_percent: u8,
    pub add_distance: u8,
    pub unassigned_enemy_distance: u8,
    pub all_up_distance: u8,
    pub rally_distance: u8,
    pub assault_rounds: u8,
    pub impulses: u8,
    pub bottleneck_steps: u8,
    pub reinforcement_slip: u8,
    pub illum_radius_good: u8,
    pub illum_radius_bad: u8,
    pub unit_illum_radius: u8,
    pub reserve_max_branches: u8,
    pub objective_hexes_per_size: u8,
    pub axis_half_width_per_size: u8,
    pub path_detour_factor: u8,
    pub near_zone_steps: u8,
    pub proposals_max: u8,
    pub proposal_rally_steps: u8,
    /// tcs.general.p2-or-better
    pub tank_cover_defence: u8,
    /// tcs.ow.combine
    pub overwatch_distance: u8,
    pub overwatch_farther: u8,
    /// tcs.overrun.cost, in sixths.
    pub overrun_extra: u16,
    /// tcs.impulse.three: one part in so many of the allowance.
    pub impulse_share: u16,
}
