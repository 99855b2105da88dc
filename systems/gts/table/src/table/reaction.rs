//! What a player may leave standing orders for: Opportunity Fire, asked at every single act of the enemy
//! (gts.opfire.announce), the nests of a beach and flak.

use board::HexId;
use gts::Battle;
use gts::question::{Opt, Topic};
use kernel::PendingAsk;
use play::{Limit, Offer, Reaction, ReactionKind};

use super::question::piece;

pub(super) const KINDS: &[ReactionKind] = &[OP_FIRE, NESTS, FLAK];

const OP_FIRE: ReactionKind = ReactionKind { key: "op-fire", name: "Op Fire", distances: "hexes" };
const NESTS: ReactionKind =
    ReactionKind { key: "nests", name: "Fire of the nests", distances: "hexes" };
const FLAK: ReactionKind = ReactionKind { key: "flak", name: "Flak", distances: "hexes" };

/// Shots that come to nothing four times in five and more are not worth a question.
pub(super) const FIRST_ORDERS: &[(&str, Limit)] = &[("op-fire", Limit::AtLeast(20))];

pub(super) fn reaction(g: &Battle, asked: &PendingAsk<Battle>) -> Option<Reaction> {
    let (kind, here) = match asked.ask.topic {
        Topic::OpFire { .. } => return op_fire(g, asked),
        Topic::NestAtCraft(id) => (&NESTS, g[id].hex()),
        Topic::NestAtLanded(hex) => (&NESTS, Some(hex)),
        Topic::OpFireAtLanded(hex) => (&OP_FIRE, Some(hex)),
        Topic::Flak(id) => (&FLAK, g[id].hex()),
        _ => return None,
    };
    let decline = asked.options.iter().position(|it| matches!(it, Opt::No | Opt::Nobody))?;
    // Who fires is no matter here: a nest has no counter, and who makes Op Fire is asked next.
    let offers = (0..asked.options.len()).filter(|it| *it != decline).map(|option| {
        let at = here.map(|hex| place(g, hex));
        Offer { option, piece: String::new(), distance: 0, at }
    });
    Some(Reaction { kind, decline, offers: offers.collect() })
}

fn op_fire(g: &Battle, asked: &PendingAsk<Battle>) -> Option<Reaction> {
    let decline = asked.options.iter().position(|it| *it == Opt::Nobody)?;
    let offers = asked.options.iter().enumerate().filter_map(|(option, it)| {
        let Opt::Shot { firer, target } = *it else { return None };
        let (from, to) = (g[firer].hex()?, g[target].hex()?);
        let distance = g.data().map.distance(from, to);
        Some(Offer { option, piece: piece(firer), distance, at: Some(place(g, to)) })
    });
    Some(Reaction { kind: &OP_FIRE, decline, offers: offers.collect() })
}

fn place(g: &Battle, hex: HexId) -> (play::wire::Place, String) {
    (hex.into(), g.data().map.label(hex).to_string())
}
