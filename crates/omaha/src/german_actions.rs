//! Section 19: what Germans do from turn 17.

use board::HexId;
use kernel::Cx;

use crate::data::{CardId, Data, Sector};
use crate::fire::{self, Firing};
use crate::state::{Day, Shooter};

/// One act of a position on the sector's card: occupied positions, then empty ones, advances last
/// ([`crate::state::Today::to_act`], [`crate::state::Today::to_advance`]).
pub fn step<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    let Some(card) = crate::cards::fire_card(g, sector) else { return Ok(()) };
    while let Some(Shooter::Position(position)) = g.today.to_act.pop() {
        let colour = g.data().positions[position.index()].colour;
        let mark = g.data().cards[card.index()].mark(colour);
        if let Some(firing) = mark.and_then(|it| Firing::position(g, position, it)) {
            return fire::fire_alone(cx, g, firing, card, sector);
        }
    }
    Ok(())
}

/// Whether somebody has still to act on the card.
#[must_use]
pub fn is_pending(g: &Day) -> bool {
    !g.today.to_act.is_empty() || !g.today.to_advance.is_empty()
}

/// Who will act on the card, in order.
pub(crate) fn line_up(g: &mut Day, sector: Sector, card: CardId) {
    let data = g.data();
    let shown = |it: &crate::data::PositionId| {
        let it = &data.positions[it.index()];
        it.sector == sector && data.cards[card.index()].mark(it.colour).is_some()
    };
    let found = g.positions().filter(shown).map(Shooter::Position).collect();
    g.today.to_act = found;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
