//! Whatever a stranger hands us as an omaha module is refused or loaded, never a crash and never endless work.

use std::{collections::BTreeMap, fs, ops::Range, path::Path};

type Files = BTreeMap<String, Vec<u8>>;

/// What we ship, as if somebody had sent it.
fn shipped() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../modules");
    let names = ["module", "map", "positions", "us", "germans", "deck"];
    let scenarios = ["first-waves", "beyond-the-beach", "east-half"];
    let names = names.iter().map(|it| format!("omaha/omaha-beach/{it}.toml"));
    let scenarios = scenarios.iter().map(|it| format!("omaha/omaha-beach/scenarios/{it}.toml"));
    let read = |it: String| (it.clone(), fs::read(root.join(&it)).expect("a file we ship"));
    names.chain(scenarios).chain(["omaha/tables.toml".to_owned()]).map(read).collect()
}

/// Loads, checks, lists and prints: all that the program does with files.
fn use_all(files: Files) {
    let library = module::Library::from_files(omaha_table::SHAPES, files);
    let report = library.check();
    for it in report.errors.problems() {
        assert!(0 < it.line && 0 < it.column && !it.message.is_empty());
    }
    let _ = report.errors.render(true);
    for head in library.modules() {
        assert!(head.scenarios.len() <= 3);
    }
    for scenario in ["first-waves+tanks-safe", "beyond-the-beach"] {
        if let Ok(loaded) = library.load::<omaha_table::Omaha>("omaha-beach", scenario) {
            let data = loaded.data;
            // What loads is complete: a game can begin.
            let _ = omaha::Day::new(omaha::Shared::new(data));
        }
    }
}

/// A small generator (SplitMix64); the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below.max(1) as u64) as usize
    }
}

/// FUZZ_ROUNDS=100000 for a long night.
fn rounds(usual: u64) -> u64 {
    std::env::var("FUZZ_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[test]
fn truncated_files_do_no_harm() {
    let original = shipped();
    for (path, content) in &original {
        for part in 0..8 {
            let mut files = original.clone();
            files.insert(path.clone(), content[..content.len() * part / 8].to_vec());
            use_all(files);
        }
    }
}

#[test]
fn mutated_files_do_no_harm() {
    let original = shipped();
    let paths: Vec<&String> = original.keys().collect();
    let pieces: [&[u8]; 16] = [
        b"\"",
        b"[",
        b"]",
        b"[[",
        b"{",
        b"}",
        b"=",
        b"\n",
        b",",
        b"99999999999999999999",
        b"true",
        b"\"\"\"",
        b"\\u0000",
        b"\xff",
        "\u{202e}é\u{1f600}".as_bytes(),
        b"0000",
    ];
    let mut numbers = Numbers(1944);
    for _ in 0..rounds(60) {
        let mut files = original.clone();
        let content = files.get_mut(paths[numbers.next(paths.len())]).expect("a file");
        let at = numbers.next(content.len() + 1);
        match numbers.next(3) {
            0 => {
                let piece = pieces[numbers.next(pieces.len())];
                content.splice(at..at, piece.iter().copied());
            }
            1 => {
                let end = content.len().min(at + numbers.next(60));
                content.drain(at..end);
            }
            _ => {
                let text = content.clone();
                let lines: Vec<&[u8]> = text.split_inclusive(|it| *it == b'\n').collect();
                let line = lines[numbers.next(lines.len())];
                content.splice(at..at, line.iter().copied());
            }
        }
        use_all(files);
    }
}

/// Well-formed nonsense goes further than garbage: a word or a number stands where another stood.
#[test]
fn words_and_numbers_in_the_wrong_place_do_no_harm() {
    let original = shipped();
    let texts: Vec<(String, String)> = original
        .iter()
        .map(|(path, content)| (path.clone(), String::from_utf8(content.clone()).expect("text")))
        .collect();
    let odd =
        ["-1", "0", "1", "99", "255", "256", "65536", "9223372036854775807", "\"\"", "[]", "{}"];
    let mut numbers = Numbers(606);
    for _ in 0..rounds(120) {
        let mut files = original.clone();
        let (path, text) = &texts[numbers.next(texts.len())];
        let values = values(text);
        let mut changed = text.clone();
        let mut at = numbers.next(values.len());
        for _ in 0..=numbers.next(3) {
            let new = match numbers.next(2) {
                0 => odd[numbers.next(odd.len())].to_owned(),
                _ => {
                    let (_, other) = &texts[numbers.next(texts.len())];
                    let others = self::values(other);
                    other[others[numbers.next(others.len())].clone()].to_owned()
                }
            };
            changed.replace_range(values[at].clone(), &new);
            if at == 0 {
                break;
            }
            // Only what stands before is still where it was.
            at = numbers.next(at);
        }
        files.insert(path.clone(), changed.into_bytes());
        use_all(files);
    }
}

/// Where words in quotes and numbers stand.
fn values(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        if line.trim_start().starts_with('#') || line.contains("\"\"\"") {
            continue;
        }
        let mut begin = None;
        for (i, letter) in line.char_indices() {
            match (letter, begin) {
                ('"', None) => begin = Some(i),
                ('"', Some(from)) => {
                    out.push(start + from..start + i + 1);
                    begin = None;
                }
                _ => {}
            }
        }
        if let Some((key, value)) = line.split_once(" = ")
            && !value.trim().is_empty()
            && value.trim().bytes().all(|it| it.is_ascii_digit())
        {
            let from = start + key.len() + 3;
            out.push(from..from + value.trim_end().len());
        }
    }
    out
}

#[test]
fn endless_files_do_no_harm() {
    let original = shipped();
    let hexes = format!("obstacles = [{}]", "\"0101\",".repeat(50_000));
    let units = "[[unit]]\n".repeat(40_000);
    let cards = "[[card]]\nnumber = 1\n".repeat(20_000);
    let rows = format!("columns = 9\nrows = 9\nterrain = [{}]", "\"~\",".repeat(100_000));
    for content in [hexes, units, cards, rows, "[".repeat(100_000)] {
        for name in ["map", "us", "deck", "scenarios/first-waves"] {
            let mut files = original.clone();
            files.insert(format!("omaha/omaha-beach/{name}.toml"), content.clone().into_bytes());
            use_all(files);
        }
    }
}
