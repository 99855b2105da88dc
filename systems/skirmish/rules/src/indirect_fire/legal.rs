//! Which missions may be declared.

use kernel::{Rule, rules};
use tabletop::{Spot, within};

use super::{ADJUST, CONTINUE, Piece, mission_of, piece, seen_by};
use crate::data::{ElementId, Side};
use crate::fire::{self, Aim, Firer};
use crate::state::{Shot, Skirmish};
use crate::tables::{FiresIn, Order, Support, inches};
use crate::weapons::SUPPLY;

rules! {
    WHEN = "skirmish.order.fire", "Indirect fire under F, in the Stationary Fire Phase";
    ONE_MISSION = "skirmish.ind.who", "Spotter unbroken, under F, and for one mission a turn";
    SPOTTER = "skirmish.ind.spotter", "Who may direct this fire and sees the point";
    POINT = "skirmish.ind.point", "A half-inch point of the table or the centre of a figure";
    RANGE = "skirmish.ind.firers", "Between least and greatest range";
    SAFETY = "skirmish.ind.safety", "No figure of the caller's side in the blast";
    REMAIN = "skirmish.ind.targets-remain", "No enemy figure in the area";
    ADJUST_HOW = "skirmish.ind.adjust-how", "Seen by the spotter and touching an enemy figure";
    NO_SMOKE = "skirmish.smoke.landing", "This weapon has no smoke";
}

/// May this mission be declared by itself? What goes together is judged with all other shots.
pub fn may_fire(g: &Skirmish, side: Side, when: FiresIn, shot: Shot) -> Result<(), Rule> {
    if when != FiresIn::StationaryFire {
        return Err(WHEN);
    }
    let piece = piece(g, shot.firer, shot.group).ok_or(WHEN)?;
    match shot.aim {
        Aim::Call { at, smoke, spotter } => {
            if smoke && !has_smoke(g, shot) {
                return Err(NO_SMOKE);
            }
            may_spend(g, shot, smoke)?;
            may_spot(g, side, shot, &piece, spotter)?;
            may_be_point(g, side, at)?;
            in_range(g, shot, at)?;
            seen_by(g, spotter, at).ok_or(SPOTTER)?;
            // skirmish.ruling.smoke-safety
            if smoke { Ok(()) } else { is_safe(g, side, &piece, at) }
        }
        // skirmish.ind.continue-who: without a spotter.
        Aim::Continue => {
            may_spend(g, shot, false)?;
            let mission = for_effect(g, shot.firer).ok_or(CONTINUE)?;
            let radius = inches(g.tables().weight(piece.weight).radius);
            let mut enemies = g.revealed(side.other()).flat_map(|it| g.spots(it));
            let under = |at: Spot| within(mission.point(), at.point(), radius);
            if enemies.any(|(_, at)| under(at)) { Ok(()) } else { Err(REMAIN) }
        }
        Aim::Adjust { at, spotter } => {
            may_spend(g, shot, false)?;
            let mission = for_effect(g, shot.firer).ok_or(ADJUST)?;
            may_spot(g, side, shot, &piece, spotter)?;
            // Nothing off the table is measured.
            let near = g.is_place(at)
                && within(mission.point(), at.point(), inches(g.tables().indirect.adjust));
            if !near {
                return Err(ADJUST);
            }
            touches_enemy(g, side, at)?;
            in_range(g, shot, at)?;
            seen_by(g, spotter, at).ok_or(ADJUST_HOW)?;
            is_safe(g, side, &piece, at)
        }
        Aim::Element { .. } | Aim::Figure(_) => Err(WHEN),
    }
}

/// skirmish.ind.spotter, skirmish.ind.who
fn may_spot(
    g: &Skirmish,
    side: Side,
    shot: Shot,
    piece: &Piece,
    spotter: ElementId,
) -> Result<(), Rule> {
    if g.elements.len() <= usize::from(spotter.0) || g.side(spotter) != side {
        return Err(SPOTTER);
    }
    // Nobody who is Broken is under an order.
    if g[spotter].order != Some(Order::Fire) {
        return Err(ONE_MISSION);
    }
    let attached = piece.support == Support::Attached;
    let own = shot.firer == Firer::Element(spotter) || g.leader(spotter).is_some();
    if g.data(spotter).observer || (attached && own) { Ok(()) } else { Err(SPOTTER) }
}

/// skirmish.ind.point: figures the caller knows of.
fn may_be_point(g: &Skirmish, side: Side, at: Spot) -> Result<(), Rule> {
    let step = g.tables().movement.call_lattice_units;
    let on_lattice = at.x % step == 0 && at.y % step == 0;
    let known = g.ids().filter(|it| g.is_revealed(*it) || (g.side(*it) == side && g.on_table(*it)));
    let on_figure = || known.flat_map(|it| g.spots(it)).any(|(_, it)| it == at);
    let on_counter = || g.counters.iter().any(|it| it.at == at);
    let is_point = on_lattice || on_figure() || on_counter();
    if g.is_place(at) && is_point { Ok(()) } else { Err(POINT) }
}

/// skirmish.ind.adjust-how, skirmish.ruling.floor-touch
fn touches_enemy(g: &Skirmish, side: Side, at: Spot) -> Result<(), Rule> {
    let base = g.tables().figures.base_radius_units;
    let mut enemies = g.revealed(side.other()).flat_map(|it| g.spots(it));
    let touched = |it: Spot| it.floor == at.floor && within(it.point(), at.point(), base);
    if enemies.any(|(_, it)| touched(it)) { Ok(()) } else { Err(ADJUST_HOW) }
}

/// skirmish.ind.firers: a battery off the table has no range.
fn in_range(g: &Skirmish, shot: Shot, at: Spot) -> Result<(), Rule> {
    let Firer::Element(id) = shot.firer else { return Ok(()) };
    let group = fire::group(g, id, shot.group).ok_or(RANGE)?;
    let (Some(weapon), Some(first)) = (group.weapon, group.figures.first()) else {
        return Err(RANGE);
    };
    let (row, from) = (g.tables().weapon(weapon), g[*first].at.point());
    let least = i64::from(inches(row.min_range));
    let near = from.squared(at.point()) < least * least;
    let far = !within(from, at.point(), inches(row.max_range));
    if near || far { Err(RANGE) } else { Ok(()) }
}

/// skirmish.ind.safety
fn is_safe(g: &Skirmish, side: Side, piece: &Piece, at: Spot) -> Result<(), Rule> {
    let radius = inches(g.tables().weight(piece.weight).radius);
    let own = g.of_side(side).filter(|it| g.on_table(*it) && !g.data(*it).dummy);
    let mut spots = own.flat_map(|it| g.spots(it));
    if spots.any(|(_, it)| within(it.point(), at.point(), radius)) { Err(SAFETY) } else { Ok(()) }
}

fn may_spend(g: &Skirmish, shot: Shot, smoke: bool) -> Result<(), Rule> {
    match (shot.firer, smoke) {
        (Firer::Element(id), false) if g[id].he_rounds == Some(0) => Err(SUPPLY),
        (Firer::Element(id), true) if g[id].smoke_rounds == Some(0) => Err(SUPPLY),
        (Firer::Battery(id), false) if g[id].he_rounds == Some(0) => Err(SUPPLY),
        (Firer::Battery(id), true) if g[id].smoke_rounds == Some(0) => Err(SUPPLY),
        _ => Ok(()),
    }
}

/// Batteries fire smoke as far as they have rounds of it.
fn has_smoke(g: &Skirmish, shot: Shot) -> bool {
    match shot.firer {
        Firer::Battery(_) => true,
        Firer::Element(id) => fire::group(g, id, shot.group)
            .and_then(|it| it.weapon)
            .is_some_and(|it| g.tables().weapon(it).smoke),
    }
}

/// Where this firer's Fire for Effect lies; smoke is never continued.
pub(super) fn for_effect(g: &Skirmish, firer: Firer) -> Option<Spot> {
    mission_of(g, firer).filter(|it| it.for_effect && !it.smoke).map(|it| it.at)
}
