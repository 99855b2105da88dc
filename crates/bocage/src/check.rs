//! Check modules: all that is wrong, with file and line.

use std::io::IsTerminal;
use std::path::Path;

use serde_json::json;

use crate::failure::{Failure, say, say_json};

pub(crate) fn check(path: &Path, as_json: bool) -> Result<(), Failure> {
    if let Err(error) = path.metadata() {
        return Err(Failure::file("read", path, &error));
    }
    let report = module::check(path);
    let clean = report.is_clean();
    if as_json {
        say_json(&json!({ "ok": clean, "report": report }))?;
    } else if clean {
        for scenario in &report.scenarios {
            say(&format!("ok {scenario}"))?;
        }
        say(&format!(
            "{} modules, {} scenarios: no problem found",
            report.modules.len(),
            report.scenarios.len()
        ))?;
    } else {
        eprint!("{}", report.errors.render(std::io::stderr().is_terminal()));
        say(&format!("{} problems in {} modules", report.errors.count(), report.modules.len()))?;
    }
    if clean { Ok(()) } else { Err(Failure::Wrong) }
}
