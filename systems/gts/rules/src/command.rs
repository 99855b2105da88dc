//! Sections 2 and 3: command, Command Points (what they buy: gts.points.cp-uses) and Dispatch Points.

use board::HexId;
use kernel::{Bounds, Cx, rules};

use crate::data::{BeachId, Belongs, CommandExceptions, Data, DivisionId, LeaderId, UnitId};
use crate::event::Words;
use crate::state::Battle;
use crate::text::Names;

rules! {
    NO_OVERDRAFT = "gts.points.no-overdraft", "No points left";
    POINTS_CAP = "gts.points.cap", "A division holds at most 19 points of a kind";
    IN_COMMAND = "gts.command.in-command", "Within the Command Range of its leader";
}

/// Is the unit in command at this very moment (gts.command.instant: never cached)?
#[must_use]
pub fn in_command(g: &Battle, id: UnitId) -> bool {
    let Some(hex) = g[id].hex() else { return false };
    // gts.command.entry-hex-unit
    if g.is_entry_hex(hex) {
        return false;
    }
    // gts.command.red-tq, gts.command.park
    if g.kind(id).always_in_command() || g[id].parked {
        return true;
    }
    // gts.command.several-leaders, gts.command.independent
    commanders(g, id).any(|leader| is_in_range(g, leader, hex)) || by_exception(g, id, hex)
}

/// gts.command.exceptions-hook, where a module flags the unit.
fn by_exception(g: &Battle, id: UnitId, hex: HexId) -> bool {
    let exceptions = g.kind(id).exceptions;
    exceptions != CommandExceptions::default()
        && (exceptions.any_leader && by_any_leader(g, id, hex)
            || exceptions.near_battalion && is_near_battalion(g, id, hex)
            || exceptions.wired.is_some_and(|beach| by_telephone(g, id, beach)))
}

/// Is it by this very leader that the module's exceptions put the unit in command?
#[must_use]
pub fn is_exception_of(g: &Battle, id: UnitId, hex: HexId, leader: LeaderId) -> bool {
    let exceptions = g.kind(id).exceptions;
    exceptions.any_leader && is_any_leader(g, id, hex, leader)
        || exceptions.wired.is_some_and(|it| is_on_the_line(g, id, it, leader))
}

fn by_any_leader(g: &Battle, id: UnitId, hex: HexId) -> bool {
    g.leaders_on_map().any(|(leader, _)| is_any_leader(g, id, hex, leader))
}

fn is_any_leader(g: &Battle, id: UnitId, hex: HexId, leader: LeaderId) -> bool {
    let side = g.data().divisions[usize::from(g.division_of(g.leader_formation(leader)).0)].side;
    side == g.side(id) && is_in_range(g, leader, hex)
}

/// gts.command.commando: another unit of the same Commando no more than 2 hexes away.
fn is_near_battalion(g: &Battle, id: UnitId, hex: HexId) -> bool {
    let range = u32::from(g.data().tables.limits.battalion_command_range);
    let own = &g.kind(id).battalion;
    own.is_some()
        && g.on_map(g.side(id)).any(|(other, at)| {
            other != id
                && g.kind(other).battalion == *own
                && g.data().map.distance(hex, at) <= range
        })
}

/// gts.beach.phone, gts.ruling.telephone: while the lines of the Beach hold, any leader of the division commands, at any
/// distance.
fn by_telephone(g: &Battle, id: UnitId, beach: BeachId) -> bool {
    g.leaders_on_map().any(|(leader, _)| is_on_the_line(g, id, beach, leader))
}

fn is_on_the_line(g: &Battle, id: UnitId, beach: BeachId, leader: LeaderId) -> bool {
    let holds = g.naval.as_ref().is_some_and(|it| !it.beaches[usize::from(beach.0)].phone_cut);
    let is_there = || g.leader_hex(leader).is_some_and(|hex| !g.is_entry_hex(hex));
    holds && is_there() && g.division_of(g.leader_formation(leader)) == g.division(id)
}

/// gts.points.cross-formation: a unit in command only by another formation's leader may cost one CP more.
#[must_use]
pub fn cp_cost(g: &Battle, id: UnitId, cost: u8) -> u8 {
    let dear = g.data().switches.extra_cp_other_leader
        && g.kind(id).exceptions.any_leader
        && g[id].hex().is_some_and(|hex| {
            !g.kind(id).always_in_command()
                && !g[id].parked
                && !commanders(g, id).any(|leader| is_in_range(g, leader, hex))
                && by_any_leader(g, id, hex)
        });
    cost + u8::from(dear)
}

/// Leaders who can command the unit if it is near enough: those of its formation; for an independent unit any of
/// its division (gts.command.independent). gts.command.no-leader: with none on the map it is out of command.
pub fn commanders(g: &Battle, id: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
    let kind = g.kind(id);
    g.leaders_on_map().map(|(leader, _)| leader).filter(move |leader| {
        let formation = g.data().leaders[usize::from(leader.0)].formation;
        match kind.belongs {
            Belongs::Formation(own) => formation == own,
            _ => g.division_of(formation) == g.division(id),
        }
    })
}

/// gts.command.hex-count, gts.term.distance: hexes only, whatever lies between.
#[must_use]
pub fn is_in_range(g: &Battle, leader: LeaderId, hex: HexId) -> bool {
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
        cx.say(NO_OVERDRAFT, || Said::SpentCp { division, unit, points: cost }.into());
    }
}

/// Add points, keeping both pools within 0 and 19 (gts.points.cap, gts.points.cap-all-gains, gts.div.dp-clamp).
pub fn gain(g: &mut Battle, division: DivisionId, cp: i32, dp: i32) {
    let cap = i32::from(g.data().tables.limits.points_cap);
    let points = &mut g.points[usize::from(division.0)];
    points.cp = (i32::from(points.cp) + cp).at_least(0).at_most(cap) as u8;
    points.dp = (i32::from(points.dp) + dp).at_least(0).at_most(cap) as u8;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    SpentCp { division: DivisionId, unit: UnitId, points: u8 },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::SpentCp { division, unit, points } => (
                format!(
                    "{} spends {points} CP for {}.",
                    names.division(*division),
                    names.unit(*unit)
                ),
                names.unit_side(*unit),
                vec![],
            ),
        }
    }
}
