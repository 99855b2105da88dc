//! The beach and the sea before it: rows of the tide, surf, obstacles, landing boxes, names of beaches.

use std::collections::BTreeSet;
use std::fmt::Write;

use board::{Direction, HexId};
use omaha::data::{BoxId, Data};
use omaha::ground::{BeachRow, Terrain};

use super::counters::box_middle;
use draw::{
    geometry::Cell,
    noise::{self, Dice},
    region::{along, chains, ordered, outline},
    sheet::Sheet,
    svg::{FONT_COUNTER, FONT_MAP, Path, Point, escape, flatten, march, n},
};

/// The wet rows darker, each with its line where the water stops.
pub(super) fn sands(sheet: &Sheet, data: &Data) -> String {
    let mut out = String::new();
    for (row, tint) in [(BeachRow::Mid, "#e2d0a0"), (BeachRow::Low, "#d0bf94")] {
        let path = outline(&sheet.g, &row_cells(sheet, data, row), 3.6);
        out += &path.element(&format!("fill=\"{tint}\" stroke=\"{tint}\" stroke-width=\"1.6\""));
    }
    out += &runnels(sheet, data);
    let cap = "fill=\"none\" stroke-linecap=\"round\"";
    for (upper, lower, dash) in
        [(BeachRow::High, BeachRow::Mid, "1 6"), (BeachRow::Mid, BeachRow::Low, "10 6")]
    {
        let path = curves(&border(
            sheet,
            data,
            |it| it == Water::Row(upper),
            |it| it == Water::Row(lower),
        ));
        out +=
            &path.element(&format!("{cap} stroke=\"#f6efd8\" stroke-width=\"4\" opacity=\".6\""));
        out += &path.element(&format!(
            "{cap} stroke=\"#5f8792\" stroke-width=\"1.9\" stroke-dasharray=\"{dash}\" opacity=\".85\""
        ));
    }
    out
}

/// Water left standing in the low sand, ripples above it.
fn runnels(sheet: &Sheet, data: &Data) -> String {
    let (mut pools, mut ripples) = (Path::default(), Path::default());
    for hex in data.map.hexes() {
        let row = data.ground.row[hex.index()];
        let c = sheet.g.centre(hex);
        let mut dice = Dice::new(i32::from(hex.0), 0, 700);
        let many = match row {
            Some(BeachRow::Low) => 7,
            Some(BeachRow::Mid) => 4,
            _ => continue,
        };
        for _ in 0..many {
            let p = c.plus(dice.between(-27.0, 27.0), dice.between(-26.0, 28.0));
            let half = dice.between(5.0, 13.0);
            let path = if row == Some(BeachRow::Low) && dice.next() < 0.6 {
                &mut pools
            } else {
                &mut ripples
            };
            path.move_to(p.plus(-half, 0.6))
                .quad(p.plus(0.0, dice.between(-3.4, 3.4)), p.plus(half, -0.4));
        }
    }
    let cap = "fill=\"none\" stroke-linecap=\"round\"";
    pools.element(&format!("{cap} stroke=\"#9dbabb\" stroke-width=\"2.6\" opacity=\".6\""))
        + &ripples.element(&format!("{cap} stroke=\"#a88f58\" stroke-width=\".9\" opacity=\".55\""))
}

/// Breakers before the lowest sand.
pub(super) fn surf(sheet: &Sheet, data: &Data) -> String {
    let lines = border(sheet, data, |it| it == Water::Sea, |it| matches!(it, Water::Row(_)));
    let (mut foam, mut crests) = (Path::default(), Path::default());
    for line in &lines {
        for (i, (p, way)) in march(&flatten(line), 9.0).into_iter().enumerate() {
            for (k, far) in [6.0, 15.0, 27.0].into_iter().enumerate() {
                let mut dice = Dice::new(i as i32, (p.x + p.y) as i32, 710 + k as u32);
                if dice.next() < 0.28 + 0.2 * k as f64 {
                    continue;
                }
                // The sea is to the north.
                let q = p
                    .plus(dice.between(-2.0, 2.0), -far + 2.4 * noise::smooth(p.x, p.y, 30.0, 711));
                let half = dice.between(4.0, 8.0);
                let path = if k == 0 { &mut foam } else { &mut crests };
                path.move_to(q.plus(-way.x * half, -way.y * half * 0.7))
                    .quad(q.plus(0.0, -2.6), q.plus(way.x * half, way.y * half * 0.7));
            }
        }
    }
    let cap = "fill=\"none\" stroke-linecap=\"round\"";
    let edge = curves(&lines);
    edge.element(&format!("{cap} stroke=\"#fbfaf2\" stroke-width=\"4.4\" opacity=\".75\""))
        + &foam.element(&format!("{cap} stroke=\"#ffffff\" stroke-width=\"2.6\" opacity=\".9\""))
        + &crests.element(&format!("{cap} stroke=\"#fbfcf8\" stroke-width=\"1.6\" opacity=\".8\""))
        + &edge.element(&format!("{cap} stroke=\"#3f7488\" stroke-width=\"1.3\""))
}

/// A rank of stakes and one of hedgehogs through each hex.
pub(super) fn obstacles(sheet: &Sheet, data: &Data) -> String {
    let (mut stakes, mut hedgehogs) = (Path::default(), Path::default());
    for hex in data.map.hexes().filter(|it| data.ground.obstacles.contains(*it)) {
        let c = sheet.g.centre(hex);
        let mut dice = Dice::new(i32::from(hex.0), 1, 720);
        for k in -3..=3 {
            let x = f64::from(k) * 9.9;
            let p =
                c.plus(x + dice.between(-1.0, 1.0), 17.5 - x.abs() * 0.1 + dice.between(-1.2, 1.2));
            hedgehogs
                .line(p.plus(-3.0, -2.6), p.plus(3.0, 2.6))
                .line(p.plus(3.0, -2.6), p.plus(-3.0, 2.6));
            hedgehogs.line(p.plus(0.0, -3.7), p.plus(0.0, 3.7));
        }
        for k in -3..3 {
            let x = (f64::from(k) + 0.5) * 9.9;
            let p = c
                .plus(x + dice.between(-1.0, 1.0), -13.0 + x.abs() * 0.1 + dice.between(-1.2, 1.2));
            stakes.line(p.plus(-1.4, 3.4), p.plus(1.6, -3.4));
        }
    }
    let cap = "fill=\"none\" stroke-linecap=\"round\"";
    hedgehogs.element(&format!("{cap} stroke=\"#f6efd8\" stroke-width=\"2.6\" opacity=\".5\""))
        + &stakes.element(&format!("{cap} stroke=\"#5b4a32\" stroke-width=\"1.5\""))
        + &hedgehogs.element(&format!("{cap} stroke=\"#3a352b\" stroke-width=\"1.3\""))
}

/// Boxes at sea, each with a line to where its boats run in.
pub(super) fn boxes(data: &Data) -> String {
    let (mut lettered, mut others, mut lines) = (Path::default(), Path::default(), Path::default());
    let mut names = String::new();
    for (i, it) in data.boxes.iter().enumerate() {
        let c = box_middle(data, BoxId(i as u8));
        let frame = [(-27.0, -27.0), (27.0, -27.0), (27.0, 31.0), (-27.0, 31.0)];
        let path = if it.beach.is_empty() { &mut others } else { &mut lettered };
        path.polygon(&frame.map(|it| c.plus(it.0, it.1)));
        lines.line(c.plus(0.0, 33.0), c.plus(0.0, 46.0));
        lines
            .line(c.plus(-3.4, 42.4), c.plus(0.0, 46.0))
            .line(c.plus(3.4, 42.4), c.plus(0.0, 46.0));
        let name = escape(&it.name, 6);
        let _ = write!(names, "<text x=\"{}\" y=\"{}\">{name}</text>", n(c.x), n(c.y + 29.0));
    }
    let fill = "fill=\"#eef3ee\" fill-opacity=\".5\" stroke-linejoin=\"round\"";
    lettered.element(&format!("{fill} stroke=\"#2f6475\" stroke-width=\"1.5\""))
        + &others.element(&format!("{fill} stroke=\"#4f7f8c\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\""))
        + &lines.element("fill=\"none\" stroke=\"#2f6475\" stroke-width=\"1.3\" stroke-linecap=\"round\" opacity=\".8\"")
        + &format!(
            "<g font-family=\"{FONT_COUNTER}\" font-size=\"8.5\" font-weight=\"700\" fill=\"#234f5e\" text-anchor=\"middle\">{names}</g>\n"
        )
}

/// Names of beaches: over their boxes, or on the low sand where the boxes stand at the edge of the map.
pub(super) fn names(sheet: &Sheet, data: &Data) -> String {
    let mut out = format!(
        "<g font-family=\"{FONT_MAP}\" font-size=\"14.5\" font-weight=\"600\" letter-spacing=\"3.4\" fill=\"#234f5e\" text-anchor=\"middle\" \
         stroke=\"#eef3ee\" stroke-width=\"3\" stroke-opacity=\".6\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n"
    );
    for place in data.map.places().iter().filter(|it| it.kind == "beach") {
        let at = sheet.g.centre(place.hex);
        let name = escape(&place.name.to_uppercase(), 24);
        let _ =
            writeln!(out, "<text x=\"{}\" y=\"{}\">{name}</text>", n(at.x + 2.0), n(at.y + 5.0));
    }
    out + "</g>\n"
}

/// What a hex is to the water.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Water {
    Sea,
    Row(BeachRow),
    Dry,
}

fn water(data: &Data, hex: HexId) -> Water {
    match (data.ground.terrain(hex), data.ground.row[hex.index()]) {
        (Terrain::Sea, _) => Water::Sea,
        (_, Some(row)) => Water::Row(row),
        _ => Water::Dry,
    }
}

fn row_cells(sheet: &Sheet, data: &Data, row: BeachRow) -> BTreeSet<Cell> {
    data.map
        .hexes()
        .filter(|it| water(data, *it) == Water::Row(row))
        .map(|it| sheet.g.cell(it))
        .collect()
}

/// The lines between two kinds of hexes, from west to east.
fn border(
    sheet: &Sheet,
    data: &Data,
    here: impl Fn(Water) -> bool,
    there: impl Fn(Water) -> bool,
) -> Vec<Vec<Point>> {
    let mut sides = BTreeSet::new();
    for hex in data.map.hexes().filter(|it| here(water(data, *it))) {
        for direction in Direction::ALL {
            if data.map.neighbour(hex, direction).is_some_and(|it| there(water(data, it))) {
                let (a, b) = sheet.g.cell(hex).side(direction);
                sides.insert(ordered(a, b));
            }
        }
    }
    let mut lines: Vec<Vec<Point>> =
        chains(&sides).iter().map(|it| along(&sheet.g, it, 4.4, 0.0)).collect();
    for line in &mut lines {
        if line.first().zip(line.last()).is_some_and(|(a, b)| b.x < a.x) {
            line.reverse();
        }
    }
    lines
}

fn curves(lines: &[Vec<Point>]) -> Path {
    let mut path = Path::default();
    for line in lines {
        path.curve(line);
    }
    path
}
