//! Section 22: German armour, a variant.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, GermanId, Hexes};
use crate::state::Day;

/// Its field of fire, by class (omaha.arm.field-1, omaha.arm.field-2); nothing if it is not on the map.
#[must_use]
pub fn field(_g: &Day, _unit: GermanId) -> [Hexes; 3] {
    [Hexes::EMPTY; 3]
}

/// What an armour unit does on a card that shows its colour.
pub fn act<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _unit: GermanId) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
