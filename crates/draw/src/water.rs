//! Water: seas and lakes as areas, streams, rivers and canals along hexsides.

use std::collections::{BTreeMap, BTreeSet};

use board::Direction;

use crate::{
    geometry::Corner,
    ground::{Edge, Ground},
    noise,
    region::{along, chains, ordered, outline},
    sheet::Sheet,
    svg::{Path, Point, flatten},
};

/// Where water runs, before anything is drawn: others keep clear of it.
pub(crate) struct Courses {
    streams: Vec<Vec<Point>>,
    rivers: Vec<Vec<Point>>,
    canals: Vec<Vec<Point>>,
}

impl Courses {
    pub(crate) fn new(sheet: &Sheet) -> Courses {
        // Corners of the border where two hexes of the map meet: water that ends there goes on beyond.
        let mut shared: BTreeMap<Corner, u8> = BTreeMap::new();
        for hex in sheet.map.hexes() {
            for corner in sheet.g.cell(hex).corners() {
                *shared.entry(corner).or_default() += 1;
            }
        }
        let course = |edge: Edge, sway: f64, wave: f64| -> Vec<Vec<Point>> {
            let sides = sides(sheet, edge);
            let mut lines = Vec::new();
            for chain in chains(&sides) {
                let mut line = along(&sheet.g, &chain, sway, wave);
                if let [first, second, .., before, last] = chain[..] {
                    extend(sheet, &shared, &mut line, before, last);
                    line.reverse();
                    extend(sheet, &shared, &mut line, second, first);
                } else if let [first, last] = chain[..] {
                    extend(sheet, &shared, &mut line, first, last);
                    line.reverse();
                    extend(sheet, &shared, &mut line, last, first);
                }
                lines.push(line);
            }
            lines
        };
        Courses {
            streams: course(Edge::Stream, 3.6, 3.4),
            rivers: course(Edge::River, 3.6, 2.0),
            canals: course(Edge::Canal, 0.0, 0.0),
        }
    }

    /// All courses as polylines.
    pub(crate) fn lines(&self) -> Vec<Vec<Point>> {
        self.streams.iter().chain(&self.rivers).chain(&self.canals).map(|it| flatten(it)).collect()
    }
}

/// Leads a line on, the way its last side pointed, if it ends at the border.
fn extend(
    sheet: &Sheet,
    shared: &BTreeMap<Corner, u8>,
    line: &mut Vec<Point>,
    before: Corner,
    last: Corner,
) {
    if shared.get(&last) == Some(&2) {
        let (a, b) = (sheet.g.corner(before), sheet.g.corner(last));
        let way = a.towards(b);
        line.push(b.plus(way.x * 24.0, way.y * 24.0));
        line.push(b.plus(way.x * 50.0, way.y * 50.0));
    }
}

/// The hexsides drawn like this, once each.
pub(crate) fn sides(sheet: &Sheet, edge: Edge) -> BTreeSet<(Corner, Corner)> {
    let legend = &sheet.map.legend().sides;
    let mut out = BTreeSet::new();
    for hex in sheet.map.hexes() {
        for direction in Direction::ALL {
            let here = sheet.map.sides(hex, direction);
            if here.iter().any(|it| {
                legend.get(it.index()).is_some_and(|it| Edge::of(&it.key, &it.name) == edge)
            }) {
                let (a, b) = sheet.g.cell(hex).side(direction);
                out.insert(ordered(a, b));
            }
        }
    }
    out
}

pub(crate) fn draw(sheet: &Sheet, courses: &Courses) -> String {
    let mut out = areas(sheet);
    let path = |lines: &[Vec<Point>]| {
        let mut path = Path::default();
        for it in lines {
            path.curve(it);
        }
        path
    };
    let round = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    let (streams, rivers, canals) =
        (path(&courses.streams), path(&courses.rivers), path(&courses.canals));
    // Meadow along the bank, bank, water, light.
    out +=
        &streams.element(&format!("{round} stroke=\"#cfdcb4\" stroke-width=\"8\" opacity=\".6\""));
    out +=
        &rivers.element(&format!("{round} stroke=\"#cfdcb4\" stroke-width=\"19\" opacity=\".6\""));
    out += &streams.element(&format!("{round} stroke=\"#3f7488\" stroke-width=\"3.6\""));
    out += &rivers.element(&format!("{round} stroke=\"#3f7488\" stroke-width=\"12.6\""));
    out += &canals.element(&format!("{round} stroke=\"#3d3a30\" stroke-width=\"10.4\""));
    out += &canals.element(&format!("{round} stroke=\"#f3ecd6\" stroke-width=\"8.8\""));
    out += &canals.element(&format!("{round} stroke=\"#3f7488\" stroke-width=\"7\""));
    out += &streams.element(&format!("{round} stroke=\"#8fbccb\" stroke-width=\"1.9\""));
    out += &rivers.element(&format!("{round} stroke=\"#a5c8d3\" stroke-width=\"10.4\""));
    out += &canals.element(&format!("{round} stroke=\"#a5c8d3\" stroke-width=\"5.4\""));
    out +=
        &rivers.element(&format!("{round} stroke=\"#c2dade\" stroke-width=\"4.6\" opacity=\".8\""));
    out += &rivers.element(&format!(
        "{round} stroke=\"#7aa7b6\" stroke-width=\".8\" stroke-dasharray=\"9 13 5 17\""
    ));
    out
}

/// Seas and lakes: depth lines that follow the shore, short waves further out.
fn areas(sheet: &Sheet) -> String {
    let cells = sheet.cells(|it| it == Ground::Water);
    let shore = outline(&sheet.g, &cells, 4.4);
    if shore.is_empty() {
        return String::new();
    }
    let mut waves = Path::default();
    for cell in &cells {
        let c = sheet.g.centre_of(*cell);
        for k in 0..4 {
            let (u, v) = (
                noise::at(cell.column, cell.row, 200 + k),
                noise::at(cell.column, cell.row, 210 + k),
            );
            let p = c.plus((u - 0.5) * 52.0, (v - 0.5) * 52.0);
            if 9.0 < sheet.depth(p, |it| it == Ground::Water) {
                waves
                    .move_to(p.plus(-9.0, 0.0))
                    .quad(p.plus(-4.5, -3.6), p)
                    .quad(p.plus(4.5, 3.6), p.plus(9.0, 0.0));
            }
        }
    }
    let d = shore.d();
    let mut out =
        format!("<clipPath id=\"d-water\"><path d=\"{d}\" clip-rule=\"evenodd\"/></clipPath>\n");
    out += &shore.element("fill=\"#b9d1d6\" fill-rule=\"evenodd\"");
    out += "<g clip-path=\"url(#d-water)\" fill=\"none\">\n";
    for (width, opacity) in [("44", ".28"), ("28", ".3"), ("14", ".4")] {
        out += &shore
            .element(&format!("stroke=\"#e4ece6\" stroke-width=\"{width}\" opacity=\"{opacity}\""));
    }
    out += &waves.element("stroke=\"#7fa1ab\" stroke-width=\".9\" opacity=\".65\"");
    out += "</g>\n";
    out + &shore.element("fill=\"none\" stroke=\"#3f7488\" stroke-width=\"1.5\"")
}
