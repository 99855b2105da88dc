//! What terrain does, as data: kinds of areas, obstacles and buildings, and the measures of sight, movement and figures.
//!
//! [`LegendFile`] is how it stands in a file (the sections `cover`, `area_terrain`, `linear_terrain`, `building_kind`, `figures`,
//! `sight` and `movement`; what else the file holds belongs to others), [`Legend`] what it comes to. Lengths in a file are whole
//! inches unless the key ends in `_units`.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::geometry::{INCH, Units};

/// A class of cover. More is better; 0 is none.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Cover(pub u8);

/// All kinds and measures of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend {
    /// The keys of the classes of cover, worst first: the key of `Cover(n)` is entry `n`.
    pub covers: Vec<String>,
    /// Kinds of areas.
    pub areas: Vec<AreaKind>,
    /// Kinds of linear obstacles.
    pub obstacles: Vec<ObstacleKind>,
    /// Kinds of buildings.
    pub buildings: Vec<BuildingKind>,
    /// Measures of figures.
    pub figures: FigureMeasures,
    /// Measures of sight.
    pub sight: SightMeasures,
    /// Measures of movement.
    pub movement: MoveMeasures,
}

/// A kind of area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaKind {
    /// `woods`.
    pub key: String,
    /// What it gives to figures in it.
    pub cover: Cover,
    /// What an inch costs; nothing if it cannot be entered.
    pub cost: Option<u8>,
    /// What it does to a line that passes through.
    pub sight: AreaSight,
    /// Its height over its base, in half-levels.
    pub top: i32,
    /// It conceals figures in it.
    pub conceals: bool,
    /// Shells burst in its trees.
    pub tree_bursts: bool,
}

/// What an area does to a line that passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaSight {
    /// Nothing.
    Free,
    /// One hindrance, however deep.
    Area,
    /// One hindrance for each started step; blocks when deeper than the limit.
    Depth {
        /// The step.
        step: Units,
        /// Blocks when deeper.
        over: Units,
    },
    /// Blocks.
    Blocks,
}

/// A kind of linear obstacle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObstacleKind {
    /// `hedge`.
    pub key: String,
    /// What it gives to a target that lines it.
    pub cover: Cover,
    /// What a crossing costs.
    pub cost: Units,
    /// What it does to a line that crosses it unlined.
    pub sight: ObstacleSight,
    /// Its height over its base, in half-levels.
    pub top: i32,
}

/// What a linear obstacle does to a line that crosses it unlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleSight {
    /// Nothing.
    Free,
    /// One hindrance a crossing.
    Hinders,
    /// Blocks.
    Blocks,
}

/// A kind of building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildingKind {
    /// `stone`.
    pub key: String,
    /// What it gives to figures in it against fire from outside.
    pub cover: Cover,
    /// It has a roof.
    pub roof: bool,
}

/// Measures of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureMeasures {
    /// Half the width of a base.
    pub base_radius: Units,
    /// Centres are at least so far apart at the end of a move.
    pub separation: Units,
    /// Figures of an element are linked by steps of at most this.
    pub coherency: Units,
    /// Nobody comes so near to an enemy while he moves.
    pub enemy_clear: Units,
    /// Centres are at least so far from obstacles and walls at the end of a move.
    pub wall_clear: Units,
}

/// Measures of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightMeasures {
    /// Half-levels in a level and in a floor.
    pub level: i32,
    /// Eyes are so many half-levels over the ground or floor.
    pub eye: i32,
    /// Who lines an obstacle or a wall is so near to it.
    pub lining: Units,
    /// Who lines a crossing is so near to it.
    pub lining_crossing: Units,
    /// So much of an area around a figure in it does not count.
    pub free_depth: Units,
    /// A line with more hindrances is blocked.
    pub most_hindrances: u32,
    /// What a figure in a building has against fire from its own floor.
    pub inside_cover: Cover,
}

/// Measures of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveMeasures {
    /// What one floor up or down costs.
    pub floor: Units,
    /// What passing an outer wall costs.
    pub wall: Units,
    /// A path has at most so many legs.
    pub most_legs: usize,
    /// A list of candidates is at most so long.
    pub most_candidates: usize,
    /// Goals of candidates are points of a lattice so wide.
    pub lattice: Units,
    /// Candidates of an assault stand so far from the enemy.
    pub assault_place: Units,
}

/// The legend as it stands in a file.
#[derive(Clone, Debug, Deserialize)]
pub struct LegendFile {
    cover: BTreeMap<String, CoverRow>,
    area_terrain: Vec<AreaRow>,
    linear_terrain: Vec<ObstacleRow>,
    building_kind: Vec<BuildingRow>,
    figures: FigureRow,
    sight: SightRow,
    movement: MoveRow,
}

#[derive(Clone, Debug, Deserialize)]
struct CoverRow {
    rank: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaRow {
    id: String,
    cover: String,
    #[serde(rename = "move")]
    cost: u8,
    hindrance: String,
    depth_step: Option<u16>,
    depth_blocks_over: Option<u16>,
    top: u8,
    conceals: bool,
    #[serde(default)]
    tree_bursts: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObstacleRow {
    id: String,
    cover: String,
    cross: u8,
    hindrance: String,
    top: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildingRow {
    id: String,
    cover: String,
    roof: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct FigureRow {
    base_radius_units: u16,
    separation_units: u16,
    coherency: u8,
    enemy_keep_clear: u8,
    wall_keep_clear_units: u16,
}

#[derive(Clone, Debug, Deserialize)]
struct SightRow {
    half_levels_per_level: u8,
    eye_half_levels: u8,
    lining_within: u8,
    lining_crossing_within: u8,
    free_depth: u8,
    max_hindrance: u8,
    inside_cover: String,
}

#[derive(Clone, Debug, Deserialize)]
struct MoveRow {
    floor_change: u8,
    building_wall: u8,
    legs_max: u8,
    candidates_max: u8,
    call_lattice_units: u16,
    assault_place_units: u16,
}

/// What is wrong in a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegendFault {
    /// No class of cover is called so.
    UnknownCover {
        /// The row that names it.
        row: String,
        /// What it says.
        cover: String,
    },
    /// Ranks of cover are 0, 1, 2, … without gaps.
    Ranks,
    /// Two rows of a list have this key.
    Twice {
        /// The key.
        key: String,
    },
    /// No rule of sight is called so here.
    UnknownSight {
        /// The row that names it.
        row: String,
        /// What it says.
        sight: String,
    },
    /// A depth needs `depth_step` (more than 0) and `depth_blocks_over`.
    NoDepth {
        /// The row.
        row: String,
    },
}

impl LegendFile {
    /// The legend it comes to, or all that is wrong.
    pub fn legend(&self) -> Result<Legend, Vec<LegendFault>> {
        let mut faults = Vec::new();
        let mut ranked: Vec<(u8, &String)> =
            self.cover.iter().map(|(key, it)| (it.rank, key)).collect();
        ranked.sort();
        if ranked.is_empty() || ranked.iter().enumerate().any(|(n, it)| n != usize::from(it.0)) {
            faults.push(LegendFault::Ranks);
        }
        let cover = |row: &str, key: &str, faults: &mut Vec<LegendFault>| match self.cover.get(key)
        {
            Some(it) => Cover(it.rank),
            None => {
                faults
                    .push(LegendFault::UnknownCover { row: row.to_owned(), cover: key.to_owned() });
                Cover::default()
            }
        };
        let mut areas: Vec<AreaKind> = Vec::new();
        for row in &self.area_terrain {
            let sight = area_sight(row, &mut faults);
            twice(areas.iter().map(|it| &it.key), &row.id, &mut faults);
            areas.push(AreaKind {
                key: row.id.clone(),
                cover: cover(&row.id, &row.cover, &mut faults),
                cost: (row.cost != 0).then_some(row.cost),
                sight,
                top: row.top.into(),
                conceals: row.conceals,
                tree_bursts: row.tree_bursts,
            });
        }
        let mut obstacles: Vec<ObstacleKind> = Vec::new();
        for row in &self.linear_terrain {
            let sight = obstacle_sight(row, &mut faults);
            twice(obstacles.iter().map(|it| &it.key), &row.id, &mut faults);
            obstacles.push(ObstacleKind {
                key: row.id.clone(),
                cover: cover(&row.id, &row.cover, &mut faults),
                cost: inches(row.cross),
                sight,
                top: row.top.into(),
            });
        }
        let mut buildings: Vec<BuildingKind> = Vec::new();
        for row in &self.building_kind {
            twice(buildings.iter().map(|it| &it.key), &row.id, &mut faults);
            let cover = cover(&row.id, &row.cover, &mut faults);
            buildings.push(BuildingKind { key: row.id.clone(), cover, roof: row.roof });
        }
        let inside_cover = cover("sight", &self.sight.inside_cover, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Legend {
            covers: ranked.into_iter().map(|it| it.1.clone()).collect(),
            areas,
            obstacles,
            buildings,
            figures: FigureMeasures {
                base_radius: self.figures.base_radius_units.into(),
                separation: self.figures.separation_units.into(),
                coherency: inches(self.figures.coherency),
                enemy_clear: inches(self.figures.enemy_keep_clear),
                wall_clear: self.figures.wall_keep_clear_units.into(),
            },
            sight: SightMeasures {
                level: self.sight.half_levels_per_level.into(),
                eye: self.sight.eye_half_levels.into(),
                lining: inches(self.sight.lining_within),
                lining_crossing: inches(self.sight.lining_crossing_within),
                free_depth: inches(self.sight.free_depth),
                most_hindrances: self.sight.max_hindrance.into(),
                inside_cover,
            },
            movement: MoveMeasures {
                floor: inches(self.movement.floor_change),
                wall: inches(self.movement.building_wall),
                most_legs: self.movement.legs_max.into(),
                most_candidates: self.movement.candidates_max.into(),
                lattice: self.movement.call_lattice_units.into(),
                assault_place: self.movement.assault_place_units.into(),
            },
        })
    }
}

fn area_sight(row: &AreaRow, faults: &mut Vec<LegendFault>) -> AreaSight {
    match row.hindrance.as_str() {
        "none" => AreaSight::Free,
        "area" => AreaSight::Area,
        "blocks" => AreaSight::Blocks,
        "depth" => match (row.depth_step, row.depth_blocks_over) {
            (Some(step), Some(over)) if 0 < step => {
                AreaSight::Depth { step: Units::from(step) * INCH, over: Units::from(over) * INCH }
            }
            _ => {
                faults.push(LegendFault::NoDepth { row: row.id.clone() });
                AreaSight::Free
            }
        },
        other => {
            let (row, sight) = (row.id.clone(), other.to_owned());
            faults.push(LegendFault::UnknownSight { row, sight });
            AreaSight::Free
        }
    }
}

fn obstacle_sight(row: &ObstacleRow, faults: &mut Vec<LegendFault>) -> ObstacleSight {
    match row.hindrance.as_str() {
        "none" => ObstacleSight::Free,
        "line" => ObstacleSight::Hinders,
        "blocks" => ObstacleSight::Blocks,
        other => {
            let (row, sight) = (row.id.clone(), other.to_owned());
            faults.push(LegendFault::UnknownSight { row, sight });
            ObstacleSight::Free
        }
    }
}

fn twice<'a>(mut keys: impl Iterator<Item = &'a String>, key: &str, faults: &mut Vec<LegendFault>) {
    if keys.any(|it| it == key) {
        faults.push(LegendFault::Twice { key: key.to_owned() });
    }
}

fn inches(n: u8) -> Units {
    Units::from(n) * INCH
}

impl fmt::Display for LegendFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegendFault::UnknownCover { row, cover } => {
                write!(f, "{row}: no class of cover is called {cover:?}")
            }
            LegendFault::Ranks => {
                write!(f, "cover: the ranks must be 0, 1, 2 and so on without gaps")
            }
            LegendFault::Twice { key } => write!(f, "{key}: stands there twice"),
            LegendFault::UnknownSight { row, sight } => {
                write!(f, "{row}: no rule of sight is called {sight:?} here")
            }
            LegendFault::NoDepth { row } => {
                write!(
                    f,
                    "{row}: a hindrance by depth needs depth_step (more than 0) and depth_blocks_over"
                )
            }
        }
    }
}
