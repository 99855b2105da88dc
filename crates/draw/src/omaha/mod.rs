//! What only the landing on Omaha Beach has: its counters and markers.

mod counters;
mod markers;

pub use counters::{box_middle, colour_css, counters_svg, german_back};
