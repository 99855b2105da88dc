//! What a player may leave standing orders for: Opportunity Fire, asked at every single act of the enemy
//! (gts.opfire.announce).

use gts::Battle;
use gts::question::{Opt, Topic};
use kernel::PendingAsk;
use play::{Offer, Reaction, ReactionKind};

use super::question::piece;

pub(super) const KINDS: &[ReactionKind] = &[OP_FIRE];

const OP_FIRE: ReactionKind = ReactionKind { key: "op-fire", name: "Op Fire", distances: "hexes" };

pub(super) fn reaction(g: &Battle, asked: &PendingAsk<Battle>) -> Option<Reaction> {
    let Topic::OpFire { .. } = asked.ask.topic else { return None };
    let decline = asked.options.iter().position(|it| *it == Opt::Nobody)?;
    let offers = asked.options.iter().enumerate().filter_map(|(option, it)| {
        let Opt::Shot { firer, target } = *it else { return None };
        let (from, to) = (g[firer].hex()?, g[target].hex()?);
        Some(Offer { option, piece: piece(firer), distance: g.data().map.distance(from, to) })
    });
    Some(Reaction { kind: &OP_FIRE, decline, offers: offers.collect() })
}
