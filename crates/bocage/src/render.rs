//! Draw a map, or a game as it stands.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use systems::Scenario;

use crate::Places;
use crate::data::{journal, table};
use crate::failure::{Failure, say, say_json};
use crate::shelf::ModuleShelf;

pub(crate) fn render(
    what: &str,
    out: &Path,
    at: Option<usize>,
    places: &Places,
    as_json: bool,
) -> Result<(), Failure> {
    let picture = Picture::of(out)?;
    let svg = drawing(what, at, places)?;
    let bytes = match picture {
        Picture::Svg => svg.into_bytes(),
        Picture::Png => png(&svg)?,
    };
    std::fs::write(out, &bytes).map_err(|it| Failure::file("write", out, &it))?;
    if as_json {
        return say_json(&json!({ "file": out, "bytes": bytes.len() }));
    }
    say(&format!("{} ({} KiB)", out.display(), bytes.len().div_ceil(1024)))
}

enum Picture {
    Svg,
    Png,
}

impl Picture {
    fn of(out: &Path) -> Result<Picture, Failure> {
        match out.extension().and_then(OsStr::to_str) {
            Some("svg") => Ok(Picture::Svg),
            Some("png") if cfg!(feature = "png") => Ok(Picture::Png),
            Some("png") => Err(Failure::unusable(
                "this build cannot write PNG; build it with: cargo build --release --features png, or write an .svg",
            )),
            _ => Err(Failure::Unusable(format!(
                "{}: the file's name must end in .svg or .png",
                out.display()
            ))),
        }
    }
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    draw::png(svg, 2.0).map_err(Failure::unusable)
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::unusable("this build cannot write PNG"))
}

/// A folder is a module, a file a journal, other names are scenarios or stored games.
fn drawing(what: &str, at: Option<usize>, places: &Places) -> Result<String, Failure> {
    let path = Path::new(what);
    if path.is_dir() {
        let shelf = ModuleShelf::only(path).map_err(Failure::Unusable)?;
        let Some(first) = shelf.first() else {
            return Err(Failure::Unusable(format!(
                "{}: there is no scenario here",
                path.display()
            )));
        };
        return Ok(load(&shelf, &first)?.map_svg());
    }
    let shelf = places.shelf()?;
    if !path.is_file()
        && at.is_none()
        && let Ok(found) = shelf.find(what)
    {
        return Ok(load(&shelf, &found)?.map_svg());
    }
    let journal = journal(what, places)?;
    let table = table(&shelf, &journal, at)?;
    Ok(table.position_svg())
}

fn load(
    shelf: &ModuleShelf,
    [system, module, scenario]: &[String; 3],
) -> Result<Arc<dyn Scenario>, Failure> {
    shelf.load(system, module, scenario).map_err(|it| Failure::Fault(it.to_string()))
}
