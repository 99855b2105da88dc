//! Do other weights play better? Changed weights against those shipped, on all scenarios and both sides, same seeds.
//!
//! `cargo run --release -p skirmish-table --example tune -- [games] guard=0.5 goal*2 ...`
//!
//! Every change is tried by itself; `a=1,b=2` are two at once. Of each it prints how many of a hundred games the changed weights
//! win by scenario, in all, and the standard error of that.

use std::sync::Arc;

use kernel::{Playout, Policy, Rng, Rules as _};
use skirmish::Skirmish;
use skirmish::data::{Scene, Side};
use skirmish::question::{Opt, Plan, Question};
use skirmish_table::staff::{Weights, advise_by, plan_by};

const SCENARIOS: [&str; 3] = ["gate", "farm", "bridge"];
/// For each game of a large scenario so many of the small one.
const MORE: [u64; 3] = [5, 1, 1];

/// Each side by its own weights.
struct Staffs([Weights; 2]);

impl Policy<Skirmish> for Staffs {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        advise_by(&self.0[ask.who.index()], &g.seen_by(Some(ask.who)), &ask, &options)
    }

    fn plan(&mut self, g: &Skirmish, ask: Question, ready: &[Plan]) -> Plan {
        plan_by(&self.0[ask.who.index()], &g.seen_by(Some(ask.who)), &ask, ready)
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(20);
    let scenes = SCENARIOS.map(scene);
    for change in args {
        let changed = changed(&change);
        let (mut sum, mut n) = (0.0, 0.0);
        let mut of = Vec::new();
        for (scene, more) in scenes.iter().zip(MORE) {
            let mut won = [0.0; 2];
            let games = games * more;
            for seed in 0..games {
                for side in Side::BOTH {
                    let mut weights = [*Weights::shipped(); 2];
                    weights[side.index()] = changed;
                    won[side.index()] += match winner(scene, weights, seed) {
                        Some(it) if it == side => 1.0,
                        Some(_) => 0.0,
                        None => 0.5,
                    };
                }
            }
            let rate = (won[0] + won[1]) / (2 * games) as f64;
            sum += rate;
            n += rate * (1.0 - rate) / (2 * games) as f64;
            let percent = |it: f64| 100.0 * it / games as f64;
            of.push(format!("{:.0}/{:.0}", percent(won[0]), percent(won[1])));
        }
        let mean = 100.0 * sum / scenes.len() as f64;
        let error = 100.0 * n.sqrt() / scenes.len() as f64;
        println!("{change}: {mean:.1} ± {error:.1}   {}", of.join("  "));
    }
}

fn scene(name: &str) -> Arc<Scene> {
    let loaded =
        skirmish_table::library().load::<skirmish_table::Skirmish>("platoon-actions", name);
    loaded.expect("the module we ship loads").data
}

fn winner(scene: &Arc<Scene>, weights: [Weights; 2], seed: u64) -> Option<Side> {
    let mut g = Skirmish::new(scene.clone());
    let mut cx = Playout::new(Rng(seed), Staffs(weights));
    while !g.is_over() {
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
    }
    g.outcome.and_then(|it| it.winner)
}

/// The shipped weights with some of them set (`=`) or multiplied (`*`).
fn changed(changes: &str) -> Weights {
    let mut table: toml::Table =
        toml::from_str(include_str!("../src/staff/weights.toml")).expect("the shipped weights");
    for change in changes.split(',').filter(|it| *it != "nothing") {
        let at = change.find(['=', '*']).expect("name=value or name*factor");
        let (name, value) = (&change[..at], change[at + 1..].parse::<f64>().expect("a number"));
        let old = table[name].as_float().expect("a weight");
        let new = if change[at..].starts_with('=') { value } else { old * value };
        table.insert(name.into(), new.into());
    }
    let line = |(name, value): (&String, &toml::Value)| {
        format!("{name} = {:?}\n", value.as_float().expect("a weight"))
    };
    let text: String = table.iter().map(line).collect();
    Weights::read(&text).expect("weights")
}
