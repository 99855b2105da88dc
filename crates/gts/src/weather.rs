//! Section 26: weather (step A).

use kernel::Cx;

use crate::state::Battle;

/// Step A.
pub fn roll<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle) -> Result<(), C::Halt> {
    Ok(())
}
