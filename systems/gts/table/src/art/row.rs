//! The colours of the CRT.

use draw::colour::INK;
use gts::data::Colour;

/// The colour of a row of the CRT, and of the ink on it.
pub(crate) fn row(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::White => ("#ffffff", INK),
        Colour::Red => ("#a3201b", "#ffffff"),
        Colour::Purple => ("#65399a", "#ffffff"),
        Colour::Blue => ("#1b5a9c", "#ffffff"),
        Colour::Green => ("#1d6b41", "#ffffff"),
        Colour::Orange => ("#e08a1e", INK),
        Colour::Yellow => ("#f2d34b", INK),
        Colour::Brown => ("#64401f", "#ffffff"),
        Colour::Black => (INK, "#ffffff"),
    }
}
