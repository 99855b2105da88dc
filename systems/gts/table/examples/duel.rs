//! The staff against random play and against itself: who wins, by how much, and how long it thinks.
//!
//! `cargo run --release -p gts-table --example duel -- [games] [scenario] [first seed] [module]`

use std::time::{Duration, Instant};

use gts::data::Side;
use gts::purchase::Purchase;
use gts::question::Opt;
use gts::{Battle, Shared, sequence, victory};
use gts_table::staff::Question;
use kernel::{Playout, Policy, Rng, Rules, Uniform};
use smallvec::SmallVec;

/// A game longer than this has stalled.
const STALLED: u64 = 200_000;

/// How often a slow answer is asked for again.
const AGAIN: u32 = 6;

/// The staff for some sides, chance for the others.
struct Table {
    by_staff: [bool; 2],
    chance: Uniform,
    times: Vec<(u64, &'static str)>,
}

impl Policy<Battle> for Table {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        if !self.by_staff[ask.who.index()] {
            return self.chance.decide(g, ask, n, opt);
        }
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        let seen = g.seen_by(Some(ask.who));
        let start = Instant::now();
        let choice = gts_table::staff::decide(&seen, ask, &options);
        let mut took = start.elapsed();
        // The machine may have been busy with something else. The answer is always the same, so ask again, often enough
        // for the coarse clock of processor time, and count only the time this thread has had a processor.
        if Duration::from_millis(6) < took {
            let before = on_cpu();
            for _ in 0..AGAIN {
                assert_eq!(
                    choice,
                    gts_table::staff::decide(&seen, ask, &options),
                    "the same question, another answer"
                );
            }
            if let (Some(before), Some(after)) = (before, on_cpu()) {
                took = took.min((after - before) / AGAIN);
            }
        }
        self.times.push((took.as_nanos() as u64, ask.rule.code));
        assert!(choice < n, "no such option");
        choice
    }

    fn plan(&mut self, g: &Battle, ask: Question, ready: &[Vec<Purchase>]) -> Vec<Purchase> {
        if !self.by_staff[ask.who.index()] {
            return self.chance.plan(g, ask, ready);
        }
        gts_table::staff::plan(&g.seen_by(Some(ask.who)), ask)
    }
}

/// Time this thread has spent on a processor, where the system tells.
fn on_cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

#[derive(Default)]
struct Tally {
    wins: [u32; 2],
    draws: u32,
    points: [i64; 2],
    hexes: [i64; 2],
    /// How often the first side held each place at the end.
    held: Vec<u32>,
    decisions: u64,
    times: Vec<(u64, &'static str)>,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(20);
    let scenario = args.next().unwrap_or_else(|| "ridge".into());
    let first: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let module = args.next().unwrap_or_else(|| "periers-ridge".into());
    let loaded = gts_table::library().load::<gts_table::Gts>(&module, &scenario);
    let loaded = loaded.expect("the module we ship loads");
    let data = loaded.data;
    let start = Battle::new(Shared::new(data.clone()));
    let names = [0, 1].map(|it| data.sides[it].name.clone());

    for by_staff in [[true, true], [true, false], [false, true], [false, false]] {
        let mut tally = Tally::default();
        let begun = Instant::now();
        for seed in first..first + games {
            play(&start, by_staff, seed, &mut tally);
        }
        let took = begun.elapsed();
        let who = [0, 1].map(|it| {
            format!("{} by {}", names[it], if by_staff[it] { "staff" } else { "chance" })
        });
        println!("{} against {}, {games} games of {scenario}", who[0], who[1]);
        println!("  wins {} : {}, draws {}", tally.wins[0], tally.wins[1], tally.draws);
        let mean = |it: i64| it as f64 / games as f64;
        println!(
            "  mean points {:.1} : {:.1}, of these for places {:.1} : {:.1}",
            mean(tally.points[0]),
            mean(tally.points[1]),
            mean(tally.hexes[0]),
            mean(tally.hexes[1])
        );
        println!(
            "  {:.0} decisions and {:.3} s a game",
            tally.decisions as f64 / games as f64,
            took.as_secs_f64() / games as f64
        );
        let places = data.victory.hexes.iter().zip(&tally.held);
        let places: Vec<String> =
            places.map(|(it, n)| format!("{} {}", it.name, *n as u64 * 100 / games)).collect();
        println!("  held by the {} side, in percent: {}", names[0], places.join(", "));
        report_times(&mut tally.times);
    }
}

fn play(start: &Battle, by_staff: [bool; 2], seed: u64, tally: &mut Tally) {
    let chance = Uniform(Rng(seed ^ 0x5555_0000_0000));
    let times = std::mem::take(&mut tally.times);
    let mut cx = Playout::new(Rng(seed), Table { by_staff, chance, times });
    let mut g = start.clone();
    while !g.is_over() {
        let Ok(()) = sequence::step(&mut cx, &mut g);
        if STALLED < cx.decisions {
            println!("  seed {seed} has stalled in turn {}", g.turn);
            break;
        }
    }
    tally.decisions += cx.decisions;
    tally.times = cx.policy.times;
    match victory::winner(&g) {
        Some(side) => tally.wins[side.index()] += 1,
        None => tally.draws += 1,
    }
    tally.held.resize(g.holders.len(), 0);
    for (n, holder) in tally.held.iter_mut().zip(&g.holders) {
        *n += u32::from(*holder == Side::First);
    }
    for side in Side::BOTH {
        let score = victory::score(&g, side);
        tally.points[side.index()] += i64::from(score.total());
        tally.hexes[side.index()] += i64::from(score.hexes);
    }
}

fn report_times(times: &mut [(u64, &'static str)]) {
    if times.is_empty() {
        return;
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000].0 as f64 / 1e6;
    let (worst, rule) = times[times.len() - 1];
    println!(
        "  a staff decision takes {:.4} ms in the median, {:.3} ms at 99 %, {:.3} ms at 99.9 %, {:.3} ms at worst ({rule})",
        at(500),
        at(990),
        at(999),
        worst as f64 / 1e6
    );
}
