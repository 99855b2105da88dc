//! Section 19: what Germans do from turn 17.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Sector};
use crate::state::Day;

/// Carries out a sector's fire card by the action summary: occupied positions, then empty ones, advances last.
pub fn card<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
