//! All cases pass; the examples of the manual are cases too; bad files are refused with their place.

use std::fs;
use std::path::{Path, PathBuf};

use testkit::cases::{run_cases, run_text};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_case_passes() {
    let report = run_cases(&systems::cases(), &root().join("cases"));
    assert!(report.is_clean(), "\n{report}");
    assert!(50 <= report.passed, "only {} cases found", report.passed);
}

#[test]
fn the_examples_of_the_manual_pass() {
    let manual = fs::read_to_string(root().join("cases/README.md")).expect("cases/README.md");
    let part = |title| manual.find(title).expect("a part of its own");
    let landing = part("\n# Cases of the landing");
    let (tcs, skirmish) = (part("\n# Cases of tcs"), part("\n# Skirmish"));
    for (system, part, examples) in
        [("gts", 0..landing, 3), ("omaha", landing..tcs, 1), ("tcs", tcs..skirmish, 1)]
    {
        let mut inside = false;
        // Lines keep their numbers.
        let before = "\n".repeat(manual[..part.start].lines().count());
        let text = manual[part].lines().map(|line| {
            if line.starts_with("````") {
                inside = !inside;
                return "\n".to_owned();
            }
            if inside { format!("{line}\n") } else { "\n".to_owned() }
        });
        let text = before + &text.collect::<String>();
        let report = run_text(&systems::cases(), system, Path::new("cases/README.md"), &text);
        assert!(report.is_clean(), "\n{report}");
        assert_eq!(report.passed, examples);
    }
}

#[test]
fn a_bad_case_is_refused_with_its_place() {
    let case = |situation: &str, play: &str, expect: &str| {
        let text = format!(
            "## A case\nCovers: gts.x\n```situation\n{situation}\n```\n```play\n{play}\n```\n```expect\n{expect}\n```\n"
        );
        let report = run_text(&systems::cases(), "gts", Path::new("x.md"), &text);
        assert_eq!(report.passed, 0, "{situation}\n{play}\n{expect}");
        report.to_string()
    };
    let units = "unit a1 at 0202\nunit b1 at 0302";
    for (situation, play, expect, wanted) in [
        ("unit a1 at 9999", "", "a1: at 0202", "x.md:4: A case\n    there is no hex 9999"),
        (
            "unit a1 at 0202 fire red",
            "",
            "a1: at 0202",
            "fire is a value and a colour, as in \"6 red\"",
        ),
        ("unt a1", "", "a1: at 0202", "no statement \"unt\""),
        ("map\n. .\n .", "", "a1: at 0202", "row 2 of the map has 1 hexes"),
        (
            "unit a1 at 0202\nunit b1 at 0202",
            "",
            "a1: at 0202",
            "x.md:5: A case\n    b1 stands in 0202 with an enemy",
        ),
        (units, "a9", "a1: at 0202", "no option is called \"a9\""),
        (units, "d10 = 3", "a1: at 0202", "nothing is thrown here"),
        (units, "a1 / Direct Fire / d10 = 3", "a1: at 0202", "but the case gives no more dice"),
        (units, "a1 / Direct Fire / d10 = 12", "a1: at 0202", "faces 0 to 9"),
        (units, "a1 / Pass", "a1: at 0203", "expected a1: at 0203\n    found    a1: at 0202"),
        (units, "", "a1: happy", "\"happy\" says nothing about a unit"),
        (units, "", "nonsense", "is no expectation"),
        (units, "", "odds a1 / Direct Fire => b1 steps 1 = 1/3", "found    3/25"),
    ] {
        let found = case(situation, play, expect);
        assert!(found.contains(wanted), "expected: {wanted}\nfound: {found}");
    }
    for (text, wanted) in [
        ("## A\nCovers: x\n```expect\n", "never closed"),
        ("## A\nCovers: x\n```play\na1\n```\n", "has no ```expect fence"),
        ("## A\n```expect\na1: at 0101\n```\n", "has no \"Covers:\" line"),
        ("Covers: x\n", "belongs under the \"## \" heading"),
    ] {
        let report = run_text(&systems::cases(), "gts", Path::new("x.md"), text);
        assert!(report.to_string().contains(wanted), "{report}");
    }
}

const FIRE: &str = "turn 5; phase fire east\ngerman 62N plain depth\nunit 16-E at 2605\nunit 16-F at 2505\n\
    next card fire single orange R not purple symbol diamond no artillery";
const ACTIONS: &str = "turn 2; phase us-actions\nunit 16-E at 2305\nunit 16-F at 2505";
const ATTACK: &str = "turn 5; phase us-actions\nunit 16-B at 2307; unit 16-C at 2208\nnaval 1\n\
    german 64 strength 2 requires BZ";
const UNITS: &str = "unit a1 at 0202 1 step\nunit b1 at 0302 1 step\nleader La with a1";

const PROVES_NOTHING: &str = "it proves nothing";
const TOO_EARLY: &str = "judged in the middle of things";

/// System, situation, play, expectation, and what the driver says of the case; nothing if it passes.
type Judged = (&'static str, &'static str, &'static str, &'static str, Option<&'static str>);

fn judge(cases: &[Judged]) {
    for (system, situation, play, expect, wanted) in cases {
        let play = if play.is_empty() { String::new() } else { format!("```play\n{play}\n```\n") };
        let text = format!(
            "## A case\nCovers: {system}.x\n```situation\n{situation}\n```\n{play}```expect\n{expect}\n```\n"
        );
        let report = run_text(&systems::cases(), system, Path::new("x.md"), &text);
        match wanted {
            Some(wanted) => {
                assert_eq!(report.passed, 0, "this passes by accident:\n{text}");
                assert!(
                    report.to_string().contains(wanted),
                    "expected: {wanted}\n{text}\n{report}"
                );
            }
            None => assert!(report.is_clean(), "\n{text}\n{report}"),
        }
    }
}

/// Hits that are shown are not yet applied; a player who may still join is not yet in the fight.
#[test]
fn a_case_is_not_judged_before_it_is_over() {
    judge(&[
        // WN62 hits: who writes that nothing happens is wrong, whether or not the pause is answered.
        ("omaha", FIRE, "", "still steps 16-E: 3\nstill steps 16-F: 3", Some("expected 3")),
        ("omaha", FIRE, "", "log: WN62 fires\nsteps 16-E: 3\nsteps 16-F: 3", Some("expected 3")),
        ("omaha", FIRE, "continue", "still steps 16-E: 3\nstill steps 16-F: 3", Some("expected 3")),
        ("omaha", FIRE, "", "asks: omaha.hit.spread-basic\nvolley: 1\nsteps 16-F: 3", None),
        (
            "omaha",
            ATTACK,
            "attack 64 / join 16-B",
            "still german 64: not revealed",
            Some(TOO_EARLY),
        ),
        (
            "omaha",
            ATTACK,
            "attack 64 / join 16-B",
            "asks: omaha.att.declare\nstill german 64: not revealed",
            None,
        ),
        ("gts", UNITS, "a1 / Assault / d10 = 0", "still b1: steps 1", Some(TOO_EARLY)),
        (
            "gts",
            UNITS,
            "a1 / Assault / d10 = 0",
            "asks: B, gts.opfire.before-after\nstill b1: steps 1",
            None,
        ),
        // That something is not offered holds at any other question.
        ("gts", UNITS, "a1 / Assault / d10 = 0", "not offered: Charge", Some(TOO_EARLY)),
    ]);
}

/// What held before anything was played holds whatever the rules say.
#[test]
fn a_case_shows_a_change_or_says_that_there_is_none() {
    judge(&[
        ("omaha", ACTIONS, "16-E -> 2306", "steps 16-E: 3\nat 16-F: 2505", Some(PROVES_NOTHING)),
        ("omaha", ACTIONS, "16-E -> 2306", "no log: fires", Some(PROVES_NOTHING)),
        ("omaha", ACTIONS, "16-E -> 2306", "still steps 16-E: 3", None),
        ("omaha", ACTIONS, "16-E -> 2306", "at 16-E: 2306\nsteps 16-E: 3", None),
        ("omaha", ACTIONS, "16-E -> 2306", "still at 16-E: 2306", Some("was not before")),
        ("omaha", ACTIONS, "16-E -> 2306", "still at 16-E: 2305", Some("expected 2305")),
        // A number of a chart says nothing about the move.
        (
            "omaha",
            ACTIONS,
            "16-E -> 2306",
            "steps 16-E: 3\nconstant advance_threshold: 7",
            Some(PROVES_NOTHING),
        ),
        ("gts", UNITS, "a1 / Direct Fire / d10 = 9", "b1: steps 1, at 0302", Some(PROVES_NOTHING)),
        ("gts", UNITS, "a1 / Direct Fire / d10 = 9", "no log: is suppressed", Some(PROVES_NOTHING)),
        ("gts", UNITS, "a1 / Direct Fire / d10 = 9", "still b1: steps 1, not suppressed", None),
        ("gts", UNITS, "a1 / Direct Fire / d10 = 9", "log: a1 fires at b1 and misses", None),
        ("gts", UNITS, "a1 / Pass", "still a1: acted", Some("was not before")),
    ]);
}

/// The same within a case: what a fence saw is no news for the next.
#[test]
fn every_fence_shows_something_of_its_own() {
    let text = |last: &str| {
        format!(
            "## A case\nCovers: gts.x\n```situation\n{UNITS}\n```\n```play\na1 / Direct Fire / d10 = 9\n```\n\
             ```expect\nlog: fires\n```\n```play\nNo second action\n```\n```expect\n{last}\n```\n"
        )
    };
    for (last, passed) in
        [("cites gts.dfire.step-08-roll", 0), ("b1: steps 1", 0), ("still b1: steps 1", 1)]
    {
        let report = run_text(&systems::cases(), "gts", Path::new("x.md"), &text(last));
        assert_eq!(report.passed, passed, "{last}\n{report}");
    }
}

#[test]
fn any_text_whatever_is_answered_by_a_report() {
    let all = fs::read_to_string(root().join("cases/gts/assault.md")).expect("a file of cases");
    // Cut off, doubled and garbled lines: never a panic.
    let lines: Vec<&str> = all.lines().collect();
    for i in 0..lines.len() {
        let mut text = lines.clone();
        text.remove(i);
        let _ = run_text(&systems::cases(), "gts", Path::new("x.md"), &text.join("\n"));
        let garbled = lines[i].replace([' ', '='], ":");
        text.insert(i, &garbled);
        let _ = run_text(&systems::cases(), "gts", Path::new("x.md"), &text.join("\n"));
    }
}

#[test]
fn a_pending_case_must_fail() {
    let dir = std::env::temp_dir().join(format!("bocage-pending-{}", std::process::id()));
    let pending = dir.join("pending");
    fs::create_dir_all(&pending).expect("a directory");
    let case = |title: &str, at: &str| {
        format!(
            "## {title}\nCovers: gts.x\n```situation\nunit a1 at 0202\nunit b1 at 0505\n```\n```expect\na1: at {at}\n```\n"
        )
    };
    let text = format!("{}{}", case("Not yet so", "0303"), case("So already", "0202"));
    fs::write(pending.join("x.md"), text).expect("a file");
    let report = run_cases(&systems::cases(), &dir);
    fs::remove_dir_all(&dir).expect("tidied up");
    assert_eq!((report.passed, report.pending, report.failed.len()), (0, 1, 1));
    assert!(
        report.to_string().contains("So already\n    this pending case passes now"),
        "{report}"
    );
}
