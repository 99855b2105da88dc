//! Many games of a scenario, on all cores. The same seed gives the same games, whatever the number of threads.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gts::data::Side;
use gts::{Battle, victory};
use kernel::{Ask, Playout, Policy, Rng, Rules, Uniform};
use module::Game;
use omaha::Day;
use serde_json::json;
use server::ShelfError;

use crate::failure::{Failure, say, say_json};
use crate::{Places, Player};

/// Between two lines of progress.
const TICK: Duration = Duration::from_millis(250);

/// What a system tells about its games here.
trait Contest: Rules + Send + Sync {
    /// One a seat.
    fn seats(&self) -> Vec<String>;
    /// What the computer would do, from what the seat that is asked may see.
    fn advise(&self, ask: Ask<Self::Side, Self::Topic>, options: &[Self::Opt]) -> usize;
    /// The same, where a whole value is asked for.
    fn plan(&self, ask: Ask<Self::Side, Self::Topic>, ready: &[Self::Plan]) -> Self::Plan;
    fn finish(&self) -> Finish;
}

/// How a game ended.
struct Finish {
    winner: Option<usize>,
    /// By seat.
    scores: Vec<i64>,
    /// In words, where there is more than winning and losing.
    level: Option<&'static str>,
}

impl Contest for Battle {
    fn seats(&self) -> Vec<String> {
        Side::BOTH.map(|side| self.data().sides[side.index()].name.clone()).to_vec()
    }
    fn advise(&self, ask: Ask<Side, Self::Topic>, options: &[Self::Opt]) -> usize {
        staff::gts::decide(&self.seen_by(Some(ask.who)), ask, options)
    }
    fn plan(&self, ask: Ask<Side, Self::Topic>, _: &[Self::Plan]) -> Self::Plan {
        staff::gts::plan(&self.seen_by(Some(ask.who)), ask)
    }
    fn finish(&self) -> Finish {
        Finish {
            winner: victory::winner(self).map(Side::index),
            scores: Side::BOTH.map(|side| i64::from(victory::score(self, side).total())).to_vec(),
            level: None,
        }
    }
}

impl Contest for Day {
    fn seats(&self) -> Vec<String> {
        vec!["Americans".into()]
    }
    fn advise(&self, ask: omaha::question::Question, options: &[Self::Opt]) -> usize {
        staff::omaha::decide(&self.seen(), &ask, options)
    }
    fn plan(&self, _: omaha::question::Question, ready: &[Self::Plan]) -> Self::Plan {
        ready[0]
    }
    fn finish(&self) -> Finish {
        let level = self.outcome.map(|it| it.level);
        let words = match self.outcome {
            Some(it) if it.catastrophe.is_some() => Some("catastrophic loss"),
            it => it.map(|it| it.level.name()),
        };
        Finish {
            winner: level.is_some_and(|it| it.is_won()).then_some(0),
            scores: vec![self.outcome.map_or(0, |it| i64::from(it.points))],
            level: words,
        }
    }
}

#[derive(Clone, Default)]
struct Sum {
    games: u64,
    decisions: u64,
    wins: Vec<u64>,
    score: Vec<i64>,
    levels: BTreeMap<&'static str, u64>,
}

impl Sum {
    fn new(seats: usize) -> Sum {
        Sum { wins: vec![0; seats], score: vec![0; seats], ..Sum::default() }
    }

    fn count(&mut self, finish: &Finish, decisions: u64) {
        self.games += 1;
        self.decisions += decisions;
        if let Some(winner) = finish.winner {
            self.wins[winner] += 1;
        }
        for (sum, score) in self.score.iter_mut().zip(&finish.scores) {
            *sum += score;
        }
        if let Some(level) = finish.level {
            *self.levels.entry(level).or_default() += 1;
        }
    }

    fn add(&mut self, other: &Sum) {
        self.games += other.games;
        self.decisions += other.decisions;
        for seat in 0..self.wins.len() {
            self.wins[seat] += other.wins[seat];
            self.score[seat] += other.score[seat];
        }
        for (level, n) in &other.levels {
            *self.levels.entry(level).or_default() += n;
        }
    }
}

/// What is to be played.
struct Series<'a> {
    scenario: &'a str,
    games: u64,
    seed: u64,
    players: [Player; 2],
    threads: usize,
    json: bool,
}

pub(crate) fn simulate(
    scenario: &str,
    games: u64,
    seed: u64,
    players: [Player; 2],
    threads: Option<u16>,
    places: &Places,
    json: bool,
) -> Result<(), Failure> {
    let shelf = places.shelf()?;
    let found = shelf.find(scenario).map_err(Failure::Unusable)?;
    let loaded = shelf.load(&found[0], &found[1], &found[2]).map_err(|it| match it {
        ShelfError::Variant { .. } => Failure::Unusable(it.to_string()),
        it => Failure::Fault(it.to_string()),
    })?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or(cores, usize::from);
    let series = Series { scenario: &found.join("/"), games, seed, players, threads, json };
    match loaded.game {
        Game::Gts(data) => series.run(&Battle::new(gts::Shared::new(data))),
        Game::Omaha(data) => series.run(&Day::new(omaha::Shared::new(data))),
    }
}

impl Series<'_> {
    fn run<G: Contest>(&self, start: &G) -> Result<(), Failure> {
        let names = start.seats();
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let began = Instant::now();
        let mut all = Sum::new(names.len());
        let mut panicked = false;
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut sum = Sum::new(names.len());
                        loop {
                            let n = next.fetch_add(1, Ordering::Relaxed);
                            if self.games <= n {
                                return sum;
                            }
                            let (finish, decisions) = self.play(start.clone(), n);
                            sum.count(&finish, decisions);
                            done.fetch_add(1, Ordering::Relaxed);
                        }
                    })
                })
                .collect();
            if std::io::stderr().is_terminal() && !self.json {
                show_progress(&done, self.games, &|| workers.iter().all(|it| it.is_finished()));
            }
            for worker in workers {
                match worker.join() {
                    Ok(sum) => all.add(&sum),
                    Err(_) => panicked = true,
                }
            }
        });
        if panicked {
            return Err(Failure::Fault(format!(
                "a game broke the rules engine (see above); play it again with --games {} --seed {} --threads 1",
                self.games, self.seed
            )));
        }
        self.report(&names, &all, began.elapsed())
    }

    /// One game. Its dice and its decisions come from its own number only.
    fn play<G: Contest>(&self, mut g: G, n: u64) -> (Finish, u64) {
        let mut mix = Rng(self.seed);
        let base = mix.next() ^ n.wrapping_mul(0x2545_f491_4f6c_dd1d);
        let mut rng = Rng(base);
        let policy = Seats { players: self.players, uniform: Uniform(Rng(rng.next())) };
        let mut cx = Playout::new(Rng(rng.next()), policy);
        while !g.is_over() {
            let Ok(()): Result<(), Infallible> = G::step(&mut cx, &mut g);
        }
        (g.finish(), cx.decisions)
    }

    fn report(&self, names: &[String], all: &Sum, took: Duration) -> Result<(), Failure> {
        let games = all.games as f64;
        let seconds = took.as_secs_f64();
        let draws = all.games - all.wins.iter().sum::<u64>();
        let player = |seat: usize| format!("{:?}", self.players[seat]).to_lowercase();
        if self.json {
            let sides = (0..names.len()).map(|it| {
                let (low, high) = interval(all.wins[it], all.games);
                json!({
                    "name": names[it],
                    "player": player(it),
                    "wins": all.wins[it],
                    "wins_95": [low, high],
                    "mean_score": all.score[it] as f64 / games,
                })
            });
            return say_json(&json!({
                "scenario": self.scenario,
                "seed": self.seed,
                "games": all.games,
                "sides": sides.collect::<Vec<_>>(),
                "draws": draws,
                "levels": all.levels,
                "decisions": all.decisions,
                "seconds": seconds,
                "threads": self.threads,
                "games_per_second": games / seconds,
                "decisions_per_second": all.decisions as f64 / seconds,
            }));
        }
        say(&format!("{}: {} games, seed {}", self.scenario, all.games, self.seed))?;
        for (it, name) in names.iter().enumerate() {
            let (low, high) = interval(all.wins[it], all.games);
            say(&format!(
                "  {:<24} {:>9} wins {:>6.1} % ({:.1} to {:.1} %)   mean score {:>7.2}   ({})",
                name,
                all.wins[it],
                100.0 * all.wins[it] as f64 / games,
                100.0 * low,
                100.0 * high,
                all.score[it] as f64 / games,
                player(it),
            ))?;
        }
        if 1 < names.len() {
            say(&format!(
                "  {:<24} {draws:>9}      {:>6.1} %",
                "draw",
                100.0 * draws as f64 / games
            ))?;
        }
        for (level, n) in &all.levels {
            say(&format!("  {level:<24} {n:>9}      {:>6.1} %", 100.0 * *n as f64 / games))?;
        }
        say(&format!(
            "  {:.1} s on {} threads: {:.1} games/s, {:.0} decisions/s, {:.0} decisions a game",
            seconds,
            self.threads,
            games / seconds,
            all.decisions as f64 / seconds,
            all.decisions as f64 / games,
        ))
    }
}

/// Wilson's interval at 95 %: where the true rate of winning lies.
fn interval(wins: u64, games: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let n = games as f64;
    let p = wins as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
}

/// Each seat by its player.
struct Seats {
    players: [Player; 2],
    uniform: Uniform,
}

impl<G: Contest> Policy<G> for Seats {
    fn decide(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> usize {
        match self.players[usize::from(G::seat(ask.who))] {
            Player::Random => self.uniform.decide(g, ask, n, opt),
            Player::Computer => {
                let options: Vec<_> = (0..n).map(opt).collect();
                g.advise(ask, &options)
            }
        }
    }

    fn plan(&mut self, g: &G, ask: Ask<G::Side, G::Topic>, ready: &[G::Plan]) -> G::Plan {
        match self.players[usize::from(G::seat(ask.who))] {
            Player::Random => self.uniform.plan(g, ask, ready),
            Player::Computer => g.plan(ask, ready),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_rate() {
        let (low, high) = interval(50, 100);
        assert!((0.40..0.41).contains(&low) && (0.59..0.60).contains(&high), "{low} {high}");
        assert_eq!(interval(0, 10).0, 0.0);
        assert_eq!(interval(10, 10).1, 1.0);
    }
}
