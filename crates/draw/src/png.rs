//! PNG from our SVG, by resvg. The fonts are those of the machine: none is bundled.

use std::{
    error, fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb},
};

/// Where fonts are looked for.
const FONTS: [&str; 4] =
    ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts"];

/// Why there is no picture.
#[derive(Debug)]
pub enum PngError {
    /// No font was found in any of the usual folders.
    NoFonts,
    /// The text is not an SVG.
    Svg(String),
    /// The picture would be empty or larger than 100 million pixels.
    Size { width: f32, height: f32 },
    /// The encoder failed.
    Encode(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::NoFonts => {
                write!(
                    f,
                    "no fonts in {}; install one, for example fonts-dejavu-core or fonts-liberation",
                    FONTS.join(", ")
                )
            }
            PngError::Svg(it) => write!(f, "the drawing is not a valid SVG: {it}"),
            PngError::Size { width, height } => {
                write!(f, "a picture of {width} by {height} pixels cannot be made")
            }
            PngError::Encode(it) => write!(f, "the picture cannot be written as PNG: {it}"),
        }
    }
}

impl error::Error for PngError {}

/// Draws an SVG at `scale` pixels a unit.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let options = Options { fontdb: Arc::new(fonts()?), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|it| PngError::Svg(it.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let fits = 1.0 <= width && 1.0 <= height && width * height <= 100_000_000.0;
    let pixmap = fits.then(|| Pixmap::new(width.ceil() as u32, height.ceil() as u32)).flatten();
    let mut pixmap = pixmap.ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|it| PngError::Encode(it.to_string()))
}

/// The fonts of the machine that our stacks may ask for, in a fixed order.
fn fonts() -> Result<fontdb::Database, PngError> {
    let mut files = Vec::new();
    for folder in FONTS {
        collect(Path::new(folder), 4, &mut files);
    }
    files.sort();
    let mut fonts = fontdb::Database::new();
    for file in files {
        if let Ok(bytes) = fs::read(file) {
            fonts.load_font_data(bytes);
        }
    }
    if fonts.is_empty() {
        return Err(PngError::NoFonts);
    }
    let first = |names: &[&str]| {
        let has = |name: &str| fonts.faces().any(|it| it.families.iter().any(|it| it.0 == name));
        names.iter().find(|it| has(it)).map_or_else(
            || {
                fonts
                    .faces()
                    .next()
                    .and_then(|it| it.families.first())
                    .map_or_else(String::new, |it| it.0.clone())
            },
            |it| (*it).to_owned(),
        )
    };
    let serif =
        first(&["Liberation Serif", "Noto Serif", "DejaVu Serif", "Georgia", "Times New Roman"]);
    let sans = first(&[
        "Liberation Sans Narrow",
        "DejaVu Sans Condensed",
        "DejaVu Sans",
        "Liberation Sans",
        "Noto Sans",
        "Arial",
    ]);
    fonts.set_serif_family(serif);
    fonts.set_sans_serif_family(sans);
    Ok(fonts)
}

fn collect(folder: &Path, depth: u8, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|it| it.path()) {
        let is_font = path.extension().is_some_and(|it| it == "ttf" || it == "otf");
        if is_font && is_ours(&path) {
            files.push(path);
        } else if 0 < depth && path.is_dir() {
            collect(&path, depth - 1, files);
        }
    }
}

/// Only families our stacks name: a machine may have thousands of fonts.
fn is_ours(path: &Path) -> bool {
    const NAMES: [&str; 8] = [
        "liberation",
        "dejavu",
        "robotocondensed",
        "notoserif-",
        "notosans-",
        "palatino",
        "georgia",
        "arial",
    ];
    let name = path.file_name().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    NAMES.iter().any(|it| name.starts_with(it))
}
