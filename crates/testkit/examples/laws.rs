//! Random games under the laws: `cargo run --release -p testkit --example laws -- 10000`.

use std::process::ExitCode;
use std::time::Instant;

use testkit::laws::{gts, laws};

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
    for (name, start) in scenarios {
        let begun = Instant::now();
        match laws(&start, 0..games, seed, 50) {
            Ok(tally) => println!("{name}: {tally}; {:.1} s", begun.elapsed().as_secs_f64()),
            Err(broken) => {
                println!("{name}: {broken}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
