//! Counters of the Tactical Combat Series, and positions as pictures. Kinds of units stand in `nato`, markers in `marker`.

mod counter;
mod marker;
mod nato;
mod position;

pub(crate) use counter::counters_svg;
pub(crate) use marker::MARKERS;
pub(crate) use position::{position_svg, scenario_svg};
