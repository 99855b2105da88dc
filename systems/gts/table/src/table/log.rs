//! The report in words.

use gts::event::{Event, Opt, Question};
use gts::{Battle, report, text};
use kernel::{Bounds, Rule};
use play::Told;

pub(super) fn line(g: &Battle, rule: Rule, event: &Event) -> Told {
    let data = g.data();
    let (mut text, side, hexes) = report::event(data, event);
    // The rule says which check it was.
    if let Event::Checked { unit, passed } = event {
        let verb = if *passed { "passes" } else { "fails" };
        let what = rule.title.trim_end_matches('?');
        text = format!("{} {verb}: {what}.", text::Names(data).unit(*unit));
    }
    Told {
        text,
        seat: side.map(|it| it as u8),
        places: hexes.into_iter().map(Into::into).collect(),
        kind: kind(event),
        turn: if let Event::TurnBegins(turn) = event { Some(*turn) } else { None },
    }
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::TurnBegins(_) | Event::TurnEnds(_) | Event::Ended { .. } => "turn",
        Event::ChitPlayed(_) | Event::ChitHeld(_) | Event::MugFilled(_) => "chit",
        Event::Checked { .. } => "roll",
        Event::Activated { .. } | Event::SpentCp { .. } => "decision",
        _ => "event",
    }
}

pub(super) fn chosen(g: &Battle, ask: &Question, opt: Opt) -> String {
    let (label, _) = text::option(g, ask, opt);
    format!("{}: {label}", text::Names(g.data()).side(ask.who))
}

/// gts.mod.clamp: shown within 0 and 9; hit or miss does not change, since 0 hits and 9 misses.
pub(super) fn counted(rule: Rule, total: i32) -> String {
    if rule == gts::rule::FIRE_RATING && !(0..=9).contains(&total) {
        format!("{}, counts as {}", rule.title, total.at_least(0).at_most(9))
    } else {
        rule.title.into()
    }
}
