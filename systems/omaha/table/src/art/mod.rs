//! What only the landing on Omaha Beach has: its counters and markers, and what its map shows besides.

mod counters;
mod map;
mod markers;
mod shore;
mod sites;

pub use counters::{box_middle, colour_css, counters_svg, german_back};
pub use map::{map_svg, position_svg};
pub use sites::letters;
