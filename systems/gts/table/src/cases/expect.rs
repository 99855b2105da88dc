//! `expect` fences: what must hold at this moment.

mod state;

use gts::data::{Side, UnitId};
use gts::modifiers::{self, Mode, Rating, Shot, Trigger, ZoneMove};
use gts::question::{Action, Topic};
use gts::state::Battle;
use gts::{activation, assault, cost, movement, purchase, text, troop_quality};
use kernel::{Game, Item, Itemised, Line, PendingAsk, Rule};

use self::state::{is, state, unit};
use super::odds;
use super::play::{
    Moment, Run, find_option, ledger_text, line_text, offered_labels, purchases, short,
};
use super::situation::find;
use super::words::{self, Read, Words, Wrong, side_letter};
use crate::cases::Text;
use testkit::cases::{odds::Claim, proof};

/// Where the last found line of the log and the last found ledger stand: the next must come after.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cursor {
    log: usize,
    ledger: usize,
    /// Did the run stop at a question, not at a throw?
    pub(super) at_question: bool,
}

const ACTIONS: [Action; 17] = [
    Action::Move,
    Action::Mount,
    Action::EnterEntrenchment,
    Action::LeaveEntrenchment,
    Action::DirectFire,
    Action::Assault,
    Action::Rally,
    Action::Pass,
    Action::IndirectFire,
    Action::FireAtBeach,
    Action::BuildImprovedPosition,
    Action::BuildEntrenchment,
    Action::BuildRoadBlock,
    Action::ClearRoadBlock,
    Action::CreateRearguard,
    Action::RemoveRearguard,
    Action::ReduceDrift,
];

fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

/// Lines about the map and the charts begin with one of these.
pub(super) const PRINTED: [&str; 3] = ["class", "crt", "distance"];

/// Checks one line.
pub(super) fn check(run: &mut Run<'_>, text: &Text, moment: Moment<'_>) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    let g = moment.g;
    if let Some(rest) = whole.strip_prefix("ledger ") {
        return ledger(run, line, rest);
    }
    if let Some(rest) = whole.strip_prefix("odds ") {
        return check_odds(run, line, rest);
    }
    if let Some(rest) = whole.strip_prefix("cites ") {
        return cites(&run.log, line, rest, moment);
    }
    let Some((head, value)) = whole.split_once(':') else { return stands(text, moment) };
    let mut words = Words::new(line, head.trim());
    let value = value.trim();
    let no = words.take("no");
    if !words.take("log") {
        return stands(text, moment);
    }
    let reader = reader(&mut words)?;
    if no {
        return match (0..run.log.len()).find(|i| says(run, g, *i, value, reader)) {
            Some(at) => {
                let found = line_text(g, &run.log[at]);
                wrong(line, format!("not expected in the log: {value}\nfound: {found}"))
            }
            None => Ok(()),
        };
    }
    match (run.cursor.log..run.log.len()).find(|i| says(run, g, *i, value, reader)) {
        Some(at) => {
            run.cursor.log = at + 1;
            Ok(())
        }
        None => wrong(
            line,
            format!("expected in the log: {value}\nfound no such line after the last one expected"),
        ),
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
    if let Some(ids) = whole.strip_prefix("cites ") {
        return cites(&run.log[..lines], text.line, ids, before).is_ok();
    }
    let head = whole.split_once(':').map_or("", |it| it.0.trim());
    // It has run to its end, and nobody was asked on the way.
    if whole == "asks: nobody" {
        return false;
    }
    match head.split(' ').next() {
        Some("log") => run.cursor.log <= lines,
        Some("no") => true,
        // Of another question it could not be said before.
        _ if proof::is_about_the_question(whole) && !is_same_question(moment, before) => false,
        _ => stands(text, before).is_ok(),
    }
}

fn is_same_question(moment: Moment<'_>, before: Moment<'_>) -> bool {
    match (moment.pending, before.pending) {
        (Some(now), Some(then)) => {
            let same = |(now, then): (&PendingAsk<Battle>, &PendingAsk<Battle>)| {
                now.ask.rule == then.ask.rule
                    && now.ask.topic == then.ask.topic
                    && now.options == then.options
            };
            now.asks.len() == then.asks.len() && now.asks.iter().zip(&then.asks).all(same)
        }
        (now, then) => now.is_none() && then.is_none(),
    }
}

/// Checks a line about the position and the question, whatever led there.
fn stands(text: &Text, moment: Moment<'_>) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    let g = moment.g;
    if let Some(rest) = whole.strip_prefix("tq ") {
        let Some((key, wanted)) = rest.split_once('=') else {
            return wrong(line, "write: tq a1 = 5: 6 [id], -1 [id]");
        };
        let id = unit(g, line, key.trim())?;
        let mut found = Itemised::default();
        troop_quality::count(g, id, &mut found);
        return compare_ledger(line, wanted, &found);
    }
    if let Some(rest) = whole.strip_prefix("rating ") {
        let Some((shot, wanted)) = rest.split_once('=') else {
            return wrong(line, "write: rating a1 at b1 op = 4");
        };
        let mut found = Itemised::default();
        modifiers::count(g, read_shot(g, line, shot)?, &mut found);
        return compare_ledger(line, wanted, &found);
    }
    let Some((head, value)) = whole.split_once(':') else {
        return wrong(line, format!("\"{whole}\" is no expectation; see cases/README.md"));
    };
    let (head, value) = (head.trim(), value.trim());
    let mut words = Words::new(line, head);
    match words.next().as_deref() {
        Some("asks") => asks(line, value, moment),
        Some("offered") if words.take("only") => offered(line, value, moment, true),
        Some("offered") => offered(line, value, moment, false),
        Some("not") if words.take("offered") => {
            let asked = asked(line, moment)?;
            for label in labels(value) {
                if asked.iter().any(|it| find_option(g, it, label).is_ok()) {
                    return wrong(line, format!("\"{label}\" is offered"));
                }
            }
            Ok(())
        }
        Some("refused") => refused(line, value, moment),
        Some(first) => {
            let first = first.to_owned();
            state(g, line, &first, words, value)
        }
        None => wrong(line, "an expectation needs something before its colon"),
    }
}

fn cites(log: &[Line<Battle>], line: usize, ids: &str, moment: Moment<'_>) -> Read<()> {
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

/// `of B`: only what that side may read.
fn reader(words: &mut Words) -> Read<Option<Side>> {
    let reader = if words.take("of") { Some(words::side(words)?) } else { None };
    words.end()?;
    Ok(reader)
}

fn says(run: &Run<'_>, g: &Battle, at: usize, wanted: &str, reader: Option<Side>) -> bool {
    let line = &run.log[at];
    let Item::Happened(event) = &line.item else { return false };
    if reader.is_some_and(|side| !Battle::may_read(event, Some(side))) {
        return false;
    }
    event.words(g.data()).0.to_lowercase().contains(&wanted.to_lowercase())
}

/// Parts between commas; a part in quotes may hold commas itself.
fn labels(value: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = value.split(move |it| {
        quoted ^= it == '"';
        it == ',' && !quoted
    });
    parts.map(|it| it.trim().trim_matches('"')).filter(|it| !it.is_empty())
}

fn asked<'a>(line: usize, moment: Moment<'a>) -> Read<&'a [PendingAsk<Battle>]> {
    match moment.pending {
        Some(it) => Ok(&it.asks),
        None => wrong(line, "nobody is asked anything here"),
    }
}

/// `B, gts.opfire.before-after` in any part: side, rule, a piece of the prompt in quotes; `nobody`.
fn asks(line: usize, value: &str, moment: Moment<'_>) -> Read<()> {
    if value == "nobody" {
        return match moment.pending {
            None => Ok(()),
            Some(it) => {
                wrong(line, format!("expected: nobody is asked\nfound: {}", short(&it.asks[0].ask)))
            }
        };
    }
    let asks = asked(line, moment)?;
    let fits = |it: &PendingAsk<Battle>| {
        labels(value).all(|part| match part {
            "A" | "B" | "side A" | "side B" => part.ends_with(side_letter(it.ask.who)),
            id if id.starts_with("gts.") => it.ask.rule.code == id,
            prompt => {
                let prompt = prompt.trim_matches('"').to_lowercase();
                text::prompt(moment.g, &it.ask).to_lowercase().contains(&prompt)
            }
        })
    };
    if asks.iter().any(fits) {
        return Ok(());
    }
    let found: Vec<String> = asks.iter().map(|it| short(&it.ask)).collect();
    wrong(line, format!("expected to be asked: {value}\nfound: {}", found.join("; ")))
}

fn offered(line: usize, value: &str, moment: Moment<'_>, only: bool) -> Read<()> {
    let asked = asked(line, moment)?;
    let mut seen = 0;
    for label in labels(value) {
        let found = asked
            .iter()
            .find_map(|it| find_option(moment.g, it, label).err().map_or(Some(()), |_| None));
        if found.is_none() {
            return wrong(line, format!("\"{label}\" is not offered"));
        }
        seen += 1;
    }
    let all = offered_labels(moment.g, &asked[0]).len();
    if only && seen != all {
        return wrong(line, format!("expected these {seen} options only, found {all}"));
    }
    Ok(())
}

/// `Assault by gts.div.no-fire`
fn refused(line: usize, value: &str, moment: Moment<'_>) -> Read<()> {
    let g = moment.g;
    let Some((label, id)) = value.rsplit_once(" by ") else {
        return wrong(line, "write: refused: LABEL by RULE");
    };
    let (label, id) = (label.trim(), id.trim());
    let asked = &asked(line, moment)?[0];
    if find_option(g, asked, label).is_ok() {
        return wrong(line, format!("\"{label}\" is offered"));
    }
    match refusal(line, label, asked, g)? {
        Some(rule) if rule.code == id => Ok(()),
        Some(rule) => wrong(
            line,
            format!("expected refused by {id}\nfound refused by {}: {}", rule.code, rule.title),
        ),
        None => wrong(
            line,
            format!(
                "\"{label}\" is not offered, and no rule says why; found no refusal for this question"
            ),
        ),
    }
}

/// The rule that keeps an option from being offered, by the functions of the rules that say so.
fn refusal(line: usize, label: &str, asked: &PendingAsk<Battle>, g: &Battle) -> Read<Option<Rule>> {
    let ask = asked.ask;
    let err = |it: Result<(), cost::Refusal>| it.err().map(|it| it.rule);
    Ok(match ask.topic {
        Topic::Next => err(activation::may_activate(g, unit(g, line, label)?)),
        Topic::Buy => {
            let plan = purchases(g, line, label)?;
            purchase::may_buy_all(g, ask.who, &plan).err().map(|it| it.rule)
        }
        Topic::FirstAction(id) | Topic::SecondAction(id) => {
            let action =
                ACTIONS.into_iter().find(|it| text::action(*it).eq_ignore_ascii_case(label));
            let Some(action) = action else {
                return wrong(line, format!("there is no action \"{label}\""));
            };
            let (acting, first) =
                g.active.as_ref().map_or_else(Default::default, |it| (it.acting, it.first));
            let units: Vec<UnitId> =
                if acting.contains(id) { acting.iter().collect() } else { vec![id] };
            err(activation::may_perform(g, &units, action, first))
        }
        Topic::AssaultTarget(id) => {
            err(assault::may_assault(g, id, find(&g.data().map, line, label)?))
        }
        Topic::Move(_) => match &g.mover {
            Some(mover) => {
                let hex = find(&g.data().map, line, label)?;
                let refused = movement::refusals(g, mover);
                refused.into_iter().find(|it| it.0 == hex).map(|it| it.1.rule)
            }
            None => None,
        },
        _ => None,
    })
}

/// `RULE = 4: 5 [id], -1 [id]`, or only the total: the next ledger of that rule.
fn ledger(run: &mut Run<'_>, line: usize, rest: &str) -> Read<()> {
    let Some((id, wanted)) = rest.split_once('=') else {
        return wrong(line, "write: ledger RULE = 4: 5 [id], -1 [id]");
    };
    let id = id.trim();
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
    compare_ledger(line, wanted, found)?;
    run.cursor.ledger = at + 1;
    Ok(())
}

fn compare_ledger(line: usize, wanted: &str, found: &Itemised) -> Read<()> {
    let (total, items) = match wanted.split_once(':') {
        Some((total, items)) => (total.trim(), Some(items)),
        None => (wanted.trim(), None),
    };
    let mismatch =
        || wrong(line, format!("expected {}\nfound    {}", wanted.trim(), ledger_text(found)));
    let sum: i32 = found.0.iter().map(|it| it.1).sum();
    let Ok(total) = total.trim_start_matches('+').parse::<i32>() else {
        return wrong(line, format!("the total must be a number, not \"{total}\""));
    };
    if total != sum {
        return mismatch();
    }
    let Some(items) = items else { return Ok(()) };
    let mut expected: Vec<(String, i32)> = Vec::new();
    for item in labels(items) {
        let mut parts = item.split_whitespace();
        let (amount, id) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let Ok(amount) = amount.trim_start_matches('+').parse() else {
            return wrong(
                line,
                format!("an item is a number and a rule: \"-1 [gts.mod.terrain]\", not \"{item}\""),
            );
        };
        expected.push((id.trim_matches(['[', ']']).to_owned(), amount));
    }
    let mut actual: Vec<(String, i32)> =
        found.0.iter().map(|(rule, n)| (rule.code.to_owned(), *n)).collect();
    expected.sort();
    actual.sort();
    if expected == actual { Ok(()) } else { mismatch() }
}

/// `a1 at b1 op zone-to-zone assault-rating bonus`
fn read_shot(g: &Battle, line: usize, text: &str) -> Read<Shot> {
    let mut words = Words::new(line, text);
    let firer = unit(g, line, &words.need("the firer")?)?;
    if !words.take("at") {
        return words.wrong("write: rating a1 at b1");
    }
    let target = unit(g, line, &words.need("the target")?)?;
    let mut shot = Shot { firer, target, mode: Mode::Direct, rating: Rating::Fire, bonus: false };
    let mut trigger = Trigger { movement: None, running: false };
    while let Some(word) = words.next() {
        match word.as_str() {
            "direct" => shot.mode = Mode::Direct,
            "indirect" => shot.mode = Mode::Indirect,
            "op" => shot.mode = Mode::Op(trigger),
            "zone-to-zone" => trigger.movement = Some(ZoneMove::ZoneToZone),
            "zone-to-outside" => trigger.movement = Some(ZoneMove::ZoneToOutside),
            "running" => trigger.running = true,
            "assaulter" => shot.mode = Mode::Assaulter,
            "defender" => shot.mode = Mode::Defender { charged: words.take("charged") },
            "assault-rating" => shot.rating = Rating::Assault,
            "bonus" => shot.bonus = true,
            other => {
                return words.wrong(format!(
                    "\"{other}\" says nothing about a shot: direct, indirect, op, zone-to-zone, zone-to-outside, running, assaulter, \
                     defender [charged], assault-rating, bonus"
                ));
            }
        }
        if shot.mode.is_op() {
            shot.mode = Mode::Op(trigger);
        }
    }
    Ok(shot)
}

/// `[ANSWER / ANSWER =>] UNIT WORDS = 3/10`
fn check_odds(run: &Run<'_>, line: usize, rest: &str) -> Read<()> {
    let claim = Claim::read(line, rest, "odds b1 suppressed = 3/10")?;
    // The outcome must be readable before it is asked of every course.
    holds(&run.base, line, &claim.outcome)?;
    let wishes = claim.wishes.clone();
    let (mass, lost) = odds::mass(&run.base, &run.tape[run.base_at..], wishes, |g| {
        holds(g, line, &claim.outcome).unwrap_or(false)
    });
    claim.compare(mass, lost, Battle::WHOLE)
}

/// `b1 suppressed, steps 2`: one thing and what is true of it.
fn holds(g: &Battle, line: usize, outcome: &str) -> Read<bool> {
    let (key, rest) = outcome.trim().split_once(' ').unwrap_or((outcome.trim(), ""));
    for phrase in labels(rest) {
        if !is(g, line, key, phrase)? {
            return Ok(false);
        }
    }
    Ok(true)
}
