//! `expect` fences: what must hold at this moment.

mod counters;
mod deck;
mod map;
mod state;
mod tables;

use kernel::{Item, Itemised, Line, PendingAsk};
use omaha::Day;
use omaha::text;

use self::state::{fact, value};
use super::answer;
use super::odds;
use super::play::{Moment, Run, ledger_text, line_text};
use super::words::{Read, Words, wrong};
use crate::cases::Text;
use testkit::cases::proof;

/// Where the last found line of the log and the last found ledger stand: the next must come after.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cursor {
    log: usize,
    ledger: usize,
}

/// Lines about the map, the counters and the charts begin with one of these.
pub(super) const PRINTED: [&str; 21] = [
    "armour-field",
    "battery",
    "box",
    "card",
    "conflicts",
    "constant",
    "count",
    "deck",
    "distance",
    "draw",
    "exit",
    "field",
    "hex",
    "position",
    "protective",
    "road",
    "route",
    "side",
    "table",
    "turn",
    "unit",
];

/// Checks one line.
pub(super) fn check(run: &mut Run<'_>, text: &Text, moment: Moment<'_>) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    if let Some(rest) = whole.strip_prefix("ledger ") {
        return ledger(run, line, rest);
    }
    if let Some(rest) = whole.strip_prefix("odds ") {
        return odds::check(run, line, rest, moment);
    }
    if let Some(ids) = whole.strip_prefix("cites:").or_else(|| whole.strip_prefix("cites ")) {
        return cites(&run.log, line, ids, moment);
    }
    match whole.split_once(':') {
        Some((head, wanted)) if head.trim() == "log" => log(run, line, wanted.trim(), moment),
        Some((head, wanted)) if head.trim() == "no log" => no_log(run, line, wanted.trim(), moment),
        _ => stands(text, moment),
    }
}

/// Checks a line about the position and the question, whatever led there.
fn stands(text: &Text, moment: Moment<'_>) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    if whole == "asks nothing" {
        return asks(line, "nothing", moment);
    }
    let Some((head, wanted)) = whole.split_once(':') else {
        return facts(moment.g, line, whole);
    };
    let (head, wanted) = (head.trim(), wanted.trim());
    match head {
        "asks" => asks(line, wanted, moment),
        "offers" => offers(line, wanted, moment, false),
        "offers only" => offers(line, wanted, moment, true),
        "no offer" => no_offer(line, wanted, moment),
        _ => value(moment.g, &mut Words::new(line, head), wanted),
    }
}

/// Did a line that holds now hold before as well? Asked right after [`check`], while the cursor stands where it was found.
pub(super) fn held(
    run: &Run<'_>,
    text: &Text,
    moment: Moment<'_>,
    before: Moment<'_>,
    lines: usize,
) -> bool {
    let whole = text.text.trim();
    if whole.starts_with("ledger ") {
        return run.cursor.ledger <= lines;
    }
    if whole.starts_with("odds ") {
        return false;
    }
    if let Some(ids) = whole.strip_prefix("cites:").or_else(|| whole.strip_prefix("cites ")) {
        return cites(&run.log[..lines], text.line, ids, before).is_ok();
    }
    // It has run to its end, and nothing was asked on the way.
    if whole == "asks nothing" || whole == "asks: nothing" {
        return false;
    }
    match whole.split_once(':').map(|it| it.0.trim()) {
        Some("log") => run.cursor.log <= lines,
        Some("no log") => true,
        // Of another question it could not be said before.
        _ if proof::is_about_the_question(whole) && !is_same_question(moment, before) => false,
        _ => stands(text, before).is_ok(),
    }
}

/// Is this the question at which the fence is judged? Other pauses are passed on the way there.
pub(super) fn names(lines: &[Text], moment: Moment<'_>) -> bool {
    let mut naming = lines.iter().map(|it| proof::still(it).1).filter(proof::names_a_question);
    naming.any(|it| stands(&it, moment).is_ok())
}

fn is_same_question(moment: Moment<'_>, before: Moment<'_>) -> bool {
    match (moment.pending, before.pending) {
        (Some(now), Some(then)) => {
            now.ask.rule == then.ask.rule
                && now.ask.topic == then.ask.topic
                && now.options == then.options
        }
        (now, then) => now.is_none() && then.is_none(),
    }
}

/// `disrupted 16-E`, `not disrupted 16-E`, `no german at 62N`
fn facts(g: &Day, line: usize, whole: &str) -> Read<()> {
    let yes = !(whole.starts_with("not ") || whole.starts_with("no "));
    match (fact_holds(g, line, whole)?, yes) {
        (false, false) => wrong(line, format!("expected: {whole}\nfound: it is so")),
        (false, true) => wrong(line, format!("expected: {whole}\nfound: it is not so")),
        (true, _) => Ok(()),
    }
}

fn fact_holds(g: &Day, line: usize, whole: &str) -> Read<bool> {
    let mut words = Words::new(line, whole);
    let yes = !(words.take("not") || words.take("no"));
    let holds = fact(g, &mut words)?;
    words.end()?;
    Ok(holds == yes)
}

/// Whether a fact (`disrupted 16-E`) is so or a value (`steps 16-E: 2`) is this, joined by ` and `, in a state that has
/// no log: for the odds. Unreadable is what is no expectation; a value that differs merely does not hold.
pub(super) fn holds(g: &Day, line: usize, outcome: &str) -> Read<bool> {
    let mut all = true;
    for part in outcome.split(" and ").map(str::trim) {
        all &= match part.split_once(':') {
            None => fact_holds(g, line, part)?,
            Some((head, wanted)) => match value(g, &mut Words::new(line, head), wanted.trim()) {
                Ok(()) => true,
                Err(it) if differs(&it.message) => false,
                Err(it) => return Err(it),
            },
        };
    }
    Ok(all)
}

/// Whether a value was read and is another.
fn differs(message: &str) -> bool {
    message.starts_with("expected ") || message.starts_with("it is otherwise")
}

fn log(run: &mut Run<'_>, line: usize, wanted: &str, moment: Moment<'_>) -> Read<()> {
    let found = (run.cursor.log..run.log.len()).find(|i| says(run, moment, *i, wanted));
    match found {
        Some(at) => {
            run.cursor.log = at + 1;
            Ok(())
        }
        None => wrong(
            line,
            format!(
                "expected in the log: {wanted}\nfound no such line after the last one expected"
            ),
        ),
    }
}

fn no_log(run: &Run<'_>, line: usize, wanted: &str, moment: Moment<'_>) -> Read<()> {
    match (0..run.log.len()).find(|i| says(run, moment, *i, wanted)) {
        Some(at) => {
            let found = line_text(moment.g, &run.log[at]);
            wrong(line, format!("not expected in the log: {wanted}\nfound: {found}"))
        }
        None => Ok(()),
    }
}

fn says(run: &Run<'_>, moment: Moment<'_>, at: usize, wanted: &str) -> bool {
    let Item::Happened(event) = &run.log[at].item else { return false };
    let words = event.words(moment.g.data()).0.to_lowercase();
    words.contains(&wanted.trim_matches('"').to_lowercase())
}

fn cites(log: &[Line<Day>], line: usize, ids: &str, moment: Moment<'_>) -> Read<()> {
    for id in ids.split([',', ' ']).filter(|it| !it.is_empty()) {
        let in_ledger = |it: &Itemised| it.0.iter().any(|(rule, _)| rule.code == id);
        let cited = log.iter().any(|it| {
            it.rule.code == id || matches!(&it.item, Item::Counted(ledger) if in_ledger(ledger))
        });
        let asked = moment.pending.is_some_and(|it| it.ask.rule.code == id);
        if !cited && !asked {
            return wrong(line, format!("nothing so far cites {id}"));
        }
    }
    Ok(())
}

/// Parts between commas; a part in quotes may hold commas itself.
fn parts(value: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = value.split(move |it| {
        quoted ^= it == '"';
        it == ',' && !quoted
    });
    parts.map(|it| it.trim().trim_matches('"')).filter(|it| !it.is_empty())
}

fn asked<'a>(line: usize, moment: Moment<'a>) -> Read<&'a PendingAsk<Day>> {
    match moment.pending {
        Some(it) => Ok(it),
        None => wrong(line, "nothing is asked here"),
    }
}

/// `omaha.move.one-hex, "what next"`: rule, pieces of the prompt; `nothing`
fn asks(line: usize, value: &str, moment: Moment<'_>) -> Read<()> {
    if value == "nothing" {
        return match moment.pending {
            None => Ok(()),
            Some(it) => {
                let found = it.ask.rule.code;
                wrong(line, format!("expected: nothing is asked\nfound: a question of {found}"))
            }
        };
    }
    let asked = asked(line, moment)?;
    let prompt = text::question(moment.g, &asked.ask);
    for part in parts(value) {
        let fits = if part.starts_with("omaha.") {
            asked.ask.rule.code == part
        } else {
            prompt.to_lowercase().contains(&part.to_lowercase())
        };
        if !fits {
            let code = asked.ask.rule.code;
            return wrong(line, format!("expected to be asked: {part}\nfound: [{code}] {prompt}"));
        }
    }
    Ok(())
}

fn offers(line: usize, value: &str, moment: Moment<'_>, only: bool) -> Read<()> {
    let asked = asked(line, moment)?;
    let mut seen = Vec::new();
    for part in parts(value) {
        match answer::find(moment.g, asked, part) {
            Ok(at) => seen.push(at),
            Err(message) => {
                return wrong(line, format!("expected to be offered: {part}\n{message}"));
            }
        }
    }
    let other = (0..asked.options.len()).find(|it| only && !seen.contains(it));
    match other {
        Some(it) => {
            let found = answer::shown(moment.g, asked.options[it]);
            wrong(line, format!("expected to be offered only: {value}\nfound also: {found}"))
        }
        None => Ok(()),
    }
}

fn no_offer(line: usize, value: &str, moment: Moment<'_>) -> Read<()> {
    // Where nothing is asked, nothing is offered.
    let Some(asked) = moment.pending else { return Ok(()) };
    for part in parts(value) {
        let found = answer::find(moment.g, asked, part);
        let several = matches!(&found, Err(message) if message.starts_with("several"));
        if found.is_ok() || several {
            return wrong(line, format!("\"{part}\" is offered"));
        }
    }
    Ok(())
}

/// `RULE: total 14`, or `RULE = 14: 6 [id], 8 [id]`: the next ledger of that rule.
fn ledger(run: &mut Run<'_>, line: usize, rest: &str) -> Read<()> {
    let usage = "write: ledger RULE: total 14, or ledger RULE = 14: 6 [id], 8 [id]";
    let Some(end) = rest.find([':', '=']) else { return wrong(line, usage) };
    let (id, wanted) = (rest[..end].trim(), rest[end + 1..].trim());
    let found =
        run.log.iter().enumerate().skip(run.cursor.ledger).find_map(|(i, it)| match &it.item {
            Item::Counted(ledger) if it.rule.code == id => Some((i, ledger)),
            _ => None,
        });
    let Some((at, found)) = found else {
        return wrong(
            line,
            format!("expected a ledger of {id}\nfound none after the last one expected"),
        );
    };
    compare_ledger(line, wanted.trim_start_matches("total").trim(), found)?;
    run.cursor.ledger = at + 1;
    Ok(())
}

fn compare_ledger(line: usize, wanted: &str, found: &Itemised) -> Read<()> {
    let (total, items) = match wanted.split_once(':') {
        Some((total, items)) => (total.trim(), Some(items)),
        None => (wanted, None),
    };
    let mismatch = || wrong(line, format!("expected {wanted}\nfound    {}", ledger_text(found)));
    let sum: i32 = found.0.iter().map(|it| it.1).sum();
    let Ok(total) = total.trim_start_matches('+').parse::<i32>() else {
        return wrong(line, format!("the total must be a number, not \"{total}\""));
    };
    if total != sum {
        return mismatch();
    }
    let Some(items) = items else { return Ok(()) };
    let mut expected: Vec<(String, i32)> = Vec::new();
    for item in parts(items) {
        let (amount, id) = item.split_once(' ').unwrap_or((item, ""));
        let Ok(amount) = amount.trim_start_matches('+').parse() else {
            return wrong(
                line,
                format!("an item is a number and a rule: \"6 [id]\", not \"{item}\""),
            );
        };
        expected.push((id.trim().trim_matches(['[', ']']).to_owned(), amount));
    }
    let mut actual: Vec<(String, i32)> =
        found.0.iter().map(|(rule, n)| (rule.code.to_owned(), *n)).collect();
    expected.sort();
    actual.sort();
    if expected == actual { Ok(()) } else { mismatch() }
}
