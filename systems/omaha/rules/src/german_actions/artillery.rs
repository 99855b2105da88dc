//! Section 19.10: a WN with guns calls down artillery.

use kernel::{Cx, rules};

use super::{Orders, Said};
use crate::artillery::{best_targets, calibre, shell};
use crate::data::{GermanId, Sector};
use crate::state::{Day, Shooter};

rules! {
    ARTILLERY = "omaha.gact.artillery-target", "Artillery fire";
    TIE = "omaha.gact.artillery-tie", "Choose the unit the artillery hits";
}

/// One US unit with the symbol in either sector loses a step, if the WN holds an undisrupted 75 or 88; communication is
/// not needed (omaha.gact.wn-a-out, omaha.gact.artillery-wn).
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let fires = |it: GermanId| !g[it].disrupted && calibre(g, it).is_some();
    if !g.garrison_of(orders.position).any(fires) {
        return Ok(false);
    }
    // Inside a choice the own sector first, then most steps, then the player's choice.
    let targets = best_targets(g, orders.symbol, &Sector::BOTH, |g, it| {
        let own = g.sector_of(it) == Some(orders.sector);
        (u32::from(own) << 8) + u32::from(g[it].steps)
    });
    if targets.is_empty() {
        return Ok(false);
    }
    orders.announce(cx);
    cx.say(ARTILLERY, || Said::Artillery(orders.position).into());
    let by = Shooter::Position(orders.position);
    shell(cx, g, by, orders.sector, &targets, TIE, ARTILLERY)?;
    Ok(true)
}
