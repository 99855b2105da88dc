//! What one step may do, stated without the code that does it.

use omaha::Day;
use omaha::data::{Division, UnitId, UnitKind};
use omaha::pools;
use omaha::state::{Climb, HeroState, Phase, Place, Pool};

use super::name;

pub(super) fn follows(g: &Day, then: &Day) -> Result<(), String> {
    for unit in g.all_units() {
        moves(g, then, unit)?;
        acts_once(g, then, unit)?;
        bleeds(g, then, unit)?;
        hero(g, then, unit)?;
    }
    clears(g, then)?;
    paid(g)?;
    if 1 < g.naval_markers.abs_diff(then.naval_markers) {
        return Err("omaha.event.destroyers: more than one naval fire marker at once".into());
    }
    let tactical = |g: &Day| pools::in_pool(g, Pool::Tactical).len();
    if tactical(then) < tactical(g) {
        return Err("omaha.res.withdraw-any-type: somebody has gone back to the T pool".into());
    }
    Ok(())
}

/// omaha.move.one-hex, omaha.xmove.infantry-two, omaha.xmove.tank-primary, omaha.xmove.others-one, omaha.tide.no-entry
fn moves(g: &Day, then: &Day, unit: UnitId) -> Result<(), String> {
    let (Place::Map(from), Place::Map(to)) = (then[unit].place, g[unit].place) else {
        return Ok(());
    };
    if then.phase != Phase::UsActions || from == to {
        return Ok(());
    }
    let most = match g.kind(unit) {
        _ if !then.is_extended() => 1,
        UnitKind::Infantry | UnitKind::Ranger | UnitKind::Hq | UnitKind::General => 2,
        UnitKind::Tank => 4,
        _ => 1,
    };
    let far = g.data().map.distance(from, to);
    if most < far {
        return Err(format!("{} moved {far} hexes", name(g, unit)));
    }
    if then.is_submerged(to) {
        return Err(format!("omaha.tide.no-entry: {} walked into the water", name(g, unit)));
    }
    if then[unit].disrupted || then[unit].climb == Climb::Climbing {
        return Err(format!("omaha.disr.only-action: {} moved", name(g, unit)));
    }
    Ok(())
}

/// omaha.act.one-per-unit
fn acts_once(g: &Day, then: &Day, unit: UnitId) -> Result<(), String> {
    let (now, was) = (&g[unit], &then[unit]);
    if then.phase != Phase::UsActions || g.has_ended() {
        return Ok(());
    }
    let moved = was.hex().is_some() && now.hex() != was.hex() && now.place != Place::Lost;
    let recovered = was.disrupted && !now.disrupted && now.hex().is_some();
    let climbed = now.climb != was.climb && now.hex().is_some();
    if (moved || recovered || climbed) && was.acted {
        return Err(format!("omaha.act.one-per-unit: {} acted again", name(g, unit)));
    }
    let here = now.hex().is_some();
    if (moved || recovered || climbed) && here && !now.acted {
        return Err(format!("omaha.act.one-per-unit: {} could act again", name(g, unit)));
    }
    if was.acted && !now.acted && here {
        return Err(format!("omaha.act.one-per-unit: {} is fresh again", name(g, unit)));
    }
    Ok(())
}

/// omaha.hit.one-step-basic, omaha.hit.one-step-artillery
fn bleeds(g: &Day, then: &Day, unit: UnitId) -> Result<(), String> {
    if !matches!(then.phase, Phase::FireHits(_)) || then.has_german_actions() {
        return Ok(());
    }
    let lost = then[unit].steps - g[unit].steps.min(then[unit].steps);
    let most = if then.today.bled.contains(unit) { 0 } else { 1 };
    if most < lost {
        let key = name(g, unit);
        return Err(format!("omaha.hit.one-step-basic: {key} lost {lost} steps more"));
    }
    Ok(())
}

/// Heroes come by events only.
fn hero(g: &Day, then: &Day, unit: UnitId) -> Result<(), String> {
    let fresh = g[unit].hero.is_hero() && !then[unit].hero.is_hero();
    let may = matches!(then.phase, Phase::Event(_) | Phase::SetUp);
    let inspired =
        matches!(g[unit].hero, HeroState::Inspired(_)) && then[unit].hero == HeroState::None;
    if (fresh || inspired) && !may {
        return Err(format!("omaha.event.hero: {} has found a hero", name(g, unit)));
    }
    Ok(())
}

/// omaha.eng.rate-low, omaha.eng.rate-mid, omaha.eng.rate-high
fn clears(g: &Day, then: &Day) -> Result<(), String> {
    let new: Vec<_> = g.cleared.iter().filter(|it| !then.cleared.contains(*it)).collect();
    let most = match then.phase {
        Phase::Obstacles(_) => usize::from(g.data().tables.turn(then.turn).clear_per_sector),
        Phase::SetUp => usize::MAX,
        _ => 0,
    };
    let strays = new.iter().filter(|hex| match then.phase {
        Phase::Obstacles(sector) => g.data().ground.sector(**hex) != sector,
        _ => false,
    });
    if most < new.len() || 0 < strays.count() {
        return Err(format!("omaha.eng.fewer: {} hexes were cleared", new.len()));
    }
    Ok(())
}

/// omaha.act.paid-basic, omaha.act.paid-extended
fn paid(g: &Day) -> Result<(), String> {
    let constants = &g.data().tables.constants;
    let all = match g.is_extended() {
        true => constants.paid_actions_extended,
        false => constants.paid_actions_basic,
    };
    let all = (i16::from(all) + i16::from(g.today.paid)).max(0);
    for division in Division::BOTH {
        let spent = g.today.spent[division.index()];
        if all < i16::from(spent) {
            return Err(format!("omaha.act.paid-basic: {division:?} has spent {spent} of {all}"));
        }
    }
    Ok(())
}
