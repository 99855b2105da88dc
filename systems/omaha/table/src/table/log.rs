//! The report in words.

use omaha::Day;
use omaha::event::Event;
use omaha::sequence;
use play::Told;

pub(super) fn line(g: &Day, event: &Event) -> Told {
    let (text, hexes) = event.words(g.data());
    Told {
        text,
        seat: None,
        places: hexes.into_iter().map(Into::into).collect(),
        pieces: Vec::new(),
        kind: kind(event),
    }
}

pub(super) fn begins(event: &Event) -> Option<u8> {
    match event {
        Event::Turn(sequence::Said::Begins { turn, .. }) => Some(*turn),
        _ => None,
    }
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Turn(_) | Event::Victory(_) => "turn",
        Event::Card(_) => "chit",
        Event::Action(_) | Event::Movement(_) | Event::Attack(_) | Event::Barrage(_) => "decision",
        _ => "event",
    }
}
