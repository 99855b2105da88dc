//! Section 9.6: the artillery box and off-map batteries.

use board::HexId;
use kernel::Cx;

use crate::data::{BatteryId, Data, Sector};
use crate::state::Day;

/// The artillery box of the sector's card, from turn 4.
pub fn fire<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    Ok(())
}

/// Whether an off-map battery has an observer left (omaha.arty.inactive, omaha.arty.reactivate).
#[must_use]
pub fn is_active(_g: &Day, _battery: BatteryId) -> bool {
    false
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
