//! Section 22: German armour, a variant.

use board::HexId;
use kernel::Cx;

use crate::data::{CardId, Data, GermanId, Hexes, Sector, SiteId};
use crate::state::Day;

/// Its field of fire, by class (omaha.arm.field-1, omaha.arm.field-2); nothing if it is not on the map.
#[must_use]
pub fn field(_g: &Day, _unit: GermanId) -> [Hexes; 3] {
    [Hexes::EMPTY; 3]
}

/// What an armour unit does on a card that shows its colour.
pub fn act<C: Cx<Day>>(
    _cx: &mut C,
    _g: &mut Day,
    _unit: GermanId,
    _sector: Sector,
    _card: CardId,
) -> Result<bool, C::Halt> {
    Ok(false)
}

/// Whether an armour unit enters on this site instead of a Division unit: second event phase, empty T pool, a road
/// to exits B to E, none yet this turn (omaha.arm.entry-when, omaha.arm.entry-where, omaha.arm.entry-one).
#[must_use]
pub fn may_replace(_g: &Day, _site: SiteId) -> bool {
    false
}

/// An armour unit enters there, face up and with depth (omaha.arm.entry-face). Says whether one came.
pub fn enter<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _site: SiteId) -> Result<bool, C::Halt> {
    Ok(false)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
