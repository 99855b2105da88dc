//! Pictures: the table from above, and figures on round bases.

mod figures;
mod ground;
mod lines;
mod scatter;

use skirmish::data::Scene;

pub(crate) use figures::{counter_face, counters_svg, figure_face, side_colour};

/// The table, in units of 1/256 inch.
pub(crate) fn map_svg(scene: &Scene) -> String {
    let size = scene.table.size();
    let (width, height) = (size.x, size.y);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{}</svg>\n",
        ground::body(scene)
    )
}

/// The same, small.
pub(crate) fn preview_svg(scene: &Scene) -> String {
    let size = scene.table.size();
    let (width, height) = (size.x, size.y);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\">\n{}</svg>\n",
        width / 24,
        height / 24,
        ground::body(scene)
    )
}
