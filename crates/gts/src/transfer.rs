//! Step F: formations change their division, by module rules.

use kernel::Cx;

use crate::state::Battle;

pub fn step<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle) -> Result<(), C::Halt> {
    Ok(())
}
