//! The ground: hexes with heights in metres, what fills them, what lies on their sides, roads; what a step costs and who
//! sees whom. It never changes during a game; smoke comes and goes in the state and is handed in.
//!
//! A map is one sheet, so a hex is its number alone (tcs.general.hex-names).
//!
//! `terrain` is the terrain chart, `file` the map as a module writes it, `cost` what a step costs, `sight` who sees whom by
//! way of `lines`, `profile` why.

pub mod cost;
pub mod file;
mod lines;
pub mod profile;
pub mod sight;
pub mod terrain;

#[cfg(test)]
mod oracle;
#[cfg(test)]
pub(crate) mod sample;

use std::sync::OnceLock;

use board::{Direction, HexId, HexSet, Map, Reach};
use kernel::Bounds;

pub use self::terrain::{
    Chart, Confidence, Figure, Lies, MoveClass, Sixths, TerrainClass, TerrainRow,
};
use self::{cost::Costs, lines::Lines, sight::Sight};

/// Any hexes of a map.
pub type Hexes = HexSet<{ MOST_HEXES / 64 }>;

/// As many hexes as a map may have.
pub const MOST_HEXES: usize = 1024;

/// The map and everything worked out from it.
#[derive(Clone, Debug)]
pub struct Ground {
    map: Map,
    chart: Chart,
    /// tcs.general.scale
    hex_metres: u16,
    /// By hex.
    relief: Vec<Relief>,
    costs: Costs,
    lines: Lines,
    sight: Sight,
    /// By class and hex; a cache, each filled when it is first asked for.
    ways: [Vec<OnceLock<Reach>>; 3],
}

/// Heights of a hex and what stands on its sides, in metres above the sea.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Relief {
    ground: i16,
    /// Ground and the tallest obstacle on it.
    top: i16,
    /// By direction: the top of what stands on the side, on the higher of its two hexes (tcs.los.hexside-obstacle).
    sides: [Option<i16>; 6],
    class: TerrainClass,
    /// By direction; `Other` where nothing gives cover.
    side_classes: [TerrainClass; 6],
}

impl Ground {
    /// `metres` by hex, row by row from the north-west; `bottlenecks` besides those the chart makes.
    fn new(
        map: Map,
        chart: Chart,
        hex_metres: u16,
        metres: &[i16],
        bottlenecks: &[(HexId, Direction)],
    ) -> Ground {
        let relief: Vec<Relief> =
            map.hexes().map(|it| Relief::new(&map, &chart, metres, it)).collect();
        let lines = Lines::new(&map, &relief);
        let costs = Costs::new(&map, &chart, bottlenecks);
        let ways = std::array::from_fn(|_| vec![OnceLock::new(); map.len()]);
        let mut ground =
            Ground { ways, map, chart, hex_metres, relief, costs, lines, sight: Sight::default() };
        ground.sight = Sight::new(&ground);
        ground
    }

    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    #[must_use]
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    #[must_use]
    pub fn hex_metres(&self) -> u16 {
        self.hex_metres
    }

    /// tcs.los.metres
    #[must_use]
    pub fn metres(&self, hex: HexId) -> i16 {
        self.relief[hex.index()].ground
    }

    /// The most protective of what is in the hex (tcs.area.terrain-best); hexsides apart (tcs.spot.cover-hex-only).
    #[must_use]
    pub fn class(&self, hex: HexId) -> TerrainClass {
        self.relief[hex.index()].class
    }

    /// The cover of a hexside against fire that comes through it (tcs.area.terrain-hexside); `Other` is none.
    #[must_use]
    pub fn side_class(&self, hex: HexId, direction: Direction) -> TerrainClass {
        self.relief[hex.index()].side_classes[direction.index()]
    }

    /// Whether any road, lane or railway touches the hex.
    #[must_use]
    pub fn has_road(&self, hex: HexId) -> bool {
        !self.map.routes_in(hex).is_empty()
    }

    /// Whether the hex lies at the edge of the map.
    #[must_use]
    pub fn is_edge(&self, hex: HexId) -> bool {
        self.map.neighbours(hex).count() < Direction::ALL.len()
    }

    /// All hexes (tcs.general.edge-hexes: every hex of the grid is playable).
    #[must_use]
    pub fn all(&self) -> Hexes {
        self.map.hexes().collect()
    }
}

impl Relief {
    fn new(map: &Map, chart: &Chart, metres: &[i16], hex: HexId) -> Relief {
        let level = |it: HexId| metres.get(it.index()).copied().unwrap_or_default();
        let base = &chart.terrains[map.terrain(hex).index()];
        let on_top = || map.features(hex).iter().map(|it| &chart.features[it.index()]);
        let tallest = on_top().fold(base.height(), |tall, it| tall.at_least(it.height()));
        let class = on_top().fold(base.terrain_class, |best, it| best.at_least(it.terrain_class));
        let mut sides = [None; 6];
        let mut side_classes = [TerrainClass::Other; 6];
        for (direction, next) in map.neighbours(hex) {
            let kinds = map.sides(hex, direction);
            for row in kinds.iter().map(|it| &chart.sides[it.index()]) {
                let classes = &mut side_classes[direction.index()];
                *classes = (*classes).at_least(row.terrain_class);
                if 0 < row.height() {
                    let top = level(hex).at_least(level(next)) + row.height();
                    let side = &mut sides[direction.index()];
                    *side = (*side).at_least(Some(top));
                }
            }
        }
        Relief { ground: level(hex), top: level(hex) + tallest, sides, class, side_classes }
    }
}
