//! Why one hex sees another or does not: every hex and hexside that has a say, and whether it counted.
//!
//! Written to be read, hex by hex over [`hex::trace`]; the tests hold the fast table against it.

use hex::{Direction, Hex, Hexside, Leg, trace};

use super::{BEYOND, SightRules, lines::dot};
use crate::{
    legend::{SideSight, TerrainSight},
    map::{HexId, Map},
};

/// The number of blockers between two hexes with `veil` lying on some, and the reasons in the order of the line.
pub fn explain(map: &Map, rules: &SightRules, veil: &[HexId], from: HexId, to: HexId) -> Verdict {
    let distance = map.distance(from, to);
    if u32::from(rules.max_range) < distance {
        let reason = Reason { spot: Spot::Hex(to), cause: Cause::Range, weight: Weight::Counted };
        return Verdict { blockers: BEYOND, reasons: vec![reason] };
    }
    let look = Look { map, rules, veil, from: map.hex(from), to: map.hex(to) };
    // 1. Everything on the line that could block, leg by leg; beside a hexside there are two ways past it.
    let parts = look.parts();
    // 2. The ways past the hexsides that make the fewest blockers for the whole line.
    let ways = best_ways(&parts);
    // 3. What counts on that course.
    let mut reasons = weigh(rules, &parts, &ways);
    // Only a hexside can lie between, and it does not block.
    if distance == 1 {
        for it in reasons.iter_mut().filter(|it| it.weight == Weight::Counted) {
            it.weight = Weight::Adjacent;
        }
    }
    let counted = reasons.iter().filter(|it| it.weight == Weight::Counted).count();
    let blockers = u8::try_from(counted).ok().filter(|it| *it < BEYOND).unwrap_or(BEYOND - 1);
    Verdict { blockers, reasons }
}

/// How many blockers there are, and what had a say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// As [`super::Sight::blockers`] has it.
    pub blockers: u8,
    /// In the order of the line; as many are counted as there are blockers.
    pub reasons: Vec<Reason>,
}

impl Verdict {
    /// Whether nothing blocks.
    pub fn is_clear(&self) -> bool {
        self.blockers == 0
    }

    /// The reasons that count.
    pub fn counted(&self) -> impl Iterator<Item = &Reason> {
        self.reasons.iter().filter(|it| it.weight == Weight::Counted)
    }
}

/// One hex or hexside that has a say in a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// Where.
    pub spot: Spot,
    /// What.
    pub cause: Cause,
    /// Whether it counts.
    pub weight: Weight,
}

/// A hex, or the side between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// The hex.
    Hex(HexId),
    /// The side between these two, in the order of the line; left and right where the line runs along it.
    Side(HexId, HexId),
}

/// What it is that may block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Terrain that blocks.
    Terrain,
    /// Light cover.
    Pair,
    /// A barrage or smoke.
    Veil,
    /// Ground above the line.
    Height,
    /// A hexside that blocks.
    Hexside,
    /// A crest the line crosses.
    Crest,
    /// A crest along which the line runs.
    CrestAlong,
    /// The hex is further away than anybody sees.
    Range,
}

/// Whether a reason counts, and if not, why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// It is a blocker.
    Counted,
    /// Excused: the first hex of light cover on the line.
    FirstOfPair,
    /// Excused: the only crest on the line, and it borders an end.
    LoneCrest,
    /// Excused: the line passes on the other flank.
    OtherFlank,
    /// Excused: this edition lets a line run along a crest.
    Along,
    /// Excused: the two hexes are adjacent.
    Adjacent,
}

/// Something on the line that could block.
#[derive(Clone, Copy)]
struct Thing {
    spot: Spot,
    cause: Cause,
    /// A crest, whatever else the hexside is.
    is_crest: bool,
    at_end: bool,
}

/// A stretch of the line.
enum Part {
    /// What the line meets in any case.
    Straight(Vec<Thing>),
    /// What it meets on the left or on the right; nothing where that is off the map.
    Flanks([Option<Vec<Thing>>; 2]),
}

struct Look<'a> {
    map: &'a Map,
    rules: &'a SightRules,
    veil: &'a [HexId],
    from: Hex,
    to: Hex,
}

impl Look<'_> {
    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut last = self.from;
        for leg in trace(self.from, self.to) {
            let side = match leg {
                Leg::Through { hex, .. } => self.side(last, hex),
                Leg::Along { left, right, hex, .. } => {
                    let past = |flank| {
                        self.map.id(flank)?;
                        let things =
                            [self.side(last, flank), self.hex(flank), self.side(flank, hex)];
                        Some(things.into_iter().flatten().collect())
                    };
                    parts.push(Part::Flanks([past(left), past(right)]));
                    self.side(left, right).map(along)
                }
            };
            last = leg.hex();
            let entered = if last == self.to { None } else { self.hex(last) };
            parts.push(Part::Straight(side.into_iter().chain(entered).collect()));
        }
        parts
    }

    /// What the hex does, one reason at most: a hex is one blocker however many things are in it.
    fn hex(&self, hex: Hex) -> Option<Thing> {
        let id = self.map.id(hex)?;
        let kind = self.map.terrain_kind(id);
        let level = i32::from(self.map.elevation(id));
        let by_terrain = match kind.sight {
            TerrainSight::Open => None,
            TerrainSight::Blocks => Some(Cause::Terrain),
            TerrainSight::Pair => Some(Cause::Pair),
        };
        let by_ground = if self.rules.heights && self.rises(hex, level) {
            Some(Cause::Height)
        } else if self.rules.heights && !self.rises(hex, level + i32::from(kind.height)) {
            None
        } else {
            by_terrain
        };
        let veiled = self.veil.contains(&id).then_some(Cause::Veil);
        // Light cover under a veil counts as veiled, so that a line is the same from both ends.
        let cause = by_ground.filter(|it| *it != Cause::Pair).or(veiled).or(by_ground)?;
        Some(Thing { spot: Spot::Hex(id), cause, is_crest: false, at_end: false })
    }

    /// Whether a level abreast of this hex is above the line between the grounds of the ends.
    fn rises(&self, hex: Hex, level: i32) -> bool {
        let ground = |it| self.map.id(it).map_or(0, |it| i32::from(self.map.elevation(it)));
        let (start, end) = (ground(self.from), ground(self.to));
        let (way, at) = (self.to - self.from, hex - self.from);
        (level - start) * dot(way, way) > (end - start) * dot(at, way)
    }

    fn side(&self, from: Hex, to: Hex) -> Option<Thing> {
        let (a, b) = (self.map.id(from)?, self.map.id(to)?);
        let direction: Direction = self.map.direction(a, b)?;
        let kinds = self.map.sides(a, direction).union(self.map.sides(b, direction.opposite()));
        let has = |sight| kinds.iter().any(|it| self.map.legend().sides[it.index()].sight == sight);
        let is_crest = has(SideSight::Crest);
        let cause = match (has(SideSight::Blocks), is_crest) {
            (true, _) => Cause::Hexside,
            (false, true) => Cause::Crest,
            (false, false) => return None,
        };
        let side = Hexside::new(from, direction);
        let at_end = side.borders(self.from) || side.borders(self.to);
        Some(Thing { spot: Spot::Side(a, b), cause, is_crest, at_end })
    }
}

/// A hexside on which the line lies is not crossed: it is no crest in the count of crests crossed.
fn along(side: Thing) -> Thing {
    let cause = if side.cause == Cause::Crest { Cause::CrestAlong } else { side.cause };
    Thing { cause, is_crest: false, ..side }
}

/// For each pair of flanks on the line, which one to pass: false is left.
fn best_ways(parts: &[Part]) -> Vec<bool> {
    // Of all courses that leave the same future, only the best so far is kept.
    let mut courses = vec![Course::default()];
    for part in parts {
        let mut next: Vec<Course> = Vec::new();
        for course in &courses {
            let open: Vec<(Option<bool>, &[Thing])> = match part {
                Part::Straight(things) => vec![(None, things)],
                Part::Flanks([left, right]) => {
                    let way = |side, it| {
                        Option::map(it, |things: &Vec<Thing>| (Some(side), things.as_slice()))
                    };
                    way(false, left.as_ref()).into_iter().chain(way(true, right.as_ref())).collect()
                }
            };
            for (way, things) in open {
                let mut course = course.clone();
                things.iter().for_each(|it| course.meet(it));
                course.ways.extend(way);
                match next.iter_mut().find(|it| it.future() == course.future()) {
                    Some(known) if course.cost() < known.cost() => *known = course,
                    Some(_) => {}
                    None => next.push(course),
                }
            }
        }
        courses = next;
    }
    courses
        .into_iter()
        .reduce(|a, b| if b.cost() < a.cost() { b } else { a })
        .unwrap_or_default()
        .ways
}

#[derive(Clone, Default)]
struct Course {
    /// Blockers apart from light cover and crests.
    solid: u32,
    light: u32,
    crests: u32,
    /// Crests that border an end.
    crests_at_end: u32,
    ways: Vec<bool>,
}

impl Course {
    fn meet(&mut self, it: &Thing) {
        match it.cause {
            Cause::Pair => self.light += 1,
            Cause::Crest => self.crests_at_end += u32::from(it.at_end),
            // Lies on every course alike, so it does not help to choose.
            Cause::CrestAlong => {}
            // A blocking hexside that is a crest too is one blocker, counted as a crest that is never excused.
            Cause::Hexside if it.is_crest => {}
            _ => self.solid += 1,
        }
        self.crests += u32::from(it.is_crest);
    }

    fn cost(&self) -> u32 {
        let crests = if self.crests == 1 && self.crests_at_end == 1 { 0 } else { self.crests };
        self.solid + self.light.saturating_sub(1) + crests
    }

    fn future(&self) -> (bool, u32) {
        let crests = match (self.crests, self.crests_at_end) {
            (0, _) => 0,
            (1, 1) => 1,
            _ => 2,
        };
        (0 < self.light, crests)
    }
}

fn weigh(rules: &SightRules, parts: &[Part], ways: &[bool]) -> Vec<Reason> {
    let mut ways = ways.iter();
    let mut met: Vec<(Thing, bool)> = Vec::new();
    for part in parts {
        match part {
            Part::Straight(things) => met.extend(things.iter().map(|it| (*it, true))),
            Part::Flanks(flanks) => {
                let right = ways.next().copied().unwrap_or_default();
                for (flank, passed) in flanks.iter().zip([!right, right]) {
                    met.extend(flank.iter().flatten().map(|it| (*it, passed)));
                }
            }
        }
    }
    let crests = met.iter().filter(|(it, passed)| *passed && it.is_crest).count();
    let mut light = 0;
    let weigh = |(it, passed): (Thing, bool)| {
        let weight = match it.cause {
            _ if !passed => Weight::OtherFlank,
            Cause::Pair => {
                light += 1;
                if light == 1 { Weight::FirstOfPair } else { Weight::Counted }
            }
            Cause::Crest if crests == 1 && it.at_end => Weight::LoneCrest,
            Cause::CrestAlong if !rules.crest_along_line_blocks => Weight::Along,
            _ => Weight::Counted,
        };
        Reason { spot: it.spot, cause: it.cause, weight }
    };
    met.into_iter().map(weigh).collect()
}
