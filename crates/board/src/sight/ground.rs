//! What the map does to sight, in arrays made for walking lines, and the counting of blockers on a line.
//!
//! Hexes lie in memory by `r` and `q`, so that going from hex to hex is the same offset everywhere, with a border
//! of hexes off the map around them:
//!
//! ```text
//!   . . . . . . . .        rows of a map of 4 x 4 lean to the left as q and r have it;
//!   . . . 0 1 2 3 .        dots are off the map
//!   . . . 4 5 6 7 .
//!   . . 8 9 a b . .
//!   . . c d e f . .
//!   . . . . . . . .
//! ```

use hex::{Direction, Hex};

use super::{
    BEYOND, SightRules,
    lines::{Crossing, Flank, Fork, Line, Lines},
};
use crate::{
    legend::{SideSight, TerrainSight},
    map::{HexId, Map},
};

#[derive(Clone, Debug)]
pub(super) struct Ground {
    stride: i32,
    /// Where each hex of the map lies in the arrays.
    places: Vec<i32>,
    /// By terrain alone.
    terrain: Vec<Obstacle>,
    /// By terrain or veil, with no regard to heights.
    obstacles: Vec<Obstacle>,
    veiled: Vec<bool>,
    on_map: Vec<bool>,
    /// [`WALL`], [`CREST`], by `place * 8 + direction`.
    sides: Vec<u8>,
    /// Level of the ground and of the top of what stands on it.
    levels: Vec<(i16, i16)>,
}

const WALL: u8 = 1;
const CREST: u8 = 2;

/// What a hex does to one particular line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    None,
    Light,
    Solid,
}

impl Ground {
    pub(super) fn new(map: &Map, veils: &[HexId]) -> Ground {
        let lean = i32::from(map.rows()) / 2 + 1;
        let stride = i32::from(map.columns()) + lean + 1;
        let size = (stride * (i32::from(map.rows()) + 2)) as usize;
        let mut ground = Ground {
            stride,
            places: Vec::with_capacity(map.len()),
            terrain: vec![Obstacle::None; size],
            obstacles: Vec::new(),
            veiled: vec![false; size],
            on_map: vec![false; size],
            sides: vec![0; size * 8],
            levels: vec![(0, 0); size],
        };
        for id in map.hexes() {
            // One row of border above, one column beyond the lean to the left.
            let place = ground.offset(map.hex(id)) + stride + lean;
            ground.places.push(place);
            let kind = map.terrain_kind(id);
            ground.on_map[place as usize] = true;
            ground.terrain[place as usize] = match kind.sight {
                TerrainSight::Open => Obstacle::None,
                TerrainSight::Blocks => Obstacle::Solid,
                TerrainSight::Pair => Obstacle::Light,
            };
            let level = i16::from(map.elevation(id));
            ground.levels[place as usize] = (level, level + i16::from(kind.height));
            for direction in Direction::ALL {
                ground.sides[place as usize * 8 + direction.index()] =
                    side_sight(map, id, direction);
            }
        }
        ground.obstacles = ground.terrain.clone();
        for veil in veils {
            ground.set_veil(*veil, true);
        }
        ground
    }

    /// The way to a hex as an offset into the array of hexes.
    pub(super) fn offset(&self, way: Hex) -> i32 {
        i32::from(way.r) * self.stride + i32::from(way.q)
    }

    /// The way to a side as an offset into the array of sides.
    pub(super) fn side_offset(&self, from: Hex, to: Hex) -> i32 {
        let direction = from.direction_to(to).map_or(0, Direction::index);
        self.offset(from) * 8 + direction as i32
    }

    pub(super) fn place_of(&self, hex: HexId) -> i32 {
        self.places[hex.index()]
    }

    /// Says whether this makes a difference, heights apart.
    pub(super) fn set_veil(&mut self, hex: HexId, on: bool) -> bool {
        let place = self.place_of(hex) as usize;
        let before = self.obstacles[place];
        self.veiled[place] = on;
        self.obstacles[place] = if on { Obstacle::Solid } else { self.terrain[place] };
        before != self.obstacles[place]
    }

    /// The blockers on a line from `start`; `veiled` says which places are veiled besides the known ones.
    #[inline]
    pub(super) fn count(
        &self,
        rules: &SightRules,
        lines: &Lines,
        line: &Line,
        start: HexId,
        veiled: impl Fn(i32) -> bool,
    ) -> u8 {
        // Neighbours always see each other.
        if line.distance == 1 {
            return 0;
        }
        let start = self.place_of(start);
        // The same twice, so that the usual case without heights is compiled on its own.
        let n = if rules.heights {
            let slope = self.slope(line, start);
            self.count_with(rules, lines, line, start, |place, at| {
                if veiled(place) { Obstacle::Solid } else { self.obstacle_above(place, at, &slope) }
            })
        } else {
            self.count_with(rules, lines, line, start, |place, _| {
                if veiled(place) { Obstacle::Solid } else { self.obstacles[place as usize] }
            })
        };
        if n < u32::from(BEYOND) { n as u8 } else { BEYOND - 1 }
    }

    #[inline]
    fn count_with(
        &self,
        rules: &SightRules,
        lines: &Lines,
        line: &Line,
        start: i32,
        obstacle: impl Fn(i32, i32) -> Obstacle,
    ) -> u32 {
        match lines.forks(line) {
            [] => self.count_through(lines.crossings(line), start, obstacle),
            forks => self.count_along(rules, forks, start, obstacle),
        }
    }

    /// This is the inner loop of everything; it adds up without branches.
    #[inline]
    fn count_through(
        &self,
        crossings: &[Crossing],
        start: i32,
        obstacle: impl Fn(i32, i32) -> Obstacle,
    ) -> u32 {
        let [between @ .., last] = crossings else { return 0 };
        let side = |it: &Crossing| self.sides[(start * 8 + it.side) as usize];
        let end = side(last);
        let (mut n, mut light, mut crests) = (u32::from(end != 0), 0, u32::from(end & CREST != 0));
        // The hex behind the last side is not looked at.
        for it in between {
            let (side, hex) = (side(it), obstacle(start + it.hex, it.at));
            n += u32::from(side != 0) + u32::from(hex == Obstacle::Solid);
            crests += u32::from(side & CREST != 0);
            light += u32::from(hex == Obstacle::Light);
        }
        // A single crest at an end does not count; with a second both do.
        if crests == 1 && (end == CREST || between.first().is_some_and(|it| side(it) == CREST)) {
            n -= 1;
        }
        // Light cover blocks from the second hex on.
        if 1 < light { n + light - 1 } else { n }
    }

    fn count_along(
        &self,
        rules: &SightRules,
        forks: &[Fork],
        start: i32,
        obstacle: impl Fn(i32, i32) -> Obstacle,
    ) -> u32 {
        let last = forks.len() - 1;
        let side = |offset: i32| self.sides[(start * 8 + offset) as usize];
        let mut courses = Courses::START;
        for (i, fork) in forks.iter().enumerate() {
            let past = |flank: &Flank| {
                let mut past = courses;
                past.side(side(flank.near), i == 0);
                past.hex(obstacle(start + flank.hex, fork.flank_at));
                past.side(side(flank.far), i == last);
                past
            };
            // Along a hexside: lines between hexes of the map run between at least
            // one hex of the map and another; the other may be off it.
            let on_map = |it: &Flank| self.on_map[(start + it.hex) as usize];
            let [left, right] = &fork.flanks;
            courses = match (on_map(left), on_map(right)) {
                (true, true) => past(left).or(past(right)),
                (true, false) => past(left),
                (false, _) => past(right),
            };
            let along = side(fork.along);
            if along & WALL != 0 || along & CREST != 0 && rules.crest_along_line_blocks {
                courses.add(1);
            }
            if i != last {
                courses.hex(obstacle(start + fork.hex, fork.at));
            }
        }
        courses.best()
    }

    fn slope(&self, line: &Line, start: i32) -> Slope {
        let level = |place: i32| i32::from(self.levels[place as usize].0);
        Slope { from: level(start), to: level(start + self.offset(line.way)), length: line.length }
    }

    fn obstacle_above(&self, place: i32, at: i32, slope: &Slope) -> Obstacle {
        let (ground, top) = self.levels[place as usize];
        if self.veiled[place as usize] || slope.is_below(ground, at) {
            Obstacle::Solid
        } else if slope.is_below(top, at) {
            self.terrain[place as usize]
        } else {
            Obstacle::None
        }
    }
}

/// Sight does not care from which hex a one-way feature is seen.
fn side_sight(map: &Map, hex: HexId, direction: Direction) -> u8 {
    let Some(next) = map.neighbour(hex, direction) else { return 0 };
    let sides = map.sides(hex, direction).union(map.sides(next, direction.opposite()));
    sides.iter().fold(0, |code, it| match map.legend().sides[it.index()].sight {
        SideSight::Open => code,
        SideSight::Blocks => code | WALL,
        SideSight::Crest => code | CREST,
    })
}

/// The straight line between the grounds of the two ends.
struct Slope {
    from: i32,
    to: i32,
    length: i32,
}

impl Slope {
    /// Whether the line passes below this level, abreast of `at`; multiplied out, so exact.
    fn is_below(&self, level: i16, at: i32) -> bool {
        self.from * self.length + (self.to - self.from) * at < i32::from(level) * self.length
    }
}

/// The fewest blockers of all courses past the flanks so far, by what matters for the rest of the line: whether
/// light cover was passed, and whether no crest, one excused crest, or other crests were crossed.
#[derive(Clone, Copy)]
struct Courses([[u32; 3]; 2]);

/// No course; far from the numbers that occur and from overflow.
const NONE: u32 = 1 << 20;

impl Courses {
    const START: Courses = Courses([[0, NONE, NONE], [NONE; 3]]);

    fn side(&mut self, side: u8, at_end: bool) {
        if side & CREST == 0 {
            return self.add(u32::from(side & WALL));
        }
        for [none, lone, many] in &mut self.0 {
            // With a second crest the first one counts after all.
            let crossed = at_most(*lone + 2, *many + 1);
            (*none, *lone, *many) = if side == CREST && at_end {
                (NONE, *none, crossed)
            } else {
                (NONE, NONE, at_most(*none + 1, crossed))
            };
        }
    }

    fn hex(&mut self, obstacle: Obstacle) {
        match obstacle {
            Obstacle::None => {}
            Obstacle::Solid => self.add(1),
            Obstacle::Light => {
                let [before, after] = self.0;
                self.0 = [[NONE; 3], std::array::from_fn(|i| at_most(before[i], after[i] + 1))];
            }
        }
    }

    fn add(&mut self, n: u32) {
        for it in self.0.as_flattened_mut() {
            *it += n;
        }
    }

    fn or(self, other: Courses) -> Courses {
        Courses(std::array::from_fn(|i| {
            std::array::from_fn(|j| at_most(self.0[i][j], other.0[i][j]))
        }))
    }

    fn best(self) -> u32 {
        self.0.as_flattened().iter().copied().fold(NONE, at_most)
    }
}

fn at_most(n: u32, limit: u32) -> u32 {
    if n < limit { n } else { limit }
}
