//! Check modules: all that is wrong, with file and line.

use std::io::IsTerminal;
use std::path::Path;

use serde_json::json;

use crate::failure::{Failure, say, say_json};

pub(crate) fn check(path: &Path, as_json: bool) -> Result<(), Failure> {
    if let Err(error) = path.metadata() {
        return Err(Failure::file("read", path, &error));
    }
    let report = module::check(&systems::shapes(), path);
    let clean = report.is_clean();
    if as_json {
        say_json(&json!({ "ok": clean, "report": report }))?;
    } else if clean {
        for scenario in &report.scenarios {
            say(&format!("ok {scenario}"))?;
        }
        let (modules, scenarios) = (report.modules.len(), report.scenarios.len());
        say(&format!(
            "{}, {}: no problem found",
            some(modules, "module"),
            some(scenarios, "scenario")
        ))?;
    } else {
        eprint!("{}", report.errors.render(std::io::stderr().is_terminal()));
        let (problems, modules) = (report.errors.count(), report.modules.len());
        say(&format!("{} in {}", some(problems, "problem"), some(modules, "module")))?;
    }
    if clean { Ok(()) } else { Err(Failure::Wrong) }
}

/// "1 module", "2 modules"
fn some(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
