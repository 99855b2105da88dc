//! What lies on hexsides, except water: crests and slopes with hachures downhill, walls, hedges, gaps. What is built or
//! washed up on a beach is in `coast`.

use std::collections::{BTreeMap, BTreeSet};

use board::Direction;

use crate::{
    coast,
    geometry::Corner,
    ground::{Edge, Ground},
    noise,
    region::{along, chains, ordered},
    sheet::Sheet,
    svg::{Path, Point, flatten, march},
};

/// Which side of the line a-b falls away, seen when going from the lower corner to the higher (`ordered`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fall {
    Left,
    Right,
    Both,
}

impl Fall {
    /// The side to which the ground falls when going from `a` to `b`: 1 right, -1 left, 0 both.
    pub(crate) fn side(self, a: Corner, b: Corner) -> f64 {
        match (self, (a, b) != ordered(a, b)) {
            (Fall::Both, _) => 0.0,
            (Fall::Right, false) | (Fall::Left, true) => 1.0,
            _ => -1.0,
        }
    }
}

pub(crate) fn draw(sheet: &Sheet) -> String {
    let sides = collect(sheet);
    let of = |edge: Edge| sides.get(&edge);
    let mut out = String::new();
    for (edge, spec) in [
        (
            Edge::Slope,
            Hachures { step: 4.4, long: 9.5, short: 6.0, base: 1.5, line: 0.0, colour: "#a5793f" },
        ),
        (
            Edge::Crest,
            Hachures { step: 3.1, long: 9.5, short: 6.0, base: 1.9, line: 1.7, colour: "#6f4c22" },
        ),
        (
            Edge::Ridge,
            Hachures { step: 3.4, long: 8.0, short: 5.0, base: 1.8, line: 2.2, colour: "#6a4a24" },
        ),
        (
            Edge::Bluff,
            Hachures { step: 2.9, long: 15.0, short: 8.5, base: 2.3, line: 1.9, colour: "#6b4a24" },
        ),
        (
            Edge::Scaleable,
            Hachures { step: 2.6, long: 12.0, short: 8.0, base: 2.3, line: 2.6, colour: "#4d3a22" },
        ),
        (
            Edge::Cliff,
            Hachures { step: 2.5, long: 11.0, short: 7.0, base: 2.0, line: 3.0, colour: "#332717" },
        ),
        (
            Edge::Embankment,
            Hachures { step: 4.6, long: 5.2, short: 5.2, base: 1.6, line: 2.4, colour: "#5c4a30" },
        ),
    ] {
        if let Some(it) = of(edge) {
            out += &hachures(sheet, it, &spec);
        }
    }
    out += &coast::draw(sheet, &sides);
    let line = |edge: Edge, sway: f64| {
        let mut path = Path::default();
        if let Some(it) = of(edge) {
            for chain in chains(&it.keys().copied().collect()) {
                path.curve(&along(&sheet.g, &chain, sway, 0.0));
            }
        }
        path
    };
    let hedge = line(Edge::Hedge, 3.6);
    out += &hedge.element("fill=\"none\" stroke=\"#3d5226\" stroke-width=\"5.6\" stroke-linecap=\"round\" stroke-dasharray=\"0 6.2\" opacity=\".35\" transform=\"translate(1.2 1.5)\"");
    out += &hedge
        .element("fill=\"none\" stroke=\"#93a264\" stroke-width=\"2.4\" stroke-linecap=\"round\"");
    out += &hedge.element("fill=\"none\" stroke=\"#3f5c27\" stroke-width=\"5.6\" stroke-linecap=\"round\" stroke-dasharray=\"0 6.2\"");
    out += &hedge.element("fill=\"none\" stroke=\"#6d8d47\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-dasharray=\"0 6.2\"");
    let wall = line(Edge::Wall, 0.0);
    out += &wall
        .element("fill=\"none\" stroke=\"#4b4b4d\" stroke-width=\"4.4\" stroke-linecap=\"round\"");
    out += &wall.element(
        "fill=\"none\" stroke=\"#dcd8cc\" stroke-width=\"2.4\" stroke-dasharray=\"4.6 1.2\"",
    );
    let ditch = line(Edge::Ditch, 1.0);
    out += &ditch.element("fill=\"none\" stroke=\"#f3ecd6\" stroke-width=\"5\"");
    out += &ditch
        .element("fill=\"none\" stroke=\"#2e2e30\" stroke-width=\"5\" stroke-dasharray=\"1.4 3\"");
    let wire = line(Edge::Wire, 1.0);
    out += &wire.element("fill=\"none\" stroke=\"#3a3730\" stroke-width=\".9\"");
    out += &wire
        .element("fill=\"none\" stroke=\"#3a3730\" stroke-width=\"5\" stroke-dasharray=\".9 5.6\"");
    let impassable = line(Edge::Impassable, 0.0);
    out += &impassable.element("fill=\"none\" stroke=\"#f3ecd6\" stroke-width=\"6.4\" stroke-linecap=\"round\" opacity=\".8\"");
    out += &impassable.element("fill=\"none\" stroke=\"#7d1f18\" stroke-width=\"4\" stroke-linecap=\"butt\" stroke-dasharray=\"7 2\"");
    out += &gaps(sheet, of(Edge::GapOpen), true);
    out += &gaps(sheet, of(Edge::GapClosed), false);
    let unknown = line(Edge::Unknown, 0.0);
    out += &unknown.element("fill=\"none\" stroke=\"#f3ecd6\" stroke-width=\"5\" stroke-linecap=\"round\" opacity=\".8\"");
    out + &unknown.element("fill=\"none\" stroke=\"#65399a\" stroke-width=\"2.6\" stroke-linecap=\"round\" stroke-dasharray=\"6 4 1 4\"")
}

pub(crate) type Sides = BTreeMap<(Corner, Corner), Fall>;

fn collect(sheet: &Sheet) -> BTreeMap<Edge, Sides> {
    let legend = &sheet.map.legend().sides;
    let mut out: BTreeMap<Edge, Sides> = BTreeMap::new();
    for hex in sheet.map.hexes() {
        for direction in Direction::ALL {
            let Some(other) = sheet.map.neighbour(hex, direction) else { continue };
            for kind in
                sheet.map.sides(hex, direction).iter().filter_map(|it| legend.get(it.index()))
            {
                let edge = Edge::of(&kind.key, &kind.name);
                let (a, b) = sheet.g.cell(hex).side(direction);
                // Sides run clockwise around their hex, so the hex lies to the right of a-b.
                let inward = if (a, b) == ordered(a, b) { Fall::Right } else { Fall::Left };
                let outward = if inward == Fall::Right { Fall::Left } else { Fall::Right };
                let height = |it| (sheet.map.elevation(it), shore_rank(sheet, it));
                let fall = match height(hex).cmp(&height(other)) {
                    std::cmp::Ordering::Less => inward,
                    std::cmp::Ordering::Greater => outward,
                    // A directed side costs whoever climbs it, from the hex it is given to.
                    std::cmp::Ordering::Equal if kind.directed => inward,
                    std::cmp::Ordering::Equal => Fall::Both,
                };
                let fall = if edge == Edge::Ridge { Fall::Both } else { fall };
                out.entry(edge).or_default().entry(ordered(a, b)).or_insert(fall);
            }
        }
    }
    out
}

/// From the sea up to the land behind the beach: what falls to what where the levels do not say.
fn shore_rank(sheet: &Sheet, hex: board::HexId) -> u8 {
    match sheet.ground(sheet.g.cell(hex)) {
        Ground::Water => 0,
        Ground::Beach => 1,
        Ground::Seafront => 2,
        _ => 3,
    }
}

struct Hachures {
    step: f64,
    long: f64,
    short: f64,
    /// Width of a wedge at the line.
    base: f64,
    /// Width of the line; a slope has none.
    line: f64,
    colour: &'static str,
}

/// A line with wedges that point downhill.
fn hachures(sheet: &Sheet, sides: &Sides, spec: &Hachures) -> String {
    let (mut wedges, mut lines) = (Path::default(), Path::default());
    // Sides that fall the same way are one line; where the fall changes a new one begins.
    for chain in chains(&sides.keys().copied().collect()) {
        let controls = along(&sheet.g, &chain, 3.6, 0.0);
        lines.curve(&controls);
        let falls: Vec<(Point, Point, f64)> = chain
            .windows(2)
            .map(|pair| {
                let (a, b) = (pair[0], pair[1]);
                let side = sides[&ordered(a, b)].side(a, b);
                (sheet.g.corner(a), sheet.g.corner(b), side)
            })
            .collect();
        for (i, (p, way)) in march(&flatten(&controls), spec.step).into_iter().enumerate() {
            let near = |it: &&(Point, Point, f64)| (it.0.to(it.1, 0.5).distance(p) * 1000.0) as i64;
            let Some((_, _, side)) = falls.iter().min_by_key(near) else { continue };
            let both = [-1.0, 1.0];
            let one = [*side];
            let length = if i % 2 == 0 { spec.long } else { spec.short };
            let length = length * (0.82 + 0.36 * noise::at(p.x as i32, p.y as i32, 500));
            let (length, ways) =
                if *side == 0.0 { (length * 0.62, &both[..]) } else { (length, &one[..]) };
            for side in ways {
                // To the right of the way on a drawing whose y grows downward.
                let (dx, dy) = (-way.y * side, way.x * side);
                let (hx, hy) = (way.x * spec.base / 2.0, way.y * spec.base / 2.0);
                let lean = (noise::at(p.x as i32, p.y as i32, 501) - 0.5) * 1.8;
                wedges.polygon(&[
                    p.plus(-hx, -hy),
                    p.plus(hx, hy),
                    p.plus(dx * length + way.x * lean, dy * length + way.y * lean),
                ]);
            }
        }
    }
    let wedges = wedges.element(&format!("fill=\"{}\"", spec.colour));
    if spec.line == 0.0 {
        return wedges;
    }
    wedges
        + &lines.element(&format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            spec.colour, spec.line
        ))
}

/// A gap in an obstacle: two posts; a closed one is barred.
fn gaps(sheet: &Sheet, sides: Option<&Sides>, open: bool) -> String {
    let Some(sides) = sides else { return String::new() };
    let (mut bed, mut posts, mut bar) = (Path::default(), Path::default(), Path::default());
    let all: BTreeSet<&(Corner, Corner)> = sides.keys().collect();
    for (a, b) in all {
        let (p, q) = (sheet.g.corner(*a), sheet.g.corner(*b));
        let way = p.towards(q);
        bed.line(p.to(q, 0.28), p.to(q, 0.72));
        for t in [0.24, 0.76] {
            let at = p.to(q, t);
            posts.line(at.plus(-way.y * 5.0, way.x * 5.0), at.plus(way.y * 5.0, -way.x * 5.0));
        }
        if !open {
            bar.line(p.to(q, 0.24), p.to(q, 0.76));
        }
    }
    bed.element("fill=\"none\" stroke=\"#f7f0dd\" stroke-width=\"7\"")
        + &bar.element(
            "fill=\"none\" stroke=\"#7d1f18\" stroke-width=\"2.4\" stroke-dasharray=\"4 1.6\"",
        )
        + &posts
            .element("fill=\"none\" stroke=\"#2b2218\" stroke-width=\"2\" stroke-linecap=\"round\"")
}
