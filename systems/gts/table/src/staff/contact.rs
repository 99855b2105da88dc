//! Steps E.II and E.III: every gun tries for the leader whose men see most worth shooting at and whose chit is bought.
//! A failed attempt costs nothing, so a gun in contact may try for a better leader, but never for one no better.

use board::HexId;
use gts::Battle;
use gts::command::{commanders, is_in_range};
use gts::contact::needs;
use gts::data::{Chit, Colour, LeaderId, UnitId};
use gts::indirect_fire::is_spotter;
use gts::question::Opt;
use gts::state::ChitState;
use kernel::Bounds;
use smallvec::SmallVec;

use crate::staff::indirect_fire;

/// What the fire for a formation counts with its chit bought, held over, or neither, in tenths: then only the Division
/// chit lets the gun fire, for a Command Point.
const BOUGHT: i32 = 10;
const UNBOUGHT: i32 = 5;
/// A new leader must be better by this much than the present one, besides one part in four.
const BETTER: i32 = 8;
/// Spotters this near the enemy will soon see somebody.
const SOON: u32 = 8;
/// What a spotter near the enemy counts, for each hex nearer.
const OUTPOST: i32 = 1;
const MOST_OUTPOSTS: i32 = 20;

/// The attempt that promises most; nothing is lost by trying.
pub(crate) fn attempt(g: &Battle, options: &[Opt]) -> Opt {
    let mut after = g.clone();
    let mut top = (Opt::Done, 0);
    let mut present: SmallVec<[(UnitId, i32); 16]> = SmallVec::new();
    for it in options {
        let Opt::Contact { unit, leader } = *it else { continue };
        let now = match present.iter().find(|(id, _)| *id == unit) {
            Some((_, worth)) => *worth,
            None => {
                let worth = g[unit].contact.map_or(0, |it| of_leader(&mut after, unit, it));
                present.push((unit, worth));
                worth
            }
        };
        let gain = of_leader(&mut after, unit, leader) - now;
        let enough = if g[unit].contact.is_some() { BETTER + now / 4 } else { 0 };
        let chance = (needs(g, unit) + 1).at_least(0).at_most(10);
        if enough < gain && top.1 < gain * chance {
            top = (*it, gain * chance);
        }
    }
    if options.contains(&top.0) { top.0 } else { options[0] }
}

/// A contact stands until something better comes, unless the gun can no longer fire for it and for
/// want of it could fire on its own.
pub(crate) fn give_up(g: &Battle, options: &[Opt]) -> Opt {
    let useless = |it: &&Opt| {
        let Opt::GiveUp(unit) = **it else { return false };
        let battery = g.kind(unit).class() == Some(Colour::Black);
        battery && g[unit].contact.is_some_and(|leader| !commands(g, unit, leader))
    };
    options.iter().find(useless).copied().unwrap_or(Opt::Done)
}

/// What contact with the leader would be worth to the unit.
fn of_leader(after: &mut Battle, unit: UnitId, leader: LeaderId) -> i32 {
    // gts.ifire.step-05-battery: for a battery a leader out of range is worse than none.
    if after.kind(unit).class() == Some(Colour::Black) && !commands(after, unit, leader) {
        return -1;
    }
    let before = after[unit].contact.replace(leader);
    let fire = indirect_fire::promise(after, unit);
    after[unit].contact = before;
    (fire * likelihood(after, leader) + 10 * outposts(after, unit, leader)) / 10
}

fn commands(g: &Battle, unit: UnitId, leader: LeaderId) -> bool {
    let in_range = |hex: HexId| is_in_range(g, leader, hex);
    commanders(g, unit).any(|it| it == leader) && g[unit].hex().is_some_and(in_range)
}

/// How surely the gun gets to fire for the leader this turn, in tenths. Only white stripes and black ones come along
/// with another formation's chit; a gun of a formation of its own fires under that.
fn likelihood(g: &Battle, leader: LeaderId) -> i32 {
    let formation = g.leader_formation(leader);
    let bought = g.chit_of(formation).state == ChitState::ThisTurn
        || g.held == Some(Chit::Formation(formation))
        || g.data().royal_marines == Some(formation);
    if bought { BOUGHT } else { UNBOUGHT }
}

/// Where nobody is in sight yet: men of his near an enemy within range of the gun.
fn outposts(g: &Battle, unit: UnitId, leader: LeaderId) -> i32 {
    let Some(from) = g[unit].hex() else { return 0 };
    let map = &g.data().map;
    let mut sum = 0;
    for (id, hex) in g.on_map(g.side(unit)) {
        if !is_spotter(g, id, leader) {
            continue;
        }
        let enemies = g.on_map(g.side(unit).other()).map(|it| it.1);
        let targets = enemies.filter(|it| indirect_fire::reaches(g, unit, from, *it));
        let nearest = targets.map(|it| map.distance(hex, it)).min().unwrap_or(SOON);
        sum += OUTPOST * (SOON as i32 - nearest as i32).at_least(0);
        if MOST_OUTPOSTS <= sum {
            return MOST_OUTPOSTS;
        }
    }
    sum
}
