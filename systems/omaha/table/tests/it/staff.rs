//! The American staff: it can win and lose, never stalls, is quick, and knows no secrets.

use kernel::{Playout, Policy, Rng, Rules};
use omaha::question::{Opt, Question};
use omaha::state::GermanPlace;
use omaha::{Day, Shared, pools};
use omaha_table::staff::decide;

/// A whole day takes less than two thousand.
const STALLED: u64 = 20_000;

fn scenario(key: &str) -> Day {
    let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", key);
    let loaded = loaded.expect("the module we ship loads");
    Day::new(Shared::new(loaded.data))
}

/// The staff decides from what the player may see; `check` looks on.
struct Table<F>(F);

impl<F: FnMut(&Day, &Question, &[Opt], usize)> Policy<Day> for Table<F> {
    fn decide(&mut self, g: &Day, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let choice = decide(&g.seen(), &ask, &options);
        assert!(choice < n, "{:?} has no option {choice}", ask.rule);
        (self.0)(g, &ask, &options, choice);
        choice
    }
}

fn play(start: &Day, seed: u64, check: impl FnMut(&Day, &Question, &[Opt], usize)) -> Day {
    let mut g = start.clone();
    let mut cx = Playout::new(Rng(seed), Table(check));
    while !g.is_over() {
        let Ok(()) = Day::step(&mut cx, &mut g);
        assert!(cx.decisions < STALLED, "the game of seed {seed} stalls on turn {}", g.turn);
    }
    g
}

fn quiet(_: &Day, _: &Question, _: &[Opt], _: usize) {}

#[test]
fn the_first_waves_can_be_won_and_lost() {
    let start = scenario("first-waves");
    let (mut won, mut lost) = (0, 0);
    for seed in 0..150 {
        let end = play(&start, seed, quiet);
        match end.outcome.expect("it is over").level.is_won() {
            true => won += 1,
            false => lost += 1,
        }
        if 0 < won && 0 < lost {
            return;
        }
    }
    panic!("of 150 games {won} were won and {lost} lost");
}

#[test]
fn every_scenario_is_played_to_its_end() {
    for key in ["east-half", "first-waves", "beyond-the-beach", "long-day"] {
        let start = scenario(key);
        for seed in 0..2 {
            play(&start, seed, quiet);
        }
    }
}

#[test]
fn what_lies_face_down_changes_nothing() {
    let mut asked = 0;
    for key in ["first-waves", "beyond-the-beach"] {
        play(&scenario(key), 7, |g, ask, options, choice| {
            asked += 1;
            if asked % 7 == 0 {
                let other = decide(&shuffled(g).seen(), ask, options);
                assert_eq!(other, choice, "turn {}, {:?}", g.turn, ask.rule);
            }
        });
    }
    assert!(50 < asked);
}

/// Every German on the map that was never seen changes places with one it could be instead.
fn shuffled(g: &Day) -> Day {
    let mut other = g.clone();
    for unit in g.germans_on_map().map(|it| it.0) {
        let hidden = |g: &Day| !g[unit].known && matches!(g[unit].place, GermanPlace::At(_));
        if hidden(g) && hidden(&other) {
            let last = pools::could_be(&other, unit).last();
            pools::swap(&mut other, unit, last.unwrap_or(unit));
        }
    }
    other
}
