//! Hedges, walls, banks, fences: what runs along a line.

use std::fmt::Write as _;

use tabletop::Point;

use super::ground::Pen;
use super::scatter::{mixed, shake};

pub(super) fn obstacle(out: &mut String, pen: &Pen, kind: &str, points: &[Point]) {
    let line = pen.points(points);
    let stroke = |out: &mut String, colour: &str, width: i32, more: &str| {
        let _ = writeln!(
            out,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" {more}/>"
        );
    };
    let shadow = "stroke-linecap=\"round\" transform=\"translate(26 32)\" opacity=\".3\"";
    match kind {
        "hedge" => {
            stroke(out, "#20300f", 110, shadow);
            stroke(out, "#4f6b2d", 96, "stroke-linecap=\"round\"");
            along(out, pen, points, 110, |out, at, seed| {
                pen.put(out, "bush", at, 150 + shake(seed, 24))
            });
        }
        "bocage" => {
            stroke(out, "#20300f", 210, shadow);
            stroke(out, "#7d6a41", 200, "stroke-linecap=\"round\"");
            stroke(out, "#3d5621", 150, "stroke-linecap=\"round\"");
            along(out, pen, points, 190, |out, at, seed| {
                let symbol = if seed % 3 == 0 { "tree" } else { "bush" };
                pen.put(out, symbol, at, 220 + shake(seed, 50));
            });
        }
        "wall" => {
            stroke(out, "#2b2822", 80, shadow);
            stroke(out, "#6f685b", 76, "stroke-linecap=\"square\"");
            stroke(out, "#b9b1a0", 54, "stroke-linecap=\"square\"");
            stroke(out, "#6f685b", 54, "stroke-dasharray=\"10 74\"");
        }
        "bank" => {
            stroke(out, "#5c6a33", 96, shadow);
            stroke(out, "#8f8a55", 84, "stroke-linecap=\"round\"");
            stroke(out, "#c3bb82", 30, "stroke-linecap=\"round\"");
        }
        "fence" => {
            stroke(out, "#6b4f31", 20, "");
            stroke(out, "#4b3620", 52, "stroke-dasharray=\"24 150\"");
        }
        "wire" => {
            stroke(out, "#4a4a46", 14, "");
            stroke(out, "#4a4a46", 90, "stroke-dasharray=\"10 80\"");
        }
        _ => stroke(out, "#4a4a46", 30, ""),
    }
}

/// Something every `step` along a line.
fn along(
    out: &mut String,
    pen: &Pen,
    points: &[Point],
    step: i32,
    mut put: impl FnMut(&mut String, Point, u32),
) {
    let _ = pen;
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let long = tabletop::geometry::length(a, b).max(1);
        let count = (long / step).max(1);
        for i in 0..=count {
            let part = |from: i32, to: i32| from + (to - from) * i / count;
            let seed = mixed((a.x + 3 * a.y + 7 * b.x + 11 * b.y + i) as u32);
            let at =
                Point::new(part(a.x, b.x) + shake(seed, 14), part(a.y, b.y) + shake(seed ^ 5, 14));
            put(out, at, seed);
        }
    }
}
