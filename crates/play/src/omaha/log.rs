//! The report: one line an event, with the draws and choices that led to it.

use kernel::{Item, Line, Session};
use omaha::Day;
use omaha::event::Event;
use omaha::sequence;
use omaha::text;

use super::question::cite;
use crate::wire::{Detail, LogLine};

/// Lines from number `from` on.
pub(super) fn lines(session: &Session<Day>, from: usize) -> Vec<LogLine> {
    let g = session.now();
    let data = g.data();
    let mut lines = Vec::new();
    let mut details = Vec::new();
    let (mut n, mut turn) = (0, data.plan.first_turn);
    for line in session.log() {
        let Item::Happened(event) = &line.item else {
            details.extend(detail(g, line));
            continue;
        };
        if let Event::Turn(sequence::Said::Begins { turn: it, .. }) = event {
            turn = *it;
        }
        if from <= n {
            let (text, hexes) = event.words(data);
            lines.push(LogLine {
                n,
                at: line.at,
                turn,
                time: data.tables.turn(turn).clock.clone(),
                kind: kind(event).into(),
                seat: None,
                text,
                rule: cite(line.rule),
                hexes: hexes.into_iter().map(|it| it.0).collect(),
                details: std::mem::take(&mut details),
            });
        }
        details.clear();
        n += 1;
    }
    lines
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Turn(_) | Event::Victory(_) => "turn",
        Event::Card(_) => "chit",
        Event::Action(_) | Event::Movement(_) | Event::Attack(_) | Event::Barrage(_) => "decision",
        _ => "event",
    }
}

/// Draws are told by the lines that follow them: what was drawn blind from a pool stays hidden.
fn detail(g: &Day, line: &Line<Day>) -> Option<Detail> {
    match &line.item {
        // Nothing is asked here but options.
        Item::Gave { plan, .. } => match *plan {},
        Item::Chose { opt, .. } => Some(Detail {
            text: format!("Chosen: {}", text::option(g, *opt)),
            rule: cite(line.rule),
            ledger: vec![],
            total: None,
            die: None,
        }),
        Item::Counted(ledger) => {
            let lines = ledger.0.iter().map(|(rule, amount)| crate::wire::LedgerLine {
                amount: *amount,
                text: rule.title.into(),
                rule: cite(*rule),
            });
            Some(Detail {
                text: line.rule.title.into(),
                rule: cite(line.rule),
                ledger: lines.collect(),
                total: Some(kernel::Ledger::total(ledger)),
                die: None,
            })
        }
        Item::Threw { .. } | Item::Happened(_) => None,
    }
}
