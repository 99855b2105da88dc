//! Who assaults whom, sealed by both sides.

use kernel::{Cx, Objection, Rule};
use smallvec::SmallVec;
use tabletop::within;

use super::{ACTING, Combat, DECLARE, DUMMY, INITIATE, NOT_HIDDEN, REACH, Said, Stage, moves};
use crate::data::{ElementId, Side};
use crate::hiding;
use crate::question::{Charge, Plan, Question, Topic, ask};
use crate::state::{Level, Phase, Skirmish};
use crate::tables::inches;

/// Both sides seal their assaults; then the combats are made up.
pub(crate) fn declare<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    let asks: SmallVec<[Question; 2]> = (Side::BOTH.into_iter().filter(|it| may_want(g, *it)))
        .map(|it| ask(it, DECLARE, Topic::Assault))
        .collect();
    let plans = cx.declare(
        g,
        &asks,
        |k, plan| judge(g, asks[k].who, plan),
        |k, _| ready(g, asks[k].who).into_iter().map(Plan::Assault).collect(),
    )?;
    let mut charges: Vec<Charge> = Vec::new();
    for plan in plans {
        if let Plan::Assault(list) = plan {
            charges.extend(list);
        }
    }
    for Charge { element, target } in charges.iter().copied() {
        hiding::reveal(cx, g, element, ACTING);
        cx.say(DECLARE, || Said::Declared { element, target }.into());
    }
    g.combats = combats(&charges);
    g.phase = Phase::Combats;
    Ok(())
}

/// Could this side have anything to declare, as far as everybody can tell? (skirmish.ruling.assault-asked)
fn may_want(g: &Skirmish, side: Side) -> bool {
    let reach = inches(g.tables().close_combat.declare_within);
    let enemies = g.revealed_spots(side.other());
    let good = g.revealed(side).filter(|it| g[*it].level == Level::Good);
    let mut own = good.flat_map(|it| g.spots(it));
    let near = own.any(|(_, at)| enemies.iter().any(|it| within(it.point(), at.point(), reach)));
    let hides = g.counters.iter().any(|it| it.side == side);
    near || (hides && g.revealed(side.other()).any(|it| g[it].level == Level::Broken))
}

/// skirmish.cc.combats: elements joined directly or through others.
fn combats(charges: &[Charge]) -> SmallVec<[Combat; 2]> {
    let mut combats: SmallVec<[Combat; 2]> = SmallVec::new();
    for charge in charges {
        let joins = |it: &Combat| it.has(charge.element) || it.has(charge.target);
        let mut joined = Combat {
            charges: SmallVec::from_slice(&[*charge]),
            members: SmallVec::from_slice(&[charge.element, charge.target]),
            stage: Stage::Moves { next: 0 },
            rounds: 0,
        };
        while let Some(i) = combats.iter().position(joins) {
            let other = combats.remove(i);
            joined.charges.extend(other.charges);
            joined.members.extend(other.members);
        }
        joined.members.sort_unstable();
        joined.members.dedup();
        combats.push(joined);
    }
    combats
}

fn judge(g: &Skirmish, side: Side, plan: &Plan) -> Result<(), Objection> {
    let Plan::Assault(charges) = plan else {
        return Err(Objection::new(DECLARE, "", "A list of assaults is wanted."));
    };
    for (i, it) in charges.iter().enumerate() {
        may_charge(g, side, &charges[..i], *it)
            .map_err(|it| Objection::new(it, format!("/assault/{i}"), format!("{}.", it.title)))?;
    }
    Ok(())
}

/// May this assault be declared beside those declared `already`? (skirmish.cc.initiate, skirmish.cc.reach)
pub fn may_charge(g: &Skirmish, side: Side, already: &[Charge], it: Charge) -> Result<(), Rule> {
    let n = g.elements.len();
    let known = usize::from(it.element.0) < n && usize::from(it.target.0) < n;
    if !known || g.side(it.element) != side || g.side(it.target) == side {
        return Err(DECLARE);
    }
    if already.iter().any(|other| other.element == it.element) {
        return Err(DECLARE);
    }
    if g.data(it.element).dummy {
        return Err(DUMMY);
    }
    if !g.on_table(it.element) || g[it.element].level != Level::Good {
        return Err(INITIATE);
    }
    if !g.is_revealed(it.target) {
        return Err(NOT_HIDDEN);
    }
    let reach = i64::from(inches(g.tables().close_combat.declare_within));
    if g.nearest_square(it.element, it.target).is_none_or(|far| reach * reach < far) {
        return Err(INITIATE);
    }
    if moves::can_reach(g, it.element, it.target) { Ok(()) } else { Err(REACH) }
}

/// Declarations to start from: nobody; everybody who can, at the nearest; each by himself.
#[must_use]
pub fn ready(g: &Skirmish, side: Side) -> Vec<Vec<Charge>> {
    let mut options: Vec<Charge> = Vec::new();
    for element in g.of_side(side) {
        let mut targets: SmallVec<[(i64, ElementId); 4]> = (g.revealed(side.other()))
            .filter(|it| may_charge(g, side, &[], Charge { element, target: *it }).is_ok())
            .filter_map(|it| g.nearest_square(element, it).map(|far| (far, it)))
            .collect();
        targets.sort_unstable();
        options.extend(targets.first().map(|(_, target)| Charge { element, target: *target }));
    }
    let mut plans = vec![Vec::new()];
    if 1 < options.len() {
        plans.push(options.clone());
    }
    plans.extend(options.into_iter().map(|it| vec![it]));
    plans
}
