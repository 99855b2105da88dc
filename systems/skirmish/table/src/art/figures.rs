//! Figures on round bases seen from above, markers, and the sheet of both.

use std::fmt::Write as _;

use draw::counter::text;
use draw::svg::FONT_COUNTER;
use skirmish::data::{FigureData, FigureId, Scene, Side};
use skirmish::tables::{Class, Order, Weapon};

/// The symbol of a figure.
pub(crate) fn figure_face(id: FigureId) -> String {
    format!("f{}", id.0)
}

/// The symbol of a hidden marker.
pub(crate) fn counter_face(side: Side) -> String {
    format!("hidden-{}", side.index())
}

/// The colour of a side: that of its uniform, where we know one.
pub(crate) fn side_colour(scene: &Scene, side: Side) -> &'static str {
    match (scene.sides[side.index()].key.as_str(), side) {
        ("us", _) => "#66793c",
        ("british", _) => "#a3824a",
        ("german", _) => "#68767f",
        (_, Side::First) => "#4f6f9a",
        (_, Side::Second) => "#8a5a4c",
    }
}

/// All symbols of a scenario, in a sheet that shows nothing by itself.
pub(crate) fn counters_svg(scene: &Scene) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>\n{}</defs>\n</svg>\n",
        symbols(scene)
    )
}

pub(super) fn symbols(scene: &Scene) -> String {
    let mut out = String::new();
    for (i, it) in scene.figures.iter().enumerate() {
        let _ = writeln!(
            out,
            "<symbol id=\"{}\" viewBox=\"0 0 48 48\">{}</symbol>",
            figure_face(FigureId(i as u8)),
            figure(scene, it)
        );
    }
    for side in Side::BOTH {
        let fill = side_colour(scene, side);
        let mut body = base(fill, "#f3ecd6");
        label(&mut body, 24.0, 33.0, 26.0, "#2b2619", "?");
        let _ = writeln!(
            out,
            "<symbol id=\"{}\" viewBox=\"0 0 48 48\">{body}</symbol>",
            counter_face(side)
        );
        let flag = objective(fill);
        let _ = writeln!(
            out,
            "<symbol id=\"m-objective-{}\" viewBox=\"0 0 48 48\">{flag}</symbol>",
            side.index()
        );
    }
    let _ = writeln!(
        out,
        "<symbol id=\"m-objective\" viewBox=\"0 0 48 48\">{}</symbol>",
        objective("#efe9d8")
    );
    for (id, fill, letters) in MARKERS {
        let mut body = format!(
            "<rect x=\"3\" y=\"9\" width=\"42\" height=\"30\" rx=\"6\" fill=\"{fill}\" stroke=\"#1d1a12\" stroke-width=\"2\"/>"
        );
        label(&mut body, 24.0, 31.0, 20.0, "#fff", letters);
        let _ = writeln!(out, "<symbol id=\"{id}\" viewBox=\"0 0 48 48\">{body}</symbol>");
    }
    for order in Order::ALL {
        let row = scene.tables.order(order);
        let mut body = String::from(
            "<rect x=\"8\" y=\"8\" width=\"32\" height=\"32\" rx=\"4\" fill=\"#f4edd8\" stroke=\"#1d1a12\" stroke-width=\"2.4\"/>",
        );
        label(&mut body, 24.0, 33.0, 25.0, "#1d1a12", &row.letter.to_string());
        let name = order.key().replace('_', "-");
        let _ =
            writeln!(out, "<symbol id=\"m-order-{name}\" viewBox=\"0 0 48 48\">{body}</symbol>");
    }
    for (id, thick) in [("m-smoke", ".8"), ("m-smoke-thin", ".45")] {
        let _ = writeln!(
            out,
            "<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><g fill=\"#e9e9e4\" opacity=\"{thick}\"><circle cx=\"17\" cy=\"27\" r=\"13\"/><circle cx=\"30\" cy=\"29\" r=\"12\"/><circle cx=\"24\" cy=\"18\" r=\"13\"/><circle cx=\"34\" cy=\"19\" r=\"9\"/></g></symbol>"
        );
    }
    out
}

/// Symbol, colour, letters.
const MARKERS: [(&str, &str, &str); 6] = [
    ("m-suppressed", "#b8862b", "SUPPR"),
    ("m-broken", "#a3392c", "BROKEN"),
    ("m-opportunity", "#3b5f8a", "OPP"),
    ("m-hidden", "#4c4a3c", "HIDDEN"),
    ("m-call", "#6b5b95", "CALL"),
    ("m-effect", "#8f2f1f", "FFE"),
];

fn label(out: &mut String, x: f64, y: f64, size: f64, fill: &str, letters: &str) {
    let _ = write!(out, "<g font-family=\"{FONT_COUNTER}\" font-weight=\"700\">");
    text(out, x, y, size, fill, "middle", letters, 38.0);
    out.push_str("</g>");
}

fn objective(fill: &str) -> String {
    format!(
        "<circle cx=\"25\" cy=\"25\" r=\"21\" fill=\"#000\" opacity=\".25\"/><circle cx=\"24\" cy=\"24\" r=\"21\" fill=\"#f4edd8\" stroke=\"#1d1a12\" stroke-width=\"2\"/>\
         <path d=\"M17 40V9\" stroke=\"#4a3a22\" stroke-width=\"3\"/><path d=\"M18 10h19l-6 7 6 7H18z\" fill=\"{fill}\" stroke=\"#1d1a12\" stroke-width=\"1.4\"/>"
    )
}

/// A round base: shadow, rim in the colour of its side, ground.
fn base(rim: &str, ground: &str) -> String {
    format!(
        "<circle cx=\"25.4\" cy=\"26\" r=\"21.6\" fill=\"#000\" opacity=\".32\"/><circle cx=\"24\" cy=\"24\" r=\"22\" fill=\"{rim}\" stroke=\"#1d1a12\" stroke-width=\"1.6\"/>\
         <circle cx=\"24\" cy=\"24\" r=\"17\" fill=\"{ground}\"/>"
    )
}

/// A man from above: shoulders, helmet, what he carries, and the letters of his element.
fn figure(scene: &Scene, it: &FigureData) -> String {
    let data = &scene.elements[usize::from(it.element.0)];
    let uniform = side_colour(scene, data.side);
    let mut out = base(uniform, "#8c9a5d");
    let weapon = carried(scene, it);
    out.push_str(&arm(weapon));
    let _ = write!(
        out,
        "<ellipse cx=\"24\" cy=\"25\" rx=\"11.5\" ry=\"6.4\" fill=\"{uniform}\" stroke=\"#1d1a12\" stroke-width=\"1.2\"/>\
         <circle cx=\"24\" cy=\"23.4\" r=\"6.2\" fill=\"{uniform}\" stroke=\"#1d1a12\" stroke-width=\"1.4\"/>\
         <circle cx=\"22.4\" cy=\"21.6\" r=\"2.4\" fill=\"#fff\" opacity=\".3\"/>"
    );
    if it.number == 1 && 0 < data.leader {
        out.push_str("<path d=\"M24 2.6l2.3 4.7 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2-3.8-3.6 5.2-.7z\" fill=\"#f2c53d\" stroke=\"#4b3700\" stroke-width=\".9\"/>");
    }
    let letters = short(&data.key);
    let _ = write!(
        out,
        "<rect x=\"12\" y=\"34\" width=\"24\" height=\"11\" rx=\"3\" fill=\"#f4edd8\" stroke=\"#1d1a12\" stroke-width=\"1\"/>"
    );
    label(&mut out, 24.0, 43.0, 10.5, "#1d1a12", &letters);
    out
}

/// "us-1r" is 1R, "ge-observer" OBS.
fn short(key: &str) -> String {
    let own = key.split_once('-').map_or(key, |it| it.1);
    own.chars().filter(char::is_ascii_alphanumeric).take(3).collect::<String>().to_uppercase()
}

/// The crewed weapon of its element stands at the first of its crew.
fn carried<'s>(scene: &'s Scene, it: &FigureData) -> &'s Weapon {
    let data = &scene.elements[usize::from(it.element.0)];
    let mut number = 1;
    for weapon in &data.support {
        let row = scene.tables.weapon(*weapon);
        if it.number == number {
            return row;
        }
        number += row.crew;
    }
    scene.tables.weapon(it.weapon)
}

/// A weapon from above, its muzzle up.
fn arm(weapon: &Weapon) -> String {
    let barrel = |x: i32, from: i32, to: i32, wide: &str| {
        format!(
            "<path d=\"M{x} {from}V{to}\" stroke=\"#231d12\" stroke-width=\"{wide}\" stroke-linecap=\"round\"/>"
        )
    };
    match weapon.class {
        Class::Indirect => format!(
            "<path d=\"M31 30l8 6M31 30l-2 9\" stroke=\"#231d12\" stroke-width=\"1.8\"/>{}<circle cx=\"31\" cy=\"9\" r=\"3.4\" fill=\"#231d12\"/>",
            barrel(31, 28, 10, "5")
        ),
        Class::DirectHe if 2 < weapon.crew => format!(
            "<path d=\"M14 20h20\" stroke=\"#4b4d48\" stroke-width=\"5\"/><path d=\"M13 15v12M35 15v12\" stroke=\"#231d12\" stroke-width=\"4\"/>{}",
            barrel(24, 24, 4, "4.4")
        ),
        Class::DirectHe => barrel(31, 34, 6, "5"),
        Class::Flame => format!(
            "<rect x=\"19\" y=\"29\" width=\"10\" height=\"6\" rx=\"2\" fill=\"#231d12\"/>{}",
            barrel(32, 26, 9, "3")
        ),
        Class::SmallArms => match (weapon.id.as_str(), weapon.crew) {
            ("pistol", _) => barrel(32, 23, 17, "2.6"),
            ("smg" | "assault_rifle", _) => format!(
                "{}<path d=\"M32 19h4\" stroke=\"#231d12\" stroke-width=\"2.4\"/>",
                barrel(32, 27, 13, "3")
            ),
            ("sniper_rifle", _) => format!(
                "{}<path d=\"M34.6 22v-6\" stroke=\"#231d12\" stroke-width=\"2\"/>",
                barrel(32, 30, 5, "2")
            ),
            (_, 0) => barrel(32, 30, 8, "2.2"),
            (_, 1 | 2) => format!(
                "<path d=\"M32 11l-5 -4M32 11l5 -4\" stroke=\"#231d12\" stroke-width=\"1.6\"/>{}",
                barrel(32, 31, 5, "3.4")
            ),
            _ => format!(
                "<path d=\"M31 22l-8 -10M31 22l8 -10M31 22v12\" stroke=\"#231d12\" stroke-width=\"1.8\"/>{}",
                barrel(31, 27, 4, "4.4")
            ),
        },
    }
}
