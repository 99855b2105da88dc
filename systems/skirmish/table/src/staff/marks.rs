//! Opportunity fire: a marker where it is worth clearly more than what the element could do without one.

use skirmish::data::ElementId;
use skirmish::fire;
use skirmish::question::Opt;
use skirmish::state::{Marker, Phase, Skirmish};
use skirmish::tables::{Class, Order};
use skirmish::weapons;
use smallvec::SmallVec;

use super::Staff;
use super::worth::{Throw, Throws};

/// So many checkpoints of a move are looked at for each element.
const LOOKS: usize = 4;

impl Staff<'_> {
    /// One of the markers, or none.
    pub(super) fn mark(&self, options: &[Opt]) -> usize {
        let g = self.g;
        let none = options.iter().position(|it| *it == Opt::Done).unwrap_or(0);
        let Some(walk) = &g.walk else { return none };
        let target = self.target(walk.element);
        let mut trial: Skirmish = (**g).clone();
        let mut best = (0.0, none);
        let mut firers: SmallVec<[ElementId; 16]> = SmallVec::new();
        for opt in options {
            if let Opt::Mark { element, .. } = opt
                && !firers.contains(element)
            {
                firers.push(*element);
            }
        }
        for element in firers {
            let of_it = |opt: &Opt| matches!(opt, Opt::Mark { element: it, .. } if *it == element);
            let points: SmallVec<[usize; 16]> =
                (0..options.len()).filter(|i| of_it(&options[*i])).collect();
            let step = points.len().div_ceil(LOOKS).max(1);
            let (before, order) = (trial[element].marker.take(), trial[element].order);
            trial[element].order = Some(Order::Fire);
            let mut found = (0.0, none);
            // The last first: whoever is nearest then is nearest for long.
            for i in points.iter().rev().step_by(step).copied() {
                let Opt::Mark { checkpoint, .. } = options[i] else { continue };
                let (mover, stood) = (walk.element, walk.spots(g, checkpoint));
                trial[element].marker = Some(Box::new(Marker { mover, checkpoint, stood }));
                let worth = self.effect(&self.volley(&trial, element, mover), &target);
                if found.0 < worth {
                    found = (worth, i);
                }
            }
            trial[element].marker = None;
            let least = self.least(element);
            if best.0 < found.0 - least && self.better(&trial, element, found.0 - least) {
                best = (found.0 - least, found.1);
            }
            (trial[element].marker, trial[element].order) = (before, order);
        }
        best.1
    }

    /// What a marker costs beside the fire itself.
    fn least(&self, id: ElementId) -> f64 {
        let (g, w) = (self.g, self.w);
        let pinned = g[id].order.is_none() && g.phase == Phase::Movement { second: false };
        let hidden = g.is_hidden(id);
        w.mark_least
            + if pinned { w.mark_pinned } else { 0.0 }
            + if hidden { w.ambush } else { 0.0 }
    }

    /// Is this worth more than any fire without a marker?
    fn better(&self, trial: &Skirmish, id: ElementId, worth: f64) -> bool {
        let others = self.g.revealed(self.side.other());
        let most = others.map(|it| self.effect(&self.volley(trial, id, it), &self.target(it)));
        self.w.mark * most.fold(0.0, f64::max) < worth
    }

    /// The dice of all small arms of an element at another, by the numbers of the rules.
    pub(super) fn volley(&self, g: &Skirmish, id: ElementId, target: ElementId) -> Throws {
        let mut throws = Throws::new();
        for group in weapons::groups(g, id) {
            throws.extend(self.volley_of(g, id, &group, target));
        }
        throws
    }

    /// The dice of one group.
    pub(super) fn volley_of(
        &self,
        g: &Skirmish,
        id: ElementId,
        group: &weapons::Group,
        target: ElementId,
    ) -> Throws {
        let mut throws = Throws::new();
        for (weapon, from) in fire::muzzles(g, group) {
            let row = g.tables().weapon(weapon);
            if row.class == Class::Indirect {
                continue;
            }
            let aims = fire::aims(g, id, group, weapon, from, target, None);
            if let Some(it) = aims.first() {
                let dice = f64::from(fire::dice_of(row, it.squared));
                let (hit, kill) = (self.chance(it.hit), self.chance(it.kill));
                throws.push(Throw { dice, hit, kill });
            }
        }
        throws
    }
}
