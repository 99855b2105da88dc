//! How our map is made: hexsides, fields of fire, colours, VP marks and arrows follow from terrain, roads and sites.
//!
//! Pure functions on a drawn map. They are run when the map is redrawn (`cargo xtask survey`), and the result is stored
//! as data; no game runs them (omaha.map.fof-scope).

pub mod checks;
pub mod colours;
pub mod fields;
pub mod files;
pub mod marks;
pub mod report;
pub mod rewrite;
pub mod sides;
pub mod ways;

use std::collections::BTreeMap;

use hex::{Hex, Hexside, Offset};

use crate::data::{Colour, FireClass, Sector};
use crate::ground::{BeachRow, Road, Side, Terrain};

/// A map as it is drawn: what the laws below start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Land {
    pub columns: i16,
    pub rows: i16,
    /// The first column of the EAST sector (omaha.map.boundary).
    pub east_from: i16,
    /// Row by row, from the north-west.
    pub cells: Vec<Cell>,
    pub draws: Vec<DrawPlan>,
    pub roads: Vec<RoadPlan>,
    pub exits: Vec<(char, Hex)>,
    pub boxes: Vec<BoxPlan>,
    pub obstacles: Vec<Hex>,
    pub mined: Vec<Hex>,
    pub hedges: Vec<Hexside>,
    /// A barrier across a road in front of its draw (omaha.map.side-d1-wall).
    pub walls: Vec<Hexside>,
    pub coast: Coast,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub terrain: Terrain,
    pub row: Option<BeachRow>,
}

/// Where the coast changes its character, by columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coast {
    /// The last column with a seawall; shingle from there on east.
    pub seawall_to: i16,
    pub scaleable: Vec<i16>,
    pub sheer: Vec<i16>,
    /// Columns of the pavilion hexes behind which the ground rises gently.
    pub gentle: Vec<i16>,
    /// Draw hexes with steep flanks.
    pub steep_draws: Vec<Hex>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawPlan {
    pub name: String,
    pub hexes: Vec<Hex>,
    pub mouth: Vec<Hex>,
    /// What was built across it.
    pub barrier: Option<Side>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadPlan {
    pub name: String,
    pub kind: Road,
    pub path: Vec<Hex>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxPlan {
    pub name: String,
    pub low: Hex,
    pub mid: Hex,
    pub high: Option<Hex>,
}

/// A position before the survey: where it is and what it watches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub name: String,
    pub number: u8,
    pub hexes: Vec<Hex>,
    pub kind: Kind,
    /// How many arrows it may have.
    pub arrows: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A strongpoint on the coast: the columns it can see on the beach, and the draw it guards.
    Wn { arc: (i16, i16), guards: Option<String> },
    /// A strongpoint that looks inland (omaha.map.fof-inland-wn).
    InlandWn,
    /// With its zone; without one, a position without ID.
    Reinforcement(Option<char>),
}

impl Plan {
    #[must_use]
    pub const fn is_wn(&self) -> bool {
        matches!(self.kind, Kind::Wn { .. } | Kind::InlandWn)
    }
    #[must_use]
    pub const fn zone(&self) -> Option<char> {
        match self.kind {
            Kind::Reinforcement(it) => it,
            _ => None,
        }
    }
    fn first(&self) -> Offset {
        self.hexes.first().map_or(Offset::new(0, 0), |it| Offset::from(*it))
    }
    fn distance(&self, hex: Hex) -> u32 {
        self.hexes.iter().map(|it| it.distance(hex)).min().unwrap_or(u32::MAX)
    }
}

/// What the survey finds for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surveyed {
    pub sector: Sector,
    pub colour: Colour,
    pub field: BTreeMap<Hex, FireClass>,
    pub vp: bool,
    /// Names of positions, in order.
    pub arrows: Vec<String>,
}

/// The whole survey, position by position.
///
/// # Errors
/// If six colours do not suffice.
pub fn survey(land: &Land, plans: &[Plan]) -> Result<Vec<Surveyed>, String> {
    let sides = sides::sides(land);
    let fields: Vec<_> = plans.iter().map(|it| fields::field(land, &sides, it)).collect();
    let sectors: Vec<Sector> = plans.iter().map(|it| land.sector(it.first())).collect();
    let colours = colours::colours(plans, &sectors, &fields)?;
    let mut all = Vec::new();
    for (i, (plan, field)) in plans.iter().zip(fields).enumerate() {
        all.push(Surveyed {
            sector: sectors[i],
            colour: colours[i],
            field,
            vp: marks::vp(land, plan),
            arrows: marks::arrows(plans, plan),
        });
    }
    Ok(all)
}

impl Land {
    /// omaha.map.off-map
    #[must_use]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        let Offset { column, row } = hex.into();
        let on = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        let index = usize::try_from((row - 1) * self.columns + column - 1).ok()?;
        on.then(|| self.cells.get(index).copied()).flatten()
    }
    #[must_use]
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.cell(hex).map(|it| it.terrain)
    }
    /// All hexes, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        let columns = self.columns;
        (1..=self.rows)
            .flat_map(move |row| (1..=columns).map(move |it| Hex::from(Offset::new(it, row))))
    }
    /// omaha.map.boundary
    #[must_use]
    pub const fn sector(&self, offset: Offset) -> Sector {
        if offset.column < self.east_from { Sector::West } else { Sector::East }
    }
    /// The best road over a hexside (omaha.map.road-best).
    #[must_use]
    pub fn road(&self, a: Hex, b: Hex) -> Option<Road> {
        let joins =
            |it: &&RoadPlan| it.path.windows(2).any(|pair| pair == [a, b] || pair == [b, a]);
        self.roads.iter().filter(joins).map(|it| it.kind).min()
    }
}

/// omaha.scale.low-ground
const fn is_low(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Beach | Terrain::Pavilion | Terrain::Draw)
}

const fn is_high(terrain: Terrain) -> bool {
    !is_low(terrain) && !matches!(terrain, Terrain::Sea)
}
