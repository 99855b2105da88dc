//! What is printed on the land: positions with their arrows and VP stars, mines, exits, the boundary, names of draws.

use std::collections::BTreeSet;
use std::fmt::Write;

use board::{Direction, HexId};
use omaha::data::{Colour, Data, Position};

use super::counters::colour_css;
use draw::{
    geometry::MARGIN,
    region::{chains, ordered},
    sheet::Sheet,
    svg::{FONT_COUNTER, FONT_MAP, Path, Point, escape, n, width},
};

/// WN as gabled shields, the others as discs; colour by fill and by two letters, a star for a VP mark, an arrow in
/// the direction of an advance.
pub(super) fn positions(sheet: &Sheet, data: &Data) -> String {
    let mut out = format!(
        "<g font-family=\"{FONT_COUNTER}\" font-weight=\"700\" text-anchor=\"middle\" fill=\"#ffffff\">\n"
    );
    for position in &data.positions {
        arrows(&mut out, sheet, data, position);
    }
    for position in &data.positions {
        for site in position.sites.iter().filter_map(|it| data.sites.get(it.index())) {
            badge(&mut out, sheet.g.centre(site.hex), position, &site.name);
            if position.vp {
                star(&mut out, sheet, data, position);
            }
        }
    }
    out + "</g>\n"
}

fn badge(out: &mut String, at: Point, position: &Position, name: &str) {
    let fill = colour_css(position.colour);
    let shape = if position.is_wn() {
        "<path d=\"M-15 13.5V-5.4L0-16.5L15-5.4V13.5z\""
    } else {
        "<circle r=\"14.5\""
    };
    let name = name.strip_prefix("WN").unwrap_or(name);
    let size = if name.chars().count() < 3 { 13.0 } else { 11.0 };
    let _ = write!(
        out,
        "<g transform=\"translate({} {})\">{shape} fill=\"#2b2218\" opacity=\".32\" transform=\"translate(1.4 1.8)\"/>\
         {shape} fill=\"{fill}\" stroke=\"#fbf5e4\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/>\
         <text y=\"3.2\" font-size=\"{size}\">{}</text><text y=\"10.6\" font-size=\"6.6\">{}</text>",
        n(at.x),
        n(at.y),
        escape(name, 5),
        letters(position.colour)
    );
    *out += "</g>\n";
}

/// In the first corner no arrow passes.
fn star(out: &mut String, sheet: &Sheet, data: &Data, position: &Position) {
    let Some(at) = hex_of(data, position).map(|it| sheet.g.centre(it)) else { return };
    let ways: Vec<Point> =
        targets(data, position).map(|it| at.towards(sheet.g.centre(it))).collect();
    let free = |it: &Point| {
        ways.iter().all(|way| way.distance(Point::new(it.x / 17.0, it.y / 17.0)) > 0.8)
    };
    let corners = [(12.6, -11.4), (-12.6, -11.4), (13.4, 10.0)].map(|it| Point::new(it.0, it.1));
    let corner = corners.into_iter().find(free).unwrap_or(corners[0]);
    let _ = writeln!(
        out,
        "<path transform=\"translate({} {})\" d=\"M0-8l2.1 4.6 5 .6-3.7 3.4 1 4.9L0 3.1l-4.4 2.4 1-4.9-3.7-3.4 5-.6z\" \
         fill=\"#e8b62a\" stroke=\"#3d2c05\" stroke-width=\"1\" stroke-linejoin=\"round\"/>",
        n(at.x + corner.x),
        n(at.y + corner.y)
    );
}

/// Nothing by colour alone.
pub const fn letters(colour: Colour) -> &'static str {
    match colour {
        Colour::Orange => "Or",
        Colour::Red => "Rd",
        Colour::Purple => "Pu",
        Colour::Blue => "Bl",
        Colour::Green => "Gn",
        Colour::Brown => "Bn",
    }
}

/// From the edge of the disc towards the position it may advance to; the first arrow is the longer.
fn arrows(out: &mut String, sheet: &Sheet, data: &Data, position: &Position) {
    let Some(from) = hex_of(data, position) else { return };
    let colour = colour_css(position.colour);
    for (i, to) in targets(data, position).enumerate() {
        let (a, way) = (sheet.g.centre(from), sheet.g.centre(from).towards(sheet.g.centre(to)));
        let at = |u: f64, v: f64| a.plus(way.x * u - way.y * v, way.y * u + way.x * v);
        let tip = if i == 0 { 33.0 } else { 29.0 };
        let mut arrow = Path::default();
        arrow.polygon(&[
            at(13.0, -2.0),
            at(tip - 8.5, -2.0),
            at(tip - 8.5, -5.4),
            at(tip, 0.0),
            at(tip - 8.5, 5.4),
            at(tip - 8.5, 2.0),
            at(13.0, 2.0),
        ]);
        *out += &arrow.element(&format!(
            "fill=\"{colour}\" stroke=\"#fbf5e4\" stroke-width=\"1.3\" stroke-linejoin=\"round\" paint-order=\"stroke\""
        ));
    }
}

/// Where its arrows lead.
fn targets<'a>(data: &'a Data, position: &'a Position) -> impl Iterator<Item = HexId> + 'a {
    let all = position.arrows.iter().filter_map(|it| data.positions.get(it.index()));
    all.filter_map(|it| hex_of(data, it))
}

fn hex_of(data: &Data, position: &Position) -> Option<HexId> {
    position.sites.first().and_then(|it| data.sites.get(it.index())).map(|it| it.hex)
}

/// A sign in the lower corner of each mined hex.
pub(super) fn mines(sheet: &Sheet, data: &Data) -> String {
    let mut out = String::new();
    for hex in data.map.hexes().filter(|it| data.ground.mined.contains(*it)) {
        let p = sheet.g.centre(hex).plus(-17.0, 21.0);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\"><title>mined</title><path d=\"M0-8.6L8.4 6h-16.8z\" fill=\"#fbf5e4\" \
             stroke=\"#a3201b\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/><circle cy=\"1\" r=\"2.7\" fill=\"#23201a\"/>\
             <path d=\"M-4 1h8M0-3.4v8.4M-2.9-1.9l5.8 5.8M2.9-1.9l-5.8 5.8\" stroke=\"#23201a\" stroke-width=\".9\"/></g>",
            n(p.x),
            n(p.y)
        );
    }
    out
}

/// Arrows with their letters where roads leave the map, and where they lead.
pub(super) fn exits(sheet: &Sheet, data: &Data) -> String {
    let mut out = String::new();
    for exit in &data.exits {
        let c = sheet.g.centre(exit.hex);
        let way = outward(data, exit.hex);
        let m = c.plus(way.x * 21.0, way.y * 21.0);
        let at = |u: f64, v: f64| m.plus(way.x * u - way.y * v, way.y * u + way.x * v);
        let mut arrow = Path::default();
        arrow.polygon(&[
            at(-11.0, -10.0),
            at(4.0, -10.0),
            at(15.0, 0.0),
            at(4.0, 10.0),
            at(-11.0, 10.0),
        ]);
        out += &arrow.element(
            "fill=\"#1d2b3a\" stroke=\"#fbf5e4\" stroke-width=\"1.8\" stroke-linejoin=\"round\"",
        );
        let text = at(-1.5, 0.0);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-family=\"{FONT_COUNTER}\" font-size=\"14\" font-weight=\"700\" fill=\"#ffffff\" text-anchor=\"middle\">{}</text>",
            n(text.x),
            n(text.y + 5.0),
            escape(&exit.letter.to_string(), 1)
        );
        let name = format!("to {}", exit.name);
        let half = width(&name) * 5.4;
        let (anchor, p) = if way.y.abs() < 0.5 {
            let x = c.x.clamp(MARGIN + 6.0 + half, sheet.g.width - MARGIN - 6.0 - half);
            ("middle", Point::new(x, c.y + 24.0))
        } else {
            ("end", c.plus(-15.0, 27.0))
        };
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-family=\"{FONT_MAP}\" font-size=\"12\" font-style=\"italic\" font-weight=\"600\" fill=\"#3a3222\" \
             text-anchor=\"{anchor}\" stroke=\"#f7f2e3\" stroke-width=\"3.4\" stroke-opacity=\".85\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            n(p.x),
            n(p.y),
            escape(&name, 40)
        );
    }
    out
}

/// The way off the map.
fn outward(data: &Data, hex: HexId) -> Point {
    let off = |it| data.map.neighbour(hex, it).is_none();
    if off(Direction::E) {
        Point::new(1.0, 0.0)
    } else if off(Direction::W) {
        Point::new(-1.0, 0.0)
    } else if off(Direction::SE) {
        Point::new(0.0, 1.0)
    } else {
        Point::new(0.0, -1.0)
    }
}

/// A dashed line between the sectors, with the division on each side.
pub(super) fn boundary(sheet: &Sheet, data: &Data) -> String {
    let mut sides = BTreeSet::new();
    for hex in data.map.hexes() {
        for direction in [Direction::E, Direction::NE, Direction::NW] {
            let other = data.map.neighbour(hex, direction);
            if other.is_some_and(|it| data.ground.sector(it) != data.ground.sector(hex)) {
                let (a, b) = sheet.g.cell(hex).side(direction);
                sides.insert(ordered(a, b));
            }
        }
    }
    let mut line = Path::default();
    let (mut top, mut bottom) = (Point::new(0.0, f64::MAX), Point::new(0.0, 0.0));
    for chain in chains(&sides) {
        for (i, corner) in chain.iter().enumerate() {
            let p = sheet.g.corner(*corner);
            if i == 0 {
                line.move_to(p)
            } else {
                line.line_to(p)
            };
            top = if p.y < top.y { p } else { top };
            bottom = if bottom.y < p.y { p } else { bottom };
        }
    }
    let mut out = line.element("fill=\"none\" stroke=\"#fbf5e4\" stroke-width=\"5\" stroke-linejoin=\"round\" opacity=\".7\"")
        + &line.element("fill=\"none\" stroke=\"#23303d\" stroke-width=\"2.3\" stroke-linejoin=\"round\" stroke-dasharray=\"13 5 2.5 5\"");
    let short = [(-9.0, "end", "29th"), (9.0, "start", "1st")];
    let long = [(-12.0, "end", "29th Division"), (12.0, "start", "1st Division")];
    for (p, texts) in [(top.plus(0.0, 13.0), short), (bottom.plus(0.0, -4.0), long)] {
        for (dx, anchor, text) in texts {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-family=\"{FONT_MAP}\" font-size=\"12\" font-weight=\"600\" letter-spacing=\"1\" fill=\"#23303d\" \
                 text-anchor=\"{anchor}\" stroke=\"#f7f2e3\" stroke-width=\"3.4\" stroke-opacity=\".8\" stroke-linejoin=\"round\" paint-order=\"stroke\">{text}</text>",
                n(p.x + dx),
                n(p.y)
            );
        }
    }
    out
}

/// Names of draws on small plates.
pub(super) fn draw_names(sheet: &Sheet, data: &Data) -> String {
    let mut out = String::new();
    for draw in &data.draws {
        let Some(hex) = draw.hexes.get(1).or_else(|| draw.hexes.first()) else { continue };
        let p = sheet.g.centre(*hex).plus(0.0, 4.0);
        let name = escape(&draw.name, 8);
        let half = width(&draw.name) * 6.6 + 6.0;
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\"><rect x=\"{}\" y=\"-8.6\" width=\"{}\" height=\"17.2\" rx=\"8.6\" fill=\"#fdfaf0\" \
             stroke=\"#3a3222\" stroke-width=\"1.2\"/><text y=\"4.4\" font-family=\"{FONT_MAP}\" font-size=\"12.5\" font-weight=\"700\" \
             fill=\"#2c2418\" text-anchor=\"middle\">{name}</text></g>",
            n(p.x),
            n(p.y),
            n(-half),
            n(half * 2.0)
        );
    }
    out
}
