//! Section 19.8: mortars.

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::{Orders, Said, distance, select, strike};
use crate::data::{FireClass, UnitId};
use crate::fire::{depth_of, matches, may_lose_step};
use crate::question::{Blow, Topic};
use crate::state::Day;

rules! {
    MORTAR = "omaha.gact.mortar-effect", "Mortar fire";
    TIE = "omaha.gact.mortar-limit", "Choose the unit the mortars hit";
}

/// US units with the symbol in range lose a step, armour included; two of them if the position has depth, else one,
/// on every turn (omaha.gact.mortar-not-doubled). Most steps first, then the player's choice (omaha.gact.wn-m-out,
/// omaha.gact.re-m-out).
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let targets: SmallVec<[(UnitId, u32); 16]> = g
        .troops()
        .filter(|it| is_target(g, &orders, it.0, it.1))
        .map(|it| (it.0, u32::from(u8::MAX - g[it.0].steps)))
        .collect();
    let most = 1 + usize::from(depth_of(g, orders.position));
    let hit = select(cx, g, (TIE, Topic::MortarTarget(orders.position)), &targets, most)?;
    if hit.is_empty() {
        return Ok(false);
    }
    orders.announce(cx);
    cx.say(MORTAR, || Said::Mortar { by: orders.position, units: hit.to_vec() }.into());
    let hits = hit.iter().map(|it| orders.hit(*it, FireClass::Steady, true)).collect();
    strike(cx, g, orders, MORTAR, Blow::Mortars, hits)?;
    Ok(true)
}

/// On the map, so neither in boxes nor a garrison (omaha.gact.mortar-boxes, omaha.garr.immune); concentrated hexes
/// match (omaha.gact.mortar-concentration).
fn is_target(g: &Day, orders: &Orders, unit: UnitId, hex: HexId) -> bool {
    distance(g, orders.position, hex) <= range(g, orders, hex)
        && matches(g, unit, hex, orders.symbol)
        && may_lose_step(g, unit)
}

/// Farther onto the beach, and the pavilion hexes that touch it, than inland (omaha.gact.mortar-range-wn,
/// omaha.gact.mortar-range-re).
fn range(g: &Day, orders: &Orders, hex: HexId) -> u32 {
    let constants = &g.data().tables.constants;
    let ground = &g.data().ground;
    // Low ground shut to German paths: beach, and pavilion that touches it.
    let beach = ground.is_low(hex) && ground.shut_to_germans.contains(hex);
    let wn = g.data().positions[orders.position.index()].is_wn();
    u32::from(match (wn, beach) {
        (true, true) => constants.mortar_wn_beach,
        (true, false) => constants.mortar_wn_inland,
        (false, true) => constants.mortar_re_beach,
        (false, false) => constants.mortar_re_inland,
    })
}
