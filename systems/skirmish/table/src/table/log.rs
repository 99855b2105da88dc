//! The report in words.

use play::Told;
use skirmish::Skirmish;
use skirmish::event::Event;
use skirmish::{end_turn, fire, sequence};

use super::place::{piece, place_of, stands_for};

pub(super) fn line(g: &Skirmish, event: &Event) -> Told {
    let words = event.words(&g.scene);
    Told {
        text: words.text,
        seat: words.side.map(|it| it as u8),
        places: words.elements.iter().filter_map(|it| place_of(g, *it)).collect(),
        pieces: words.elements.iter().filter_map(|it| stands_for(g, *it)).map(piece).collect(),
        kind: kind(event),
    }
}

pub(super) const fn begins(event: &Event) -> Option<u8> {
    match event {
        Event::Sequence(sequence::Said::TurnBegins(turn)) => Some(*turn),
        _ => None,
    }
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Sequence(_) | Event::End(end_turn::Said::Ended(_)) => "turn",
        Event::Spotting(_) | Event::Rally(_) | Event::Initiative(_) | Event::Morale(_) => "roll",
        Event::Opportunity(_) | Event::Movement(_) | Event::Fire(fire::Said::Declared { .. }) => {
            "decision"
        }
        _ => "event",
    }
}
