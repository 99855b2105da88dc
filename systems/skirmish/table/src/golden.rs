//! Games of figures told question by question.

use testkit::golden::Told;

use crate::Skirmish;

impl Told for Skirmish {}
