//! Section 11.3: moving past a German position.

use board::HexId;
use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use super::Said;
use super::party::Party;
use crate::data::{CardId, GermanId, GermanKind, UnitId};
use crate::losses::{self, Cause};
use crate::question::{Opt, Topic, ask};
use crate::state::{Day, German, Purpose, Shooter, Sites};
use crate::{armour, cards};

rules! {
    DRAW = "omaha.infil.draw", "Infiltration: a fire card is drawn";
    LOSS = "omaha.infil.loss", "The card shows the position's colour and the unit's symbol";
    AFTER_LOSS = "omaha.infil.after-loss", "complete the move after the loss";
    LEADERS = "omaha.infil.leaders", "Leaders do not infiltrate alone";
}

/// Who watches a step: positions, held and not disrupted, which both hexes touch and which have a dot in both
/// (omaha.infil.trigger, omaha.infil.both-tests). Smoke is no help (omaha.event.smoke-infiltration). Armour of the
/// variant is a position of its own (omaha.arm.own-position).
#[must_use]
pub fn watchers(g: &Day, from: HexId, to: HexId) -> SmallVec<[Shooter; 2]> {
    let data = g.data();
    let mut found = SmallVec::new();
    // Both hexes touch a unit, or there is nobody to watch.
    let beside = |hex: HexId| g.lookup().beside[hex.index()].intersect(g.held_sites());
    let near = if beside(to) == Sites::NONE { Sites::NONE } else { beside(from) };
    for site in near.iter() {
        let position = data.sites[site.index()].position;
        let it = &data.positions[position.index()];
        let watches = it.any.contains(from)
            && it.any.contains(to)
            && touches(g, it.sites.as_slice(), from)
            && touches(g, it.sites.as_slice(), to);
        if watches && !found.contains(&Shooter::Position(position)) {
            found.push(Shooter::Position(position));
        }
    }
    for unit in g.armour().filter(|it| !g[*it].disrupted) {
        let Some(at) = g.hex_of(unit) else { continue };
        let field = armour::field(g, unit);
        let seen =
            |hex: HexId| data.map.adjacent(at, hex) && field.iter().any(|it| it.contains(hex));
        if seen(from) && seen(to) {
            found.push(Shooter::Armour(unit));
        }
    }
    found
}

/// Next to a hex of the position that holds an undisrupted unit (omaha.ruling.infiltration-two-hex).
fn touches(g: &Day, sites: &[crate::data::SiteId], hex: HexId) -> bool {
    sites.iter().any(|site| {
        let held = g.holders[site.index()].is_some_and(|it| !g[it].disrupted);
        held && g.data().map.adjacent(g.data().sites[site.index()].hex, hex)
    })
}

/// One card for all who move together, each tested by its own symbol (omaha.infil.stack), armoured units like others
/// (omaha.infil.armour). Who is lost or stays behind leaves the party.
pub(super) fn pass<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    party: &mut Party,
    to: HexId,
    watchers: &[Shooter],
) -> Result<(), C::Halt> {
    let (units, past) = (party.units(), SmallVec::from_slice(watchers));
    cx.say(DRAW, || Said::Infiltrates { units, to, past }.into());
    let card = cards::draw(cx, g, Purpose::Infiltration)?;
    if !watchers.iter().any(|it| shows(g, card, *it)) {
        return Ok(());
    }
    let symbol = g.data().cards[card.index()].symbol;
    for unit in party.units() {
        // omaha.infil.no-concentration: the real symbol.
        if g.data().units[unit.index()].symbol != Some(symbol) {
            continue;
        }
        // omaha.infil.two-positions: one step at most. omaha.infil.hero: the hero may fall instead.
        losses::lose_step(cx, g, unit, Cause::Infiltration, LOSS)?;
        if g.has_ended() {
            return Ok(());
        }
        if g[unit].steps == 0 || stays(cx, g, unit, to)? {
            party.leave(unit);
        }
    }
    // Leaders whose units stay behind stay with them (omaha.infil.leaders).
    if party.units().iter().all(|it| g.kind(*it).is_leader()) {
        party.disband();
    }
    Ok(())
}

/// Stay behind after a loss.
#[derive(Clone, Copy)]
struct Stay(bool);

shown! {
    Stay(stays) => Stay, if stays { Opt::Stay } else { Opt::Continue };
}

fn stays<C: Cx<Day>>(cx: &mut C, g: &Day, unit: UnitId, to: HexId) -> Result<bool, C::Halt> {
    let topic = Topic::AfterLoss { unit, to };
    let Stay(stays) = cx.choose(g, ask(AFTER_LOSS, topic), &[Stay(false), Stay(true)])?;
    if stays {
        cx.say(AFTER_LOSS, || Said::Stays(unit).into());
    }
    Ok(stays)
}

/// Whether the card harms on behalf of a position: its colour, a double one only if there is depth
/// (omaha.infil.double). Badges mean nothing here (omaha.infil.badge).
fn shows(g: &Day, card: CardId, watcher: Shooter) -> bool {
    let card = &g.data().cards[card.index()];
    let with_depth = |it: &German| !it.disrupted && it.depth.is_some();
    let (colour, depth) = match watcher {
        Shooter::Position(position) => {
            let colour = g.data().positions[position.index()].colour;
            (colour, g.garrison_of(position).any(|it| with_depth(&g[it])))
        }
        Shooter::Armour(unit) => match armour_colour(g, unit) {
            Some(colour) => (colour, with_depth(&g[unit])),
            None => return false,
        },
        Shooter::Artillery(_) => return false,
    };
    card.mark(colour).is_some_and(|it| !it.double || depth)
}

fn armour_colour(g: &Day, unit: GermanId) -> Option<crate::data::Colour> {
    match g.data().germans[unit.index()].kind {
        GermanKind::Armour(colour) => Some(colour),
        _ => None,
    }
}
