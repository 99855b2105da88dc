//! Step E.I: artillery parks. Without one Indirect HE does not fire at all, so a Dispatch Point for a park within range
//! of the enemy is well spent; and a park is left only by guns that can drive and have nothing to shoot at, or have the
//! enemy at their throats.

use board::HexId;
use gts::Battle;
use gts::data::{DivisionId, Side, UnitId};
use gts::park::may_park;
use gts::question::Opt;
use gts::sequence::divisions_of;
use kernel::Bounds;
use smallvec::SmallVec;

use crate::staff::best;
use crate::staff::estimate::Estimate;
use crate::staff::indirect_fire::reaches;
use crate::staff::mission::speed;

/// For every gun of a park with an enemy, or a place to be taken, within range.
const IN_REACH: i32 = 40;
const GOAL_IN_REACH: i32 = 15;
/// Enemies this near may be upon the guns before the next turn.
const TOO_NEAR: u32 = 3;
const AT_THEIR_THROATS: u32 = 2;
const WATCHED: i32 = 30;

/// One park more, or one less.
pub(crate) fn create_or_disband(g: &Battle, side: Side, options: &[Opt]) -> Opt {
    let est = Estimate::new(g, side);
    let worth = |it: Opt| match it {
        Opt::CreatePark(division, hex) => worth_of(&est, division, hex),
        Opt::DisbandPark(hex) => worth_of_leaving(&est, hex),
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// The Dispatch Points a division should keep for parks this turn.
pub(crate) fn wanted(g: &Battle, division: DivisionId) -> u8 {
    let side = g.data().divisions[usize::from(division.0)].side;
    let guns = |(id, _): &(UnitId, HexId)| g.division(*id) == division && may_park(g, *id);
    if !g.on_map(side).any(|it| guns(&it)) {
        return 0;
    }
    let own = g.parks.iter().filter(|it| it.division == division).count();
    let room = usize::from(g.data().divisions[usize::from(division.0)].parks).saturating_sub(own);
    if room == 0 {
        return 0;
    }
    let est = Estimate::new(g, side);
    let mut sites: SmallVec<[HexId; 8]> = SmallVec::new();
    for (_, hex) in g.on_map(side).filter(guns) {
        let free = !g.is_entry_hex(hex) && g.park(hex).is_none() && !sites.contains(&hex);
        if free && 0 < worth_of(&est, division, hex) {
            sites.push(hex);
        }
    }
    sites.len().at_most(room) as u8 * g.data().tables.limits.park_create_dp
}

fn worth_of(est: &Estimate<'_>, division: DivisionId, hex: HexId) -> i32 {
    let g = est.g;
    let guns = g.stack(hex).filter(|id| g.division(*id) == division && may_park(g, *id));
    let fire: i32 = guns.map(|id| use_of(est, id, hex)).sum();
    let watched = if est.watched.contains(hex) { WATCHED } else { 0 };
    let near = if nearest_enemy(g, est.side, hex) <= TOO_NEAR { IN_REACH } else { 0 };
    // The price of a chit for the next turn is the same; a lone gun without a target is not worth it.
    fire - watched - near - IN_REACH / 2
}

/// What a gun in this hex could shoot at.
fn use_of(est: &Estimate<'_>, id: UnitId, hex: HexId) -> i32 {
    let g = est.g;
    if g.on_map(est.side.other()).any(|(_, it)| reaches(g, id, hex, it)) {
        return IN_REACH;
    }
    let mut goals = g.data().victory.hexes.iter();
    if goals.any(|it| reaches(g, id, hex, it.hex)) { GOAL_IN_REACH } else { 0 }
}

/// Does a gun standing there have anything to shoot at, now or soon?
pub(crate) fn is_in_reach(g: &Battle, id: UnitId, hex: HexId) -> bool {
    g.on_map(g.side(id).other()).any(|(_, it)| reaches(g, id, hex, it))
}

/// Positive if the guns of the park should displace.
fn worth_of_leaving(est: &Estimate<'_>, hex: HexId) -> i32 {
    let g = est.g;
    let guns: SmallVec<[UnitId; 8]> = g.stack(hex).filter(|id| g[*id].parked).collect();
    // Guns that cannot drive stay, whatever comes.
    if !guns.iter().all(|id| speed(g, *id).is_some()) {
        return 0;
    }
    let near = nearest_enemy(g, est.side, hex) <= AT_THEIR_THROATS;
    if near {
        return 1;
    }
    let useless = guns.iter().all(|id| use_of(est, *id, hex) == 0);
    let enemies = g.on_map(est.side.other()).next().is_some();
    i32::from(useless && enemies)
}

fn nearest_enemy(g: &Battle, side: Side, hex: HexId) -> u32 {
    let enemies = g.on_map(side.other()).map(|(_, it)| g.data().map.distance(hex, it));
    enemies.min().unwrap_or(u32::MAX)
}

/// Dispatch Points of a side's divisions kept for parks, by division.
pub(crate) fn kept(g: &Battle, side: Side) -> SmallVec<[(DivisionId, u8); 6]> {
    divisions_of(g, side).map(|it| (it, wanted(g, it))).filter(|it| 0 < it.1).collect()
}
