//! Markers, each with a shape, a word or a letter, never by colour alone.

use draw::{
    colour::{INK, Rgb},
    counter::card,
};
use tcs::data::Data;

/// Symbol, name and effect of the markers in the legend.
pub(crate) const MARKERS: &[(&str, &str, &str)] = &[
    ("m-suppressed", "Suppressed", "does nothing but answer by overwatch, with a worse shot"),
    ("m-paralysed", "Paralysed", "does nothing at all; checks its morale worse"),
    ("m-steps-3", "Steps left", "of a unit that has lost some"),
    ("m-move", "Move mode", "may move; easily seen and hit, cannot fire"),
    ("m-dug-in", "Dug-In", "hard to see and to hit"),
    ("m-digging", "Digging in", "Dug-In at the end of the phase"),
    ("m-fired", "Fired", "easier to see; fires no more until its next Action Phase"),
    ("m-road", "On the road", "easier to see and hit"),
    ("m-no-orders", "Without orders", "may not attack nor go nearer to a spotted enemy"),
    ("m-withdrawing", "Withdrawing", "goes back to its rally hex"),
    ("m-smoke-2", "Smoke", "blocks sight through it, hinders fire into and out of it"),
    ("m-shells", "Shells", "an attack zone: fire and spotting suffer"),
    ("m-zone", "Attack zone", "around a mission of artillery"),
    ("m-mission", "Mission called", "is adjusted and comes down later in the turn"),
    ("m-flare", "Illumination", "what lies around it is seen as by day"),
    ("m-mines", "Minefield", "costs more and hurts who enters it"),
    ("m-victory", "Victory hex", "with its points, in the colour of who holds it"),
    ("m-objective", "Objective", "of one of your op sheets"),
    ("m-assembly", "Assembly hex", "of one of your op sheets"),
    ("m-rally", "Rally hex", "where a sheet's units go if it fails"),
];

const ARROW: &str =
    "<path d=\"M6 17h26m-9-9l9 9-9 9\" fill=\"none\" stroke=\"#1d1b16\" stroke-width=\"4.4\"/>";
const TRENCH: &str =
    "<path d=\"M4 26h8l3-10h17l3 10h8\" fill=\"none\" stroke=\"#6b4b22\" stroke-width=\"4\"/>";
const SHOVEL: &str = "<path d=\"M8 34L20 20\" stroke=\"#6b4b22\" stroke-width=\"3\" stroke-linecap=\"round\"/><path d=\"M18 12l10 10c-5 5-12 2-12 2s-3-7 2-12z\" fill=\"#574f3d\" stroke=\"#1d1b16\" stroke-width=\"1.2\"/>";
const FLASH: &str = "<path d=\"M23.6 5l4 9 10-3-6 8 8 6-10 1 1 9-7-6-7 6 1-9-10-1 8-6-6-8 10 3z\" fill=\"#f2d34b\" stroke=\"#a3201b\" stroke-width=\"1.6\"/>";
const CLOUD: &str = "<path d=\"M9 30a7 7 0 0 1 2-13a9 9 0 0 1 17-4a8 8 0 0 1 10 9a6 6 0 0 1-2 8z\" fill=\"#c9ccd1\" stroke=\"#5b6470\" stroke-width=\"1.6\"/>";
const STAR: &str = "<path d=\"M23.5 5v10M23.5 27v10M7.5 21h10M29.5 21h10M12 9.5l7 7M35 9.5l-7 7M12 32.5l7-7M35 32.5l-7-7\" stroke=\"#c77d00\" stroke-width=\"2.6\"/><circle cx=\"23.5\" cy=\"21\" r=\"5\" fill=\"#ffe27a\" stroke=\"#c77d00\" stroke-width=\"1.4\"/>";
const SKULLS: &str = "<circle cx=\"13\" cy=\"20\" r=\"6\" fill=\"#1d1b16\"/><circle cx=\"34\" cy=\"20\" r=\"6\" fill=\"#1d1b16\"/><path d=\"M13 9v4M13 27v4M2 20h4M20 20h4M34 9v4M34 27v4M41 20h4\" stroke=\"#1d1b16\" stroke-width=\"2\"/>";
const DOWN: &str =
    "<path d=\"M23.5 4v20m-9-9l9 10 9-10\" fill=\"none\" stroke=\"#a3201b\" stroke-width=\"4\"/>";
const RING: &str = "<circle cx=\"23.5\" cy=\"20\" r=\"13\" fill=\"none\" stroke=\"#a3201b\" stroke-width=\"2.4\" stroke-dasharray=\"5 3\"/>";
const BACK: &str =
    "<path d=\"M40 17H14m9-9l-9 9 9 9\" fill=\"none\" stroke=\"#a3201b\" stroke-width=\"4.4\"/>";
const ROAD: &str = "<path d=\"M16 36L21 6M31 36L26 6\" stroke=\"#574f3d\" stroke-width=\"3\"/><path d=\"M23.5 34v-5M23.5 25v-5M23.5 16v-4\" stroke=\"#574f3d\" stroke-width=\"2\"/>";
const OVAL: &str = "<ellipse cx=\"23.5\" cy=\"19\" rx=\"18\" ry=\"12\" fill=\"none\" stroke=\"#174a8c\" stroke-width=\"3\"/>";
const DOT: &str =
    "<circle cx=\"23.5\" cy=\"19\" r=\"12\" fill=\"none\" stroke=\"#174a8c\" stroke-width=\"3\"/>";

/// Symbol and body of every marker.
pub(super) fn all(data: &Data) -> Vec<(String, String)> {
    let plain = |id: &str, fill: &str, inner: &str, word: &str| {
        (id.to_owned(), card(fill, inner, &[], word))
    };
    let mut all = vec![
        plain("m-suppressed", "#f2b84b", DOWN, "supp."),
        plain("m-paralysed", "#d9534a", DOWN, "paral."),
        plain("m-move", "#dfe8c8", ARROW, "move"),
        plain("m-dug-in", "#e8dcc0", TRENCH, "dug in"),
        plain("m-digging", "#f6e6c4", SHOVEL, "digs"),
        plain("m-fired", "#fbe9e0", FLASH, "fired"),
        plain("m-road", "#e9e5d6", ROAD, "road"),
        plain("m-withdrawing", "#f6dcd8", BACK, "back"),
        plain("m-smoke-1", "#eef0f2", CLOUD, "smoke"),
        plain("m-smoke-2", "#dfe3e8", CLOUD, "smoke 2"),
        plain("m-shells", "#f4d9b0", FLASH, "shells"),
        plain("m-zone", "#f7e7cf", RING, "zone"),
        plain("m-mission", "#fff4dc", DOWN, "called"),
        plain("m-mission-smoke", "#fff4dc", CLOUD, "called"),
        plain("m-mission-light", "#fff4dc", STAR, "called"),
        plain("m-flare", "#fff7d0", STAR, "light"),
        plain("m-lit", "#fff7d0", STAR, "lit"),
        plain("m-mines", "#e9e5d6", SKULLS, "mines"),
        plain("m-loaded", "#e4ebf2", ARROW, "loaded"),
        plain("m-objective", "#e4ecf7", OVAL, "goal"),
    ];
    let lettered = |id: &str, fill: &str, inner: &str, letter: &str, word: &str| {
        let letters = [(23.5, 26.0, 19.0, INK, letter)];
        (id.to_owned(), card(fill, inner, &letters, word))
    };
    all.push(lettered("m-no-orders", "#f0ead2", "", "?", "no orders"));
    all.push(lettered("m-assembly", "#e4ecf7", DOT, "A", "assemble"));
    all.push(lettered("m-rally", "#e4ecf7", DOT, "R", "rally"));
    for n in 1..=9 {
        all.push(lettered(&format!("m-steps-{n}"), "#fdfbf3", "", &n.to_string(), "steps"));
    }
    all.push(plain("m-victory", "#fdfbf3", &flag("#fdfbf3"), "victory"));
    for side in tcs::id::Side::BOTH {
        let force = data.forces.iter().find(|it| it.side == side);
        let colour = Rgb::read(force.map_or("", |it| it.colour.as_str()), Rgb(190, 180, 150));
        let id = format!("m-victory-{}", side as u8);
        all.push(plain(&id, "#fdfbf3", &flag(&colour.css()), "victory"));
    }
    all
}

fn flag(fill: &str) -> String {
    format!(
        "<path d=\"M14 36V6\" stroke=\"{INK}\" stroke-width=\"2.4\"/><path d=\"M15 7h20l-5 6 5 6H15z\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.4\"/>"
    )
}
