//! The report: one line an event, with the dice, ledgers and choices that led to it.

use kernel::{Item, Ledger as _, Line};

use crate::system::{System, may_read};
use crate::wire::{Detail, LedgerLine, LogLine, RuleRef};

/// Lines this seat may read, from number `from` on.
pub(crate) fn lines<S: System>(
    log: &[Line<S::Game>],
    g: &S::Seen,
    seat: Option<u8>,
    from: usize,
) -> Vec<LogLine> {
    let mut lines = Vec::new();
    let mut details = Vec::new();
    let (mut n, mut turn) = (0, S::first_turn(g));
    for line in log {
        if !may_read::<S>(line, seat) {
            // The ledgers just before it are part of the secret. All else stays, so that nothing shows that there was one.
            while details.last().is_some_and(|it: &Detail| it.total.is_some()) {
                details.pop();
            }
            continue;
        }
        let Item::Happened(event) = &line.item else {
            details.extend(detail::<S>(g, line));
            continue;
        };
        turn = S::begins(line.rule, event).unwrap_or(turn);
        if from <= n {
            let told = S::line(g, line.rule, event);
            lines.push(LogLine {
                n,
                at: line.at,
                turn,
                time: S::time(g, turn),
                kind: told.kind.into(),
                seat: told.seat,
                text: told.text,
                rule: RuleRef::of(line.rule),
                places: told.places,
                pieces: told.pieces,
                details: std::mem::take(&mut details),
            });
        }
        details.clear();
        n += 1;
    }
    lines
}

/// A throw, a choice or a ledger in words.
pub fn detail<S: System>(g: &S::Seen, line: &Line<S::Game>) -> Option<Detail> {
    let plain = |text: String| Detail {
        text,
        rule: RuleRef::of(line.rule),
        ledger: vec![],
        total: None,
        die: None,
    };
    match &line.item {
        Item::Threw { dice, throw, .. } => S::SHOWS_THROWS.then(|| {
            let die = dice.show(*throw);
            let text = format!("{}: rolled {die}", line.rule.title);
            Detail { die: Some(die), ..plain(text) }
        }),
        Item::Chose { ask, opt, ordered } => {
            Some(plain(said(S::who(g, ask), &S::answered(g, ask, *opt), *ordered)))
        }
        Item::Gave { ask, plan, ordered, .. } => {
            Some(plain(said(S::who(g, ask), &S::planned(g, plan), *ordered)))
        }
        Item::Counted(ledger) => {
            let total = ledger.total();
            let lines = ledger.0.iter().map(|(rule, amount)| LedgerLine {
                amount: *amount,
                text: rule.title.into(),
                rule: RuleRef::of(*rule),
            });
            let ledger = lines.collect();
            Some(Detail { ledger, total: Some(total), ..plain(S::counted(line.rule, total)) })
        }
        Item::Happened(_) => None,
    }
}

/// "British: nobody fires (standing order)"
fn said(who: String, what: &str, ordered: bool) -> String {
    let by = if ordered { " (standing order)" } else { "" };
    format!("{who}: {what}{by}")
}
