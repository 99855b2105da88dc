//! What grows: trees in woods, rows in orchards and vineyards, bushes, tufts in marshes and dunes.

use std::fmt::Write;

use crate::{
    geometry::RADIUS,
    ground::Ground,
    noise::{self, Dice},
    sheet::Sheet,
    svg::{Path, Point, n},
};

/// Trees to be used by `woods`.
pub(crate) const DEFS: &str = concat!(
    "<g id=\"d-t0\"><ellipse cx=\"1.8\" cy=\"2.2\" rx=\"5.2\" ry=\"4.7\" fill=\"#2c3f1a\" opacity=\".4\"/>",
    "<path d=\"M-4.6 1.6c-1.6-1.8-.8-4.4 1-4.9.6-1.9 3.6-2.5 4.9-1 1.9-.4 3.7 1.3 3.3 3.1 1.2 1.5.2 4-1.7 4.2-1.2 1.7-3.8 1.9-5 .5-1.1.3-2.2-.5-2.5-1.9z\" fill=\"#628347\" stroke=\"#435f2b\" stroke-width=\".7\"/>",
    "<path d=\"M-3.6-.4c-.2-1.6 1-2.6 2.2-2.6.8-1.2 2.8-1.2 3.5 0-.6 1.8-2.2 1.4-3 2.4-.8.9-2 .9-2.7.2z\" fill=\"#93ae68\"/></g>\n",
    "<g id=\"d-t1\"><ellipse cx=\"1.6\" cy=\"2\" rx=\"4.6\" ry=\"4.3\" fill=\"#2c3f1a\" opacity=\".4\"/>",
    "<circle r=\"4.4\" fill=\"#587a40\" stroke=\"#3f5b27\" stroke-width=\".7\"/>",
    "<ellipse cx=\"-1.2\" cy=\"-1.3\" rx=\"2.3\" ry=\"1.8\" fill=\"#86a45e\"/></g>\n",
    "<g id=\"d-t2\"><ellipse cx=\"1.7\" cy=\"2.1\" rx=\"5\" ry=\"4.4\" fill=\"#2c3f1a\" opacity=\".4\"/>",
    "<path d=\"M-4.4-.4c0-2.2 1.8-3.3 3.2-3 1.2-1.5 4-1 4.5.8 1.8.5 2.2 3 .9 4.1-.2 1.9-2.6 2.9-4 1.9-1.6.8-3.9-.1-4-1.7-.5-.4-.7-1.3-.6-2.1z\" fill=\"#6e8e54\" stroke=\"#41592b\" stroke-width=\".7\"/>",
    "<ellipse cx=\"-.9\" cy=\"-1.4\" rx=\"2.2\" ry=\"1.5\" fill=\"#a2bb7a\"/></g>\n",
);

/// A canopy over each wood, thinner at its edge, open along roads.
pub(crate) fn woods(sheet: &Sheet) -> String {
    let mut out = String::new();
    let is = |it| it == Ground::Woods;
    let mut marks = Path::default();
    lattice(sheet, 8.9, 7.6, 3.6, 40, |p, i, j| {
        let edge = 5.2 + 2.2 * noise::smooth(p.x, p.y, 24.0, 41);
        if sheet.depth(p, is) < edge || sheet.is_near_line(p, 6.4) {
            return;
        }
        // Clearings.
        if noise::smooth(p.x, p.y, 34.0, 42) < -0.79 {
            if noise::at(i, j, 43) < 0.4 {
                marks.circle(p, 0.8);
            }
            return;
        }
        let kind = (noise::at(i, j, 44) * 3.0) as i32;
        let _ = write!(out, "<use href=\"#d-t{kind}\" x=\"{}\" y=\"{}\"/>", n(p.x), n(p.y));
    });
    if out.is_empty() {
        out
    } else {
        format!("{}<g>{out}</g>\n", marks.element("fill=\"#6f8f45\" opacity=\".7\""))
    }
}

/// Trees in rows; neighbouring hexes often share their direction.
pub(crate) fn orchards(sheet: &Sheet) -> String {
    let (mut large, mut small) = (Path::default(), Path::default());
    rows(sheet, Ground::Orchard, 9.6, 9.6, |p, dice| {
        if dice.next() < 0.55 {
            large.dot(p)
        } else {
            small.dot(p)
        };
    });
    let mut out = String::from("<g stroke-linecap=\"round\">");
    for (path, id, d) in [(large, "o0", 5.9), (small, "o1", 5.0)] {
        let crown = |by: f64| n(d + by);
        out += &path.strokes(
            id,
            &[
                &format!(
                    "stroke=\"#3d5226\" stroke-width=\"{}\" opacity=\".34\" x=\"1.2\" y=\"1.4\"",
                    crown(0.0)
                ),
                &format!("stroke=\"#5a7538\" stroke-width=\"{}\"", crown(0.6)),
                &format!("stroke=\"#88a55e\" stroke-width=\"{}\"", crown(-0.6)),
                &format!("stroke=\"#b9cd90\" stroke-width=\"{}\" x=\"-.8\" y=\"-.8\"", crown(-3.4)),
            ],
        );
    }
    out + "</g>\n"
}

/// Short strokes in close rows.
pub(crate) fn vineyards(sheet: &Sheet) -> String {
    let mut vines = Path::default();
    rows(sheet, Ground::Vineyard, 4.6, 7.2, |p, dice| {
        vines.line(p.plus(0.0, -1.6), p.plus(dice.between(-0.4, 0.4), 1.5));
    });
    vines.element("fill=\"none\" stroke=\"#6f8a3e\" stroke-width=\"1.5\" stroke-linecap=\"round\"")
}

/// Low bushes, singly and in clumps.
pub(crate) fn scrub(sheet: &Sheet) -> String {
    let (mut shadows, mut bushes, mut tufts) = (Path::default(), Path::default(), Path::default());
    lattice(sheet, 9.5, 8.4, 6.0, 50, |p, i, j| {
        if sheet.depth(p, |it| it == Ground::Scrub) < 4.5 || sheet.is_near_line(p, 5.0) {
            return;
        }
        match noise::at(i, j, 51) {
            it if it < 0.42 => {
                let r = 1.6 + 1.3 * noise::at(i, j, 52);
                shadows.circle(p.plus(0.8, 0.9), r);
                bushes.circle(p, r);
            }
            it if it < 0.62 => tuft(&mut tufts, p),
            _ => {}
        }
    });
    shadows.element("fill=\"#4a5226\" opacity=\".35\"")
        + &bushes.element("fill=\"#93a05c\" stroke=\"#66743a\" stroke-width=\".5\"")
        + &tufts.element("fill=\"none\" stroke=\"#7d8848\" stroke-width=\".8\"")
}

/// Reeds over broken lines of water.
pub(crate) fn marshes(sheet: &Sheet) -> String {
    let (mut water, mut reeds) = (Path::default(), Path::default());
    lattice(sheet, 17.0, 6.4, 7.0, 60, |p, i, j| {
        if sheet.depth(p, |it| it == Ground::Marsh) < 6.0 || sheet.is_near_line(p, 4.0) {
            return;
        }
        let roll = noise::at(i, j, 61);
        if roll < 0.62 {
            let half = 2.5 + 4.0 * noise::at(i, j, 62);
            water.line(p.plus(-half, 0.0), p.plus(half, 0.0));
        }
        if roll < 0.26 {
            tuft(&mut reeds, p);
        }
    });
    water.element("fill=\"none\" stroke=\"#6f9ca8\" stroke-width=\"1\" stroke-linecap=\"round\"")
        + &reeds
            .element("fill=\"none\" stroke=\"#5f7d4a\" stroke-width=\"1\" stroke-linecap=\"round\"")
}

/// Drowned meadows: water lines with the tops of hedges.
pub(crate) fn floods(sheet: &Sheet) -> String {
    let (mut water, mut tops) = (Path::default(), Path::default());
    lattice(sheet, 22.0, 8.0, 8.0, 66, |p, i, j| {
        if sheet.depth(p, |it| it == Ground::Flooded) < 6.0 {
            return;
        }
        let half = 3.0 + 4.0 * noise::at(i, j, 67);
        water
            .move_to(p.plus(-half, 0.0))
            .quad(p.plus(-half / 2.0, -1.8), p)
            .quad(p.plus(half / 2.0, 1.8), p.plus(half, 0.0));
        if noise::at(i, j, 68) < 0.14 {
            tuft(&mut tops, p.plus(0.0, -2.0));
        }
    });
    water.element("fill=\"none\" stroke=\"#7fa1ab\" stroke-width=\".9\" opacity=\".8\"")
        + &tops.element("fill=\"none\" stroke=\"#6d8350\" stroke-width=\".9\"")
}

/// Grains of sand; on dunes also ripples and marram.
pub(crate) fn sands(sheet: &Sheet) -> String {
    let (mut grains, mut coarse) = (Path::default(), Path::default());
    let (mut ripples, mut grass) = (Path::default(), Path::default());
    let is = |it| matches!(it, Ground::Beach | Ground::Dunes | Ground::Desert);
    lattice(sheet, 7.0, 6.5, 5.0, 70, |p, i, j| {
        if sheet.depth(p, is) < 2.5 {
            return;
        }
        let (ground, roll) = (sheet.ground(sheet.cell_at(p)), noise::at(i, j, 71));
        if roll < 0.55 {
            if noise::at(i, j, 72) < 0.5 {
                grains.dot(p)
            } else {
                coarse.dot(p)
            };
        } else if ground == Ground::Dunes && roll < 0.63 {
            ripples.move_to(p.plus(-5.0, 1.0)).quad(p.plus(-1.0, -4.5), p.plus(5.5, 1.5));
        } else if ground == Ground::Dunes && roll < 0.69 {
            tuft(&mut grass, p);
        } else if ground == Ground::Desert && roll < 0.58 {
            ripples.move_to(p.plus(-4.0, 0.0)).quad(p.plus(0.0, -2.0), p.plus(4.0, 0.0));
        }
    });
    let round = "fill=\"none\" stroke=\"#a58b54\" stroke-linecap=\"round\" opacity=\".62\"";
    grains.element(&format!("{round} stroke-width=\"1\""))
        + &coarse.element(&format!("{round} stroke-width=\"1.5\""))
        + &ripples.element("fill=\"none\" stroke=\"#a8853f\" stroke-width=\".9\" stroke-linecap=\"round\" opacity=\".8\"")
        + &grass.element("fill=\"none\" stroke=\"#8a9150\" stroke-width=\".9\"")
}

/// Rank grass and bushes: in a ravine much of both, on a sea front only grass.
pub(crate) fn meadows(sheet: &Sheet) -> String {
    let (mut shadows, mut bushes, mut tufts) = (Path::default(), Path::default(), Path::default());
    lattice(sheet, 11.0, 9.0, 8.0, 84, |p, i, j| {
        let ground = sheet.ground(sheet.cell_at(p));
        if !matches!(ground, Ground::Ravine | Ground::Seafront)
            || sheet.depth(p, |it| it == ground) < 5.0
            || sheet.is_near_line(p, 5.0)
        {
            return;
        }
        match noise::at(i, j, 85) {
            it if it < 0.16 && ground == Ground::Ravine => {
                let r = 1.8 + 1.5 * noise::at(i, j, 86);
                shadows.circle(p.plus(0.9, 1.0), r);
                bushes.circle(p, r);
            }
            it if it < 0.42 => tuft(&mut tufts, p),
            _ => {}
        }
    });
    shadows.element("fill=\"#3d5226\" opacity=\".35\"")
        + &bushes.element("fill=\"#7d9a52\" stroke=\"#55703a\" stroke-width=\".6\"")
        + &tufts.element("fill=\"none\" stroke=\"#82904c\" stroke-width=\".9\" opacity=\".8\"")
}

/// Stones: small angular outlines, shaded on one side.
pub(crate) fn rocks(sheet: &Sheet) -> String {
    let (mut stones, mut shades) = (Path::default(), Path::default());
    lattice(sheet, 13.0, 11.0, 8.0, 76, |p, i, j| {
        if sheet.depth(p, |it| it == Ground::Rocky) < 6.0
            || sheet.is_near_line(p, 5.0)
            || noise::at(i, j, 77) < 0.3
        {
            return;
        }
        let r = 2.0 + 2.6 * noise::at(i, j, 78);
        let (a, b, c) = (p.plus(-r, r * 0.6), p.plus(-r * 0.2, -r), p.plus(r, r * 0.5));
        stones.polygon(&[a, b, p.plus(r * 0.7, -r * 0.4), c]);
        shades.polygon(&[b, p.plus(r * 0.7, -r * 0.4), c, p.plus(r * 0.1, r * 0.2)]);
    });
    stones.element(
        "fill=\"#cdbfa3\" stroke=\"#6d5b40\" stroke-width=\".8\" stroke-linejoin=\"round\"",
    ) + &shades.element("fill=\"#7d6a4b\" opacity=\".55\"")
}

/// Short strokes that fall away from the middle of a hill hex, the way old maps draw a knoll.
pub(crate) fn hills(sheet: &Sheet) -> String {
    let mut strokes = Path::default();
    for cell in sheet.cells(|it| it == Ground::Hill) {
        let c = sheet.g.centre_of(cell);
        let mut dice = Dice::new(cell.column, cell.row, 80);
        for ring in [(17.0, 7.0, 20), (27.0, 6.5, 30)] {
            for k in 0..ring.2 {
                let angle = (f64::from(k) + dice.between(-0.2, 0.2)) * std::f64::consts::TAU
                    / f64::from(ring.2);
                let (sin, cos) = angle.sin_cos();
                let from =
                    ring.0 + 1.5 * noise::smooth(c.x + cos * 40.0, c.y + sin * 40.0, 20.0, 81);
                let to = from + ring.1 * dice.between(0.7, 1.0);
                let at = |r: f64| c.plus(cos * r * 1.05, sin * r * 0.9);
                if !sheet.is_near_line(at(to), 4.0) {
                    strokes.line(at(from), at(to));
                }
            }
        }
    }
    strokes.element("fill=\"none\" stroke=\"#8d6a38\" stroke-width=\"1\" stroke-linecap=\"round\" opacity=\".65\"")
}

fn tuft(path: &mut Path, p: Point) {
    path.line(p, p.plus(-1.7, -3.6)).line(p, p.plus(0.0, -4.6)).line(p, p.plus(1.7, -3.6));
}

/// Calls `draw` for each place of a jittered lattice over the sheet, row by row from the north.
fn lattice(
    sheet: &Sheet,
    dx: f64,
    dy: f64,
    jitter: f64,
    salt: u32,
    mut draw: impl FnMut(Point, i32, i32),
) {
    for j in 0..(sheet.g.height / dy) as i32 + 2 {
        for i in 0..(sheet.g.width / dx) as i32 + 2 {
            let x = (f64::from(i) + 0.5 * f64::from(j & 1)) * dx
                + (noise::at(i, j, salt) - 0.5) * jitter;
            let y = f64::from(j) * dy + (noise::at(i, j, salt + 1) - 0.5) * jitter;
            draw(Point::new(x, y), i, j);
        }
    }
}

/// Calls `draw` for each plant of the hexes of this ground, in rows of one direction a hex.
fn rows(
    sheet: &Sheet,
    ground: Ground,
    along: f64,
    across: f64,
    mut draw: impl FnMut(Point, &mut Dice),
) {
    for cell in sheet.cells(|it| it == ground) {
        let c = sheet.g.centre_of(cell);
        let angle = noise::smooth(c.x, c.y, 190.0, 90) * 1.3;
        let (sin, cos) = angle.sin_cos();
        let mut dice = Dice::new(cell.column, cell.row, 91);
        let n = (RADIUS / along.min(across)) as i32 + 1;
        for j in -n..=n {
            for i in -n..=n {
                let (u, v) = ((f64::from(i) + 0.5) * along, (f64::from(j) + 0.5) * across);
                let p = c.plus(u * cos - v * sin, u * sin + v * cos);
                let inside = sheet.cell_at(p) == cell && 6.0 < sheet.depth(p, |it| it == ground);
                // Two hexes of an orchard meet without a gap but without overlap.
                let own = p.distance(c) < RADIUS * 0.96;
                if inside && own && !sheet.is_near_line(p, 5.6) {
                    draw(p, &mut dice);
                }
            }
        }
    }
}
