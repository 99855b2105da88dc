//! The list of all citations is whole, and every one is a statement of `rules/skirmish.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
const STATEMENTS: &str = include_str!("../../../../rules/skirmish.md");

#[test]
fn every_file_that_declares_citations_is_listed() {
    let mut declared = 0;
    sources(Path::new(SOURCES), &mut |text| {
        let is_citation = |it: &&str| it.contains(" = \"skirmish.") && it.ends_with("\";");
        declared += text.lines().filter(is_citation).count();
    });
    assert_eq!(skirmish::rule::all().count(), declared);
}

#[test]
fn every_citation_is_a_statement_and_every_statement_is_cited() {
    let statements: BTreeSet<&str> = STATEMENTS.lines().filter_map(id).collect();
    assert_eq!(statements.len(), 289);
    let mut cited: BTreeSet<String> = BTreeSet::new();
    sources(Path::new(SOURCES), &mut |text| {
        for (at, _) in text.match_indices("skirmish.") {
            let end =
                |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '-');
            let word =
                text[at..].split(end).next().unwrap_or_default().trim_end_matches(['.', '-']);
            if word.matches('.').count() == 2 {
                cited.insert(word.to_string());
            }
        }
    });
    let unknown: Vec<&String> =
        cited.iter().filter(|it| !statements.contains(it.as_str())).collect();
    assert_eq!(unknown, [""; 0], "cited, but no statement");
    let uncited: Vec<&&str> = statements.iter().filter(|it| !cited.contains(**it)).collect();
    assert_eq!(uncited, [&""; 0], "in the rules, but no line of code names them");
}

fn id(line: &str) -> Option<&str> {
    line.strip_prefix("- **")?.split("**").next()
}

fn sources(folder: &Path, each: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("the sources are there").filter_map(Result::ok) {
        match entry.path().is_dir() {
            true => sources(&entry.path(), each),
            false => each(&fs::read_to_string(entry.path()).expect("a source file")),
        }
    }
}
