//! Section 4: the deck.

use board::HexId;
use kernel::{Cx, Dice, rules};
use smallvec::SmallVec;

use crate::data::{CardId, Data, MOST_CARDS, Sector};
use crate::question::{Topic, ask};
use crate::state::{Day, Purpose};

rules! {
    DRAW_LANDING = "omaha.land.card-per-sector", "A landing card for the sector";
    DRAW_EVENT = "omaha.event.one-per-phase", "An event card";
    DRAW_FIRE = "omaha.seq.fire-order", "A fire card for the sector";
    DRAW_EXTRA = "omaha.card.extra-draws", "An extra fire card";
    SHUFFLE = "omaha.turn.shuffle-turns", "The discards are shuffled back";
    EXHAUSTED = "omaha.card.exhausted", "The deck is used up";
}

/// Draw a card for a purpose (omaha.card.one-part). Fire cards of a sector stay open to the end of the turn.
pub fn draw<C: Cx<Day>>(cx: &mut C, g: &mut Day, purpose: Purpose) -> Result<CardId, C::Halt> {
    if g.deck.undrawn == 0 {
        // omaha.card.exhausted: all but the open fire cards of the turn.
        g.deck.undrawn = g.deck.discarded | g.deck.used;
        g.deck.discarded = 0;
        g.deck.used = 0;
        cx.say(EXHAUSTED, || Said::Exhausted.into());
    }
    let left = cards(g.deck.undrawn);
    let rule = match purpose {
        Purpose::Landing(_) => DRAW_LANDING,
        Purpose::Event => DRAW_EVENT,
        Purpose::Fire(_) => DRAW_FIRE,
        _ => DRAW_EXTRA,
    };
    let topic = Topic::Draw(purpose);
    let card = match left.as_slice() {
        [only] => *only,
        _ => cx.roll(g, ask(rule, topic), Dice::OneOf(left.len() as u16), |it| left[it.index()])?,
    };
    let bit = 1 << card.0;
    g.deck.undrawn &= !bit;
    match purpose {
        Purpose::Fire(sector) => g.deck.fire[sector.index()] = Some(card),
        _ => g.deck.used |= bit,
    }
    g.deck.last = Some((card, purpose));
    cx.say(rule, || Said::Drawn { card, purpose }.into());
    Ok(card)
}

/// The cards of a set, ascending.
#[must_use]
pub fn cards(set: u64) -> SmallVec<[CardId; MOST_CARDS]> {
    (0..64).filter(|it| set >> it & 1 != 0).map(CardId).collect()
}

/// The sector's fire card of this turn.
#[must_use]
pub fn fire_card(g: &Day, sector: Sector) -> Option<CardId> {
    g.deck.fire[sector.index()]
}

/// omaha.card.discard, omaha.card.shuffle-scope
pub(crate) fn end_of_turn<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    let open = g.deck.fire.iter().flatten().fold(0, |all, it| all | 1 << it.0);
    g.deck.discarded |= g.deck.used | open;
    g.deck.used = 0;
    g.deck.fire = [None; 2];
    g.deck.last = None;
    if g.data().tables.turn(g.turn).shuffle {
        g.deck.undrawn |= g.deck.discarded;
        g.deck.discarded = 0;
        cx.say(SHUFFLE, || Said::Shuffled.into());
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Drawn { card: CardId, purpose: Purpose },
    Shuffled,
    Exhausted,
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let text = match self {
            Said::Drawn { card, purpose } => crate::text::card_drawn(data, *card, *purpose),
            Said::Shuffled => "The discards are shuffled back into the deck.".into(),
            Said::Exhausted => "The deck is used up: the discards become the new deck.".into(),
        };
        (text, vec![])
    }
}
