//! The computer on Omaha Beach: `beach first-waves 100` plays many games, `beach first-waves tell 7` tells one, `beach
//! first-waves tune 600` looks for better weights for so many seconds.

use std::collections::BTreeMap;

use kernel::{Ask, Playout, Policy, Rng, Rules, Seed, Session};
use omaha::question::{Opt, Player, Topic};
use omaha::{Day, Shared};
use omaha_table::staff::Weights;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scenario = args.get(1).map_or("first-waves", String::as_str);
    let library = match std::env::var("BOCAGE_MODULES") {
        Ok(dir) => {
            module::Library::open(omaha_table::SHAPES, dir).unwrap_or_else(|it| panic!("{it}"))
        }
        Err(_) => omaha_table::library(),
    };
    let loaded = library.load::<omaha_table::Omaha>("omaha-beach", scenario);
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
    let start = Day::new(Shared::new(data));
    match args.get(2).map(String::as_str) {
        Some("tell") => tell(start, args.get(3).and_then(|it| it.parse().ok()).unwrap_or(1)),
        Some("tune") => tune(&start, args.get(3).and_then(|it| it.parse().ok()).unwrap_or(600)),
        games => series(&start, games.and_then(|it| it.parse().ok()).unwrap_or(20)),
    }
}

struct Seen<'a>(&'a Weights);

impl Policy<Day> for Seen<'_> {
    fn decide(
        &mut self,
        g: &Day,
        ask: Ask<Player, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        omaha_table::staff::decide_by(self.0, &g.seen(), &ask, &options)
    }
}

fn series(start: &Day, games: u64) {
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let began = std::time::Instant::now();
    let (mut points, mut decisions) = (0, 0);
    let mut losses = Losses::default();
    let weights = weights();
    for seed in 0..games {
        let mut g = start.clone();
        let mut cx = Playout::new(Rng(seed), Seen(&weights));
        while !g.is_over() {
            let before = g.clone();
            let Ok(()) = Day::step(&mut cx, &mut g);
            losses.count(&before, &g);
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
    for (how, n) in losses.0 {
        println!("{:7.2}  {how}", f64::from(n) / games);
    }
    let took = began.elapsed().as_secs_f64();
    println!(
        "{:.1} points, {:.0} decisions, {:.2} s a game",
        f64::from(points) / games,
        decisions as f64 / games,
        took / games
    );
}

/// Steps of regular infantry lost in a game, by phase and ground; Germans gone.
#[derive(Default)]
struct Losses(BTreeMap<String, u32>);

impl Losses {
    fn count(&mut self, before: &Day, after: &Day) {
        if matches!(before.phase, omaha::state::Phase::FireCard(omaha::data::Sector::East)) {
            for (unit, hex) in before.troops().filter(|it| before.kind(it.0).is_regular()) {
                let ground = &before.data().ground;
                let place = match ground.row[hex.index()] {
                    Some(row) => format!("{row:?}"),
                    None => format!("{:?}", ground.terrain(hex)),
                };
                *self.0.entry(format!("exposed: {place}")).or_default() += 1;
                if before[unit].disrupted {
                    *self.0.entry(format!("exposed disrupted: {place}")).or_default() += 1;
                }
            }
        }
        for unit in before.all_units().filter(|it| before.kind(*it).is_regular()) {
            let lost = before[unit].steps.saturating_sub(after[unit].steps);
            if lost == 0 {
                continue;
            }
            let ground = &before.data().ground;
            let place =
                before[unit].hex().map_or("afloat".into(), |it| match ground.row[it.index()] {
                    Some(row) => format!("{row:?}"),
                    None => format!("{:?}", ground.terrain(it)),
                });
            let phase = format!("{:?}", before.phase);
            let phase = phase.split('(').next().unwrap_or_default();
            *self.0.entry(format!("steps: {phase}, {place}")).or_default() += u32::from(lost);
            *self.0.entry("steps lost in all".into()).or_default() += u32::from(lost);
        }
        let held = |g: &Day| g.germans_on_map().count() as u32;
        let gone = held(before).saturating_sub(held(after));
        *self.0.entry("germans gone".into()).or_default() += gone;
    }
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
        let choice = omaha_table::staff::decide(&session.now().seen(), &asked.ask, &asked.options);
        if 1 < asked.options.len() {
            println!("> {}", omaha::text::option(session.now(), asked.options[choice]));
        }
        session.answer(0, &kernel::Reply::Option(choice), &seed).expect("was offered");
    }
    println!("{:?}", session.now().outcome);
}

macro_rules! knobs {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        fn knob(weights: &mut Weights, at: usize) -> &mut i32 {
            let all = [$(&mut weights.$name),*];
            all.into_iter().nth(at).expect("a knob")
        }
    };
}

knobs! {
    kill_wanted kill_wn kill_other half shaken deeper reserve seen disrupted paid acted naval step step_counted step_box
    step_spent step_ranger step_tank step_other ready forward command least climb cliff route_paid risk unwanted barrage
    point pair
}

/// The weights of the player, some of them changed by the environment: `paid=4 beach first-waves 100`.
fn weights() -> Weights {
    let mut weights = Weights::BEST;
    for (at, name) in NAMES.iter().enumerate() {
        if let Some(value) = std::env::var(name).ok().and_then(|it| it.parse().ok()) {
            *knob(&mut weights, at) = value;
        }
    }
    weights
}

/// Turns a few knobs at a time and keeps what plays better on the same games.
fn tune(start: &Day, seconds: u64) {
    let mut best = weights();
    let mut rng = Rng(std::process::id().into());
    let began = std::time::Instant::now();
    let mut block = u64::from(std::process::id()) << 20;
    let (mut tried, mut kept) = (0, 0);
    while began.elapsed().as_secs() < seconds {
        let mut other = best;
        let mut turned = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(NAMES.len() as u32) as usize;
            let value = knob(&mut other, at);
            let by = 60 + rng.below(110) as i32;
            *value = (*value * by / 100).max(1);
            turned.push(format!("{} {}", NAMES[at], value));
        }
        tried += 1;
        let (mut sum, mut squares, mut n) = (0.0, 0.0, 0.0);
        block += 1000;
        let mut better = false;
        for game in 0..400 {
            let seed = block + game;
            let difference = result(start, &other, seed) - result(start, &best, seed);
            (sum, squares, n) = (sum + difference, squares + difference * difference, n + 1.0);
            let deviation = (squares / n - (sum / n) * (sum / n)).max(0.01).sqrt() / f64::sqrt(n);
            if 30.0 <= n && sum / n < -0.3 * deviation || 100.0 <= n && sum / n < 0.4 * deviation {
                break;
            }
            better = 120.0 <= n && 1.6 * deviation < sum / n;
            if better {
                break;
            }
        }
        if better {
            best = other;
            kept += 1;
            println!("{kept}/{tried} {:5.2} better over {n}: {}", sum / n, turned.join(", "));
            println!("{best:?}");
        }
    }
}

/// How well a game went: the score, Germans gone, and how far it came before a catastrophe.
fn result(start: &Day, weights: &Weights, seed: u64) -> f64 {
    let mut g = start.clone();
    let mut cx = Playout::new(Rng(seed), Seen(weights));
    let mut germans = 0;
    while !g.is_over() {
        let before = g.germans_on_map().count();
        let Ok(()) = Day::step(&mut cx, &mut g);
        germans += before.saturating_sub(g.germans_on_map().count());
    }
    let outcome = g.outcome.expect("it is over");
    let last = f64::from(g.data().plan.last_turn);
    let end = match outcome.catastrophe {
        Some(_) => f64::from(g.turn) * 8.0 / last - 8.0,
        None => f64::from(outcome.points) + if outcome.level.is_won() { 10.0 } else { 0.0 },
    };
    end + germans as f64 * 0.5
}
