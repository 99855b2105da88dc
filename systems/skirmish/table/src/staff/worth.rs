//! What elements are worth, and what dice thrown at one are expected to take of that.

use kernel::{Ledger as _, Sum};
use skirmish::data::ElementId;
use skirmish::morale::{self, Test};
use skirmish::state::Level;
use skirmish::{dice, leadership};
use smallvec::SmallVec;

use super::Staff;

/// Chances are counted in 36ths.
const WHOLE: f64 = 36.0;
/// Hits are counted up to here: enough for the test of any element.
const MOST: usize = 8;

/// Dice of one kind: how many, and the chance of a hit and of a kill after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Throw {
    pub(super) dice: f64,
    pub(super) hit: f64,
    pub(super) kill: f64,
}

pub(super) type Throws = SmallVec<[Throw; 8]>;

/// What fire at an element depends on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    pub(super) figures: f64,
    pub(super) worth: f64,
    /// Of its worth, for the next level down.
    pub(super) level: f64,
    /// The chance to fail a test without a kill and with one.
    pub(super) fails: [f64; 2],
}

impl Staff<'_> {
    /// The chance to make a number.
    pub(super) fn chance(&self, number: i32) -> f64 {
        f64::from(dice::chance(&self.g.tables().roll, number)) / WHOLE
    }

    pub(super) fn worth(&self, id: ElementId) -> f64 {
        let (data, w) = (self.g.data(id), self.w);
        let support = if data.support.is_empty() { 0.0 } else { w.support };
        let leader = self.g.leader(id).map_or(0.0, |(_, bonus)| w.leader * f64::from(bonus));
        w.value * f64::from(data.value) + w.figure * self.alive(id) + leader + support
    }

    pub(super) fn alive(&self, id: ElementId) -> f64 {
        self.g.alive(id).count() as f64
    }

    /// An element as something to be fired at.
    pub(super) fn target(&self, id: ElementId) -> Target {
        let level = match self.g[id].level {
            Level::Good => self.w.suppress,
            Level::Suppressed => self.w.r#break,
            Level::Broken | Level::Dispersed => self.w.disperse,
        };
        let bonus = leadership::bonus(self.g, id);
        let fails = |kills| {
            let mut number = Sum::default();
            let test = Test { kills, severe: false };
            morale::count(self.g.tables(), self.g.quality(id), test, bonus, &mut number);
            1.0 - self.chance(number.total())
        };
        let (figures, worth) = (self.alive(id), self.worth(id));
        Target { figures, worth, level, fails: [fails(0), fails(1)] }
    }

    /// What these dice take of an element: figures killed, and levels lost in the test they lead to.
    pub(super) fn effect(&self, throws: &[Throw], target: &Target) -> f64 {
        if throws.is_empty() || target.figures < 1.0 {
            return 0.0;
        }
        let (hits, unkilled, kills) = tally(throws);
        // skirmish.morale.when: a kill, or hits for half of its figures.
        let strength = target.figures as u8;
        let table = &self.g.tables().morale;
        let shaken = |n: usize| morale::is_shaken(table, 0, n as u8, strength);
        let by_hits: f64 = (0..=MOST).filter(|it| shaken(*it)).map(|it| hits[it]).sum();
        let tests = [unkilled * by_hits, 1.0 - unkilled];
        let lost = tests[0] * target.fails[0] + tests[1] * target.fails[1];
        let dead = if target.figures < kills { target.figures } else { kills };
        target.worth * (dead / target.figures + lost * target.level)
    }
}

/// The chances of so many hits (all above in the last), of no kill at all, and the kills on average.
fn tally(throws: &[Throw]) -> ([f64; MOST + 1], f64, f64) {
    let mut hits = [0.0; MOST + 1];
    hits[0] = 1.0;
    let (mut unkilled, mut kills) = (1.0, 0.0);
    for it in throws {
        let whole = it.dice as u32;
        for n in 0..=whole {
            // What is left of a die counts for its part.
            let part = if n < whole { 1.0 } else { it.dice - f64::from(whole) };
            let hit = part * it.hit;
            for i in (0..=MOST).rev() {
                let below = if 0 < i { hits[i - 1] * hit } else { 0.0 };
                let stays = if i == MOST { hits[i] } else { hits[i] * (1.0 - hit) };
                hits[i] = stays + below;
            }
            unkilled *= 1.0 - hit * it.kill;
            kills += hit * it.kill;
        }
    }
    (hits, unkilled, kills)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_hits_and_kills_are_those_of_the_dice() {
        let (hits, unkilled, kills) = tally(&[Throw { dice: 2.0, hit: 0.5, kill: 0.5 }]);
        assert_eq!(hits[..3], [0.25, 0.5, 0.25]);
        assert_eq!((unkilled, kills), (0.5625, 0.5));
    }

    #[test]
    fn hits_beyond_those_counted_stay_in_the_last() {
        let (hits, ..) = tally(&[Throw { dice: 12.0, hit: 1.0, kill: 0.0 }]);
        assert_eq!(hits[MOST], 1.0);
        assert_eq!(hits.iter().sum::<f64>(), 1.0);
    }
}
