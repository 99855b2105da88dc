//! Sections 2 and 3: command, Command Points (what they buy: gts.points.cp-uses) and Dispatch Points.

use kernel::{Bounds, Cx};

use crate::data::{Belongs, DivisionId, LeaderId, UnitId};
use crate::event::Event;
use crate::rule;
use crate::state::Battle;

/// Is the unit in command at this very moment (gts.command.instant: never cached)?
#[must_use]
pub fn in_command(g: &Battle, id: UnitId) -> bool {
    let Some(hex) = g[id].hex() else { return false };
    // gts.command.entry-hex-unit
    if g.is_entry_hex(hex) {
        return false;
    }
    // gts.command.red-tq
    if g.kind(id).always_in_command() {
        return true;
    }
    // gts.command.several-leaders, gts.command.independent
    commanders(g, id).any(|leader| is_in_range(g, leader, hex))
}

/// Leaders who can command the unit if it is near enough: those of its formation; for an independent unit any of
/// its division (gts.command.independent). gts.command.no-leader: with none on the map it is out of command.
pub fn commanders(g: &Battle, id: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
    let kind = g.kind(id);
    g.leaders_on_map().map(|(leader, _)| leader).filter(move |leader| {
        let formation = g.data().leaders[usize::from(leader.0)].formation;
        match kind.belongs {
            Belongs::Formation(own) => formation == own,
            _ => g.data().formations[usize::from(formation.0)].division == kind.division,
        }
    })
}

/// gts.command.hex-count, gts.term.distance: hexes only, whatever lies between.
#[must_use]
pub fn is_in_range(g: &Battle, leader: LeaderId, hex: board::HexId) -> bool {
    match g.leader_hex(leader) {
        // gts.command.entry-hex-leader
        Some(at) if !g.is_entry_hex(at) => {
            g.data().map.distance(at, hex) <= u32::from(g.leader_face(leader).command_range)
        }
        _ => false,
    }
}

/// gts.points.full-cost
#[must_use]
pub fn can_pay_cp(g: &Battle, division: DivisionId, cost: u8) -> bool {
    cost <= g.points(division).cp
}

/// Spend CPs of the unit's division (gts.points.per-division, gts.tq.buy-own-division).
pub fn spend_cp<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, unit: UnitId, cost: u8) {
    let division = g.division(unit);
    let points = &mut g.points[usize::from(division.0)];
    debug_assert!(cost <= points.cp, "gts.points.no-overdraft");
    points.cp -= cost.at_most(points.cp);
    if 0 < cost {
        cx.say(rule::NO_OVERDRAFT, || Event::SpentCp { division, unit });
    }
}

/// Add points, keeping both pools within 0 and 19 (gts.points.cap, gts.points.cap-all-gains, gts.div.dp-clamp).
pub fn gain(g: &mut Battle, division: DivisionId, cp: i32, dp: i32) {
    let cap = i32::from(g.data().tables.limits.points_cap);
    let points = &mut g.points[usize::from(division.0)];
    points.cp = (i32::from(points.cp) + cp).at_least(0).at_most(cap) as u8;
    points.dp = (i32::from(points.dp) + dp).at_least(0).at_most(cap) as u8;
}
