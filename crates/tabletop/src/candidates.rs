//! A finite list of sensible moves for an element.
//!
//! Goals for the first figure come in classes: to line an obstacle, to stand just inside cover, in a gap, at an objective, in
//! sixteen directions, up to an enemy, and the present place in another shape. Around a goal the others find their slots;
//! each figure walks its cheapest way; and what the judge refuses is not in the list. Classes are taken in turn, so that none
//! crowds out the others, and within a class every wall and every edge gets its nearest place first.
//!
//! The list depends on nothing but what is handed in: who must not know of a hidden enemy does not hand him in.

use crate::{
    formation::{Formation, assign, slots},
    geometry::{INCH, Point, Spot, Units, at_least, at_most, length, on_segment, within},
    judge::{Judged, Terms, apart, judge},
    label::{Compass, Label, Shape},
    lattice::{Flood, Lattice, Watched},
    path::Path,
    polygon::Polygon,
    sites::{Site, scaled},
    table::Table,
};

/// An enemy is approached to this.
const SHORT: Units = 3 * INCH;
/// A goal is pulled back so often, an inch each time.
const PULLS: i32 = 4;
/// Places to set up in the open are so far apart.
const OPEN: Units = 4 * INCH;

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
    goals: Vec<(Spot, Vec<Units>)>,
}

impl Guide {
    /// A guide to these objectives.
    pub fn new(table: &Table, objectives: &[Spot]) -> Guide {
        Guide { goals: objectives.iter().map(|&it| (it, table.lattice.field(table, it))).collect() }
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
    let mut list = List { table, terms, floods: Vec::new(), found: Vec::new() };
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

/// Somewhere for the first figure to go.
#[derive(Clone, Copy, Debug)]
struct Goal {
    spot: Spot,
    row: Option<Point>,
    label: Label,
    short: bool,
}

/// The goals of a class, in a fixed order.
fn goals(table: &Table, search: &Search<'_>, lead: Spot, class: Class) -> Vec<Goal> {
    let reach = search.terms.allowance;
    match class {
        Class::Lining => nearest_first(&table.sites.lining, lead, reach),
        Class::Edge => nearest_first(&table.sites.edges, lead, reach),
        Class::Gap => nearest_first(&table.sites.gaps, lead, reach),
        Class::Objective => objectives(table, search, lead),
        Class::Compass => compass(table, search, lead),
        Class::Assault => assaults(table, search, lead),
        Class::Keep => shapes(table, lead),
        Class::Exit => {
            let off = Goal { spot: lead, row: None, label: Label::Off, short: false };
            search.terms.exits.first().map(|_| off).into_iter().collect()
        }
    }
}

/// The sites in reach: of every group the nearest, then of every group the second, and so on.
fn nearest_first(sites: &[Site], lead: Spot, reach: Units) -> Vec<Goal> {
    let near = sites.iter().filter(|it| within(it.spot.point(), lead.point(), reach));
    let apart = |it: &Site| it.spot.point().squared(lead.point());
    let mut near: Vec<(usize, i64, &Site)> = near.map(|it| (0, apart(it), it)).collect();
    near.sort_by_key(|it| (it.1, it.2.spot));
    let mut before = vec![0; near.iter().fold(0, |most, it| at_least(most, it.2.group + 1))];
    for (rank, _, site) in &mut near {
        *rank = before[site.group];
        before[site.group] += 1;
    }
    near.sort_by_key(|it| (it.0, it.1, it.2.spot));
    let goal = |it: &Site| Goal {
        spot: it.spot,
        row: (it.row != Point::default()).then_some(it.row),
        label: it.label,
        short: false,
    };
    near.into_iter().map(|it| goal(it.2)).collect()
}

/// Each objective, or the last place on the cheapest way to it that is within reach.
fn objectives(table: &Table, search: &Search<'_>, lead: Spot) -> Vec<Goal> {
    let mut goals = Vec::new();
    let lattice = &table.lattice;
    for (n, (at, field)) in search.guide.goals.iter().enumerate() {
        let label = Label::Objective(n);
        let marker = Spot { floor: at.floor, ..table.snap(at.point()).ground() };
        goals.push(Goal { spot: marker, row: None, label, short: false });
        goals.extend(on_the_way(lattice, field, lead, search.terms.allowance).map(|spot| Goal {
            spot,
            row: None,
            label,
            short: true,
        }));
    }
    goals
}

fn on_the_way(lattice: &Lattice, field: &[Units], lead: Spot, allowance: Units) -> Option<Spot> {
    let mut node = lattice.nearest(lead)?;
    let first = node;
    let far = field[node as usize];
    while let Some(next) = lattice.downhill(field, node) {
        // The lead has to come to the first node, too: an inch is left for that.
        if allowance - INCH < far - field[next as usize] {
            break;
        }
        node = next;
    }
    (node != first).then(|| lattice.spot(node))
}

/// Sixteen directions, all the way and half of it.
fn compass(table: &Table, search: &Search<'_>, lead: Spot) -> Vec<Goal> {
    let mut goals = Vec::new();
    let wide = at_least(table.legend.movement.lattice, 1);
    for half in [false, true] {
        let far = if half { search.terms.allowance / 2 } else { search.terms.allowance };
        for compass in Compass::all() {
            let (dx, dy) = compass.way();
            // Toward the start, so that the goal is not beyond the allowance.
            let toward = |from: Units, way: i32, size: Units| {
                let there = from + (i64::from(way) * i64::from(far) / i64::from(INCH)) as Units;
                let held = at_most(at_least(there, 0), size);
                let step = held.div_euclid(wide) * wide;
                if step < from && step != held { step + wide } else { step }
            };
            let at = Point::new(toward(lead.x, dx, table.size.x), toward(lead.y, dy, table.size.y));
            if at != lead.point() {
                let label = Label::Toward { compass, half };
                goals.push(Goal { spot: at.on(lead.floor), row: None, label, short: false });
            }
        }
    }
    goals
}

/// Short of the nearest figure of each enemy element, on the straight line to it.
fn assaults(table: &Table, search: &Search<'_>, lead: Spot) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (n, figures) in search.foes.iter().enumerate() {
        let nearest = figures.iter().min_by_key(|it| (it.point().squared(lead.point()), **it));
        let Some(foe) = nearest else { continue };
        let far = length(lead.point(), foe.point());
        if far <= SHORT {
            continue;
        }
        let step = at_most(far - SHORT, search.terms.allowance);
        let way = scaled(lead.point(), foe.point(), step);
        let spot = table.snap(Point::new(lead.x + way.x, lead.y + way.y)).on(lead.floor);
        goals.push(Goal { spot, row: None, label: Label::Foe(n), short: step < far - SHORT });
    }
    goals
}

/// The present place in other shapes.
fn shapes(table: &Table, lead: Spot) -> Vec<Goal> {
    let shape = |shape, row| Goal { spot: lead, row, label: Label::Shape(shape), short: false };
    let lined = table.row_at(lead).map(|it| shape(Shape::Lining, Some(it)));
    lined
        .into_iter()
        .chain([
            shape(Shape::EastWest, Some(Point::new(INCH, 0))),
            shape(Shape::NorthSouth, Some(Point::new(0, INCH))),
            shape(Shape::Cluster, None),
        ])
        .collect()
}

/// The list that is being made.
struct List<'l> {
    table: &'l Table,
    terms: &'l Terms<'l>,
    floods: Vec<Flood>,
    found: Vec<Candidate>,
}

impl List<'_> {
    /// Judges a move and keeps it, unless it is there already.
    fn add(&mut self, paths: Vec<Path>, label: Label, short: bool) -> bool {
        let starts = self.terms.starts;
        let ends = |paths: &[Path]| -> Vec<Spot> {
            paths.iter().zip(starts).map(|(path, &start)| path.end(start)).collect()
        };
        let these = ends(&paths);
        if self.found.iter().any(|it| ends(&it.paths) == these) {
            return false;
        }
        match judge(self.table, self.terms, &paths) {
            Ok(judged) => {
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
        // Dear legs come last: first ask whether everybody is near enough at all.
        for (start, slot) in self.terms.starts.iter().zip(&slots) {
            if !within(start.point(), slot.point(), self.terms.allowance) {
                return None;
            }
        }
        self.floods
            .iter()
            .zip(&slots)
            .map(|(flood, &slot)| flood.path(self.table, self.terms, slot))
            .collect()
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
    let mut list = List { table, terms, floods: Vec::new(), found: Vec::new() };
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
    found
}
