//! Counters: one symbol of 48 units for both modes of every unit.
//!
//! ```text
//!   +------------------+   area strength, its class · range ····· point strength
//!   | 8i 4           4 |   name on the stripe of its company; in Move mode the stripe is hatched
//!   |==== 2/F =========|   NATO symbol ········ steps as pips
//!   |  [X]        oooo |   target type or defence · morale · movement
//!   |  A     4       6 |
//!   +------------------+
//! ```

use std::fmt::Write;

use draw::{
    colour::{INK, Rgb},
    counter::{cardboard, text},
    svg::FONT_COUNTER,
    swatch,
};
use tcs::data::{Data, TargetType, UnitData};
use tcs::ground::MoveClass;
use tcs::tables::Trajectory;

use super::{marker, nato};

/// All symbols of a scenario in one invisible picture, to be used by `<use href="#u12-front"/>`.
pub(crate) fn counters_svg(data: &Data) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{}</svg>\n",
        symbols(data)
    )
}

/// The symbols alone, to be put into another picture.
pub(super) fn symbols(data: &Data) -> String {
    let mut out = String::new();
    for (i, unit) in data.units.iter().enumerate() {
        let look = Look::of(data, unit);
        symbol(&mut out, &format!("u{i}-front"), &face(&look, unit, false));
        symbol(&mut out, &format!("u{i}-back"), &face(&look, unit, true));
        symbol(&mut out, &format!("u{i}-far"), &far(&look, unit));
    }
    for (id, body) in marker::all(data) {
        symbol(&mut out, &id, &body);
    }
    for (id, body) in swatch::all(data.map()) {
        symbol(&mut out, &id, &body);
    }
    out
}

/// Only what is seen from afar, for small pictures.
pub(super) fn far_symbols(data: &Data) -> String {
    let mut out = String::new();
    for (i, unit) in data.units.iter().enumerate() {
        symbol(&mut out, &format!("u{i}-far"), &far(&Look::of(data, unit), unit));
    }
    out
}

fn symbol(out: &mut String, id: &str, body: &str) {
    // Fonts are attributes of the group: a symbol used from another document brings no style sheet.
    let _ = writeln!(
        out,
        "<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><g font-family=\"{FONT_COUNTER}\" font-weight=\"700\">{body}</g></symbol>"
    );
}

/// Colours of a counter.
struct Look {
    ground: Rgb,
    stripe: Rgb,
}

impl Look {
    fn of(data: &Data, unit: &UnitData) -> Look {
        // Companies of a force are told apart by their stripes.
        const STRIPES: [Rgb; 8] = [
            Rgb(124, 45, 38),
            Rgb(30, 78, 121),
            Rgb(38, 92, 60),
            Rgb(110, 84, 20),
            Rgb(88, 52, 110),
            Rgb(60, 60, 60),
            Rgb(20, 100, 104),
            Rgb(140, 74, 24),
        ];
        let force = unit.force.index();
        let ground = data.forces.get(force).map_or("", |it| &it.colour);
        let of_force =
            |it: &tcs::data::Company| data.battalions[it.battalion.index()].force.index() == force;
        let first = data.companies.iter().position(of_force).unwrap_or(0);
        let stripe = STRIPES[unit.company.index().saturating_sub(first) % STRIPES.len()];
        Look { ground: Rgb::read(ground, Rgb(190, 180, 150)), stripe }
    }
}

fn face(look: &Look, unit: &UnitData, moving: bool) -> String {
    let mut out = cardboard(&look.ground.css());
    if let Some(area) = &unit.area {
        let strength = area.strength.last().copied().unwrap_or_default();
        let class = match area.class {
            Trajectory::Inf => "i",
            Trajectory::Low => "l",
            Trajectory::High => "h",
            Trajectory::Mortar => "m",
        };
        text(&mut out, 3.0, 12.2, 11.0, INK, "start", &strength.to_string(), 14.0);
        let x = if strength < 10 { 9.6 } else { 15.4 };
        text(&mut out, x, 12.2, 7.0, INK, "start", class, 6.0);
        text(&mut out, 22.4, 12.2, 7.6, INK, "start", &area.range.to_string(), 9.0);
    }
    if let Some(point) = &unit.point {
        out +=
            "<rect x=\"33\" y=\"2.6\" width=\"12.4\" height=\"11.4\" rx=\"1.6\" fill=\"#1b5a9c\"/>";
        text(&mut out, 39.2, 12.0, 10.4, "#fff", "middle", &point.strength.to_string(), 11.0);
    }
    let stripe = look.stripe.css();
    let _ = write!(out, "<rect x=\"1\" y=\"15.2\" width=\"45\" height=\"9.4\" fill=\"{stripe}\"/>");
    if moving {
        out += "<path d=\"M4 25L12 15M12 25L20 15M28 25L36 15M36 25L44 15\" stroke=\"#ffffff\" stroke-width=\"1.6\" opacity=\".55\"/>";
    }
    text(&mut out, 23.5, 22.8, 8.4, look.stripe.text(), "middle", &unit.name, 42.0);
    let _ = write!(
        out,
        "<g transform=\"translate(3 26.6) scale(1.12)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1\">{}</g>",
        nato::symbol(unit.kind, "#fdfbf3")
    );
    if moving {
        // An arrow behind the box: it is on its way.
        let _ = write!(
            out,
            "<path d=\"M23.4 31.8h7m-3-3l3 3-3 3\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.6\"/>"
        );
    }
    for i in 0..unit.steps {
        let (column, row) = (f32::from(i % 4), f32::from(i / 4));
        let (x, y) = (44.0 - column * 3.4, 28.6 + row * 3.4);
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.15\" fill=\"{INK}\"/>");
    }
    let target = match unit.target {
        TargetType::A => "A".to_owned(),
        TargetType::P(n) => format!("P{n}"),
        TargetType::B(n) => format!("B{n}"),
    };
    text(&mut out, 3.0, 45.4, 7.6, INK, "start", &target, 12.0);
    if let Some(morale) = unit.morale {
        text(&mut out, 23.5, 45.6, 9.0, INK, "middle", &morale.to_string(), 10.0);
    }
    let foot = match unit.class {
        MoveClass::Foot => "",
        MoveClass::Tracked => "T",
        MoveClass::Wheeled => "W",
    };
    let moves = format!("{}{foot}", unit.allowance);
    text(&mut out, 45.0, 45.6, 8.8, INK, "end", &moves, 16.0);
    out
}

/// From afar: kind and colour of the side, nothing to read.
fn far(look: &Look, unit: &UnitData) -> String {
    let mut out = cardboard(&look.ground.css());
    let _ = write!(
        out,
        "<rect x=\"1\" y=\"1\" width=\"45\" height=\"8\" fill=\"{}\"/><g transform=\"translate(6 14.5) scale(2.26)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.1\">{}</g>",
        look.stripe.css(),
        nato::symbol(unit.kind, "#fdfbf3")
    );
    out
}
