//! Roads, tracks and railways: smooth curves through the hexes, meeting in junctions, running off the edge of the map.

use std::collections::BTreeMap;

use board::{Direction, Map};

use crate::{
    geometry::{Cell, Geometry},
    ground::{Edge, Lie, Route, Way},
    noise,
    sheet::Sheet,
    svg::{Path, Point, flatten, march},
};

/// All routes of a map as curves, each from the side of a hex to another side or to a junction.
pub(crate) struct Network {
    curves: BTreeMap<Route, Vec<Vec<Point>>>,
}

impl Network {
    pub(crate) fn new(map: &Map, g: &Geometry) -> Network {
        let mut curves: BTreeMap<Route, Vec<Vec<Point>>> = BTreeMap::new();
        let kinds: Vec<Route> =
            map.legend().routes.iter().map(|it| Route::of(&it.key, &it.name)).collect();
        for hex in map.hexes() {
            let cell = g.cell(hex);
            let node = node(g, cell);
            // The arms of each way; a road and a track that meet are joined like two roads.
            let mut arms: Vec<(Direction, Route)> = Vec::new();
            for direction in Direction::ALL {
                for id in map.routes(hex, direction).iter() {
                    if let Some(kind) = kinds.get(id.index()) {
                        arms.push((direction, *kind));
                    }
                }
            }
            for bed in [Bed::Water, Bed::Rail, Bed::Road] {
                let mine: Vec<(Direction, Route)> =
                    arms.iter().copied().filter(|it| Bed::of(it.1.way) == bed).collect();
                join(g, cell, node, mine, bed, &mut curves);
            }
        }
        Network { curves }
    }

    /// All curves as polylines.
    pub(crate) fn lines(&self) -> Vec<Vec<Point>> {
        self.curves.values().flatten().map(|it| flatten(it)).collect()
    }

    pub(crate) fn draw(&self) -> String {
        let path = |way: Way, lie: Option<Lie>| {
            let mut path = Path::default();
            for (_, curves) in self
                .curves
                .iter()
                .filter(|it| it.0.way == way && lie.is_none_or(|lie| it.0.lie == lie))
            {
                for it in curves {
                    path.curve(it);
                }
            }
            path
        };
        let round = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        let butt = "fill=\"none\"";
        let (track, rail) = (path(Way::Track, None), path(Way::Railway, None));
        let (road, main) = (path(Way::Road, None), path(Way::MainRoad, None));
        let mut brook = Path::default();
        for curve in self.curves.iter().filter(|it| it.0.way == Way::Brook).flat_map(|it| it.1) {
            brook.curve(&winding(curve));
        }
        let mut out = self.banks();
        out += &brook
            .element(&format!("{round} stroke=\"#cfdcb4\" stroke-width=\"8\" opacity=\".55\""));
        out += &brook.element(&format!("{round} stroke=\"#3f7488\" stroke-width=\"2.6\""));
        out += &brook.element(&format!("{round} stroke=\"#8fbccb\" stroke-width=\"1.2\""));
        out += &track
            .element(&format!("{round} stroke=\"#f7f0dd\" stroke-width=\"4.4\" opacity=\".85\""));
        out += &track.element(&format!(
            "{butt} stroke=\"#6b5030\" stroke-width=\"1.8\" stroke-dasharray=\"6 3\""
        ));
        out += &road.element(&format!("{round} stroke=\"#5a4630\" stroke-width=\"5.2\""));
        out += &main.element(&format!("{round} stroke=\"#5e2f1c\" stroke-width=\"6.8\""));
        out += &road.element(&format!("{round} stroke=\"#fbf5e4\" stroke-width=\"3.4\""));
        out += &main.element(&format!("{round} stroke=\"#d98d63\" stroke-width=\"4.8\""));
        out += &main.element(&format!("{round} stroke=\"#edb48f\" stroke-width=\"1.4\""));
        out += &rail
            .element(&format!("{round} stroke=\"#f7f0dd\" stroke-width=\"5.4\" opacity=\".7\""));
        out += &rail.element(&format!("{butt} stroke=\"#2b2823\" stroke-width=\"2\""));
        out + &rail.element(&format!(
            "{butt} stroke=\"#2b2823\" stroke-width=\"6.2\" stroke-dasharray=\"1.3 7.2\""
        ))
    }

    /// Teeth along a raised way, outward; along a sunken one, inward.
    fn banks(&self) -> String {
        let (mut raised, mut sunken, mut bed) = (Path::default(), Path::default(), Path::default());
        for (route, curves) in self.curves.iter().filter(|it| it.0.lie != Lie::Level) {
            for curve in curves {
                let line = flatten(curve);
                if route.lie == Lie::Raised {
                    bed.curve(curve);
                }
                for (p, way) in march(&line, 4.4) {
                    for side in [-1.0, 1.0] {
                        let at = |d: f64| p.plus(-way.y * side * d, way.x * side * d);
                        if route.lie == Lie::Raised {
                            raised.line(at(3.0), at(7.4));
                        } else {
                            sunken.line(at(4.6), at(6.6));
                        }
                    }
                }
            }
        }
        bed.element("fill=\"none\" stroke=\"#d9c292\" stroke-width=\"11\" opacity=\".7\"")
            + &raised.element("fill=\"none\" stroke=\"#7d5c30\" stroke-width=\"1\"")
            + &sunken.element("fill=\"none\" stroke=\"#7d5c30\" stroke-width=\"1.1\"")
    }
}

/// Bridges, ferries and fords, and the small ticks where a road passes a stream by a culvert: what lies under the
/// roads, and what stands over them.
pub(crate) fn crossings(sheet: &Sheet) -> (String, String) {
    let (mut decks, mut rails, mut ticks, mut ferries, mut fords) =
        (Path::default(), Path::default(), Path::default(), Path::default(), Path::default());
    let legend = &sheet.map.legend().sides;
    for hex in sheet.map.hexes() {
        for direction in [Direction::E, Direction::SE, Direction::SW] {
            let Some(other) = sheet.map.neighbour(hex, direction) else { continue };
            let here =
                sheet.map.sides(hex, direction).union(sheet.map.sides(other, direction.opposite()));
            let edges: Vec<Edge> = here
                .iter()
                .filter_map(|it| legend.get(it.index()))
                .map(|it| Edge::of(&it.key, &it.name))
                .collect();
            let (a, b) = (node(&sheet.g, sheet.g.cell(hex)), node(&sheet.g, sheet.g.cell(other)));
            let has_route = !sheet.map.routes(hex, direction).is_empty();
            let (a, b) =
                if has_route { (a, b) } else { (sheet.g.centre(hex), sheet.g.centre(other)) };
            let (m, way) = (a.to(b, 0.5), a.towards(b));
            let at = |u: f64, v: f64| m.plus(way.x * u - way.y * v, way.y * u + way.x * v);
            let half = if edges.contains(&Edge::River) {
                10.0
            } else if edges.contains(&Edge::Canal) {
                7.5
            } else {
                5.0
            };
            let is_wet =
                edges.iter().any(|it| matches!(it, Edge::Stream | Edge::River | Edge::Canal));
            if edges.contains(&Edge::Bridge) {
                decks.line(at(-half, 0.0), at(half, 0.0));
                for side in [-4.4, 4.4] {
                    let flare = side * 1.6;
                    rails.move_to(at(-half - 2.2, flare)).line_to(at(-half, side));
                    rails.line_to(at(half, side)).line_to(at(half + 2.2, flare));
                }
            } else if edges.contains(&Edge::Ferry) {
                ferries.line(at(-half - 5.0, 0.0), at(half + 5.0, 0.0));
            } else if edges.contains(&Edge::Ford) {
                for u in [-1.0, 0.0, 1.0] {
                    fords.line(at(u * half, -4.0), at(u * half, 4.0));
                }
            } else if is_wet && has_route {
                for side in [-4.0, 4.0] {
                    ticks.line(at(-3.2, side), at(3.2, side));
                }
            }
        }
    }
    let round = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    let under = decks.element("fill=\"none\" stroke=\"#f3ecd6\" stroke-width=\"8.4\"")
        + &decks.element("fill=\"none\" stroke=\"#d9c9a6\" stroke-width=\"6.4\"");
    let over = rails.element(&format!("{round} stroke=\"#2b2218\" stroke-width=\"1.7\""))
        + &ticks.element(&format!("{round} stroke=\"#2b2218\" stroke-width=\"1.2\""))
        + &ferries.element("fill=\"none\" stroke=\"#f3ecd6\" stroke-width=\"4\" opacity=\".8\"")
        + &ferries.element(
            "fill=\"none\" stroke=\"#1f4a5a\" stroke-width=\"1.8\" stroke-dasharray=\"4 2.6\"",
        )
        + &fords.element(&format!(
            "{round} stroke=\"#1f4a5a\" stroke-width=\"1.3\" stroke-dasharray=\"1.5 2\""
        ));
    (under, over)
}

/// The same way with the small bends of a brook.
fn winding(curve: &[Point]) -> Vec<Point> {
    let line = flatten(curve);
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return Vec::new() };
    let mut out = vec![*first];
    for (i, (p, way)) in march(&line, 9.0).into_iter().enumerate() {
        let by =
            if i % 2 == 0 { 2.6 } else { -2.6 } * (0.4 + noise::at(p.x as i32, p.y as i32, 310));
        out.push(p.plus(-way.y * by, way.x * by));
    }
    out.push(*last);
    out
}

/// Where a road passes through a hex: near the centre, not on it.
fn node(g: &Geometry, cell: Cell) -> Point {
    let c = g.centre_of(cell);
    c.plus(
        (noise::at(cell.column, cell.row, 301) - 0.5) * 13.0,
        (noise::at(cell.column, cell.row, 302) - 0.5) * 13.0,
    )
}

/// What runs beside each other without meeting: brooks, railways, roads and tracks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bed {
    Water,
    Rail,
    Road,
}

impl Bed {
    const fn of(way: Way) -> Bed {
        match way {
            Way::Brook => Bed::Water,
            Way::Railway => Bed::Rail,
            Way::Track | Way::Road | Way::MainRoad => Bed::Road,
        }
    }
    /// How far from the node of the hex it passes.
    const fn shift(self) -> (f64, f64) {
        match self {
            Bed::Water => (-13.0, 4.0),
            Bed::Rail => (0.0, 5.0),
            Bed::Road => (0.0, 0.0),
        }
    }
}

/// Joins the arms of one hex: the straightest pair of the best ways passes through, the others meet it.
fn join(
    g: &Geometry,
    cell: Cell,
    node_here: Point,
    mut arms: Vec<(Direction, Route)>,
    bed: Bed,
    curves: &mut BTreeMap<Route, Vec<Vec<Point>>>,
) {
    // A railway or brook keeps to a side of the centre, so that it does not run on the road.
    let shift = bed.shift();
    let node_of = |cell: Cell| node(g, cell).plus(shift.0, shift.1);
    let here = node_here.plus(shift.0, shift.1);
    let mid = |direction: Direction| here.to(node_of(cell.next(direction)), 0.5);
    arms.sort_by_key(|it| std::cmp::Reverse(it.1));
    arms.dedup_by_key(|it| it.0);
    // A way that ends in a hex of the border goes on beyond it.
    if let [(direction, route)] = arms[..] {
        let beyond =
            [direction.opposite(), direction.opposite().left(), direction.opposite().right()];
        if let Some(it) = beyond.into_iter().find(|it| !g.is_on_map(cell.next(*it))) {
            arms.push((it, route));
            curves.entry(route).or_default().push(vec![mid(it), node_of(cell.next(it))]);
        }
    }
    match arms[..] {
        [] => {}
        [(direction, route)] => curves.entry(route).or_default().push(vec![mid(direction), here]),
        _ => {
            let turn = |a: Direction, b: Direction| {
                let d = (a.index() + 6 - b.index()) % 6;
                if 3 < d { 6 - d } else { d }
            };
            let mut best = (0, 0, 1);
            for i in 0..arms.len() {
                for j in i + 1..arms.len() {
                    let ranks =
                        usize::from(arms[i].1 == arms[0].1) + usize::from(arms[j].1 == arms[0].1);
                    let score = 10 * ranks + turn(arms[i].0, arms[j].0);
                    if best.0 < score {
                        best = (score, i, j);
                    }
                }
            }
            let ((from, first), (to, second)) = (arms[best.1], arms[best.2]);
            let (a, b) = (mid(from), mid(to));
            let meet = a.to(here, 0.5).to(here.to(b, 0.5), 0.5);
            if first == second {
                curves.entry(first).or_default().push(vec![a, here, b]);
            } else {
                curves.entry(first).or_default().push(vec![a, a.to(here, 0.5), meet]);
                curves.entry(second).or_default().push(vec![meet, b.to(here, 0.5), b]);
            }
            for (i, (direction, route)) in arms.iter().enumerate() {
                if i != best.1 && i != best.2 {
                    let m = mid(*direction);
                    curves.entry(*route).or_default().push(vec![m, m.to(here, 0.55), meet]);
                }
            }
        }
    }
}
