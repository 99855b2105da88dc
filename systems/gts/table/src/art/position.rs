//! A whole position as one file: the map with the counters on it.

use board::HexId;
use draw::{PieceAt, position};
use gts::data::{Data, Start};

use super::counter;

/// The map with its counters, complete in itself.
pub fn position_svg(data: &Data, pieces: &[PieceAt]) -> String {
    let on_map: Vec<PieceAt> =
        pieces.iter().filter(|it| it.hex.index() < data.map.len()).cloned().collect();
    position::position_svg(&data.map, counter::symbols(data), &on_map)
}

/// A picture of one scenario for a list.
pub fn scenario_svg(data: &Data) -> String {
    let units = data.unit_starts.iter().enumerate().filter_map(|(i, it)| match it.at {
        Start::Hex(hex) => Some((hex, i)),
        _ => None,
    });
    let prizes: Vec<HexId> = data.victory.hexes.iter().map(|it| it.hex).collect();
    position::scenario_svg(&data.map, &counter::far_symbols(data), units, &prizes)
}
