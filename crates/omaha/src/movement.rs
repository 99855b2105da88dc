//! Section 11: movement, terrain, infiltration, climbing; section 20.1 in the extended game.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, UnitId};
use crate::question::Opt;
use crate::state::{Day, Positions};
use kernel::Rule;

/// May this counter step from its hex to an adjacent one, as far as terrain, tide and Germans are concerned?
pub fn may_step(_g: &Day, _unit: UnitId, _from: HexId, _to: HexId) -> Result<(), Rule> {
    Ok(())
}

/// Positions a step infiltrates past (omaha.infil.trigger, omaha.infil.both-tests).
#[must_use]
pub fn infiltrates(_g: &Day, _from: HexId, _to: HexId) -> Positions {
    Positions::NONE
}

/// Carries out a move of a unit, with those of its hex who come along.
pub fn go<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _opt: Opt) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
