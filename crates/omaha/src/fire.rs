//! Section 9: German fire.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, Sector};
use crate::state::Day;

/// Phase III: the fire card of a sector is drawn; on basic turns the hits are worked out (`spread`), put into
/// [`crate::state::Today::volley`] and shown. In the extended game `german_actions` carries the card out.
pub fn card<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    Ok(())
}

/// The hits shown are applied, then the artillery box is resolved, then German units of the card's colours recover.
pub fn hits<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _sector: Sector) -> Result<(), C::Halt> {
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
