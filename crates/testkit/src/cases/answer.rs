//! Options, values, questions and lines of the log, as cases write them and failures show them.

use kernel::{Game, Item, Itemised, Ledger as _, Line, PendingAsk};

use super::played::Played;

/// The option that an answer means: one of its short names, its label, or the beginning of its label; `anything` is
/// the first. Where a value is asked for, which of the simple ready ones.
pub(super) fn find<S: Played>(
    g: &S::Game,
    asked: &PendingAsk<S::Game>,
    wanted: &str,
) -> Result<usize, String> {
    let wanted = normal(wanted);
    if wanted == "anything" {
        return Ok(0);
    }
    let called = |it: &S::Game, opt| S::phrases(it, opt).iter().any(|it| normal(it) == wanted);
    let mut found: Vec<usize> =
        (0..asked.options.len()).filter(|i| called(g, asked.options[*i])).collect();
    if found.is_empty() {
        let labels: Vec<String> = labels::<S>(g, asked).iter().map(|it| normal(it)).collect();
        let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..labels.len()).filter(|i| fits(&labels[*i])).collect()
        };
        found = those(&|it| it == wanted);
        if found.is_empty() {
            found = those(&|it| it.starts_with(&wanted));
        }
    }
    match found[..] {
        [one] => Ok(one),
        [] => Err(format!("no option is called \"{wanted}\"")),
        _ => {
            let shown = shown::<S>(g, asked);
            let all: Vec<&str> =
                found.iter().filter_map(|i| shown.get(*i)).map(String::as_str).collect();
            Err(format!("{SEVERAL} \"{wanted}\": {}", all.join("; ")))
        }
    }
}

pub(super) const SEVERAL: &str = "several options are called";

/// Lower case, one space between words, `->` for `moves to`.
fn normal(text: &str) -> String {
    let text = text.to_lowercase().replace("->", " moves to ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = if words.first() == Some(&"choose") { &words[1..] } else { &words[..] };
    words.join(" ")
}

/// What is offered, by its labels: the options, or the simple ones among the ready values.
pub(super) fn labels<S: Played>(g: &S::Game, asked: &PendingAsk<S::Game>) -> Vec<String> {
    let seen = S::seen(g, Some(S::Game::seat(asked.ask.who)));
    let options = asked.options.iter().map(|it| S::chosen(&seen, &asked.ask, *it));
    let ready = asked.ready.iter().flatten().filter(|it| S::is_simple(it));
    options.chain(ready.map(|it| S::planned(&seen, it))).collect()
}

/// What to write for each option, with its label.
pub(super) fn shown<S: Played>(g: &S::Game, asked: &PendingAsk<S::Game>) -> Vec<String> {
    let mut shown = labels::<S>(g, asked);
    for (label, opt) in shown.iter_mut().zip(&asked.options) {
        *label = with_phrase::<S>(g, *opt, std::mem::take(label));
    }
    shown
}

/// `16-E moves to 2306   (E/2/16 moves to 2306)`, or the label alone.
fn with_phrase<S: Played>(g: &S::Game, opt: <S::Game as Game>::Opt, label: String) -> String {
    match S::phrases(g, opt).first() {
        Some(it) if normal(it) != normal(&label) => format!("{it}   ({label})"),
        _ => label,
    }
}

/// `A`; nothing where there is but one player.
pub(super) fn seat_word<S: Played>(who: <S::Game as Game>::Side) -> Option<&'static str> {
    S::SEATS.get(usize::from(S::Game::seat(who))).copied()
}

/// The seat that cases call so.
pub(super) fn seat_number<S: Played>(word: &str) -> Option<u8> {
    S::SEATS.iter().position(|it| it.eq_ignore_ascii_case(word)).map(|it| it as u8)
}

/// `A [abc.fire.before] Who fires?`
pub fn question<S: Played>(g: &S::Game, asked: &PendingAsk<S::Game>) -> String {
    let who = seat_word::<S>(asked.ask.who).map_or(String::new(), |it| format!("{it} "));
    format!("{who}[{}] {}", asked.ask.rule.code, prompt::<S>(g, asked))
}

pub(super) fn prompt<S: Played>(g: &S::Game, asked: &PendingAsk<S::Game>) -> String {
    S::prompt(&S::seen(g, Some(S::Game::seat(asked.ask.who))), &asked.ask)
}

/// `B: Hold fire` names who answers.
pub(super) fn named_seat<S: Played>(text: &str) -> (Option<u8>, &str) {
    let named = text.split_once(':').map(|(word, rest)| (seat_number::<S>(word), rest.trim()));
    named.filter(|it| it.0.is_some()).unwrap_or((None, text))
}

/// A line of the log.
pub fn line<S: Played>(g: &S::Game, line: &Line<S::Game>) -> String {
    let code = line.rule.code;
    let answers = |who| seat_word::<S>(who).map_or("answer".into(), |it| format!("{it} answers"));
    match &line.item {
        Item::Happened(event) => format!("{} [{code}]", S::told(g, line.rule, event)),
        Item::Threw { dice, throw, .. } => {
            let how = if S::SHOWS_THROWS { format!("{} =", S::DIE) } else { "drawn:".into() };
            format!("{how} {} [{code}]", dice.show(*throw))
        }
        Item::Chose { ask, opt, .. } => {
            let label = S::chosen(&S::seen(g, Some(S::Game::seat(ask.who))), ask, *opt);
            format!("{}: {} [{code}]", answers(ask.who), with_phrase::<S>(g, *opt, label))
        }
        Item::Gave { ask, plan, .. } => {
            let label = S::planned(&S::seen(g, Some(S::Game::seat(ask.who))), plan);
            format!("{}: {label} [{code}]", answers(ask.who))
        }
        Item::Counted(it) => format!("ledger {code} = {}", ledger(it)),
    }
}

/// `4: 5 [abc.fire.value], -1 [abc.fire.terrain]`
pub(super) fn ledger(ledger: &Itemised) -> String {
    let lines: Vec<String> =
        ledger.0.iter().map(|(rule, n)| format!("{n} [{}]", rule.code)).collect();
    format!("{}: {}", ledger.total(), lines.join(", "))
}
