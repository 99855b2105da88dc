use std::path::Path;

use super::*;
use crate::write::write;

/// All mutants of a source: what each changes it to.
fn changed(source: &str) -> Vec<String> {
    let found = mutants(Path::new("a.rs"), source, &Skipped::default()).expect("a source");
    found.iter().map(|it| apply(source, it)).collect()
}

fn apply(source: &str, mutant: &Mutant) -> String {
    let (range, text) = &mutant.change;
    format!("{}{text}{}", &source[..range.start], &source[range.end..])
}

#[test]
fn operators_become_their_neighbours() {
    let all = changed("fn f(a: X) -> Y { g(a < b) }");
    assert_eq!(all, ["fn f(a: X) -> Y { g(a <= b) }", "fn f(a: X) -> Y { g(a > b) }"]);
    assert_eq!(changed("fn f() -> Y { g(a + b) }"), ["fn f() -> Y { g(a - b) }"]);
}

#[test]
fn each_clause_of_a_chain_is_left_out_once() {
    let all = changed("fn f() -> Y { g(a && b && c) }");
    for it in ["true && b && c", "a && true && c", "a && b && true", "a || b && c", "a && b || c"] {
        let wanted = format!("fn f() -> Y {{ g({it}) }}");
        assert_eq!(all.iter().filter(|it| **it == wanted).count(), 1, "{it} in {all:#?}");
    }
    assert_eq!(all.len(), 5);
}

#[test]
fn a_chain_with_let_keeps_its_let_and_its_ands() {
    let all = changed("fn f() -> Y { if a && let Some(b) = c { d } else { e } }");
    assert_eq!(all, ["fn f() -> Y { if true && let Some(b) = c { d } else { e } }"]);
}

#[test]
fn numbers_change_by_one_but_not_in_indices_patterns_types_and_constants() {
    assert_eq!(
        changed("fn f() -> Y { g(3_u8) }"),
        ["fn f() -> Y { g(4u8) }", "fn f() -> Y { g(2u8) }"]
    );
    assert_eq!(changed("fn f() -> Y { g(0) }"), ["fn f() -> Y { g(1) }"]);
    for source in [
        "const A: u8 = 3;",
        "static A: u8 = 3;",
        "const fn f() -> u8 { 3 }",
        "fn f() -> Y { a[3] }",
        "fn f() -> Y { a.3 }",
        "fn f(a: [u8; 3]) -> Y { g::<3>(a) }",
        "fn f() -> Y { if let 3 = a { b } else { c } }",
        "impl A { const B: u8 = 3; }",
        "enum A { B = 3 }",
        "#[cfg(test)] mod tests { fn f() { g(3); } }",
        "fn f() -> Y { debug_assert!(a < 3); b }",
        "impl Display for A { fn fmt(&self) -> bool { a < 3 } }",
        "impl Said { fn words(&self) -> bool { a < 3 } }",
        "fn f() -> Y { Vec::with_capacity(3) }",
    ] {
        assert_eq!(changed(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn suggestions_are_left_alone_by_their_file_and_name() {
    let source = "fn ready() -> bool { a }";
    let root = tempfile::tempdir().expect("a folder");
    let rules = root.path().join("systems/chess/rules");
    std::fs::create_dir_all(rules.join("src")).expect("a folder");
    std::fs::write(rules.join("src/castling.rs"), source).expect("a file");
    let says = |text: &str| {
        std::fs::write(rules.join("mutants.txt"), text).expect("a file");
        Skipped::read(root.path(), "chess")
    };
    let skipped = says("# Why.\ncastling.rs::ready: values to start from\n").expect("is right");
    let found = |file: &str| mutants(Path::new(file), source, &skipped).expect("a source").len();
    assert_eq!(found("systems/chess/rules/src/castling.rs"), 0);
    assert_eq!(found("systems/chess/rules/src/pawn.rs"), 2);
    // What is not there any more is said, and so is a line without a reason.
    for text in ["rook.rs: words\n", "\ncastling.rs\n"] {
        let said = says(text).expect_err("is wrong");
        assert!(said.contains("mutants.txt:") && said.contains("and why"), "{said}");
    }
}

#[test]
fn conditions_are_forced_and_negated() {
    let all = changed("fn f() -> Y { if g() { a } else { b } }");
    let with = |it: &str| format!("fn f() -> Y {{ if {it} {{ a }} else {{ b }} }}");
    assert_eq!(all, [with("true"), with("false"), with("!g()")]);
    assert_eq!(changed("fn f() -> Y { !a }"), ["fn f() -> Y { a }"]);
    assert_eq!(changed("fn f() -> Y { matches!(a, 1) }"), ["fn f() -> Y { !matches!(a, 1) }"]);
}

#[test]
fn statements_with_an_effect_are_left_out() {
    let all = changed("fn f() -> Y { g(a)?; let x = y; x.z = w; x += y; a.mark(b); if c {} x }");
    let left_out = |it: &str| all.iter().any(|text| !text.contains(it));
    assert!(left_out("g(a)?;") && left_out("x.z = w;") && left_out("x += y;"));
    assert!(!left_out("let x = y;") && !left_out("a.mark(b);"));
}

#[test]
fn functions_give_fixed_answers() {
    for (output, values) in [
        ("", &["return;"][..]),
        (" -> bool", &["return true;", "return false;"]),
        (" -> Option<A>", &["return None;"]),
        (" -> Result<(), E>", &["return Ok(());"]),
        (" -> Result<bool, C::Halt>", &["return Ok(true);", "return Ok(false);"]),
        (" -> u8", &["return 0;", "return 1;"]),
        (" -> Vec<A>", &[]),
    ] {
        let all = changed(&format!("fn f(){output} {{ a }}"));
        let wanted: Vec<String> =
            values.iter().map(|it| format!("fn f(){output} {{ {it} a }}")).collect();
        assert_eq!(all, wanted);
    }
    assert!(changed("fn f() {}").is_empty());
    assert_eq!(changed("fn f() -> bool { true }"), ["fn f() -> bool { return false; true }"]);
}

#[test]
fn arms_are_left_out_their_guards_forced_and_their_ranges_moved() {
    let all = changed("fn f() -> Y { match a { B => c, D if e => g, _ => h } }");
    let with = |it: &str| format!("fn f() -> Y {{ match a {{ {it}, _ => h }} }}");
    assert_eq!(
        all,
        [
            "fn f() -> Y { match a {  D if e => g, _ => h } }".to_owned(),
            with("B => c, D if true => g"),
            with("B => c, D if false => g"),
        ]
    );
    let all = changed("fn f() -> Y { match a { 0..=3 => c, n => h } }");
    for it in ["1..=3", "0..=4", "0..=2"] {
        assert!(all.contains(&format!("fn f() -> Y {{ match a {{ {it} => c, n => h }} }}")));
    }
    // Without a rest there is nothing for what the arm matched.
    assert!(changed("fn f() -> Y { match a { B => c, D => g } }").is_empty());
}

#[test]
fn mutants_stand_behind_their_switches_one_within_the_other() {
    let source = "fn f() -> Y { g(a < b + 1) }";
    let found = mutants(Path::new("a.rs"), source, &Skipped::default()).expect("a source");
    let numbered: Vec<(usize, &Mutant)> = found.iter().enumerate().collect();
    let plain = |it: &str| it.to_owned();
    let all: Vec<String> = found.iter().map(|it| it.what.clone()).collect();
    assert_eq!(
        all,
        [
            plain("`a < b + 1` becomes `a <= b + 1`"),
            plain("`a < b + 1` becomes `a > b + 1`"),
            plain("`b + 1` becomes `b - 1`"),
            plain("`1` becomes `2`"),
            plain("`1` becomes `0`"),
        ]
    );
    let written = write(source, &[numbered[0], numbered[2], numbered[3]]);
    assert_eq!(
        written.text,
        "fn f() -> Y { g((if crate::mutant(0) { a <= b + 1 } else { a < \
         (if crate::mutant(2) { b - 1 } else { b + (if crate::mutant(3) { 2 } else { 1 }) }) })) }"
    );
    // Where each of them stands.
    for (number, range) in &written.places {
        let text = &written.text[range.clone()];
        assert!(text.starts_with(&format!("(if crate::mutant({number})")) && text.ends_with(')'));
    }
    assert_eq!(written.places.len(), 3);
    // All at once is still a program.
    assert!(syn::parse_file(&write(source, &numbered).text).is_ok());
}

#[test]
fn every_kind_can_be_written_beside_every_other() {
    let source = "\
fn f(a: u8) -> bool {
    // A comment with a # in it.
    let mut x = r#\"text\"#.len();
    g(a)?;
    x += 1;
    while x < 9 { h(x); }
    if !k(x) && a == 3 || x.any(|it| it < 4) { return true; }
    if let Some(y) = z && y.is_some() { h(y); }
    match a { 0..=3 => true, 4 if x == 2 => false, 5 => matches!(x, 1), _ => i(&r#\"#\"# + 1) }
}
";
    let found = mutants(Path::new("a.rs"), source, &Skipped::default()).expect("a source");
    assert!(40 < found.len(), "{}", found.len());
    let numbered: Vec<(usize, &Mutant)> = found.iter().enumerate().collect();
    let written = write(source, &numbered);
    if let Err(error) = syn::parse_file(&written.text) {
        panic!("{error}\n{}", written.text);
    }
    for (i, it) in found.iter().enumerate() {
        assert!(written.text.contains(&format!("crate::mutant({i})")), "{it}");
        assert!(syn::parse_file(&apply(source, it)).is_ok(), "{it}");
        assert_ne!(apply(source, it), source, "{it}");
    }
}

#[test]
fn a_difference_shows_whole_lines() {
    let source = "fn f() -> Y {\n    g(\n        a < b,\n    )\n}\n";
    let found = mutants(Path::new("a.rs"), source, &Skipped::default()).expect("a source");
    assert_eq!(found[0].line, 3);
    assert_eq!(found[0].difference(source), "  -         a < b,\n  +         a <= b,\n");
}
