//! Section 7: the landing.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Sector};
use crate::state::Day;

/// Phase I: the landing card of a sector and its effects: table, drift, delay, mines.
pub fn check<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    Ok(())
}

/// Everybody left in a box lands at the waterline (omaha.box.all-land).
pub fn land<C: Cx<Day>>(_cx: &mut C, _g: &mut Day) -> Result<(), C::Halt> {
    Ok(())
}

/// This turn's arrivals are put into boxes, or put off.
pub fn arrivals<C: Cx<Day>>(_cx: &mut C, _g: &mut Day) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
