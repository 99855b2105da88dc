//! What a side may know (gts.data.hidden): everything but the other side's bought chits and the order of the mug,
//! which nobody knows.

use crate::data::Side;
use crate::state::{Battle, ChitState};

impl Battle {
    /// The position as `side` sees it; `None` for a spectator, who knows no secret of either.
    #[must_use]
    pub fn seen_by(&self, side: Option<Side>) -> Battle {
        let mut seen = self.clone();
        for (i, formation) in self.data().formations.iter().enumerate() {
            let owner = self.data().divisions[usize::from(formation.division.0)].side;
            // gts.sop.d2-one-dp, gts.sop.d2-secret: hidden until it goes into the mug in step G.
            if Some(owner) != side {
                seen.chits[i].state = ChitState::Available;
            }
        }
        seen
    }
}
