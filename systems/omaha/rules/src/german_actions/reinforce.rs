//! Section 19.7: a unit comes to an empty position.

use kernel::{Cx, rules};

use super::{Orders, Said, has_come};
use crate::fire::us_in_field;
use crate::state::{Day, Pool};
use crate::{depth, pools, reinforcement};

rules! {
    REINFORCED = "omaha.gact.reinforce-pool", "A reinforcement";
}

/// A unit from the T pool, or the D pool, with a depth marker either way (omaha.gact.reinforce-depth). Positions without
/// ID do it too (omaha.gact.reinforce-blank). It does not fire (omaha.gact.reinforce-quiet).
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let it = &g.data().positions[orders.position.index()];
    // omaha.gact.re-r-empty-vp, omaha.gact.re-r-empty-other
    let [intense, steady, _] = &it.field;
    if !it.vp && !us_in_field(g, &intense.union(steady)) {
        return Ok(false);
    }
    let Some(site) = it.sites.first().copied() else { return Ok(false) };
    if [Pool::Tactical, Pool::Division].iter().all(|it| pools::in_pool(g, *it).is_empty()) {
        return Ok(false);
    }
    orders.announce(cx);
    let Some(unit) = reinforcement::bring(cx, g, site)? else { return Ok(false) };
    has_come(g, orders.position);
    cx.say(REINFORCED, || Said::Reinforced(orders.position).into());
    if g[unit].depth.is_none() {
        depth::give(cx, g, unit)?;
    }
    Ok(true)
}
