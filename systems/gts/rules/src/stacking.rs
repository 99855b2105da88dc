//! Section 5: stacking.
//!
//! Leaders have no steps, are nobody's target and count for neither mass nor stacking (gts.leader.no-steps).

use board::HexId;
use kernel::rules;

use crate::state::Battle;

rules! {
    LIMIT = "gts.stack.limit", "At most 8 steps not In Column and one unit In Column";
}

/// Steps of units not In Column (gts.stack.limit, gts.stack.zero-step; leaders do not count: gts.stack.leader-free, nor
/// do landing craft: gts.stack.lc-free).
#[must_use]
pub fn steps_not_in_column(g: &Battle, hex: HexId) -> u32 {
    let units = g.stack(hex).filter(|id| !g[*id].column && !g.kind(*id).is_landing_craft());
    units.map(|id| u32::from(g[id].steps)).sum()
}

/// gts.stack.overstack-allowed, gts.stack.always-checked; entry hexes have no limit (gts.stack.entry-hex).
#[must_use]
pub fn is_overstacked(g: &Battle, hex: HexId) -> bool {
    u32::from(g.data().tables.limits.stack_steps) < steps_not_in_column(g, hex)
        && !g.is_entry_hex(hex)
}

/// gts.stack.one-column: is there a unit In Column already?
#[must_use]
pub fn has_column(g: &Battle, hex: HexId) -> bool {
    g.stack(hex).any(|id| g[id].column)
}
