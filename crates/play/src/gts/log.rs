//! The report: one line an event, with the dice, ledgers and choices that led to it.

use gts::Battle;
use gts::data::Side;
use gts::event::Event;
use gts::sequence::Said as Turn;
use gts::troop_quality::Said;
use gts::{activation, text};
use kernel::{Bounds, Game, Item, Ledger, Line, Session};

use super::question::cite;
use crate::wire::{Detail, LedgerLine, LogLine};

/// Lines this side may read, from number `from` on.
pub(super) fn lines(session: &Session<Battle>, reader: Option<Side>, from: usize) -> Vec<LogLine> {
    let g = session.now();
    let data = g.data();
    let mut lines = Vec::new();
    let mut details = Vec::new();
    let (mut n, mut turn) = (0, 1);
    for line in session.log() {
        let Item::Happened(event) = &line.item else {
            details.extend(detail(g, reader, line));
            continue;
        };
        if let Event::Sequence(Turn::TurnBegins(it)) = event {
            turn = *it;
        }
        let readable = match reader {
            Some(side) => Battle::may_read(event, side),
            // A spectator reads what both sides may.
            None => Side::BOTH.iter().all(|it| Battle::may_read(event, *it)),
        };
        if !readable {
            details.clear();
            continue;
        }
        if from <= n {
            let (mut text, side, hexes) = event.words(data);
            // The rule says which check it was.
            if let Event::TroopQuality(Said::Checked { unit, passed }) = event {
                let verb = if *passed { "passes" } else { "fails" };
                let what = line.rule.title.trim_end_matches('?');
                text = format!("{} {verb}: {what}.", text::Names(data).unit(*unit));
            }
            lines.push(LogLine {
                n,
                at: line.at,
                turn,
                time: data.turns[usize::from(turn - 1)].time.clone(),
                kind: kind(event).into(),
                seat: side.map(|it| it as u8),
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
        Event::Sequence(Turn::TurnBegins(_) | Turn::TurnEnds(_) | Turn::Ended { .. }) => "turn",
        Event::Sequence(Turn::ChitPlayed(_) | Turn::ChitHeld(_) | Turn::MugFilled(_)) => "chit",
        Event::TroopQuality(_) => "roll",
        Event::Activation(activation::Said::Activated { .. }) | Event::Command(_) => "decision",
        _ => "event",
    }
}

pub(super) fn detail(g: &Battle, reader: Option<Side>, line: &Line<Battle>) -> Option<Detail> {
    let plain = |text: String| Detail {
        text,
        rule: cite(line.rule),
        ledger: vec![],
        total: None,
        die: None,
    };
    match &line.item {
        Item::Threw { dice, throw, .. } => {
            let die = dice.show(*throw);
            Some(Detail {
                die: Some(die.clone()),
                ..plain(format!("{}: rolled {die}", line.rule.title))
            })
        }
        Item::Chose { ask, opt, secret } => {
            let hidden = *secret && reader != Some(ask.who);
            let (label, _) = text::option(g, ask, *opt);
            (!hidden).then(|| plain(format!("{}: {label}", text::Names(g.data()).side(ask.who))))
        }
        Item::Counted(ledger) => {
            let total: i32 = ledger.total();
            let lines = ledger.0.iter().map(|(rule, amount)| LedgerLine {
                amount: *amount,
                text: rule.title.into(),
                rule: cite(*rule),
            });
            // gts.mod.clamp: shown within 0 and 9; hit or miss does not change, since 0 hits and 9 misses.
            let text = match line.rule {
                it if it == gts::direct_fire::RATING && !(0..=9).contains(&total) => {
                    format!("{}, counts as {}", it.title, total.at_least(0).at_most(9))
                }
                it => it.title.into(),
            };
            Some(Detail {
                text,
                rule: cite(line.rule),
                ledger: lines.collect(),
                total: Some(total),
                die: None,
            })
        }
        Item::Happened(_) => None,
    }
}
