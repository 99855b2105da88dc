//! `expect` fences: what must hold at this moment. Lines about the question, the log, ledgers and odds are the same in
//! every system; all others are the system's own.

use kernel::{Game, Item, Itemised, Ledger as _, Line, PendingAsk};

use super::played::Played;
use super::run::{Moment, Run};
use super::words::{Read, Wrong};
use super::{Text, answer, odds, proof};

/// Where the last found line of the log and the last found ledger stand: the next must come after.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cursor {
    log: usize,
    ledger: usize,
}

/// What a line is about.
enum About<'t> {
    Ledger(&'t str),
    Odds(&'t str),
    Cites(&'t str),
    /// `log: …`, `log of B: …`: who may read it, what it says.
    Log(Option<&'t str>, &'t str),
    NoLog(Option<&'t str>, &'t str),
    /// `secret: RULE`, `open: RULE`: was the last answer or throw by that rule told to its own side alone?
    Told(bool, &'t str),
    Question(Asked, &'t str),
    /// The state, by the words of the system.
    State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Asks,
    Offers,
    OffersOnly,
    NoOffer,
    Refused,
}

fn about(whole: &str) -> About<'_> {
    if let Some(rest) = whole.strip_prefix("ledger ") {
        return About::Ledger(rest);
    }
    if let Some(rest) = whole.strip_prefix("odds ") {
        return About::Odds(rest);
    }
    if let Some(ids) = whole.strip_prefix("cites").filter(|it| it.starts_with([':', ' '])) {
        return About::Cites(ids[1..].trim());
    }
    let (head, value) = match whole.split_once(':') {
        Some((head, value)) => (head.trim(), value.trim()),
        None if whole == "asks nothing" || whole == "asks nobody" => ("asks", "nobody"),
        None => return About::State,
    };
    match head {
        "log" => About::Log(None, value),
        "no log" => About::NoLog(None, value),
        "secret" => About::Told(true, value),
        "open" => About::Told(false, value),
        "asks" => About::Question(Asked::Asks, value),
        "offers" | "offered" => About::Question(Asked::Offers, value),
        "offers only" | "offered only" => About::Question(Asked::OffersOnly, value),
        "no offer" | "not offered" => About::Question(Asked::NoOffer, value),
        "refused" => About::Question(Asked::Refused, value),
        _ => match (head.strip_prefix("log of "), head.strip_prefix("no log of ")) {
            (Some(who), _) => About::Log(Some(who.trim()), value),
            (_, Some(who)) => About::NoLog(Some(who.trim()), value),
            _ => About::State,
        },
    }
}

/// Checks one line.
pub(super) fn check<S: Played>(
    run: &mut Run<'_, S>,
    text: &Text,
    moment: Moment<'_, S::Game>,
) -> Read<()> {
    let line = text.line;
    match about(text.text.trim()) {
        About::Ledger(rest) => ledger(run, line, rest),
        About::Odds(rest) => odds::check(run, line, rest, moment.g),
        About::Cites(ids) => cites(&run.log, line, ids, moment),
        About::Log(reader, wanted) => {
            let reader = seat_called::<S>(line, reader)?;
            let from = run.cursor.log;
            let found = run.log[from..].iter();
            match found.enumerate().find(|it| says::<S>(moment.g, it.1, wanted, reader)) {
                Some((i, _)) => {
                    run.cursor.log = from + i + 1;
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
        About::NoLog(reader, wanted) => {
            let reader = seat_called::<S>(line, reader)?;
            match run.log.iter().find(|it| says::<S>(moment.g, it, wanted, reader)) {
                Some(it) => {
                    let found = answer::line::<S>(moment.g, it);
                    wrong(line, format!("not expected in the log: {wanted}\nfound: {found}"))
                }
                None => Ok(()),
            }
        }
        About::Told(secret, rule) => told(&run.log, line, secret, rule),
        About::Question(..) | About::State => stands::<S>(text, moment),
    }
}

/// Did a line that holds now hold before as well? Asked right after [`check`], while the cursor stands where it was found.
pub(super) fn held<S: Played>(
    run: &Run<'_, S>,
    text: &Text,
    moment: Moment<'_, S::Game>,
    before: Moment<'_, S::Game>,
    lines: usize,
) -> bool {
    match about(text.text.trim()) {
        About::Ledger(_) => run.cursor.ledger <= lines,
        About::Odds(_) => false,
        About::Cites(ids) => cites(&run.log[..lines], text.line, ids, before).is_ok(),
        About::Log(..) => run.cursor.log <= lines,
        About::NoLog(..) => true,
        About::Told(secret, rule) => told(&run.log[..lines], text.line, secret, rule).is_ok(),
        // It has run to its end, and nobody was asked on the way.
        About::Question(Asked::Asks, "nobody" | "nothing") => false,
        // Of another question it could not be said before.
        About::Question(..) if !is_same_question(moment, before) => false,
        // The judge of before cannot be asked any more: it may have said the same.
        About::Question(Asked::Refused, _) if moment.judge.is_some() => true,
        About::Question(..) | About::State => stands::<S>(text, before).is_ok(),
    }
}

/// Is this a pause that the fence does not name? It is passed on the way to what is judged.
pub(super) fn passes<S: Played>(lines: &[Text], moment: Moment<'_, S::Game>) -> bool {
    let mut asks = moment.pending.iter().flat_map(|it| &it.asks);
    let mut naming = lines.iter().map(|it| proof::still(it).1).filter(proof::names_a_question);
    asks.all(|it| it.options.len() == 1) && !naming.any(|it| stands::<S>(&it, moment).is_ok())
}

fn is_same_question<G: Game<Topic: PartialEq>>(now: Moment<'_, G>, then: Moment<'_, G>) -> bool {
    let same = |(now, then): (&PendingAsk<G>, &PendingAsk<G>)| {
        now.ask.rule == then.ask.rule
            && now.ask.topic == then.ask.topic
            && now.options == then.options
    };
    match (now.pending, then.pending) {
        (Some(now), Some(then)) => {
            now.asks.len() == then.asks.len() && now.asks.iter().zip(&then.asks).all(same)
        }
        (now, then) => now.is_none() && then.is_none(),
    }
}

/// Checks a line about the position or the question, whatever led there.
fn stands<S: Played>(text: &Text, moment: Moment<'_, S::Game>) -> Read<()> {
    let line = text.line;
    let About::Question(kind, value) = about(text.text.trim()) else {
        return S::stands(moment.g, text);
    };
    if kind == Asked::Asks && matches!(value, "nobody" | "nothing") {
        return match moment.pending.and_then(|it| it.asks.first()) {
            None => Ok(()),
            Some(it) => {
                let found = answer::question::<S>(moment.g, it);
                wrong(line, format!("expected: nobody is asked\nfound: {found}"))
            }
        };
    }
    let asks = match moment.pending {
        Some(it) => &it.asks,
        // Where nobody is asked, nothing is offered.
        None if kind == Asked::NoOffer => return Ok(()),
        None => return wrong(line, "nobody is asked anything here"),
    };
    match kind {
        Asked::Asks => asked::<S>(line, value, moment.g, asks),
        Asked::Offers => offers::<S>(line, value, moment.g, asks, false),
        Asked::OffersOnly => offers::<S>(line, value, moment.g, asks, true),
        Asked::NoOffer => {
            let offered = |it: &&str| asks.iter().any(|ask| is_offered::<S>(moment.g, ask, it));
            match parts(value).find(offered) {
                Some(it) => wrong(line, format!("\"{it}\" is offered")),
                None => Ok(()),
            }
        }
        Asked::Refused => refused::<S>(line, value, moment, asks),
    }
}

/// `B, abc.fire.before, "a piece of the prompt"`
fn asked<S: Played>(
    line: usize,
    value: &str,
    g: &S::Game,
    asks: &[PendingAsk<S::Game>],
) -> Read<()> {
    let fits = |it: &PendingAsk<S::Game>| {
        parts(value).all(|part| match answer::seat_number::<S>(part.trim_start_matches("side ")) {
            Some(seat) => S::Game::seat(it.ask.who) == seat,
            None if is_id::<S>(part) => it.ask.rule.code == part,
            None => answer::prompt::<S>(g, it).to_lowercase().contains(&part.to_lowercase()),
        })
    };
    if asks.iter().any(fits) {
        return Ok(());
    }
    let found: Vec<String> = asks.iter().map(|it| answer::question::<S>(g, it)).collect();
    wrong(line, format!("expected to be asked: {value}\nfound: {}", found.join("; ")))
}

fn is_id<S: Played>(part: &str) -> bool {
    part.strip_prefix(S::SYSTEM).is_some_and(|it| it.starts_with('.'))
}

fn offers<S: Played>(
    line: usize,
    value: &str,
    g: &S::Game,
    asks: &[PendingAsk<S::Game>],
    only: bool,
) -> Read<()> {
    let mut seen = Vec::new();
    for part in parts(value) {
        let found: Vec<Result<usize, String>> =
            asks.iter().map(|it| answer::find::<S>(g, it, part)).collect();
        seen.extend(found.first().into_iter().flatten());
        if let Some(Err(message)) = found.iter().find(|_| found.iter().all(Result::is_err)) {
            return wrong(line, format!("expected to be offered: {part}\n{message}"));
        }
    }
    let shown = answer::shown::<S>(g, &asks[0]);
    match shown.iter().enumerate().find(|(i, _)| only && !seen.contains(i)) {
        Some((_, other)) => {
            wrong(line, format!("expected to be offered only: {value}\nfound also: {other}"))
        }
        None => Ok(()),
    }
}

fn is_offered<S: Played>(g: &S::Game, asked: &PendingAsk<S::Game>, label: &str) -> bool {
    let found = answer::find::<S>(g, asked, label);
    found.is_ok() || found.is_err_and(|it| it.starts_with(answer::SEVERAL))
}

/// `Assault by abc.assault.no`
fn refused<S: Played>(
    line: usize,
    value: &str,
    moment: Moment<'_, S::Game>,
    asks: &[PendingAsk<S::Game>],
) -> Read<()> {
    let g = moment.g;
    let Some((label, id)) = value.rsplit_once(" by ") else {
        return wrong(line, "write: refused: LABEL by RULE");
    };
    let (label, id) = (label.trim(), id.trim());
    if is_offered::<S>(g, &asks[0], label) {
        return wrong(line, format!("\"{label}\" is offered"));
    }
    let mut rule = S::refusal(g, &asks[0], line, label)?;
    if let (None, Some(judge)) = (rule, moment.judge) {
        let plan = S::read_plan(g, &asks[0], line, label)?;
        rule = judge(&asks[0].ask, &plan).err().map(|it| it.rule);
    }
    match rule {
        Some(rule) if rule.code == id => Ok(()),
        Some(rule) => wrong(
            line,
            format!("expected refused by {id}\nfound refused by {}: {}", rule.code, rule.title),
        ),
        None => wrong(
            line,
            format!("\"{label}\" is not offered, and no rule says why at this question"),
        ),
    }
}

fn cites<G: Game>(log: &[Line<G>], line: usize, ids: &str, moment: Moment<'_, G>) -> Read<()> {
    for id in ids.split([',', ' ']).filter(|it| !it.is_empty()) {
        let in_ledger = |it: &Itemised| it.0.iter().any(|(rule, _)| rule.code == id);
        let cited = log.iter().any(|it| {
            it.rule.code == id || matches!(&it.item, Item::Counted(ledger) if in_ledger(ledger))
        });
        let asked =
            moment.pending.is_some_and(|it| it.asks.iter().any(|it| it.ask.rule.code == id));
        if !cited && !asked {
            return wrong(line, format!("nothing so far cites {id}"));
        }
    }
    Ok(())
}

/// Was the last answer or throw by this rule told to its own side alone, or to all?
fn told<G: Game>(log: &[Line<G>], line: usize, secret: bool, rule: &str) -> Read<()> {
    let asked = |it: &&Line<G>| {
        matches!(it.item, Item::Threw { .. } | Item::Chose { .. } | Item::Gave { .. })
    };
    match log.iter().rev().filter(asked).find(|it| it.rule.code == rule) {
        Some(it) if it.secret == secret => Ok(()),
        Some(_) if secret => wrong(line, format!("all may read what was answered by {rule}")),
        Some(_) => wrong(line, format!("only one side may read what was answered by {rule}")),
        None => wrong(line, format!("nobody has answered anything by {rule}")),
    }
}

/// Does the line of the log say this, and may this reader read it?
fn says<S: Played>(
    g: &S::Game,
    line: &Line<S::Game>,
    wanted: &str,
    reader: Option<<S::Game as Game>::Side>,
) -> bool {
    let Item::Happened(event) = &line.item else { return false };
    if reader.is_some_and(|side| !S::Game::may_read(event, Some(side))) {
        return false;
    }
    let said = S::told(g, line.rule, event).to_lowercase();
    said.contains(&wanted.trim_matches('"').to_lowercase())
}

fn seat_called<S: Played>(
    line: usize,
    word: Option<&str>,
) -> Read<Option<<S::Game as Game>::Side>> {
    let Some(word) = word else { return Ok(None) };
    match answer::seat_number::<S>(word).and_then(S::side) {
        Some(side) => Ok(Some(side)),
        None => wrong(line, format!("there is no seat \"{word}\": {}", S::SEATS.join(", "))),
    }
}

/// `RULE = 14: 6 [id], 8 [id]`, `RULE = 14`, or `RULE: total 14`: the next ledger of that rule.
fn ledger<S: Played>(run: &mut Run<'_, S>, line: usize, rest: &str) -> Read<()> {
    let usage = "write: ledger RULE = 14: 6 [id], 8 [id], or ledger RULE: total 14";
    let Some(end) = rest.find([':', '=']) else { return wrong(line, usage) };
    let (id, wanted) = (rest[..end].trim(), rest[end + 1..].trim());
    let from = run.cursor.ledger;
    let mut found = run.log[from..].iter().enumerate();
    let found = found.find_map(|(i, it)| match &it.item {
        Item::Counted(ledger) if it.rule.code == id => Some((from + i, ledger)),
        _ => None,
    });
    let Some((at, found)) = found else {
        let message = format!("expected a ledger of {id}\nfound none after the last one expected");
        return wrong(line, message);
    };
    compare_ledger(line, wanted.trim_start_matches("total").trim(), found)?;
    run.cursor.ledger = at + 1;
    Ok(())
}

/// `14: 6 [id], 8 [id]`, in any order, or the total alone.
pub fn compare_ledger(line: usize, wanted: &str, found: &Itemised) -> Read<()> {
    let wanted = wanted.trim();
    let (total, items) = match wanted.split_once(':') {
        Some((total, items)) => (total.trim(), Some(items)),
        None => (wanted, None),
    };
    let mismatch = || wrong(line, format!("expected {wanted}\nfound    {}", answer::ledger(found)));
    let Ok(total) = total.trim_start_matches('+').parse::<i32>() else {
        return wrong(line, format!("the total must be a number, not \"{total}\""));
    };
    if total != found.total() {
        return mismatch();
    }
    let Some(items) = items else { return Ok(()) };
    let mut expected: Vec<(&str, i32)> = Vec::new();
    for item in parts(items) {
        let (amount, id) = item.split_once(' ').unwrap_or((item, ""));
        let Ok(amount) = amount.trim_start_matches('+').parse() else {
            let message = format!("an item is a number and a rule: \"6 [id]\", not \"{item}\"");
            return wrong(line, message);
        };
        expected.push((id.trim().trim_matches(['[', ']']), amount));
    }
    let mut actual: Vec<(&str, i32)> =
        found.0.iter().map(|(rule, amount)| (rule.code, *amount)).collect();
    expected.sort_unstable();
    actual.sort_unstable();
    if expected == actual { Ok(()) } else { mismatch() }
}

/// Parts between commas; a part in quotes may hold commas itself.
pub fn parts(value: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = value.split(move |it| {
        quoted ^= it == '"';
        it == ',' && !quoted
    });
    parts.map(|it| it.trim().trim_matches('"')).filter(|it| !it.is_empty())
}

fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}
