//! The drawn map and the sites as their files write them.

use std::collections::BTreeMap;

use hex::{Hex, Hexside, Offset};
use serde::Deserialize;

use super::{BoxPlan, Cell, Coast, DrawPlan, Kind, Land, Plan, RoadPlan};
use crate::ground::{BeachRow, Road, Side, Terrain};

/// `map.toml`: what the survey reads of it.
#[derive(Deserialize, Debug)]
pub struct MapFile {
    columns: i16,
    rows: i16,
    east_from: i16,
    terrain: Vec<String>,
    obstacles: Vec<String>,
    mined: Vec<String>,
    exit: Vec<ExitTable>,
    r#box: Vec<BoxTable>,
    draw: Vec<DrawTable>,
    survey: SurveyTable,
    hexside: Vec<HexsideTable>,
    route: Vec<RouteTable>,
}

/// `positions.toml`
#[derive(Deserialize, Debug)]
pub struct PositionsFile {
    position: Vec<PositionTable>,
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
struct ExitTable {
    letter: char,
    hex: String,
}

#[derive(Deserialize, Debug)]
struct BoxTable {
    name: String,
    low: String,
    mid: String,
    high: Option<String>,
}

#[derive(Deserialize, Debug)]
struct DrawTable {
    name: String,
    hexes: Vec<String>,
    mouth: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct HexsideTable {
    kind: Side,
    sides: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct RouteTable {
    name: String,
    kind: Road,
    path: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct PositionTable {
    name: String,
    hexes: Vec<String>,
    arc: Option<(i16, i16)>,
    guards: Option<String>,
}

/// # Errors
/// If a hex or a terrain letter cannot be read.
pub fn read(map: &MapFile, positions: &PositionsFile) -> Result<(Land, Vec<Plan>), String> {
    let two = &map.survey.two_arrows;
    let plans = positions.position.iter().map(|it| plan(it, two)).collect::<Result<_, _>>()?;
    Ok((land(map)?, plans))
}

fn land(file: &MapFile) -> Result<Land, String> {
    let rules = &file.survey;
    let letters = || file.terrain.iter().flat_map(|it| it.chars());
    let size = usize::try_from(file.columns * file.rows).unwrap_or_default();
    let even = file.terrain.iter().all(|it| i16::try_from(it.len()) == Ok(file.columns));
    if letters().count() != size || !even {
        return Err(format!("terrain must have {} rows of {}", file.rows, file.columns));
    }
    let hedges = file.hexside.iter().filter(|it| it.kind == Side::Hedge);
    let hedges: Vec<String> = hedges.flat_map(|it| it.sides.clone()).collect();
    let draw = |it: &DrawTable| {
        Ok::<_, String>(DrawPlan {
            name: it.name.clone(),
            hexes: hexes(&it.hexes)?,
            mouth: hexes(&it.mouth)?,
            barrier: rules.barriers.get(&it.name).copied(),
        })
    };
    let road = |it: &RouteTable| {
        Ok::<_, String>(RoadPlan { name: it.name.clone(), kind: it.kind, path: hexes(&it.path)? })
    };
    let landing = |it: &BoxTable| {
        Ok::<_, String>(BoxPlan {
            name: it.name.clone(),
            low: hex(&it.low)?,
            mid: hex(&it.mid)?,
            high: it.high.as_deref().map(hex).transpose()?,
        })
    };
    let exit = |it: &ExitTable| Ok::<_, String>((it.letter, hex(&it.hex)?));
    Ok(Land {
        columns: file.columns,
        rows: file.rows,
        east_from: file.east_from,
        cells: letters().map(cell).collect::<Result<_, _>>()?,
        draws: file.draw.iter().map(draw).collect::<Result<_, _>>()?,
        roads: file.route.iter().map(road).collect::<Result<_, _>>()?,
        exits: file.exit.iter().map(exit).collect::<Result<_, _>>()?,
        boxes: file.r#box.iter().map(landing).collect::<Result<_, _>>()?,
        obstacles: hexes(&file.obstacles)?,
        mined: hexes(&file.mined)?,
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

/// "WN62" is a strongpoint, "C5" a position of zone C, "N1" one without ID (omaha.pos.reinf-id, omaha.pos.blank).
fn plan(it: &PositionTable, two_arrows: &[String]) -> Result<Plan, String> {
    let digits = it.name.trim_start_matches(|it: char| !it.is_ascii_digit());
    let number = digits.parse().map_err(|_| format!("{} has no number", it.name))?;
    let (kind, number) = match (it.name.strip_prefix("WN"), it.name.chars().next(), it.arc) {
        (Some(_), _, Some(arc)) => (Kind::Wn { arc, guards: it.guards.clone() }, number),
        (Some(_), _, None) => (Kind::InlandWn, number),
        (None, Some('N'), _) => (Kind::Reinforcement(None), 0),
        (None, zone, _) => (Kind::Reinforcement(zone), number),
    };
    Ok(Plan {
        name: it.name.clone(),
        number,
        hexes: hexes(&it.hexes)?,
        kind,
        arrows: if two_arrows.contains(&it.name) { 2 } else { 1 },
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
