//! Colours named by modules: read, never copied, so that nothing else can come in with them.

/// Red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

pub const INK: &str = "#1d1b16";

impl Rgb {
    /// `#abc`, `#aabbcc` or one of the common names; otherwise the fallback.
    pub fn read(text: &str, fallback: Rgb) -> Rgb {
        const NAMES: [(&str, Rgb); 22] = [
            ("white", Rgb(255, 255, 255)),
            ("black", Rgb(29, 27, 22)),
            ("red", Rgb(163, 32, 27)),
            ("green", Rgb(29, 107, 65)),
            ("blue", Rgb(27, 90, 156)),
            ("purple", Rgb(101, 57, 154)),
            ("orange", Rgb(224, 138, 30)),
            ("yellow", Rgb(242, 211, 75)),
            ("brown", Rgb(100, 64, 31)),
            ("grey", Rgb(150, 150, 145)),
            ("gray", Rgb(150, 150, 145)),
            ("tan", Rgb(205, 184, 145)),
            ("khaki", Rgb(205, 184, 145)),
            ("olive", Rgb(129, 138, 72)),
            ("pink", Rgb(226, 164, 160)),
            ("teal", Rgb(40, 110, 110)),
            ("navy", Rgb(34, 54, 96)),
            ("maroon", Rgb(122, 31, 31)),
            ("silver", Rgb(190, 190, 185)),
            ("gold", Rgb(216, 162, 28)),
            ("lightblue", Rgb(185, 203, 210)),
            ("fieldgrey", Rgb(185, 191, 174)),
        ];
        let text = text.trim();
        if let Some(digits) = text.strip_prefix('#') {
            let value = |at: usize, n: usize| {
                digits.get(at..at + n).and_then(|it| u8::from_str_radix(it, 16).ok())
            };
            let read = match digits.len() {
                3 => (0..3).map(|it| value(it, 1).map(|it| it * 17)).collect::<Option<Vec<u8>>>(),
                6 => (0..3).map(|it| value(it * 2, 2)).collect::<Option<Vec<u8>>>(),
                _ => None,
            };
            return match read.as_deref() {
                Some(&[r, g, b]) => Rgb(r, g, b),
                _ => fallback,
            };
        }
        let text = text.to_lowercase();
        NAMES.into_iter().find(|it| it.0 == text).map_or(fallback, |it| it.1)
    }

    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Ink or white, whichever reads better on it (WCAG relative luminance).
    pub fn text(self) -> &'static str {
        let part = |it: u8| {
            let it = f64::from(it) / 255.0;
            if it <= 0.040_45 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
        };
        let light = 0.2126 * part(self.0) + 0.7152 * part(self.1) + 0.0722 * part(self.2);
        if 0.2 < light { INK } else { "#ffffff" }
    }

    /// The colour mixed with another.
    pub fn mix(self, other: Rgb, t: f64) -> Rgb {
        let part = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_come_out_of_colours() {
        let none = Rgb(1, 2, 3);
        assert_eq!(Rgb::read("#fff", none), Rgb(255, 255, 255));
        assert_eq!(Rgb::read("#cdb891", none).css(), "#cdb891");
        for bad in ["url(#x)", "\"/><script>", "#12", "#ggg", "#ééé", ""] {
            assert_eq!(Rgb::read(bad, none), none, "{bad}");
        }
        assert_eq!(Rgb(255, 255, 255).text(), INK);
        assert_eq!(Rgb(27, 90, 156).text(), "#ffffff");
    }
}
