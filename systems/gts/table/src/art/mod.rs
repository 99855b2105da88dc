//! Counters of the Grand Tactical Series, and positions as pictures. Arms stand in `nato`, markers in `marker`.

mod counter;
mod marker;
mod nato;
mod position;
mod row;

pub use counter::{counter_thin, counters_svg, division_css as division_colour};
pub(crate) use marker::delay;
pub use position::{position_svg, scenario_svg};
