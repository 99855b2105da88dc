//! Draw a map, or a game as it stands.

use std::ffi::OsStr;
use std::path::Path;

use board::HexId;
use draw::PieceAt;
use module::{Game, Loaded};
use play::wire::View;
use serde_json::json;

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
        return Ok(map(&load(&shelf, &first)?));
    }
    let shelf = places.shelf()?;
    if !path.is_file()
        && at.is_none()
        && let Ok(found) = shelf.find(what)
    {
        return Ok(map(&load(&shelf, &found)?));
    }
    let journal = journal(what, places)?;
    let table = table(&shelf, &journal, at)?;
    let it = &journal.header;
    let loaded = load(&shelf, &[it.system.clone(), it.module.clone(), it.scenario.clone()])?;
    Ok(position(&loaded, &table.view(None)))
}

fn load(shelf: &ModuleShelf, [system, module, scenario]: &[String; 3]) -> Result<Loaded, Failure> {
    shelf.load(system, module, scenario).map_err(|it| Failure::Fault(it.to_string()))
}

fn map(loaded: &Loaded) -> String {
    match &loaded.game {
        Game::Gts(data) => draw::map_svg(&data.map, &draw::MapStyle::default()),
        Game::Omaha(data) => draw::omaha::map_svg(data, &draw::MapStyle::default()),
    }
}

fn position(loaded: &Loaded, view: &View) -> String {
    let pieces = view.pieces.iter().filter_map(|it| {
        Some(PieceAt {
            symbol: it.face.clone(),
            hex: HexId(it.hex?),
            level: it.level,
            markers: it.markers.clone(),
        })
    });
    let markers = view.markers.iter().map(|it| PieceAt {
        symbol: it.symbol.clone(),
        hex: HexId(it.hex),
        level: 0,
        markers: Vec::new(),
    });
    let pieces: Vec<PieceAt> = markers.chain(pieces).collect();
    match &loaded.game {
        Game::Gts(data) => draw::position_svg(&data.map, data, &pieces),
        Game::Omaha(data) => draw::omaha::position_svg(data, &pieces),
    }
}
