//! The map of the landing: the common map with its tides, obstacles, landing boxes, positions and exits.

use board::HexId;
use omaha::data::{BoxId, Data};

use super::{
    counters::{box_middle, symbols},
    shore, sites,
};
use draw::{
    geometry::geometry,
    map::{Extra, MapStyle, body_with, sheet_of},
    position::{PieceAt, put},
};

/// The map as a picture of its own. Fields of fire are not on it: the page lays them over it.
#[must_use]
pub fn map_svg(data: &Data, style: &MapStyle) -> String {
    sheet_of(&data.map, &body(data, style))
}

/// The map with its counters, complete in itself. Landing boxes are numbered on after the hexes.
#[must_use]
pub fn position_svg(data: &Data, pieces: &[PieceAt]) -> String {
    let g = geometry(&data.map);
    let hexes = data.map.len();
    let middle = |hex: HexId| match hex.index().checked_sub(hexes) {
        Some(i) => box_middle(data, BoxId(i as u8)),
        None => g.centre(hex),
    };
    let known = |it: &&PieceAt| it.hex.index() < hexes + data.boxes.len();
    let mut out = format!(
        "<defs>\n{}</defs>\n{}<g id=\"pieces\">\n",
        symbols(data),
        body(data, &MapStyle::default())
    );
    put(&mut out, pieces.iter().filter(known).collect(), middle);
    sheet_of(&data.map, &(out + "</g>\n"))
}

/// The map without the outermost element.
fn body(data: &Data, style: &MapStyle) -> String {
    body_with(&data.map, style, |sheet| Extra {
        ground: shore::sands(sheet, data),
        sea: shore::surf(sheet, data),
        features: Some(
            shore::boxes(data) + &shore::obstacles(sheet, data) + &sites::mines(sheet, data),
        ),
        marks: sites::boundary(sheet, data)
            + &sites::exits(sheet, data)
            + &sites::positions(sheet, data),
        names_itself: &["beach", "exit", "draw"],
        names_keep_off: data.sites.iter().map(|it| sheet.g.centre(it.hex)).collect(),
        names: shore::names(sheet, data) + &sites::draw_names(sheet, data),
    })
}
