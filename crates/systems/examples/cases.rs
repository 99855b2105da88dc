//! Runs cases: `cargo run -p systems --example cases -- cases/gts/direct-fire.md`. `bocage cases DIR` does the same.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic of the rules is reported as a failure of its case; the default message would only repeat it.
    std::panic::set_hook(Box::new(|_| ()));
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let paths = if paths.is_empty() { vec!["cases".into()] } else { paths };
    let mut clean = true;
    for path in paths {
        let report = testkit::cases::run_cases(&systems::cases(), &path);
        println!("{report}");
        clean &= report.is_clean();
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
