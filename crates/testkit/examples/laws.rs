//! Random games under the laws: `cargo run --release -p testkit --example laws -- 10000`.

use std::process::ExitCode;
use std::time::Instant;

use testkit::laws::{gts, survey};

fn main() -> ExitCode {
    let games = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(1000);
    let seed = std::env::args().nth(2).and_then(|it| it.parse().ok()).unwrap_or(1);
    let scenarios = match gts::scenarios() {
        Ok(it) => it,
        Err(errors) => {
            eprintln!("{errors}");
            return ExitCode::FAILURE;
        }
    };
    std::panic::set_hook(Box::new(|_| ()));
    let mut clean = true;
    for (name, start) in scenarios {
        let begun = Instant::now();
        let (tally, broken) = survey(&start, 0..games, seed, 50);
        println!("{name}: {tally}; {:.1} s", begun.elapsed().as_secs_f64());
        for (count, first) in &broken {
            println!("  {count} games: {first}");
        }
        clean &= broken.is_empty();
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
