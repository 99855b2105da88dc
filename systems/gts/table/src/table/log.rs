//! The report in words.

use gts::event::Event;
use gts::sequence::Said as Turn;
use gts::troop_quality::Said;
use gts::{Battle, activation, text};
use kernel::{Bounds, Rule};
use play::Told;

use super::question::piece;

pub(super) fn line(g: &Battle, rule: Rule, event: &Event) -> Told {
    let data = g.data();
    let (mut text, side, hexes) = event.words(data);
    // The rule says which check it was.
    if let Event::TroopQuality(Said::Checked { unit, passed }) = event {
        let verb = if *passed { "passes" } else { "fails" };
        let what = rule.title.trim_end_matches('?');
        text = format!("{} {verb}: {what}.", text::Names(data).unit(*unit));
    }
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
    use gts::{direct_fire, indirect_fire, movement, rally};
    let units = match event {
        Event::DirectFire(direct_fire::Said::Fired { firer, target, .. }) => vec![*firer, *target],
        Event::DirectFire(direct_fire::Said::OpFireFailed(unit))
        | Event::IndirectFire(indirect_fire::Said::FiredAt { firer: unit, .. })
        | Event::Movement(movement::Said::Moved { unit, .. })
        | Event::TroopQuality(Said::Checked { unit, .. })
        | Event::Rally(rally::Said::Rallied { unit } | rally::Said::RallyFailed(unit)) => {
            vec![*unit]
        }
        _ => vec![],
    };
    units.into_iter().map(piece).collect()
}

pub(super) fn begins(event: &Event) -> Option<u8> {
    if let Event::Sequence(Turn::TurnBegins(turn)) = event { Some(*turn) } else { None }
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Sequence(
            Turn::TurnBegins(_) | Turn::TurnEnds(_) | Turn::Ended { .. } | Turn::Conceded(_),
        ) => "turn",
        Event::Sequence(Turn::ChitPlayed(_) | Turn::ChitHeld(_) | Turn::MugFilled(_)) => "chit",
        Event::TroopQuality(_) => "roll",
        Event::Activation(activation::Said::Activated { .. }) | Event::Command(_) => "decision",
        _ => "event",
    }
}

/// gts.mod.clamp: shown within 0 and 9; hit or miss does not change, since 0 hits and 9 misses.
pub(super) fn counted(rule: Rule, total: i32) -> String {
    if rule == gts::direct_fire::RATING && !(0..=9).contains(&total) {
        format!("{}, counts as {}", rule.title, total.at_least(0).at_most(9))
    } else {
        rule.title.into()
    }
}
