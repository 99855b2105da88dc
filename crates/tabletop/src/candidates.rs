//! A finite list of sensible moves for an element.
//!
//! Goals for the first figure come in classes: to line an obstacle, to stand just inside cover, in a gap, at an objective, in
//! sixteen directions, up to an enemy, and the present place in another shape. Around a goal the others find their slots;
//! each figure walks its cheapest way; and what the judge refuses is not in the list. Classes are taken in turn, so that none
//! crowds out the others, and within a class every wall and every edge gets its nearest place first.
//!
//! The list depends on nothing but what is handed in: who must not know of a hidden enemy does not hand him in.

use smallvec::SmallVec;

use crate::{
    formation::{Formation, Slots, assign, slots},
    geometry::{INCH, Point, Spot, Units, at_least, at_most, length, on_segment, within},
    goals::{Goal, goals},
    judge::{Judged, Terms, apart, judge},
    label::{Compass, Label},
    lattice::{FAR, Flood, Watched},
    path::Path,
    polygon::Polygon,
    sites::scaled,
    table::Table,
};

/// A goal is pulled back so often, an inch each time.
const PULLS: i32 = 4;
/// Places to set up in the open are so far apart.
const OPEN: Units = 4 * INCH;
/// Where there is hardly room they are looked for so close together, and from so many places.
const FINE: Units = INCH / 4;
const SQUEEZES: usize = 256;

/// A move that the judge accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// One path for each figure.
    pub paths: Vec<Path>,
    /// What it goes for.
    pub label: Label,
    /// It does not get all the way there.
    pub short: bool,
    /// What the judge made of it.
    pub judged: Judged,
}

/// Objectives with the way to them from everywhere, worked out once for a scenario.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    pub(crate) goals: Vec<(Spot, Vec<Units>)>,
}

impl Guide {
    /// A guide to these objectives.
    pub fn new(table: &Table, objectives: &[Spot]) -> Guide {
        Guide { goals: objectives.iter().map(|&it| (it, table.lattice.field(table, it))).collect() }
    }

    /// What it costs to come from a spot to one of them, by number, on the empty table; `None` where no way leads.
    pub fn way(&self, table: &Table, objective: usize, from: Spot) -> Option<Units> {
        let node = table.lattice.nearest(from)?;
        let (_, field) = self.goals.get(objective)?;
        field.get(node as usize).copied().filter(|it| *it != FAR)
    }
}

/// What candidates are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Search<'s> {
    /// What they are judged by. Figure 0 leads.
    pub terms: Terms<'s>,
    /// Objectives.
    pub guide: &'s Guide,
    /// Enemies in sight, element by element.
    pub foes: &'s [&'s [Spot]],
    /// The classes of goals.
    pub classes: &'s [Class],
}

/// A class of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Along an obstacle that gives cover.
    Lining,
    /// Just inside cover.
    Edge,
    /// In a gap.
    Gap,
    /// To an objective.
    Objective,
    /// In sixteen directions.
    Compass,
    /// Up to an enemy.
    Assault,
    /// The present place in another shape.
    Keep,
    /// Off the table, by an exit.
    Exit,
}

impl Class {
    /// For an ordered move.
    pub const MOVE: [Class; 7] = [
        Class::Lining,
        Class::Edge,
        Class::Gap,
        Class::Objective,
        Class::Compass,
        Class::Assault,
        Class::Keep,
    ];
    /// For a flight.
    pub const FLIGHT: [Class; 4] = [Class::Lining, Class::Edge, Class::Compass, Class::Exit];
}

impl Candidate {
    /// In words: "towards the north side of the yard wall".
    pub fn words(
        &self,
        table: &Table,
        objective: impl Fn(usize) -> String,
        foe: impl Fn(usize) -> String,
    ) -> String {
        let goal = self.label.words(table, objective, foe);
        if !self.short {
            return goal;
        }
        match self.label {
            Label::Toward { .. } | Label::Foe(_) => goal,
            Label::Side { .. } | Label::Edge { .. } | Label::Gap { .. } => {
                format!("towards the {goal}")
            }
            _ => format!("towards {goal}"),
        }
    }
}

/// All candidates for an element, standing still first.
pub fn candidates(table: &Table, search: &Search<'_>) -> Vec<Candidate> {
    let terms = &search.terms;
    let Some(&lead) = terms.starts.first() else { return Vec::new() };
    let mut list = List { table, terms, floods: Vec::new(), found: Vec::new(), ends: Vec::new() };
    let stay = vec![Path::default(); terms.starts.len()];
    list.add(stay, Label::Stay, false);
    let watched = Watched::new(&table.lattice, terms);
    for &start in terms.starts {
        let mut flood = Flood::default();
        flood.run(table, terms, start, &watched);
        list.floods.push(flood);
    }
    let mut classes: Vec<std::vec::IntoIter<Goal>> = Vec::new();
    for class in search.classes {
        classes.push(goals(table, search, lead, *class).into_iter());
    }
    let most = table.legend.movement.most_candidates;
    while list.found.len() < most && !classes.is_empty() {
        // Each class in turn gives one candidate, if it still can.
        classes.retain_mut(|class| {
            class.by_ref().any(|goal| list.found.len() < most && list.try_goal(&goal))
        });
    }
    list.found
}

/// Everywhere a figure can come within its allowance: the middle of every square inch, with what it costs. For showing.
pub fn reach(table: &Table, terms: &Terms<'_>, start: Spot) -> Vec<(Spot, Units)> {
    let mut flood = Flood::default();
    flood.run(table, terms, start, &Watched::new(&table.lattice, terms));
    flood.reached(table).collect()
}

/// The list that is being made.
struct List<'l> {
    table: &'l Table,
    terms: &'l Terms<'l>,
    floods: Vec<Flood>,
    found: Vec<Candidate>,
    /// Where the figures of those found end.
    ends: Vec<Slots>,
}

impl List<'_> {
    /// Judges a move and keeps it, unless it is there already.
    fn add(&mut self, paths: Vec<Path>, label: Label, short: bool) -> bool {
        let ends: Slots =
            paths.iter().zip(self.terms.starts).map(|(path, &start)| path.end(start)).collect();
        if self.ends.contains(&ends) {
            return false;
        }
        match judge(self.table, self.terms, &paths) {
            Ok(judged) => {
                self.ends.push(ends);
                self.found.push(Candidate { paths, label, short, judged });
                true
            }
            Err(_) => false,
        }
    }

    /// Goes for a goal, pulled back where somebody cannot come along.
    fn try_goal(&mut self, goal: &Goal) -> bool {
        if goal.label == Label::Off {
            return self.leave();
        }
        let mut goal = *goal;
        let start = self.terms.starts[0];
        let lead = loop {
            match self.floods[0].path(self.table, self.terms, goal.spot) {
                Some(it) => break it,
                // A direction goes as far as it goes; anything else that is out of reach is another turn's business.
                None if matches!(goal.label, Label::Toward { .. } | Label::Foe(_)) => {
                    let back = length(start.point(), goal.spot.point()) - INCH;
                    if back < INCH || goal.short && back < self.terms.allowance / 2 {
                        return false;
                    }
                    let way = scaled(start.point(), goal.spot.point(), back);
                    let spot = self.table.snap(Point::new(start.x + way.x, start.y + way.y));
                    goal = Goal { spot: spot.on(start.floor), short: true, ..goal };
                }
                None => return false,
            }
        };
        let whole: Units = lead.legs(start).map(|(a, b)| length(a.point(), b.point())).sum();
        for pull in 0..=PULLS {
            if 0 < pull {
                let left = whole - pull * INCH;
                if left <= 0 {
                    return false;
                }
                let back = self.table.checkpoint(start, &lead, left as u32, whole as u32);
                let spot = self.table.snap(back.point()).on(back.floor);
                goal = Goal { spot, row: None, short: true, ..goal };
            }
            let (a, b) = lead.legs(start).last().unwrap_or((start, goal.spot));
            if let Some(paths) = self.gather(&goal, (a.point(), b.point())) {
                return self.add(paths, goal.label, goal.short);
            }
        }
        false
    }

    /// Everybody to his slot around a goal, in the first shape that is possible there.
    fn gather(&self, goal: &Goal, (a, b): (Point, Point)) -> Option<Vec<Path>> {
        let back = scaled(b, a, INCH);
        let row = goal.row.map(Formation::Row);
        let column = (back != Point::default()).then_some(Formation::Column(back));
        let count = self.terms.starts.len();
        let mut shapes = row.into_iter().chain(column).chain([Formation::Cluster]);
        let others = self.terms.others;
        let slots =
            shapes.find_map(|it| slots(self.table, goal.spot, it, count, others, &|_| true))?;
        let slots = assign(self.terms.starts, &slots);
        // Who has the farthest to go is asked first: if anybody cannot come along it is he.
        let far = |it: &usize| self.terms.starts[*it].point().squared(slots[*it].point());
        let mut order: SmallVec<[usize; 8]> = (0..count).collect();
        order.sort_by_key(|it| std::cmp::Reverse(far(it)));
        let mut paths = vec![Path::default(); count];
        for it in order {
            paths[it] = self.floods[it].path(self.table, self.terms, slots[it])?;
        }
        Some(paths)
    }

    /// Everybody off the table, each by the nearest point of an exit.
    fn leave(&mut self) -> bool {
        let mut paths = Vec::new();
        for (flood, start) in self.floods.iter().zip(self.terms.starts) {
            let feet = self.terms.exits.iter().map(|&(a, b)| foot(a, b, start.point()));
            let nearest = feet.min_by_key(|it| (it.squared(start.point()), *it));
            let path = nearest.and_then(|it| flood.path(self.table, self.terms, it.ground()));
            paths.extend(path);
        }
        self.add(paths, Label::Off, false)
    }
}

/// The point of a straight stretch of the edge nearest to a point. Edges of a table run along an axis.
fn foot(a: Point, b: Point, p: Point) -> Point {
    let held = |it: Units, a: Units, b: Units| at_most(at_least(it, at_most(a, b)), at_least(a, b));
    let it = Point::new(held(p.x, a.x, b.x), held(p.y, a.y, b.y));
    if on_segment(a, b, it) { it } else { a }
}

/// Candidates for an assault or a reaction: each figure beside one of these enemies if it can, else as near as it gets.
///
/// There is one candidate for each enemy figure that is gone for first.
pub fn assault_candidates(table: &Table, terms: &Terms<'_>, enemies: &[Spot]) -> Vec<Candidate> {
    let mut list = List { table, terms, floods: Vec::new(), found: Vec::new(), ends: Vec::new() };
    let watched = Watched::new(&table.lattice, terms);
    for &start in terms.starts {
        let mut flood = Flood::default();
        flood.run(table, terms, start, &watched);
        list.floods.push(flood);
    }
    for (n, &first) in enemies.iter().enumerate() {
        if list.found.len() == table.legend.movement.most_candidates {
            break;
        }
        let mut taken: Vec<Spot> = Vec::new();
        for flood in &list.floods {
            let rest = enemies.iter().filter(|&&it| it != first).copied();
            let mut order = std::iter::once(first).chain(rest);
            let free = |it: &Spot| {
                table.place(*it).is_ok()
                    && apart(table, *it, terms.others).is_ok()
                    && apart(table, *it, &taken).is_ok()
            };
            let beside = order.find_map(|foe| {
                let around = Compass::all().step_by(2).map(|it| contact(table, foe, it));
                let cost = |it: Spot| flood.cost(table, terms, it).map(|cost| (cost, it));
                let good = around.filter(|it| table.holds(it.point())).filter(free);
                good.filter(|it| !table.parted(*it, foe)).filter_map(cost).min().map(|it| it.1)
            });
            let near = || {
                let apart = |it: &Spot| (it.point().squared(first.point()), *it);
                flood.reached(table).map(|it| it.0).filter(free).min_by_key(apart)
            };
            let stay = terms.starts[taken.len()];
            taken.push(beside.or_else(near).unwrap_or(stay));
        }
        let paths: Option<Vec<Path>> = list
            .floods
            .iter()
            .zip(&taken)
            .map(|(flood, &it)| flood.path(table, terms, it))
            .collect();
        if let Some(paths) = paths {
            list.add(paths, Label::Foe(n), false);
        }
    }
    let stay = vec![Path::default(); terms.starts.len()];
    list.add(stay, Label::Stay, false);
    list.found
}

/// A point beside an enemy.
fn contact(table: &Table, foe: Spot, compass: Compass) -> Spot {
    let (dx, dy) = compass.way();
    let part = |it: i32| it * table.legend.movement.assault_place / INCH;
    Spot { x: foe.x + part(dx), y: foe.y + part(dy), floor: foe.floor }
}

/// Places to set up in a zone: sites of cover, then the open. Those that conceal come first if that is wished.
pub fn places(
    table: &Table,
    zones: &[&Polygon],
    count: usize,
    others: &[Spot],
    concealed: bool,
) -> Vec<(Vec<Spot>, Label)> {
    let sites = &table.sites;
    let covered = sites.lining.iter().chain(&sites.edges).map(|it| (it.spot, it.label));
    let columns = table.size.x / OPEN;
    let rows = table.size.y / OPEN;
    let open = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let open = open.map(|(column, row)| {
        (Point::new(column * OPEN + OPEN / 2, row * OPEN + OPEN / 2).ground(), Label::Open)
    });
    let in_zone = |it: Spot, zone: &Polygon| zone.contains(it.point());
    let mut wished: Vec<(Spot, Label)> =
        covered.chain(open).filter(|it| zones.iter().any(|zone| in_zone(it.0, zone))).collect();
    if concealed {
        wished.sort_by_key(|it| !table.conceals(it.0));
    }
    // The whole zone should be in the list: of so many places every n-th, then those between.
    let most = table.legend.movement.most_candidates;
    let stride = at_least(wished.len() / at_least(most, 1), 1);
    let order = (0..stride).flat_map(|first| (first..wished.len()).step_by(stride));
    let mut found: Vec<(Vec<Spot>, Label)> = Vec::new();
    for (at, label) in order.map(|it| wished[it]) {
        if found.len() == most {
            break;
        }
        let settled = zones.iter().find_map(|zone| table.settle(at, count, others, Some(zone)));
        if let Some(it) = settled
            && !found.iter().any(|before| before.0 == it)
        {
            found.push((it, label));
        }
    }
    if found.is_empty() {
        let squeezed = zones.iter().find_map(|zone| squeezed(table, zone, count, others));
        found.extend(squeezed.map(|it| (it, Label::Open)));
    }
    found
}

/// Room for an element where no formation has any: place after place of a fine grid, as close as figures may stand.
fn squeezed(table: &Table, zone: &Polygon, count: usize, others: &[Spot]) -> Option<Vec<Spot>> {
    let (from, to) = zone.bounds();
    let rows = (from.y..=to.y).step_by(FINE as usize);
    let grid = rows.flat_map(|y| (from.x..=to.x).step_by(FINE as usize).map(move |x| (x, y)));
    let free: Vec<Spot> = grid
        .map(|(x, y)| Point::new(x, y).ground())
        .filter(|it| zone.contains(it.point()) && table.holds(it.point()))
        .filter(|it| table.place(*it).is_ok() && apart(table, *it, others).is_ok())
        .collect();
    let reach = table.legend.figures.coherency;
    free.iter().take(SQUEEZES).find_map(|first| {
        let mut taken = vec![*first];
        while taken.len() < count {
            let linked = |it: &&Spot| taken.iter().any(|at| within(at.point(), it.point(), reach));
            let next = free.iter().filter(linked).find(|it| apart(table, **it, &taken).is_ok());
            taken.push(*next?);
        }
        Some(taken)
    })
}
