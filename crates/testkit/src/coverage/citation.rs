//! Citations that act: a `Rule` that code puts into a question, a refusal, a ledger or the log. An id in a comment tells
//! the reader where a rule is kept; it is no proof that the program ever names it.

use std::collections::BTreeSet;
use std::path::Path;

use super::ids;

/// A file as the compiler sees it: without comments, without its tests.
pub(super) struct Source {
    /// The module's name: that of the file, or of the directory of a `mod.rs`.
    module: String,
    code: String,
}

impl Source {
    pub(super) fn new(path: &Path, text: &str) -> Source {
        let named = path.file_stem().filter(|it| *it != "mod");
        let named = named.or_else(|| path.parent().and_then(Path::file_name));
        let module = named.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let code = without_comments(text);
        let end = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
        Source { module, code: code[..end].to_owned() }
    }
}

/// Ids of one system whose citation is used by code. The charts people look at name every box and act in none.
pub(super) fn acting(system: &str, sources: &[Source]) -> BTreeSet<String> {
    let mut acting = BTreeSet::new();
    for (at, source) in sources.iter().enumerate().filter(|it| it.1.module != "chart") {
        for (start, id) in quoted(system, &source.code) {
            let used = match constant(&source.code[..start]) {
                Some(name) => is_used(name, at, sources),
                None => true,
            };
            if used {
                acting.insert(id.to_owned());
            }
        }
    }
    acting
}

/// Ids in strings, with the place where they begin. A loader's message names its statement in the middle of a sentence.
fn quoted<'a>(system: &str, code: &'a str) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        let mut from = 0;
        for id in ids(system, line) {
            let at = line[from..].find(id).map_or(from, |it| from + it);
            found.push((start + at, id));
            from = at + id.len();
        }
        start += line.len();
    }
    found
}

/// The constant an id belongs to: `NAME = "…"` in a list of rules, `const NAME: Rule = Rule::new("…"`.
fn constant(before: &str) -> Option<&str> {
    let before = before.strip_suffix('"')?.trim_end();
    let before = before.strip_suffix("Rule::new(").map_or(before, str::trim_end);
    let before = before.strip_suffix('=')?.trim_end();
    let before = before.strip_suffix(": Rule").map_or(before, str::trim_end);
    let name = before.rsplit(|it| !is_name(it)).next()?;
    let is_constant = name.chars().all(|it| !it.is_ascii_lowercase()) && !name.is_empty();
    is_constant.then_some(name)
}

/// Does code name the constant once more in its own file, or by its module in another?
fn is_used(name: &str, home: usize, sources: &[Source]) -> bool {
    let module = &sources[home].module;
    sources.iter().enumerate().any(|(at, source)| {
        let times = words(&source.code, name).count();
        if at == home {
            return 1 < times;
        }
        0 < times && source.module != "chart" && words(&source.code, module).next().is_some()
    })
}

fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|it| it.0).filter(move |at| {
        let before = code[..*at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

fn is_name(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// Blanks comments, of lines and of documentation; strings stay, whatever stands in them.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = &rest[rest.find("*/").map_or(rest.len(), |it| it + 2)..];
                continue;
            }
            'r' if rest.starts_with("r\"") || rest.starts_with("r#\"") => {
                let (open, close) = if rest.starts_with("r\"") { (2, "\"") } else { (3, "\"#") };
                rest[open..].find(close).map_or(rest.len(), |it| open + it + close.len())
            }
            '"' => string(rest),
            // A character; what is no character is a lifetime.
            '\'' if rest.starts_with("'\\") => rest[2..].find('\'').map_or(1, |it| it + 3),
            '\'' => {
                let mut chars = rest.char_indices().skip(2);
                chars.next().filter(|it| it.1 == '\'').map_or(1, |it| it.0 + 1)
            }
            other => other.len_utf8(),
        };
        let taken = if taken <= rest.len() { taken } else { rest.len() };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

/// The length of the string literal a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => (),
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source::new(Path::new(path), text)
    }

    #[test]
    fn a_citation_acts_if_code_uses_it() {
        let rules = "rules! {\n    // abc.a.comment\n    USED = \"abc.a.used\", \"Title\";\n    IDLE = \"abc.a.idle\", \"T\";\n}\n";
        let fire = "use crate::rule;\n/// abc.a.doc\nfn fire() { ask(rule::USED); /* rule::IDLE */ }\n// rule::IDLE\n";
        let here = "const HERE: Rule = Rule::new(\"abc.a.here\", \"T\");\nfn f() { say(HERE); say(\"no (abc.a.inline)\") }\n";
        let chart = "use crate::rule;\nconst BOX: &str = \"abc.a.boxed\";\nfn g() { rule::IDLE }\n";
        let other = "fn idle() { IDLE }\n";
        let sources = [
            source("src/rule.rs", rules),
            source("src/fire.rs", fire),
            source("src/here.rs", here),
            source("src/chart.rs", chart),
            source("src/other.rs", other),
        ];
        let found: Vec<String> = acting("abc", &sources).into_iter().collect();
        assert_eq!(found, ["abc.a.here", "abc.a.inline", "abc.a.used"]);
    }

    #[test]
    fn comments_are_taken_out_and_strings_are_not() {
        let text = "let a = \"// no\\\" comment\"; // one\nlet b = '\"'; /* two */ fn f<'a>() {} r#\"// \"# // three";
        let code = "let a = \"// no\\\" comment\"; \nlet b = '\"';  fn f<'a>() {} r#\"// \"# ";
        assert_eq!(without_comments(text), code);
    }

    #[test]
    fn tests_at_the_end_of_a_file_do_not_count() {
        let text = "fn f() {}\n#[cfg(test)]\nmod tests {\n    const X: &str = \"abc.a.x\";\n}\n";
        assert!(acting("abc", &[source("src/a.rs", text)]).is_empty());
    }
}
