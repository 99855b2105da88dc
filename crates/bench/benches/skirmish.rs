//! Speeds of figures on a free table: `cargo bench -p bench --bench skirmish`.
//!
//! Each row is the best of several rounds, so that other work on the machine disturbs little. Wanted: a sight trace under 2 µs on
//! average, the candidate list of an element under 2 ms, a computer's turn under 5 s.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::{Playout, Policy, Rng, Rules as _, Uniform};
use skirmish::data::{ElementId, Scene};
use skirmish::question::{Opt, Plan, Question};
use skirmish::state::Phase;
use skirmish::tables::{Order, inches};
use skirmish::{Skirmish, candidates};
use skirmish_table::staff;
use tabletop::{Conditions, Point, Spot, Table};

const SCENARIOS: [&str; 3] = ["gate", "farm", "bridge"];

fn main() {
    // `cargo test` runs benches too, with an argument: nothing to measure then.
    if std::env::args().any(|it| it == "--test") {
        return;
    }
    println!("{:<58}{:>14}  note", "measured", "");
    for name in SCENARIOS {
        let scene = scene(name);
        random_play(name, &scene);
        sight(name, &scene.table);
        lists(name, &scene);
        computer(name, &scene);
    }
}

fn scene(name: &str) -> Arc<Scene> {
    let loaded =
        skirmish_table::library().load::<skirmish_table::Skirmish>("platoon-actions", name);
    loaded.unwrap_or_else(|it| panic!("{it}")).data
}

fn row(name: String, value: String, note: &str) {
    println!("{name:<58}{value:>14}  {note}");
}

/// The shortest of some rounds.
fn best(rounds: u32, mut work: impl FnMut()) -> Duration {
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

fn random_play(name: &str, scene: &Arc<Scene>) {
    let games = 20;
    let mut decisions = 0;
    let time = best(5, || {
        decisions = 0;
        for seed in 0..games {
            let mut g = Skirmish::new(scene.clone());
            let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5eed)));
            while !g.is_over() {
                let Ok(()) = Skirmish::step(&mut cx, &mut g);
            }
            decisions += cx.decisions;
        }
    });
    let seconds = time.as_secs_f64();
    let thousands = format!("{:.1} k/s", decisions as f64 / seconds / 1e3);
    row(format!("random play, skirmish, {name}"), thousands, "decisions on one core");
    let games = format!("{:.0} /s", games as f64 / seconds);
    row(format!("random play, skirmish, {name}"), games, "whole games on one core");
}

/// Between places anywhere on the table, on any floor.
fn sight(name: &str, table: &Table) {
    let mut rng = Rng(7);
    let mut place = || {
        let size = table.size();
        let at = Point::new(rng.below(size.x as u32) as i32, rng.below(size.y as u32) as i32);
        let spot = at.on(rng.below(3) as u8);
        if table.has_floor(spot) { spot } else { at.ground() }
    };
    let pairs: Vec<(Spot, Spot)> = (0..50_000).map(|_| (place(), place())).collect();
    let mut clear = 0;
    let time = best(7, || {
        let seen = pairs.iter().filter(|it| table.sees(it.0, it.1, Conditions::default()));
        clear = black_box(seen.count());
    });
    let each = format!("{:.0} ns", time.as_secs_f64() * 1e9 / pairs.len() as f64);
    let note = format!("on average; {} % are clear", 100 * clear / pairs.len());
    row(format!("sight trace, {name}"), each, &note);
}

/// The lists that movement asks for, at positions of random play, At the Double.
fn lists(name: &str, scene: &Arc<Scene>) {
    let allowance = inches(scene.tables.order(Order::Double).allowance);
    let mut times: Vec<Duration> = Vec::new();
    let mut found = 0;
    for seed in 0..3 {
        let mut g = Skirmish::new(scene.clone());
        let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5eed)));
        while !g.is_over() {
            if let Phase::Movement { second: false } = g.phase
                && g.walk.is_none()
            {
                for id in g.ids().filter(|it| g.on_table(*it)).collect::<Vec<ElementId>>() {
                    found += candidates::moves(&g, id, allowance).len();
                    times.push(best(7, || drop(black_box(candidates::moves(&g, id, allowance)))));
                }
            }
            let Ok(()) = Skirmish::step(&mut cx, &mut g);
        }
    }
    let ms = |it: Duration| format!("{:.3} ms", it.as_secs_f64() * 1e3);
    let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
    let note = format!("{} lists of {} on average", times.len(), found / times.len().max(1));
    row(format!("candidates of an element, {name}, mean"), ms(mean), &note);
    let worst = times.iter().max().copied().unwrap_or_default();
    row(format!("candidates of an element, {name}, worst"), ms(worst), "");
}

/// What the computer thinks in a turn of its side.
#[derive(Default)]
struct Timed {
    turns: BTreeMap<(u64, u8, usize), Duration>,
    game: u64,
    slowest: Duration,
}

impl Timed {
    fn think<T>(&mut self, g: &Skirmish, ask: Question, think: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let it = think();
        let took = start.elapsed();
        *self.turns.entry((self.game, g.turn, ask.who.index())).or_default() += took;
        self.slowest = self.slowest.max(took);
        it
    }
}

impl Policy<Skirmish> for &mut Timed {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let seen = g.seen_by(Some(ask.who));
        self.think(g, ask, || staff::advise(&seen, &ask, &options))
    }
    fn plan(&mut self, g: &Skirmish, ask: Question, ready: &[Plan]) -> Plan {
        let seen = g.seen_by(Some(ask.who));
        self.think(g, ask, || staff::plan(&seen, &ask, ready))
    }
}

fn computer(name: &str, scene: &Arc<Scene>) {
    let mut timed = Timed::default();
    let games = 8;
    let start = Instant::now();
    for seed in 0..games {
        timed.game = seed;
        let mut g = Skirmish::new(scene.clone());
        let mut cx = Playout::new(Rng(seed), &mut timed);
        while !g.is_over() {
            let Ok(()) = Skirmish::step(&mut cx, &mut g);
        }
    }
    let whole = start.elapsed() / games as u32;
    let worst = timed.turns.values().max().copied().unwrap_or_default();
    let ms = |it: Duration| format!("{:.1} ms", it.as_secs_f64() * 1e3);
    row(format!("computer, a turn of a side, {name}, worst"), ms(worst), "its thinking alone");
    row(format!("computer, an answer, {name}, worst"), ms(timed.slowest), "");
    row(format!("computer, a whole game of both sides, {name}"), ms(whole), "");
}
