//! Section 6.2: who has which weapons.

use board::HexId;

use crate::data::{UnitId, Weapons};
use crate::state::Day;

/// Weapons a unit brings to an attack on a hex (omaha.weap.union takes them together).
#[must_use]
pub fn of(_g: &Day, _unit: UnitId, _target: HexId) -> Weapons {
    Weapons::NONE
}
