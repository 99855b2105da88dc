//! What is wrong with a file, and where: all of it at once, for people and for programs.

use std::{collections::BTreeMap, error, fmt, ops::Range, sync::Arc};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::{Serialize, Serializer};

/// Bytes of text shown with a problem. Nobody reads longer lines, and to lay them out takes long.
const LONGEST_SNIPPET: usize = 4000;

/// A place in a file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl From<Range<usize>> for Span {
    fn from(it: Range<usize>) -> Span {
        Span { start: it.start, end: it.end }
    }
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// Path from the root of the library, with slashes: `<system>/<module>/map.toml`.
    pub file: String,
    /// From 1. A problem with the whole file stands in line 1, column 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// `None`: the whole file.
    #[serde(skip)]
    span: Option<Span>,
}

/// Everything that is wrong. Displays as a compiler would; serialises as the list of problems.
#[derive(Clone, Default)]
pub struct Errors {
    problems: Vec<Problem>,
    /// Problems beyond [`Errors::MOST`].
    more: usize,
    sources: BTreeMap<String, Arc<str>>,
}

impl Errors {
    /// More are counted but not kept: after so many nobody reads on.
    pub const MOST: usize = 500;

    /// By file and line.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many there are, those not kept included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.problems.len() + self.more
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// As a compiler shows them; with `colour` for a terminal.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let mut out = String::new();
        for it in &self.problems {
            out += &renderer.render(&[self.group(it)]);
            out += "\n\n";
        }
        let count = self.count();
        let noun = if count == 1 { "problem" } else { "problems" };
        out += &format!("{count} {noun}");
        if 0 < self.more {
            out += &format!(", the first {} are shown", self.problems.len());
        }
        out
    }

    fn group<'a>(&'a self, it: &'a Problem) -> Group<'a> {
        let title = Level::ERROR.primary_title(it.message.as_str());
        let group = match (it.span, self.sources.get(&it.file)) {
            (Some(span), Some(source)) => {
                let (start, lines) = around(source, span);
                if LONGEST_SNIPPET < lines.len() {
                    let origin =
                        Origin::path(it.file.as_str()).line(it.line).char_column(it.column);
                    return help(title.element(origin), it);
                }
                let shifted = span.start - lines.start..span.end - lines.start;
                let snippet =
                    Snippet::source(&source[lines]).line_start(start).path(it.file.as_str());
                title.element(snippet.annotation(AnnotationKind::Primary.span(shifted)))
            }
            _ => title.element(Origin::path(it.file.as_str())),
        };
        help(group, it)
    }

    pub fn source(&mut self, file: &str, text: &str) {
        if !self.sources.contains_key(file) {
            self.sources.insert(file.to_owned(), text.into());
        }
    }

    /// Something is wrong at a place in a file whose text is known.
    pub fn at(&mut self, file: &str, span: Span, message: impl Into<String>) {
        self.suggest(file, span, message, None);
    }

    pub fn suggest(
        &mut self,
        file: &str,
        span: Span,
        message: impl Into<String>,
        suggestion: Option<String>,
    ) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        let source = self.sources.get(file).map_or("", |it| &**it);
        let span = fit(source, span);
        let before = &source[..span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |it| it.chars().count()) + 1;
        self.push(Problem {
            file: file.to_owned(),
            line,
            column,
            message: message.into(),
            suggestion,
            span: (!source.is_empty()).then_some(span),
        });
    }

    /// Something is wrong with a file as a whole.
    pub fn whole(&mut self, file: &str, message: impl Into<String>, suggestion: Option<String>) {
        let (line, column) = (1, 1);
        self.push(Problem {
            file: file.to_owned(),
            line,
            column,
            message: message.into(),
            suggestion,
            span: None,
        });
    }

    /// Whether further problems are only counted.
    pub fn is_full(&self) -> bool {
        Errors::MOST <= self.problems.len()
    }

    fn push(&mut self, problem: Problem) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.problems.push(problem);
        }
    }

    /// In the order in which people work through them; what two scenarios found in one shared file counts once.
    pub fn sorted(mut self) -> Errors {
        let place = |it: &Problem| (it.file.clone(), it.line, it.column, it.message.clone());
        self.problems.sort_by_key(place);
        self.problems.dedup_by_key(|it| place(it));
        self
    }
}

fn help<'a>(group: Group<'a>, it: &Problem) -> Group<'a> {
    match &it.suggestion {
        Some(word) => group.element(Level::HELP.message(format!("did you mean \"{word}\"?"))),
        None => group,
    }
}

/// The span, moved inside the text and onto the borders of characters.
fn fit(text: &str, span: Span) -> Span {
    let down = |it: usize| text.floor_char_boundary(if text.len() < it { text.len() } else { it });
    let start = down(span.start);
    let end = down(span.end);
    Span { start, end: if end < start { start } else { end } }
}

/// The lines to show around a span: its own and one on each side. Also the number of the first.
fn around(text: &str, span: Span) -> (usize, Range<usize>) {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |it| it + 1);
    let own = line_start(span.start);
    let first = if own == 0 { 0 } else { line_start(own - 1) };
    let own_end = text[span.end..].find('\n').map_or(text.len(), |it| span.end + it);
    let last = match text.get(own_end + 1..) {
        Some(rest) => rest.find('\n').map_or(text.len(), |it| own_end + 1 + it),
        None => own_end,
    };
    (text[..first].matches('\n').count() + 1, first..last)
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for Errors {}

impl Serialize for Errors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.problems.serialize(serializer)
    }
}
