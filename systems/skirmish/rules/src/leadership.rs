//! Section 13, leaders: whom a bonus reaches.

use kernel::{Bounds as _, rules};
use tabletop::within;

use crate::data::ElementId;
use crate::state::{Level, Skirmish};
use crate::tables::inches;

rules! {
    BONUS = "skirmish.morale.leadership", "Leadership bonus";
}

/// The best single bonus that reaches an element (skirmish.lead.bonus). A leader who was killed lends none
/// (skirmish.morale.fallen-leader), and nobody takes his place (skirmish.lead.one).
#[must_use]
pub fn bonus(g: &Skirmish, id: ElementId) -> i32 {
    let reaching = g.of_side(g.side(id)).filter(|it| reaches(g, *it, id));
    let best = reaching.filter_map(|it| g.leader(it)).map(|(_, bonus)| bonus);
    best.fold(0, |best, it| best.at_least(i32::from(it)))
}

/// skirmish.lead.reach: his own element; if he is Good, also those with a figure within 8 inches that he can see.
fn reaches(g: &Skirmish, of: ElementId, to: ElementId) -> bool {
    let Some((leader, _)) = g.leader(of) else { return false };
    if !g.on_table(of) {
        return false;
    }
    match g[of].level {
        Level::Good if of != to => {
            let from = g[leader].at;
            let radius = inches(g.tables().leadership.radius);
            g.spots(to).any(|(_, it)| within(from.point(), it.point(), radius) && g.sees(from, it))
        }
        Level::Good | Level::Suppressed => of == to,
        Level::Broken | Level::Dispersed => false,
    }
}
