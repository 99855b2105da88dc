//! Hex numbers and place names.

use std::fmt::Write;

use crate::{
    ground::Ground,
    sheet::Sheet,
    svg::{FONT_COUNTER, FONT_MAP, Point, escape, n, width},
};

/// One text a row, with a piece for each hex.
pub(crate) fn numbers(sheet: &Sheet) -> String {
    let mut out = format!(
        "<g font-family=\"{FONT_COUNTER}\" font-size=\"8.5\" font-weight=\"500\" fill=\"#40392a\" text-anchor=\"middle\" \
         stroke=\"#f7f2e3\" stroke-width=\"2.2\" stroke-opacity=\".6\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n"
    );
    let columns = usize::from(sheet.map.columns());
    for hex in sheet.map.hexes() {
        let Point { x, y } = sheet.g.centre(hex);
        if hex.index() % columns == 0 {
            let _ = write!(out, "<text y=\"{}\">", n(y - 26.0));
        }
        let _ = write!(out, "<tspan x=\"{}\">{}</tspan>", n(x), sheet.map.label(hex));
        if (hex.index() + 1) % columns == 0 {
            out += "</text>\n";
        }
    }
    out + "</g>\n"
}

struct Style {
    size: f64,
    colour: &'static str,
    spacing: f64,
    attributes: &'static str,
    capitals: bool,
}

fn style(kind: &str, ground: Ground) -> Style {
    let has = |list: &[&str]| list.iter().any(|it| kind.contains(it));
    let italic = "font-style=\"italic\" font-weight=\"600\"";
    let town =
        Style { size: 20.0, colour: "#2c2418", spacing: 0.6, attributes: italic, capitals: false };
    if has(&["city", "town"]) {
        town
    } else if has(&["sea", "beach", "bay", "coast"]) {
        Style {
            size: 15.0,
            colour: "#234f5e",
            spacing: 5.0,
            attributes: "font-weight=\"600\"",
            capitals: true,
        }
    } else if has(&["river", "stream", "canal", "brook", "water", "lake"]) {
        Style {
            size: 13.0,
            colour: "#1f566c",
            spacing: 1.2,
            attributes: "font-style=\"italic\" font-weight=\"500\"",
            capitals: false,
        }
    } else if has(&["strong", "fort", "battery", "bunker"]) {
        Style {
            size: 12.0,
            colour: "#3b3428",
            spacing: 0.3,
            attributes: "font-weight=\"600\"",
            capitals: false,
        }
    } else if has(&["exit", "road"]) {
        Style { size: 11.5, colour: "#574f3d", spacing: 0.4, attributes: italic, capitals: false }
    } else if has(&["hill", "height", "ridge", "point", "crest"]) {
        Style { size: 12.5, colour: "#5d3c14", spacing: 0.8, attributes: italic, capitals: false }
    } else if has(&["wood", "forest", "orchard"]) {
        Style { size: 12.5, colour: "#2d4518", spacing: 0.8, attributes: italic, capitals: false }
    } else if has(&["village"]) {
        Style { size: 16.0, ..town }
    } else if has(&["region", "country", "area", "sector"]) {
        Style {
            size: 18.0,
            colour: "#5a4a30",
            spacing: 6.0,
            attributes: "font-weight=\"500\"",
            capitals: true,
        }
    } else if has(&[
        "farm",
        "chateau",
        "bridge",
        "church",
        "mill",
        "hamlet",
        "station",
        "crossroads",
    ]) {
        Style { size: 12.5, ..town }
    } else {
        match ground {
            Ground::City | Ground::Town | Ground::Fortified => town,
            Ground::Village => Style { size: 16.0, ..town },
            _ => Style { size: 13.5, ..town },
        }
    }
}

/// A rectangle that is taken: left, top, right, bottom.
type Box = (f64, f64, f64, f64);

/// Names near their hex, where they hide the fewest numbers, no badge and no other name; some kinds are printed
/// elsewhere.
pub(crate) fn places(sheet: &Sheet, but: &[&str], badges: &[Point]) -> String {
    let (left, top, wide, high) = sheet.frame();
    let numbers: Vec<Box> = sheet
        .map
        .hexes()
        .map(|it| sheet.g.centre(it))
        .map(|it| (it.x - 9.0, it.y - 33.0, it.x + 9.0, it.y - 25.5))
        .collect();
    let badge = |it: &Point| (it.x - 15.0, it.y - 15.0, it.x + 15.0, it.y + 14.0);
    let mut taken: Vec<Box> = badges.iter().map(badge).collect();
    let mut out = format!(
        "<g font-family=\"{FONT_MAP}\" text-anchor=\"middle\" stroke-linejoin=\"round\">\n"
    );
    for place in sheet.map.places().iter().filter(|it| !but.contains(&it.kind.as_str())) {
        let c = sheet.g.centre(place.hex);
        let style = style(&place.kind.to_lowercase(), sheet.ground(sheet.g.cell(place.hex)));
        let name: String = place.name.chars().take(40).collect();
        let name = if style.capitals { name.to_uppercase() } else { name };
        let half =
            (width(&name) * 0.9 * style.size + style.spacing * name.chars().count() as f64) / 2.0;
        let mut best: Option<(f64, f64, f64)> = None;
        for (rank, (dx, dy)) in [
            (0.0, 25.0),
            (0.0, -13.0),
            (12.0, 25.0),
            (-12.0, 25.0),
            (30.0, 22.0),
            (-30.0, 22.0),
            (14.0, -12.0),
            (-14.0, -12.0),
            (48.0, 6.0),
            (-48.0, 6.0),
            (0.0, 6.0),
            (0.0, 30.0),
            (0.0, -21.0),
            (34.0, -24.0),
            (-34.0, -24.0),
            (52.0, 14.0),
            (-52.0, 14.0),
        ]
        .into_iter()
        .enumerate()
        {
            let x = c.x + dx;
            let x = if x - half < left + 6.0 {
                left + 6.0 + half
            } else if left + wide - 6.0 < x + half {
                left + wide - 6.0 - half
            } else {
                x
            };
            let y = c.y + dy;
            let here = (x - half, y - style.size * 0.72, x + half, y + style.size * 0.2);
            let outside = here.1 < top + 2.0 || top + high - 2.0 < here.3;
            let covers = taken.iter().filter(|it| overlap(here, **it)).count() as f64;
            let hides = numbers.iter().filter(|it| overlap(here, **it)).count() as f64;
            let cost =
                rank as f64 * 0.35 + covers * 20.0 + hides * 1.6 + if outside { 50.0 } else { 0.0 };
            if best.is_none_or(|it| cost < it.0) {
                best = Some((cost, x, y));
            }
        }
        let Some((_, x, y)) = best else { continue };
        taken.push((x - half, y - style.size * 0.75, x + half, y + style.size * 0.25));
        let spacing = if style.spacing == 0.0 {
            String::new()
        } else {
            format!(" letter-spacing=\"{}\"", style.spacing)
        };
        let common = format!(
            "x=\"{}\" y=\"{}\" font-size=\"{}\"{spacing} {}",
            n(x),
            n(y),
            style.size,
            style.attributes
        );
        let name = escape(&name, 40);
        let _ = writeln!(
            out,
            "<text {common} fill=\"{0}\" stroke=\"#f7f2e3\" stroke-width=\"4\" stroke-opacity=\".85\" paint-order=\"stroke\">{name}</text>",
            style.colour
        );
    }
    out + "</g>\n"
}

fn overlap(a: Box, b: Box) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}
