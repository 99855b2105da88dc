//! Hex maps: terrain, hexside features, routes, elevation; line of sight and reach.
//!
//! Suggested reading order: [`legend`] (the kinds of things a map may show), [`map`] (the map), [`builder`]
//! (how a map comes about, with all its errors at once), [`hex_set`], [`sight`], [`mod@reach`].
//!
//! ```text
//!        column 1      2      3
//!            / \    / \    / \
//!    row 1  |  0 | |  1 | |  2 |         numbers are HexIds: dense, row by row from the north-west
//!            \ / \  / \  / \  / \        labels are CCRR: id 4 of this map is "0202"
//!    row 2     |  3 | |  4 | |  5 |
//! ```
//!
//! Invariants: a map never changes after it is built; nothing here knows a rules system, does I/O, uses floats
//! or iterates in hash order. What kinds of terrain there are is data ([`Legend`]); what they do to sight is
//! one of a few words ([`TerrainSight`], [`SideSight`]); what they do to movement is the caller's closure.
#![forbid(unsafe_code)]

pub mod legend;
pub mod map;

pub mod builder;
pub mod hex_set;
pub mod reach;
pub mod sight;
mod sketch;

pub use hex::{Direction, Hex, Hexside};

pub use crate::{
    builder::{MapBuilder, MapError},
    hex_set::HexSet,
    legend::{
        FeatureId, FeatureKind, FeatureSet, Legend, RouteId, RouteKind, RouteSet, SideId, SideKind,
        SideSet, SideSight, TerrainId, TerrainKind, TerrainSight,
    },
    map::{HexId, Label, Map, Place},
    reach::{Misstep, Reach, Reacher, follow, reach},
    sight::{
        BEYOND, Sight, SightRules,
        explain::{Cause, Reason, Spot, Verdict, Weight, explain},
    },
    sketch::{Sketch, sketch},
};
