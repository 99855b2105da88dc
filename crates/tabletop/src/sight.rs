//! Who sees whom, and why.
//!
//! ```text
//!   eye o- - - - - - - - - - - - - -o eye       heights in half-levels, evenly from eye to eye
//!       |    ___      _|_           |           a hedge as high as the line hinders it,
//!       |   /   \      |  hedge     |           a building blocks it unless it passes above,
//!   ----+--/hill \-----+------------+----       a hill blocks it where it would run below the ground
//! ```
//!
//! Blocking and hindrances are the same both ways, since the line is followed from the same end whoever looks. Cover is that
//! of the target and depends on who fires: see [`crate::cover`].

use smallvec::SmallVec;

use crate::{
    geometry::{Point, Spot, Units, at_least, near, within},
    legend::{AreaSight, ObstacleSight},
    line::{Crossing, End, Line, Place, Span, Spans},
    table::{Smoke, Table},
};

/// What two figures have between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Neither sees the other.
    Blocked,
    /// Both see each other.
    Clear {
        /// So many hindrances are on the line.
        hindrances: u8,
    },
}

/// What changes in play and bears on sight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conditions<'s> {
    /// The smoke on the table.
    pub smoke: &'s [Smoke],
    /// Nobody sees farther.
    pub visibility: Option<Units>,
}

/// Sight with all its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// What it comes to.
    pub sight: Sight,
    /// All hindrances on the line together, also when it is blocked.
    pub hindrances: u32,
    /// What is on the line, the nearest to who looks first.
    pub reasons: Vec<Reason>,
}

/// Something on a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it is.
    pub cause: Cause,
    /// Where it begins for who looks, to the nearest unit.
    pub at: Point,
    /// How many hindrances it is; 0 if it blocks or does nothing.
    pub hindrances: u8,
}

/// What can be on a line of sight. All but the last four block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The line is longer than one can see.
    TooFar,
    /// The two are on different floors of a building.
    OtherFloor(usize),
    /// The line between two figures in a building leaves it.
    LeavesBuilding(usize),
    /// A figure in a building stands at no wall through which the line leaves.
    NoWindow(usize),
    /// A building is in the way.
    Building(usize),
    /// A hill is in the way.
    Ground(usize),
    /// An obstacle that nobody lines is in the way.
    Barrier(usize),
    /// An area is in the way, or is too deep.
    Thick(usize),
    /// Too many hindrances.
    TooMany,
    /// An area hinders.
    Area(usize),
    /// An obstacle hinders.
    Obstacle(usize),
    /// A crossing with this obstacle is lined by one of the two: it does nothing.
    Lined(usize),
    /// Smoke hinders.
    Smoke(usize),
}

impl Table {
    /// What two figures, markers or points have between them.
    #[inline]
    pub fn sight(&self, a: Spot, b: Spot, conditions: Conditions<'_>) -> Sight {
        let mut trace = Trace::new(self, a, b, Hasty);
        trace.run(conditions);
        trace.sight()
    }

    /// One of the two sees the other.
    #[inline]
    pub fn sees(&self, a: Spot, b: Spot, conditions: Conditions<'_>) -> bool {
        self.sight(a, b, conditions) != Sight::Blocked
    }

    /// The same as [`Table::sight`], with all reasons.
    pub fn explain(&self, a: Spot, b: Spot, conditions: Conditions<'_>) -> Explained {
        let mut trace = Trace::new(self, a, b, Thorough(Vec::new()));
        trace.run(conditions);
        trace.witness.0.sort_by_key(|it| it.at.squared(a.point()));
        Explained { sight: trace.sight(), hindrances: trace.hindrances, reasons: trace.witness.0 }
    }
}

/// Hears what is on a line.
trait Witness {
    /// It wants to hear of everything, not only whether the line is blocked.
    const ALL: bool;
    fn hears(&mut self, reason: impl FnOnce() -> Reason);
}

struct Hasty;

impl Witness for Hasty {
    const ALL: bool = false;
    #[inline]
    fn hears(&mut self, _: impl FnOnce() -> Reason) {}
}

struct Thorough(Vec<Reason>);

impl Witness for Thorough {
    const ALL: bool = true;
    fn hears(&mut self, reason: impl FnOnce() -> Reason) {
        self.0.push(reason());
    }
}

/// A line of sight that is being followed.
struct Trace<'t, W> {
    table: &'t Table,
    line: Line,
    /// Who is at the two ends of the line.
    ends: [Spot; 2],
    /// Who looks is at its first end.
    from_first: bool,
    /// The buildings they are in.
    rooms: [Option<usize>; 2],
    /// The heights of their eyes, in half-levels.
    eyes: [i64; 2],
    /// Where the line passes over hills.
    hills: SmallVec<[(u8, Span); 4]>,
    blocked: bool,
    hindrances: u32,
    witness: W,
}

impl<'t, W: Witness> Trace<'t, W> {
    #[inline]
    fn new(table: &'t Table, a: Spot, b: Spot, witness: W) -> Trace<'t, W> {
        let line = Line::new(a.point(), b.point());
        let from_first = line.first == a.point();
        let ends = if from_first { [a, b] } else { [b, a] };
        let rooms = ends.map(|it| table.building_at(it.point()));
        let hills = SmallVec::new();
        Trace {
            table,
            line,
            ends,
            from_first,
            rooms,
            eyes: [0; 2],
            hills,
            blocked: false,
            hindrances: 0,
            witness,
        }
    }

    fn sight(&self) -> Sight {
        if self.blocked {
            return Sight::Blocked;
        }
        Sight::Clear { hindrances: u8::try_from(self.hindrances).unwrap_or(u8::MAX) }
    }

    #[inline]
    fn run(&mut self, conditions: Conditions<'_>) {
        if let Some(far) = conditions.visibility
            && !within(self.line.first, self.line.last, far)
        {
            self.block(Cause::TooFar, Span::WHOLE);
        }
        match self.rooms {
            [Some(a), Some(b)] if a == b => {
                if self.ends[0].floor != self.ends[1].floor {
                    self.block(Cause::OtherFloor(a), Span::WHOLE);
                } else if self.line.squared == 0 {
                    return;
                } else if !self.table.buildings[a].outline.covers(&self.line) {
                    self.block(Cause::LeavesBuilding(a), Span::WHOLE);
                }
            }
            _ if self.line.squared == 0 => return,
            _ => self.outside(),
        }
        if self.done() {
            return;
        }
        for (n, it) in conditions.smoke.iter().enumerate() {
            if near(self.line.first, self.line.last, it.at, it.radius) {
                self.hindrances += u32::from(it.hindrances);
                let (cause, at, hindrances) = (Cause::Smoke(n), it.at, it.hindrances);
                self.witness.hears(|| Reason { cause, at, hindrances });
            }
        }
        if self.table.legend.sight.most_hindrances < self.hindrances {
            self.block(Cause::TooMany, Span::WHOLE);
        }
    }

    #[inline]
    fn outside(&mut self) {
        let pieces = self.table.grid.along(&self.line);
        for end in 0..2 {
            self.eyes[end] = self.eye(end);
        }
        for it in pieces.hills() {
            self.ground(it);
        }
        for it in pieces.buildings() {
            if self.done() {
                return;
            }
            self.building(it);
        }
        for it in pieces.obstacles() {
            if self.done() {
                return;
            }
            self.obstacle(it);
        }
        for it in pieces.areas() {
            if self.done() {
                return;
            }
            self.area(it);
        }
    }

    /// Half a level over the ground or floor.
    fn eye(&self, end: usize) -> i64 {
        let sight = &self.table.legend.sight;
        let spot = self.ends[end];
        let stands = match self.rooms[end] {
            Some(it) => i32::from(self.table.buildings[it].base) + i32::from(spot.floor),
            None => self.table.level(spot.point()).into(),
        };
        (stands * sight.level + sight.eye).into()
    }

    fn ground(&mut self, hill: usize) {
        let it = &self.table.hills[hill];
        for span in it.outline.spans(&self.line) {
            self.hills.push((it.level, span));
            let ground = i64::from(it.level) * i64::from(self.table.legend.sight.level);
            for place in [span.from, span.to] {
                if self.height(place) < ground << Place::BITS {
                    self.block(Cause::Ground(hill), point(place));
                    break;
                }
            }
        }
    }

    fn building(&mut self, building: usize) {
        let it = &self.table.buildings[building];
        let mut spans = it.outline.spans(&self.line);
        // The parts leading to figures that stand in it at a wall.
        if self.rooms[0] == Some(building)
            && spans.first().is_some_and(|it| it.from == Place::START)
        {
            let own = spans.remove(0);
            if !self.window(building, End::First, own.to) {
                self.block(Cause::NoWindow(building), point(own.to));
            }
        }
        if self.rooms[1] == Some(building) && spans.last().is_some_and(|it| it.to == Place::END) {
            let own = spans.pop().unwrap_or(Span::WHOLE);
            if !self.window(building, End::Last, own.from) {
                self.block(Cause::NoWindow(building), point(own.from));
            }
        }
        let top = (i32::from(it.base) + i32::from(it.floors)) * self.table.legend.sight.level;
        for span in spans {
            if let Some(low) = self.below(span, top.into()) {
                self.block(Cause::Building(building), low);
                break;
            }
        }
    }

    /// The line leaves the building of the figure at that end through a wall it stands at, close enough.
    fn window(&self, building: usize, end: End, leaves: Place) -> bool {
        let sight = &self.table.legend.sight;
        let centre = match end {
            End::First => self.line.first,
            End::Last => self.line.last,
        };
        self.table.buildings[building].outline.edges().any(|(p, q)| {
            self.line.crossing(p, q).is_some_and(|it| {
                it.place() == leaves
                    && it.within(&self.line, end, sight.lining_crossing)
                    && near(p, q, centre, sight.lining)
            })
        })
    }

    fn obstacle(&mut self, obstacle: usize) {
        let table = self.table;
        let kind = table.obstacle_kind(obstacle);
        if kind.sight == ObstacleSight::Free {
            return;
        }
        for (p, q) in table.obstacles[obstacle].edges() {
            let Some(crossing) = self.line.crossing(p, q) else { continue };
            let base = i32::from(self.level(crossing.place())) * table.legend.sight.level;
            let top = i64::from(base + kind.top);
            let rise = self.eyes[1] - self.eyes[0];
            let above = (top - self.eyes[0]) * crossing.denominator < rise * crossing.numerator;
            if above {
                continue;
            }
            let cause = if self.lined(obstacle, &crossing, End::First)
                || self.lined(obstacle, &crossing, End::Last)
            {
                Cause::Lined(obstacle)
            } else if kind.sight == ObstacleSight::Blocks {
                Cause::Barrier(obstacle)
            } else {
                Cause::Obstacle(obstacle)
            };
            match cause {
                Cause::Barrier(_) => self.block(cause, point(crossing.place())),
                Cause::Obstacle(_) => self.hinder(cause, 1, point(crossing.place())),
                _ => self.hinder(cause, 0, point(crossing.place())),
            }
        }
    }

    /// The figure at that end is outside, near the obstacle, and near the crossing.
    fn lined(&self, obstacle: usize, crossing: &Crossing, end: End) -> bool {
        let (room, centre) = match end {
            End::First => (self.rooms[0], self.line.first),
            End::Last => (self.rooms[1], self.line.last),
        };
        let reach = self.table.legend.sight.lining_crossing;
        room.is_none()
            && crossing.within(&self.line, end, reach)
            && self.table.lines(centre, obstacle)
    }

    fn area(&mut self, area: usize) {
        let table = self.table;
        let kind = table.area_kind(area);
        if kind.sight == AreaSight::Free {
            return;
        }
        let spans = self.counting(area);
        let mut places = 0;
        let mut stretch: Option<Span> = None;
        for span in spans {
            self.each_level(span, |trace, part, level| {
                let top = i32::from(level) * table.legend.sight.level + kind.top;
                if let Some(low) = trace.below(part, top.into()) {
                    places += low.places();
                    stretch =
                        Some(Span { from: stretch.map_or(low.from, |it| it.from), to: low.to });
                }
            });
        }
        let Some(stretch) = stretch else { return };
        match kind.sight {
            AreaSight::Free => (),
            AreaSight::Area => self.hinder(Cause::Area(area), 1, stretch),
            AreaSight::Blocks => self.block(Cause::Thick(area), stretch),
            AreaSight::Depth { step, over } => {
                let depth = self.line.measure(places);
                if over < depth {
                    self.block(Cause::Thick(area), stretch);
                }
                let steps = (depth + step - 1) / step;
                self.hinder(Cause::Area(area), at_least(steps, 1) as u32, stretch);
            }
        }
    }

    /// The parts of the line through an area, without the first stretch from a figure that stands in it.
    fn counting(&self, area: usize) -> Spans {
        let outline = &self.table.areas[area].outline;
        let mut spans = outline.spans(&self.line);
        if spans.is_empty() {
            return spans;
        }
        let free = self.table.legend.sight.free_depth;
        let mut rest = Span::WHOLE;
        if outline.contains(self.line.first) {
            rest.from = self.line.distant(End::First, free);
        }
        if outline.contains(self.line.last) {
            rest.to = self.line.distant(End::Last, free);
        }
        if rest != Span::WHOLE {
            spans = spans.into_iter().filter_map(|it| it.common(rest)).collect();
        }
        spans
    }

    /// The hill level at a place: on an outline the higher one.
    fn level(&self, place: Place) -> u8 {
        let here = |it: &&(u8, Span)| it.1.from <= place && place <= it.1.to;
        self.hills.iter().filter(here).fold(0, |level, it| at_least(level, it.0))
    }

    /// Cuts a span where hills begin and end.
    fn each_level(&self, span: Span, mut f: impl FnMut(&Self, Span, u8)) {
        if self.hills.is_empty() {
            return f(self, span, 0);
        }
        let mut cuts: SmallVec<[Place; 8]> = SmallVec::new();
        cuts.extend([span.from, span.to]);
        for (_, it) in &self.hills {
            cuts.extend([it.from, it.to].into_iter().filter(|&it| span.from < it && it < span.to));
        }
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            let part = Span { from: pair[0], to: pair[1] };
            let over = self.hills.iter().filter(|it| it.1.from <= part.from && part.to <= it.1.to);
            let level = over.fold(0, |level, it| at_least(level, it.0));
            f(self, part, level);
        }
    }

    /// The height of the line at a place, times all places of a line.
    #[inline]
    fn height(&self, place: Place) -> i64 {
        (self.eyes[0] << Place::BITS) + (self.eyes[1] - self.eyes[0]) * i64::from(place.0)
    }

    /// The part of a span where the line is not above a height.
    #[inline]
    fn below(&self, span: Span, top: i64) -> Option<Span> {
        let rise = self.eyes[1] - self.eyes[0];
        let room = (top - self.eyes[0]) << Place::BITS;
        let whole = i64::from(Place::END.0);
        let low = match rise {
            0 if 0 <= room => Span::WHOLE,
            0 => return None,
            // It rises to the top at this place, or falls to it.
            1.. if room < 0 => return None,
            1.. => Span { from: Place::START, to: Place((room / rise).clamp(0, whole) as i32) },
            _ => Span { from: Place((room / rise).clamp(0, whole) as i32), to: Place::END },
        };
        span.common(low)
    }

    #[inline]
    fn done(&self) -> bool {
        self.blocked && !W::ALL
    }

    #[inline]
    fn block(&mut self, cause: Cause, stretch: Span) {
        self.blocked = true;
        self.say(cause, 0, stretch);
    }

    #[inline]
    fn hinder(&mut self, cause: Cause, hindrances: u32, stretch: Span) {
        self.hindrances += hindrances;
        self.say(cause, hindrances, stretch);
    }

    /// Where a stretch begins depends on who looks.
    #[inline]
    fn say(&mut self, cause: Cause, hindrances: u32, stretch: Span) {
        let (line, from_first) = (self.line, self.from_first);
        self.witness.hears(|| Reason {
            cause,
            at: line.at(if from_first { stretch.from } else { stretch.to }),
            hindrances: u8::try_from(hindrances).unwrap_or(u8::MAX),
        });
    }
}

/// A stretch that is one place.
const fn point(place: Place) -> Span {
    Span { from: place, to: place }
}
