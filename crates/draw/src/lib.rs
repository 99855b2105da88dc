//! Maps and counters, drawn by us in the manner of a good printed map.
//!
//! Suggested reading order: [`geometry`] (where things are), [`map`] (the layers of a map, each in a file of its own),
//! [`counter`] (the counters, with the arms in `nato` and the markers in `marker`), [`position`] (both together).
//!
//! Invariants: strings out, nothing read or written; the same input gives the same bytes; names and colours come from
//! strangers, so text is escaped and shortened and colours are parsed, never copied; no scripts, styles, filters or
//! references to the outside.
#![forbid(unsafe_code)]

pub mod counter;
pub mod geometry;
pub mod map;
pub mod omaha;
pub mod position;

pub mod bars;
#[cfg(feature = "png")]
pub mod png;

mod coast;
mod colour;
mod features;
mod fields;
mod flora;
mod ground;
mod hexsides;
mod houses;
mod marker;
mod names;
mod nato;
mod noise;
mod region;
mod relief;
mod roads;
mod sheet;
mod svg;
mod swatch;
mod terrain;
mod water;

#[cfg(feature = "png")]
pub use crate::png::{PngError, png};
pub use crate::{
    counter::{counter_thin, counters_svg, division_css as division_colour},
    geometry::{Geometry, geometry},
    map::{MapStyle, map_svg},
    nato::ARMS,
    position::{PieceAt, position_svg, scenario_svg},
    svg::Point,
};
