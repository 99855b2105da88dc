//! Tactical Combat Series 4.01.
//!
//! Reading order: `ground` (hexes, heights in metres, the terrain chart, what a step costs, who sees whom), `sheet` (op
//! sheets: the drawing, its judge, what it lets a unit do, how long it takes to come through). `id` has the names of
//! things.
//!
//! | word of the book | here |
//! |---|---|
//! | op sheet | [`sheet::Sheet`] as it is drawn, [`sheet::Order`] as it is prepared and carried out |
//! | Weighted Turns, Command Prep | [`sheet::prep`] |
//! | terrain class, Billiard Table to Protective | [`ground::TerrainClass`] |
//! | line of sight | [`ground::Ground::sees`], [`ground::profile`] |
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration; legality lives in the functions that list
//! options; every number comes from the tables.
#![deny(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::iter_over_hash_type,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod ground;
pub mod id;
pub mod sheet;
pub mod tables;
