//! The map of the landing: the common map with its tides, obstacles, landing boxes, positions and exits.

use omaha::data::Data;

use super::{shore, sites};
use crate::map::{Extra, MapStyle, body_with, sheet_of};

/// The map as a picture of its own. Fields of fire are not on it: the page lays them over it.
#[must_use]
pub fn map_svg(data: &Data, style: &MapStyle) -> String {
    sheet_of(&data.map, &body(data, style))
}

/// The same without the outermost element.
pub(crate) fn body(data: &Data, style: &MapStyle) -> String {
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
