//! What the player may know (omaha.data.hidden, omaha.scale.hidden-info).

use crate::state::Day;

impl Day {
    /// The position as the player sees it: faces never seen are mixed up among those it could be, so that nothing
    /// worked out from the result can give them away. Revealing draws.
    #[must_use]
    pub fn seen(&self) -> Day {
        let mut seen = self.clone();
        seen.doubt = true;
        seen
    }
}
