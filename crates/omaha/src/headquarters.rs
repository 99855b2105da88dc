//! Sections 20.3 and 20.4: command posts, engineer bases, garrisons.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Hexes, UnitId};
use crate::state::Day;

/// Phase V of the extended turn (omaha.seq.order-in-engineer-hq).
pub fn phase<C: Cx<Day>>(_cx: &mut C, _g: &mut Day) -> Result<(), C::Halt> {
    Ok(())
}

/// Hexes inside the range of an engineer base (omaha.base.range-count, omaha.base.range-limit).
#[must_use]
pub fn served(_g: &Day) -> Hexes {
    Hexes::EMPTY
}

/// Hexes in the range of a base that gives free traffic moves this turn (omaha.base.traffic).
#[must_use]
pub fn traffic(_g: &Day) -> Hexes {
    Hexes::EMPTY
}

/// Hexes in which a command post commands (omaha.cp.range-path, omaha.cp.suppressed).
#[must_use]
pub fn post_range(_g: &Day, _post: UnitId) -> Hexes {
    Hexes::EMPTY
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
