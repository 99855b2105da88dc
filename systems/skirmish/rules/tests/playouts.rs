//! Whole games of random players end, keep their laws, and are the same again.

mod common;

use kernel::{Playout, Rng, Rules, Uniform};
use skirmish::Skirmish;
use skirmish::data::Side;
use skirmish::state::{Level, Phase, Presence};

/// Steps after which a game that has not ended is taken to run for ever.
const MOST_STEPS: usize = 5_000;

fn play(name: &str, seed: u64) -> (Skirmish, usize) {
    let mut g = common::game(name);
    let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5eed)));
    let mut steps = 0;
    while !g.is_over() {
        assert!(steps < MOST_STEPS, "{name} of seed {seed} does not end: {:?}", g.phase);
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
        keeps_laws(&g);
        steps += 1;
    }
    (g, steps)
}

fn keeps_laws(g: &Skirmish) {
    for id in g.ids() {
        let it = &g[id];
        let living = g.alive(id).count();
        match it.presence {
            Presence::Gone => assert!(living == 0 || g.data(id).dummy, "{id:?} is gone and lives"),
            Presence::Hidden if matches!(g.phase, Phase::SetUp { .. }) => (),
            Presence::Hidden => {
                assert!(g.counter_of(id).is_some(), "{id:?} hides without a counter")
            }
            Presence::Revealed => assert!(g.counter_of(id).is_none() && 0 < living),
            Presence::Away => (),
        }
        if g.on_table(id) {
            assert_ne!(it.level, Level::Dispersed);
            for (_, at) in g.spots(id) {
                assert!(g.is_place(at), "{id:?} stands at {at:?}");
            }
        }
        if it.level == Level::Broken {
            assert!(it.marker.is_none() || !matches!(g.phase, Phase::Movement { .. }));
        }
    }
    assert!(g.turn <= g.scene.turns + 3);
}

/// Games of seeds from 0 on: so many, or as many times as `GAMES` says.
fn games(name: &str, n: u64) {
    let times = std::env::var("GAMES").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let seeds = 0..n * times;
    let mut won = [0; 3];
    for seed in seeds {
        let (g, _) = play(name, seed);
        let outcome = g.outcome.expect("a game that is over has an outcome");
        won[match outcome.winner {
            Some(Side::First) => 0,
            Some(Side::Second) => 1,
            None => 2,
        }] += 1;
    }
    println!("{name}: {won:?}");
}

#[test]
fn random_games_at_the_gate_end() {
    games("gate", 30);
}

#[test]
fn random_games_of_the_farm_end() {
    games("farm", 3);
}

#[test]
fn random_games_of_the_bridge_end() {
    games("bridge", 3);
}

#[test]
fn equal_answers_give_equal_games() {
    let (a, n) = play("gate", 7);
    let (b, m) = play("gate", 7);
    assert_eq!((a, n), (b, m));
}
