//! Markers of the landing, and what is printed on its cards. Each has a shape, a word or a letter, never colour alone.

use omaha::data::{Badge, Colour, Letter, Symbol};

use super::counters::{colour_css, sign};
use super::sites::letters;
use draw::{
    colour::INK,
    counter::{card, hero, text},
};

/// Symbol and body of every marker.
pub(super) fn all() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        plain().into_iter().map(|(id, body)| (id.to_string(), body)).collect();
    for n in 0..=9 {
        let letters = [(23.6, 30.0, 22.0, INK, &*n.to_string())];
        all.push((format!("m-base-{n}"), card("#f6e6c4", BRIDGE, &letters, "base")));
        all.push((format!("m-post-{n}"), card("#dbe6ee", "", &letters, "post")));
    }
    for colour in Colour::ALL {
        all.push((format!("c-{}-1", colour.name()), disc(colour, false)));
        all.push((format!("c-{}-2", colour.name()), disc(colour, true)));
    }
    for badge in Badge::ALL {
        all.push((format!("c-badge-{}", badge.name()), badge_plate(badge)));
    }
    for symbol in Symbol::ALL {
        all.push((format!("c-{}", symbol.key()), target(symbol)));
    }
    for letter in Letter::ALL.map(Letter::key) {
        all.push((format!("c-letter-{letter}"), plate("#dbe6ee", letter)));
    }
    all
}

const BRIDGE: &str =
    "<path d=\"M6 12V5h35v7M23.6 5v7\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"2.4\"/>";
const CLIMBER: &str = "<path d=\"M30 4v33M42 4v33M30 10h12M30 17h12M30 24h12M30 31h12\" stroke=\"#6b4b22\" stroke-width=\"2.6\" fill=\"none\"/>";

fn plain() -> Vec<(&'static str, String)> {
    vec![
        (
            "m-disrupted",
            card(
                "#ffffff",
                "<circle cx=\"23.5\" cy=\"19.5\" r=\"14.5\" fill=\"none\" stroke=\"#a3201b\" stroke-width=\"3.4\"/><path d=\"M13.4 29.7L33.6 9.3\" stroke=\"#a3201b\" stroke-width=\"3.4\"/>",
                &[],
                "disrupted",
            ),
        ),
        ("m-hero", hero("hero")),
        (
            "m-inspired",
            card(
                "#fff8d6",
                "<path d=\"M23.6 4.5l5 10.6 11.6 1.4-8.6 7.9 2.3 11.4-10.3-5.7-10.3 5.7 2.3-11.4L7 16.5l11.6-1.4z\" fill=\"none\" stroke=\"#b88a0a\" stroke-width=\"2.6\" stroke-linejoin=\"round\"/>",
                &[],
                "inspired",
            ),
        ),
        (
            "m-climb",
            card(
                "#efe7cf",
                "<path d=\"M4 36L20 12l6 5L42 5\" fill=\"none\" stroke=\"#6b4b22\" stroke-width=\"3\"/><path d=\"M14 9V3M11 6l3-3 3 3\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"2\"/>",
                &[],
                "climb",
            ),
        ),
        (
            "m-climb-cliff",
            card(
                "#efe7cf",
                &format!(
                    "{CLIMBER}<path d=\"M14 34V8M8 14l6-6 6 6\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"3\"/>"
                ),
                &[],
                "cliff",
            ),
        ),
        (
            "m-wounded",
            card(
                "#ffffff",
                "<path d=\"M23.6 6v28M9.6 20h28\" stroke=\"#a3201b\" stroke-width=\"8\"/>",
                &[],
                "wounded",
            ),
        ),
        (
            "m-cleared",
            card(
                "#e8f0dc",
                "<path d=\"M8 8l26 26M34 8L8 34\" stroke=\"#8d8064\" stroke-width=\"3\"/><path d=\"M8 22l10 11L40 6\" fill=\"none\" stroke=\"#1d5b3c\" stroke-width=\"4.4\"/>",
                &[],
                "cleared",
            ),
        ),
        (
            "m-smoke",
            card(
                "#dfe3e3",
                "<path d=\"M10 30a7 7 0 0 1 2-13 9 9 0 0 1 17-3 8 8 0 0 1 10 9 6 6 0 0 1-3 9z\" fill=\"#fff\" stroke=\"#4b5354\" stroke-width=\"1.8\"/>",
                &[],
                "smoke",
            ),
        ),
        (
            "m-garrison",
            card(
                "#dcebdc",
                "<path d=\"M12 6V36\" stroke=\"#1d1b16\" stroke-width=\"2.6\"/><path d=\"M13 7h24l-6 8 6 8H13z\" fill=\"#1d5b3c\" stroke=\"#12392a\"/>",
                &[],
                "garrison",
            ),
        ),
        (
            "m-submerged",
            card(
                "#c3d5d6",
                "<path d=\"M4 14q5-5 10 0t10 0 10 0 9 0M4 24q5-5 10 0t10 0 10 0 9 0M4 34q5-5 10 0t10 0 10 0 9 0\" fill=\"none\" stroke=\"#2f6472\" stroke-width=\"3\"/>",
                &[],
                "flood",
            ),
        ),
        ("c-mine", plate("#f6e0d8", "✹")),
        ("c-no-mine", plate("#ebe3cf", "–")),
        (
            "c-artillery",
            format!(
                "{}<path d=\"M10 32L36 12\" stroke=\"{INK}\" stroke-width=\"4\" stroke-linecap=\"round\"/><circle cx=\"15\" cy=\"32\" r=\"6\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\"/>",
                plate("#f6e6c4", "")
            ),
        ),
        ("c-event", plate("#fff8d6", "!")),
    ]
}

/// A colour of a fire card: single one disc, double two, with the two letters of the colour.
fn disc(colour: Colour, double: bool) -> String {
    let css = colour_css(colour);
    let behind = if double {
        format!(
            "<circle cx=\"29\" cy=\"24\" r=\"17\" fill=\"{css}\" stroke=\"#fff\" stroke-width=\"1.6\"/>"
        )
    } else {
        String::new()
    };
    let x = if double { 19.0 } else { 24.0 };
    let mut out = format!(
        "{behind}<circle cx=\"{x}\" cy=\"24\" r=\"17\" fill=\"{css}\" stroke=\"#fff\" stroke-width=\"1.6\"/>"
    );
    text(&mut out, x, 30.0, 17.0, "#ffffff", "middle", letters(colour), 28.0);
    if double {
        text(&mut out, 40.4, 13.0, 12.0, INK, "middle", "×2", 14.0);
    }
    out
}

fn badge_plate(badge: Badge) -> String {
    match badge {
        Badge::Star => format!(
            "{}<path d=\"M24 9l4.4 9.4 10.2 1.2-7.5 7.1 2 10.1-9.1-5-9.1 5 2-10.1-7.5-7.1 10.2-1.2z\" fill=\"{INK}\"/>",
            plate("#fff8d6", "")
        ),
        Badge::Armour => format!(
            "{}<ellipse cx=\"24\" cy=\"24\" rx=\"14\" ry=\"8.4\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"3.4\"/>",
            plate("#fcf9f1", "")
        ),
        _ => plate("#fcf9f1", badge.name()),
    }
}

fn target(symbol: Symbol) -> String {
    format!("<g transform=\"translate(24 24) scale(3.4)\">{}</g>", sign(symbol, 0.0, 0.0, INK))
}

fn plate(fill: &str, word: &str) -> String {
    let mut out = format!(
        "<rect x=\"5\" y=\"5\" width=\"38\" height=\"38\" rx=\"6\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"2\"/>"
    );
    text(&mut out, 24.0, 33.6, 27.0, INK, "middle", word, 34.0);
    out
}
