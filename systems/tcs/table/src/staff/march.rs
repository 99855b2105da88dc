//! Where a unit is wanted, how far it is, and what a step there is worth.

use board::{HexId, Reach, reach};
use tcs::command;
use tcs::fire::FireKind;
use tcs::ground::Hexes;
use tcs::id::{Side, UnitId};
use tcs::movement::{self, Step};
use tcs::overwatch::{self, Trigger, TriggerKind};
use tcs::set::UnitSet;
use tcs::sheet::{Mission, Situation as _, Status};
use tcs::state::{Battle, Mode, Record};

use super::odds;
use super::weights::Weights;

/// A way is looked for up to this many sixths of a movement point.
const FARTHEST: u16 = 1500;

/// Where a unit is wanted.
pub(super) struct Goal {
    pub(super) hex: HexId,
    /// What a movement point nearer is worth.
    pace: i32,
    /// Cost to the goal from every hex it may use.
    way: Reach,
}

impl Goal {
    /// Where a unit should go by its orders; nothing if it is there, or should stay.
    pub(super) fn new(w: &Weights, g: &Battle, id: UnitId) -> Option<Goal> {
        let from = g.hex(id)?;
        let card = g.card(id);
        if card.allowance == 0 || card.towed {
            return None;
        }
        let side = card.side;
        let order = command::order_of(g, id);
        let unit = g.unit(id);
        let attack = w.moving.approach * (100 + haste(w, g)) / 100;
        let (wanted, within, pace) = match (command::status(g, id), order) {
            (Status::Withdrawing, Some(order)) => {
                (order.plan.failure.rally.into_iter().collect(), None, w.moving.march)
            }
            (Status::Withdrawing, None) => {
                (g[id].rally.into_iter().collect(), None, w.moving.march)
            }
            (Status::Assigned, Some(order)) => {
                let plan = &order.plan;
                let permitted = plan.permitted(id, &unit);
                let within = permitted.contains(from).then_some(permitted);
                if plan.support.contains(&id) {
                    (if within.is_some() { Hexes::EMPTY } else { permitted }, None, w.moving.march)
                } else {
                    match plan.mission {
                        Mission::Attack => (taken(g, side, &plan.objective, from), within, attack),
                        Mission::Move => (inside(&plan.objective, from), within, w.moving.march),
                        Mission::PreparedDefence => (inside(&permitted, from), None, attack),
                        Mission::HastyDefence => {
                            (kept(g, side, &plan.objective, from), None, w.moving.march)
                        }
                        Mission::Reserve => (inside(&plan.objective, from), None, w.moving.march),
                    }
                }
            }
            // Without orders: to points that nobody holds, where the enemy lets us.
            _ => (
                loose(g, side, from),
                None,
                if g.data.options.without_command { attack } else { w.moving.march },
            ),
        };
        let ways = g.data.ground.ways(card.class, from);
        let near = |it: &HexId| {
            let points = g.data.scoring.iter().find(|of| of.hex == *it).map_or(0, |of| of.points);
            ways.cost(*it).map(|cost| i32::from(cost) - 4 * i32::from(points))
        };
        let hex = wanted.iter().filter(|it| near(it).is_some()).min_by_key(near)?;
        let goal: Hexes = [hex].into_iter().collect();
        let within = within.map(|it| it.union(&goal));
        // Backwards from the goal, so that every hex knows its way.
        let way = reach(g.data.map(), hex, FARTHEST, |at, direction, before| {
            if within.as_ref().is_some_and(|it| !it.contains(before)) {
                return None;
            }
            g.data.ground.best_cost(card.class, before, direction.opposite()).map(|it| {
                let _ = at;
                it.0
            })
        });
        way.cost(from)?;
        Some(Goal { hex, pace, way })
    }

    fn left(&self, hex: HexId) -> i32 {
        self.way.cost(hex).map_or(i32::from(FARTHEST), i32::from)
    }

    /// What the whole way still to go this phase is worth, at half its price.
    fn hope(&self, hex: HexId, allowance: u16) -> i32 {
        self.left(hex).min(i32::from(allowance)) * self.pace / 12
    }
}

/// An attack grows more urgent from turn to turn.
fn haste(w: &Weights, g: &Battle) -> i32 {
    w.moving.haste * i32::from(g.turn) / (g.data.turns.len() as i32).max(1)
}

/// Of an objective under attack: what the enemy holds and what has points, then anything.
fn taken(g: &Battle, side: Side, objective: &Hexes, from: HexId) -> Hexes {
    let enemy = objective.intersect(&g.occupied[side.other().index()]);
    let open: Hexes = unheld(g, side).filter(|it| objective.contains(*it)).collect();
    let wanted = enemy.union(&open);
    if wanted.is_empty() { inside(objective, from) } else { wanted }
}

/// Of a defended one: points that are lost, without enemies on them.
fn kept(g: &Battle, side: Side, objective: &Hexes, from: HexId) -> Hexes {
    let open: Hexes = unheld(g, side)
        .filter(|it| objective.contains(*it) && !g.holds(side.other(), *it))
        .collect();
    if open.is_empty() { inside(objective, from) } else { open }
}

fn inside(objective: &Hexes, from: HexId) -> Hexes {
    if objective.contains(from) { Hexes::EMPTY } else { *objective }
}

fn loose(g: &Battle, side: Side, from: HexId) -> Hexes {
    if g.data.options.without_command {
        return unheld(g, side).collect();
    }
    let held = |it: &HexId| g.data.scoring.iter().any(|of| of.hex == *it);
    if held(&from) {
        return Hexes::EMPTY;
    }
    unheld(g, side).filter(|it| !g.holds(side.other(), *it)).collect()
}

/// Scoring hexes that a side does not hold.
pub(super) fn unheld(g: &Battle, side: Side) -> impl Iterator<Item = HexId> + '_ {
    let all = g.data.scoring.iter().zip(&g.holders);
    all.filter(move |it| *it.1 != Some(side)).map(|it| it.0.hex)
}

/// A step and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) step: Step,
    pub(super) worth: i32,
    /// What overwatch would do there.
    pub(super) danger: i32,
}

/// The best step of a unit that is in Move mode; `steps` are those it may take.
pub(super) fn best(
    w: &Weights,
    g: &Battle,
    id: UnitId,
    goal: &Goal,
    steps: &[Step],
) -> Option<Pace> {
    let from = g.hex(id)?;
    let mut trial = g.clone();
    let here = exposure(w, &mut trial, id, from);
    let risk = w.moving.risk * 100 / (100 + w.moving.follow * followers(g, id, from));
    let mut best: Option<Pace> = None;
    for step in steps {
        let danger = danger(w, &mut trial, id, *step);
        let exposed = exposure(w, &mut trial, id, step.to);
        let nearer = goal.left(from) - goal.left(step.to);
        let saved = if step.road { 1 } else { 0 };
        let worth = goal.pace * nearer / 6 + saved
            - risk * danger / 100
            - w.moving.exposed * (exposed - here) / 100
            - crowding(w, g, id, step.to);
        if best.is_none_or(|it| it.worth < worth) {
            best = Some(Pace { step: *step, worth, danger });
        }
    }
    best
}

/// Whoever goes first draws the fire from those who come after: attackers near him who have not gone yet.
fn followers(g: &Battle, id: UnitId, from: HexId) -> i32 {
    let attacks =
        |id: UnitId| command::order_of(g, id).is_some_and(|it| it.mission() == Mission::Attack);
    if !attacks(id) {
        return 0;
    }
    let waits = |it: UnitId| g[it].is_normal() && !g[it].record.moved && !g[it].record.acted;
    let near = g.on_map(g.side(id)).filter(|it| g.data.distance(it.1, from) <= 3);
    near.filter(|it| it.0 != id && waits(it.0) && attacks(it.0)).count() as i32
}

/// The best step of a unit this phase, into Move mode first if it has to, and what moving is worth in all.
pub(super) fn plan(w: &Weights, g: &Battle, id: UnitId, goal: &Goal) -> Option<(Pace, i32)> {
    let mut trial = g.clone();
    if g[id].mode != Mode::Move {
        let cost = tcs::mode::to_move_cost(g, id);
        trial[id].mode = Mode::Move;
        trial[id].record.left = g[id].record.left.saturating_sub(cost);
    }
    movement::may_move(&trial, id).ok()?;
    let steps = movement::steps(&trial, UnitSet::of(id));
    let pace = best(w, &trial, id, goal, &steps)?;
    let hope = goal.hope(pace.step.to, trial[id].record.left);
    Some((pace, pace.worth + if w.moving.least <= pace.worth { hope } else { 0 }))
}

/// The same before the phase has begun: what keeps a unit from going on.
pub(super) fn ahead(w: &Weights, g: &Battle, id: UnitId) -> Option<Pace> {
    let goal = Goal::new(w, g, id)?;
    let mut fresh = g.clone();
    fresh[id].record = Record { left: g.card(id).allowance_sixths(), ..Record::default() };
    plan(w, &fresh, id, &goal).map(|it| it.0)
}

/// What the enemy's overwatch would do to a unit that takes this step.
fn danger(w: &Weights, trial: &mut Battle, id: UnitId, step: Step) -> i32 {
    let (from, mode, road) = (trial.hex(id), trial[id].mode, trial[id].road_moving);
    let Some(from) = from else { return 0 };
    trial.put(id, step.to);
    trial[id].mode = Mode::Move;
    trial[id].road_moving = step.road;
    let trigger = Trigger {
        by: trial.side(id),
        hex: step.to,
        units: UnitSet::of(id),
        kind: TriggerKind::Move,
    };
    let mut worth = odds::overwatched(w, trial, trigger) + at_rolls(w, trial, id, step.to);
    if trial.known_mines.contains(step.to) {
        worth += 2 * w.blow.step;
    }
    if trial.zone.contains(step.to) {
        worth += w.blow.step;
    }
    trial.put(id, from);
    trial[id].mode = mode;
    trial[id].road_moving = road;
    worth
}

/// Infantry beside the way of a vehicle.
fn at_rolls(w: &Weights, g: &Battle, id: UnitId, hex: HexId) -> i32 {
    if !g.card(id).kind.is_motor() {
        return 0;
    }
    let enemy = g.side(id).other();
    let around = g.data.map().neighbours(hex).map(|it| it.1).filter(|it| g.holds(enemy, *it));
    let rollers = around.flat_map(|it| g.stack_of(enemy, it));
    let rollers = rollers.filter(|it| tcs::at::may_roll(g, *it, false)).count() as i32;
    let needed = g.data.tables.at.needed(g.data.ground.class(hex), 1);
    rollers * w.blow.step * two_dice(needed) / 36
}

/// Throws of two dice, of 36, that reach this.
pub(super) fn two_dice(needed: i32) -> i32 {
    (1..=6).map(|a| (1..=6).filter(|b| needed <= a + b).count() as i32).sum()
}

/// What fire could do to a unit that stands in this hex in Fire mode.
pub(super) fn exposure(w: &Weights, trial: &mut Battle, id: UnitId, hex: HexId) -> i32 {
    let Some(from) = trial.hex(id) else { return 0 };
    let mode = trial[id].mode;
    if from != hex {
        trial.put(id, hex);
    }
    if mode == Mode::Move {
        trial[id].mode = Mode::Fire;
    }
    let enemy = trial.side(id).other();
    let of = |g: &Battle, kind: FireKind| {
        let can = |it: &(UnitId, HexId)| {
            g[it.0].is_ready()
                && g[it.0].is_normal()
                && overwatch::in_reach(g, it.0, it.1, hex, kind)
        };
        let firers: UnitSet = g.on_map(enemy).filter(can).map(|it| it.0).collect();
        odds::attack(w, g, &odds::action(enemy, kind, hex, firers))
    };
    let worth = of(trial, FireKind::Area) + of(trial, FireKind::Point);
    if from != hex {
        trial.put(id, from);
    }
    trial[id].mode = mode;
    worth
}

/// tcs.stack.limit: nobody goes where there is no room.
fn crowding(w: &Weights, g: &Battle, id: UnitId, to: HexId) -> i32 {
    let motor = g.card(id).kind.is_motor();
    let limits = &g.data.tables.limits;
    let most = if motor { limits.stack_limit_vehicle_steps } else { limits.stack_limit_foot_steps };
    let there = tcs::stacking::steps(g, g.side(id), to, motor);
    if most < there + u16::from(g[id].steps) { 10 * w.blow.step } else { 0 }
}
