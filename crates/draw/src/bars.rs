//! Odds as bars: label, bar, fraction, per cent. The fraction stands first, the bar is a help for the eye.

use std::fmt::Write;

use crate::svg::{FONT_COUNTER, escape, n};

/// One result.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    pub label: String,
    /// As people write it, may be empty.
    pub fraction: String,
    /// In `0.0..=1.0`.
    pub probability: f64,
    /// 0 nothing … 4 destroyed: one hue, by lightness.
    pub severity: u8,
}

/// A picture 360 wide, one row a result.
pub fn bars_svg(title: &str, bars: &[Bar]) -> String {
    const SEVERITY: [&str; 5] = ["#e6ddc6", "#c9b98f", "#9c7f4b", "#6b4b22", "#3a2410"];
    let height = n(14.0 + 22.0 * bars.len() as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 360 {height}\" width=\"360\" height=\"{height}\" role=\"img\" \
         font-family=\"{FONT_COUNTER}\" font-size=\"13\" fill=\"#23201a\"><title>{}</title>\n",
        escape(title, 120)
    );
    for (i, bar) in bars.iter().enumerate() {
        let y = 8.0 + 22.0 * i as f64;
        let share = if bar.probability.is_finite() { bar.probability.clamp(0.0, 1.0) } else { 0.0 };
        let colour = SEVERITY[usize::from(if 4 < bar.severity { 4 } else { bar.severity })];
        let _ = writeln!(
            out,
            "<text x=\"4\" y=\"{0}\">{1}</text><rect x=\"132\" y=\"{2}\" width=\"120\" height=\"14\" fill=\"#ebe3cf\"/>\
             <rect x=\"132\" y=\"{2}\" width=\"{3}\" height=\"14\" fill=\"{colour}\" stroke=\"#3a2410\" stroke-width=\".6\"/>\
             <text x=\"304\" y=\"{0}\" text-anchor=\"end\">{4}</text>\
             <text x=\"356\" y=\"{0}\" text-anchor=\"end\" font-weight=\"700\">{5} %</text>",
            n(y + 11.5),
            escape(&bar.label, 22),
            n(y),
            n(share * 120.0),
            escape(&bar.fraction, 12),
            n(share * 100.0),
        );
    }
    out + "</svg>\n"
}
