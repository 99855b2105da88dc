//! Section 21: how a game begins, and section 22: variants.

use board::HexId;
use kernel::Cx;

use crate::data::Data;
use crate::state::Day;

/// Steps, divisions and places of all counters before anything random: US counters on the track or unused, Germans in
/// their pools, the whole deck undrawn.
pub(crate) fn counters(_g: &mut Day) {}

/// The random set-up and the choices it leaves (omaha.btb.beach-units, omaha.btb.t16).
pub(crate) fn play<C: Cx<Day>>(_cx: &mut C, _g: &mut Day) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
