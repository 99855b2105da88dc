//! Words of the Grand Tactical Series.

use gts::data::{Chit, ChitKind, Data, DivisionId, FormationId, Side};
use gts::question::{Action, ActionType};

pub(super) use testkit::cases::words::{Read, Words, Wrong};

pub(super) fn side(words: &mut Words) -> Read<Side> {
    words.word()
}

pub(crate) fn side_letter(side: Side) -> char {
    side.key().chars().next().unwrap_or_default()
}

/// A work that leaves Men at Work markers.
pub(super) fn work(words: &mut Words) -> Read<Action> {
    match words.word::<Action>()? {
        it if it.kind() == ActionType::Engineer => Ok(it),
        it => words.wrong(format!("\"{}\" leaves no Men at Work markers", it.key())),
    }
}

pub(super) fn division(words: &mut Words, data: &Data) -> Read<DivisionId> {
    let key = words.need("a division")?;
    match data.divisions.iter().position(|it| it.key == key) {
        Some(at) => Ok(DivisionId(at as u8)),
        None => words.wrong(format!("there is no division \"{key}\"")),
    }
}

pub(super) fn formation(words: &mut Words, data: &Data) -> Read<FormationId> {
    let key = words.need("a formation")?;
    match data.formations.iter().position(|it| it.key == key) {
        Some(at) => Ok(FormationId(at as u8)),
        None => words.wrong(format!("there is no formation \"{key}\"")),
    }
}

/// `2-4`, or `2` alone.
pub(super) fn span(words: &mut Words, what: &str) -> Read<(u8, u8)> {
    let word = words.need(what)?;
    let (from, to) = word.split_once('-').unwrap_or((&word, &word));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) => Ok((from, to)),
        _ => words.wrong(format!("{what} is written 2-4 or 2, not \"{word}\"")),
    }
}

/// `division A`, `formation A1`, `direct-command A`, `events`, `royal-marines`, `naval`
pub(super) fn chit(words: &mut Words, data: &Data) -> Read<Chit> {
    Ok(match words.word()? {
        ChitKind::Division => Chit::Division(division(words, data)?),
        ChitKind::Formation => Chit::Formation(formation(words, data)?),
        ChitKind::DirectCommand => Chit::DirectCommand(words.word()?),
        ChitKind::Events => Chit::Events,
        ChitKind::RoyalMarines => Chit::RoyalMarines,
        ChitKind::Naval => Chit::Naval,
    })
}

pub(super) fn chit_text(data: &Data, chit: Chit) -> String {
    let kind = chit.kind().key();
    match chit {
        Chit::Division(id) => format!("{kind} {}", data.divisions[usize::from(id.0)].key),
        Chit::Formation(id) => format!("{kind} {}", data.formations[usize::from(id.0)].key),
        Chit::DirectCommand(side) => format!("{kind} {}", side.key()),
        Chit::Events | Chit::RoyalMarines | Chit::Naval => kind.into(),
    }
}
