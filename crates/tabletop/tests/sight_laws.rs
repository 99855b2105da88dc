//! Sight on the shipped tables: the same both ways, the same wherever the table lies, and what plain arithmetic says.

mod common;

use common::{Random, SHIPPED, legend, shipped};
use tabletop::{Conditions, INCH, Point, Sight, Smoke, Spot, Table, TableFile};

/// A million pairs a table in release, fewer without optimisation.
const PAIRS: usize = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };

#[test]
fn blocking_and_hindrances_are_the_same_both_ways() {
    for name in SHIPPED {
        let table = shipped(name);
        let mut random = Random(1);
        let (mut clear, mut hindered) = (0, 0);
        for _ in 0..PAIRS {
            let (a, b) = (random.spot(&table), random.spot(&table));
            let smoke = [cloud(&mut random, &table, 2), cloud(&mut random, &table, 4)];
            let conditions = Conditions { smoke: &smoke, visibility: Some(40 * INCH) };
            let there = table.sight(a, b, conditions);
            assert_eq!(there, table.sight(b, a, conditions), "{name}: {a:?} {b:?}");
            clear += usize::from(there != Sight::Blocked);
            hindered += usize::from(matches!(there, Sight::Clear { hindrances: 1.. }));
        }
        // The law would hold on a table where nobody sees anybody.
        assert!(
            PAIRS / 50 < hindered && hindered < clear && clear < PAIRS,
            "{name}: {clear} {hindered}"
        );
    }
}

fn cloud(random: &mut Random, table: &Table, hindrances: u8) -> Smoke {
    Smoke { at: random.point(table), radius: 3 * INCH, hindrances }
}

#[test]
fn the_reasons_come_to_what_is_seen() {
    for name in SHIPPED {
        let table = shipped(name);
        let mut random = Random(2);
        for _ in 0..PAIRS / 10 {
            let (a, b) = (random.spot(&table), random.spot(&table));
            let conditions = Conditions::default();
            let why = table.explain(a, b, conditions);
            assert_eq!(why.sight, table.sight(a, b, conditions), "{name}: {a:?} {b:?}");
            let sum: u32 = why.reasons.iter().map(|it| u32::from(it.hindrances)).sum();
            assert_eq!(sum, why.hindrances);
            if let Sight::Clear { hindrances } = why.sight {
                assert_eq!(u32::from(hindrances), sum);
            }
        }
    }
}

/// The whole inches of a table's file, moved about.
fn moved(name: &str, change: impl Fn([i32; 2]) -> [i32; 2], size: [u16; 2]) -> Table {
    let path = common::modules().join(format!("platoon-actions/tables/{name}.toml"));
    let mut file: TableFile = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file.size = size;
    let corners = file.hill.iter_mut().map(|it| &mut it.outline);
    let corners = corners.chain(file.area.iter_mut().map(|it| &mut it.outline));
    let corners = corners.chain(file.line.iter_mut().map(|it| &mut it.points));
    for list in corners.chain(file.building.iter_mut().map(|it| &mut it.outline)) {
        list.iter_mut().for_each(|it| *it = change(*it));
    }
    file.build(legend()).unwrap()
}

/// A corner lies on the line: there the rule of the left decides, and left is not left in a mirror.
fn meets_a_corner(table: &Table, a: Spot, b: Spot) -> bool {
    let line = tabletop::Line::new(a.point(), b.point());
    let obstacles = table.obstacles().iter().flat_map(|it| &it.points);
    let areas = table.areas().iter().flat_map(|it| it.outline.corners());
    let hills = table.hills().iter().flat_map(|it| it.outline.corners());
    let buildings = table.buildings().iter().flat_map(|it| it.outline.corners());
    obstacles.chain(areas).chain(hills).chain(buildings).any(|&it| line.side(it) == 0)
}

#[test]
fn a_table_moved_aside_is_the_same_table() {
    for name in SHIPPED {
        let table = shipped(name);
        let [width, height] = [table.size().x / INCH, table.size().y / INCH];
        let (dx, dy) = (7, 5);
        let size = [(width + 11) as u16, (height + 9) as u16];
        let other = moved(name, |[x, y]| [x + dx, y + dy], size);
        let shift = |it: Spot| Spot { x: it.x + dx * INCH, y: it.y + dy * INCH, ..it };
        let mut random = Random(3);
        for _ in 0..PAIRS / 4 {
            let (a, b) = (random.spot(&table), random.spot(&table));
            let conditions = Conditions::default();
            assert_eq!(
                table.sight(a, b, conditions),
                other.sight(shift(a), shift(b), conditions),
                "{name}: {a:?} {b:?}"
            );
            assert_eq!(table.cover(a, b).cover, other.cover(shift(a), shift(b)).cover);
        }
    }
}

#[test]
fn a_table_turned_or_mirrored_is_the_same_table() {
    for name in SHIPPED {
        let table = shipped(name);
        let size = table.size();
        let [width, height] = [size.x / INCH, size.y / INCH];
        let upright = [width as u16, height as u16];
        let turned = [height as u16, width as u16];
        let turn = |[x, y]: [i32; 2]| [height - y, x];
        let mirror = |[x, y]: [i32; 2]| [width - x, y];
        let quarter = moved(name, turn, turned);
        let mirrored = moved(name, mirror, upright);
        let mut random = Random(4);
        let mut compared = 0;
        for _ in 0..PAIRS / 4 {
            let (a, b) = (random.spot(&table), random.spot(&table));
            if meets_a_corner(&table, a, b) {
                continue;
            }
            compared += 1;
            let conditions = Conditions::default();
            let here = table.sight(a, b, conditions);
            let turn = |it: Spot| Spot { x: size.y - it.y, y: it.x, ..it };
            let mirror = |it: Spot| Spot { x: size.x - it.x, ..it };
            assert_eq!(here, quarter.sight(turn(a), turn(b), conditions), "{name}: {a:?} {b:?}");
            assert_eq!(
                here,
                mirrored.sight(mirror(a), mirror(b), conditions),
                "{name}: {a:?} {b:?}"
            );
            assert_eq!(table.cover(a, b).cover, quarter.cover(turn(a), turn(b)).cover);
            assert_eq!(table.cover(a, b).cover, mirrored.cover(mirror(a), mirror(b)).cover);
        }
        assert!(PAIRS / 8 < compared);
    }
}

/// Sight by floating point, sampled along the line and written without a look at the library: what a person with a ruler would
/// find. It says nothing where a hair would tip it.
mod ruler {
    use super::*;
    use tabletop::{AreaSight, ObstacleSight, Polygon};

    type P = (f64, f64);

    fn p(it: Point) -> P {
        (f64::from(it.x) / 256.0, f64::from(it.y) / 256.0)
    }

    fn inside(outline: &Polygon, (x, y): P) -> bool {
        let corners: Vec<P> = outline.corners().iter().map(|&it| p(it)).collect();
        let mut inside = false;
        for n in 0..corners.len() {
            let (a, b) = (corners[n], corners[(n + 1) % corners.len()]);
            if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 {
                inside = !inside;
            }
        }
        inside
    }

    fn distance(a: P, b: P, (x, y): P) -> f64 {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let t = (((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        ((a.0 + t * dx - x).powi(2) + (a.1 + t * dy - y).powi(2)).sqrt()
    }

    fn level(table: &Table, at: P) -> f64 {
        let here = table.hills().iter().filter(|it| inside(&it.outline, at));
        here.map(|it| f64::from(it.level)).fold(0.0, f64::max)
    }

    /// The fraction of the line a-b where it meets c-d.
    fn meets(a: P, b: P, c: P, d: P) -> Option<f64> {
        let (rx, ry, sx, sy) = (b.0 - a.0, b.1 - a.1, d.0 - c.0, d.1 - c.1);
        let down = rx * sy - ry * sx;
        let t = ((c.0 - a.0) * sy - (c.1 - a.1) * sx) / down;
        let u = ((c.0 - a.0) * ry - (c.1 - a.1) * rx) / down;
        (down != 0.0 && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some(t)
    }

    /// The blocked state and hindrances; none where it is too close to call.
    pub(super) fn sight(table: &Table, first: Spot, last: Spot) -> Option<Sight> {
        let (a, b) = (p(first.point()), p(last.point()));
        let long = ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt();
        let on_outline = |it: Spot| {
            let areas = table.areas().iter().map(|it| &it.outline);
            let hills = table.hills().iter().map(|it| &it.outline);
            areas.chain(hills).any(|outline| outline.outline_near(it.point(), 2))
        };
        if long < 0.1 || on_outline(first) || on_outline(last) {
            return None;
        }
        let close = |x: f64, y: f64| (x - y).abs() < 0.02;
        let at = |t: f64| (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1));
        let room = |it: P| table.buildings().iter().position(|house| inside(&house.outline, it));
        let rooms = [room(a), room(b)];
        let eye = |room: Option<usize>, it: P, floor: u8| match room {
            Some(n) => 2.0 * (f64::from(table.buildings()[n].base) + f64::from(floor)) + 1.0,
            None => 2.0 * level(table, it) + 1.0,
        };
        let eyes = [eye(rooms[0], a, first.floor), eye(rooms[1], b, last.floor)];
        let height = |t: f64| eyes[0] + t * (eyes[1] - eyes[0]);
        const STEPS: usize = 4000;
        if rooms[0].is_some() && rooms[0] == rooms[1] {
            // The shipped houses have no yards: a line in one stays in it.
            let same = first.floor == last.floor;
            return Some(if same { Sight::Clear { hindrances: 0 } } else { Sight::Blocked });
        }
        let mut hindrances = 0;
        let mut blocked = false;
        // Houses and hills, sample by sample.
        for (n, house) in table.buildings().iter().enumerate() {
            let top = 2.0 * (f64::from(house.base) + f64::from(house.floors));
            let samples: Vec<bool> = (0..=STEPS)
                .map(|it| inside(&house.outline, at(it as f64 / STEPS as f64)))
                .collect();
            let mut from = 0;
            let mut to = STEPS;
            for (end, centre) in [(0, a), (1, b)] {
                if rooms[end] != Some(n) {
                    continue;
                }
                let leaves = if end == 0 {
                    samples.iter().position(|it| !it).unwrap_or(STEPS)
                } else {
                    samples.iter().rposition(|it| !it).unwrap_or(0)
                };
                if end == 0 {
                    from = leaves
                } else {
                    to = leaves
                }
                let t = leaves as f64 / STEPS as f64;
                let way = if end == 0 { t * long } else { (1.0 - t) * long };
                let corners: Vec<P> = house.outline.corners().iter().map(|&it| p(it)).collect();
                let walls =
                    (0..corners.len()).map(|it| (corners[it], corners[(it + 1) % corners.len()]));
                let wall = walls
                    .min_by(|x, y| {
                        let off = |it: &(P, P)| distance(it.0, it.1, at(t));
                        off(x).total_cmp(&off(y))
                    })
                    .unwrap();
                let stands = distance(wall.0, wall.1, centre);
                if close(way, 2.0) || close(stands, 1.0) || near_corner(&corners, at(t)) {
                    return None;
                }
                blocked |= 2.0 < way || 1.0 < stands;
            }
            let through: Vec<usize> = (from..=to).filter(|&it| samples[it]).collect();
            if !through.is_empty() && through.len() < 4 {
                return None;
            }
            for it in through {
                let above = height(it as f64 / STEPS as f64) - top;
                if above.abs() < 0.005 {
                    return None;
                }
                blocked |= above < 0.0;
            }
        }
        for hill in table.hills() {
            for it in 0..=STEPS {
                let t = it as f64 / STEPS as f64;
                if inside(&hill.outline, at(t)) {
                    let above = height(t) - 2.0 * f64::from(hill.level);
                    if above.abs() < 0.005 {
                        return None;
                    }
                    blocked |= above < 0.0;
                }
            }
        }
        for (n, obstacle) in table.obstacles().iter().enumerate() {
            let kind = table.obstacle_kind(n);
            if kind.sight == ObstacleSight::Free {
                continue;
            }
            let off = |centre: P| {
                let edges = obstacle.edges().map(|(c, d)| distance(p(c), p(d), centre));
                edges.fold(f64::MAX, f64::min)
            };
            for (c, d) in obstacle.edges() {
                let Some(t) = meets(a, b, p(c), p(d)) else { continue };
                let over = height(t) - 2.0 * level(table, at(t)) - f64::from(kind.top);
                if !(over == 0.0 || 0.005 < over.abs()) {
                    return None;
                }
                if 0.0 < over {
                    continue;
                }
                let lines = |room: Option<usize>, centre: P, way: f64| {
                    room.is_none() && off(centre) <= 1.0 && way <= 2.0
                };
                for (centre, way) in [(a, t * long), (b, (1.0 - t) * long)] {
                    if close(off(centre), 1.0) && off(centre) != 1.0 || close(way, 2.0) {
                        return None;
                    }
                }
                if lines(rooms[0], a, t * long) || lines(rooms[1], b, (1.0 - t) * long) {
                    continue;
                }
                match kind.sight {
                    ObstacleSight::Blocks => blocked = true,
                    _ => hindrances += 1,
                }
            }
        }
        for (n, area) in table.areas().iter().enumerate() {
            let kind = table.area_kind(n);
            if kind.sight == AreaSight::Free {
                continue;
            }
            let count = |free_depth: f64| {
                let counts = |it: &usize| {
                    let t = (*it as f64 + 0.5) / STEPS as f64;
                    let free =
                        |centre: P, way: f64| inside(&area.outline, centre) && way < free_depth;
                    let top = 2.0 * level(table, at(t)) + f64::from(kind.top);
                    !free(a, t * long)
                        && !free(b, (1.0 - t) * long)
                        && inside(&area.outline, at(t))
                        && height(t) <= top
                };
                (0..STEPS).filter(counts).count()
            };
            let nearly = count(1.95);
            let count = count(2.0);
            if count == 0 && 0 < nearly {
                return None;
            }
            let depth = count as f64 / STEPS as f64 * long;
            match kind.sight {
                _ if count == 0 => (),
                _ if depth < 0.05 => return None,
                AreaSight::Depth { .. } => {
                    if close(depth % 2.0, 0.0) || close(depth % 2.0, 2.0) {
                        return None;
                    }
                    blocked |= 4.0 < depth;
                    hindrances += (depth / 2.0).ceil() as u32;
                }
                _ => hindrances += 1,
            }
        }
        Some(if blocked || 4 < hindrances {
            Sight::Blocked
        } else {
            Sight::Clear { hindrances: hindrances as u8 }
        })
    }

    fn near_corner(corners: &[P], (x, y): P) -> bool {
        corners.iter().any(|it| ((it.0 - x).powi(2) + (it.1 - y).powi(2)).sqrt() < 0.1)
    }
}

#[test]
fn a_person_with_a_ruler_finds_the_same() {
    let pairs = if cfg!(debug_assertions) { 100 } else { 400 };
    for name in SHIPPED {
        let table = shipped(name);
        let mut random = Random(5);
        let (mut compared, mut clear) = (0, 0);
        for _ in 0..pairs {
            let (a, b) = (random.place(&table), random.place(&table));
            if meets_a_corner(&table, a, b) {
                continue;
            }
            let Some(expected) = ruler::sight(&table, a, b) else { continue };
            let why = table.explain(a, b, Conditions::default());
            assert_eq!(why.sight, expected, "{name}: {a:?} {b:?}: {why:?}");
            compared += 1;
            clear += usize::from(expected != Sight::Blocked);
        }
        assert!(pairs / 3 < compared && pairs / 50 < clear, "{name}: {compared} {clear}");
    }
}
