//! Counters of the Grand Tactical Series: one symbol of 48 units for every side of every counter.
//!
//! ```text
//!   +------------------+   fire with its row · range ·········· assault with its row
//!   | 6R  2         5R |   stripe of the formation with the designation
//!   |=== A/1 Para =====|   division ····· NATO symbol ····· steps (boxed: can mount)
//!   | 6Abn  [X]    o o |   defence (black: armoured) · TQ (ringed: always in command) · MA with its class
//!   |  0     7     8 L |
//!   +------------------+
//! ```

use std::fmt::Write;

use draw::{
    colour::{INK, Rgb},
    counter::{cardboard, text},
    svg::FONT_COUNTER,
    swatch,
};
use gts::data::{
    Back, Belongs, Colour, Data, Face, LeaderKind, MoveClass, Movement, PrintedRange, Side,
    UnitKind,
};

use super::{marker, nato, row::row};

/// All symbols of a scenario in one invisible picture, to be used by `<use href="#u12-front"/>`.
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
        let look = Look::of(data, unit);
        symbol(
            &mut out,
            &format!("u{i}-front"),
            &unit_side(&look, unit, &unit.front, unit.steps, false),
        );
        let back = match &unit.back {
            Back::Reduced(face) => unit_side(&look, unit, face, 1, true),
            Back::Transport(face) => unit_side(&look, unit, face, unit.steps, true),
            Back::Blank => blank_side(&look, unit),
        };
        symbol(&mut out, &format!("u{i}-back"), &back);
        symbol(&mut out, &format!("u{i}-far"), &far_side(&look, unit));
    }
    for (i, leader) in data.leaders.iter().enumerate() {
        symbol(&mut out, &format!("l{i}-front"), &leader_side(data, leader, false));
        symbol(&mut out, &format!("l{i}-back"), &leader_side(data, leader, true));
        symbol(&mut out, &format!("l{i}-far"), &leader_far(data, leader));
    }
    for (id, body) in marker::all(data) {
        symbol(&mut out, &id, &body);
    }
    for (id, body) in swatch::all(&data.map) {
        symbol(&mut out, &id, &body);
    }
    out
}

/// Only what is seen from afar, for small pictures.
pub(crate) fn far_symbols(data: &Data) -> String {
    let mut out = String::new();
    for (i, unit) in data.units.iter().enumerate() {
        symbol(&mut out, &format!("u{i}-far"), &far_side(&Look::of(data, unit), unit));
    }
    out
}

/// What a counter looks like from afar (under zoom 0.6): type and side colour, nothing to read. The body of the symbol
/// `u12-far`, 48 units wide.
pub fn counter_thin(data: &Data, unit: &UnitKind) -> String {
    far_side(&Look::of(data, unit), unit)
}

fn symbol(out: &mut String, id: &str, body: &str) {
    // Fonts are attributes of the group: a symbol used from another document brings no style sheet.
    let _ = writeln!(
        out,
        "<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><g font-family=\"{FONT_COUNTER}\" font-weight=\"700\">{body}</g></symbol>"
    );
}

/// Colours and names of a counter.
struct Look {
    ground: Rgb,
    stripe: Rgb,
    division: String,
}

impl Look {
    fn of(data: &Data, unit: &UnitKind) -> Look {
        let division = data.divisions.get(usize::from(unit.division.0));
        let ground = division_colour(data, usize::from(unit.division.0), unit.side);
        let stripe = match unit.belongs {
            Belongs::Formation(it) => data
                .formations
                .get(usize::from(it.0))
                .map_or(Rgb(90, 80, 60), |it| Rgb::read(&it.stripe, Rgb(90, 80, 60))),
            Belongs::WhiteStripe => Rgb(255, 255, 255),
            Belongs::BlackStripe => Rgb(29, 27, 22),
        };
        Look { ground, stripe, division: division.map(|it| it.short.clone()).unwrap_or_default() }
    }
}

/// The colour of a division's counters as the page writes it.
pub fn division_css(data: &Data, division: gts::data::DivisionId) -> String {
    let index = usize::from(division.0);
    let side = data.divisions.get(index).map_or(Side::First, |it| it.side);
    division_colour(data, index, side).css()
}

pub(crate) fn division_colour(data: &Data, division: usize, side: Side) -> Rgb {
    let fallback = if side == Side::First { Rgb(205, 184, 145) } else { Rgb(185, 191, 174) };
    data.divisions.get(division).map_or(fallback, |it| Rgb::read(&it.colour, fallback))
}

fn unit_side(look: &Look, unit: &UnitKind, face: &Face, steps: u8, back: bool) -> String {
    if unit.is_afloat() {
        return ship_side(look, unit, face, steps);
    }
    let mut out = cardboard(&look.ground.css());
    // Fire, range, assault.
    match face.fire {
        Some((value, colour)) => rating(&mut out, 2.4, &value.to_string(), colour, false),
        None => text(&mut out, 2.6, 12.0, 7.6, INK, "start", "No", 13.0),
    }
    let range = match face.range {
        PrintedRange::Unprinted => String::new(),
        PrintedRange::Hexes(it) => it.to_string(),
        PrintedRange::Any => String::from("✱"),
    };
    if !range.is_empty() {
        text(&mut out, 17.3, 11.8, 8.2, look.ground.text(), "start", &range, 13.6);
    }
    if let Some(assault) = face.assault {
        rating(
            &mut out,
            31.2,
            &assault.value.to_string(),
            assault.row.unwrap_or(Colour::Red),
            assault.double,
        );
    }
    // The stripe.
    stripe(&mut out, look.stripe, 15.9, 7.2, &unit.name);
    if back {
        // The back of a counter is told by a dashed line under the stripe.
        let _ = write!(
            out,
            "<path d=\"M1.6 23.9H46\" stroke=\"{INK}\" stroke-width=\".8\" stroke-dasharray=\"1.6 1.4\" opacity=\".8\"/>"
        );
    }
    // Division, symbol, steps.
    text(&mut out, 2.3, 31.2, 5.2, look.ground.text(), "start", &look.division, 14.0);
    let mounted = if face.mounted {
        "<g fill=\"#1d1b16\" stroke=\"none\"><circle cx=\"3.2\" cy=\"10.5\" r=\".95\"/><circle cx=\"7.8\" cy=\"10.5\" r=\".95\"/><circle cx=\"12.4\" cy=\"10.5\" r=\".95\"/></g>"
    } else {
        ""
    };
    let _ = write!(
        out,
        "<g transform=\"translate(17 24)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.15\">{}{mounted}</g>",
        nato::symbol(unit.arm, "#fdfbf3")
    );
    dots(&mut out, steps, unit.has_transport());
    // Defence, TQ, MA.
    let defense = signed(face.defense);
    let (fill, ink) = if face.armoured { (INK, "#ffffff") } else { ("#ffffff", INK) };
    let _ = write!(
        out,
        "<rect x=\"2.2\" y=\"35.2\" width=\"15.2\" height=\"10.4\" rx=\"1.6\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".9\"/>"
    );
    text(&mut out, 9.8, 43.8, 10.0, ink, "middle", &defense, 13.0);
    if face.armoured {
        out += "<path d=\"M3.7 39V36.7H6\" fill=\"none\" stroke=\"#fff\" stroke-width=\".8\"/>";
    }
    if face.red_tq {
        let _ = write!(
            out,
            "<circle cx=\"23.9\" cy=\"40.3\" r=\"5.7\" fill=\"#fff\" stroke=\"#a3201b\" stroke-width=\"1.3\"/>"
        );
        text(&mut out, 23.9, 43.8, 9.8, "#a3201b", "middle", &face.tq.to_string(), 9.0);
    } else {
        text(&mut out, 23.9, 44.1, 10.6, look.ground.text(), "middle", &face.tq.to_string(), 11.0);
    }
    let (value, class) = match face.movement {
        Movement::No => (String::from("No"), None),
        Movement::Star => (String::from("✱"), None),
        Movement::Points(it, class) => (it.to_string(), Some(class)),
    };
    let (fill, ink, letter) = match class {
        None => ("none", look.ground.text(), ""),
        Some(MoveClass::Leg) => ("#ffffff", INK, "L"),
        Some(MoveClass::Wheeled) => (INK, "#ffffff", "W"),
        Some(MoveClass::Tracked) => ("#a3201b", "#ffffff", "T"),
    };
    let line = if class.is_some() { INK } else { "none" };
    let _ = write!(
        out,
        "<rect x=\"30.2\" y=\"35.2\" width=\"15.2\" height=\"10.4\" rx=\"5.2\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\".9\"/>"
    );
    if letter.is_empty() {
        text(&mut out, 37.8, 43.6, 9.0, ink, "middle", &value, 13.0);
    } else {
        text(&mut out, 36.0, 43.6, 9.0, ink, "middle", &value, 9.4);
        text(&mut out, 42.8, 43.0, 5.0, ink, "middle", letter, 4.0);
    }
    out
}

/// Ships and craft: a hull on the sea with its name; fire and range above, defence, steps and where it may go below.
fn ship_side(look: &Look, unit: &UnitKind, face: &Face, steps: u8) -> String {
    let sea = Rgb(170, 200, 212);
    let mut out = cardboard(&sea.css());
    let _ = write!(
        out,
        "<path d=\"M1.2 33q3.8-2.6 7.5 0t7.5 0 7.5 0 7.5 0 7.5 0 7.2 0\" fill=\"none\" stroke=\"#4f7f8c\" stroke-width=\"1.1\"/>"
    );
    match face.fire {
        Some((value, colour)) => rating(&mut out, 2.4, &value.to_string(), colour, false),
        None => text(&mut out, 2.6, 12.0, 7.6, INK, "start", "No", 13.0),
    }
    if let PrintedRange::Hexes(it) = face.range {
        text(&mut out, 18.0, 11.8, 8.2, INK, "start", &it.to_string(), 13.6);
    }
    let (letter, ink) = match unit.ship.map(|it| it.moves) {
        Some(gts::data::ShipMoves::Any) => ("✱", INK),
        Some(gts::data::ShipMoves::Force) => ("F", INK),
        Some(gts::data::ShipMoves::No) | None => ("", INK),
    };
    text(&mut out, 44.6, 11.8, 8.6, ink, "end", letter, 8.0);
    stripe(&mut out, look.ground, 15.9, 7.2, &unit.name);
    let _ = write!(
        out,
        "<g transform=\"translate(13.4 23.6) scale(1.32)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1\">{}</g>",
        nato::symbol(unit.arm, "none").replacen(
            "<rect width=\"15.6\" height=\"9.2\" fill=\"none\"/>",
            "",
            1
        )
    );
    let (fill, ink) = if face.armoured { (INK, "#ffffff") } else { ("#ffffff", INK) };
    let _ = write!(
        out,
        "<rect x=\"2.2\" y=\"35.8\" width=\"13\" height=\"9.8\" rx=\"1.6\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".9\"/>"
    );
    text(&mut out, 8.7, 43.8, 9.2, ink, "middle", &signed(face.defense), 11.0);
    for i in 0..usize::from(steps.min(4)) {
        let x = 43.0 - i as f64 * 5.0;
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"40.8\" r=\"1.9\" fill=\"{INK}\"/>");
    }
    out
}

/// The back of a counter that has nothing printed on it: who it is and of what kind.
fn blank_side(look: &Look, unit: &UnitKind) -> String {
    let mut out = cardboard(&look.ground.mix(Rgb(120, 116, 104), 0.35).css());
    stripe(&mut out, look.stripe, 15.9, 7.2, &unit.name);
    let _ = write!(
        out,
        "<g transform=\"translate(17 26)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.15\">{}</g>",
        nato::symbol(unit.arm, "#fdfbf3")
    );
    out
}

fn far_side(look: &Look, unit: &UnitKind) -> String {
    let mut out = cardboard(&look.ground.css());
    let _ = write!(
        out,
        "<rect x=\"1.1\" y=\"1.1\" width=\"45\" height=\"8.4\" rx=\"2.6\" fill=\"{}\"/>\
         <g transform=\"translate(5.6 14.6) scale(2.32)\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.1\">{}</g>",
        look.stripe.css(),
        nato::symbol(unit.arm, "#fdfbf3")
    );
    let steps = usize::from(if 4 < unit.steps { 4 } else { unit.steps });
    for i in 0..steps {
        let x = 23.6 + (i as f64 - (steps as f64 - 1.0) / 2.0) * 7.0;
        let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"42\" r=\"2.4\" fill=\"{INK}\"/>");
    }
    out
}

fn leader_side(data: &Data, leader: &LeaderKind, back: bool) -> String {
    let (ground, stripe_colour, formation) = leader_look(data, leader);
    let face = if back { leader.back } else { leader.front };
    let mut out = cardboard(&ground.css());
    stripe(&mut out, stripe_colour, 3.0, 8.0, &formation);
    let name = if back { "replacement" } else { &leader.name };
    text(&mut out, 23.6, 17.4, 5.4, ground.text(), "middle", name, 42.0);
    let star = if back {
        format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.2\"")
    } else {
        format!("fill=\"{INK}\"")
    };
    let _ = write!(
        out,
        "<path d=\"M23.6 18.9l1.9 4.1 4.5.5-3.3 3.1.9 4.4-4-2.2-4 2.2.9-4.4-3.3-3.1 4.5-.5z\" {star} stroke-linejoin=\"round\"/>\
         <circle cx=\"10.6\" cy=\"38\" r=\"7.4\" fill=\"#fff\" stroke=\"{INK}\"/>\
         <rect x=\"29.6\" y=\"31\" width=\"14.6\" height=\"14\" rx=\"2\" fill=\"#fff\" stroke=\"{INK}\"/>"
    );
    text(&mut out, 10.6, 41.9, 10.8, INK, "middle", &face.command_range.to_string(), 13.0);
    text(
        &mut out,
        36.9,
        41.7,
        10.2,
        INK,
        "middle",
        &signed(i8::try_from(face.attachment).unwrap_or(i8::MAX)),
        13.0,
    );
    text(&mut out, 23.8, 38.4, 5.0, ground.text(), "middle", "CR", 8.0);
    text(&mut out, 23.8, 44.2, 5.0, ground.text(), "middle", "AR", 8.0);
    let _ = write!(
        out,
        "<path d=\"M18.8 36.6h1.6M27.2 42.4h1.6\" stroke=\"{0}\" stroke-width=\".8\"/>",
        ground.text()
    );
    out
}

fn leader_far(data: &Data, leader: &LeaderKind) -> String {
    let (ground, stripe_colour, _) = leader_look(data, leader);
    format!(
        "{}<rect x=\"1.1\" y=\"1.1\" width=\"45\" height=\"8.4\" rx=\"2.6\" fill=\"{}\"/>\
         <path d=\"M23.6 12.6l4.4 9.4 10.2 1.2-7.5 7.1 2 10.1-9.1-5-9.1 5 2-10.1-7.5-7.1 10.2-1.2z\" fill=\"{INK}\"/>",
        cardboard(&ground.css()),
        stripe_colour.css()
    )
}

fn leader_look(data: &Data, leader: &LeaderKind) -> (Rgb, Rgb, String) {
    let grey = Rgb(190, 186, 172);
    let Some(formation) = data.formations.get(usize::from(leader.formation.0)) else {
        return (grey, Rgb(90, 80, 60), leader.name.clone());
    };
    let division = usize::from(formation.division.0);
    let side = data.divisions.get(division).map_or(Side::First, |it| it.side);
    (
        division_colour(data, division, side),
        Rgb::read(&formation.stripe, Rgb(90, 80, 60)),
        formation.name.clone(),
    )
}

fn stripe(out: &mut String, colour: Rgb, y: f64, height: f64, name: &str) {
    let _ = write!(
        out,
        "<rect x=\"1.1\" y=\"{y}\" width=\"45\" height=\"{height}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\".5\"/>",
        colour.css()
    );
    text(out, 23.6, y + height * 0.5 + 2.3, 6.6, colour.text(), "middle", name, 42.6);
}

/// A rating on the colour of its row, with the letter of the row; a double one stands on a second card.
fn rating(out: &mut String, x: f64, value: &str, colour: Colour, double: bool) {
    let (fill, ink) = row(colour);
    let mut y = 2.4;
    if double {
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"4.2\" width=\"13.6\" height=\"10.8\" rx=\"1.6\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".9\"/>",
            x + 1.0
        );
        y = 2.0;
    }
    let (w, h) = if double { (12.6, 10.6) } else { (13.8, 12.6) };
    let x = if double { x - 0.6 } else { x };
    let _ = write!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"1.6\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".9\"/>"
    );
    let size = if double { 9.6 } else { 11.4 };
    text(out, x + w * 0.38, y + h * 0.5 + size * 0.355, size, ink, "middle", value, 8.6);
    text(out, x + w - 0.9, y + 5.6, 5.2, ink, "end", &colour.letter().to_string(), 5.0);
    if double {
        text(out, x + w - 0.9, y + 10.0, 4.0, ink, "end", "×2", 5.0);
    }
}

/// Steps as dots, in a box if the unit can mount.
fn dots(out: &mut String, steps: u8, boxed: bool) {
    let n = usize::from(if 4 < steps { 4 } else { steps });
    let (cx, cy) = (39.6, 29.2);
    let gap = if n < 3 { 5.0 } else { 3.6 };
    let half = (n as f64 - 1.0).max(0.0) / 2.0 * gap + 2.3;
    if boxed {
        let half = half + 0.5;
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"6.6\" rx=\"1\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1\"/>",
            cx - half,
            cy - 3.3,
            half * 2.0
        );
    }
    for i in 0..n {
        let x = cx + (i as f64 - (n as f64 - 1.0) / 2.0) * gap;
        let r = if n < 3 { 1.9 } else { 1.5 };
        let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{cy}\" r=\"{r}\" fill=\"{INK}\"/>");
    }
}

/// With a proper minus.
fn signed(value: i8) -> String {
    match value {
        0 => String::from("0"),
        it if it < 0 => format!("−{}", it.unsigned_abs()),
        it => format!("+{it}"),
    }
}
