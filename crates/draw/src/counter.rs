//! What counters and markers of every system are made of.

use std::fmt::Write;

use crate::{
    colour::INK,
    svg::{escape, width},
};

/// Cardboard: shadow, body, a lit edge.
pub fn cardboard(fill: &str) -> String {
    format!(
        "<rect x=\"1.6\" y=\"2\" width=\"46\" height=\"46\" rx=\"3.4\" fill=\"#000\" opacity=\".28\"/>\
         <rect x=\".6\" y=\".6\" width=\"46\" height=\"46\" rx=\"3.2\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1\"/>\
         <path d=\"M2 44V4a2 2 0 0 1 2-2H43\" fill=\"none\" stroke=\"#fff\" stroke-width=\"1\" opacity=\".55\"/>"
    )
}

/// Text that stays within `room`: first a smaller size, then narrower letters.
#[allow(clippy::too_many_arguments)] // Each is an attribute of the element.
pub fn text(
    out: &mut String,
    x: f64,
    y: f64,
    size: f64,
    fill: &str,
    anchor: &str,
    text: &str,
    room: f64,
) {
    let shown: String = text.chars().take(24).collect();
    let needed = width(&shown);
    let smallest = size * 0.78;
    let fitted = room / needed.max(0.01);
    let (size, squeeze) = if size <= fitted {
        (size, false)
    } else if smallest <= fitted {
        (fitted, false)
    } else {
        (smallest, true)
    };
    let length = if squeeze {
        format!(" textLength=\"{room:.1}\" lengthAdjust=\"spacingAndGlyphs\"")
    } else {
        String::new()
    };
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{fill}\" text-anchor=\"{anchor}\"{length}>{}</text>",
        escape(&shown, 24)
    );
}

/// Counters and markers that are cardboard with letters on it: name, colour, letters.
pub type Faces = &'static [(&'static str, &'static str, &'static str)];

/// Their symbols.
pub fn letters(faces: Faces) -> String {
    let symbol = |(id, colour, letters): &(&str, &str, &str)| {
        let mut body = cardboard(colour);
        text(&mut body, 23.6, 34.0, 30.0, INK, "middle", letters, 40.0);
        format!("<symbol id=\"{id}\" viewBox=\"0 0 48 48\">{body}</symbol>\n")
    };
    format!("<defs>\n{}</defs>\n", faces.iter().map(symbol).collect::<String>())
}

/// The same as a sheet that shows nothing by itself.
pub fn letters_svg(faces: Faces) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{}</svg>\n",
        letters(faces)
    )
}

/// A square card with a picture, letters in it and a word along its foot.
pub fn card(
    fill: &str,
    picture: &str,
    letters: &[(f64, f64, f64, &str, &str)],
    word: &str,
) -> String {
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

/// A golden star with a word.
pub fn hero(word: &str) -> String {
    card(
        "#fff8d6",
        "<path d=\"M23.6 4.5l5 10.6 11.6 1.4-8.6 7.9 2.3 11.4-10.3-5.7-10.3 5.7 2.3-11.4L7 16.5l11.6-1.4z\" fill=\"#b88a0a\" stroke=\"#4b3700\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>",
        &[],
        word,
    )
}
