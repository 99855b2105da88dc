//! A case cannot pass by accident: what an `expect` fence has to show before it counts.
//!
//! Two things would let a case pass although its rule is broken. It is judged too early, while hits are shown and not yet
//! applied; so a fence is judged where the procedure has come to its end, or at a question that the fence names. And
//! it asserts what was so from the start; so a fence after a `play` has to show a change, or to say `still`.

use super::Text;

/// What stood when the `play` before a fence began: the situation, or what the fence before was judged by.
pub(super) struct Before<G, Q> {
    pub(super) g: G,
    /// The question that was open.
    pub(super) asked: Option<Q>,
    /// Lines of the log there were.
    pub(super) lines: usize,
    /// Has anything been played since?
    pub(super) ran: bool,
    /// A new game has just been made: whatever stands in it comes of the rules.
    pub(super) new_game: bool,
}

impl<G, Q> Before<G, Q> {
    pub(super) fn of_situation(g: G, ran: bool) -> Before<G, Q> {
        Before { g, asked: None, lines: 0, ran, new_game: false }
    }
}

/// `still b1: suppressed`: the expectation, and whether it must have held before as well.
pub(super) fn still(text: &Text) -> (bool, Text) {
    match text.text.trim().strip_prefix("still ") {
        Some(rest) => (true, Text { line: text.line, text: rest.trim().to_owned() }),
        None => (false, text.clone()),
    }
}

/// Does the fence say at which question it is judged?
pub(super) fn names_the_question(lines: &[Text]) -> bool {
    lines.iter().any(names_a_question)
}

/// Does the line say at which question it is judged: by its rule and words, by what it offers, or by what it refuses? That
/// something is not offered would hold at any other question as well.
pub(super) fn names_a_question(line: &Text) -> bool {
    match line.text.split_once(':') {
        Some((head, value)) => match head.trim() {
            "asks" => !matches!(value.trim(), "nobody" | "nothing"),
            "offers" | "offers only" | "offered" | "offered only" | "refused" => true,
            _ => false,
        },
        None => false,
    }
}

/// Is everything in the fence about what has happened so far? Then it cannot come too early.
pub(super) fn looks_back(lines: &[Text]) -> bool {
    let words = ["log:", "log of ", "ledger ", "cites ", "cites:", "odds ", "secret:", "open:"];
    lines.iter().all(|it| words.iter().any(|word| it.text.trim().starts_with(word)))
}

/// Is the line about what no play can change: the map, the counters as printed, the charts? Such a line proves what it
/// says by itself, and nothing of what was played.
pub(super) fn never_changes(line: &str, words: &[&str]) -> bool {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    rest.contains(':') && words.contains(&first)
}

pub(super) fn unnamed(rule: &str) -> String {
    format!(
        "this would be judged in the middle of things, at a question of {rule}\n\
         answer it, or begin the fence with \"asks: {rule}\""
    )
}

pub(super) const PROVES_NOTHING: &str = "all of this held before anything was played: it proves nothing\n\
     expect something that changes, or write \"still\" before what must stay as it was";

pub(super) fn was_otherwise(whole: &str) -> String {
    format!("expected to be still so: {whole}\nfound: it is so now, and was not before")
}
