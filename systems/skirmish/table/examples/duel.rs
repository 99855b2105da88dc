//! The staff against itself and against random play: who wins, what it does, and how long it thinks.
//!
//! `cargo run --release -p skirmish-table --example duel -- [scenario] [games] [first seed] [staff|chance staff|chance] [what is changed]`
//!
//! Changes to try before they are written into the scenario: `break=6/7`, `turns=9`, `points.church=2/3`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::{Playout, Policy, Rng, Rules as _, Uniform};
use skirmish::Skirmish;
use skirmish::data::{Scene, Side};
use skirmish::fire::Aim;
use skirmish::question::{Opt, Plan, Question, Topic};
use skirmish::state::{How, Phase};
use skirmish_table::staff;

/// The staff for some sides, chance for the others.
struct Table {
    by_staff: [bool; 2],
    chance: Uniform,
    /// What was done, by side.
    done: [BTreeMap<&'static str, u32>; 2],
    /// Time thought by a side in its turn, and the longest.
    turn: u8,
    thought: [Duration; 2],
    longest: Duration,
    slowest: (Duration, &'static str),
}

impl Table {
    fn count(&mut self, side: Side, what: &'static str, n: usize) {
        *self.done[side.index()].entry(what).or_default() += n as u32;
    }

    fn timed<T>(&mut self, g: &Skirmish, ask: Question, f: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let it = f();
        let took = begun.elapsed();
        if self.turn != g.turn {
            self.turn = g.turn;
            self.thought = [Duration::ZERO; 2];
        }
        self.thought[ask.who.index()] += took;
        self.longest = self.longest.max(self.thought[ask.who.index()]);
        self.slowest = self.slowest.max((took, ask.rule.code));
        it
    }
}

impl Policy<Skirmish> for Table {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        if !self.by_staff[ask.who.index()] {
            return self.chance.decide(g, ask, n, opt);
        }
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let seen = g.seen_by(Some(ask.who));
        let choice = self.timed(g, ask, || staff::advise(&seen, &ask, &options));
        match options[choice] {
            Opt::Order(order) => self.count(ask.who, order.name(), 1),
            Opt::Mark { .. } => self.count(ask.who, "marks", 1),
            Opt::Stop => self.count(ask.who, "stops", 1),
            Opt::CarryOn => self.count(ask.who, "goes on", 1),
            _ => (),
        }
        choice
    }

    fn plan(&mut self, g: &Skirmish, ask: Question, ready: &[Plan]) -> Plan {
        if !self.by_staff[ask.who.index()] {
            return self.chance.plan(g, ask, ready);
        }
        let seen = g.seen_by(Some(ask.who));
        let plan = self.timed(g, ask, || staff::plan(&seen, &ask, ready));
        match &plan {
            Plan::Fire(shots) => {
                for shot in shots {
                    let what = match shot.aim {
                        Aim::Element { .. } => "volleys",
                        Aim::Figure(_) => "direct HE",
                        Aim::Call { smoke: true, .. } => "smoke",
                        Aim::Call { .. } => "calls",
                        Aim::Continue | Aim::Adjust { .. } => "for effect",
                    };
                    self.count(ask.who, what, 1);
                }
            }
            Plan::Assault(charges) => self.count(ask.who, "charges", charges.len()),
            Plan::Move(_) if matches!(ask.topic, Topic::Run(_)) => {
                self.count(ask.who, "flights", 1);
            }
            _ => (),
        }
        plan
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| args.get(i).map(String::as_str);
    let scenario = word(0).unwrap_or("gate");
    let games: u64 = word(1).and_then(|it| it.parse().ok()).unwrap_or(20);
    let first: u64 = word(2).and_then(|it| it.parse().ok()).unwrap_or(1);
    let by_staff = [word(3) != Some("chance"), word(4) != Some("chance")];
    let loaded =
        skirmish_table::library().load::<skirmish_table::Skirmish>("platoon-actions", scenario);
    let mut scene = Arc::into_inner(loaded.expect("the module we ship loads").data)
        .expect("nobody else has it");
    args.iter().skip(5).for_each(|it| change(&mut scene, it));
    let scene = Arc::new(scene);
    let begun = Instant::now();
    let mut table = Table {
        by_staff,
        chance: Uniform(Rng(first)),
        done: [BTreeMap::new(), BTreeMap::new()],
        turn: 0,
        thought: [Duration::ZERO; 2],
        longest: Duration::ZERO,
        slowest: (Duration::ZERO, ""),
    };
    let (mut won, mut how, mut points, mut turns) = ([0; 3], BTreeMap::new(), [0; 2], 0);
    let mut held = vec![[0; 2]; scene.objectives.len()];
    for seed in first..first + games {
        let mut g = Skirmish::new(scene.clone());
        let mut cx = Playout::new(Rng(seed), table);
        while !g.is_over() {
            let Ok(()) = Skirmish::step(&mut cx, &mut g);
        }
        table = cx.policy;
        assert_eq!(g.phase, Phase::Over);
        let outcome = g.outcome.expect("a game that is over has an outcome");
        won[outcome.winner.map_or(2, Side::index)] += 1;
        *how.entry((outcome.winner.map_or(2, Side::index), word_of(outcome.how))).or_insert(0) += 1;
        turns += u64::from(g.turn);
        for side in Side::BOTH {
            points[side.index()] += outcome.points[side.index()];
        }
        for (held, by) in held.iter_mut().zip(&g.objectives) {
            if let Some(side) = by {
                held[side.index()] += 1;
            }
        }
    }
    let each = |n: f64| n / games as f64;
    println!("{scenario}, {games} games: {won:?}, {how:?}");
    println!(
        "  {:.1} turns, points {:.1} : {:.1}, held {held:?}",
        each(turns as f64),
        each(f64::from(points[0])),
        each(f64::from(points[1]))
    );
    for side in Side::BOTH {
        let done: Vec<String> = table.done[side.index()]
            .iter()
            .map(|(what, n)| format!("{what} {:.1}", each(f64::from(*n))))
            .collect();
        println!("  {}: {}", scene.sides[side.index()].name, done.join(", "));
    }
    println!(
        "  {:.3} s a game; a side's turn at most {:.3} s; slowest answer {:.1} ms ({})",
        each(begun.elapsed().as_secs_f64()),
        table.longest.as_secs_f64(),
        table.slowest.0.as_secs_f64() * 1e3,
        table.slowest.1
    );
}

/// `break=6/7`, `turns=9`, `points.church=2/3`
fn change(scene: &mut Scene, what: &str) {
    let (name, value) = what.split_once('=').expect("NAME=VALUE");
    let numbers: Vec<i32> = value.split('/').map(|it| it.parse().expect("a number")).collect();
    match (name.split_once('.'), name, numbers.as_slice()) {
        (None, "break", [first, second]) => {
            (scene.sides[0].break_point, scene.sides[1].break_point) =
                (Some(*first), Some(*second));
        }
        (None, "turns", [turns]) => scene.turns = *turns as u8,
        (Some(("points", key)), _, [first, second]) => {
            let found = scene.objectives.iter_mut().find(|it| it.key == key);
            found.expect("an objective").points = [*first, *second];
        }
        _ => panic!("what is {what}?"),
    }
}

const fn word_of(how: How) -> &'static str {
    match how {
        How::Automatic => "automatic",
        How::Rout => "rout",
        How::Decisive => "decisive",
        How::Points => "points",
        How::Tie => "tie",
        How::Conceded => "conceded",
    }
}
