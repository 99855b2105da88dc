//! Section 19.9: patrols.

use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::{Orders, Said, distance, select, strike};
use crate::data::{FireClass, UnitId};
use crate::fire::{class_at, matches};
use crate::question::{Blow, Topic};
use crate::state::{Day, Hit};

rules! {
    ALL = "omaha.gact.patrol-all", "A patrol disrupts all";
    ONE = "omaha.gact.patrol-one", "A patrol disrupts one unit";
}

/// All US units in the intense and steady field are disrupted, whatever they are; the position does not fire
/// (omaha.gact.re-p-in). With none there, be it that some stand in sporadic hexes (omaha.gact.patrol-sporadic-only), one
/// within three hexes is (omaha.gact.re-p-out). Leaders are left alone (omaha.gact.patrol-leaders).
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let field = &g.data().positions[orders.position.index()].field;
    let near = |it: (UnitId, board::HexId)| {
        let class = class_at(g, field, it.1)?;
        (class != FireClass::Sporadic).then(|| orders.hit(it.0, class, false))
    };
    let all: SmallVec<[Hit; 8]> = g.troops().filter_map(near).collect();
    let (rule, hits) = if all.is_empty() { (ONE, one(cx, g, &orders)?) } else { (ALL, all) };
    if hits.is_empty() {
        return Ok(false);
    }
    orders.announce(cx);
    cx.say(rule, || {
        let units = hits.iter().map(|it| it.unit).collect();
        Said::Patrol { by: orders.position, units }.into()
    });
    strike(cx, g, orders, rule, Blow::Patrol, hits)?;
    Ok(true)
}

/// The nearest, then one that bears the symbol, then the strongest, then the player's choice; nobody beyond three
/// hexes (omaha.gact.patrol-none). In a concentrated hex all bear the symbol (omaha.ruling.patrol-concentration).
fn one<C: Cx<Day>>(cx: &mut C, g: &Day, orders: &Orders) -> Result<SmallVec<[Hit; 8]>, C::Halt> {
    let range = u32::from(g.data().tables.constants.patrol_range);
    let ranked: SmallVec<[(UnitId, u32); 16]> = g
        .troops()
        .filter_map(|(unit, hex)| {
            let far = distance(g, orders.position, hex);
            let other = u32::from(!matches(g, unit, hex, orders.symbol));
            let weak = u32::from(u8::MAX - g.strength(unit));
            (far <= range).then_some((unit, (far << 9) + (other << 8) + weak))
        })
        .collect();
    let chosen = select(cx, g, (ONE, Topic::PatrolTarget(orders.position)), &ranked, 1)?;
    Ok(chosen.iter().map(|it| orders.hit(*it, FireClass::Sporadic, false)).collect())
}
