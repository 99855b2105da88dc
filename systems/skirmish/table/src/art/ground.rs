//! The table itself: grass, hills, areas, obstacles, buildings, names, and inches along the rim.

use std::fmt::Write as _;

use draw::svg::{FONT_MAP, escape};
use skirmish::data::Scene;
use tabletop::{INCH, Point, Polygon, Table};

use super::lines;
use super::scatter::{inside, mixed, shake};

/// Grass, and what is drawn over and over.
const DEFS: &str = "<defs>\
<symbol id=\"tree\" viewBox=\"-100 -100 200 200\"><circle cx=\"10\" cy=\"14\" r=\"86\" fill=\"#20300f\" opacity=\".35\"/>\
<circle r=\"84\" fill=\"#4c6a2c\"/><circle cx=\"-22\" cy=\"-24\" r=\"52\" fill=\"#5f8037\"/><circle cx=\"-34\" cy=\"-36\" r=\"24\" fill=\"#78994a\"/></symbol>\
<symbol id=\"apple\" viewBox=\"-100 -100 200 200\"><circle cx=\"10\" cy=\"14\" r=\"84\" fill=\"#26361a\" opacity=\".35\"/>\
<circle r=\"80\" fill=\"#6d8a3c\"/><circle cx=\"-20\" cy=\"-22\" r=\"50\" fill=\"#84a24c\"/><circle cx=\"20\" cy=\"24\" r=\"9\" fill=\"#b8452f\"/><circle cx=\"-38\" cy=\"20\" r=\"9\" fill=\"#b8452f\"/><circle cx=\"28\" cy=\"-34\" r=\"9\" fill=\"#b8452f\"/></symbol>\
<symbol id=\"bush\" viewBox=\"-100 -100 200 200\"><ellipse cx=\"8\" cy=\"16\" rx=\"84\" ry=\"66\" fill=\"#20300f\" opacity=\".3\"/>\
<ellipse rx=\"82\" ry=\"64\" fill=\"#6a7d3a\"/><ellipse cx=\"-20\" cy=\"-16\" rx=\"42\" ry=\"30\" fill=\"#84974c\"/></symbol>\
</defs>\n";

pub(super) fn body(scene: &Scene) -> String {
    let table = &scene.table;
    let mut out = String::from(DEFS);
    let pen = Pen { top: table.size().y };
    grass(&mut out, table);
    hills(&mut out, &pen, table);
    areas(&mut out, &pen, table);
    for (n, it) in table.obstacles().iter().enumerate() {
        lines::obstacle(&mut out, &pen, &table.obstacle_kind(n).key, &it.points);
    }
    for n in 0..table.buildings().len() {
        building(&mut out, &pen, table, n);
    }
    names(&mut out, &pen, table);
    rim(&mut out, table);
    out
}

/// Turns the table's y, which runs north, into the picture's.
pub(super) struct Pen {
    top: i32,
}

impl Pen {
    pub(super) const fn at(&self, p: Point) -> (i32, i32) {
        (p.x, self.top - p.y)
    }

    /// "12,30 14,30 14,34"
    pub(super) fn points(&self, points: &[Point]) -> String {
        let pair = |it: &Point| format!("{},{}", self.at(*it).0, self.at(*it).1);
        points.iter().map(pair).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn polygon(&self, outline: &Polygon, style: &str) -> String {
        format!("<polygon points=\"{}\" {style}/>\n", self.points(outline.corners()))
    }

    /// A symbol around a point.
    pub(super) fn put(&self, out: &mut String, symbol: &str, at: Point, size: i32) {
        let (x, y) = self.at(at);
        let half = size / 2;
        let _ = writeln!(
            out,
            "<use href=\"#{symbol}\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\"/>",
            x - half,
            y - half
        );
    }
}

fn grass(out: &mut String, table: &Table) {
    let Point { x, y } = table.size();
    let _ = writeln!(out, "<rect width=\"{x}\" height=\"{y}\" fill=\"#a7b578\"/>");
    // Meadows are never of one green.
    let count = (x / INCH) * (y / INCH) / 9;
    for i in 0..count as u32 {
        let (cx, cy) = (mixed(i * 2 + 1) % x as u32, mixed(i * 2 + 2) % y as u32);
        let (rx, ry) = (220 + mixed(i ^ 0xab) % 560, 130 + mixed(i ^ 0xcd) % 300);
        let fill = ["#b1bf80", "#9cab6c", "#adba74", "#a2b07a"][(mixed(i ^ 0xef) % 4) as usize];
        let turn = mixed(i ^ 0x77) % 180;
        let _ = writeln!(
            out,
            "<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\" transform=\"rotate({turn} {cx} {cy})\" fill=\"{fill}\" opacity=\".45\"/>"
        );
    }
    let mut tufts = String::new();
    for i in 0..(count as u32 * 9) {
        let (tx, ty) = (mixed(i * 3 + 11) % x as u32, mixed(i * 3 + 12) % y as u32);
        let _ = write!(tufts, "M{tx} {ty}l-9 -26m9 26l7 -30m-7 30l20 -20");
    }
    let _ = writeln!(
        out,
        "<path d=\"{tufts}\" stroke=\"#7f8f52\" stroke-width=\"5\" fill=\"none\" opacity=\".55\"/>"
    );
}

/// Contours: each step inwards a little lighter, the foot in shadow to the south-east.
fn hills(out: &mut String, pen: &Pen, table: &Table) {
    let mut hills: Vec<_> = table.hills().iter().collect();
    hills.sort_by_key(|it| it.level);
    for it in hills {
        let corners = it.outline.corners();
        let middle = middle(corners);
        let shrunk = |percent: i32| -> Vec<Point> {
            let part = |a: i32, b: i32| a + (b - a) * percent / 100;
            corners.iter().map(|p| Point::new(part(middle.x, p.x), part(middle.y, p.y))).collect()
        };
        let shadow: Vec<Point> = corners.iter().map(|p| Point::new(p.x + 46, p.y - 60)).collect();
        let _ = writeln!(out, "<g class=\"hill\" stroke-linejoin=\"round\">");
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"#59622f\" opacity=\".35\" stroke=\"#59622f\" stroke-width=\"60\" stroke-opacity=\".25\"/>",
            pen.points(&shadow)
        );
        for (percent, fill) in [(100, "#b3ba7c"), (84, "#bec485"), (66, "#c8cd90"), (46, "#d1d59b")]
        {
            let _ = writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#8a8d55\" stroke-width=\"{}\"/>",
                pen.points(&shrunk(percent)),
                if percent == 100 { 16 } else { 6 }
            );
        }
        out.push_str("</g>\n");
    }
}

fn middle(corners: &[Point]) -> Point {
    let n = corners.len().max(1) as i32;
    let sum = corners.iter().fold((0, 0), |sum, it| (sum.0 + it.x, sum.1 + it.y));
    Point::new(sum.0 / n, sum.1 / n)
}

/// Flat ground first, then what stands on it.
fn areas(out: &mut String, pen: &Pen, table: &Table) {
    let order = |kind: &str| match kind {
        "deep_water" | "shallow_water" | "marsh" => 0,
        "road" | "open" => 1,
        "crops" => 2,
        "crater" | "foxhole" | "trench" => 4,
        _ => 3,
    };
    let mut all: Vec<usize> = (0..table.areas().len()).collect();
    all.sort_by_key(|it| order(&table.area_kind(*it).key));
    for it in all {
        area(out, pen, &table.area_kind(it).key, &table.areas()[it].outline);
    }
}

fn area(out: &mut String, pen: &Pen, kind: &str, outline: &Polygon) {
    let _ = writeln!(out, "<g class=\"{}\" stroke-linejoin=\"round\">", escape(kind, 20));
    match kind {
        "road" => {
            out.push_str(
                &pen.polygon(outline, "fill=\"#c9b48a\" stroke=\"#a08c62\" stroke-width=\"18\""),
            );
            strewn(
                out,
                pen,
                outline,
                190,
                80,
                |seed| {
                    format!(
                        "fill=\"{}\" opacity=\".5\"",
                        if seed % 2 == 0 { "#b7a078" } else { "#d8c59c" }
                    )
                },
                34,
            );
        }
        "crops" => {
            out.push_str(
                &pen.polygon(outline, "fill=\"#cdb35e\" stroke=\"#a8913f\" stroke-width=\"16\""),
            );
            rows(out, pen, outline);
        }
        "orchard" => {
            out.push_str(&pen.polygon(outline, "fill=\"#98aa5f\" stroke=\"#6f8440\" stroke-width=\"14\" stroke-dasharray=\"70 40\""));
            for (at, seed) in inside(outline, 2 * INCH, 30) {
                pen.put(out, "apple", at, 300 + shake(seed, 30));
            }
        }
        "woods" => {
            out.push_str(&pen.polygon(outline, "fill=\"#6b7f41\" stroke=\"#3f5220\" stroke-width=\"22\" stroke-dasharray=\"90 40\""));
            for (at, seed) in inside(outline, 300, 90) {
                pen.put(out, "tree", at, 360 + shake(seed, 80));
            }
        }
        "brush" => {
            out.push_str(&pen.polygon(outline, "fill=\"#93a05c\" stroke=\"#6a7d3a\" stroke-width=\"12\" stroke-dasharray=\"60 40\""));
            for (at, seed) in inside(outline, 250, 90) {
                pen.put(out, "bush", at, 200 + shake(seed, 50));
            }
        }
        "rubble" => {
            out.push_str(
                &pen.polygon(outline, "fill=\"#a59c8a\" stroke=\"#746c5d\" stroke-width=\"14\""),
            );
            strewn(
                out,
                pen,
                outline,
                110,
                45,
                |seed| {
                    let fill = ["#857c6c", "#b9b0a0", "#968a76"][(seed % 3) as usize];
                    format!("fill=\"{fill}\" stroke=\"#5f584b\" stroke-width=\"6\"")
                },
                42,
            );
        }
        "foxhole" | "crater" => {
            for (at, _) in inside(outline, 240, 40) {
                let (x, y) = pen.at(at);
                let _ = writeln!(
                    out,
                    "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"105\" ry=\"90\" fill=\"#9a8557\"/><ellipse cx=\"{x}\" cy=\"{y}\" rx=\"68\" ry=\"56\" fill=\"#4f4329\"/>"
                );
            }
            out.push_str(&pen.polygon(
                outline,
                "fill=\"none\" stroke=\"#7d6a41\" stroke-width=\"9\" stroke-dasharray=\"40 34\"",
            ));
        }
        "trench" => {
            out.push_str(
                &pen.polygon(outline, "fill=\"#5a4b2f\" stroke=\"#9a8557\" stroke-width=\"40\""),
            );
        }
        "marsh" => {
            out.push_str(&pen.polygon(outline, "fill=\"#93a983\" stroke=\"#6f8a6a\" stroke-width=\"12\" stroke-dasharray=\"50 40\""));
            strewn(out, pen, outline, 240, 70, |_| "fill=\"#7fa3ad\" opacity=\".7\"".into(), 60);
        }
        "shallow_water" | "deep_water" => {
            let fill = if kind == "deep_water" { "#6f97ab" } else { "#93b7bf" };
            out.push_str(&pen.polygon(
                outline,
                &format!("fill=\"{fill}\" stroke=\"#c2b789\" stroke-width=\"34\""),
            ));
            strewn(out, pen, outline, 420, 150, |_| "fill=\"#fff\" opacity=\".14\"".into(), 90);
        }
        _ => out.push_str(
            &pen.polygon(outline, "fill=\"none\" stroke=\"#8a8d55\" stroke-width=\"10\""),
        ),
    }
    out.push_str("</g>\n");
}

/// Pebbles, stones, glints.
fn strewn(
    out: &mut String,
    pen: &Pen,
    outline: &Polygon,
    step: i32,
    shaken: i32,
    style: impl Fn(u32) -> String,
    size: i32,
) {
    for (at, seed) in inside(outline, step, shaken) {
        let (x, y) = pen.at(at);
        let (rx, ry) = (size + shake(seed, size / 2), size / 2 + shake(seed ^ 9, size / 5));
        let _ = writeln!(
            out,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\" {}/>",
            style(seed)
        );
    }
}

/// Rows of wheat.
fn rows(out: &mut String, pen: &Pen, outline: &Polygon) {
    let mut d = String::new();
    for (at, seed) in inside(outline, 96, 6) {
        let (x, y) = pen.at(at);
        let _ = write!(d, "M{x} {y}l{} -44", shake(seed, 10));
    }
    let _ = writeln!(
        out,
        "<path d=\"{d}\" stroke=\"#e6d28a\" stroke-width=\"16\" stroke-linecap=\"round\" fill=\"none\" opacity=\".8\"/>"
    );
    let _ = writeln!(
        out,
        "<path d=\"{d}\" stroke=\"#9c8434\" stroke-width=\"6\" fill=\"none\" opacity=\".6\" transform=\"translate(14 6)\"/>"
    );
}

/// Walls and floor boards, and a roof that lets them be seen: figures inside stand on what is under it.
fn building(out: &mut String, pen: &Pen, table: &Table, n: usize) {
    let it = &table.buildings()[n];
    let kind = table.building_kind(n);
    let (wall, floor, roof, tile) = match kind.key.as_str() {
        "stone" => ("#5d564c", "#c9b99a", "#9c5a41", "#7d4431"),
        "wood" => ("#4f3b25", "#b99f77", "#8a6a45", "#6b4f31"),
        "bunker" => ("#4c4f4d", "#9b9c94", "#85877f", "#6b6d66"),
        _ => ("#6b6356", "#b5a98f", "#6b6356", "#6b6356"),
    };
    let corners = it.outline.corners();
    let shadow: Vec<Point> = corners.iter().map(|p| Point::new(p.x + 60, p.y - 70)).collect();
    let _ = writeln!(
        out,
        "<g class=\"building\" stroke-linejoin=\"miter\"><polygon points=\"{}\" fill=\"#000\" opacity=\".28\"/>",
        pen.points(&shadow)
    );
    let _ = writeln!(
        out,
        "<g class=\"floor\">{}",
        pen.polygon(
            &it.outline,
            &format!("fill=\"{floor}\" stroke=\"{wall}\" stroke-width=\"44\"")
        )
    );
    let (low, high) = it.outline.bounds();
    let mut boards = String::new();
    let mut y = low.y + 96;
    while y < high.y {
        let (x, y_down) = pen.at(Point::new(low.x + 24, y));
        let _ = write!(boards, "M{x} {y_down}H{}", high.x - 24);
        y += 96;
    }
    if corners.len() == 4 {
        let _ = writeln!(
            out,
            "<path d=\"{boards}\" stroke=\"#000\" stroke-width=\"5\" opacity=\".16\" fill=\"none\"/>"
        );
    }
    out.push_str("</g>\n");
    if kind.roof {
        roofed(out, pen, &it.outline, roof, tile);
    } else {
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"none\" stroke=\"#3f392f\" stroke-width=\"18\" stroke-dasharray=\"110 70\"/>",
            pen.points(corners)
        );
    }
    out.push_str("</g>\n");
}

/// Two slopes about the ridge, the far one in the light.
fn roofed(out: &mut String, pen: &Pen, outline: &Polygon, roof: &str, tile: &str) {
    let (low, high) = outline.bounds();
    let along = high.y - low.y <= high.x - low.x;
    let (a, b) = (pen.at(Point::new(low.x, high.y)), pen.at(Point::new(high.x, low.y)));
    let ridge = if along {
        let y = (a.1 + b.1) / 2;
        format!("M{} {y}H{}", a.0, b.0)
    } else {
        let x = (a.0 + b.0) / 2;
        format!("M{x} {}V{}", a.1, b.1)
    };
    let (shade_x, shade_y, shade_w, shade_h) = if along {
        (a.0, (a.1 + b.1) / 2, b.0 - a.0, (b.1 - a.1) / 2)
    } else {
        ((a.0 + b.0) / 2, a.1, (b.0 - a.0) / 2, b.1 - a.1)
    };
    let mut tiles = String::new();
    let (from, to) = if along { (a.1, b.1) } else { (a.0, b.0) };
    let mut n = from + 80;
    while n < to {
        let _ = if along {
            write!(tiles, "M{} {n}H{}", a.0, b.0)
        } else {
            write!(tiles, "M{n} {}V{}", a.1, b.1)
        };
        n += 80;
    }
    let rectangle = outline.corners().len() == 4;
    let _ = writeln!(
        out,
        "<g class=\"roof\" opacity=\".62\">{}",
        pen.polygon(outline, &format!("fill=\"{roof}\""))
    );
    if rectangle {
        let _ = writeln!(
            out,
            "<rect x=\"{shade_x}\" y=\"{shade_y}\" width=\"{shade_w}\" height=\"{shade_h}\" fill=\"{tile}\" opacity=\".7\"/>\
             <path d=\"{tiles}\" stroke=\"#000\" stroke-width=\"5\" opacity=\".2\" fill=\"none\"/>\
             <path d=\"{ridge}\" stroke=\"#f0d9b0\" stroke-width=\"16\" opacity=\".7\" fill=\"none\"/>"
        );
    }
    out.push_str("</g>\n");
}

/// Each name once, at the middle of what it names.
fn names(out: &mut String, pen: &Pen, table: &Table) {
    let _ = writeln!(
        out,
        "<g font-family=\"{FONT_MAP}\" font-style=\"italic\" font-size=\"210\" text-anchor=\"middle\" fill=\"#2c2a1c\" stroke=\"#eee6c8\" stroke-width=\"40\" stroke-opacity=\".75\" paint-order=\"stroke\" stroke-linejoin=\"round\">"
    );
    let mut told: Vec<String> = Vec::new();
    let mut name = |out: &mut String, title: &str, at: Point, up: i32| {
        if told.iter().any(|it| it == title) {
            return;
        }
        told.push(title.to_owned());
        let (x, y) = pen.at(at);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y - up, escape(title, 40));
    };
    for it in table.hills() {
        name(out, &it.title, middle(it.outline.corners()), -60);
    }
    for (n, it) in table.areas().iter().enumerate() {
        if !matches!(table.area_kind(n).key.as_str(), "foxhole" | "crater" | "trench") {
            name(out, &it.title, middle(it.outline.corners()), -60);
        }
    }
    for it in table.buildings() {
        let (low, high) = it.outline.bounds();
        name(out, &it.title, Point::new((low.x + high.x) / 2, high.y), 70);
    }
    out.push_str("</g>\n");
}

/// Wood around the table with a mark at every inch and a number at every sixth.
fn rim(out: &mut String, table: &Table) {
    let Point { x, y } = table.size();
    let _ = writeln!(
        out,
        "<rect x=\"20\" y=\"20\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#4a3a22\" stroke-width=\"40\" opacity=\".8\"/>",
        x - 40,
        y - 40
    );
    let mut ticks = String::new();
    let mut numbers = String::new();
    for n in 1..x / INCH {
        let (at, long) = (n * INCH, if n % 6 == 0 { 130 } else { 70 });
        let _ = write!(ticks, "M{at} {y}v-{long}M{at} 0v{long}");
        if n % 6 == 0 {
            let _ = writeln!(numbers, "<text x=\"{at}\" y=\"{}\">{n}</text>", y - 150);
        }
    }
    for n in 1..y / INCH {
        let (at, long) = (y - n * INCH, if n % 6 == 0 { 130 } else { 70 });
        let _ = write!(ticks, "M0 {at}h{long}M{x} {at}h-{long}");
        if n % 6 == 0 {
            let _ = writeln!(numbers, "<text x=\"210\" y=\"{}\">{n}</text>", at + 40);
        }
    }
    let _ = writeln!(
        out,
        "<path d=\"{ticks}\" stroke=\"#f2e6c4\" stroke-width=\"9\" fill=\"none\" opacity=\".85\"/>"
    );
    let _ = writeln!(
        out,
        "<g font-family=\"{FONT_MAP}\" font-size=\"120\" text-anchor=\"middle\" fill=\"#3b2f1c\" opacity=\".8\">{numbers}</g>"
    );
}
