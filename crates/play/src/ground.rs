//! Heads of maps.

use board::{HexId, Map};

use crate::wire::{CellHead, LegendEntry, MapHead};

/// A map of hexes as it is drawn: a cell a hex, all of one shape.
pub fn hex_map(
    map: &Map,
    hex_metres: u32,
    text: impl Fn(HexId) -> String,
    legend: Vec<LegendEntry>,
) -> MapHead {
    let geometry = draw::geometry(map);
    let first = geometry.centre(HexId(0));
    let corners = geometry.corners(HexId(0));
    let cells = map.hexes().map(|hex| {
        let at = geometry.centre(hex);
        let label = map.label(hex).to_string();
        CellHead { label, text: text(hex), at: point(at.x, at.y), shape: 0 }
    });
    MapHead {
        width: geometry.width as f32,
        height: geometry.height as f32,
        units_per_metre: draw::geometry::COLUMN_PITCH as f32 / hex_metres as f32,
        piece: None,
        measure: None,
        scale: format!("1 hex = {hex_metres} m"),
        shapes: vec![corners.iter().map(|it| point(it.x - first.x, it.y - first.y)).collect()],
        cells: cells.collect(),
        legend,
    }
}

/// A point to a tenth of a unit: nobody sees more, and it is shorter.
#[must_use]
pub fn point(x: f64, y: f64) -> (f32, f32) {
    let tenth = |it: f64| ((it * 10.0).round() / 10.0) as f32;
    (tenth(x), tenth(y))
}
