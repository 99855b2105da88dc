//! Who stands where: a row along what is lined, a column behind the leader, or a cluster around him.

use smallvec::SmallVec;

use crate::{
    geometry::{INCH, Point, Spot, at_most, within},
    judge::apart,
    line::Line,
    polygon::Polygon,
    table::Table,
};

/// A shape of slots around a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formation {
    /// Alternately to the right and left, this way.
    Row(Point),
    /// One behind the other, this way.
    Column(Point),
    /// As the spiral goes.
    Cluster,
}

pub(crate) type Slots = SmallVec<[Spot; 8]>;

/// One-inch offsets around a goal, nearest first.
const SPIRAL: [(i32, i32); 28] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (2, 0),
    (0, 2),
    (-2, 0),
    (0, -2),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 2),
    (-2, 2),
    (-2, -2),
    (2, -2),
    (3, 0),
    (0, 3),
    (-3, 0),
    (0, -3),
];

/// Slots for so many figures, the goal first: those of the formation, and where one is refused the next of the spiral.
///
/// Slots on the goal's side of walls and obstacles come before those beyond.
pub(crate) fn slots(
    table: &Table,
    goal: Spot,
    formation: Formation,
    count: usize,
    others: &[Spot],
    fits: &impl Fn(Spot) -> bool,
) -> Option<Slots> {
    let mut slots = Slots::new();
    let may_stand =
        |it: Spot| fits(it) && table.place(it).is_ok() && apart(table, it, others).is_ok();
    if !may_stand(goal) {
        return None;
    }
    slots.push(goal);
    let reach = table.legend.figures.coherency;
    let mut take = |it: Spot, beyond: bool| {
        if slots.len() < count
            && slots.iter().any(|slot| within(slot.point(), it.point(), reach))
            && apart(table, it, &slots).is_ok()
            && may_stand(it)
            && (beyond || !table.barred(goal.point(), it.point()))
        {
            slots.push(it);
        }
        slots.len() == count
    };
    let at = |dx: i32, dy: i32| Spot { x: goal.x + dx, y: goal.y + dy, floor: goal.floor };
    let mut full = count == 1;
    for step in 1..count as i32 {
        // Right by one, left by one, right by two …; or back by one, by two …
        let it = match formation {
            Formation::Row(way) => {
                let by = if step % 2 == 1 { (step + 1) / 2 } else { -step / 2 };
                at(way.x * by, way.y * by)
            }
            Formation::Column(way) => at(way.x * step, way.y * step),
            Formation::Cluster => break,
        };
        full = take(it, false);
    }
    for beyond in [false, true] {
        for (dx, dy) in SPIRAL {
            if full {
                return Some(slots);
            }
            full = take(at(dx * INCH, dy * INCH), beyond);
        }
    }
    full.then_some(slots)
}

/// Gives each figure its slot: the first takes the goal, then each in turn the nearest that is free.
pub(crate) fn assign(starts: &[Spot], slots: &Slots) -> Slots {
    let mut free: Slots = slots.clone();
    let mut taken = Slots::new();
    for (figure, start) in starts.iter().enumerate() {
        let nearest = |it: &usize| (free[*it].point().squared(start.point()), *it);
        let slot = if figure == 0 { Some(0) } else { (0..free.len()).min_by_key(nearest) };
        taken.extend(slot.map(|it| free.remove(at_most(it, free.len() - 1))));
    }
    taken
}

impl Table {
    /// An obstacle or a wall of a building lies between two points.
    pub(crate) fn barred(&self, a: Point, b: Point) -> bool {
        let line = Line::new(a, b);
        let pieces = self.grid.along(&line);
        pieces
            .obstacles()
            .any(|it| self.obstacles[it].edges().any(|(p, q)| line.crossing(p, q).is_some()))
            || pieces.buildings().any(|it| 0 < self.walls(&line, it))
    }

    /// Places for an element whose first figure stands here: a row along what it lines, a column, or a cluster, the first that
    /// is possible. With a zone, all of them in it.
    pub fn settle(
        &self,
        at: Spot,
        count: usize,
        others: &[Spot],
        zone: Option<&Polygon>,
    ) -> Option<Vec<Spot>> {
        let fits = |it: Spot| zone.is_none_or(|zone| zone.contains(it.point()));
        let row = self.row_at(at).map(Formation::Row);
        let column = Formation::Column(Point::new(0, -INCH));
        let mut shapes = row.into_iter().chain([column, Formation::Cluster]);
        shapes.find_map(|it| slots(self, at, it, count, others, &fits)).map(|it| it.to_vec())
    }
}
