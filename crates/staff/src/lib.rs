//! The computer's staff: what a staff officer would advise, from what the side that is asked may see.
//!
//! One module a rules system, each with a function `decide` that answers any question of the rules: the same position
//! and the same question give the same answer, on any machine. It plans nothing it would have to remember: every answer
//! is worked out afresh, so it can step in at any moment of any game.
//!
//! Invariants: no I/O, no clock, no floats, no hash-ordered iteration, no state between calls; bounded work for every
//! answer; never more knowledge than the position it is given.

pub mod gts;
pub mod omaha;
