//! The files a library is made of: compiled in, read from a directory, or handed over.
//!
//! A source is a snapshot. Files are read once, so that what is checked, what is hashed and what is played are the
//! same bytes. Paths are relative, with slashes; nothing outside the root is ever read.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

use include_dir::{Dir, DirEntry, include_dir};

static MODULES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../modules");

/// Bytes of one file. The largest we ship has less than a tenth of that.
pub(crate) const MOST_BYTES: u64 = 512 * 1024;
/// Bytes of all files of a library.
const MOST_BYTES_TOGETHER: usize = 64 * 1024 * 1024;
/// Files and directories of a library.
const MOST_ENTRIES: usize = 20_000;
/// `<system>/<module>/scenarios/first.toml` lies at depth 4.
const DEEPEST: usize = 6;
const LONGEST_PATH: usize = 240;

/// A file, or why it cannot be read.
pub type File = Result<Cow<'static, [u8]>, String>;

/// All TOML files by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub files: BTreeMap<String, File>,
}

impl Source {
    /// What we ship.
    pub(crate) fn embedded() -> Source {
        let mut files = BTreeMap::new();
        let mut open = vec![&MODULES];
        while let Some(dir) = open.pop() {
            for entry in dir.entries() {
                match entry {
                    DirEntry::Dir(it) => open.push(it),
                    DirEntry::File(it) => {
                        let path = it.path().to_string_lossy().replace('\\', "/");
                        if is_ours(&path) {
                            files.insert(path, Ok(Cow::Borrowed(it.contents())));
                        }
                    }
                }
            }
        }
        Source { files }
    }

    /// All TOML files under a directory, named as if it stood at `prefix` in a library.
    pub(crate) fn directory(root: &Path, prefix: &str) -> io::Result<Source> {
        let mut source = Source::default();
        let mut entries = 0;
        let mut bytes = 0;
        let mut open: Vec<(PathBuf, String, usize)> = vec![(root.to_owned(), prefix.to_owned(), 0)];
        while let Some((dir, name, depth)) = open.pop() {
            let listing = match fs::read_dir(&dir) {
                Ok(it) => it,
                Err(error) if depth == 0 => return Err(error),
                Err(error) => {
                    source
                        .files
                        .insert(name, Err(format!("the directory cannot be read: {error}")));
                    continue;
                }
            };
            for entry in listing {
                let entry = entry?;
                entries += 1;
                if MOST_ENTRIES < entries {
                    return Err(io::Error::other(format!(
                        "more than {MOST_ENTRIES} files and directories"
                    )));
                }
                let Some(own) = entry.file_name().to_str().map(str::to_owned) else { continue };
                let path = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
                if own.starts_with('.') || LONGEST_PATH < path.len() {
                    continue;
                }
                let kind = entry.file_type()?;
                if kind.is_dir() && depth + 1 < DEEPEST {
                    open.push((entry.path(), path, depth + 1));
                } else if is_ours(&path) && !kind.is_dir() {
                    // A link could lead anywhere, and reading a pipe never ends.
                    let file = if kind.is_file() {
                        read(&entry.path())
                    } else {
                        Err("neither a link nor a device can be part of a module".to_owned())
                    };
                    bytes += file.as_ref().map_or(0, |it| it.len());
                    if MOST_BYTES_TOGETHER < bytes {
                        return Err(io::Error::other(format!(
                            "more than {MOST_BYTES_TOGETHER} bytes together"
                        )));
                    }
                    source.files.insert(path, file);
                }
            }
        }
        Ok(source)
    }

    /// A file by itself, no larger than a file may be.
    pub(crate) fn read(path: &Path) -> Option<Cow<'static, [u8]>> {
        let is_file = fs::symlink_metadata(path).is_ok_and(|it| it.is_file());
        is_file.then(|| read(path).ok()).flatten()
    }

    /// `tables.toml` of the system whose directory this is.
    pub(crate) fn tables_beside(dir: &Path, system: &str) -> io::Result<BTreeMap<String, File>> {
        let path = dir.join("tables.toml");
        let mut files = BTreeMap::new();
        if fs::symlink_metadata(&path)?.is_file() {
            files.insert(format!("{system}/tables.toml"), read(&path));
        }
        Ok(files)
    }

    /// Files somebody handed over. What would not lie inside a library is refused by its path.
    pub(crate) fn given(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Source {
        let mut source = Source::default();
        let mut bytes = 0;
        for (path, content) in files.into_iter().take(MOST_ENTRIES) {
            bytes += content.len();
            let inside = path.len() <= LONGEST_PATH
                && path.split('/').count() <= DEEPEST
                && path.split('/').all(|it| {
                    !it.is_empty() && !it.starts_with('.') && !it.contains(['\\', ':', '\0'])
                });
            let file = if !inside {
                Err("the path does not lead to a file of a module".to_owned())
            } else if MOST_BYTES < content.len() as u64 || MOST_BYTES_TOGETHER < bytes {
                Err(too_large())
            } else {
                Ok(Cow::Owned(content))
            };
            if file.is_err() || is_ours(&path) {
                source.files.insert(path, file);
            }
        }
        source
    }

    /// The paths that begin with `prefix`, without it.
    pub(crate) fn under<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let range = self
            .files
            .range::<str, _>((std::ops::Bound::Included(prefix), std::ops::Bound::Unbounded));
        range.map_while(move |(path, _)| path.strip_prefix(prefix))
    }
}

fn is_ours(path: &str) -> bool {
    path.ends_with(".toml")
}

fn too_large() -> String {
    format!("the file is larger than {} KiB", MOST_BYTES / 1024)
}

fn read(path: &Path) -> File {
    let unreadable = |error: io::Error| format!("the file cannot be read: {error}");
    let file = fs::File::open(path).map_err(unreadable)?;
    let mut content = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut content).map_err(unreadable)?;
    if MOST_BYTES < content.len() as u64 { Err(too_large()) } else { Ok(Cow::Owned(content)) }
}
