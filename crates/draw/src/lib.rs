//! Maps and counters, drawn by us in the manner of a good printed map.
//!
//! Suggested reading order: [`geometry`] (where things are), [`map`] (the layers of a map, each in a file of its own),
//! [`counter`] (what all counters are made of), [`position`] (counters on a map). What a counter says is its system's business.
//!
//! Invariants: strings out, nothing read or written; the same input gives the same bytes; names and colours come from
//! strangers, so text is escaped and shortened and colours are parsed, never copied; no scripts, styles, filters or
//! references to the outside.
#![forbid(unsafe_code)]

pub mod bars;
pub mod colour;
pub mod counter;
pub mod geometry;
pub mod map;
pub mod noise;
#[cfg(feature = "png")]
pub mod png;
pub mod position;
pub mod region;
pub mod sheet;
pub mod svg;
pub mod swatch;

mod coast;
mod farms;
mod features;
mod fields;
mod flora;
mod ground;
mod hexsides;
mod houses;
mod names;
mod relief;
mod roads;
mod terrain;
mod water;

#[cfg(feature = "png")]
pub use crate::png::{PngError, png};
pub use crate::{
    geometry::{Geometry, geometry},
    map::{MapStyle, map_svg},
    position::PieceAt,
    svg::Point,
};
