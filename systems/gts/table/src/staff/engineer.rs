//! Engineer Actions: spades for those who stay, mines on roads the enemy will want, a way through for those who go on.
//! Nobody digs who has something better to do: every value here is below that of a good shot, assault or move.

use board::HexId;
use gts::Battle;
use gts::data::{Arm, UnitId};
use gts::question::{Action, Opt, Topic};
use kernel::Bounds;

use crate::staff::estimate::Estimate;
use crate::staff::mission::Mission;
use crate::staff::worth;
use crate::staff::{Question, best};

/// An improved position and an entrenchment for who will be shot at where he stands.
const POSITION: i32 = 26;
const TRENCH: i32 = 34;
/// More for each enemy who sees the place, up to three.
const SEEN: i32 = 5;
/// More on a place that counts for victory.
const ON_A_VICTORY_HEX: i32 = 8;
/// For somebody who only happens to have nothing to do.
const IDLE: i32 = 7;
const ROAD_BLOCK: i32 = 14;
/// A block in the hex of somebody who wants to go on.
const IN_THE_WAY: i32 = 14;
const REARGUARD: i32 = 8;
const WITHDRAW: i32 = 3;
/// From here the enemy comes up within a turn.
const NEAR: u32 = 6;
/// And from here he may want the road today.
const COMING: u32 = 14;
/// A Rearguard with no enemy so near guards nothing.
const GONE: u32 = 10;

/// What a work is worth to the side, with the chance that it succeeds.
pub(crate) fn worth_of(
    est: &Estimate<'_>,
    id: UnitId,
    action: Action,
    missions: &[Mission],
) -> i32 {
    let g = est.g;
    let Some(hex) = g[id].hex() else { return 0 };
    let holds = missions.iter().all(|it| it.hold && g.data().map.distance(hex, it.goal) <= 1);
    let near = nearest_enemy(est, hex);
    let value = match action {
        Action::BuildImprovedPosition if near <= NEAR => dug(est, id, hex, POSITION, holds),
        Action::BuildEntrenchment if near <= NEAR => dug(est, id, hex, TRENCH, holds),
        Action::BuildRoadBlock if holds && 1 < near && near <= COMING => ROAD_BLOCK,
        Action::ClearRoadBlock if !holds => IN_THE_WAY,
        Action::CreateRearguard if holds && 2 < near && near <= COMING => rearguard(est, id),
        // gts.rear.reuse: it can be placed again where it is wanted.
        Action::RemoveRearguard if GONE < near => return WITHDRAW,
        _ => 0,
    };
    if 0 < value { value * chance(g, id, action) / 10 - watched(est, hex) } else { 0 }
}

fn nearest_enemy(est: &Estimate<'_>, hex: HexId) -> u32 {
    let enemies = est.g.on_map(est.side.other());
    enemies.map(|(_, it)| est.g.data().map.distance(hex, it)).min().unwrap_or(u32::MAX)
}

/// Chances out of ten; an engineer digs and clears without a check (gts.eng.ip-engineer, gts.eng.clear-engineer).
fn chance(g: &Battle, id: UnitId, action: Action) -> i32 {
    let sure = matches!(action, Action::BuildImprovedPosition | Action::ClearRoadBlock);
    if sure && g.kind(id).is_engineer() {
        return 10;
    }
    let markers = if g[id].work == Some(action) { i32::from(g[id].men_at_work) } else { 0 };
    let eased = worth::passes(g, id) + markers * i32::from(g.data().tables.tq.men_at_work_each);
    // What fails today is easier tomorrow: a marker is worth half the work's next tenth.
    (eased + 1).at_most(10)
}

/// Op Fire at the work.
fn watched(est: &Estimate<'_>, hex: HexId) -> i32 {
    let eyes = est.watchers.iter().filter(|it| it.zone.contains(hex)).count() as i32;
    (2 * eyes).at_most(10)
}

fn dug(est: &Estimate<'_>, id: UnitId, hex: HexId, value: i32, holds: bool) -> i32 {
    if !holds && !is_rooted(est.g, id) {
        return if est.watched.contains(hex) { 0 } else { IDLE };
    }
    let seen = est.watchers.iter().filter(|it| it.zone.contains(hex)).count() as i32;
    let counts = est.g.data().victory.hexes.iter().any(|it| it.hex == hex);
    value + SEEN * seen.at_most(3) + if counts { ON_A_VICTORY_HEX } else { 0 }
}

/// Guns and machine guns stay where they are anyway.
fn is_rooted(g: &Battle, id: UnitId) -> bool {
    crate::staff::mission::speed(g, id).is_none() || matches!(g.kind(id).arm, Arm::AntiTank)
}

fn rearguard(est: &Estimate<'_>, id: UnitId) -> i32 {
    // Not under the enemy's eyes, and not from the front line itself.
    let hex = est.g[id].hex();
    let quiet = hex.is_some_and(|hex| !est.watched.contains(hex));
    if quiet && !est.g[id].suppressed { REARGUARD } else { 0 }
}

/// Who gets the position: the strongest of those who stay.
pub(crate) fn for_whom(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| {
        let Opt::Unit(id) = it else { return -1 };
        let rooted = if is_rooted(g, id) { 4 } else { 0 };
        let unarmoured = if g.face(id).armoured { 0 } else { 3 };
        2 * i32::from(g[id].steps) + rooted + unarmoured - i32::from(g[id].cohesion)
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// On a victory hex of ours that stands empty, else on a road before the enemy, with cover.
pub(crate) fn rearguard_place(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let Topic::RearguardPlace(id) = ask.topic else { return options[0] };
    let own = g[id].hex();
    let enemies = || g.on_map(ask.who.other()).map(|it| it.1);
    let worth = |it: Opt| {
        let Opt::Hex(hex) = it else { return i32::MIN };
        let held = g.holders.iter().zip(&g.data().victory.hexes);
        let guards =
            held.filter(|(holder, it)| it.hex == hex && **holder == ask.who && Some(hex) != own);
        let points: i32 = guards.map(|(_, it)| i32::from(it.points)).sum();
        let empty = g.stack(hex).next().is_none();
        let distance = enemies().map(|it| g.data().map.distance(hex, it)).min().unwrap_or(0) as i32;
        let cover = -i32::from(g.scene.defence[g.data().map.terrain(hex).index()][0]);
        let road = i32::from(g.scene.road.contains(hex));
        (if empty { 30 * points + 10 } else { 0 }) + 3 * cover + 4 * road - 2 * distance
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}
