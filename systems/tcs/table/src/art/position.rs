//! A whole position as one file: the map with the counters on it.

use board::HexId;
use draw::{PieceAt, position};
use tcs::data::Data;

use super::counter;

/// The map with its counters, complete in itself.
pub(crate) fn position_svg(data: &Data, pieces: &[PieceAt]) -> String {
    position::position_svg(data.map(), counter::symbols(data), pieces)
}

/// A picture of one scenario for a list.
pub(crate) fn scenario_svg(data: &Data) -> String {
    let begins = data
        .units
        .iter()
        .enumerate()
        .filter(|(_, it)| it.start.turn == 0 && it.start.aboard.is_none());
    let units = begins.map(|(i, it)| (it.start.hex, i));
    let prizes: Vec<HexId> = data.scoring.iter().map(|it| it.hex).collect();
    position::scenario_svg(data.map(), &counter::far_symbols(data), units, &prizes)
}
