//! Section 19.12: an ambush from an empty position.

use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::{Orders, Said, distance, select, strike};
use crate::data::{FireClass, UnitId};
use crate::fire::{class_at, matches, may_lose_step};
use crate::question::{Blow, Topic};
use crate::state::{Day, Hit};
use crate::tables::Firer;

rules! {
    INTENSE = "omaha.fire.intense-ambush", "Ambush in the intense field";
    FURTHER = "omaha.fire.steady-ambush", "Ambush in the steady or sporadic field";
    TIE = "omaha.gact.ambush-choice", "Choose the unit that is ambushed";
}

/// One matching unit of any type: in an intense hex it loses a step (omaha.gact.ambush-intense), failing that in a
/// steady or sporadic hex it is disrupted (omaha.gact.ambush-else, omaha.fire.sporadic-ambush). Nearest, then most
/// steps, then the player's choice (omaha.gact.re-a-empty, omaha.gact.ambush-one).
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let field = &g.data().positions[orders.position.index()].field;
    let mut hits: SmallVec<[(Hit, u32); 16]> = SmallVec::new();
    for (unit, hex) in g.troops() {
        let Some(class) = class_at(g, field, hex) else { continue };
        let cell = g.data().tables.fire[class.index()][Firer::Ambush as usize];
        // omaha.gact.ambush-any-type: armour like others, concentrated hexes match.
        let fits = matches(g, unit, hex, orders.symbol) || !cell.needs_symbol;
        if !fits || (cell.step && !may_lose_step(g, unit)) {
            continue;
        }
        let far = distance(g, orders.position, hex);
        let weak = u32::from(u8::MAX - g[unit].steps);
        let later = u32::from(class != FireClass::Intense);
        hits.push((orders.hit(unit, class, cell.step), (later << 16) + (far << 8) + weak));
    }
    let ranked: SmallVec<[(UnitId, u32); 16]> = hits.iter().map(|it| (it.0.unit, it.1)).collect();
    let chosen = select(cx, g, (TIE, Topic::AmbushTarget(orders.position)), &ranked, 1)?;
    let Some((hit, _)) = hits.into_iter().find(|it| chosen.contains(&it.0.unit)) else {
        return Ok(false);
    };
    let rule = if hit.step { INTENSE } else { FURTHER };
    orders.announce(cx);
    cx.say(rule, || Said::Ambush { by: orders.position, unit: hit.unit }.into());
    strike(cx, g, orders, rule, Blow::Ambush, SmallVec::from_slice(&[hit]))?;
    Ok(true)
}
