//! The list of all citations is whole.

use std::fs;
use std::path::Path;

#[test]
fn every_file_that_declares_citations_is_listed() {
    let declared = count(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    assert_eq!(omaha::rule::all().count(), declared);
}

/// Lines of `rules!` in the files of a folder.
fn count(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("the sources are there").filter_map(Result::ok);
    let of = |path: &Path| match path.is_dir() {
        true => count(path),
        false => {
            let text = fs::read_to_string(path).expect("a source file");
            text.lines().filter(|it| it.contains(" = \"omaha.") && it.ends_with("\";")).count()
        }
    };
    entries.map(|it| of(&it.path())).sum()
}
