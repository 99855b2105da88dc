//! Section 12: US attacks.

use board::HexId;
use kernel::Cx;

use crate::data::Data;
use crate::state::Day;

/// Hexes that can be attacked now by somebody who may act.
#[must_use]
pub fn targets(_g: &Day) -> Vec<HexId> {
    Vec::new()
}

/// An attack on a hex: who takes part is asked, then it is carried out.
pub fn attack<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _target: HexId) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
