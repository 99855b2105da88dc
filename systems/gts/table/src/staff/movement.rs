//! Moves: where a unit gets to, what the way costs under fire, and what the place is worth once there.
//!
//! Nothing is remembered between two hexes of a move. Each question is answered by looking for the best place from
//! here with what is left, and going one hex towards it; the best place from there is the same one.

use board::HexId;
use gts::Battle;
use gts::command::in_command;
use gts::cost::{self, ground_cost, step_cost};
use gts::data::UnitId;
use gts::direct_fire;
use gts::fire_zone::{zone, zones};
use gts::modifiers::{self, Mode, Rating, Shot};
use gts::movement::{dismount_cost, half_points};
use gts::question::Opt;
use gts::set::HexSet;
use gts::stacking::{has_column, is_overstacked};
use gts::state::Place;
use kernel::{Bounds, Ledger, Sum};
use smallvec::SmallVec;

use crate::staff::estimate::Estimate;
use crate::staff::fire;
use crate::staff::mission::{Mission, Missions, missions, speed};
use crate::staff::park;
use crate::staff::worth::{self, COHESION, Harms, POINT};

/// A unit that stays put saves everybody time: a move must gain this much.
pub(crate) const LEAST_GAIN: i32 = 9;
/// And this much, to be gone on with.
const GO_ON: i32 = 3;
/// Share of a full volley by all who see a hex that a unit there has to expect before it acts again, in percent.
const VOLLEY: i32 = 38;
/// Share of a shot's worth counted for a place to shoot from, in percent.
const OUTLOOK: i32 = 45;
const COMMAND: i32 = 8;
const OVERSTACKED: i32 = 120;
/// In column where nobody is near, and where the enemy may come up.
const IN_COLUMN: [i32; 2] = [4, 25];
/// An enemy this near may come up.
const NEAR: u32 = 5;
/// For each step beyond half a full stack: it draws fire.
const CROWDED: i32 = 5;
/// Half points added for a hex under fire when the way is measured from afar.
const UNDER_FIRE: u16 = 3;
/// Half points added for fighting through a hex the enemy is in.
const THROUGH_ENEMY: u16 = 14;
const BEYOND: u16 = u16::MAX;

/// The next thing to do on the way to the best place, and what that place gains over staying.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) first: Opt,
    pub(crate) gain: i32,
}

/// What a unit has left to move with.
#[derive(Clone, Copy)]
pub(crate) struct Means {
    pub(crate) left: u16,
    pub(crate) shuns: bool,
    pub(crate) spent: bool,
    pub(crate) entered_column: bool,
}

impl Means {
    /// A whole Move action.
    pub(crate) fn fresh(g: &Battle, id: UnitId, shuns: bool) -> Means {
        let left = half_points(cost::allowance(g, id));
        Means { left, shuns, spent: false, entered_column: false }
    }
}

/// The next hex, or enough.
pub(crate) fn go_on(g: &Battle, id: UnitId, options: &[Opt]) -> Opt {
    if is_to_park(g, id, options) {
        return Opt::JoinPark;
    }
    let est = Estimate::new(g, g.side(id));
    let missions = missions(g, g.side(id), id);
    let Some(mover) = &g.mover else { return stay(options) };
    let means = Means {
        left: mover.units[0].1,
        shuns: mover.shunned.is_some(),
        spent: mover.spent,
        entered_column: mover.entered_column,
    };
    let must_go = !options.contains(&Opt::Done);
    let mut planner = Planner::new(&est, missions, id, means.shuns);
    let way = planner.best_way(means, must_go);
    if let Some(way) = way
        && options.contains(&way.first)
        && (must_go || GO_ON < way.gain)
    {
        return way.first;
    }
    if must_go {
        // Any way off the entry hex will do.
        return options.iter().copied().find(|it| matches!(it, Opt::Hex(_))).unwrap_or(options[0]);
    }
    if options.contains(&Opt::ForceMarch) && planner.is_worth_a_forced_march(means) {
        return Opt::ForceMarch;
    }
    if options.contains(&Opt::LeaveColumnForHit) && planner.is_worth_a_hit_to_deploy() {
        return Opt::LeaveColumnForHit;
    }
    stay(options)
}

fn stay(options: &[Opt]) -> Opt {
    if options.contains(&Opt::Done) { Opt::Done } else { options[0] }
}

fn is_to_park(g: &Battle, id: UnitId, options: &[Opt]) -> bool {
    options.contains(&Opt::JoinPark) && g[id].hex().is_some_and(|hex| park::is_in_reach(g, id, hex))
}

/// A gun moved by hand goes where it is worth most.
pub(crate) fn shove_gun(g: &Battle, id: UnitId, options: &[Opt]) -> Opt {
    if is_to_park(g, id, options) {
        return Opt::JoinPark;
    }
    let est = Estimate::new(g, g.side(id));
    let mut planner = Planner::new(&est, missions(g, g.side(id), id), id, true);
    let here = est.g[id].hex();
    let worth = |it: Opt, planner: &mut Planner<'_, '_>| match it {
        Opt::Hex(to) => planner.worth_of(to, Form::Deployed),
        _ => here.map_or(0, |hex| planner.worth_of_staying(hex)),
    };
    let mut top = (options[0], i32::MIN);
    for it in options {
        let value = worth(*it, &mut planner);
        if top.1 < value {
            top = (*it, value);
        }
    }
    top.0
}

/// Reinforcements come on in column, they have a march before them.
pub(crate) fn enter_form(options: &[Opt]) -> Opt {
    if options.contains(&Opt::InColumn) { Opt::InColumn } else { options[0] }
}

/// Mounted men march in column, where nobody can shoot at them.
pub(crate) fn column_when_mounting(g: &Battle, id: UnitId) -> Opt {
    let est = Estimate::new(g, g.side(id));
    let watched = g[id].hex().is_none_or(|hex| est.watched.contains(hex));
    if watched { Opt::NotInColumn } else { Opt::InColumn }
}

// ---------------------------------------------------------------------------------------------------------------

/// How a unit stands in a hex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Deployed = 0,
    Column = 1,
    /// Got down from its vehicles at the end of its move.
    Dismounted = 2,
}

/// How it got there: in column since before the move, or only since (gts.move.column-same-action).
const DEPLOYED: usize = 0;
const IN_COLUMN_ALREADY: usize = 1;
const IN_COLUMN_NOW: usize = 2;
const MODES: usize = 3;

#[derive(Clone, Copy)]
struct Label {
    cost: u16,
    risk: i32,
    before: u16,
}

const UNREACHED: Label = Label { cost: BEYOND, risk: 0, before: u16::MAX };

type Threats = SmallVec<[(u8, i8); 8]>;

pub(crate) struct Planner<'a, 'b> {
    est: &'a Estimate<'b>,
    id: UnitId,
    /// Where it is wanted, with the half points from everywhere to there.
    goals: SmallVec<[(Mission, Vec<u16>); 2]>,
    /// The position with the unit in each form, moved about to try places out.
    forms: [Battle; 3],
    harms: Harms,
    /// Who can shoot at the unit in a hex, and with what rating; by form and hex.
    threats: Vec<Option<Threats>>,
    shunned: Option<HexSet>,
    speed: i32,
}

impl<'a, 'b> Planner<'a, 'b> {
    pub(crate) fn new(
        est: &'a Estimate<'b>,
        missions: Missions,
        id: UnitId,
        shuns: bool,
    ) -> Planner<'a, 'b> {
        let g = est.g;
        let form = |column: bool, mounted: bool| {
            let mut form = g.clone();
            form[id].column = column;
            form[id].mounted = mounted;
            form[id].ip = false;
            form[id].ent = false;
            form
        };
        let mounted = g[id].mounted;
        let mut planner = Planner {
            est,
            id,
            goals: SmallVec::new(),
            forms: [form(false, mounted), form(true, mounted), form(false, false)],
            harms: Harms::of(g, id),
            threats: vec![None; 3 * g.data().map.len()],
            shunned: shuns.then(|| zones(g, est.side.other())),
            speed: speed(g, id).unwrap_or(16),
        };
        planner.goals = missions.into_iter().map(|it| (it, planner.way_to(it.goal))).collect();
        planner
    }

    /// The best place within reach and the first act towards it; `must_go`: staying is not allowed.
    pub(crate) fn best_way(&mut self, means: Means, must_go: bool) -> Option<Way> {
        let g = self.est.g;
        let here = g[self.id].hex()?;
        let start = here.index() * MODES
            + match (g[self.id].column, means.entered_column) {
                (false, _) => DEPLOYED,
                (true, false) => IN_COLUMN_ALREADY,
                (true, true) => IN_COLUMN_NOW,
            };
        let safe = self.search(start, means, true);
        let any = self.search(start, means, false);
        let stay = self.worth_of_staying(here);
        let dismounting = if g[self.id].mounted { dismount_cost(g, self.id) } else { None };

        let mut top: Option<(i32, usize, bool, bool)> = None;
        for node in 0..any.len() {
            let is_safe = safe[node].cost != BEYOND;
            let label = if is_safe { safe[node] } else { any[node] };
            if label.cost == BEYOND {
                continue;
            }
            let hex = HexId((node / MODES) as u16);
            let form = if node % MODES == DEPLOYED { Form::Deployed } else { Form::Column };
            if node != start && !(must_go && hex == here) {
                let value = self.worth_of(hex, form) - label.risk - i32::from(label.cost) / 6;
                if top.is_none_or(|it| it.0 < value) {
                    top = Some((value, node, is_safe, false));
                }
            }
            if let Some(cost) = dismounting
                && label.cost + cost <= means.left
                && !(must_go && hex == here)
            {
                let spot = self.spot_risk(hex, form);
                let value = self.worth_of(hex, Form::Dismounted)
                    - label.risk
                    - spot
                    - i32::from(label.cost) / 6;
                if top.is_none_or(|it| it.0 < value) {
                    top = Some((value, node, is_safe, true));
                }
            }
        }
        let (value, mut node, is_safe, dismount) = top?;
        let labels = if is_safe { &safe } else { &any };
        if node == start && dismount {
            return Some(Way { first: Opt::Dismount, gain: value - stay });
        }
        while usize::from(labels[node].before) != start {
            node = usize::from(labels[node].before);
        }
        let hex = HexId((node / MODES) as u16);
        let first = match node % MODES {
            _ if hex != here => Opt::Hex(hex),
            DEPLOYED => Opt::LeaveColumn,
            _ => Opt::EnterColumn,
        };
        Some(Way { first, gain: value - stay })
    }

    /// Cheapest ways by movement points, the least risk among equals; `avoid`: only hexes nobody watches.
    fn search(&mut self, start: usize, means: Means, avoid: bool) -> Vec<Label> {
        let g = self.est.g;
        let limits = &g.data().tables.limits;
        let left = means.left;
        let mut labels = vec![UNREACHED; MODES * g.data().map.len()];
        let mut queue: Vec<SmallVec<[u16; 8]>> = vec![SmallVec::new(); usize::from(left) + 1];
        labels[start].cost = 0;
        queue[0].push(start as u16);
        let mut cost = 0;
        while cost <= left {
            let Some(node) = queue[usize::from(cost)].pop() else {
                cost += 1;
                continue;
            };
            let node = usize::from(node);
            let label = labels[node];
            if label.cost != cost {
                continue;
            }
            let (hex, mode) = (HexId((node / MODES) as u16), node % MODES);
            let form = if mode == DEPLOYED { Form::Deployed } else { Form::Column };
            let mut offer = |to: usize, cost: u16, risk: i32| {
                let old = &labels[to];
                if cost <= left && (cost < old.cost || (cost == old.cost && risk < old.risk)) {
                    labels[to] = Label { cost, risk, before: node as u16 };
                    queue[usize::from(cost)].push(to as u16);
                }
            };
            // Change form on the spot.
            let spot =
                if start % MODES != IN_COLUMN_NOW { Some(self.spot_risk(hex, form)) } else { None };
            if let Some(spot) = spot {
                let free = !has_column(g, hex) || g[self.id].hex() == Some(hex);
                if mode == DEPLOYED && start % MODES == DEPLOYED && free && !g[self.id].ent {
                    offer(
                        hex.index() * MODES + IN_COLUMN_NOW,
                        cost + limits.column_enter,
                        label.risk + spot,
                    );
                }
                if mode == IN_COLUMN_ALREADY {
                    offer(
                        hex.index() * MODES + DEPLOYED,
                        cost + limits.column_leave,
                        label.risk + spot,
                    );
                }
            }
            let shunned = self.shunned.as_ref().map(|it| (it, gts::movement::DIVISION_NO_EFZ));
            for (direction, to) in g.data().map.neighbours(hex) {
                if avoid && self.est.watched.contains(to) {
                    continue;
                }
                let first = cost == 0 && !means.spent;
                let battle = &self.forms[form as usize];
                let step = step_cost(
                    battle,
                    self.id,
                    hex,
                    direction,
                    to,
                    false,
                    left - cost,
                    shunned,
                    first,
                );
                let Ok(step) = step else { continue };
                let risk = label.risk + if self.est.watched.contains(hex) { 1 } else { 0 };
                offer(to.index() * MODES + mode, cost + step.at_most(left - cost), risk);
            }
        }
        self.add_risks(&mut labels, start);
        labels
    }

    /// Put the true risk of the way on every label, in place of the number of watched hexes left.
    fn add_risks(&mut self, labels: &mut [Label], start: usize) {
        let mut order: Vec<u16> =
            (0..labels.len() as u16).filter(|it| labels[usize::from(*it)].cost != BEYOND).collect();
        order.sort_by_key(|it| labels[usize::from(*it)].cost);
        labels[start].risk = 0;
        for node in order {
            let node = usize::from(node);
            if node == start {
                continue;
            }
            let before = usize::from(labels[node].before);
            let (from, to) = (HexId((before / MODES) as u16), HexId((node / MODES) as u16));
            let form = if before % MODES == DEPLOYED { Form::Deployed } else { Form::Column };
            let step = if from == to {
                self.spot_risk(from, form)
            } else {
                self.step_risk(from, to, form)
            };
            labels[node].risk = labels[before].risk + step;
        }
    }

    /// What Op Fire at one step of the way costs.
    fn step_risk(&mut self, from: HexId, to: HexId, form: Form) -> i32 {
        if !self.est.watched.contains(from) {
            return 0;
        }
        let op = &self.est.g.data().tables.op_fire;
        let (on, out) = (i32::from(op.zone_to_zone), i32::from(op.zone_to_outside));
        let threats = self.threats(from, form).clone();
        let battle = &self.forms[form as usize];
        let mut risk = 0;
        for (w, rating) in threats {
            let watcher = &self.est.watchers[usize::from(w)];
            let more = if watcher.zone.contains(to) { on } else { out };
            let results = direct_fire::results(battle, self.id, watcher.row, true);
            risk += watcher.chance * fire::expected(results, i32::from(rating) + more, &self.harms)
                / 10;
        }
        risk
    }

    /// What Op Fire at an act on the spot costs.
    fn spot_risk(&mut self, hex: HexId, form: Form) -> i32 {
        if !self.est.watched.contains(hex) {
            return 0;
        }
        let threats = self.threats(hex, form).clone();
        let battle = &self.forms[form as usize];
        let shots = threats.into_iter().map(|(w, rating)| {
            let watcher = &self.est.watchers[usize::from(w)];
            let results = direct_fire::results(battle, self.id, watcher.row, true);
            watcher.chance * fire::expected(results, i32::from(rating), &self.harms) / 10
        });
        shots.sum()
    }

    fn threats(&mut self, hex: HexId, form: Form) -> &Threats {
        let at = hex.index() * 3 + form as usize;
        if self.threats[at].is_none() {
            self.place(hex, form);
            let found = threats_to(self.est, &self.forms[form as usize], self.id, hex);
            self.threats[at] = Some(found);
        }
        self.threats[at].get_or_insert_default()
    }

    fn place(&mut self, hex: HexId, form: Form) {
        let battle = &mut self.forms[form as usize];
        if battle[self.id].hex() != Some(hex) {
            battle.take(self.id, Place::Later);
            battle.put(self.id, hex);
        }
    }

    /// What it is worth to stand in a hex at the end of the move.
    fn worth_of(&mut self, hex: HexId, form: Form) -> i32 {
        self.place(hex, form);
        let threats = self.threats(hex, form).clone();
        self.judge(&self.forms[form as usize], hex, &threats)
    }

    /// The same for the unit as it is now, with its improved position or entrenchment.
    pub(crate) fn worth_of_staying(&mut self, hex: HexId) -> i32 {
        let threats = threats_to(self.est, self.est.g, self.id, hex);
        self.judge(self.est.g, hex, &threats)
    }

    fn judge(&self, battle: &Battle, hex: HexId, threats: &Threats) -> i32 {
        let mut worth = self.potential(hex) - self.volley(battle, threats) * VOLLEY / 100;
        worth += self.outlook(battle, hex) * OUTLOOK / 100;
        // A victory hex changes hands as soon as it is entered.
        let g = self.est.g;
        for (holder, it) in g.holders.iter().zip(&g.data().victory.hexes) {
            if it.hex == hex && *holder != self.est.side {
                worth += i32::from(it.points) * POINT * 6 / 10;
            }
        }
        if battle[self.id].column {
            let mut enemies = g.on_map(self.est.side.other());
            worth -= IN_COLUMN
                [usize::from(enemies.any(|(_, it)| g.data().map.distance(hex, it) <= NEAR))];
        }
        if is_overstacked(battle, hex) {
            worth -= OVERSTACKED;
        }
        let steps: i32 = battle.stack(hex).map(|id| i32::from(battle[id].steps)).sum();
        worth -= CROWDED * (steps - i32::from(g.data().tables.limits.stack_steps) / 2).at_least(0);
        if in_command(battle, self.id) {
            worth += COMMAND;
        }
        worth
    }

    /// How near a goal, in turns: two turns off it is worth half.
    fn potential(&self, hex: HexId) -> i32 {
        let mut most = 0;
        for (mission, field) in &self.goals {
            if field[hex.index()] != BEYOND {
                let turns = i32::from(field[hex.index()]) * 10 / self.speed;
                most = most.at_least(mission.value * 20 / (20 + turns));
            }
        }
        most
    }

    /// What everybody who sees the unit there would do to it in one round of Direct Fire.
    fn volley(&self, battle: &Battle, threats: &Threats) -> i32 {
        let bonus = i32::from(battle.data().tables.company_bonus.value);
        let shots = threats.iter().map(|(w, rating)| {
            let watcher = &self.est.watchers[usize::from(*w)];
            let results = direct_fire::results(battle, self.id, watcher.row, false);
            let more = if watcher.has_bonus { bonus * watcher.chance / 10 } else { 0 };
            fire::expected(results, i32::from(*rating) + more, &self.harms)
        });
        shots.sum()
    }

    /// The best shot from there.
    fn outlook(&self, battle: &Battle, hex: HexId) -> i32 {
        let enemy = &battle.occupied[self.est.side.other().index()];
        let seen = zone(battle, self.id).intersect(enemy);
        // Next to an enemy nobody shoots further.
        let close = self.est.is_in_contact(hex);
        let mut most = 0;
        for at in seen.iter() {
            if close && 1 < battle.data().map.distance(hex, at) {
                continue;
            }
            for target in battle.stack(at) {
                most = most.at_least(fire::direct(battle, self.id, target));
            }
        }
        most
    }

    pub(crate) fn is_worth_a_forced_march(&mut self, means: Means) -> bool {
        let chance = worth::passes(self.est.g, self.id);
        let longer =
            Means { left: means.left + self.est.g.data().tables.limits.force_march, ..means };
        let gain = self.best_way(longer, false).map_or(0, |it| it.gain);
        3 * COHESION < chance * gain / 10 - (10 - chance) * COHESION / 10
    }

    /// Caught in column under fire.
    fn is_worth_a_hit_to_deploy(&mut self) -> bool {
        let Some(hex) = self.est.g[self.id].hex() else { return false };
        self.est.g[self.id].cohesion == 0
            && self.worth_of_staying(hex) + 2 * COHESION < self.worth_of(hex, Form::Deployed)
    }

    /// Half points from everywhere to a goal: in column where nobody watches, deployed under fire. Hexes much further
    /// off than the unit is now are left out.
    fn way_to(&self, goal: HexId) -> Vec<u16> {
        let g = self.est.g;
        let map = &g.data().map;
        let mut field = vec![BEYOND; map.len()];
        let Some(here) = g[self.id].hex() else { return field };
        let enemy = &g.occupied[self.est.side.other().index()];
        let mut queue: Vec<SmallVec<[HexId; 8]>> = vec![SmallVec::new()];
        field[goal.index()] = 0;
        queue[0].push(goal);
        let (mut cost, mut last) = (0, usize::MAX);
        while cost < queue.len() && cost <= last {
            let Some(to) = queue[cost].pop() else {
                cost += 1;
                continue;
            };
            if usize::from(field[to.index()]) != cost {
                continue;
            }
            if to == here {
                last = cost + 20;
            }
            let mut entering = if self.est.watched.contains(to) { UNDER_FIRE } else { 0 };
            if enemy.contains(to) && to != goal {
                entering += THROUGH_ENEMY;
            }
            for (direction, from) in map.neighbours(to) {
                if field[from.index()] <= cost as u16 {
                    continue;
                }
                let march = !self.est.watched.contains(from) && !self.est.watched.contains(to);
                let forward = direction.opposite();
                let way = |form: Form| {
                    ground_cost(&self.forms[form as usize], self.id, from, forward, to, false)
                };
                let step = match (march, way(if march { Form::Column } else { Form::Deployed })) {
                    (_, Ok(step)) => step,
                    // A bridge under fire is still crossed in column.
                    (false, Err(_)) => match way(Form::Column) {
                        Ok(step) => step + 6,
                        Err(_) => continue,
                    },
                    (true, Err(_)) => continue,
                };
                let total = cost as u16 + step + entering;
                if total < field[from.index()] {
                    field[from.index()] = total;
                    if queue.len() <= usize::from(total) {
                        queue.resize(usize::from(total) + 1, SmallVec::new());
                    }
                    queue[usize::from(total)].push(from);
                }
            }
        }
        field
    }
}

/// Who can shoot at the unit as it stands in `battle`, with what rating by Direct Fire.
fn threats_to(est: &Estimate<'_>, battle: &Battle, id: UnitId, hex: HexId) -> Threats {
    let mut threats = Threats::new();
    if !est.watched.contains(hex) {
        return threats;
    }
    for (w, watcher) in est.watchers.iter().enumerate() {
        if watcher.zone.contains(hex) {
            let shot = Shot {
                firer: watcher.id,
                target: id,
                mode: Mode::Direct,
                rating: Rating::Fire,
                bonus: false,
            };
            let mut rating = Sum::default();
            modifiers::count(battle, shot, &mut rating);
            threats.push((w as u8, rating.total() as i8));
        }
    }
    threats
}
