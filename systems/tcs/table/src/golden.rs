//! Games of the Tactical Combat Series told question by question, by a random player who takes one of the ready plans.

use testkit::golden::Told;

use crate::Tcs;

impl Told for Tcs {}
