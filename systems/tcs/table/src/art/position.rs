//! A whole position as one file: the map with the counters on it.

use std::collections::BTreeMap;
use std::fmt::Write;

use board::HexId;
use draw::{
    PieceAt,
    geometry::{COLUMN_PITCH, geometry},
    map::{MapStyle, body},
    position::{crop, place},
    svg::n,
};
use tcs::data::Data;

use super::counter;

/// The map with its counters, complete in itself.
pub(crate) fn position_svg(data: &Data, pieces: &[PieceAt]) -> String {
    draw::position::position_svg(data.map(), counter::symbols(data), pieces)
}

/// A picture of one scenario for a list: the part of the map it is about, with the counters as it begins, large enough to
/// be seen in a thumbnail.
pub(crate) fn scenario_svg(data: &Data) -> String {
    let map = data.map();
    let g = geometry(map);
    let mut stacks: BTreeMap<HexId, Vec<usize>> = BTreeMap::new();
    for (i, unit) in data.units.iter().enumerate() {
        if unit.start.turn == 0 && unit.start.aboard.is_none() {
            stacks.entry(unit.start.hex).or_default().push(i);
        }
    }
    let prizes: Vec<HexId> = data.scoring.iter().map(|it| it.hex).collect();
    let crop = crop(&g, map, stacks.keys().copied().chain(prizes.iter().copied()));
    let scale = crop.2 / (COLUMN_PITCH * 12.0);
    let style = MapStyle { numbers: false, grid: scale < 1.5, ..MapStyle::default() };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n\
         <defs>\n{}</defs>\n{}<g id=\"pieces\">\n",
        n(crop.0),
        n(crop.1),
        n(crop.2),
        n(crop.3),
        n(crop.2),
        n(crop.3),
        counter::far_symbols(data),
        body(map, &style)
    );
    let size = 48.0 * scale.clamp(1.0, 2.4);
    for prize in prizes {
        let c = g.centre(prize);
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
