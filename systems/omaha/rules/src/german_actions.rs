//! Section 19: what Germans do from turn 17, a file for each action.
//!
//! Every position of the sector whose colour is on the card looks up the action summary ([`crate::tables::ActionRow`])
//! and does what it says, one after the other; with early actions too (omaha.var.early-actions,
//! omaha.ruling.early-actions-fire).

pub mod advance;
pub mod ambush;
pub mod artillery;
pub mod mortar;
pub mod patrol;
pub mod reinforce;
pub mod reoccupy;
pub mod resupply;
mod said;
pub mod summary;

use std::cmp::Reverse;

use board::HexId;
use kernel::{Cx, Rule};
use smallvec::SmallVec;

use crate::data::{CardId, FireClass, FireMark, GermanId, PositionId, Sector, Symbol, UnitId};
use crate::fire::{self, Firing};
use crate::question::{Blow, Topic, ask};
use crate::state::{Day, Hit, Shooter};
use crate::tables::GermanAct;
use crate::{armour, cards};

pub use advance::route;
pub use said::Said;
use summary::{Us, in_field, is_free, summary};

/// The card a position acts on.
#[derive(Clone, Copy)]
pub(crate) struct Orders {
    pub position: PositionId,
    pub sector: Sector,
    pub card: CardId,
    pub symbol: Symbol,
    pub mark: FireMark,
    /// The cell of the action summary, once it is looked up.
    pub cell: (GermanAct, Rule),
}

/// One act on the sector's card: occupied positions, then empty ones, advances last (omaha.gact.order-default,
/// omaha.gact.advance-last).
pub fn step<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    let Some(card) = cards::fire_card(g, sector) else {
        g.today.to_act.clear();
        g.today.to_advance.clear();
        return Ok(());
    };
    // Until somebody does something the US stand where they stand.
    let us = Us::of(g);
    while let Some(actor) = g.today.to_act.pop() {
        if act(cx, g, actor, &us, sector, card)? {
            return Ok(());
        }
    }
    while let Some(position) = g.today.to_advance.pop() {
        let Some(orders) = orders(g, position, sector, card) else { continue };
        if let Some(cell) = summary(g, &us, &orders)
            && advance::attempt(cx, g, Orders { cell, ..orders })?
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Whether somebody has still to act on the card.
#[must_use]
pub fn is_pending(g: &Day) -> bool {
    !g.today.to_act.is_empty() || !g.today.to_advance.is_empty()
}

/// Who will be checked on the card, the first last: occupied positions (omaha.gact.checked-occupied) before armour
/// (omaha.ruling.armour-order) before empty ones, each by number and letter from the highest (omaha.gact.order). Each
/// is here once (omaha.gact.once).
pub(crate) fn line_up(g: &mut Day, sector: Sector, card: CardId) {
    let data = g.data();
    let shown = fire::shown(g, sector, &data.cards[card.index()]);
    let mut positions: SmallVec<[PositionId; 32]> = shown.iter().collect();
    positions.sort_by_key(|it| {
        let position = &data.positions[it.index()];
        (g.is_held(*it), position.number, position.zone, Reverse(*it))
    });
    let (empty, held): (SmallVec<[PositionId; 32]>, SmallVec<[PositionId; 32]>) =
        positions.into_iter().partition(|it| !g.is_held(*it));
    let tanks = g.armour().filter(|it| {
        let colour = fire::colour_and_sector(g, *it);
        colour.is_some_and(|it| it.1 == sector && data.cards[card.index()].mark(it.0).is_some())
    });
    let tanks: SmallVec<[GermanId; 4]> = tanks.collect();
    let queue = empty.into_iter().map(Shooter::Position);
    let queue = queue.chain(tanks.into_iter().rev().map(Shooter::Armour));
    g.today.to_act = queue.chain(held.into_iter().map(Shooter::Position)).collect();
    g.today.to_advance.clear();
}

/// Says whether anything was done.
fn act<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    actor: Shooter,
    us: &Us,
    sector: Sector,
    card: CardId,
) -> Result<bool, C::Halt> {
    match actor {
        Shooter::Position(position) => {
            let Some(orders) = orders(g, position, sector, card) else { return Ok(false) };
            match summary(g, us, &orders) {
                Some(cell) => carry_out(cx, g, Orders { cell, ..orders }),
                None => Ok(false),
            }
        }
        Shooter::Armour(unit) => armour::act(cx, g, unit, sector, card),
        Shooter::Artillery(_) => Ok(false),
    }
}

fn orders(g: &Day, position: PositionId, sector: Sector, card: CardId) -> Option<Orders> {
    let it = &g.data().cards[card.index()];
    let mark = it.mark(g.data().positions[position.index()].colour)?;
    let cell = (GermanAct::None, summary::NOTHING);
    Some(Orders { position, sector, card, symbol: it.symbol, mark, cell })
}

fn carry_out<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    match orders.cell.0 {
        GermanAct::None => Ok(false),
        // Badges of armour and star count in the fire itself.
        GermanAct::Fire | GermanAct::FireArmour | GermanAct::FireLeader => fire(cx, g, orders),
        GermanAct::ReOccupy => reoccupy::act(cx, g, orders),
        GermanAct::ReSupplyAndFire => resupply::supply_and_fire(cx, g, orders),
        GermanAct::Redeploy => resupply::redeploy(cx, g, orders),
        GermanAct::Reinforce => reinforce::act(cx, g, orders),
        GermanAct::Mortar => mortar::act(cx, g, orders),
        GermanAct::PatrolAll | GermanAct::PatrolOne => patrol::act(cx, g, orders),
        GermanAct::Artillery => artillery::act(cx, g, orders),
        GermanAct::AdvanceOrFire | GermanAct::Advance => advance::act(cx, g, orders),
        GermanAct::Ambush => ambush::act(cx, g, orders),
    }
}

/// The position fires, if it can: not in smoke, on a double colour with depth.
fn fire<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    if Firing::position(g, orders.position, orders.mark).is_none() {
        return Ok(false);
    }
    orders.announce(cx);
    fire_now(cx, g, orders)?;
    Ok(true)
}

fn fire_now<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<(), C::Halt> {
    match Firing::position(g, orders.position, orders.mark) {
        Some(firing) => fire::fire_alone(cx, g, firing, orders.card, orders.sector),
        None => Ok(()),
    }
}

/// Distance of a hex from a position: from its nearer hex with an undisrupted unit, or from its hex if it is empty.
fn distance(g: &Day, position: PositionId, hex: HexId) -> u32 {
    let sites = &g.data().positions[position.index()].sites;
    let counts = |unit: Option<GermanId>| unit.is_none_or(|it| !g[it].disrupted);
    sites
        .iter()
        .filter(|it| !g.is_held(position) || g.holders[it.index()].is_some())
        .filter(|it| counts(g.holders[it.index()]))
        .map(|it| g.data().map.distance(g.data().sites[it.index()].hex, hex))
        .min()
        .unwrap_or(u32::MAX)
}

/// So many of the candidates, lowest rank first; where ranks are equal the player chooses.
fn select<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    (rule, topic): (Rule, Topic),
    candidates: &[(UnitId, u32)],
    most: usize,
) -> Result<SmallVec<[UnitId; 4]>, C::Halt> {
    let mut left: SmallVec<[(UnitId, u32); 16]> = SmallVec::from_slice(candidates);
    let mut chosen = SmallVec::new();
    while chosen.len() < most {
        let Some(best) = left.iter().map(|it| it.1).min() else { break };
        let tied: SmallVec<[UnitId; 8]> =
            left.iter().filter(|it| it.1 == best).map(|it| it.0).collect();
        let all = tied.len() <= most - chosen.len();
        let unit = if all { tied[0] } else { cx.choose(g, ask(rule, topic), &tied)? };
        left.retain(|it| it.0 != unit);
        chosen.push(unit);
    }
    Ok(chosen)
}

/// What an action does to units: shown, then applied under its rule.
fn strike<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    orders: Orders,
    rule: Rule,
    by: Blow,
    hits: SmallVec<[Hit; 8]>,
) -> Result<(), C::Halt> {
    g.today.volley = hits;
    fire::show(cx, g, rule, orders.sector, by)?;
    fire::apply(cx, g, Some(rule))
}

impl Orders {
    /// What the position does, by its cell of the summary: said when it is certain to do it.
    fn announce<C: Cx<Day>>(&self, cx: &mut C) {
        let (act, cell) = self.cell;
        cx.say(cell, || Said::Acts { position: self.position, act }.into());
    }

    fn hit(&self, unit: UnitId, class: FireClass, step: bool) -> Hit {
        let by = Shooter::Position(self.position);
        Hit { by, unit, class, step, disrupt: !step, leader: false }
    }
}

/// A unit has come to a position: it does not act on this card (omaha.gact.once).
fn has_come(g: &mut Day, position: PositionId) {
    g.today.to_act.retain(|it| *it != Shooter::Position(position));
    g.today.to_advance.retain(|it| *it != position);
}
