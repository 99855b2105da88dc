//! Section 15: obstacle engineers.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Sector};
use crate::state::Day;

/// The player clears obstacles of a sector.
pub fn clear<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
