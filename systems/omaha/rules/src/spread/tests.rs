//! The spread of hits against all assignments, tried one by one.

use std::collections::BTreeSet;

use kernel::Rng;

use super::{Shot, Spread};
use crate::data::{FireClass, UnitId};

/// What an assignment is worth, in the order of omaha.hit.spread-algorithm.
type Worth = [i32; 6];
/// Which slots are hit, to what effect.
type Outcome = BTreeSet<(u8, bool, u8)>;

#[test]
fn the_spread_is_the_best_of_all_assignments() {
    let mut rng = Rng(44);
    for _ in 0..3000 {
        let (limits, shots) = random(&mut rng);
        let spread = Spread::new(&limits, &shots);
        let made: Vec<usize> = spread.hits().collect();
        let (best, _) = brute_force(&limits, &shots);
        assert_eq!(worth(&shots, &made), best, "{limits:?} {shots:?}");
    }
}

#[test]
fn the_player_can_reach_every_best_outcome_and_no_other() {
    let mut rng = Rng(6);
    for _ in 0..3000 {
        let (limits, shots) = random(&mut rng);
        let mut reached = BTreeSet::new();
        explore(&Spread::new(&limits, &shots), &shots, &mut reached);
        let (_, outcomes) = brute_force(&limits, &shots);
        assert_eq!(reached, outcomes, "{limits:?} {shots:?}");
    }
}

#[test]
fn a_question_always_leaves_something_to_decide() {
    let mut rng = Rng(1944);
    for _ in 0..2000 {
        let (limits, shots) = random(&mut rng);
        if let Some(tie) = Spread::new(&limits, &shots).tie() {
            let (_, outcomes) = brute_force(&limits, &shots);
            assert!(1 < outcomes.len(), "{limits:?} {shots:?}");
            assert!(1 < tie.shots.len() + usize::from(tie.nobody), "{limits:?} {shots:?} {tie:?}");
        }
    }
}

#[test]
fn different_units_come_before_more_intense_hits() {
    // One position reaches both units at close quarters, the other only the first.
    let near = shot(0, 0, FireClass::Intense, 1);
    let far = shot(0, 1, FireClass::Steady, 5);
    let other = shot(1, 0, FireClass::Steady, 4);
    let spread = Spread::new(&[1, 1], &[near, far, other]);
    assert_eq!(spread.hits().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(spread.tie(), None);
}

fn shot(by: u8, unit: u8, class: FireClass, distance: u8) -> Shot {
    let step = class != FireClass::Sporadic;
    Shot { by, unit: UnitId(unit), class, distance, steps: 3, step, effect: 0 }
}

/// Few positions and units, few distances and steps: many ties.
fn random(rng: &mut Rng) -> (Vec<u8>, Vec<Shot>) {
    let (positions, units) = (1 + rng.below(3) as u8, 1 + rng.below(4) as u8);
    let limits = (0..positions).map(|_| 1 + rng.below(2) as u8).collect();
    let steps: Vec<u8> = (0..units).map(|_| 2 + rng.below(2) as u8).collect();
    let effects: Vec<u8> = (0..positions).map(|_| rng.below(2) as u8).collect();
    let mut shots = Vec::new();
    for by in 0..positions {
        for unit in 0..units {
            if rng.below(3) == 0 {
                continue;
            }
            let class = FireClass::ALL[rng.below(3) as usize];
            let distance = 1 + rng.below(2) as u8;
            let mut it = shot(by, unit, class, distance);
            it.steps = steps[usize::from(unit)];
            it.effect = if it.step { effects[usize::from(by)] } else { 0 };
            shots.push(it);
        }
    }
    (limits, shots)
}

fn explore(spread: &Spread, shots: &[Shot], reached: &mut BTreeSet<Outcome>) {
    let Some(tie) = spread.tie() else {
        reached.insert(outcome(shots, &spread.hits().collect::<Vec<_>>()));
        return;
    };
    let some = tie.shots.iter().map(|it| Some(*it));
    for choice in some.chain(tie.nobody.then_some(None)) {
        let mut next = spread.clone();
        next.settle(&tie, choice);
        explore(&next, shots, reached);
    }
}

fn brute_force(limits: &[u8], shots: &[Shot]) -> (Worth, BTreeSet<Outcome>) {
    let mut best = [i32::MIN; 6];
    let mut outcomes = BTreeSet::new();
    for set in 0..1_u32 << shots.len() {
        let made: Vec<usize> = (0..shots.len()).filter(|it| set >> it & 1 != 0).collect();
        if !is_allowed(limits, shots, &made) {
            continue;
        }
        let worth = worth(shots, &made);
        if best < worth {
            best = worth;
            outcomes.clear();
        }
        if best == worth {
            outcomes.insert(outcome(shots, &made));
        }
    }
    (best, outcomes)
}

fn is_allowed(limits: &[u8], shots: &[Shot], made: &[usize]) -> bool {
    let within = limits.iter().enumerate().all(|(by, limit)| {
        made.iter().filter(|it| usize::from(shots[**it].by) == by).count() <= usize::from(*limit)
    });
    let slots: BTreeSet<_> = made.iter().map(|it| (shots[*it].unit, shots[*it].step)).collect();
    within && slots.len() == made.len()
}

fn worth(shots: &[Shot], made: &[usize]) -> Worth {
    let units: BTreeSet<UnitId> = made.iter().map(|it| shots[*it].unit).collect();
    let of = |class| made.iter().filter(|it| shots[**it].class == class).count() as i32;
    let sum = |f: fn(&Shot) -> u8| made.iter().map(|it| i32::from(f(&shots[*it]))).sum::<i32>();
    [
        units.len() as i32,
        made.len() as i32,
        of(FireClass::Intense),
        of(FireClass::Steady),
        -sum(|it| it.distance),
        sum(|it| it.steps),
    ]
}

fn outcome(shots: &[Shot], made: &[usize]) -> Outcome {
    made.iter().map(|it| (shots[*it].unit.0, shots[*it].step, shots[*it].effect)).collect()
}
