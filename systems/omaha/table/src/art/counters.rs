//! Counters of the landing: one symbol of 48 units for every strength of every US counter, for the face of every German
//! unit and depth marker, and for the backs that cannot be told apart.
//!
//! ```text
//!   +------------------+   designation on the colour of the division
//!   |==== C/1/116 =====|   NATO symbol ············ steps left, and lost ones open
//!   |   [ X ]      =   |
//!   |   [   ]      =   |   strength · range (underlined) · target symbol (boxed: armoured)
//!   | 6   2        ◆   |
//!   +------------------+
//! ```

use std::fmt::Write;

use board::HexId;
use omaha::data::{
    BoxId, Colour, Data, DepthCounter, DepthPool, Division, GermanCounter, GermanKind, Gun, Reach,
    Symbol, UnitKind, UsCounter, Weapons,
};

use super::markers;
use draw::{
    colour::{INK, Rgb},
    counter::{cardboard, text},
    geometry::geometry,
    svg::{FONT_COUNTER, Point},
    swatch,
};

/// All symbols of a scenario in one invisible picture, to be used by `<use href="#u12-3"/>`.
///
/// US counters are `u12-3` (with three steps left), leaders `u12-0`, a command post `u12-post`; German faces are
/// `g7-front`, `d3-front`, their backs are named by [`german_back`] and `depth-wn-back` …
#[must_use]
pub fn counters_svg(data: &Data) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{}</svg>\n",
        symbols(data)
    )
}

/// The symbols alone, to be put into another picture.
pub(crate) fn symbols(data: &Data) -> String {
    let mut out = String::new();
    for (i, unit) in data.units.iter().enumerate() {
        if unit.kind.is_leader() {
            symbol(&mut out, &format!("u{i}-0"), &leader(unit, false));
            symbol(&mut out, &format!("u{i}-post"), &leader(unit, true));
        }
        for steps in 1..=unit.full_steps() {
            symbol(&mut out, &format!("u{i}-{steps}"), &us(unit, steps));
        }
        symbol(&mut out, &format!("u{i}-far"), &us_far(unit));
    }
    for (i, unit) in data.germans.iter().enumerate() {
        symbol(&mut out, &format!("g{i}-front"), &german(unit));
        symbol(&mut out, &format!("g{i}-front-far"), &german_far(unit.kind, false));
    }
    for kind in BACKS {
        let name = german_back(kind);
        symbol(&mut out, &name, &back(kind));
        symbol(&mut out, &format!("{name}-far"), &german_far(kind, true));
    }
    for (i, depth) in data.depths.iter().enumerate() {
        symbol(&mut out, &format!("d{i}-front"), &depth_face(depth));
    }
    for pool in [DepthPool::Wn, DepthPool::Building, DepthPool::Mobile, DepthPool::Armour] {
        let word = pool.key();
        symbol(&mut out, &format!("depth-{word}-back"), &depth_back(word));
        symbol(&mut out, &format!("depth-{word}-back-far"), &depth_back(word));
    }
    for (id, body) in markers::all() {
        symbol(&mut out, &id, &body);
    }
    for (id, body) in swatch::all(&data.map) {
        symbol(&mut out, &id, &body);
    }
    out
}

fn symbol(out: &mut String, id: &str, body: &str) {
    let _ = writeln!(
        out,
        "<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><g font-family=\"{FONT_COUNTER}\" font-weight=\"700\">{body}</g></symbol>"
    );
}

const BACKS: [GermanKind; 12] = [
    GermanKind::Wn(Gun::Plain),
    GermanKind::Wn(Gun::C75),
    GermanKind::Wn(Gun::C88),
    GermanKind::Wn(Gun::Rocket),
    GermanKind::Tactical,
    GermanKind::Division,
    GermanKind::Armour(Colour::Orange),
    GermanKind::Armour(Colour::Red),
    GermanKind::Armour(Colour::Purple),
    GermanKind::Armour(Colour::Blue),
    GermanKind::Armour(Colour::Green),
    GermanKind::Armour(Colour::Brown),
];

/// The symbol of a face-down unit: a WN unit shows its gun, a reinforcement its pool, armour its colour.
#[must_use]
pub fn german_back(kind: GermanKind) -> String {
    match kind {
        GermanKind::Wn(gun) => format!("wn-{}-back", gun.key()),
        GermanKind::Tactical => "re-t-back".into(),
        GermanKind::Division | GermanKind::Meyer => "re-d-back".into(),
        GermanKind::Armour(colour) => format!("armour-{}-back", colour.name()),
    }
}

/// The colour of a position as the page writes it.
#[must_use]
pub const fn colour_css(colour: Colour) -> &'static str {
    match colour {
        Colour::Orange => "#b4560a",
        Colour::Red => "#a3201b",
        Colour::Purple => "#65399a",
        Colour::Blue => "#1b5a9c",
        Colour::Green => "#1d6b41",
        Colour::Brown => "#64401f",
    }
}

/// The middle of a landing box: out at sea before the first beach hex it leads to.
#[must_use]
pub fn box_middle(data: &Data, id: BoxId) -> Point {
    let low: HexId = data.boxes.get(id.index()).map_or(HexId(0), |it| it.low);
    geometry(&data.map).centre(low).plus(0.0, -70.0)
}

// ---------------------------------------------------------------------------------------------------------------
// US

/// Ground and band of a division: the 1st in olive, the 29th in slate blue, as `design/look`.
const fn look(division: Division) -> (Rgb, &'static str) {
    match division {
        Division::First => (Rgb(201, 205, 166), "#4b5a26"),
        Division::TwentyNinth => (Rgb(185, 203, 210), "#2a4c63"),
    }
}

const US_BOX: (f64, f64) = (20.0, 13.0);

fn us(unit: &UsCounter, steps: u8) -> String {
    let (ground, dark) = look(unit.division);
    let mut out = cardboard(&ground.css());
    band(&mut out, dark, &unit.name);
    let _ = write!(
        out,
        "<g transform=\"translate(9.5 14)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.15\">{}</g>",
        nato(unit, US_BOX.0, US_BOX.1)
    );
    // Steps left are full bars, lost ones open.
    let full = unit.full_steps();
    for i in 0..full.min(4) {
        let y = 14.0 + f64::from(i) * if full == 4 { 3.9 } else { 4.6 };
        let high = if full == 4 { 2.8 } else { 3.2 };
        let fill = if i < steps { dark } else { "none" };
        let _ = write!(
            out,
            "<rect x=\"33.6\" y=\"{y:.1}\" width=\"9.6\" height=\"{high}\" rx=\"1\" fill=\"{fill}\" stroke=\"{dark}\" stroke-width=\".9\"/>"
        );
    }
    let Some(line) = unit.line(steps) else { return out };
    text(&mut out, 4.0, 43.4, 16.5, INK, "start", &line.strength.to_string(), 14.0);
    let range = match line.range {
        Reach::None => None,
        Reach::Hexes(it) => Some(it.to_string()),
        Reach::Unlimited => Some("∞".to_string()),
    };
    if let Some(range) = range {
        text(&mut out, 22.4, 42.6, 10.5, INK, "middle", &range, 11.0);
        let _ = write!(out, "<path d=\"M18 44.6h9\" stroke=\"{INK}\" stroke-width=\"1\"/>");
    }
    if unit.kind.is_armoured() {
        let _ = write!(
            out,
            "<rect x=\"31.4\" y=\"31.6\" width=\"13\" height=\"13\" rx=\"2\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.1\"/>"
        );
    }
    if let Some(target) = unit.symbol {
        out += &sign(target, 37.9, 38.2, INK);
    }
    out
}

/// HQs and Generals; a command post flies a flag.
fn leader(unit: &UsCounter, post: bool) -> String {
    let (ground, dark) = look(unit.division);
    let mut out = cardboard(&ground.css());
    band(&mut out, dark, &unit.name);
    if unit.kind == UnitKind::General {
        let _ = write!(
            out,
            "<path d=\"M23.6 14l4 8.6 9.4 1.1-6.9 6.5 1.8 9.3-8.3-4.6-8.3 4.6 1.8-9.3-6.9-6.5 9.4-1.1z\" fill=\"#b88a00\" stroke=\"{INK}\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/>"
        );
        text(&mut out, 23.6, 45.0, 6.0, INK, "middle", "General", 40.0);
        return out;
    }
    let flag = if post { dark } else { "#fdfbf3" };
    let ink = if post { "#ffffff" } else { INK };
    let _ = write!(
        out,
        "<path d=\"M11 14v30\" stroke=\"{INK}\" stroke-width=\"1.3\"/><g transform=\"translate(11 14)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.15\"><rect width=\"25\" height=\"15\" fill=\"{flag}\"/><path d=\"M0 5.5H25\"/></g>"
    );
    text(&mut out, 23.5, 26.8, 7.4, ink, "middle", if post { "CP" } else { "HQ" }, 20.0);
    let word = if post { "post" } else { "CR 1" };
    text(&mut out, 25.0, 42.8, 9.4, INK, "middle", word, 26.0);
    out
}

fn us_far(unit: &UsCounter) -> String {
    let (ground, dark) = look(unit.division);
    let mut out = cardboard(&ground.css());
    let _ = write!(
        out,
        "<rect x=\"1.1\" y=\"1.1\" width=\"45\" height=\"8.4\" rx=\"2.6\" fill=\"{dark}\"/>\
         <g transform=\"translate(5.6 14.6)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.2\">{}</g>",
        nato(unit, 36.0, 22.0)
    );
    if let Some(target) = unit.symbol {
        out += &sign(target, 38.4, 41.6, INK);
    }
    out
}

fn band(out: &mut String, dark: &str, name: &str) {
    let _ = write!(
        out,
        "<path d=\"M1.1 11.4V3.8a2.7 2.7 0 0 1 2.7-2.7h39.6a2.7 2.7 0 0 1 2.7 2.7v7.6z\" fill=\"{dark}\"/>"
    );
    text(out, 23.6, 9.3, 8.2, "#ffffff", "middle", name, 43.0);
}

/// The box of the arm, `w` by `h`.
fn nato(unit: &UsCounter, w: f64, h: f64) -> String {
    let (cx, cy) = (w / 2.0, h / 2.0);
    let cross = format!("<path d=\"M0 0L{w} {h}M{w} 0L0 {h}\"/>");
    let oval = format!(
        "<ellipse cx=\"{cx:.1}\" cy=\"{cy:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/>",
        w * 0.32,
        h * 0.3
    );
    let ball = |r: f64| {
        format!(
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{:.1}\" fill=\"{INK}\" stroke=\"none\"/>",
            h * r
        )
    };
    let dome = format!(
        "<path d=\"M{0:.1} {h}C{0:.1} {1:.1} {2:.1} {1:.1} {2:.1} {h}\"/>",
        w * 0.2,
        h * 0.27,
        w * 0.8
    );
    let letter = |it: &str| {
        format!(
            "<text x=\"{cx:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"{INK}\" stroke=\"none\" text-anchor=\"middle\">{it}</text>",
            h * 0.36,
            h * 0.4
        )
    };
    let inner = match unit.kind {
        UnitKind::Infantry if unit.heavy => {
            format!(
                "{cross}<path d=\"M{cx:.1} {:.1}V{:.1}\" stroke-width=\"2\"/>",
                h * 0.92,
                h * 0.58
            )
        }
        UnitKind::Infantry => cross,
        UnitKind::Ranger => format!("{cross}{}", letter("R")),
        UnitKind::Tank => oval,
        UnitKind::Artillery => ball(0.2),
        UnitKind::SpArtillery => format!("{oval}{}", ball(0.13)),
        UnitKind::DukwArtillery => format!(
            "{}<path d=\"M{:.1} {:.1}q{3:.1}-{4:.1} {5:.1} 0t{5:.1} 0 {5:.1} 0\" stroke=\"#1b5a9c\"/>",
            ball(0.17),
            w * 0.14,
            h * 0.88,
            w * 0.12,
            h * 0.2,
            w * 0.24
        ),
        UnitKind::AntiTank => format!("<path d=\"M0 {h}L{cx:.1} {:.1}L{w} {h}\"/>", h * 0.16),
        UnitKind::AntiAir => dome,
        UnitKind::SpAntiAir => format!("{oval}{dome}"),
        UnitKind::Hq => letter("HQ"),
        UnitKind::General => letter("★"),
    };
    format!("<rect width=\"{w}\" height=\"{h}\" fill=\"#fdfbf3\"/>{inner}")
}

/// ◆ ▲ ● around a point.
pub(super) fn sign(target: Symbol, x: f64, y: f64, fill: &str) -> String {
    let d = match target {
        Symbol::Diamond => format!(
            "<path d=\"M{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}Z\"",
            y - 5.5,
            x + 5.0,
            y + 5.5,
            x - 5.0
        ),
        Symbol::Triangle => format!(
            "<path d=\"M{x:.1} {:.1}L{:.1} {:.1}H{:.1}Z\"",
            y - 4.8,
            x + 5.3,
            y + 4.1,
            x - 5.3
        ),
        Symbol::Circle => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.6\""),
    };
    format!("{d} fill=\"{fill}\" stroke=\"#fff\" stroke-width=\".8\"/>")
}

// ---------------------------------------------------------------------------------------------------------------
// Germans

const GREY: Rgb = Rgb(182, 188, 174);
const DARK: &str = "#3f463c";

/// The face of a unit: strength and the weapons an attack on it requires.
fn german(unit: &GermanCounter) -> String {
    let mut out = cardboard(&GREY.css());
    match unit.kind {
        GermanKind::Wn(gun) => {
            stockade(&mut out);
            text(&mut out, 5.4, 10.6, 6.4, INK, "start", "WN", 12.0);
            calibre(&mut out, gun);
        }
        GermanKind::Armour(colour) => band(&mut out, colour_css(colour), &unit.name),
        _ => band(&mut out, DARK, &unit.name),
    }
    arm(&mut out, unit.kind, 13.0, 14.0, "#fdfbf3", INK);
    text(&mut out, 5.0, 42.6, 15.5, INK, "start", &unit.strength.to_string(), 13.0);
    requires(&mut out, unit.requires);
    out
}

/// Short letters of the weapons required, on dark plates.
fn requires(out: &mut String, weapons: Weapons) {
    let n = weapons.iter().count().min(3);
    for (i, weapon) in weapons.iter().take(3).enumerate() {
        let x = 44.0 - 11.2 * (n - i) as f64;
        let _ = write!(
            out,
            "<rect x=\"{x:.1}\" y=\"33\" width=\"10.6\" height=\"9.4\" rx=\"1.5\" fill=\"{DARK}\"/>"
        );
        text(out, x + 5.3, 40.2, 6.6, "#ffffff", "middle", weapon.key(), 10.0);
    }
}

fn stockade(out: &mut String) {
    let _ = write!(
        out,
        "<rect x=\"3\" y=\"3\" width=\"41.2\" height=\"41.2\" rx=\"1.5\" fill=\"none\" stroke=\"{DARK}\" stroke-width=\"1.6\" stroke-dasharray=\"4 1.6\"/>"
    );
}

fn calibre(out: &mut String, gun: Gun) {
    let word = match gun {
        Gun::Plain => return,
        Gun::Rocket => "R",
        other => other.key(),
    };
    text(out, 42.0, 10.8, 7.6, INK, "end", word, 14.0);
}

/// The box of the arm at a place.
fn arm(out: &mut String, kind: GermanKind, x: f64, y: f64, fill: &str, ink: &str) {
    let inner = match kind {
        GermanKind::Wn(Gun::Plain) => {
            "<path d=\"M0 0L21 13M21 0L0 13\"/><path d=\"M10.5 11V2M8.5 4L10.5 2l2 2\"/>"
        }
        GermanKind::Wn(Gun::C75 | Gun::C88) => "<path d=\"M10.5 11V3M7.5 3v7M13.5 3v7\"/>",
        GermanKind::Wn(Gun::Rocket) => "<path d=\"M7.5 11L10.5 2l3 9M10.5 2v9\"/>",
        GermanKind::Armour(_) => "<ellipse cx=\"10.5\" cy=\"6.5\" rx=\"6.6\" ry=\"3.9\"/>",
        _ => "<path d=\"M0 0L21 13M21 0L0 13\"/>",
    };
    let _ = write!(
        out,
        "<g transform=\"translate({x} {y})\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.15\"><rect width=\"21\" height=\"13\" fill=\"{fill}\"/>{inner}</g>"
    );
}

/// Face down: what the back shows is no secret.
fn back(kind: GermanKind) -> String {
    let mut out = cardboard("#9aa195");
    let _ = write!(
        out,
        "<path d=\"M5 16L16 5M5 28L28 5M5 40L40 5M8 43L43 8M20 43L43 20M32 43L43 32\" stroke=\"{DARK}\" stroke-width=\".8\" opacity=\".4\"/>"
    );
    match kind {
        GermanKind::Wn(gun) => {
            stockade(&mut out);
            text(&mut out, 5.4, 10.6, 6.4, INK, "start", "WN", 12.0);
            calibre(&mut out, gun);
        }
        GermanKind::Armour(colour) => band(&mut out, colour_css(colour), "armour"),
        GermanKind::Tactical => band(&mut out, DARK, "Reserve T"),
        GermanKind::Division | GermanKind::Meyer => band(&mut out, DARK, "Reserve D"),
    }
    arm(&mut out, kind, 13.0, 14.0, "#dfe2d8", DARK);
    let _ = write!(
        out,
        "<rect x=\"14.5\" y=\"30.4\" width=\"18\" height=\"13\" rx=\"2.5\" fill=\"#dfe2d8\" stroke=\"{DARK}\" stroke-width=\".8\"/>"
    );
    text(&mut out, 23.5, 41.2, 12.0, DARK, "middle", "?", 12.0);
    out
}

fn german_far(kind: GermanKind, hidden: bool) -> String {
    let mut out = cardboard(if hidden { "#9aa195" } else { "#b6bcae" });
    if kind.is_wn() {
        stockade(&mut out);
    }
    let _ = write!(out, "<g transform=\"translate(-6.4 -3) scale(1.28)\">");
    arm(&mut out, kind, 13.0, 12.0, if hidden { "#dfe2d8" } else { "#fdfbf3" }, INK);
    out += "</g>";
    text(&mut out, 23.6, 43.0, 13.0, INK, "middle", if hidden { "?" } else { "" }, 12.0);
    out
}

fn depth_back(word: &str) -> String {
    let mut out = cardboard("#7f8779");
    out += "<path d=\"M10 10h27v9H10zM10 22h27v9H10z\" fill=\"none\" stroke=\"#eef0ea\" stroke-width=\"1.6\"/>";
    text(&mut out, 23.6, 43.0, 7.4, "#ffffff", "middle", word, 40.0);
    out
}

fn depth_face(depth: &DepthCounter) -> String {
    let mut out = cardboard("#cbd0c2");
    let _ = write!(
        out,
        "<path d=\"M5 6h37v4H5z\" fill=\"{DARK}\"/><path d=\"M5 12.6h37\" stroke=\"{DARK}\" stroke-width=\"1.4\"/>"
    );
    let word = if depth.tactical { "tactical" } else { "depth" };
    text(&mut out, 23.6, 24.0, 8.0, INK, "middle", word, 40.0);
    text(&mut out, 5.0, 42.6, 14.0, INK, "start", &format!("+{}", depth.strength), 17.0);
    requires(&mut out, depth.requires);
    out
}
