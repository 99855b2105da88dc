//! Orders and moves: every candidate is worth what it can do and take, what may be done to it, and how near it comes to what
//! the side is here for.

use kernel::Bounds as _;
use skirmish::data::{ElementId, FigureId};
use skirmish::movement;
use skirmish::question::{Move, Opt, Plan};
use skirmish::state::{Level, Presence};
use skirmish::tables::{Class, Deploy, Order, inches};
use smallvec::SmallVec;
use tabletop::{INCH, Spot, within};

use super::foes::{Foe, Pace};
use super::worth::Target;
use super::{Staff, best};

/// Cover is looked at from so many of the nearest enemies and counters.
const NEAREST: usize = 3;

/// What an element knows when it thinks about its order.
struct Picture {
    id: ElementId,
    foes: Vec<Foe>,
    /// The foe's worth in close assault: of ours at it, of its at us.
    melee: Vec<(f64, f64)>,
    me: Target,
    figures: SmallVec<[FigureId; 8]>,
    goals: Vec<Goal>,
    /// Of what an objective is worth, for this element.
    part: f64,
    hidden: bool,
    /// Its own leadership, and friends whom it could reach; or leaders that could reach it.
    bonus: f64,
    friends: Vec<(f64, Spot)>,
    /// It directs fire, or fires indirectly.
    spots: bool,
    indirect: bool,
}

/// An objective as something to go for.
struct Goal {
    objective: usize,
    at: Spot,
    pull: f64,
    hold: f64,
    /// How far off the others are who go for it.
    others: SmallVec<[f64; 16]>,
}

impl Staff<'_> {
    /// First or second, by whether there is anything to take.
    pub(super) fn move_first(&self, options: &[Opt]) -> usize {
        let w = self.w;
        let first = if self.attacks() { w.first_attack } else { w.first_defend };
        let wanted = if 0.0 < first { Opt::MoveFirst } else { Opt::MoveSecond };
        options.iter().position(|it| *it == wanted).unwrap_or(0)
    }

    /// Does the other side hold most of what is at stake?
    fn attacks(&self) -> bool {
        let stake = |i: usize| self.g.scene.objectives[i].points.iter().sum::<i32>();
        let held = |i: usize| match self.g.objectives[i] {
            Some(side) if side == self.side => -stake(i),
            _ => stake(i),
        };
        0 < (0..self.g.objectives.len()).map(held).sum()
    }

    /// Those who have to be set up first, leaders after those they lead; dummies lie where they are.
    pub(super) fn who_moves(&self, options: &[Opt]) -> usize {
        let g = self.g;
        let last = |id: ElementId| {
            let data = g.data(id);
            (g[id].presence == Presence::Away, 0 < data.leader, data.support.is_empty())
        };
        let rank = |opt: &Opt| match opt {
            Opt::Element(id) if !g.data(*id).dummy => (0, last(*id)),
            Opt::Done => (1, (true, true, true)),
            _ => (2, (true, true, true)),
        };
        let ranks = options.iter().enumerate().map(|(i, it)| (rank(it), i));
        ranks.min().map_or(0, |(_, i)| i)
    }

    pub(super) fn order(&self, id: ElementId, options: &[Opt]) -> usize {
        let picture = self.picture(id);
        let score = |opt: &Opt| match opt {
            Opt::Order(Order::Fire) => {
                let ends: SmallVec<[Spot; 8]> = self.g.spots(id).map(|(_, at)| at).collect();
                self.score(&picture, Order::Fire, &ends, &[])
            }
            Opt::Order(order) => {
                let ready = movement::ready(self.g, id, *order);
                let scores = ready.iter().map(|it| self.score_plan(&picture, *order, it));
                scores.fold(f64::NEG_INFINITY, f64::max)
            }
            _ => f64::NEG_INFINITY,
        };
        best(options.iter().map(score))
    }

    pub(super) fn best_move(&self, id: ElementId, order: Order, ready: &[Plan]) -> Plan {
        let picture = self.picture(id);
        let i = best(ready.iter().map(|it| self.score_plan(&picture, order, it)));
        ready[i].clone()
    }

    /// An enemy came to light: is it better here than where the move leads?
    pub(super) fn stop_here(&self, id: ElementId, options: &[Opt]) -> usize {
        let (Some(walk), Some(order)) = (&self.g.walk, self.g[id].order) else { return 0 };
        let picture = self.picture(id);
        let here: SmallVec<[Spot; 8]> = self.g.spots(id).map(|(_, at)| at).collect();
        let there: SmallVec<[Spot; 8]> =
            walk.starts.iter().zip(&walk.paths).map(|(at, path)| path.end(*at)).collect();
        let stops =
            self.score(&picture, order, &there, &[]) <= self.score(&picture, order, &here, &[]);
        let wanted = if stops { Opt::Stop } else { Opt::CarryOn };
        options.iter().position(|it| *it == wanted).unwrap_or(0)
    }

    fn picture(&self, id: ElementId) -> Picture {
        let g = self.g;
        let data = g.data(id);
        let foes = self.foes();
        let melee = foes.iter().map(|it| match it.id {
            Some(foe) => (self.melee(id, foe), self.melee(foe, id)),
            None => (0.0, 0.0),
        });
        let rows = || data.support.iter().map(|it| g.tables().weapon(*it));
        let set_up = rows().any(|it| it.deploy != Deploy::Any);
        let leader = g.leader(id).map_or(0.0, |(_, bonus)| f64::from(bonus));
        let part = match () {
            () if set_up => self.w.goal_support,
            () if 0.0 < leader || data.observer => self.w.goal_leader,
            () => 1.0,
        };
        let others = g.of_side(self.side).filter(|it| *it != id && g.is_unbroken(*it));
        let first = |it: ElementId| g.spots(it).next().map(|(_, at)| at);
        let friends = others.filter_map(|it| {
            let bonus = g.leader(it).map_or(0.0, |(_, bonus)| f64::from(bonus));
            Some((bonus, first(it)?))
        });
        Picture {
            id,
            melee: melee.collect(),
            foes,
            me: self.target(id),
            figures: g.alive(id).collect(),
            goals: (0..g.objectives.len()).map(|it| self.goal(id, it)).collect(),
            part,
            hidden: g.is_hidden(id),
            bonus: leader,
            friends: friends.collect(),
            spots: data.observer,
            indirect: rows().any(|it| it.class == Class::Indirect && weapons_left(g, id)),
        }
    }

    /// What an objective is worth to an element: its points for both, less if it is ours and nobody comes for it.
    fn goal(&self, id: ElementId, objective: usize) -> Goal {
        let g = self.g;
        let data = &g.scene.objectives[objective];
        let (at, radius) = (data.at.ground(), inches(g.tables().objective.radius));
        let stake = f64::from(data.points.iter().sum::<i32>());
        let enemies = g.revealed_spots(self.side.other());
        let counters = g.counters.iter().filter(|it| it.side != self.side).map(|it| it.at);
        let nearest = enemies.iter().copied().chain(counters);
        let nearest = nearest.map(|it| away(it, at)).fold(f64::INFINITY, f64::min);
        let there = |it: &Spot| within(it.point(), at.point(), radius);
        let contested = enemies.iter().any(there);
        let others = g.of_side(self.side).filter(|it| *it != id && g.is_unbroken(*it));
        let held = others.clone().any(|it| g.spots(it).any(|(_, at)| there(&at)));
        let ours = g.objectives[objective] == Some(self.side);
        let guard = self.w.guard * self.w.near / (self.w.near + nearest);
        let pull = if ours { stake * guard } else { stake };
        let hold = match (ours, contested) {
            // Somebody is there already; one more only helps.
            _ if held => 0.2 * stake,
            (true, false) => 0.0,
            _ => stake,
        };
        let first = |it: ElementId| g.spots(it).next().map(|(_, at)| at);
        let others = others.filter_map(first).map(|it| self.way(objective, it)).collect();
        Goal { objective, at, pull, hold, others }
    }

    /// Inches to walk to an objective.
    fn way(&self, objective: usize, from: Spot) -> f64 {
        let scene = &self.g.scene;
        let way = scene.guide.way(&scene.table, objective, from);
        way.map_or(f64::INFINITY, |it| f64::from(it) / f64::from(INCH))
    }

    fn score_plan(&self, picture: &Picture, order: Order, plan: &Plan) -> f64 {
        let Plan::Move(Move { paths, .. }) = plan else { return f64::NEG_INFINITY };
        let g = self.g;
        let start = |i: usize| picture.figures.get(i).map_or(Spot::default(), |it| g[*it].at);
        let ends: SmallVec<[Spot; 8]> =
            paths.iter().enumerate().map(|(i, path)| path.end(start(i))).collect();
        // Half-way, as the first of them goes: corners of his path.
        let on_way = paths.first().map_or(&[][..], |it| &it.0[..it.0.len().saturating_sub(1)]);
        self.score(picture, order, &ends, on_way)
    }

    /// The worth of standing there under this order.
    fn score(&self, it: &Picture, order: Order, ends: &[Spot], on_way: &[Spot]) -> f64 {
        let (g, w) = (self.g, self.w);
        let Some(lead) = ends.first().copied() else { return f64::NEG_INFINITY };
        let place = |figure: FigureId| {
            let i = it.figures.iter().position(|of| *of == figure).unwrap_or(0);
            ends.get(i).copied().unwrap_or(lead)
        };
        let (mut points, later) = self.battery(it.id, Order::Fire, place);
        // Two points are enough to be fired at; under another order other weapons fire from the same.
        if points.is_empty() {
            points.push(lead);
        }
        let (own, now) = match order {
            Order::Fire => (points.clone(), later.clone()),
            _ => self.battery(it.id, order, place),
        };
        let (mut fire, mut future, mut danger, mut melee) = (0.0, 0.0, 0.0, 0.0);
        let mut seen = false;
        let still = Pace::default();
        for (foe, (charge, charged)) in it.foes.iter().zip(&it.melee) {
            let lines = self.lines(&points, &foe.points);
            let sees = lines.iter().flatten().any(Option::is_some);
            if sees {
                if let (Some(battery), Some(target)) = (&later, &foe.target) {
                    let throws =
                        self.throws(battery, &points, &foe.points, |i, j| lines[i][j], still);
                    future = f64::max(future, self.effect(&throws, target));
                }
                if let (Some(battery), Some(target)) = (&now, &foe.target) {
                    let at = |i: usize| points.iter().position(|p| *p == own[i]);
                    let line = |i: usize, j: usize| match at(i) {
                        Some(i) => lines[i][j],
                        None => g.sight(own[i], foe.points[j]),
                    };
                    let throws = self.throws(battery, &own, &foe.points, line, still);
                    fire = f64::max(fire, self.effect(&throws, target));
                }
                seen |= foe.fires.is_some() && foe.id.is_some();
            }
            danger += self.danger(it, foe, &points, Some(&lines), Pace::of(order));
            if let Some(id) = foe.id
                && near_enough(g, ends, &foe.figures)
            {
                melee += w.assault * charge.max(0.0);
                if g[id].level == Level::Good {
                    melee -= w.assaulted * charged.max(0.0);
                }
            }
        }
        let on_way = on_way.iter().map(|at| {
            let foes = it.foes.iter().filter(|it| it.id.is_some());
            foes.map(|foe| self.danger(it, foe, &[*at], None, Pace::of(order))).sum::<f64>()
        });
        danger = f64::max(danger, w.path * on_way.fold(0.0, f64::max));
        if it.hidden {
            // Who fires or is seen to move comes to light.
            fire = (fire - w.hidden).max(0.0);
            if seen && order != Order::Fire {
                danger += w.hidden;
            }
        }
        let mut score = w.fire * fire + w.future * future - w.danger * danger + melee;
        score += w.cover * self.shelter(it, lead);
        score += self.objectives(it, order, ends, lead);
        score += self.together(it, lead);
        score + self.calls(it, order, lead)
    }

    /// What a foe's fire takes of an element at these points.
    fn danger(
        &self,
        it: &Picture,
        foe: &Foe,
        points: &[Spot],
        lines: Option<&super::foes::Lines>,
        pace: Pace,
    ) -> f64 {
        let Some(battery) = &foe.fires else { return 0.0 };
        let line = |j: usize, i: usize| match lines {
            Some(lines) => lines[i][j],
            None => self.g.sight(foe.points[j], points[i]),
        };
        let throws = self.throws(battery, &foe.points, points, line, pace);
        foe.part * self.effect(&throws, &it.me)
    }

    /// Classes of cover at a place from the nearest enemies and counters, on average.
    fn shelter(&self, it: &Picture, at: Spot) -> f64 {
        let far = |foe: &Foe| foe.points[0].point().squared(at.point());
        let mut near: SmallVec<[(i64, Spot); 16]> =
            it.foes.iter().map(|foe| (far(foe), foe.points[0])).collect();
        near.sort_unstable();
        near.truncate(NEAREST);
        let n = near.len().at_least(1) as f64;
        let classes = near.iter().map(|(_, from)| f64::from(self.g.cover(*from, at) as u8));
        classes.sum::<f64>() / n
    }

    fn objectives(&self, it: &Picture, order: Order, ends: &[Spot], lead: Spot) -> f64 {
        let (g, w) = (self.g, self.w);
        let late = 1.0 + w.late * f64::from(g.turn) / f64::from(g.scene.turns.at_least(1));
        let radius = inches(g.tables().objective.radius);
        let (mut pull, mut hold) = (0.0, 0.0);
        for goal in &it.goals {
            let way = self.way(goal.objective, lead);
            let before = goal.others.iter().filter(|it| **it < way).count() as f64;
            let near = w.near / (w.near + way) / (1.0 + w.crowd * before);
            pull = f64::max(pull, goal.pull * near);
            let there = |at: &Spot| within(at.point(), goal.at.point(), radius);
            // skirmish.hide.one-way: who is hidden holds nothing.
            let holds = !it.hidden || order != Order::Fire;
            if holds && ends.iter().any(there) {
                hold += goal.hold;
            }
        }
        late * it.part * (w.goal * pull + w.hold * hold)
    }

    /// Leaders near their men, men near their leaders.
    fn together(&self, it: &Picture, lead: Spot) -> f64 {
        let reach = inches(self.g.tables().leadership.radius);
        let near = it.friends.iter().filter(|(_, at)| within(at.point(), lead.point(), reach));
        if 0.0 < it.bonus {
            return self.w.lead * it.bonus * near.count().at_most(NEAREST) as f64;
        }
        self.w.lead * near.map(|(bonus, _)| *bonus).fold(0.0, f64::max)
    }

    /// Who directs or delivers indirect fire does so under F.
    fn calls(&self, it: &Picture, order: Order, lead: Spot) -> f64 {
        let sees = |foe: &Foe| foe.points.iter().any(|at| self.g.sees(lead, *at));
        let useful = (it.spots && it.foes.iter().any(sees)) || (it.indirect && !it.foes.is_empty());
        match (useful, order) {
            (false, _) => 0.0,
            (true, Order::Fire) => self.w.call,
            (true, _) => 0.5 * self.w.call,
        }
    }
}

fn weapons_left(g: &skirmish::Skirmish, id: ElementId) -> bool {
    g[id].he_rounds != Some(0) || g[id].smoke_rounds != Some(0)
}

/// Inches between two places.
fn away(a: Spot, b: Spot) -> f64 {
    (a.point().squared(b.point()) as f64).sqrt() / f64::from(INCH)
}

/// Could some of these close assault some of those, as the crow flies?
fn near_enough(g: &skirmish::Skirmish, ours: &[Spot], theirs: &[Spot]) -> bool {
    let reach = inches(g.tables().close_combat.declare_within);
    let pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
    let mut near = pairs.filter(|(a, b)| a.floor == b.floor && within(a.point(), b.point(), reach));
    near.any(|(a, b)| !g.scene.table.parted(*a, *b))
}
