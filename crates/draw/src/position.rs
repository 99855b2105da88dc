//! A whole position as one file: the map with the counters on it.

use std::fmt::Write;

use board::{HexId, Map};
use gts::data::Data;

use crate::{
    counter,
    geometry::geometry,
    map::{MapStyle, body},
    svg::{Point, n},
};

/// A counter or marker on the map.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceAt {
    /// Its symbol: `u12-front`, `l3-front`, `m-barrage-heavy`.
    pub symbol: String,
    pub hex: HexId,
    /// Place in its stack, 0 at the bottom.
    pub level: u8,
    /// Symbols of the markers on it, in order.
    pub markers: Vec<String>,
}

/// The map with its counters, complete in itself.
pub fn position_svg(map: &Map, data: &Data, pieces: &[PieceAt]) -> String {
    let g = geometry(map);
    let (w, h) = (n(g.width), n(g.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">\n\
         <defs>\n{}</defs>\n{}<g id=\"pieces\">\n",
        counter::symbols(data),
        body(map, &MapStyle::default())
    );
    let mut pieces: Vec<&PieceAt> = pieces.iter().filter(|it| it.hex.index() < map.len()).collect();
    pieces.sort_by_key(|it| (it.hex, it.level));
    for piece in pieces {
        let c = g.centre(piece.hex);
        let up = f64::from(piece.level);
        // A stack leans to the upper right, as in `design/look`.
        let at = c.plus(up * 6.0, up * -7.0);
        place(&mut out, &piece.symbol, at, 48.0);
        for (i, marker) in piece.markers.iter().enumerate() {
            let i = i as f64;
            place(&mut out, marker, at.plus(13.0 - i * 9.0, -13.0 + i * 5.0), 24.0);
        }
    }
    out + "</g>\n</svg>\n"
}

/// Uses a symbol around a point. A name that cannot be a symbol's is left out.
fn place(out: &mut String, symbol: &str, at: Point, size: f64) {
    let is_name =
        !symbol.is_empty() && symbol.chars().all(|it| it.is_ascii_alphanumeric() || it == '-');
    if is_name {
        let _ = writeln!(
            out,
            "<use href=\"#{symbol}\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\"/>",
            n(at.x - size / 2.0),
            n(at.y - size / 2.0)
        );
    }
}
