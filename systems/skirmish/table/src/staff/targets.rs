//! Who fires at what, HE and smoke: the shot that adds most comes first, until none is worth it.

use kernel::{Ledger as _, Sum};
use skirmish::data::{ElementId, FigureId};
use skirmish::fire::{self, Aim, Firer};
use skirmish::hit_and_kill::{count_blast, count_modifiers};
use skirmish::indirect_fire::{self, Piece, Targeting};
use skirmish::question::Plan;
use skirmish::state::{Level, Shot};
use skirmish::tables::{FiresIn, inches};
use skirmish::weapons::Group;
use skirmish::{dice, direct_he};
use smallvec::SmallVec;
use tabletop::{Spot, near, within};

use super::Staff;
use super::foes::{Foe, Pace};
use super::worth::{Target, Throw, Throws};

/// What a shot may do: dice at elements, and what else it is worth.
struct Weighed {
    shot: Shot,
    dice: SmallVec<[(ElementId, Throws); 2]>,
    /// How likely any of it comes to pass.
    chance: f64,
    more: f64,
}

/// Elements fired at, with all dice thrown at them so far and what those come to.
type Under = SmallVec<[(ElementId, Target, Throws, f64); 12]>;

impl Staff<'_> {
    /// The whole fire of the side in this phase.
    pub(super) fn targets(&self, when: FiresIn) -> Plan {
        let mut groups: Vec<Vec<Weighed>> = Vec::new();
        let smoke = self.smoked();
        for shots in fire::options(self.g, self.side, when) {
            groups.push(shots.into_iter().map(|it| self.weigh(it, &smoke)).collect());
        }
        let mut under: Under = SmallVec::new();
        let mut plan: Vec<Shot> = Vec::new();
        loop {
            let mut found: Option<(f64, usize, usize)> = None;
            for (i, group) in groups.iter().enumerate() {
                for (j, it) in group.iter().enumerate() {
                    let worth = self.adds(it, &under) - self.costs(it, &plan);
                    let more = found.is_none_or(|(most, ..)| most < worth);
                    if 0.0 < worth
                        && more
                        && fire::may_add(self.g, self.side, when, &plan, it.shot).is_ok()
                    {
                        found = Some((worth, i, j));
                    }
                }
            }
            let Some((_, i, j)) = found else { break };
            let it = groups.swap_remove(i).swap_remove(j);
            self.fired(&it, &mut under);
            plan.push(it.shot);
        }
        Plan::Fire(plan)
    }

    /// What a shot adds to what is fired already.
    fn adds(&self, it: &Weighed, under: &Under) -> f64 {
        let mut worth = it.more;
        for (id, throws) in &it.dice {
            worth += match under.iter().find(|(of, ..)| of == id) {
                Some((_, target, before, done)) => {
                    let mut all = before.clone();
                    all.extend(throws.iter().copied());
                    self.effect(&all, target) - done
                }
                None => self.effect(throws, &self.target(*id)),
            };
        }
        it.chance * worth
    }

    fn fired(&self, it: &Weighed, under: &mut Under) {
        for (id, throws) in &it.dice {
            let i = under.iter().position(|(of, ..)| of == id).unwrap_or_else(|| {
                under.push((*id, self.target(*id), Throws::new(), 0.0));
                under.len() - 1
            });
            let (_, target, all, done) = &mut under[i];
            // What only may come counts for its part.
            all.extend(throws.iter().map(|t| Throw { hit: t.hit * it.chance, ..*t }));
            *done = self.effect(all, target);
        }
    }

    /// A round, and coming to light.
    fn costs(&self, it: &Weighed, plan: &[Shot]) -> f64 {
        let indirect = matches!(it.shot.aim, Aim::Call { .. } | Aim::Continue | Aim::Adjust { .. });
        let round = match it.shot.aim {
            Aim::Element { .. } => 0.0,
            _ => self.w.round,
        };
        let reveals = match it.shot.firer {
            Firer::Element(id) => {
                let fires = plan.iter().any(|it| it.firer == Firer::Element(id));
                self.g.is_hidden(id) && !fires && !indirect
            }
            Firer::Battery(_) => false,
        };
        round + if reveals { self.w.ambush } else { 0.0 }
    }

    fn weigh(&self, shot: Shot, smoked: &Smoked) -> Weighed {
        let mut it = Weighed { shot, dice: SmallVec::new(), chance: 1.0, more: 0.0 };
        let g = self.g;
        let group = match shot.firer {
            Firer::Element(id) => fire::group(g, id, shot.group),
            Firer::Battery(_) => None,
        };
        match (shot.firer, shot.aim, group) {
            (Firer::Element(id), Aim::Element { element, .. }, Some(group)) => {
                it.dice.push((element, self.volley_of(g, id, &group, element)));
            }
            (Firer::Element(id), Aim::Figure(centre), Some(group)) => {
                it.dice = self.burst(id, &group, centre);
            }
            (_, Aim::Call { at, smoke: true, .. }, _) => {
                it.chance = self.on_target(shot);
                it.more = self.w.smoke * self.screens(smoked, at);
            }
            (_, Aim::Call { at, .. } | Aim::Adjust { at, .. }, _) => {
                it.chance = self.on_target(shot);
                self.barrage(&mut it, at);
            }
            (firer, Aim::Continue, _) => {
                if let Some(mission) = indirect_fire::mission_of(g, firer) {
                    self.barrage(&mut it, mission.at);
                }
            }
            _ => (),
        }
        it
    }

    /// Direct HE: a die for each figure under the blast.
    fn burst(
        &self,
        id: ElementId,
        group: &Group,
        centre: FigureId,
    ) -> SmallVec<[(ElementId, Throws); 2]> {
        let g = self.g;
        let mut dice = SmallVec::new();
        let (Some(weapon), Some(line)) = (group.weapon, direct_he::line_to(g, id, group, centre))
        else {
            return dice;
        };
        let row = g.tables().weapon(weapon);
        let Some(weight) = row.weight.map(|it| g.tables().weight(it)) else { return dice };
        let mut modifiers = Sum::default();
        count_modifiers(g.tables(), row, &line, &mut modifiers);
        for (figure, _) in direct_he::under(g, id, group, centre) {
            // The cover of the figure in the middle stands for all.
            let (hit, kill) = count_blast(g.tables(), line.cover, modifiers.total(), weight);
            self.add_die(&mut dice, figure, hit, kill + row.kill);
        }
        dice
    }

    /// Indirect HE: a die for each revealed enemy in the area, and what counters may hide.
    fn barrage(&self, it: &mut Weighed, at: Spot) {
        let g = self.g;
        let Some(piece) = indirect_fire::piece(g, it.shot.firer, it.shot.group) else { return };
        let radius = inches(g.tables().weight(piece.weight).radius);
        let inside = |spot: Spot| within(at.point(), spot.point(), radius);
        for id in g.revealed(self.side.other()) {
            for (figure, spot) in g.spots(id).filter(|(_, spot)| inside(*spot)) {
                let (hit, kill) = self.indirect(&piece, at, spot);
                self.add_die(&mut it.dice, figure, hit, kill);
            }
        }
        let counters = g.counters.iter().filter(|it| it.side != self.side && inside(it.at));
        for counter in counters {
            let (hit, kill) = self.indirect(&piece, at, counter.at);
            it.more += self.w.he_counter * self.chance(hit) * self.chance(kill);
        }
    }

    fn indirect(&self, piece: &Piece, at: Spot, spot: Spot) -> (i32, i32) {
        let under = indirect_fire::situation(self.g, at, spot);
        let (mut hit, mut kill) = (Sum::default(), Sum::default());
        indirect_fire::count_hit(self.g.tables(), piece, &under, &mut hit);
        indirect_fire::count_kill(self.g.tables(), piece, &under, &mut kill);
        (hit.total(), kill.total())
    }

    fn add_die(
        &self,
        dice: &mut SmallVec<[(ElementId, Throws); 2]>,
        figure: FigureId,
        hit: i32,
        kill: i32,
    ) {
        let id = self.g.element_of(figure);
        let throw = Throw { dice: 1.0, hit: self.chance(hit), kill: self.chance(kill) };
        match dice.iter_mut().find(|(of, _)| *of == id) {
            Some((_, throws)) => throws.push(throw),
            None => dice.push((id, SmallVec::from_slice(&[throw]))),
        }
    }

    /// The chance that a call is on target.
    fn on_target(&self, shot: Shot) -> f64 {
        let g = self.g;
        let Aim::Call { at, smoke, spotter } = shot.aim else { return 1.0 };
        let Some(piece) = indirect_fire::piece(g, shot.firer, shot.group) else { return 0.0 };
        let again = indirect_fire::mission_of(g, shot.firer);
        let it = Targeting {
            piece,
            smoke,
            spotter: g.quality(spotter),
            spotter_suppressed: g[spotter].level == Level::Suppressed,
            hindrances: indirect_fire::seen_by(g, spotter, at).unwrap_or(0),
            again: again.is_some_and(|it| it.at == at && !it.used),
        };
        let mut number = Sum::default();
        indirect_fire::count(g.tables(), &it, &mut number);
        let number = number.total();
        if number <= g.tables().roll.indirect_targeting_automatic_at_or_below {
            return 1.0;
        }
        f64::from(dice::chance(&g.tables().roll, number)) / 36.0
    }
}

/// Lines of fire that smoke could lie on: from an enemy to one of ours, and by how much more he does to us than we to him.
type Smoked = Vec<(Spot, Spot, f64)>;

impl Staff<'_> {
    fn smoked(&self) -> Smoked {
        let g = self.g;
        let mut lines = Smoked::new();
        let has_smoke =
            g.of_side(self.side).any(|it| g.on_table(it) && g[it].smoke_rounds > Some(0))
                || g.battery_ids().any(|it| g[it].smoke_rounds > Some(0));
        if !has_smoke {
            return lines;
        }
        let foes: Vec<Foe> = self.foes();
        for id in g.of_side(self.side).filter(|it| g.is_unbroken(*it)) {
            let order = skirmish::tables::Order::Fire;
            let (points, battery) = self.battery(id, order, |it| g[it].at);
            if points.is_empty() {
                continue;
            }
            let me = self.target(id);
            for foe in &foes {
                let Some(fires) = &foe.fires else { continue };
                let seen = self.lines(&points, &foe.points);
                let back = |j: usize, i: usize| seen[i][j];
                let still = Pace::default();
                let theirs = self.throws(fires, &foe.points, &points, back, still);
                let mut worth = foe.part * self.effect(&theirs, &me);
                if let (Some(battery), Some(target)) = (&battery, &foe.target) {
                    let ours = self.throws(battery, &points, &foe.points, |i, j| seen[i][j], still);
                    worth -= self.w.share * self.effect(&ours, target);
                }
                lines.push((foe.points[0], points[0], worth));
            }
        }
        lines
    }

    /// What smoke at a place keeps off us, less what it keeps off them.
    fn screens(&self, lines: &Smoked, at: Spot) -> f64 {
        let radius = inches(self.g.tables().smoke.radius);
        let on = |it: &&(Spot, Spot, f64)| near(it.0.point(), it.1.point(), at.point(), radius);
        lines.iter().filter(on).map(|it| it.2).sum()
    }
}
