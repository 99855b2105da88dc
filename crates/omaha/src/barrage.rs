//! Sections 13 and 20.2: barrages and naval fire.

use board::HexId;
use kernel::Cx;

use crate::data::Data;
use crate::question::Opt;
use crate::state::Day;

/// Barrages and naval barrages that are possible now.
#[must_use]
pub fn options(_g: &Day) -> Vec<Opt> {
    Vec::new()
}

/// A barrage or naval barrage.
pub fn fire<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _opt: Opt) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
