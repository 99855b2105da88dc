//! What a side may know (tcs.general.sheets-secret, tcs.general.units-open, tcs.general.status-open).

use std::ops::Deref;

use crate::id::Side;
use crate::state::Battle;

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
        // tcs.general.sheets-secret: until the game ends a side sees nothing of the other's sheets, not even how many they are.
        if self.outcome.is_none() {
            for other in Side::BOTH.into_iter().filter(|it| Some(*it) != side) {
                seen.orders.lists[other.index()].clear();
                for id in self.data.units_of[other.index()].iter() {
                    seen[id].sheet = None;
                    seen[id].rally = None;
                }
            }
        }
        Seen(seen)
    }
}
