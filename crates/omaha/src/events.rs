//! Section 5: events.

use board::HexId;
use kernel::Cx;

use crate::data::Data;
use crate::state::Day;

/// An event phase, the first or the second of the turn.
pub fn phase<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _n: u8) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
