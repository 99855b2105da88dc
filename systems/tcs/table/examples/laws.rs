//! Random games of tcs alone under the laws, on one core: `cargo run --release -p tcs-table --example laws -- [games] [seed] [scenario]`.
//! What `cargo xtask laws` does for all systems, without building them.

use std::time::Instant;

use tcs_table::Tcs;
use testkit::laws::{laws, scenarios};

/// One game in so many is played again, question by question.
const AGAIN: u64 = 10;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, usual: u64| args.get(i).map_or(usual, |it| it.parse().expect("a number"));
    let (games, seed) = (number(0, 100), number(1, 1));
    let mut sound = true;
    for (name, start) in scenarios::<Tcs>().expect("the shipped modules load") {
        if args.get(2).is_some_and(|it| !name.ends_with(it.as_str())) {
            continue;
        }
        let begun = Instant::now();
        match laws::<Tcs>(&start, 0..games, seed, AGAIN) {
            Ok(tally) => println!("{name}: {tally}; {:.0} s", begun.elapsed().as_secs_f64()),
            Err(broken) => {
                sound = false;
                println!("{name}: {broken}");
            }
        }
    }
    std::process::exit(i32::from(!sound));
}
