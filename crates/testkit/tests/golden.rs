//! Every shipped scenario has its playthrough, and named positions have their counts. `UPDATE_GOLDEN=1` rewrites both.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use testkit::cases::gts::position;
use testkit::counts::counts;
use testkit::golden::playthrough;
use testkit::laws::gts::scenarios;
use testkit::laws::omaha;

fn dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// Compares with the file, or writes it.
fn check(file: &str, found: &str) -> Result<(), String> {
    let path = dir().join(file);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(dir())
            .and_then(|()| fs::write(&path, found))
            .map_err(|it| it.to_string())?;
        return Ok(());
    }
    let Ok(golden) = fs::read_to_string(&path) else {
        return Err(format!(
            "there is no {file}: UPDATE_GOLDEN=1 cargo test -p testkit --test golden"
        ));
    };
    let golden = golden.replace("\r\n", "\n");
    if golden == found {
        return Ok(());
    }
    let (mut a, mut b) = (golden.lines(), found.lines());
    let mut n = 0;
    loop {
        n += 1;
        let (old, new) = (a.next(), b.next());
        if old != new {
            let show = |it: Option<&str>| it.unwrap_or("(the end)").to_owned();
            return Err(format!("{file}:{n}\n  golden: {}\n  now:    {}", show(old), show(new)));
        }
    }
}

#[test]
fn every_scenario_plays_as_it_did() {
    let mut failed = Vec::new();
    let mut known = Vec::new();
    let mut play = |name: &str, text: Result<String, String>| {
        let file = format!("{}.txt", name.replace('/', "-"));
        if let Err(it) = check(&file, &text.expect("a game")) {
            failed.push(it);
        }
        known.push(file);
    };
    for (name, start) in scenarios().expect("what we ship loads") {
        play(&name, playthrough(&name, &start, 1944));
    }
    // A random player loses the long day in the morning, as he loses the first waves: told is one that goes on.
    let landings = omaha::scenarios().expect("what we ship loads").into_iter();
    let long = omaha::variants().expect("what we ship loads").into_iter();
    let long = long.filter(|it| it.0.ends_with("long-day+armour to the end"));
    for (name, start) in landings.filter(|it| !it.0.ends_with("long-day")).chain(long) {
        let name = name.trim_end_matches(" to the end");
        play(name, playthrough(name, &start, 1944));
    }
    assert!(
        failed.is_empty(),
        "\n{}\nif the change is meant: UPDATE_GOLDEN=1 cargo test -p testkit --test golden",
        failed.join("\n")
    );
    let strays = fs::read_dir(dir())
        .expect("golden/")
        .filter_map(Result::ok)
        .map(|it| it.file_name().to_string_lossy().into_owned());
    for file in strays.filter(|it| it.ends_with(".txt")) {
        assert!(known.contains(&file), "golden/{file} belongs to no scenario");
    }
}

#[test]
fn positions_have_as_many_courses_as_they_had() {
    let mut out = String::from(
        "# Distinguishable courses after 0, 1, 2 … answers. UPDATE_GOLDEN=1 rewrites.\n",
    );
    let named = [
        ("a direct fire", "unit a1 at 0202\nunit b1 at 0302; leader La with a1; leader Lb with b1"),
        ("a move under op fire", "unit a1 at 0202\nunit b1 at 0402 range 3; unit b2 at 0401"),
        ("an assault", "unit a1 at 0202 1 step\nunit b1 at 0302 1 step"),
        (
            "a purchase",
            "phase D.I\nunit a1 at 0202; leader La with a1\nunit b1 at 0505; leader Lb with b1",
        ),
        (
            "a division chit",
            "chit division A opening\nunit a1 at 0202; unit a2 at 0203 suppressed\nunit b1 at 0505",
        ),
    ];
    for (name, text) in named {
        let start = position(text).expect("a position");
        let found: Vec<String> =
            counts(&start, 12, 2_000).iter().map(ToString::to_string).collect();
        out += &format!("{name}: {}\n", found.join(" "));
    }
    for (name, start) in scenarios().expect("what we ship loads") {
        let found: Vec<String> = counts(&start, 8, 1_000).iter().map(ToString::to_string).collect();
        out += &format!("{name}: {}\n", found.join(" "));
    }
    if let Err(it) = check("positions.count", &out) {
        panic!("{it}\nif the change is meant: UPDATE_GOLDEN=1 cargo test -p testkit --test golden");
    }
}
