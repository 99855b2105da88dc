//! What the lines meet, way by way: relative to their start, so that going along one is a walk over a short list. Hexes lie in
//! memory by `r` and `q` with a border around them, so that going from hex to hex is the same offset everywhere.

use board::{Direction, HexId, Map};
use hex::{Hex, Hexside, Leg, Vertex, trace};
use kernel::Bounds as _;

use super::{
    Hexes, Relief,
    sight::{Meeting, Station},
};

/// All ways on a map, and the heights laid out for going along them.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    stride: i32,
    /// How far west a way may lead.
    reach: i32,
    /// By way, `(dr, dq + reach)`: where its stations begin; the next one's begin where they end.
    starts: Vec<u32>,
    stations: Vec<Met>,
    /// By hex: its place.
    places: Vec<i32>,
    /// By place: the hex, or nothing off the map.
    ids: Vec<Option<HexId>>,
    /// By place.
    tops: Vec<i16>,
    /// By three times the place and the side: E, NE, NW.
    sides: Vec<Option<i16>>,
}

/// A station, relative to the place of the start.
#[derive(Clone, Copy, Debug)]
pub(super) enum Met {
    Hex {
        hex: i32,
        at: i32,
    },
    Between {
        left: i32,
        right: i32,
        at: i32,
    },
    Side {
        side: i32,
        hexes: [i32; 2],
        at: i32,
    },
    /// Sides of the end hexes are left out (tcs.los.own-hexside, tcs.los.corner-own), so that nothing is met where they end.
    Corner {
        sides: [Option<i32>; 3],
        hexes: [i32; 3],
        at: i32,
    },
}

impl Lines {
    pub(super) fn new(map: &Map, relief: &[Relief]) -> Lines {
        let (columns, rows) = (i32::from(map.columns()), i32::from(map.rows()));
        let lean = rows / 2 + 1;
        let stride = columns + lean + 2;
        let size = (stride * (rows + 2)) as usize;
        let mut lines = Lines {
            stride,
            reach: columns + lean,
            ids: vec![None; size],
            tops: vec![0; size],
            sides: vec![None; 3 * size],
            ..Lines::default()
        };
        for id in map.hexes() {
            let place = lines.offset(map.hex(id)) + stride + lean;
            let at = place as usize;
            let here = &relief[id.index()];
            lines.places.push(place);
            lines.ids[at] = Some(id);
            lines.tops[at] = here.top;
            // E, NE and NW come first among the directions and belong to this hex.
            lines.sides[3 * at..3 * at + 3].copy_from_slice(&here.sides[..3]);
        }
        for r in 0..rows {
            for q in -lines.reach..=lines.reach {
                lines.starts.push(lines.stations.len() as u32);
                let way = Hex::new(q as i16, r as i16);
                if is_forward(way) {
                    Way { way, lines: &mut lines }.trace();
                }
            }
        }
        lines.starts.push(lines.stations.len() as u32);
        lines
    }

    pub(super) fn place(&self, hex: HexId) -> i32 {
        self.places[hex.index()]
    }

    /// What a forward line meets. Nothing between neighbours (tcs.los.adjacent): the ends never block.
    pub(super) fn along(&self, way: Hex) -> &[Met] {
        let row = i32::from(way.r) * (2 * self.reach + 1);
        let at = (row + i32::from(way.q) + self.reach) as usize;
        &self.stations[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// What stands at a station of a line that starts at this place.
    #[inline]
    pub(super) fn meet(&self, met: &Met, from: i32, smoke: &Hexes) -> Option<Meeting> {
        let id = |it: i32| self.ids[(from + it) as usize];
        match *met {
            Met::Hex { hex, at } => {
                let id = id(hex)?;
                let top = self.tops[(from + hex) as usize];
                // tcs.los.smoke
                let shut = smoke.contains(id);
                Some(Meeting { station: Station::Hex(id), at, top, shut })
            }
            // tcs.los.along-side: blocked only if both would block. Off the map there is no way past
            // (tcs.los.map-edge).
            Met::Between { left, right, at } => {
                let mut top = i16::MAX;
                let mut shut = true;
                for hex in [left, right] {
                    if id(hex).is_some_and(|it| !smoke.contains(it)) {
                        let this = self.tops[(from + hex) as usize];
                        top = top.at_most(this);
                        shut = false;
                    }
                }
                Some(Meeting { station: Station::Between([id(left), id(right)]), at, top, shut })
            }
            Met::Side { side, hexes, at } => {
                let top = self.sides[(3 * from + side) as usize]?;
                let [Some(a), Some(b)] = hexes.map(id) else { return None };
                Some(Meeting { station: Station::Side([a, b]), at, top, shut: false })
            }
            // tcs.los.corner: two of the three sides must have something; then the taller of them counts.
            Met::Corner { sides, hexes, at } => {
                let mut count = 0;
                let mut top = None;
                for side in sides.into_iter().flatten() {
                    let this = self.sides[(3 * from + side) as usize];
                    count += u8::from(this.is_some());
                    top = top.at_least(this);
                }
                let top = top.filter(|_| 1 < count)?;
                Some(Meeting { station: Station::Corner(hexes.map(id)), at, top, shut: false })
            }
        }
    }

    fn offset(&self, hex: Hex) -> i32 {
        i32::from(hex.r) * self.stride + i32::from(hex.q)
    }

    fn side(&self, side: Hexside) -> i32 {
        let (hex, direction) = side.name();
        debug_assert!(direction.index() <= Direction::NW.index());
        3 * self.offset(hex) + direction.index() as i32
    }
}

/// Of a way and its opposite one is forward.
pub(super) fn is_forward(way: Hex) -> bool {
    0 < way.r || way.r == 0 && 0 < way.q
}

/// One line from the middle of the grid.
struct Way<'a> {
    way: Hex,
    lines: &'a mut Lines,
}

impl Way<'_> {
    fn trace(&mut self) {
        let mut last = Hex::default();
        for leg in trace(Hex::default(), self.way) {
            match leg {
                Leg::Through { side, at_vertex: true, .. } => {
                    self.corner(corner_on(side, self.way));
                }
                Leg::Through { side, .. } => self.side(side),
                Leg::Along { side, left, right, hex } => {
                    let corners = side.vertices();
                    let at = |hex: Hex| corners.into_iter().find(|it| it.hexes().contains(&hex));
                    at(last).into_iter().for_each(|it| self.corner(it));
                    let (at_once, offset) = (self.abreast(&[left]), |it| self.lines.offset(it));
                    let (left, right) = (offset(left), offset(right));
                    self.lines.stations.push(Met::Between { left, right, at: at_once });
                    at(hex).into_iter().for_each(|it| self.corner(it));
                }
            }
            last = leg.hex();
            // tcs.los.end-terrain, tcs.los.crossed
            if last != self.way {
                let (hex, at) = (self.lines.offset(last), self.abreast(&[last]));
                self.lines.stations.push(Met::Hex { hex, at });
            }
        }
    }

    /// tcs.los.own-hexside
    fn is_own(&self, side: Hexside) -> bool {
        side.borders(Hex::default()) || side.borders(self.way)
    }

    fn side(&mut self, side: Hexside) {
        if !self.is_own(side) {
            let hexes = side.hexes();
            let at = self.abreast(&hexes);
            let hexes = hexes.map(|it| self.lines.offset(it));
            self.lines.stations.push(Met::Side { side: self.lines.side(side), hexes, at });
        }
    }

    fn corner(&mut self, corner: Vertex) {
        let hexes = corner.hexes();
        let [a, b, c] = hexes;
        let sides = [(a, b), (b, c), (c, a)].map(|it| {
            let side = Hexside::between(it.0, it.1).filter(|it| !self.is_own(*it))?;
            Some(self.lines.side(side))
        });
        let at = self.abreast(&hexes);
        let hexes = hexes.map(|it| self.lines.offset(it));
        self.lines.stations.push(Met::Corner { sides, hexes, at });
    }

    /// tcs.los.fraction, tcs.los.side-fraction: the point of the line nearest to the middle of these hexes, which all share a corner, in sixths
    /// of d·d. It never lies beyond an end (tcs.los.clamp).
    fn abreast(&self, hexes: &[Hex]) -> i32 {
        let sum: i32 = hexes.iter().map(|it| dot(*it, self.way)).sum();
        let share = 6 / hexes.len() as i32;
        (sum * share).clamp(0, 6 * dot(self.way, self.way))
    }
}

/// The end of the side that lies on the line from the middle of the grid. The sum of the three centres that meet at a corner is
/// three times the corner, and lies on the line when it and the way point the same way.
fn corner_on(side: Hexside, way: Hex) -> Vertex {
    let is_on = |it: &Vertex| {
        let sum = it.hexes().into_iter().fold(Hex::default(), |sum, hex| sum + hex);
        i32::from(sum.q) * i32::from(way.r) == i32::from(sum.r) * i32::from(way.q)
    };
    let [first, second] = side.vertices();
    if is_on(&first) { first } else { second }
}

/// Twice the product of two ways, in a plane where neighbouring centres are one apart.
pub(super) fn dot(a: Hex, b: Hex) -> i32 {
    let product = |x: i16, y: i16| i32::from(x) * i32::from(y);
    product(a.q, b.q) + product(a.r, b.r) + product(a.s(), b.s())
}
