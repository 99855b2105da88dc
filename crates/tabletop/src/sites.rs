//! Places worth going to, worked out once for a table: along obstacles that give cover, just inside areas and buildings that
//! do, and in gaps between obstacles.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    geometry::{INCH, Point, Spot, Units, at_least, cross, dot, length, near, within},
    label::{Compass, Label},
    legend::Cover,
    polygon::Polygon,
    table::{Obstacle, Piece, Table},
};

/// Sites stand so far apart along what they line.
const EVERY: Units = 2 * INCH;
/// Who lines an obstacle stands so far off it.
const OFF: Units = INCH / 2;
/// Sites of an area are so far inside; half as far where it is narrow.
const INSIDE: Units = INCH;
/// An opening up to this wide is a gap.
const GAP: Units = 4 * INCH;

/// A table that has more than this is a joke; the rest are left out.
const MOST_SITES: usize = 20_000;

/// A place worth going to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) spot: Spot,
    /// One inch along what it lines; 0 for a gap.
    pub(crate) row: Point,
    pub(crate) label: Label,
    /// Sites with the same label have the same group, counted from 0.
    pub(crate) group: usize,
}

/// All sites of a table, by class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    pub(crate) lining: Vec<Site>,
    pub(crate) edges: Vec<Site>,
    pub(crate) gaps: Vec<Site>,
}

impl Sites {
    pub(crate) fn new(table: &Table) -> Sites {
        let mut sites = Sites { lining: lining(table), edges: edges(table), gaps: gaps(table) };
        for class in [&mut sites.lining, &mut sites.edges, &mut sites.gaps] {
            tidy(table, class);
        }
        sites
    }
}

fn lining(table: &Table) -> Vec<Site> {
    let mut sites = Vec::new();
    for (obstacle, it) in table.obstacles().iter().enumerate() {
        if table.obstacle_kind(obstacle).cover == Cover::default() {
            continue;
        }
        for (p, q) in it.edges() {
            let row = scaled(p, q, INCH);
            let side = scaled(p, q, OFF);
            for at in every(p, q) {
                // Left of the edge, then right of it.
                for (dx, dy) in [(-side.y, side.x), (side.y, -side.x)] {
                    let spot = table.snap(Point::new(at.x + dx, at.y + dy)).ground();
                    let compass = Compass::of(dx.into(), dy.into());
                    let label = Label::Side { obstacle, compass };
                    if table.building_at(spot.point()).is_none() {
                        sites.push(Site { spot, row, label, group: 0 });
                    }
                }
            }
        }
    }
    sites
}

fn edges(table: &Table) -> Vec<Site> {
    let mut sites = Vec::new();
    for (n, it) in table.areas().iter().enumerate() {
        let kind = table.area_kind(n);
        if Cover::default() < kind.cover && kind.cost.is_some() {
            inside(table, Piece::Area(n), &it.outline, 1, &mut sites);
        }
    }
    for (n, it) in table.buildings().iter().enumerate() {
        inside(table, Piece::Building(n), &it.outline, it.floors, &mut sites);
    }
    sites
}

fn inside(table: &Table, piece: Piece, outline: &Polygon, floors: u8, sites: &mut Vec<Site>) {
    for (p, q) in outline.edges() {
        let row = scaled(p, q, INCH);
        for at in every(p, q) {
            for depth in [INSIDE, INSIDE / 2] {
                let side = scaled(p, q, depth);
                let (dx, dy) =
                    if outline.turns_left() { (-side.y, side.x) } else { (side.y, -side.x) };
                let there = table.snap(Point::new(at.x + dx, at.y + dy));
                if !outline.contains(there) || outline.on_outline(there) {
                    continue;
                }
                let compass = Compass::of(-i64::from(dx), -i64::from(dy));
                for floor in 0..floors {
                    let label = Label::Edge { piece, compass, floor };
                    sites.push(Site { spot: there.on(floor), row, label, group: 0 });
                }
                break;
            }
        }
    }
}

/// An opening lies between two ends if no other end and no obstacle comes into the circle between them: what is wider than a
/// nearer way past is none.
fn gaps(table: &Table) -> Vec<Site> {
    let mut ends: Vec<(Point, usize)> = Vec::new();
    for (n, it) in table.obstacles().iter().enumerate() {
        ends.extend([it.points.first(), it.points.last()].into_iter().flatten().map(|&p| (p, n)));
    }
    let mut sites = Vec::new();
    let mut looks = 0;
    for (n, &(b, second)) in ends.iter().enumerate() {
        for &(a, first) in &ends[..n] {
            if a == b || !within(a, b, GAP) || looks == MOST_SITES {
                continue;
            }
            looks += 1;
            let between = |it: &(Point, usize)| dot(it.0, a, b) < 0;
            let middle = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
            let stands = |it: &Obstacle| it.edges().any(|(p, q)| near(p, q, middle, OFF / 2));
            if !ends.iter().any(between) && !table.obstacles().iter().any(stands) {
                let label = Label::Gap { between: [first, second] };
                let (spot, row) = (table.snap(middle).ground(), Point::default());
                sites.push(Site { spot, row, label, group: 0 });
            }
        }
    }
    sites
}

/// Drops places where nobody may stand and those that are there already, and numbers the groups.
fn tidy(table: &Table, sites: &mut Vec<Site>) {
    let mut kept: Vec<Site> = Vec::new();
    let mut spots: BTreeSet<Spot> = BTreeSet::new();
    let mut labels: BTreeMap<Label, usize> = BTreeMap::new();
    for &site in sites.iter().take(MOST_SITES) {
        if !spots.insert(site.spot) || table.place(site.spot).is_err() {
            continue;
        }
        let next = labels.len();
        let group = *labels.entry(site.label).or_insert(next);
        kept.push(Site { group, ..site });
    }
    *sites = kept;
}

/// Points along an edge: an inch from its start and then every two; the middle of a short one.
fn every(p: Point, q: Point) -> impl Iterator<Item = Point> {
    let long = length(p, q);
    let count = at_least(long / EVERY, 1);
    let first = if long < EVERY { long / 2 } else { EVERY / 2 };
    (0..count).map(move |it| {
        let way = scaled(p, q, first + it * EVERY);
        Point::new(p.x + way.x, p.y + way.y)
    })
}

/// So much of the way from one point to another, to the nearest unit.
pub(crate) fn scaled(p: Point, q: Point, r: Units) -> Point {
    let long = i64::from(at_least(length(p, q), 1));
    let part = |it: Units| {
        let twice = 2 * i64::from(it) * i64::from(r) + long;
        twice.div_euclid(2 * long) as Units
    };
    Point::new(part(q.x - p.x), part(q.y - p.y))
}

impl Table {
    /// The nearest point of the lattice of goals.
    pub(crate) fn snap(&self, p: Point) -> Point {
        let wide = at_least(self.legend.movement.lattice, 1);
        let near = |it: Units| (it + wide / 2).div_euclid(wide) * wide;
        Point::new(near(p.x), near(p.y))
    }

    /// One inch along the nearest obstacle that a figure here lines, or the wall of its room; nothing if there is none.
    pub(crate) fn row_at(&self, spot: Spot) -> Option<Point> {
        let p = spot.point();
        let r = self.legend.sight.lining;
        let mut edges: Vec<(Point, Point)> = Vec::new();
        if let Some(it) = self.building_at(p) {
            edges.extend(self.buildings[it].outline.edges());
        } else {
            for it in self.grid.around(p, r).obstacles() {
                if Cover::default() < self.obstacle_kind(it).cover {
                    edges.extend(self.obstacles[it].edges());
                }
            }
        }
        // The nearest, measured by the square of the distance to the edge.
        let apart = |a: Point, b: Point| {
            let off = i128::from(cross(a, b, p));
            off * off / i128::from(at_least(a.squared(b), 1))
        };
        let lined = edges.into_iter().filter(|&(a, b)| near(a, b, p, r));
        lined.min_by_key(|&(a, b)| apart(a, b)).map(|(a, b)| scaled(a, b, INCH))
    }
}
