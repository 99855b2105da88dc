//! Point fire: band, differential and shifts.
//!
//! Entered by the firing steps (tcs.point.1-steps, tcs.point.multi-step), never at an unspotted target (tcs.point.spotted); strength
//! does not fall with losses (tcs.unit.point-strength-fixed). Throw and losses are in `fire` and `blow` (tcs.point.6-throw); the steps
//! that fired do not limit what is lost (tcs.point.no-cap).

use kernel::{Bounds as _, Ledger, rules};

use crate::area;
use crate::data::Kind;
use crate::fire::{self, Attack, Occasion};
use crate::id::UnitId;
use crate::set::UnitSet;
use crate::state::Battle;

rules! {
    BAND = "tcs.point.2-range", "Range band";
    DIFFERENTIAL = "tcs.point.3-differential", "Strength against defence";
    TERRAIN = "tcs.point.4-terrain", "Terrain and posture of the target";
}

/// Steps 2 to 5 (tcs.point.not-used says what is left out).
pub fn shifts(g: &Battle, attack: &Attack, affected: UnitSet, ledger: &mut impl Ledger) {
    // tcs.point.range-mixed
    let bands = attack.firers.iter().filter_map(|it| band(g, attack, it));
    if let Some(shift) = bands.reduce(|a, b| a.at_most(b)) {
        ledger.add(BAND, shift);
    }
    let differential = differential(g, attack, affected);
    let shift = differential.and_then(|it| g.data.tables.differential.shift(it));
    ledger.add(DIFFERENTIAL, shift.unwrap_or_default());
    area::posture(g, TERRAIN, fire::cover(g, attack), affected, false, ledger);
    area::common(g, attack, affected, ledger);
}

/// The shift of a firer's band; `None` out of range.
fn band(g: &Battle, attack: &Attack, firer: UnitId) -> Option<i32> {
    let point = g.card(firer).point?;
    let distance = g.data.distance(g.hex(firer)?, attack.hex);
    let table = &g.data.tables.point_range;
    // tcs.overrun.1-defence: at range 0 the band is Close.
    if distance <= u32::from(point.close) {
        Some(table.close)
    } else if distance <= u32::from(point.nominal) {
        Some(table.nominal)
    } else {
        (distance <= u32::from(point.long)).then_some(table.long)
    }
}

/// Lowest strength among the firers minus best defence among the targets.
#[must_use]
pub fn differential(g: &Battle, attack: &Attack, affected: UnitSet) -> Option<i32> {
    let lowest = attack
        .firers
        .iter()
        .filter_map(|it| strength(g, attack, it))
        .reduce(|a, b| a.at_most(b))?;
    let best = affected.iter().filter_map(|it| g.card(it).target.defence());
    let best = best.reduce(|a, b| a.at_least(b))?;
    Some(lowest - i32::from(best))
}

/// tcs.ow.at-again, tcs.ow.at-half: an AT gun that had fired already when this was declared.
fn strength(g: &Battle, attack: &Attack, firer: UnitId) -> Option<i32> {
    let full = i32::from(g.card(firer).point?.strength);
    let again = attack.occasion == Occasion::Overwatch
        && g.card(firer).kind == Kind::AtGun
        && attack.halved.contains(firer);
    Some(if again { (full + 1) / 2 } else { full })
}

/// tcs.point.differential-floor: may these fire at these?
#[must_use]
pub fn is_allowed(g: &Battle, attack: &Attack, affected: UnitSet) -> bool {
    differential(g, attack, affected)
        .is_some_and(|it| g.data.tables.differential.shift(it).is_some())
}
