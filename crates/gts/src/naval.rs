//! Section 27: the Naval Chit, step by step.

use kernel::Cx;

use crate::state::Battle;

/// One part of a step of the chit in play.
pub fn play<C: Cx<Battle>>(_cx: &mut C, g: &mut Battle, _step: u8) -> Result<(), C::Halt> {
    g.active = None;
    Ok(())
}
