//! Counters on a map, stack by stack.

use std::collections::BTreeMap;
use std::fmt::Write;

use board::{HexId, Map};

use crate::{
    geometry::{COLUMN_PITCH, geometry},
    map::{self, MapStyle},
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

/// Counters and their markers, stack by stack.
pub fn put(out: &mut String, mut pieces: Vec<&PieceAt>, middle: impl Fn(HexId) -> Point) {
    pieces.sort_by_key(|it| (it.hex, it.level));
    for piece in pieces {
        let up = f64::from(piece.level);
        // A stack leans to the upper right, as in `design/look`.
        let at = middle(piece.hex).plus(up * 6.0, up * -7.0);
        place(out, &piece.symbol, at, 48.0);
        for (i, marker) in piece.markers.iter().enumerate() {
            let i = i as f64;
            place(out, marker, at.plus(13.0 - i * 9.0, -13.0 + i * 5.0), 24.0);
        }
    }
}

/// A map with counters on it, complete in itself; `symbols` are what the counters look like.
pub fn position_svg(map: &Map, symbols: String, pieces: &[PieceAt]) -> String {
    let mut out = symbols + &map::body(map, &MapStyle::default());
    let geometry = geometry(map);
    put(&mut out, pieces.iter().collect(), |it| geometry.centre(it));
    map::sheet_of(map, &out)
}

/// A picture of one scenario for a list: the part of the map it is about, with the counters as it begins, large enough to
/// be seen in a thumbnail. `far` are the counters as they look from afar, `u7-far` for unit 7; `prizes` are what is fought for.
pub fn scenario_svg(
    map: &Map,
    far: &str,
    units: impl Iterator<Item = (HexId, usize)>,
    prizes: &[HexId],
) -> String {
    let g = geometry(map);
    let mut stacks: BTreeMap<HexId, Vec<usize>> = BTreeMap::new();
    for (hex, unit) in units {
        stacks.entry(hex).or_default().push(unit);
    }
    let crop = crop(&g, map, stacks.keys().copied().chain(prizes.iter().copied()));
    let scale = crop.2 / (COLUMN_PITCH * 12.0);
    let style = MapStyle { numbers: false, grid: scale < 1.5, ..MapStyle::default() };
    let (left, top, wide, high) = (n(crop.0), n(crop.1), n(crop.2), n(crop.3));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {wide} {high}\" width=\"{wide}\" height=\"{high}\" role=\"img\">\n\
         <defs>\n{far}</defs>\n{}<g id=\"pieces\">\n",
        map::body(map, &style)
    );
    let size = 48.0 * scale.clamp(1.0, 2.4);
    for prize in prizes {
        let c = g.centre(*prize);
        let r = n(size * 0.5);
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{r}\" fill=\"none\" stroke=\"#a3201b\" stroke-width=\"{}\" stroke-dasharray=\"{r} {}\"/>",
            n(c.x),
            n(c.y),
            n(size * 0.1),
            n(size * 0.12)
        );
    }
    for (hex, units) in stacks {
        for (up, i) in units.iter().take(3).enumerate() {
            let up = up as f64;
            place(&mut out, &format!("u{i}-far"), g.centre(hex).plus(up * 5.0, up * -6.0), size);
        }
    }
    out + "</g>\n</svg>\n"
}

/// Left, top, width and height around these hexes, in the shape of a picture in the list, inside the map.
fn crop(
    g: &crate::geometry::Geometry,
    map: &Map,
    hexes: impl Iterator<Item = HexId>,
) -> (f64, f64, f64, f64) {
    const SHAPE: f64 = 4.0 / 3.0;
    let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, 0.0_f64, 0.0_f64);
    for hex in hexes.filter(|it| it.index() < map.len()) {
        let c = g.centre(hex);
        (left, top) = (left.min(c.x), top.min(c.y));
        (right, bottom) = (right.max(c.x), bottom.max(c.y));
    }
    if right <= left || bottom <= top {
        return (0.0, 0.0, g.width, g.height);
    }
    let margin = 110.0;
    let (wide, high) = (right - left + 2.0 * margin, bottom - top + 2.0 * margin);
    let wide = wide.max(high * SHAPE).min(g.width);
    let high = high.max(wide / SHAPE).min(g.height);
    let fit = |middle: f64, size: f64, whole: f64| {
        (middle - size / 2.0).clamp(0.0, (whole - size).max(0.0))
    };
    (
        fit((left + right) / 2.0, wide, g.width),
        fit((top + bottom) / 2.0, high, g.height),
        wide,
        high,
    )
}

/// Uses a symbol around a point. A name that cannot be a symbol's is left out.
pub fn place(out: &mut String, symbol: &str, at: Point, size: f64) {
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
