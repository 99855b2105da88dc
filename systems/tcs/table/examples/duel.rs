//! The staff against itself and against random play: who wins, by how much, what it does, and how long it thinks.
//!
//! `cargo run --release -p tcs-table --example duel -- [scenario] [games] [first seed] [who] [log] [weights.toml]`, who: `staff`,
//! `first`, `second` or `chance`; with `log` as a fifth word every answer is printed with its reason; other weights than those
//! of the staff are read from a file, so that they can be tried without building anything.

use std::collections::BTreeMap;
use std::time::Instant;

use kernel::{Playout, Policy, Rng, Rules, Uniform, Wanted};
use module::{Library, Shape};
use tcs::id::Side;
use tcs::plan::Plan;
use tcs::question::{Action, Opt, Question, Topic};
use tcs::state::{MissionKind, Outcome, Won};
use tcs::{Battle, Shared, victory};
use tcs_table::Tcs;
use tcs_table::staff::{self, Weights};

/// A game longer than this has stalled.
const STALLED: u64 = 400_000;

/// The staff for some sides, chance for the others.
struct Table<'a> {
    w: &'a Weights,
    by_staff: [bool; 2],
    chance: Uniform,
    log: bool,
    counts: BTreeMap<(&'static str, usize), u64>,
    times: Vec<(u64, &'static str)>,
}

impl Policy<Battle> for Table<'_> {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let choice = if self.by_staff[ask.who.index()] {
            let seen = g.seen_by(Some(ask.who));
            let begun = Instant::now();
            let it = staff::consider(self.w, &seen, &ask, &options);
            self.times.push((begun.elapsed().as_nanos() as u64, ask.rule.code));
            let choice = options
                .iter()
                .position(|of| *of == it.opt)
                .unwrap_or_else(|| panic!("{it:?} was not offered for {ask:?}: {options:?}"));
            if self.log && 1 < n {
                println!(
                    "    {} {:?}: {} ({}, {})",
                    g.turn,
                    ask.who,
                    named(g, &ask, it.opt),
                    it.worth,
                    it.why
                );
            }
            choice
        } else {
            self.chance.decide(g, ask, n, |it| options[it])
        };
        if let Some(what) = what(ask.topic, options[choice]) {
            *self.counts.entry((what, ask.who.index())).or_default() += 1;
        }
        choice
    }

    fn wants(&self) -> Wanted {
        // A staff looks through all that is ready.
        if self.by_staff == [false; 2] {
            Policy::<Battle>::wants(&self.chance)
        } else {
            Wanted::All
        }
    }

    fn plan(&mut self, g: &Battle, ask: Question, ready: &[Plan]) -> Plan {
        if !self.by_staff[ask.who.index()] {
            return self.chance.plan(g, ask, ready);
        }
        let begun = Instant::now();
        let plan = staff::plan_by(self.w, &g.seen_by(Some(ask.who)), &ask, ready);
        self.times.push((begun.elapsed().as_nanos() as u64, ask.rule.code));
        let (what, n) = match &plan {
            Plan::Sheets(it) => ("sheets", it.len()),
            Plan::Checks(it) => ("checks", it.len()),
            Plan::Joins(it) => ("joins", it.len()),
            Plan::Throws(it) => ("throws", it.len()),
            Plan::SetUp(_) => ("set-ups", 1),
        };
        *self.counts.entry((what, ask.who.index())).or_default() += n as u64;
        if self.log && 0 < n {
            println!(
                "    {} {:?}: {}",
                g.turn,
                ask.who,
                serde_json::to_string(&plan)
                    .unwrap_or_default()
                    .chars()
                    .take(200)
                    .collect::<String>()
            );
        }
        plan
    }
}

fn named(g: &Battle, ask: &Question, opt: Opt) -> String {
    let text = format!("{:?} -> {opt:?}", ask.topic);
    // Names instead of numbers, as far as they can be told apart.
    let mut out = text;
    for id in g.data.ids() {
        out = out.replace(&format!("UnitId({})", id.0), &g.card(id).key);
    }
    for hex in g.data.map().hexes() {
        out = out.replace(&format!("HexId({})", hex.0), &g.data.map().label(hex).to_string());
    }
    out
}

fn what(topic: Topic, opt: Opt) -> Option<&'static str> {
    match (topic, opt) {
        (Topic::WhatNow(_), Opt::Act(it)) => Some(match it {
            Action::ToMove => "to move",
            Action::ToFire => "to fire",
            Action::Move => "moves",
            Action::Suppress => "SFA",
            Action::PointFire => "PFA",
            Action::AtRoll => "AT",
            Action::Smoke => "smoke",
            Action::Illuminate => "light",
            Action::DigIn => "dig in",
            Action::Assault => "assault",
            Action::Overrun => "overrun",
            Action::Breach => "breach",
            Action::Mount => "mount",
            Action::Dismount => "dismount",
            Action::Impulses => "impulses",
            Action::Finish => "finish",
        }),
        (Topic::Overwatch(_), Opt::Nobody) => Some("hold fire"),
        (Topic::Overwatch(_), _) => Some("overwatch"),
        (Topic::WhichMission(_), Opt::Mission { kind, .. }) => Some(match kind {
            MissionKind::He => "HE",
            MissionKind::Continuous => "continuous",
            MissionKind::Smoke => "smoke mission",
            MissionKind::Illumination => "illumination",
        }),
        (Topic::RetreatTo(_), _) => Some("retreat"),
        _ => None,
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.into());
    let scenario = arg(0, "the-farm");
    let games: u64 = arg(1, "20").parse().expect("a number of games");
    let first: u64 = arg(2, "1").parse().expect("a seed");
    let by_staff = match arg(3, "staff").as_str() {
        "first" => [true, false],
        "second" => [false, true],
        "chance" => [false, false],
        _ => [true, true],
    };
    let weights: Weights = match args.get(5) {
        Some(path) => {
            toml::from_str(&std::fs::read_to_string(path).expect("weights")).expect("weights")
        }
        None => Weights::best().clone(),
    };
    let folders = ["/../../../modules", "/../modules"];
    let folder = folders.map(|it| format!("{}{it}", env!("CARGO_MANIFEST_DIR")));
    let folder = folder.iter().find(|it| std::path::Path::new(it).join("tcs").exists());
    let library = Library::open(&[Shape::of::<Tcs>()], folder.expect("modules of tcs"));
    let loaded = library.expect("a library").load::<Tcs>("hill-151", &scenario);
    let start = Battle::new(Shared::new(loaded.unwrap_or_else(|it| panic!("{it}")).data));
    let mut wins = [0_u64; 2];
    let (mut draws, mut decisive, mut decisions) = (0, 0, 0);
    let mut points = [0_u64; 2];
    let mut lost = [0_u64; 2];
    let mut held = vec![0_u64; start.data.scoring.len()];
    let mut leads: Vec<i64> = Vec::new();
    let mut counts = BTreeMap::new();
    let mut times = Vec::new();
    let begun = Instant::now();
    for seed in first..first + games {
        let table = Table {
            w: &weights,
            by_staff,
            chance: Uniform(Rng(!seed)),
            log: arg(4, "") == "log",
            counts: std::mem::take(&mut counts),
            times: std::mem::take(&mut times),
        };
        let mut cx = Playout::new(Rng(seed), table);
        let mut g = start.clone();
        while !g.is_over() {
            let Ok(()) = Battle::step(&mut cx, &mut g);
            if STALLED < cx.decisions {
                println!("seed {seed} has stalled in turn {}", g.turn);
                break;
            }
        }
        decisions += cx.decisions;
        counts = cx.policy.counts;
        times = cx.policy.times;
        match g.outcome {
            Some(Outcome::Won { by, how }) => {
                wins[by.index()] += 1;
                decisive += u64::from(how != Won::Marginal);
            }
            _ => draws += 1,
        }
        let of = Side::BOTH.map(|it| victory::points(&g, it));
        leads.push(i64::from(of[0]) - i64::from(of[1]));
        for side in [0, 1] {
            points[side] += u64::from(of[side]);
            lost[side] += u64::from(g.lost[side]);
        }
        for (n, holder) in held.iter_mut().zip(&g.holders) {
            *n += u64::from(*holder == Some(Side::First));
        }
    }
    let took = begun.elapsed().as_secs_f64();
    let per = |it: u64| it as f64 / games as f64;
    println!("{games} games of {scenario}, {by_staff:?} by the staff");
    println!("  wins {} : {}, draws {draws}, decisive {decisive}", wins[0], wins[1]);
    println!(
        "  mean points {:.1} : {:.1}, steps lost {:.1} : {:.1}",
        per(points[0]),
        per(points[1]),
        per(lost[0]),
        per(lost[1])
    );
    leads.sort_unstable();
    let at = |share: usize| leads[(leads.len() - 1) * share / 100];
    println!(
        "  lead of the first side: {} {} {} {} {} (0, 25, 50, 75, 100 %)",
        at(0),
        at(25),
        at(50),
        at(75),
        at(100)
    );
    let map = start.data.map();
    let places = start.data.scoring.iter().zip(&held);
    let places: Vec<String> =
        places.map(|(it, n)| format!("{} {}", map.label(it.hex), n * 100 / games)).collect();
    println!("  held by the first side, in percent: {}", places.join(", "));
    let mut said: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    for ((what, side), n) in &counts {
        said.entry(what).or_default()[*side] = per(*n);
    }
    let said: Vec<String> =
        said.iter().map(|(it, n)| format!("{it} {:.1}:{:.1}", n[0], n[1])).collect();
    println!("  a game: {}", said.join(", "));
    println!(
        "  {:.0} decisions and {:.3} s a game, {:.0} decisions a second",
        per(decisions),
        took / games as f64,
        decisions as f64 / took
    );
    if !times.is_empty() {
        let mut by: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for (ns, rule) in &times {
            let it = by.entry(rule).or_default();
            *it = (it.0 + ns, it.1 + 1);
        }
        let mut by: Vec<_> = by.into_iter().collect();
        by.sort_by_key(|it| std::cmp::Reverse(it.1.0));
        let said: Vec<String> = by
            .iter()
            .take(6)
            .map(|(rule, (ns, n))| format!("{rule} {:.2} s ({n})", *ns as f64 / 1e9))
            .collect();
        println!("  time: {}", said.join(", "));
    }
}
