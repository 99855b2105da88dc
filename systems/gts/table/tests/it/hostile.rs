//! Whatever a stranger hands us is refused or loaded, never a crash and never endless work.

use std::{collections::BTreeMap, fs, path::Path};

type Files = BTreeMap<String, Vec<u8>>;

const FILES: [&str; 12] = [
    "small/module.toml",
    "small/map.toml",
    "small/forces/3div.toml",
    "small/forces/716.toml",
    "small/scenarios/first.toml",
    "landing/module.toml",
    "landing/map.toml",
    "landing/naval.toml",
    "landing/forces/3div.toml",
    "landing/forces/6ab.toml",
    "landing/forces/716.toml",
    "landing/scenarios/first.toml",
];

/// Files of one module of the fixtures.
fn fixture(module: &str) -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |it: String| {
        (it.clone(), fs::read(root.join("tests/fixtures").join(&it)).expect("fixture"))
    };
    let mut files: Files = FILES
        .iter()
        .filter(|it| it.starts_with(module))
        .map(|it| format!("gts/{it}"))
        .map(read)
        .collect();
    let tables = fs::read(root.join("../../../modules/gts/tables.toml")).expect("tables");
    files.insert("gts/tables.toml".to_owned(), tables);
    files
}

/// Loads, checks, lists and prints: all that the program does with files.
fn use_all(files: Files) {
    let library = module::Library::from_files(gts_table::SHAPES, files);
    let report = library.check();
    let _ = report.errors.render(true);
    let json = serde_json::to_string(&report).expect("a report is JSON");
    assert!(!json.is_empty());
    let _ = library.modules();
    for module in ["small", "landing"] {
        match library.load::<gts_table::Gts>(module, "first") {
            Ok(loaded) => assert_eq!(loaded.content.len(), 64),
            Err(errors) => {
                assert!(!errors.is_empty());
                for it in errors.problems() {
                    assert!(0 < it.line && 0 < it.column && !it.message.is_empty());
                }
                let _ = errors.to_string();
            }
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
        ((z ^ (z >> 31)) % below as u64) as usize
    }
}

#[test]
fn truncated_files_do_no_harm() {
    truncated(&fixture("small"));
    truncated(&fixture("landing"));
}

fn truncated(original: &Files) {
    for (path, content) in original {
        let step = if path.ends_with("tables.toml") { 997 } else { 53 };
        for length in (0..content.len()).step_by(step) {
            let mut files = original.clone();
            files.insert(path.clone(), content[..length].to_vec());
            use_all(files);
        }
    }
}

#[test]
fn mutated_files_do_no_harm() {
    mutated(&fixture("small"));
    mutated(&fixture("landing"));
}

fn mutated(original: &Files) {
    let pieces: [&[u8]; 24] = [
        b"\"",
        b"'",
        b"[",
        b"]",
        b"[[",
        b"{",
        b"}",
        b"=",
        b"\n",
        b"\r",
        b",",
        b"-9223372036854775808",
        b"99999999999999999999",
        b"0x7fffffffffffffff",
        b"1e400",
        b"nan",
        b"true",
        b"\"\"\"",
        b"\\u0000",
        b"\xff",
        "\u{202e}é\u{1f600}".as_bytes(),
        b"\t",
        b"1979-05-27",
        b"0000",
    ];
    let paths: Vec<&String> = original.keys().collect();
    // FUZZ_ROUNDS=100000 for a long night.
    let rounds = std::env::var("FUZZ_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(600);
    let mut numbers = Numbers(rounds);
    for _ in 0..rounds {
        let mut files = original.clone();
        for _ in 0..=numbers.next(3) {
            let path = paths[numbers.next(paths.len())];
            let content = files.get_mut(path).expect("a file");
            let at = numbers.next(content.len() + 1);
            match numbers.next(4) {
                0 => {
                    let piece = pieces[numbers.next(pieces.len())];
                    content.splice(at..at, piece.iter().copied());
                }
                1 => {
                    let end = at + numbers.next(content.len() - at + 1) % 40;
                    content.drain(at..end);
                }
                2 if at < content.len() => content[at] = numbers.next(256) as u8,
                _ => {
                    // A line written again elsewhere.
                    let text = content.clone();
                    let lines: Vec<&[u8]> = text.split_inclusive(|it| *it == b'\n').collect();
                    let line = lines[numbers.next(lines.len())];
                    content.splice(at..at, line.iter().copied());
                }
            }
        }
        use_all(files);
    }
}

#[test]
fn numbers_out_of_all_bounds_do_no_harm() {
    numbers_out_of_all_bounds(&fixture("small"), "");
    numbers_out_of_all_bounds(&fixture("landing"), "naval");
    numbers_out_of_all_bounds(&fixture("landing"), "716");
    numbers_out_of_all_bounds(&fixture("landing"), "first");
}

/// In the files whose path contains a word.
fn numbers_out_of_all_bounds(original: &Files, word: &str) {
    for (path, content) in
        original.iter().filter(|it| !it.0.ends_with("tables.toml") && it.0.contains(word))
    {
        let text = String::from_utf8(content.clone()).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let Some((key, value)) = line.split_once(" = ") else { continue };
            for number in [
                "-1",
                "0",
                "65536",
                "9223372036854775807",
                "-9223372036854775808",
                "\"\"",
                "[]",
                "{}",
            ] {
                if value.starts_with("\"\"\"") {
                    continue;
                }
                let mut changed: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
                changed[index] = format!("{key} = {number}");
                let mut files = original.clone();
                files.insert(path.clone(), changed.join("\n").into_bytes());
                use_all(files);
            }
        }
    }
}

#[test]
fn deep_wide_and_endless_files_do_no_harm() {
    deep_wide_and_endless(&fixture("small"), "");
    deep_wide_and_endless(&fixture("landing"), "naval");
}

fn deep_wide_and_endless(original: &Files, word: &str) {
    let deep = "[".repeat(100_000);
    let tables = "a.".repeat(50_000) + "a = 1";
    let units = "[[unit]]\n".repeat(40_000);
    let keys: String = (0..20_000).map(|it| format!("k{it} = {it}\n")).collect();
    let long = format!("title = \"{}\"", "x".repeat(400_000));
    let words = format!(
        "columns = 99\nrows = 10\nhex_metres = 1\nterrain = \"{}\"\n[letters]\n",
        "a ".repeat(200_000)
    );
    let lines = format!(
        "columns = 9\nrows = 99\nhex_metres = 1\nterrain = \"\"\"{}\"\"\"\n[letters]\n",
        "q\n".repeat(200_000)
    );
    for content in [format!("x = {deep}"), tables, units, keys, long, words, lines] {
        for path in original.keys().filter(|it| it.contains(word)) {
            let mut files = original.clone();
            files.insert(path.clone(), content.clone().into_bytes());
            use_all(files);
        }
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_directory_are_not_followed() {
    let root = std::env::temp_dir().join(format!("bocage-links-{}", std::process::id()));
    let module = root.join("gts/small");
    fs::create_dir_all(module.join("scenarios")).expect("a directory");
    for (path, content) in fixture("small") {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, content).expect("a file");
    }
    let secret = root.join("secret.txt");
    fs::write(&secret, "title = \"a secret\"").expect("a file");
    std::os::unix::fs::symlink(&secret, module.join("scenarios/second.toml")).expect("a link");
    std::os::unix::fs::symlink("/", module.join("away")).expect("a link");
    let report = module::check(gts_table::SHAPES, &root);
    fs::remove_dir_all(&root).expect("removed");
    let messages: Vec<&str> =
        report.errors.problems().iter().map(|it| it.message.as_str()).collect();
    assert_eq!(messages, ["neither a link nor a device can be part of a module"]);
}
