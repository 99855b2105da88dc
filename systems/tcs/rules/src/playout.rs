//! Whole games at random: they end, keep the invariants, and are the same again from the same seed.

use kernel::{Playout, Rng, Rules, Uniform};

use crate::id::Side;
use crate::small::Small;
use crate::state::{Battle, Phase, Place};

fn check(g: &Battle) {
    for side in Side::BOTH {
        for id in g.data.units_of[side.index()].iter() {
            let unit = &g[id];
            assert!(unit.steps <= g.card(id).steps);
            assert_eq!(unit.steps == 0, unit.place == Place::Lost, "{}", g.card(id).name);
            match unit.place {
                Place::Hex(hex) => {
                    assert!(g.stack(hex).any(|it| it == id));
                    assert!(g.holds(side, hex) && g.present[side.index()].contains(id));
                }
                Place::Aboard(carrier) => {
                    assert!(g[carrier].steps != 0 && !g.present[side.index()].contains(id));
                }
                _ => assert!(!g.present[side.index()].contains(id)),
            }
        }
        // tcs.stack.no-enemies
        assert!(!g.occupied[0].intersects(&g.occupied[1]), "both sides in one hex between steps");
    }
    let mut fresh = g.clone();
    fresh.survey();
    assert_eq!(fresh, *g, "sets of smoke, zones and light are worked out");
    assert!(g.fight.is_none() && g.attack.is_none() && g.moving.is_empty());
}

fn play(g: &mut Battle, seed: u64) -> u64 {
    let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5555)));
    let mut steps = 0;
    while !g.is_over() {
        let Ok(()) = Battle::step(&mut cx, g);
        check(g);
        steps += 1;
        assert!(steps < 100_000, "the game does not end: {:?}", g.phase);
    }
    assert_eq!(g.phase, Phase::Over);
    cx.decisions
}

#[test]
fn games_at_random_end_and_keep_the_invariants() {
    let start = Small::full().battle();
    let mut decisions = 0;
    for seed in 0..300 {
        let mut g = start.clone();
        decisions += play(&mut g, seed);
        assert!(g.outcome.is_some());
    }
    assert!(30_000 < decisions, "{decisions}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let start = Small::full().battle();
    for seed in 0..5 {
        let (mut a, mut b) = (start.clone(), start.clone());
        assert_eq!(play(&mut a, seed), play(&mut b, seed));
        assert_eq!(a, b);
    }
}
