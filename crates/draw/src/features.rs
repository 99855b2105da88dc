//! Things a hex bears besides its terrain, as small signs in its lower corners, where a counter leaves room.

use std::fmt::Write;

use crate::{
    farms,
    sheet::Sheet,
    svg::{Point, escape, n},
};

pub(crate) fn draw(sheet: &Sheet) -> String {
    let mut out = String::new();
    for hex in sheet.map.hexes() {
        let c = sheet.g.centre(hex);
        // Farms are drawn as their roofs.
        let farmed = farms::stands(sheet, hex);
        let kinds: Vec<_> = sheet
            .map
            .features(hex)
            .iter()
            .filter_map(|it| sheet.map.legend().features.get(it.index()))
            .filter(|it| !farmed || !farms::is_farm(&it.key, &it.name))
            .collect();
        let count = kinds.len();
        for (i, kind) in kinds.into_iter().enumerate() {
            let x = (i as f64 - (count as f64 - 1.0) / 2.0) * 15.0;
            sign(&mut out, c.plus(x, 28.0 - x.abs() * 0.35), &kind.key, &kind.name);
        }
    }
    out
}

fn sign(out: &mut String, p: Point, key: &str, name: &str) {
    let words = format!("{key} {name}").to_lowercase();
    let has = |list: &[&str]| list.iter().any(|it| words.contains(it));
    let (body, attributes) = if has(&[
        "strongpoint",
        "strong_point",
        "fort",
        "bunker",
        "nest",
        "battery",
    ]) {
        (
            "<path d=\"M-6.4 4.6V-2.8L0-6.4l6.4 3.6v7.4z\" fill=\"#4b463c\"/><path d=\"M-3.4 2.4h6.8M-3.4 2.4V-.6h6.8v3\" stroke-width=\"1.1\"/>",
            "fill=\"none\" stroke=\"#f7f0dd\" stroke-width=\"1\" stroke-linejoin=\"round\"",
        )
    } else if has(&["observation", "observer", "spot", "trig"]) {
        (
            "<path d=\"M0-6.6L6.4 4.6h-12.8z\" fill=\"#f7f0dd\"/><circle cy=\"1.2\" r=\"1.5\" fill=\"#23201a\" stroke=\"none\"/>",
            "fill=\"none\" stroke=\"#23201a\" stroke-width=\"1.3\" stroke-linejoin=\"round\"",
        )
    } else if has(&["entry", "exit", "arriv"]) {
        (
            "<path d=\"M-6.5-2.4H0V-6L7 0 0 6V2.4h-6.5z\" fill=\"#174a78\"/>",
            "fill=\"none\" stroke=\"#f7f0dd\" stroke-width=\".9\" stroke-linejoin=\"round\"",
        )
    } else if has(&["victory", "objective"]) {
        (
            "<path d=\"M0-6.8l2 4.4 4.8.6-3.6 3.3 1 4.7L0 3.9l-4.2 2.3 1-4.7-3.6-3.3 4.8-.6z\" fill=\"#d8a21c\"/>",
            "fill=\"none\" stroke=\"#3d2c05\" stroke-width=\".9\" stroke-linejoin=\"round\"",
        )
    } else if has(&["hill", "height", "summit", "peak"]) {
        (
            "<path d=\"M-6.6 4.4C-3.4 3.4-2.6-4.8 0-4.8S3.4 3.4 6.6 4.4M-2.2 4.6l-.8 1.6M0 1.6v4.6M2.2 4.6l.8 1.6\"/>",
            "fill=\"none\" stroke=\"#6f4c22\" stroke-width=\"1.3\" stroke-linecap=\"round\"",
        )
    } else if has(&["mine"]) {
        (
            "<circle r=\"4.6\" fill=\"#f7f0dd\"/><path d=\"M-6 0h12M0-6V6M-4.2-4.2l8.4 8.4M4.2-4.2l-8.4 8.4\"/><circle r=\"3\" fill=\"#23201a\"/>",
            "fill=\"none\" stroke=\"#23201a\" stroke-width=\"1\"",
        )
    } else if has(&["obstacle", "hedgehog", "asparagus"]) {
        (
            "<path d=\"M-5-4.4L5 4.4M5-4.4l-10 8.8M0-6V6\"/>",
            "fill=\"none\" stroke=\"#23201a\" stroke-width=\"1.6\" stroke-linecap=\"round\"",
        )
    } else if has(&["crater", "shell"]) {
        (
            "<ellipse rx=\"6\" ry=\"4\" fill=\"#a88f66\"/><ellipse cy=\".8\" rx=\"3.6\" ry=\"2\" fill=\"#6d5a3c\"/>",
            "stroke=\"#6d5a3c\" stroke-width=\".7\"",
        )
    } else {
        (
            "<path d=\"M0-6.4L6.4 0 0 6.4-6.4 0z\" fill=\"#f7f0dd\"/>",
            "fill=\"none\" stroke=\"#65399a\" stroke-width=\"1.4\" stroke-linejoin=\"round\"",
        )
    };
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {})\" {attributes}><title>{}</title>{body}</g>",
        n(p.x),
        n(p.y),
        escape(name, 40)
    );
}
