//! The step test: may this unit go from this hex to the next, and if not, by which line (tcs.check.question). The tests run
//! in the order of the book, and the first that fails gives the code (tcs.check.order).
//!
//! Lines bind movement, assault and overrun, never fire, spotting or observing (tcs.cmd.fire-unbounded).
//!
//! Not put to it: retreats, curing overstacking, coming back out of a lost assault (tcs.check.exempt), and the entry step of
//! reinforcements.

use board::HexId;
use kernel::{Bounds as _, Rule, rules};
use smallvec::SmallVec;

use super::area::Way;
use super::order::Order;
use super::permission::{self, Action};
use super::plan::Crossing;
use super::value::Mission;
use super::{Situation, Status, Unit, enemies};
use crate::ground::Hexes;
use crate::id::{Side, UnitId};

rules! {
    MISSION = "tcs.check.mission", "Its mission or status does not allow this";
    WITHDRAW = "tcs.check.withdraw", "A Withdrawing unit goes nearer to its rally hex";
    DISPLACED = "tcs.check.displaced", "A displaced unit goes nearer to where its orders want it";
    NO_WAY = "tcs.check.no-way", "There is no way there, so it stays";
    BOUNDARY = "tcs.check.boundary", "The step crosses a boundary that binds the unit";
    START_TIME = "tcs.check.start-time", "The line of departure is shut before the start time";
    ONE_WAY = "tcs.check.one-way", "Lines are not crossed back";
    PHASE_LINE = "tcs.check.phase-line", "The phase line is not released";
    SUPPORT = "tcs.check.support", "Support units stay behind the line of departure";
    OFF_AXIS = "tcs.check.off-axis", "The hex lies outside the axis";
    OFF_PATH = "tcs.check.off-path", "The direction of advance leads elsewhere";
    OUTSIDE = "tcs.check.outside", "The hex lies outside what the unit defends or waits in";
    CONTACT = "tcs.check.contact", "A Move does not come next to a spotted enemy";
    UNASSIGNED = "tcs.check.unassigned", "Without orders nobody goes nearer to a spotted enemy";
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Move,
    Assault,
    Overrun,
}

impl Step {
    const fn action(self) -> Action {
        match self {
            Step::Move => Action::Move,
            Step::Assault => Action::Assault,
            Step::Overrun => Action::Overrun,
        }
    }
}

/// Why a step is refused. Shown to the owner only (tcs.check.owner-only).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub rule: Rule,
    /// The line on the sheet that stands in the way.
    pub line: Option<Line>,
}

/// A line of the drawing, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    Boundary(u8),
    Departure,
    Phase(u8),
}

impl From<Rule> for Refusal {
    fn from(rule: Rule) -> Refusal {
        Refusal { rule, line: None }
    }
}

fn at(rule: Rule, line: Line) -> Refusal {
    Refusal { rule, line: Some(line) }
}

/// The orders a unit stands under.
#[derive(Clone, Copy, Debug)]
pub struct Under<'a> {
    /// Its implemented sheet, or the failed one whose instructions it follows.
    pub order: Option<&'a Order>,
    /// The other sheets of its side, for signals.
    pub others: &'a [Order],
}

/// The step test for one unit where it stands: made once, asked for each neighbour.
pub struct Test<'a, S> {
    s: &'a S,
    id: UnitId,
    unit: Unit,
    under: Under<'a>,
    from: HexId,
    how: Step,
    state: State,
}

/// What the unit is bound by, worked out before the first step is asked for.
enum State {
    Unassigned { enemies: SmallVec<[HexId; 16]> },
    Withdrawing { way: Box<Way>, next: Option<HexId> },
    Displaced { way: Box<Way> },
    Bound { permitted: Hexes },
}

impl<'a, S: Situation> Test<'a, S> {
    /// Nothing for a unit that is not on the map.
    pub fn new(s: &'a S, id: UnitId, under: Under<'a>, how: Step) -> Option<Test<'a, S>> {
        let unit = s.unit(id);
        let from = unit.place()?;
        let state = State::new(s, id, &unit, under, from, how);
        Some(Test { s, id, unit, under, from, how, state })
    }

    /// Whether the unit may step into this neighbour of its hex (tcs.check.preview: asked of each, all legal next hexes).
    pub fn step(&self, to: HexId) -> Result<(), Refusal> {
        let action = self.how.action();
        // 1. mission.
        let (status, order) = (self.unit.status, self.under.order);
        permission::may(self.s.tables(), self.id, status, order, action, to)
            .map_err(|_| Refusal::from(MISSION))?;
        match &self.state {
            State::Unassigned { enemies } => self.unassigned(enemies, to),
            // 2. withdraw; nothing else applies.
            State::Withdrawing { way, next } => match way.steps(self.from) {
                _ if *next == Some(to) => Ok(()),
                None => Err(NO_WAY.into()),
                Some(_) if way.is_nearer(self.from, to) => Ok(()),
                Some(_) => Err(WITHDRAW.into()),
            },
            // 3. displaced; nothing else applies.
            State::Displaced { way } => match way.steps(self.from) {
                None => Err(NO_WAY.into()),
                Some(_) if way.is_nearer(self.from, to) => Ok(()),
                Some(_) => Err(DISPLACED.into()),
            },
            State::Bound { permitted } => match self.under.order {
                Some(order) => self.bound(order, permitted, to),
                None => Ok(()),
            },
        }
    }

    fn bound(&self, order: &Order, permitted: &Hexes, to: HexId) -> Result<(), Refusal> {
        let (plan, from) = (&order.plan, self.from);
        // 4. boundary (tcs.draw.boundary-meaning: the limit between neighbours).
        for (i, it) in plan.boundaries.iter().enumerate() {
            if it.binds(self.unit.company) && it.cut.crosses(from, to) {
                return Err(at(BOUNDARY, Line::Boundary(i as u8)));
            }
        }
        // 5. start-time.
        let crossing =
            |stage: usize| plan.stages.get(stage).map_or(Crossing::No, |it| it.crossing(from, to));
        if crossing(0) == Crossing::Outwards
            && plan.start_time.is_some_and(|it| self.s.clock() < it)
        {
            return Err(at(START_TIME, Line::Departure));
        }
        // 6. one-way.
        for stage in 0..plan.stages.len() {
            if crossing(stage) == Crossing::Inwards {
                return Err(at(ONE_WAY, line(stage)));
            }
        }
        // 7. phase-line.
        for stage in 1..plan.stages.len() {
            let shut = crossing(stage) == Crossing::Outwards
                && !order.is_released(self.s, self.under.others, stage - 1);
            if shut {
                return Err(at(PHASE_LINE, line(stage)));
            }
        }
        // 8. support.
        let support = plan.support.contains(&self.id);
        if support && crossing(0) != Crossing::No {
            return Err(at(SUPPORT, Line::Departure));
        }
        // 9. off-axis, off-path, outside.
        if !permitted.contains(to) {
            return Err(self.outside(order, support).into());
        }
        if !self.follows_path(order, to) {
            return Err(OFF_PATH.into());
        }
        // 10. contact.
        if plan.mission == Mission::Move && self.comes_next_to_spotted(to) {
            return Err(CONTACT.into());
        }
        Ok(())
    }

    fn outside(&self, order: &Order, support: bool) -> Rule {
        match order.plan.mission {
            Mission::Attack | Mission::Move if support => SUPPORT,
            Mission::Attack | Mission::Move => match order.plan.course_of(self.id) {
                Some(it) if !it.is_axis => OFF_PATH,
                _ => OFF_AXIS,
            },
            Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => OUTSIDE,
        }
    }

    /// tcs.check.off-path, tcs.check.path-entry, tcs.check.objective-free
    fn follows_path(&self, order: &Order, to: HexId) -> bool {
        let plan = &order.plan;
        let Some(course) = plan.course_of(self.id).filter(|it| !it.is_axis) else { return true };
        let both = |set: &Hexes| set.contains(self.from) && set.contains(to);
        let next = course.path.windows(2).any(|it| it[0] == self.from && it[1] == to);
        next || both(&plan.near) || both(&plan.objective)
    }

    /// tcs.cmd.move-contact
    fn comes_next_to_spotted(&self, to: HexId) -> bool {
        let map = self.s.ground().map();
        enemies(self.s, self.unit.side)
            .any(|(id, hex)| map.adjacent(hex, to) && self.s.spotted(self.unit.side, id))
    }

    /// The last test, unassigned: nearer to the nearest spotted enemy (tcs.check.unassigned-nearest), of those within the distance of
    /// the tables.
    fn unassigned(&self, enemies: &[HexId], to: HexId) -> Result<(), Refusal> {
        let map = self.s.ground().map();
        let nearest =
            |hex: HexId| enemies.iter().map(|it| map.distance(hex, *it)).reduce(u32::at_most);
        match (nearest(self.from), nearest(to)) {
            (Some(old), Some(new)) if new < old => Err(UNASSIGNED.into()),
            _ => Ok(()),
        }
    }
}

impl State {
    fn new<S: Situation>(
        s: &S,
        id: UnitId,
        unit: &Unit,
        under: Under<'_>,
        from: HexId,
        how: Step,
    ) -> State {
        let order = match (unit.status, under.order) {
            (Status::Withdrawing, Some(order)) => return State::withdrawing(s, unit, order, from),
            (Status::Assigned, Some(order)) => order,
            _ => {
                return State::Unassigned { enemies: nearest_spotted(s, unit.side, from) };
            }
        };
        let mut permitted = order.plan.permitted(id, unit);
        // tcs.check.prepared-counter, tcs.cmd.prepared-counter
        if order.plan.mission == Mission::PreparedDefence && how != Step::Move {
            permitted = order.plan.objective;
        }
        // tcs.draw.start-anywhere: nobody has to stand there when the sheet comes into force.
        if permitted.contains(from) {
            return State::Bound { permitted };
        }
        let goal = joining(s, order, id, from).unwrap_or(permitted);
        State::Displaced { way: way(s, unit, &goal, from) }
    }

    fn withdrawing<S: Situation>(s: &S, unit: &Unit, order: &Order, from: HexId) -> State {
        let failure = &order.plan.failure;
        let goal: Hexes = failure.rally.into_iter().collect();
        let on_route = failure.route.windows(2).find(|it| it[0] == from);
        State::Withdrawing { way: way(s, unit, &goal, from), next: on_route.map(|it| it[1]) }
    }
}

/// tcs.check.unassigned-nearest: the spotted enemies nearest to a hex, all of one distance. Those farther off forbid no step: none brings
/// a unit nearer to them than it is to these. Asked from the nearest on, as spotting takes long.
fn nearest_spotted<S: Situation>(s: &S, side: Side, from: HexId) -> SmallVec<[HexId; 16]> {
    let map = s.ground().map();
    // A step beyond the limit, for it is where a step leads that counts.
    let limit = u32::from(s.tables().limits.unassigned_enemy_distance) + 1;
    let mut near: SmallVec<[(u32, UnitId, HexId); 32]> = enemies(s, side)
        .map(|it| (map.distance(from, it.1), it.0, it.1))
        .filter(|it| it.0 <= limit)
        .collect();
    near.sort_unstable();
    let mut found: SmallVec<[HexId; 16]> = SmallVec::new();
    let mut distance = limit;
    for (away, id, hex) in near {
        if distance < away {
            break;
        }
        if s.spotted(side, id) {
            distance = away;
            found.push(hex);
        }
    }
    found
}

/// tcs.check.path-entry: without a line of departure a unit joins its direction at the nearest hex, the earlier on a tie.
fn joining<S: Situation>(s: &S, order: &Order, id: UnitId, from: HexId) -> Option<Hexes> {
    let course = order.plan.course_of(id).filter(|it| !it.is_axis)?;
    if order.plan.has_departure() {
        return None;
    }
    let map = s.ground().map();
    let nearest = course.path.iter().min_by_key(|it| map.distance(from, **it))?;
    Some([*nearest].into_iter().collect())
}

/// tcs.check.nearer: over hexes the class can enter and no spotted enemy holds.
fn way<S: Situation>(s: &S, unit: &Unit, goal: &Hexes, from: HexId) -> Box<Way> {
    let ground = s.ground();
    let enemies: SmallVec<[(UnitId, HexId); 64]> =
        s.enemies(unit.side).map(|it| (it.id, it.hex)).collect();
    let there: Hexes = enemies.iter().map(|it| it.1).collect();
    // To find out whether an enemy is spotted takes longer than to go round him, so only those in the way are looked at.
    let held = |hex: HexId| {
        let spotted = |it: &(UnitId, HexId)| it.1 == hex && s.spotted(unit.side, it.0);
        there.contains(hex) && enemies.iter().any(spotted)
    };
    Box::new(Way::new(ground, goal, from, held, |hex, it| ground.may_enter(unit.class, hex, it)))
}

/// tcs.end.rally-gone: whether a Withdrawing unit has a way to its rally hex at all.
#[must_use]
pub fn can_rally<S: Situation>(s: &S, id: UnitId, order: &Order) -> bool {
    let unit = s.unit(id);
    let Some(from) = unit.place() else { return false };
    let goal: Hexes = order.plan.failure.rally.into_iter().collect();
    way(s, &unit, &goal, from).steps(from).is_some()
}

fn line(stage: usize) -> Line {
    match stage {
        0 => Line::Departure,
        _ => Line::Phase(stage as u8 - 1),
    }
}
