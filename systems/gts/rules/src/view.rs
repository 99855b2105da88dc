//! What a side may know (gts.data.hidden): everything but the other side's bought chits and the order of the mug,
//! which nobody knows.

use std::ops::Deref;

use crate::data::{FormationId, Side};
use crate::state::{Battle, ChitState};

/// A battle as a side may see it. Who is handed this can tell no secret: nothing but this file makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen(Battle);

impl Deref for Seen {
    type Target = Battle;
    fn deref(&self) -> &Battle {
        &self.0
    }
}

impl Battle {
    /// The position as `side` sees it; `None` for a spectator, who knows no secret of either.
    #[must_use]
    pub fn seen_by(&self, side: Option<Side>) -> Seen {
        let mut seen = self.clone();
        let owner = |formation: FormationId| {
            self.data().divisions[usize::from(self.division_of(formation).0)].side
        };
        for i in 0..seen.chits.len() {
            // gts.sop.d2-one-dp, gts.sop.d2-secret: hidden until it goes into the mug in step G.
            if Some(owner(FormationId(i as u8))) != side {
                seen.chits[i].state = ChitState::Available;
            }
        }
        Seen(seen)
    }
}
