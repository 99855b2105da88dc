//! The report in words.

use kernel::Rule;
use play::Told;
use tcs::command::phase;
use tcs::event::Event;
use tcs::sequence::Said as Turn;
use tcs::{Battle, sequence, victory};

use super::question::piece;
use super::words;

pub(super) fn line(g: &Battle, rule: Rule, event: &Event) -> Told {
    let (mut text, side, hexes) = event.words(g.data());
    text = words::one_stop(text);
    // Its owner reads the name of a sheet, not its number.
    if let Event::Orders(phase::Secret { owner, .. }) = event {
        for (i, order) in g.orders.of(*owner).iter().enumerate() {
            let number = format!("Sheet {}", i + 1);
            if text.strip_prefix(&number).is_some_and(|it| it.starts_with([' ', ':'])) {
                text = text.replacen(&number, &format!("\"{}\"", order.sheet.name), 1);
                break;
            }
        }
    }
    let _ = rule;
    Told {
        text,
        seat: side.map(|it| it as u8),
        places: hexes.into_iter().map(Into::into).collect(),
        pieces: pieces(event),
        kind: kind(event),
    }
}

/// Who did it, and to whom.
fn pieces(event: &Event) -> Vec<String> {
    match event {
        Event::At(tcs::at::Said::Rolled { roller, target, .. }) => {
            vec![piece(*roller), piece(*target)]
        }
        _ => Vec::new(),
    }
}

pub(super) fn begins(event: &Event) -> Option<u8> {
    if let Event::Sequence(sequence::Said::Turn { turn, .. }) = event { Some(*turn) } else { None }
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Sequence(Turn::Turn { .. }) | Event::Victory(victory::Said::Ends(_)) => "turn",
        Event::Sequence(Turn::Acts(_)) => "chit",
        Event::Morale(_) | Event::Battalion(_) => "roll",
        _ => "event",
    }
}
