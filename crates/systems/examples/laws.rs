//! Random games under the laws, on all cores: `cargo run --release -p systems --example laws -- 10000`; a seed and the
//! beginning of the names of scenarios may follow: `-- 200 1 omaha/omaha-beach/first`; a fourth word lists the rules cited.

use std::process::ExitCode;

fn main() -> ExitCode {
    let number = |n: usize, default| {
        std::env::args().nth(n).and_then(|it| it.parse().ok()).unwrap_or(default)
    };
    let (games, seed) = (number(1, 1000), number(2, 1));
    let only = std::env::args().nth(3).unwrap_or_default();
    // A panic is a broken law and is reported as one.
    std::panic::set_hook(Box::new(|_| ()));
    let mut clean = true;
    for system in systems::ALL {
        if !only.starts_with(system.key()) && !system.key().starts_with(&only) {
            continue;
        }
        clean &= match system.laws(&only, games, seed) {
            Ok(judged) => judged.iter().all(report),
            Err(errors) => {
                eprintln!("{errors}");
                false
            }
        };
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report(judged: &systems::Judged) -> bool {
    println!("{}: {}", judged.start, judged.tally);
    if std::env::args().nth(4).is_some() {
        let cited: Vec<&str> = judged.tally.cited.iter().copied().collect();
        println!("  cited: {}", cited.join(" "));
    }
    for (count, first) in &judged.broken {
        println!("  {count} games: {first}");
    }
    judged.broken.is_empty()
}
