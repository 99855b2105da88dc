//! Draws the map of the landing: `cargo run -p omaha-table --features png --example landing -- DIR [SCALE]`.

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let dir = PathBuf::from(env::args().nth(1).unwrap_or_else(|| String::from(".")));
    let modules = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../modules");
    let library =
        module::Library::open(omaha_table::SHAPES, modules).map_err(|it| it.to_string())?;
    let loaded = library
        .load::<omaha_table::Omaha>("omaha-beach", "first-waves")
        .map_err(|it| it.to_string())?;
    let data = loaded.data;
    let svg = omaha_table::art::map_svg(&data, &draw::MapStyle::default());
    #[cfg(feature = "png")]
    {
        let scale = env::args().nth(2).and_then(|it| it.parse().ok()).unwrap_or(1.0);
        fs::write(dir.join("landing.png"), draw::png(&svg, scale)?)?;
    }
    Ok(fs::write(dir.join("landing.svg"), svg)?)
}
