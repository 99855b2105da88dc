//! Markers, each with a shape, a word or a letter, never by colour alone.

use gts::data::{Data, Side};

use crate::{
    colour::{INK, Rgb},
    counter::{division_colour, text},
};

/// Symbol and body of every marker.
pub(crate) fn all(data: &Data) -> Vec<(&'static str, String)> {
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
        (
            "m-hero",
            card(
                "#fff8d6",
                "<path d=\"M23.6 4.5l5 10.6 11.6 1.4-8.6 7.9 2.3 11.4-10.3-5.7-10.3 5.7 2.3-11.4L7 16.5l11.6-1.4z\" fill=\"#b88a0a\" stroke=\"#4b3700\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>",
                &[],
                "hero +2",
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

/// A square card with a picture, letters in it and a word along its foot.
fn card(fill: &str, picture: &str, letters: &[(f64, f64, f64, &str, &str)], word: &str) -> String {
    let mut out = format!(
        "<rect x=\"1.8\" y=\"2.2\" width=\"45\" height=\"45\" rx=\"4\" fill=\"#000\" opacity=\".25\"/>\
         <rect x=\".7\" y=\".7\" width=\"45.8\" height=\"45.8\" rx=\"4\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>{picture}"
    );
    for (x, y, size, ink, letter) in letters {
        text(&mut out, *x, *y, *size, ink, "middle", letter, 30.0);
    }
    text(&mut out, 23.6, 44.0, 8.2, INK, "middle", word, 43.0);
    out
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
