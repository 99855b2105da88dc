//! Run conformance cases, ours or anybody's.

use std::path::Path;

use serde_json::json;

use crate::failure::{Failure, say, say_json};

pub(crate) fn cases(dir: &Path, as_json: bool) -> Result<(), Failure> {
    if let Err(error) = dir.metadata() {
        return Err(Failure::file("read", dir, &error));
    }
    let report = testkit::cases::run_cases(&systems::cases(), dir);
    let clean = report.is_clean();
    if as_json {
        say_json(&json!({ "ok": clean, "report": report }))?;
    } else {
        say(&report.to_string())?;
    }
    if clean { Ok(()) } else { Err(Failure::Wrong) }
}
