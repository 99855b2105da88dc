//! Where the first figure of an element might go, class by class, each class in a fixed order.

use crate::{
    candidates::{Class, Search},
    geometry::{INCH, Point, Spot, Units, at_least, at_most, length, within},
    label::{Compass, Label, Shape},
    lattice::Lattice,
    sites::{Site, scaled},
    table::Table,
};

/// An enemy is approached to this.
const SHORT: Units = 3 * INCH;
/// Somewhere for the first figure to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) spot: Spot,
    /// One inch along what it lines.
    pub(crate) row: Option<Point>,
    pub(crate) label: Label,
    /// It is only on the way to what it is named for.
    pub(crate) short: bool,
}

/// The goals of a class, in a fixed order.
pub(crate) fn goals(table: &Table, search: &Search<'_>, lead: Spot, class: Class) -> Vec<Goal> {
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
