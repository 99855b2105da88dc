//! Writes down which files of `web/` a release build embeds. A debug build reads them from the disk instead.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = here.join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|it| it == "release") {
        println!("cargo::rerun-if-changed={}", web.display());
    }
    let mut files = Vec::new();
    walk(&web, "", &mut files);
    files.sort();
    let mut out = String::from("&[\n");
    for (name, path) in files {
        let _ = writeln!(out, "    ({name:?}, include_bytes!({path:?})),");
    }
    out.push_str("]\n");
    let to = PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("web.rs");
    if let Err(error) = fs::write(&to, out) {
        println!("cargo::error=cannot write {}: {error}", to.display());
    }
}

/// Only what a page can ask for; notes, tests and configuration stay out.
const SERVED: [&str; 9] =
    ["html", "css", "js", "svg", "png", "ico", "woff2", "json", "webmanifest"];

fn walk(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if name.starts_with('.') || name == "node_modules" || name == "tests" {
            continue;
        }
        if path.is_dir() {
            walk(&path, &format!("{prefix}{name}/"), files);
        } else if path.extension().is_some_and(|it| SERVED.iter().any(|served| it == *served)) {
            let full = path.canonicalize().unwrap_or(path);
            files.push((format!("{prefix}{name}"), full.to_string_lossy().into_owned()));
        }
    }
}
