//! Section 10: US actions, free and paid.

pub mod allowance;
pub mod command;

use board::HexId;
use kernel::Cx;

use crate::data::{Data, UnitId};
use crate::question::Opt;
use crate::state::{Day, Phase};
use kernel::Rule;

/// One action of the US action phase: who acts first, an action of the division acting, or the end of its actions.
pub fn step<C: Cx<Day>>(_cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    g.go(Phase::UsEnd);
    Ok(())
}

/// The close of the phase: stacking (omaha.stack.excess), then the tide (omaha.tide.death).
pub fn end<C: Cx<Day>>(_cx: &mut C, _g: &mut Day) -> Result<(), C::Halt> {
    Ok(())
}

/// Everything the acting division may do now.
#[must_use]
pub fn options(_g: &Day) -> Vec<Opt> {
    vec![Opt::Done]
}

/// Why a unit may not do something it might be expected to, for the page: option, reason.
#[must_use]
pub fn refusals(_g: &Day, _unit: UnitId) -> Vec<(Opt, Rule)> {
    Vec::new()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
