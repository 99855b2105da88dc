//! Coverage of the rules: which statements of `rules/<system>.md` the code cites and the cases prove.

mod citation;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use self::citation::Source;
use crate::cases;

/// One statement of a rules file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Statement {
    pub id: String,
    pub line: usize,
    /// Marked *(later)*: not in play yet.
    pub later: bool,
}

/// A place where an id stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cite {
    pub id: String,
    pub file: PathBuf,
    pub line: usize,
}

/// One system's figures.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    pub system: String,
    pub in_play: usize,
    pub later: usize,
    /// Of those in play.
    pub cited: usize,
    /// Of those cited: what the rules put into a question, a refusal, a ledger or the log. The others stand in comments.
    pub acting: usize,
    pub covered: usize,
    /// In play, but no line of code names them.
    pub uncited: Vec<String>,
    /// In play, but no passing case covers them.
    pub uncovered: Vec<String>,
    /// Cited by code or claimed by a case, but no statement has that id.
    pub unknown: Vec<Cite>,
    /// Ids that stand twice in the rules file.
    pub twice: Vec<String>,
}

impl Coverage {
    /// Are all ids known? Gaps are listed, not refused.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.unknown.is_empty() && self.twice.is_empty()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |n: usize| (100 * n).checked_div(self.in_play).unwrap_or(100);
        writeln!(
            f,
            "{}: {} statements in play ({} later); cited by code {} ({} %; acting {}, in comments only {}), proved by a case {} ({} %)",
            self.system,
            self.in_play,
            self.later,
            self.cited,
            percent(self.cited),
            self.acting,
            self.cited - self.acting,
            self.covered,
            percent(self.covered)
        )?;
        for (what, ids) in
            [("not cited by code", &self.uncited), ("without a case", &self.uncovered)]
        {
            if !ids.is_empty() {
                writeln!(f, "  {what}:")?;
                for id in ids {
                    writeln!(f, "    {id}")?;
                }
            }
        }
        for id in &self.twice {
            writeln!(f, "  stands twice in the rules: {id}")?;
        }
        for it in &self.unknown {
            writeln!(f, "  {}:{}: there is no statement {}", it.file.display(), it.line, it.id)?;
        }
        Ok(())
    }
}

/// The figures of every system that has a rules file, and the report of the cases they rest on.
pub fn coverage(
    systems: cases::Systems<'_>,
    root: &Path,
) -> Result<(Vec<Coverage>, cases::Report), String> {
    let rules = root.join("rules");
    let entries = fs::read_dir(&rules).map_err(|it| format!("{}: {it}", rules.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(Result::ok).map(|it| it.path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "md"));
    files.sort();
    let report = cases::run_cases(systems, &root.join("cases"));
    let mut all = Vec::new();
    for file in files {
        let system =
            file.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        // A page about the rules in general is no system.
        if !root.join("systems").join(&system).is_dir() {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(|it| format!("{}: {it}", file.display()))?;
        all.push(of(root, &system, &text, &report));
    }
    Ok((all, report))
}

fn of(root: &Path, system: &str, rules: &str, report: &cases::Report) -> Coverage {
    let statements = statements(system, rules);
    let mut known: BTreeMap<&str, bool> = BTreeMap::new();
    let mut twice = Vec::new();
    for it in &statements {
        if known.insert(&it.id, it.later).is_some() {
            twice.push(it.id.clone());
        }
    }
    let mut cites = Vec::new();
    let mut sources = Vec::new();
    // Sight is in `board`: wherever the code is, except for what only tests it.
    for it in ["crates", "systems"] {
        gather(&root.join(it), system, &mut cites, &mut sources);
    }
    let acting = citation::acting(system, &sources);
    // The charts people look at name every box, whether anything is behind it or not.
    let at_work = cites.iter().filter(|it| it.file.file_name().is_none_or(|it| it != "chart.rs"));
    let cited: BTreeSet<&str> = at_work.map(|it| it.id.as_str()).collect();
    let prefix = format!("{system}.");
    let claims = report.claimed.iter().filter(|it| it.0.starts_with(&prefix));
    let claims =
        claims.map(|(id, at)| Cite { id: id.clone(), file: at.file.clone(), line: at.line });
    let mut unknown: Vec<Cite> = cites
        .iter()
        .cloned()
        .chain(claims)
        .filter(|it| !known.contains_key(it.id.as_str()))
        .collect();
    unknown.sort_by(|a, b| (&a.id, &a.file, a.line).cmp(&(&b.id, &b.file, b.line)));
    let in_play: Vec<&str> = known.iter().filter(|it| !*it.1).map(|it| *it.0).collect();
    let missing = |has: &dyn Fn(&str) -> bool| -> Vec<String> {
        in_play.iter().filter(|it| !has(it)).map(|it| (*it).to_owned()).collect()
    };
    let uncited = missing(&|id| cited.contains(id));
    let uncovered = missing(&|id| report.covered.contains(id));
    Coverage {
        system: system.to_owned(),
        in_play: in_play.len(),
        later: known.len() - in_play.len(),
        cited: in_play.len() - uncited.len(),
        acting: in_play.iter().filter(|it| acting.contains(**it)).count(),
        covered: in_play.len() - uncovered.len(),
        uncited,
        uncovered,
        unknown,
        twice,
    }
}

/// `- **system.section.name** …`
#[must_use]
pub fn statements(system: &str, text: &str) -> Vec<Statement> {
    let prefix = format!("- **{system}.");
    let lines = text.lines().enumerate().filter_map(|(i, line)| {
        line.strip_prefix(&prefix)?;
        let id = line.strip_prefix("- **")?.split("**").next()?;
        Some(Statement {
            id: id.to_owned(),
            line: i + 1,
            later: line.trim_end().ends_with("*(later)*"),
        })
    });
    lines.collect()
}

fn gather(dir: &Path, system: &str, cites: &mut Vec<Cite>, sources: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|it| it.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let proves = ["testkit", "e2e", "cases", "tests", "examples", "benches"];
            if !proves.contains(&&*name) && !path.ends_with("table/src/laws") {
                gather(&path, system, cites, sources);
            }
        } else if path.extension().is_some_and(|it| it == "rs")
            && !path.ends_with("table/src/laws.rs")
            && let Ok(text) = fs::read_to_string(&path)
        {
            for (i, line) in text.lines().enumerate() {
                for id in ids(system, line) {
                    cites.push(Cite { id: id.to_owned(), file: path.clone(), line: i + 1 });
                }
            }
            sources.push(Source::new(&path, &text));
        }
    }
}

/// Ids in a line: `system.section.name`.
fn ids<'a>(system: &str, line: &'a str) -> Vec<&'a str> {
    let part = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-' || it == '.';
    let mut out = Vec::new();
    let prefix = format!("{system}.");
    for (at, _) in line.match_indices(&prefix) {
        let starts =
            line[..at].chars().next_back().is_none_or(|it| !part(it) && it != '/' && it != '_');
        let end = line[at..].find(|it| !part(it)).map_or(line.len(), |it| at + it);
        // A pattern such as `system.section.step-NN` names no statement.
        let pattern = line[end..]
            .chars()
            .next()
            .is_some_and(|it| it.is_ascii_uppercase() || it == '*' || it == '_' || it == '(');
        let id = line[at..end].trim_end_matches(['.', '-']);
        if starts
            && !pattern
            && id.split('.').count() == 3
            && id.split('.').all(|it| !it.is_empty())
        {
            out.push(id);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_code_and_comments() {
        let line = r#"TQ = "abc.tq.roll", // abc.tq.zero-passes, abc.assault.step-NN; see rules/abc.md. g.abc.x(1)"#;
        assert_eq!(ids("abc", line), ["abc.tq.roll", "abc.tq.zero-passes"]);
    }

    #[test]
    fn statements_are_read_with_their_state() {
        let text = "- **abc.a.b** [both] One. (source: seed)\n- **abc.a.c** [both] Two. (source: seed) *(later)*\nprose abc.a.d\n";
        let found = statements("abc", text);
        assert_eq!(found.len(), 2);
        assert!(!found[0].later && found[1].later);
        assert_eq!(found[1].line, 2);
    }
}
