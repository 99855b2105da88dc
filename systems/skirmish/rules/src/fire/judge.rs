//! Which shots may be declared (skirmish.eng.one-judge): people, computers, ready values and replays pass here.

use kernel::{Objection, Rule};

use super::{
    Aim, BOUND, BROKEN, DECLARE, DUMMY, Firer, GROUP, MOVING, NO_FIRE, NOT_HIDDEN, ONCE, PICK,
    RANGE, STATIONARY, TARGET, WHO_SHOOTS, aims, aims_at_elements, group, muzzles,
};
use crate::data::{ElementId, FigureId, Side};
use crate::indirect_fire::ONE_MISSION;
use crate::question::Plan;
use crate::state::{Shot, Skirmish};
use crate::tables::{Class, FiresIn, Order};
use crate::weapons::{self, Group, SUPPLY};
use crate::{direct_he, indirect_fire};

/// The judge of a side's targets in a fire phase.
pub fn judge(g: &Skirmish, side: Side, when: FiresIn, plan: &Plan) -> Result<(), Objection> {
    let Plan::Fire(shots) = plan else {
        return Err(Objection::new(DECLARE, "", "A list of shots is wanted."));
    };
    for (i, shot) in shots.iter().enumerate() {
        may_add(g, side, when, &shots[..i], *shot)
            .map_err(|it| Objection::new(it, format!("/fire/{i}"), format!("{}.", it.title)))?;
    }
    Ok(())
}

/// May this be declared beside what is declared `already`? If not, the statement that forbids it.
pub fn may_add(
    g: &Skirmish,
    side: Side,
    when: FiresIn,
    already: &[Shot],
    shot: Shot,
) -> Result<(), Rule> {
    may_join(g, already, shot)?;
    let id = match shot.firer {
        Firer::Battery(id) => {
            let known = usize::from(id.0) < g.batteries.len();
            return match known && g.firer_side(shot.firer) == side && shot.group == 0 {
                true => indirect_fire::may_fire(g, side, when, shot),
                false => Err(GROUP),
            };
        }
        Firer::Element(id) => id,
    };
    may_element_fire(g, side, when, id)?;
    let group = group(g, id, shot.group).ok_or(GROUP)?;
    let class = group.weapon.map_or(Class::SmallArms, |it| g.tables().weapon(it).class);
    match shot.aim {
        Aim::Element { element, pick } if aims_at_elements(class) => {
            may_aim(g, id, &group, element, pick)
        }
        Aim::Figure(centre) if class == Class::DirectHe => may_burst(g, id, &group, centre),
        Aim::Call { .. } | Aim::Continue | Aim::Adjust { .. } if class == Class::Indirect => {
            indirect_fire::may_fire(g, side, when, shot)
        }
        _ => Err(GROUP),
    }
}

/// Does a shot that could be declared by itself go together with those declared `already`: one for each group, rounds
/// enough, a spotter for one mission?
pub(super) fn may_join(g: &Skirmish, already: &[Shot], shot: Shot) -> Result<(), Rule> {
    if already.iter().any(|it| (it.firer, it.group) == (shot.firer, shot.group)) {
        return Err(ONCE);
    }
    if let Firer::Element(id) = shot.firer
        && uses_he(&shot)
    {
        has_rounds_for(g, id, already)?;
    }
    match spotter(&shot) {
        Some(busy) if already.iter().any(|it| spotter(it) == Some(busy)) => Err(ONE_MISSION),
        _ => Ok(()),
    }
}

const fn spotter(shot: &Shot) -> Option<ElementId> {
    match shot.aim {
        Aim::Call { spotter, .. } | Aim::Adjust { spotter, .. } => Some(spotter),
        Aim::Element { .. } | Aim::Figure(_) | Aim::Continue => None,
    }
}

/// Does it take a round of HE?
const fn uses_he(shot: &Shot) -> bool {
    match shot.aim {
        Aim::Figure(_) | Aim::Continue | Aim::Adjust { .. } => true,
        Aim::Call { smoke, .. } => !smoke,
        Aim::Element { .. } => false,
    }
}

/// May this element fire at all in this phase?
pub(crate) fn may_element_fire(
    g: &Skirmish,
    side: Side,
    when: FiresIn,
    id: ElementId,
) -> Result<(), Rule> {
    if g.elements.len() <= usize::from(id.0) || g.side(id) != side || !g.on_table(id) {
        return Err(TARGET);
    }
    if g.data(id).dummy {
        return Err(DUMMY);
    }
    if !g[id].level.is_unbroken() {
        return Err(BROKEN);
    }
    if g[id].order == Some(Order::Double) {
        return Err(NO_FIRE);
    }
    if weapons::fires_in(g, id) != when {
        return Err(if when == FiresIn::StationaryFire { STATIONARY } else { MOVING });
    }
    Ok(())
}

/// May these small arms fire at this element?
fn may_aim(
    g: &Skirmish,
    id: ElementId,
    group: &Group,
    target: ElementId,
    pick: Option<FigureId>,
) -> Result<(), Rule> {
    may_be_target(g, id, target)?;
    let muzzles = muzzles(g, group);
    if let Some(pick) = pick {
        let picks = |weapon| g.tables().weapon(weapon).picks_figure;
        let mut snipers = muzzles.iter().filter(|(weapon, _)| picks(*weapon));
        let can = |weapon, from| {
            aims(g, id, group, weapon, from, target, None).iter().any(|it| it.figure == pick)
        };
        if !snipers.any(|(weapon, from)| can(*weapon, *from)) {
            return Err(PICK);
        }
    }
    let shoots = |(weapon, from)| !aims(g, id, group, weapon, from, target, None).is_empty();
    if muzzles.iter().copied().any(shoots) { Ok(()) } else { Err(WHO_SHOOTS) }
}

/// skirmish.fire.target, skirmish.hide.one-way, skirmish.opp.commits; a marked element may hold its fire
/// (skirmish.ruling.marker-holds).
fn may_be_target(g: &Skirmish, id: ElementId, target: ElementId) -> Result<(), Rule> {
    if g.elements.len() <= usize::from(target.0) || g.side(target) == g.side(id) {
        return Err(TARGET);
    }
    if !g.is_revealed(target) {
        return Err(NOT_HIDDEN);
    }
    match &g[id].marker {
        Some(marker) if marker.mover != target => Err(BOUND),
        _ => Ok(()),
    }
}

fn may_burst(g: &Skirmish, id: ElementId, group: &Group, centre: FigureId) -> Result<(), Rule> {
    if g.figures.len() <= usize::from(centre.0) || !g[centre].alive {
        return Err(TARGET);
    }
    may_be_target(g, id, g.element_of(centre))?;
    match direct_he::line_to(g, id, group, centre) {
        None => Err(RANGE),
        Some(_) => direct_he::is_safe(g, id, group, centre),
    }
}

/// skirmish.ind.supply: what is declared already is as good as fired.
fn has_rounds_for(g: &Skirmish, id: ElementId, already: &[Shot]) -> Result<(), Rule> {
    let of_it = |it: &&Shot| it.firer == Firer::Element(id);
    let used = already.iter().filter(of_it).filter(|it| uses_he(it)).count();
    match g[id].he_rounds {
        Some(left) if usize::from(left) <= used => Err(SUPPLY),
        _ => Ok(()),
    }
}
