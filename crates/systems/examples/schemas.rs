//! Writes the JSON schemas for editors: `cargo run -p systems --example schemas`.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../modules/schema");
    fs::create_dir_all(&dir)?;
    for (name, text) in module::schemas(&systems::shapes()) {
        fs::write(dir.join(name), text)?;
    }
    Ok(())
}
