//! Section 26: Air Points (step B), strikes and interdiction.

use kernel::Cx;

use crate::data::Side;
use crate::state::{Battle, Phase};

/// Step B: the points of the day.
pub fn determine<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle) {}

/// Step B: put them on divisions and on interdiction.
pub fn allot<C: Cx<Battle>>(_cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    g.phase = match side {
        Side::First => Phase::Air(Side::Second),
        Side::Second => Phase::Reinforcements,
    };
    Ok(())
}

/// gts.air.strike: can a strike be called under the chit in play?
#[must_use]
pub fn may_call(_g: &Battle) -> bool {
    false
}

pub fn strike<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle) -> Result<(), C::Halt> {
    Ok(())
}
