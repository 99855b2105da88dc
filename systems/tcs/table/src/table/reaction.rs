//! What a player may leave standing orders for: overwatch, asked at every step and shot of the enemy (tcs.ow.pass).

use kernel::{Bounds as _, PendingAsk};
use play::{Offer, Reaction, ReactionKind};
use tcs::Battle;
use tcs::fire::FireKind;
use tcs::id::UnitId;
use tcs::question::{Opt, Topic};

use super::question::piece;

pub(super) const KINDS: &[ReactionKind] = &[OVERWATCH];

const OVERWATCH: ReactionKind =
    ReactionKind { key: "overwatch", name: "Overwatch", distances: "hexes" };

pub(super) fn reaction(g: &Battle, asked: &PendingAsk<Battle>) -> Option<Reaction> {
    let Topic::Overwatch(hex) = asked.ask.topic else { return None };
    let decline = asked.options.iter().position(|it| *it == Opt::Nobody)?;
    // Area and point fire are combined by hexes: the nearest that could fire stands for them.
    let nearest = |kind: FireKind| {
        let firers = g.on_map(asked.ask.who).filter(|(id, from)| {
            g[*id].is_ready() && !g[*id].fired && tcs::overwatch::in_reach(g, *id, *from, hex, kind)
        });
        let far = |it: &(UnitId, board::HexId)| g.data().distance(it.1, hex);
        firers.min_by_key(far).map(|it| (it.0, far(&it)))
    };
    let offers = asked.options.iter().enumerate().filter_map(|(option, it)| {
        let (unit, distance) = match *it {
            Opt::Area => nearest(FireKind::Area)?,
            Opt::Point => nearest(FireKind::Point)?,
            Opt::AtRoll { roller, .. } => {
                let from = g.hex(roller)?;
                (roller, g.data().distance(from, hex))
            }
            _ => return None,
        };
        let at = Some((hex.into(), g.data().map().label(hex).to_string()));
        Some(Offer { option, piece: piece(unit), distance: distance.at_least(0), at })
    });
    Some(Reaction { kind: &OVERWATCH, decline, offers: offers.collect() })
}
