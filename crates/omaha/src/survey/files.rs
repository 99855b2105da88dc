//! The drawn map and the sites as their files write them.

use std::collections::BTreeMap;

use hex::{Hex, Hexside, Offset};
use serde::Deserialize;

use super::{BoxPlan, Cell, Coast, DrawPlan, Kind, Land, Plan, RoadPlan};
use crate::ground::{BeachRow, Road, Side, Terrain};

/// `map.toml`: what the survey reads of it.
#[derive(Deserialize, Debug)]
pub struct MapFile {
    map: GridTable,
    survey: SurveyTable,
    landing_box: Vec<BoxTable>,
    draw: Vec<DrawTable>,
    hexside: Vec<HexsideTable>,
    road: Vec<RoadTable>,
}

/// `positions.toml`
#[derive(Deserialize, Debug)]
pub struct PositionsFile {
    position: Vec<PositionTable>,
}

#[derive(Deserialize, Debug)]
struct GridTable {
    columns: i16,
    rows: i16,
    east_sector_from_column: i16,
    terrain: Vec<String>,
    obstacle_hexes: Vec<String>,
    mined_hexes: Vec<String>,
    exits: BTreeMap<char, String>,
}

/// `[survey]`: how the coast is read, and what the laws leave to us.
#[derive(Deserialize, Debug)]
struct SurveyTable {
    seawall_to_column: i16,
    scaleable_columns: Vec<i16>,
    sheer_columns: Vec<i16>,
    gentle_columns: Vec<i16>,
    steep_draw_hexes: Vec<String>,
    road_walls: Vec<String>,
    barriers: BTreeMap<String, Side>,
    two_arrows: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct BoxTable {
    name: String,
    low: String,
    mid: String,
    high: String,
}

#[derive(Deserialize, Debug)]
struct DrawTable {
    id: String,
    hexes: Vec<String>,
    mouth: Vec<String>,
    mined: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct HexsideTable {
    kind: Side,
    pairs: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct RoadTable {
    name: String,
    kind: Road,
    path: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct PositionTable {
    id: String,
    kind: String,
    number: u8,
    #[serde(default)]
    zone: String,
    hexes: Vec<String>,
    arc: Option<(i16, i16)>,
    #[serde(default)]
    guards: String,
}

impl MapFile {
    /// The kinds of the lists of hexsides, in the order of the file.
    pub(super) fn hexsides(&self) -> impl Iterator<Item = Side> {
        self.hexside.iter().map(|it| it.kind)
    }
}

/// # Errors
/// If a hex or a terrain letter cannot be read.
pub fn read(map: &MapFile, positions: &PositionsFile) -> Result<(Land, Vec<Plan>), String> {
    let two = &map.survey.two_arrows;
    let plans = positions.position.iter().map(|it| plan(it, two)).collect::<Result<_, _>>()?;
    Ok((land(map)?, plans))
}

fn land(file: &MapFile) -> Result<Land, String> {
    let grid = &file.map;
    let rules = &file.survey;
    let letters = || grid.terrain.iter().flat_map(|it| it.chars());
    let size = usize::try_from(grid.columns * grid.rows).unwrap_or_default();
    let even = grid.terrain.iter().all(|it| i16::try_from(it.len()) == Ok(grid.columns));
    if letters().count() != size || !even {
        return Err(format!("terrain must have {} rows of {}", grid.rows, grid.columns));
    }
    let hedges = file.hexside.iter().filter(|it| it.kind == Side::Hedge);
    let hedges: Vec<String> = hedges.flat_map(|it| it.pairs.clone()).collect();
    let draw = |it: &DrawTable| {
        Ok::<_, String>(DrawPlan {
            name: it.id.clone(),
            hexes: hexes(&it.hexes)?,
            mouth: hexes(&it.mouth)?,
            mined: hexes(&it.mined)?,
            barrier: rules.barriers.get(&it.id).copied(),
        })
    };
    let road = |it: &RoadTable| {
        Ok::<_, String>(RoadPlan { name: it.name.clone(), kind: it.kind, path: hexes(&it.path)? })
    };
    let landing = |it: &BoxTable| {
        Ok::<_, String>(BoxPlan {
            name: it.name.clone(),
            low: hex(&it.low)?,
            mid: hex(&it.mid)?,
            high: if it.high.is_empty() { None } else { Some(hex(&it.high)?) },
        })
    };
    Ok(Land {
        columns: grid.columns,
        rows: grid.rows,
        east_from: grid.east_sector_from_column,
        cells: letters().map(cell).collect::<Result<_, _>>()?,
        draws: file.draw.iter().map(draw).collect::<Result<_, _>>()?,
        roads: file.road.iter().map(road).collect::<Result<_, _>>()?,
        exits: grid
            .exits
            .iter()
            .map(|it| Ok((*it.0, hex(it.1)?)))
            .collect::<Result<_, String>>()?,
        boxes: file.landing_box.iter().map(landing).collect::<Result<_, _>>()?,
        obstacles: hexes(&grid.obstacle_hexes)?,
        mined: hexes(&grid.mined_hexes)?,
        hedges: hedges.iter().map(|it| pair(it)).collect::<Result<_, _>>()?,
        walls: rules.road_walls.iter().map(|it| pair(it)).collect::<Result<_, _>>()?,
        coast: Coast {
            seawall_to: rules.seawall_to_column,
            scaleable: rules.scaleable_columns.clone(),
            sheer: rules.sheer_columns.clone(),
            gentle: rules.gentle_columns.clone(),
            steep_draws: hexes(&rules.steep_draw_hexes)?,
        },
    })
}

fn plan(it: &PositionTable, two_arrows: &[String]) -> Result<Plan, String> {
    let kind = match (it.kind.as_str(), it.arc) {
        ("wn", Some(arc)) => {
            Kind::Wn { arc, guards: Some(it.guards.clone()).filter(|it| !it.is_empty()) }
        }
        ("wn", None) => Kind::InlandWn,
        _ => Kind::Reinforcement(it.zone.chars().next()),
    };
    Ok(Plan {
        name: it.id.clone(),
        number: it.number,
        hexes: hexes(&it.hexes)?,
        kind,
        arrows: if two_arrows.contains(&it.id) { 2 } else { 1 },
    })
}

/// The legend of the terrain rows.
fn cell(letter: char) -> Result<Cell, String> {
    let beach = |row| (Terrain::Beach, Some(row));
    let (terrain, row) = match letter {
        '~' => (Terrain::Sea, None),
        'l' => beach(BeachRow::Low),
        'm' => beach(BeachRow::Mid),
        'h' => beach(BeachRow::High),
        'p' => (Terrain::Pavilion, None),
        'd' => (Terrain::Draw, None),
        '.' => (Terrain::Clear, None),
        'b' => (Terrain::Bocage, None),
        'w' => (Terrain::Woods, None),
        'o' => (Terrain::Orchard, None),
        'B' => (Terrain::Buildings, None),
        'r' => (Terrain::Rough, None),
        other => return Err(format!("{other} is no terrain")),
    };
    Ok(Cell { terrain, row })
}

fn hexes(labels: &[String]) -> Result<Vec<Hex>, String> {
    labels.iter().map(|it| hex(it)).collect()
}

fn hex(label: &str) -> Result<Hex, String> {
    label.parse::<Hex>().map_err(|it| it.to_string())
}

/// "1306-1405"
fn pair(text: &str) -> Result<Hexside, String> {
    let (a, b) = text.split_once('-').ok_or_else(|| format!("{text} is no pair of hexes"))?;
    Hexside::between(hex(a)?, hex(b)?).ok_or_else(|| format!("{text} are not adjacent"))
}

/// A hexside as files write it: the hex of the lower column, then of the lower row, first.
#[must_use]
pub fn pair_name(side: Hexside) -> String {
    let mut both = side.hexes().map(Offset::from);
    both.sort();
    format!("{}-{}", both[0], both[1])
}
