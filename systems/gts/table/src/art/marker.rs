//! Markers, each with a shape, a word or a letter, never by colour alone.

use draw::{
    colour::{INK, Rgb},
    counter::{card, hero, text},
};
use gts::data::{Data, Delay, Side};

use super::counter::division_colour;

/// Symbol and body of every marker.
pub(crate) fn all(data: &Data) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        fixed(data).into_iter().map(|(id, body)| (id.to_string(), body)).collect();
    for (i, kind) in data.divisions.iter().enumerate() {
        let ground = division_colour(data, i, kind.side);
        all.push((format!("m-park-{i}"), park(ground, &kind.short, false)));
        all.push((format!("m-park-{i}-fired"), park(ground, &kind.short, true)));
    }
    for n in 1..=9 {
        all.push((format!("m-contacts-{n}"), contacts(n)));
    }
    for n in 1..=4 {
        let letters = [(34.5, 19.0, 15.0, INK, &*format!("+{n}"))];
        all.push((format!("m-work-{n}"), card("#f6e6c4", SHOVEL, &letters, "at work")));
    }
    for n in 1..=2 {
        let letters = [(35.0, 18.0, 16.0, INK, &*n.to_string())];
        all.push((format!("m-drift-{n}"), card("#cfe0e3", WAVES, &letters, "drift")));
    }
    for delay in Delay::ALL {
        let (symbol, letter, word) = self::delay(delay);
        let letters = [(23.6, 28.0, 18.0, INK, letter)];
        all.push((symbol.to_owned(), card("#e6e0f0", CANOPY, &letters, word)));
    }
    for (i, force) in data.naval.iter().flat_map(|it| it.forces.iter().enumerate()) {
        // "Force S": the last word tells them apart.
        let word = force.name.split_whitespace().last().unwrap_or_default();
        let letter: String = word.chars().filter(|it| it.is_alphanumeric()).take(1).collect();
        all.push((format!("m-force-{i}"), force_marker(&letter)));
    }
    all
}

/// The symbol of a marker of modules, its letter and its word.
pub(crate) const fn delay(delay: Delay) -> (&'static str, &'static str, &'static str) {
    match delay {
        Delay::Para1 => ("m-delay-para-1", "P1", "para delay"),
        Delay::Para2 => ("m-delay-para-2", "P2", "para delay"),
        Delay::Glider1 => ("m-delay-glider-1", "G1", "glider"),
        Delay::Glider2 => ("m-delay-glider-2", "G2", "glider"),
        Delay::AirLanding => ("m-delay-air", "A", "air landing"),
        Delay::AloneAndAfraid => ("m-delay-alone", "!", "alone"),
        Delay::DugIn => ("m-delay-dug-in", "D", "dug in"),
    }
}

const SHOVEL: &str = "<path d=\"M8 34L20 20\" stroke=\"#6b4b22\" stroke-width=\"3\" stroke-linecap=\"round\"/><path d=\"M18 12l10 10c-5 5-12 2-12 2s-3-7 2-12z\" fill=\"#574f3d\" stroke=\"#1d1b16\" stroke-width=\"1.2\"/>";
const WAVES: &str = "<path d=\"M4 16q4-4 8 0t8 0 8 0M4 24q4-4 8 0t8 0 8 0 8 0 6 0M4 32q4-4 8 0t8 0 8 0 8 0 6 0\" fill=\"none\" stroke=\"#1b5a9c\" stroke-width=\"2.6\"/>";
const CANOPY: &str = "<path d=\"M8 14a15.6 11 0 0 1 31.2 0z\" fill=\"#fff\" stroke=\"#43297a\" stroke-width=\"1.6\"/>";
const PHONE: &str = "<path d=\"M8 18C8 6 39 6 39 18v4h-8v-6c-5-2-10-2-15 0v6H8z\" fill=\"#1d1b16\"/><path d=\"M16 22h15l4 13H12z\" fill=\"#1d1b16\"/><circle cx=\"23.6\" cy=\"28\" r=\"4.2\" fill=\"#fff\"/>";

/// Guns in the colour of the division; the Fired side has smoke and is told by its word.
fn park(ground: Rgb, division: &str, fired: bool) -> String {
    let picture = "<g stroke=\"#1d1b16\" stroke-width=\"2.6\" stroke-linecap=\"round\"><path d=\"M10 26L22 14M26 26L38 14\"/></g><g fill=\"#1d1b16\"><circle cx=\"11\" cy=\"28\" r=\"4\"/><circle cx=\"27\" cy=\"28\" r=\"4\"/></g>";
    let smoke = if fired {
        "<g fill=\"#fff\" stroke=\"#574f3d\" stroke-width=\"1\"><circle cx=\"25\" cy=\"9\" r=\"4\"/><circle cx=\"41\" cy=\"9\" r=\"3.6\"/></g><path d=\"M2 41L41 2\" stroke=\"#a3201b\" stroke-width=\"2.6\" stroke-dasharray=\"5 3\"/>"
    } else {
        ""
    };
    let word = if fired { "fired" } else { "park" };
    let ink = ground.text();
    let mut out = card(&ground.css(), &format!("{picture}{smoke}"), &[], "");
    text(&mut out, 23.6, 44.0, 8.2, ink, "middle", word, 43.0);
    text(&mut out, 4.0, 9.0, 6.4, ink, "start", division, 16.0);
    out
}

/// The Contact markers that lie on a leader.
fn contacts(n: u8) -> String {
    card("#dbe6ee", PHONE, &[(38.0, 40.0, 19.0, "#174a78", &n.to_string())], "")
}

/// The Assault Force marker: an anchor.
fn force_marker(letter: &str) -> String {
    card(
        "#1b5a9c",
        "<g fill=\"none\" stroke=\"#fff\" stroke-width=\"2.6\" stroke-linecap=\"round\"><circle cx=\"15\" cy=\"9\" r=\"3.4\"/><path d=\"M15 12.4V33M8 18h14M4.5 25c1 6 5 8.6 10.5 8.6S24.5 31 25.5 25\"/></g>",
        &[(35.0, 27.0, 20.0, "#ffffff", letter)],
        "",
    )
}

/// Those that are the same in every scenario.
fn fixed(data: &Data) -> Vec<(&'static str, String)> {
    let sides = Side::BOTH.map(|it| side_colour(data, it));
    vec![
        (
            "m-suppressed",
            card(
                "#ffffff",
                "<path d=\"M23.6 4.5L43 36.5H4.2z\" fill=\"#a3201b\" stroke=\"#6d120f\" stroke-width=\"1\" stroke-linejoin=\"round\"/>",
                &[(23.6, 33.0, 20.0, "#ffffff", "S")],
                "suppressed",
            ),
        ),
        ("m-cohesion-1", card("#ffffff", BOLT, &[(33.5, 27.0, 22.0, INK, "1")], "cohesion")),
        ("m-cohesion-2", card("#f6d6b4", TWO_BOLTS, &[(36.0, 27.0, 22.0, INK, "2")], "cohesion")),
        (
            "m-step-loss",
            card(
                "#ffffff",
                "<circle cx=\"14.5\" cy=\"18\" r=\"7.5\" fill=\"#1d1b16\"/><circle cx=\"33\" cy=\"18\" r=\"7\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"1.6\" stroke-dasharray=\"3 2\"/><path d=\"M25.5 10.5l15 15M40.5 10.5l-15 15\" stroke=\"#a3201b\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
                &[],
                "step lost",
            ),
        ),
        (
            "m-column",
            card(
                "#f3ecd6",
                "<path d=\"M6.5 8.5h7.4v14H6.5zM19.5 8.5h7.4v14h-7.4zM32.5 8.5h7.4v14h-7.4z\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"2.4\"/><path d=\"M7 30h31M32.5 25.5L39 30l-6.5 4.5\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"2.4\"/>",
                &[],
                "column",
            ),
        ),
        (
            "m-ip",
            card(
                "#f3ecd6",
                "<path d=\"M5 30C10 13 37 13 42 30\" fill=\"none\" stroke=\"#6b4b22\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
                &[(23.6, 31.5, 13.0, INK, "IP")],
                "target −1",
            ),
        ),
        (
            "m-ent",
            card(
                "#dccda4",
                "<path d=\"M5 31C10 12 37 12 42 31\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"3.4\" stroke-linecap=\"round\"/><path d=\"M23.6 10V4.5M12 15L8 10.5M35.2 15l4-4.5\" stroke=\"#1d1b16\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>",
                &[(23.6, 32.0, 12.5, INK, "ENT")],
                "−2 black",
            ),
        ),
        (
            "m-barrage-light",
            card("#fbe9c2", &burst("#ffffff"), &[(23.6, 25.0, 14.0, INK, "L")], "light −1"),
        ),
        (
            "m-barrage-heavy",
            card("#ecba96", &burst("#1d1b16"), &[(23.6, 25.0, 14.0, "#ffffff", "H")], "heavy −2"),
        ),
        (
            "m-rallying",
            card(
                "#dcebdc",
                "<path d=\"M11 6.5V36\" stroke=\"#1d1b16\" stroke-width=\"2.4\" stroke-linecap=\"round\"/><path d=\"M12 7.5c8-4 14 4 24 0v14c-10 4-16-4-24 0z\" fill=\"#1d5b3c\" stroke=\"#12392a\" stroke-width=\"1\"/>",
                &[(24.0, 19.6, 11.0, "#ffffff", "R")],
                "rallying",
            ),
        ),
        ("m-hero", hero("hero +2")),
        (
            "m-heroic",
            card(
                "#fff8d6",
                "<path d=\"M8 34V12l15.6-8 15.6 8v22\" fill=\"none\" stroke=\"#b88a0a\" stroke-width=\"3\"/>",
                &[(23.6, 30.0, 18.0, "#4b3700", "H")],
                "heroic",
            ),
        ),
        ("m-contact", card("#dcebdc", PHONE, &[], "contact")),
        (
            "m-pending",
            card(
                "#f4eee0",
                "<g opacity=\".45\"><path d=\"M8 18C8 6 39 6 39 18v4h-8v-6c-5-2-10-2-15 0v6H8z\" fill=\"#574f3d\"/><path d=\"M16 22h15l4 13H12z\" fill=\"#574f3d\"/></g>",
                &[(23.6, 31.0, 24.0, "#8a2b1d", "?")],
                "pending",
            ),
        ),
        (
            "m-road-block",
            card(
                "#f3ecd6",
                "<path d=\"M4 13H43M4 27H43\" stroke=\"#6b4b22\" stroke-width=\"5\" stroke-linecap=\"round\"/><path d=\"M11 5l8 30M19 5l-8 30M29 5l8 30M37 5l-8 30\" stroke=\"#1d1b16\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>",
                &[],
                "road block",
            ),
        ),
        (
            "m-rubble",
            card(
                "#ddcfbe",
                "<path d=\"M4 34l6-11 5 7 6-17 6 12 5-7 5 9 6 7z\" fill=\"#7d6a56\" stroke=\"#1d1b16\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>",
                &[],
                "rubble",
            ),
        ),
        (
            "m-interdicted",
            card(
                "#dbe6ee",
                "<path d=\"M23.6 4l3.4 10 15 7v4l-15-3-1.4 9 5 4v3l-7-2-7 2v-3l5-4-1.4-9-15 3v-4l15-7z\" fill=\"#174a78\"/>",
                &[],
                "interdicted",
            ),
        ),
        ("m-victory-0", flag(Some(sides[0]), &initial(data, Side::First))),
        ("m-victory-1", flag(Some(sides[1]), &initial(data, Side::Second))),
        ("m-victory-none", flag(None, "–")),
        ("m-chit", chit()),
    ]
}

const BOLT: &str = "<path d=\"M17 5L7.5 18.5l8 1L7 33.5 22 17.5l-8-1.2L21.5 5z\" fill=\"#b4560a\" stroke=\"#6b3003\" stroke-width=\"1\" stroke-linejoin=\"round\"/>";
const TWO_BOLTS: &str = "<g fill=\"#8f3f04\" stroke=\"#4f2100\" stroke-width=\"1\" stroke-linejoin=\"round\"><path d=\"M13 5L3.5 18.5l8 1L3 33.5 18 17.5l-8-1.2L17.5 5z\"/><path d=\"M25.5 5L16 18.5l8 1-8.5 14 15-16-8-1.2L30 5z\"/></g>";

fn side_colour(data: &Data, side: Side) -> Rgb {
    let division = data.divisions.iter().position(|it| it.side == side).unwrap_or(usize::MAX);
    division_colour(data, division, side)
}

fn initial(data: &Data, side: Side) -> String {
    let name = &data.sides[side.index()].adjective;
    name.chars().next().map_or_else(String::new, |it| it.to_uppercase().to_string())
}

fn burst(fill: &str) -> String {
    let mut points = String::new();
    for k in 0..20 {
        let angle = f64::from(k) * std::f64::consts::TAU / 20.0;
        let r = if k % 2 == 0 { if k % 4 == 0 { 18.0 } else { 15.4 } } else { 10.2 };
        points += &format!("{:.1},{:.1} ", 23.6 + r * angle.sin(), 20.0 - r * angle.cos());
    }
    format!(
        "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>",
        points.trim_end()
    )
}

/// A flag on a pole for the side that holds a victory hex; without an owner the flag is an outline.
fn flag(colour: Option<Rgb>, letter: &str) -> String {
    let (fill, ink, dash) = match colour {
        Some(it) => (it.css(), it.text(), ""),
        None => (String::from("#fcf9f1"), INK, " stroke-dasharray=\"3 2\""),
    };
    let mut out = format!(
        "<ellipse cx=\"12\" cy=\"45\" rx=\"8\" ry=\"2\" fill=\"#000\" opacity=\".28\"/>\
         <path d=\"M10 45V3\" stroke=\"#f7f2e3\" stroke-width=\"5\" stroke-linecap=\"round\"/>\
         <path d=\"M10 45V3\" stroke=\"{INK}\" stroke-width=\"2.8\" stroke-linecap=\"round\"/>\
         <path d=\"M11.4 4.6c9-4.4 18 4.4 33 0v22c-15 4.4-24-4.4-33 0z\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"{dash}/>\
         <path d=\"M13.5 7c8-3.4 16 3.6 28.6.8\" fill=\"none\" stroke=\"#fff\" stroke-width=\"1.2\" opacity=\".45\"/>"
    );
    text(&mut out, 27.6, 22.0, 17.0, ink, "middle", letter, 20.0);
    out
}

/// The back of a chit, before it is drawn: a round tile with a hedge oak.
fn chit() -> String {
    format!(
        "<circle cx=\"25\" cy=\"25.4\" r=\"21.6\" fill=\"#000\" opacity=\".25\"/>\
         <circle cx=\"23.8\" cy=\"23.8\" r=\"21.8\" fill=\"#2f4a3a\" stroke=\"{INK}\" stroke-width=\"1.2\"/>\
         <circle cx=\"23.8\" cy=\"23.8\" r=\"18.6\" fill=\"none\" stroke=\"#e8dfc0\" stroke-width=\".9\" stroke-dasharray=\"2.4 1.8\"/>\
         <path d=\"M21.9 37V27.5c-6 1.4-10.4-2-9.6-6.4-2.6-4.4 2-9.2 6.4-8 2.4-4.4 9.2-3.9 10.9.2 4.8-.5 8 4.3 5.8 8.2 1 4.4-4 7.6-9.7 6V37z\" fill=\"#e8dfc0\"/>\
         <path d=\"M13 37.4h21.6\" stroke=\"#e8dfc0\" stroke-width=\"1.6\" stroke-linecap=\"round\"/>"
    )
}
