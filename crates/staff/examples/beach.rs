//! The computer on Omaha Beach: `beach first-waves 100` plays many games, `beach first-waves tell 7` tells one.

use std::collections::BTreeMap;

use kernel::{Ask, Playout, Policy, Rng, Rules, Seed, Session};
use omaha::question::{Opt, Player, Topic};
use omaha::{Day, Shared};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scenario = args.get(1).map_or("first-waves", String::as_str);
    let loaded = module::Library::embedded().load("omaha", "omaha-beach", scenario);
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).game.omaha().expect("an omaha scenario");
    let start = Day::new(Shared::new(data));
    match args.get(2).map(String::as_str) {
        Some("tell") => tell(start, args.get(3).and_then(|it| it.parse().ok()).unwrap_or(1)),
        games => series(&start, games.and_then(|it| it.parse().ok()).unwrap_or(20)),
    }
}

struct Seen;

impl Policy<Day> for Seen {
    fn decide(
        &mut self,
        g: &Day,
        ask: Ask<Player, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        staff::omaha::decide(&g.seen(), &ask, &options)
    }
}

fn series(start: &Day, games: u64) {
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let began = std::time::Instant::now();
    let (mut points, mut decisions) = (0, 0);
    for seed in 0..games {
        let mut g = start.clone();
        let mut cx = Playout::new(Rng(seed), Seen);
        while !g.is_over() {
            let Ok(()) = Day::step(&mut cx, &mut g);
        }
        decisions += cx.decisions;
        let outcome = g.outcome.expect("it is over");
        points += i32::from(outcome.points);
        let end = match outcome.catastrophe {
            Some(_) => format!("catastrophe by turn {:02}", g.turn),
            None => format!("{} {:3} points", outcome.level.name(), outcome.points),
        };
        *ends.entry(end).or_default() += 1;
    }
    for (end, n) in ends {
        println!("{n:5}  {end}");
    }
    let games = games as f64;
    let took = began.elapsed().as_secs_f64();
    println!(
        "{:.1} points, {:.0} decisions, {:.2} s a game",
        f64::from(points) / games,
        decisions as f64 / games,
        took / games
    );
}

fn tell(start: Day, seed: u64) {
    let data = start.clone();
    let seed = Seed::from_number(seed);
    let mut session = Session::open(start, Vec::new(), &seed).unwrap_or_else(|it| panic!("{it:?}"));
    let mut told = 0;
    loop {
        let lines = session.log();
        for line in &lines[told..] {
            if let kernel::Item::Happened(event) = &line.item {
                println!("  {}", event.words(data.data()).0);
            }
        }
        told = lines.len();
        let Some(asked) = session.asked(0) else { break };
        let choice = staff::omaha::decide(&session.now().seen(), &asked.ask, &asked.options);
        if 1 < asked.options.len() {
            println!("> {}", omaha::text::option(session.now(), asked.options[choice]));
        }
        session.answer(0, choice, &seed);
    }
    println!("{:?}", session.now().outcome);
}
