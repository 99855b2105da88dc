//! Who acts next, what they do, and whether they do a second thing.
//!
//! Under a Division or Formation chit every unit has its activation free, so the order is what matters: aircraft and
//! artillery first, whose barrages help everybody after them, then Direct Fire, then those in contact together, then
//! rallies and moves, the foremost first. Under Direct Command each costs a Command Point, and only what is worth it is
//! done.

use std::cell::LazyCell;

use board::HexId;
use gts::Battle;
use gts::activation::must_leave_entry_hex;
use gts::assault::may_assault;
use gts::command::in_command;
use gts::data::{Chit, UnitId};
use gts::question::{Action, Opt};
use gts::set::UnitSet;
use kernel::Bounds;
use smallvec::SmallVec;

use crate::staff::Question;
use crate::staff::air;
use crate::staff::assault::{self, WORTH_AN_ASSAULT};
use crate::staff::beach;
use crate::staff::engineer;
use crate::staff::estimate::Estimate;
use crate::staff::fire;
use crate::staff::indirect_fire;
use crate::staff::mission::{Mission, Missions, can_march, missions, speed};
use crate::staff::movement::{LEAST_GAIN, Means, Planner};
use crate::staff::park;
use crate::staff::worth::{self, COHESION, SUPPRESSION};

/// A shot must do this much to be worth an action that costs nothing else.
const WORTH_A_SHOT: i32 = 4;
/// What an action must bring beyond its Command Point.
const PROFIT: i32 = 6;
/// What it is worth to a drifting unit to come nearer the shore, and to a gun to join its park.
pub(crate) const DRIFT: i32 = 50;
const JOIN: i32 = 30;
/// Turns by foot, in tenths, from which on it pays to mount.
const FAR: i32 = 20;

pub(crate) type Units = SmallVec<[UnitId; 8]>;

/// The units that act together, ascending.
pub(crate) fn acting(g: &Battle, first: UnitId) -> Units {
    match &g.active {
        Some(active) if active.acting.contains(first) => {
            active.acting.iter().filter(|id| g[*id].is_in_play()).collect()
        }
        _ => SmallVec::from_slice(&[first]),
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Who acts next

/// The next one.
pub(crate) fn next(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    if !options.contains(&Opt::Done) {
        let waits = |it: &&Opt| matches!(**it, Opt::Unit(id) if must_leave_entry_hex(g, id));
        return options.iter().find(waits).copied().unwrap_or(options[0]);
    }
    let Some(active) = &g.active else { return Opt::Done };
    if options.contains(&Opt::AirStrike) && air::is_worth_calling(g, ask.who) {
        return Opt::AirStrike;
    }
    let est = Estimate::new(g, ask.who);
    if matches!(active.chit, Chit::DirectCommand(_)) {
        return next_by_command(&est, options);
    }
    let division = matches!(active.chit, Chit::Division(_));
    let mut together: SmallVec<[HexId; 8]> = SmallVec::new();
    let mut top = (Opt::Done, 0);
    for it in options {
        if let Opt::Stack(hex) = *it
            && let Some(urgency) = urgency_together(&est, hex, options, division)
        {
            together.push(hex);
            if top.1 < urgency {
                top = (*it, urgency);
            }
        }
    }
    for it in options {
        let Opt::Unit(id) = *it else { continue };
        let Some(hex) = g[id].hex() else { continue };
        if together.contains(&hex) {
            continue;
        }
        let urgency = urgency(&est, id, hex, division);
        if top.1 < urgency {
            top = (*it, urgency);
        }
    }
    top.0
}

const SHELLS: i32 = 5_000;
const SHOTS: i32 = 4_000;
const TOGETHER: i32 = 3_000;
const RALLIES: i32 = 2_000;
const MOVES: i32 = 1_000;

/// What comes first: nought for what has nothing to do.
fn urgency(est: &Estimate<'_>, id: UnitId, hex: HexId, division: bool) -> i32 {
    let g = est.g;
    let price = worth::command_point(g, g.division(id));
    let shoots = !division || (in_command(g, id) && 0 < g.points(g.division(id)).cp);
    let enough = WORTH_A_SHOT + if division { price } else { 0 };
    if shoots
        && let Some((_, harm)) = indirect_fire::best_target(g, id)
        && enough < harm
    {
        return SHELLS + harm;
    }
    if shoots
        && let Some((_, harm)) = fire::best_target(g, id)
        && enough < harm
    {
        return SHOTS + harm;
    }
    if shoots && enough < beach::fire_worth(g, id) {
        return SHOTS;
    }
    if 0 < g[id].drift {
        return RALLIES + 2;
    }
    if g[id].suppressed || 0 < g[id].cohesion {
        return RALLIES + i32::from(g[id].suppressed);
    }
    let can_go = can_march(g, id) || g.kind(id).has_transport() || g[id].ent;
    if !can_go && !gts::park::may_join(g, id) || g[id].parked {
        return 0;
    }
    // The foremost first, so that they are out of the way.
    let enemies = g.on_map(est.side.other()).map(|(_, it)| g.data().map.distance(hex, it));
    MOVES - enemies.min().unwrap_or(0) as i32
}

/// Units in contact that may assault together, if that is how they should act.
fn urgency_together(
    est: &Estimate<'_>,
    hex: HexId,
    options: &[Opt],
    division: bool,
) -> Option<i32> {
    let g = est.g;
    if !est.is_in_contact(hex) {
        return None;
    }
    let units = candidates_in(g, hex, options);
    let fit: Units = units.iter().copied().filter(|id| is_fit(g, *id)).collect();
    // With two units nobody can be left out.
    if fit.len() < 2 || (fit.len() < units.len() && units.len() < 3) {
        return None;
    }
    let promise = assault::first_look(g, &fit)?;
    let price: i32 = if division {
        fit.iter().map(|id| worth::command_point(g, g.division(*id))).sum()
    } else {
        0
    };
    if division && !(can_pay(g, &fit) && fit.iter().all(|id| in_command(g, *id))) {
        return None;
    }
    (WORTH_AN_ASSAULT + price < promise).then_some(TOGETHER + promise - price)
}

fn candidates_in(g: &Battle, hex: HexId, options: &[Opt]) -> Units {
    let units =
        options.iter().filter_map(|it| if let Opt::Unit(id) = it { Some(*id) } else { None });
    units.filter(|id| g[*id].hex() == Some(hex)).collect()
}

/// Can it assault some neighbour?
fn is_fit(g: &Battle, id: UnitId) -> bool {
    let Some(from) = g[id].hex() else { return false };
    let enemy = &g.occupied[g.side(id).other().index()];
    let mut next = g.data().map.neighbours(from).map(|(_, it)| it);
    next.any(|hex| enemy.contains(hex) && may_assault(g, id, hex).is_ok())
}

/// Can the divisions pay one Command Point for each?
fn can_pay(g: &Battle, units: &[UnitId]) -> bool {
    units.iter().all(|id| {
        let division = g.division(*id);
        let n = units.iter().filter(|it| g.division(**it) == division).count();
        n <= usize::from(g.points(division).cp)
    })
}

/// Direct Command: whatever brings most beyond its price.
fn next_by_command(est: &Estimate<'_>, options: &[Opt]) -> Opt {
    let g = est.g;
    let mut top = (Opt::Done, PROFIT);
    let front = foremost(est, options);
    for it in options {
        let profit = match *it {
            Opt::Unit(id) => {
                let price = worth::command_point(g, g.division(id));
                let mut can = gts::activation::actions(g, &[id], None);
                // Where to go takes longest to find out; those far behind can wait for their chit.
                if !front.contains(id) {
                    can.retain(|it| *it != Action::Move);
                }
                worth_of_best(est, id, &can) - price
            }
            Opt::Stack(hex) => {
                let units = candidates_in(g, hex, options);
                let fit = units.iter().all(|id| is_fit(g, *id)) && can_pay(g, &units);
                let price: i32 =
                    units.iter().map(|id| worth::command_point(g, g.division(*id))).sum();
                match fit.then(|| assault::first_look(g, &units)).flatten() {
                    Some(promise) if WORTH_AN_ASSAULT < promise => promise - price,
                    _ => 0,
                }
            }
            _ => 0,
        };
        if top.1 < profit {
            top = (*it, profit);
        }
    }
    top.0
}

/// The units nearest the enemy, as many as a Direct Command may well move.
fn foremost(est: &Estimate<'_>, options: &[Opt]) -> UnitSet {
    const MOVERS: usize = 16;
    let g = est.g;
    let mut ranked: SmallVec<[(u32, UnitId); 64]> = SmallVec::new();
    for it in options {
        if let Opt::Unit(id) = *it
            && let Some(hex) = g[id].hex()
        {
            let enemies = g.on_map(est.side.other()).map(|(_, it)| g.data().map.distance(hex, it));
            ranked.push((enemies.min().unwrap_or(0), id));
        }
    }
    ranked.sort_unstable();
    ranked.iter().take(MOVERS).map(|it| it.1).collect()
}

/// Those who cannot assault stay out of it.
pub(crate) fn gather(g: &Battle, options: &[Opt]) -> Opt {
    let unfit = |it: &&Opt| matches!(**it, Opt::LeaveOut(id) if !is_fit(g, id));
    if let Some(out) = options.iter().find(unfit) {
        return *out;
    }
    if options.contains(&Opt::Done) { Opt::Done } else { options[options.len() - 1] }
}

// ---------------------------------------------------------------------------------------------------------------
// What they do

/// The first action.
pub(crate) fn first_action(g: &Battle, first: UnitId, options: &[Opt]) -> Opt {
    let units = acting(g, first);
    let est = Estimate::new(g, g.side(first));
    let division = g.active.as_ref().is_some_and(|it| matches!(it.chit, Chit::Division(_)));
    if 1 < units.len() {
        let assaults = options.contains(&Opt::Act(Action::Assault));
        let promise = assault::best_prospect(g, &units).unwrap_or(i32::MIN);
        if WORTH_AN_ASSAULT < promise && assaults {
            return Opt::Act(Action::Assault);
        }
        // Under a Division chit the assault is the second action.
        if WORTH_AN_ASSAULT < promise && division && options.contains(&Opt::Act(Action::Pass)) {
            return Opt::Act(Action::Pass);
        }
    }
    let idle = options.iter().find(|it| **it == Opt::Act(Action::Pass)).unwrap_or(&options[0]);
    best_action(&est, first, actions_in(options), division).0.map_or(*idle, Opt::Act)
}

/// The second action, for a Command Point each.
pub(crate) fn second_action(g: &Battle, first: UnitId, options: &[Opt]) -> Opt {
    let units = acting(g, first);
    let est = Estimate::new(g, g.side(first));
    let price: i32 = units.iter().map(|id| worth::command_point(g, g.division(*id))).sum();
    if 1 < units.len()
        && options.contains(&Opt::Act(Action::Assault))
        && let Some(promise) = assault::best_prospect(g, &units)
        && WORTH_AN_ASSAULT + price < promise
    {
        return Opt::Act(Action::Assault);
    }
    let (choice, value) = best_action(&est, first, actions_in(options), false);
    let price = worth::command_point(g, g.division(first));
    choice.filter(|_| price + PROFIT < value).map_or(Opt::Done, Opt::Act)
}

fn actions_in(options: &[Opt]) -> impl Iterator<Item = Action> + '_ {
    options.iter().filter_map(|it| if let Opt::Act(action) = it { Some(*action) } else { None })
}

/// What the best of the offered actions is worth to a unit.
pub(crate) fn worth_of_best(est: &Estimate<'_>, id: UnitId, actions: &[Action]) -> i32 {
    best_action(est, id, actions.iter().copied(), false).1
}

/// The best of the offered actions for one unit, and what it is worth; none if none is worth anything. `before_second`: this is the first action under
/// a Division chit, so to pass may mean to shoot or to assault afterwards.
fn best_action(
    est: &Estimate<'_>,
    id: UnitId,
    actions: impl Iterator<Item = Action>,
    before_second: bool,
) -> (Option<Action>, i32) {
    let g = est.g;
    let orders = LazyCell::new(|| missions(g, est.side, id));
    let mut top = (None, 0);
    for action in actions {
        let value = match action {
            Action::Move => move_worth(est, id, before_second, &orders),
            Action::DirectFire => shot_worth(g, id),
            Action::IndirectFire => shell_worth(g, id),
            Action::FireAtBeach => beach::fire_worth(g, id),
            Action::Assault => assault_worth(g, id),
            Action::Rally => rally_worth(est, id),
            Action::ReduceDrift => DRIFT,
            Action::Mount => mount_worth(est, id, orders.first().copied()),
            Action::EnterEntrenchment => dig_in_worth(est, id, orders.first().copied()),
            Action::LeaveEntrenchment => leave_worth(est, id, orders.first().copied()),
            Action::Exit => exit_worth(g, id),
            Action::Pass if before_second => second_worth(est, id, &orders),
            Action::Pass => 0,
            Action::BuildImprovedPosition
            | Action::BuildEntrenchment
            | Action::BuildRoadBlock
            | Action::ClearRoadBlock
            | Action::CreateRearguard
            | Action::RemoveRearguard => engineer::worth_of(est, id, action, &orders),
        };
        if top.1 < value {
            top = (Some(action), value);
        }
    }
    top
}

/// What its steps score off the map; what it could still do on it is worth less at the end of the day only.
fn exit_worth(g: &Battle, id: UnitId) -> i32 {
    let points = gts::victory::exit_here(g, id).unwrap_or(0);
    i32::from(points) * i32::from(g[id].steps) * worth::POINT
}

/// What a second action after a Pass would bring beyond its price.
fn second_worth(est: &Estimate<'_>, id: UnitId, orders: &Missions) -> i32 {
    let g = est.g;
    if !in_command(g, id) || !can_pay(g, &[id]) {
        return 0;
    }
    let moves = if can_march(g, id) { move_worth(est, id, false, orders) } else { 0 };
    let fires = shot_worth(g, id).at_least(shell_worth(g, id)).at_least(beach::fire_worth(g, id));
    let most = fires.at_least(assault_worth(g, id)).at_least(moves);
    most - worth::command_point(g, g.division(id)) - PROFIT
}

fn shot_worth(g: &Battle, id: UnitId) -> i32 {
    let harm = fire::best_target(g, id).map_or(0, |it| it.1);
    if WORTH_A_SHOT < harm { harm } else { 0 }
}

fn shell_worth(g: &Battle, id: UnitId) -> i32 {
    let harm = indirect_fire::best_target(g, id).map_or(0, |it| it.1);
    if WORTH_A_SHOT < harm { harm } else { 0 }
}

fn assault_worth(g: &Battle, id: UnitId) -> i32 {
    let promise = assault::first_look(g, &[id]).unwrap_or(0);
    if WORTH_AN_ASSAULT < promise { promise } else { 0 }
}

fn move_worth(est: &Estimate<'_>, id: UnitId, shuns: bool, orders: &Missions) -> i32 {
    let g = est.g;
    if gts::park::may_join(g, id) && g[id].hex().is_some_and(|hex| park::is_in_reach(g, id, hex)) {
        return JOIN;
    }
    // Guns are shoved about only to get them off an entry hex.
    if !can_march(g, id) {
        return if g.is_in_entry_hex(id) { LEAST_GAIN + 1 } else { 0 };
    }
    let means = Means::fresh(g, id, shuns);
    let must_go = g.is_in_entry_hex(id);
    let way = Planner::new(est, orders.clone(), id, shuns).best_way(means, must_go);
    match way {
        _ if must_go => worth::POINT,
        Some(way) if LEAST_GAIN < way.gain => way.gain,
        _ => 0,
    }
}

fn rally_worth(est: &Estimate<'_>, id: UnitId) -> i32 {
    let g = est.g;
    let gain = if g[id].suppressed { SUPPRESSION } else { COHESION };
    if in_command(g, id) { gain } else { gain * worth::passes(g, id) / 10 }
}

/// Mount for a long way where nobody looks.
fn mount_worth(est: &Estimate<'_>, id: UnitId, mission: Option<Mission>) -> i32 {
    let g = est.g;
    let (Some(mission), Some(hex), Some(speed)) = (mission, g[id].hex(), speed(g, id)) else {
        return 0;
    };
    let turns = g.data().map.distance(hex, mission.goal) as i32 * 40 / speed;
    let quiet = !est.watched.contains(hex) && !est.is_in_contact(hex);
    if quiet && FAR < turns && !mission.hold { SUPPRESSION / 2 } else { 0 }
}

/// Enemies this near make a trench worth having.
const NEAR: u32 = 5;

fn is_threatened(est: &Estimate<'_>, id: UnitId) -> bool {
    let g = est.g;
    let Some(hex) = g[id].hex() else { return false };
    g.on_map(est.side.other()).any(|(_, it)| g.data().map.distance(hex, it) <= NEAR)
}

fn dig_in_worth(est: &Estimate<'_>, id: UnitId, mission: Option<Mission>) -> i32 {
    let stays = mission.is_none_or(|it| it.hold && est.g[id].hex() == Some(it.goal));
    if stays && is_threatened(est, id) { SUPPRESSION } else { 0 }
}

/// Garrisons stay in their works while there is anything to guard or anybody near.
fn leave_worth(est: &Estimate<'_>, id: UnitId, mission: Option<Mission>) -> i32 {
    let g = est.g;
    let guards = g.data().victory.hexes.iter().any(|it| Some(it.hex) == g[id].hex());
    let wanted = mission.is_some_and(|it| !it.hold);
    if wanted && !guards && !is_threatened(est, id) { COHESION } else { 0 }
}
