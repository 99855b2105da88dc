//! The ground as the rules ask for it: small tables worked out once from the map.

mod adjoining;
mod rows;

use board::{HexId, Map};
use hex::Direction;

use crate::data::{Data, Hexes, PositionId, Sector, SiteId};

pub use adjoining::Adjoining;

kernel::words! {
    /// What fills a hex. Sea is no land and has no row in the tables.
    pub enum Terrain: "terrain" {
        Beach = "beach";
        Pavilion = "pavilion";
        Draw = "draw";
        Clear = "clear";
        Woods = "woods";
        Orchard = "orchard";
        Bocage = "bocage";
        Buildings = "buildings";
        Rough = "rough";
        Sea = "sea";
    }

    /// omaha.tide.three-lines
    pub enum BeachRow: "row of the beach" {
        Low = "low";
        Mid = "mid";
        High = "high";
    }

    /// What lies on a hexside; at most one thing.
    pub enum Side: "hexside" {
        None = "none" | "open", "open";
        Hedge = "hedge";
        Seawall = "seawall";
        Shingle = "shingle";
        Ditch = "atditch" | "anti-tank-ditch", "anti-tank ditch";
        Wall = "atwall" | "anti-tank-wall", "anti-tank wall";
        Slope = "slope";
        Bluff = "bluff";
        Scaleable = "scaleable" | "scaleable-cliff", "scaleable cliff";
        Sheer = "sheer" | "sheer-cliff", "sheer cliff";
    }

    /// Best first (omaha.map.road-best).
    pub enum Road: "road" {
        /// omaha.map.road-primary
        Primary = "primary";
        /// omaha.map.road-secondary
        Secondary = "secondary";
        /// omaha.map.road-trail
        Trail = "trail";
    }
}

impl Side {
    #[must_use]
    pub const fn is_cliff(self) -> bool {
        matches!(self, Side::Scaleable | Side::Sheer)
    }
}

/// By hex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    pub terrain: Vec<Terrain>,
    pub row: Vec<Option<BeachRow>>,
    pub sides: Vec<[Side; 6]>,
    pub roads: Vec<[Option<Road>; 6]>,
    pub sector: Vec<Sector>,
    pub site: Vec<Option<SiteId>>,
    pub beach: Hexes,
    /// Beach, pavilion and draw (omaha.scale.low-ground).
    pub low: Hexes,
    /// Every other land hex.
    pub high: Hexes,
    pub obstacles: Hexes,
    pub mined: Hexes,
    /// Where German paths may not go whatever the US do: rough, beach, sea, pavilion that touches the beach
    /// (omaha.comm.ger-blocked).
    pub shut_to_germans: Hexes,
    /// Where US paths may not go whatever the Germans do: sea and rough (omaha.comm.us-terrain).
    pub shut_to_us: Hexes,
    /// Hexes that share a side.
    pub adjoining: Adjoining,
    /// Which hexes a unit controls from its own: none up on the high ground from the low (omaha.ctrl.low-to-high,
    /// omaha.ctrl.high-to-low, omaha.ctrl.cliffs).
    pub controlled: Adjoining,
    /// Steps a US path may take: over no bluff and no cliff (omaha.comm.us-terrain).
    pub passable: Adjoining,
    /// Steps to the nearest beach hex with a protective hexside; 255 elsewhere (omaha.act.protective-distance).
    pub shelter: Vec<u8>,
    /// Positions with a dot here, ascending.
    pub dotted_by: Vec<Vec<PositionId>>,
}

impl Ground {
    #[must_use]
    #[inline]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }
    #[must_use]
    #[inline]
    pub fn side(&self, hex: HexId, direction: Direction) -> Side {
        self.sides[hex.index()][direction.index()]
    }
    #[must_use]
    #[inline]
    pub fn road(&self, hex: HexId, direction: Direction) -> Option<Road> {
        self.roads[hex.index()][direction.index()]
    }
    /// The best road that touches the hex.
    #[must_use]
    pub fn road_in(&self, hex: HexId) -> Option<Road> {
        self.roads[hex.index()].iter().flatten().min().copied()
    }
    #[must_use]
    #[inline]
    pub fn sector(&self, hex: HexId) -> Sector {
        self.sector[hex.index()]
    }
    #[must_use]
    #[inline]
    pub fn is_beach(&self, hex: HexId) -> bool {
        self.beach.contains(hex)
    }
    #[must_use]
    #[inline]
    pub fn is_low(&self, hex: HexId) -> bool {
        self.low.contains(hex)
    }
    #[must_use]
    #[inline]
    pub fn is_high(&self, hex: HexId) -> bool {
        self.high.contains(hex)
    }
    #[must_use]
    #[inline]
    pub fn site(&self, hex: HexId) -> Option<SiteId> {
        self.site[hex.index()]
    }
}

/// Hexes that can be reached from those of a set that are not barred, through such hexes alone, whatever lies on the
/// hexsides; they themselves too.
#[must_use]
pub fn reach(data: &Data, from: &Hexes, barred: &Hexes) -> Hexes {
    rows::reach(&data.map, from, barred)
        .unwrap_or_else(|| data.ground.adjoining.reach(from, barred))
}

/// What lies between two adjacent hexes; none if they are not adjacent.
#[must_use]
pub fn between(data: &Data, a: HexId, b: HexId) -> Option<Side> {
    data.map.direction(a, b).map(|it| data.ground.side(a, it))
}

/// The road from one hex to an adjacent one (omaha.terr.road-means-connection).
#[must_use]
pub fn road_between(data: &Data, a: HexId, b: HexId) -> Option<Road> {
    data.map.direction(a, b).and_then(|it| data.ground.road(a, it))
}

/// What the loader gives; the rest is worked out.
pub struct Survey {
    pub terrain: Vec<Terrain>,
    pub row: Vec<Option<BeachRow>>,
    pub sides: Vec<[Side; 6]>,
    pub roads: Vec<[Option<Road>; 6]>,
    pub sector: Vec<Sector>,
    pub obstacles: Hexes,
    pub mined: Hexes,
    /// Which hexsides are protective, by [`Side`].
    pub protective: [bool; crate::tables::SIDES],
}

impl Ground {
    /// `positions`: the fields of all positions in order; `sites`: hexes of all sites in order.
    #[must_use]
    pub fn new(map: &Map, survey: Survey, positions: &[Hexes], sites: &[HexId]) -> Ground {
        let Survey { terrain, row, sides, roads, sector, obstacles, mined, protective } = survey;
        let (mut beach, mut low, mut high, mut shut) =
            (Hexes::EMPTY, Hexes::EMPTY, Hexes::EMPTY, Hexes::EMPTY);
        for hex in map.hexes() {
            match terrain[hex.index()] {
                Terrain::Beach => {
                    beach.insert(hex);
                    low.insert(hex);
                    shut.insert(hex);
                }
                Terrain::Pavilion | Terrain::Draw => {
                    low.insert(hex);
                }
                Terrain::Sea => {
                    shut.insert(hex);
                }
                Terrain::Rough => {
                    high.insert(hex);
                    shut.insert(hex);
                }
                _ => {
                    high.insert(hex);
                }
            }
        }
        for hex in map.hexes() {
            let touches = map.neighbours(hex).any(|it| beach.contains(it.1));
            if terrain[hex.index()] == Terrain::Pavilion && touches {
                shut.insert(hex);
            }
        }
        let closed = |it: &HexId| matches!(terrain[it.index()], Terrain::Sea | Terrain::Rough);
        let shut_to_us: Hexes = map.hexes().filter(closed).collect();
        let adjoining = Adjoining::new(map, |_, _, _| true);
        let controlled =
            Adjoining::new(map, |hex, _, next| !(low.contains(hex) && high.contains(next)));
        let passable = Adjoining::new(map, |hex, direction, _| {
            let side = sides[hex.index()][direction.index()];
            side != Side::Bluff && !side.is_cliff()
        });
        let mut site = vec![None; map.len()];
        for (i, hex) in sites.iter().enumerate() {
            site[hex.index()] = Some(SiteId(i as u8));
        }
        let dotted_by = map
            .hexes()
            .map(|hex| {
                let all = positions.iter().enumerate();
                all.filter(|it| it.1.contains(hex)).map(|it| PositionId(it.0 as u8)).collect()
            })
            .collect();
        let sheltered: Vec<HexId> = map
            .hexes()
            .filter(|hex| beach.contains(*hex))
            .filter(|hex| sides[hex.index()].iter().any(|it| protective[*it as usize]))
            .collect();
        let shelter = map
            .hexes()
            .map(|hex| match beach.contains(hex) {
                true => {
                    let far = sheltered.iter().map(|it| map.distance(hex, *it)).min();
                    far.map_or(255, |it| it.min(255) as u8)
                }
                false => 255,
            })
            .collect();
        Ground {
            terrain,
            row,
            sides,
            roads,
            sector,
            site,
            beach,
            low,
            high,
            obstacles,
            mined,
            shut_to_germans: shut,
            shut_to_us,
            adjoining,
            controlled,
            passable,
            shelter,
            dotted_by,
        }
    }
}
