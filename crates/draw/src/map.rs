//! The printed map, layer on layer.

use std::fmt::Write;

use board::Map;

use crate::{
    features, hexsides, houses, names, relief,
    roads::{self, Network},
    sheet::Sheet,
    svg::{FONT_MAP, Path, Point, n},
    terrain,
    water::{self, Courses},
};

/// What of a map is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapStyle {
    /// Hex numbers.
    pub numbers: bool,
    /// Names of places.
    pub names: bool,
    /// Hexsides as thin lines.
    pub grid: bool,
    /// Contour lines, tint and shade from the levels of the hexes.
    pub relief: bool,
}

impl Default for MapStyle {
    fn default() -> MapStyle {
        MapStyle { numbers: true, names: true, grid: true, relief: true }
    }
}

/// The map as a picture of its own: groups `terrain`, `contours`, `water`, `grid`, `roads`, `buildings`, `hexsides`,
/// `features`, `numbers`, `names`. No scripts, styles, filters or references to the outside, so that it may be put into
/// a page as it is.
pub fn map_svg(map: &Map, style: &MapStyle) -> String {
    sheet_of(map, &body(map, style))
}

/// The outermost element.
pub fn sheet_of(map: &Map, body: &str) -> String {
    let sheet = Sheet::new(map);
    let (w, h) = (n(sheet.g.width), n(sheet.g.height));
    let (columns, rows) = (map.columns(), map.rows());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         aria-label=\"Map of {columns} by {rows} hexes\">\n{body}</svg>\n"
    )
}

/// The same without the outermost element.
pub fn body(map: &Map, style: &MapStyle) -> String {
    body_with(map, style, |_| Extra::default())
}

/// What one system prints besides: between the layers of the map, in this order.
#[derive(Default)]
pub struct Extra {
    /// On the bare ground.
    pub ground: String,
    /// On the water.
    pub sea: String,
    /// Instead of the signs of features.
    pub features: Option<String>,
    /// Over everything but names.
    pub marks: String,
    /// Kinds of names it prints itself.
    pub names_itself: &'static [&'static str],
    pub names: String,
    /// The middles of badges that names must not hide.
    pub names_keep_off: Vec<Point>,
}

/// The map with what its system prints besides.
pub fn body_with(map: &Map, style: &MapStyle, extra: impl FnOnce(&Sheet) -> Extra) -> String {
    let mut sheet = Sheet::new(map);
    let courses = Courses::new(&sheet);
    let network = Network::new(map, &sheet.g);
    let streets = network.lines();
    for line in courses.lines().iter().chain(&streets) {
        sheet.keep_clear(line);
    }
    let sheet = sheet;
    let extra = extra(&sheet);
    let (x, y, w, h) = sheet.frame();
    let rect = format!("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", n(x), n(y), n(w), n(h));

    let mut out = format!(
        "<defs>\n<clipPath id=\"d-frame\"><rect {rect}/></clipPath>\n{}</defs>\n",
        terrain::defs(&sheet)
    );
    let _ = write!(
        out,
        "<rect width=\"{}\" height=\"{}\" fill=\"#f4eee0\"/>\n<g clip-path=\"url(#d-frame)\" font-family=\"{FONT_MAP}\">\n",
        n(sheet.g.width),
        n(sheet.g.height)
    );
    let mut group = |id: &str, body: String| {
        let _ = write!(out, "<g id=\"{id}\">\n{body}</g>\n");
    };
    let (tint, relief) = if style.relief {
        (relief::tint(&sheet), relief::shade(&sheet) + &relief::contours(&sheet))
    } else {
        (String::new(), String::new())
    };
    group("terrain", terrain::areas(&sheet, &tint));
    group("ground", extra.ground);
    group("contours", relief);
    group("cover", terrain::cover(&sheet));
    group("water", water::draw(&sheet, &courses) + &extra.sea);
    group("grid", if style.grid { grid(&sheet) } else { String::new() });
    let (under, over) = roads::crossings(&sheet);
    group("roads", under + &network.draw() + &over);
    group("buildings", houses::draw(&sheet, &streets));
    group("hexsides", hexsides::draw(&sheet));
    group("features", extra.features.unwrap_or_else(|| features::draw(&sheet)));
    group("beyond", beyond(&sheet));
    group("numbers", if style.numbers { names::numbers(&sheet) } else { String::new() });
    group("marks", extra.marks);
    let names = || names::places(&sheet, extra.names_itself, &extra.names_keep_off) + &extra.names;
    group("names", if style.names { names() } else { String::new() });
    // The neatline: a strong and a thin frame, as on a printed sheet.
    let _ = write!(
        out,
        "</g>\n<rect {rect} fill=\"none\" stroke=\"#3a3222\" stroke-width=\"1.8\"/>\n\
         <rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" fill=\"none\" stroke=\"#3a3222\" stroke-width=\".6\"/>\n",
        n(x - 5.0),
        n(w + 10.0),
        n(h + 10.0)
    );
    out
}

/// Thin lines, lighter and darker side by side so that they show on every ground.
fn grid(sheet: &Sheet) -> String {
    let mut path = Path::default();
    let mut seen = std::collections::BTreeSet::new();
    for hex in sheet.map.hexes() {
        let cell = sheet.g.cell(hex);
        for direction in board::Direction::ALL {
            let (a, b) = cell.side(direction);
            if seen.insert(crate::region::ordered(a, b)) {
                path.line(sheet.g.corner(a), sheet.g.corner(b));
            }
        }
    }
    path.strokes(
        "grid",
        &[
            "stroke=\"#fdf8e8\" stroke-width=\"1.5\" opacity=\".28\"",
            "stroke=\"#574a30\" stroke-width=\".75\" opacity=\".5\"",
        ],
    )
}

/// A veil of paper over what is not in play.
fn beyond(sheet: &Sheet) -> String {
    let (x, y, w, h) = sheet.frame();
    let mut path = Path::default();
    path.polygon(
        &[(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|it| Point::new(it.0, it.1)),
    );
    let cells: std::collections::BTreeSet<_> =
        sheet.map.hexes().map(|it| sheet.g.cell(it)).collect();
    path.push(&hex_outline(sheet, &cells));
    path.element("fill=\"#f4eee0\" fill-rule=\"evenodd\" opacity=\".62\"")
}

fn hex_outline(sheet: &Sheet, cells: &std::collections::BTreeSet<crate::geometry::Cell>) -> Path {
    let mut path = Path::default();
    for ring in crate::region::rings(cells) {
        let points: Vec<_> = ring.iter().map(|it| sheet.g.corner(*it)).collect();
        path.polygon(&points);
    }
    path
}
