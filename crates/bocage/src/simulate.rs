//! Many games of a scenario, on all cores. The same seed gives the same games, whatever the number of threads.

use std::convert::Infallible;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gts::data::Side;
use gts::{Battle, Shared, victory};
use kernel::{Ask, Game as _, Playout, Policy, Rng, Rules, Uniform};
use serde_json::json;

use crate::failure::{Failure, say, say_json};
use crate::{Places, Player};

/// Between two lines of progress.
const TICK: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, Default)]
struct Sum {
    games: u64,
    decisions: u64,
    wins: [u64; 2],
    score: [i64; 2],
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.games += other.games;
        self.decisions += other.decisions;
        for side in 0..2 {
            self.wins[side] += other.wins[side];
            self.score[side] += other.score[side];
        }
    }
}

pub(crate) fn simulate(
    scenario: &str,
    games: u64,
    seed: u64,
    players: [Player; 2],
    threads: Option<u16>,
    places: &Places,
    as_json: bool,
) -> Result<(), Failure> {
    let shelf = places.shelf()?;
    let found = shelf.find(scenario).map_err(Failure::Unusable)?;
    let loaded =
        shelf.load(&found[0], &found[1], &found[2]).map_err(|it| Failure::Fault(it.to_string()))?;
    let Some(data) = loaded.game.gts() else {
        return Err(Failure::Unusable(format!("{scenario} cannot be simulated yet")));
    };
    let start = Battle::new(Shared::new(data));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or(cores, usize::from);
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let began = Instant::now();
    let mut all = Sum::default();
    let mut panicked = None;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut sum = Sum::default();
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if games <= n {
                            return sum;
                        }
                        sum.add(play(start.clone(), seed, n, players));
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        if std::io::stderr().is_terminal() && !as_json {
            show_progress(&done, games, &|| workers.iter().all(|it| it.is_finished()));
        }
        for worker in workers {
            match worker.join() {
                Ok(sum) => all.add(sum),
                Err(_) => panicked = Some(()),
            }
        }
    });
    if panicked.is_some() {
        return Err(Failure::Fault(format!(
            "a game broke the rules engine (see above); play it again with --games {games} --seed {seed} --threads 1"
        )));
    }
    report(&found.join("/"), &start, seed, players, all, began.elapsed(), threads, as_json)
}

/// One game. Its dice and its decisions come from its own number only.
fn play(start: Battle, seed: u64, n: u64, players: [Player; 2]) -> Sum {
    let mut mix = Rng(seed);
    let base = mix.next() ^ n.wrapping_mul(0x2545_f491_4f6c_dd1d);
    let mut rng = Rng(base);
    let policy = Seats { players, uniform: Uniform(Rng(rng.next())) };
    let mut cx = Playout::new(Rng(rng.next()), policy);
    let mut g = start;
    while !g.is_over() {
        let Ok(()): Result<(), Infallible> = Battle::step(&mut cx, &mut g);
    }
    let winner = victory::winner(&g);
    Sum {
        games: 1,
        decisions: cx.decisions,
        wins: Side::BOTH.map(|side| u64::from(winner == Some(side))),
        score: Side::BOTH.map(|side| i64::from(victory::score(&g, side).total())),
    }
}

/// Each seat by its player.
struct Seats {
    players: [Player; 2],
    uniform: Uniform,
}

type Question = Ask<Side, <Battle as kernel::Game>::Topic>;

impl Policy<Battle> for Seats {
    fn decide(
        &mut self,
        g: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> <Battle as kernel::Game>::Opt,
    ) -> usize {
        match self.players[usize::from(Battle::seat(ask.who))] {
            Player::Random => self.uniform.decide(g, ask, n, opt),
            Player::Computer => {
                let options: Vec<_> = (0..n).map(opt).collect();
                staff::gts::decide(&g.seen_by(Some(ask.who)), ask, &options)
            }
        }
    }
}

fn show_progress(done: &AtomicU64, games: u64, finished: &dyn Fn() -> bool) {
    let mut err = std::io::stderr();
    while !finished() {
        thread::sleep(TICK);
        let done = done.load(Ordering::Relaxed);
        let _ = write!(err, "\r{done} of {games} games ({} %)", done * 100 / games);
        let _ = err.flush();
    }
    let _ = write!(err, "\r{:40}\r", "");
}

#[allow(clippy::too_many_arguments, reason = "the figures of one report")]
fn report(
    scenario: &str,
    start: &Battle,
    seed: u64,
    players: [Player; 2],
    all: Sum,
    took: Duration,
    threads: usize,
    as_json: bool,
) -> Result<(), Failure> {
    let games = all.games as f64;
    let seconds = took.as_secs_f64();
    let names = Side::BOTH.map(|side| start.data().sides[side.index()].name.clone());
    let draws = all.games - all.wins[0] - all.wins[1];
    if as_json {
        let sides = (0..2).map(|it| {
            json!({
                "name": names[it],
                "player": format!("{:?}", players[it]).to_lowercase(),
                "wins": all.wins[it],
                "mean_score": all.score[it] as f64 / games,
            })
        });
        return say_json(&json!({
            "scenario": scenario,
            "seed": seed,
            "games": all.games,
            "sides": sides.collect::<Vec<_>>(),
            "draws": draws,
            "decisions": all.decisions,
            "seconds": seconds,
            "threads": threads,
            "games_per_second": games / seconds,
            "decisions_per_second": all.decisions as f64 / seconds,
        }));
    }
    say(&format!("{scenario}: {} games, seed {seed}", all.games))?;
    for it in 0..2 {
        say(&format!(
            "  {:<24} {:>9} wins {:>6.1} %   mean score {:>7.2}   ({})",
            names[it],
            all.wins[it],
            100.0 * all.wins[it] as f64 / games,
            all.score[it] as f64 / games,
            format!("{:?}", players[it]).to_lowercase(),
        ))?;
    }
    say(&format!("  {:<24} {draws:>9}      {:>6.1} %", "draw", 100.0 * draws as f64 / games))?;
    say(&format!(
        "  {:.1} s on {threads} threads: {:.1} games/s, {:.0} decisions/s, {:.0} decisions a game",
        seconds,
        games / seconds,
        all.decisions as f64 / seconds,
        all.decisions as f64 / games,
    ))
}
