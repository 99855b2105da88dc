//! Section 19.6: re-supply before firing, and redeployment to where the enemy is.

use std::cmp::Reverse;

use board::HexId;
use kernel::{Cx, rules};

use super::{Orders, Said, Us, fire, fire_now, has_come, is_free};
use crate::data::{DepthPool, GermanId, PositionId};
use crate::ground::Terrain;
use crate::state::{Day, DepthPlace};
use crate::{depth, pools, reinforcement};

rules! {
    SUPPLIED = "omaha.gact.resupply-conditions", "Re-supply";
    REDEPLOYED = "omaha.gact.redeploy-conditions", "Redeployment";
    SWAPPED = "omaha.gact.redeploy-swap", "The depth marker is exchanged";
}

/// A depth marker if it has none and is in communication, even on a double colour (omaha.gact.re-r-in,
/// omaha.gact.resupply-double); then it fires with what it has (omaha.gact.resupply-fire, omaha.gact.resupply-else).
pub(super) fn supply_and_fire<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    orders: Orders,
) -> Result<bool, C::Halt> {
    let lone = g.garrison_of(orders.position).find(|it| g[*it].depth.is_none());
    let Some(unit) = lone.filter(|_| g.today.in_communication.contains(orders.position)) else {
        return fire(cx, g, orders);
    };
    orders.announce(cx);
    if depth::give(cx, g, unit)? {
        cx.say(SUPPLIED, || Said::Supplied(orders.position).into());
    }
    fire_now(cx, g, orders)?;
    Ok(true)
}

/// A unit with nobody in its field goes where somebody is, with its depth marker and its face as it is; it does not
/// fire (omaha.gact.re-r-out, omaha.gact.redeploy-quiet). Positions act by number, so that of two units the one from
/// the higher number goes (omaha.gact.redeploy-conflict).
pub(super) fn redeploy<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    orders: Orders,
) -> Result<bool, C::Halt> {
    let Some(unit) = g.garrison_of(orders.position).next() else { return Ok(false) };
    if !g.today.in_communication.contains(orders.position) {
        return Ok(false);
    }
    let Some(to) = destination(g, orders.position) else { return Ok(false) };
    orders.announce(cx);
    cx.say(REDEPLOYED, || Said::Redeployed { from: orders.position, to }.into());
    shift(cx, g, unit, to)?;
    Ok(true)
}

/// omaha.gact.redeploy-choice: VP-marked first, then the lower number, then the greater US strength in its field, then
/// the lower letter; omaha.gact.redeploy-vp: from a VP-marked position only to such a one.
fn destination(g: &Day, from: PositionId) -> Option<PositionId> {
    let data = g.data();
    let us = Us::of(g);
    let home = &data.positions[from.index()];
    g.positions()
        .filter(|it| {
            let there = &data.positions[it.index()];
            !there.is_wn() && there.sector == home.sector && (there.vp || !home.vp)
        })
        .filter(|it| is_free(g, &us, *it))
        .filter_map(|it| {
            let there = &data.positions[it.index()];
            let inside = g.troops().filter(|unit| there.any.contains(unit.1));
            let strengths = inside.map(|unit| u32::from(g.strength(unit.0)));
            let strength = strengths.reduce(|sum, it| sum + it)?;
            let key = (!there.vp, there.number, Reverse(strength), there.zone, place(g, it));
            Some((key, it))
        })
        .min()
        .map(|it| it.1)
}

/// Hexes are numbered by row, then column (omaha.pos.blank-tie).
fn place(g: &Day, position: PositionId) -> Option<HexId> {
    let site = g.data().positions[position.index()].sites.first()?;
    Some(g.data().sites[site.index()].hex)
}

/// A unit moves to another position with its depth marker (omaha.gact.advance-swap).
pub(super) fn shift<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: GermanId,
    to: PositionId,
) -> Result<(), C::Halt> {
    let Some(site) = g.data().positions[to.index()].sites.first().copied() else { return Ok(()) };
    let hex = g.data().sites[site.index()].hex;
    let old = g.hex_of(unit);
    reinforcement::capture(cx, g, site);
    pools::shift(g, unit, site);
    has_come(g, to);
    if old.is_some_and(|it| is_built(g, it) != is_built(g, hex)) {
        swap_depth(cx, g, unit)?;
    }
    Ok(())
}

fn is_built(g: &Day, hex: HexId) -> bool {
    g.data().ground.terrain(hex) == Terrain::Buildings
}

/// From buildings into the open a building marker becomes a mobile one, and the reverse, if there is one. The old one
/// goes back to its pool, nobody knows which it was (omaha.gact.redeploy-swap-return).
fn swap_depth<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: GermanId) -> Result<(), C::Halt> {
    let Some(old) = g[unit].depth else { return Ok(()) };
    let have = g.data().depths[old.index()].pool;
    let want = pools::depth_pool(g, unit);
    let kinds = [DepthPool::Building, DepthPool::Mobile];
    if have == want || !kinds.contains(&have) || !kinds.contains(&want) {
        return Ok(());
    }
    let Some(new) = pools::draw_depth(cx, g, want)? else { return Ok(()) };
    g[unit].depth = None;
    g[old].place = DepthPlace::Pool(have);
    g[old].revealed = false;
    g[old].known = false;
    pools::give_depth(g, unit, new);
    cx.say(SWAPPED, || Said::Swapped(g.hex_of(unit)).into());
    Ok(())
}
