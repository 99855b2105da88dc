//! A table without hexes: figures stand anywhere, and everything is measured.
//!
//! Suggested reading order: [`geometry`] (points and exact comparisons), [`line`] (a straight line and what it crosses),
//! [`polygon`], [`legend`] (the kinds of terrain and the measures, as data), [`table`] and [`build`] (the table, and how it
//! comes out of a file), [`sight`] and [`cover`] (who sees whom, and why), [`path`] (what a walk costs, its checkpoints),
//! [`mod@judge`] (is this move allowed), [`mod@candidates`] (a finite list of sensible moves, with names).
//!
//! ```text
//!      north, y
//!        |        (x, y) in units of 1/256 inch from the south-west corner;
//!        |    .   a figure is the centre of its base, on a floor of a building or on the ground (floor 0);
//!        +------- east, x      heights are half-levels
//! ```
//!
//! Invariants: a table never changes after it is built (smoke is handed in); nothing here knows a rules system, does I/O,
//! uses floats or iterates in hash order. What terrain does is data ([`Legend`]). Why something is refused or hidden is an
//! enum with the piece of terrain and the place: the rules that stand on this crate turn it into a citation.
#![forbid(unsafe_code)]

pub mod geometry;
pub mod line;
pub mod polygon;

pub mod legend;
pub mod table;

pub mod build;
pub mod candidates;
pub mod cover;
mod formation;
mod goals;
mod grid;
pub mod judge;
pub mod label;
mod lattice;
pub mod path;
pub mod sight;
mod sites;

pub use crate::{
    build::{Fault, List, TableFile, Wrong},
    candidates::{Candidate, Class, Guide, Search, assault_candidates, candidates, places, reach},
    cover::Covered,
    geometry::{INCH, Point, Spot, Units, linked, near, within},
    judge::{Judged, Refusal, Terms, Why, judge},
    label::{Compass, Label, Shape},
    legend::{
        AreaKind, AreaSight, BuildingKind, Cover, FigureMeasures, Legend, LegendFault, LegendFile,
        MoveMeasures, ObstacleKind, ObstacleSight, SightMeasures,
    },
    line::{Crossing, Line, Place, Span},
    path::{Leg, Misstep, Path, Toll, checkpoints},
    polygon::{Flaw, Polygon},
    sight::{Cause, Conditions, Explained, Reason, Sight},
    table::{Area, Building, Hill, Obstacle, Piece, Smoke, Table},
};
