//! Sections 10.1 and 10.2: who may act, what is free, who pays for the rest.

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use super::{Said, command};
use crate::data::{Division, UnitId, UnitKind};
use crate::movement::Outlook;
use crate::question::Opt;
use crate::state::{Climb, Day, Units};
use crate::{armour, control};

rules! {
    NOT_HERE = "omaha.act.kinds", "Only counters on the map act";
    ONE_PER_UNIT = "omaha.act.one-per-unit", "A unit acts once a turn";
    DISRUPTED = "omaha.disr.only-action", "A disrupted unit may only remove its marker";
    CLIMBING = "omaha.climb.no-attack", "A climbing unit may only go on climbing";
    DIVISION_ORDER = "omaha.act.division-order", "All actions of one division come before those of the other";
    FINISHED = "omaha.ruling.finished-division", "A division that has finished joins no attack of the other";
    PAID_BASIC = "omaha.act.paid-basic", "Paid actions of a basic turn";
    PAID_EXTENDED = "omaha.act.paid-extended", "Paid actions of an extended turn";
    FREE_RANGER = "omaha.act.free-ranger", "Rangers act free";
    FREE_HERO = "omaha.act.free-hero", "A hero or an inspired marker makes it free";
    FREE_MARKER = "omaha.act.free-marker", "What a marker still allows is free";
    FREE_LEADER = "omaha.act.free-leader", "Leaders move free";
    FREE_COMMAND = "omaha.act.free-command", "A unit in command acts free";
    FREE_PRESERVATION = "omaha.act.free-preservation", "Free move to better shelter on the beach";
    FREE_SHELTER = "omaha.var.bombardment-move", "Free move out of all German fields";
    FREE_TRAFFIC = "omaha.act.free-traffic", "Free move along the lanes of an engineer base";
    FREE_ESCAPE = "omaha.arm.escape", "Free move away from German armour";
}

/// What an action costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    Free(Rule),
    Paid(Division),
}

/// Whether a unit may move, attack or barrage this turn. Whose turn it is to act does not matter here.
pub fn may_act(g: &Day, unit: UnitId) -> Result<(), Rule> {
    let it = &g[unit];
    if it.hex().is_none() {
        Err(NOT_HERE)
    } else if it.acted {
        Err(ONE_PER_UNIT)
    } else if it.disrupted {
        Err(DISRUPTED)
    } else if it.climb != Climb::None {
        Err(CLIMBING)
    } else {
        Ok(())
    }
}

#[must_use]
pub fn can_act(g: &Day, unit: UnitId) -> bool {
    may_act(g, unit).is_ok()
}

/// Whether it is this unit's turn: its division acts, or it stands outside its sector and either division may use it
/// (omaha.act.either-division, omaha.box.walk-no-transfer).
pub fn has_turn(g: &Day, unit: UnitId) -> Result<(), Rule> {
    match g.today.acting {
        Some(division) if may_pay(g, unit, division) => Ok(()),
        _ => Err(DIVISION_ORDER),
    }
}

/// Whether a unit may join an attack: units of the other division too, until it has finished its actions
/// (omaha.act.joint-across-divisions, omaha.ruling.finished-division).
pub fn may_join(g: &Day, unit: UnitId) -> Result<(), Rule> {
    may_act(g, unit)?;
    let open = |division: Division| !g.today.finished[division.index()];
    if Division::BOTH.into_iter().any(|it| open(it) && may_pay(g, unit, it)) {
        Ok(())
    } else {
        Err(FINISHED)
    }
}

/// Whether a division may pay for a unit.
fn may_pay(g: &Day, unit: UnitId, division: Division) -> bool {
    g[unit].command == division || is_astray(g, unit)
}

/// Outside the sector of its commanding division. It walked there: landing there would have transferred it.
#[must_use]
pub fn is_astray(g: &Day, unit: UnitId) -> bool {
    g.sector_of(unit).is_some_and(|it| it.division() != g[unit].command)
}

/// Paid actions a division has this turn (omaha.event.initiative, omaha.event.pinned).
#[must_use]
pub fn allowance(g: &Day) -> u8 {
    let constants = &g.data().tables.constants;
    let printed = if g.is_extended() {
        constants.paid_actions_extended
    } else {
        constants.paid_actions_basic
    };
    printed.saturating_add_signed(g.today.paid)
}

/// Paid actions a division has left.
#[must_use]
pub fn paid_left(g: &Day, division: Division) -> u8 {
    allowance(g).saturating_sub(g.today.spent[division.index()])
}

/// The rule under which no paid action is left.
#[must_use]
pub fn spent_rule(g: &Day) -> Rule {
    if g.is_extended() { PAID_EXTENDED } else { PAID_BASIC }
}

/// Whether the acting division has a paid action left.
#[must_use]
pub fn acting_can_pay(g: &Day) -> bool {
    g.today.acting.is_some_and(|it| 0 < paid_left(g, it))
}

/// The acting division pays for one action.
pub fn pay_one<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    let mut costs = [0; 2];
    if let Some(division) = g.today.acting {
        costs[division.index()] = 1;
    }
    pay(cx, g, costs);
}

pub fn pay<C: Cx<Day>>(cx: &mut C, g: &mut Day, costs: [u8; 2]) {
    for division in Division::BOTH {
        let n = costs[division.index()];
        if 0 < n {
            g.today.spent[division.index()] += n;
            let left = paid_left(g, division);
            cx.say(spent_rule(g), || Said::Paid { division, n, left }.into());
        }
    }
}

/// What an action of a unit alone costs in the turn of the acting division; refused if it would have to be paid and
/// nothing is left.
pub fn price(g: &Day, unit: UnitId, opt: Opt) -> Result<Price, Rule> {
    has_turn(g, unit)?;
    let combat = matches!(opt, Opt::Attack(_) | Opt::Barrage { .. });
    let free = match always_free(g, unit) {
        None if !combat => free_for(g, &Outlook::new(g), unit, opt),
        reason => reason,
    };
    if let Some(rule) = free {
        return Ok(Price::Free(rule));
    }
    match g.today.acting {
        Some(division) if 0 < paid_left(g, division) => Ok(Price::Paid(division)),
        _ => Err(spent_rule(g)),
    }
}

/// Why an action is free, if it is.
#[must_use]
pub fn is_free(g: &Day, outlook: &Outlook, unit: UnitId, opt: Opt) -> Option<Rule> {
    always_free(g, unit).or_else(|| free_for(g, outlook, unit, opt))
}

/// Why everything a unit does is free (omaha.hero.free-unit-only: the unit's, not its hex's).
#[must_use]
pub fn always_free(g: &Day, unit: UnitId) -> Option<Rule> {
    let kind = g.kind(unit);
    if kind.is_leader() {
        Some(FREE_LEADER)
    } else if kind == UnitKind::Ranger {
        Some(FREE_RANGER)
    } else if g[unit].hero.is_any() {
        Some(FREE_HERO)
    } else if command::is_in_command(g, unit) {
        Some(FREE_COMMAND)
    } else {
        None
    }
}

/// Why this action is free though others of the unit are not.
pub(super) fn free_for(g: &Day, outlook: &Outlook, unit: UnitId, opt: Opt) -> Option<Rule> {
    let from = g[unit].hex()?;
    match opt {
        Opt::Rest(_) | Opt::Recover(_) | Opt::CrossCliff(_) | Opt::AbortCliff(_) => {
            Some(FREE_MARKER)
        }
        Opt::Move { to, .. } => traffic(g, outlook, from).or_else(|| one_hex(g, unit, from, to)),
        Opt::ClimbBluff { .. } | Opt::ClimbCliff { .. } => traffic(g, outlook, from),
        _ => None,
    }
}

/// Whether any move of a unit may be free that is not free in everything it does: from the lanes of a base, or for
/// infantry on the beach or before armour. Most of the others need not be looked at.
#[must_use]
pub fn may_be_free(g: &Day, outlook: &Outlook, unit: UnitId) -> bool {
    let Some(from) = g[unit].hex() else { return false };
    let ground = &g.data().ground;
    let better = 0 < ground.shelter[from.index()] || g.data().variants.bombardment;
    let by_itself = (ground.is_beach(from) && better) || g.data().variants.armour;
    traffic(g, outlook, from).is_some() || (by_itself && g.kind(unit).is_infantry())
}

/// Whether this reason covers one hex and no more (omaha.xmove.preservation).
#[must_use]
pub fn is_one_hex(rule: Rule) -> bool {
    [FREE_PRESERVATION, FREE_SHELTER, FREE_ESCAPE].contains(&rule)
}

/// Moves of one hex that are free for where they go.
fn one_hex(g: &Day, unit: UnitId, from: HexId, to: HexId) -> Option<Rule> {
    if !g.kind(unit).is_infantry() {
        return None;
    }
    if is_preservation(g, from, to) {
        Some(FREE_PRESERVATION)
    } else if g.data().variants.bombardment && is_shelter(g, from, to) {
        Some(FREE_SHELTER)
    } else if g.data().variants.armour && is_escape(g, from, to) {
        Some(FREE_ESCAPE)
    } else {
        None
    }
}

/// Along the beach, strictly closer to a protective hexside (omaha.act.protective-distance; which hexsides protect is
/// in the table: omaha.act.protective, omaha.act.preservation-at-wall).
fn is_preservation(g: &Day, from: HexId, to: HexId) -> bool {
    let ground = &g.data().ground;
    ground.is_beach(from)
        && ground.is_beach(to)
        && ground.shelter[to.index()] < ground.shelter[from.index()]
}

/// From the beach to low ground in no German field, disrupted Germans included.
fn is_shelter(g: &Day, from: HexId, to: HexId) -> bool {
    let ground = &g.data().ground;
    ground.is_beach(from) && ground.is_low(to) && !control::held_field(g).contains(to)
}

/// From a hex beside German armour in its intense field to one that is neither.
fn is_escape(g: &Day, from: HexId, to: HexId) -> bool {
    let map = &g.data().map;
    let threatens = |hex: HexId, both: bool| {
        g.armour().any(|it| {
            let beside = g.hex_of(it).is_some_and(|at| map.adjacent(at, hex));
            let intense = armour::field(g, it)[0].contains(hex);
            if both { beside && intense } else { beside || intense }
        })
    };
    threatens(from, true) && !threatens(to, false)
}

/// From low ground in the range of a base, wherever it leads (omaha.base.traffic, omaha.base.traffic-onto-high).
fn traffic(g: &Day, outlook: &Outlook, from: HexId) -> Option<Rule> {
    let open = outlook.traffic.contains(from) && g.data().ground.is_low(from);
    open.then_some(FREE_TRAFFIC)
}

/// What an attack by these units costs each division: one paid action for each hex with a unit that is not free
/// (omaha.act.attack-cost). The acting division pays where it may and can, else the other pays in advance
/// (omaha.act.joint-across-divisions).
pub fn attack_cost(g: &Day, units: Units) -> Result<[u8; 2], Rule> {
    let mut costs = [0; 2];
    let mut hexes: SmallVec<[HexId; 8]> = SmallVec::new();
    for unit in units.iter() {
        let Some(hex) = g[unit].hex() else { continue };
        if always_free(g, unit).is_none() && !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    for hex in hexes {
        let payer = payer_for_hex(g, hex, units, costs).ok_or_else(|| spent_rule(g))?;
        costs[payer.index()] += 1;
    }
    Ok(costs)
}

fn payer_for_hex(g: &Day, hex: HexId, units: Units, costs: [u8; 2]) -> Option<Division> {
    let acting = g.today.acting?;
    let may = |division: Division| {
        let mut here = units.iter().filter(|it| g[*it].hex() == Some(hex));
        here.all(|it| always_free(g, it).is_some() || may_pay(g, it, division))
    };
    let can = |division: Division| {
        !g.today.finished[division.index()] && costs[division.index()] < paid_left(g, division)
    };
    [acting, acting.other()].into_iter().find(|it| can(*it) && may(*it))
}
