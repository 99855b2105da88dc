//! Runs cases of tcs alone: `cargo run -q -p tcs-table --example cases -- cases/tcs/fire.md`; with a folder, also what has no case yet.

use std::path::PathBuf;

use tcs_table::Tcs;
use testkit::cases::{Play, Played, run_cases, run_text};
use testkit::coverage::statements;

fn main() {
    let play: Play = <Tcs as Played>::case;
    let systems = [("tcs", play)];
    let mut clean = true;
    for path in std::env::args().skip(1).map(PathBuf::from) {
        let report = if path.is_dir() {
            run_cases(&systems, &path)
        } else {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            run_text(&systems, "tcs", &path, &text)
        };
        println!("{report}");
        clean &= report.is_clean();
        let all = statements("tcs", include_str!("../../../../rules/tcs.md"));
        let open: Vec<&str> = all
            .iter()
            .map(|it| it.id.as_str())
            .filter(|it| !report.covered.contains(*it))
            .collect();
        let unknown = report.claimed.keys().filter(|it| all.iter().all(|is| is.id != **it));
        for it in unknown {
            println!("no statement is called {it}");
        }
        println!("{} of {} statements have a case", all.len() - open.len(), all.len());
        if path.is_dir() && std::env::var("OPEN").is_ok() {
            println!("{}", open.join("\n"));
        }
    }
    std::process::exit(i32::from(!clean));
}
