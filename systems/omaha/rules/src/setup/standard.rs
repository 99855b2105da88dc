//! The standard set-up, and its half for one sector.

use kernel::Cx;

use super::{deepen, fill_meyer_box, keep, keep_depth, man};
use crate::data::{DepthPool, StandardSetUp};
use crate::state::{Day, DepthPlace, GermanPlace, Pool};

/// omaha.scen.setup-wn to omaha.scen.setup-pools; omaha.scen.east-wn, omaha.scen.east-pools.
pub(super) fn play<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    plan: &StandardSetUp,
) -> Result<(), C::Halt> {
    man(cx, g, &plan.wn)?;
    // omaha.scen.setup-depth
    deepen(cx, g, &plan.depth)?;
    // omaha.scen.setup-pools; in half a game the rest is out of play.
    fill_meyer_box(cx, g, plan.meyer, plan.meyer_depth)?;
    keep(cx, g, Pool::Tactical, plan.tactical, GermanPlace::Gone)?;
    if !g.data().variants.reaction {
        keep(cx, g, Pool::Division, plan.division, GermanPlace::Gone)?;
        keep_depth(cx, g, DepthPool::Mobile, plan.mobile, DepthPlace::Gone)?;
    }
    keep_depth(cx, g, DepthPool::Wn, plan.wn_depth, DepthPlace::Gone)?;
    keep_depth(cx, g, DepthPool::Building, plan.building, DepthPlace::Gone)
}
