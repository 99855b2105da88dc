//! Section 19: what Germans do from turn 17.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Sector};
use crate::state::Day;

/// One act of a position on the sector's card: occupied positions, then empty ones, advances last
/// ([`crate::state::Today::to_act`], [`crate::state::Today::to_advance`]).
pub fn step<C: Cx<Day>>(_cx: &mut C, g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    g.today.to_act.clear();
    g.today.to_advance.clear();
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
