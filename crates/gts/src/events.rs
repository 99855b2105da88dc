//! Section 26: the Events chit, and the markers that last for a time.

use kernel::Cx;

use crate::state::Battle;

/// The Events chit has come up.
pub fn play<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle) -> Result<(), C::Halt> {
    Ok(())
}

/// Step I: what lasts until then.
pub fn lift_markers(_g: &mut Battle) {}
