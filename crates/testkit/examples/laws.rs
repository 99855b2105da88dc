//! Random games under the laws, on all cores: `cargo run --release -p testkit --example laws -- 10000`; a seed and the
//! beginning of the names of scenarios may follow: `-- 200 1 omaha/omaha-beach/first`; a fourth word lists the rules cited.

use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use testkit::laws::{Broken, Lawful, Tally, survey};

fn main() -> ExitCode {
    let number = |n: usize, default| {
        std::env::args().nth(n).and_then(|it| it.parse().ok()).unwrap_or(default)
    };
    let (games, seed) = (number(1, 1000), number(2, 1));
    let only = std::env::args().nth(3).unwrap_or_default();
    // A panic is a broken law and is reported as one.
    std::panic::set_hook(Box::new(|_| ()));
    let mut clean = true;
    #[cfg(feature = "gts")]
    if "gts".starts_with(&only) || only.starts_with("gts") {
        clean &= system(testkit::laws::gts::scenarios(), &only, games, seed);
    }
    #[cfg(feature = "omaha")]
    if "omaha".starts_with(&only) || only.starts_with("omaha") {
        clean &= system(testkit::laws::omaha::scenarios(), &only, games, seed);
        clean &= system(testkit::laws::omaha::variants(), &only, games, seed);
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn system<G: Lawful + Sync>(
    scenarios: Result<Vec<(String, G)>, String>,
    only: &str,
    games: u64,
    seed: u64,
) -> bool {
    let scenarios = match scenarios {
        Ok(it) => it,
        Err(errors) => {
            eprintln!("{errors}");
            return false;
        }
    };
    let mut clean = true;
    for (name, start) in scenarios.into_iter().filter(|it| it.0.starts_with(only)) {
        let begun = Instant::now();
        let (tally, broken) = play(&start, games, seed);
        println!("{name}: {tally}; {:.1} s", begun.elapsed().as_secs_f64());
        if std::env::args().nth(4).is_some() {
            let cited: Vec<&str> = tally.cited.iter().copied().collect();
            println!("  cited: {}", cited.join(" "));
        }
        for (count, first) in &broken {
            println!("  {count} games: {first}");
        }
        clean &= broken.is_empty();
    }
    clean
}

/// Every core takes its share; every fiftieth game is played again by the live driver.
fn play<G: Lawful + Sync>(start: &G, games: u64, seed: u64) -> (Tally, Vec<(u64, Broken)>) {
    let cores = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    let share = games.div_ceil(cores);
    thread::scope(|scope| {
        let ranges = (0..cores).map(|it| (it * share).min(games)..((it + 1) * share).min(games));
        let workers: Vec<_> =
            ranges.map(|it| scope.spawn(move || survey(start, it, seed, 50))).collect();
        let (mut tally, mut broken) = (Tally::default(), Vec::new());
        for worker in workers {
            if let Ok((played, found)) = worker.join() {
                tally.join(played);
                broken.extend(found);
            }
        }
        (tally, broken)
    })
}
